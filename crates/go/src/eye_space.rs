//! Small eye spaces: some empty points that stones of one colour enclose, and the point on which one
//! more stone leaves a single eye of them.
//!
//! Careful playouts ask after every move, and mostly there is none. So what stands around a point,
//! which a [`WeightedBoard`] keeps, is asked first: it mostly tells that a space is too large, or that
//! both colours stand around it.

use std::sync::LazyLock;

use tengen_game::Player;

use crate::pattern::RING;
use crate::point::{Point, SIDES};
use crate::shape::{Sides, SmallShape};
use crate::weighted_board::WeightedBoard;

impl WeightedBoard {
    /// The vital point of an eye space beside a point, usually that of the last move: three in a row or
    /// bent, four around one, the bulky and the crossed five, the rabbity six. Of two eye spaces that
    /// which comes first: below, left, right, above.
    ///
    /// It is always allowed to move there: with an empty point beside it, it is no suicide and no ko.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tengen_go::{Board, WeightTable, WeightedBoard};
    /// let board: Board = "O . . . O\nO O O O O\n. . . . .\n. . . . .\n. . . . .".parse().unwrap();
    /// let board = WeightedBoard::new(&board, Arc::new(WeightTable::new(|_| 1.0)));
    /// assert_eq!(board.vital_point_beside("A5".parse().unwrap()), Some("C5".parse().unwrap()));
    /// assert_eq!(board.vital_point_beside("A4".parse().unwrap()), None);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn vital_point_beside(&self, point: Point) -> Option<Point> {
        let stone = self.board().liberties[point];
        if !stone.is_stone() {
            return self.vital_point_of_either(point);
        }
        let owner = Player::BOTH[usize::from(stone.is_stone_of(Player::White))];
        let spaces = self.eye_spaces();
        let mut sides = spaces.sides_of_stone(owner, self.cells(point.vertex()));
        while sides != 0 {
            let side = sides.trailing_zeros() as usize % 4;
            sides &= sides - 1;
            let from = point.step(SIDES[side]).point();
            if spaces.may_be_at(owner, self.cells(from.vertex())) {
                let vital = self.vital_point_around(owner, from);
                if vital.is_some() {
                    return vital;
                }
            }
        }
        None
    }

    /// The same where there is no stone, as after suicide: all that is empty beside it is of one space.
    #[cold]
    fn vital_point_of_either(&self, point: Point) -> Option<Point> {
        // What is around a point of a larger board means nothing.
        if !self.board().is_empty(point) {
            return None;
        }
        Player::BOTH.into_iter().find_map(|owner| self.vital_point_around(owner, point))
    }

    /// The vital point of the eye space of `owner` that an empty point is in, if it is in one.
    #[inline(never)]
    fn vital_point_around(&self, owner: Player, from: Point) -> Option<Point> {
        let spaces = self.eye_spaces();
        let mut shape = SmallShape::new(from);
        let mut looked_at = 0;
        while looked_at < shape.len() {
            let point = shape.point(looked_at);
            let cells = self.cells(point.vertex());
            if !spaces.may_be_at(owner, cells) {
                return None;
            }
            shape.add_sides(point, Sides::empty(cells));
            if shape.len() > SmallShape::MOST {
                return None;
            }
            looked_at += 1;
        }
        shape.vital_point()
    }
}

/// What the cells around a point tell of eye spaces there, at a glance.
pub(crate) struct EyeSpaces {
    /// By the cells around a stone: on which of the four sides there may be an eye space, a bit each,
    /// of Black in the low half, of White in the high one.
    around_stones: [u8; CODES],
    /// By owner and the cells around an empty point: whether it may be one of an eye space of three
    /// points or more; a bit each.
    within: [[u64; CODES / 64]; 2],
}

const CODES: usize = 1 << 16;

impl EyeSpaces {
    #[inline(always)]
    fn sides_of_stone(&self, owner: Player, cells: u16) -> u8 {
        self.around_stones[usize::from(cells)] >> (4 * owner.index()) & 15
    }

    #[inline(always)]
    fn may_be_at(&self, owner: Player, cells: u16) -> bool {
        self.within[owner.index()][usize::from(cells) / 64] >> (cells % 64) & 1 != 0
    }

    fn new() -> Self {
        let mut new = Self { around_stones: [0; CODES], within: [[0; CODES / 64]; 2] };
        for cells in 0..=u16::MAX {
            let ring = Ring::new(cells);
            let index = usize::from(cells);
            for owner in Player::BOTH {
                for (side, place) in Ring::SIDES.into_iter().enumerate() {
                    let may_be = ring.may_be_space_at(place, owner);
                    new.around_stones[index] |= u8::from(may_be) << (4 * owner.index() + side);
                }
                let may_be = u64::from(ring.may_be_within(owner));
                new.within[owner.index()][index / 64] |= may_be << (index % 64);
            }
        }
        new
    }
}

/// The tables, made when they are first asked for.
pub(crate) fn eye_spaces() -> &'static EyeSpaces {
    static SPACES: LazyLock<EyeSpaces> = LazyLock::new(EyeSpaces::new);
    &SPACES
}

/// The eight cells around a point, each a neighbour of the next; those with odd numbers are beside the
/// point. A bit for each that is empty, and that is a stone of Black, of White.
struct Ring {
    empty: u8,
    stones: [u8; 2],
}

impl Ring {
    const BESIDE: u8 = 0b1010_1010;
    /// Where the four [`SIDES`] are.
    const SIDES: [usize; 4] = [5, 7, 3, 1];

    fn new(cells: u16) -> Self {
        let all = |kind: u16| {
            let is_it = |place: usize| cells >> (2 * RING[place]) & 3 == kind;
            (0..8).fold(0, |set, place| set | u8::from(is_it(place)) << place)
        };
        Self { empty: all(0), stones: [all(1), all(2)] }
    }

    /// Whether there may be an eye space of `owner` at an empty place beside a stone.
    fn may_be_space_at(&self, place: usize, owner: Player) -> bool {
        let mut space = self.empty & 1 << place;
        // All that one can see of it, after some steps to both sides.
        for _ in 0..4 {
            space |= and_beside(space) & self.empty;
        }
        let theirs = self.stones[owner.opponent().index()];
        space != 0
            && space.count_ones() as usize <= SmallShape::MOST
            && and_beside(space) & theirs == 0
    }

    /// Whether the empty point in the middle may be of an eye space of `owner` of three points or more.
    fn may_be_within(&self, owner: Player) -> bool {
        let beside = self.empty & Self::BESIDE;
        // The empty points and the stones that are beside it or beside these.
        let near = and_beside(beside) | Self::BESIDE;
        let others = (self.empty & near).count_ones() as usize;
        let theirs = self.stones[owner.opponent().index()];
        beside != 0 && others < SmallShape::MOST && near & theirs == 0
    }
}

/// Some places of a ring, and those next to them.
const fn and_beside(places: u8) -> u8 {
    places | places.rotate_left(1) | places.rotate_right(1)
}
