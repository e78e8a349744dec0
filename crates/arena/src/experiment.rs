//! The papers' experiments: their rows, our games, and whether the two agree.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tengen_engine::PlayerSpec;
use tengen_report::{Column, IntervalPlot, IntervalRow, Table};

use crate::campaign::Played;
use crate::contest::{Contest, Entrant};
use crate::contest_file::{BadFile, GameTable, OpeningsText, PATIENCE, Players, RefereeText};
use crate::contestant::Contestant;
use crate::opening::Openings;
use crate::record::PairingRecord;
use crate::score::Summary;
use crate::statistics::interval::{Interval, Z_95, wilson};
use crate::tournament::MOST_GAMES;

/// The experiments that come with the program: name and file.
pub const EXPERIMENTS: &[(&str, &str)] = &[
    ("lecture", include_str!("../../../experiments/lecture.toml")),
    ("go-policies", include_str!("../../../experiments/go-policies.toml")),
    ("go-gnugo", include_str!("../../../experiments/go-gnugo.toml")),
    ("go-gnugo-19", include_str!("../../../experiments/go-gnugo-19.toml")),
    ("loa-solver", include_str!("../../../experiments/loa-solver.toml")),
    ("loa-mia", include_str!("../../../experiments/loa-mia.toml")),
];

/// An experiment as it is written in TOML.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    /// What it is called.
    pub title: String,
    /// Which paper.
    pub paper: String,
    /// Which table or figure of it.
    pub table: String,
    /// What the paper did, and what is otherwise here.
    pub about: String,
    /// Games of each row that does not say otherwise.
    pub games: u64,
    /// About how many minutes it takes on two cores.
    pub minutes: f64,
    #[serde(default)]
    openings: OpeningsText,
    #[serde(default = "one")]
    seed: u64,
    referee: Option<RefereeText>,
    #[serde(default)]
    game: GameTable,
    players: Players,
    /// The player in whose place another may be put.
    opponent: Option<String>,
    /// What is measured.
    pub rows: Vec<Row>,
}

const fn one() -> u64 {
    1
}

/// A row: two players, and what the paper says about them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Row {
    /// What it is called.
    pub label: String,
    /// The player whose score is told.
    pub a: String,
    /// The other.
    pub b: String,
    /// Other numbers of games than the experiment's: what is close needs more.
    pub games: Option<u64>,
    /// What the paper found.
    pub paper: PaperResult,
}

/// What a paper says about two players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    untagged,
    expecting = "paper must have rate (with games, if the paper tells) or claim = \"stronger\" or \
                 \"weaker\" or neither, and source"
)]
pub enum PaperResult {
    /// A number.
    Rate {
        /// A's win rate in per cent.
        rate: f64,
        /// The games behind it, if the paper tells.
        games: Option<u64>,
        /// Where it says so.
        source: String,
    },
    /// Words.
    Claim {
        /// What is claimed.
        claim: Claim,
        /// Where.
        source: String,
    },
    /// Nothing: the row is ours.
    Nothing {
        /// What the paper says around it.
        source: String,
    },
}

/// What is claimed of A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// A is stronger than B.
    Stronger,
    /// A is weaker than B.
    Weaker,
}

/// Whether we see what the paper saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// We do.
    Agrees,
    /// We do not.
    Differs,
    /// We cannot tell.
    TooFewGames,
    /// The paper has no number.
    NoNumber,
}

impl Verdict {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::TooFewGames => "too few games",
            Self::NoNumber => "no number",
        }
    }
}

/// A rate that is not known better than this says little about another.
const TOO_WIDE: f64 = 0.1;

impl PaperResult {
    /// Whether these games agree with it.
    #[must_use]
    pub fn verdict(&self, summary: &Summary) -> Verdict {
        // Of the same games as the interval.
        let Some(ours) = summary.pairs.mean().or(summary.win_rate) else {
            return Verdict::TooFewGames;
        };
        let known = summary.pair_interval;
        match self {
            Self::Nothing { .. } => Verdict::NoNumber,
            Self::Claim { claim, .. } => {
                let (yes, no) = match claim {
                    Claim::Stronger => (known.low > 0.5, known.high < 0.5),
                    Claim::Weaker => (known.high < 0.5, known.low > 0.5),
                };
                match (yes, no) {
                    (true, _) => Verdict::Agrees,
                    (_, true) => Verdict::Differs,
                    _ => Verdict::TooFewGames,
                }
            }
            Self::Rate { rate, .. } => {
                // Two measurements differ if their difference is larger than both intervals
                // together allow: half widths add as squares.
                let rate = rate / 100.0;
                let theirs = self.interval().map_or(0.0, |theirs| half_width(theirs, rate, ours));
                let allowed = f64::hypot(half_width(known, ours, rate), theirs);
                if (ours - rate).abs() > allowed {
                    Verdict::Differs
                } else if known.width() / 2.0 > TOO_WIDE {
                    Verdict::TooFewGames
                } else {
                    Verdict::Agrees
                }
            }
        }
    }

    /// The interval of the paper's number, if it tells how many games are behind it.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        match self {
            Self::Rate { rate, games: Some(games), .. } => {
                let games = *games as f64;
                Some(wilson(rate / 100.0 * games, games, Z_95))
            }
            _ => None,
        }
    }

    /// In words: a number with its interval, or a claim.
    #[must_use]
    pub fn words(&self) -> String {
        match (self, self.interval()) {
            (Self::Rate { rate, .. }, Some(interval)) => {
                format!("{rate:.1} % ({})", interval.to_percent())
            }
            (Self::Rate { rate, .. }, None) => format!("{rate:.1} %"),
            (Self::Claim { claim: Claim::Stronger, .. }, _) => "stronger".to_owned(),
            (Self::Claim { claim: Claim::Weaker, .. }, _) => "weaker".to_owned(),
            (Self::Nothing { .. }, _) => "-".to_owned(),
        }
    }

    /// Where the paper says so.
    #[must_use]
    pub fn source(&self) -> &str {
        match self {
            Self::Rate { source, .. } | Self::Claim { source, .. } | Self::Nothing { source } => {
                source
            }
        }
    }
}

/// The half of an interval on the side of another value.
fn half_width(interval: Interval, middle: f64, towards: f64) -> f64 {
    if towards > middle { interval.high - middle } else { middle - interval.low }
}

impl FromStr for Experiment {
    type Err = BadFile;
    fn from_str(text: &str) -> Result<Self, BadFile> {
        let experiment: Self = toml::from_str(text)?;
        if experiment.rows.is_empty() {
            return Err(BadFile::Senseless("there are no rows".to_owned()));
        }
        for Row { label, paper, .. } in &experiment.rows {
            if let PaperResult::Rate { rate, .. } = paper
                && !(0.0..=100.0).contains(rate)
            {
                let text = format!("row {label:?}: rate = {rate} is not from 0 to 100");
                return Err(BadFile::Senseless(text));
            }
        }
        experiment.pairings(1.0, None)?;
        if let Some(opponent) = &experiment.opponent {
            experiment.players.find(opponent)?;
        }
        experiment.game.setup()?;
        Ok(experiment)
    }
}

impl Experiment {
    /// The experiment of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Result<Self, BadFile>> {
        let (_, text) = EXPERIMENTS.iter().find(|(known, _)| *known == name)?;
        Some(text.parse())
    }

    /// Puts another player in the place of the opponent whom all others play against.
    pub fn set_opponent(&mut self, opponent: Contestant) -> Result<(), BadFile> {
        let none = || BadFile::Senseless("it has no common opponent to replace".to_owned());
        let place = self.players.find(self.opponent.as_ref().ok_or_else(none)?)?;
        self.players.0[place].contestant = opponent;
        Ok(())
    }

    fn pairings(&self, scale: f64, games: Option<u64>) -> Result<Vec<PairingRecord>, BadFile> {
        let pairing = |row: &Row| {
            let (a, b) = (self.players.find(&row.a)?, self.players.find(&row.b)?);
            // Pairs are whole.
            let pairs = (row.games.unwrap_or(self.games) as f64 * scale / 2.0).round() as u64;
            let games = games.unwrap_or(pairs.max(1).saturating_mul(2));
            if games > MOST_GAMES {
                let text = format!("{games} games a row; at most {MOST_GAMES} can be played");
                return Err(BadFile::Senseless(text));
            }
            Ok(PairingRecord { a, b, games })
        };
        self.rows.iter().map(pairing).collect()
    }

    /// All games at full scale.
    #[must_use]
    pub fn total_games(&self) -> u64 {
        self.rows.iter().map(|row| row.games.unwrap_or(self.games)).sum()
    }

    /// Everything times `scale`: the games, and the playouts and times of the players. A number of
    /// games that is given counts as it is.
    pub fn contest(
        &self,
        scale: f64,
        games: Option<u64>,
        version: &str,
    ) -> Result<Contest, BadFile> {
        let setup = self.game.setup()?;
        let players = self.players.0.iter().map(|entrant| scaled_player(entrant, scale));
        Ok(Contest {
            title: self.title.clone(),
            setup,
            clock: self.game.clock()?,
            clock_text: self.game.clock_text(),
            players: players.collect::<Result<_, _>>()?,
            pairings: self.pairings(scale, games)?,
            openings: Openings::read(&self.openings.0, setup)
                .map_err(|error| BadFile::Senseless(error.to_string()))?,
            seed: self.seed,
            referee: self.referee.clone().map(|referee| referee.0),
            patience: PATIENCE,
            version: version.to_owned(),
        })
    }

    /// The rows with our games.
    #[must_use]
    pub fn results(&self, played: &Played) -> Vec<RowResult> {
        let record = &played.record;
        let result = |(index, row): (usize, &Row)| {
            let games: Vec<_> = played.of_pairing(index).collect();
            let player = |place: usize| record.players[place].player.as_str();
            let pairing = &record.pairings[index];
            let ours = Summary::new(player(pairing.a), player(pairing.b), &games, None);
            RowResult {
                label: row.label.clone(),
                verdict: row.paper.verdict(&ours),
                paper: row.paper.clone(),
                ours,
            }
        };
        self.rows.iter().enumerate().map(result).collect()
    }
}

/// A row, and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct RowResult {
    /// What it is called.
    pub label: String,
    /// What the paper found.
    pub paper: PaperResult,
    /// What we found.
    pub ours: Summary,
    /// Whether they agree.
    pub verdict: Verdict,
}

/// Ours beside theirs.
#[must_use]
pub fn results_table(rows: &[RowResult]) -> Table {
    let mut table = Table::new([
        Column::left("row"),
        Column::left("A"),
        Column::left("B"),
        Column::right("games"),
        Column::right("ours"),
        Column::left("95 % by pairs"),
        Column::left("paper"),
        Column::left("verdict"),
    ]);
    for row in rows {
        let ours = &row.ours;
        table.row([
            row.label.clone(),
            ours.a.clone(),
            ours.b.clone(),
            ours.games.to_string(),
            ours.win_rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.1} %", 100.0 * rate)),
            ours.pair_interval.to_percent(),
            row.paper.words(),
            row.verdict.words().to_owned(),
        ]);
    }
    table
}

/// The same as a picture.
#[must_use]
pub fn results_plot(title: &str, rows: &[RowResult]) -> String {
    let mut plot = IntervalPlot::new(title)
        .x_label("A's win rate")
        .x_range(0.0, 1.0)
        .x_percent()
        .guide(0.5, "even")
        .marks("ours", "the paper's");
    for row in rows {
        let Some(rate) = row.ours.win_rate else { continue };
        let interval = row.ours.pair_interval;
        let mut line = IntervalRow::new(&row.label, rate).interval(interval.low, interval.high);
        if let PaperResult::Rate { rate, .. } = row.paper {
            line = line.reference(rate / 100.0);
        }
        if let Some(theirs) = row.paper.interval() {
            line = line.reference_interval(theirs.low, theirs.high);
        }
        plot = plot.row(line);
    }
    plot.to_svg()
}

/// A player with a part of his playouts and time. Outside engines stay as they are.
fn scaled_player(entrant: &Entrant, scale: f64) -> Result<Entrant, BadFile> {
    let Contestant::BuiltIn(spec) = &entrant.contestant else { return Ok(entrant.clone()) };
    let mut scaled: PlayerSpec = spec.clone();
    if scale != 1.0 {
        let failed = |error: tengen_engine::BadSpec| BadFile::Senseless(error.to_string());
        for (key, value) in spec.scaled_limits(scale) {
            scaled.set(key, &value).map_err(failed)?;
        }
        // As if it had been written so.
        scaled = scaled.to_string().parse().map_err(failed)?;
    }
    Ok(Entrant { name: entrant.name.clone(), contestant: Contestant::BuiltIn(scaled) })
}
