//! How weights follow a direction.

/// A rule that turns directions into steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Optimizer {
    /// Steepest descent, as in the paper: `θ += α d`.
    Sgd {
        /// The paper's α: 10.
        alpha: f64,
    },
    /// Adam (Kingma and Ba 2015): every weight has a pace of its own, by the mean and the mean square
    /// of its directions so far.
    Adam {
        /// About how far a weight moves in a step.
        alpha: f64,
        /// What is added to the size of a weight's directions before dividing by it: weights whose
        /// directions are much smaller, since what they belong to is seldom seen, move as in
        /// steepest descent, and not by chance.
        epsilon: f64,
    },
}

/// How much of the old means a step of Adam keeps.
const FIRST_DECAY: f64 = 0.9;
const SECOND_DECAY: f64 = 0.999;

impl Optimizer {
    /// α.
    #[must_use]
    pub const fn alpha(self) -> f64 {
        match self {
            Self::Sgd { alpha } | Self::Adam { alpha, .. } => alpha,
        }
    }

    /// ε; none where there is none.
    #[must_use]
    pub const fn epsilon(self) -> Option<f64> {
        match self {
            Self::Sgd { .. } => None,
            Self::Adam { epsilon, .. } => Some(epsilon),
        }
    }

    /// Its name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sgd { .. } => "sgd",
            Self::Adam { .. } => "adam",
        }
    }

    /// Moves the weights along a direction.
    pub(crate) fn step(self, state: &mut OptimizerState, direction: &[f64], weights: &mut [f64]) {
        match self {
            Self::Sgd { alpha } => {
                for (weight, d) in weights.iter_mut().zip(direction) {
                    *weight += alpha * d;
                }
            }
            Self::Adam { alpha, epsilon } => {
                state.first_power *= FIRST_DECAY;
                state.second_power *= SECOND_DECAY;
                // Both means begin with zeros, of which these take the share out.
                let first_share = 1.0 - state.first_power;
                let second_share = 1.0 - state.second_power;
                let means = state.first.iter_mut().zip(&mut state.second);
                for ((weight, d), (first, second)) in weights.iter_mut().zip(direction).zip(means) {
                    *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * d;
                    *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * d * d;
                    let size = (*second / second_share).sqrt() + epsilon;
                    *weight += alpha * (*first / first_share) / size;
                }
            }
        }
    }
}

/// What an optimizer remembers between steps.
#[derive(Clone, Debug, PartialEq)]
pub struct OptimizerState {
    /// The mean of directions, for Adam.
    pub(crate) first: Vec<f64>,
    /// The mean of their squares, for Adam.
    pub(crate) second: Vec<f64>,
    /// The share of the zeros that the means began with.
    pub(crate) first_power: f64,
    pub(crate) second_power: f64,
}

impl OptimizerState {
    /// Before the first step.
    pub(crate) fn new(optimizer: Optimizer, dimensions: usize) -> Self {
        let length = match optimizer {
            Optimizer::Sgd { .. } => 0,
            Optimizer::Adam { .. } => dimensions,
        };
        Self {
            first: vec![0.0; length],
            second: vec![0.0; length],
            first_power: 1.0,
            second_power: 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steepest_descent_by_hand() {
        let optimizer = Optimizer::Sgd { alpha: 10.0 };
        let mut weights = [0.5, -1.0];
        optimizer.step(&mut OptimizerState::new(optimizer, 2), &[0.25, 0.0], &mut weights);
        assert_eq!(weights, [3.0, -1.0]);
    }

    /// The first step of Adam is α in the direction's sign, however long the direction is. After
    /// directions 1 and 0 the means are 0.09 / 0.19 and 0.000999 / 0.001999, so the second step is
    /// α · 0.473684 / 0.706930 = 0.670058 α.
    #[test]
    fn adam_by_hand() {
        let optimizer = Optimizer::Adam { alpha: 0.1, epsilon: 1e-8 };
        let mut state = OptimizerState::new(optimizer, 3);
        let mut weights = [0.0; 3];
        optimizer.step(&mut state, &[1.0, -1e-3, 0.0], &mut weights);
        for (weight, expected) in weights.iter().zip([0.1, -0.1, 0.0]) {
            assert!((weight - expected).abs() < 1e-5, "{weights:?}");
        }
        optimizer.step(&mut state, &[0.0; 3], &mut weights);
        assert!((weights[0] - 0.1 - 0.067_005_8).abs() < 1e-6, "{weights:?}");
        assert_eq!(weights[2], 0.0);
    }

    /// With a large ε a step is α d / ε: 0.1 · 0.001 / 1.001.
    #[test]
    fn a_large_epsilon_is_steepest_descent() {
        let optimizer = Optimizer::Adam { alpha: 0.1, epsilon: 1.0 };
        let mut weights = [0.0];
        optimizer.step(&mut OptimizerState::new(optimizer, 1), &[1e-3], &mut weights);
        assert!((weights[0] - 1e-4 / 1.001).abs() < 1e-12, "{weights:?}");
    }
}
