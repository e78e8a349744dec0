//! Strengths of what is known of moves, and the files that hold them.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use tengen_go::Move;
use toml::{Table, Value};

use crate::go::prior_features::{PriorFeature, PriorLevels};
use crate::go::surroundings::{KnownSurroundings, Surroundings};

/// A γ for each level of each [`PriorFeature`], and for some larger surroundings. The probability of
/// a move is in proportion to the product of its γ's.
///
/// ```
/// use tengen_policy::go::PriorGammas;
/// let uniform = PriorGammas::uniform();
/// let text = uniform.to_text(&[("from", "nothing")]);
/// assert_eq!(PriorGammas::from_text(&text).unwrap(), uniform);
/// let error = PriorGammas::from_text(&text.replace("\"fills\" = 1.0", "\"fills\" = -1.0")).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the γ of eye, fills, is -1; it must be a positive number from 1e-12 to 1e12"
/// );
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PriorGammas {
    values: Vec<f64>,
    /// The same for use, feature by feature; after the levels of each comes a 1 for none.
    factors: Vec<f32>,
    known: KnownSurroundings,
    /// A γ for each of them.
    around: Vec<f64>,
}

pub(crate) const FORMAT: &str = "tengen prior features";
const VERSION: i64 = 2;

/// The table of the surroundings, and the text in it that holds them: a key and a γ in each line.
const SURROUNDINGS: &str = "surroundings";
const LINES: &str = "gammas";

/// γ's beyond these mean nothing.
const RANGE: std::ops::RangeInclusive<f64> = 1e-12..=1e12;

/// Why a text holds no such strengths.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPriorGammas {
    /// Not TOML.
    #[error("not a file of prior features: {0}")]
    Syntax(String),
    /// Another kind of file.
    #[error("not a file of prior features: it does not say format = {FORMAT:?}")]
    Format,
    /// A version that is not known.
    #[error("this file of prior features does not say version = {VERSION}, which is the one known")]
    Version,
    /// A name that stands for nothing.
    #[error("{0:?} is no feature")]
    Feature(String),
    /// A name that stands for no level.
    #[error("{1:?} is no level of {0}")]
    Level(&'static str, String),
    /// Something else where a table should be.
    #[error("{0} must be a table")]
    NoTable(String),
    /// A level is missing.
    #[error("{count} levels of {feature} are missing, the first is {first:?}")]
    Missing {
        /// The feature.
        feature: &'static str,
        /// How many.
        count: usize,
        /// One of them.
        first: String,
    },
    /// A level is there twice, in two spellings.
    #[error("{1:?} of {0} is there twice")]
    Twice(&'static str, String),
    /// Not a number that can be used.
    #[error("the γ of {0}, {1}, is {2}; it must be a positive number from 1e-12 to 1e12")]
    Value(&'static str, String, String),
    /// Surroundings without their text.
    #[error("{SURROUNDINGS} must be a table with a text {LINES:?} and nothing else")]
    NoSurroundings,
    /// A line that is none of surroundings.
    #[error(
        "line {0} of {SURROUNDINGS} is {1:?}; a line is a key of eight hexadecimal digits and a number from 1e-12 to 1e12"
    )]
    Line(usize, String),
    /// A key that is there twice.
    #[error("{SURROUNDINGS} have the key {0:08x} twice")]
    KeyTwice(u32),
    /// More than can be numbered.
    #[error("there are more than {} {SURROUNDINGS}", KnownSurroundings::MOST)]
    TooManySurroundings,
    /// Not as many as there are levels.
    #[error("there are {0} γ's, not {len}", len = PriorGammas::LEN)]
    Length(usize),
}

/// Where the levels of each feature begin among all levels, and in the end how many there are.
const STARTS: [usize; PriorFeature::ALL.len() + 1] = {
    let mut starts = [0; PriorFeature::ALL.len() + 1];
    let mut i = 0;
    while i < PriorFeature::ALL.len() {
        starts[i + 1] = starts[i] + PriorFeature::ALL[i].levels();
        i += 1;
    }
    starts
};

/// What was learned: see data/go.
static BUILT_IN: LazyLock<Arc<PriorGammas>> = LazyLock::new(|| {
    let text = include_str!("../../data/go/prior-19x19.toml");
    Arc::new(PriorGammas::from_text(text).unwrap_or_else(|error| unreachable!("{error}")))
});

impl PriorGammas {
    /// Those that come with the program, learned from games of strong players on the largest board.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        Arc::clone(&BUILT_IN)
    }

    /// How many γ's there are.
    pub const LEN: usize = STARTS[PriorFeature::ALL.len()];

    /// All are 1.
    #[must_use]
    pub fn uniform() -> Self {
        Self::of(vec![1.0; Self::LEN])
    }

    fn of(values: Vec<f64>) -> Self {
        let mut factors = Vec::with_capacity(values.len() + PriorFeature::ALL.len());
        for bounds in STARTS.windows(2) {
            factors.extend(values[bounds[0]..bounds[1]].iter().map(|&gamma| gamma as f32));
            factors.push(1.0);
        }
        Self { values, factors, known: KnownSurroundings::default(), around: Vec::new() }
    }

    /// From γ's in order: the levels of the first feature, then those of the second, and so on.
    pub fn from_values(values: Vec<f64>) -> Result<Self, BadPriorGammas> {
        if values.len() != Self::LEN {
            return Err(BadPriorGammas::Length(values.len()));
        }
        for (feature, bounds) in PriorFeature::ALL.into_iter().zip(STARTS.windows(2)) {
            let of_feature = &values[bounds[0]..bounds[1]];
            if let Some(level) = of_feature.iter().position(|gamma| !RANGE.contains(gamma)) {
                let name = feature.level_name(level).unwrap_or_default();
                let value = of_feature[level].to_string();
                return Err(BadPriorGammas::Value(feature.name(), name, value));
            }
        }
        Ok(Self::of(values))
    }

    /// The same with γ's of surroundings, by their keys, in the place of any that were there.
    pub fn with_surroundings(mut self, gammas: &[(u32, f64)]) -> Result<Self, BadPriorGammas> {
        for (number, &(key, gamma)) in gammas.iter().enumerate() {
            if !RANGE.contains(&gamma) {
                return Err(BadPriorGammas::Line(number + 1, format!("{key:08x} {gamma}")));
            }
        }
        if gammas.len() > KnownSurroundings::MOST {
            return Err(BadPriorGammas::TooManySurroundings);
        }
        self.known = KnownSurroundings::new(gammas.iter().map(|&(key, _)| key).collect());
        if self.known.keys().len() < gammas.len() {
            // The first that was left out is where the two lists part.
            let kept = self.known.keys().iter().zip(gammas);
            let same = kept.take_while(|(kept, (key, _))| *kept == key).count();
            return Err(BadPriorGammas::KeyTwice(gammas[same].0));
        }
        self.around = gammas.iter().map(|&(_, gamma)| gamma).collect();
        Ok(self)
    }

    /// The surroundings with a γ.
    #[must_use]
    pub const fn known_surroundings(&self) -> &KnownSurroundings {
        &self.known
    }

    /// Their keys, and the γ's.
    pub fn surroundings(&self) -> impl Iterator<Item = (u32, f64)> {
        self.known.keys().iter().copied().zip(self.around.iter().copied())
    }

    /// All γ's of features in that order.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Those of a feature.
    #[must_use]
    pub fn of_feature(&self, feature: PriorFeature) -> &[f64] {
        &self.values[STARTS[feature as usize]..STARTS[feature as usize + 1]]
    }

    /// The strength of a move with these levels: the product of their γ's.
    #[inline]
    #[must_use]
    pub fn strength(&self, levels: &PriorLevels) -> f32 {
        let mut strength = 1.0;
        for (i, &level) in levels.iter().enumerate() {
            let start = STARTS[i] + i;
            let none = STARTS[i + 1] - STARTS[i];
            strength *= self.factors[start + usize::from(level).min(none)];
        }
        strength
    }

    /// The γ of the largest known surroundings of a move, 1 if there are none.
    #[inline]
    #[must_use]
    pub fn strength_around(&self, surroundings: &Surroundings, m: Move) -> f32 {
        let largest = m.point().and_then(|point| self.known.largest(surroundings, point));
        largest.map_or(1.0, |number| self.around[usize::from(number)] as f32)
    }

    /// Reads a file.
    pub fn from_text(text: &str) -> Result<Self, BadPriorGammas> {
        let mut file: Table = text
            .parse()
            .map_err(|error: toml::de::Error| BadPriorGammas::Syntax(error.to_string()))?;
        if file.remove("format") != Some(Value::String(FORMAT.to_owned())) {
            return Err(BadPriorGammas::Format);
        }
        if file.remove("version") != Some(Value::Integer(VERSION)) {
            return Err(BadPriorGammas::Version);
        }
        let provenance = "provenance";
        if !file.remove(provenance).is_none_or(|value| value.is_table()) {
            return Err(BadPriorGammas::NoTable(provenance.to_owned()));
        }
        let mut values = Vec::with_capacity(Self::LEN);
        for feature in PriorFeature::ALL {
            match file.remove(feature.name()) {
                Some(Value::Table(table)) => values.extend(read_feature(feature, &table)?),
                Some(_) => return Err(BadPriorGammas::NoTable(feature.name().to_owned())),
                None => values.extend(read_feature(feature, &Table::new())?),
            }
        }
        let surroundings = file.remove(SURROUNDINGS).map_or(Ok(Vec::new()), read_surroundings)?;
        match file.keys().next() {
            Some(unknown) => Err(BadPriorGammas::Feature(unknown.clone())),
            None => Self::from_values(values)?.with_surroundings(&surroundings),
        }
    }

    /// The text of a file. `provenance` says how it came about.
    #[must_use]
    pub fn to_text(&self, provenance: &[(&str, &str)]) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "format = {FORMAT:?}\nversion = {VERSION}\n\n[provenance]");
        for (key, value) in provenance {
            let _ = writeln!(text, "{} = {}", quoted(key), quoted(value));
        }
        for feature in PriorFeature::ALL {
            let _ = writeln!(text, "\n[{}]", feature.name());
            for (level, gamma) in self.of_feature(feature).iter().enumerate() {
                let name = feature.level_name(level).unwrap_or_default();
                let _ = writeln!(text, "\"{name}\" = {gamma:?}");
            }
        }
        if !self.around.is_empty() {
            let _ = writeln!(text, "\n[{SURROUNDINGS}]\n{LINES} = '''");
            for (key, gamma) in self.surroundings() {
                let _ = writeln!(text, "{key:08x} {gamma:?}");
            }
            text.push_str("'''\n");
        }
        text
    }
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            // Writing to a string cannot fail.
            _ if c.is_control() => drop(write!(quoted, "\\u{:04X}", u32::from(c))),
            _ => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Keys and γ's of surroundings.
fn read_surroundings(value: Value) -> Result<Vec<(u32, f64)>, BadPriorGammas> {
    let Value::Table(mut table) = value else { return Err(BadPriorGammas::NoSurroundings) };
    let (Some(Value::String(text)), true) = (table.remove(LINES), table.is_empty()) else {
        return Err(BadPriorGammas::NoSurroundings);
    };
    let read = |line: &str| {
        let (key, gamma) = line.split_once(' ')?;
        let is_key = key.len() == 8 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
        let key = is_key.then(|| u32::from_str_radix(key, 16).ok()).flatten()?;
        Some((key, gamma.parse().ok()?))
    };
    let lines = text.lines().zip(1..).map(|(line, number)| {
        let shown = || line.chars().take(LONGEST_SHOWN).collect();
        read(line).ok_or_else(|| BadPriorGammas::Line(number, shown()))
    });
    lines.collect()
}

/// Characters of a line that a message repeats.
const LONGEST_SHOWN: usize = 40;

/// The γ's of a feature in order.
fn read_feature(feature: PriorFeature, table: &Table) -> Result<Vec<f64>, BadPriorGammas> {
    let mut values = vec![None; feature.levels()];
    for (name, value) in table {
        let Some(level) = feature.level(name) else {
            return Err(BadPriorGammas::Level(feature.name(), name.clone()));
        };
        let number = value.as_float().or(value.as_integer().map(|whole| whole as f64));
        let Some(number) = number else {
            return Err(BadPriorGammas::Value(
                feature.name(),
                name.clone(),
                format!("a {}", value.type_str()),
            ));
        };
        if values[level].replace(number).is_some() {
            return Err(BadPriorGammas::Twice(feature.name(), name.clone()));
        }
    }
    if let Some(first) = values.iter().position(Option::is_none) {
        return Err(BadPriorGammas::Missing {
            feature: feature.name(),
            count: values.iter().filter(|value| value.is_none()).count(),
            first: feature.level_name(first).unwrap_or_default(),
        });
    }
    Ok(values.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_both_ways_and_others_are_refused() {
        let values: Vec<f64> = (0..PriorGammas::LEN).map(|i| 0.1 + i as f64 / 7.0).collect();
        let gammas = PriorGammas::from_values(values).unwrap();
        let gammas = gammas.with_surroundings(&[(0xabc, 2.5), (0xffff_ffff, 1e-12)]).unwrap();
        let good = gammas.to_text(&[("by", "a \"test\"\nin two lines"), ("on \"it\"", "1")]);
        assert_eq!(PriorGammas::from_text(&good), Ok(gammas.clone()));
        let pass = format!("first\" = {:?}", gammas.of_feature(PriorFeature::Pass)[0]);
        for (from, to, part) in [
            ("format = ", "form = ", "does not say format = \"tengen prior features\""),
            ("version = 2", "version = 1", "does not say version = 2"),
            ("version = 2", "version = 2\nx", "not a file of prior features: "),
            ("[provenance]", "[province]", "\"province\" is no feature"),
            ("[eye]", "[ear]", "1 levels of eye are missing, the first is \"fills\""),
            ("[eye]", "[tower]\n[eye]", "\"tower\" is no feature"),
            ("\"fills\"", "\"empties\"", "\"empties\" is no level of eye"),
            (&pass, "first\" = nan", "the γ of pass, first, is NaN"),
            (&pass, "first\" = inf", "the γ of pass, first, is inf"),
            (&pass, "first\" = 0", "the γ of pass, first, is 0"),
            (&pass, "first\" = \"one\"", "the γ of pass, first, is a string"),
            (
                "[pattern]",
                "[pattern]\n\".ox.....\" = 1.0",
                "\"xo......\" of pattern is there twice",
            ),
            ("[provenance]", "eye = 3\n[provenance]", "not a file of prior features: "),
            ("00000abc 2.5", "abc 2.5", "line 1 of surroundings is \"abc 2.5\"; a line is a key"),
            ("00000abc 2.5", "00000abc", "line 1 of surroundings is \"00000abc\""),
            ("00000abc 2.5", "+0000abc 2.5", "line 1 of surroundings"),
            ("ffffffff 1e-12", "ffffffff nan", "line 2 of surroundings is \"ffffffff NaN\""),
            ("ffffffff 1e-12", "ffffffff -1", "line 2 of surroundings"),
            ("ffffffff 1e-12", "00000abc 3", "surroundings have the key 00000abc twice"),
            ("gammas = '''", "lines = '''", "must be a table with a text \"gammas\""),
            ("gammas = '''", "more = 1\ngammas = '''", "and nothing else"),
            ("[surroundings]", "[[surroundings]]", "surroundings must be a table"),
        ] {
            assert!(good.contains(from), "{from}");
            let error =
                PriorGammas::from_text(&good.replacen(from, to, 1)).map(drop).expect_err(to);
            assert!(error.to_string().contains(part), "{to}: {error}");
        }
        let bare =
            good.split("\n[eye]").next().unwrap().replace("version = 2", "version = 2\neye = 3");
        let error = PriorGammas::from_text(&bare).unwrap_err();
        assert_eq!(error.to_string(), "eye must be a table");
        assert_eq!(PriorGammas::from_values(vec![1.0]), Err(BadPriorGammas::Length(1)));
        assert!(PriorGammas::from_text("").is_err());
        let many: Vec<(u32, f64)> = (0..70_000).map(|key| (key, 1.0)).collect();
        let refused = PriorGammas::uniform().with_surroundings(&many);
        assert_eq!(refused, Err(BadPriorGammas::TooManySurroundings));
    }

    #[test]
    fn strengths_are_products() {
        let mut values = vec![1.0; PriorGammas::LEN];
        let level = |feature: PriorFeature, name: &str| feature.level(name).unwrap();
        let at =
            |feature: PriorFeature, name: &str| STARTS[feature as usize] + level(feature, name);
        values[at(PriorFeature::Pattern, "........")] = 3.0;
        values[at(PriorFeature::Pass, "second")] = 5.0;
        values[at(PriorFeature::Place, "1")] = 0.5;
        let gammas = PriorGammas::from_values(values).unwrap();
        let mut levels = [u16::MAX; PriorFeature::ALL.len()];
        assert_eq!(gammas.strength(&levels), 1.0);
        levels[PriorFeature::Pass as usize] = 1;
        assert_eq!(gammas.strength(&levels), 5.0);
        levels[PriorFeature::Pattern as usize] = 0;
        levels[PriorFeature::Place as usize] = 0;
        assert_eq!(gammas.strength(&levels), 7.5);
    }
}
