//! Games whose positions can be turned or mirrored.

use crate::Game;

/// A game with board symmetries: turning a position and its moves changes nothing that matters.
///
/// Symmetry 0 is the identity. For every symmetry `s`, legal move `m` of `g` maps to legal move
/// `g.symmetric_move(s, m)` of `g.symmetric(s)`, with equal outcomes all the way down.
pub trait Symmetric: Game {
    /// How many symmetries there are, the identity included.
    const SYMMETRIES: usize;

    /// The position as seen through symmetry `s < Self::SYMMETRIES`.
    #[must_use]
    fn symmetric(&self, s: usize) -> Self;

    /// The move as seen through symmetry `s < Self::SYMMETRIES`.
    #[must_use]
    fn symmetric_move(&self, s: usize, m: Self::Move) -> Self::Move;
}
