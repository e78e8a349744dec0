//! A player that does not search.

use tengen_game::{Game, MoveList, Rng};

use crate::limits::Control;
use crate::playouts::PlayoutPolicy;
use crate::report::{MoveReport, Results, SearchReport};
use crate::search::Search;
use crate::tree_search::finished;

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
    fn search(&mut self, position: &G, _: &mut Control<'_, G::Move>) -> SearchReport<G::Move> {
        if let Some(outcome) = position.outcome() {
            return finished(position.to_move(), outcome);
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let chosen = self.policy.choose(position, &moves, &mut self.rng);
        moves.swap(0, chosen);
        let report = |&m: &G::Move| MoveReport {
            r#move: m,
            visits: 0,
            results: Results::default(),
            value: 0.5,
            rave: None,
            points: None,
            prior: None,
            proof: None,
        };
        SearchReport {
            best: moves.first().copied(),
            principal_variation: moves.first().copied().into_iter().collect(),
            moves: moves.iter().map(report).collect(),
            depth: 0,
            ..SearchReport::empty(position.to_move())
        }
    }
}
