//! The surroundings of a point beyond the eight next to it, known by keys: larger and larger ones, as
//! Coulom (2007) and Stern et al. (2006) collect them from games.
//!
//! Two surroundings are the same if turning or reflecting the board makes them so, and colours are
//! those of the player to move and his opponent.

use std::sync::LazyLock;

use tengen_go::{BoardSize, Game, Point, Position};

/// How far surroundings of a size reach: to distances dx + dy + max(dx, dy) of no more than it. 3 are
/// the eight points around, which are patterns of their own.
const SIZES: std::ops::RangeInclusive<usize> = 4..=13;

/// The farthest a coordinate can be off.
const REACH: usize = *SIZES.end() / 2;

/// A row of the board with room for all surroundings of its points.
const ROW: usize = BoardSize::MAX.side() + 2 * REACH;

/// What a point can be, for the player to move; empty points are 0.
const OWN: u8 = 1;
const THEIRS: u8 = 2;
const OUTSIDE: u8 = 3;

/// One of the points around.
struct Neighbour {
    /// How far its cell is from that of the middle.
    step: isize,
    /// What a stone of each colour, or the world outside, adds to the hash in each of the eight views.
    keys: [[u64; 8]; 3],
}

/// The points around by their distance: first all up to 3, then those of each size.
struct Rings {
    neighbours: Vec<Neighbour>,
    /// Where the neighbours of each size end, from 3 on.
    ends: Vec<usize>,
}

static RINGS: LazyLock<Rings> = LazyLock::new(Rings::new);

/// Spreads a number over all bits.
const fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

impl Rings {
    fn new() -> Self {
        let reach = REACH as isize;
        let (mut neighbours, mut ends) = (Vec::new(), Vec::new());
        let mut points = Vec::new();
        for y in -reach..=reach {
            points.extend((-reach..=reach).map(|x| (x, y)));
        }
        for size in SIZES.start() - 1..=*SIZES.end() {
            let is_new = |distance| match size {
                3 => (1..=3).contains(&distance),
                _ => distance == size,
            };
            for &(x, y) in &points {
                let (dx, dy) = (x.unsigned_abs(), y.unsigned_abs());
                if is_new(dx + dy + dx.max(dy)) {
                    let views =
                        [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)];
                    let key = |cell: u64| {
                        views.map(|(x, y)| {
                            let place = (y + reach) as u64 * ROW as u64 + (x + reach) as u64;
                            mix(mix(place * 4 + cell + 1))
                        })
                    };
                    let keys = [OWN, THEIRS, OUTSIDE].map(|cell| key(cell.into()));
                    neighbours.push(Neighbour { step: y * ROW as isize + x, keys });
                }
            }
            ends.push(neighbours.len());
        }
        Self { neighbours, ends }
    }
}

/// Looks at the points of a position, one position at a time.
///
/// ```
/// use tengen_go::{BoardSize, Game, Komi, Position, Rules};
/// use tengen_policy::go::Surroundings;
/// let keys = |moves: &[&str], at: &str| {
///     let size = BoardSize::new(9).unwrap();
///     let mut position = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
///     for name in moves {
///         position.play(name.parse().unwrap()).unwrap();
///     }
///     let mut surroundings = Surroundings::new();
///     surroundings.look_at(&position);
///     surroundings.keys(at.parse().unwrap()).collect::<Vec<u32>>()
/// };
/// // Seen from the other side of the board, and with colours exchanged.
/// assert_eq!(keys(&["C3"], "C5"), keys(&["G7"], "E7"));
/// assert_eq!(keys(&["C3", "F5"], "C5"), keys(&["pass", "C3", "F5"], "C5"));
/// // A stone four points away is beyond the first four.
/// let (one, two) = (keys(&["C3", "pass"], "C5"), keys(&["C3", "G5"], "C5"));
/// assert_eq!(one[..4], two[..4]);
/// assert!(one[4..].iter().all(|key| !two.contains(key)));
/// ```
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The board with a rim, as the player to move sees it.
    cells: Vec<u8>,
}

impl Default for Surroundings {
    fn default() -> Self {
        Self::new()
    }
}

/// Where the cell of a point is.
const fn cell_of(point: Point) -> usize {
    (point.y() + REACH) * ROW + point.x() + REACH
}

impl Surroundings {
    /// How many sizes there are.
    pub const SIZES: usize = *SIZES.end() - *SIZES.start() + 1;

    /// Nothing looked at yet.
    #[must_use]
    pub fn new() -> Self {
        Self { cells: vec![OUTSIDE; ROW * ROW] }
    }

    /// Prepares for the points of a position.
    pub fn look_at(&mut self, position: &Position) {
        let (board, player) = (position.board(), position.to_move());
        self.cells.fill(OUTSIDE);
        let side = board.size().side();
        for y in 0..side {
            self.cells[(y + REACH) * ROW + REACH..][..side].fill(0);
        }
        for (point, owner) in board.stones() {
            self.cells[cell_of(point)] = if owner == player { OWN } else { THEIRS };
        }
    }

    /// The keys of the surroundings of a point, the smallest first.
    pub fn keys(&self, point: Point) -> impl Iterator<Item = u32> {
        let rings = &*RINGS;
        let (middle, mut hashes, mut start) = (cell_of(point), [0u64; 8], 0);
        rings.ends.iter().zip(SIZES.start() - 1..).filter_map(move |(&end, size)| {
            for neighbour in &rings.neighbours[start..end] {
                let cell = self.cells[middle.wrapping_add_signed(neighbour.step)];
                if cell > 0 {
                    let keys = &neighbour.keys[usize::from(cell - 1)];
                    for (hash, key) in hashes.iter_mut().zip(keys) {
                        *hash ^= key;
                    }
                }
            }
            start = end;
            // The same sum whichever way the board is turned.
            let sum = hashes.iter().fold(size as u64, |sum, &hash| sum.wrapping_add(mix(hash)));
            SIZES.contains(&size).then_some((mix(sum) >> 32) as u32)
        })
    }
}

/// Surroundings that are worth knowing, numbered. Of each, the smaller ones within it are known too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSurroundings {
    keys: Vec<u32>,
    /// Number and key by the last bits of the key, at most half in use.
    slots: Vec<(u32, u16)>,
}

/// Stands for a slot that is not in use.
const FREE: u16 = u16::MAX;

impl Default for KnownSurroundings {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl KnownSurroundings {
    /// The most there can be.
    pub const MOST: usize = FREE as usize - 1;

    /// Those with these keys, numbered as they come. What is there twice, or beyond
    /// [`KnownSurroundings::MOST`], is left out.
    #[must_use]
    pub fn new(keys: Vec<u32>) -> Self {
        let mut slots = vec![(0, FREE); (2 * keys.len()).next_power_of_two()];
        let mut known = Vec::with_capacity(keys.len());
        for key in keys {
            if known.len() < Self::MOST
                && let Err(slot) = find(&slots, key)
            {
                slots[slot] = (key, known.len() as u16);
                known.push(key);
            }
        }
        Self { keys: known, slots }
    }

    /// The keys in the order of their numbers.
    #[must_use]
    pub fn keys(&self) -> &[u32] {
        &self.keys
    }

    /// The number of the largest surroundings of a point that are known.
    #[inline]
    #[must_use]
    pub fn largest(&self, surroundings: &Surroundings, point: Point) -> Option<u16> {
        if self.keys.is_empty() {
            return None;
        }
        surroundings.keys(point).map_while(|key| find(&self.slots, key).ok()).last()
    }
}

/// The number of a key, or the slot where it could stand.
#[inline]
fn find(slots: &[(u32, u16)], key: u32) -> Result<u16, usize> {
    let mask = slots.len() - 1;
    let mut slot = key as usize & mask;
    loop {
        let (known, number) = slots[slot];
        if number == FREE {
            return Err(slot);
        }
        if known == key {
            return Ok(number);
        }
        slot = (slot + 1) & mask;
    }
}
