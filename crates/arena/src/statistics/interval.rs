//! Confidence intervals of win rates.

use serde::{Deserialize, Serialize};

use crate::Pentanomial;

/// Standard deviations on both sides of the mean that hold 95 % of a normal distribution.
pub const Z_95: f64 = 1.959964;

/// More standard deviations than this are as good as certainty, and their square still is a number.
const Z_MAX: f64 = 1e6;

/// An interval, both ends included. JSON: `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "[f64; 2]", into = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Every win rate there is: what is known without games.
    pub const ALL_RATES: Self = Self { low: 0.0, high: 1.0 };

    /// Whether a value is in it.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The distance of the ends.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Self {
        Self { low, high }
    }
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

/// Wilson's score interval of a win rate from independent games, where a draw is half a point.
///
/// Wilson's formula takes the variance of a game to be `p (1 - p)`, as if there were no draws. With
/// draws it is smaller, so the interval is wider than it need be: conservative. Games of one
/// opening are not independent; where pairs are known, [`by_pairs`] is the better answer.
///
/// `z` is [`Z_95`] or a [quantile](crate::normal_quantile). Points are held to `0..=games`. Without
/// games the interval is [`Interval::ALL_RATES`]; so it is if a number is not a number.
///
/// ```
/// use tengen_arena::{Z_95, wilson};
///
/// let interval = wilson(60.0, 100.0, Z_95);
/// assert!((interval.low - 0.5020).abs() < 1e-4 && (interval.high - 0.6906).abs() < 1e-4);
/// // All won is not certainty.
/// let interval = wilson(20.0, 20.0, Z_95);
/// assert!((interval.low - 0.8389).abs() < 1e-4 && interval.high == 1.0);
/// ```
#[must_use]
pub fn wilson(points: f64, games: f64, z: f64) -> Interval {
    if points.is_nan() || z.is_nan() || !(games > 0.0 && games.is_finite()) {
        return Interval::ALL_RATES;
    }
    around(points.clamp(0.0, games) / games, games, z)
}

/// Pairs that [`by_pairs`] adds in thought to learn how much pairs vary.
const PRIOR_PAIRS: f64 = 4.0;
/// How much those vary, as a part of `p (1 - p)`: half-way between two independent games, 1/2, and
/// two that always end alike, 1.
const PRIOR_VARIATION: f64 = 0.75;

/// An interval of the win rate from the variance between pairs.
///
/// The two games of a pair share an opening, so they are not independent, but pairs are. This is
/// Wilson's interval for as many games as would, if they were independent and without draws, tell
/// as much as these pairs do: `p (1 - p)` divided by the variance of the mean rate of pairs. Draws
/// and openings that Black (or White) wins for both sides make pairs vary less and the interval
/// narrower; openings that suit one side with both colours make it wider, as they should.
///
/// How much pairs vary is itself learnt from few pairs, and from none that differ if all ended
/// alike. So the variation, as a part of `p (1 - p)`, is averaged with that of four pairs of a
/// match at one half which vary by 3/4 of it; real pairs have weight in the measure in which their
/// rate leaves them room to vary. After all 2-0 this is Wilson's interval for 4/3 games a pair;
/// after all 1-1 its width falls like one over the number of pairs.
///
/// Both constants were chosen by exact enumeration for 5, 10, 25 and 50 pairs, rates from 0.5 to
/// 0.95, without and with 30 % draws, and within-pair correlations of either sign (50 cases each).
/// With four pairs and 3/4, coverage of 95 % intervals is at least 0.923, 0.934, 0.946 and 0.948,
/// on average 0.980, 0.974, 0.968 and 0.964. With 1/2 in place of 3/4 the least are 0.857, 0.926,
/// 0.936 and 0.924; without the four pairs 0.729, 0.913, 0.934 and 0.924. Wilson's interval of the
/// single games goes down to 0.786, 0.879, 0.841 and 0.839.
///
/// Without pairs the interval is [`Interval::ALL_RATES`].
///
/// ```
/// use tengen_arena::{Pentanomial, Z_95, by_pairs, wilson};
///
/// // Ten openings, won by Black whoever he was, and ten won twice by one side:
/// let interval = by_pairs(&Pentanomial([0, 0, 10, 0, 10]), Z_95);
/// assert!(interval.width() < wilson(30.0, 40.0, Z_95).width());
/// ```
#[must_use]
pub fn by_pairs(pairs: &Pentanomial, z: f64) -> Interval {
    let (Some(mean), Some(variance)) = (pairs.mean(), pairs.variance()) else {
        return Interval::ALL_RATES;
    };
    if z.is_nan() {
        return Interval::ALL_RATES;
    }
    let count = pairs.sum(|_| 1.0);
    // The sum of squares, corrected for having been taken around its own mean.
    let squares = variance * count * if count > 1.0 { count / (count - 1.0) } else { 1.0 };
    let prior = PRIOR_PAIRS / 4.0;
    let variation = (squares + prior * PRIOR_VARIATION) / (count * mean * (1.0 - mean) + prior);
    around(mean, count / variation, z)
}

/// Wilson's formula for a rate seen in this many games.
fn around(rate: f64, games: f64, z: f64) -> Interval {
    let z = z.abs().min(Z_MAX);
    let share = z * z / games;
    let centre = (rate + share / 2.0) / (1.0 + share);
    let half =
        z / (1.0 + share) * (rate * (1.0 - rate) / games + share / games / 4.0).max(0.0).sqrt();
    // With few enough games the share is no number any more, and nothing is known.
    if !(centre.is_finite() && half.is_finite()) {
        return Interval::ALL_RATES;
    }
    // At the ends, and always, the rate itself belongs to the interval: rounding must not say
    // otherwise.
    Interval {
        low: (centre - half).clamp(0.0, rate),
        high: if rate == 1.0 { 1.0 } else { (centre + half).clamp(rate, 1.0) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_by_hand() {
        // n = 10, p = 1/2, z = 2: centre 1/2, half width 2 / 1.4 * sqrt(1/40 + 1/100).
        let interval = wilson(5.0, 10.0, 2.0);
        let half = 2.0 / 1.4 * 0.035_f64.sqrt();
        assert!((interval.low - (0.5 - half)).abs() < 1e-15);
        assert!((interval.high - (0.5 + half)).abs() < 1e-15);
        // All lost: from 0 to z^2 / (n + z^2).
        let interval = wilson(0.0, 12.0, 2.0);
        assert_eq!(interval.low, 0.0);
        assert!((interval.high - 0.25).abs() < 1e-15);
    }

    #[test]
    fn wilson_of_nothing() {
        for (points, games, z) in [
            (0.0, 0.0, Z_95),
            (1.0, -3.0, Z_95),
            (f64::NAN, 10.0, Z_95),
            (1.0, f64::NAN, Z_95),
            (1.0, f64::INFINITY, Z_95),
            (1.0, 2.0, f64::NAN),
        ] {
            assert_eq!(wilson(points, games, z), Interval::ALL_RATES);
        }
        assert_eq!(wilson(3.0, 4.0, 0.0), Interval { low: 0.75, high: 0.75 });
        assert!(wilson(3.0, 4.0, f64::INFINITY).width() > 0.999_999);
    }

    #[test]
    fn pairs_that_end_alike() {
        assert_eq!(by_pairs(&Pentanomial::default(), Z_95), Interval::ALL_RATES);
        // All 2-0: Wilson's for 4/3 games a pair.
        let won = by_pairs(&Pentanomial([0, 0, 0, 0, 30]), Z_95);
        assert_eq!(won.high, 1.0);
        assert!((won.low - wilson(40.0, 40.0, Z_95).low).abs() < 1e-12);
        // All 1-1: the variation is 3/4 * 1 / (n/4 + 1).
        let split = by_pairs(&Pentanomial([0, 0, 36, 0, 0]), Z_95);
        assert!((split.low + split.high - 1.0).abs() < 1e-12);
        assert!((split.width() - wilson(240.0, 480.0, Z_95).width()).abs() < 1e-12);
    }

    #[test]
    fn many_pairs_vary_as_they_do() {
        // 0.5 +- 1.96 * sqrt(1/8 / n)
        let many = by_pairs(&Pentanomial([250_000, 0, 500_000, 0, 250_000]), Z_95);
        let half = Z_95 * (0.125e-6_f64).sqrt();
        assert!((many.high - 0.5 - half).abs() < 1e-8);
    }

    #[test]
    fn json() {
        let text = serde_json::to_string(&Interval { low: 0.25, high: 0.5 }).unwrap();
        assert_eq!(text, "[0.25,0.5]");
        let back: Interval = serde_json::from_str(&text).unwrap();
        assert_eq!(back, Interval { low: 0.25, high: 0.5 });
    }
}
