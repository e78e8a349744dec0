//! Files of positions: what is written is read again, and whatever else a file holds is explained.

use proptest::prelude::*;
use tengen_game::{Game, Player, Rng};
use tengen_go::{BoardSize, Komi, Move, Position, Rules};
use tengen_learn::go::{BadPosition, LabelledPosition, read_positions};

/// Random moves by some rules.
fn random_game(size: usize, rules: Rules, moves: usize, seed: u64) -> Position {
    let size = BoardSize::new(size).expect("a size");
    let mut position = Position::new(size, rules, Komi::SEVEN_AND_A_HALF);
    let mut rng = Rng::new(seed);
    for _ in 0..moves {
        let mut list = tengen_game::MoveList::new();
        position.legal_moves(&mut list);
        // Hardly ever a pass, which comes last.
        let places = &list[..list.len().saturating_sub(1)];
        let Some(m) = rng.choose(places).or(list.last().copied()) else { break };
        position.play_unchecked(m);
    }
    position
}

#[test]
fn games_by_any_rules_come_back() {
    let mut text = String::from("\u{feff}# a comment\n\n");
    let mut expected = Vec::new();
    for (i, (_, rules)) in Rules::PRESETS.iter().cycle().take(60).enumerate() {
        let game = random_game(3 + i % 7, *rules, 3 * i, i as u64);
        if game.outcome().is_some() {
            continue;
        }
        let moves: Vec<Move> = game.moves().iter().map(|&(_, m)| m).collect();
        let (value, size) = (i as f64 / 60.0, game.board().size());
        let komi: Komi = "-6.5".parse().expect("a komi");
        let labelled = LabelledPosition::new(value, i as u64, size, komi, moves);
        let labelled = labelled.expect("a good position");
        let again = labelled.position();
        assert_eq!((again.board(), again.to_move()), (game.board(), game.to_move()));
        assert_eq!((again.komi(), again.passes()), (komi, game.passes()));
        text += &format!("  {} # and why\r\n", labelled.to_line());
        expected.push(labelled);
    }
    assert!(expected.len() > 50);
    assert_eq!(read_positions(&text), Ok(expected));
}

#[test]
fn a_position_without_moves_is_one() {
    let positions = read_positions("1 0 19 0").expect("a position");
    assert_eq!(positions[0].position().to_move(), Player::Black);
    assert_eq!(read_positions("# nothing\n \t\n"), Ok(vec![]));
}

#[test]
fn mistakes_are_explained() {
    for (line, problem) in [
        ("high 1 9 7.5", "the value \"high\" is no number"),
        ("1.01 1 9 7.5", "the value is 1.01, not from 0 to 1"),
        ("-0.01 1 9 7.5", "the value is -0.01, not from 0 to 1"),
        ("NaN 1 9 7.5", "the value is NaN, not from 0 to 1"),
        ("inf 1 9 7.5", "the value is inf, not from 0 to 1"),
        ("0.5", "the number of playouts is missing"),
        ("0.5 -1 9 7.5", "the number of playouts \"-1\" is no whole number"),
        ("0.5 1", "the board size is missing"),
        ("0.5 1 20 7.5", "board size \"20\" is not a whole number from 2 to 19"),
        ("0.5 1 9", "the komi is missing"),
        ("0.5 1 9 7.3", "komi \"7.3\" is not a multiple of 0.5 from -400 to 400"),
        ("0.5 1 9 7.5 E5 I5", "\"I5\" is no point such as D4, and not pass"),
        ("0.5 1 9 7.5 E5 K5", "move 2, K5: illegal move: the point is not on the board"),
        ("0.5 1 9 7.5 E5 e5", "move 2, E5: illegal move: the point is occupied"),
        ("0.5 1 9 7.5 E5 pass PASS", "the game is over"),
        ("0.5 1 9 7.5 pass pass E5", "move 3, E5: illegal move: the game is over"),
        // Black takes a ko; White may not take it back at once.
        (
            "0.5 1 4 0 B3 C3 A2 D2 B1 C1 pass B2 C2 B2",
            "move 10, B2: illegal move: the ko may not be retaken at once",
        ),
    ] {
        let error = read_positions(&format!("# positions\n0.5 1 9 7.5 E5\n\n{line}\n"));
        let error = error.expect_err(line);
        assert_eq!((error.line, error.problem.as_str()), (4, problem), "{line}");
    }
    // Long words and long games are cut short.
    let error = read_positions(&"x".repeat(1_000_000)).expect_err("no number");
    assert!(error.problem.len() < 100, "{error}");
    let error = read_positions(&format!("0.5 1 9 7.5{}", " A1".repeat(100_000)));
    assert_eq!(error.expect_err("long").problem, "more than 1444 moves");
    let size = BoardSize::new(9).expect("a size");
    let long = LabelledPosition::new(0.5, 1, size, Komi::from_points(7), vec![Move::Pass; 1445]);
    assert_eq!(long, Err(BadPosition::TooLong));
}

proptest! {
    #[test]
    fn any_text_is_positions_or_an_error(
        text in any::<String>(),
        words in prop::collection::vec("[-0-9.einfNa]{0,5}|[A-Ta-t][0-9]{1,2}|pass|\n|#", 0..40),
    ) {
        for text in [text, words.join(" "), format!("0.5 10 9 7.5 {}", words.join(" "))] {
            match read_positions(&text) {
                Ok(positions) => {
                    let lines: Vec<_> = positions.iter().map(LabelledPosition::to_line).collect();
                    prop_assert_eq!(read_positions(&lines.join("\n")), Ok(positions));
                }
                Err(error) => prop_assert!((1..=text.lines().count()).contains(&error.line)),
            }
        }
    }
}
