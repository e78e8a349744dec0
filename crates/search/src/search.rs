//! What every search method can do.

use tengen_game::Game;

use crate::limits::Control;
use crate::report::SearchReport;
use crate::tree_look::NodeReport;

/// A search method, ready to look for moves.
pub trait Search<G: Game>: Send {
    /// Searches a position within the limits. Always gives a legal move, unless the game is over.
    fn search(
        &mut self,
        position: &G,
        control: &mut Control<'_, G::Move>,
    ) -> SearchReport<G::Move> {
        match position.outcome() {
            Some(outcome) => SearchReport::finished(position.to_move(), outcome),
            None => self.search_open(position, control),
        }
    }

    /// The method itself: the same for a position in which the game is not over.
    fn search_open(
        &mut self,
        position: &G,
        control: &mut Control<'_, G::Move>,
    ) -> SearchReport<G::Move>;

    /// A node of the tree that the last search has left, behind this path from its root; `None` if it
    /// has no such node, or the method keeps no tree.
    fn look(&self, _path: &[G::Move]) -> Option<NodeReport<G::Move>> {
        None
    }

    /// The game has gone on by this move: what was found out below it may be used again.
    fn advance(&mut self, _m: G::Move) {}

    /// Forgets what was found out, as for a new game.
    fn reset(&mut self) {}
}
