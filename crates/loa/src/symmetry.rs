//! The eight ways to turn and mirror the board.
//!
//! All of them keep the rules. Of the start position only four are symmetries (the two mirrors
//! along ranks and files, and the half turn); the others exchange the colours' places.

use tengen_game::Key;

use crate::board::Board;
use crate::lines::LineCounts;
use crate::moves::Move;
use crate::square::{Square, squares};
use crate::zobrist;

/// One of the eight symmetries of the square. Colours stay as they are.
///
/// ```
/// use tengen_loa::{Board, Symmetry};
/// let keep_the_start = |s: &&Symmetry| Board::START.symmetric(**s) == Board::START;
/// assert_eq!(Symmetry::ALL.iter().filter(keep_the_start).count(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Exchange files and ranks first ...
    transpose: bool,
    /// ... then mirror left and right ...
    flip_files: bool,
    /// ... then top and bottom.
    flip_ranks: bool,
}

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self::from_bits(0);

    /// All eight, the identity first; the first four keep the start position.
    pub const ALL: [Self; 8] = [
        Self::from_bits(0),
        Self::from_bits(1),
        Self::from_bits(2),
        Self::from_bits(3),
        Self::from_bits(4),
        Self::from_bits(5),
        Self::from_bits(6),
        Self::from_bits(7),
    ];

    const fn from_bits(bits: u8) -> Self {
        Self { flip_files: bits & 1 != 0, flip_ranks: bits & 2 != 0, transpose: bits & 4 != 0 }
    }

    /// Where a square goes.
    #[must_use]
    pub const fn apply(self, square: Square) -> Square {
        let (file, rank) = (square.file(), square.rank());
        let (file, rank) = if self.transpose { (rank, file) } else { (file, rank) };
        let file = if self.flip_files { 7 - file } else { file };
        let rank = if self.flip_ranks { 7 - rank } else { rank };
        Square::wrapping(8 * rank + file)
    }

    /// Where a move goes.
    #[must_use]
    pub fn apply_to_move(self, m: Move) -> Move {
        let Some((from, to)) = m.squares() else { return m };
        Move::new(self.apply(from), self.apply(to), m.is_capture())
    }

    /// The symmetry that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.transpose {
            Self { transpose: true, flip_files: self.flip_ranks, flip_ranks: self.flip_files }
        } else {
            self
        }
    }

    fn apply_to_set(self, set: u64) -> u64 {
        squares(set).fold(0, |image, square| image | self.apply(square).bit())
    }
}

impl Board {
    /// The board as seen through a symmetry.
    #[must_use]
    pub fn symmetric(&self, symmetry: Symmetry) -> Self {
        let pieces = self.pieces.map(|set| symmetry.apply_to_set(set));
        Self { pieces, lines: LineCounts::of(pieces[0] | pieces[1]) }
    }

    /// The key of [`Board::symmetric`], without making that board.
    #[must_use]
    pub fn key_under(&self, symmetry: Symmetry) -> Key {
        zobrist::pieces(self.pieces.map(|set| symmetry.apply_to_set(set)))
    }

    /// The smallest key among the eight images: equal for boards that are the same but for a
    /// symmetry. Also the symmetry that leads to it.
    #[must_use]
    pub fn canonical_key(&self) -> (Key, Symmetry) {
        let images = Symmetry::ALL.map(|symmetry| (self.key_under(symmetry), symmetry));
        images.into_iter().min_by_key(|&(key, _)| key).unwrap_or((self.key(), Symmetry::IDENTITY))
    }
}
