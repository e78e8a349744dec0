//! The pieces, their moves and their connections.

use std::ops::ControlFlow;

use tengen_game::{Key, Player};

use crate::connection::is_connected;
use crate::lines::{AXES, BETWEEN, Direction, LINES, LineCounts, RAYS};
use crate::square::{Square, squares};
use crate::zobrist;

/// The pieces of both players, without turn and history. Cheap to copy: 48 bytes.
///
/// ```
/// use tengen_loa::{Board, Player};
/// let mut board = Board::START;
/// assert_eq!(board.move_count(Player::Black), 36);
/// let [from, to] = ["c1", "a3"].map(|name| name.parse().unwrap());
/// assert!(board.move_piece(Player::Black, from, to), "it takes a white piece");
/// assert_eq!(board.piece_count(Player::White), 11);
/// assert!(!board.is_connected(Player::White));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// Black's squares and White's. Each has at least one and at most twelve.
    pub(crate) pieces: [u64; 2],
    /// How many of them stand on each line.
    pub(crate) lines: LineCounts,
}

/// Pieces that cannot stand like that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSetup {
    /// Both players on one square.
    #[error("both players have a piece on {0}")]
    Shared(Square),
    /// More pieces than a game begins with.
    #[error("{player} has {found} pieces: a side has at most 12")]
    TooMany {
        /// Whose.
        player: Player,
        /// How many.
        found: u32,
    },
    /// A side without pieces: the rules never take the last one, since one piece is connected.
    #[error("{0} has no pieces: a side has at least 1")]
    NoPieces(Player),
}

impl Board {
    /// Black on the first and last rank, White on the first and last file, no piece in a corner.
    pub const START: Self = {
        let (ranks, files) = (0x7e00_0000_0000_007e, 0x0081_8181_8181_8100);
        Self { pieces: [ranks, files], lines: LineCounts::of(ranks | files) }
    };

    /// A board with Black's and White's pieces on these sets of squares (bit 0 is `a1`, bit 63
    /// `h8`).
    pub fn from_pieces(pieces: [u64; 2]) -> Result<Self, BadSetup> {
        if let Some(square) = squares(pieces[0] & pieces[1]).next() {
            return Err(BadSetup::Shared(square));
        }
        for player in Player::BOTH {
            match pieces[player.index()].count_ones() {
                0 => return Err(BadSetup::NoPieces(player)),
                1..=12 => {}
                found => return Err(BadSetup::TooMany { player, found }),
            }
        }
        Ok(Self { pieces, lines: LineCounts::of(pieces[0] | pieces[1]) })
    }

    /// The squares with pieces of `player`, as a set.
    #[inline(always)]
    #[must_use]
    pub const fn pieces(&self, player: Player) -> u64 {
        self.pieces[player.index()]
    }

    /// How many pieces `player` has.
    #[must_use]
    pub const fn piece_count(&self, player: Player) -> u32 {
        self.pieces(player).count_ones()
    }

    /// Whose piece is on `square`.
    #[inline]
    #[must_use]
    pub const fn piece(&self, square: Square) -> Option<Player> {
        if self.pieces[0] & square.bit() != 0 {
            Some(Player::Black)
        } else if self.pieces[1] & square.bit() != 0 {
            Some(Player::White)
        } else {
            None
        }
    }

    /// How many pieces stand on the whole line through `square` that runs this way.
    #[inline]
    #[must_use]
    pub const fn line_count(&self, square: Square, direction: Direction) -> usize {
        self.lines.get(direction.axis(), square)
    }

    /// Where a piece of `player` on `from` can go in this direction, if it can. Whether there is a
    /// piece on `from` is not asked.
    #[inline]
    #[must_use]
    pub fn destination(&self, player: Player, from: Square, way: Direction) -> Option<Square> {
        let (to, is_legal) = self.aim(player, from, way);
        is_legal.then_some(to)
    }

    /// Where a move in this direction would end, and whether it is legal; without branches, for
    /// those who aim often and miss often. The square means nothing for illegal moves.
    #[inline(always)]
    pub(crate) fn aim(&self, player: Player, from: Square, way: Direction) -> (Square, bool) {
        let [mine, theirs] = self.sides(player);
        let count = self.lines.get(way.axis(), from);
        let end = from.index().wrapping_add(count.wrapping_mul(way.stride()));
        let to = Square::wrapping(end);
        let lower = if way.is_upwards() { from } else { to };
        let on_the_way = BETWEEN[way.axis()][count] << lower.index();
        let fits = count <= usize::from(RAYS[from.index()][way.index()].room);
        let obstacles = mine & to.bit() | theirs & on_the_way;
        (to, fits & (obstacles == 0))
    }

    /// Own pieces and the other side's.
    #[inline(always)]
    const fn sides(&self, player: Player) -> [u64; 2] {
        [self.pieces(player), self.pieces(player.opponent())]
    }

    /// Tells `each` of every legal move of `player`, from and to, in an order that depends on the
    /// board alone; `each` may stop it.
    #[inline(always)]
    pub fn try_for_each_move<B>(
        &self,
        player: Player,
        mut each: impl FnMut(Square, Square) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for from in squares(self.pieces(player)) {
            let (mut ends, mut legal) = ([from; 8], 0u32);
            for way in Direction::ALL {
                let (to, is_legal) = self.aim(player, from, way);
                ends[way.index()] = to;
                legal |= u32::from(is_legal) << way.index();
            }
            while legal != 0 {
                each(from, ends[legal.trailing_zeros() as usize % 8])?;
                legal &= legal - 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tells `each` of every legal move of `player`, from and to, in an order that depends on the
    /// board alone.
    #[inline(always)]
    pub fn for_each_move(&self, player: Player, mut each: impl FnMut(Square, Square)) {
        let _ = self.try_for_each_move(player, |from, to| {
            each(from, to);
            ControlFlow::<()>::Continue(())
        });
    }

    /// The squares that a piece of `player` on `from` can go to, as a set. Without branches.
    #[inline(always)]
    #[must_use]
    pub const fn reach(&self, player: Player, from: Square) -> u64 {
        let [mine, theirs] = self.sides(player);
        let bit = from.bit();
        let mut reach = 0;
        let mut axis = 0;
        while axis < AXES {
            let way = Direction::ALL[axis];
            let line = LINES[from.index()][axis];
            let shift = (self.lines.get(axis, from) * way.stride()) as u32;
            // What leaves the board leaves the line, and so do shifts by 64 and more, but for those
            // by 64 itself, which end where the piece already stands.
            let above = bit.wrapping_shl(shift) & line;
            let below = bit.wrapping_shr(shift) & line;
            // All squares between two in the order of their numbers; the line has those it passes.
            let passed_above = above.wrapping_sub(bit << 1) & line;
            let passed_below = bit.wrapping_sub(below << 1) & line;
            let stopped_above = above & mine | passed_above & theirs;
            let stopped_below = below & mine | passed_below & theirs;
            reach |= above & ((stopped_above == 0) as u64).wrapping_neg();
            reach |= below & ((stopped_below == 0) as u64).wrapping_neg();
            axis += 1;
        }
        reach
    }

    /// How many legal moves `player` has.
    #[must_use]
    pub fn move_count(&self, player: Player) -> u32 {
        let mut count = 0;
        for from in squares(self.pieces(player)) {
            for way in Direction::ALL {
                count += u32::from(self.aim(player, from, way).1);
            }
        }
        count
    }

    /// Whether `player` has a legal move.
    #[must_use]
    pub fn has_move(&self, player: Player) -> bool {
        self.try_for_each_move(player, |_, _| ControlFlow::Break(())).is_break()
    }

    /// Moves a piece of `player`, which may take one of the other side: says whether it did. Only
    /// legal moves make sense.
    #[inline(always)]
    pub fn move_piece(&mut self, player: Player, from: Square, to: Square) -> bool {
        let [mine, theirs] = self.sides(player);
        let captures = theirs & to.bit() != 0;
        self.pieces[player.index()] = mine ^ from.bit() ^ to.bit();
        self.pieces[player.opponent().index()] = theirs & !to.bit();
        self.lines.shift_piece(from, to, captures);
        captures
    }

    /// Whether all pieces of `player` form one group; pieces touch by edges and corners.
    #[inline(always)]
    #[must_use]
    pub const fn is_connected(&self, player: Player) -> bool {
        is_connected(self.pieces(player))
    }

    /// Whether Black is connected, and whether White is.
    #[inline]
    #[must_use]
    pub const fn connections(&self) -> [bool; 2] {
        [self.is_connected(Player::Black), self.is_connected(Player::White)]
    }

    /// A hash of the pieces, computed anew.
    #[must_use]
    pub fn key(&self) -> Key {
        zobrist::pieces(self.pieces)
    }
}

const _: () = assert!(size_of::<Board>() == 16 + 8 * AXES);

#[cfg(test)]
mod tests {
    use tengen_game::Rng;

    use super::*;

    /// On boards of any density: the set has the squares that are found one direction at a time.
    #[test]
    fn reach_is_where_the_eight_directions_lead() {
        let mut rng = Rng::new(3);
        for _ in 0..20_000 {
            let (a, b, c) = (rng.next_u64(), rng.next_u64(), rng.next_u64());
            let mut pieces = [a & b & c, !a & b & c];
            for side in &mut pieces {
                while side.count_ones() > 12 {
                    *side &= *side - 1;
                }
            }
            let Ok(board) = Board::from_pieces(pieces) else { continue };
            for player in Player::BOTH {
                for from in squares(board.pieces(player)) {
                    let ends = Direction::ALL.map(|way| board.destination(player, from, way));
                    let set = ends.into_iter().flatten().fold(0, |set, to| set | to.bit());
                    assert_eq!(board.reach(player, from), set, "{board}\n{from}");
                }
            }
        }
    }
}
