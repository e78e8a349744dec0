//! What the games of a contest add up to.

use std::collections::{BTreeMap, HashMap};

use crate::page::PageContest;
use crate::record::{GameRecord, Side};
use crate::score::Score;

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
