//! Games whose positions can be told apart up to symmetry.

use crate::{Key, Symmetric};

/// A symmetric game whose images have keys that cost little, and whose moves have numbers: what an
/// opening book needs to know a position again however it is turned, and to write its moves down.
pub trait Canonical: Symmetric {
    /// The [key](crate::Game::key) of [`symmetric(s)`](Symmetric::symmetric), without making it.
    fn key_under(&self, s: usize) -> Key;

    /// The number of a move: another one for each legal move of a position, and the same in every
    /// position of equal boards. It is written to files, so it must never change.
    fn move_code(&self, m: Self::Move) -> u32;
}
