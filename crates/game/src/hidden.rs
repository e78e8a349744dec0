//! Hidden information: games in which a player does not see everything.

use crate::{Game, MoveList, Rng};

/// What the player to move knows of a game, as a source of positions to search: the true one is
/// hidden from him, and so it is from any search that is given this.
///
/// Hidden are *pieces of the opponent*. A search may ask for whole positions that could be the true
/// one ([`sample`](Self::sample)), or begin with what is [seen](Self::seen) and add the hidden
/// pieces later.
pub trait Hidden {
    /// Positions of the game with everything in sight.
    type Position: Game;

    /// The position without the hidden pieces. The player who looks is to move.
    fn seen(&self) -> &Self::Position;

    /// Replaces `out` by the moves that the player can try and that make sense: some may turn out
    /// to be illegal. There is at least one.
    fn moves(&self, out: &mut MoveList<<Self::Position as Game>::Move>);

    /// Makes `out` a position that could be the true one.
    fn sample(&mut self, out: &mut Self::Position, rng: &mut Rng);

    /// How many pieces are hidden.
    fn unseen(&self) -> usize;

    /// Adds a hidden piece where the opponent's move `m` would put one, on a position that moves
    /// from what is seen have led to. Whether it could be.
    fn add(&mut self, position: &mut Self::Position, m: <Self::Position as Game>::Move) -> bool;

    /// Adds so many hidden pieces at random, as far as there is room.
    fn complete(&mut self, position: &mut Self::Position, missing: usize, rng: &mut Rng);
}
