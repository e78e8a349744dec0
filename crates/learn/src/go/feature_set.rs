//! What moves are described by.

use tengen_go::{Move, MoveList, Position};

use crate::mm::Features;

/// Describes moves by levels of features, for [`mm`](crate::mm).
pub trait FeatureSet: Clone + Send + Sync {
    /// The features.
    fn features(&self) -> Features;

    /// The moves between which a player is thought to choose. A position in which another one was
    /// played teaches nothing.
    fn candidates(&self, position: &Position, out: &mut MoveList<Move>);

    /// The levels of each move: for each as many numbers as there are features, at the end of `out`.
    fn describe(&mut self, position: &Position, moves: &[Move], out: &mut Vec<u16>);
}
