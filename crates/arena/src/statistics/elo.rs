//! Elo: win rates on a scale of differences, and how likely it is that one side is the stronger.

use serde::{Deserialize, Serialize};

use crate::{Interval, Pentanomial, normal_cdf};

/// Elo for one unit of the logistic scale, `400 / ln 10`.
pub(crate) const ELO_UNIT: f64 = 173.717_792_761_300_73;

/// The difference in Elo that makes this win rate; `None` if it is infinite (a rate of 0 or 1) or
/// the rate is none.
///
/// ```
/// use tengen_arena::elo_of_rate;
///
/// assert!((elo_of_rate(10.0 / 11.0).unwrap() - 400.0).abs() < 1e-9);
/// assert_eq!(elo_of_rate(1.0), None);
/// ```
#[must_use]
pub fn elo_of_rate(rate: f64) -> Option<f64> {
    (rate > 0.0 && rate < 1.0).then(|| 400.0 * (rate / (1.0 - rate)).log10())
}

/// The win rate that a difference in Elo makes.
///
/// ```
/// assert!((tengen_arena::rate_of_elo(-400.0) - 1.0 / 11.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn rate_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// An interval of Elo. JSON: `[low, high]`, with `null` for an infinite end.
///
/// ```
/// use tengen_arena::{EloInterval, Z_95, wilson};
///
/// // Twenty games, all won: at least 286.6 Elo, and no upper end.
/// let interval = EloInterval::from(wilson(20.0, 20.0, Z_95));
/// assert!((interval.low.unwrap() - 286.6).abs() < 0.1);
/// assert_eq!(interval.high, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "[Option<f64>; 2]", into = "[Option<f64>; 2]")]
pub struct EloInterval {
    /// The lower end; `None` is minus infinity.
    pub low: Option<f64>,
    /// The upper end; `None` is infinity.
    pub high: Option<f64>,
}

impl EloInterval {
    /// All differences: what is known without games.
    pub const ALL: Self = Self { low: None, high: None };

    /// Whether a value is in it.
    #[must_use]
    pub fn contains(&self, elo: f64) -> bool {
        self.low.is_none_or(|low| low <= elo) && self.high.is_none_or(|high| elo <= high)
    }
}

impl From<Interval> for EloInterval {
    /// From an interval of win rates. It covers as often as that one does: the scale is monotone.
    /// A lower end at 1, or an upper one at 0, has no Elo and becomes an open end.
    fn from(rates: Interval) -> Self {
        Self { low: elo_of_rate(rates.low), high: elo_of_rate(rates.high) }
    }
}

impl From<[Option<f64>; 2]> for EloInterval {
    fn from([low, high]: [Option<f64>; 2]) -> Self {
        Self { low, high }
    }
}

impl From<EloInterval> for [Option<f64>; 2] {
    fn from(interval: EloInterval) -> Self {
        [interval.low, interval.high]
    }
}

/// Likelihood of superiority: how probable it is, after these results, that the side is the
/// stronger one. Draws say nothing about that. By the normal approximation; one half without
/// results.
///
/// ```
/// let los = tengen_arena::superiority(60.0, 40.0);
/// assert!((los - 0.977_25).abs() < 1e-5);
/// ```
#[must_use]
pub fn superiority(wins: f64, losses: f64) -> f64 {
    score(wins - losses, wins + losses)
}

/// Likelihood of superiority from pairs. Pairs vary as they do, around one half: where the games
/// of a pair are independent it is [`superiority`] in the long run, and 1-1 says nothing.
///
/// ```
/// use tengen_arena::{Pentanomial, superiority_by_pairs};
///
/// // Black wins 90 of the openings whoever he is, and the rest is 8-2.
/// let los = superiority_by_pairs(&Pentanomial([2, 0, 90, 0, 8]));
/// assert!((los - 0.971).abs() < 1e-3);
/// ```
#[must_use]
pub fn superiority_by_pairs(pairs: &Pentanomial) -> f64 {
    score(pairs.sum(|rate| rate - 0.5), pairs.sum(|rate| (rate - 0.5) * (rate - 0.5)))
}

/// The score test of the hypothesis that the mean is nothing.
fn score(sum: f64, squares: f64) -> f64 {
    if squares > 0.0 && sum.is_finite() && squares.is_finite() {
        normal_cdf(sum / squares.sqrt())
    } else {
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Z_95, by_pairs};

    #[test]
    fn there_and_back() {
        assert!((ELO_UNIT - 400.0 / 10_f64.ln()).abs() < 1e-12);
        for elo in [-800.0, -191.0, 0.0, 7.5, 400.0] {
            assert!((elo_of_rate(rate_of_elo(elo)).unwrap() - elo).abs() < 1e-9);
        }
        // 3:1 is 400 log10(3).
        assert!((elo_of_rate(0.75).unwrap() - 190.848_501_887_864_98).abs() < 1e-9);
        for odd in [0.0, 1.0, -0.1, 1.1, f64::NAN] {
            assert_eq!(elo_of_rate(odd), None);
        }
        assert_eq!(rate_of_elo(f64::INFINITY), 1.0);
        assert_eq!(rate_of_elo(f64::NEG_INFINITY), 0.0);
    }

    #[test]
    fn json() {
        let interval = EloInterval { low: Some(-1.5), high: None };
        let text = serde_json::to_string(&interval).unwrap();
        assert_eq!(text, "[-1.5,null]");
        assert_eq!(serde_json::from_str::<EloInterval>(&text).unwrap(), interval);
    }

    #[test]
    fn open_ends() {
        assert_eq!(EloInterval::from(Interval::ALL_RATES), EloInterval::ALL);
        let lost = EloInterval::from(by_pairs(&Pentanomial([9, 0, 0, 0, 0]), Z_95));
        assert_eq!(lost.low, None);
        assert!(lost.high.unwrap() < 0.0);
        assert!(lost.contains(-1e9) && !lost.contains(0.0));
    }

    #[test]
    fn superiority_of_little() {
        assert_eq!(superiority(0.0, 0.0), 0.5);
        assert_eq!(superiority(5.0, 5.0), 0.5);
        assert_eq!(superiority_by_pairs(&Pentanomial::default()), 0.5);
        assert_eq!(superiority_by_pairs(&Pentanomial([0, 0, 50, 0, 0])), 0.5);
        // One game won: one standard deviation.
        assert!((superiority(1.0, 0.0) - 0.841_344_746_068_543).abs() < 1e-12);
        assert!(
            (superiority_by_pairs(&Pentanomial([0, 0, 0, 0, 4])) - normal_cdf(2.0)).abs() < 1e-12
        );
    }

    #[test]
    fn independent_pairs_agree_with_games() {
        // As independent games at one half make them, but for 500 pairs more that were won twice.
        let pairs = Pentanomial([25_000, 0, 50_000, 0, 25_500]);
        let games = superiority(101_000.0, 100_000.0);
        assert!((superiority_by_pairs(&pairs) - games).abs() < 1e-3);
    }
}
