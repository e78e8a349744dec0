//! The sequential probability ratio test: a match that ends as soon as it is decided.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Pentanomial;
use crate::statistics::pentanomial::NORMALISED_ELO_UNIT;

/// The largest normalised Elo that a hypothesis may name. A rate of 0.9 without draws has 463.
const ELO_LIMIT: f64 = 500.0;
/// Hypotheses that are closer than this would need more games than anybody plays.
const LEAST_DISTANCE: f64 = 0.01;
/// What a count of 0 is taken for: an outcome that was not seen is not impossible.
const EMPTY: f64 = 1e-3;
/// Where the search for the likeliest distribution stops: no probability moves by more.
const PRECISION: f64 = 1e-12;
/// Steps after which any iteration ends, whatever rounding does.
const ROUNDS: u32 = 500;

/// A sequential test between two hypotheses about normalised Elo, on pairs of games.
///
/// H0 says that the difference is `elo0`, H1 that it is `elo1`. After every pair the logarithm of
/// the ratio of the two likelihoods is compared with two bounds; as soon as it is beyond one, the
/// match ends. If H0 is true, H1 is accepted with probability `alpha` at most, if H1 is true, H0
/// with probability `beta` at most, approximately. Between and beyond the hypotheses the answer is
/// the one that is nearer, more surely the farther out.
///
/// The text is `elo0,elo1`. The theory is Wald's (1945); the generalised ratio for an unknown
/// distribution, and for normalised Elo, is Michel Van den Bergh's.
///
/// ```
/// use tengen_arena::{Decision, Pentanomial, Sprt};
///
/// let test: Sprt = "0,10".parse().unwrap();
/// assert_eq!(test.decision(&Pentanomial([10, 0, 20, 0, 12])), None);
/// let won = Pentanomial([200, 0, 500, 0, 300]);
/// assert_eq!(test.decision(&won), Some(Decision::AcceptH1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Numbers", into = "Numbers")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    /// The difference is `elo0` or less.
    #[serde(rename = "H0")]
    AcceptH0,
    /// The difference is `elo1` or more.
    #[serde(rename = "H1")]
    AcceptH1,
}

/// Why there is no such test.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SprtError {
    /// Not two numbers.
    #[error("a test is two numbers, ELO0,ELO1, as in \"0,10\"; this is \"{0}\"")]
    NotTwoNumbers(String),
    /// A part that is no number.
    #[error("\"{0}\" is no number; a test is ELO0,ELO1, as in \"0,10\"")]
    NoNumber(String),
    /// A bound beyond all sense.
    #[error("normalised Elo {0} is out of range: from -500 to 500")]
    OutOfRange(f64),
    /// The wrong order, or no difference to speak of.
    #[error("ELO0 must be less than ELO1, by 0.01 at least; these are {0} and {1}")]
    Order(f64, f64),
    /// An error rate that is none.
    #[error("an error rate must be from 0.000001 to 0.499; this is {0}")]
    ErrorRate(f64),
}

impl Sprt {
    /// Both error rates, unless told otherwise.
    pub const ERROR_RATE: f64 = 0.05;

    /// A test between two values of normalised Elo, with error rates of 5 %.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtError> {
        for elo in [elo0, elo1] {
            if !(-ELO_LIMIT..=ELO_LIMIT).contains(&elo) {
                return Err(SprtError::OutOfRange(elo));
            }
        }
        // Rounding must not turn away what is written as far enough.
        if elo1 - elo0 < LEAST_DISTANCE - 1e-9 {
            return Err(SprtError::Order(elo0, elo1));
        }
        Ok(Self { elo0, elo1, alpha: Self::ERROR_RATE, beta: Self::ERROR_RATE })
    }

    /// The same test with other error rates: of accepting H1 if H0 is true, and the other way
    /// round.
    pub fn with_error_rates(self, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        for rate in [alpha, beta] {
            if !(1e-6..=0.499).contains(&rate) {
                return Err(SprtError::ErrorRate(rate));
            }
        }
        Ok(Self { alpha, beta, ..self })
    }

    /// Normalised Elo under H0.
    #[must_use]
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// Normalised Elo under H1.
    #[must_use]
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The probability of accepting H1 if H0 is true.
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The probability of accepting H0 if H1 is true.
    #[must_use]
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// The log-likelihood ratio at or below which H0 is accepted, `ln(beta / (1 - alpha))`.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The log-likelihood ratio at or above which H1 is accepted, `ln((1 - beta) / alpha)`.
    #[must_use]
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The generalised log-likelihood ratio of H1 to H0: each is as likely as the likeliest
    /// distribution of pairs that it allows. Counts of 0 are taken for 0.001. It is 0 without
    /// pairs, and always finite.
    #[must_use]
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| (count as f64).max(EMPTY));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        // A pair's mean varies less than a game, by the square root of two.
        let t = |elo: f64| elo / NORMALISED_ELO_UNIT * std::f64::consts::SQRT_2;
        let under0 = likeliest(&seen, t(self.elo0));
        let under1 = likeliest(&seen, t(self.elo1));
        (0..5).map(|i| counts[i] * (under1[i] / under0[i]).ln()).sum()
    }

    /// What the test says; `None` while it goes on.
    #[must_use]
    pub fn decision(&self, pairs: &Pentanomial) -> Option<Decision> {
        let llr = self.llr(pairs);
        if llr >= self.upper_bound() {
            Some(Decision::AcceptH1)
        } else if llr <= self.lower_bound() {
            Some(Decision::AcceptH0)
        } else {
            None
        }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let Some((elo0, elo1)) = text.split_once(',') else {
            return Err(SprtError::NotTwoNumbers(text.to_owned()));
        };
        if elo1.contains(',') {
            return Err(SprtError::NotTwoNumbers(text.to_owned()));
        }
        let number = |part: &str| {
            part.trim().parse::<f64>().map_err(|_| SprtError::NoNumber(part.trim().to_owned()))
        };
        Self::new(number(elo0)?, number(elo1)?)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{},{}", self.elo0, self.elo1)
    }
}

/// A test as it stands in a file, before anybody has looked whether it makes sense.
#[derive(Serialize, Deserialize)]
struct Numbers {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl TryFrom<Numbers> for Sprt {
    type Error = SprtError;

    fn try_from(numbers: Numbers) -> Result<Self, SprtError> {
        Self::new(numbers.elo0, numbers.elo1)?.with_error_rates(numbers.alpha, numbers.beta)
    }
}

impl From<Sprt> for Numbers {
    fn from(Sprt { elo0, elo1, alpha, beta }: Sprt) -> Self {
        Self { elo0, elo1, alpha, beta }
    }
}

/// The distribution under which `seen` is likeliest, among those whose mean is `t` standard
/// deviations from one half.
///
/// By Lagrange: `p_i = seen_i / (1 + theta h_i)`, where `h` is the gradient of the constraint
/// `g = mean - 1/2 - t sigma`, shifted so that its mean under `p` is `g` itself:
/// `h_i = x_i - 1/2 - t sigma (1 + ((x_i - mean) / sigma)^2) / 2`. With mean and sigma of the last
/// guess this is linear, and [`denominators`] solves it; repeat until nothing moves.
///
/// `h` always has both signs. At the far end of the rates that is plain, and for the near end:
/// whatever mean and sigma `h` is made with, its mean under `p` is at most `g` (for positive `t`),
/// and it was 0 under the guess, so with that guess's own mean and sigma it is 0 or more.
fn likeliest(seen: &[f64; 5], t: f64) -> [f64; 5] {
    // Where to begin: evenly spread, or, for distances that an even spread is too wide for, around
    // 0.8 or 0.2.
    let (mut mean, mut sigma) =
        if t.abs() < 0.5 { (0.5, 0.125_f64.sqrt()) } else { (0.5 + 0.3 * t.signum(), 0.2) };
    let mut guess = *seen;
    for _ in 0..ROUNDS {
        let h = Pentanomial::RATES.map(|x| {
            let off = (x - mean) / sigma;
            x - 0.5 - t * sigma * (1.0 + off * off) / 2.0
        });
        let under = denominators(seen, &h);
        let mut moved = 0.0_f64;
        for i in 0..5 {
            let next = seen[i] / under[i];
            moved = moved.max((next - guess[i]).abs());
            guess[i] = next;
        }
        if moved < PRECISION {
            break;
        }
        (mean, sigma) = mean_and_sigma(&guess);
    }
    guess
}

/// Mean and standard deviation of the rate of a pair.
fn mean_and_sigma(p: &[f64; 5]) -> (f64, f64) {
    let of = |f: &dyn Fn(f64) -> f64| p.iter().zip(Pentanomial::RATES).map(|(p, x)| p * f(x)).sum();
    let mean: f64 = of(&|x| x);
    let variance: f64 = of(&|x| (x - mean) * (x - mean));
    (mean, variance.sqrt())
}

/// All `1 + theta h_i`, positive, for the `theta` that makes `sum of seen_i h_i / (1 + theta h_i)`
/// nothing.
///
/// The sum falls from infinity to minus infinity between two poles, where the largest or the
/// least of `h` has denominator 0. With outcomes that were hardly seen the zero lies next to a
/// pole; so it is sought by its distance from the nearer one, or digits would be lost.
fn denominators(seen: &[f64; 5], h: &[f64; 5]) -> [f64; 5] {
    let most = h.iter().fold(f64::MIN, |m, &x| m.max(x));
    let least = h.iter().fold(f64::MAX, |m, &x| m.min(x));
    if !(least < 0.0 && most > 0.0) {
        return [1.0; 5];
    }
    // On which side of theta = 0 the zero is.
    let above = seen.iter().zip(h).map(|(s, h)| s * h).sum::<f64>() > 0.0;
    let pole = if above { least } else { most };
    let at = |u: f64| h.map(|x| (1.0 - x / pole) + u * x);
    // From the pole, u = 0, to theta = 0, u = 1 / pole.
    let (mut near, mut far) = (0.0, 1.0 / pole);
    let mut u = far;
    for _ in 0..ROUNDS {
        let under = at(u);
        let (mut value, mut slope) = (0.0, 0.0);
        for i in 0..5 {
            let part = h[i] / under[i];
            value += seen[i] * part;
            slope -= seen[i] * part * part;
        }
        // Next to the pole the sum has the sign of the pole's h.
        if (value > 0.0) == (pole > 0.0) {
            near = u;
        } else {
            far = u;
        }
        // Newton's step where it stays between what is known, otherwise the middle.
        let step = u - value / slope;
        let between = (step > near && step < far) || (step < near && step > far);
        let next = if between { step } else { 0.5 * (near + far) };
        if (next - u).abs() <= 1e-15 * u.abs() {
            break;
        }
        u = next;
    }
    at(u)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from 0 to 1 (a linear congruence is good enough here).
    fn chance(seed: u64) -> impl FnMut() -> f64 {
        let mut state = seed;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    /// Some distribution, often with outcomes that were hardly seen.
    fn some_distribution(next: &mut impl FnMut() -> f64, empty: f64) -> [f64; 5] {
        let counts: [f64; 5] = std::array::from_fn(|_| {
            let x = next();
            if x < 0.4 { empty } else { (1.0 + (x - 0.4) * 10.0).exp() }
        });
        let total: f64 = counts.iter().sum();
        counts.map(|count| count / total)
    }

    fn t_of(elo: f64) -> f64 {
        elo / NORMALISED_ELO_UNIT * std::f64::consts::SQRT_2
    }

    #[test]
    fn the_constraint_holds() {
        let mut next = chance(1);
        for elo in [0.0, 0.5, 5.0, 20.0, 100.0, 121.0, 123.0, 200.0, 300.0, 500.0] {
            for case in 0..2000 {
                let seen = some_distribution(&mut next, if case % 2 == 0 { 1e-3 } else { 1e-13 });
                for t in [t_of(elo), -t_of(elo)] {
                    let p = likeliest(&seen, t);
                    let (mean, sigma) = mean_and_sigma(&p);
                    assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{elo} {seen:?} {p:?}");
                    assert!((mean - 0.5 - t * sigma).abs() < 1e-9, "{elo} {seen:?} {p:?}");
                    assert!(p.iter().all(|&p| p > 0.0));
                }
            }
        }
    }

    /// The log-likelihood under the best distribution that has these shares of the middle three
    /// outcomes: the rest is divided between the first and the last so that the constraint holds.
    fn best_of_line(seen: &[f64; 5], t: f64, middle: [f64; 3]) -> f64 {
        let rest = 1.0 - middle.iter().sum::<f64>();
        if rest <= 0.0 || middle.iter().any(|&p| p <= 0.0) {
            return f64::NEG_INFINITY;
        }
        let p = |last: f64| [rest * (1.0 - last), middle[0], middle[1], middle[2], rest * last];
        let off = |last: f64| {
            let (mean, sigma) = mean_and_sigma(&p(last));
            mean - 0.5 - t * sigma
        };
        let mut best = f64::NEG_INFINITY;
        for step in 0..8 {
            let (mut a, mut b) = (f64::from(step) / 8.0, f64::from(step + 1) / 8.0);
            if (off(a) > 0.0) == (off(b) > 0.0) {
                continue;
            }
            let sign = off(a) > 0.0;
            for _ in 0..50 {
                let middle = 0.5 * (a + b);
                if (off(middle) > 0.0) == sign { a = middle } else { b = middle }
            }
            let likelihood = seen.iter().zip(p(0.5 * (a + b))).map(|(s, p)| s * p.ln()).sum();
            best = best.max(likelihood);
        }
        best
    }

    /// Brute force: walks over the shares of the middle three outcomes, with steps that get smaller
    /// when none of them leads up.
    fn brute_force(seen: &[f64; 5], t: f64, next: &mut impl FnMut() -> f64) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for _ in 0..3 {
            let mut here = std::array::from_fn(|_| next() / 3.0);
            let mut value = best_of_line(seen, t, here);
            let mut size = 0.2;
            for _ in 0..150 {
                let mut better = false;
                for _ in 0..6 {
                    let there: [f64; 3] = here.map(|p| {
                        p * (1.0 + size * (4.0 * next() - 2.0)) + 0.1 * size * (next() - 0.5)
                    });
                    let there_value = best_of_line(seen, t, there);
                    if there_value > value {
                        (here, value, better) = (there, there_value, true);
                    }
                }
                if !better {
                    size *= 0.7;
                }
            }
            best = best.max(value);
        }
        best
    }

    /// Brute force never finds anything likelier, far-away hypotheses included; and it mostly comes
    /// close, so it does look in the right place.
    #[test]
    fn nothing_is_likelier() {
        let elos = [-500.0, -200.0, -100.0, -10.0, 0.0, 5.0, 50.0, 120.0, 300.0];
        let mut next = chance(2);
        let mut close = 0;
        for case in 0..45 {
            let seen = some_distribution(&mut next, 0.2);
            let t = t_of(elos[case % elos.len()]);
            let ours: f64 = seen.iter().zip(likeliest(&seen, t)).map(|(s, p)| s * p.ln()).sum();
            let theirs = brute_force(&seen, t, &mut next);
            assert!(theirs < ours + 1e-9, "{seen:?} {t}: {ours} {theirs}");
            close += usize::from(theirs > ours - 1e-3);
        }
        assert!(close > 22, "{close}");
    }

    #[test]
    fn texts() {
        let test: Sprt = " -2.5, 10".parse().unwrap();
        assert_eq!((test.elo0(), test.elo1(), test.alpha(), test.beta()), (-2.5, 10.0, 0.05, 0.05));
        assert_eq!(test.to_string(), "-2.5,10");
        assert_eq!(test.to_string().parse::<Sprt>().unwrap(), test);
        for (text, expected) in [
            ("", "a test is two numbers"),
            ("5", "a test is two numbers"),
            ("1,2,3", "a test is two numbers"),
            ("0,ten", "\"ten\" is no number"),
            (",5", "\"\" is no number"),
            ("0,inf", "normalised Elo inf is out of range"),
            ("nan,5", "normalised Elo NaN is out of range"),
            ("0,501", "out of range"),
            ("5,0", "ELO0 must be less than ELO1"),
            ("5,5", "ELO0 must be less than ELO1"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn json_is_checked() {
        let test = Sprt::new(0.0, 5.0).unwrap().with_error_rates(0.01, 0.1).unwrap();
        let text = serde_json::to_string(&test).unwrap();
        assert_eq!(text, r#"{"elo0":0.0,"elo1":5.0,"alpha":0.01,"beta":0.1}"#);
        assert_eq!(serde_json::from_str::<Sprt>(&text).unwrap(), test);
        assert!(serde_json::from_str::<Sprt>(&text.replace("0.01", "0.7")).is_err());
        assert!(serde_json::from_str::<Sprt>(&text.replace("5.0", "-5.0")).is_err());
    }

    #[test]
    fn bounds_and_signs() {
        let test = Sprt::new(0.0, 10.0).unwrap();
        assert!((test.upper_bound() - 19_f64.ln()).abs() < 1e-12);
        assert!((test.lower_bound() + 19_f64.ln()).abs() < 1e-12);
        assert_eq!(test.llr(&Pentanomial::default()), 0.0);
        // Turned round, hypotheses and all, the ratio only turns its sign.
        let pairs = Pentanomial([30, 10, 70, 25, 41]);
        let turned = Sprt::new(-10.0, 0.0).unwrap().llr(&pairs.reversed());
        assert!((test.llr(&pairs) + turned).abs() < 1e-9);
        // In the middle between the hypotheses, neither is likelier, to second order.
        let symmetric = Sprt::new(-10.0, 10.0).unwrap();
        assert!(symmetric.llr(&Pentanomial([10, 20, 30, 20, 10])).abs() < 1e-9);
        // A match that is always decided alike ends, but not at once.
        assert_eq!(test.decision(&Pentanomial([0, 0, 0, 0, 10])), None);
        assert_eq!(test.decision(&Pentanomial([0, 0, 0, 0, 200])), Some(Decision::AcceptH1));
        assert_eq!(test.decision(&Pentanomial([200, 0, 0, 0, 0])), Some(Decision::AcceptH0));
    }

    /// For many pairs and small differences the ratio is what the normal approximation says:
    /// `n/2 ((t - t0)^2 - (t - t1)^2)`, up to terms of third order.
    #[test]
    fn many_pairs() {
        let test = Sprt::new(1.0, 3.0).unwrap();
        let pairs = Pentanomial([100_000, 40_000, 300_000, 42_000, 101_000]);
        let t = t_of(pairs.normalised_elo().unwrap());
        let (t0, t1) = (t_of(1.0), t_of(3.0));
        let expected = 0.5 * 583_000.0 * ((t - t0).powi(2) - (t - t1).powi(2));
        assert!((test.llr(&pairs) / expected - 1.0).abs() < 0.01, "{expected}");
    }
}
