//! What moves did at the same ply of the tree behind other moves.
//!
//! Often one answer refutes several moves. A search that knows nothing of the others finds it behind one
//! of them after the other, and until it has found it behind all, one that looks good still is played. So
//! what a move did at its ply, wherever it was made there, becomes virtual playouts of it. (Progressive
//! history, Nijssen and Winands 2010, keeps the same for all plies together.)

use crate::grade::Grade;
use crate::node::Tally;
use crate::selection::ChildStats;
use crate::sync::{AtomicU64, Ordering};
use tengen_game::Player;

/// How much counts what a move did at the same ply behind other moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct History {
    /// The most virtual playouts that a move gets from it.
    pub most: f32,
    /// How many of them there are for each playout behind other moves.
    pub share: f32,
}

/// The first ply that is kept: at the one above a move is made in one place only.
const FIRST: usize = 2;

/// The last one. Further down moves have little to do with each other.
const LAST: usize = 6;

/// The playouts of one search through each move at each ply; empty if none are kept.
///
/// All loads and additions are relaxed: each word is a number by itself.
pub(crate) struct PlyHistory {
    slots: usize,
    tallies: Box<[AtomicU64]>,
}

impl PlyHistory {
    /// For moves with this many slots, none for no history.
    pub(crate) fn new(slots: usize) -> Self {
        let count = slots * (LAST + 1 - FIRST);
        Self { slots, tallies: (0..count).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Forgets everything. Only between searches.
    pub(crate) fn clear(&self) {
        self.tallies.iter().for_each(|tally| tally.store(0, Ordering::Relaxed));
    }

    /// The counts of a move at a ply, the root's moves having ply 1; `None` where none are kept.
    #[inline(always)]
    fn at(&self, ply: usize, slot: Option<usize>) -> Option<&AtomicU64> {
        let slot = slot.filter(|&slot| slot < self.slots)?;
        self.tallies.get(ply.checked_sub(FIRST)? * self.slots + slot)
    }

    /// Counts a playout through a move of `player`.
    #[inline]
    pub(crate) fn add(&self, ply: usize, slot: Option<usize>, result: Grade, player: Player) {
        if let Some(tally) = self.at(ply, slot) {
            let played = Tally { visits: 1, sixteenths: result.sixteenths(player) };
            tally.fetch_add(played.pack(), Ordering::Relaxed);
        }
    }

    /// How many playouts are counted for a move at a ply, if any are kept.
    #[cfg(test)]
    pub(crate) fn visits(&self, ply: usize, slot: usize) -> Option<u32> {
        let tally = self.at(ply, Some(slot))?;
        Some(Tally::unpack(tally.load(Ordering::Relaxed)).visits)
    }

    /// Whether there is anything to know at this ply.
    #[inline(always)]
    pub(crate) const fn knows(&self, ply: usize) -> bool {
        self.slots > 0 && FIRST <= ply && ply <= LAST
    }

    /// Gives a child more virtual playouts, by what its move did behind other moves.
    #[inline(always)]
    pub(crate) fn add_to(
        &self,
        child: &mut ChildStats,
        own: Tally,
        ply: usize,
        slot: Option<usize>,
        History { most, share }: History,
    ) {
        let Some(all) = self.at(ply, slot) else { return };
        let all = Tally::unpack(all.load(Ordering::Relaxed));
        // A child may have playouts of earlier searches: the more it has itself, the less it needs others'.
        let Some(others) = all.visits.checked_sub(own.visits).filter(|&others| others > 0) else {
            return;
        };
        let sixteenths = all.sixteenths.saturating_sub(own.sixteenths);
        let others = Tally { visits: others, sixteenths };
        let value = (others.points() / others.visits as f32).min(1.0);
        let more = most.min(share * others.visits as f32);
        let weight = child.prior_weight + more;
        if weight > 0.0 {
            child.prior_value = (child.prior_value * child.prior_weight + value * more) / weight;
            child.prior_weight = weight;
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use tengen_game::Outcome;

    const HISTORY: History = History { most: 10.0, share: 0.5 };

    fn child(history: &PlyHistory, own: Tally, ply: usize, slot: usize) -> (f32, f32) {
        let mut child = ChildStats { prior_value: 0.5, prior_weight: 6.0, ..ChildStats::default() };
        history.add_to(&mut child, own, ply, Some(slot), HISTORY);
        (child.prior_value, child.prior_weight)
    }

    #[test]
    fn moves_learn_from_others_at_their_ply() {
        let history = PlyHistory::new(4);
        let won: Grade = Outcome::Win(Player::White).into();
        for _ in 0..8 {
            history.add(2, Some(1), won, Player::White);
        }
        let none = Tally::default();
        // Half of eight, all won: (6 · 0.5 + 4) / 10.
        assert_eq!(child(&history, none, 2, 1), (0.7, 10.0));
        // Its own are not counted again: one of two others.
        let own = Tally { visits: 6, sixteenths: 6 * 16 };
        assert_eq!(child(&history, own, 2, 1), (4.0 / 7.0, 7.0));
        // Nothing of other plies, other moves, and of those with as many of their own.
        for (own, ply, slot) in [(none, 4, 1), (none, 2, 2), (none, 1, 1), (none, 9, 1)] {
            assert_eq!(child(&history, own, ply, slot), (0.5, 6.0));
        }
        assert_eq!(child(&history, Tally { visits: 8, sixteenths: 0 }, 2, 1), (0.5, 6.0));
        // No more than the most.
        for _ in 0..100 {
            history.add(2, Some(1), won, Player::Black);
        }
        assert_eq!(child(&history, none, 2, 1).1, 16.0);
        history.clear();
        assert_eq!(child(&history, none, 2, 1), (0.5, 6.0));
    }

    #[test]
    fn what_has_no_place_is_not_counted() {
        let lost: Grade = Outcome::Win(Player::Black).into();
        for (history, ply, slot) in [
            (PlyHistory::new(0), 2, Some(0)),
            (PlyHistory::new(4), 1, Some(0)),
            (PlyHistory::new(4), 7, Some(0)),
            (PlyHistory::new(4), 2, Some(4)),
            (PlyHistory::new(4), 2, None),
        ] {
            history.add(ply, slot, lost, Player::White);
            assert!(history.tallies.iter().all(|tally| tally.load(Ordering::Relaxed) == 0));
            assert!(
                slot == Some(0) && ply == 2 && history.slots > 0 || history.at(ply, slot).is_none()
            );
        }
    }
}
