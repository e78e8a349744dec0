//! Pairs of games, counted by the points they gave.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Normalised Elo for one standard deviation of a game, `800 / ln 10`. With it a win rate near one
/// half, without draws, has the same normalised Elo as Elo.
pub const NORMALISED_ELO_UNIT: f64 = 347.435_585_522_601_45;

/// What a game gave, seen by the side whose score is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameScore {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl GameScore {
    /// 0, 1 or 2.
    #[must_use]
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

/// Counts of pairs that gave 0, 1/2, 1, 3/2 and 2 points.
///
/// A pair is one opening, played with both colours. What the opening is worth touches both of its
/// games, so games are not independent, but pairs are. Statistics are therefore made of pairs.
/// "The rate" of a pair is its points divided by two, between 0 and 1.
///
/// ```
/// use tengen_arena::{GameScore, Pentanomial};
///
/// let mut pairs = Pentanomial::default();
/// pairs.add(GameScore::Win, GameScore::Win);
/// pairs.add(GameScore::Win, GameScore::Loss);
/// assert_eq!(pairs, Pentanomial([0, 0, 1, 0, 1]));
/// assert_eq!(pairs.games(), 4);
/// assert_eq!(pairs.mean(), Some(0.75));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The rates that the five counts stand for.
    pub const RATES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// One more pair.
    pub fn add(&mut self, first: GameScore, second: GameScore) {
        let count = &mut self.0[first.half_points() + second.half_points()];
        *count = count.saturating_add(1);
    }

    /// Number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Number of games, two a pair.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.pairs().saturating_mul(2)
    }

    /// Points of all games.
    #[must_use]
    pub fn points(&self) -> f64 {
        2.0 * self.sum(|rate| rate)
    }

    /// The mean rate; `None` without pairs.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let pairs = self.sum(|_| 1.0);
        (pairs > 0.0).then(|| (self.sum(|rate| rate) / pairs).clamp(0.0, 1.0))
    }

    /// The variance of the rates of pairs around their mean (divided by the number of pairs, not by
    /// one less); `None` without pairs. Two independent games without draws, each won with
    /// probability one half, have 1/8.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        Some(self.sum(|rate| (rate - mean) * (rate - mean)) / self.sum(|_| 1.0))
    }

    /// Normalised Elo: by how many standard deviations of a game the mean differs from one half,
    /// in units of `800 / ln 10`. The standard deviation of a game is the one that independent
    /// games would need to have for pairs to vary as they do.
    ///
    /// Unlike Elo it says directly how many games it takes to see the difference, whatever draws
    /// and openings do. `None` without pairs, and where all pairs gave the same other than one
    /// point: it is infinite then.
    ///
    /// ```
    /// use tengen_arena::Pentanomial;
    ///
    /// // Rates 0, 1/2, 1: mean 0.55, variance of a pair 0.1225, of a game 0.245.
    /// let nelo = Pentanomial([20, 0, 50, 0, 30]).normalised_elo().unwrap();
    /// assert!((nelo - 0.05 / 0.245_f64.sqrt() * 800.0 / 10_f64.ln()).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn normalised_elo(&self) -> Option<f64> {
        let lead = self.mean()? - 0.5;
        let deviation = (2.0 * self.variance()?).sqrt();
        if lead == 0.0 {
            return Some(0.0);
        }
        (deviation > 0.0).then(|| lead / deviation * NORMALISED_ELO_UNIT)
    }

    /// The same pairs as the other side sees them.
    #[must_use]
    pub const fn reversed(self) -> Self {
        let [a, b, c, d, e] = self.0;
        Self([e, d, c, b, a])
    }

    /// The sum over all pairs of a function of their rates.
    pub(crate) fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().zip(Self::RATES).map(|(&count, rate)| count as f64 * of(rate)).sum()
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count = count.saturating_add(more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_nine_pairs() {
        use GameScore::{Draw, Loss, Win};
        let mut pairs = Pentanomial::default();
        for first in [Loss, Draw, Win] {
            for second in [Loss, Draw, Win] {
                pairs.add(first, second);
            }
        }
        assert_eq!(pairs, Pentanomial([1, 2, 3, 2, 1]));
        assert_eq!((pairs.pairs(), pairs.games(), pairs.points()), (9, 18, 9.0));
        // (2 * 1/4 + 4 * 1/16) / 9
        assert!((pairs.variance().unwrap() - 0.75 / 9.0).abs() < 1e-15);
        assert_eq!(pairs.normalised_elo(), Some(0.0));
        let mut twice = pairs;
        twice += pairs.reversed();
        assert_eq!(twice, Pentanomial([2, 4, 6, 4, 2]));
        assert_eq!(serde_json::to_string(&pairs).unwrap(), "[1,2,3,2,1]");
    }

    #[test]
    fn the_unit() {
        assert!((NORMALISED_ELO_UNIT - 800.0 / 10_f64.ln()).abs() < 1e-12);
        // Near one half and without draws, normalised Elo is Elo: a rate of 0.501 is 0.6949 Elo.
        let (win, loss) = (501_u64, 499_u64);
        let independent =
            Pentanomial([loss * loss, 0, 2 * win * loss, 0, win * win]).normalised_elo().unwrap();
        assert!((independent - 0.694_87).abs() < 1e-4, "{independent}");
    }

    #[test]
    fn nothing_to_say() {
        assert_eq!(Pentanomial::default().mean(), None);
        assert_eq!(Pentanomial::default().variance(), None);
        assert_eq!(Pentanomial::default().normalised_elo(), None);
        assert_eq!(Pentanomial([0, 0, 0, 0, 7]).normalised_elo(), None);
        assert_eq!(Pentanomial([0, 0, 7, 0, 0]).normalised_elo(), Some(0.0));
        let full = Pentanomial([u64::MAX; 5]);
        assert_eq!(full.games(), u64::MAX);
        assert_eq!(full.mean(), Some(0.5));
    }
}
