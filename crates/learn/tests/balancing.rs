//! Simulation balancing against the exact values and gradients of small games.

mod toy;

use std::collections::HashSet;
use std::num::NonZero;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use tengen_game::Rng;
use tengen_learn::balancing::{
    BadSettings, Balancing, Checkpoint, Estimate, Horizon, Optimizer, Outcomes, PassRow, Played,
    Settings, Simulator, Stage, Task, estimate,
};
use tengen_search::StopFlag;
use toy::{Line, Toy, mean};

/// Some weights that are neither large nor all alike.
fn some_weights(dimensions: usize, seed: u64) -> Vec<f64> {
    let mut rng = Rng::new(seed);
    (0..dimensions).map(|_| 3.0 * f64::from(rng.unit()) - 1.5).collect()
}

/// The derivative of a function of weights by one of them.
fn derivative(weights: &[f64], index: usize, f: impl Fn(&[f64]) -> f64) -> f64 {
    let step = 1e-5;
    let at = |by: f64| {
        let mut weights = weights.to_vec();
        weights[index] += by;
        f(&weights)
    };
    (at(step) - at(-step)) / (2.0 * step)
}

/// With every playout and its probability there is no chance left: the mean of z / T · Σψ is the
/// gradient of E[z / T], that of 1 / T · Σψ the gradient of E[1 / T].
#[test]
fn all_playouts_together_are_the_gradient() {
    for vary in [false, true] {
        let toy = Toy::random(6, 5, vary, 1);
        let weights = some_weights(5, 2);
        let all = |position, weights: &[f64]| toy.lines(position, weights, u32::MAX);
        let t = |line: &Line| f64::from(line.length);
        for position in 0..6 {
            let lines = all(position, &weights);
            assert!((mean(&lines, |_| 1.0) - 1.0).abs() < 1e-12);
            for i in 0..5 {
                let by_outcome = mean(&lines, |line| line.outcome / t(line) * line.psi[i]);
                let exact = derivative(&weights, i, |weights| {
                    mean(&all(position, weights), |line| line.outcome / t(line))
                });
                assert!((by_outcome - exact).abs() < 1e-8, "{vary} {position} {i}");
                let alone = mean(&lines, |line| line.psi[i] / t(line));
                let exact = derivative(&weights, i, |weights| {
                    mean(&all(position, weights), |line| 1.0 / t(line))
                });
                assert!((alone - exact).abs() < 1e-8, "{vary} {position} {i}");
                // One length for all: the baseline is nothing, and the rest the gradient of V.
                if !vary {
                    let exact = derivative(&weights, i, |weights| toy.value(position, weights));
                    assert!(alone.abs() < 1e-12 && (by_outcome - exact / 3.0).abs() < 1e-8);
                }
            }
        }
    }
}

/// Means and standard errors of many estimates.
fn estimates(
    toy: &Toy,
    weights: &[f64],
    position: usize,
    settings: Settings,
    count: u32,
    of: impl Fn(&Estimate, usize) -> f64,
) -> Vec<(f64, f64)> {
    let mut toy = toy.clone();
    let weights = weights.to_vec();
    let mut sums = vec![(0.0, 0.0); toy.dimensions];
    for pass in 0..count {
        let estimate = estimate(&mut toy, &weights, position, &settings, pass);
        for (i, (sum, square)) in sums.iter_mut().enumerate() {
            let x = of(&estimate, i);
            (*sum, *square) = (*sum + x, *square + x * x);
        }
    }
    let n = f64::from(count);
    let moments = |(sum, square): (f64, f64)| {
        let mean = sum / n;
        (mean, ((square / n - mean * mean).max(0.0) / n).sqrt())
    };
    sums.into_iter().map(moments).collect()
}

/// Five standard errors: with the hundred comparisons below a right program fails once in 20,000.
fn agrees((mean, error): (f64, f64), exact: f64) -> bool {
    (mean - exact).abs() <= 5.0 * error + 1e-12
}

#[test]
fn estimates_are_right_in_the_mean() {
    for vary in [false, true] {
        let toy = Toy::random(3, 4, vary, 5);
        let weights = some_weights(4, 6);
        for (outcomes, baseline) in
            [(Outcomes::Signed, true), (Outcomes::Signed, false), (Outcomes::Binary, false)]
        {
            let settings = Settings {
                value_playouts: 13,
                gradient_playouts: 17,
                outcomes,
                baseline,
                ..Settings::default()
            };
            for position in 0..3 {
                let lines = toy.lines(position, &weights, u32::MAX);
                let z = |line: &Line| match outcomes {
                    Outcomes::Signed => line.outcome,
                    Outcomes::Binary => 0.5 * (line.outcome + 1.0),
                };
                let value = mean(&lines, z);
                let b = if baseline { value } else { 0.0 };
                let values = estimates(&toy, &weights, position, settings, 4000, |e, _| e.value);
                assert!(agrees(values[0], value), "{values:?} {value}");
                let found =
                    estimates(&toy, &weights, position, settings, 4000, |e, i| e.gradient[i]);
                for (i, found) in found.into_iter().enumerate() {
                    let exact =
                        mean(&lines, |line| (z(line) - b) / f64::from(line.length) * line.psi[i]);
                    assert!(agrees(found, exact), "{outcomes:?} {baseline} {i}: {found:?} {exact}");
                }
            }
        }
    }
}

/// The baseline leaves the direction as it is where all playouts have one length, and makes it less
/// noisy where V is far from 0: not in every game, but in the mean of many.
#[test]
fn the_baseline_changes_the_noise_alone() {
    let mut noise = [0.0; 2];
    for seed in 0..30 {
        let toy = Toy::random(1, 4, false, seed);
        let weights = some_weights(4, seed);
        if toy.value(0, &weights).abs() < 0.6 {
            continue;
        }
        let with = |baseline| {
            let settings = Settings { baseline, ..Settings::default() };
            estimates(&toy, &weights, 0, settings, 2000, |e, i| e.gradient[i])
        };
        for ((with, its_error), (without, error)) in with(true).into_iter().zip(with(false)) {
            let both = its_error * its_error + error * error;
            assert!((with - without).abs() <= 5.0 * both.sqrt());
            noise = [noise[0] + its_error * its_error, noise[1] + error * error];
        }
    }
    assert!(noise[0] < 0.95 * noise[1] && noise[0] > 0.0, "{noise:?}");
}

/// (V* − V) g has the right mean since V and g come from different playouts. From the same ones it
/// would be off by their covariance, which is far more than the test allows.
#[test]
fn value_and_gradient_are_independent() {
    let toy = Toy::random(1, 3, false, 11);
    let weights = some_weights(3, 12);
    let settings = Settings {
        value_playouts: 2,
        gradient_playouts: 2,
        baseline: false,
        ..Settings::default()
    };
    let lines = toy.lines(0, &weights, u32::MAX);
    let (target, value) = (0.3, mean(&lines, |line| line.outcome));
    let product = |e: &Estimate, i: usize| (target - e.value) * e.gradient[i];
    let found = estimates(&toy, &weights, 0, settings, 40_000, product);
    let mut seen = false;
    for (i, found) in found.into_iter().enumerate() {
        let g = |line: &Line| line.outcome / 3.0 * line.psi[i];
        assert!(agrees(found, (target - value) * mean(&lines, g)), "{i}: {found:?}");
        let covariance = mean(&lines, |line| line.outcome * g(line)) - value * mean(&lines, g);
        seen |= 0.5 * covariance.abs() > 10.0 * found.1;
    }
    assert!(seen, "the covariance would have been noticed");
}

/// Remembers the chance of every playout, for values and for gradients; clones share one memory.
#[derive(Clone, Default)]
struct Witness(Arc<Mutex<[Vec<u64>; 2]>>);

impl Witness {
    fn see(&self, kind: usize, rng: &mut Rng) {
        self.0.lock().expect("no panic")[kind].push(rng.next_u64());
    }
}

impl Simulator for Witness {
    type Policy = ();

    fn dimensions(&self) -> usize {
        1
    }

    fn policy(&self, _: &[f64]) {}

    fn simulate(&mut self, (): &(), _: usize, rng: &mut Rng) -> f64 {
        self.see(0, rng);
        0.0
    }

    /// A playout without moves, which is no reason to divide by nothing.
    fn simulate_with_gradient(
        &mut self,
        (): &(),
        _: usize,
        rng: &mut Rng,
        _: &mut [f64],
    ) -> Played {
        self.see(1, rng);
        Played { outcome: 1.0, length: 0 }
    }

    fn two_plies(&mut self, (): &(), _: usize, _: &mut Rng, _: &mut [f64]) -> Played {
        unreachable!("nobody asks for it")
    }
}

#[test]
fn no_playout_serves_twice() {
    let mut witness = Witness::default();
    let settings = Settings { value_playouts: 25, gradient_playouts: 31, ..Settings::default() };
    for (position, pass) in [(0, 1), (1, 1), (0, 2)] {
        let estimate = estimate(&mut witness, &(), position, &settings, pass);
        assert_eq!(estimate, Estimate { value: 0.0, gradient: vec![0.0] });
    }
    let seen = witness.0.lock().expect("no panic");
    assert_eq!(seen.each_ref().map(Vec::len), [3 * 25, 3 * 31]);
    let all: HashSet<u64> = seen.iter().flatten().copied().collect();
    assert_eq!(all.len(), 3 * 56);
}

fn task(targets: Vec<f64>, held_out: usize, dimensions: usize) -> Task {
    Task { targets, held_out, start: vec![0.0; dimensions], data: "toy".to_owned() }
}

fn balancing(toy: &Toy, task: Task, settings: Settings, threads: usize) -> Balancing<Toy> {
    let threads = NonZero::new(threads).expect("not zero");
    Balancing::new(toy, task, settings, threads).expect("good settings")
}

fn passes(run: &mut Balancing<Toy>, count: usize) -> Vec<PassRow> {
    (0..count).map(|_| run.pass(&StopFlag::new(), |_| {}).expect("not stopped")).collect()
}

/// Values that some weights give can be learned, by either optimizer and either scale.
#[test]
fn attainable_values_are_attained() {
    let toy = Toy::random(60, 5, false, 21);
    let hidden = some_weights(5, 22);
    let targets: Vec<f64> = (0..60).map(|i| toy.value(i, &hidden)).collect();
    for (optimizer, batch, outcomes, baseline) in [
        (Optimizer::Sgd { alpha: 3.0 }, 1, Outcomes::Signed, true),
        (Optimizer::Sgd { alpha: 12.0 }, 1, Outcomes::Binary, false),
        (Optimizer::Adam { alpha: 0.03, epsilon: 1e-8 }, 10, Outcomes::Signed, true),
    ] {
        let settings = Settings {
            optimizer,
            batch,
            outcomes,
            baseline,
            error_playouts: 400,
            ..Settings::default()
        };
        let mut run = balancing(&toy, task(targets.clone(), 10, 5), settings, 2);
        let rows = passes(&mut run, 41);
        let first = rows[0].training.corrected;
        let best = run.checkpoint().best();
        let errors = best_errors(&toy, &best.weights, &targets);
        assert!(first > 0.01, "{first}: there was nothing to learn");
        assert!(errors < 0.02 * first, "{optimizer:?}: {errors} of {first}");
        let last = rows[40].training.corrected;
        assert!(last < 0.1 * first, "{optimizer:?}: measured {last} of {first}");
    }
}

/// The exact mean squared error over all positions, on the scale of winning rates.
fn best_errors(toy: &Toy, weights: &[f64], targets: &[f64]) -> f64 {
    let square = |(i, target): (usize, &f64)| 0.25 * (toy.value(i, weights) - target).powi(2);
    targets.iter().enumerate().map(square).sum::<f64>() / targets.len() as f64
}

/// One weight, and targets that no weight gives: what is left is what the best weight leaves.
#[test]
fn what_cannot_be_attained_is_approached() {
    let toy = Toy::random(30, 1, false, 31);
    let mut rng = Rng::new(32);
    let targets: Vec<f64> = (0..30).map(|_| 1.6 * f64::from(rng.unit()) - 0.8).collect();
    let errors = (-500..=500).map(|i| best_errors(&toy, &[f64::from(i) * 0.01], &targets));
    let attainable = errors.fold(f64::INFINITY, f64::min);
    let settings = Settings {
        optimizer: Optimizer::Adam { alpha: 0.03, epsilon: 1e-8 },
        batch: 15,
        error_playouts: 100,
        ..Settings::default()
    };
    let mut run = balancing(&toy, task(targets.clone(), 0, 1), settings, 1);
    passes(&mut run, 80);
    let start = best_errors(&toy, &[0.0], &targets);
    let reached = best_errors(&toy, run.checkpoint().weights(), &targets);
    assert!(start > 1.02 * attainable, "{start} {attainable}: nothing to learn");
    assert!(reached < 1.005 * attainable, "{reached} {attainable}, from {start}");
}

/// Two-step balancing: the mean worth two plies on becomes what the root should have.
#[test]
fn two_step_balancing_balances_two_steps() {
    let toy = Toy::random(40, 4, true, 41);
    let hidden = some_weights(4, 42);
    let ahead = |position: usize, weights: &[f64]| {
        mean(&toy.lines(position, weights, 2), |line| line.outcome)
    };
    let targets: Vec<f64> = (0..40).map(|i| ahead(i, &hidden)).collect();
    let settings = Settings {
        horizon: Horizon::TwoPlies,
        optimizer: Optimizer::Adam { alpha: 0.03, epsilon: 1e-8 },
        batch: 10,
        error_playouts: 2,
        ..Settings::default()
    };
    // The estimates themselves.
    let weights = some_weights(4, 43);
    let lines = toy.lines(0, &weights, 2);
    let value = mean(&lines, |line| line.outcome);
    let found = estimates(&toy, &weights, 0, settings, 2000, |e, i| e.gradient[i]);
    for (i, found) in found.into_iter().enumerate() {
        let g = |line: &Line| (line.outcome - value) / f64::from(line.length) * line.psi[i];
        assert!(agrees(found, mean(&lines, g)), "{i}: {found:?}");
    }
    let error = |weights: &[f64]| -> f64 {
        let square = |i: usize| (ahead(i, weights) - targets[i]).powi(2);
        (0..40).map(square).sum::<f64>() / 40.0
    };
    let mut run = balancing(&toy, task(targets.clone(), 0, 4), settings, 1);
    passes(&mut run, 60);
    let (before, after) = (error(&[0.0; 4]), error(run.checkpoint().weights()));
    assert!(before > 0.01 && after < 0.05 * before, "{before} to {after}");
}

fn small_settings(optimizer: Optimizer) -> Settings {
    Settings {
        value_playouts: 23,
        gradient_playouts: 31,
        optimizer,
        batch: 4,
        pull: 0.1,
        error_playouts: 20,
        ..Settings::default()
    }
}

const BOTH: [Optimizer; 2] =
    [Optimizer::Sgd { alpha: 2.0 }, Optimizer::Adam { alpha: 0.05, epsilon: 1e-8 }];

#[test]
fn threads_change_no_bit_and_seeds_do() {
    let toy = Toy::random(17, 5, true, 51);
    let targets: Vec<f64> = (0..17).map(|i| f64::from(i) / 8.0 - 1.0).collect();
    for optimizer in BOTH {
        let learn = |threads: usize, seed: u64| {
            let settings = Settings { seed, ..small_settings(optimizer) };
            let mut run = balancing(&toy, task(targets.clone(), 3, 5), settings, threads);
            passes(&mut run, 4);
            run.checkpoint().to_string()
        };
        let one = learn(1, 1);
        assert_eq!(one, learn(2, 1));
        assert_eq!(one, learn(5, 1));
        assert_ne!(one, learn(1, 2));
    }
}

#[test]
fn a_resumed_run_gives_the_same_bytes() {
    let toy = Toy::random(17, 5, true, 61);
    let targets: Vec<f64> = (0..17).map(|i| f64::from(i) / 8.0 - 1.0).collect();
    for optimizer in BOTH {
        let begin = || balancing(&toy, task(targets.clone(), 3, 5), small_settings(optimizer), 2);
        let mut whole = begin();
        passes(&mut whole, 7);
        let mut first = begin();
        passes(&mut first, 3);
        // The fourth pass is cut off while it learns, and later while it measures.
        let stop = StopFlag::new();
        assert!(first.pass(&stop, |_| stop.stop()).is_err());
        stop.clear();
        let measuring = |stage| {
            if matches!(stage, Stage::Measuring { done: 2, .. }) {
                stop.stop();
            }
        };
        assert!(first.pass(&stop, measuring).is_err());
        let saved = first.checkpoint().to_string();
        let mut second = begin();
        second.resume(saved.parse().expect("a checkpoint")).expect("the same run");
        assert_eq!(second.checkpoint().to_string(), saved);
        passes(&mut second, 4);
        assert_eq!(second.checkpoint(), whole.checkpoint());
        assert_eq!(second.checkpoint().to_string(), whole.checkpoint().to_string());
        assert_eq!(whole.checkpoint().passes(), 6);
    }
}

#[test]
fn another_run_is_not_continued() {
    let toy = Toy::random(8, 5, true, 71);
    let settings = small_settings(BOTH[0]);
    let begin = |settings: Settings, held_out: usize| {
        balancing(&toy, task(vec![0.0; 8], held_out, 5), settings, 1)
    };
    let mut run = begin(settings, 2);
    passes(&mut run, 2);
    let saved = run.checkpoint().clone();
    for (mut other, before, now) in [
        (begin(Settings { seed: 2, ..settings }, 2), "seed=1", "seed=2"),
        (begin(Settings { batch: 5, ..settings }, 2), "batch=4", "batch=5"),
        (begin(Settings { optimizer: BOTH[1], ..settings }, 2), "optimizer=sgd", "optimizer=adam"),
        (begin(settings, 1), "held-out=2", "held-out=1"),
    ] {
        let error = other.resume(saved.clone()).expect_err("another run");
        let (before, now) = (before.to_owned(), now.to_owned());
        assert_eq!(error, BadSettings::OtherRun { before, now });
    }
}

/// The best weights are those of the pass with the lowest error on what was held out.
#[test]
fn the_best_pass_is_kept() {
    // The same positions again, with the opposite values: learning makes those worse.
    let toy = Toy::random(15, 5, false, 81).and(Toy::random(15, 5, false, 81));
    let hidden = some_weights(5, 82);
    let targets = (0..30).map(|i| toy.value(i, &hidden) * if i < 15 { 1.0 } else { -1.0 });
    let targets: Vec<f64> = targets.collect();
    let settings = Settings {
        optimizer: Optimizer::Sgd { alpha: 5.0 },
        error_playouts: 1000,
        ..Settings::default()
    };
    let mut run = balancing(&toy, task(targets, 15, 5), settings, 1);
    let rows = passes(&mut run, 6);
    let held_out: Vec<f64> = rows.iter().filter_map(|row| Some(row.held_out?.corrected)).collect();
    assert!(held_out[5] > held_out[0], "{held_out:?}");
    assert!(rows[5].training.corrected < rows[0].training.corrected);
    assert_eq!((run.checkpoint().best().pass, run.checkpoint().passes_without_gain()), (0, 5));
    assert_eq!(run.checkpoint().best().weights, [0.0; 5]);
}

/// One pass of steepest descent with batches of one is the paper's algorithm, step by step.
#[test]
fn batches_of_one_are_the_papers_algorithm() {
    let toy = Toy::random(7, 4, true, 91);
    let targets: Vec<f64> = (0..7).map(|i| f64::from(i) / 4.0 - 0.7).collect();
    let settings = Settings {
        value_playouts: 40,
        gradient_playouts: 30,
        error_playouts: 2,
        ..Settings::default()
    };
    let mut run = balancing(&toy, task(targets.clone(), 0, 4), settings, 2);
    passes(&mut run, 2);
    // In which order is the run's business: one of the 5,040 must be it.
    let learn = |order: &[usize]| {
        let mut weights = vec![0.0; 4];
        for &position in order {
            let Estimate { value, gradient } =
                estimate(&mut toy.clone(), &weights, position, &settings, 1);
            for (weight, g) in weights.iter_mut().zip(gradient) {
                *weight += 10.0 * ((targets[position] - value) * g);
            }
        }
        weights
    };
    let wanted = run.checkpoint().weights();
    let close = |found: &[f64]| found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12);
    let mut orders = vec![Vec::new()];
    for _ in 0..7 {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (0..7).filter(|i| !order.contains(i)).map(|i| [&order[..], &[i]].concat()).collect()
        };
        orders = orders.iter().flat_map(longer as fn(&_) -> Vec<_>).collect();
    }
    assert_eq!(orders.len(), 5040);
    assert_eq!(orders.iter().filter(|order| close(&learn(order))).count(), 1);
}

/// The correction takes out what few playouts add to the error.
#[test]
fn the_corrected_error_does_not_depend_on_the_playouts() {
    let toy = Toy::random(400, 5, true, 101);
    let targets: Vec<f64> = (0..400).map(|i| f64::from(i % 21) / 10.0 - 1.0).collect();
    let exact = best_errors(&toy, &[0.0; 5], &targets);
    let measure = |error_playouts: u32, seed: u64| {
        let settings = Settings { error_playouts, seed, ..Settings::default() };
        let mut run = balancing(&toy, task(targets.clone(), 0, 5), settings, 1);
        passes(&mut run, 1)[0].training
    };
    for playouts in [2, 5, 50] {
        let found: Vec<_> = (0..40).map(|seed| measure(playouts, seed)).collect();
        let mean = found.iter().map(|error| error.corrected).sum::<f64>() / 40.0;
        let spread = found.iter().map(|error| (error.corrected - mean).powi(2)).sum::<f64>();
        let of_the_mean = (spread / 39.0 / 40.0).sqrt();
        assert!((mean - exact).abs() < 5.0 * of_the_mean, "{playouts}: {mean} {exact}");
        let measured = found.iter().map(|error| error.measured).sum::<f64>() / 40.0;
        assert!(measured - exact > 5.0 * of_the_mean, "{playouts}: {measured} {exact}");
        // It knows how much chance there is in it.
        if playouts == 50 {
            let told = found.iter().map(|error| error.standard_error).sum::<f64>() / 40.0;
            let seen = (spread / 39.0).sqrt();
            assert!((0.7..1.4).contains(&(told / seen)), "{told} {seen}");
        }
    }
}

#[test]
fn weights_are_pulled_and_bounded() {
    let toy = Toy::random(10, 3, false, 111);
    let start = vec![1.0, -6.0, 0.25];
    let learn = |pull: f64, largest: f64| {
        let alpha = 1e6;
        let settings = Settings {
            optimizer: Optimizer::Sgd { alpha },
            pull: pull / alpha,
            largest,
            error_playouts: 2,
            ..Settings::default()
        };
        let task = Task { start: start.clone(), ..task(vec![1.0; 10], 0, 3) };
        let mut run = balancing(&toy, task, settings, 1);
        passes(&mut run, 2);
        run.checkpoint().weights().to_vec()
    };
    // The whole way back to the start in every step.
    for (weight, start) in learn(1.0, 2.0).iter().zip(&start) {
        assert!((weight - start).abs() < 1e-9);
    }
    // Such steps would lead anywhere; a weight that began far out may stay there.
    let far = learn(0.0, 2.0);
    assert!(far[0].abs() <= 2.0 && far[1].abs() <= 6.0 && far[2].abs() <= 2.0, "{far:?}");
    assert!(far.iter().any(|weight| weight.abs() >= 2.0), "{far:?}");
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let toy = Toy::random(4, 3, false, 121);
    let good = Settings::default();
    let refused = |settings: Settings, task: Task| -> String {
        let threads = NonZero::<usize>::MIN;
        Balancing::new(&toy, task, settings, threads).err().expect("refused").to_string()
    };
    let fine = || task(vec![0.0; 4], 1, 3);
    for (settings, part) in [
        (Settings { value_playouts: 0, ..good }, "playouts for a value must not be zero"),
        (Settings { gradient_playouts: 0, ..good }, "playouts for a gradient must not be zero"),
        (Settings { batch: 0, ..good }, "positions for a step must not be zero"),
        (Settings { error_playouts: 1, ..good }, "at least two playouts"),
        (Settings { optimizer: Optimizer::Sgd { alpha: f64::NAN }, ..good }, "not NaN"),
        (Settings { optimizer: Optimizer::Adam { alpha: -1.0, epsilon: 1e-8 }, ..good }, "not -1"),
        (
            Settings { optimizer: Optimizer::Adam { alpha: 1.0, epsilon: 0.0 }, ..good },
            "epsilon must be a positive number, not 0",
        ),
        (Settings { pull: 0.2, ..good }, "times the pull must be from 0 to 1, not 2"),
        (Settings { pull: f64::NAN, ..good }, "not NaN"),
        (Settings { largest: 21.0, ..good }, "from 0 to 20, not 21"),
    ] {
        let text = refused(settings, fine());
        assert!(text.contains(part), "{part}: {text}");
    }
    for (task, part) in [
        (task(vec![0.0; 4], 4, 3), "4 of 4 positions are held out"),
        (task(vec![0.0, 0.0, 1.5], 1, 3), "position 3 is 1.5, not from -1 to 1"),
        (task(vec![0.0; 4], 1, 2), "2 weights to start with, where the policy has 3"),
        (Task { start: vec![0.0, f64::NAN, 0.0], ..fine() }, "weight 1 to start with is NaN"),
    ] {
        let text = refused(good, task);
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// A checkpoint with something in every part of it.
fn checkpoint() -> Checkpoint {
    let toy = Toy::random(6, 3, true, 131);
    let task = Task { data: "two words".to_owned(), ..task(vec![0.5; 6], 2, 3) };
    let mut run = balancing(&toy, task, small_settings(BOTH[1]), 1);
    passes(&mut run, 3);
    run.checkpoint().clone()
}

#[test]
fn broken_checkpoints_are_explained() {
    let good = checkpoint().to_string();
    assert_eq!(good.parse(), Ok(checkpoint()));
    let broken = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}: {good}");
        good.replacen(from, to, 1).parse::<Checkpoint>().expect_err("broken").to_string()
    };
    for (from, to, message) in [
        ("checkpoint 1", "checkpoint 2", "line 1: the first line of a checkpoint is"),
        ("pass 1", "pass 7", "line 4: pass 1 is expected here"),
        ("pass 2 4", "pass 2 0", "line 5: a number of positions is wrong"),
        ("pass 2 4", "pass 2 4 4", "line 5: a pass has four or eight numbers"),
        ("best ", "best 9", "line 6: there is no such pass"),
        ("\nweights ", "\nweights 1e0 ", "line 8: it has another number of weights"),
        ("\nweights ", "\nweights NaN ", "line 8: \"NaN\" is not a number"),
        ("best-weights ", "best-weights -21 ", "line 7: -21 is not from -20 to 20"),
        ("powers ", "powers 1 ", "line 9: two numbers are expected"),
        ("second ", "second -", "line 11: no means of directions"),
        ("\nend\n", "\n", "line 11: the checkpoint ends too early"),
    ] {
        let text = broken(from, to);
        assert!(text.starts_with(message), "{from} to {to}: {text}");
    }
    // Cut off anywhere.
    for end in 0..good.len() - 1 {
        if let Some(part) = good.get(..end) {
            assert!(part.parse::<Checkpoint>().is_err(), "cut off at {end}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_a_checkpoint_or_an_error(text in any::<String>(), cut in 0usize..2000, at in 0usize..2000) {
        let mut mixed: Vec<char> = checkpoint().to_string().chars().collect();
        let at = at % mixed.len();
        let cut = cut % (mixed.len() - at + 1);
        mixed.splice(at..at + cut, text.chars());
        for text in [text, mixed.into_iter().collect()] {
            match text.parse::<Checkpoint>() {
                Ok(checkpoint) => prop_assert_eq!(checkpoint.to_string().parse(), Ok(checkpoint)),
                Err(error) => prop_assert!(error.line >= 1),
            }
        }
    }
}
