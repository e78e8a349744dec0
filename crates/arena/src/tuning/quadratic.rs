//! Quadratic functions of places, fitted to results of games by logistic regression.
//!
//! Logarithms and exponentials are computed by plain arithmetic: which settings are played next
//! depends on every digit, and must not depend on the machine.

use tengen_engine::formulas::{exp, ln_of};
use tengen_engine::go::Rng;

/// The numbers that a quadratic function is a weighted sum of: one, every coordinate, and every
/// product of two.
pub(crate) fn terms(place: &[f64]) -> Vec<f64> {
    let mut terms = Vec::with_capacity(count(place.len()));
    terms.push(1.0);
    terms.extend_from_slice(place);
    for (i, x) in place.iter().enumerate() {
        terms.extend(place[i..].iter().map(|y| x * y));
    }
    terms
}

/// How many terms there are.
pub(crate) const fn count(keys: usize) -> usize {
    1 + keys + keys * (keys + 1) / 2
}

/// Games that count together: the terms they are predicted by, and how they ended.
#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    pub(crate) terms: Vec<f64>,
    /// How many games; a part of one if they are to count less.
    pub(crate) games: f64,
    /// Points a game.
    pub(crate) rate: f64,
}

/// What is thought of a function before the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prior {
    /// To find the top and its height: a hill, highest in the middle. A key that does nothing stays there, and one
    /// whose best value is an end of its range gets there once games say so. Without it the top of
    /// a noisy fit is mostly a corner.
    Hill,
    /// To find out where it surely is low: what matters decides, not what is thought of it.
    Open,
}

impl Prior {
    /// How much is lost at the ends of a range, in natural logarithms of odds.
    const fn height(self) -> f64 {
        match self {
            Self::Hill => 1.0,
            Self::Open => 0.0,
        }
    }

    /// Standard deviations of the constant, of slopes and of curvatures.
    const fn deviations(self) -> [f64; 3] {
        match self {
            Self::Hill => [3.0, 1.0, 0.5],
            Self::Open => [3.0, 0.75, 0.75],
        }
    }

    /// How much keys may matter, as parts of the above: what matters much has a hill that high, but
    /// where there are many keys, or none that matters, the whole of it would see hills in chance.
    const fn scales(self) -> &'static [f64] {
        match self {
            Self::Hill => &[1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125],
            // A part of it cannot tell a narrow hill from a plain.
            Self::Open => &[1.0],
        }
    }

    /// How much keys may depend on each other, as parts of that: mostly little, and there are more
    /// products of two keys than keys.
    const fn crossings(self) -> &'static [f64] {
        match self {
            Self::Hill => &[1.0, 0.25],
            Self::Open => &[1.0],
        }
    }

    /// The functions that weights are pulled to, and how strongly, for every scale and crossing.
    fn pulls(self, keys: usize) -> Vec<Pull> {
        // One key depends on no other.
        let crossings = if keys > 1 { self.crossings() } else { &[1.0] };
        let mut pulls = Vec::new();
        for scale in self.scales() {
            pulls.extend(crossings.iter().map(|crossing| self.pull(keys, *scale, *crossing)));
        }
        pulls
    }

    fn pull(self, keys: usize, scale: f64, crossing: f64) -> Pull {
        let [constant, slope, curvature] = self.deviations();
        let mut to = vec![0.0; 1 + keys];
        let mut deviations = vec![constant];
        deviations.extend(std::iter::repeat_n(scale * slope, keys));
        for key in 0..keys {
            // The square, then the products with the keys after it.
            to.push(-scale * self.height());
            deviations.push(scale * curvature);
            for _ in key + 1..keys {
                to.push(0.0);
                deviations.push(crossing * scale * curvature);
            }
        }
        let strength = deviations.iter().map(|deviation| 1.0 / (deviation * deviation)).collect();
        Pull { to, strength }
    }
}

struct Pull {
    to: Vec<f64>,
    strength: Vec<f64>,
}

impl Pull {
    /// How far each weight is off, and how strongly it is pulled.
    fn off<'a>(&'a self, weights: &'a [f64]) -> impl Iterator<Item = (f64, f64)> {
        let off = weights.iter().zip(&self.to).map(|(weight, to)| weight - to);
        off.zip(self.strength.iter().copied())
    }
}

/// Newton's steps after which a fit ends even if it still moves.
const MOST_STEPS: usize = 100;

/// The odds of a win, as a quadratic function of the place, and how sure that is: the mean of fits
/// with every scale of the prior, each as likely as it makes the results.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    keys: usize,
    /// Of the mean function.
    weights: Vec<f64>,
    /// How likely each is, and the fit.
    fits: Vec<(f64, PulledFit)>,
}

impl Fit {
    /// The likeliest function for these games.
    pub(crate) fn new(keys: usize, evidence: &[Evidence], prior: Prior) -> Self {
        let pulls = prior.pulls(keys);
        let fits: Vec<PulledFit> =
            pulls.iter().map(|pull| PulledFit::new(keys, evidence, pull)).collect();
        let most = fits.iter().fold(f64::NEG_INFINITY, |most, fit| most.max(fit.plausibility));
        let chances: Vec<f64> = fits.iter().map(|fit| exp(fit.plausibility - most)).collect();
        let sum: f64 = chances.iter().sum();
        let fits: Vec<(f64, PulledFit)> =
            chances.into_iter().map(|chance| chance / sum).zip(fits).collect();
        let mut weights = vec![0.0; count(keys)];
        for (chance, fit) in &fits {
            weights.iter_mut().zip(&fit.weights).for_each(|(sum, weight)| *sum += chance * weight);
        }
        Self { keys, weights, fits }
    }

    /// The logarithm of the odds that terms stand for.
    pub(crate) fn log_odds(&self, terms: &[f64]) -> f64 {
        dot(&self.weights, terms)
    }

    /// The standard deviation of the same.
    pub(crate) fn deviation(&self, terms: &[f64]) -> f64 {
        let mean = self.log_odds(terms);
        let variance = self.fits.iter().map(|(chance, fit)| {
            let off = dot(&fit.weights, terms) - mean;
            chance * (fit.variance(terms) + off * off)
        });
        variance.sum::<f64>().sqrt()
    }

    /// Another function that the games would allow, as likely as it is plausible.
    pub(crate) fn draw(&self, rng: &mut Rng) -> Vec<f64> {
        let mut left = f64::from(rng.unit());
        let chosen = self.fits.iter().find(|(chance, _)| {
            left -= chance;
            left < 0.0
        });
        match chosen.or(self.fits.first()) {
            Some((_, fit)) => fit.draw(rng),
            None => self.weights.clone(),
        }
    }

    /// Where it is highest.
    pub(crate) fn top(&self, rng: &mut Rng) -> Vec<f64> {
        top(&self.weights, self.keys, rng)
    }
}

/// A fit with one prior.
#[derive(Clone, Debug)]
struct PulledFit {
    weights: Vec<f64>,
    /// Cholesky's factor of the information, row by row.
    factor: Vec<f64>,
    /// The logarithm of how likely the prior makes the results, but for a constant: by Laplace's
    /// approximation.
    plausibility: f64,
}

impl PulledFit {
    fn new(keys: usize, evidence: &[Evidence], pull: &Pull) -> Self {
        let size = count(keys);
        let mut weights = pull.to.clone();
        let mut here = plausibility(&weights, evidence, pull);
        for _ in 0..MOST_STEPS {
            let (gradient, information) = derivatives(&weights, evidence, pull);
            let Some(factor) = cholesky(&information, size) else { break };
            let step = back(&factor, forth(&factor, gradient));
            // The function is concave, but a whole step may lead beyond its top.
            let mut part = 1.0;
            let longest = step.iter().fold(0.0_f64, |most, s| most.max(s.abs()));
            let moved = loop {
                let there: Vec<f64> =
                    weights.iter().zip(&step).map(|(w, s)| w + part * s).collect();
                let value = plausibility(&there, evidence, pull);
                // Near the top the gain is less than rounding shows.
                if value >= here - 1e-9 * (1.0 + here.abs()) {
                    weights = there;
                    here = value;
                    break part * longest;
                }
                part /= 2.0;
                if part * longest < 1e-9 {
                    break 0.0;
                }
            };
            if moved < 1e-8 {
                break;
            }
        }
        let (_, information) = derivatives(&weights, evidence, pull);
        // The prior alone makes it positive.
        let factor = cholesky(&information, size).unwrap_or_else(|| {
            let mut factor = vec![0.0; size * size];
            (0..size).for_each(|at| factor[at * size + at] = pull.strength[at].sqrt());
            factor
        });
        for (at, strength) in pull.strength.iter().enumerate() {
            here += 0.5 * ln_of(*strength) - ln_of(factor[at * size + at]);
        }
        Self { weights, factor, plausibility: here }
    }

    fn variance(&self, terms: &[f64]) -> f64 {
        let across = forth(&self.factor, terms.to_vec());
        dot(&across, &across)
    }

    fn draw(&self, rng: &mut Rng) -> Vec<f64> {
        let chance = self.weights.iter().map(|_| normal(rng)).collect();
        let off = back(&self.factor, chance);
        self.weights.iter().zip(off).map(|(weight, off)| weight + off).collect()
    }
}

/// Corners that ways up begin in, besides the middle: all of them up to four keys.
const CORNERS: u64 = 16;

/// Where a quadratic function is highest among all places.
pub(crate) fn top(weights: &[f64], keys: usize, rng: &mut Rng) -> Vec<f64> {
    let mut best: Option<(f64, Vec<f64>)> = None;
    let corners = (0..CORNERS).map(|corner| {
        let signs = if keys <= 4 { corner } else { rng.next_u64() };
        (0..keys).map(|key| if signs >> key & 1 == 0 { -1.0 } else { 1.0 }).collect()
    });
    for mut place in std::iter::once(vec![0.0; keys]).chain(corners) {
        climb(weights, &mut place);
        let value = dot(weights, &terms(&place));
        if best.as_ref().is_none_or(|(before, _)| value > *before) {
            best = Some((value, place));
        }
    }
    best.map_or_else(|| vec![0.0; keys], |(_, place)| place)
}

/// Moves one coordinate at a time to where the function is highest, until none moves any more.
fn climb(weights: &[f64], place: &mut [f64]) {
    let keys = place.len();
    for _ in 0..200 {
        let mut moved = 0.0_f64;
        for at in 0..keys {
            // Along this coordinate: constant + slope x + curvature x².
            let mut slope = weights[1 + at];
            let mut curvature = 0.0;
            let mut term = 1 + keys;
            for i in 0..keys {
                for j in i..keys {
                    match (i == at, j == at) {
                        (true, true) => curvature = weights[term],
                        (true, false) => slope += weights[term] * place[j],
                        (false, true) => slope += weights[term] * place[i],
                        (false, false) => {}
                    }
                    term += 1;
                }
            }
            let inner = if curvature < 0.0 { -slope / (2.0 * curvature) } else { f64::INFINITY };
            let best = if inner.abs() <= 1.0 {
                inner
            } else if slope >= 0.0 {
                1.0
            } else {
                -1.0
            };
            // A valley or a plain: go where it is higher, stay where it is even.
            let value = |x: f64| x * (slope + curvature * x);
            if value(best) > value(place[at]) {
                moved = moved.max((best - place[at]).abs());
                place[at] = best;
            }
        }
        if moved < 1e-9 {
            return;
        }
    }
}

/// The rate that odds stand for, and that of the opponent; with all their digits where they are
/// small.
pub(crate) fn rates(log_odds: f64) -> (f64, f64) {
    let small = exp(-log_odds.abs());
    let (more, less) = (1.0 / (1.0 + small), small / (1.0 + small));
    if log_odds >= 0.0 { (more, less) } else { (less, more) }
}

fn plausibility(weights: &[f64], evidence: &[Evidence], pull: &Pull) -> f64 {
    let mut sum = -pull.off(weights).map(|(off, strength)| off * off * strength).sum::<f64>() / 2.0;
    for Evidence { terms, games, rate } in evidence {
        let log_odds = dot(weights, terms);
        let small = ln_of(1.0 + exp(-log_odds.abs()));
        let (won, lost) = (small + (-log_odds).max(0.0), small + log_odds.max(0.0));
        sum -= games * (rate * won + (1.0 - rate) * lost);
    }
    sum
}

/// The gradient, and minus the second derivatives (their lower half).
fn derivatives(weights: &[f64], evidence: &[Evidence], pull: &Pull) -> (Vec<f64>, Vec<f64>) {
    let size = weights.len();
    let mut gradient: Vec<f64> = pull.off(weights).map(|(off, strength)| -off * strength).collect();
    let mut information = vec![0.0; size * size];
    for (at, strength) in pull.strength.iter().enumerate() {
        information[at * size + at] = *strength;
    }
    for Evidence { terms, games, rate } in evidence {
        let (won, lost) = rates(dot(weights, terms));
        let (surplus, spread) = (games * (rate * lost - (1.0 - rate) * won), games * won * lost);
        for (row, &term) in terms.iter().enumerate() {
            gradient[row] += surplus * term;
            let scaled = spread * term;
            let line = &mut information[row * size..=row * size + row];
            for (cell, other) in line.iter_mut().zip(terms) {
                *cell += scaled * other;
            }
        }
    }
    (gradient, information)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The lower triangle L with L Lᵀ = `matrix`, of which the lower half is given. None if there is
/// none.
fn cholesky(matrix: &[f64], size: usize) -> Option<Vec<f64>> {
    let mut factor = vec![0.0; size * size];
    for row in 0..size {
        for column in 0..=row {
            let before = |line: usize| &factor[line * size..line * size + column];
            let rest = matrix[row * size + column] - dot(before(row), before(column));
            factor[row * size + column] = if row == column {
                if rest.is_nan() || rest <= 0.0 {
                    return None;
                }
                rest.sqrt()
            } else {
                rest / factor[column * size + column]
            };
        }
    }
    Some(factor)
}

/// Solves L x = b.
fn forth(factor: &[f64], mut b: Vec<f64>) -> Vec<f64> {
    let size = b.len();
    for row in 0..size {
        let known = dot(&factor[row * size..row * size + row], &b[..row]);
        b[row] = (b[row] - known) / factor[row * size + row];
    }
    b
}

/// Solves Lᵀ x = b.
fn back(factor: &[f64], mut b: Vec<f64>) -> Vec<f64> {
    let size = b.len();
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|below| factor[below * size + row] * b[below]).sum();
        b[row] = (b[row] - known) / factor[row * size + row];
    }
    b
}

/// A number of a standard normal distribution, or nearly: a sum of twelve, by plain arithmetic.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| f64::from(rng.unit())).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_in_their_order() {
        assert_eq!(terms(&[]), [1.0]);
        assert_eq!(terms(&[2.0, 3.0]), [1.0, 2.0, 3.0, 4.0, 6.0, 9.0]);
        for keys in 0..8 {
            assert_eq!(terms(&vec![1.0; keys]).len(), count(keys));
        }
    }

    /// Before the first game: the hill, as unsure as the prior says, each scale as likely as any.
    #[test]
    fn without_games_there_is_the_prior() {
        let open = Fit::new(2, &[], Prior::Open);
        assert_eq!(open.log_odds(&terms(&[1.0, 0.3])), 0.0);
        let fit = Fit::new(2, &[], Prior::Hill);
        assert_eq!(fit.log_odds(&terms(&[0.0, 0.0])), 0.0);
        let scales = Prior::Hill.scales();
        let mean = |f: fn(f64) -> f64| {
            scales.iter().map(|scale| f(*scale)).sum::<f64>() / scales.len() as f64
        };
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} {b}");
        close(fit.log_odds(&terms(&[1.0, 0.5])), -1.25 * mean(|scale| scale));
        close(fit.deviation(&terms(&[0.0, 0.0])), 3.0);
        assert_eq!(fit.top(&mut Rng::new(1)), [0.0, 0.0]);
        let draws: Vec<f64> = {
            let rng = &mut Rng::new(2);
            (0..4000).map(|_| fit.draw(rng)[1]).collect()
        };
        let drawn = draws.iter().sum::<f64>() / 4000.0;
        let variance = draws.iter().map(|x| x * x).sum::<f64>() / 4000.0;
        assert!(drawn.abs() < 0.03, "{drawn}");
        assert!((variance - mean(|scale| scale * scale)).abs() < 0.03, "{variance}");
        // Slopes of two keys are as sure as their scale; products are less than squares.
        let pull = Prior::Hill.pull(2, 0.5, 0.25);
        assert_eq!(pull.to, [0.0, 0.0, 0.0, -0.5, 0.0, -0.5]);
        assert_eq!(pull.strength, [1.0 / 9.0, 4.0, 4.0, 16.0, 256.0, 16.0]);
        assert_eq!([1, 2].map(|keys| Prior::Hill.pulls(keys).len()), [6, 12]);
    }

    /// How likely a prior makes the results, against sums over a grid of functions.
    #[test]
    fn scales_are_as_likely_as_they_make_the_results() {
        let evidence: Vec<Evidence> = (-10..=10)
            .map(|at| f64::from(at) / 10.0)
            .map(|x| Evidence { terms: terms(&[x]), games: 8.0, rate: rates(0.8 * x).0 })
            .collect();
        let steps: Vec<f64> = (-40..=40).map(|at| f64::from(at) / 10.0).collect();
        let likely = |scale: f64| {
            let pull = Prior::Hill.pull(1, scale, 1.0);
            let deviations: Vec<f64> = pull.strength.iter().map(|s| 1.0 / s.sqrt()).collect();
            let mut sum = 0.0;
            for a in &steps {
                for b in &steps {
                    for c in &steps {
                        let off = deviations.iter().zip([a, b, c]).map(|(d, x)| d * x);
                        let weights: Vec<f64> =
                            off.zip(&pull.to).map(|(off, to)| to + off).collect();
                        sum += plausibility(&weights, &evidence, &pull).exp();
                    }
                }
            }
            sum
        };
        let found = |scale: f64| {
            PulledFit::new(1, &evidence, &Prior::Hill.pull(1, scale, 1.0)).plausibility
        };
        let ratio = (likely(1.0) / likely(0.125)).ln();
        let laplace = found(1.0) - found(0.125);
        assert!(ratio > 0.5 && (laplace - ratio).abs() < 0.1, "{laplace} {ratio}");
    }

    /// Very many games that follow a function exactly: that function comes back, whatever the prior.
    #[test]
    fn a_known_function_comes_back() {
        let truth = [0.3, 0.5, -0.4, -0.9, 0.25, -0.6];
        let mut evidence = Vec::new();
        for x in -4..=4 {
            for y in -4..=4 {
                let terms = terms(&[f64::from(x) / 4.0, f64::from(y) / 4.0]);
                let rate = rates(dot(&truth, &terms)).0;
                evidence.push(Evidence { terms, games: 1e8, rate });
            }
        }
        let fit = Fit::new(2, &evidence, Prior::Hill);
        for (found, truth) in fit.weights.iter().zip(truth) {
            assert!((found - truth).abs() < 1e-5, "{:?}", fit.weights);
        }
        // The gradient is zero where -1.8 x + 0.25 y = -0.5 and 0.25 x - 1.2 y = 0.4.
        let determinant = 1.8 * 1.2 - 0.25 * 0.25;
        let (x, y) =
            ((0.5 * 1.2 - 0.4 * 0.25) / determinant, (0.25 * 0.5 - 0.4 * 1.8) / determinant);
        let top = fit.top(&mut Rng::new(1));
        assert!((top[0] - x).abs() < 1e-4 && (top[1] - y).abs() < 1e-4, "{top:?} {x} {y}");
        assert!(fit.deviation(&terms(&[0.0, 0.0])) < 1e-3);
    }

    /// At the maximum what games say and what the prior says cancel out, term by term.
    #[test]
    fn the_likeliest_function_has_no_slope_left() {
        let evidence = [
            Evidence { terms: terms(&[0.5]), games: 20.0, rate: 1.0 },
            Evidence { terms: terms(&[-0.5]), games: 10.0, rate: 0.25 },
            Evidence { terms: terms(&[1.0]), games: 0.0, rate: 0.0 },
        ];
        let fit = PulledFit::new(1, &evidence, &Prior::Hill.pull(1, 1.0, 1.0));
        let (hill, pull) = ([0.0, 0.0, -1.0], [1.0 / 9.0, 1.0, 4.0]);
        for at in 0..3 {
            let mut slope = -(fit.weights[at] - hill[at]) * pull[at];
            for Evidence { terms, games, rate } in &evidence {
                let p = 1.0 / (1.0 + (-dot(&fit.weights, terms)).exp());
                slope += games * (rate - p) * terms[at];
            }
            assert!(slope.abs() < 1e-6, "{at}: {slope}");
        }
    }

    /// All won, in millions of games: finite, and the same the other way round.
    #[test]
    fn extremes_stay_finite() {
        for rate in [0.0, 1.0] {
            let won = |x: f64| Evidence { terms: terms(&[x]), games: 1e6, rate };
            let fit = Fit::new(1, &[won(-1.0), won(0.3), won(1.0)], Prior::Hill);
            let log_odds = fit.log_odds(&terms(&[0.3]));
            assert!(log_odds.abs() < 60.0 && (log_odds > 5.0) == (rate > 0.5), "{log_odds}");
            assert!(fit.deviation(&terms(&[0.3])).is_finite());
        }
        assert_eq!(rates(1e300), (1.0, rates(1e300).1));
        assert!(rates(-1e300).0 >= 0.0 && rates(-1e300).1 == 1.0);
    }

    #[test]
    fn tops_of_hills_valleys_and_slopes() {
        let rng = &mut Rng::new(3);
        // 1 - (x - 0.3)^2, a slope, a valley that is higher on the left.
        assert!((top(&[0.91, 0.6, -1.0], 1, rng)[0] - 0.3).abs() < 1e-12);
        assert_eq!(top(&[0.0, -0.2, 0.0], 1, rng), [-1.0]);
        assert_eq!(top(&[0.0, -0.2, 1.0], 1, rng), [-1.0]);
        assert_eq!(top(&[0.0, 0.0, 0.0], 1, rng), [0.0]);
        // xy - 0.1 x - 0.1 y: of two corners the one with both low.
        assert_eq!(top(&[0.0, -0.1, -0.1, 0.0, 1.0, 0.0], 2, rng), [-1.0, -1.0]);
        // Brute force agrees on random functions.
        for _ in 0..200 {
            let weights: Vec<f64> = (0..6).map(|_| normal(rng)).collect();
            let found = dot(&weights, &terms(&top(&weights, 2, rng)));
            for x in -20..=20 {
                for y in -20..=20 {
                    let place = [f64::from(x) / 20.0, f64::from(y) / 20.0];
                    assert!(dot(&weights, &terms(&place)) <= found + 1e-9, "{weights:?}");
                }
            }
        }
    }
}
