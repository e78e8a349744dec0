//! Points of the board, in one layout that serves every size.
//!
//! Each board is stored in rows of [`STRIDE`] vertices, with one border column shared by
//! neighbouring rows and a border row below and above. The layout does not depend on the board's
//! size, so `D4` is the same [`Point`] on every board, neighbours are fixed offsets, and one
//! compiled playout loop runs on every size at full speed.

use std::fmt;
use std::str::FromStr;

use crate::size::BoardSize;

/// Vertices from one row to the next: nineteen points and a border.
pub(crate) const STRIDE: usize = 20;
/// Vertices of the largest board with its border: every `Point` is a distance of more than
/// `STRIDE` away from both ends, so that all eight neighbours are in range.
pub(crate) const VERTICES: usize = 21 * STRIDE + 1;

/// A point of the board, such as `D4`. Columns are lettered from the left without `I`, rows are
/// numbered from the bottom.
///
/// ```
/// use tengen_go::Point;
/// let point: Point = "J9".parse().unwrap();
/// assert_eq!((point.x(), point.y()), (8, 8));
/// assert_eq!(point.to_string(), "J9");
/// assert!("I5".parse::<Point>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

/// A text that names no point of a 19x19 board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a point: a letter A to T without I, then a number 1 to 19")]
pub struct BadPoint(String);

const LETTERS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

impl Point {
    /// The point in column `x` and row `y`, counted from 0 at the bottom left, both below 19.
    #[must_use]
    pub const fn new(x: usize, y: usize) -> Option<Self> {
        if x < 19 && y < 19 { Some(Self::at(x, y)) } else { None }
    }

    /// The point of this vertex number, if it is one of a 19x19 board.
    #[inline(always)]
    pub(crate) const fn from_vertex_index(index: usize) -> Option<Self> {
        if index > STRIDE && index < VERTICES - STRIDE - 1 && !index.is_multiple_of(STRIDE) {
            Some(Self(index as u16))
        } else {
            None
        }
    }

    /// The same for coordinates known to be below 19. The soundness of `Grid` rests on this check.
    #[inline(always)]
    pub(crate) const fn at(x: usize, y: usize) -> Self {
        assert!(x < 19 && y < 19);
        Self(((y + 1) * STRIDE + x + 1) as u16)
    }

    /// The neighbours on a board of this size: four, or fewer at the edge.
    ///
    /// ```
    /// use tengen_go::{BoardSize, Point};
    /// let corner: Point = "A1".parse().unwrap();
    /// let names = corner.neighbours(BoardSize::MAX).map(|p| p.to_string());
    /// assert_eq!(names.collect::<Vec<_>>(), ["B1", "A2"]);
    /// ```
    pub fn neighbours(self, size: BoardSize) -> impl Iterator<Item = Self> {
        self.sides().into_iter().filter_map(move |vertex| vertex.on_board(size))
    }

    /// One more than the largest [`Point::index`].
    pub const INDICES: usize = VERTICES;

    /// A number for tables: below [`Point::INDICES`], the same on boards of all sizes.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.vertex().index()
    }

    /// Column, from 0 at the left.
    #[inline]
    #[must_use]
    pub const fn x(self) -> usize {
        self.0 as usize % STRIDE - 1
    }

    /// Row, from 0 at the bottom.
    #[inline]
    #[must_use]
    pub const fn y(self) -> usize {
        self.0 as usize / STRIDE - 1
    }

    /// The letter of the column.
    #[must_use]
    pub const fn column(self) -> char {
        LETTERS[self.x()] as char
    }

    #[inline(always)]
    pub(crate) const fn vertex(self) -> Vertex {
        Vertex(self.0 as usize)
    }
}

impl FromStr for Point {
    type Err = BadPoint;
    fn from_str(text: &str) -> Result<Self, BadPoint> {
        let bad = || BadPoint(text.to_owned());
        let letter = text.bytes().next().ok_or_else(bad)?.to_ascii_uppercase();
        let x = LETTERS.iter().position(|&l| l == letter).ok_or_else(bad)?;
        let number = &text[1..];
        if !number.bytes().all(|b| b.is_ascii_digit()) || number.starts_with('0') {
            return Err(bad());
        }
        let row: usize = number.parse().map_err(|_| bad())?;
        row.checked_sub(1).and_then(|y| Self::new(x, y)).ok_or_else(bad)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.column(), self.y() + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Any place of the layout, border included: always below [`VERTICES`]. As wide as a register, so
/// that a step to a neighbour disappears in the address of the load that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vertex(usize);

/// A vertex as it is kept in arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoredVertex(u16);

/// A step to one of the eight neighbours.
#[derive(Clone, Copy)]
pub(crate) struct Step(isize);

/// The four orthogonal steps.
pub(crate) const SIDES: [Step; 4] =
    [Step(-(STRIDE as isize)), Step(-1), Step(1), Step(STRIDE as isize)];
/// The four diagonal steps.
pub(crate) const DIAGONALS: [Step; 4] = [
    Step(-(STRIDE as isize) - 1),
    Step(-(STRIDE as isize) + 1),
    Step(STRIDE as isize - 1),
    Step(STRIDE as isize + 1),
];

impl Vertex {
    /// A corner of the border that no point of any board touches: stands for "nowhere".
    pub(crate) const NOWHERE: Self = Self(VERTICES - 1);

    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0
    }

    pub(crate) fn from_index(index: usize) -> Self {
        assert!(index < VERTICES);
        Self(index)
    }

    /// The point here. Only for vertices that are known not to be the border: those with a stone,
    /// in a chain's ring, or empty.
    #[inline(always)]
    pub(crate) const fn point(self) -> Point {
        Point(self.0 as u16)
    }

    /// The point here, if it is one of a board of this size.
    fn on_board(self, size: BoardSize) -> Option<Point> {
        Point::from_vertex_index(self.0).filter(|&point| size.contains(point))
    }

    #[inline(always)]
    pub(crate) const fn stored(self) -> StoredVertex {
        StoredVertex(self.0 as u16)
    }
}

impl StoredVertex {
    #[inline(always)]
    pub(crate) const fn get(self) -> Vertex {
        Vertex(self.0 as usize)
    }
}

impl Point {
    /// The neighbour in one of the eight directions. In range because a `Point` is made only from
    /// coordinates that are checked to be below 19 or from a vertex that is not the border: its
    /// index lies in 21..=399, and a step changes it by at most 21.
    #[inline(always)]
    pub(crate) const fn step(self, step: Step) -> Vertex {
        Vertex((self.0 as usize).wrapping_add_signed(step.0))
    }

    /// The four orthogonal neighbours, border included.
    #[inline(always)]
    pub(crate) fn sides(self) -> [Vertex; 4] {
        SIDES.map(|step| self.step(step))
    }

    /// All eight neighbours, border included, row by row from the upper left.
    #[inline(always)]
    pub(crate) fn around(self) -> [Vertex; 8] {
        let ([below, left, right, above], diagonals) = (self.sides(), self.diagonals());
        let [below_left, below_right, above_left, above_right] = diagonals;
        [above_left, above, above_right, left, right, below_left, below, below_right]
    }

    /// One of the eight neighbours, by its place in [`Point::around`].
    #[inline(always)]
    pub(crate) const fn neighbour(self, place: usize) -> Vertex {
        const STEPS: [Step; 8] = [
            DIAGONALS[2],
            SIDES[3],
            DIAGONALS[3],
            SIDES[1],
            SIDES[2],
            DIAGONALS[0],
            SIDES[0],
            DIAGONALS[1],
        ];
        self.step(STEPS[place % 8])
    }

    /// The four diagonal neighbours, border included.
    #[inline(always)]
    pub(crate) fn diagonals(self) -> [Vertex; 4] {
        DIAGONALS.map(|step| self.step(step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_all_neighbours_in_range_and_away_from_nowhere() {
        for y in 0..19 {
            for x in 0..19 {
                let point = Point::at(x, y);
                assert_eq!((point.x(), point.y()), (x, y));
                for v in point.sides().into_iter().chain(point.diagonals()) {
                    assert!(v.index() < VERTICES);
                    if (x, y) != (18, 18) {
                        assert_ne!(v, Vertex::NOWHERE);
                    }
                }
                for v in point.sides() {
                    assert_ne!(v, Vertex::NOWHERE);
                }
                let one_by_one = std::array::from_fn(|place| point.neighbour(place));
                assert_eq!(point.around(), one_by_one);
            }
        }
    }

    #[test]
    fn names_go_both_ways() {
        for y in 0..19 {
            for x in 0..19 {
                let point = Point::at(x, y);
                assert_eq!(point.to_string().parse(), Ok(point));
                assert_eq!(point.to_string().to_lowercase().parse(), Ok(point));
            }
        }
    }

    #[test]
    fn bad_names_are_refused() {
        for text in
            ["", "I5", "A0", "A20", "A", "5", "U1", "AA1", "A1x", "A-1", "A+1", "A01", "é4", "A٣"]
        {
            assert!(text.parse::<Point>().is_err(), "{text:?}");
        }
    }
}
