//! Go obeys the laws of every game, under every rule.

use tengen_game::laws::Laws;
use tengen_game::perft;
use tengen_go::{BoardSize, Game, KoRule, Komi, Move, Outcome, Player, Point, Position, Rules};

fn laws(side: usize, rules: Rules) -> Laws<Position> {
    let size = BoardSize::new(side).unwrap();
    // Points just off this board are part of the universe: they must be refused.
    let around = BoardSize::new((side + 1).min(19)).unwrap();
    let universe = around.points().map(Move::Play).chain([Move::Pass]);
    Laws::new(Position::new(size, rules, Komi::from_points(3)), universe)
}

#[test]
fn small_boards_obey_every_law_under_every_rule() {
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        for suicide in [false, true] {
            for side in 2..=5 {
                let rules = Rules::CHINESE.with_ko(ko).with_suicide(suicide);
                laws(side, rules).games(12).check_with_symmetry().unwrap();
            }
        }
    }
}

#[test]
fn large_boards_obey_every_law() {
    for side in [9, 13, 19] {
        laws(side, Rules::CHINESE).games(1).check().unwrap();
    }
    laws(7, Rules::TROMP_TAYLOR).games(2).check_with_symmetry().unwrap();
}

fn play(side: usize, rules: Rules, moves: &str) -> Position {
    let size = BoardSize::new(side).unwrap();
    let mut game = Position::new(size, rules, Komi::from_points(0));
    for m in moves.split_whitespace() {
        game.play(m.parse().unwrap()).unwrap_or_else(|error| panic!("{m}: {error}"));
    }
    game
}

fn refusal(game: &Position, m: &str) -> &'static str {
    game.check(m.parse().unwrap()).unwrap_err().reason
}

#[test]
fn every_refusal_says_why() {
    let game = play(5, Rules::CHINESE, "B1 E5 A2 E4");
    assert_eq!(refusal(&game, "B1"), "the point is occupied");
    assert_eq!(refusal(&game, "F1"), "the point is not on the board");
    let white_to_move = play(5, Rules::CHINESE, "B1 E5 A2");
    assert_eq!(refusal(&white_to_move, "A1"), "it would be suicide");
    let over = play(5, Rules::CHINESE, "pass pass");
    assert_eq!(refusal(&over, "A1"), "the game is over");
    assert_eq!(refusal(&over, "pass"), "the game is over");
}

/// Black takes a ko at B2; White may not retake at once, but may after an exchange elsewhere.
#[test]
fn ko_is_forbidden_once_and_then_allowed() {
    let moves = "A2 D2 B1 C1 B3 C3 E5 B2 C2";
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        let rules = Rules::CHINESE.with_ko(ko);
        let mut game = play(5, rules, moves);
        assert_eq!(game.board().stone("B2".parse().unwrap()), None, "{game:?}");
        let ko = "B2".parse().ok();
        assert_eq!([game.board().ko(Player::White), game.board().ko(Player::Black)], [ko, None]);
        assert!(refusal(&game, "B2").contains("ko"));
        game.play("A5".parse().unwrap()).unwrap();
        game.play("A4".parse().unwrap()).unwrap();
        game.play("B2".parse().unwrap()).unwrap();
    }
}

/// On 2x2 a board can come back with the other player to move: positional superko forbids it,
/// situational superko does not.
#[test]
fn the_superko_rules_differ() {
    // Black A1, White passes, Black B2?, ... found by search: some position must tell them apart.
    let mut found = false;
    let start = |ko| play(2, Rules::CHINESE.with_ko(ko), "");
    let mut stack = vec![(start(KoRule::Positional), start(KoRule::Situational))];
    let mut visited = 0;
    while let Some((positional, situational)) = stack.pop() {
        visited += 1;
        let mut moves = tengen_game::MoveList::new();
        situational.legal_moves(&mut moves);
        for &m in &moves {
            if !positional.is_legal(m) {
                found = true;
                continue;
            }
            if positional.moves().len() < 9 {
                let mut next = (positional.clone(), situational.clone());
                next.0.play_unchecked(m);
                next.1.play_unchecked(m);
                stack.push(next);
            }
        }
        if found || visited > 100_000 {
            break;
        }
    }
    assert!(found);
}

#[test]
fn suicide_takes_the_stones_off() {
    let rules = Rules::TROMP_TAYLOR;
    // White fills A1 beside Black's A2 and B1: a single stone would repeat the board.
    let game = play(5, rules, "B1 E5 A2");
    assert!(refusal(&game, "A1").contains("superko"));
    // Two stones: A1 and B1 inside A2, B2, C1.
    let mut game = play(5, rules, "A2 A1 B2 E5 C1");
    game.play("B1".parse().unwrap()).unwrap();
    assert_eq!(game.board().stone("A1".parse().unwrap()), None);
    assert_eq!(game.board().stone("B1".parse().unwrap()), None);
    assert_eq!(game.to_move(), Player::Black);
}

#[test]
fn undo_goes_back_to_the_start() {
    let full = play(5, Rules::CHINESE, "A2 D2 B1 C1 B3 C3 E5 B2 C2 A5 pass D5");
    let mut game = full.clone();
    let mut trail = vec![(full.key(), full.to_move())];
    while let Some((player, m)) = game.undo() {
        assert_eq!(game.to_move(), player);
        assert!(game.is_legal(m));
        trail.push((game.key(), game.to_move()));
    }
    assert!(game.moves().is_empty() && game.undo().is_none());
    for ((key, to_move), &(_, m)) in trail.iter().rev().skip(1).zip(full.moves()) {
        game.play(m).unwrap();
        assert_eq!((game.key(), game.to_move()), (*key, *to_move));
    }
    assert!(game == full);
}

#[test]
fn handicap_games_begin_with_white() {
    let size = BoardSize::new(9).unwrap();
    let stones = tengen_go::fixed_handicap(size, 4).unwrap();
    let game = Position::with_handicap(size, Rules::CHINESE, Komi::from_points(0), stones).unwrap();
    assert_eq!((game.to_move(), game.board().stone_total()), (Player::White, 4));
    let twice: [Point; 2] = ["A1".parse().unwrap(); 2];
    let error = Position::with_handicap(size, Rules::CHINESE, Komi::from_points(0), twice);
    assert_eq!(error.unwrap_err().to_string(), "A1 is given twice");
    let off = ["T19".parse::<Point>().unwrap()];
    let error = Position::with_handicap(size, Rules::CHINESE, Komi::from_points(0), off);
    assert_eq!(error.unwrap_err().to_string(), "T19 is not on a board of size 9");
}

/// Paper 002: "When K is an integer, you can draw a game."
#[test]
fn a_whole_komi_allows_a_draw() {
    let mut game = play(5, Rules::CHINESE, "C3 pass pass");
    game.set_komi(Komi::from_points(25));
    assert_eq!((game.outcome(), game.score()), (Some(Outcome::Draw), 0.0));
    game.set_komi("24.5".parse().unwrap());
    assert_eq!(game.outcome(), Some(Outcome::Win(Player::Black)));
}

#[test]
fn one_colour_may_move_twice() {
    let mut game = play(5, Rules::CHINESE, "A1");
    game.set_to_move(Player::Black);
    game.play("B2".parse().unwrap()).unwrap();
    assert_eq!(game.moves()[1].0, Player::Black);
    game.undo();
    assert_eq!(game.to_move(), Player::Black);
}

/// Handing the turn over and back leaves a ko as it was; the one who took it may fill it.
#[test]
fn a_change_of_turn_does_not_lift_a_ko() {
    let rules = Rules::CHINESE.with_ko(KoRule::Simple);
    let mut game = play(5, rules, "A2 D2 B1 C1 B3 C3 E5 B2 C2");
    game.set_to_move(Player::Black);
    assert!(game.is_legal("B2".parse().unwrap()));
    game.set_to_move(Player::White);
    assert!(refusal(&game, "B2").contains("ko"));
    // A game that begins with a ko on the board keeps it, also under superko.
    let board = game.board().clone();
    let begun = Position::from_board(board, Player::White, Rules::CHINESE, Komi::from_points(0));
    assert!(refusal(&begun, "B2").contains("ko"));
}

#[test]
fn one_player_alone_cannot_pass_the_game_away() {
    let mut game = play(5, Rules::CHINESE, "pass");
    game.set_to_move(Player::Black);
    game.play(Move::Pass).unwrap();
    assert_eq!((game.outcome(), game.passes()), (None, 1));
    game.play(Move::Pass).unwrap();
    assert!(game.outcome().is_some());
}

/// Sequences with passes, checked against the naive board in `perft.rs`.
#[test]
fn perft_from_the_empty_board() {
    let start =
        |side| Position::new(BoardSize::new(side).unwrap(), Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    assert_eq!((0..=2).map(|d| perft(&start(9), d)).collect::<Vec<_>>(), [1, 82, 82 + 81 * 81]);
    // After a stone White has 80 points and the pass; after a pass all 81 and the pass.
    assert_eq!(perft(&start(19), 2), 361 * 361 + 362);
}
