//! What a player is told, one event at a time.

use std::fmt;
use std::str::{FromStr, SplitAsciiWhitespace};

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

/// Why words are no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEvent {
    /// Another word should be here.
    #[error("{found:?} where {wanted} should be")]
    Word {
        /// What there is; empty at the end.
        found: String,
        /// What there should be.
        wanted: &'static str,
    },
    /// So many stones, but not so many points.
    #[error("{number} stones, but {points} different points")]
    Count {
        /// The number before the points.
        number: usize,
        /// How many of them there are.
        points: usize,
    },
}

/// The words that [`Display`](fmt::Display) writes.
///
/// ```
/// use tengen_phantom::Event;
/// let text = "played E5 taken 2 D4 D5 lost 0";
/// assert_eq!(text.parse::<Event>().unwrap().to_string(), text);
/// let error = "played E5 taken 3 D4 D5 lost 0".parse::<Event>().unwrap_err();
/// assert_eq!(error.to_string(), "3 stones, but 2 different points");
/// ```
impl FromStr for Event {
    type Err = BadEvent;
    fn from_str(text: &str) -> Result<Self, BadEvent> {
        let words = &mut Words(text.split_ascii_whitespace());
        let event = match words.next() {
            "refused" => Self::Refused(words.point()?),
            "played" => {
                let point = words.point()?;
                words.expect("taken")?;
                let taken = words.news()?;
                words.expect("lost")?;
                Self::Played { point, taken, lost: words.stones()? }
            }
            "passed" => Self::Passed,
            "opponent-played" => {
                words.expect("lost")?;
                let lost = words.stones()?;
                words.expect("gone")?;
                let gone = words.news()?;
                Self::OpponentPlayed { lost, gone, refused: words.heard()? }
            }
            "opponent-passed" => Self::OpponentPassed { refused: words.heard()? },
            found => {
                let wanted = "refused, played, passed, opponent-played or opponent-passed";
                return Err(BadEvent::Word { found: found.to_owned(), wanted });
            }
        };
        match words.next() {
            "" => Ok(event),
            found => Err(BadEvent::Word { found: found.to_owned(), wanted: "the end" }),
        }
    }
}

/// The words of an event, one by one; empty ones after the last.
struct Words<'a>(SplitAsciiWhitespace<'a>);

impl<'a> Words<'a> {
    fn next(&mut self) -> &'a str {
        self.0.next().unwrap_or_default()
    }

    /// Takes the next word only if it is this one.
    fn skip(&mut self, word: &str) -> bool {
        let found = self.0.clone().next() == Some(word);
        if found {
            self.next();
        }
        found
    }

    fn parse<T: FromStr>(&mut self, wanted: &'static str) -> Result<T, BadEvent> {
        let found = self.next();
        found.parse().map_err(|_| BadEvent::Word { found: found.to_owned(), wanted })
    }

    fn expect(&mut self, wanted: &'static str) -> Result<(), BadEvent> {
        match self.skip(wanted) {
            true => Ok(()),
            false => Err(BadEvent::Word { found: self.next().to_owned(), wanted }),
        }
    }

    fn point(&mut self) -> Result<Point, BadEvent> {
        self.parse("a point")
    }

    fn number(&mut self) -> Result<usize, BadEvent> {
        self.parse("a number")
    }

    /// A number, and all points that follow it.
    fn counted(&mut self) -> Result<(usize, PointMask), BadEvent> {
        let number = self.number()?;
        let mut stones = PointMask::EMPTY;
        while let Some(point) = self.0.clone().next().and_then(|word| word.parse().ok()) {
            stones.insert(point);
            self.next();
        }
        Ok((number, stones))
    }

    /// Stones that are always named.
    fn stones(&mut self) -> Result<PointMask, BadEvent> {
        let (number, stones) = self.counted()?;
        match stones.len() {
            points if points == number => Ok(stones),
            points => Err(BadEvent::Count { number, points }),
        }
    }

    /// Stones that are named, or only counted. No stones are counted.
    fn news(&mut self) -> Result<News, BadEvent> {
        let (number, stones) = self.counted()?;
        match stones.len() {
            0 => Ok(News::Number(number)),
            points if points == number => Ok(News::Stones(stones)),
            points => Err(BadEvent::Count { number, points }),
        }
    }

    /// How often the opponent tried in vain, if it is told.
    fn heard(&mut self) -> Result<Option<usize>, BadEvent> {
        if self.skip("refused") { self.number().map(Some) } else { Ok(None) }
    }
}
