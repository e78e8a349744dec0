//! Tournaments: a file with players, everybody's games, and who comes out where.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tengen_report::{Column, IntervalPlot, IntervalRow, Table};

use crate::campaign::Played;
use crate::contest::Contest;
use crate::contest_file::{
    BadFile, GameTable, OpeningsText, Players, RefereeText, patience, with_referee,
};
use crate::opening::Openings;
use crate::record::{PairingRecord, Side};
use crate::score::{Score, Summary};
use crate::statistics::ratings::{
    Anchor, MAX_RATED, PairResult, RatingOptions, Ratings, RatingsError, rate_players,
};

/// A tournament as it is written in TOML.
///
/// ```
/// use tengen_arena::TournamentFile;
/// let file: TournamentFile = r#"
///     title = "Who allocates playouts best?"
///     games = 100
///     [players]
///     pure = "mc,sims=500"
///     ucb = { player = "ucb", sims = 500 }
///     uct = "uct,sims=500"
/// "#.parse().unwrap();
/// let contest = file.contest("0.1.0").unwrap();
/// assert_eq!(contest.pairings.len(), 3);
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TournamentFile {
    title: String,
    #[serde(default)]
    format: Format,
    /// The player of a gauntlet; otherwise the first.
    champion: Option<String>,
    /// Games of each pairing.
    games: u64,
    #[serde(default)]
    openings: OpeningsText,
    #[serde(default = "one")]
    seed: u64,
    referee: Option<RefereeText>,
    patience: Option<String>,
    #[serde(default)]
    game: GameTable,
    #[serde(default)]
    ratings: RatingsTable,
    players: Players,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Format {
    /// Everybody against everybody.
    #[default]
    RoundRobin,
    /// One against everybody else.
    Gauntlet,
}

/// Where the ratings begin.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RatingsTable {
    /// Whose rating is given; otherwise the mean is.
    anchor: Option<String>,
    /// That rating.
    #[serde(default)]
    elo: f64,
}

const fn one() -> u64 {
    1
}

/// More games than anybody means.
pub(crate) const MOST_GAMES: u64 = 10_000_000;

/// A larger rating would be all digits.
const MOST_ELO: f64 = 100_000.0;

impl FromStr for TournamentFile {
    type Err = BadFile;
    fn from_str(text: &str) -> Result<Self, BadFile> {
        let file: Self = toml::from_str(text)?;
        let players = file.players.0.len();
        if !(2..=MAX_RATED).contains(&players) {
            let text = format!("{players} players; there must be 2 to {MAX_RATED}");
            return Err(BadFile::Senseless(text));
        }
        if !(1..=MOST_GAMES).contains(&file.games) {
            let text = format!("games = {}; it must be 1 to {MOST_GAMES}", file.games);
            return Err(BadFile::Senseless(text));
        }
        if file.champion.is_some() && file.format == Format::RoundRobin {
            let text = "there is a champion, but format is not \"gauntlet\"".to_owned();
            return Err(BadFile::Senseless(text));
        }
        let pairings = match file.format {
            Format::RoundRobin => players * (players - 1) / 2,
            Format::Gauntlet => players - 1,
        };
        if pairings as u64 * file.games > MOST_GAMES {
            let text = format!(
                "{pairings} pairings of {} games: more than {MOST_GAMES} games",
                file.games
            );
            return Err(BadFile::Senseless(text));
        }
        // Found after the last game, it would cost them all.
        if !(-MOST_ELO..=MOST_ELO).contains(&file.ratings.elo) {
            let text = format!("elo = {}; it must be -{MOST_ELO} to {MOST_ELO}", file.ratings.elo);
            return Err(BadFile::Senseless(text));
        }
        // Names that are wrong are to be found now.
        file.champion()?;
        file.anchor()?;
        file.game.setup()?;
        Ok(file)
    }
}

impl TournamentFile {
    /// Other numbers of games than the file's.
    #[must_use]
    pub const fn with_games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    fn champion(&self) -> Result<usize, BadFile> {
        self.champion.as_deref().map_or(Ok(0), |name| self.players.find(name))
    }

    fn anchor(&self) -> Result<Anchor, BadFile> {
        let rating = self.ratings.elo;
        Ok(match &self.ratings.anchor {
            Some(name) => Anchor::Player { player: self.players.find(name)?, rating },
            None => Anchor::Mean(rating),
        })
    }

    /// The contest.
    pub fn contest(&self, version: &str) -> Result<Contest, BadFile> {
        let (setup, referee) = with_referee(self.game.setup()?, self.referee.as_ref())?;
        let games = self.games;
        let players = self.players.0.len();
        let pairings = match self.format {
            Format::RoundRobin => (0..players)
                .flat_map(|a| (a + 1..players).map(move |b| PairingRecord { a, b, games }))
                .collect(),
            Format::Gauntlet => {
                let a = self.champion()?;
                (0..players).filter(|&b| b != a).map(|b| PairingRecord { a, b, games }).collect()
            }
        };
        Ok(Contest {
            title: self.title.clone(),
            setup,
            clock: self.game.clock()?,
            clock_text: self.game.clock_text(),
            players: self.players.0.clone(),
            pairings,
            openings: Openings::read(&self.openings.0, setup)
                .map_err(|error| BadFile::Senseless(error.to_string()))?,
            seed: self.seed,
            referee,
            patience: patience(self.patience.as_deref())?,
            version: version.to_owned(),
        })
    }

    /// The standings after these games.
    pub fn standings(&self, played: &Played) -> Result<Standings, RatingsError> {
        let anchor = self.anchor().unwrap_or(Anchor::Mean(self.ratings.elo));
        Standings::new(played, anchor)
    }
}

/// Who comes out where.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The name of each player.
    names: Vec<String>,
    /// His score against everybody else.
    scores: Vec<Vec<Score>>,
    ratings: Ratings,
    /// The players, the best first.
    order: Vec<usize>,
    /// Each pairing in full.
    pub pairings: Vec<Summary>,
}

/// A line of the standings.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// From 1.
    pub rank: usize,
    /// Who.
    pub name: String,
    /// His text.
    pub player: String,
    /// Elo; none if nobody can be compared with him.
    pub elo: Option<f64>,
    /// Its interval of 95 %.
    pub elo_interval: crate::statistics::elo::EloInterval,
    /// His games.
    #[serde(flatten)]
    pub score: Score,
    /// Points a game.
    pub win_rate: Option<f64>,
    /// How likely he is stronger than each of the others, by their names.
    pub superiority: std::collections::BTreeMap<String, f64>,
}

impl Standings {
    /// The standings after these games; `anchor` says where ratings begin.
    pub fn new(played: &Played, anchor: Anchor) -> Result<Self, RatingsError> {
        let record = &played.record;
        let names: Vec<String> = record.players.iter().map(|p| p.name.clone()).collect();
        let mut scores = vec![vec![Score::default(); names.len()]; names.len()];
        let (mut results, mut pairings) = (Vec::new(), Vec::new());
        for (index, pairing) in record.pairings.iter().enumerate() {
            let games: Vec<_> = played.of_pairing(index).collect();
            let score = Score::of(games.iter().copied(), |_| Side::A);
            scores[pairing.a][pairing.b] += score;
            scores[pairing.b][pairing.a] += score.turned();
            results.push(PairResult {
                a: pairing.a,
                b: pairing.b,
                points_a: score.points(),
                games: score.games() as f64,
            });
            let player = |place: usize| record.players[place].player.as_str();
            pairings.push(Summary::new(player(pairing.a), player(pairing.b), &games, None));
        }
        let options = RatingOptions { anchor, ..RatingOptions::default() };
        let ratings = rate_players(names.len(), &results, &options)?;
        let mut order: Vec<usize> = (0..names.len()).collect();
        let rating = |i: &usize| ratings.players()[*i].rating.unwrap_or(f64::NEG_INFINITY);
        order.sort_by(|a, b| rating(b).total_cmp(&rating(a)));
        Ok(Self { names, scores, ratings, order, pairings })
    }

    fn total(&self, player: usize) -> Score {
        let mut total = Score::default();
        for score in &self.scores[player] {
            total += *score;
        }
        total
    }

    /// The lines, the best first.
    #[must_use]
    pub fn lines(&self, played: &Played) -> Vec<Standing> {
        let line = |(rank, &i): (usize, &usize)| {
            let rating = self.ratings.players()[i];
            let others = self.order.iter().filter(|&&j| j != i);
            let score = self.total(i);
            Standing {
                rank: rank + 1,
                name: self.names[i].clone(),
                player: played.record.players[i].player.clone(),
                elo: rating.rating,
                elo_interval: rating.interval,
                win_rate: score.rate(),
                score,
                superiority: others
                    .filter_map(|&j| Some((self.names[j].clone(), self.ratings.superiority(i, j)?)))
                    .collect(),
            }
        };
        self.order.iter().enumerate().map(line).collect()
    }

    /// Everybody against everybody: rating, score, points from each of the others, and how likely
    /// each is stronger than the next.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut columns = vec![
            Column::right("#"),
            Column::left("player"),
            Column::right("Elo"),
            Column::left("95 % interval"),
            Column::right("games"),
            Column::right("score"),
            Column::right("stronger than next"),
        ];
        columns.extend((1..=self.order.len()).map(|rank| Column::right(format!("vs {rank}"))));
        let mut table = Table::new(columns);
        for (place, &i) in self.order.iter().enumerate() {
            let rating = &self.ratings.players()[i];
            let total = self.total(i);
            let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
            let percent = |rate: f64| format!("{:.1} %", 100.0 * rate);
            let next = self.order.get(place + 1).and_then(|&j| self.ratings.superiority(i, j));
            let mut cells = vec![
                (place + 1).to_string(),
                self.names[i].clone(),
                or_dash(rating.rating.map(|elo| format!("{elo:.0}"))),
                rating.interval.to_text(),
                total.games().to_string(),
                or_dash(total.rate().map(percent)),
                or_dash(next.map(percent)),
            ];
            cells.extend(self.order.iter().map(|&j| {
                let score = &self.scores[i][j];
                if score.games() == 0 {
                    String::new()
                } else {
                    format!("{}/{}", score.points(), score.games())
                }
            }));
            table.row(cells);
        }
        table
    }

    /// The ratings and their intervals, as a picture.
    #[must_use]
    pub fn plot(&self, title: &str) -> String {
        let mut plot = IntervalPlot::new(title).x_label("Elo");
        for &i in &self.order {
            let rating = &self.ratings.players()[i];
            let Some(elo) = rating.rating else { continue };
            let mut row = IntervalRow::new(&self.names[i], elo);
            if let (Some(low), Some(high)) = (rating.interval.low, rating.interval.high) {
                row = row.interval(low, high);
            }
            plot = plot.row(row);
        }
        plot.to_svg()
    }

    /// Whether everybody can be compared with everybody.
    #[must_use]
    pub fn connected(&self) -> bool {
        self.ratings.connected()
    }
}
