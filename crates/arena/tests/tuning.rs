//! Tuning of synthetic players, whose chance to win is a known function of their keys. Everything
//! is seeded: a failure is a change, not bad luck.

mod simulation;

use tengen_arena::{Estimate, KeyRange, Prediction, Trial, TuneMethod, Tuner};

use crate::simulation::Chance;

/// A game to tune at: keys, the logarithm of the odds against the opponent, where that is highest.
struct Problem {
    name: &'static str,
    keys: &'static [&'static str],
    /// Of places: -1 and 1 are the ends of a range.
    log_odds: fn(&[f64]) -> f64,
    /// The place of the best; none for a key that does not matter.
    best: &'static [Option<f64>],
    /// How many games in a hundred are drawn.
    draws: f64,
}

fn square(x: f64) -> f64 {
    x * x
}

const PROBLEMS: &[Problem] = &[
    Problem {
        name: "one key",
        keys: &["c=0..1"],
        log_odds: |x| 0.2 - square(x[0] - 0.4),
        best: &[Some(0.4)],
        draws: 0.0,
    },
    Problem {
        name: "two keys, one on a logarithmic scale",
        keys: &["c=0..1", "b=0.001..0.1:log"],
        log_odds: |x| 0.2 - square(x[0] - 0.4) - 0.5 * square(x[1] + 0.3),
        best: &[Some(0.4), Some(-0.3)],
        draws: 0.0,
    },
    Problem {
        name: "a key that does nothing",
        keys: &["c=0..1", "b=0.001..0.1:log"],
        log_odds: |x| 0.2 - square(x[0] - 0.4),
        best: &[Some(0.4), None],
        draws: 0.0,
    },
    Problem {
        name: "the best is an end of the range",
        keys: &["c=0..1"],
        log_odds: |x| 0.5 * x[0],
        best: &[Some(1.0)],
        draws: 0.0,
    },
    Problem {
        name: "a peak that is not quadratic",
        keys: &["c=0..1"],
        log_odds: |x| 1.5 / (1.0 + 16.0 * square(x[0] - 0.5)) - 1.0,
        best: &[Some(0.5)],
        draws: 0.0,
    },
    Problem {
        name: "whole numbers and draws",
        keys: &["n=1..9:int", "m=1..64:log:int"],
        log_odds: |x| 0.3 - square(x[0] + 0.5) - square(x[1] - 0.5),
        best: &[Some(-0.5), Some(0.5)],
        draws: 0.4,
    },
    Problem {
        name: "three keys that depend on each other",
        keys: &["a=0..1", "b=-5..5", "c=1..2"],
        log_odds: |x| {
            let (a, b, c) = (x[0] - 0.3, x[1] + 0.2, x[2]);
            0.2 - a * a - b * b - a * b - 0.5 * c * c
        },
        best: &[Some(0.3), Some(-0.2), Some(0.0)],
        draws: 0.0,
    },
    Problem {
        name: "nothing matters",
        keys: &["a=0..1", "b=0..1"],
        log_odds: |_| 0.0,
        best: &[None, None],
        draws: 0.0,
    },
];

fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// How settings meet.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Clop,
    SpsaAlone,
    SpsaAgainst,
}

struct Run {
    estimate: Estimate,
    prediction: Prediction,
    /// What the best scores against the opponent, and what the best there is would.
    rate: f64,
    best_rate: f64,
    start_rate: f64,
    /// Whether each interval has the true best in it.
    covers: Vec<bool>,
    /// Whether the predicted interval has the true score in it.
    predicts: bool,
    /// How much too high it is.
    excess: f64,
}

fn keys(problem: &Problem) -> Vec<KeyRange> {
    problem.keys.iter().map(|key| key.parse().expect(key)).collect()
}

fn tuner(problem: &Problem, way: Way, pairs: u64, seed: u64) -> Tuner {
    let keys = keys(problem);
    let start = keys.iter().map(|key| key.value(0.0)).collect();
    let method = if way == Way::Clop { TuneMethod::Clop } else { TuneMethod::Spsa };
    Tuner::new(keys, method, way == Way::SpsaAlone, start, pairs, seed)
}

fn trials(problem: &Problem, tuner: &mut Tuner, pairs: u64, seed: u64) -> Vec<Trial> {
    let keys = keys(problem);
    let log_odds = |values: &[f64]| {
        let places: Vec<f64> = keys.iter().zip(values).map(|(key, v)| key.place(*v)).collect();
        (problem.log_odds)(&places)
    };
    let mut chance = Chance(seed.wrapping_mul(0x1234_5678_9abc_def1));
    let mut trials = Vec::new();
    for number in 0..pairs {
        let sample = tuner.sample(number, &trials);
        let against = sample.against.as_deref().map_or(0.0, log_odds);
        let rate = logistic(log_odds(&sample.values) - against);
        let game = |chance: &mut Chance| {
            if chance.unit() < problem.draws {
                0.5
            } else {
                f64::from(u8::from(chance.unit() < rate))
            }
        };
        let points = game(&mut chance) + game(&mut chance);
        trials.push(Trial { values: sample.values, against: sample.against, games: 2, points });
    }
    trials
}

fn run(problem: &Problem, way: Way, games: u64, seed: u64) -> Run {
    let pairs = games / 2;
    let mut tuner = tuner(problem, way, pairs, seed);
    let trials = trials(problem, &mut tuner, pairs, seed);
    let keys = keys(problem);
    let estimate = tuner.estimate(&trials);
    // Half of the games are drawn, half are as the odds say.
    let score = |log_odds: f64| {
        let rate = logistic(log_odds);
        problem.draws / 2.0 + (1.0 - problem.draws) * rate
    };
    let places: Vec<f64> =
        keys.iter().zip(&estimate.best).map(|(key, value)| key.place(*value)).collect();
    let best: Vec<f64> = problem.best.iter().map(|best| best.unwrap_or(0.0)).collect();
    let start: Vec<f64> = keys.iter().map(|key| key.snapped(0.0)).collect();
    let [rate, best_rate, start_rate] =
        [&places, &best, &start].map(|place| score((problem.log_odds)(place)));
    let prediction = estimate.predict(&estimate.best);
    let truth = if way == Way::SpsaAlone {
        score((problem.log_odds)(&places) - (problem.log_odds)(&start))
    } else {
        rate
    };
    let covers = problem.best.iter().zip(&keys).zip(&estimate.intervals);
    let covers = covers.map(|((best, key), interval)| {
        best.is_none_or(|best| {
            let reach = 1e-9 + key.pitch(best) / 2.0;
            (key.place(interval.low) - reach..=key.place(interval.high) + reach).contains(&best)
        })
    });
    let covers = covers.collect();
    let predicts = prediction.interval.contains(truth);
    Run {
        estimate,
        prediction,
        rate,
        best_rate,
        start_rate,
        covers,
        predicts,
        excess: prediction.rate - truth,
    }
}

#[test]
#[ignore = "a table to choose bounds by"]
fn table() {
    let seeds: u64 = 40;
    for way in [Way::Clop] {
        for problem in PROBLEMS {
            for games in [200, 1000, 4000] {
                let runs: Vec<Run> =
                    (0..seeds).map(|seed| run(problem, way, games, seed)).collect();
                let mean = |f: &dyn Fn(&Run) -> f64| runs.iter().map(f).sum::<f64>() / seeds as f64;
                let worst = |f: &dyn Fn(&Run) -> f64| runs.iter().map(f).fold(f64::MIN, f64::max);
                let covers: Vec<usize> = (0..problem.keys.len())
                    .map(|at| runs.iter().filter(|run| run.covers[at]).count())
                    .collect();
                println!(
                    "{way:?} {games:5} {:36} loss {:.4} worst {:.4} (start {:.4}, worse by {:.4}); covers {covers:?} width {:.2}; predicts {} by {:+.4}, interval {:.3}",
                    problem.name,
                    mean(&|run| run.best_rate - run.rate),
                    worst(&|run| run.best_rate - run.rate),
                    mean(&|run| run.best_rate - run.start_rate),
                    worst(&|run| run.start_rate - run.rate),
                    mean(&|run| keys(problem)[0].place(run.estimate.intervals[0].high)
                        - keys(problem)[0].place(run.estimate.intervals[0].low)),
                    runs.iter().filter(|run| run.predicts).count(),
                    mean(&|run| run.excess),
                    mean(&|run| run.prediction.interval.width()),
                );
            }
        }
    }
}
