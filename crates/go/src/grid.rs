//! An array without bounds checks, and the proof that none is needed.
//!
//! This and `point_set.rs` are the only unsafe code of the crate. ARCHITECTURE.md says what the
//! checks would cost.
#![allow(unsafe_code)]

use std::ops::{Index, IndexMut};

use crate::liberties::Liberties;
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

    /// The values from a point of the first column on, in its row.
    #[inline(always)]
    pub(crate) fn row<const SIDE: usize>(&self, first: Point) -> &[T; SIDE] {
        let row = self.0[first.index()..].first_chunk();
        row.unwrap_or_else(|| unreachable!("the upper border is longer than a row"))
    }

    /// So many values that come before a vertex.
    #[inline(always)]
    pub(crate) fn before(&self, vertex: Vertex, count: usize) -> &[T] {
        &self.0[vertex.index() - count..vertex.index()]
    }

    /// The values of a vertex and the two after it.
    #[inline(always)]
    pub(crate) fn three(&self, vertex: Vertex) -> &[T] {
        &self.0[vertex.index()..vertex.index() + 3]
    }

    /// Copies what a board of this size uses.
    #[inline(always)]
    pub(crate) fn copy_used(&mut self, other: &Self, size: BoardSize) {
        let used = Self::used(size);
        self.0[..used].copy_from_slice(&other.0[..used]);
    }
}

impl Grid<Liberties> {
    /// Whether what a board of this size uses is the same.
    pub(crate) fn is_same(&self, other: &Self, size: BoardSize) -> bool {
        let used = Self::used(size);
        let pairs = self.0[..used].iter().zip(&other.0[..used]);
        // No early end: it goes faster in one sweep.
        pairs.fold(true, |same, (a, b)| same & (a == b))
    }
}

impl<T> Index<Vertex> for Grid<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, vertex: Vertex) -> &T {
        debug_assert!(vertex.index() < VERTICES);
        // SAFETY: a `Vertex` is below VERTICES: `Vertex::from_index` asserts it, `NOWHERE` is, and
        // `Point::step` explains why every neighbour of a point is. A `Point` is at most 399:
        // `Point::at` asserts its coordinates, `Point::from_vertex_index` checks, and
        // `Vertex::point` keeps the number.
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
