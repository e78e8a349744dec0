//! The formulas of the papers, as plain functions. Values are winning rates from 0 to 1 of the
//! player who chooses, unless said otherwise.

/// The natural logarithm of a positive number, by arithmetic alone, so that it is the same on every
/// machine. (The mathematics libraries of systems differ in the last bit.)
#[inline]
#[must_use]
pub fn ln_of(x: f64) -> f64 {
    // x = m · 2^e with m from 1 to 2; ln m = 2 artanh((m − 1) / (m + 1)). Around sqrt 2 the
    // argument is at most 0.172, and the first term left out is below 1e-9.
    let bits = x.to_bits();
    let mut exponent = f64::from((bits >> 52) as i32 - 1023);
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        exponent += 1.0;
    }
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let s2 = s * s;
    let series = 1.0 + s2 * (1.0 / 3.0 + s2 * (1.0 / 5.0 + s2 * (1.0 / 7.0 + s2 / 9.0)));
    2.0 * s * series + exponent * std::f64::consts::LN_2
}

/// The natural logarithm of a count that is not zero: see [`ln_of`].
#[inline]
#[must_use]
pub fn ln(count: u32) -> f32 {
    ln_of(f64::from(count)) as f32
}

/// `e^x` for `x` up to 0, by arithmetic alone: see [`ln_of`].
#[must_use]
pub fn exp(x: f64) -> f64 {
    // (e^(x / 2¹⁰))^(2¹⁰), the inner one by its series, whose argument is small.
    let small = x.max(-700.0) / 1024.0;
    let mut power = 1.0
        + small
            * (1.0 + small / 2.0 * (1.0 + small / 3.0 * (1.0 + small / 4.0 * (1.0 + small / 5.0))));
    for _ in 0..10 {
        power *= power;
    }
    power
}

/// The winning rate that a score stands for: odds of e to 1 for a score of `scale`.
#[must_use]
pub fn winning_rate(score: f64, scale: f64) -> f64 {
    let odds = exp(-score.abs() / scale);
    if score >= 0.0 { 1.0 / (1.0 + odds) } else { odds / (1.0 + odds) }
}

/// UCB (paper 002, "UCB"): `value + c · sqrt(ln N / n)`, with the natural logarithm.
///
/// The lecture's 1.18 = sqrt(2 ln 2) goes with the logarithm of base 2; with the natural one the
/// same constant is sqrt 2.
#[inline]
#[must_use]
pub fn ucb(value: f32, visits: f32, ln_parent: f32, c: f32) -> f32 {
    value + c * (ln_parent / visits).sqrt()
}

/// UCB with the variance of the results (paper 002, "Other formulas for UCB"):
/// `μ + c · sqrt(ln N / n · min(V, c2))`, where `V = σ² + c1 · sqrt(ln N / n)`.
///
/// Auer et al.: `c = 1`, `c1 = sqrt 2`, `c2 = 1/4`.
#[inline]
#[must_use]
pub fn ucb_tuned(
    moments: &Moments,
    ln_parent: f64,
    TunedConstants { c, c1, c2 }: TunedConstants,
) -> f64 {
    let ratio = ln_parent / moments.count;
    let v = moments.variance() + c1 * ratio.sqrt();
    moments.mean() + c * (ratio * v.min(c2)).sqrt()
}

/// The constants of [`ucb_tuned`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TunedConstants {
    /// Weight of the whole exploration term.
    pub c: f64,
    /// Weight of the uncertainty of the variance.
    pub c1: f64,
    /// The most that variance may count: 1/4 is the largest variance of results from 0 to 1.
    pub c2: f64,
}

impl Default for TunedConstants {
    fn default() -> Self {
        Self { c: 1.0, c1: std::f64::consts::SQRT_2, c2: 0.25 }
    }
}

/// Mean and variance kept as sums (paper 002, "General implementation hints (3/3)").
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// How many results.
    pub count: f64,
    /// Σ x.
    pub sum1: f64,
    /// Σ x².
    pub sum2: f64,
}

impl Moments {
    /// Adds a result.
    #[inline]
    pub fn add(&mut self, x: f64) {
        self.count += 1.0;
        self.sum1 += x;
        self.sum2 += x * x;
    }

    /// The mean; not a number without results.
    #[inline]
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum1 / self.count
    }

    /// The variance (of the results, not of the mean), never below zero.
    #[inline]
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        ((self.sum2 - 2.0 * mean * self.sum1) / self.count + mean * mean).max(0.0)
    }
}

/// A mean with the value of implicit minimax backups mixed in (Lanctot et al. 2014):
/// `(1 − α) Q + α v`.
#[inline]
#[must_use]
pub fn with_implicit(mean: f32, implicit: f32, alpha: f32) -> f32 {
    mean + alpha * (implicit - mean)
}

/// Progressive bias (paper 000, formula 1): `W · P / (n + 1)`.
#[inline]
#[must_use]
pub fn progressive_bias(weight: f32, probability: f32, visits: f32) -> f32 {
    weight * probability / (visits + 1.0)
}

/// RAVE's weight by the hand-made schedule: `sqrt(k / (3 N + k))`, `N` the visits of the parent.
/// At `N = k` it is one half.
#[inline]
#[must_use]
pub fn rave_weight_hand(parent_visits: f32, k: f32) -> f32 {
    (k / (3.0 * parent_visits + k)).sqrt()
}

/// RAVE's weight that minimises the mean squared error: `ñ / (n + ñ + 4 n ñ b²)`, `ñ` the RAVE
/// visits and `b` the bias of RAVE. Programs that name an equivalence use `1 / (4 b²)` for it.
#[inline]
#[must_use]
pub fn rave_weight_mse(visits: f32, rave_visits: f32, four_b2: f32) -> f32 {
    rave_visits / (visits + rave_visits + visits * rave_visits * four_b2)
}

/// The lower bound that *secure child* maximises (paper 000, §4.3), on the paper's scale of −1 to 1:
/// `v − A / sqrt(n)` with `v` seen by the player who chooses.
///
/// The paper prints `v + A / sqrt(n)` and keeps `v` as the opponent sees it: the child that
/// minimises that is the one that maximises this.
#[inline]
#[must_use]
pub fn secure_bound(value: f64, visits: f64, a: f64) -> f64 {
    value - a / visits.sqrt()
}

/// How many of the best moves progressive widening lets through after `visits` of the parent
/// (Coulom), of `most`: the n-th is unlocked at `t(n)`, `t(1) = 0`, `t(n + 1) = t(n) + base · growth^(n − 1)`.
#[must_use]
pub fn widening(visits: u32, base: f32, growth: f32, most: usize) -> usize {
    let (mut unlocked, mut threshold, mut step) = (1, base, base);
    while unlocked < most && visits as f32 >= threshold {
        unlocked += 1;
        step *= growth;
        threshold += step;
    }
    unlocked
}

/// The weight of the minimax value in a backup that starts as the mean and shifts to minimax as
/// counts grow (paper 002, "Comments (2/2)"): `n / (n + k)`.
#[inline]
#[must_use]
pub fn minimax_weight(visits: f64, k: f64) -> f64 {
    visits / (visits + k)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-4, "{a} is not {b}");
    }

    #[test]
    fn ln_is_the_logarithm() {
        for count in (1..100_000).chain([1 << 20, 1 << 31, u32::MAX]) {
            let exact = f64::from(count).ln();
            assert!((f64::from(ln(count)) - exact).abs() <= 2e-7 * exact.max(1.0), "ln {count}");
        }
    }

    #[test]
    fn ln_of_is_the_logarithm_of_fractions_too() {
        for i in 1..1000 {
            let x = f64::from(i) / 997.0;
            assert!((ln_of(x) - x.ln()).abs() < 1e-8, "ln {x}");
        }
    }

    #[test]
    fn exp_is_the_exponential() {
        for i in 0..1000 {
            let x = f64::from(i) * -0.02;
            assert!((exp(x) - x.exp()).abs() < 1e-9, "e^{x}");
        }
        assert!(exp(-1e9) >= 0.0);
    }

    /// 002: with the winning rate 0.6 after 10 of 100 playouts and c = 1:
    /// 0.6 + sqrt(4.60517 / 10) = 1.27861.
    #[test]
    fn ucb_by_hand() {
        close(ucb(0.6, 10.0, 100f32.ln(), 1.0).into(), 1.27861);
        // The less visited of two equal moves is preferred ("Illustration: using UCB scores").
        assert!(ucb(0.5, 10.0, 100f32.ln(), 1.0) > ucb(0.5, 20.0, 100f32.ln(), 1.0));
    }

    /// The lecture's constant: 1.18 · sqrt(log2 N / n) = sqrt 2 · sqrt(ln N / n).
    #[test]
    fn the_lectures_constant_belongs_to_base_two() {
        let (n, parent) = (7f64, 300f64);
        let base_two = (2.0 * 2f64.ln()).sqrt() * (parent.log2() / n).sqrt();
        let natural = ucb(0.0, n as f32, parent.ln() as f32, std::f32::consts::SQRT_2);
        close(natural.into(), base_two);
        close((2.0 * 2f64.ln()).sqrt(), 1.17741);
    }

    /// Results 1, 1, 0, 1 of N = 16: μ = 0.75, σ² = 0.1875, ln 16 / 4 = 0.693147,
    /// V = 0.1875 + 1.414214 · 0.832555 = 1.364910 > 1/4; 0.75 + sqrt(0.693147 / 4) = 1.166277.
    #[test]
    fn ucb_tuned_by_hand() {
        let mut moments = Moments::default();
        for x in [1.0, 1.0, 0.0, 1.0] {
            moments.add(x);
        }
        close(moments.mean(), 0.75);
        close(moments.variance(), 0.1875);
        close(ucb_tuned(&moments, 16f64.ln(), TunedConstants::default()), 1.166_277);
        // With c1 = 0 the variance itself counts: 0.75 + 2 · sqrt(0.693147 · 0.1875) = 1.471018.
        let constants = TunedConstants { c: 2.0, c1: 0.0, c2: 0.25 };
        close(ucb_tuned(&moments, 16f64.ln(), constants), 1.471_018);
    }

    /// Σx and Σx² give the textbook variance for values that are not only 0 and 1.
    #[test]
    fn moments_by_hand() {
        let mut moments = Moments::default();
        for x in [3.0, -1.0, 4.0, 2.0] {
            moments.add(x);
        }
        close(moments.mean(), 2.0);
        close(moments.variance(), (1.0 + 9.0 + 4.0 + 0.0) / 4.0);
    }

    /// 000, formula 1, W = 100, P = 0.427, n = 60: 42.7 / 61 = 0.7.
    #[test]
    fn progressive_bias_by_hand() {
        close(progressive_bias(100.0, 0.427, 60.0).into(), 0.7);
        close(progressive_bias(100.0, 0.427, 0.0).into(), 42.7);
    }

    #[test]
    fn rave_weights_by_hand() {
        close(rave_weight_hand(1000.0, 1000.0).into(), 0.5);
        close(rave_weight_hand(0.0, 1000.0).into(), 1.0);
        close(rave_weight_hand(8000.0, 1000.0).into(), 0.2);
        // n = 10, ñ = 100, b = 0.1: 100 / (10 + 100 + 4 · 1000 · 0.01) = 100 / 150.
        close(rave_weight_mse(10.0, 100.0, 0.04).into(), 2.0 / 3.0);
        close(rave_weight_mse(0.0, 5.0, 0.04).into(), 1.0);
        // Pachi's form ñ / (n + ñ + n ñ / equiv) is the same with equiv = 1 / (4 b²).
        let equivalence = 3000f32;
        let pachi = 50.0 / (20.0 + 50.0 + 20.0 * 50.0 / equivalence);
        close(rave_weight_mse(20.0, 50.0, 1.0 / equivalence).into(), pachi.into());
    }

    /// 000, §4.3, A = 1: v = 0.5 after 100 visits gives 0.4, v = 0.6 after 16 gives 0.35.
    #[test]
    fn secure_child_by_hand_in_both_readings() {
        let (often, seldom) = ((0.5, 100.0), (0.6, 16.0));
        close(secure_bound(often.0, often.1, 1.0), 0.4);
        close(secure_bound(seldom.0, seldom.1, 1.0), 0.35);
        // As printed, with v as the child's opponent sees it, and the smallest is best.
        let printed = |(v, n): (f64, f64)| -v + 1.0 / f64::sqrt(n);
        close(printed(often), -0.4);
        assert!(printed(often) < printed(seldom));
        // The plus sign with the chooser's own v would prefer the move it knows least about.
        let naive = |(v, n): (f64, f64)| v + 1.0 / f64::sqrt(n);
        assert!(naive(seldom) > naive(often));
    }

    /// Coulom: 40, 40 + 56, 40 + 56 + 78.4, ...
    #[test]
    fn widening_by_hand() {
        let unlocked = |visits| widening(visits, 40.0, 1.4, 100);
        assert_eq!([0, 39, 40, 95, 96, 174, 175].map(unlocked), [1, 1, 2, 2, 3, 3, 4]);
        assert_eq!(widening(u32::MAX, 0.0, 1.0, 77), 77);
    }

    #[test]
    fn the_mixed_backup_shifts_from_mean_to_minimax() {
        close(minimax_weight(0.0, 100.0), 0.0);
        close(minimax_weight(100.0, 100.0), 0.5);
        assert!(minimax_weight(1e9, 100.0) > 0.999);
    }
}
