//! Confident local optimisation, after Coulom (CLOP, 2011): a quadratic function is fitted to all
//! results, samples that are surely below the mean lose weight, and it is fitted again to what is
//! left, until the weights stay as they are. The next setting is drawn from the weight, which is a
//! function of the place.

use tengen_engine::formulas::{exp, ln_of};
use tengen_engine::go::Rng;

use crate::tuning::quadratic::{Evidence, Fit, Prior, count, terms};

/// How many standard deviations of the mean a place must be below it to lose a factor of e, when
/// the next setting is drawn and there is one key. What is fitted is less sure than the mean, by the
/// square root of the number of terms; with more keys it must be farther below by as much.
pub(crate) const TO_DRAW: f64 = 3.0;

/// The same when the best place is told. More results count, since those around a hill say best
/// where its top is.
pub(crate) const TO_TELL: f64 = 9.0;

/// Fits after which weights are taken as they are.
const MOST_CUTS: usize = 50;

/// Weights stay as they are when their sum falls by less than this.
const SETTLED: f64 = 0.99;

/// A result: where, how many games, points a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) place: Vec<f64>,
    pub(crate) games: f64,
    pub(crate) rate: f64,
}

/// What was learnt from some results.
#[derive(Clone, Debug)]
pub(crate) struct Clop {
    keys: usize,
    cuts: Vec<Cut>,
    /// Of each result.
    weights: Vec<f64>,
}

/// A fit, the mean of what it was fitted to, and how far below that a weight falls by e.
#[derive(Clone, Debug)]
struct Cut {
    fit: Fit,
    mean: f64,
    width: f64,
}

impl Cut {
    fn weight(&self, terms: &[f64]) -> f64 {
        exp(((self.fit.log_odds(terms) - self.mean) / self.width).min(0.0))
    }
}

impl Clop {
    /// Learns from results; `confidence` is [`TO_DRAW`] or [`TO_TELL`].
    pub(crate) fn new(keys: usize, results: &[Outcome], confidence: f64) -> Self {
        let mut evidence: Vec<Evidence> = results
            .iter()
            .map(|r| Evidence { terms: terms(&r.place), games: r.games, rate: r.rate })
            .collect();
        let confidence = confidence * (count(keys) as f64 / count(1) as f64).sqrt();
        let mut weights = vec![1.0; results.len()];
        let mut cuts: Vec<Cut> = Vec::new();
        let mut sum = results.len() as f64;
        loop {
            for ((evidence, result), weight) in evidence.iter_mut().zip(results).zip(&weights) {
                evidence.games = weight * result.games;
            }
            // A win and a loss in thought: neither all nor nothing is certain.
            let games = 2.0 + evidence.iter().map(|e| e.games).sum::<f64>();
            let points = 1.0 + evidence.iter().map(|e| e.games * e.rate).sum::<f64>();
            let rate = points / games;
            let cut = Cut {
                fit: Fit::new(keys, &evidence, Prior::Open),
                mean: ln_of(rate / (1.0 - rate)),
                width: confidence / (games * rate * (1.0 - rate)).sqrt(),
            };
            for (weight, evidence) in weights.iter_mut().zip(&evidence) {
                *weight = weight.min(cut.weight(&evidence.terms));
            }
            cuts.push(cut);
            let before = sum;
            sum = weights.iter().sum();
            if sum >= SETTLED * before || cuts.len() >= MOST_CUTS {
                return Self { keys, cuts, weights };
            }
        }
    }

    /// How much a result at this place counts.
    fn weight(&self, place: &[f64]) -> f64 {
        let terms = terms(place);
        self.cuts.iter().fold(1.0, |weight, cut| cut.weight(&terms).min(weight))
    }

    /// A place to try, as likely as it has weight: Gibbs sampling, from a result that counts.
    /// `results` are those that were learnt from.
    pub(crate) fn draw(&self, results: &[Outcome], rng: &mut Rng) -> Vec<f64> {
        let anywhere = |rng: &mut Rng| 2.0 * f64::from(rng.unit()) - 1.0;
        let mut place: Vec<f64> = match self.choose(rng).and_then(|at| results.get(at)) {
            Some(result) => result.place.clone(),
            None => (0..self.keys).map(|_| anywhere(rng)).collect(),
        };
        for _ in 0..SWEEPS {
            for at in 0..self.keys {
                for _ in 0..TRIES {
                    let before = std::mem::replace(&mut place[at], anywhere(rng));
                    if f64::from(rng.unit()) < self.weight(&place) {
                        break;
                    }
                    place[at] = before;
                }
            }
        }
        place
    }

    /// A result, as likely as it counts.
    fn choose(&self, rng: &mut Rng) -> Option<usize> {
        let mut left = f64::from(rng.unit()) * self.weights.iter().sum::<f64>();
        for (at, weight) in self.weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return Some(at);
            }
        }
        None
    }

    /// The results as they count. `results` are those that were learnt from.
    pub(crate) fn evidence(&self, results: &[Outcome]) -> Vec<Evidence> {
        let counted = |(result, weight): (&Outcome, &f64)| Evidence {
            terms: terms(&result.place),
            games: weight * result.games,
            rate: result.rate,
        };
        results.iter().zip(&self.weights).map(counted).collect()
    }
}

/// How often every coordinate is drawn anew.
const SWEEPS: usize = 4;

/// How often a new coordinate is tried before the old one stays.
const TRIES: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(place: f64, rate: f64) -> Outcome {
        Outcome { place: vec![place], games: 2.0, rate }
    }

    #[test]
    fn without_results_every_place_is_as_likely() {
        let clop = Clop::new(2, &[], TO_DRAW);
        let rng = &mut Rng::new(1);
        let mut quarters = [0; 4];
        for _ in 0..4000 {
            let place = clop.draw(&[], rng);
            assert!(place.iter().all(|x| (-1.0..=1.0).contains(x)));
            quarters[usize::from(place[0] > 0.0) + 2 * usize::from(place[1] > 0.0)] += 1;
        }
        assert!(quarters.iter().all(|count| (900..1100).contains(count)), "{quarters:?}");
    }

    /// Lost on the left, won on the right: what is drawn next lies on the right, as often as its
    /// weight says.
    #[test]
    fn what_surely_loses_is_tried_no_more() {
        let results: Vec<Outcome> = (0..400)
            .map(|at| {
                let place = f64::from(at) / 199.5 - 1.0;
                outcome(place, if place > 0.0 { 1.0 } else { 0.0 })
            })
            .collect();
        let clop = Clop::new(1, &results, TO_DRAW);
        assert!(clop.weight(&[-0.9]) < 1e-3 && clop.weight(&[0.9]) > 0.5);
        let rng = &mut Rng::new(1);
        let places: Vec<f64> = (0..2000).map(|_| clop.draw(&results, rng)[0]).collect();
        let left = places.iter().filter(|place| **place < 0.0).count();
        assert!(left < 60, "{left}");
        // Against the weight itself, by sums over a grid.
        let grid: Vec<(f64, f64)> = (0..2000)
            .map(|at| f64::from(at) / 1000.0 - 0.9995)
            .map(|place| (place, clop.weight(&[place])))
            .collect();
        let sum: f64 = grid.iter().map(|(_, weight)| weight).sum();
        let expected = grid.iter().map(|(place, weight)| place * weight).sum::<f64>() / sum;
        let mean = places.iter().sum::<f64>() / 2000.0;
        assert!((mean - expected).abs() < 0.03, "{mean} {expected}");
    }

    #[test]
    fn all_won_or_all_lost_leaves_everything_open() {
        for rate in [0.0, 1.0] {
            let results: Vec<Outcome> =
                (0..50).map(|at| outcome(f64::from(at) / 24.5 - 1.0, rate)).collect();
            let clop = Clop::new(1, &results, TO_DRAW);
            assert!(clop.weights.iter().all(|weight| weight.is_finite() && *weight > 0.1));
        }
    }
}
