//! What the games of a pairing add up to.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use crate::record::{End, ForfeitKind, GameRecord, PerSide, SettledBy, Side};
use crate::statistics::elo::{EloInterval, elo_of_rate, superiority_by_pairs};
use crate::statistics::interval::{Interval, Z_95, by_pairs, wilson};
use crate::statistics::pentanomial::{GameScore, Pentanomial};
use crate::statistics::sprt::{Decision, Sprt};

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// The score of some games, seen by the side that a function names.
    pub fn of<'a>(
        games: impl IntoIterator<Item = &'a GameRecord>,
        side: impl Fn(&GameRecord) -> Side,
    ) -> Self {
        let mut score = Self::default();
        for game in games {
            match score_of(game, side(game)) {
                GameScore::Win => score.wins += 1,
                GameScore::Draw => score.draws += 1,
                GameScore::Loss => score.losses += 1,
            }
        }
        score
    }

    /// How many there are.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A draw is half a point.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game; none without games.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The interval of 95 % that the true rate lies in, by Wilson's formula.
    #[must_use]
    pub fn interval(&self) -> Interval {
        wilson(self.points(), self.games() as f64, Z_95)
    }

    /// The score of the opponent.
    #[must_use]
    pub const fn turned(&self) -> Self {
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

fn score_of(game: &GameRecord, side: Side) -> GameScore {
    match game.winner {
        None => GameScore::Draw,
        Some(winner) if winner == side => GameScore::Win,
        Some(_) => GameScore::Loss,
    }
}

/// The pairs of which both games are over, by the points that A got. Games must be of one pairing
/// and in the order of their numbers.
#[must_use]
pub fn pairs<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> Pentanomial {
    let mut counts = Pentanomial::default();
    for_each_pair(games, |_, first, second| counts.add(first, second));
    counts
}

/// The score of A in the games that [`pairs`] counts.
fn paired<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> Score {
    let mut score = Score::default();
    for_each_pair(games, |_, first, second| {
        for game in [first, second] {
            match game {
                GameScore::Win => score.wins += 1,
                GameScore::Draw => score.draws += 1,
                GameScore::Loss => score.losses += 1,
            }
        }
    });
    score
}

fn for_each_pair<'a>(
    games: impl IntoIterator<Item = &'a GameRecord>,
    mut each: impl FnMut(u64, GameScore, GameScore),
) {
    let mut before: Option<&GameRecord> = None;
    for game in games {
        if let Some(first) = before
            && first.game + 1 == game.game
            && game.game % 2 == 1
        {
            each(game.game / 2, score_of(first, Side::A), score_of(game, Side::A));
        }
        before = Some(game);
    }
}

/// How a sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// Its lower hypothesis, in normalised Elo.
    pub elo0: f64,
    /// Its upper hypothesis.
    pub elo1: f64,
    /// The log likelihood ratio of the pairs that count.
    pub llr: f64,
    /// H0 is accepted below this.
    pub lower: f64,
    /// H1 is accepted above this.
    pub upper: f64,
    /// Pairs that count.
    pub pairs: u64,
    /// What was decided, if it was.
    pub decision: Option<Decision>,
}

/// A sequential test that is followed while games come in.
///
/// Pairs count in the order of their numbers, up to the first that is not over: which games end
/// first, and how many are played at a time, must not decide.
#[derive(Clone, Debug)]
pub struct SprtWatch {
    sprt: Sprt,
    counts: Pentanomial,
    decision: Option<Decision>,
}

impl SprtWatch {
    /// The test before the first game.
    #[must_use]
    pub fn new(sprt: Sprt) -> Self {
        Self { sprt, counts: Pentanomial::default(), decision: None }
    }

    /// Looks at the games of one pairing, in the order of their numbers, and goes on where it had
    /// come to.
    pub fn follow(&mut self, games: &[GameRecord]) -> Option<Decision> {
        let find = |number: u64| {
            let place = games.binary_search_by_key(&number, |game| game.game).ok()?;
            Some(score_of(&games[place], Side::A))
        };
        while self.decision.is_none()
            && let next = 2 * self.counts.pairs()
            && let (Some(first), Some(second)) = (find(next), find(next + 1))
        {
            self.counts.add(first, second);
            self.decision = self.sprt.decision(&self.counts);
        }
        self.decision
    }

    /// How it stands.
    #[must_use]
    pub fn state(&self) -> SprtState {
        SprtState {
            elo0: self.sprt.elo0(),
            elo1: self.sprt.elo1(),
            llr: self.sprt.llr(&self.counts),
            lower: self.sprt.lower_bound(),
            upper: self.sprt.upper_bound(),
            pairs: self.counts.pairs(),
            decision: self.decision,
        }
    }
}

/// A game that was lost otherwise than on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForfeitLine {
    /// Which game, from 1.
    pub game: u64,
    /// Who lost it.
    pub by: Side,
    /// What went wrong.
    pub kind: ForfeitKind,
    /// The same in words.
    pub reason: String,
    /// The end of what the engine wrote to its standard error.
    pub stderr: String,
}

/// All that there is to say about the games of a pairing, from A's side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// A's text.
    pub a: String,
    /// B's text.
    pub b: String,
    /// Games that are over.
    pub games: u64,
    /// Games A won.
    pub wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games A lost.
    pub losses: u64,
    /// Games that were lost otherwise than on the board. They are among the wins and losses.
    pub forfeits: u64,
    /// Who lost them.
    pub forfeits_by: PerSide<u64>,
    /// Points a game, a draw being half a point.
    pub win_rate: Option<f64>,
    /// Its interval of 95 %, by Wilson's formula.
    pub interval: Interval,
    /// Its interval of 95 %, by the pairs of games with one opening.
    pub pair_interval: Interval,
    /// The difference in Elo; none if one side has all the points.
    pub elo: Option<f64>,
    /// Its interval of 95 %; `null` is without end.
    pub elo_interval: EloInterval,
    /// The same by pairs.
    pub pair_elo_interval: EloInterval,
    /// Pairs by A's points: 0, 1/2, 1, 3/2, 2.
    pub pairs: Pentanomial,
    /// The games of those pairs: one whose other game is not over is not among them.
    pub paired: Score,
    /// The difference in normalised Elo.
    pub normalised_elo: Option<f64>,
    /// How likely A is the stronger one, by the pairs.
    pub superiority: f64,
    /// A's games with Black.
    pub as_black: Score,
    /// A's games with White.
    pub as_white: Score,
    /// Moves a game, those of the opening included.
    pub mean_length: Option<f64>,
    /// Seconds a move.
    pub seconds_per_move: PerSide<Option<f64>>,
    /// Playouts a move; none for an outside engine.
    pub playouts_per_move: PerSide<Option<f64>>,
    /// Moves a game that the opening book made; none for a side without one.
    pub book_moves: PerSide<Option<f64>>,
    /// Why games ended.
    pub ends: BTreeMap<End, u64>,
    /// How games that ended by passes were counted.
    pub settled: BTreeMap<SettledBy, u64>,
    /// Games in which the board as it stood had another winner than was found.
    pub board_wrong: u64,
    /// Games that are the same as an earlier one, move for move: they say nothing new.
    pub repeated: u64,
    /// The forfeits.
    pub forfeit_list: Vec<ForfeitLine>,
    /// How the sequential test stands, if there is one.
    pub sprt: Option<SprtState>,
    /// The version of the program.
    pub version: String,
}

impl Summary {
    /// Adds up the games of one pairing, in the order of their numbers.
    #[must_use]
    pub fn new(a: &str, b: &str, games: &[&GameRecord], sprt: Option<SprtState>) -> Self {
        let all = || games.iter().copied();
        let score = Score::of(all(), |_| Side::A);
        let pairs = pairs(all());
        let pair_interval = by_pairs(&pairs, Z_95);
        let forfeits_by = |side| {
            all().filter(|g| g.forfeit.as_ref().is_some_and(|f| f.by == side)).count() as u64
        };
        let with = |colour: Side| Score::of(all().filter(|g| g.black == colour), |_| Side::A);
        let per_move = |total: f64, side| {
            let moves: u64 = all().map(|g| g.thought[side]).sum();
            (moves > 0).then(|| total / moves as f64)
        };
        let playouts = |side: Side| -> Option<u64> {
            let known: Vec<u64> = all().filter_map(|g| g.playouts[side]).collect();
            (!known.is_empty()).then(|| known.iter().sum())
        };
        let mut ends = BTreeMap::new();
        let mut settled = BTreeMap::new();
        for game in all() {
            *ends.entry(game.end).or_insert(0) += 1;
            if let Some(how) = &game.settled {
                *settled.entry(how.by).or_insert(0) += 1;
            }
        }
        let mut seen = HashSet::new();
        // A game that never left its opening repeats nothing.
        let played = all().filter(|g| g.moves.len() > g.opening.moves.len());
        let repeated = played.filter(|g| !seen.insert((&g.opening.moves, &g.moves))).count() as u64;
        Self {
            a: a.to_owned(),
            b: b.to_owned(),
            games: score.games(),
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            forfeits: forfeits_by(Side::A) + forfeits_by(Side::B),
            forfeits_by: PerSide::from_fn(forfeits_by),
            win_rate: score.rate(),
            interval: score.interval(),
            pair_interval,
            elo: score.rate().and_then(elo_of_rate),
            elo_interval: score.interval().into(),
            pair_elo_interval: pair_interval.into(),
            normalised_elo: pairs.normalised_elo(),
            superiority: superiority_by_pairs(&pairs),
            pairs,
            paired: paired(all()),
            as_black: with(Side::A),
            as_white: with(Side::B),
            mean_length: (!games.is_empty())
                .then(|| all().map(|g| g.moves.len()).sum::<usize>() as f64 / games.len() as f64),
            seconds_per_move: PerSide::from_fn(|side| {
                per_move(all().map(|g| g.seconds[side]).sum(), side)
            }),
            playouts_per_move: PerSide::from_fn(|side| {
                playouts(side).and_then(|total| per_move(total as f64, side))
            }),
            book_moves: PerSide::from_fn(|side| {
                let known: Vec<u64> = all().filter_map(|g| g.book[side]).collect();
                let sum = known.iter().sum::<u64>() as f64;
                (!known.is_empty()).then(|| sum / known.len() as f64)
            }),
            ends,
            settled,
            board_wrong: all().filter(|g| board_is_wrong(g)).count() as u64,
            repeated,
            forfeit_list: all().filter_map(forfeit_line).collect(),
            sprt,
            version: games.first().map(|g| g.version.clone()).unwrap_or_default(),
        }
    }
}

fn forfeit_line(game: &GameRecord) -> Option<ForfeitLine> {
    let forfeit = game.forfeit.clone()?;
    Some(ForfeitLine {
        game: game.game + 1,
        by: forfeit.by,
        kind: forfeit.kind,
        reason: forfeit.reason,
        stderr: forfeit.stderr,
    })
}

/// Whether the board as it stood had another winner.
fn board_is_wrong(game: &GameRecord) -> bool {
    game.settled.as_ref().is_some_and(|settled| {
        let stands = match settled.stands {
            score if score > 0.0 => Some(game.black),
            score if score < 0.0 => Some(game.black.other()),
            _ => None,
        };
        stands != game.winner
    })
}
