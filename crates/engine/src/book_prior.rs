//! A book as advice to a search: its games are virtual playouts of their moves.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use tengen_book::{Orientation, Tally};
use tengen_game::{Canonical, Game, Key};
use tengen_search::{Knowledge, MovePrior};

/// The moves of a position, by their numbers.
type Moves = Vec<(u32, Tally)>;

/// The pages of a book that a search knows of.
#[derive(Clone, Debug)]
pub(crate) struct Pages {
    known: Arc<RwLock<HashMap<Key, Moves>>>,
    /// Playouts that a game is worth.
    weight: f64,
}

impl Pages {
    /// None yet.
    pub(crate) fn new(weight: f64) -> Self {
        Self { known: Arc::default(), weight }
    }

    /// These instead of those before.
    pub(crate) fn fill(&self, pages: impl Iterator<Item = (Key, Moves)>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.clear();
        known.extend(pages);
    }

    /// Adds what is known of moves to what was known before.
    fn advise<G: Canonical>(&self, position: &G, moves: &[G::Move], priors: &mut [MovePrior]) {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if known.is_empty() {
            return;
        }
        let orientation = Orientation::of(position);
        let Some(page) = known.get(&orientation.key()) else { return };
        for (&m, prior) in moves.iter().zip(priors) {
            let code = orientation.code(position, m);
            let Some((_, tally)) = page.iter().find(|(known, _)| *known == code) else { continue };
            let Some(rate) = tally.rate() else { continue };
            let before = f64::from(prior.weight);
            let games = (tally.games() as f64 * self.weight).min(MOST - before).round();
            let weight = before + games;
            if games > 0.0 {
                prior.value = ((before * f64::from(prior.value) + games * rate) / weight) as f32;
                prior.weight = weight as f32;
            }
        }
    }
}

/// The most virtual playouts that a move can have.
const MOST: f64 = 65_535.0;

/// What was known of moves without a book, of whatever kind.
trait AnyKnowledge<G: Game>: Send {
    fn judge_moves(&mut self, position: &G, moves: &[G::Move], priors: &mut [MovePrior]);
    fn boxed(&self) -> Box<dyn AnyKnowledge<G>>;
}

impl<G: Game, K: Knowledge<G> + 'static> AnyKnowledge<G> for K {
    fn judge_moves(&mut self, position: &G, moves: &[G::Move], priors: &mut [MovePrior]) {
        if K::KNOWS {
            self.judge(position, moves, priors);
        }
    }

    fn boxed(&self) -> Box<dyn AnyKnowledge<G>> {
        Box::new(self.clone())
    }
}

/// Knowledge of moves, and a book beside it. The other knowledge is behind a pointer, so that
/// books do not double the number of searches that are compiled.
pub(crate) struct BookPrior<G: Game> {
    moves: Box<dyn AnyKnowledge<G>>,
    pages: Pages,
}

impl<G: Game> BookPrior<G> {
    pub(crate) fn new(moves: impl Knowledge<G> + 'static, pages: Pages) -> Self {
        Self { moves: Box::new(moves), pages }
    }
}

impl<G: Game> Clone for BookPrior<G> {
    fn clone(&self) -> Self {
        Self { moves: self.moves.boxed(), pages: self.pages.clone() }
    }
}

impl<G: Canonical> Knowledge<G> for BookPrior<G> {
    fn judge(&mut self, position: &G, moves: &[G::Move], priors: &mut [MovePrior]) {
        self.moves.judge_moves(position, moves, priors);
        self.pages.advise(position, moves, priors);
    }
}
