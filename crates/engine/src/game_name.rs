//! The games that players can be made for.

use std::fmt;
use std::str::FromStr;

/// A game, by its name.
///
/// ```
/// use tengen_engine::GameName;
/// assert_eq!("loa".parse(), Ok(GameName::Loa));
/// assert_eq!(GameName::Loa.title(), "Lines of Action");
/// let error = "chess".parse::<GameName>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown game \"chess\": known are go, loa and phantom");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameName {
    /// Go.
    #[default]
    Go,
    /// Lines of Action.
    Loa,
    /// Phantom Go.
    Phantom,
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown game {0:?}: known are go, loa and phantom")]
pub struct UnknownGame(String);

impl GameName {
    /// All games.
    pub const ALL: &'static [Self] = &[Self::Go, Self::Loa, Self::Phantom];

    /// Those in which everything is seen.
    pub const OPEN: &'static [Self] = &[Self::Go, Self::Loa];

    /// The name in commands, files and records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Go => "go",
            Self::Loa => "loa",
            Self::Phantom => "phantom",
        }
    }

    /// The name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Go => "Go",
            Self::Loa => "Lines of Action",
            Self::Phantom => "Phantom Go",
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for GameName {
    type Err = UnknownGame;
    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        let known = Self::ALL.iter().find(|game| game.name() == name);
        known.copied().ok_or_else(|| UnknownGame(name.to_owned()))
    }
}
