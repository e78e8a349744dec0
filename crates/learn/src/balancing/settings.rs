//! What a run can be told.

use std::fmt;

use crate::balancing::optimizer::Optimizer;

/// What outcomes are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcomes {
    /// −1 for a loss, 1 for a win.
    Signed,
    /// 0 for a loss, 1 for a win: the paper's first setting.
    Binary,
}

impl Outcomes {
    /// An outcome or a value from −1 to 1 on this scale.
    pub(crate) fn of(self, signed: f64) -> f64 {
        match self {
            Self::Signed => signed,
            Self::Binary => 0.5 * (signed + 1.0),
        }
    }

    /// Its name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Signed => "signed",
            Self::Binary => "binary",
        }
    }
}

/// How far playouts go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// To the end of the game.
    Game,
    /// Two plies, after which the simulator values the position: two-step balancing.
    TwoPlies,
}

impl Horizon {
    /// Its name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::TwoPlies => "two-plies",
        }
    }
}

/// How weights are learned. The default is the paper's, with outcomes of ±1 and a baseline.
///
/// ```
/// use tengen_learn::balancing::{Optimizer, Settings};
/// let optimizer = Optimizer::Adam { alpha: 0.01, epsilon: 1e-4 };
/// let settings = Settings { optimizer, batch: 32, ..Settings::default() };
/// assert!(settings.check().is_ok());
/// assert!(Settings { batch: 0, ..settings }.check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// M: playouts for the value of a position.
    pub value_playouts: u32,
    /// N: other playouts for the gradient.
    pub gradient_playouts: u32,
    /// How weights follow it.
    pub optimizer: Optimizer,
    /// What outcomes are worth.
    pub outcomes: Outcomes,
    /// Whether a position's value is subtracted from the outcomes of the gradient's playouts.
    pub baseline: bool,
    /// How far playouts go.
    pub horizon: Horizon,
    /// Positions whose directions are averaged for one step; with 1 it is the paper's algorithm.
    pub batch: usize,
    /// How strongly weights are pulled towards those of the start: each step takes away this share
    /// of the distance, times α.
    pub pull: f64,
    /// The largest absolute value of a weight; one that is larger at the start may stay as it is.
    pub largest: f64,
    /// Playouts for each position when the error is measured.
    pub error_playouts: u32,
    /// Seed of all chance.
    pub seed: u64,
}

/// ln 200.
const USUAL_LARGEST: f64 = 5.298_317_366_548_036;

impl Default for Settings {
    fn default() -> Self {
        Self {
            value_playouts: 100,
            gradient_playouts: 100,
            optimizer: Optimizer::Sgd { alpha: 10.0 },
            outcomes: Outcomes::Signed,
            baseline: true,
            horizon: Horizon::Game,
            batch: 1,
            pull: 0.0,
            largest: USUAL_LARGEST,
            error_playouts: 1000,
            seed: 1,
        }
    }
}

/// Settings or data that nothing can be learned with.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadSettings {
    /// A count that must not be zero.
    #[error("{0} must not be zero")]
    Zero(&'static str),
    /// A variance needs two playouts.
    #[error("the error needs at least two playouts for each position")]
    ErrorPlayouts,
    /// α is not a positive number.
    #[error("alpha must be a positive number, not {0}")]
    Alpha(f64),
    /// ε is not a positive number.
    #[error("epsilon must be a positive number, not {0}")]
    Epsilon(f64),
    /// The pull would lead beyond the start.
    #[error("alpha times the pull must be from 0 to 1, not {0}")]
    Pull(f64),
    /// Weights would not fit.
    #[error("the largest weight must be from 0 to {most}, not {0}", most = Settings::LARGEST)]
    Largest(f64),
    /// There is nothing to learn from.
    #[error("{held_out} of {positions} positions are held out: none is left to learn from")]
    NoPositions {
        /// All positions.
        positions: usize,
        /// How many of them are held out.
        held_out: usize,
    },
    /// A value that is none.
    #[error("the value of position {position} is {value}, not from -1 to 1")]
    Value {
        /// Which position, from 1.
        position: usize,
        /// Its value.
        value: f64,
    },
    /// The weights to start with are not those of this policy.
    #[error("{is} weights to start with, where the policy has {expected}")]
    Start {
        /// How many there are.
        is: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A weight to start with is not a number, or too large.
    #[error("weight {index} to start with is {value}, not from -{most} to {most}", most = Settings::LARGEST)]
    StartWeight {
        /// Which one, from 0.
        index: usize,
        /// What it is.
        value: f64,
    },
    /// The checkpoint belongs to another run.
    #[error("the checkpoint is of another run: it has {before}, this one {now}")]
    OtherRun {
        /// What it has.
        before: String,
        /// What this run has in its place.
        now: String,
    },
}

impl Settings {
    /// No weight may be larger: e to this still fits every number.
    pub const LARGEST: f64 = 20.0;

    /// Whether something can be learned like that.
    pub fn check(&self) -> Result<(), BadSettings> {
        for (count, name) in [
            (self.value_playouts as usize, "the number of playouts for a value"),
            (self.gradient_playouts as usize, "the number of playouts for a gradient"),
            (self.batch, "the number of positions for a step"),
        ] {
            if count == 0 {
                return Err(BadSettings::Zero(name));
            }
        }
        if self.error_playouts < 2 {
            return Err(BadSettings::ErrorPlayouts);
        }
        let alpha = self.optimizer.alpha();
        if !alpha.is_finite() || alpha <= 0.0 {
            return Err(BadSettings::Alpha(alpha));
        }
        if let Some(epsilon) = self.optimizer.epsilon()
            && !(epsilon.is_finite() && epsilon > 0.0)
        {
            return Err(BadSettings::Epsilon(epsilon));
        }
        if !(0.0..=1.0).contains(&(alpha * self.pull)) {
            return Err(BadSettings::Pull(alpha * self.pull));
        }
        if !(0.0..=Self::LARGEST).contains(&self.largest) {
            return Err(BadSettings::Largest(self.largest));
        }
        Ok(())
    }
}

/// All that decides what is learned, as `key=value` words.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "m={} n={} optimizer={} alpha={:e} epsilon={:e} outcomes={} baseline={} horizon={} batch={} \
             pull={:e} largest={:e} error-playouts={} seed={}",
            self.value_playouts,
            self.gradient_playouts,
            self.optimizer.name(),
            self.optimizer.alpha(),
            self.optimizer.epsilon().unwrap_or(0.0),
            self.outcomes.name(),
            if self.baseline { "on" } else { "off" },
            self.horizon.name(),
            self.batch,
            self.pull,
            self.largest,
            self.error_playouts,
            self.seed
        )
    }
}
