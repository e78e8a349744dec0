//! Logistic regression.

/// What was seen once: features, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<const N: usize> {
    /// What was seen.
    pub features: [f32; N],
    /// What came of it, from 0 (lost) to 1 (won).
    pub result: f32,
}

/// What a fit found.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit<const N: usize> {
    /// The logarithm of the odds of a win is the sum of the features times these.
    pub weights: [f64; N],
    /// Steps of Newton's method that it took.
    pub steps: usize,
}

/// Steps after which a fit ends even if it still moves.
const MOST_STEPS: usize = 50;

/// The weights that make the results most likely, by Newton's method. Features for which `uses` is
/// false have the weight 0; `ridge` is the strength of a pull towards 0, in samples, on a scale on
/// which every feature has a variance of one.
///
/// ```
/// use tengen_learn::{Sample, fit};
/// // Of those with the feature three in four won, of those without it every other.
/// let sample = |has: bool, won: bool| Sample {
///     features: [f32::from(u8::from(has))],
///     result: f32::from(u8::from(won)),
/// };
/// let with = [true, true, true, false].map(|won| sample(true, won));
/// let without = [true, false].map(|won| sample(false, won));
/// let samples: Vec<_> = with.into_iter().chain(without).collect();
/// let fit = fit(&samples, |_| true, 0.0);
/// assert!((fit.weights[0] - 3.0_f64.ln()).abs() < 1e-6);
/// ```
#[must_use]
pub fn fit<const N: usize>(
    samples: &[Sample<N>],
    uses: impl Fn(usize) -> bool,
    ridge: f64,
) -> Fit<N> {
    let mut weights = [0.0; N];
    let mut scale = [0.0; N];
    for sample in samples {
        for (scale, &feature) in scale.iter_mut().zip(&sample.features) {
            *scale += f64::from(feature) * f64::from(feature);
        }
    }
    let used: Vec<usize> = (0..N).filter(|&i| uses(i) && scale[i] > 0.0).collect();
    let pull = |i: usize| ridge * scale[i] / samples.len().max(1) as f64;
    for step in 1..=MOST_STEPS {
        let (mut gradient, mut curvature) = (vec![0.0; used.len()], vec![0.0; used.len().pow(2)]);
        for sample in samples {
            let p = probability(&weights, &sample.features);
            let (error, spread) = (f64::from(sample.result) - p, p * (1.0 - p));
            for (row, &i) in used.iter().enumerate() {
                let feature = f64::from(sample.features[i]);
                gradient[row] += error * feature;
                for (column, &j) in used[..=row].iter().enumerate() {
                    curvature[row * used.len() + column] +=
                        spread * feature * f64::from(sample.features[j]);
                }
            }
        }
        for (row, &i) in used.iter().enumerate() {
            gradient[row] -= pull(i) * weights[i];
            // The tiny part keeps features that say the same from making this singular.
            curvature[row * used.len() + row] += pull(i) + 1e-9 * scale[i];
        }
        let Some(change) = solve(&curvature, &gradient) else { break };
        let mut moved: f64 = 0.0;
        for (&i, change) in used.iter().zip(change) {
            weights[i] += change;
            moved = moved.max(change.abs() / (1.0 + weights[i].abs()));
        }
        if moved < 1e-9 {
            return Fit { weights, steps: step };
        }
    }
    Fit { weights, steps: MOST_STEPS }
}

/// Solves `a x = b` for a symmetric positive `a`, of which the lower half is given, by Cholesky's
/// method. None if it is not positive.
fn solve(a: &[f64], b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    let mut l = a.to_vec();
    for row in 0..n {
        for column in 0..=row {
            let sum: f64 = (0..column).map(|k| l[row * n + k] * l[column * n + k]).sum();
            let rest = a[row * n + column] - sum;
            l[row * n + column] = if row == column {
                if rest.is_nan() || rest <= 0.0 {
                    return None;
                }
                rest.sqrt()
            } else {
                rest / l[column * n + column]
            };
        }
    }
    let mut x = b.to_vec();
    for row in 0..n {
        let sum: f64 = (0..row).map(|k| l[row * n + k] * x[k]).sum();
        x[row] = (x[row] - sum) / l[row * n + row];
    }
    for row in (0..n).rev() {
        let sum: f64 = (row + 1..n).map(|k| l[k * n + row] * x[k]).sum();
        x[row] = (x[row] - sum) / l[row * n + row];
    }
    Some(x)
}

/// The probability of a win by these weights.
fn probability<const N: usize>(weights: &[f64; N], features: &[f32; N]) -> f64 {
    let sum: f64 = weights.iter().zip(features).map(|(w, &x)| w * f64::from(x)).sum();
    1.0 / (1.0 + (-sum).exp())
}

impl<const N: usize> Fit<N> {
    /// The mean of the negative logarithms of what actually happened: 0.693 for tossing a coin, and
    /// the smaller the better.
    #[must_use]
    pub fn loss(&self, samples: &[Sample<N>]) -> f64 {
        let loss = |sample: &Sample<N>| {
            let p = probability(&self.weights, &sample.features).clamp(1e-12, 1.0 - 1e-12);
            let result = f64::from(sample.result);
            -(result * p.ln() + (1.0 - result) * (1.0 - p).ln())
        };
        samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64
    }
}
