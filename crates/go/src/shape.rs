//! A few connected points, and what their shape means for eyes.

use tengen_game::Player;

use crate::chains::Chains;
use crate::point::{Point, SIDES, STRIDE, StoredVertex};

/// Some connected points, at most [`SmallShape::MOST`].
#[derive(Clone)]
pub struct SmallShape {
    /// More than there are, so that all neighbours of the last one can be added at once.
    points: [StoredVertex; ROOM],
    len: usize,
    /// A bit for each, by the last six bits of their numbers. Rows are 20 apart, so that points with the
    /// same are seven steps from each other or more: further than these.
    bits: u64,
}

const ROOM: usize = 16;

impl SmallShape {
    /// The most points of an eye space that one stone makes into one eye, and the most stones that kill
    /// when they are taken.
    pub const MOST: usize = 6;

    /// One point.
    #[inline(always)]
    pub(crate) const fn new(first: Point) -> Self {
        let bits = 1 << (first.index() % 64);
        Self { points: [first.vertex().stored(); ROOM], len: 1, bits }
    }

    /// How many points there are.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // never
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The points.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.points[..self.len.min(ROOM)].iter().map(|point| point.get().point())
    }

    /// The point that was added after so many others.
    #[inline(always)]
    pub(crate) const fn point(&self, index: usize) -> Point {
        self.points[index % ROOM].get().point()
    }

    /// Adds a point, which is new and connected with the others.
    #[inline(always)]
    pub(crate) const fn add(&mut self, point: Point) {
        self.points[self.len % ROOM] = point.vertex().stored();
        self.len += 1;
        self.bits |= 1 << (point.index() % 64);
    }

    /// Adds those of some sides of a point, with bits as in [`Sides`], that are not there yet. There may
    /// be too many afterwards.
    #[inline(always)]
    pub(crate) fn add_sides(&mut self, point: Point, sides: Sides) {
        let below = first_side(point);
        let new = sides.0 & !self.bits.rotate_right(below);
        self.bits |= new.rotate_left(below);
        for (step, place) in SIDES.into_iter().zip(Sides::PLACES) {
            self.points[self.len % ROOM] = point.step(step).stored();
            self.len += (new >> place & 1) as usize;
        }
    }

    /// The point on which a stone leaves one eye of a space of this shape: three in a row or bent, four
    /// around one, the bulky and the crossed five, the rabbity six.
    #[must_use]
    pub fn vital_point(&self) -> Option<Point> {
        if self.len < 3 {
            return None;
        }
        let (Degrees([_, _, two, three, four]), most) = self.degrees();
        let is_vital = match self.len {
            3 => true,
            4 => three == 1,
            5 => four == 1 || three == 1 && two == 3,
            _ => four == 1 && two == 3,
        };
        is_vital.then_some(most)
    }

    /// Whether stones of this shape, once they are taken, leave a space that becomes one eye.
    #[must_use]
    pub fn kills(&self) -> bool {
        let is_square = || self.len == 4 && self.degrees().0.0[2] == 4;
        self.len <= 3 || self.vital_point().is_some() || is_square()
    }

    /// How many points have 0, 1, ... 4 neighbours within the shape, and one that has most.
    #[inline(always)]
    fn degrees(&self) -> (Degrees, Point) {
        let (mut counts, mut most) = ([0; 5], 0);
        for i in 0..self.len {
            let beside = self.bits.rotate_right(first_side(self.point(i)));
            let count = |sum, place| sum + (beside >> place & 1) as usize;
            let degree = Sides::PLACES.into_iter().fold(0, count);
            counts[degree] += 1;
            most = most.max(ROOM * degree + i);
        }
        (Degrees(counts), self.point(most))
    }
}

impl Chains {
    /// The chain that a stone of `player` on the empty `point` would be of, if it is small.
    #[must_use]
    pub fn small_chain_after(&self, player: Player, point: Point) -> Option<SmallShape> {
        let roots = point.sides().map(|side| self.root_of(side));
        let is_joined = |i: usize| {
            self.liberties[roots[i]].is_stone_of(player)
                & (0..i).fold(true, |new, j| new & (roots[j] != roots[i]))
        };
        let joined: [bool; 4] = std::array::from_fn(is_joined);
        let size = |i: usize| if joined[i] { usize::from(self.chain_size[roots[i]]) } else { 0 };
        if 1 + (0..4).map(size).sum::<usize>() > SmallShape::MOST {
            return None;
        }
        let mut shape = SmallShape::new(point);
        for (root, _) in roots.into_iter().zip(joined).filter(|&(_, joined)| joined) {
            self.chain(root.point()).for_each(|stone| shape.add(stone));
        }
        Some(shape)
    }
}

struct Degrees([u8; 5]);

/// Some of the four sides of a point, in a word that begins with the one below: a bit for each, as far
/// from each other as their numbers.
#[derive(Clone, Copy)]
pub(crate) struct Sides(u64);

impl Sides {
    /// The bits of the four [`SIDES`].
    const PLACES: [usize; 4] = [0, STRIDE - 1, STRIDE + 1, 2 * STRIDE];

    /// The empty ones, by the cells around the point.
    #[inline(always)]
    pub(crate) const fn empty(cells: u16) -> Self {
        let [below, left, right, above] = Self::PLACES;
        let empty = !(cells | cells >> 1) as u64;
        let below = (empty >> 12 & 1) << below;
        let above = (empty >> 2 & 1) << above;
        Self(below | (empty >> 6 & 1) << left | (empty >> 8 & 1) << right | above)
    }
}

/// Where the side below a point has its bit.
#[inline(always)]
const fn first_side(point: Point) -> u32 {
    (point.index() - STRIDE) as u32 % 64
}
