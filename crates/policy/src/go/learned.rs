//! Files of γ's of either kind, told apart by what they say of themselves.

use toml::{Table, Value};

use crate::go::gammas::{self, BadGammas, PlayoutGammas};
use crate::go::prior_gammas::{self, BadPriorGammas, PriorGammas};

/// What was learned of moves of Go: for playouts, or for priors of trees.
///
/// ```
/// use tengen_policy::go::{Learned, PlayoutGammas, PriorGammas};
/// let text = PlayoutGammas::uniform().to_text("");
/// assert_eq!(Learned::from_text(&text), Ok(Learned::Playouts(PlayoutGammas::uniform())));
/// let text = PriorGammas::uniform().to_text(&[]);
/// assert_eq!(Learned::from_text(&text), Ok(Learned::Priors(PriorGammas::uniform())));
/// let error = Learned::from_text("format = \"a cake\"").unwrap_err();
/// assert!(error.to_string().contains("its format is \"a cake\""));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Learned {
    /// A playout policy.
    Playouts(PlayoutGammas),
    /// Features for priors.
    Priors(PriorGammas),
}

/// Why a text is neither.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLearned {
    /// Not TOML.
    #[error("neither a playout policy nor a file of prior features: {0}")]
    Syntax(String),
    /// It does not say what it is.
    #[error(
        "neither a playout policy nor a file of prior features: it has no line format = {playouts:?} or {priors:?}",
        playouts = gammas::FORMAT,
        priors = prior_gammas::FORMAT
    )]
    NoFormat,
    /// Something else.
    #[error(
        "neither a playout policy nor a file of prior features: its format is {0:?}, not {playouts:?} or {priors:?}",
        playouts = gammas::FORMAT,
        priors = prior_gammas::FORMAT
    )]
    Format(String),
    /// A playout policy with a fault.
    #[error(transparent)]
    Playouts(#[from] BadGammas),
    /// Prior features with a fault.
    #[error(transparent)]
    Priors(#[from] BadPriorGammas),
}

/// What players call the built-in priors.
const PRIORS: &str = "patterns";

impl Learned {
    /// The names of what comes with the program.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        PlayoutGammas::built_in_names().chain([PRIORS])
    }

    /// What comes with the program under this name: `policy=NAME` or `prior=NAME` of a player.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        if name == PRIORS {
            return Some(Self::Priors((*PriorGammas::built_in()).clone()));
        }
        PlayoutGammas::built_in(name).map(Self::Playouts)
    }

    /// Reads a file.
    pub fn from_text(text: &str) -> Result<Self, BadLearned> {
        let file: Table =
            text.parse().map_err(|error: toml::de::Error| BadLearned::Syntax(error.to_string()))?;
        match file.get("format") {
            Some(Value::String(format)) if format == gammas::FORMAT => {
                Ok(Self::Playouts(PlayoutGammas::from_text(text)?))
            }
            Some(Value::String(format)) if format == prior_gammas::FORMAT => {
                Ok(Self::Priors(PriorGammas::from_text(text)?))
            }
            Some(Value::String(format)) => Err(BadLearned::Format(format.clone())),
            _ => Err(BadLearned::NoFormat),
        }
    }

    /// What it is called.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Playouts(_) => "playout policy",
            Self::Priors(_) => "prior features",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_name_has_something_behind_it() {
        for name in Learned::built_in_names() {
            assert!(Learned::built_in(name).is_some(), "{name}");
        }
        assert_eq!(Learned::built_in("uniform"), None);
    }

    #[test]
    fn faults_are_told() {
        let good = PlayoutGammas::uniform().to_text("made by a test");
        let one = "\"........\" = 1.0";
        for (from, to, part) in [
            ("format = ", "form = ", "has no line format = \"tengen playout policy\""),
            ("tengen playout policy", "x", "its format is \"x\""),
            ("version = 1", "version = 2", "has version 2; version 1 is known"),
            ("version = 1", "version = ", "neither a playout policy nor"),
            ("version = 1", "version = 1\nmore = 2", "unknown field `more`"),
            (one, "", "1 of 2051 patterns are missing, the first is \"........\""),
            ("contiguous = 1.0\n", "", "1 of 7 features are missing, the first is \"contiguous\""),
            ("contiguous = ", "near = ", "\"near\" is no feature"),
            (one, "\".......\" = 1.0", "\".......\" is no pattern"),
            (one, "\"oooooooo\" = 1.0", "\"oooooooo\" is no pattern"),
            (one, "\"........\" = nan", "the γ of \"........\" is NaN"),
            (one, "\"........\" = inf", "the γ of \"........\" is inf"),
            (one, "\"........\" = 0.0", "the γ of \"........\" is 0"),
            (one, "\"........\" = -1.0", "the γ of \"........\" is -1"),
            (one, "\"........\" = \"a\"", "not a playout policy"),
            ("\"x.......\" = 1.0", "\"x.......\" = 1.0\n\"..x.....\" = 1.0", "is there twice"),
        ] {
            assert!(good.contains(from), "{from}");
            let error = Learned::from_text(&good.replacen(from, to, 1)).expect_err(to);
            assert!(error.to_string().contains(part), "{to}: {error}");
        }
        assert_eq!(Learned::from_text(""), Err(BadLearned::NoFormat));
        let priors = PriorGammas::uniform().to_text(&[]).replace("[eye]", "[ear]");
        let error = Learned::from_text(&priors).expect_err("no feature");
        assert!(matches!(error, BadLearned::Priors(_)), "{error}");
    }
}
