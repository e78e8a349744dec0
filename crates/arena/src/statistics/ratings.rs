//! Ratings of any number of players from the results of those who met: the model of Bradley and
//! Terry (1952), fitted by the MM steps of Hunter (2004) and finished by Newton's.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::statistics::elo::ELO_UNIT;
use crate::statistics::network::{Covariance, Network};
use crate::{EloInterval, Z_95, normal_cdf};

/// MM steps before Newton's. They come near from anywhere, but then they get slow.
const MM_SWEEPS: u32 = 50;
/// The most that an MM step may change, in units of the logistic scale.
const MM_STEP: f64 = 10.0;
/// Newton's steps at most. Ten are many, if no two players are worlds apart.
const NEWTON_STEPS: u32 = 200;
/// The most that such a step may change between two who met. A longer one can lead upwards and
/// still end where the likelihood is so flat that there is no way back.
const NEWTON_STEP: f64 = 3.0;

/// What two players scored against each other. Two may occur more than once; it adds up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairResult {
    /// One player, by number from 0.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// Points of the first; a draw is half a point for each.
    pub points_a: f64,
    /// Games they played.
    pub games: f64,
}

/// What the ratings are measured from: only differences are known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// The mean of the players has this rating.
    Mean(f64),
    /// A player has it.
    Player {
        /// Who.
        player: usize,
        /// His rating.
        rating: f64,
    },
}

/// How to rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingOptions {
    /// Games that every player has drawn, in thought, with one average player. They keep the
    /// ratings of those who won or lost everything finite. 0, or from 0.001 to 1,000,000.
    pub prior: f64,
    /// What the ratings are measured from.
    pub anchor: Anchor,
    /// Standard deviations to both ends of an interval.
    pub z: f64,
}

impl Default for RatingOptions {
    /// One drawn game, the mean at 0, intervals of 95 %.
    fn default() -> Self {
        Self { prior: 1.0, anchor: Anchor::Mean(0.0), z: Z_95 }
    }
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerRating {
    /// Elo; `None` if nobody can be compared with him.
    pub rating: Option<f64>,
    /// Its interval, relative to the anchor. The anchor himself is where he is: no width.
    pub interval: EloInterval,
    /// The group he is in. Ratings of different groups have nothing to do with each other.
    pub group: usize,
    /// Games he played.
    pub games: f64,
    /// Points he made.
    pub points: f64,
}

/// Why there are no ratings.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RatingsError {
    /// More players than anybody has.
    #[error("{0} players are too many to rate: at most {max}", max = MAX_RATED)]
    TooMany(usize),
    /// A result or an anchor names somebody who does not take part.
    #[error("there is no player {player}: they are numbered from 0, and there are {players}")]
    NoSuchPlayer {
        /// The number.
        player: usize,
        /// How many there are.
        players: usize,
    },
    /// Somebody played himself.
    #[error("player {0} cannot play himself")]
    Himself(usize),
    /// Points or games that cannot be.
    #[error("{points} points of {games} games cannot be")]
    NoResult {
        /// The points.
        points: f64,
        /// The games.
        games: f64,
    },
    /// A prior out of range.
    #[error("the prior must be 0, or from 0.001 to 1000000 games; this is {0}")]
    Prior(f64),
    /// An anchor that is not finite.
    #[error("a rating must be a finite number; this is {0}")]
    Anchor(f64),
    /// Not a width of an interval.
    #[error("an interval needs from 0 to 1000 standard deviations; this is {0}")]
    Width(f64),
}

/// The most players that are rated at once: the work grows with the cube.
pub(crate) const MAX_RATED: usize = 500;
/// The most games of two players; beyond, doubles have no digits left for a single one.
const MAX_GAMES: f64 = 1e15;

/// Ratings, their intervals, and who is stronger than whom.
///
/// **The model**: a player scores against another at the rate that the difference of their ratings
/// makes, [`rate_of_elo`](crate::rate_of_elo). The ratings are those under which the results are
/// likeliest, with the prior's drawn games among them. Intervals come from the curvature of the
/// likelihood there (the inverse of the observed Fisher information). It takes games to be
/// independent and without draws, so with draws the intervals are wider than they need be, and
/// where openings suit one side with both colours they are too narrow.
///
/// **Groups**: with a prior, players are in one group if games connect them. Players whom no games
/// connect could only be compared by the prior, which knows nothing, so they are not. Without a
/// prior a group also needs points in both directions: if nobody of one set of players ever took
/// half a point off anybody of another, the likeliest difference is infinite, and they are two
/// groups. A group of one has no rating (unless it is the anchor). The anchor's group is measured
/// from the anchor; any other, and every group if the anchor is the mean, has its mean at the
/// anchor's rating.
///
/// ```
/// use tengen_arena::{PairResult, RatingOptions, rate_players};
///
/// let results = [
///     PairResult { a: 0, b: 1, points_a: 30.0, games: 40.0 },
///     PairResult { a: 1, b: 2, points_a: 22.5, games: 40.0 },
/// ];
/// let ratings = rate_players(3, &results, &RatingOptions::default()).unwrap();
/// assert!(ratings.connected());
/// assert!(ratings.players()[0].rating > ratings.players()[1].rating);
/// assert!(ratings.superiority(0, 2).unwrap() > 0.99);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    players: Vec<PlayerRating>,
    groups: Vec<Group>,
    /// The place of each player in his group.
    places: Vec<usize>,
}

/// Players who can be compared.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    members: Vec<usize>,
    /// Natural units, on a scale of the group's own.
    ratings: Vec<f64>,
    /// Covariance of the ratings relative to the first member; `None` if it has no digits.
    covariance: Option<Covariance>,
}

impl Ratings {
    /// Every player, in the order of their numbers.
    #[must_use]
    pub fn players(&self) -> &[PlayerRating] {
        &self.players
    }

    /// The groups of players that can be compared, each by number.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &[usize]> {
        self.groups.iter().map(|group| group.members.as_slice())
    }

    /// Whether all players can be compared: whether there is one group at most.
    #[must_use]
    pub fn connected(&self) -> bool {
        self.groups.len() <= 1
    }

    /// Likelihood of superiority: how probable it is that player `i` is stronger than player `j`.
    /// `None` if they cannot be compared, or there is no such player.
    #[must_use]
    pub fn superiority(&self, i: usize, j: usize) -> Option<f64> {
        let (first, second) = (self.players.get(i)?, self.players.get(j)?);
        if first.group != second.group {
            return None;
        }
        if i == j {
            return Some(0.5);
        }
        let group = &self.groups[first.group];
        let (i, j) = (self.places[i], self.places[j]);
        let lead = group.ratings[i] - group.ratings[j];
        let deviation = group.covariance.as_ref()?.difference(i, j).sqrt();
        Some(if deviation > 0.0 { normal_cdf(lead / deviation) } else { 0.5 })
    }
}

/// Rates players by their results against each other: see [`Ratings`].
pub fn rate_players(
    players: usize,
    results: &[PairResult],
    options: &RatingOptions,
) -> Result<Ratings, RatingsError> {
    let table = Table::new(players, results)?;
    check(players, options)?;
    let (anchored, anchor_rating) = match options.anchor {
        Anchor::Mean(rating) => (None, rating),
        Anchor::Player { player, rating } => (Some(player), rating),
    };

    let mut rated = vec![None; players];
    let mut places = vec![0; players];
    let mut groups = Vec::new();
    for members in table.groups(options.prior > 0.0) {
        let group = fit(&table, members, options.prior);
        let reference = anchored.and_then(|player| group.members.iter().position(|&m| m == player));
        let zero = reference.map_or_else(|| mean(&group.ratings), |place| group.ratings[place]);
        for (place, &player) in group.members.iter().enumerate() {
            let known = group.members.len() > 1 || reference.is_some();
            let rating = anchor_rating + ELO_UNIT * (group.ratings[place] - zero);
            let variance = group.covariance.as_ref().map(|covariance| match reference {
                Some(reference) => covariance.difference(place, reference),
                None => covariance.off_mean(place),
            });
            let half = variance.filter(|_| known).map(|v| options.z * ELO_UNIT * v.sqrt());
            let end =
                |sign: f64| half.map(|half| rating + sign * half).filter(|end| end.is_finite());
            rated[player] = Some(PlayerRating {
                rating: Some(rating).filter(|_| known),
                interval: EloInterval { low: end(-1.0), high: end(1.0) },
                group: groups.len(),
                games: table.games_of(player),
                points: table.points_of(player),
            });
            places[player] = place;
        }
        groups.push(group);
    }
    // Every player is in some group.
    Ok(Ratings { players: rated.into_iter().flatten().collect(), groups, places })
}

/// Whether the options make sense.
fn check(players: usize, options: &RatingOptions) -> Result<(), RatingsError> {
    if options.prior != 0.0 && !(1e-3..=1e6).contains(&options.prior) {
        return Err(RatingsError::Prior(options.prior));
    }
    if !(0.0..=1000.0).contains(&options.z) {
        return Err(RatingsError::Width(options.z));
    }
    let rating = match options.anchor {
        Anchor::Mean(rating) => rating,
        Anchor::Player { player, .. } if player >= players => {
            return Err(RatingsError::NoSuchPlayer { player, players });
        }
        Anchor::Player { rating, .. } => rating,
    };
    if rating.is_finite() { Ok(()) } else { Err(RatingsError::Anchor(rating)) }
}

/// Who made how many points against whom.
struct Table {
    players: usize,
    points: Vec<f64>,
}

impl Table {
    fn new(players: usize, results: &[PairResult]) -> Result<Self, RatingsError> {
        if players > MAX_RATED {
            return Err(RatingsError::TooMany(players));
        }
        let mut points = vec![0.0; players * players];
        for &PairResult { a, b, points_a, games } in results {
            for player in [a, b] {
                if player >= players {
                    return Err(RatingsError::NoSuchPlayer { player, players });
                }
            }
            if a == b {
                return Err(RatingsError::Himself(a));
            }
            if !(0.0..=MAX_GAMES).contains(&games) || !(0.0..=games).contains(&points_a) {
                return Err(RatingsError::NoResult { points: points_a, games });
            }
            points[a * players + b] += points_a;
            points[b * players + a] += games - points_a;
        }
        Ok(Self { players, points })
    }

    /// Points of `i` against `j`.
    fn points(&self, i: usize, j: usize) -> f64 {
        self.points[i * self.players + j]
    }

    fn points_of(&self, i: usize) -> f64 {
        (0..self.players).map(|j| self.points(i, j)).sum()
    }

    fn games_of(&self, i: usize) -> f64 {
        (0..self.players).map(|j| self.points(i, j) + self.points(j, i)).sum()
    }

    /// Players who can be reached from each other, by points, or by games whoever won.
    fn groups(&self, whoever_won: bool) -> Vec<Vec<usize>> {
        let mut taken = vec![false; self.players];
        let mut groups = Vec::new();
        for first in 0..self.players {
            if taken[first] {
                continue;
            }
            let down = self.reach(first, |i, j| {
                self.points(i, j) > 0.0 || (whoever_won && self.points(j, i) > 0.0)
            });
            let up = self.reach(first, |i, j| {
                self.points(j, i) > 0.0 || (whoever_won && self.points(i, j) > 0.0)
            });
            let group: Vec<_> = (0..self.players).filter(|&i| down[i] && up[i]).collect();
            for &member in &group {
                taken[member] = true;
            }
            groups.push(group);
        }
        groups
    }

    /// Whom steps lead to.
    fn reach(&self, first: usize, step: impl Fn(usize, usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.players];
        reached[first] = true;
        let mut open = vec![first];
        while let Some(i) = open.pop() {
            for (j, reached) in reached.iter_mut().enumerate() {
                if !*reached && step(i, j) {
                    *reached = true;
                    open.push(j);
                }
            }
        }
        reached
    }
}

/// The games within a group, the average player last if there is a prior: he is one more player,
/// whose rating nobody asks for.
struct Games {
    count: usize,
    points: Vec<f64>,
}

impl Games {
    fn new(table: &Table, members: &[usize], prior: f64) -> Self {
        let real = members.len();
        let count = real + usize::from(prior > 0.0);
        let mut points = vec![0.0; count * count];
        for i in 0..real {
            for j in 0..real {
                points[i * count + j] = table.points(members[i], members[j]);
            }
            if prior > 0.0 {
                points[i * count + real] = prior / 2.0;
                points[real * count + i] = prior / 2.0;
            }
        }
        Self { count, points }
    }

    fn points(&self, i: usize, j: usize) -> f64 {
        self.points[i * self.count + j]
    }

    fn games(&self, i: usize, j: usize) -> f64 {
        self.points(i, j) + self.points(j, i)
    }

    fn points_of(&self, i: usize) -> f64 {
        (0..self.count).map(|j| self.points(i, j)).sum()
    }

    fn expected(&self, ratings: &[f64], i: usize) -> f64 {
        (0..self.count).map(|j| self.games(i, j) * logistic(ratings[i] - ratings[j])).sum()
    }

    fn log_likelihood(&self, ratings: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.count {
            for j in 0..self.count {
                if self.points(i, j) > 0.0 {
                    sum += self.points(i, j) * log_logistic(ratings[i] - ratings[j]);
                }
            }
        }
        sum
    }

    /// The first derivatives of the log-likelihood: points made, less those that the ratings say.
    /// Summed so that it does not cancel where nearly all games were won.
    fn gradient(&self, ratings: &[f64]) -> Vec<f64> {
        let surplus = |i: usize, j: usize| {
            let lead = ratings[i] - ratings[j];
            self.points(i, j) * logistic(-lead) - self.points(j, i) * logistic(lead)
        };
        (0..self.count).map(|i| (0..self.count).map(|j| surplus(i, j)).sum()).collect()
    }

    /// The most that a step changes between two who met.
    fn change(&self, step: &[f64]) -> f64 {
        let mut most = 0.0_f64;
        for i in 0..self.count {
            for j in 0..i {
                if self.games(i, j) > 0.0 {
                    most = most.max((step[i] - step[j]).abs());
                }
            }
        }
        most
    }

    /// Minus the second derivatives of the log-likelihood.
    fn information(&self, ratings: &[f64]) -> Network {
        let mut network = Network::new(self.count);
        for i in 0..self.count {
            for j in 0..i {
                let lead = ratings[i] - ratings[j];
                network.connect(i, j, self.games(i, j) * logistic(lead) * logistic(-lead));
            }
        }
        network
    }
}

/// The likeliest ratings of a group, and how sure they are.
fn fit(table: &Table, members: Vec<usize>, prior: f64) -> Group {
    let real = members.len();
    if real == 1 {
        return Group { members, ratings: vec![0.0], covariance: Some(Covariance::single()) };
    }
    let games = Games::new(table, &members, prior);
    let mut ratings = vec![0.0; games.count];
    for _ in 0..MM_SWEEPS {
        mm_sweep(&games, &mut ratings);
    }
    newton(&games, &mut ratings);
    let covariance =
        games.information(&ratings).eliminate().and_then(|parts| parts.covariance(real));
    ratings.truncate(real);
    Group { members, ratings, covariance }
}

/// Hunter's step for every player in turn. On the logistic scale it adds the logarithm of the
/// points he made over those he should have made.
fn mm_sweep(games: &Games, ratings: &mut [f64]) {
    for i in 0..games.count {
        let step = (games.points_of(i) / games.expected(ratings, i)).ln();
        if !step.is_nan() {
            ratings[i] += step.clamp(-MM_STEP, MM_STEP);
        }
    }
}

/// Newton's steps, each shortened until it leads upwards. The log-likelihood is concave, so they
/// arrive.
fn newton(games: &Games, ratings: &mut [f64]) {
    let mut here = games.log_likelihood(ratings);
    for _ in 0..NEWTON_STEPS {
        let Some(parts) = games.information(ratings).eliminate() else { return };
        let step = parts.solve(games.gradient(ratings));
        let length = games.change(&step);
        if !length.is_finite() {
            return;
        }
        let mut part = (NEWTON_STEP / length).min(1.0);
        loop {
            let there: Vec<f64> = ratings.iter().zip(&step).map(|(r, s)| r + part * s).collect();
            let value = games.log_likelihood(&there);
            // Near the top the gain is less than rounding shows.
            if value >= here - 1e-13 * here.abs() {
                ratings.copy_from_slice(&there);
                here = value;
                break;
            }
            part /= 2.0;
            if part * length < 1e-13 {
                return;
            }
        }
        if part * length < 1e-12 {
            return;
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The rate that a difference makes, in natural units.
fn logistic(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Its logarithm, also where the rate itself is as good as nothing.
fn log_logistic(difference: f64) -> f64 {
    difference.min(0.0) - (-difference.abs()).exp().ln_1p()
}
