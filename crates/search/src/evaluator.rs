//! Scores for positions: what alpha-beta needs to know about a game.

use tengen_game::{Game, MoveList};

/// A score for positions that are not over, and hints about moves.
pub trait Evaluator<G: Game>: Send {
    /// How good the position is for the player to move: 0 is even, and beyond
    /// ±[`Evaluator::LIMIT`] it is cut to that.
    fn evaluate(&mut self, position: &G) -> i32;

    /// The same, where it is enough to know of scores below `alpha` or above `beta` that they are.
    fn evaluate_within(&mut self, position: &G, _alpha: i32, _beta: i32) -> i32 {
        self.evaluate(position)
    }

    /// Replaces `out` by the moves that quiescence search should follow (captures, say). The
    /// default has none, which switches quiescence off.
    fn noisy_moves(&mut self, _position: &G, out: &mut MoveList<G::Move>) {
        out.clear();
    }

    /// How likely each move is to be played, from 0 to 1: probable lines are searched deeper
    /// (realization probabilities). `out` has one entry a move. The default returns false and has
    /// no opinion: every move costs one ply.
    fn probabilities(&mut self, _position: &G, _moves: &[G::Move], _out: &mut [f32]) -> bool {
        false
    }

    /// The largest score of a position that is not over.
    const LIMIT: i32 = 1_000_000;

    /// A score that stands for odds of e to 1: how scores become winning rates in reports.
    const SCALE: f64 = 400.0;
}

/// Every position is even: alpha-beta then only finds forced results.
#[derive(Clone, Copy, Debug, Default)]
pub struct EvenEvaluator;

impl<G: Game> Evaluator<G> for EvenEvaluator {
    fn evaluate(&mut self, _position: &G) -> i32 {
        0
    }
}
