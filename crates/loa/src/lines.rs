//! The lines of the board and how many pieces stand on each.
//!
//! There are 46 lines: 8 ranks, 8 files, and 15 diagonals each way. A piece moves as many squares
//! as its line has pieces, so the counts are kept from move to move: four bits a line, one word
//! for each of the four ways a line can run.

use crate::square::Square;

/// How lines run: along a rank, a file, a rising or a falling diagonal.
pub(crate) const AXES: usize = 4;

/// One of the eight ways a piece can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction(u8);

impl Direction {
    /// All eight: east, north, north-east, north-west, and their opposites in the same order.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The direction of a number; only its lowest three bits count.
    #[inline(always)]
    pub(crate) const fn wrapping(index: usize) -> Self {
        Self((index % 8) as u8)
    }

    /// Its place in [`Direction::ALL`].
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize % 8
    }

    #[inline(always)]
    pub(crate) const fn axis(self) -> usize {
        self.0 as usize % AXES
    }

    /// Whether square numbers grow this way.
    #[inline(always)]
    pub(crate) const fn is_upwards(self) -> bool {
        self.index() < AXES
    }

    /// By how much the number of a square grows in one step, modulo 2⁶⁴.
    #[inline(always)]
    pub(crate) const fn stride(self) -> usize {
        const STRIDES: [isize; 8] = [1, 8, 9, 7, -1, -8, -9, -7];
        STRIDES[self.index()] as usize
    }

    /// Files and ranks of one step.
    #[must_use]
    pub const fn step(self) -> (isize, isize) {
        let (file, rank) = [(1, 0), (0, 1), (1, 1), (-1, 1)][self.axis()];
        if self.is_upwards() { (file, rank) } else { (-file, -rank) }
    }

    /// The way from one square to another, if they share a line, and how many squares it is.
    #[must_use]
    pub fn between(from: Square, to: Square) -> Option<(Self, usize)> {
        let files = to.file() as isize - from.file() as isize;
        let ranks = to.rank() as isize - from.rank() as isize;
        let distance = files.abs().max(ranks.abs());
        let runs = |d: &Self| (d.step().0 * distance, d.step().1 * distance) == (files, ranks);
        let direction = Self::ALL.into_iter().find(runs)?;
        (distance > 0).then_some((direction, distance as usize))
    }
}

/// What a square is to one of its lines.
#[derive(Clone, Copy)]
pub(crate) struct Ray {
    /// Where the line's count begins in its word.
    pub(crate) shift: u8,
    /// How many squares there are up to the edge.
    pub(crate) room: u8,
}

/// For every square and direction.
pub(crate) static RAYS: [[Ray; 8]; 64] = {
    let mut rays = [[Ray { shift: 0, room: 0 }; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let line = [rank, file, rank + 7 - file, rank + file];
        let (east, north, west, south) = (7 - file, 7 - rank, file, rank);
        let room = [
            east,
            north,
            smaller(north, east),
            smaller(north, west),
            west,
            south,
            smaller(south, west),
            smaller(south, east),
        ];
        let mut direction = 0;
        while direction < 8 {
            let shift = 4 * line[direction % AXES] as u8;
            rays[square][direction] = Ray { shift, room: room[direction] as u8 };
            direction += 1;
        }
        square += 1;
    }
    rays
};

const fn smaller(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// For every square and axis, all squares of the line.
pub(crate) static LINES: [[u64; AXES]; 64] = {
    let mut lines = [[0; AXES]; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < AXES {
            let stride = Direction::ALL[axis].stride();
            let (above, below) = (RAYS[square][axis].room, RAYS[square][axis + AXES].room);
            let mut at = square - below as usize * stride;
            let mut left = above + below + 1;
            while left > 0 {
                lines[square][axis] |= 1 << at;
                at += stride;
                left -= 1;
            }
            axis += 1;
        }
        square += 1;
    }
    lines
};

/// The squares strictly between the ends of a move of this length, seen from the end with the
/// lower number. Lengths are below 16 so that any four bits may index.
pub(crate) static BETWEEN: [[u64; 16]; AXES] = {
    let mut masks = [[0; 16]; AXES];
    let mut axis = 0;
    while axis < AXES {
        let mut length = 2;
        while length <= 8 {
            let bit = Direction::ALL[axis].stride() * (length - 1);
            masks[axis][length] = masks[axis][length - 1] | 1 << bit;
            length += 1;
        }
        axis += 1;
    }
    masks
};

/// What a piece on a square adds to the counts of its four lines.
static ONE_PIECE: [[u64; AXES]; 64] = {
    let mut table = [[0; AXES]; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < AXES {
            table[square][axis] = 1 << RAYS[square][axis].shift;
            axis += 1;
        }
        square += 1;
    }
    table
};

/// How many pieces stand on each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LineCounts([u64; AXES]);

impl LineCounts {
    /// The pieces on the line through `square` along an axis.
    #[inline(always)]
    pub(crate) const fn get(&self, axis: usize, square: Square) -> usize {
        (self.0[axis] >> RAYS[square.index()][axis].shift) as usize % 16
    }

    /// A piece is put on an empty square.
    const fn add(&mut self, square: Square) {
        let mut axis = 0;
        while axis < AXES {
            self.0[axis] += ONE_PIECE[square.index()][axis];
            axis += 1;
        }
    }

    /// The counts of a set of pieces.
    pub(crate) const fn of(mut pieces: u64) -> Self {
        let mut counts = Self([0; AXES]);
        while pieces != 0 {
            counts.add(Square::wrapping(pieces.trailing_zeros() as usize));
            pieces &= pieces - 1;
        }
        counts
    }

    /// A piece goes from one square to another, onto a piece that it takes or not.
    #[inline(always)]
    pub(crate) fn shift_piece(&mut self, from: Square, to: Square, captures: bool) {
        // No branch: whether a move captures is hard to predict.
        let kept = u64::from(captures).wrapping_sub(1);
        let (there, here) = (&ONE_PIECE[to.index()], &ONE_PIECE[from.index()]);
        self.0 = std::array::from_fn(|axis| {
            self.0[axis].wrapping_add(there[axis] & kept).wrapping_sub(here[axis])
        });
    }
}
