//! Passes over the positions, and when they have helped most.

use std::num::NonZero;

use tengen_search::StopFlag;

use crate::balancing::chance;
use crate::balancing::checkpoint::Checkpoint;
use crate::balancing::error::{MeanError, mean_error};
use crate::balancing::estimate::{PositionSums, Worker, blocks};
use crate::balancing::in_order::in_order;
use crate::balancing::optimizer::OptimizerState;
use crate::balancing::settings::{BadSettings, Settings};
use crate::balancing::simulator::Simulator;
use crate::stopped::Stopped;

/// The errors after a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PassRow {
    /// Which pass; 0 is before the first.
    pub pass: u32,
    /// On the positions that are learned from.
    pub training: MeanError,
    /// On those that are not, if there are any.
    pub held_out: Option<MeanError>,
}

impl PassRow {
    /// What decides which weights are best.
    fn decisive(&self) -> f64 {
        self.held_out.unwrap_or(self.training).corrected
    }
}

/// The weights with the lowest corrected error so far: on the positions held out, or on all if none
/// are.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// After which pass.
    pub pass: u32,
    /// The weights.
    pub weights: Vec<f64>,
}

/// What a pass is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions were learned from.
    Learning {
        /// How many.
        done: usize,
        /// Of how many.
        of: usize,
    },
    /// The error was measured on positions.
    Measuring {
        /// On how many.
        done: usize,
        /// Of how many.
        of: usize,
    },
}

/// What is to be learned.
#[derive(Clone, Debug)]
pub struct Task {
    /// The values of the simulator's positions for the player to move there, from −1 to 1.
    pub targets: Vec<f64>,
    /// So many of them, the last ones, are not learned from.
    pub held_out: usize,
    /// The weights to start with.
    pub start: Vec<f64>,
    /// A word that tells these positions and these weights from others, for checkpoints.
    pub data: String,
}

/// A run of simulation balancing.
///
/// ```
/// use std::num::NonZero;
/// use tengen_game::Rng;
/// use tengen_learn::balancing::{Balancing, Optimizer, Played, Settings, Simulator, Task};
/// use tengen_search::StopFlag;
///
/// /// One move, which wins or loses; its only feature is that it wins.
/// #[derive(Clone)]
/// struct Coin;
///
/// impl Simulator for Coin {
///     type Policy = f64;
///     fn dimensions(&self) -> usize { 1 }
///     fn policy(&self, weights: &[f64]) -> f64 { 1.0 / (1.0 + (-weights[0]).exp()) }
///     fn simulate(&mut self, win: &f64, _: usize, rng: &mut Rng) -> f64 {
///         if f64::from(rng.unit()) < *win { 1.0 } else { -1.0 }
///     }
///     fn simulate_with_gradient(
///         &mut self, win: &f64, position: usize, rng: &mut Rng, psi: &mut [f64],
///     ) -> Played {
///         let outcome = self.simulate(win, position, rng);
///         psi[0] += f64::from(u8::from(outcome > 0.0)) - win;
///         Played { outcome, length: 1 }
///     }
///     fn two_plies(
///         &mut self, win: &f64, position: usize, rng: &mut Rng, psi: &mut [f64],
///     ) -> Played {
///         self.simulate_with_gradient(win, position, rng, psi)
///     }
/// }
///
/// // It should win four times in five.
/// let task = Task { targets: vec![0.6; 20], held_out: 0, start: vec![0.0], data: String::new() };
/// let settings = Settings { optimizer: Optimizer::Sgd { alpha: 1.0 }, ..Settings::default() };
/// let mut run = Balancing::new(&Coin, task, settings, NonZero::<usize>::MIN).unwrap();
/// for _ in 0..=3 {
///     run.pass(&StopFlag::new(), |_| {}).unwrap();
/// }
/// let win = Coin.policy(&run.checkpoint().best().weights);
/// assert!((win - 0.8).abs() < 0.03, "{win}");
/// ```
pub struct Balancing<S: Simulator> {
    workers: Vec<Worker<S>>,
    settings: Settings,
    /// The values of all positions, from −1 to 1; those held out are the last ones.
    targets: Vec<f64>,
    training: usize,
    start: Vec<f64>,
    state: Checkpoint,
}

/// Where weights are on their way through a pass.
struct Walk {
    weights: Vec<f64>,
    optimizer: OptimizerState,
}

impl<S: Simulator> Balancing<S> {
    /// A run from its beginning.
    pub fn new(
        simulator: &S,
        task: Task,
        settings: Settings,
        threads: NonZero<usize>,
    ) -> Result<Self, BadSettings> {
        let Task { targets, held_out, start, data } = task;
        settings.check()?;
        let (positions, expected) = (targets.len(), simulator.dimensions());
        if positions <= held_out {
            return Err(BadSettings::NoPositions { positions, held_out });
        }
        if let Some(index) = targets.iter().position(|value| !(-1.0..=1.0).contains(value)) {
            return Err(BadSettings::Value { position: index + 1, value: targets[index] });
        }
        if start.len() != expected {
            return Err(BadSettings::Start { is: start.len(), expected });
        }
        let fits = |weight: &f64| (-Settings::LARGEST..=Settings::LARGEST).contains(weight);
        if let Some(index) = start.iter().position(|weight| !fits(weight)) {
            return Err(BadSettings::StartWeight { index, value: start[index] });
        }
        // The identity is made of words on one line.
        let data = data.split_whitespace().collect::<Vec<_>>().join("_");
        let state = Checkpoint {
            identity: format!("{settings} positions={positions} held-out={held_out} data={data}"),
            weights: start.clone(),
            optimizer: OptimizerState::new(settings.optimizer, expected),
            best: Best { pass: 0, weights: start.clone() },
            rows: Vec::new(),
        };
        let workers = vec![Worker::new(simulator.clone()); threads.get()];
        Ok(Self { workers, settings, training: positions - held_out, targets, start, state })
    }

    /// Goes on where a checkpoint of the same run left off.
    pub fn resume(&mut self, checkpoint: Checkpoint) -> Result<(), BadSettings> {
        let (now, before) = (&self.state, &checkpoint);
        let words =
            |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
        let (ours, theirs) = (words(&now.identity), words(&before.identity));
        for i in 0..ours.len().max(theirs.len()) {
            let word = |words: &[String]| words.get(i).map_or("nothing", String::as_str).to_owned();
            if ours.get(i) != theirs.get(i) {
                return Err(BadSettings::OtherRun { before: word(&theirs), now: word(&ours) });
            }
        }
        let lengths = |it: &Checkpoint| [it.weights.len(), it.optimizer.first.len()];
        if lengths(now) != lengths(before) {
            let told = |it: &Checkpoint| format!("{} weights", it.weights.len());
            return Err(BadSettings::OtherRun { before: told(before), now: told(now) });
        }
        self.state = checkpoint;
        Ok(())
    }

    /// All that is needed to go on later.
    #[must_use]
    pub const fn checkpoint(&self) -> &Checkpoint {
        &self.state
    }

    /// The number of positions that are learned from, and of those held out.
    #[must_use]
    pub fn positions(&self) -> [usize; 2] {
        [self.training, self.targets.len() - self.training]
    }

    /// The next pass: first the one with the number 0, which only measures. `tell` hears how far it
    /// has come. If it is stopped, everything is as it was before.
    pub fn pass(
        &mut self,
        stop: &StopFlag,
        mut tell: impl FnMut(Stage) + Send,
    ) -> Result<PassRow, Stopped> {
        let pass = self.state.rows.last().map_or(0, |row| row.pass + 1);
        let mut walk =
            Walk { weights: self.state.weights.clone(), optimizer: self.state.optimizer.clone() };
        if pass > 0 {
            self.learn(pass, &mut walk, stop, &mut tell)?;
        }
        let row = self.measure(pass, &walk.weights, stop, &mut tell)?;
        let state = &mut self.state;
        let best_so_far = state.rows.iter().map(PassRow::decisive).fold(f64::INFINITY, f64::min);
        if row.decisive() < best_so_far {
            state.best = Best { pass, weights: walk.weights.clone() };
        }
        (state.weights, state.optimizer) = (walk.weights, walk.optimizer);
        state.rows.push(row);
        Ok(row)
    }

    /// One step for each batch of positions.
    fn learn(
        &mut self,
        pass: u32,
        walk: &mut Walk,
        stop: &StopFlag,
        tell: &mut (impl FnMut(Stage) + Send),
    ) -> Result<(), Stopped> {
        let settings = self.settings;
        let order = chance::order(settings.seed, pass, self.training);
        let blocks = blocks(&settings) as usize;
        let mut sums = PositionSums::new(self.start.len());
        let mut direction = vec![0.0; self.start.len()];
        let mut done = 0;
        for batch in order.chunks(settings.batch) {
            let policy = self.workers[0].simulator.policy(&walk.weights);
            direction.fill(0.0);
            let targets = &self.targets;
            let work = |worker: &mut Worker<S>, item: usize| {
                let number = (item % blocks) as u32;
                worker.block(&policy, batch[item / blocks], &settings, pass, number)
            };
            in_order(&mut self.workers, batch.len() * blocks, stop, work, |item, block| {
                if item % blocks == 0 {
                    sums.clear();
                }
                sums.add(block);
                if item % blocks == blocks - 1 {
                    sums.add_to(targets[batch[item / blocks]], &settings, &mut direction);
                    done += 1;
                    tell(Stage::Learning { done, of: order.len() });
                }
            })?;
            for d in &mut direction {
                *d /= batch.len() as f64;
            }
            self.step(&direction, walk);
        }
        Ok(())
    }

    fn step(&self, direction: &[f64], walk: &mut Walk) {
        let Settings { optimizer, pull, largest, .. } = self.settings;
        optimizer.step(&mut walk.optimizer, direction, &mut walk.weights);
        let share = optimizer.alpha() * pull;
        for (weight, start) in walk.weights.iter_mut().zip(&self.start) {
            let bound = largest.max(start.abs());
            *weight = weight.clamp(-bound, bound);
            *weight -= share * (*weight - start);
        }
    }

    fn measure(
        &mut self,
        pass: u32,
        weights: &[f64],
        stop: &StopFlag,
        tell: &mut (impl FnMut(Stage) + Send),
    ) -> Result<PassRow, Stopped> {
        let policy = self.workers[0].simulator.policy(weights);
        let of = self.targets.len();
        let (training, held_out) = self.targets.split_at(self.training);
        let mut error = |from: usize, targets: &[f64]| {
            let tell = |done| tell(Stage::Measuring { done: from + done, of });
            let workers = &mut self.workers;
            mean_error(workers, &policy, from, targets, &self.settings, stop, tell)
        };
        let training = error(0, training)?;
        let held_out =
            if held_out.is_empty() { None } else { Some(error(self.training, held_out)?) };
        Ok(PassRow { pass, training, held_out })
    }
}
