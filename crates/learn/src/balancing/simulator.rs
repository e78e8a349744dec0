//! What plays.

use tengen_game::Rng;

/// Playouts by a softmax policy from positions that have numbers. A clone works beside the original,
/// in another thread.
pub trait Simulator: Clone + Send {
    /// Weights made ready for playouts; all threads share one.
    type Policy: Send + Sync;

    /// How many weights there are.
    fn dimensions(&self) -> usize;

    /// Makes weights ready.
    fn policy(&self, weights: &[f64]) -> Self::Policy;

    /// One playout from a position; its outcome for the player to move there: 1 for a win, −1 for a
    /// loss, 0 for a draw.
    fn simulate(&mut self, policy: &Self::Policy, position: usize, rng: &mut Rng) -> f64;

    /// The same; adds `ψ = φ(chosen) − E[φ]` of every move to `psi`, which has a place for each
    /// weight.
    fn simulate_with_gradient(
        &mut self,
        policy: &Self::Policy,
        position: usize,
        rng: &mut Rng,
        psi: &mut [f64],
    ) -> Played;

    /// Two moves by the policy, with their ψ, and an estimate, right in the mean, of the value of
    /// what follows, from −1 to 1 for the player to move at the position. For two-step balancing.
    fn two_plies(
        &mut self,
        policy: &Self::Policy,
        position: usize,
        rng: &mut Rng,
        psi: &mut [f64],
    ) -> Played;
}

/// How a playout went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// Its outcome for the player to move where it began.
    pub outcome: f64,
    /// How many of its moves were drawn.
    pub length: u32,
}
