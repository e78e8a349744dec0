//! A buffer of moves that is filled again and again.

use std::ops::{Deref, DerefMut};

/// Moves in a buffer that callers keep, so that listing moves does not allocate once it has grown.
#[derive(Clone, Debug)]
pub struct MoveList<M>(Vec<M>);

impl<M> MoveList<M> {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// An empty list with room for `capacity` moves.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self(Vec::with_capacity(capacity))
    }

    /// Forgets the moves, keeps the room.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, m: M) {
        self.0.push(m);
    }
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Extend<M> for MoveList<M> {
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}

impl<M> Deref for MoveList<M> {
    type Target = [M];
    fn deref(&self) -> &[M] {
        &self.0
    }
}

impl<M> DerefMut for MoveList<M> {
    fn deref_mut(&mut self) -> &mut [M] {
        &mut self.0
    }
}

impl<'a, M> IntoIterator for &'a MoveList<M> {
    type Item = &'a M;
    type IntoIter = std::slice::Iter<'a, M>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
