//! What a game knows about its moves before any playout.

use serde::Serialize;
use tengen_game::Game;

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

/// Game knowledge for the tree: asked once, when a node gets its children.
pub trait Knowledge<G: Game>: Clone + Send {
    /// Whether there is any. If not, nothing is asked.
    const KNOWS: bool = true;

    /// Says what is known of each move. `priors` has one default entry a move.
    fn judge(&mut self, position: &G, moves: &[G::Move], priors: &mut [MovePrior]);
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
