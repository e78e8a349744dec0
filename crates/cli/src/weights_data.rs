//! What `learn show` shows, as JSON.

use serde::Serialize;
use tengen_go::Pattern;
use tengen_learn::go::elo;
use tengen_learn::mm::Frequency;

use crate::weights_view::{FeatureLine, Part, Selection, View, What, untouched};

impl View {
    /// All of it.
    pub(crate) fn data(&self) -> impl Serialize + '_ {
        ViewData {
            kind: self.sources[0].learned.kind(),
            policies: self
                .sources
                .iter()
                .map(|source| PolicyData { label: &source.label, from: &source.from })
                .collect(),
            features: &self.features,
            pattern_features: self.parts.iter().map(|part| self.part_data(part)).collect(),
        }
    }

    fn part_data(&self, part: &Part) -> PartData {
        let names =
            |patterns: &[Pattern]| patterns.iter().map(ToString::to_string).collect::<Vec<_>>();
        let pattern_data = |pattern: Pattern| PatternData {
            pattern: pattern.to_string(),
            atari: pattern.has_atari(),
            eye: pattern.is_eye(),
            gammas: part.rankings.iter().map(|it| it.gamma(pattern)).collect(),
            elo: part.rankings.iter().map(|it| tenth(elo(it.gamma(pattern)))).collect(),
            ranks: part.rankings.iter().map(|it| it.rank(pattern)).collect(),
            seen: self
                .sources
                .iter()
                .map(|source| source.seen(part.feature, pattern).map(SeenData::from))
                .collect(),
        };
        let selection_data = |selection: &Selection| SelectionData {
            what: selection.what,
            by: self.sources[selection.by].label.clone(),
            patterns: names(&selection.patterns),
        };
        let thin = |(source, ranking)| -> Vec<String> {
            self.thin(source, part, ranking).map(|(pattern, _)| pattern.to_string()).collect()
        };
        let bins = self.density(part).counts().into_iter();
        PartData {
            feature: part.feature.prior().name(),
            patterns: Pattern::all().map(pattern_data).collect(),
            selections: part.selections.iter().map(selection_data).collect(),
            density: bins
                .map(|bin| BinData { low: bin.low, high: bin.high, counts: bin.counts })
                .collect(),
            untouched: part.rankings.iter().map(|it| names(&untouched(it))).collect(),
            thin: self.sources.iter().zip(&part.rankings).map(thin).collect(),
        }
    }
}

/// To a tenth: no more is meant.
fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[derive(Serialize)]
struct ViewData<'a> {
    kind: &'static str,
    policies: Vec<PolicyData<'a>>,
    features: &'a [FeatureLine],
    pattern_features: Vec<PartData>,
}

#[derive(Serialize)]
struct PolicyData<'a> {
    label: &'a str,
    from: &'a str,
}

#[derive(Serialize)]
struct PartData {
    feature: &'static str,
    patterns: Vec<PatternData>,
    selections: Vec<SelectionData>,
    density: Vec<BinData>,
    untouched: Vec<Vec<String>>,
    thin: Vec<Vec<String>>,
}

#[derive(Serialize)]
struct PatternData {
    pattern: String,
    atari: bool,
    eye: bool,
    gammas: Vec<f64>,
    elo: Vec<f64>,
    ranks: Vec<Option<usize>>,
    seen: Vec<Option<SeenData>>,
}

#[derive(Serialize)]
struct SeenData {
    played: u64,
    moves: u64,
    positions: u64,
}

impl From<Frequency> for SeenData {
    fn from(counts: Frequency) -> Self {
        let Frequency { victories, participations, presences } = counts;
        Self { played: victories, moves: participations, positions: presences }
    }
}

#[derive(Serialize)]
struct SelectionData {
    what: What,
    by: String,
    patterns: Vec<String>,
}

#[derive(Serialize)]
struct BinData {
    low: f64,
    high: f64,
    counts: Vec<usize>,
}
