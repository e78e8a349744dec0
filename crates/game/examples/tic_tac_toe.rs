//! Tic-tac-toe in Tengen: the recipe of CONTRIBUTING.md, "Adding a game", followed to the letter.
//!
//! `cargo run --example tic_tac_toe` checks the laws and counts the 255,168 games.

use tengen_game::laws::Laws;
use tengen_game::{Game, Key, MoveList, Outcome, Player, Symmetric, perft};

/// Squares 0 to 8, row by row; one bit set a player.
#[derive(Clone, Debug, PartialEq)]
struct TicTacToe {
    marks: [u16; 2],
    to_move: Player,
}

const START: TicTacToe = TicTacToe { marks: [0; 2], to_move: Player::Black };
const FULL: u16 = 0o777;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

impl Game for TicTacToe {
    type Move = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn legal_moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        out.extend((0..9).filter(|&m| self.is_legal(m)));
    }

    fn is_legal(&self, m: u8) -> bool {
        m < 9 && self.outcome().is_none() && (self.marks[0] | self.marks[1]) >> m & 1 == 0
    }

    fn play_unchecked(&mut self, m: u8) {
        self.marks[self.to_move.index()] |= 1 << m;
        self.to_move = !self.to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = !self.to_move;
        let marks = self.marks[last.index()];
        if LINES.iter().any(|line| marks & line == *line) {
            return Some(Outcome::Win(last));
        }
        (self.marks[0] | self.marks[1] == FULL).then_some(Outcome::Draw)
    }

    fn key(&self) -> Key {
        self.key_from_scratch() // nine squares: nothing to gain from keeping it up to date
    }

    fn key_from_scratch(&self) -> Key {
        Key(u64::from(self.marks[0]) << 16 | u64::from(self.marks[1])) // the side follows
    }
}

impl Symmetric for TicTacToe {
    const SYMMETRIES: usize = 8;

    fn symmetric(&self, s: usize) -> Self {
        let turn = |marks: u16| {
            let squares = (0..9).filter(|m| marks >> m & 1 == 1);
            squares.fold(0, |turned, m| turned | 1 << self.symmetric_move(s, m))
        };
        Self { marks: self.marks.map(turn), to_move: self.to_move }
    }

    fn symmetric_move(&self, s: usize, m: u8) -> u8 {
        let (mut row, mut column) = (m / 3, m % 3);
        if s & 1 != 0 {
            (row, column) = (column, row);
        }
        row = if s & 2 != 0 { 2 - row } else { row };
        column = if s & 4 != 0 { 2 - column } else { column };
        row * 3 + column
    }
}

fn main() {
    let report = Laws::new(START, 0..=20).games(1000).check_with_symmetry().expect("the laws hold");
    println!("laws hold: {} games, {} refusals", report.games, report.refusals);
    let games = (5..=9).map(|n| perft(&START, n) - finished_later(n)).sum::<u64>();
    println!("games: {games}");
    assert_eq!(games, 255_168);
}

/// Sequences of `n` moves that go on: those that are not games of length `n`.
fn finished_later(n: u32) -> u64 {
    if n == 9 { 0 } else { perft(&START, n + 1) / u64::from(9 - n) }
}

#[test]
fn follows_the_recipe() {
    main();
}
