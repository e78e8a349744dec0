//! Experiments without games: what policies have learned, beside what a paper's have.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::Deserialize;

use crate::contest_file::BadFile;
use crate::experiment::{EXPERIMENTS, Experiment};

/// The experiments of this kind that come with the program: name and file.
pub const WEIGHTS_EXPERIMENTS: &[(&str, &str)] =
    &[("go-weights", include_str!("../../../experiments/go-weights.toml"))];

/// One or two playout policies whose γ's are shown, as it is written in TOML.
///
/// ```
/// use tengen_arena::{AnyExperiment, WEIGHTS_EXPERIMENTS};
/// let experiment = AnyExperiment::named(WEIGHTS_EXPERIMENTS[0].0).unwrap().unwrap();
/// let AnyExperiment::Weights(experiment) = experiment else { panic!("no games are played") };
/// assert_eq!(experiment.features[0].paper["MM"], 11.12);
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WeightsExperiment {
    /// What it is called.
    pub title: String,
    /// Which paper.
    pub paper: String,
    /// Which tables and figures of it.
    pub table: String,
    /// What the paper did, and what is otherwise here.
    pub about: String,
    /// About how many minutes it takes.
    pub minutes: f64,
    /// Whose γ's.
    pub policies: Vec<WeightsPolicy>,
    /// The paper's numbers.
    pub features: Vec<FeatureRow>,
}

/// A policy of the paper, and ours of that kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WeightsPolicy {
    /// What the paper calls it.
    pub label: String,
    /// A built-in policy or a file; none if it has to be given.
    pub policy: Option<String>,
}

/// What a paper says of a feature.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FeatureRow {
    /// Its name.
    pub feature: String,
    /// The γ of each policy, by its label.
    pub paper: BTreeMap<String, f64>,
}

impl FromStr for WeightsExperiment {
    type Err = BadFile;
    fn from_str(text: &str) -> Result<Self, BadFile> {
        let experiment: Self = toml::from_str(text)?;
        let senseless = |text: String| Err(BadFile::Senseless(text));
        let labels: Vec<&str> = experiment.policies.iter().map(|it| it.label.as_str()).collect();
        match labels.as_slice() {
            [_] => {}
            [a, b] if a != b => {}
            [a, _] => return senseless(format!("two policies have the label {a:?}")),
            _ => return senseless(format!("{} policies; one or two can be shown", labels.len())),
        }
        for row in &experiment.features {
            for (label, gamma) in &row.paper {
                let name = &row.feature;
                if !labels.contains(&label.as_str()) {
                    return senseless(format!(
                        "feature {name:?}: no policy has the label {label:?}"
                    ));
                }
                if !(gamma.is_finite() && *gamma > 0.0) {
                    let text = format!("feature {name:?}: {label} = {gamma} is no positive number");
                    return senseless(text);
                }
            }
        }
        Ok(experiment)
    }
}

/// An experiment of either kind.
#[derive(Clone, Debug)]
pub enum AnyExperiment {
    /// With games.
    Games(Box<Experiment>),
    /// Without.
    Weights(WeightsExperiment),
}

impl AnyExperiment {
    /// The names of all that come with the program, and their files.
    pub fn built_in() -> impl Iterator<Item = (&'static str, &'static str)> {
        EXPERIMENTS.iter().chain(WEIGHTS_EXPERIMENTS).copied()
    }

    /// The experiment of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Result<Self, BadFile>> {
        let (_, text) = Self::built_in().find(|(known, _)| *known == name)?;
        Some(text.parse())
    }
}

impl FromStr for AnyExperiment {
    type Err = BadFile;
    fn from_str(text: &str) -> Result<Self, BadFile> {
        let table: toml::Table = toml::from_str(text)?;
        // Policies that are shown are a list; those that are learned for games have names.
        if table.get("policies").is_some_and(|policies| !policies.is_table()) {
            return text.parse().map(Self::Weights);
        }
        Ok(Self::Games(Box::new(text.parse()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_003_is_quoted_right() {
        let experiment: WeightsExperiment = WEIGHTS_EXPERIMENTS[0].1.parse().unwrap();
        let column = |label: &str| -> Vec<f64> {
            experiment.features.iter().map(|row| row.paper[label]).collect()
        };
        assert_eq!(column("MM"), [11.12, 32.37, 0.24, 6.71, 0.05, 0.65, 32.07]);
        assert_eq!(column("SB"), [7.43, 151.04, 0.53, 23.11, 0.02, 6.37, 141.80]);
    }

    #[test]
    fn senseless_files_are_refused() {
        let good = WEIGHTS_EXPERIMENTS[0].1;
        for (from, to, part) in [
            ("label = \"SB\"", "label = \"MM\"", "two policies have the label \"MM\""),
            ("[[policies]]", "[[policies]]\nlabel = \"X\"\n[[policies]]", "3 policies; one or two"),
            ("SB = 7.43", "XB = 7.43", "feature \"contiguous\": no policy has the label \"XB\""),
            ("SB = 7.43", "SB = nan", "feature \"contiguous\": SB = NaN is no positive number"),
            ("minutes = 0", "hours = 0", "unknown field `hours`"),
        ] {
            let error = good.replacen(from, to, 1).parse::<AnyExperiment>().expect_err(to);
            assert!(error.to_string().contains(part), "{to}: {error}");
        }
        assert!("policies = 3".parse::<AnyExperiment>().is_err());
        assert!("policies".parse::<AnyExperiment>().is_err());
    }
}
