//! Counting move sequences on bare boards, as fast as we can.
//!
//! [`perft`](tengen_game::perft) counts the same by playing whole positions; the tests compare the
//! two. Here nothing is hashed and no history is kept, so repetition ends no game. (Under the
//! paper's rules it cannot within seven plies.) A player who is stuck passes.

use std::ops::AddAssign;

use tengen_game::Player;

use crate::board::Board;

/// Move sequences, and how they end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All of them.
    pub sequences: u64,
    /// Those whose last move captures.
    pub captures: u64,
    /// Those whose last move connects a side.
    pub connections: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.sequences += other.sequences;
        self.captures += other.captures;
        self.connections += other.connections;
    }
}

/// The number of move sequences of exactly `depth` plies. Those of the last ply are counted, not
/// played.
///
/// ```
/// use tengen_loa::{Board, Player, count_sequences};
/// assert_eq!(count_sequences(&Board::START, Player::Black, 3), 44_952);
/// ```
#[must_use]
pub fn count_sequences(board: &Board, to_move: Player, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if board.connections() != [false; 2] => 0,
        _ => count(board, to_move, depth),
    }
}

/// The same, but every move of the last ply is played and tested for connections too.
///
/// ```
/// use tengen_loa::{Board, Player, tally_sequences};
/// let tally = tally_sequences(&Board::START, Player::Black, 2);
/// assert_eq!((tally.sequences, tally.captures, tally.connections), (1_244, 156, 0));
/// ```
#[must_use]
pub fn tally_sequences(board: &Board, to_move: Player, depth: u32) -> Tally {
    let mut total = Tally::default();
    match depth {
        0 => total.sequences = 1,
        _ if board.connections() != [false; 2] => {}
        _ => tally(board, to_move, depth, &mut total),
    }
    total
}

fn count(board: &Board, player: Player, depth: u32) -> u64 {
    if depth == 1 {
        let moves = board.move_count(player);
        return if moves > 0 { moves.into() } else { pass_count(board, player, depth) };
    }
    let (mut total, mut stuck) = (0, true);
    board.for_each_move(player, |from, to| {
        stuck = false;
        let mut after = *board;
        let captures = after.move_piece(player, from, to);
        if !after.is_decided_by(player, captures) {
            total += count(&after, player.opponent(), depth - 1);
        }
    });
    if stuck { pass_count(board, player, depth) } else { total }
}

/// Sequences that begin with a forced pass: none if the other side is stuck too.
#[cold]
fn pass_count(board: &Board, player: Player, depth: u32) -> u64 {
    let opponent = player.opponent();
    match depth {
        _ if !board.has_move(opponent) => 0,
        1 => 1,
        _ => count(board, opponent, depth - 1),
    }
}

fn tally(board: &Board, player: Player, depth: u32, total: &mut Tally) {
    let mut stuck = true;
    board.for_each_move(player, |from, to| {
        stuck = false;
        let mut after = *board;
        let captures = after.move_piece(player, from, to);
        let decided = after.is_decided_by(player, captures);
        if depth == 1 {
            *total +=
                Tally { sequences: 1, captures: captures.into(), connections: decided.into() };
        } else if !decided {
            tally(&after, player.opponent(), depth - 1, total);
        }
    });
    if stuck && board.has_move(player.opponent()) {
        match depth {
            1 => total.sequences += 1,
            _ => tally(board, player.opponent(), depth - 1, total),
        }
    }
}

impl Board {
    /// Whether a side is connected after a move of `player` on a board where none was: the other
    /// side can only be if it has lost a piece.
    #[inline(always)]
    pub(crate) const fn is_decided_by(&self, player: Player, captures: bool) -> bool {
        self.is_connected(player) || captures && self.is_connected(player.opponent())
    }
}
