//! A chain's pseudo-liberties, its colour and two flags, packed in one word.
//!
//! A *pseudo-liberty* is a pair (stone of the chain, empty point next to it): a point that touches
//! the chain twice counts twice. Unlike liberties they can be added and taken away without asking
//! whether they are already there, so playing next to a chain and joining two chains are one
//! addition each. Besides their number the word holds the sum and the sum of squares of their
//! vertices, which tells exactly when all of them lie on one point: atari.

use tengen_game::Player;

use crate::point::{Point, VERTICES};

/// | bits | what |
/// |---|---|
/// | 0-10 | number of pseudo-liberties |
/// | 11-30 | sum of their vertices |
/// | 31-59 | sum of the squares of their vertices |
/// | 60 | watched: see `Board::watch` |
/// | 61 | off the board |
/// | 62, 63 | a black, a white chain |
///
/// An empty point has a word too, without colour: its liberties are its empty neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Liberties(u64);

const COUNT: u64 = (1 << 11) - 1;
const SUM_SHIFT: u32 = 11;
const SUM: u64 = (1 << 20) - 1;
const SQUARES_SHIFT: u32 = 31;
const ALL: u64 = (1 << 60) - 1;
/// Off the board, and the colours.
const FLAGS: u64 = 7 << 61;

// The fields cannot overflow: 361 points have at most 4 * 361 sides between them.
const _: () = assert!(4 * 361 <= COUNT && 4 * 361 * VERTICES as u64 <= SUM);
const _: () = assert!(4 * 361 * (VERTICES * VERTICES) as u64 <= ALL >> SQUARES_SHIFT);

/// How many spreads the table below tells apart; it is exact for smaller ones.
const SPREADS: usize = 1 << 13;

/// By number of pseudo-liberties: the spreads that they may have if p of them lie on one point and q
/// on another, at most four each, which is pq times the square of the distance; a bit each.
static ON_TWO: [[u64; SPREADS / 64]; 16] = {
    let mut table = [[0; SPREADS / 64]; 16];
    let mut p = 1;
    while p <= 4 {
        let mut q = 1;
        while q <= p {
            let mut distance = 1;
            while distance < VERTICES {
                let spread = p * q * distance * distance % SPREADS;
                table[p + q][spread / 64] |= 1 << (spread % 64);
                distance += 1;
            }
            q += 1;
        }
        p += 1;
    }
    table
};

/// 2¹⁶ divided by 1 to 4, rounded up: multiplying by it and shifting divides sums of so few vertices.
const SHARES: [u64; 5] = [0, 1 << 16, 1 << 15, (1 << 16) / 3 + 1, 1 << 14];

impl Liberties {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const WATCHED: Self = Self(1 << 60);
    const OFF_BOARD: u64 = 1 << 61;
    /// A border vertex. Half-full fields, so that taking and giving liberties never reaches a flag.
    pub(crate) const BORDER: Self = Self(Self::OFF_BOARD | 1 << 59);

    /// One pseudo-liberty.
    #[inline(always)]
    pub(crate) const fn one(point: Point) -> Self {
        Self::at(point.vertex().index() as u64)
    }

    #[inline(always)]
    const fn at(vertex: u64) -> Self {
        Self(1 | vertex << SUM_SHIFT | (vertex * vertex) << SQUARES_SHIFT)
    }

    /// A stone without liberties: the colour flag alone, and what a captured chain comes down to.
    #[inline(always)]
    pub(crate) const fn breathless(player: Player) -> Self {
        Self(1 << (62 + player.index()))
    }

    #[inline(always)]
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    #[inline(always)]
    pub(crate) const fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// All bits of both.
    #[inline(always)]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The pseudo-liberties alone, without colour and flags.
    #[inline(always)]
    pub(crate) const fn bare(self) -> Self {
        Self(self.0 & ALL)
    }

    #[inline(always)]
    pub(crate) const fn without_watch(self) -> Self {
        Self(self.0 & !Self::WATCHED.0)
    }

    /// Joined with another chain of the same colour.
    #[inline(always)]
    pub(crate) const fn join(self, other: Self) -> Self {
        Self((self.0.wrapping_add(other.0 & ALL)) | (other.0 & Self::WATCHED.0))
    }

    #[inline(always)]
    pub(crate) const fn is_stone_of(self, player: Player) -> bool {
        self.0 >> (62 + player.index()) & 1 != 0
    }

    #[inline(always)]
    pub(crate) const fn is_stone(self) -> bool {
        self.0 >> 62 != 0
    }

    #[inline(always)]
    pub(crate) const fn is_off_board(self) -> bool {
        self.0 & Self::OFF_BOARD != 0
    }

    #[inline(always)]
    pub(crate) const fn is_empty_point(self) -> bool {
        self.0 >> 61 == 0
    }

    /// 0 for an empty point, 1 and 2 for the stones of the players, 3 for the border.
    #[inline(always)]
    pub(crate) const fn cell(self) -> u16 {
        let border = (self.0 >> 61 & 1) as u16;
        (self.0 >> 62) as u16 | (3 * border)
    }

    #[inline(always)]
    pub(crate) const fn is_watched(self) -> bool {
        self.0 & Self::WATCHED.0 != 0
    }

    /// Whether there is no liberty left.
    #[inline(always)]
    pub(crate) const fn is_none(self) -> bool {
        self.0 & ALL == 0
    }

    /// Whether every pseudo-liberty lies on `point` (also true of none at all).
    #[inline(always)]
    pub(crate) const fn only_at(self, point: Point) -> bool {
        (self.0 & COUNT).wrapping_mul(Self::one(point).0) == self.0 & ALL
    }

    /// How many pseudo-liberties there are.
    #[inline(always)]
    pub(crate) const fn count(self) -> u64 {
        self.0 & COUNT
    }

    /// Whether there are so few pseudo-liberties that all may lie on one point, which touches a
    /// chain at most four times.
    #[inline(always)]
    pub(crate) const fn are_few(self) -> bool {
        self.count() <= 4
    }

    /// The one liberty, if there is exactly one.
    #[inline(always)]
    pub(crate) const fn single(self) -> Option<Point> {
        let count = (self.0 & COUNT) as u32;
        if count == 0 || !self.are_few() {
            return None;
        }
        // If all lie on one vertex, it is their mean. For equal numbers, and only for them,
        // count * squares = sum² (Cauchy-Schwarz), which is what the comparison comes to.
        let mean = (self.sum() * SHARES[count as usize]) >> 16;
        let word = (count as u64).wrapping_mul(Self::at(mean).0);
        if word == self.0 & ALL { Point::from_vertex_index(mean as usize) } else { None }
    }

    /// Whether it is a chain of `player` with so few pseudo-liberties that all may lie on two points.
    #[inline(always)]
    pub(crate) const fn is_of_few(self, player: Player) -> bool {
        self.0 & (FLAGS | COUNT) ^ Self::breathless(player).0 <= 8
    }

    /// Whether it is a chain of `player` with so few that all may lie on one point.
    #[inline(always)]
    pub(crate) const fn may_be_one_of(self, player: Player) -> bool {
        self.0 & (FLAGS | COUNT) ^ Self::breathless(player).0 <= 4
    }

    #[inline(always)]
    const fn sum(self) -> u64 {
        self.0 >> SUM_SHIFT & SUM
    }

    #[inline(always)]
    const fn squares(self) -> u64 {
        (self.0 & ALL) >> SQUARES_SHIFT
    }

    /// count * squares - sum²: how far apart they lie, summed over all pairs, squared.
    #[inline(always)]
    const fn spread(self) -> u64 {
        (self.count() * self.squares()).wrapping_sub(self.sum() * self.sum())
    }

    /// Whether all lie on one point (also true of none at all).
    #[inline(always)]
    pub(crate) const fn are_on_one_point(self) -> bool {
        self.spread() == 0
    }

    /// Whether it is a chain of `player` in atari: one comparison for all.
    #[inline(always)]
    pub(crate) const fn is_of_one(self, player: Player) -> bool {
        let other = self.spread() | (self.0 & FLAGS ^ Self::breathless(player).0);
        other < (self.count() != 0) as u64
    }

    /// Whether all may lie on two points: false only if they do not, true only rarely if they do not.
    #[inline(always)]
    pub(crate) fn may_be_on_two_points(self) -> bool {
        let spread = self.spread() as usize % SPREADS;
        ON_TWO[(self.count() & 15) as usize][spread / 64] >> (spread % 64) & 1 != 0
    }

    /// The same for one point or two.
    #[inline(always)]
    pub(crate) fn may_be_on_one_or_two_points(self) -> bool {
        self.are_on_one_point() | self.may_be_on_two_points()
    }

    /// Without those on `point`, of which there are so many.
    #[inline(always)]
    pub(crate) const fn without(self, times: u64, point: Point) -> Self {
        Self(self.0.wrapping_sub(times.wrapping_mul(Self::one(point).0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::Rng;

    #[test]
    fn single_is_found_exactly_when_all_are_equal() {
        let mut rng = Rng::new(1);
        for _ in 0..200_000 {
            let count = 1 + rng.below(6);
            let spread = 1 + rng.below(4);
            let base = Point::at(rng.below(19 - spread + 1), rng.below(18));
            let points: Vec<Point> = (0..count)
                .map(|_| Point::at(base.x() + rng.below(spread), base.y() + rng.below(2)))
                .collect();
            let word = points.iter().fold(Liberties::NONE, |w, &p| w.plus(Liberties::one(p)));
            let all_equal = points.iter().all(|&p| p == points[0]);
            // More than four touches of one point do not occur on a board.
            let expected = (all_equal && count <= 4).then_some(points[0]);
            assert_eq!(word.single(), expected, "{points:?}");
            assert_eq!(word.only_at(points[0]), all_equal, "{points:?}");
        }
    }
}
