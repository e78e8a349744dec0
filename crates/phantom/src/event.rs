//! What a player is told, one event at a time.

use std::fmt;

use tengen_go::{Point, PointMask};

use crate::referee::CaptureNews;

/// What a player is told of the opponent's stones that left the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// How many.
    Number(usize),
    /// Which.
    Stones(PointMask),
}

impl News {
    /// As much of these stones as may be told.
    #[must_use]
    pub fn of(stones: &PointMask, told: CaptureNews) -> Self {
        match told {
            CaptureNews::Number => Self::Number(stones.len()),
            CaptureNews::Positions => Self::Stones(*stones),
        }
    }

    /// How many stones left the board.
    #[must_use]
    pub fn number(&self) -> usize {
        match self {
            Self::Number(number) => *number,
            Self::Stones(stones) => stones.len(),
        }
    }
}

/// The arbiter's answer to a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Not legal on the arbiter's board, for a reason that is not told. The turn goes on.
    Illegal,
    /// Played, or passed.
    Legal {
        /// The opponent's stones that were captured.
        taken: News,
        /// The player's own stones that left the board: none, but by suicide where it is allowed.
        lost: PointMask,
    },
}

/// Something that a player did or was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The player tried this point: illegal.
    Refused(Point),
    /// The player put a stone on this point.
    Played {
        /// Where.
        point: Point,
        /// What was captured.
        taken: News,
        /// His own stones that left the board, by suicide.
        lost: PointMask,
    },
    /// The player passed.
    Passed,
    /// The opponent has put a stone somewhere.
    OpponentPlayed {
        /// How often he tried in vain before that, if one hears it.
        refused: Option<usize>,
        /// The player's stones that were captured.
        lost: PointMask,
        /// The opponent's stones that left the board, by suicide.
        gone: News,
    },
    /// The opponent has passed.
    OpponentPassed {
        /// How often he tried in vain before that, if one hears it.
        refused: Option<usize>,
    },
}

/// `2`, or `2 D4 D5` where the stones are told.
impl fmt::Display for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())?;
        match self {
            Self::Number(_) => Ok(()),
            Self::Stones(stones) => write_points(f, stones),
        }
    }
}

/// Words for programs, such as `played E5 taken 0 lost 0`; docs/phantom.md has them all.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heard = |f: &mut fmt::Formatter<'_>, refused: &Option<usize>| match refused {
            Some(number) => write!(f, " refused {number}"),
            None => Ok(()),
        };
        match self {
            Self::Refused(point) => write!(f, "refused {point}"),
            Self::Played { point, taken, lost } => {
                write!(f, "played {point} taken {taken} lost {}", lost.len())?;
                write_points(f, lost)
            }
            Self::Passed => f.write_str("passed"),
            Self::OpponentPlayed { refused, lost, gone } => {
                write!(f, "opponent-played lost {}", lost.len())?;
                write_points(f, lost)?;
                write!(f, " gone {gone}")?;
                heard(f, refused)
            }
            Self::OpponentPassed { refused } => {
                f.write_str("opponent-passed")?;
                heard(f, refused)
            }
        }
    }
}

fn write_points(f: &mut fmt::Formatter<'_>, points: &PointMask) -> fmt::Result {
    points.iter().try_for_each(|point| write!(f, " {point}"))
}
