//! What a game knows about its moves before any playout.

use serde::Serialize;
use tengen_game::Game;

use crate::evaluator::Evaluator;
use crate::formulas::winning_rate;

/// What is known about a move beforehand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MovePrior {
    /// `P` of progressive bias, `W · P / (n + 1)` (paper 000, formula 1): a transition probability
    /// or any other measure of promise.
    pub bias: f32,
    /// The value of the virtual playouts, from 0 (lost) to 1 (won) for the player who moves.
    pub value: f32,
    /// How many virtual playouts the move starts with. A whole number up to 65,535.
    pub weight: f32,
}

/// Game knowledge for the tree: of moves, asked once, when a node gets its children; and of positions,
/// for implicit minimax backups.
pub trait Knowledge<G: Game>: Clone + Send {
    /// Whether there is any of moves. If not, `judge` is not asked.
    const KNOWS: bool = true;

    /// Says what is known of each move. `priors` has one default entry a move.
    fn judge(&mut self, position: &G, moves: &[G::Move], priors: &mut [MovePrior]);

    /// How good a position is that is not over, from 0 (lost) to 1 (won) for the player to move;
    /// `None` without an opinion. Only asked with [`implicit`](crate::TreeOptions::implicit).
    fn value(&mut self, _position: &G) -> Option<f32> {
        None
    }
}

/// No knowledge.
impl<G: Game> Knowledge<G> for () {
    const KNOWS: bool = false;
    fn judge(&mut self, _: &G, _: &[G::Move], _: &mut [MovePrior]) {}
}

/// The same virtual playouts for every move: new moves start from `value` instead of being tried
/// at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvenPrior {
    /// Their value, 0.5 for an even game.
    pub value: f32,
    /// How many.
    pub weight: f32,
}

impl<G: Game> Knowledge<G> for EvenPrior {
    fn judge(&mut self, _: &G, _: &[G::Move], priors: &mut [MovePrior]) {
        for prior in priors {
            prior.value = self.value;
            prior.weight = self.weight;
        }
    }
}

/// Knowledge of moves from one source and of positions from an [`Evaluator`], whose scores become
/// winning rates by its [`SCALE`](Evaluator::SCALE).
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluated<K, E> {
    /// Of moves.
    pub moves: K,
    /// Of positions.
    pub evaluator: E,
}

impl<G: Game, K: Knowledge<G>, E: Evaluator<G> + Clone> Knowledge<G> for Evaluated<K, E> {
    const KNOWS: bool = K::KNOWS;

    fn judge(&mut self, position: &G, moves: &[G::Move], priors: &mut [MovePrior]) {
        self.moves.judge(position, moves, priors);
    }

    fn value(&mut self, position: &G) -> Option<f32> {
        let score = self.evaluator.evaluate(position).clamp(-E::LIMIT, E::LIMIT);
        Some(winning_rate(f64::from(score), E::SCALE) as f32)
    }
}
