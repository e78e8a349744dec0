//! Transition counts against a count by plain arithmetic.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use tengen_learn::loa::{Record, read_records};
use tengen_loa::{Game, Move, MoveList, Position, squares};
use tengen_policy::loa::TransitionCounts;

/// The name of a move's category, from its definition: no tables, no bits.
fn category(position: &Position, m: Move) -> Option<String> {
    let (from, to) = m.squares()?;
    let at = |square: tengen_loa::Square| (square.file() as i64, square.rank() as i64);
    let mine: Vec<(i64, i64)> =
        squares(position.board().pieces(position.to_move())).map(at).collect();
    let count = mine.len() as f64;
    let mean = |sum: i64| (sum as f64 / count + 0.5).floor() as i64;
    let centre = (mean(mine.iter().map(|p| p.0).sum()), mean(mine.iter().map(|p| p.1).sum()));
    let steps = |(file, rank): (i64, i64)| (file - centre.0).abs().max((rank - centre.1).abs());
    let region = |(file, rank): (i64, i64)| {
        let corner = [0, 7].contains(&file) && [0, 7].contains(&rank);
        let ring = file.min(7 - file).min(rank).min(7 - rank);
        if corner { "corner" } else { ["rim", "6x6", "4x4", "centre"][ring as usize] }
    };
    let captures = position.board().piece(to).is_some();
    let nearer = match steps(at(from)) - steps(at(to)) {
        0 => "0".to_owned(),
        nearer => format!("{nearer:+}"),
    };
    let kind = if captures { "capture" } else { "quiet" };
    Some(format!("{kind} {} {} {nearer}", region(at(from)), region(at(to))))
}

/// Category: positions in which it was played, positions in which it could be.
type Counts = BTreeMap<String, (u64, u64)>;

/// All moves but the last of each game.
fn slow(records: &[Record]) -> Counts {
    let mut counts = Counts::new();
    for record in records {
        let last = record.moves.len().saturating_sub(1);
        let mut position = Position::new(tengen_loa::Rules::PAPER);
        for &m in &record.moves[..last] {
            if let Some(played) = category(&position, m) {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let there: BTreeSet<String> =
                    moves.iter().filter_map(|&m| category(&position, m)).collect();
                for name in there {
                    counts.entry(name).or_default().1 += 1;
                }
                counts.entry(played).or_default().0 += 1;
            }
            position.play(m).expect("a legal move");
        }
    }
    counts
}

fn quick(records: &[Record]) -> Counts {
    let mut counts = TransitionCounts::default();
    for record in records {
        record.count_transitions(0, &mut counts);
    }
    counts.seen().map(|(name, it)| (name.to_string(), (it.played, it.available))).collect()
}

/// Two moves count, the third is the last. Black's centre of mass is (3.5, 3.5), rounded to e5
/// (halves up); White's as well after Black has moved quietly.
#[test]
fn a_tiny_game_by_hand() {
    let records = read_records("c1-c3 a2-c2 b1-b3").expect("a game");
    let counts = quick(&records);
    // c1 is four steps from e5, c3 two: two nearer, from the rim to the 4x4.
    assert_eq!(counts["quiet rim 4x4 +2"].0, 1);
    // a2 is four steps from e5, c2 three: one nearer, from the rim to the 6x6.
    assert_eq!(counts["quiet rim 6x6 +1"].0, 1);
    assert_eq!(counts.values().map(|it| it.0).sum::<u64>(), 2);
    assert!(counts.values().all(|it| it.0 <= it.1 && it.1 <= 2), "{counts:?}");
    assert_eq!(counts["quiet rim 4x4 +2"].1, 2, "both could do that");
    assert_eq!(counts, slow(&records));
}

#[test]
fn moves_of_the_opening_can_be_left_out() {
    let records = read_records("c1-c3 a2-c2 b1-b3 a5-c5").expect("a game");
    let mut counts = TransitionCounts::default();
    records[0].count_transitions(2, &mut counts);
    assert_eq!(counts.positions(), 1);
    records[0].count_transitions(9, &mut counts);
    assert_eq!(counts.positions(), 1, "there are not so many");
}

/// Games of people, kept beside this project. Without them the test says so and passes.
#[test]
fn games_of_people_are_counted_as_plain_arithmetic_does() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/loa");
    let text = match std::fs::read_to_string(PathBuf::from(folder).join("human_games.txt")) {
        Ok(text) => text,
        Err(error) => {
            // Not by a macro: the test runner would swallow that.
            let line = format!("SKIPPED, NOTHING WAS CHECKED: human_games.txt: {error}");
            let _ = writeln!(std::io::stderr(), "{line}");
            return;
        }
    };
    let records = read_records(&text).expect("games");
    assert_eq!(records.len(), 1088);
    let counts = quick(&records);
    assert!(counts.len() >= 200, "{} categories", counts.len());
    assert_eq!(counts, slow(&records));
    // The counts that come with the program are these.
    let built_in: Counts = TransitionCounts::built_in()
        .seen()
        .map(|(name, it)| (name.to_string(), (it.played, it.available)))
        .collect();
    assert_eq!(built_in, counts);
}
