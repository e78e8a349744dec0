//! Move categories and how often moves of each are played (paper 000, section 3.1).

use std::fmt;
use std::str::FromStr;

use tengen_loa::{Board, Move, Player, Square};

use crate::loa::geometry::{DISTANCE, REGION, REGIONS, centre_of_mass};

/// A kind of move: capture or not, the regions it leaves and enters, and how many king steps it
/// comes nearer to (or goes further from) the centre of mass of the mover's pieces.
///
/// The paper does not say how it measures that distance; here it is the number of king steps to
/// the centre of mass before the move, rounded to a square.
///
/// ```
/// use tengen_loa::{Game, Position, Rules};
/// use tengen_policy::loa::{Category, Mover};
/// let start = Position::new(Rules::PAPER);
/// let mover = Mover::new(start.board(), start.to_move());
/// let category = mover.category(start.parse_move("c1xa3").unwrap()).unwrap();
/// assert_eq!(category.to_string(), "capture rim rim 0");
/// assert_eq!(category.to_string().parse(), Ok(category));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Category(u16);

/// The furthest a move can come nearer or go away, in king steps.
const FURTHEST: i32 = 7;
const CHANGES: usize = 2 * FURTHEST as usize + 1;

/// The names of the regions, the outermost first.
const REGION_NAMES: [&str; REGIONS] = ["corner", "rim", "6x6", "4x4", "centre"];

impl Category {
    /// How many there could be; most never occur.
    pub const COUNT: usize = 2 * REGIONS * REGIONS * CHANGES;

    #[inline(always)]
    fn of(captures: bool, from: usize, to: usize, nearer: i32) -> Self {
        let regions = (usize::from(captures) * REGIONS + from) * REGIONS + to;
        Self((regions * CHANGES + (nearer + FURTHEST) as usize) as u16)
    }

    /// Its number, below [`Category::COUNT`].
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All that there could be.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u16).map(Self)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (regions, change) = (self.index() / CHANGES, (self.index() % CHANGES) as i32);
        let kind = if regions >= REGIONS * REGIONS { "capture" } else { "quiet" };
        let from = REGION_NAMES[regions / REGIONS % REGIONS];
        let to = REGION_NAMES[regions % REGIONS];
        match change - FURTHEST {
            0 => write!(f, "{kind} {from} {to} 0"),
            nearer => write!(f, "{kind} {from} {to} {nearer:+}"),
        }
    }
}

/// A text that names no category.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a category of moves such as \"capture rim centre +3\"")]
pub struct BadCategory(String);

impl FromStr for Category {
    type Err = BadCategory;
    fn from_str(text: &str) -> Result<Self, BadCategory> {
        let read = || {
            let words: Vec<&str> = text.split(' ').collect();
            let &[kind, from, to, nearer] = words.as_slice() else { return None };
            let captures = ["quiet", "capture"].iter().position(|&name| name == kind)? == 1;
            let region = |word| REGION_NAMES.iter().position(|&name| name == word);
            let nearer: i32 = nearer.parse().ok()?;
            (nearer.abs() <= FURTHEST).then_some(())?;
            Some(Self::of(captures, region(from)?, region(to)?, nearer))
        };
        read().ok_or_else(|| BadCategory(text.to_owned()))
    }
}

/// A player about to move: what all his moves' categories share.
#[derive(Clone, Copy)]
pub struct Mover {
    parts: &'static Parts,
}

/// What the two ends of a move add to the number of its category, by squares.
struct Parts {
    from: [u16; 64],
    to: [u16; 64],
}

/// By the centre of mass. The parts of `to` may be negative: they wrap around.
static PARTS: [Parts; 64] = {
    let mut table = [const { Parts { from: [0; 64], to: [0; 64] } }; 64];
    let mut centre = 0;
    while centre < 64 {
        let mut square = 0;
        while square < 64 {
            let (region, steps) = (REGION[square] as usize, DISTANCE[centre][square] as usize);
            let from = region * REGIONS * CHANGES + FURTHEST as usize + steps;
            table[centre].from[square] = from as u16;
            table[centre].to[square] = ((region * CHANGES) as u16).wrapping_sub(steps as u16);
            square += 1;
        }
        centre += 1;
    }
    table
};

/// What a capture adds.
const CAPTURE: u16 = (REGIONS * REGIONS * CHANGES) as u16;

impl Mover {
    /// The player to move on a board.
    #[inline(always)]
    #[must_use]
    pub fn new(board: &Board, player: Player) -> Self {
        Self { parts: &PARTS[centre_of_mass(board.pieces(player))] }
    }

    /// The category of one of his moves; a pass has none.
    #[inline(always)]
    #[must_use]
    pub fn category(&self, m: Move) -> Option<Category> {
        let (from, to) = m.squares()?;
        Some(self.of(from, to, m.is_capture()))
    }

    #[inline(always)]
    pub(crate) fn of(&self, from: Square, to: Square, captures: bool) -> Category {
        let ends = self.parts.from[from.index()].wrapping_add(self.parts.to[to.index()]);
        Category(ends.wrapping_add(CAPTURE * u16::from(captures)))
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::Rng;

    use super::*;
    use crate::loa::geometry::region;

    #[test]
    fn numbers_are_those_of_the_parts() {
        let mut rng = Rng::new(1);
        for _ in 0..100_000 {
            let centre = rng.below(64);
            let squares: Vec<Square> = Square::all().collect();
            let [from, to] = [squares[rng.below(64)], squares[rng.below(64)]];
            let captures = rng.below(2) == 1;
            let steps = |square: Square| i32::from(DISTANCE[centre][square.index()]);
            let nearer = steps(from) - steps(to);
            let category = Category::of(captures, region(from), region(to), nearer);
            assert_eq!(Mover { parts: &PARTS[centre] }.of(from, to, captures), category);
        }
    }

    #[test]
    fn names_are_read_back() {
        for category in Category::all() {
            assert_eq!(category.to_string().parse(), Ok(category));
        }
        for bad in ["", "quiet rim rim", "quiet rim rim +8", "loud rim rim 0", "quiet rim edge 0"] {
            assert!(bad.parse::<Category>().is_err(), "{bad:?}");
        }
    }
}
