//! Simultaneous perturbation stochastic approximation, after Spall (1992): all keys are moved at
//! once, each up or down by chance; this setting and its mirror image play; and every key takes a
//! step towards the winner.

use tengen_engine::formulas::{exp, ln_of};
use tengen_engine::go::Rng;

use crate::tuning::key_range::KeyRange;

/// Exponents of Spall's gain sequences: a step is `a / (k + 1 + A)^ALPHA` times the slope, a probe
/// is `c / (k + 1)^GAMMA` away, in iteration k from 0.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// A, as a part of all iterations.
const STABILITY: f64 = 0.1;

/// How far probes are away in the last iteration. A range is 2 wide.
const LAST_PROBE: f64 = 0.3;

/// The sum of all `a / (k + 1 + A)^ALPHA`: with a curvature of one it is the number of times that
/// the distance from the best falls by e, chance aside. More would only follow chance.
const WAY: f64 = 10.0;

/// Where there are few iterations, every one goes at most this part of the way.
const SHARE: f64 = 1.0 / 80.0;

/// The gains of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gains {
    a: f64,
    c: f64,
    stability: f64,
}

impl Gains {
    /// For so many iterations.
    pub(crate) fn new(iterations: u64) -> Self {
        let iterations = iterations.max(1) as f64;
        let stability = STABILITY * iterations;
        // The integral of x^-ALPHA; the sum of the gains is nearly its difference.
        let integral = |x: f64| power(x, 1.0 - ALPHA) / (1.0 - ALPHA);
        let sum = integral(iterations + 0.5 + stability) - integral(0.5 + stability);
        let way = WAY.min(SHARE * iterations);
        Self { a: way / sum, c: LAST_PROBE * power(iterations, GAMMA), stability }
    }

    fn step(&self, k: u64) -> f64 {
        self.a / power(k as f64 + 1.0 + self.stability, ALPHA)
    }

    fn probe(&self, k: u64) -> f64 {
        self.c / power(k as f64 + 1.0, GAMMA)
    }
}

/// `base^exponent` by plain arithmetic.
fn power(base: f64, exponent: f64) -> f64 {
    let logarithm = exponent * ln_of(base);
    if logarithm <= 0.0 { exp(logarithm) } else { 1.0 / exp(-logarithm) }
}

/// A place and its mirror image.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Probes {
    pub(crate) plus: Vec<f64>,
    pub(crate) minus: Vec<f64>,
}

impl Probes {
    /// Those of an iteration, around a place. Near the end of a range they are moved inwards, so
    /// that they are as far apart as anywhere.
    pub(crate) fn new(
        keys: &[KeyRange],
        gains: &Gains,
        around: &[f64],
        k: u64,
        rng: &mut Rng,
    ) -> Self {
        let mut probes = Self { plus: Vec::new(), minus: Vec::new() };
        for (key, &centre) in keys.iter().zip(around) {
            // Whole numbers must become others.
            let away = gains.probe(k).max(0.75 * key.pitch(centre)).min(1.0);
            let centre = centre.clamp(away - 1.0, 1.0 - away);
            let (up, down) = (key.snapped(centre + away), key.snapped(centre - away));
            let (plus, minus) = if rng.below(2) == 0 { (up, down) } else { (down, up) };
            probes.plus.push(plus);
            probes.minus.push(minus);
        }
        probes
    }

    /// Steps from a place towards the winner: `lead` says by how many points a game `plus` would
    /// lead against `minus`.
    pub(crate) fn step(&self, place: &mut [f64], gains: &Gains, k: u64, lead: f64) {
        for ((x, plus), minus) in place.iter_mut().zip(&self.plus).zip(&self.minus) {
            if plus != minus {
                *x = (*x + gains.step(k) * lead / (plus - minus)).clamp(-1.0, 1.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_are_those_of_the_formulas() {
        for (iterations, way) in [(100, 1.25), (10_000, 10.0)] {
            let gains = Gains::new(iterations);
            let sum: f64 = (0..iterations).map(|k| gains.step(k)).sum();
            assert!((sum / way - 1.0).abs() < 1e-3, "{sum}");
            assert!((gains.probe(iterations - 1) - LAST_PROBE).abs() < 1e-6);
            let k = iterations as f64;
            let ratio = ((1.0 + 0.1 * k) / (11.0 + 0.1 * k)).powf(0.602);
            assert!((gains.step(10) / gains.step(0) - ratio).abs() < 1e-6);
            let ratio = (1.0_f64 / 11.0).powf(0.101);
            assert!((gains.probe(10) / gains.probe(0) - ratio).abs() < 1e-6);
        }
        assert!(Gains::new(0).step(0).is_finite());
    }

    #[test]
    fn probes_differ_in_every_key_and_steps_lead_to_the_winner() {
        let keys: Vec<KeyRange> =
            ["c=0..1", "n=1..3:int", "m=1..1000:log:int"].map(|key| key.parse().unwrap()).into();
        let gains = Gains::new(1000);
        let mut both = [false; 2];
        for k in 0..200 {
            let rng = &mut Rng::stream(5, k);
            let around: Vec<f64> = keys.iter().map(|_| 2.0 * f64::from(rng.unit()) - 1.0).collect();
            let probes = Probes::new(&keys, &gains, &around, k, rng);
            for ((key, plus), minus) in keys.iter().zip(&probes.plus).zip(&probes.minus) {
                assert_ne!(key.value(*plus), key.value(*minus), "{key} {around:?}");
            }
            both[usize::from(probes.plus[0] > probes.minus[0])] = true;
            let mut place = around.clone();
            probes.step(&mut place, &gains, k, 1.0);
            for at in 0..3 {
                let moved = place[at] - around[at];
                assert!(moved * (probes.plus[at] - probes.minus[at]) >= 0.0);
                assert!((-1.0..=1.0).contains(&place[at]));
            }
            let mut still = around.clone();
            probes.step(&mut still, &gains, k, 0.0);
            assert_eq!(still, around);
        }
        assert_eq!(both, [true; 2]);
        // At the end of a range both probes are within it, as far apart as anywhere.
        let probes = Probes::new(&keys[..1], &gains, &[1.0], 0, &mut Rng::new(1));
        let apart = (probes.plus[0] - probes.minus[0]).abs();
        assert!((apart - 2.0 * gains.probe(0)).abs() < 0.01, "{apart}");
    }
}
