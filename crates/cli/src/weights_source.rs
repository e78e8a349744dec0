//! What `learn show` reads: policies and priors, and how often their features were seen.

use std::path::Path;

use anyhow::{Context, bail};
use tengen_engine::read_at_most;
use tengen_go::Pattern;
use tengen_learn::go::{FeatureSet, PatternRanking, PlayoutSet, PriorSet};
use tengen_learn::mm::{Frequency, read_frequencies};
use tengen_policy::go::{Learned, PriorFeature};

/// The longest file that is read.
const LONGEST_FILE: usize = 1 << 22;

/// What was learned, what it is called in tables, and where it is from.
pub(crate) struct Source {
    pub(crate) label: String,
    pub(crate) from: String,
    pub(crate) learned: Learned,
    /// How often each γ's feature was seen, if that is known.
    pub(crate) counts: Option<Vec<Frequency>>,
}

impl Source {
    /// A built-in word or a file.
    pub(crate) fn read(label: &str, word: &str) -> anyhow::Result<Self> {
        let learned = match Learned::built_in(word) {
            Some(learned) => learned,
            None => read_file(word)?,
        };
        Ok(Self { label: label.to_owned(), from: word.to_owned(), learned, counts: None })
    }

    /// Adds how often each feature was seen, as `learn mm --frequencies` writes it.
    pub(crate) fn read_counts(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = || path.display().to_string();
        let features = match &self.learned {
            Learned::Playouts(_) => PlayoutSet::default().features(),
            Learned::Priors(gammas) => {
                PriorSet::new(gammas.known_surroundings().clone()).features()
            }
        };
        let text = read_text(path)?;
        let (gammas, counts) = read_frequencies(&features, &text).with_context(name)?;
        let ours = match &self.learned {
            Learned::Playouts(gammas) => gammas.values(),
            Learned::Priors(gammas) => gammas.values(),
        };
        let is_other = |(a, b): (&f64, &f64)| (a / b - 1.0).abs() > 1e-3;
        if let Some(index) = ours.iter().zip(gammas.all()).position(is_other) {
            bail!(
                "{}: its gamma {index} is {}, that of {} is {}: it is of another run",
                name(),
                gammas.all()[index],
                self.from,
                ours[index]
            );
        }
        self.counts = Some(counts.all().to_vec());
        Ok(())
    }

    /// The 3x3 patterns of a feature, in their order.
    pub(crate) fn ranking(&self, part: PatternFeature) -> PatternRanking {
        match &self.learned {
            Learned::Playouts(gammas) => PatternRanking::of_playouts(gammas),
            Learned::Priors(gammas) => {
                PatternRanking::new(gammas.of_feature(part.prior()), |_| true)
            }
        }
    }

    /// How often a pattern of a feature was seen.
    pub(crate) fn seen(&self, part: PatternFeature, pattern: Pattern) -> Option<Frequency> {
        let before = match (&self.learned, part) {
            (Learned::Playouts(_), _) | (_, PatternFeature::Pattern) => 0,
            (Learned::Priors(_), PatternFeature::Answer) => {
                let is_before = |feature: &PriorFeature| *feature != PriorFeature::Answer;
                let earlier = PriorFeature::ALL.into_iter().take_while(is_before);
                earlier.map(PriorFeature::levels).sum()
            }
        };
        self.counts.as_ref()?.get(before + pattern.index()).copied()
    }
}

fn read_file(word: &str) -> anyhow::Result<Learned> {
    let path = Path::new(word);
    let known: Vec<&str> = Learned::built_in_names().collect();
    if !path.exists() {
        bail!("there is no file {word}, and built in are only {}", known.join(", "));
    }
    Learned::from_text(&read_text(path)?).with_context(|| word.to_owned())
}

fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = read_at_most(path, LONGEST_FILE)
        .with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{} is not text", path.display()))
}

/// A feature whose levels are 3x3 patterns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PatternFeature {
    Pattern,
    /// The pattern of a move next to the last one; priors only.
    Answer,
}

impl PatternFeature {
    pub(crate) const fn prior(self) -> PriorFeature {
        match self {
            Self::Pattern => PriorFeature::Pattern,
            Self::Answer => PriorFeature::Answer,
        }
    }

    /// Put before headings where there are several.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Pattern => "Patterns of all moves",
            Self::Answer => "Patterns of moves next to the last one (answer)",
        }
    }
}
