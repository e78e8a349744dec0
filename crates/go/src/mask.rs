//! Sets of points as bits.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

use crate::point::{Point, VERTICES};

const WORDS: usize = VERTICES.div_ceil(64);

/// A set of points, one bit each.
///
/// ```
/// use tengen_go::{BoardSize, PointMask};
/// let all: PointMask = BoardSize::MIN.points().collect();
/// let corner: PointMask = ["A1".parse().unwrap()].into_iter().collect();
/// assert_eq!((all - corner).len(), 3);
/// assert_eq!((all - corner) | corner, all);
/// assert_eq!(all & corner, corner);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PointMask([u64; WORDS]);

impl PointMask {
    /// The set without points.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Whether `point` is a member.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        let index = point.vertex().index();
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Adds a point; says whether it is new.
    pub fn insert(&mut self, point: Point) -> bool {
        let index = point.vertex().index();
        let (word, bit) = (&mut self.0[index / 64], 1 << (index % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes a point out; says whether it was in.
    pub fn remove(&mut self, point: Point) -> bool {
        let index = point.vertex().index();
        let (word, bit) = (&mut self.0[index / 64], 1 << (index % 64));
        let was_in = *word & bit != 0;
        *word &= !bit;
        was_in
    }

    /// How many points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The points, row by row from A1.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |i| {
            let mut word = words[i];
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Point::from_vertex_index(i * 64 + bit)
            })
        })
    }
}

/// Both together.
impl BitOr for PointMask {
    type Output = Self;
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitOrAssign for PointMask {
    fn bitor_assign(&mut self, other: Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
    }
}

/// What is in both.
impl BitAnd for PointMask {
    type Output = Self;
    fn bitand(mut self, other: Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine &= theirs;
        }
        self
    }
}

/// What is in the first only.
impl Sub for PointMask {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl SubAssign for PointMask {
    fn sub_assign(&mut self, other: Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine &= !theirs;
        }
    }
}

impl FromIterator<Point> for PointMask {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut mask = Self::EMPTY;
        for point in points {
            mask.insert(point);
        }
        mask
    }
}
