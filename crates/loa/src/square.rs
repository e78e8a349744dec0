//! The sixty-four squares, named as in chess.

use std::fmt;
use std::str::FromStr;

/// A square: `a1` is number 0, `b1` number 1, `h8` number 63.
///
/// ```
/// use tengen_loa::Square;
/// let square: Square = "c4".parse().unwrap();
/// assert_eq!((square.file(), square.rank(), square.index()), (2, 3, 26));
/// assert_eq!(square.to_string(), "c4");
/// assert_eq!("j4".parse::<Square>().unwrap_err().to_string(), "\"j4\" is not a square: a1 to h8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A text that names no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a square: a1 to h8")]
pub struct BadSquare(pub(crate) String);

impl Square {
    /// The square of this file (0 is a) and rank (0 is 1), if it is on the board.
    #[must_use]
    pub const fn new(file: usize, rank: usize) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self((rank * 8 + file) as u8)) } else { None }
    }

    /// The square of a number; only its lowest six bits count.
    #[inline(always)]
    pub(crate) const fn wrapping(index: usize) -> Self {
        Self((index % 64) as u8)
    }

    /// The square with the lowest number of a set that is not empty.
    #[inline(always)]
    #[must_use]
    pub const fn lowest(set: u64) -> Self {
        Self::wrapping(set.trailing_zeros() as usize)
    }

    /// Its number: rank by rank from `a1`.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        // Always below 64; saying so spares the tables their bounds checks.
        self.0 as usize % 64
    }

    /// Its file: 0 is a.
    #[inline(always)]
    #[must_use]
    pub const fn file(self) -> usize {
        self.index() % 8
    }

    /// Its rank, less one.
    #[inline(always)]
    #[must_use]
    pub const fn rank(self) -> usize {
        self.index() / 8
    }

    /// A set of squares with this one alone.
    #[inline(always)]
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.index()
    }

    /// All squares, in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..64).map(Self)
    }
}

/// The squares of a set, in the order of their numbers.
#[inline(always)]
pub fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        let found = set != 0;
        set &= set.wrapping_sub(1);
        found.then_some(Square::wrapping(lowest))
    })
}

impl FromStr for Square {
    type Err = BadSquare;
    fn from_str(text: &str) -> Result<Self, BadSquare> {
        let bad = || BadSquare(text.to_owned());
        let &[file, rank] = text.as_bytes() else { return Err(bad()) };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a');
        let rank = rank.wrapping_sub(b'1');
        Self::new(file.into(), rank.into()).ok_or_else(bad)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.file() as u8, b'1' + self.rank() as u8];
        f.pad(std::str::from_utf8(&name).unwrap_or_default())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
