//! What the arbiter tells.

use std::fmt;
use std::str::FromStr;

/// What a player learns of the opponent's stones that leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaptureNews {
    /// How many.
    Number,
    /// How many, and where they stood.
    Positions,
}

/// What the arbiter's answers reveal.
///
/// Some things are always told. A player hears whether his try is legal. The opponent hears that
/// it is his turn, and whether a stone was played or the turn was passed. Whoever loses stones
/// learns which: "each player knows the position of the stones he has placed" (paper 004).
///
/// ```
/// use tengen_phantom::{CaptureNews, Referee};
/// let referee: Referee = "olympiad".parse().unwrap();
/// assert_eq!(referee.captor, CaptureNews::Positions);
/// let error = "blind".parse::<Referee>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown referee \"blind\": known are paper and olympiad");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Referee {
    /// What a player learns of the opponent's stones that leave the board.
    pub captor: CaptureNews,
    /// Whether a player hears how often the opponent has tried in vain before his move.
    pub illegal_tries_heard: bool,
}

/// A name that no referee has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown referee {0:?}: known are paper and olympiad")]
pub struct UnknownReferee(String);

impl Referee {
    /// Paper 004: both players learn how many stones were captured.
    pub const PAPER: Self = Self { captor: CaptureNews::Number, illegal_tries_heard: false };

    /// The Computer Olympiad of 2007: both players learn which stones were captured.
    pub const OLYMPIAD: Self = Self { captor: CaptureNews::Positions, illegal_tries_heard: false };

    /// Names and presets.
    pub const PRESETS: [(&'static str, Self); 2] =
        [("paper", Self::PAPER), ("olympiad", Self::OLYMPIAD)];

    /// The same, but players hear how often the opponent tries in vain.
    #[must_use]
    pub const fn with_illegal_tries_heard(self, illegal_tries_heard: bool) -> Self {
        Self { illegal_tries_heard, ..self }
    }
}

/// The paper's.
impl Default for Referee {
    fn default() -> Self {
        Self::PAPER
    }
}

impl FromStr for Referee {
    type Err = UnknownReferee;
    fn from_str(name: &str) -> Result<Self, UnknownReferee> {
        let known = Self::PRESETS.iter().find(|(preset, _)| preset.eq_ignore_ascii_case(name));
        known.map(|&(_, referee)| referee).ok_or_else(|| UnknownReferee(name.to_owned()))
    }
}

/// The preset's name, or what is told.
impl fmt::Display for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = Self::PRESETS.iter().find(|(_, preset)| preset == self) {
            return f.pad(name);
        }
        let captures = match self.captor {
            CaptureNews::Number => "numbers",
            CaptureNews::Positions => "positions",
        };
        let tries = if self.illegal_tries_heard { "heard" } else { "not heard" };
        write!(f, "{captures} of captured stones told, illegal tries {tries}")
    }
}
