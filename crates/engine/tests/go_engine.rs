//! A player of Go at the end of games: when it passes, resigns, cleans up, and what it judges dead.

use tengen_engine::go::{Board, Game, Komi, Move, Player, PointMask, Position, Rules};
use tengen_engine::{Action, GoEngine, GoSetup, Reason, Status, Thinking, Turn};

const PLAYER: &str = "uct,sims=600,rave=on,prior=tactics,policy=tactical,expand=2,memory=32M";

/// A board of seven rows, all alike but the fourth: Black has the left, White the right.
fn walls(fourth: &str) -> String {
    let mut rows = [". . X O O . ."; 7];
    rows[3] = fourth;
    rows.join("\n")
}

/// A4 and G4 are dead: 21 points are Black's, 28 are White's.
fn dead_stones() -> String {
    walls("O . X O O . X")
}

fn area(diagram: &str) -> i32 {
    diagram.parse::<Board>().expect("a diagram").area().score()
}

fn engine_with(player: &str, diagram: &str, rules: Rules, komi: &str) -> GoEngine {
    let board: Board = diagram.parse().expect("a diagram");
    let komi: Komi = komi.parse().expect("a komi");
    let setup = GoSetup { size: board.size(), rules, komi };
    let mut engine = GoEngine::new(setup, &player.parse().expect(player)).expect("a player");
    engine.set_position(Position::from_board(board, Player::Black, rules, komi)).unwrap();
    engine
}

fn engine(diagram: &str, rules: Rules, komi: &str) -> GoEngine {
    engine_with(PLAYER, diagram, rules, komi)
}

fn decide(engine: &mut GoEngine, player: Player) -> (Action<Move>, Option<Reason>) {
    let decision = engine.decide(player, Turn::default());
    (decision.action, decision.reason)
}

const PASS: Action<Move> = Action::Move(Move::Pass);

#[test]
fn dead_stones_are_judged_and_taken_off() {
    let mut engine = engine(&dead_stones(), Rules::CHINESE, "0.5");
    let judgement = engine.judge().unwrap();
    let dead: PointMask = ["A4", "G4"].iter().map(|p| p.parse().unwrap()).collect();
    assert_eq!(judgement.dead(), &dead);
    assert_eq!(judgement.area().score(), -7);
    assert_eq!(engine.final_score().unwrap(), -7.5);
    assert_eq!(judgement.status("C3".parse().unwrap()), Some(Status::Alive));
    assert_eq!(judgement.status("G4".parse().unwrap()), Some(Status::Dead));
    assert_eq!(judgement.status("A1".parse().unwrap()), None);
    let (least, most) = judgement.range();
    assert!(least <= -7 && most >= -7, "{least} to {most}");
}

/// Nothing is left: who wins passes, and so does who loses.
#[test]
fn a_decided_game_is_passed() {
    let clean = walls(". . X O O . .");
    assert_eq!(area(&clean), -7);
    let mut decided = engine(&clean, Rules::CHINESE, "0.5");
    assert_eq!(decide(&mut decided, Player::White), (PASS, Some(Reason::Won)));
    assert_eq!(decide(&mut decided, Player::Black), (PASS, Some(Reason::Lost)));
    let mut other_komi = engine(&clean, Rules::CHINESE, "-7.5");
    assert_eq!(decide(&mut other_komi, Player::Black), (PASS, Some(Reason::Won)));
}

/// From games that were passed away: nearly all seems settled, and White well ahead, but one move of
/// Black's turns it. Who passes first must see that.
#[test]
fn nobody_passes_first_while_a_move_matters() {
    let race = "
        X X X . . . X X .
        . . . X X X X O O
        X X X O X O O O .
        . X O O O . O . O
        X X O O . O O O X
        X O O . O X X X X
        O . O O X . . . .
        . O . O X . X . .
        O . O . O X . . .";
    let open = "
        . . . . . . . . .
        . . . . . X X X .
        . . . . X O O X .
        . . . . X O . O .
        . . X X O . O . .
        . X O O O . . O .
        . X O . . O O . .
        . X O . . . . . .
        . X X O . . . . .";
    for diagram in [race, open] {
        let player = "erica,sims=300,memory=16M";
        let mut engine = engine_with(player, diagram, Rules::CHINESE, "7.5");
        let (action, reason) = decide(&mut engine, Player::White);
        assert_ne!(action, PASS, "{reason:?}");
    }
}

/// A dead stone in the winner's area spoils it as long as it stands: it is captured first.
#[test]
fn nobody_passes_who_would_lose_as_the_board_stands() {
    let spoiled = walls("O . X O O . .");
    assert_eq!(area(&spoiled), 7 - 1 - 28);
    for rules in [Rules::CGOS, Rules::CHINESE] {
        let mut engine = engine(&spoiled, rules, "-12.5");
        let (action, _) = decide(&mut engine, Player::Black);
        assert_ne!(action, PASS);
    }
}

/// After the opponent's pass, rules that count what stands make a win of dead stones too.
#[test]
fn what_stands_counts_where_the_rules_say_so() {
    let spoiled = walls(". . X O O . X");
    assert_eq!(area(&spoiled), 21 + 1 - 14);
    let mut engine = engine(&spoiled, Rules::CGOS, "0.5");
    engine.play(Player::White, Move::Pass).unwrap();
    assert_eq!(decide(&mut engine, Player::Black), (PASS, Some(Reason::Won)));
    assert_eq!(engine.final_score().unwrap(), -7.5, "not over yet: judged");
    engine.play(Player::Black, Move::Pass).unwrap();
    assert_eq!(engine.final_score().unwrap(), 7.5, "over: as it stands");
}

#[test]
fn clean_up_ends_with_no_dead_stone_on_the_board() {
    let mut engine = engine(&dead_stones(), Rules::CHINESE, "0.5");
    let (mut passes, mut player) = (0, Player::Black);
    for _ in 0..60 {
        let turn = Turn { clean_up: true, ..Turn::default() };
        let Action::Move(m) = engine.decide(player, turn).action else { panic!("resigns") };
        engine.play(player, m).unwrap();
        passes = if m == Move::Pass { passes + 1 } else { 0 };
        if passes == 2 {
            break;
        }
        player = player.opponent();
    }
    assert_eq!(passes, 2, "{}", engine.position().board());
    let board = engine.position().board();
    assert_eq!(board.area().score(), -7, "{board}");
    let is_gone = |name: &str| board.stone(name.parse().unwrap());
    assert_ne!(is_gone("A4"), Some(Player::White), "{board}");
    assert_ne!(is_gone("G4"), Some(Player::Black), "{board}");
}

#[test]
fn a_player_resigns_only_if_he_is_told_to_and_has_waited() {
    let hopeless = walls(". . X O O . .");
    let mut patient = engine(&hopeless, Rules::CHINESE, "100");
    for _ in 0..5 {
        assert_ne!(decide(&mut patient, Player::Black).0, Action::Resign);
    }
    let player = format!("{PLAYER},resign=0.1");
    let mut engine = engine_with(&player, &hopeless, Rules::CHINESE, "100");
    // Moves of a game, so that it is late enough.
    let moves = ["A1", "F1", "A2", "F2", "A6", "F6", "A7", "F7", "B7", "G7", "B1", "G1", "B6"];
    for (m, player) in moves.into_iter().zip(Player::BOTH.into_iter().cycle()) {
        engine.play(player, m.parse().unwrap()).unwrap();
    }
    assert_ne!(decide(&mut engine, Player::Black).0, Action::Resign);
    assert_ne!(decide(&mut engine, Player::Black).0, Action::Resign);
    assert_eq!(decide(&mut engine, Player::Black), (Action::Resign, Some(Reason::Lost)));
}

/// A question about a move leaves the game as it is, and no trace in the player's patience.
#[test]
fn deciding_changes_nothing() {
    let player = format!("{PLAYER},resign=0.5");
    let mut engine = engine_with(&player, &walls(". . X O O . ."), Rules::CHINESE, "100");
    for (m, player) in
        ["A1", "F1", "A2", "F2", "A6", "F6", "A7", "F7", "B7", "G7", "B1", "G1", "B6"]
            .into_iter()
            .zip(Player::BOTH.into_iter().cycle())
    {
        engine.play(player, m.parse().unwrap()).unwrap();
    }
    engine.play(Player::White, Move::Pass).unwrap();
    engine.play(Player::Black, Move::Pass).unwrap();
    let before = engine.position().clone();
    for _ in 0..4 {
        let turn = Turn { rehearsal: true, ..Turn::default() };
        assert_ne!(engine.decide(Player::Black, turn).action, Action::Resign);
        engine.think_for(Player::White, Thinking::default());
        assert_eq!(engine.position(), &before);
    }
}

/// A judgement that had no time to look settles nothing.
#[test]
fn nobody_passes_in_the_opening_for_want_of_time() {
    let opening = ". . . . . . .\n. . X . O . .\n. . . . . . .\n. . . . . . .\n. . O . X . .\n\
                   . . . . . . .\n. . . . . . .";
    for rules in [Rules::CHINESE, Rules::CGOS] {
        let mut engine = engine_with("uct,time=1ms,memory=16M", opening, rules, "9.5");
        for _ in 0..20 {
            engine.play(Player::White, Move::Pass).unwrap();
            assert_ne!(decide(&mut engine, Player::Black).0, PASS);
            engine.undo();
        }
    }
}

#[test]
fn colours_out_of_turn_and_games_that_go_on() {
    let mut engine = engine(&dead_stones(), Rules::CHINESE, "0.5");
    let at = |name: &str| name.parse::<Move>().unwrap();
    engine.play(Player::White, at("B4")).unwrap();
    engine.play(Player::White, at("A3")).unwrap();
    assert!(engine.play(Player::Black, at("B4")).is_err());
    assert!(engine.check(Player::White, at("A5")).is_ok());
    engine.play(Player::Black, Move::Pass).unwrap();
    engine.play(Player::White, Move::Pass).unwrap();
    assert!(engine.position().outcome().is_some());
    assert!(engine.check(Player::Black, at("A1")).is_ok(), "play goes on");
    engine.play(Player::Black, at("A1")).unwrap();
    assert!(engine.position().outcome().is_none());
    for _ in 0..5 {
        assert!(engine.undo().is_some());
    }
    assert!(engine.undo().is_none());
    assert_eq!(engine.position().board().key(), dead_stones().parse::<Board>().unwrap().key());
}

#[test]
fn settings_change_in_the_middle_of_a_game() {
    let mut engine = engine(&dead_stones(), Rules::CHINESE, "0.5");
    engine.set_key("sims", "7").unwrap();
    assert_eq!(engine.think(Thinking::default()).playouts, 7);
    assert!(engine.set_key("sims", "many").is_err());
    assert!(engine.set_key("simz", "7").is_err());
    assert_eq!(engine.spec().settings().find(|(key, _)| *key == "sims"), Some(("sims", "7")));
    assert_eq!(engine.think(Thinking::default()).playouts, 7, "the old player still plays");
    engine.set_spec(&"random".parse().unwrap()).unwrap();
    assert!(engine.think(Thinking::default()).best.is_some());
    engine.set_rules(Rules::TROMP_TAYLOR);
    engine.set_komi(Komi::from_points(3));
    assert_eq!(engine.setup().komi, Komi::from_points(3));
}
