//! Beta distributions by plain arithmetic, so that all machines draw the same numbers: the
//! logarithms of mathematics libraries differ in the last bit.

use tengen_game::Rng;

/// A draw from the beta distribution with density in proportion to `x^(a-1) (1-x)^(b-1)`, for `a`
/// and `b` of at least 1: the share of one gamma draw in the sum of two.
///
/// ```
/// use tengen_book::beta;
/// use tengen_game::Rng;
/// let mut rng = Rng::new(1);
/// let mean = (0..10_000).map(|_| beta(8.0, 2.0, &mut rng)).sum::<f64>() / 10_000.0;
/// assert!((mean - 0.8).abs() < 0.01);
/// ```
pub fn beta(a: f64, b: f64, rng: &mut Rng) -> f64 {
    let x = gamma(a, rng);
    x / (x + gamma(b, rng))
}

/// A draw from the gamma distribution of this shape, at least 1, and scale 1 (Marsaglia and Tsang
/// 2000: a cubed normal draw, thinned by rejection).
pub fn gamma(shape: f64, rng: &mut Rng) -> f64 {
    let d = shape.max(1.0) - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let root = 1.0 + c * x;
        if root <= 0.0 {
            continue;
        }
        let v = root * root * root;
        if ln(open_unit(rng)) < 0.5 * x * x + d * (1.0 - v + ln(v)) {
            return d * v;
        }
    }
}

/// A draw from the standard normal distribution (Marsaglia's polar method).
fn normal(rng: &mut Rng) -> f64 {
    loop {
        let (x, y) = (2.0 * open_unit(rng) - 1.0, 2.0 * open_unit(rng) - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * ln(square) / square).sqrt();
        }
    }
}

/// A number between 0 and 1, neither of them, in steps of 2⁻⁵².
fn open_unit(rng: &mut Rng) -> f64 {
    ((rng.next_u64() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
}

/// The natural logarithm of a positive number.
fn ln(x: f64) -> f64 {
    // x = m · 2^e with m around 1; ln m = 2 artanh((m − 1) / (m + 1)), whose argument is at most
    // 0.172: eleven terms leave less than the last bit.
    let bits = x.to_bits();
    let mut exponent = f64::from((bits >> 52) as i32 - 1023);
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        exponent += 1.0;
    }
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let s2 = s * s;
    let mut series = 0.0;
    for k in (0..11).rev() {
        series = series * s2 + 1.0 / f64::from(2 * k + 1);
    }
    2.0 * s * series + exponent * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_the_library_to_the_last_digits() {
        let mut rng = Rng::new(1);
        for _ in 0..100_000 {
            let x = open_unit(&mut rng) * 10f64.powi(rng.below(40) as i32 - 20);
            let error = (ln(x) - x.ln()).abs() / x.ln().abs().max(1.0);
            assert!(error < 1e-14, "{x}: {} and {}", ln(x), x.ln());
        }
    }

    /// Means and variances of many shapes, within five standard errors.
    #[test]
    fn moments_are_those_of_the_distribution() {
        let mut rng = Rng::new(2);
        for (a, b) in [(1.0, 1.0), (2.0, 1.0), (1.0, 30.0), (1.5, 2.5), (40.0, 60.0), (3000.0, 9.0)]
        {
            let n = 200_000;
            let draws: Vec<f64> = (0..n).map(|_| beta(a, b, &mut rng)).collect();
            assert!(draws.iter().all(|x| (0.0..=1.0).contains(x)));
            let mean = draws.iter().sum::<f64>() / f64::from(n);
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / f64::from(n);
            let sum: f64 = a + b;
            let expected = a / sum;
            let spread = a * b / (sum * sum * (sum + 1.0));
            let error = 5.0 * (spread / f64::from(n)).sqrt();
            assert!((mean - expected).abs() < error, "Beta({a}, {b}): mean {mean}");
            assert!((variance / spread - 1.0).abs() < 0.05, "Beta({a}, {b}): {variance}");
        }
    }

    /// Kolmogorov and Smirnov, against distribution functions with a closed form: for whole a and
    /// b, that at least a of a + b - 1 uniform draws are below x.
    #[test]
    fn draws_follow_the_distribution_function() {
        let below = |a: u32, b: u32, x: f64| {
            let n = a + b - 1;
            let choose = |k: u32| (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
            (a..=n)
                .map(|k| choose(k) * x.powi(k as i32) * (1.0 - x).powi((n - k) as i32))
                .sum::<f64>()
        };
        let mut rng = Rng::new(3);
        for (a, b) in [(1, 1), (1, 4), (6, 2), (13, 9)] {
            let n = 40_000;
            let mut draws: Vec<f64> =
                (0..n).map(|_| beta(f64::from(a), f64::from(b), &mut rng)).collect();
            draws.sort_by(f64::total_cmp);
            let worst = draws
                .iter()
                .enumerate()
                .map(|(i, &x)| (below(a, b, x) - (i as f64 + 0.5) / f64::from(n)).abs());
            let worst = worst.fold(0.0, f64::max);
            // One in ten million.
            assert!(worst < 2.9 / f64::from(n).sqrt(), "Beta({a}, {b}): {worst}");
        }
    }

    /// The same bytes on any machine: these were drawn once.
    #[test]
    fn draws_stay_as_they_are() {
        let mut rng = Rng::new(4);
        let draws = [(1.0, 1.0), (5.0, 3.0), (700.0, 300.5)].map(|(a, b)| beta(a, b, &mut rng));
        let bits = draws.map(f64::to_bits);
        let kept = [4594903381241979597, 4604521107818662916, 4604592742216217906];
        assert_eq!(bits, kept, "{draws:?}");
    }
}
