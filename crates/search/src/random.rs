//! A player that does not search.

use tengen_game::{Game, MoveList, Rng};

use crate::limits::Control;
use crate::playouts::PlayoutPolicy;
use crate::report::{MoveReport, SearchReport};
use crate::search::Search;

/// Plays a random move, as its playout policy would.
pub struct RandomMover<P> {
    policy: P,
    rng: Rng,
}

impl<P> RandomMover<P> {
    /// A player with this seed.
    pub const fn new(policy: P, seed: u64) -> Self {
        Self { policy, rng: Rng::new(seed) }
    }
}

impl<G: Game, P: PlayoutPolicy<G>> Search<G> for RandomMover<P> {
    fn search_open(&mut self, position: &G, _: &mut Control<'_, G::Move>) -> SearchReport<G::Move> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let chosen = self.policy.choose(position, &moves, &mut self.rng);
        moves.swap(0, chosen);
        SearchReport {
            best: moves.first().copied(),
            principal_variation: moves.first().copied().into_iter().collect(),
            moves: moves.iter().copied().map(MoveReport::new).collect(),
            depth: 0,
            ..SearchReport::empty(position.to_move())
        }
    }
}
