//! Games as lines: any text is answered, what is written is read.

use proptest::prelude::*;
use tengen_learn::loa::{Record, read_records, read_sgf};
use tengen_loa::{Game, MoveList, Outcome, Player, Position, Rng, Rules};

/// A random game, cut off after so many plies.
fn random_game(seed: u64, plies: usize) -> Record {
    let (mut position, mut rng) = (Position::new(Rules::PAPER), Rng::new(seed));
    let mut moves = MoveList::new();
    for _ in 0..plies {
        position.legal_moves(&mut moves);
        let Some(m) = rng.choose(&moves) else { break };
        position.play_unchecked(m);
    }
    let told = [
        None,
        Some(Outcome::Draw),
        Some(Outcome::Win(Player::Black)),
        Some(Outcome::Win(Player::White)),
    ];
    let outcome = position.outcome().or(told[seed as usize % 4]);
    Record { moves: position.moves().to_vec(), outcome }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn junk_never_panics(text in "([\\PC\r\n]|\\||B\\||c1-c3 |# ){0,60}") {
        if let Err(error) = read_records(&text) {
            prop_assert!((1..=text.lines().count()).contains(&error.line));
            let start = format!("line {}: ", error.line);
            prop_assert!(error.to_string().starts_with(&start));
        }
    }

    #[test]
    fn junk_sgf_never_panics(text in "(\\(;GM\\[9\\])?([\\PC]|;B\\[|c1-c3\\]|RE\\[|\\]){0,30}\\)?") {
        let _ = read_sgf(text.as_bytes());
    }

    #[test]
    fn what_is_written_is_read(
        games in prop::collection::vec((any::<u64>(), 0..60_usize, "[\\PC\n]{0,6}"), 0..5)
    ) {
        let records: Vec<_> = games.iter().map(|&(seed, plies, _)| random_game(seed, plies)).collect();
        let mut text = String::from("# a comment\n\n");
        for (record, (_, _, name)) in records.iter().zip(&games) {
            text = text + &record.to_line(name) + "\n";
        }
        prop_assert_eq!(read_records(&text), Ok(records));
    }
}

#[test]
fn errors_tell_line_move_and_reason() {
    for (text, expected) in [
        ("c1-c3\n\n# fine\nc1-c3 a2-c2 zz", "line 4: move 3, zz: "),
        ("g|X|-|c1-c3", "line 1: the winner is B, W, D or -, not \"X\""),
        ("g|B|c1-c3", "line 1: a game is name|winner|how|moves, or moves alone"),
        ("a|B|-|c1-c3|more", "line 1: a game is name|winner|how|moves, or moves alone"),
        ("c1-c3\nc1-c3 c3-c1", "line 2: move 2, c3-c1: "),
        // The ninth move ends the game.
        ("c1xa3 a2-c4 c8xa6 a4-d4 e1-c3 d4-g4 c3xa5 c4-f4 a3xa7 a5-a4", "line 1: move 10, a5-a4: "),
    ] {
        let error = read_records(text).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
}

#[test]
fn winners_are_read_and_the_rules_know_better() {
    let outcome = |text: &str| read_records(text).expect(text)[0].outcome;
    assert_eq!(outcome("g|B|resign|c1-c3"), Some(Outcome::Win(Player::Black)));
    assert_eq!(outcome("g|W|-|c1-c3"), Some(Outcome::Win(Player::White)));
    assert_eq!(outcome("g|both|-|c1-c3"), Some(Outcome::Draw));
    assert_eq!(outcome("g|D|-|"), Some(Outcome::Draw));
    assert_eq!(outcome("c1-c3"), None);
    let over = "g|B|-|c1xa3 a2-c4 c8xa6 a4-d4 e1-c3 d4-g4 c3xa5 c4-f4 a3xa7";
    assert_eq!(outcome(over), Some(Outcome::Win(Player::White)));
}
