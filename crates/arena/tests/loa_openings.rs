//! The hundred openings of Lines of Action: what the file claims, and how it was made.
//!
//! `TENGEN_BLESS=1 cargo test -p tengen-arena --test loa_openings` writes the file anew.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use tengen_arena::OPENING_LISTS;
use tengen_engine::go::Rng;
use tengen_engine::loa::{Board, Game, MoveList, Player, Position, Rules, Symmetry};

/// Positions after so many plies.
const PLIES: usize = 3;
const OPENINGS: usize = 100;
/// The year of the paper, so that nobody can think it was picked.
const SEED: u64 = 2008;

const HEADER: &str = "\
# A hundred openings of three plies for Lines of Action: `tengen match ... --openings loa-100`.
#
# All sequences of three moves from the start lead to 32,976 positions, which fall into 8,244 classes
# under the four symmetries that keep the start. Of these a hundred were drawn without replacement,
# each shown by the first of its sequences in the order of their text. Paper 000 played from such a
# set; which one is not known. The test loa_openings of crates/arena makes this file again and
# compares every byte.
";

/// The pieces of the image that comes first.
type Class = [u64; 2];

fn pieces(board: &Board) -> Class {
    Player::BOTH.map(|player| board.pieces(player))
}

/// What a position and its images have in common; all four keep the colours.
fn class(board: &Board) -> Class {
    let keep = Symmetry::ALL.iter().filter(|s| Board::START.symmetric(**s) == Board::START);
    let images = keep.map(|&symmetry| pieces(&board.symmetric(symmetry)));
    images.min().expect("the identity is one")
}

/// Every class after three plies with its first sequence, and the number of positions.
fn classes() -> (BTreeMap<Class, String>, usize) {
    let mut positions = vec![(Position::new(Rules::PAPER), String::new())];
    for _ in 0..PLIES {
        let mut next = Vec::new();
        for (position, text) in &positions {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            for &m in &*moves {
                let mut after = position.clone();
                after.play_unchecked(m);
                let blank = if text.is_empty() { "" } else { " " };
                next.push((after, format!("{text}{blank}{m}")));
            }
        }
        positions = next;
    }
    let (mut first, mut distinct) = (BTreeMap::<Class, String>::new(), BTreeSet::new());
    for (position, text) in positions {
        distinct.insert(pieces(position.board()));
        if position.outcome().is_some() {
            continue;
        }
        let entry = first.entry(class(position.board())).or_insert_with(|| text.clone());
        if text < *entry {
            *entry = text;
        }
    }
    (first, distinct.len())
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../experiments/loa-openings.txt")
}

#[test]
fn the_file_is_made_again_byte_by_byte() {
    let (classes, positions) = classes();
    assert_eq!((positions, classes.len()), (32_976, 8_244));
    let mut sequences: Vec<&String> = classes.values().collect();
    Rng::new(SEED).shuffle(&mut sequences);
    let mut text = HEADER.to_owned();
    for sequence in &sequences[..OPENINGS] {
        text = text + sequence + "\n";
    }
    if std::env::var_os("TENGEN_BLESS").is_some() {
        std::fs::write(path(), &text).expect("the file can be written");
    }
    assert_eq!(std::fs::read_to_string(path()).expect("the file"), text);
}

/// Without the code that made it: a hundred games under way, no two alike.
#[test]
fn the_file_holds_a_hundred_classes() {
    let (name, text) = OPENING_LISTS[0];
    assert_eq!(name, "loa-100");
    let mut seen = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut position = Position::new(Rules::PAPER);
        for word in line.split(' ') {
            let m = position.parse_move(word).expect(line);
            position.play(m).expect(line);
        }
        assert_eq!((position.moves().len(), position.outcome()), (PLIES, None), "{line}");
        assert!(seen.insert(class(position.board())), "twice: {line}");
    }
    assert_eq!(seen.len(), OPENINGS);
}
