//! Minorization-maximization: against an obvious slow version, gradient ascent and known gammas.

use std::num::NonZero;

use proptest::prelude::*;
use tengen_game::Rng;
use tengen_learn::Stopped;
use tengen_learn::mm::{
    Competitions, Feature, Features, Fit, Gammas, MmOptions, NO_LEVEL, Prediction, Teams, fit,
};
use tengen_search::StopFlag;

/// Competitions as one would write them down: a winner, and all teams with all their levels.
struct Plain {
    features: Features,
    competitions: Vec<(usize, Vec<Vec<u16>>)>,
}

/// Random teams: each has a level of each feature seven times in ten. Winners are drawn by gammas.
fn draw(levels: &[usize], gammas: &[f64], competitions: usize, teams: usize, seed: u64) -> Plain {
    let list = levels.iter().enumerate();
    let features =
        Features::new(list.map(|(i, &levels)| Feature::new(&format!("f{i}"), levels))).unwrap();
    let truth = Gammas::new(&features, gammas.to_vec()).unwrap();
    let mut rng = Rng::new(seed);
    let draw_team = |rng: &mut Rng| -> Vec<u16> {
        let level = |&levels: &usize, rng: &mut Rng| {
            if rng.below(10) < 7 { rng.below(levels) as u16 } else { NO_LEVEL }
        };
        levels.iter().map(|levels| level(levels, rng)).collect()
    };
    let competition = |rng: &mut Rng| {
        let all: Vec<Vec<u16>> = (0..teams).map(|_| draw_team(rng)).collect();
        let strengths: Vec<f64> = all.iter().map(|team| truth.strength(team)).collect();
        let mut dice = f64::from(rng.unit()) * strengths.iter().sum::<f64>();
        let winner = strengths.iter().position(|strength| {
            dice -= strength;
            dice < 0.0
        });
        (winner.unwrap_or(teams - 1), all)
    };
    let competitions = (0..competitions).map(|_| competition(&mut rng)).collect();
    Plain { features, competitions }
}

impl Plain {
    fn compact(&self) -> (Teams, Competitions) {
        let (mut teams, mut competitions) = (Teams::new(&self.features), Competitions::default());
        for (winner, all) in &self.competitions {
            let mut ids: Vec<u32> = all.iter().map(|team| teams.intern(team).unwrap()).collect();
            competitions.push(ids[*winner], &mut ids).unwrap();
        }
        (teams, competitions)
    }

    fn fit(&self, options: &MmOptions) -> Fit {
        let (teams, competitions) = self.compact();
        fit(&self.features, &teams, &competitions, options, &StopFlag::new(), |_| {}).unwrap()
    }

    fn log_likelihood(&self, gammas: &Gammas) -> f64 {
        let one = |(winner, all): &(usize, Vec<Vec<u16>>)| {
            let total: f64 = all.iter().map(|team| gammas.strength(team)).sum();
            (gammas.strength(&all[*winner]) / total).ln()
        };
        self.competitions.iter().map(one).sum()
    }

    fn penalised(&self, gammas: &Gammas) -> f64 {
        let prior = |gamma: &f64| gamma.ln() - 2.0 * (gamma + 1.0).ln();
        self.log_likelihood(gammas) + gammas.all().iter().map(prior).sum::<f64>()
    }

    /// One update, as the formula says.
    fn slow_update(&self, gammas: &Gammas, feature: usize) -> Gammas {
        let mut values = gammas.all().to_vec();
        for (level, gamma) in self.features.range(feature).enumerate() {
            let has = |team: &&Vec<u16>| usize::from(team[feature]) == level;
            let (mut wins, mut shares) = (0.0, 0.0);
            for (winner, all) in &self.competitions {
                wins += if has(&&all[*winner]) { 1.0 } else { 0.0 };
                let total: f64 = all.iter().map(|team| gammas.strength(team)).sum();
                let others = all.iter().filter(has).map(|team| {
                    let mut others = team.clone();
                    others[feature] = NO_LEVEL;
                    gammas.strength(&others)
                });
                shares += others.sum::<f64>() / total;
            }
            values[gamma] = (wins + 1.0) / (shares + 2.0 / (values[gamma] + 1.0));
        }
        Gammas::new(&self.features, values).unwrap()
    }

    /// The derivative of the penalised log-likelihood by the logarithms of the gammas.
    fn gradient(&self, gammas: &Gammas) -> Vec<f64> {
        let mut gradient: Vec<f64> =
            gammas.all().iter().map(|gamma| 1.0 - 2.0 * gamma / (gamma + 1.0)).collect();
        let mut add = |team: &[u16], weight: f64| {
            for (i, &level) in team.iter().enumerate().filter(|(_, level)| **level != NO_LEVEL) {
                gradient[self.features.range(i).start + usize::from(level)] += weight;
            }
        };
        for (winner, all) in &self.competitions {
            let total: f64 = all.iter().map(|team| gammas.strength(team)).sum();
            add(&all[*winner], 1.0);
            all.iter().for_each(|team| add(team, -gammas.strength(team) / total));
        }
        gradient
    }
}

fn close(a: &[f64], b: &[f64], relative: f64) {
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        assert!((a / b - 1.0).abs() < relative, "gamma {i}: {a} and {b}");
    }
}

const LEVELS: [usize; 3] = [5, 4, 2];
const TRUTH: [f64; 11] = [0.1, 0.5, 1.0, 3.0, 12.0, 0.3, 1.0, 2.0, 0.9, 4.0, 0.2];

#[test]
fn it_does_what_the_formula_says() {
    let plain = draw(&LEVELS, &TRUTH, 200, 8, 1);
    let (teams, competitions) = plain.compact();
    let (mut slow, mut updates) = (Gammas::even(&plain.features), 0);
    let options = MmOptions::default();
    let found = fit(&plain.features, &teams, &competitions, &options, &StopFlag::new(), |update| {
        // The feature is the one that gained most; that its gain is right says that it was chosen right.
        let before = plain.log_likelihood(&slow);
        slow = plain.slow_update(&slow, update.feature);
        let gain = (plain.log_likelihood(&slow) - before) / 200.0;
        assert!((gain - update.gain).abs() < 1e-10, "{update:?}: {gain}");
        assert!((plain.penalised(&slow) / 200.0 - update.penalised).abs() < 1e-10, "{update:?}");
        updates += 1;
        assert_eq!(update.number, updates);
    });
    let found = found.unwrap();
    close(found.gammas.all(), slow.all(), 1e-10);
    assert_eq!(found.updates, updates);
    let likelihood = plain.log_likelihood(&slow) / 200.0;
    assert!((found.log_likelihood - likelihood).abs() < 1e-10);
    let prediction = Prediction::of(&found.gammas, &teams, &competitions, NonZero::<usize>::MIN);
    assert!((prediction.log_likelihood - likelihood).abs() < 1e-10);
}

#[test]
fn features_are_chosen_by_their_gains_and_left_when_they_gain_little() {
    let plain = draw(&LEVELS, &TRUTH, 300, 8, 2);
    let (teams, competitions) = plain.compact();
    let options = MmOptions { tolerance: 1e-3, ..MmOptions::default() };
    let (mut gains, mut pass) = ([f64::INFINITY; 3], 1);
    fit(&plain.features, &teams, &competitions, &options, &StopFlag::new(), |update| {
        if update.pass > pass {
            assert!(gains.iter().all(|&gain| gain < 1e-3), "{gains:?}");
            (gains, pass) = ([f64::INFINITY; 3], update.pass);
        }
        assert!(gains.iter().all(|&gain| gain <= gains[update.feature]), "{gains:?}, {update:?}");
        assert!(gains[update.feature] >= 1e-3);
        gains[update.feature] = update.gain;
    })
    .unwrap();
    assert_eq!(pass, 2);
    assert!(gains.iter().all(|&gain| gain < 1e-3), "{gains:?}");
}

#[test]
fn threads_change_no_bit() {
    let plain = draw(&LEVELS, &TRUTH, 3000, 10, 3);
    let with = |threads| MmOptions {
        threads: NonZero::new(threads).unwrap(),
        tolerance: 1e-6,
        ..MmOptions::default()
    };
    let one = plain.fit(&with(1));
    for threads in [2, 3, 16] {
        assert_eq!(plain.fit(&with(threads)), one);
    }
    let (teams, competitions) = plain.compact();
    let predict = |threads| {
        Prediction::of(&one.gammas, &teams, &competitions, NonZero::new(threads).unwrap())
    };
    assert_eq!(predict(1), predict(5));
}

#[test]
fn it_ends_where_gradient_ascent_ends() {
    let plain = draw(&[3, 2], &[0.2, 1.0, 5.0, 0.5, 3.0], 60, 5, 4);
    let mut theta = [0.0; 5];
    let gammas =
        |theta: &[f64; 5]| Gammas::new(&plain.features, theta.map(f64::exp).to_vec()).unwrap();
    // The curvature is at most that of so many coin tosses, so this step never goes too far.
    for _ in 0..5_000 {
        let gradient = plain.gradient(&gammas(&theta));
        for (theta, slope) in theta.iter_mut().zip(&gradient) {
            *theta += slope / 60.0;
        }
    }
    let slopes = plain.gradient(&gammas(&theta));
    assert!(slopes.iter().all(|slope| slope.abs() < 1e-9), "{slopes:?}");
    let options = MmOptions { tolerance: 1e-16, ..MmOptions::default() };
    close(plain.fit(&options).gammas.all(), gammas(&theta).all(), 1e-5);
}

/// The errors of a maximum-likelihood fit are normal, with the inverse of the information as their
/// covariance: weighed with it, their squares add up to chi² with as many degrees of freedom as
/// there are gammas.
#[test]
fn known_gammas_come_back() {
    for seed in 1..=5 {
        let plain = draw(&LEVELS, &TRUTH, 20_000, 10, seed);
        let options = MmOptions { tolerance: 1e-9, ..MmOptions::default() };
        let found = plain.fit(&options).gammas;
        let errors: Vec<f64> =
            found.all().iter().zip(TRUTH).map(|(found, truth)| (found / truth).ln()).collect();
        let truth = Gammas::new(&plain.features, TRUTH.to_vec()).unwrap();
        // errorsᵀ · information · errors is the variance of Σ errors over the teams, summed up.
        let weigh = |team: &[u16]| -> f64 {
            let had = team.iter().enumerate().filter(|(_, level)| **level != NO_LEVEL);
            had.map(|(i, &level)| errors[plain.features.range(i).start + usize::from(level)]).sum()
        };
        let mut chi2 = 0.0;
        for (_, all) in &plain.competitions {
            let total: f64 = all.iter().map(|team| truth.strength(team)).sum();
            let moment = |power| -> f64 {
                let share =
                    |team: &Vec<u16>| truth.strength(team) / total * weigh(team).powi(power);
                all.iter().map(share).sum()
            };
            chi2 += moment(2) - moment(1).powi(2);
        }
        let freedom = TRUTH.len() as f64;
        assert!(chi2 < freedom + 5.0 * (2.0 * freedom).sqrt(), "seed {seed}: chi² = {chi2}");
        assert!(chi2 > 1.0, "seed {seed}: chi² = {chi2} is too good to be true");
        assert!(errors.iter().all(|error| error.abs() < 0.25), "seed {seed}: {errors:?}");
    }
}

/// What was never seen is neither good nor bad, and what always wins is not infinitely good.
#[test]
fn the_prior_holds_what_the_data_does_not() {
    let features = Features::new([Feature::new("a", 3)]).unwrap();
    let mut teams = Teams::new(&features);
    let ids = [0, 1].map(|level| teams.intern(&[level]).unwrap());
    let mut competitions = Competitions::default();
    for _ in 0..10 {
        competitions.push(ids[0], &mut ids.clone()).unwrap();
    }
    let options = MmOptions { tolerance: 1e-12, ..MmOptions::default() };
    let fit = fit(&features, &teams, &competitions, &options, &StopFlag::new(), |_| {}).unwrap();
    let gammas = fit.gammas.of(0);
    assert_eq!(gammas[2], 1.0);
    assert!(gammas[0] > 2.0 && gammas[0] < 20.0 && gammas[1] < 0.5, "{gammas:?}");
}

#[test]
fn a_fit_can_be_stopped_and_has_an_end() {
    let plain = draw(&LEVELS, &TRUTH, 50, 5, 1);
    let (teams, competitions) = plain.compact();
    let stop = StopFlag::new();
    let options = MmOptions { tolerance: 0.0, most_updates: 100, ..MmOptions::default() };
    let ended = fit(&plain.features, &teams, &competitions, &options, &stop, |_| {}).unwrap();
    assert_eq!(ended.updates, 100);
    let stopped = fit(&plain.features, &teams, &competitions, &options, &stop, |update| {
        if update.number == 7 {
            stop.stop();
        }
        assert!(update.number <= 7);
    });
    assert_eq!(stopped, Err(Stopped));
    // Nothing to learn from is no reason to fail.
    let nothing = Competitions::default();
    let even = fit(&plain.features, &teams, &nothing, &options, &StopFlag::new(), |_| {}).unwrap();
    assert!(even.gammas.all().iter().all(|&gamma| gamma == 1.0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// Any data, also such as no game gives: contradictions, teams that are all alike, features that
    /// always go together.
    #[test]
    fn the_penalised_likelihood_never_falls(
        levels in prop::collection::vec(1..4usize, 1..5),
        raw in prop::collection::vec(prop::collection::vec(prop::collection::vec(0..5u16, 4), 1..6), 1..12),
    ) {
        let list = levels.iter().enumerate();
        let features = list.map(|(i, &levels)| Feature::new(&format!("f{i}"), levels));
        let features = Features::new(features).unwrap();
        let (mut teams, mut competitions) = (Teams::new(&features), Competitions::default());
        for all in &raw {
            let team = |team: &Vec<u16>| teams.intern(&team[..levels.len()]).unwrap();
            let mut ids: Vec<u32> = all.iter().map(team).collect();
            competitions.push(ids[0], &mut ids).unwrap();
        }
        let options = MmOptions { tolerance: 1e-7, most_updates: 500, ..MmOptions::default() };
        let mut last = f64::NEG_INFINITY;
        fit(&features, &teams, &competitions, &options, &StopFlag::new(), |update| {
            assert!(update.penalised >= last - 1e-12, "{update:?} after {last}");
            last = update.penalised;
        }).unwrap();
        prop_assert!(last.is_finite());
    }
}
