//! What was learned of moves of Go as tables and pictures: paper 003, section 3.5.

use std::fmt::Write as _;

use anyhow::bail;
use serde::Serialize;
use tengen_go::Pattern;
use tengen_learn::go::{PatternRanking, elo};
use tengen_learn::mm::Frequency;
use tengen_policy::go::{Learned, LocalFeature, PriorFeature};
use tengen_report::{Column, Gallery, Histogram, Sheet, Stone, Table, Tile, TileCell};

use crate::weights_source::{PatternFeature, Source};

/// How wide galleries and histograms are in a terminal.
const WIDTH: usize = 100;

/// A pattern that was there in fewer positions than this is marked.
const THIN: u64 = 100;

/// How many patterns without a word learned of them are named.
const MOST_NAMED: usize = 8;

/// Names of a policy that are not longer than this stand beside its numbers.
const SHORT: usize = 4;

/// How ranks and Elo are meant.
const SCALES: &str = "Rank 1 is the largest γ; Elo is 400 log10 γ.";

/// One or two policies of a kind, and what is shown of them.
pub(crate) struct View {
    pub(crate) sources: Vec<Source>,
    pub(crate) features: Vec<FeatureLine>,
    pub(crate) parts: Vec<Part>,
}

/// A feature, or a level of one.
#[derive(Serialize)]
pub(crate) struct FeatureLine {
    feature: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    gammas: Vec<f64>,
}

/// A feature of patterns.
pub(crate) struct Part {
    pub(crate) feature: PatternFeature,
    pub(crate) rankings: Vec<PatternRanking>,
    pub(crate) selections: Vec<Selection>,
}

/// Some patterns that are worth a look.
pub(crate) struct Selection {
    pub(crate) what: What,
    /// By which of the policies.
    pub(crate) by: usize,
    pub(crate) patterns: Vec<Pattern>,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum What {
    Top,
    Bottom,
    TopWithoutAtari,
    HigherThanInTheOther,
}

impl Part {
    fn new(feature: PatternFeature, sources: &[Source], top: usize) -> Self {
        let rankings: Vec<PatternRanking> =
            sources.iter().map(|source| source.ranking(feature)).collect();
        let chosen = |what: What, by: usize| -> Vec<Pattern> {
            let order = rankings[by].order().iter().copied();
            match what {
                What::Top => order.take(top).collect(),
                What::Bottom => order.rev().take(top).collect(),
                What::TopWithoutAtari => order.filter(|it| !it.has_atari()).take(top).collect(),
                What::HigherThanInTheOther => {
                    let mut leads = rankings[by].higher_than_in(&rankings[1 - by]);
                    leads.truncate(top);
                    leads
                }
            }
        };
        let mut selections = Vec::new();
        for what in [What::Top, What::Bottom, What::TopWithoutAtari, What::HigherThanInTheOther] {
            let needs_two = matches!(what, What::HigherThanInTheOther);
            for by in (0..rankings.len()).filter(|_| !needs_two || rankings.len() == 2) {
                selections.push(Selection { what, by, patterns: chosen(what, by) });
            }
        }
        Self { feature, rankings, selections }
    }
}

impl View {
    /// Of one or two that are of one kind, with so many patterns in each selection.
    pub(crate) fn new(sources: Vec<Source>, top: usize) -> anyhow::Result<Self> {
        if let [a, b] = sources.as_slice()
            && a.learned.kind() != b.learned.kind()
        {
            bail!(
                "{} is a file of {}, {} one of {}: their gammas cannot be compared",
                a.from,
                kind_words(&a.learned),
                b.from,
                kind_words(&b.learned)
            );
        }
        let features = feature_lines(&sources);
        let is_prior = sources.iter().any(|it| matches!(it.learned, Learned::Priors(_)));
        let parts: &[PatternFeature] = match is_prior {
            true => &[PatternFeature::Pattern, PatternFeature::Answer],
            false => &[PatternFeature::Pattern],
        };
        let parts = parts.iter().map(|&feature| Part::new(feature, &sources, top)).collect();
        Ok(Self { sources, features, parts })
    }

    fn is_prior(&self) -> bool {
        self.parts.len() > 1
    }

    /// `A γ`, or `γ` if there is only one.
    fn named(&self, of: usize, what: &str) -> String {
        match self.sources.len() {
            1 => what.to_owned(),
            _ => format!("{} {what}", self.sources[of].label),
        }
    }

    /// The γ's of features that are no patterns.
    pub(crate) fn feature_table(&self) -> Table {
        let mut columns = vec![Column::left("feature")];
        if self.is_prior() {
            columns.push(Column::left("level"));
        }
        columns.extend((0..self.sources.len()).map(|of| Column::right(self.named(of, "γ"))));
        let mut table = Table::new(columns);
        for line in &self.features {
            let words = [Some(line.feature.to_owned()), line.level.clone()].into_iter().flatten();
            table.row(words.chain(line.gammas.iter().map(|&gamma| gamma_text(gamma))));
        }
        table
    }

    /// The γ of a local feature of a playout policy, by its name and the policy's label.
    pub(crate) fn local_gamma(&self, label: &str, feature: &str) -> Option<f64> {
        let of = self.sources.iter().position(|source| source.label == label)?;
        let line = self.features.iter().find(|line| line.feature == feature)?;
        Some(line.gammas[of])
    }

    fn gallery(&self, part: &Part, selection: &Selection) -> Gallery {
        let mut labels = vec!["name".to_owned()];
        for of in 0..self.sources.len() {
            labels.extend([self.named(of, "rank"), self.named(of, "γ")]);
            if self.sources[of].counts.is_some() {
                labels.push(self.named(of, "seen"));
            }
        }
        let gallery = Gallery::new(self.heading(part, selection)).labels(labels);
        selection.patterns.iter().fold(gallery, |gallery, &pattern| {
            let mut captions = vec![pattern.to_string()];
            for (source, ranking) in self.sources.iter().zip(&part.rankings) {
                let rank = ranking.rank(pattern);
                captions.push(rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string()));
                let mut gamma = gamma_text(ranking.gamma(pattern));
                let seen = source.seen(part.feature, pattern).map(|counts| counts.presences);
                if seen.is_some_and(|seen| seen < THIN) {
                    gamma.push('?');
                }
                captions.push(gamma);
                captions.extend(seen.map(|seen| seen.to_string()));
            }
            gallery.tile(tile(pattern).captions(captions))
        })
    }

    fn heading(&self, part: &Part, selection: &Selection) -> String {
        let count = selection.patterns.len();
        let words = match selection.what {
            What::Top => format!("The {count} patterns with the largest γ"),
            What::Bottom => format!("The {count} patterns with the smallest γ"),
            What::TopWithoutAtari => {
                format!("The {count} patterns without a stone in atari that have the largest γ")
            }
            What::HigherThanInTheOther => {
                let label = |of: usize| &self.sources[of].label;
                let (by, other) = (label(selection.by), label(1 - selection.by));
                let whose = match count {
                    0 => "No patterns rank".to_owned(),
                    _ => format!("The {count} patterns whose rank differs most: they rank"),
                };
                format!("{whose} higher in {by} than in {other}")
            }
        };
        let by = match selection.what {
            What::HigherThanInTheOther => String::new(),
            _ if self.sources.len() == 1 => String::new(),
            _ => format!(", by {}", self.sources[selection.by].label),
        };
        let of = match part.feature {
            PatternFeature::Answer => " (answer)",
            PatternFeature::Pattern => "",
        };
        words + &by + of
    }

    /// How many patterns have which strength: figure 3.
    pub(crate) fn density(&self, part: &Part) -> Histogram {
        let values = |ranking: &PatternRanking| -> Vec<f64> {
            ranking.order().iter().map(|&pattern| elo(ranking.gamma(pattern))).collect()
        };
        let all: Vec<Vec<f64>> = part.rankings.iter().map(values).collect();
        let low = all.iter().flatten().copied().fold(0.0, f64::min);
        let high = all.iter().flatten().copied().fold(0.0, f64::max);
        // A screen should hold it.
        let width = if high - low <= 4000.0 { 100.0 } else { 500.0 };
        let of = match part.feature {
            PatternFeature::Answer => " (answer)",
            PatternFeature::Pattern => "",
        };
        let plot = Histogram::new(format!("How many patterns have which strength{of}"))
            .x_label("Elo")
            .y_label("patterns")
            .bins(0.0, width)
            .side_by_side();
        self.sources.iter().zip(all).fold(plot, |plot, (source, values)| {
            let name = if self.sources.len() == 1 { "" } else { &source.label };
            plot.series(name, values)
        })
    }

    /// What to know before looking at patterns.
    fn explanation(&self, part: &Part) -> String {
        let ranked = part.rankings[0].order().len();
        let left_out = Pattern::ALL - ranked;
        let mut text = format!("{ranked} patterns have a rank");
        if left_out > 0 {
            let _ = write!(text, "; the {left_out} that fill an own eye are never played");
        }
        text + "."
    }

    /// Of which patterns a file knows nothing.
    fn unknown(&self, part: &Part) -> Vec<String> {
        let mut lines = Vec::new();
        for (source, ranking) in self.sources.iter().zip(&part.rankings) {
            let name = if self.sources.len() == 1 { &source.from } else { &source.label };
            let untouched: Vec<String> =
                untouched(ranking).iter().map(ToString::to_string).collect();
            if !untouched.is_empty() {
                lines.push(format!(
                    "{name}: nothing was learned of {} patterns, their γ is 1: {}",
                    untouched.len(),
                    some(&untouched)
                ));
            }
            let thin: Vec<String> = self
                .thin(source, part, ranking)
                .map(|(pattern, seen)| format!("{pattern} ({})", seen.presences))
                .collect();
            if !thin.is_empty() {
                lines.push(format!(
                    "{name}: {} patterns were there in fewer than {THIN} positions, their γ's are guesses (?): {}",
                    thin.len(),
                    some(&thin)
                ));
            }
        }
        lines
    }

    /// Ranked patterns that were rarely seen.
    pub(crate) fn thin<'a>(
        &'a self,
        source: &'a Source,
        part: &'a Part,
        ranking: &'a PatternRanking,
    ) -> impl Iterator<Item = (Pattern, Frequency)> + 'a {
        let seen = move |&pattern: &Pattern| Some((pattern, source.seen(part.feature, pattern)?));
        ranking.order().iter().filter_map(seen).filter(|(_, seen)| seen.presences < THIN)
    }

    /// Who is who: each with its label, or one alone without.
    pub(crate) fn legend(&self, with_label: bool) -> Vec<String> {
        let line = |source: &Source| {
            let (label, from) = (&source.label, &source.from);
            let kind = source.learned.kind();
            let label = if with_label { format!("{label}: ") } else { String::new() };
            format!("{label}{from}, {kind}")
        };
        self.sources.iter().map(line).collect()
    }

    /// Everything for a terminal, the table of features excepted.
    pub(crate) fn patterns_text(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            if self.is_prior() {
                let _ = writeln!(text, "{}\n", part.feature.words());
            }
            let _ = writeln!(
                text,
                "{} {SCALES}\nx plays at *, o is the opponent; X and O are in atari; # is off the board.\n",
                self.explanation(part)
            );
            for selection in &part.selections {
                let _ = writeln!(text, "{}", self.gallery(part, selection).to_text(WIDTH));
            }
            let _ = writeln!(text, "{}", self.density(part).to_text(WIDTH));
            let unknown = self.unknown(part);
            if !unknown.is_empty() {
                let _ = writeln!(text, "{}\n", unknown.join("\n"));
            }
        }
        text.truncate(text.trim_end().len());
        text + "\n"
    }

    /// Everything for a terminal.
    pub(crate) fn text(&self) -> String {
        let features = match self.is_prior() {
            false => "Local features",
            true => "Features that are no patterns, and have no drawing",
        };
        format!(
            "{}\n\n{features}\n\n{}\n{}",
            self.legend(self.sources.len() > 1).join("\n"),
            self.feature_table(),
            self.patterns_text()
        )
    }

    /// Patterns of the first feature with their γ, rank and side of the order: the best, then the worst.
    pub(crate) fn best_and_worst(
        &self,
    ) -> impl Iterator<Item = (Pattern, f64, usize, &'static str)> + '_ {
        let part = &self.parts[0];
        let shown = part.selections.iter().filter(|it| it.by == 0).filter_map(|selection| {
            let among = match selection.what {
                What::Top => "best",
                What::Bottom => "worst",
                What::TopWithoutAtari | What::HigherThanInTheOther => return None,
            };
            Some(selection.patterns.iter().map(move |&pattern| (pattern, among)))
        });
        shown.flatten().map(|(pattern, among)| {
            let ranking = &part.rankings[0];
            (pattern, ranking.gamma(pattern), ranking.rank(pattern).unwrap_or(0), among)
        })
    }

    /// Features that are no patterns, each with its γ by the first source.
    pub(crate) fn feature_gammas(&self) -> impl Iterator<Item = (String, f64)> + '_ {
        self.features.iter().filter_map(|line| {
            let words = [Some(line.feature.to_owned()), line.level.clone()].into_iter().flatten();
            Some((words.collect::<Vec<_>>().join(", "), *line.gammas.first()?))
        })
    }

    /// What [`best_and_worst`](Self::best_and_worst) does not tell, as pictures, each with its title.
    pub(crate) fn pictures(&self) -> Vec<(String, String)> {
        let mut pictures = Vec::new();
        for part in &self.parts {
            let told = |it: &&Selection| !matches!(it.what, What::Top | What::Bottom);
            for selection in part.selections.iter().filter(told) {
                let sheet = Sheet::new("").gallery(&self.gallery(part, selection));
                pictures.push((self.heading(part, selection), sheet.to_svg()));
            }
            let title = "How many patterns have which strength".to_owned();
            pictures.push((title, self.density(part).size(1000, 320).to_svg()));
        }
        pictures
    }

    /// What can be drawn.
    pub(crate) fn sheet(&self, title: &str) -> Sheet {
        let mut sheet = Sheet::new(title);
        for line in self.legend(self.sources.len() > 1) {
            sheet = sheet.line(line);
        }
        sheet = sheet
            .line(format!("{} {SCALES}", self.explanation(&self.parts[0])))
            .line("Black plays at the dot. A triangle is on a stone in atari.");
        if self.sources.iter().any(|source| source.counts.is_some()) {
            sheet = sheet.line(format!(
                "Seen: in how many positions there was such a move. ?: fewer than {THIN}."
            ));
        }
        for part in &self.parts {
            for selection in &part.selections {
                sheet = sheet.gallery(&self.gallery(part, selection));
            }
            sheet = sheet.histogram(&self.density(part).size(1000, 320));
        }
        sheet
    }
}

const fn kind_words(learned: &Learned) -> &'static str {
    match learned {
        Learned::Playouts(_) => "a playout policy",
        Learned::Priors(_) => "prior features",
    }
}

/// Surroundings are too many to be shown one by one, and known by keys alone: of their γ's this is
/// shown, by the share of those below.
const SPREAD: &[(&str, f64)] = &[("least", 0.0), ("median", 0.5), ("largest", 1.0)];

/// The γ's of all features that are no patterns.
fn feature_lines(sources: &[Source]) -> Vec<FeatureLine> {
    let gammas = |of: &dyn Fn(&Learned) -> Option<f64>| -> Vec<f64> {
        sources.iter().filter_map(|source| of(&source.learned)).collect()
    };
    let local = LocalFeature::ALL.into_iter().map(|feature| FeatureLine {
        feature: feature.name(),
        level: None,
        gammas: gammas(&|learned| match learned {
            Learned::Playouts(gammas) => Some(gammas.feature(feature)),
            Learned::Priors(_) => None,
        }),
    });
    let is_drawn = |it: &PriorFeature| matches!(it, PriorFeature::Pattern | PriorFeature::Answer);
    let prior = PriorFeature::ALL.into_iter().filter(|it| !is_drawn(it)).flat_map(|feature| {
        let gammas = &gammas;
        (0..feature.levels()).map(move |level| FeatureLine {
            feature: feature.name(),
            level: feature.level_name(level),
            gammas: gammas(&|learned| match learned {
                Learned::Priors(gammas) => gammas.of_feature(feature).get(level).copied(),
                Learned::Playouts(_) => None,
            }),
        })
    });
    let around = SPREAD.iter().map(|&(level, share)| FeatureLine {
        feature: "surroundings",
        level: Some(level.to_owned()),
        gammas: gammas(&|learned| match learned {
            Learned::Priors(gammas) => {
                let mut sorted: Vec<f64> = gammas.surroundings().map(|(_, gamma)| gamma).collect();
                sorted.sort_by(f64::total_cmp);
                sorted.get((sorted.len().checked_sub(1)? as f64 * share) as usize).copied()
            }
            Learned::Playouts(_) => None,
        }),
    });
    local.chain(prior).chain(around).filter(|line| line.gammas.len() == sources.len()).collect()
}

pub(crate) fn untouched(ranking: &PatternRanking) -> Vec<Pattern> {
    ranking.order().iter().copied().filter(|&it| ranking.is_untouched(it)).collect()
}

/// The first few names, and how many more there are.
fn some(names: &[String]) -> String {
    let mut text = names[..names.len().min(MOST_NAMED)].join(", ");
    if names.len() > MOST_NAMED {
        let _ = write!(text, " and {} more", names.len() - MOST_NAMED);
    }
    text
}

/// A γ in at most eight characters.
pub(crate) fn gamma_text(gamma: f64) -> String {
    match gamma {
        _ if gamma >= 1e4 => format!("{gamma:.1e}"),
        _ if gamma >= 0.0995 => format!("{gamma:.2}"),
        _ if gamma >= 0.000_95 => format!("{gamma:.4}"),
        _ => format!("{gamma:.1e}"),
    }
}

/// A pattern as the mover sees it, himself Black.
fn tile(pattern: Pattern) -> Tile {
    let mut cells: Vec<TileCell> = pattern
        .to_string()
        .chars()
        .map(|letter| match letter {
            'x' => TileCell::Stone(Stone::Black),
            'X' => TileCell::Marked(Stone::Black),
            'o' => TileCell::Stone(Stone::White),
            'O' => TileCell::Marked(Stone::White),
            '#' => TileCell::Off,
            _ => TileCell::Empty,
        })
        .collect();
    cells.insert(4, TileCell::Place);
    Tile::new(3, cells)
}

/// What two files are called in tables.
pub(crate) fn labels(files: &[String]) -> Vec<String> {
    let is_short = |file: &String| file.chars().count() <= SHORT;
    if files.iter().all(is_short) && files.first() != files.get(1) {
        return files.to_vec();
    }
    ["A", "B"].iter().take(files.len()).map(|&label| label.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_policy::go::PlayoutGammas;

    #[test]
    fn gammas_are_short() {
        let texts = [1e12, 151.04, 1.0, 0.099, 0.005, 0.0001, 1e-12].map(gamma_text);
        assert_eq!(texts, ["1.0e12", "151.04", "1.00", "0.0990", "0.0050", "1.0e-4", "1.0e-12"]);
    }

    #[test]
    fn a_pattern_is_drawn_around_its_move() {
        let text = Gallery::new("").tile(tile("#x.#.#..".parse().unwrap())).to_string();
        // As the class is written, which is turned.
        assert_eq!(text, "\n\n# # #\nx * .\n. . .\n");
        let text = Gallery::new("").tile(tile("oOoOOoOo".parse().unwrap())).to_string();
        assert_eq!(text, "\n\no O o\nO * O\no O o\n");
    }

    fn source(label: &str, gammas: PlayoutGammas) -> Source {
        let learned = Learned::Playouts(gammas);
        Source { label: label.to_owned(), from: label.to_owned(), learned, counts: None }
    }

    #[test]
    fn densities_count_every_ranked_pattern_once() {
        let mut values = vec![1.0; PlayoutGammas::LEN];
        (values[0], values[1]) = (12.0, 0.05);
        let other = PlayoutGammas::from_values(values).unwrap();
        let sources = vec![source("A", PlayoutGammas::uniform()), source("B", other)];
        let view = View::new(sources, 3).unwrap();
        let bins = view.density(&view.parts[0]).counts();
        for of in 0..2 {
            let sum: usize = bins.iter().map(|bin| bin.counts[of]).sum();
            assert_eq!(sum, Pattern::ALL - 17);
        }
        // 400 log10 12 = 431.7; 400 log10 0.05 = -520.4.
        let at = |low: f64| bins.iter().find(|bin| bin.low == low).unwrap().counts.clone();
        assert_eq!((at(400.0), at(-600.0)), (vec![0, 1], vec![0, 1]));
        assert_eq!(at(0.0), [Pattern::ALL - 17, Pattern::ALL - 19]);
    }

    #[test]
    fn short_names_are_labels() {
        let labels =
            |files: &[&str]| labels(&files.iter().map(|&file| file.to_owned()).collect::<Vec<_>>());
        assert_eq!(labels(&["mm", "sb"]), ["mm", "sb"]);
        assert_eq!(labels(&["mm", "mm"]), ["A", "B"]);
        assert_eq!(labels(&["mm-19x19", "sb"]), ["A", "B"]);
        assert_eq!(labels(&["mm-19x19"]), ["A"]);
    }
}
