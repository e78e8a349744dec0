//! Move categories and how often moves of each are played (paper 000, section 3.1).

use std::fmt;
use std::str::FromStr;

use tengen_loa::{Board, Move, Player};

use crate::loa::geometry::{DISTANCE, REGIONS, centre_of_mass, region};

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
/// assert_eq!(category.to_string(), "capture rim rim -1");
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
    distance: &'static [u8; 64],
}

impl Mover {
    /// The player to move on a board.
    #[inline(always)]
    #[must_use]
    pub fn new(board: &Board, player: Player) -> Self {
        Self { distance: &DISTANCE[centre_of_mass(board.pieces(player))] }
    }

    /// The category of one of his moves; a pass has none.
    #[inline(always)]
    #[must_use]
    pub fn category(&self, m: Move) -> Option<Category> {
        let (from, to) = m.squares()?;
        let nearer = i32::from(self.distance[from.index()]) - i32::from(self.distance[to.index()]);
        Some(Category::of(m.is_capture(), region(from), region(to), nearer))
    }
}
