//! The eight ways to turn and mirror a square board.

use tengen_game::{Key, Player};

use crate::board::Board;
use crate::point::Point;
use crate::size::BoardSize;
use crate::zobrist;

/// One of the eight symmetries of the square.
///
/// ```
/// use tengen_go::{BoardSize, Point, Symmetry};
/// let size = BoardSize::new(9).unwrap();
/// let point: Point = "C4".parse().unwrap();
/// for symmetry in Symmetry::ALL {
///     let image = symmetry.apply(point, size);
///     assert_eq!(symmetry.inverse().apply(image, size), point);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Exchange columns and rows first ...
    transpose: bool,
    /// ... then mirror left and right ...
    flip_x: bool,
    /// ... then top and bottom.
    flip_y: bool,
}

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self::from_bits(0);

    /// All eight, the identity first.
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
        Self { transpose: bits & 1 != 0, flip_x: bits & 2 != 0, flip_y: bits & 4 != 0 }
    }

    /// Where `point` goes on a board of this size.
    ///
    /// # Panics
    /// If the point is not on such a board.
    #[must_use]
    pub fn apply(self, point: Point, size: BoardSize) -> Point {
        assert!(size.contains(point), "{point} is not on a board of size {size}");
        let (x, y) = (point.x(), point.y());
        let (x, y) = if self.transpose { (y, x) } else { (x, y) };
        let last = size.side() - 1;
        Point::at(if self.flip_x { last - x } else { x }, if self.flip_y { last - y } else { y })
    }

    /// The symmetry that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.transpose {
            Self { transpose: true, flip_x: self.flip_y, flip_y: self.flip_x }
        } else {
            self
        }
    }

    /// This symmetry after `first`.
    #[must_use]
    pub const fn after(self, first: Self) -> Self {
        let (x, y) = if self.transpose {
            (first.flip_y, first.flip_x)
        } else {
            (first.flip_x, first.flip_y)
        };
        Self {
            transpose: self.transpose != first.transpose,
            flip_x: self.flip_x != x,
            flip_y: self.flip_y != y,
        }
    }
}

impl Board {
    /// The board as seen through a symmetry.
    #[must_use]
    pub fn symmetric(&self, symmetry: Symmetry) -> Self {
        let size = self.size();
        let mut image = Self::new(size);
        for (point, player) in self.stones() {
            image.set_stone(player, symmetry.apply(point, size));
        }
        for player in Player::BOTH {
            if let Some(ko) = self.ko(player) {
                image.ko[player.index()] = symmetry.apply(ko, size).vertex();
            }
        }
        image
    }

    /// The key of [`Board::symmetric`], without making that board.
    #[must_use]
    pub fn key_under(&self, symmetry: Symmetry) -> Key {
        let size = self.size();
        self.stones().fold(zobrist::empty_board(size), |key, (point, player)| {
            key ^ zobrist::stone(player, symmetry.apply(point, size))
        })
    }

    /// The smallest key among the eight images: equal for boards that are the same but for a
    /// symmetry. Also the symmetry that leads to it.
    #[must_use]
    pub fn canonical_key(&self) -> (Key, Symmetry) {
        let images = Symmetry::ALL.map(|symmetry| (self.key_under(symmetry), symmetry));
        images.into_iter().min_by_key(|&(key, _)| key).unwrap_or((self.key(), Symmetry::IDENTITY))
    }
}
