//! The value of a position and its gradient, from separate playouts.

use tengen_game::Rng;

use crate::balancing::chance::{self, Purpose};
use crate::balancing::settings::{Horizon, Settings};
use crate::balancing::simulator::Simulator;

/// Playouts that one thread makes in one go. The blocks of a position are fixed, and summed up in
/// their order, so that threads can share even a single position.
const BLOCK: u32 = 10;

/// What playouts say of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// V: the mean outcome, on the scale of the settings.
    pub value: f64,
    /// g: the mean of `(z − b) / T · Σ ψ` over other playouts.
    pub gradient: Vec<f64>,
}

/// Estimates a position as pass number `pass` of a run with these settings does.
pub fn estimate<S: Simulator>(
    simulator: &mut S,
    policy: &S::Policy,
    position: usize,
    settings: &Settings,
    pass: u32,
) -> Estimate {
    let mut worker = Worker::new(simulator.clone());
    let mut sums = PositionSums::new(simulator.dimensions());
    for number in 0..blocks(settings) {
        sums.add(worker.block(policy, position, settings, pass, number));
    }
    sums.estimate(settings)
}

/// Blocks of playouts for a position: first those for its value, then those for its gradient.
pub(crate) fn blocks(settings: &Settings) -> u32 {
    settings.value_playouts.div_ceil(BLOCK) + settings.gradient_playouts.div_ceil(BLOCK)
}

/// What a block of playouts found.
pub(crate) enum Block {
    /// Σ z.
    Value(f64),
    /// Σ z / T · Σ ψ and Σ 1 / T · Σ ψ. The baseline is not known yet; the second is empty if there
    /// is none.
    Gradient { by_outcome: Vec<f64>, alone: Vec<f64> },
}

/// A simulator, and room for what it adds up.
#[derive(Clone)]
pub(crate) struct Worker<S> {
    pub(crate) simulator: S,
    psi: Vec<f64>,
}

impl<S: Simulator> Worker<S> {
    pub(crate) fn new(simulator: S) -> Self {
        let psi = vec![0.0; simulator.dimensions()];
        Self { simulator, psi }
    }

    /// One of the [`blocks`] of a position.
    pub(crate) fn block(
        &mut self,
        policy: &S::Policy,
        position: usize,
        settings: &Settings,
        pass: u32,
        number: u32,
    ) -> Block {
        let rng = |purpose, block| chance::rng(settings.seed, purpose, pass, position, block);
        let playouts = |all: u32, block: u32| BLOCK.min(all - block * BLOCK);
        let for_value = settings.value_playouts.div_ceil(BLOCK);
        match number.checked_sub(for_value) {
            None => {
                let playouts = playouts(settings.value_playouts, number);
                let mut rng = rng(Purpose::Value, number);
                let value = |_| self.value(policy, position, settings, &mut rng);
                Block::Value((0..playouts).map(value).sum())
            }
            Some(block) => {
                let playouts = playouts(settings.gradient_playouts, block);
                let rng = rng(Purpose::Gradient, block);
                self.gradient_block(policy, position, settings, rng, playouts)
            }
        }
    }

    fn value(
        &mut self,
        policy: &S::Policy,
        position: usize,
        settings: &Settings,
        rng: &mut Rng,
    ) -> f64 {
        settings.outcomes.of(match settings.horizon {
            Horizon::Game => self.simulator.simulate(policy, position, rng),
            // Its ψ is left to be overwritten.
            Horizon::TwoPlies => {
                self.simulator.two_plies(policy, position, rng, &mut self.psi).outcome
            }
        })
    }

    fn gradient_block(
        &mut self,
        policy: &S::Policy,
        position: usize,
        settings: &Settings,
        mut rng: Rng,
        playouts: u32,
    ) -> Block {
        let mut by_outcome = vec![0.0; self.psi.len()];
        let mut alone = vec![0.0; if settings.baseline { self.psi.len() } else { 0 }];
        for _ in 0..playouts {
            self.psi.fill(0.0);
            let simulator = &mut self.simulator;
            let played = match settings.horizon {
                Horizon::Game => {
                    simulator.simulate_with_gradient(policy, position, &mut rng, &mut self.psi)
                }
                Horizon::TwoPlies => simulator.two_plies(policy, position, &mut rng, &mut self.psi),
            };
            // A playout without moves says nothing about any.
            let share = 1.0 / f64::from(played.length.max(1));
            let z = settings.outcomes.of(played.outcome) * share;
            for (sum, psi) in by_outcome.iter_mut().zip(&self.psi) {
                *sum += z * psi;
            }
            for (sum, psi) in alone.iter_mut().zip(&self.psi) {
                *sum += share * psi;
            }
        }
        Block::Gradient { by_outcome, alone }
    }
}

/// The blocks of a position, added up.
pub(crate) struct PositionSums {
    outcomes: f64,
    by_outcome: Vec<f64>,
    alone: Vec<f64>,
}

impl PositionSums {
    pub(crate) fn new(dimensions: usize) -> Self {
        Self { outcomes: 0.0, by_outcome: vec![0.0; dimensions], alone: vec![0.0; dimensions] }
    }

    pub(crate) fn clear(&mut self) {
        self.outcomes = 0.0;
        self.by_outcome.fill(0.0);
        self.alone.fill(0.0);
    }

    pub(crate) fn add(&mut self, block: Block) {
        match block {
            Block::Value(sum) => self.outcomes += sum,
            Block::Gradient { by_outcome, alone } => {
                for (sum, part) in self.by_outcome.iter_mut().zip(by_outcome) {
                    *sum += part;
                }
                for (sum, part) in self.alone.iter_mut().zip(alone) {
                    *sum += part;
                }
            }
        }
    }

    fn estimate(&self, settings: &Settings) -> Estimate {
        let value = self.outcomes / f64::from(settings.value_playouts);
        let baseline = if settings.baseline { value } else { 0.0 };
        let playouts = f64::from(settings.gradient_playouts);
        let sums = self.by_outcome.iter().zip(&self.alone);
        let gradient = sums.map(|(by, alone)| (by - baseline * alone) / playouts).collect();
        Estimate { value, gradient }
    }

    /// Adds `(V* − V) g` to a direction. `target` is from −1 to 1.
    pub(crate) fn add_to(&self, target: f64, settings: &Settings, direction: &mut [f64]) {
        let Estimate { value, gradient } = self.estimate(settings);
        let error = settings.outcomes.of(target) - value;
        for (sum, g) in direction.iter_mut().zip(gradient) {
            *sum += error * g;
        }
    }
}
