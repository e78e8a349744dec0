//! Rule sets.

use std::fmt;
use std::str::FromStr;

use crate::komi::Komi;

/// Which repetitions are forbidden. A pass is never a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Only to take back a single stone that has just taken a single stone.
    Simple,
    /// To bring back any earlier arrangement of stones.
    Positional,
    /// To bring back any earlier arrangement of stones with the same player to move.
    Situational,
}

impl fmt::Display for KoRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Simple => "simple ko",
            Self::Positional => "positional superko",
            Self::Situational => "situational superko",
        })
    }
}

/// What is to happen to dead stones when both players have passed. This is for whoever runs the
/// game: [`Position`](crate::Position) itself cannot tell dead stones and counts all as alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Everything on the board counts as it stands: what is dead must be captured first.
    AsItStands,
    /// The players agree on dead stones and take them off.
    Agreement,
}

/// The rules of a game, all with area scoring.
///
/// ```
/// use tengen_go::{KoRule, Rules};
/// let rules: Rules = "chinese".parse().unwrap();
/// assert_eq!(rules.ko, KoRule::Positional);
/// let error = "tromp-tailor".parse::<Rules>().unwrap_err();
/// assert!(error.to_string().contains("tromp-taylor"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: KoRule,
    /// Whether a player may take away his own stones' last liberty.
    pub suicide: bool,
    /// What happens to dead stones.
    pub ending: Ending,
    /// The komi that goes with the rules unless another is given.
    pub komi: Komi,
}

/// A name that no rule set has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules {0:?}: known are tromp-taylor, chinese and cgos")]
pub struct UnknownRules(String);

impl Rules {
    /// Tromp and Taylor's logical rules: positional superko, suicide allowed, everything counts
    /// as it stands.
    pub const TROMP_TAYLOR: Self = Self {
        ko: KoRule::Positional,
        suicide: true,
        ending: Ending::AsItStands,
        komi: Komi::SEVEN_AND_A_HALF,
    };

    /// Chinese rules as programs play them: positional superko, no suicide, dead stones agreed.
    pub const CHINESE: Self = Self {
        ko: KoRule::Positional,
        suicide: false,
        ending: Ending::Agreement,
        komi: Komi::SEVEN_AND_A_HALF,
    };

    /// The rules of the Computer Go Server: positional superko, no suicide, everything counts as
    /// it stands, komi 7.
    pub const CGOS: Self = Self {
        ko: KoRule::Positional,
        suicide: false,
        ending: Ending::AsItStands,
        komi: Komi::from_points(7),
    };

    /// Names and presets.
    pub const PRESETS: [(&'static str, Self); 3] =
        [("tromp-taylor", Self::TROMP_TAYLOR), ("chinese", Self::CHINESE), ("cgos", Self::CGOS)];

    /// The same rules with another ko rule.
    #[must_use]
    pub const fn with_ko(self, ko: KoRule) -> Self {
        Self { ko, ..self }
    }

    /// The same rules with suicide allowed or forbidden.
    #[must_use]
    pub const fn with_suicide(self, suicide: bool) -> Self {
        Self { suicide, ..self }
    }
}

/// Chinese rules.
impl Default for Rules {
    fn default() -> Self {
        Self::CHINESE
    }
}

impl FromStr for Rules {
    type Err = UnknownRules;
    fn from_str(name: &str) -> Result<Self, UnknownRules> {
        let known = Self::PRESETS.iter().find(|(preset, _)| preset.eq_ignore_ascii_case(name));
        known.map(|&(_, rules)| rules).ok_or_else(|| UnknownRules(name.to_owned()))
    }
}
