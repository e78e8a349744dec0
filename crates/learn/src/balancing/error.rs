//! How far the means of playouts are from the values they should have.

use tengen_search::StopFlag;

use crate::balancing::chance::{self, Purpose};
use crate::balancing::estimate::Worker;
use crate::balancing::in_order::in_order;
use crate::balancing::settings::Settings;
use crate::balancing::simulator::Simulator;
use crate::stopped::Stopped;

/// The mean squared error over positions, on the scale of winning rates from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanError {
    /// Positions.
    pub positions: usize,
    /// The mean of (V − V*)² as it was measured, as in the paper's figure 2. It contains the
    /// variance of the measurement, which falls with more playouts.
    pub measured: f64,
    /// The same without that variance: right in the mean for any number of playouts, so it may be
    /// below zero by chance.
    pub corrected: f64,
    /// How far `corrected` may be off by the chance of the playouts: its standard error for these very
    /// positions.
    pub standard_error: f64,
}

/// Measures the error over the positions `from..from + targets.len()`, whose values are `targets`. The
/// same chance is used in every pass, so that passes differ by their weights alone.
pub(crate) fn mean_error<S: Simulator>(
    workers: &mut [Worker<S>],
    policy: &S::Policy,
    from: usize,
    targets: &[f64],
    settings: &Settings,
    stop: &StopFlag,
    mut tell: impl FnMut(usize) + Send,
) -> Result<MeanError, Stopped> {
    let (mut measured, mut corrected, mut variances) = (0.0, 0.0, 0.0);
    let playouts = settings.error_playouts;
    let count = f64::from(playouts);
    let work = |worker: &mut Worker<S>, item: usize| {
        let mut rng = chance::rng(settings.seed, Purpose::Error, 0, from + item, 0);
        let (mut sum, mut square) = (0.0, 0.0);
        for _ in 0..playouts {
            let outcome = worker.simulator.simulate(policy, from + item, &mut rng);
            sum += outcome;
            square += outcome * outcome;
        }
        let mean = sum / count;
        let variance = (square - mean * sum).max(0.0) / (count - 1.0);
        (mean, variance / count)
    };
    in_order(workers, targets.len(), stop, work, |item, (mean, noise)| {
        // Rates are half as wide as outcomes from −1 to 1.
        let error = 0.25 * (mean - targets[item]) * (mean - targets[item]);
        let noise = 0.25 * noise;
        measured += error;
        corrected += error - noise;
        // The variance of the square of d + x, where x has the variance s² and is nearly normal, is
        // 4 d² s² + 2 s⁴; the error measured is d² + s² in the mean.
        variances += (4.0 * error * noise - 2.0 * noise * noise).max(2.0 * noise * noise);
        tell(item + 1);
    })?;
    let n = targets.len() as f64;
    Ok(MeanError {
        positions: targets.len(),
        measured: measured / n,
        corrected: corrected / n,
        standard_error: variances.sqrt() / n,
    })
}
