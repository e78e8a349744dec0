//! Proof numbers in the tree of a Monte-Carlo search (PN-MCTS).
//!
//! Kowalski, Doe, Winands, Górski and Soemers, *Proof Number Based Monte-Carlo Tree Search* (IEEE
//! ToG 2024; first at CoG 2022), in the form of Kowalski, Soemers, Kosakowski and Winands,
//! *Generalized Proof-Number Monte-Carlo Tree Search* (2025): a number for each player instead of
//! proof and disproof numbers. A player's number says how many leaves at least must turn out to be
//! won for him until his win is proved: 1 in a leaf, the least of the children's where he moves,
//! the sum where the other does. A draw is no win for anybody.

use crate::arena::Siblings;
use crate::bounds::{Bounds, Value};
use crate::node::NodeIndex;
use crate::report::ProofNumbers;
use crate::sync::{AtomicU64, Ordering};

/// How much proof numbers count when a child is selected: `weight · term` is added to its urgency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProofBias {
    /// `C_pn` of the papers. Values run from 0 to 1 here; where they run from −1 to 1, as in the
    /// authors' programs with `C_pn` = 1, the same weight is twice as large.
    pub weight: f32,
    /// What the term is.
    pub kind: ProofTerm,
}

/// How the proof number `pn` of a child, for the player who chooses, becomes a term from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofTerm {
    /// `1 − rank / n` of `n` children, where the rank is 1 for the least number and equal numbers
    /// have the same rank.
    Rank,
    /// `1 − pn / sum` of all finite numbers; 0 for infinite ones.
    Sum,
    /// `1 − pn / max` of all finite numbers, one more if there are infinite ones; 0 for those.
    Max,
}

/// A number of a player who cannot win any more.
const INFINITE: u32 = u32::MAX;

/// The numbers of a node: of the player who moved there and of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) own: u32,
    pub(crate) other: u32,
}

impl Numbers {
    /// Of a node without children.
    pub(crate) const LEAF: Self = Self { own: 1, other: 1 };

    const fn pack(self) -> u64 {
        (self.own as u64) << 32 | self.other as u64
    }

    const fn unpack(word: u64) -> Self {
        Self { own: (word >> 32) as u32, other: word as u32 }
    }

    /// With what is proved put in.
    #[inline]
    fn within(self, bounds: Bounds) -> Self {
        let known = |number, bounds: Bounds| {
            if bounds.lower == Value::Win {
                0
            } else if bounds.upper < Value::Win {
                INFINITE
            } else {
                number
            }
        };
        Self { own: known(self.own, bounds), other: known(self.other, bounds.flipped()) }
    }

    /// As a report has them.
    pub(crate) fn report(self) -> ProofNumbers {
        let finite = |number| (number != INFINITE).then_some(number);
        ProofNumbers { own: finite(self.own), other: finite(self.other) }
    }
}

/// The sum of two numbers: infinite if one is, and otherwise never.
const fn sum(a: u32, b: u32) -> u32 {
    if a == INFINITE || b == INFINITE {
        return INFINITE;
    }
    let sum = a.saturating_add(b);
    if sum == INFINITE { INFINITE - 1 } else { sum }
}

/// The proof numbers of all nodes; empty if none are kept.
///
/// All loads and stores are relaxed, and both numbers are in one word. They only guide the search:
/// what is proved is in the nodes' bounds, which are looked at first. Where two threads back up
/// different children of a node at the same time the older result may win; the next descent
/// through the node puts that right.
pub(crate) struct NumberTable(Box<[AtomicU64]>);

impl NumberTable {
    pub(crate) const fn new(words: Box<[AtomicU64]>) -> Self {
        Self(words)
    }

    /// Makes leaves of nodes that nobody else can reach.
    #[inline]
    pub(crate) fn clear(&self, first: NodeIndex, len: u32) {
        if self.0.is_empty() {
            return;
        }
        for word in &self.0[first as usize..(first + len) as usize] {
            word.store(Numbers::LEAF.pack(), Ordering::Relaxed);
        }
    }

    /// Gives node `to` the numbers of node `from`. Only between searches.
    pub(crate) fn copy(&self, from: NodeIndex, to: NodeIndex) {
        if !self.0.is_empty() {
            let word = self.0[from as usize].load(Ordering::Relaxed);
            self.0[to as usize].store(word, Ordering::Relaxed);
        }
    }

    /// The numbers of a node about which this much is proved; `None` if none are kept.
    #[inline]
    pub(crate) fn of(&self, index: NodeIndex, bounds: Bounds) -> Option<Numbers> {
        let word = self.0.get(index as usize)?.load(Ordering::Relaxed);
        Some(Numbers::unpack(word).within(bounds))
    }

    /// Computes the numbers of a node from those of its children, all of them; true if that changed
    /// them. `again`: the player who moved there moves again.
    pub(crate) fn back_up<M: Copy>(
        &self,
        index: NodeIndex,
        bounds: Bounds,
        again: bool,
        siblings: Siblings<'_, M>,
    ) -> bool {
        let (mut mover, mut waiting) = (INFINITE, 0);
        for (i, node) in siblings.nodes().iter().enumerate() {
            let Some(child) = self.of(siblings.index(i), node.bounds()) else { return false };
            mover = mover.min(child.own);
            waiting = sum(waiting, child.other);
        }
        let (own, other) = if again { (mover, waiting) } else { (waiting, mover) };
        let word = Numbers { own, other }.within(bounds).pack();
        let cell = &self.0[index as usize];
        let changed = cell.load(Ordering::Relaxed) != word;
        if changed {
            cell.store(word, Ordering::Relaxed);
        }
        changed
    }
}

/// Turns proof numbers of siblings into terms; keeps its memory from one node to the next.
#[derive(Default)]
pub(crate) struct ProofTerms {
    numbers: Vec<u32>,
    /// Numbers with the places of their siblings in the lower half.
    sorted: Vec<u64>,
    terms: Vec<f32>,
}

impl ProofTerms {
    /// Computes the terms of all siblings.
    pub(crate) fn compute<M: Copy>(
        &mut self,
        kind: ProofTerm,
        table: &NumberTable,
        siblings: Siblings<'_, M>,
    ) {
        self.numbers.clear();
        self.numbers.extend(siblings.nodes().iter().enumerate().map(|(i, node)| {
            let numbers = table.of(siblings.index(i), node.bounds());
            numbers.map_or(Numbers::LEAF.own, |numbers| numbers.own)
        }));
        self.compute_terms(kind);
    }

    fn compute_terms(&mut self, kind: ProofTerm) {
        let Self { numbers, sorted, terms } = self;
        terms.clear();
        let finite = || numbers.iter().copied().filter(|&number| number != INFINITE);
        let share_of = |whole: f32| {
            // Without a whole all numbers are 0, or none is finite.
            let per = if whole > 0.0 { 1.0 / whole } else { 0.0 };
            move |&number: &u32| if number == INFINITE { 0.0 } else { 1.0 - number as f32 * per }
        };
        match kind {
            ProofTerm::Rank => {
                sorted.clear();
                sorted.extend(
                    numbers.iter().zip(0..).map(|(&n, i): (_, u64)| u64::from(n) << 32 | i),
                );
                sorted.sort_unstable();
                terms.resize(numbers.len(), 0.0);
                let per = 1.0 / numbers.len() as f32;
                let (mut last, mut rank) = (u64::MAX, 0);
                for (place, &word) in sorted.iter().enumerate() {
                    if word >> 32 != last {
                        (last, rank) = (word >> 32, place + 1);
                    }
                    terms[(word & u64::from(u32::MAX)) as usize] = 1.0 - rank as f32 * per;
                }
            }
            ProofTerm::Sum => {
                let sum: f32 = finite().map(|number| number as f32).sum();
                terms.extend(numbers.iter().map(share_of(sum)));
            }
            ProofTerm::Max => {
                let beyond = u32::from(numbers.contains(&INFINITE));
                let max = finite().max().map_or(0, |max| max.saturating_add(beyond));
                terms.extend(numbers.iter().map(share_of(max as f32)));
            }
        }
    }

    /// The term of the `i`-th sibling.
    #[inline]
    pub(crate) fn of(&self, i: usize) -> f32 {
        self.terms[i]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(kind: ProofTerm, numbers: &[u32]) -> Vec<f32> {
        let mut terms = ProofTerms { numbers: numbers.to_vec(), ..ProofTerms::default() };
        terms.compute_terms(kind);
        terms.terms
    }

    #[track_caller]
    fn close(terms: &[f32], expected: &[f32]) {
        assert_eq!(terms.len(), expected.len());
        for (a, b) in terms.iter().zip(expected) {
            assert!((a - b).abs() < 1e-6, "{terms:?} is not {expected:?}");
        }
    }

    #[test]
    fn terms_by_hand() {
        let numbers = [3, 1, 3, INFINITE, 5];
        close(&terms(ProofTerm::Rank, &numbers), &[0.6, 0.8, 0.6, 0.0, 0.2]);
        // Of 12.
        close(&terms(ProofTerm::Sum, &numbers), &[0.75, 11.0 / 12.0, 0.75, 0.0, 7.0 / 12.0]);
        // Of 5 + 1.
        close(&terms(ProofTerm::Max, &numbers), &[0.5, 5.0 / 6.0, 0.5, 0.0, 1.0 / 6.0]);
        close(&terms(ProofTerm::Max, &[2, 4]), &[0.5, 0.0]);
    }

    #[test]
    fn equal_numbers_favour_nobody() {
        for kind in [ProofTerm::Rank, ProofTerm::Sum, ProofTerm::Max] {
            for number in [0, 1, 7, INFINITE - 1, INFINITE] {
                let terms = terms(kind, &[number; 4]);
                assert!(terms.iter().all(|&term| term == terms[0] && (0.0..=1.0).contains(&term)));
            }
        }
    }

    #[test]
    fn sums_are_infinite_only_through_infinite_numbers() {
        assert_eq!(sum(2, 3), 5);
        assert_eq!(sum(INFINITE - 1, INFINITE - 1), INFINITE - 1);
        assert_eq!(sum(INFINITE, 0), INFINITE);
        assert_eq!(sum(0, INFINITE), INFINITE);
    }

    #[test]
    fn proofs_stand_above_numbers() {
        let numbers = Numbers { own: 4, other: 9 };
        assert_eq!(Numbers::unpack(numbers.pack()), numbers);
        assert_eq!(numbers.within(Bounds::UNKNOWN), numbers);
        let won = Numbers { own: 0, other: INFINITE };
        assert_eq!(numbers.within(Bounds::exact(Value::Win, 3)), won);
        let drawn = Numbers { own: INFINITE, other: INFINITE };
        assert_eq!(numbers.within(Bounds::exact(Value::Draw, 3)), drawn);
        // He who cannot lose any more may still win.
        let at_least_draw = Bounds { lower: Value::Draw, ..Bounds::UNKNOWN };
        assert_eq!(numbers.within(at_least_draw), Numbers { own: 4, other: INFINITE });
    }
}
