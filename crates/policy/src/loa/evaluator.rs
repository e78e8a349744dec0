//! The evaluators of MIA for alpha-beta.

use std::sync::Arc;

use tengen_game::random_key;
use tengen_loa::{Game, Key, Move, MoveList, Position};
use tengen_search::Evaluator;

use crate::loa::evaluation::{Evaluation, POINTS_PER_LOGIT};
use crate::loa::quiescence::connection_changing_captures;
use crate::loa::transitions::Transitions;

/// What alpha-beta asks: points, captures that change connections, and how likely moves are
/// (realization probabilities).
#[derive(Clone, Debug)]
pub struct MiaEvaluator {
    evaluation: Arc<Evaluation>,
    transitions: Option<Transitions>,
    quiescence: bool,
    /// The most that chance adds to or takes from a score.
    noise: u32,
    seed: u64,
    /// Scores of positions that were seen lately, by their keys.
    seen: Vec<(Key, i32)>,
}

/// Positions that are remembered: what fits into a processor's second cache.
const REMEMBERED: usize = 1 << 14;

impl MiaEvaluator {
    /// An evaluator without realization probabilities (every move costs a ply), with quiescence,
    /// without noise.
    #[must_use]
    pub fn new(evaluation: Evaluation) -> Self {
        let evaluation = Arc::new(evaluation);
        let seen = Vec::new();
        Self { evaluation, transitions: None, quiescence: true, noise: 0, seed: 0, seen }
    }

    /// The same with realization probabilities.
    #[must_use]
    pub fn with_transitions(self, transitions: Transitions) -> Self {
        Self { transitions: Some(transitions), ..self }
    }

    /// The same without quiescence search.
    #[must_use]
    pub fn without_quiescence(self) -> Self {
        Self { quiescence: false, ..self }
    }

    /// The same with up to so many points of chance in every score. "To prevent the programs from
    /// repeating games, a small random factor was included in the evaluation function" (paper 000,
    /// section 5.2). With one seed the same position always gets the same.
    #[must_use]
    pub fn with_noise(self, noise: u32, seed: u64) -> Self {
        Self { noise, seed: random_key(seed).0, ..self }
    }
}

impl Evaluator<Position> for MiaEvaluator {
    const LIMIT: i32 = 1_000_000;
    const SCALE: f64 = POINTS_PER_LOGIT;

    fn evaluate(&mut self, position: &Position) -> i32 {
        self.evaluate_within(position, i32::MIN, i32::MAX)
    }

    fn evaluate_within(&mut self, position: &Position, alpha: i32, beta: i32) -> i32 {
        let key = position.key();
        if self.seen.is_empty() {
            self.seen.resize(REMEMBERED, (Key(0), 0));
        }
        let place = (key.0 >> 40) as usize % REMEMBERED;
        if self.seen[place].0 == key {
            return self.seen[place].1;
        }
        let (board, to_move) = (position.board(), position.to_move());
        let (points, is_exact) = self.evaluation.points_within(board, to_move, alpha, beta);
        let chance = (key.0 ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let span = 2 * u64::from(self.noise) + 1;
        let points = points + ((chance * span) >> 32) as i32 - self.noise as i32;
        if is_exact {
            self.seen[place] = (key, points);
        }
        points
    }

    fn noisy_moves(&mut self, position: &Position, out: &mut MoveList<Move>) {
        if self.quiescence {
            connection_changing_captures(position.board(), position.to_move(), out);
        } else {
            out.clear();
        }
    }

    fn probabilities(&mut self, position: &Position, moves: &[Move], out: &mut [f32]) -> bool {
        let Some(transitions) = &self.transitions else { return false };
        transitions.fill(position.board(), position.to_move(), moves, out);
        true
    }
}
