//! The trait every game implements.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Key, MoveList, Outcome, Player};

/// A position of a two-player, zero-sum game without chance, and the rules that move it on.
///
/// The value is the whole state: cloning gives an independent game. A search keeps one scratch
/// position and refills it with [`Clone::clone_from`], so implement that too where a plain clone
/// would allocate.
pub trait Game: Clone + Send + Sync {
    /// A move; small and cheap to copy.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// Who plays next. Meaningless once the game is over.
    fn to_move(&self) -> Player;

    /// Replaces `out` by the legal moves, each once, in an order that depends on the position
    /// alone. Empty exactly when the game is over: a game where a player can be stuck lists its
    /// forced pass.
    fn legal_moves(&self, out: &mut MoveList<Self::Move>);

    /// Whether `m` may be played now.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// Plays `m`, or says why not and changes nothing.
    fn play(&mut self, m: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove::new("the rules do not allow this move here"));
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move known to be legal: the hot path. With an illegal move the position may
    /// become senseless, or this may panic, but memory stays safe.
    fn play_unchecked(&mut self, m: Self::Move);

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of everything that decides how the game can go on, kept up to date move by move.
    /// History-dependent rules (superko, repetition) may be left out; then
    /// [`history_key`](Self::history_key) has them.
    fn key(&self) -> Key;

    /// A hash of everything that decides the value of the position: [`key`](Self::key), and the
    /// history too where the rules look at it (superko, repetition). What is *proved* about one
    /// position holds for another only if these agree. The default is for games without such
    /// rules. It may be slow: it is not asked for in playouts.
    fn history_key(&self) -> Key {
        self.key()
    }

    /// The same hash, computed anew from the position. For tests: the two must always agree.
    fn key_from_scratch(&self) -> Key;
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("illegal move: {reason}")]
pub struct IllegalMove {
    /// The rule that forbids it, as half a sentence.
    pub reason: &'static str,
}

impl IllegalMove {
    /// An error with this reason.
    #[must_use]
    pub const fn new(reason: &'static str) -> Self {
        Self { reason }
    }
}
