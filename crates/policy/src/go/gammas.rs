//! The numbers of a playout policy, and the files that hold them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;
use tengen_go::Pattern;

use crate::go::local_features::LocalFeature;

/// A γ for each pattern class and each local feature (paper 003, section 2.1: γ = e^θ). The probability
/// of a move is in proportion to the product of its γ's.
///
/// ```
/// use tengen_policy::go::PlayoutGammas;
/// let uniform = PlayoutGammas::uniform();
/// let text = uniform.to_text("nothing was learned");
/// assert_eq!(PlayoutGammas::from_text(&text).unwrap(), uniform);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlayoutGammas {
    gammas: Vec<f64>,
}

/// The first line of every file.
pub(crate) const FORMAT: &str = "tengen playout policy";
const VERSION: u32 = 1;

/// What was learned: see data/go.
const BUILT_IN: &[(&str, &str)] = &[
    ("mm-19x19", include_str!("../../data/go/mm-19x19.toml")),
    ("mm-9x9", include_str!("../../data/go/mm-9x9.toml")),
    ("sb-9x9", include_str!("../../data/go/sb-9x9.toml")),
];

/// γ's beyond these mean nothing that a playout could tell.
const RANGE: std::ops::RangeInclusive<f64> = 1e-12..=1e12;

/// A file as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    features: BTreeMap<String, f64>,
    patterns: BTreeMap<String, f64>,
}

/// Why a text is no playout policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGammas {
    /// Not TOML, or not of this shape.
    #[error("not a playout policy: {0}")]
    Syntax(String),
    /// Another kind of file.
    #[error("not a playout policy: its format is {0:?}, not {FORMAT:?}")]
    Format(String),
    /// A version that is not known.
    #[error("this playout policy has version {0}; version {VERSION} is known")]
    Version(u32),
    /// A name that stands for nothing.
    #[error("{0:?} is no {1}")]
    Unknown(String, &'static str),
    /// Some names are missing.
    #[error("{0} of {1} {2}s are missing, the first is {3:?}")]
    Missing(usize, usize, &'static str, String),
    /// A pattern is there twice, in two positions.
    #[error("the pattern {0:?} is there twice")]
    Twice(String),
    /// Not a number that can be used.
    #[error("the γ of {0:?} is {1}; it must be a positive number from 1e-12 to 1e12")]
    Value(String, String),
}

impl PlayoutGammas {
    /// How many γ's there are: patterns first, then local features.
    pub const LEN: usize = Pattern::ALL + LocalFeature::ALL.len();

    /// The names of those that come with the program.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// Those of this name that come with the program.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Self::from_text(text).ok()
    }

    /// All are 1.
    #[must_use]
    pub fn uniform() -> Self {
        Self { gammas: vec![1.0; Self::LEN] }
    }

    /// From γ's in order, patterns first, then local features.
    pub fn from_values(gammas: Vec<f64>) -> Result<Self, BadGammas> {
        if gammas.len() != Self::LEN {
            let text = format!("{} numbers, not {}", gammas.len(), Self::LEN);
            return Err(BadGammas::Syntax(text));
        }
        match gammas.iter().position(|gamma| !RANGE.contains(gamma)) {
            Some(i) => Err(BadGammas::Value(name(i), gammas[i].to_string())),
            None => Ok(Self { gammas }),
        }
    }

    /// From weights, γ = e^θ.
    pub fn from_weights(theta: &[f64]) -> Result<Self, BadGammas> {
        Self::from_values(theta.iter().map(|t| t.exp()).collect())
    }

    /// All γ's in order, patterns first, then local features.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.gammas
    }

    /// All weights, θ = ln γ, in the same order.
    #[must_use]
    pub fn weights(&self) -> Vec<f64> {
        self.gammas.iter().map(|gamma| gamma.ln()).collect()
    }

    /// The γ of a pattern.
    #[must_use]
    pub fn pattern(&self, pattern: Pattern) -> f64 {
        self.gammas[pattern.index()]
    }

    /// The γ of a local feature.
    #[must_use]
    pub fn feature(&self, feature: LocalFeature) -> f64 {
        self.gammas[Pattern::ALL + feature.index()]
    }

    /// The same with another γ of a local feature.
    pub fn with_feature(mut self, feature: LocalFeature, gamma: f64) -> Result<Self, BadGammas> {
        self.gammas[Pattern::ALL + feature.index()] = gamma;
        Self::from_values(self.gammas)
    }

    /// Reads a file.
    pub fn from_text(text: &str) -> Result<Self, BadGammas> {
        let file: File =
            toml::from_str(text).map_err(|error| BadGammas::Syntax(error.to_string()))?;
        if file.format != FORMAT {
            return Err(BadGammas::Format(file.format));
        }
        if file.version != VERSION {
            return Err(BadGammas::Version(file.version));
        }
        let mut gammas = vec![None; Self::LEN];
        for (key, gamma) in file.patterns {
            let pattern: Pattern =
                key.parse().map_err(|_| BadGammas::Unknown(key.clone(), "pattern"))?;
            if gammas[pattern.index()].replace(gamma).is_some() {
                return Err(BadGammas::Twice(key));
            }
        }
        for (key, gamma) in file.features {
            let feature = LocalFeature::ALL.into_iter().find(|feature| feature.name() == key);
            let feature = feature.ok_or(BadGammas::Unknown(key, "feature"))?;
            gammas[Pattern::ALL + feature.index()] = Some(gamma);
        }
        for (range, what) in [(0..Pattern::ALL, "pattern"), (Pattern::ALL..Self::LEN, "feature")] {
            let missing: Vec<usize> = range.clone().filter(|&i| gammas[i].is_none()).collect();
            if let Some(&first) = missing.first() {
                return Err(BadGammas::Missing(missing.len(), range.len(), what, name(first)));
            }
        }
        Self::from_values(gammas.into_iter().flatten().collect())
    }

    /// The text of a file, with a note on how it came about.
    #[must_use]
    pub fn to_text(&self, note: &str) -> String {
        let mut text = String::new();
        for line in note.lines() {
            let _ = writeln!(text, "# {line}");
        }
        let _ = writeln!(text, "format = {FORMAT:?}\nversion = {VERSION}\n\n[features]");
        for feature in LocalFeature::ALL {
            let _ = writeln!(text, "{} = {:?}", feature.name(), self.feature(feature));
        }
        let _ = writeln!(
            text,
            "\n# Row by row without the centre: . empty, x own, o the opponent's, # off the board, capitals in atari.\n[patterns]"
        );
        for pattern in Pattern::all() {
            let _ = writeln!(text, "\"{pattern}\" = {:?}", self.pattern(pattern));
        }
        text
    }
}

/// What the γ with this number belongs to.
fn name(index: usize) -> String {
    match index.checked_sub(Pattern::ALL) {
        None => Pattern::all().nth(index).map_or_else(String::new, |pattern| pattern.to_string()),
        Some(feature) => {
            LocalFeature::ALL.get(feature).map_or_else(String::new, |f| f.name().to_owned())
        }
    }
}
