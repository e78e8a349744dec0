//! How a player uses a book, and when he had better think for himself.

use tengen_game::Rng;

use crate::page::{BookMove, Page};

/// What the best move is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// That with the largest share of points.
    #[default]
    Rate,
    /// That with the most games.
    Visits,
    /// Any, in proportion to its games.
    Random,
}

impl Choice {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 3] =
        [("rate", Self::Rate), ("visits", Self::Visits), ("random", Self::Random)];
}

/// How a player chooses among the moves of a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chooser {
    /// Games that a move must have to be played.
    pub least_games: u64,
    /// The share of points that it must have, from 0 to 1.
    pub least_rate: f64,
    /// Which of them he takes.
    pub choice: Choice,
    /// Whether he distrusts a choice if a move with too few games has done better so far.
    pub doubts: bool,
}

impl Default for Chooser {
    fn default() -> Self {
        Self { least_games: 10, least_rate: 0.1, choice: Choice::Rate, doubts: true }
    }
}

/// Why a player thinks for himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutOfBook {
    /// Nothing is known of the position.
    #[error("the position is not in the book")]
    Unknown,
    /// No move has games enough.
    #[error("no move has {least} games, the most are {most}")]
    FewGames {
        /// What a move must have.
        least: u64,
        /// What one has.
        most: u64,
    },
    /// No move does well enough.
    #[error("its best move has won {} % of its games", .percent)]
    Losing {
        /// Its share of points.
        percent: u32,
    },
    /// A move with too few games has done better than the choice.
    #[error("a move with {games} games has done better than the one with the most promise")]
    Doubt {
        /// Its games.
        games: u64,
    },
}

impl Chooser {
    /// The move that he plays, or why he plays none of the book's.
    pub fn choose<M: Copy>(&self, page: &Page<M>, rng: &mut Rng) -> Result<M, OutOfBook> {
        let rate = |m: &BookMove<M>| m.tally.rate().unwrap_or(0.0);
        let games = |m: &BookMove<M>| m.tally.games();
        let most = page.moves().iter().map(games).max().unwrap_or(0);
        if most == 0 {
            return Err(OutOfBook::Unknown);
        }
        let least = self.least_games.max(1);
        let (known, few): (Vec<_>, Vec<_>) =
            page.moves().iter().filter(|m| games(m) > 0).partition(|m| games(m) >= least);
        if known.is_empty() {
            return Err(OutOfBook::FewGames { least, most });
        }
        let best_rate = known.iter().map(|m| rate(m)).fold(0.0, f64::max);
        let good: Vec<_> = known.iter().filter(|m| rate(m) >= self.least_rate).collect();
        if good.is_empty() {
            return Err(OutOfBook::Losing { percent: (100.0 * best_rate).round() as u32 });
        }
        let (by_rate, by_games) = (|m: &BookMove<M>| rate(m), |m: &BookMove<M>| games(m) as f64);
        // Of equals the first, so that the same book always gives the same move.
        let largest = |value: &dyn Fn(&BookMove<M>) -> (f64, f64)| {
            good.iter().copied().rev().max_by(|a, b| {
                let (a, b) = (value(a), value(b));
                a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
            })
        };
        let chosen = match self.choice {
            Choice::Rate => largest(&|m| (by_rate(m), by_games(m))),
            Choice::Visits => largest(&|m| (by_games(m), by_rate(m))),
            Choice::Random => {
                let all = good.iter().fold(0, |all: u64, m| all.saturating_add(games(m)));
                let mut left = rng.below(usize::try_from(all).unwrap_or(usize::MAX)) as u64;
                good.iter().copied().find(|m| {
                    let found = left < games(m);
                    left = left.saturating_sub(games(m));
                    found
                })
            }
        };
        let chosen = chosen.ok_or(OutOfBook::Unknown)?;
        if self.doubts
            && let Some(better) = few.iter().find(|m| rate(m) > rate(chosen))
        {
            return Err(OutOfBook::Doubt { games: games(better) });
        }
        Ok(chosen.r#move)
    }
}
