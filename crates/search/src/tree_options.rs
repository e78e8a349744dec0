//! The options of UCT and MCTS-Solver.

use std::num::NonZero;

use crate::final_move::FinalMove;
use crate::implicit::Implicit;
use crate::ply_history::History;
use crate::proof_numbers::ProofBias;

/// How a tree search works, apart from its selection rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeOptions {
    /// Visits before a node gets children. 1 adds a node a playout, as in paper 000.
    pub expand: u32,
    /// Proves wins, losses and draws (MCTS-Solver, paper 000 §4).
    pub solver: bool,
    /// `T` of paper 000: up to this many visits of a node the playout policy chooses its moves.
    pub policy_visits: u32,
    /// Progressive widening: only the best moves, by knowledge, are looked at first.
    pub widening: Option<Widening>,
    /// Moves that are too bad to go on with.
    pub pruning: Option<Pruning>,
    /// Implicit minimax backups (Lanctot et al. 2014): the heuristic value of a node,
    /// [`Knowledge::value`](crate::Knowledge::value) backed up by minimax, is mixed with the mean of
    /// its playouts. `None`: no values are asked for, and none kept.
    pub implicit: Option<Implicit>,
    /// Proof numbers guide the selection (PN-MCTS, Kowalski et al. 2024). They count what is left
    /// to prove, so they need the solver: without it this is as if it were `None`.
    pub proof_numbers: Option<ProofBias>,
    /// Moves get virtual playouts by what they did at the same ply behind other moves; they are told
    /// apart by their [slots](crate::PlayoutPolicy::slot). `None`: nothing of that is kept.
    pub history: Option<History>,
    /// Visits that a descent adds until its result is in, to send other threads elsewhere.
    pub virtual_loss: u32,
    /// Threads.
    pub threads: NonZero<usize>,
    /// Bytes for the tree.
    pub memory: usize,
    /// Seed of all chance.
    pub seed: u64,
    /// Which move is played in the end.
    pub final_move: FinalMove,
    /// Keeps what was found out below the moves that are played.
    pub reuse: bool,
}

/// The n-th best move is looked at from `t(n)` visits on, `t(n + 1) = t(n) + base · growth^(n − 1)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widening {
    /// Visits for the second move.
    pub base: f32,
    /// How much later each next one comes.
    pub growth: f32,
}

/// A move is given up when it has at least `visits` playouts and a mean below `below` (paper 002,
/// "MCTS with UCT": "may decide to prune a node if its raw score is too bad").
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruning {
    /// Means below this are hopeless.
    pub below: f32,
    /// Playouts before that is believed.
    pub visits: u32,
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self {
            expand: 8,
            solver: false,
            policy_visits: 0,
            widening: None,
            pruning: None,
            implicit: None,
            proof_numbers: None,
            history: None,
            virtual_loss: 1,
            threads: NonZero::<usize>::MIN,
            memory: 512 << 20,
            seed: 1,
            final_move: FinalMove::Visits,
            reuse: true,
        }
    }
}
