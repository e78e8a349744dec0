//! A set of points to draw from.
//!
//! Like `grid.rs` it does without bounds checks, and the proof is in two parts. Here: `len` grows
//! only in `insert`, which checks it, and slots hold only indices below `CAPACITY`. In the callers,
//! `placing.rs` and `playout.rs`: they draw indices below `len`, and remove members only. Every
//! test runs with the debug assertions that say so.
#![allow(unsafe_code)]

use crate::grid::Grid;
use crate::point::Point;
use crate::size::BoardSize;

/// Points of the largest board.
const CAPACITY: usize = 361;

/// A set of points as an array in no particular order, with each member's place in it: adding,
/// removing and drawing at random all take constant time.
#[derive(Clone)]
pub(crate) struct PointSet {
    members: [Point; CAPACITY],
    len: u32,
    /// Where a member stands; stale for points that are not in the set.
    slot: Grid<u16>,
}

impl PointSet {
    pub(crate) fn new() -> Self {
        Self { members: [Point::at(0, 0); CAPACITY], len: 0, slot: Grid::filled(0) }
    }

    pub(crate) const fn bytes_in_use(size: BoardSize) -> usize {
        let points = size.area() + Grid::<u16>::used(size);
        points * size_of::<u16>() + size_of::<u32>()
    }

    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }

    pub(crate) fn as_slice(&self) -> &[Point] {
        &self.members[..self.len()]
    }

    /// The member at `index`, which is below `len`.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Point {
        debug_assert!(index < self.len());
        // SAFETY: `index` is below `len`, which is at most CAPACITY.
        unsafe { *self.members.get_unchecked(index) }
    }

    #[inline(always)]
    fn put(&mut self, index: usize, point: Point) {
        debug_assert!(index < CAPACITY);
        // SAFETY: `index` is checked by `insert`, or was found in a slot, or is below `len`.
        unsafe { *self.members.get_unchecked_mut(index) = point };
        self.slot[point] = index as u16;
    }

    /// Adds a point that is not a member.
    #[inline(always)]
    pub(crate) fn insert(&mut self, point: Point) {
        debug_assert!(!self.as_slice().contains(&point));
        assert!(self.len() < CAPACITY);
        self.put(self.len(), point);
        self.len += 1;
    }

    /// Removes a member.
    #[inline(always)]
    pub(crate) fn remove(&mut self, point: Point) {
        debug_assert!(self.as_slice().contains(&point));
        let index = usize::from(self.slot[point]);
        let last = self.get(self.len() - 1);
        self.len -= 1;
        self.put(index, last);
    }

    /// Exchanges the members at two indices.
    #[inline(always)]
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        let (first, second) = (self.get(a), self.get(b));
        self.put(a, second);
        self.put(b, first);
    }

    /// Copies what a board of this size uses.
    #[inline(always)]
    pub(crate) fn copy_used(&mut self, other: &Self, size: BoardSize) {
        let area = size.area();
        self.members[..area].copy_from_slice(&other.members[..area]);
        self.len = other.len;
        self.slot.copy_used(&other.slot, size);
    }
}
