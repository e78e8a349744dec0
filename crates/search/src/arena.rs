//! Where the nodes of a tree live: one allocation, 32-bit links, siblings side by side.
//!
//! Each thread takes *extents* of free nodes from a list and cuts *blocks* of siblings off them, so
//! that threads do not meet while they make nodes. When the extents are used up the arena is full:
//! the threads come to rest, the blocks under the least visited nodes are given up, and the gaps
//! become the new extents. Nothing moves, so links stay right.
#![allow(unsafe_code)]

use crate::implicit::ValueTable;
use crate::knowledge::MovePrior;
use crate::node::{Children, Node, NodeIndex, ROOT};
use crate::proof_numbers::NumberTable;
use crate::sync::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering, Padded};

/// Memory for the tree could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system gives no {bytes} bytes for the search tree: allow it less memory")]
pub struct NoMemory {
    /// What was asked for.
    pub bytes: usize,
}

/// Free nodes side by side.
#[derive(Clone, Copy, Debug, Default)]
struct Extent {
    first: NodeIndex,
    len: u32,
}

/// Siblings, and whose children they are.
#[derive(Clone, Copy, Debug)]
struct Block {
    parent: NodeIndex,
    first: NodeIndex,
    len: u32,
}

/// What is kept of every node beside the node itself, in tables of their own: who does not ask for
/// it pays neither memory nor time, and nodes stay small.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SideTables {
    pub(crate) values: bool,
    pub(crate) numbers: bool,
}

impl SideTables {
    /// Bytes a node.
    const fn share(self) -> usize {
        self.values as usize * size_of::<AtomicU32>()
            + self.numbers as usize * size_of::<AtomicU64>()
    }
}

/// The nodes of a tree.
pub(crate) struct Arena<M> {
    nodes: Box<[Node<M>]>,
    side: SideTables,
    /// Heuristic values; empty unless asked for.
    values: ValueTable,
    /// Proof numbers; empty unless asked for.
    numbers: NumberTable,
    /// Free nodes, in pieces for threads to take.
    extents: Vec<Extent>,
    /// The first extent that is not taken. Any thread adds.
    next_extent: Padded<AtomicUsize>,
    /// Whether a thread has found no extent left. Any thread sets it.
    full: Padded<AtomicBool>,
    /// Nodes in blocks, the root included. Any thread adds.
    used: Padded<AtomicU64>,
    /// How many blocks there are. Any thread adds.
    block_count: Padded<AtomicUsize>,
    /// Blocks made in earlier phases; those of the current one are with the threads.
    blocks: Vec<Block>,
    threads: usize,
    /// The smallest piece that a free extent is cut into.
    piece: u32,
}

/// A thread's share of the arena.
#[derive(Default)]
pub(crate) struct Space {
    current: Extent,
    /// Extents that were too small for what was wanted when they were found.
    leftovers: Vec<Extent>,
    blocks: Vec<Block>,
}

/// The children of a node. All of them are fully written.
#[derive(Clone, Copy)]
pub(crate) struct Siblings<'a, M> {
    first: NodeIndex,
    nodes: &'a [Node<M>],
}

impl<'a, M: Copy> Siblings<'a, M> {
    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline(always)]
    pub(crate) const fn index(&self, i: usize) -> NodeIndex {
        self.first + i as NodeIndex
    }

    #[inline(always)]
    pub(crate) const fn nodes(&self) -> &'a [Node<M>] {
        self.nodes
    }

    /// The move of the `i`-th child.
    #[inline(always)]
    pub(crate) fn m(&self, i: usize) -> M {
        // SAFETY: siblings are only made by `Arena::children`, from a published link.
        unsafe { self.nodes[i].move_cell().read() }
    }

    /// Children with their moves.
    #[inline(always)]
    pub(crate) fn iter(self) -> impl Iterator<Item = (&'a Node<M>, M)> {
        // SAFETY: as above.
        self.nodes.iter().map(|node| (node, unsafe { node.move_cell().read() }))
    }
}

/// The smallest tree: a root and its children should fit, whatever memory is allowed. The model
/// checker follows every node, so it gets few.
const LEAST_NODES: usize = if cfg!(loom) { 8 } else { 1024 };
/// The smallest piece that an extent is cut into, for the children of most nodes of most games.
const LEAST_PIECE: u32 = if cfg!(loom) { 3 } else { 512 };
/// Nodes in an extent that a thread takes at first.
const EXTENT: usize = 1 << 16;
/// Extents that a thread looks at for one block, and that it keeps for later.
const TRIES: usize = 16;

impl<M: Copy> Arena<M> {
    /// A tree of a root alone, in at most `bytes`.
    pub(crate) fn new(bytes: usize, threads: usize, side: SideTables) -> Result<Self, NoMemory> {
        // A block's record counts too: a quarter of one a node is right for four children a node
        // and more than enough for most games.
        let share = size_of::<Node<M>>() + side.share() + size_of::<Block>() / 4;
        let capacity = (bytes / share).clamp(LEAST_NODES, NodeIndex::MAX as usize - 1);
        let (values, numbers) = side_tables(side, capacity)?;
        let mut arena = Self {
            nodes: zeroed(capacity)?,
            side,
            values,
            numbers,
            extents: Vec::new(),
            next_extent: Padded(AtomicUsize::new(0)),
            full: Padded(AtomicBool::new(false)),
            used: Padded(AtomicU64::new(1)),
            block_count: Padded(AtomicUsize::new(0)),
            blocks: Vec::new(),
            threads,
            piece: LEAST_PIECE,
        };
        arena.clear(std::iter::empty());
        Ok(arena)
    }

    #[inline(always)]
    pub(crate) fn node(&self, index: NodeIndex) -> &Node<M> {
        &self.nodes[index as usize]
    }

    #[inline(always)]
    pub(crate) fn root(&self) -> &Node<M> {
        &self.nodes[ROOT as usize]
    }

    /// Heuristic values of the nodes.
    pub(crate) const fn values(&self) -> &ValueTable {
        &self.values
    }

    /// Proof numbers of the nodes.
    pub(crate) const fn numbers(&self) -> &NumberTable {
        &self.numbers
    }

    /// The children of a node, if they are there.
    #[inline(always)]
    pub(crate) fn children(&self, node: &Node<M>) -> Option<Siblings<'_, M>> {
        match node.children() {
            Children::At { first, len } => Some(self.siblings(first, len)),
            _ => None,
        }
    }

    /// The nodes of a link that [`Node::children`] gave.
    #[inline(always)]
    pub(crate) fn siblings(&self, first: NodeIndex, len: u32) -> Siblings<'_, M> {
        Siblings { first, nodes: &self.nodes[first as usize..first as usize + len as usize] }
    }

    /// Nodes in the tree, and the bytes that they and their records take.
    pub(crate) fn size(&self) -> (u64, u64) {
        let nodes = self.used.0.load(Ordering::Relaxed);
        let records = self.block_count() as u64 * size_of::<Block>() as u64;
        let share = size_of::<Node<M>>() + self.side.share();
        (nodes, nodes * share as u64 + records)
    }

    pub(crate) fn is_full(&self) -> bool {
        self.full.0.load(Ordering::Relaxed)
    }

    /// How many blocks there are: what giving memory back has to look at.
    pub(crate) fn block_count(&self) -> usize {
        self.block_count.0.load(Ordering::Relaxed)
    }

    /// Gives `parent` its children and shows them to all threads, with what is known of them:
    /// nothing (empty), or as much for each move. The caller has claimed it. If there is no room,
    /// the claim is given back.
    pub(crate) fn expand(
        &self,
        space: &mut Space,
        parent: NodeIndex,
        moves: &[M],
        priors: &[MovePrior],
        values: &[f32],
    ) -> bool {
        let len = moves.len() as u32;
        let Some(first) = self.take(space, len) else {
            self.node(parent).publish(Children::None);
            return false;
        };
        let nodes = &self.nodes[first as usize..first as usize + moves.len()];
        for (i, (node, &m)) in nodes.iter().zip(moves).enumerate() {
            node.clear();
            if let Some(&prior) = priors.get(i) {
                node.set_prior(prior);
            }
            // SAFETY: the block was just cut off this thread's extent; its link is not published.
            unsafe { node.move_cell().write(m) };
        }
        self.values.clear(first, len);
        for (index, &value) in (first..).zip(values) {
            self.values.set(index, value);
        }
        self.numbers.clear(first, len);
        self.node(parent).publish(Children::At { first, len });
        space.blocks.push(Block { parent, first, len });
        self.used.0.fetch_add(u64::from(len), Ordering::Relaxed);
        self.block_count.0.fetch_add(1, Ordering::Relaxed);
        true
    }

    /// Cuts `len` nodes off the thread's extents.
    fn take(&self, space: &mut Space, len: u32) -> Option<NodeIndex> {
        if space.current.len < len {
            let kept = space.leftovers.iter().position(|extent| extent.len >= len);
            let found = kept.map(|i| space.leftovers.swap_remove(i)).or_else(|| {
                (0..TRIES).find_map(|_| {
                    let extent = self.next_extent()?;
                    if extent.len >= len {
                        return Some(extent);
                    }
                    space.keep(extent);
                    None
                })
            })?;
            let old = std::mem::replace(&mut space.current, found);
            space.keep(old);
        }
        let first = space.current.first;
        space.current.first += len;
        space.current.len -= len;
        Some(first)
    }

    fn next_extent(&self) -> Option<Extent> {
        if self.is_full() {
            return None;
        }
        let extent = self.extents.get(self.next_extent.0.fetch_add(1, Ordering::Relaxed)).copied();
        if extent.is_none() {
            self.full.0.store(true, Ordering::Relaxed);
        }
        extent
    }

    /// Makes the tree a root alone.
    pub(crate) fn clear<'a>(&mut self, spaces: impl Iterator<Item = &'a mut Space>) {
        for space in spaces {
            *space = Space::default();
        }
        self.blocks.clear();
        self.root().clear();
        self.values.clear(ROOT, 1);
        self.numbers.clear(ROOT, 1);
        self.rebuild();
    }

    /// Makes the tree a root alone with room for so many children, even beyond the memory allowed:
    /// a root without children is no use to anybody.
    pub(crate) fn make_room<'a>(
        &mut self,
        children: usize,
        spaces: impl Iterator<Item = &'a mut Space>,
    ) {
        self.piece = self.piece.max(children as u32);
        let needed = 2 * children + 2;
        if self.nodes.len() < needed {
            let layout = std::alloc::Layout::new::<Node<M>>();
            let made =
                zeroed(needed).and_then(|nodes| Ok((nodes, side_tables(self.side, needed)?)));
            let (nodes, side) = made.unwrap_or_else(|_| std::alloc::handle_alloc_error(layout));
            (self.nodes, (self.values, self.numbers)) = (nodes, side);
        }
        self.clear(spaces);
    }

    /// Gives up the blocks under the least visited nodes until at least half of the nodes are
    /// free. Returns the number of visits below which nodes lost their children.
    pub(crate) fn recycle<'a>(&mut self, spaces: impl Iterator<Item = &'a mut Space>) -> u32 {
        self.collect(spaces);
        let half = self.nodes.len() / 2;
        let mut visits: Vec<(u32, u32)> = self
            .blocks
            .iter()
            .map(|block| (self.node(block.parent).results().visits, block.len))
            .collect();
        visits.sort_unstable_by(|a, b| b.cmp(a));
        let mut kept = 0;
        let over = visits.into_iter().find(|&(_, len)| {
            kept += len as usize;
            kept > half
        });
        let Some((threshold, _)) = over else {
            // Half is free already, in pieces too small for what was wanted.
            self.rebuild();
            return 0;
        };
        // A child has no more visits than its parent, so whatever hangs below a block that goes
        // goes too: no live block loses its parent.
        let (nodes, mut blocks) = (&self.nodes, std::mem::take(&mut self.blocks));
        blocks.retain(|block| {
            let parent = &nodes[block.parent as usize];
            let keep = block.parent == ROOT || parent.results().visits > threshold;
            if !keep {
                parent.publish(Children::None);
            }
            keep
        });
        self.blocks = blocks;
        self.rebuild();
        threshold
    }

    /// Makes a child of the root the new root and gives up all that is not below it.
    pub(crate) fn advance<'a>(
        &mut self,
        child: NodeIndex,
        spaces: impl Iterator<Item = &'a mut Space>,
    ) {
        self.collect(spaces);
        self.root().copy_statistics(self.node(child));
        self.values.copy(child, ROOT);
        self.numbers.copy(child, ROOT);
        let mut blocks = Vec::new();
        let mut parents = vec![ROOT];
        while let Some(parent) = parents.pop() {
            if let Children::At { first, len } = self.node(parent).children() {
                blocks.push(Block { parent, first, len });
                parents.extend(first..first + len);
            }
        }
        self.blocks = blocks;
        self.rebuild();
    }

    /// Takes the records of the threads' blocks, and their extents, back.
    fn collect<'a>(&mut self, spaces: impl Iterator<Item = &'a mut Space>) {
        for space in spaces {
            self.blocks.append(&mut space.blocks);
            *space = Space::default();
        }
    }

    /// Makes the nodes between the blocks the free extents.
    fn rebuild(&mut self) {
        let share = self.nodes.len() / (8 * self.threads);
        let piece = (share.min(EXTENT) as u32).max(self.piece);
        let mut taken: Vec<(u32, u32)> =
            self.blocks.iter().map(|block| (block.first, block.len)).collect();
        taken.sort_unstable();
        taken.push((self.nodes.len() as u32, 0));
        self.extents.clear();
        let mut free = ROOT + 1;
        for (first, len) in taken {
            // A thread must not take the whole arena at once.
            while first - free > 2 * piece {
                self.extents.push(Extent { first: free, len: piece });
                free += piece;
            }
            if first > free {
                self.extents.push(Extent { first: free, len: first - free });
            }
            free = first + len;
        }
        let used = 1 + self.blocks.iter().map(|block| u64::from(block.len)).sum::<u64>();
        self.used.0.store(used, Ordering::Relaxed);
        self.block_count.0.store(self.blocks.len(), Ordering::Relaxed);
        self.next_extent.0.store(0, Ordering::Relaxed);
        self.full.0.store(false, Ordering::Relaxed);
    }

    /// Checks what must hold between searches. For tests.
    #[cfg(all(test, not(loom)))]
    pub(crate) fn assert_consistent<'a>(&mut self, spaces: impl Iterator<Item = &'a mut Space>) {
        self.collect(spaces);
        self.rebuild();
        let mut owner = vec![None; self.nodes.len()];
        for block in &self.blocks {
            let link = Children::At { first: block.first, len: block.len };
            assert_eq!(self.node(block.parent).children(), link);
            for i in block.first..block.first + block.len {
                assert_eq!(owner[i as usize].replace(block.parent), None, "two owners");
                let (parent, child) = (self.node(block.parent).results(), self.node(i).results());
                assert!(parent.visits >= child.visits);
            }
        }
        // Every block hangs below the root.
        for block in &self.blocks {
            let mut node = block.parent;
            while node != ROOT {
                node = owner[node as usize].expect("a live parent");
            }
        }
        for extent in &self.extents {
            assert!((extent.first..extent.first + extent.len).all(|i| owner[i as usize].is_none()));
        }
        let free: u64 = self.extents.iter().map(|extent| u64::from(extent.len)).sum();
        assert_eq!(free + self.size().0, self.nodes.len() as u64);
    }
}

impl Space {
    /// Keeps an extent for a smaller block.
    fn keep(&mut self, extent: Extent) {
        if extent.len > 0 && self.leftovers.len() < TRIES {
            self.leftovers.push(extent);
        }
    }
}

/// The tables that are asked for, the others empty.
fn side_tables(side: SideTables, count: usize) -> Result<(ValueTable, NumberTable), NoMemory> {
    let values = ValueTable::new(zeroed(if side.values { count } else { 0 })?);
    let numbers = NumberTable::new(zeroed(if side.numbers { count } else { 0 })?);
    Ok((values, numbers))
}

/// What zeroed memory is a valid value of.
///
/// # Safety
/// All bytes zero must be a valid value.
unsafe trait Zeroed: Sized {
    /// That value: for the model checker, whose atomics are not plain memory.
    #[cfg(loom)]
    fn zeroed() -> Self;
}

// SAFETY: the atomics of a node are integers, its move is `MaybeUninit`.
unsafe impl<M: Copy> Zeroed for Node<M> {
    #[cfg(loom)]
    fn zeroed() -> Self {
        Self::zeroed()
    }
}

// SAFETY: an integer.
unsafe impl Zeroed for AtomicU32 {
    #[cfg(loom)]
    fn zeroed() -> Self {
        Self::new(0)
    }
}

// SAFETY: an integer.
unsafe impl Zeroed for AtomicU64 {
    #[cfg(loom)]
    fn zeroed() -> Self {
        Self::new(0)
    }
}

/// A slice of zeroed memory, which the system hands out page by page as it is touched.
#[cfg(not(loom))]
fn zeroed<T: Zeroed>(count: usize) -> Result<Box<[T]>, NoMemory> {
    use std::alloc::{Layout, alloc_zeroed};
    let layout = Layout::array::<T>(count).map_err(|_| NoMemory { bytes: usize::MAX })?;
    if layout.size() == 0 {
        return Ok(Box::from([]));
    }
    // SAFETY: the layout is not empty.
    let memory = unsafe { alloc_zeroed(layout) };
    if memory.is_null() {
        return Err(NoMemory { bytes: layout.size() });
    }
    let slice = std::ptr::slice_from_raw_parts_mut(memory.cast::<T>(), count);
    // SAFETY: the memory comes from the global allocator with the layout of this slice, and zero
    // bytes are valid values.
    Ok(unsafe { Box::from_raw(slice) })
}

#[cfg(loom)]
fn zeroed<T: Zeroed>(count: usize) -> Result<Box<[T]>, NoMemory> {
    Ok((0..count).map(|_| T::zeroed()).collect())
}

/// Every interleaving of the publishing step that the memory model allows:
/// `RUSTFLAGS="--cfg loom" cargo test --release -p tengen-search --lib loom`
#[cfg(all(test, loom))]
mod loom_tests {
    use tengen_game::{Outcome, Player};

    use super::{Arena, SideTables, Space};
    use crate::bounds::{Bounds, Value};
    use crate::knowledge::MovePrior;
    use crate::node::{Children, ROOT, Tally};
    use crate::proof_numbers::Numbers;
    use loom::sync::Arc;
    use loom::thread;

    const MOVES: [u32; 2] = [7, 8];
    const VALUES: [f32; 2] = [0.25, 0.75];
    const BOTH: SideTables = SideTables { values: true, numbers: true };
    const PRIOR: MovePrior = MovePrior { bias: 0.5, value: 1.0, weight: 3.0 };

    fn expand(arena: &Arena<u32>) -> bool {
        let mut space = Space::default();
        arena.root().claim() && arena.expand(&mut space, ROOT, &MOVES, &[PRIOR; 2], &VALUES)
    }

    /// Whoever sees the children sees them whole.
    fn look(arena: &Arena<u32>) {
        let Some(children) = arena.children(arena.root()) else { return };
        assert_eq!(children.len(), MOVES.len());
        for (i, (node, m)) in children.iter().enumerate() {
            assert_eq!(m, MOVES[i]);
            assert_eq!(node.bias(), PRIOR.bias);
            assert_eq!(node.virtual_playouts(), (PRIOR.value, PRIOR.weight));
            assert_eq!(node.bounds(), Bounds::UNKNOWN);
            assert_eq!(node.children(), Children::None);
            assert_eq!(node.results(), Tally::default());
            let index = children.index(i);
            assert_eq!(arena.values().of(index, Bounds::UNKNOWN), Some(VALUES[i]));
            assert_eq!(arena.numbers().of(index, Bounds::UNKNOWN), Some(Numbers::LEAF));
        }
    }

    #[test]
    fn loom_children_are_seen_whole_or_not_at_all() {
        loom::model(|| {
            let arena = Arc::new(Arena::<u32>::new(0, 2, BOTH).unwrap());
            let other = Arc::clone(&arena);
            let maker = thread::spawn(move || expand(&other));
            look(&arena);
            assert!(maker.join().unwrap());
            look(&arena);
            assert!(arena.children(arena.root()).is_some());
        });
    }

    #[test]
    fn loom_one_of_two_makes_the_children() {
        loom::model(|| {
            let arena = Arc::new(Arena::<u32>::new(0, 2, BOTH).unwrap());
            let other = Arc::clone(&arena);
            let rival = thread::spawn(move || {
                let made = expand(&other);
                look(&other);
                made
            });
            let made = expand(&arena);
            look(&arena);
            assert!(made ^ rival.join().unwrap(), "exactly one");
            assert_eq!(arena.size().0, 3);
        });
    }

    #[test]
    fn loom_counters_lose_nothing_and_bounds_meet() {
        loom::model(|| {
            let arena = Arc::new(Arena::<u32>::new(0, 2, BOTH).unwrap());
            let other = Arc::clone(&arena);
            let rival = thread::spawn(move || {
                other.root().enter(2);
                other.root().leave(Outcome::Draw.into(), Player::Black, 2);
                other.root().tighten(Bounds { lower: Value::Draw, ..Bounds::UNKNOWN });
            });
            arena.root().enter(1);
            arena.root().leave(Outcome::Win(Player::Black).into(), Player::Black, 1);
            arena.root().tighten(Bounds { upper: Value::Draw, ..Bounds::UNKNOWN });
            rival.join().unwrap();
            assert_eq!(arena.root().results(), Tally { visits: 2, sixteenths: 24 });
            assert_eq!(arena.root().bounds().proof().map(|p| p.value), Some(Value::Draw));
        });
    }
}
