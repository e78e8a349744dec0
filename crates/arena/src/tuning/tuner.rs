//! What to try next, and what was found: both depend on the results of earlier samples alone, in
//! the order of their numbers.

use std::fmt;

use serde::{Deserialize, Serialize};
use tengen_engine::go::Rng;

use crate::statistics::interval::{Interval, Z_95};
use crate::tuning::clop::{Clop, Outcome, TO_DRAW, TO_TELL};
use crate::tuning::key_range::KeyRange;
use crate::tuning::quadratic::{Evidence, Fit, Prior, rates, terms, top};
use crate::tuning::spsa::{Gains, Probes};

/// How the best values are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TuneMethod {
    /// Confident local optimisation: a quadratic function fitted to all results.
    #[default]
    Clop,
    /// Stochastic approximation: small steps towards the winner of two settings.
    Spsa,
}

impl fmt::Display for TuneMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Clop => "clop",
            Self::Spsa => "spsa",
        })
    }
}

/// Settings that play a pair of games: one opening, both colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The values of the keys, in their order.
    pub values: Vec<f64>,
    /// Those of the opponent, if he is the same player with other values.
    pub against: Option<Vec<f64>>,
    /// Samples with the same number begin with the same opening.
    pub opening: u64,
}

/// A sample whose games are over.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The values of the keys, in their order.
    pub values: Vec<f64>,
    /// Those of the opponent, if he is the same player with other values.
    pub against: Option<Vec<f64>>,
    /// Games.
    pub games: u64,
    /// Points in them, a draw being half a point.
    pub points: f64,
}

impl Trial {
    fn rate(&self) -> f64 {
        self.points / self.games.max(1) as f64
    }
}

/// The settings of a sample depend on the results of all samples but so many before it: as many can
/// be under way, whatever comes of them. So the settings do not depend on how many games are played
/// at a time, which of them end first, or how often a run is interrupted.
pub const LAG: u64 = 16;

/// Keys that can be tuned together.
pub const MOST_KEYS: usize = 10;

/// A search for the best values of some keys.
///
/// ```
/// use tengen_arena::{KeyRange, Trial, TuneMethod, Tuner};
/// let keys: Vec<KeyRange> = vec!["c=0..1".parse().unwrap()];
/// let mut tuner = Tuner::new(keys, TuneMethod::Clop, false, &[0.5], 1000, 1);
/// let mut trials = Vec::new();
/// for sample in 0..300 {
///     let values = tuner.sample(sample, &trials).values;
///     // From 0.1 to 0.5 all is won.
///     let points = if (values[0] - 0.3).abs() < 0.2 { 2.0 } else { 0.0 };
///     trials.push(Trial { values, against: None, games: 2, points });
/// }
/// let best = tuner.estimate(&trials).best[0];
/// assert!((best - 0.3).abs() < 0.2, "{best}");
/// ```
#[derive(Clone, Debug)]
pub struct Tuner {
    keys: Vec<KeyRange>,
    method: TuneMethod,
    /// Whether settings play each other, not an opponent.
    alone: bool,
    /// Where SPSA begins.
    start: Vec<f64>,
    gains: Gains,
    seed: u64,
    /// What CLOP has learnt from so many trials.
    learnt: Option<(Vec<Outcome>, Clop)>,
    /// Where SPSA has been, from the start on.
    path: Vec<Vec<f64>>,
}

impl Tuner {
    /// `start` is where SPSA begins, as values; `samples` is how many there will be in all, which
    /// only SPSA needs to know. With `alone` SPSA lets settings play each other, otherwise both play
    /// an opponent; CLOP always needs one.
    #[must_use]
    pub fn new(
        keys: Vec<KeyRange>,
        method: TuneMethod,
        alone: bool,
        start: &[f64],
        samples: u64,
        seed: u64,
    ) -> Self {
        let alone = alone && method == TuneMethod::Spsa;
        let start = places(&keys, start);
        let iterations = samples / if alone { 1 } else { 2 };
        let path = vec![start.clone()];
        let gains = Gains::new(iterations);
        Self { keys, method, alone, start, gains, seed, learnt: None, path }
    }

    /// The keys.
    #[must_use]
    pub fn keys(&self) -> &[KeyRange] {
        &self.keys
    }

    /// Where SPSA begins, as values.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        values(&self.keys, &self.start)
    }

    /// Samples of one iteration of SPSA.
    const fn per_iteration(&self) -> u64 {
        if self.alone { 1 } else { 2 }
    }

    /// How many samples, from the first on, must be over before the settings of this one are known.
    /// At most [`LAG`] less than its number; CLOP learns anew only when there is a sixty-fourth
    /// more to learn from, so that it never takes long.
    #[must_use]
    pub fn known(&self, sample: u64) -> u64 {
        match self.method {
            TuneMethod::Clop => {
                let known = sample.saturating_sub(LAG);
                let step = 1 << (known / 64).max(1).ilog2();
                known - known % step
            }
            TuneMethod::Spsa => {
                let together = self.per_iteration();
                (sample - sample % together).saturating_sub(LAG)
            }
        }
    }

    /// The settings of a sample. `trials` are those of the first samples, at least as many as
    /// [`Tuner::known`] says; more are not looked at.
    pub fn sample(&mut self, sample: u64, trials: &[Trial]) -> Sample {
        let known = (self.known(sample) as usize).min(trials.len());
        let trials = &trials[..known];
        match self.method {
            TuneMethod::Clop => {
                let rng = &mut Rng::stream(self.seed, sample);
                let (outcomes, clop) = self.learn(trials);
                let place = clop.draw(outcomes, rng);
                Sample { values: values(&self.keys, &place), against: None, opening: sample }
            }
            TuneMethod::Spsa => {
                let iteration = sample / self.per_iteration();
                let at = (known as u64 / self.per_iteration()) as usize;
                self.walk(trials);
                let around = &self.path[at.min(self.path.len() - 1)];
                let rng = &mut Rng::stream(self.seed, iteration);
                let probes = Probes::new(&self.keys, &self.gains, around, iteration, rng);
                let [plus, minus] =
                    [probes.plus, probes.minus].map(|place| values(&self.keys, &place));
                let opening = iteration;
                if self.alone {
                    Sample { values: plus, against: Some(minus), opening }
                } else if sample.is_multiple_of(2) {
                    Sample { values: plus, against: None, opening }
                } else {
                    Sample { values: minus, against: None, opening }
                }
            }
        }
    }

    /// What CLOP makes of these trials.
    fn learn(&mut self, trials: &[Trial]) -> (&[Outcome], &Clop) {
        let fresh = self.learnt.take().filter(|(outcomes, _)| outcomes.len() == trials.len());
        let (outcomes, clop) = self.learnt.insert(fresh.unwrap_or_else(|| {
            let outcomes = outcomes(&self.keys, trials);
            let clop = Clop::new(self.keys.len(), &outcomes, TO_DRAW);
            (outcomes, clop)
        }));
        (outcomes, clop)
    }

    /// Follows SPSA as far as these trials lead.
    fn walk(&mut self, trials: &[Trial]) {
        let together = self.per_iteration() as usize;
        for (iteration, trials) in trials.chunks_exact(together).enumerate() {
            if iteration + 1 < self.path.len() {
                continue;
            }
            let (plus, minus, lead) = match trials {
                [one] => {
                    let against = one.against.as_ref().unwrap_or(&one.values);
                    (&one.values, against, 2.0 * one.rate() - 1.0)
                }
                // Against a third the difference shows only half.
                [plus, minus, ..] => {
                    (&plus.values, &minus.values, 2.0 * (plus.rate() - minus.rate()))
                }
                [] => continue,
            };
            let probes =
                Probes { plus: places(&self.keys, plus), minus: places(&self.keys, minus) };
            let mut place = self.path[iteration].clone();
            probes.step(&mut place, &self.gains, iteration as u64, lead);
            self.path.push(place);
        }
    }

    /// The best values as far as these trials tell; quicker than [`Tuner::estimate`].
    pub fn best(&mut self, trials: &[Trial]) -> Vec<f64> {
        match self.method {
            TuneMethod::Clop => {
                let fit = Fit::new(self.keys.len(), &self.evidence(trials), Prior::Hill);
                values(&self.keys, &fit.top(&mut Rng::new(self.seed)))
            }
            TuneMethod::Spsa => {
                self.walk(trials);
                // The second half of the way: the first leads there, and the last step is chance.
                let half = &self.path[self.path.len() / 2..];
                let mean =
                    |at: usize| half.iter().map(|place| place[at]).sum::<f64>() / half.len() as f64;
                let mean: Vec<f64> = (0..self.keys.len()).map(mean).collect();
                values(&self.keys, &mean)
            }
        }
    }

    /// The trials as they count when the best is told.
    fn evidence(&self, trials: &[Trial]) -> Vec<Evidence> {
        if self.alone {
            return self.all_evidence(trials);
        }
        let outcomes = outcomes(&self.keys, trials);
        Clop::new(self.keys.len(), &outcomes, TO_TELL).evidence(&outcomes)
    }

    /// All trials, whatever their results.
    fn all_evidence(&self, trials: &[Trial]) -> Vec<Evidence> {
        if !self.alone {
            let counted = |outcome: &Outcome| Evidence {
                terms: terms(&outcome.place),
                games: outcome.games,
                rate: outcome.rate,
            };
            return outcomes(&self.keys, trials).iter().map(counted).collect();
        }
        let evidence = |trial: &Trial| {
            let against = trial.against.as_ref().unwrap_or(&trial.values);
            let [plus, minus] =
                [&trial.values, against].map(|values| terms(&places(&self.keys, values)));
            let terms = difference(plus, &minus);
            Evidence { terms, games: trial.games as f64, rate: trial.rate() }
        };
        trials.iter().map(evidence).collect()
    }

    /// The best values, how sure they are, and what they are expected to score.
    pub fn estimate(&mut self, trials: &[Trial]) -> Estimate {
        let best = self.best(trials);
        let evidence = self.evidence(trials);
        let fit = Fit::new(self.keys.len(), &evidence, Prior::Hill);
        let rng = &mut Rng::new(self.seed);
        let tops: Vec<Vec<f64>> =
            (0..DRAWS).map(|_| top(&fit.draw(rng), self.keys.len(), rng)).collect();
        let intervals = self.keys.iter().zip(&best).enumerate().map(|(at, (key, &best))| {
            let mut along: Vec<f64> = tops.iter().map(|place| place[at]).collect();
            along.sort_by(f64::total_cmp);
            let [low, high] = [along[DRAWS / 40], along[DRAWS - 1 - DRAWS / 40]];
            Interval { low: key.value(low).min(best), high: key.value(high).max(best) }
        });
        let intervals = intervals.collect();
        let against = self.alone.then(|| terms(&self.start));
        // What has won counts more where the best is looked for, and would promise its luck again.
        let fit = Fit::new(self.keys.len(), &self.all_evidence(trials), Prior::Hill);
        Estimate { best, intervals, keys: self.keys.clone(), fit, against }
    }
}

/// Functions that are drawn to see where their tops are.
const DRAWS: usize = 1000;

fn places(keys: &[KeyRange], values: &[f64]) -> Vec<f64> {
    keys.iter().zip(values).map(|(key, value)| key.place(*value)).collect()
}

fn values(keys: &[KeyRange], places: &[f64]) -> Vec<f64> {
    keys.iter().zip(places).map(|(key, place)| key.value(*place)).collect()
}

fn outcomes(keys: &[KeyRange], trials: &[Trial]) -> Vec<Outcome> {
    let outcome = |trial: &Trial| Outcome {
        place: places(keys, &trial.values),
        games: trial.games as f64,
        rate: trial.rate(),
    };
    trials.iter().map(outcome).collect()
}

fn difference(mut a: Vec<f64>, b: &[f64]) -> Vec<f64> {
    a.iter_mut().zip(b).for_each(|(a, b)| *a -= b);
    a
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The best values of the keys, in their order.
    pub best: Vec<f64>,
    /// Where the true best lies, with 95 % confidence, if the score is about quadratic.
    pub intervals: Vec<Interval>,
    keys: Vec<KeyRange>,
    fit: Fit,
    /// The terms of the setting that scores are told against, if it is not an opponent.
    against: Option<Vec<f64>>,
}

/// A score that is expected of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// Points a game.
    pub rate: f64,
    /// With 95 % confidence, if the score is about quadratic.
    pub interval: Interval,
}

impl Estimate {
    /// The score that these values are expected to have: against the opponent, or against the start
    /// where settings play each other.
    #[must_use]
    pub fn predict(&self, values: &[f64]) -> Prediction {
        let mut terms = terms(&places(&self.keys, values));
        if let Some(against) = &self.against {
            terms = difference(terms, against);
        }
        let (log_odds, off) = (self.fit.log_odds(&terms), Z_95 * self.fit.deviation(&terms));
        let [low, rate, high] =
            [log_odds - off, log_odds, log_odds + off].map(|odds| rates(odds).0);
        Prediction { rate, interval: Interval { low, high } }
    }
}
