//! The normal distribution: its function and its quantiles, by plain arithmetic.

use std::f64::consts::{PI, SQRT_2};

/// Below this the series of the error function is short and loses nothing.
const SERIES_UP_TO: f64 = 2.0;
/// Steps of the continued fraction. From 2 on, 80 are enough for every digit.
const FRACTION_DEPTH: u32 = 80;

/// The error function, `2/sqrt(pi)` times the integral of `exp(-t^2)` from 0 to `x`.
///
/// The absolute error is below 1e-15. Not a number stays not a number.
///
/// ```
/// assert!((tengen_arena::erf(1.0) - 0.842_700_792_949_714_9).abs() < 1e-15);
/// ```
#[must_use]
pub fn erf(x: f64) -> f64 {
    if x.abs() < SERIES_UP_TO { series(x) } else { x.signum() * (1.0 - fraction(x.abs())) }
}

/// `1 - erf(x)`, with all its digits also where it is tiny.
fn erfc(x: f64) -> f64 {
    if x.abs() < SERIES_UP_TO {
        1.0 - series(x)
    } else if x > 0.0 {
        fraction(x)
    } else {
        2.0 - fraction(-x)
    }
}

/// `erf(x) = 2/sqrt(pi) exp(-x^2) (x + 2 x^3/3 + 4 x^5/(3*5) + ...)`. All terms have one sign, so
/// nothing cancels.
fn series(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    let mut odd = 1.0;
    while term.abs() > 1e-18 * sum.abs() {
        odd += 2.0;
        term *= 2.0 * x * x / odd;
        sum += term;
    }
    2.0 / PI.sqrt() * (-x * x).exp() * sum
}

/// `erfc(x) = exp(-x^2)/sqrt(pi) / (x + (1/2)/(x + 1/(x + (3/2)/(x + ...))))`, for `x >= 2`.
fn fraction(x: f64) -> f64 {
    let mut tail = x;
    for step in (1..=FRACTION_DEPTH).rev() {
        tail = x + 0.5 * f64::from(step) / tail;
    }
    (-x * x).exp() / (PI.sqrt() * tail)
}

/// How probable it is that a standard normal variable is at most `x`.
///
/// The relative error is below 1e-12, far out in the lower tail too (down to about `x = -37`, where
/// doubles end). Not a number stays not a number.
///
/// ```
/// assert!((tengen_arena::normal_cdf(1.959964) - 0.975).abs() < 1e-8);
/// ```
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * erfc(-x / SQRT_2)
}

/// The `x` that a standard normal variable stays below with this probability; `None` unless it is
/// between 0 and 1, both excluded.
///
/// The error is below 1e-11 for probabilities from 1e-300 to one half, and by symmetry above,
/// as far as `1 - probability` has digits.
///
/// ```
/// // Two-sided, 99 %:
/// let z = tengen_arena::normal_quantile(0.995).unwrap();
/// assert!((z - 2.575829).abs() < 1e-6);
/// assert_eq!(tengen_arena::normal_quantile(1.0), None);
/// ```
#[must_use]
pub fn normal_quantile(probability: f64) -> Option<f64> {
    if !(probability > 0.0 && probability < 1.0) {
        return None;
    }
    if probability > 0.5 {
        return normal_quantile(1.0 - probability).map(|x| -x);
    }
    // Newton's steps on the logarithm of the distribution function. It is concave, so from the
    // left of the answer every step stays on the left of it; and cdf(-t) <= exp(-t^2/2)/2 gives a
    // start there.
    let target = probability.ln();
    let mut x = -(-2.0 * (target + std::f64::consts::LN_2)).max(0.0).sqrt();
    for _ in 0..100 {
        let below = normal_cdf(x);
        let density = (-0.5 * x * x).exp() / (2.0 * PI).sqrt();
        let step = (target - below.ln()) * below / density;
        if !step.is_finite() {
            break;
        }
        x += step;
        if step.abs() < 1e-14 * (1.0 + x.abs()) {
            break;
        }
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known to more digits than doubles have.
    #[test]
    fn known_values() {
        for (x, expected) in [
            (0.0, 0.0),
            (0.1, 0.112_462_916_018_284_9),
            (0.5, 0.520_499_877_813_046_5),
            (1.0, 0.842_700_792_949_714_9),
            (1.5, 0.966_105_146_475_310_7),
            (2.0, 0.995_322_265_018_952_7),
            (3.0, 0.999_977_909_503_001_4),
        ] {
            assert!((erf(x) - expected).abs() < 1e-15, "erf({x}) = {}", erf(x));
            assert!((erf(-x) + expected).abs() < 1e-15);
        }
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (-1.0, 0.158_655_253_931_457_05),
            (-2.0, 0.022_750_131_948_179_21),
            (-3.0, 1.349_898_031_630_094_6e-3),
            (-5.0, 2.866_515_718_791_939e-7),
            (-10.0, 7.619_853_024_160_526e-24),
            (-20.0, 2.753_624_118_606_233_7e-89),
            (-37.0, 5.725_571_222_524_576e-300),
        ] {
            let error = normal_cdf(x) / expected - 1.0;
            assert!(error.abs() < 1e-12, "normal_cdf({x}) is off by {error}");
        }
    }

    #[test]
    fn the_two_ways_meet() {
        let below = 1.0 - series(SERIES_UP_TO - 1e-12);
        let above = fraction(SERIES_UP_TO);
        assert!((below / above - 1.0).abs() < 1e-10);
        // And both are right some way into the other's land.
        for step in 0..20 {
            let x = 2.0 + f64::from(step) * 0.05;
            assert!((series(x) - (1.0 - fraction(x))).abs() < 1e-15);
        }
    }

    #[test]
    fn quantiles() {
        for (probability, expected) in [
            (0.5, 0.0),
            (0.975, 1.959_963_984_540_054),
            (0.95, 1.644_853_626_951_472_2),
            (0.005, -2.575_829_303_548_901),
            (1e-10, -6.361_340_902_404_056),
            (1e-300, -37.047_096_299_361_2),
        ] {
            let found = normal_quantile(probability).unwrap();
            assert!((found - expected).abs() < 1e-11, "{probability}: {found}");
        }
        for step in 1..2000 {
            let probability = f64::from(step) / 2000.0;
            let back = normal_cdf(normal_quantile(probability).unwrap());
            assert!((back - probability).abs() < 1e-14);
        }
    }

    #[test]
    fn the_ends() {
        assert_eq!(normal_cdf(f64::NEG_INFINITY), 0.0);
        assert_eq!(normal_cdf(f64::INFINITY), 1.0);
        assert_eq!(erf(f64::INFINITY), 1.0);
        assert!(normal_cdf(f64::NAN).is_nan());
        for odd in [0.0, 1.0, -0.5, 2.0, f64::NAN, f64::INFINITY] {
            assert_eq!(normal_quantile(odd), None);
        }
        assert!(normal_quantile(f64::from_bits(1)).unwrap() < -38.0);
        assert!(normal_quantile(f64::MIN_POSITIVE).unwrap().is_finite());
    }
}
