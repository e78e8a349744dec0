//! Positions to search in: a board and whose turn it is, without history.

use tengen_game::{Game, Key, MoveList, Outcome, Player, random_key};
use tengen_go::{Board, Komi, Move, Playout, Point};

/// A game of Go as a search of Phantom Go needs it: small, quick to copy, with simple ko and no
/// history. What the past forbids is guesswork anyway when stones are guessed.
#[derive(Debug, PartialEq, Eq)]
pub struct BarePosition {
    board: Board,
    to_move: Player,
    passes: u32,
    last: Option<Point>,
    komi: Komi,
}

impl BarePosition {
    /// A game that goes on from this board.
    #[must_use]
    pub const fn new(board: Board, to_move: Player, passes: u32, komi: Komi) -> Self {
        Self { board, to_move, passes, last: None, komi }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The board, to put hidden stones on.
    pub(crate) const fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// The komi.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// Passes in a row up to now. Two end the game.
    #[must_use]
    pub const fn passes(&self) -> u32 {
        self.passes
    }

    /// The move before, if it is known and was not a pass.
    #[must_use]
    pub const fn last(&self) -> Option<Point> {
        self.last
    }

    /// Forgets the move before: a player does not know it.
    pub(crate) const fn forget_last(&mut self) {
        self.last = None;
    }

    /// Black's area less White's and komi, every stone taken as alive.
    #[must_use]
    pub fn score(&self) -> f32 {
        self.board.area().score() as f32 - self.komi.points()
    }

    /// A playout from here: give it a copy of [`BarePosition::board`].
    #[must_use]
    pub fn playout(&self) -> Playout {
        Playout { passes: self.passes, ..Playout::new(&self.board, self.to_move) }
    }
}

impl Game for BarePosition {
    type Move = Move;

    fn to_move(&self) -> Player {
        self.to_move
    }

    /// Points row by row from A1, then the pass.
    fn legal_moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if self.passes < 2 {
            let points = self.board.empty_points();
            let legal = points.filter(|&point| self.board.is_legal(self.to_move, point));
            out.extend(legal.map(Move::Play));
            out.push(Move::Pass);
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        self.passes < 2
            && m.point().is_none_or(|point| {
                self.board.size().contains(point) && self.board.is_legal(self.to_move, point)
            })
    }

    fn play_unchecked(&mut self, m: Move) {
        match m {
            Move::Play(point) => {
                self.board.play(self.to_move, point);
                self.passes = 0;
            }
            Move::Pass => {
                self.board.clear_ko();
                self.passes += 1;
            }
        }
        self.last = m.point();
        self.to_move = self.to_move.opponent();
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.passes >= 2).then(|| self.komi.outcome(self.board.area().score()))
    }

    fn key(&self) -> Key {
        let turn = self.to_move.index() as u64 * 4 + u64::from(self.passes.min(2));
        let ko = self.board.ko(self.to_move).map_or(0, |point| 16 * (point.index() as u64 + 1));
        self.board.key() ^ random_key(!(turn + ko))
    }

    fn key_from_scratch(&self) -> Key {
        let kept = self.board.key();
        self.key() ^ kept ^ self.board.key_from_scratch()
    }
}

impl Clone for BarePosition {
    fn clone(&self) -> Self {
        Self { board: self.board.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.to_move = other.to_move;
        self.passes = other.passes;
        self.last = other.last;
        self.komi = other.komi;
    }
}
