//! A move, and how it is written.

use std::fmt;

use crate::square::{BadSquare, Square};

/// A move: a piece goes from one square to another, and may take what is there; or a pass.
///
/// It knows whether it captures, so that it can be written as papers do: `f8-f7`, `c7xc4`. Read
/// one by [`Position::parse_move`](crate::Position::parse_move), since not every notation tells.
///
/// ```
/// use tengen_loa::Move;
/// let quiet = Move::new("f8".parse().unwrap(), "f7".parse().unwrap(), false);
/// let capture = Move::new("c7".parse().unwrap(), "c4".parse().unwrap(), true);
/// assert_eq!(format!("{quiet} {capture} {}", Move::PASS), "f8-f7 c7xc4 pass");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

const CAPTURE: u16 = 1 << 12;
const PASS: u16 = 1 << 13;

impl Move {
    /// No move at all: for a player who has none.
    pub const PASS: Self = Self(PASS);

    /// A move between two squares.
    #[inline(always)]
    #[must_use]
    pub const fn new(from: Square, to: Square, captures: bool) -> Self {
        let squares = (from.index() | to.index() << 6) as u16;
        Self(squares | if captures { CAPTURE } else { 0 })
    }

    /// Where it begins and ends, unless it is a pass.
    #[inline(always)]
    #[must_use]
    pub const fn squares(self) -> Option<(Square, Square)> {
        let (from, to) = (self.0 as usize, self.0 as usize >> 6);
        if self.is_pass() { None } else { Some((Square::wrapping(from), Square::wrapping(to))) }
    }

    /// Whether it takes a piece.
    #[inline(always)]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    /// Whether it is a pass.
    #[inline(always)]
    #[must_use]
    pub const fn is_pass(self) -> bool {
        self.0 & PASS != 0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((from, to)) = self.squares() else { return f.pad("pass") };
        f.pad(&format!("{from}{}{to}", if self.is_capture() { 'x' } else { '-' }))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMove {
    /// It has not the form of a move.
    #[error("{0:?} is not a move such as f8-f7, c7xc4 or pass")]
    Form(String),
    /// One of its squares is none.
    #[error(transparent)]
    Square(#[from] BadSquare),
}

/// What a text says of a move, read without a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Pass,
    /// From, to, and whether it says that the move captures.
    Piece(Square, Square, bool),
}

impl Written {
    /// `f8-f7`, `c7xc4`, `C2:C5`, `e8g6` or `pass`, in either case.
    pub(crate) fn read(text: &str) -> Result<Self, BadMove> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        let bad = || BadMove::Form(text.to_owned());
        let (from, rest) = text.split_at_checked(2).ok_or_else(bad)?;
        let (to, captures) = match rest.split_at_checked(1) {
            Some(("-", to)) => (to, false),
            Some(("x" | "X" | ":", to)) => (to, true),
            _ => (rest, false),
        };
        if to.len() != 2 {
            return Err(bad());
        }
        Ok(Self::Piece(from.parse()?, to.parse()?, captures))
    }
}
