//! Board sizes.

use std::fmt;
use std::str::FromStr;

use crate::Point;

/// The side length of a square board, 2 to 19.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(u8);

/// A board size outside 2 to 19.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("board size {0:?} is not a whole number from 2 to 19")]
pub struct BadSize(String);

impl BoardSize {
    /// The smallest board, 2x2.
    pub const MIN: Self = Self(2);
    /// The largest board, 19x19.
    pub const MAX: Self = Self(19);

    /// A size from 2 to 19.
    pub fn new(side: usize) -> Result<Self, BadSize> {
        match u8::try_from(side) {
            Ok(side @ 2..=19) => Ok(Self(side)),
            _ => Err(BadSize(side.to_string())),
        }
    }

    /// Points along one side.
    #[inline(always)]
    #[must_use]
    pub const fn side(self) -> usize {
        self.0 as usize
    }

    /// Points on the board.
    #[must_use]
    pub const fn area(self) -> usize {
        self.side() * self.side()
    }

    /// Whether `point` lies on a board of this size.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.side() && point.y() < self.side()
    }

    /// All points, row by row from A1.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        let side = self.side().min(19); // which it is; this tells the compiler
        (0..side).flat_map(move |y| (0..side).map(move |x| Point::at(x, y)))
    }
}

impl TryFrom<usize> for BoardSize {
    type Error = BadSize;
    fn try_from(side: usize) -> Result<Self, BadSize> {
        Self::new(side)
    }
}

impl FromStr for BoardSize {
    type Err = BadSize;
    fn from_str(text: &str) -> Result<Self, BadSize> {
        let side = text.parse().map_err(|_| BadSize(text.to_owned()))?;
        Self::new(side)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
