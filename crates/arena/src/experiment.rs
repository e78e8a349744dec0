//! The papers' experiments: their rows, our games, and whether the two agree.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tengen_engine::PlayerSpec;
use tengen_engine::book::{Bds, Qbf, Rule};
use tengen_report::{Column, IntervalPlot, IntervalRow, Table};

use crate::book::{BookBuild, Lengths, book_lengths};
use crate::campaign::Played;
use crate::contest::{Contest, Entrant};
use crate::contest_file::{
    BadFile, GameTable, OpeningsText, PATIENCE, Players, RefereeText, with_referee,
};
use crate::contestant::Contestant;
use crate::experiment_policies::PolicyTable;
use crate::opening::Openings;
use crate::record::{GameTerms, PairingRecord, Side};
use crate::score::Summary;
use crate::statistics::interval::{Interval, Z_95, wilson};
use crate::statistics::ratings::{Anchor, RatingsError};
use crate::tournament::{MOST_GAMES, Standings};

/// The experiments that come with the program: name and file.
pub const EXPERIMENTS: &[(&str, &str)] = &[
    ("lecture", include_str!("../../../experiments/lecture.toml")),
    ("go-policies", include_str!("../../../experiments/go-policies.toml")),
    ("go-balancing", include_str!("../../../experiments/go-balancing.toml")),
    ("go-gnugo", include_str!("../../../experiments/go-gnugo.toml")),
    ("go-gnugo-19", include_str!("../../../experiments/go-gnugo-19.toml")),
    ("book-colours", include_str!("../../../experiments/book-colours.toml")),
    ("book-time", include_str!("../../../experiments/book-time.toml")),
    ("book-ratings", include_str!("../../../experiments/book-ratings.toml")),
    ("book-lengths", include_str!("../../../experiments/book-lengths.toml")),
    ("loa-solver", include_str!("../../../experiments/loa-solver.toml")),
    ("loa-mia", include_str!("../../../experiments/loa-mia.toml")),
    ("phantom", include_str!("../../../experiments/phantom.toml")),
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
    pub(crate) players: Players,
    /// Opening books that are built first; players have them by `book=@NAME`.
    #[serde(default)]
    books: BTreeMap<String, BookTable>,
    /// Playout policies that are learned first; players have them by `policy=@NAME.toml`.
    #[serde(default)]
    pub(crate) policies: BTreeMap<String, PolicyTable>,
    /// Whether all players are rated by all rows together.
    #[serde(default)]
    pub rated: bool,
    /// The player in whose place another may be put.
    opponent: Option<String>,
    /// What is measured.
    pub rows: Vec<Row>,
}

const fn one() -> u64 {
    1
}

/// An opening book, as it is written in TOML.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    rename_all_fields = "kebab-case",
    untagged,
    expecting = "a book has algorithm (qbf or bds), player and games, or merge = [...]; also k-black, \
                 k-white, seed"
)]
enum BookTable {
    /// Built by games.
    Built {
        algorithm: BookAlgorithm,
        player: String,
        games: u64,
        k_black: Option<f64>,
        k_white: Option<f64>,
        seed: Option<u64>,
    },
    /// Made of others.
    Merged { merge: Vec<String> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum BookAlgorithm {
    Qbf,
    Bds,
}

/// An opening book that an experiment needs.
#[derive(Clone, Debug, PartialEq)]
pub enum ExperimentBook {
    /// Built by so many games.
    Built(BookBuild, u64),
    /// Made of these.
    Merged(Vec<String>),
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
    /// What it found for A with Black, if that is told apart.
    pub as_black: Option<PaperResult>,
    /// And with White.
    pub as_white: Option<PaperResult>,
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
        for Row { label, paper, as_black, as_white, .. } in &experiment.rows {
            for paper in [Some(paper), as_black.as_ref(), as_white.as_ref()].into_iter().flatten() {
                if let PaperResult::Rate { rate, .. } = paper
                    && !(0.0..=100.0).contains(rate)
                {
                    let text = format!("row {label:?}: rate = {rate} is not from 0 to 100");
                    return Err(BadFile::Senseless(text));
                }
            }
        }
        experiment.check_books()?;
        experiment.policies()?;
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

    /// The books that players name are there, and can be built.
    fn check_books(&self) -> Result<(), BadFile> {
        let senseless = |text: String| Err(BadFile::Senseless(text));
        for entrant in &self.players.0 {
            if let Some(name) = book_of(entrant)
                && !self.books.contains_key(&name)
            {
                return senseless(format!("player {:?}: there is no book {name:?}", entrant.name));
            }
        }
        for (name, book) in self.books(1.0)? {
            match book {
                ExperimentBook::Built(build, games) if games == 0 || games > MOST_GAMES => {
                    let build = build.words();
                    return senseless(format!("book {name:?} ({build}): games = {games}"));
                }
                ExperimentBook::Built(build, _) => {
                    if let Err(error) = build.check() {
                        return senseless(format!("book {name:?}: {error}"));
                    }
                }
                ExperimentBook::Merged(parts) => {
                    let is_built = |part: &&String| {
                        matches!(self.books.get(*part), Some(BookTable::Built { .. }))
                    };
                    if let Some(part) = parts.iter().find(|part| !is_built(part)) {
                        let text = format!("book {name:?}: {part:?} is not built by games");
                        return senseless(text);
                    }
                }
            }
        }
        Ok(())
    }

    /// The books that are needed, those that are made of others last; everything times `scale`.
    pub fn books(&self, scale: f64) -> Result<Vec<(String, ExperimentBook)>, BadFile> {
        let terms = GameTerms::new(self.game.setup()?, None);
        let mut books = Vec::new();
        for (name, table) in &self.books {
            let book = match table {
                BookTable::Merged { merge } => ExperimentBook::Merged(merge.clone()),
                BookTable::Built { algorithm, player, games, k_black, k_white, seed } => {
                    let usual = Qbf::default();
                    let rule = match algorithm {
                        BookAlgorithm::Qbf => Rule::Qbf(Qbf {
                            k_black: k_black.unwrap_or(usual.k_black),
                            k_white: k_white.unwrap_or(usual.k_white),
                        }),
                        BookAlgorithm::Bds => Rule::Bds(Bds::default()),
                    };
                    let failed = |error: tengen_engine::BadSpec| {
                        BadFile::Senseless(format!("book {name:?}: {error}"))
                    };
                    let spec: PlayerSpec = player.parse().map_err(failed)?;
                    let contestant = Contestant::BuiltIn(spec);
                    let entrant = Entrant { name: name.clone(), contestant };
                    let player = scaled_player(&entrant, scale)?.contestant.to_string();
                    let games = ((*games as f64 * scale).round() as u64).max(1);
                    let seed = seed.unwrap_or(self.seed);
                    let terms = terms.clone();
                    ExperimentBook::Built(BookBuild { terms, rule, player, seed }, games)
                }
            };
            books.push((name.clone(), book));
        }
        books.sort_by_key(|(_, book)| matches!(book, ExperimentBook::Merged(_)));
        Ok(books)
    }

    /// Says in which store the books are, for the players who name them.
    pub fn set_books(&mut self, store: &str) -> Result<(), BadFile> {
        for entrant in &mut self.players.0 {
            if let (Some(name), Contestant::BuiltIn(spec)) =
                (book_of(entrant), &mut entrant.contestant)
            {
                let set = spec.set("book", &format!("{store}#{name}"));
                set.map_err(|error| BadFile::Senseless(error.to_string()))?;
            }
        }
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
        let (setup, referee) = with_referee(self.game.setup()?, self.referee.as_ref())?;
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
            referee,
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
            let mut results = Vec::new();
            let player = |place: usize| record.players[place].player.as_str();
            let pairing = &record.pairings[index];
            let ours = Summary::new(player(pairing.a), player(pairing.b), &games, None);
            results.push(RowResult {
                label: row.label.clone(),
                verdict: row.paper.verdict(&ours),
                paper: row.paper.clone(),
                ours,
            });
            let colours = [("Black", Side::A, &row.as_black), ("White", Side::B, &row.as_white)];
            for (colour, black, paper) in colours {
                let Some(paper) = paper else { continue };
                let games: Vec<_> = games.iter().copied().filter(|g| g.black == black).collect();
                let mut ours = Summary::new(player(pairing.a), player(pairing.b), &games, None);
                // Games of one colour are no pairs.
                (ours.pair_interval, ours.pair_elo_interval) = (ours.interval, ours.elo_interval);
                results.push(RowResult {
                    label: format!("{}, as {colour}", row.label),
                    verdict: paper.verdict(&ours),
                    paper: paper.clone(),
                    ours,
                });
            }
            results
        };
        self.rows.iter().enumerate().flat_map(result).collect()
    }

    /// How long A stayed in its opening book, by row, where A has one.
    #[must_use]
    pub fn lengths(&self, played: &Played) -> Vec<(String, Lengths)> {
        let rows = self.rows.iter().enumerate();
        let all =
            rows.map(|(index, row)| (row.label.clone(), book_lengths(played.of_pairing(index))));
        all.filter(|(_, lengths)| !lengths.black.is_empty() || !lengths.white.is_empty()).collect()
    }

    /// All players rated by all rows, if the experiment asks for that.
    pub fn standings(&self, played: &Played) -> Result<Option<Standings>, RatingsError> {
        self.rated.then(|| Standings::new(played, Anchor::Mean(0.0))).transpose()
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

/// The book of the experiment that a player names.
fn book_of(entrant: &Entrant) -> Option<String> {
    let Contestant::BuiltIn(spec) = &entrant.contestant else { return None };
    let mut settings = spec.settings();
    let (_, book) = settings.find(|(key, _)| *key == "book")?;
    book.strip_prefix('@').map(str::to_owned)
}

/// A player with a part of his playouts and time. Outside engines stay as they are.
fn scaled_player(entrant: &Entrant, scale: f64) -> Result<Entrant, BadFile> {
    let Contestant::BuiltIn(spec) = &entrant.contestant else { return Ok(entrant.clone()) };
    let scaled = spec.scaled(scale).map_err(|error| BadFile::Senseless(error.to_string()))?;
    Ok(Entrant { name: entrant.name.clone(), contestant: Contestant::BuiltIn(scaled) })
}
