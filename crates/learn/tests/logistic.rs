//! Logistic regression against what is known of the data.

use proptest::prelude::*;
use tengen_game::Rng;
use tengen_learn::{Fit, Sample, fit};

/// The weights by which results are drawn: a large one, a small one, none.
const TRUE: [f64; 3] = [1.5, -0.4, 0.0];

fn drawn(count: usize, seed: u64) -> Vec<Sample<3>> {
    let mut rng = Rng::new(seed);
    let mut samples = Vec::new();
    for _ in 0..count {
        let features = [0; 3].map(|_| 4.0 * rng.unit() - 2.0);
        let sum: f64 = TRUE.iter().zip(features).map(|(w, x)| w * f64::from(x)).sum();
        let p = 1.0 / (1.0 + (-sum).exp());
        let won = f64::from(rng.unit()) < p;
        samples.push(Sample { features, result: f32::from(u8::from(won)) });
    }
    samples
}

/// Six standard errors at 20,000 samples.
#[test]
fn known_weights_are_recovered() {
    let samples = drawn(20_000, 1);
    let fit = fit(&samples, |_| true, 0.0);
    for (found, truth) in fit.weights.iter().zip(TRUE) {
        assert!((found - truth).abs() < 0.12, "{:?}", fit.weights);
    }
    assert!(fit.steps < 20, "Newton's method is quick: {} steps", fit.steps);
    let truth = Fit { weights: TRUE, steps: 0 };
    assert!(fit.loss(&samples) <= truth.loss(&samples), "a fit is best where it was made");
    let others = drawn(20_000, 2);
    assert!(truth.loss(&others) <= fit.loss(&others) + 0.002, "the truth is as good elsewhere");
    let coin = Fit { weights: [0.0; 3], steps: 0 };
    assert!((coin.loss(&others) - 2.0_f64.ln()).abs() < 1e-9);
}

/// At the best weights no feature is correlated with what is left unexplained.
#[test]
fn the_gradient_is_zero_at_the_end() {
    let samples = drawn(2_000, 3);
    let fit = fit(&samples, |_| true, 0.0);
    for i in 0..3 {
        let gradient: f64 = samples
            .iter()
            .map(|sample| {
                let sum: f64 =
                    fit.weights.iter().zip(sample.features).map(|(w, x)| w * f64::from(x)).sum();
                let p = 1.0 / (1.0 + (-sum).exp());
                (f64::from(sample.result) - p) * f64::from(sample.features[i])
            })
            .sum();
        assert!(gradient.abs() < 1e-3, "feature {i}: {gradient}");
    }
}

#[test]
fn what_is_not_used_has_no_weight_and_a_pull_makes_weights_smaller() {
    let samples = drawn(2_000, 4);
    let some = fit(&samples, |i| i != 0, 0.0);
    assert_eq!(some.weights[0], 0.0);
    assert!(some.weights[1] != 0.0);
    let free = fit(&samples, |_| true, 0.0);
    let pulled = fit(&samples, |_| true, 1_000.0);
    assert!(pulled.weights[0].abs() < 0.8 * free.weights[0].abs());
    assert!(pulled.weights[0] > 0.0);
}

/// Every game with the feature is won: without a pull the weight would grow for ever.
#[test]
fn separable_data_stay_finite() {
    let sample = |x: f32| Sample { features: [x], result: f32::from(u8::from(x > 0.0)) };
    let samples: Vec<_> = [-2.0, -1.0, 1.0, 2.0].map(sample).into();
    for ridge in [0.0, 1.0] {
        let fit = fit(&samples, |_| true, ridge);
        assert!(fit.weights[0].is_finite() && fit.weights[0] > 0.0, "{fit:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    /// Any data, also none at all, alike ones or constant ones.
    #[test]
    fn weights_are_numbers(
        data in prop::collection::vec((-3i8..4, -3i8..4, 0u8..3), 0..12),
        ridge in 0.0..10.0_f64,
    ) {
        let sample = |&(a, b, won): &(i8, i8, u8)| Sample {
            features: [f32::from(a), f32::from(b)],
            result: f32::from(won) / 2.0,
        };
        let samples: Vec<_> = data.iter().map(sample).collect();
        let fit = fit(&samples, |_| true, ridge);
        prop_assert!(fit.weights.iter().all(|w| w.is_finite()), "{:?}", fit);
        prop_assert!(fit.loss(&samples).is_finite());
    }
}
