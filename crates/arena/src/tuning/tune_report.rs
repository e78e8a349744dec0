//! What a tuning has found: tables, plots, plain data.

use std::fmt::Write;

use serde::Serialize;
use tengen_report::{Column, LinePlot, Series, SeriesPoint, Table};

use crate::campaign::Played;
use crate::record::{PerSide, Side, TuningRecord};
use crate::score::Score;
use crate::statistics::interval::{Interval, Z_95, wilson};
use crate::tuning::key_range::KeyRange;
use crate::tuning::tuner::{Estimate, Prediction, Trial, TuneMethod};

/// What was found, as plain data. It depends on the results alone, not on the clock.
#[derive(Clone, Debug, Serialize)]
pub struct TuneReport {
    /// The player as he was given.
    pub player: String,
    /// The opponent; none where settings played each other.
    pub against: Option<String>,
    /// How the best values were looked for.
    pub method: TuneMethod,
    /// Games that are over.
    pub games: u64,
    /// Games that were to be played.
    pub planned: u64,
    /// Games won, with all settings that were tried.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games that were lost otherwise than on the board, by whom.
    pub forfeits: PerSide<u64>,
    /// The keys.
    pub keys: Vec<KeyReport>,
    /// The player with the best values.
    pub best: String,
    /// What he is expected to score, and against whom.
    pub score: ScoreReport,
    /// The openings.
    pub openings: String,
    /// The seed of all chance.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
    #[serde(skip)]
    terms: String,
    #[serde(skip)]
    ranges: Vec<KeyRange>,
    #[serde(skip)]
    trials: Vec<Trial>,
    #[serde(skip)]
    estimate: Estimate,
}

/// A key and what was found for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeyReport {
    /// The key.
    pub key: String,
    /// The lowest value that was tried.
    pub low: f64,
    /// The highest.
    pub high: f64,
    /// Whether the scale was logarithmic.
    pub log: bool,
    /// Whether values were whole numbers.
    pub whole: bool,
    /// What the player as given has.
    pub given: String,
    /// The best value.
    pub best: f64,
    /// Where the true best lies, with 95 % confidence.
    pub interval: Interval,
}

/// A score that is expected.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreReport {
    /// Against whom.
    pub against: String,
    /// How much.
    #[serde(flatten)]
    pub prediction: Prediction,
}

/// How many groups of results a plot shows.
const GROUPS: usize = 12;

/// Points of a curve.
const CURVE: i32 = 60;

impl TuneReport {
    pub(crate) fn new(
        played: &Played,
        tuning: TuningRecord,
        best: String,
        scored_against: String,
        given: &[(String, String)],
        trials: Vec<Trial>,
        estimate: Estimate,
    ) -> Self {
        let record = &played.record;
        let score = Score::of(&played.games, |_| Side::A);
        let forfeits = |side| {
            let by =
                |game: &&crate::GameRecord| game.forfeit.as_ref().is_some_and(|f| f.by == side);
            played.games.iter().filter(by).count() as u64
        };
        let keys = tuning.keys.iter().zip(&estimate.best).zip(&estimate.intervals);
        let keys = keys.map(|((key, &best), &interval)| KeyReport {
            key: key.name().to_owned(),
            low: key.low(),
            high: key.high(),
            log: key.is_log(),
            whole: key.is_whole(),
            given: given
                .iter()
                .find(|(name, _)| name == key.name())
                .map_or_else(String::new, |(_, value)| value.clone()),
            best,
            interval,
        });
        let pairing = &record.pairings[0];
        Self {
            player: record.players[pairing.a].player.clone(),
            against: (!tuning.alone).then(|| record.players[pairing.b].player.clone()),
            method: tuning.method,
            games: score.games(),
            planned: played.planned as u64,
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            forfeits: PerSide::from_fn(forfeits),
            keys: keys.collect(),
            best,
            score: ScoreReport {
                against: scored_against,
                prediction: estimate.predict(&estimate.best),
            },
            openings: record.openings.clone(),
            seed: record.seed,
            version: record.version.clone(),
            terms: record.terms.words(),
            ranges: tuning.keys,
            trials,
            estimate,
        }
    }

    /// The keys, their ranges and best values.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = Table::new([
            Column::left("key"),
            Column::left("range"),
            Column::right("as given"),
            Column::right("best"),
            Column::left("95 % interval"),
        ]);
        for (report, range) in self.keys.iter().zip(&self.ranges) {
            let text = range.to_string();
            let range = text.split_once('=').map_or("", |(_, range)| range);
            table.row([
                report.key.clone(),
                range.to_owned(),
                report.given.clone(),
                report.best.to_string(),
                format!("{} to {}", report.interval.low, report.interval.high),
            ]);
        }
        table
    }

    /// The whole in words, for a terminal.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.heading());
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{}\n", self.table().to_text());
        text += &self.conclusion();
        text
    }

    /// The whole in Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let lines = self.heading().replace('\n', "  \n");
        let conclusion = self.conclusion().trim_end().replace('\n', "  \n");
        format!(
            "# Tuning of {}\n\n{lines}\n\n{}\n{conclusion}\n",
            self.player,
            self.table().to_markdown()
        )
    }

    fn heading(&self) -> String {
        let opponent = match &self.against {
            Some(against) => format!("against {against}"),
            None => "settings against each other".to_owned(),
        };
        format!(
            "{}, {opponent}\n{}, openings {}, seed {}, by {}: {} of {} games",
            self.player,
            self.terms,
            self.openings,
            self.seed,
            self.method,
            self.games,
            self.planned
        )
    }

    fn conclusion(&self) -> String {
        let ScoreReport { against, prediction: Prediction { rate, interval } } = &self.score;
        let mut text = format!(
            "best: {}\nexpected score against {against}: {:.1} % ({})\n",
            self.best,
            100.0 * rate,
            interval.to_percent()
        );
        if self.against.is_some() {
            let all = Score { wins: self.wins, draws: self.draws, losses: self.losses };
            if let Some(rate) = all.rate() {
                let _ =
                    writeln!(text, "score of all settings that were tried: {:.1} %", 100.0 * rate);
            }
        }
        if self.forfeits.a + self.forfeits.b > 0 {
            let PerSide { a, b } = self.forfeits;
            let _ = writeln!(
                text,
                "warning: {a} games were forfeited by the player and {b} by his opponent; they count \
                 as losses, and say nothing of the keys"
            );
        }
        text
    }

    /// Every sample: its values, games and points.
    #[must_use]
    pub fn samples(&self) -> Table {
        let names = || self.ranges.iter().map(|key| key.name().to_owned());
        let mut columns = vec![Column::right("sample")];
        columns.extend(names().map(Column::right));
        if self.against.is_none() {
            columns.extend(names().map(|name| Column::right(format!("{name} of B"))));
        }
        columns.extend(["games", "points"].map(Column::right));
        let mut table = Table::new(columns);
        for (number, trial) in self.trials.iter().enumerate() {
            let mut row = vec![number.to_string()];
            row.extend(trial.values.iter().map(ToString::to_string));
            row.extend(trial.against.iter().flatten().map(ToString::to_string));
            row.extend([trial.games.to_string(), trial.points.to_string()]);
            table.row(row);
        }
        table
    }

    /// A picture for each key, by its name: results by value, and the function fitted to them.
    #[must_use]
    pub fn plots(&self) -> Vec<(String, String)> {
        let plot = |at: usize| (self.ranges[at].name().to_owned(), self.plot(at));
        (0..self.ranges.len()).map(plot).collect()
    }

    fn plot(&self, at: usize) -> String {
        let key = &self.ranges[at];
        // A logarithmic scale is drawn by places.
        let x = |value: f64| if key.is_log() { key.place(value) } else { value };
        let percent = |rate: f64| format!("{:.1} %", 100.0 * rate);
        let curve = (0..=CURVE).map(|step| {
            let place = 2.0 * f64::from(step) / f64::from(CURVE) - 1.0;
            let mut values = self.estimate.best.clone();
            values[at] = key.value(place);
            let Prediction { rate, interval } = self.estimate.predict(&values);
            SeriesPoint::new(x(values[at]), rate).band(interval.low, interval.high)
        });
        // Whole numbers come more than once.
        let mut curve: Vec<SeriesPoint> = curve.collect();
        curve.dedup();
        let mut results = Vec::new();
        for Group { value, games, points } in self.groups(at) {
            let (rate, interval) = (points / games, wilson(points, games, Z_95));
            let label = format!("{} about {value}: {} in {games} games", key.name(), percent(rate));
            let point = SeriesPoint::new(x(value), rate).band(interval.low, interval.high);
            // A gap after each, since there is nothing between them.
            results.extend([point.label(label), SeriesPoint::new(f64::NAN, f64::NAN)]);
        }
        let Prediction { rate, interval } = self.score.prediction;
        let best = self.estimate.best[at];
        let label = format!("{}={best}: {} expected", key.name(), percent(rate));
        let best = SeriesPoint::new(x(best), rate).band(interval.low, interval.high).label(label);
        let (others, against) =
            if self.ranges.len() > 1 { (", others any", ", others at best") } else { ("", "") };
        let mut plot = LinePlot::new(format!("{} of {}", key.name(), self.player))
            .x_label(if key.is_log() {
                format!("{} (logarithmic)", key.name())
            } else {
                key.name().to_owned()
            })
            .y_label("score")
            .y_percent()
            .x_range(x(key.low()), x(key.high()))
            .reference(0.5, "even")
            .series(Series::new(format!("fitted{against}"), curve))
            .series(Series::new(format!("results{others}"), results).with_markers())
            .series(Series::new("best", [best]).with_markers());
        if key.is_log() {
            plot = plot.x_ticks(log_ticks(key).into_iter().map(|tick| (x(tick), tick.to_string())));
        }
        plot.to_svg()
    }

    /// The results of neighbouring values, taken together.
    fn groups(&self, at: usize) -> Vec<Group> {
        let key = &self.ranges[at];
        let mut groups = vec![Vec::new(); GROUPS];
        for trial in &self.trials {
            let games = trial.games as f64;
            let mut add = |value: f64, points: f64| {
                let share = (key.place(value) + 1.0) / 2.0;
                let group = ((share * GROUPS as f64) as usize).min(GROUPS - 1);
                groups[group].push((key.place(value), games, points));
            };
            add(trial.values[at], trial.points);
            if let Some(against) = &trial.against {
                add(against[at], games - trial.points);
            }
        }
        let group = |results: &Vec<(f64, f64, f64)>| {
            let games: f64 = results.iter().map(|(_, games, _)| games).sum();
            let place = results.iter().map(|(place, games, _)| place * games).sum::<f64>() / games;
            let points = results.iter().map(|(_, _, points)| points).sum();
            Group { value: key.value(place), games, points }
        };
        groups.iter().filter(|results| !results.is_empty()).map(group).collect()
    }
}

/// Some results with about one value.
struct Group {
    value: f64,
    games: f64,
    points: f64,
}

/// Round values of a logarithmic scale: 1, 2, 5, 10 and so on, or powers of ten alone where those
/// would be too many.
fn log_ticks(key: &KeyRange) -> Vec<f64> {
    let mut ticks = Vec::new();
    for exponent in -320..=101 {
        for digit in [1, 2, 5] {
            let tick: f64 = format!("{digit}e{exponent}").parse().unwrap_or(0.0);
            if (key.low()..=key.high()).contains(&tick) {
                ticks.push((digit, tick));
            }
        }
    }
    let few = ticks.len() <= 10;
    ticks.into_iter().filter(|(digit, _)| few || *digit == 1).map(|(_, tick)| tick).collect()
}
