//! Players of Lines of Action: every method, from the first move to the last.

use std::time::Duration;

use tengen_engine::loa::{Board, Player, Position, Rules};
use tengen_engine::{
    Action, Clock, Engine, GameEngine, GameName, GameSetup, GoSetup, LoaEngine, LoaSetup, LoaStart,
    METHODS, PlayerSpec, Reason, Thinking, TimeSystem,
};

fn player(text: &str) -> PlayerSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A setup from a board and a side to move.
fn setup(text: &str) -> LoaSetup {
    LoaSetup::of(&Position::from_text(text, Rules::PAPER).expect(text))
}

/// Two players at a game, to its end or to a number of moves.
fn play(players: [&str; 2], most: usize) -> Vec<String> {
    let setup = GameSetup::Loa(LoaSetup::default());
    let mut engines = players.map(|text| Engine::new(setup, &player(text)).expect("a player"));
    let mut moves = Vec::new();
    while engines[0].outcome().is_none() && moves.len() < most {
        let engine = &mut engines[moves.len() % 2];
        let Action::Move(m) = engine.decide(Thinking::default()).action else { break };
        for engine in &mut engines {
            engine.play(&m).expect("a legal move");
        }
        moves.push(m);
    }
    moves
}

#[test]
fn every_method_plays_and_repeats_itself() {
    for method in METHODS.iter().filter(|method| method.games.contains(&GameName::Loa)) {
        let mut text = method.name.to_owned();
        for (key, value) in [("sims", "120"), ("memory", "4M")] {
            if method.key(key).is_some() {
                text += &format!(",{key}={value}");
            }
        }
        let moves = play([&text, "mc,sims=60"], 12);
        assert_eq!(moves.len(), 12, "{text}: nobody is connected so early");
        assert_eq!(play([&text, "mc,sims=60"], 12), moves, "{text}");
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    let moves = play(["mcts-solver,sims=150,memory=16M", "random"], 400);
    let mut game = Position::new(Rules::PAPER);
    for m in &moves {
        use tengen_engine::loa::Game;
        game.play(game.parse_move(m).expect(m)).expect(m);
    }
    let ending = game.ending().expect("it is over");
    assert_eq!(ending.to_string(), "Black is connected", "{}", game.board());
}

/// Positions of the quad paper: who is to move wins at once or in three.
#[test]
fn wins_are_found_and_proved() {
    let now = "....oxo./....ooo./.....x../......x./..x...x./......xo/......../........ b";
    let three = "....o..x/......../......../...o..x./....o.x./.ooo..x./..x....x/..x..... w";
    for text in ["mcts-solver,sims=3000,memory=32M", "alphabeta,sims=200k,memory=32M"] {
        for (position, best) in [(now, "c4xf7"), (three, "e8-e6")] {
            let mut engine = LoaEngine::new(setup(position), &player(text)).expect("a player");
            let report = engine.think(Thinking::default());
            assert_eq!(report.best.map(|m| m.to_string()).as_deref(), Some(best), "{text}");
            assert!(report.proof.is_some(), "{text}: {position}");
        }
    }
}

#[test]
fn what_a_game_does_not_know_is_refused_before_anything_is_played() {
    let error = |text: &str| {
        let made = LoaEngine::new(LoaSetup::default(), &player(text));
        made.err().unwrap_or_else(|| panic!("{text}")).to_string()
    };
    assert_eq!(
        error("uct,policy=tactical"),
        "uct cannot have policy=tactical at loa: it should be one of auto, uniform, category, \
         corrective, greedy, mixed"
    );
    assert_eq!(
        error("mcts-solver,prior=tactics"),
        "mcts-solver cannot have prior=tactics at loa: it should be one of auto, none, even, \
         transitions"
    );
}

#[test]
fn turns_undo_and_other_positions() {
    let mut engine = LoaEngine::new(LoaSetup::default(), &player("random")).expect("a player");
    let m = engine.read_move("b1b3").expect("a move");
    let refused = engine.play(Player::White, m).unwrap_err();
    assert_eq!(refused.reason, "it is the other player's turn");
    engine.play(Player::Black, m).expect("a legal move");
    assert_eq!(engine.undo(), Some((Player::Black, m)));
    assert_eq!(engine.undo(), None);
    assert!(engine.read_move("b1").is_err());
    let text = "....oxo./....ooo./.....x../......x./..x...x./......xo/......../........ w";
    engine.set_position(Position::from_text(text, Rules::MOVER_WINS).expect(text)).expect("room");
    let board: Board = text[..text.len() - 2].parse().expect(text);
    let start = Some(LoaStart { board, to_move: Player::White });
    assert_eq!(engine.setup(), LoaSetup { rules: Rules::MOVER_WINS, start });
    assert_eq!(engine.setup().position().to_text(), text);
    // The other game's engine still refuses what it refused.
    let go = GoSetup {
        size: tengen_engine::go::BoardSize::MIN,
        rules: tengen_engine::go::Rules::CHINESE,
        komi: tengen_engine::go::Komi::from_points(0),
    };
    let mut go = Engine::new(GameSetup::Go(go), &player("random")).expect("a player");
    go.play("pass").expect("a pass");
    go.play("pass").expect("a pass");
    assert_eq!(go.play("A1").unwrap_err().to_string(), "A1: the game is over");
}

/// After three hopeless turns, but not in the opening.
#[test]
fn a_player_resigns_only_if_he_is_told_to_and_has_waited() {
    let lost = |text: &str, early: bool| {
        let mut engine = LoaEngine::new(LoaSetup::default(), &player(text)).expect("a player");
        let moves = "b1-b3 a2-c2 c1-e3 h2-f2 g1-g3 a5-c7 b8-b6 a7-d7 d8-f6 h4xf6 g8-e6 h7-e7 \
                     e8-g6 h6-f4 f8-g7 c2-c5 d1-f3";
        for text in moves.split_whitespace().take(if early { 3 } else { 99 }) {
            let m = engine.read_move(text).expect(text);
            engine.play(engine.to_move(), m).expect(text);
        }
        let mut turns = Vec::new();
        for _ in 0..3 {
            assert!(
                engine.decide(Player::White, Thinking::default(), true).reason.is_none()
                    || turns.len() == 2
            );
            turns.push(engine.decide(Player::White, Thinking::default(), false).reason);
        }
        turns
    };
    // Nobody expects more than 1.
    assert_eq!(lost("mc,sims=900,resign=1", false), [None, None, Some(Reason::Lost)]);
    assert_eq!(lost("mc,sims=900,resign=1", true), [None; 3]);
    assert_eq!(lost("mc,sims=30", false), [None; 3]);
}

#[test]
fn a_clock_lasts_for_a_game() {
    let engine = LoaEngine::new(LoaSetup::default(), &player("uct,memory=1M")).expect("a player");
    let clock = Clock::new(TimeSystem::Absolute { main: Duration::from_secs(60) });
    let limits = engine.limits_by(&clock);
    assert_eq!(limits.playouts, None);
    let time = limits.time.expect("a time");
    assert!(time > Duration::from_secs(1) && time < Duration::from_secs(4), "{time:?}");
}
