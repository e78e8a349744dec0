//! How games ended.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use tengen_game::{Outcome, Player};

/// How a game ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// He won.
    Win,
    /// Nobody did.
    Draw,
    /// He lost.
    Loss,
}

impl Score {
    /// What an outcome is to this player.
    #[must_use]
    pub fn of(outcome: Outcome, player: Player) -> Self {
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Win(winner) if winner == player => Self::Win,
            Outcome::Win(_) => Self::Loss,
        }
    }
}

/// Games by how they ended, for the player who made a move.
///
/// ```
/// use tengen_book::{Score, Tally};
/// let mut tally = Tally { wins: 2, draws: 1, losses: 0 };
/// tally.add(Score::Loss);
/// assert_eq!((tally.games(), tally.rate()), (4, Some(0.625)));
/// assert_eq!(Tally::default().rate(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Games that he won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that he lost.
    pub losses: u64,
}

impl Tally {
    /// All games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Wins, and half of the draws: paper 001 has no draws, and half of one is what it is worth to
    /// either player.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of points, from 0 to 1; none without games.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Counts a game.
    pub const fn add(&mut self, score: Score) {
        let count = match score {
            Score::Win => &mut self.wins,
            Score::Draw => &mut self.draws,
            Score::Loss => &mut self.losses,
        };
        *count = count.saturating_add(1);
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }
}
