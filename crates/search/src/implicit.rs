//! Implicit minimax backups: a heuristic value a node, kept apart from its playouts.
//!
//! Lanctot, Winands, Pepels and Sturtevant, *Monte Carlo Tree Search with Heuristic Evaluations using
//! Implicit Minimax Backups* (CIG 2014). A node starts with an evaluation; once children have
//! values, its own is the best of theirs. Selection mixes it with the mean of the playouts,
//! `(1 − α) Q + α v`.

use crate::arena::Siblings;
use crate::bounds::Bounds;
use crate::node::NodeIndex;
use crate::sync::{AtomicU32, Ordering};

/// Implicit minimax backups: how much heuristic values count, and which nodes get one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Implicit {
    /// `α`, the weight of the heuristic value against the mean of the playouts, from 0 to 1.
    pub alpha: f32,
    /// When positions are evaluated.
    pub evaluate: Evaluate,
}

/// When positions are evaluated for implicit minimax backups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluate {
    /// All children of a node when it gets them, as the authors do: a node's value is at once that
    /// of its best move.
    Children,
    /// A node when it is first visited: at most one evaluation a playout, for evaluators that are
    /// slow. Until all of its moves were tried, a node's value is that of the best one that was,
    /// which may be a poor one.
    Visited,
}

/// The heuristic values of all nodes, each seen by the player who moved there; empty if none are
/// kept.
///
/// All loads and stores are relaxed: a value is a number by itself. Where two threads back up
/// different children of a node at the same time the older result may win; the next descent
/// through the node puts that right.
pub(crate) struct ValueTable(Box<[AtomicU32]>);

/// No value. Others are the bits of an `f32` from 0 to 1, and one more.
const NONE: u32 = 0;

impl ValueTable {
    pub(crate) const fn new(words: Box<[AtomicU32]>) -> Self {
        Self(words)
    }

    /// Forgets the values of nodes that nobody else can reach.
    #[inline]
    pub(crate) fn clear(&self, first: NodeIndex, len: u32) {
        if self.0.is_empty() {
            return;
        }
        for word in &self.0[first as usize..(first + len) as usize] {
            word.store(NONE, Ordering::Relaxed);
        }
    }

    /// Gives node `to` the value of node `from`. Only between searches.
    pub(crate) fn copy(&self, from: NodeIndex, to: NodeIndex) {
        if !self.0.is_empty() {
            let word = self.0[from as usize].load(Ordering::Relaxed);
            self.0[to as usize].store(word, Ordering::Relaxed);
        }
    }

    /// Sets the value of a node; true if that changed it. What is no number says nothing.
    pub(crate) fn set(&self, index: NodeIndex, value: f32) -> bool {
        if value.is_nan() {
            return false;
        }
        // Zero may have a sign, which the encoding has no place for.
        let word = value.clamp(0.0, 1.0).abs().to_bits() + 1;
        let cell = &self.0[index as usize];
        let changed = cell.load(Ordering::Relaxed) != word;
        if changed {
            cell.store(word, Ordering::Relaxed);
        }
        changed
    }

    /// The value of a node about which this much is proved: the proof, or an evaluation within the
    /// bounds. `None` if it was never evaluated, or none are kept.
    #[inline]
    pub(crate) fn of(&self, index: NodeIndex, bounds: Bounds) -> Option<f32> {
        let word = self.0.get(index as usize)?.load(Ordering::Relaxed);
        let (lower, upper) = (bounds.lower.score() as f32, bounds.upper.score() as f32);
        if lower == upper {
            return Some(lower);
        }
        (word != NONE).then(|| f32::from_bits(word - 1).clamp(lower, upper))
    }

    /// Makes the value of a node the best of those of its children; true if that changed it.
    /// `again`: the player who moved there moves again.
    pub(crate) fn back_up<M: Copy>(
        &self,
        index: NodeIndex,
        again: bool,
        siblings: Siblings<'_, M>,
    ) -> bool {
        let nodes = siblings.nodes().iter().enumerate();
        let known = nodes.filter_map(|(i, node)| self.of(siblings.index(i), node.bounds()));
        let best = known.fold(f32::NAN, f32::max);
        self.set(index, if again { best } else { 1.0 - best })
    }
}
