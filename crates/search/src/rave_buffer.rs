//! RAVE counts of busy nodes, collected by each thread and added in batches.
//!
//! A playout changes the RAVE counts of half of a node's children. Near the root all threads would
//! write the same eighty nodes all the time, and their caches would do nothing but pass them on.
//! So a thread keeps what it has to add for the last few busy nodes to itself, and adds it after
//! some playouts. The counts that others see are late by that many playouts of thousands.

use crate::arena::{Arena, Siblings};
use crate::node::{NodeIndex, Tally};

/// Playouts through a node between two additions to it: a small part of its visits.
const fn batch(visits: u32) -> u32 {
    match visits / 32 {
        0..=16 => 16,
        part @ 17..=256 => part,
        _ => 256,
    }
}

/// Nodes that are collected for at a time.
const SLOTS: usize = 16;

/// What one thread has not yet added.
#[derive(Default)]
pub(crate) struct RaveBuffer {
    slots: [Pending; SLOTS],
}

#[derive(Default)]
struct Pending {
    /// The first child; 0, the root, is nobody's child and stands for none.
    first: NodeIndex,
    playouts: u32,
    /// For each child, packed like the counters of a node.
    counts: Vec<u64>,
}

impl RaveBuffer {
    /// Counts a playout for those of the siblings that were hit; `visits` are their parent's.
    pub(crate) fn add<M: Copy>(
        &mut self,
        arena: &Arena<M>,
        visits: u32,
        siblings: Siblings<'_, M>,
        hits: impl Iterator<Item = bool>,
        sixteenths: u64,
    ) {
        let first = siblings.index(0);
        let slot = first.wrapping_mul(0x9e37_79b1) >> 28;
        let pending = &mut self.slots[slot as usize % SLOTS];
        if pending.first != first {
            pending.flush(arena);
            pending.first = first;
            pending.counts.clear();
            pending.counts.resize(siblings.len(), 0);
        }
        let added = Tally { visits: 1, sixteenths }.pack();
        for (count, hit) in pending.counts.iter_mut().zip(hits) {
            *count += added & u64::from(hit).wrapping_neg();
        }
        pending.playouts += 1;
        if pending.playouts >= batch(visits) {
            pending.flush(arena);
        }
    }

    /// Adds everything. Must be done before nodes are given up.
    pub(crate) fn flush_all<M: Copy>(&mut self, arena: &Arena<M>) {
        for pending in &mut self.slots {
            pending.flush(arena);
            pending.first = 0;
        }
    }
}

impl Pending {
    fn flush<M: Copy>(&mut self, arena: &Arena<M>) {
        self.playouts = 0;
        if self.first == 0 {
            return;
        }
        for (i, count) in self.counts.iter_mut().enumerate() {
            if *count != 0 {
                arena.node(self.first + i as NodeIndex).add_rave_counts(*count);
                *count = 0;
            }
        }
    }
}
