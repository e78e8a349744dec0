//! Arrays without bounds checks, and the proof that none is needed.
//!
//! This is the only unsafe code of the crate. Bounds checks here cost about a tenth of a playout's
//! speed (ARCHITECTURE.md has the figure).
#![allow(unsafe_code)]

use std::ops::{Index, IndexMut};

use crate::point::{Point, STRIDE, VERTICES, Vertex};
use crate::size::BoardSize;

/// One value for every vertex of the layout.
#[derive(Clone)]
pub(crate) struct Grid<T>([T; VERTICES]);

impl<T> Grid<T> {
    pub(crate) const fn from_array(values: [T; VERTICES]) -> Self {
        Self(values)
    }
}

impl<T: Copy> Grid<T> {
    pub(crate) fn filled(value: T) -> Self {
        Self([value; VERTICES])
    }

    pub(crate) fn from_fn(value: impl FnMut(usize) -> T) -> Self {
        Self(std::array::from_fn(value))
    }

    /// How many vertices a board of this size uses: its rows and the border around them.
    #[inline(always)]
    pub(crate) const fn used(size: BoardSize) -> usize {
        (size.side() + 2) * STRIDE + 1
    }

    /// Copies what a board of this size uses.
    #[inline(always)]
    pub(crate) fn copy_used(&mut self, other: &Self, size: BoardSize) {
        let used = Self::used(size);
        self.0[..used].copy_from_slice(&other.0[..used]);
    }
}

impl<T> Index<Vertex> for Grid<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, vertex: Vertex) -> &T {
        debug_assert!(vertex.index() < VERTICES);
        // SAFETY: a `Vertex` is below VERTICES: `from_index` asserts it, the constant is, and
        // `Point::step` explains why every neighbour of a point is.
        unsafe { self.0.get_unchecked(vertex.index()) }
    }
}

impl<T> IndexMut<Vertex> for Grid<T> {
    #[inline(always)]
    fn index_mut(&mut self, vertex: Vertex) -> &mut T {
        debug_assert!(vertex.index() < VERTICES);
        // SAFETY: as for `index`.
        unsafe { self.0.get_unchecked_mut(vertex.index()) }
    }
}

impl<T> Index<Point> for Grid<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, point: Point) -> &T {
        &self[point.vertex()]
    }
}

impl<T> IndexMut<Point> for Grid<T> {
    #[inline(always)]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self[point.vertex()]
    }
}

/// A set of points as an array in no particular order, with each member's place in it: adding,
/// removing and drawing at random all take constant time.
#[derive(Clone)]
pub(crate) struct PointSet {
    members: [Point; 361],
    len: u32,
    /// Where a member stands; stale for points that are not in the set.
    slot: Grid<u16>,
}

impl PointSet {
    pub(crate) fn new() -> Self {
        Self { members: [Point::at(0, 0); 361], len: 0, slot: Grid::filled(0) }
    }

    pub(crate) const fn bytes_in_use(size: BoardSize) -> usize {
        let points = size.area() + Grid::<u16>::used(size);
        points * size_of::<u16>() + size_of::<u32>()
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    pub(crate) fn as_slice(&self) -> &[Point] {
        &self.members[..self.len()]
    }

    /// The member at `index`, below 361 even if not below `len`.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Point {
        debug_assert!(index < self.len());
        // SAFETY: `len` never exceeds 361 (see `insert`), and callers draw `index` below it.
        unsafe { *self.members.get_unchecked(index) }
    }

    /// Adds a point that is not a member.
    #[inline(always)]
    pub(crate) fn insert(&mut self, point: Point) {
        debug_assert!(!self.as_slice().contains(&point));
        let index = self.len();
        // The only way for `len` to grow. This check keeps the promise of `len <= 361`
        // even if a caller were to insert a member twice.
        assert!(index < 361);
        self.members[index] = point;
        self.slot[point] = index as u16;
        self.len += 1;
    }

    /// Removes a member.
    #[inline(always)]
    pub(crate) fn remove(&mut self, point: Point) {
        debug_assert!(self.as_slice().contains(&point));
        let index = usize::from(self.slot[point]);
        self.len -= 1;
        // SAFETY: there was a member, and `len` was at most 361 (see `insert`).
        let last = unsafe { *self.members.get_unchecked(self.len()) };
        // SAFETY: slots only ever hold indices that were below 361 when written.
        unsafe { *self.members.get_unchecked_mut(index) = last };
        self.slot[last] = index as u16;
    }

    /// Exchanges the members at two indices.
    #[inline(always)]
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        let (first, second) = (self.get(a), self.get(b));
        // SAFETY: as for `get`.
        unsafe {
            *self.members.get_unchecked_mut(a) = second;
            *self.members.get_unchecked_mut(b) = first;
        }
        self.slot[second] = a as u16;
        self.slot[first] = b as u16;
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
