//! Softmax playouts of Go for simulation balancing.

use std::sync::Arc;

use tengen_game::Rng;
use tengen_go::{Board, BoardSize, Komi, Playout, PlayoutResult, Point, WeightedBoard};
use tengen_policy::go::{
    BadGammas, Choice, PlayoutGammas, PlayoutGradient, SoftmaxPlayouts, SoftmaxTable,
};
use tengen_search::formulas;

use crate::balancing::{Played, Simulator};
use crate::go::positions::LabelledPosition;

/// Where playouts begin.
struct Start {
    board: Board,
    playout: Playout,
    komi: Komi,
    /// The move before.
    last: Option<Point>,
}

impl Start {
    fn of(labelled: &LabelledPosition) -> Self {
        let position = labelled.position();
        Self {
            board: position.board().clone(),
            playout: position.playout(),
            komi: position.komi(),
            last: position.moves().last().and_then(|&(_, m)| m.point()),
        }
    }

    /// An outcome for the player to move.
    fn outcome(&self, result: PlayoutResult) -> f64 {
        f64::from(result.outcome(self.komi).value_for(self.playout.to_move))
    }
}

/// Softmax playouts over pattern classes and local features from labelled positions.
///
/// A playout by a *teacher*, another policy that stays as it is, values positions after two plies in
/// two-step balancing.
///
/// ```
/// use tengen_game::Rng;
/// use tengen_learn::balancing::Simulator;
/// use tengen_learn::go::{GoSimulator, read_positions};
/// use tengen_policy::go::PlayoutGammas;
/// let positions = read_positions("0.45 10000 9 7.5 E5 C4").unwrap();
/// let mut simulator = GoSimulator::new(&positions, &PlayoutGammas::uniform());
/// let policy = simulator.policy(&vec![0.0; simulator.dimensions()]);
/// let outcome = simulator.simulate(&policy, 0, &mut Rng::new(1));
/// assert!(outcome == 1.0 || outcome == -1.0);
/// ```
#[derive(Clone)]
pub struct GoSimulator {
    starts: Arc<Vec<Start>>,
    teacher: SoftmaxPlayouts,
    gradient: PlayoutGradient,
    choice: Choice,
    /// What the last playout was made ready for.
    ready: Option<Ready>,
}

/// A policy at a position.
#[derive(Clone)]
struct Ready {
    policy: Arc<SoftmaxTable>,
    position: Option<usize>,
    root: WeightedBoard,
    /// For the two plies of two-step balancing.
    scratch: WeightedBoard,
    playouts: SoftmaxPlayouts,
}

impl Ready {
    fn new(policy: &Arc<SoftmaxTable>, board: &Board, is_careful: bool) -> Self {
        let root = policy.board(board);
        let playouts = SoftmaxPlayouts::new(SoftmaxTable::clone(policy), board);
        let playouts = if is_careful { playouts.careful() } else { playouts };
        Self { policy: Arc::clone(policy), position: None, scratch: root.clone(), root, playouts }
    }
}

impl GoSimulator {
    /// Playouts from these positions.
    #[must_use]
    pub fn new(positions: &[LabelledPosition], teacher: &PlayoutGammas) -> Self {
        let starts: Vec<Start> = positions.iter().map(Start::of).collect();
        let smallest = Board::new(BoardSize::MIN);
        let any = starts.first().map_or(&smallest, |start| &start.board);
        Self {
            teacher: SoftmaxPlayouts::new(SoftmaxTable::new(teacher), any),
            starts: Arc::new(starts),
            gradient: PlayoutGradient::new(),
            choice: Choice::default(),
            ready: None,
        }
    }

    /// The same with [care](SoftmaxPlayouts::careful), the teacher's too.
    #[must_use]
    pub fn careful(self) -> Self {
        Self { teacher: self.teacher.careful(), choice: Choice::careful(), ready: None, ..self }
    }

    /// A playout, watched by the gradient or not.
    fn run(
        &mut self,
        policy: &Arc<SoftmaxTable>,
        position: usize,
        rng: &mut Rng,
        is_watched: bool,
    ) -> f64 {
        let Self { starts, teacher, gradient, ready, .. } = self;
        let (start, is_careful) = (&starts[position], teacher.is_careful());
        let ready = make_ready(ready, gradient, policy, position, start, is_careful);
        let Ready { root, playouts, .. } = ready;
        let Start { playout, last, .. } = *start;
        start.outcome(if is_watched {
            gradient.begin();
            let result = playouts.run_from(root, playout, last, rng, gradient);
            gradient.finish();
            result
        } else {
            playouts.run_from(root, playout, last, rng, &mut ())
        })
    }
}

/// A policy ready at a position; nothing is done if it was already.
fn make_ready<'a>(
    ready: &'a mut Option<Ready>,
    gradient: &mut PlayoutGradient,
    policy: &Arc<SoftmaxTable>,
    position: usize,
    start: &Start,
    is_careful: bool,
) -> &'a mut Ready {
    ready.take_if(|ready| !Arc::ptr_eq(&ready.policy, policy));
    let ready = ready.get_or_insert_with(|| Ready::new(policy, &start.board, is_careful));
    if ready.position != Some(position) {
        ready.position = Some(position);
        ready.root.set(&start.board);
        gradient.set_start(&ready.root);
    }
    ready
}

fn add(psi: &mut [f64], gradient: &PlayoutGradient) {
    for (sum, psi) in psi.iter_mut().zip(gradient.psi()) {
        *sum += psi;
    }
}

impl Simulator for GoSimulator {
    type Policy = Arc<SoftmaxTable>;

    fn dimensions(&self) -> usize {
        PlayoutGammas::LEN
    }

    fn policy(&self, weights: &[f64]) -> Arc<SoftmaxTable> {
        let gammas = gammas_of(weights);
        let gammas = gammas.unwrap_or_else(|error| unreachable!("a run has bounds: {error}"));
        Arc::new(SoftmaxTable::new(&gammas))
    }

    fn simulate(&mut self, policy: &Arc<SoftmaxTable>, position: usize, rng: &mut Rng) -> f64 {
        self.run(policy, position, rng, false)
    }

    /// The length is the number of draws. Passes are none, nor are moves that care makes by itself.
    fn simulate_with_gradient(
        &mut self,
        policy: &Arc<SoftmaxTable>,
        position: usize,
        rng: &mut Rng,
        psi: &mut [f64],
    ) -> Played {
        let outcome = self.run(policy, position, rng, true);
        add(psi, &self.gradient);
        Played { outcome, length: self.gradient.moves() }
    }

    fn two_plies(
        &mut self,
        policy: &Arc<SoftmaxTable>,
        position: usize,
        rng: &mut Rng,
        psi: &mut [f64],
    ) -> Played {
        let Self { starts, teacher, gradient, choice, ready } = self;
        let start = &starts[position];
        let is_careful = teacher.is_careful();
        let ready = make_ready(ready, gradient, policy, position, start, is_careful);
        let Ready { root, scratch, .. } = ready;
        let Start { mut playout, mut last, .. } = *start;
        scratch.copy_from(root);
        choice.begin(scratch);
        gradient.begin();
        for _ in 0..2 {
            if playout.passes >= 2 || playout.limit == 0 {
                break;
            }
            playout.limit -= 1;
            choice.prepare(policy, scratch, playout.to_move, last);
            last = choice.draw_move(scratch, playout.to_move, rng, gradient);
            match last {
                Some(point) => {
                    scratch.play(playout.to_move, point, gradient);
                    playout.passes = 0;
                }
                None => {
                    scratch.clear_ko();
                    playout.passes += 1;
                }
            }
            playout.to_move = playout.to_move.opponent();
        }
        gradient.finish();
        add(psi, gradient);
        let result = teacher.run(scratch.board(), playout, last, rng, &mut ());
        Played { outcome: start.outcome(result), length: gradient.moves() }
    }
}

/// γ = e^θ by arithmetic that is the same on every machine.
pub fn gammas_of(weights: &[f64]) -> Result<PlayoutGammas, BadGammas> {
    let gamma = |&weight: &f64| {
        let small = formulas::exp(-weight.abs());
        if weight > 0.0 { 1.0 / small } else { small }
    };
    PlayoutGammas::from_values(weights.iter().map(gamma).collect())
}

/// θ = ln γ by arithmetic that is the same on every machine.
#[must_use]
pub fn weights_of(gammas: &PlayoutGammas) -> Vec<f64> {
    gammas.values().iter().map(|&gamma| formulas::ln_of(gamma)).collect()
}
