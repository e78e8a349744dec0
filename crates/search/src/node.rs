//! A node of the shared tree: statistics, links and what is proved, in at most 64 bytes.
//!
//! A node belongs to the move that leads to it. Its statistics are those of the player who made
//! that move, so that choosing among children never needs to turn a sign.

use tengen_game::Player;

use crate::bounds::Bounds;
use crate::grade::{Grade, WIN};
use crate::knowledge::MovePrior;
use crate::limits::Limits;
use crate::sync::{AtomicU32, AtomicU64, MoveCell, Ordering};

/// The index of a node in the arena.
pub(crate) type NodeIndex = u32;

/// The root is always the first node.
pub(crate) const ROOT: NodeIndex = 0;

/// A number of visits (thirty bits) and of sixteenths of points (win 16, draw 8) in one word, so
/// that a reader always sees both from the same moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) visits: u32,
    pub(crate) sixteenths: u64,
}

/// Where the visits begin in the word.
const VISITS: u32 = 34;

// The most playouts of a search fit, won or not, and so do virtual losses.
const _: () = assert!(Limits::MOST_PLAYOUTS * WIN as u64 <= 1 << VISITS);
const _: () = assert!(Limits::MOST_PLAYOUTS + 50_000_000 < 1 << (64 - VISITS));

impl Tally {
    #[inline(always)]
    pub(crate) const fn pack(self) -> u64 {
        (self.visits as u64) << VISITS | self.sixteenths
    }

    #[inline(always)]
    pub(crate) const fn unpack(word: u64) -> Self {
        Self { visits: (word >> VISITS) as u32, sixteenths: word & ((1 << VISITS) - 1) }
    }

    /// The mean result, from 0 to 1; `None` without visits.
    pub(crate) fn mean(self) -> Option<f64> {
        let points = || self.sixteenths as f64 / f64::from(WIN);
        (self.visits > 0).then(|| points() / f64::from(self.visits))
    }

    /// One for each win, a half for each draw.
    #[inline(always)]
    pub(crate) const fn points(self) -> f32 {
        // As a signed number: that conversion is one instruction.
        self.sixteenths as i64 as f32 * (1.0 / WIN as f32)
    }
}

/// Where a node's children are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Children {
    /// Not there yet.
    None,
    /// A thread is making them.
    Coming,
    /// The game is over here.
    Terminal,
    /// `len` nodes from `first` on, all of them fully written.
    At { first: NodeIndex, len: u32 },
}

const NONE: u64 = 0;
const COMING: u64 = 1;
const TERMINAL: u64 = 2;

impl Children {
    const fn pack(self) -> u64 {
        match self {
            Self::None => NONE,
            Self::Coming => COMING,
            Self::Terminal => TERMINAL,
            // The first child is never the root, so this is above 2³².
            Self::At { first, len } => (first as u64) << 32 | len as u64,
        }
    }

    #[inline(always)]
    const fn unpack(word: u64) -> Self {
        match word {
            NONE => Self::None,
            COMING => Self::Coming,
            TERMINAL => Self::Terminal,
            _ => Self::At { first: (word >> 32) as NodeIndex, len: word as u32 },
        }
    }
}

/// A node. Every field may be read by any thread at any time once the node is published.
///
/// All loads and stores are relaxed but for `children`: see [`Node::publish`].
pub(crate) struct Node<M> {
    /// Visits and points of the player who moved here. Any thread adds, exactly: a visit on the way
    /// down (so that others see a loss until the result is in), points on the way back.
    results: AtomicU64,
    /// The same for playouts in which that player made this move later (RAVE). Any thread: in
    /// seldom visited nodes by load and store, where an update may be lost when two threads meet;
    /// in busy ones by exact additions of batches.
    rave: AtomicU64,
    /// Where the children are. Claimed by the thread that makes them, then published by it.
    children: AtomicU64,
    /// Playouts that ended in a draw; they are in `results` too. Any thread adds.
    draws: AtomicU32,
    /// Proven bounds and the length of the proof. Any thread tightens, by compare and swap.
    bounds: AtomicU32,
    /// Progressive bias, as `f32` bits. Written before publishing.
    bias: AtomicU32,
    /// Virtual playouts: value (upper half, of 65,535) and how many. Written before publishing.
    prior: AtomicU32,
    /// The move that leads here. Written before publishing.
    m: MoveCell<M>,
}

impl<M: Copy> Node<M> {
    /// A node as zeroed memory is: for the model checker, whose atomics are not plain memory.
    #[cfg(loom)]
    pub(crate) fn zeroed() -> Self {
        Self {
            results: AtomicU64::new(0),
            rave: AtomicU64::new(0),
            children: AtomicU64::new(0),
            draws: AtomicU32::new(0),
            bounds: AtomicU32::new(0),
            bias: AtomicU32::new(0),
            prior: AtomicU32::new(0),
            m: MoveCell::new(),
        }
    }

    /// Makes it a node without children, visits or proof. Only for a node nobody else can reach.
    pub(crate) fn clear(&self) {
        self.results.store(0, Ordering::Relaxed);
        self.rave.store(0, Ordering::Relaxed);
        self.children.store(NONE, Ordering::Relaxed);
        self.draws.store(0, Ordering::Relaxed);
        self.bounds.store(Bounds::UNKNOWN.pack(), Ordering::Relaxed);
        self.bias.store(0, Ordering::Relaxed);
        self.prior.store(0, Ordering::Relaxed);
    }

    /// The cell of the move.
    #[inline(always)]
    pub(crate) const fn move_cell(&self) -> &MoveCell<M> {
        &self.m
    }

    /// What was found out so far. Only for nodes nobody else can reach, or between searches.
    pub(crate) fn copy_statistics(&self, from: &Self) {
        self.results.store(from.results.load(Ordering::Relaxed), Ordering::Relaxed);
        self.rave.store(from.rave.load(Ordering::Relaxed), Ordering::Relaxed);
        self.children.store(from.children.load(Ordering::Relaxed), Ordering::Relaxed);
        self.draws.store(from.draws.load(Ordering::Relaxed), Ordering::Relaxed);
        self.bounds.store(from.bounds.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    #[inline(always)]
    pub(crate) fn results(&self) -> Tally {
        Tally::unpack(self.results.load(Ordering::Relaxed))
    }

    #[inline(always)]
    pub(crate) fn rave(&self) -> Tally {
        Tally::unpack(self.rave.load(Ordering::Relaxed))
    }

    #[inline(always)]
    pub(crate) fn draws(&self) -> u32 {
        self.draws.load(Ordering::Relaxed)
    }

    /// Counts visits on the way down; returns the number before.
    #[inline(always)]
    pub(crate) fn enter(&self, visits: u32) -> u32 {
        let added = Tally { visits, sixteenths: 0 }.pack();
        Tally::unpack(self.results.fetch_add(added, Ordering::Relaxed)).visits
    }

    /// Puts the result in on the way back, and takes all but one of the visits out that `enter`
    /// counted.
    #[inline(always)]
    pub(crate) fn leave(&self, result: Grade, by: Player, entered_with: u32) {
        let added = result.sixteenths(by);
        let removed = Tally { visits: entered_with - 1, sixteenths: 0 }.pack();
        // A loss mostly changes nothing: then other threads can keep their copies of the node.
        if added != removed {
            self.results.fetch_add(added.wrapping_sub(removed), Ordering::Relaxed);
        }
        if result.is_draw() {
            self.draws.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Adds counts that were collected elsewhere, exactly.
    #[inline]
    pub(crate) fn add_rave_counts(&self, counts: u64) {
        self.rave.fetch_add(counts, Ordering::Relaxed);
    }

    /// Counts a playout in which this move was made later, if it was.
    #[inline(always)]
    pub(crate) fn add_rave(&self, hit: bool, sixteenths: u64) {
        let added = Tally { visits: 1, sixteenths }.pack();
        // Half of them are hits, at random: no branch could be predicted.
        let added = added & u64::from(hit).wrapping_neg();
        let rave = self.rave.load(Ordering::Relaxed);
        self.rave.store(rave.wrapping_add(added), Ordering::Relaxed);
    }

    #[inline(always)]
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds::unpack(self.bounds.load(Ordering::Relaxed))
    }

    /// Adds what was proved; returns the bounds then, and whether that changed them.
    pub(crate) fn tighten(&self, proved: Bounds) -> (Bounds, bool) {
        let mut word = self.bounds.load(Ordering::Relaxed);
        loop {
            let tight = Bounds::unpack(word).tightened(proved);
            let (before, after) = (Bounds::unpack(word), tight.pack());
            if (before.lower, before.upper) == (tight.lower, tight.upper) {
                return (before, false);
            }
            match self.bounds.compare_exchange_weak(
                word,
                after,
                Ordering::Relaxed,
                Ordering::Relaxed,
            ) {
                Ok(_) => return (tight, true),
                Err(now) => word = now,
            }
        }
    }

    #[inline(always)]
    pub(crate) fn bias(&self) -> f32 {
        f32::from_bits(self.bias.load(Ordering::Relaxed))
    }

    /// Value and number of the virtual playouts.
    #[inline(always)]
    pub(crate) fn virtual_playouts(&self) -> (f32, f32) {
        let word = self.prior.load(Ordering::Relaxed);
        ((word >> 16) as f32 / 65_535.0, (word & 0xffff) as f32)
    }

    pub(crate) fn set_prior(&self, prior: MovePrior) {
        self.bias.store(prior.bias.to_bits(), Ordering::Relaxed);
        let value = (prior.value.clamp(0.0, 1.0) * 65_535.0).round() as u32;
        let weight = prior.weight.clamp(0.0, 65_535.0).round() as u32;
        self.prior.store(value << 16 | weight, Ordering::Relaxed);
    }

    /// Where the children are. Acquire: whoever sees them published sees them fully written.
    #[inline(always)]
    pub(crate) fn children(&self) -> Children {
        Children::unpack(self.children.load(Ordering::Acquire))
    }

    /// Takes on the making of the children; true for exactly one thread.
    pub(crate) fn claim(&self) -> bool {
        // Nothing is read through a claim, so no order is needed; the making itself is published
        // by `publish`.
        let claim =
            self.children.compare_exchange(NONE, COMING, Ordering::Relaxed, Ordering::Relaxed);
        claim.is_ok()
    }

    /// Shows the children, or that there are none, to everybody. Release: all that this thread
    /// wrote into them comes before. Only after a `claim`.
    pub(crate) fn publish(&self, children: Children) {
        self.children.store(children.pack(), Ordering::Release);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::Node;

    #[test]
    fn a_node_with_all_features_fits_the_budget() {
        assert_eq!(size_of::<Node<u32>>(), 48);
        assert!(size_of::<Node<[u32; 5]>>() <= 64);
    }
}
