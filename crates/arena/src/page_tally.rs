//! What the games of a contest add up to.

use std::collections::{BTreeMap, HashMap};

use crate::page::PageContest;
use crate::record::{GameRecord, Side};

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
}

impl Score {
    /// Counts a game by its winner, seen by `side`.
    pub(crate) fn add(&mut self, winner: Option<Side>, side: Side) {
        match winner {
            None => self.draws += 1,
            Some(winner) if winner == side => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    /// The score of some games, seen by the side that a function names.
    pub(crate) fn of<'a>(
        games: impl IntoIterator<Item = &'a GameRecord>,
        side: impl Fn(&GameRecord) -> Side,
    ) -> Self {
        let mut score = Self::default();
        for game in games {
            score.add(game.winner, side(game));
        }
        score
    }

    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A draw is half a point.
    pub(crate) fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game; none without games.
    pub(crate) fn rate(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The interval that the true rate lies in.
    pub(crate) fn interval(&self) -> (f64, f64) {
        interval(self.points(), self.games() as f64)
    }

    /// The score of the opponent.
    pub(crate) fn turned(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl std::ops::AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Wilson's interval of 95 % for points of so many games.
fn interval(points: f64, games: f64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if games <= 0.0 {
        return (0.0, 1.0);
    }
    let (rate, square) = ((points / games).clamp(0.0, 1.0), Z * Z / games);
    let middle = rate + square / 2.0;
    let half = (square * (rate * (1.0 - rate) + square / 4.0)).sqrt();
    (((middle - half) / (1.0 + square)).max(0.0), ((middle + half) / (1.0 + square)).min(1.0))
}

/// Two who met, and their games.
pub(crate) struct Meeting<'a> {
    /// Which pairing of the contest.
    pub(crate) pairing: usize,
    /// A, by place in [`Tally::names`].
    pub(crate) a: usize,
    /// B, likewise.
    pub(crate) b: usize,
    /// In the order of their numbers.
    pub(crate) games: Vec<&'a GameRecord>,
}

impl Meeting<'_> {
    /// How A scored.
    pub(crate) fn score(&self) -> Score {
        Score::of(self.games.iter().copied(), |_| Side::A)
    }

    /// By place in [`Tally::names`].
    pub(crate) fn player(&self, side: Side) -> usize {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }

    /// Games that a side lost otherwise than on the board.
    pub(crate) fn forfeits(&self, side: Side) -> usize {
        let is_lost = |game: &&&GameRecord| game.forfeit.as_ref().is_some_and(|f| f.by == side);
        self.games.iter().filter(is_lost).count()
    }
}

/// The games of a contest, sorted and counted.
pub(crate) struct Tally<'a> {
    /// Everybody's name: the players of the contest, and then those who are only in its games.
    pub(crate) names: Vec<String>,
    /// All pairings of the contest, and those that are only in its games.
    pub(crate) meetings: Vec<Meeting<'a>>,
    /// For games that repeat an earlier one, move for move: its place in the list of all.
    repeats: BTreeMap<usize, usize>,
}

impl<'a> Tally<'a> {
    pub(crate) fn new(contest: &'a PageContest) -> Self {
        let mut by_pairing: BTreeMap<usize, Vec<&GameRecord>> = BTreeMap::new();
        for pairing in 0..contest.record.pairings.len() {
            by_pairing.insert(pairing, Vec::new());
        }
        for game in &contest.games {
            by_pairing.entry(game.pairing).or_default().push(game);
        }
        let mut names: Vec<String> =
            contest.record.players.iter().map(|player| player.name.clone()).collect();
        let mut meetings = Vec::new();
        for (pairing, mut games) in by_pairing {
            games.sort_by_key(|game| game.game);
            let planned = contest.record.pairings.get(pairing);
            let first = games.first().copied();
            let a = place(&mut names, planned.map(|pairing| pairing.a), first, Side::A);
            let b = place(&mut names, planned.map(|pairing| pairing.b), first, Side::B);
            meetings.push(Meeting { pairing, a, b, games });
        }
        let repeats = repeats(meetings.iter().flat_map(|meeting| &meeting.games).copied());
        Self { names, meetings, repeats }
    }

    /// All games: by pairing, and then by number.
    pub(crate) fn games(&self) -> impl Iterator<Item = &'a GameRecord> + Clone {
        self.meetings.iter().flat_map(|meeting| &meeting.games).copied()
    }

    /// What a player is called.
    pub(crate) fn name(&self, player: usize) -> &str {
        self.names.get(player).map_or("?", String::as_str)
    }

    /// Who met whom: `A against B`.
    pub(crate) fn title(&self, meeting: &Meeting<'_>) -> String {
        format!("{} against {}", self.name(meeting.a), self.name(meeting.b))
    }

    /// How many games repeat an earlier one, move for move.
    pub(crate) fn repeated(&self) -> usize {
        self.repeats.len()
    }

    /// The place of the game that the one at this place repeats.
    pub(crate) fn repeats(&self, place: usize) -> Option<usize> {
        self.repeats.get(&place).copied()
    }

    /// How many games are there more than once, by pairing and number.
    pub(crate) fn doubled(&self) -> usize {
        let doubled = |meeting: &Meeting<'_>| {
            meeting.games.windows(2).filter(|pair| pair[0].game == pair[1].game).count()
        };
        self.meetings.iter().map(doubled).sum()
    }
}

/// Where a side's player stands among the names: as the contest says, or else by the name that a
/// game gives him.
fn place(
    names: &mut Vec<String>,
    planned: Option<usize>,
    game: Option<&GameRecord>,
    side: Side,
) -> usize {
    if let Some(index) = planned.filter(|index| *index < names.len()) {
        return index;
    }
    let name = game.map_or("?", |game| game.players[side].name.as_str());
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

/// Games whose moves are those of an earlier one. Games that did not leave their opening say
/// nothing about how players repeat themselves.
fn repeats<'a>(games: impl Iterator<Item = &'a GameRecord>) -> BTreeMap<usize, usize> {
    let mut first_places: HashMap<&[String], usize> = HashMap::new();
    let mut repeats = BTreeMap::new();
    for (place, game) in games.enumerate() {
        if game.moves.len() <= game.opening.moves.len() {
            continue;
        }
        let first = *first_places.entry(&game.moves).or_insert(place);
        if first < place {
            repeats.insert(place, first);
        }
    }
    repeats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_as_in_the_textbooks() {
        let (low, high) = interval(5.0, 10.0);
        assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4, "{low} {high}");
        let (low, high) = interval(0.0, 10.0);
        assert!(low == 0.0 && (high - 0.2775).abs() < 1e-4, "{low} {high}");
        assert_eq!(interval(0.0, 0.0), (0.0, 1.0));
    }
}
