//! A board on which every move has a weight by its 3x3 surroundings, kept up to date move by move,
//! so that moves can be drawn in proportion: the mechanism of paper 003's playouts. What the weights
//! are is data ([`WeightTable`]).
//!
//! A move changes the surroundings of its eight neighbours, and of the last liberty of each chain that
//! it brings into atari. Captures change more, and are rare. Weights are whole numbers, those of Black
//! and White side by side in one word, so that sums over rows and over the board are exact and one
//! addition keeps both.
//!
//! Moves that are not allowed (but for ko) and own eyes have the weight 0. Nothing is ever drawn and
//! then refused.

use std::sync::Arc;

use tengen_game::{Player, Rng};

use crate::board::Board;
use crate::grid::Grid;
use crate::pattern::{self, ATARI_SHIFT, BESIDE, INDICES, Pattern, PatternCode, Tables};
use crate::placing::Touch;
use crate::point::{Point, Vertex};

/// The weight that stands for a γ of 1.
pub const WEIGHT_ONE: u32 = 1 << 14;

/// The largest weight: with it on each of 361 points the sum still fits.
const MOST: f64 = (u32::MAX / 361) as f64;

/// The weight of each pattern class, for both players, as whole numbers.
///
/// ```
/// use tengen_go::{WEIGHT_ONE, WeightTable};
/// let table = WeightTable::new(|pattern| if pattern.has_atari() { 20.0 } else { 1.0 });
/// assert_eq!(table.weight("........".parse().unwrap()), WEIGHT_ONE);
/// assert_eq!(table.weight("xxxxxxxx".parse().unwrap()), 0); // an eye
/// ```
pub struct WeightTable {
    tables: &'static Tables,
    /// By number of a code: Black's weight in the low half, White's in the high one.
    weights: Box<[u64; INDICES]>,
}

impl WeightTable {
    /// The γ of each class, which is rounded to a multiple of 1/[`WEIGHT_ONE`], but not to 0. Not a
    /// number and negative ones count as 0. Eyes have the weight 0 whatever their γ is.
    #[must_use]
    pub fn new(mut gamma: impl FnMut(Pattern) -> f64) -> Self {
        let tables = pattern::tables();
        let by_class: Vec<u64> = Pattern::all()
            .map(|pattern| {
                let exact = gamma(pattern) * f64::from(WEIGHT_ONE);
                let is_none = pattern.is_eye() || exact.is_nan() || exact <= 0.0;
                if is_none { 0 } else { exact.round().clamp(1.0, MOST) as u64 }
            })
            .collect();
        let weights: Box<[u64]> = (0..INDICES)
            .map(|index| {
                let [black, white] =
                    tables.classes(index).map(|class| by_class.get(usize::from(class)));
                black.unwrap_or(&0) | white.unwrap_or(&0) << 32
            })
            .collect();
        let weights = weights.try_into().unwrap_or_else(|_| unreachable!("it was made this long"));
        Self { tables, weights }
    }

    /// The weight of a class.
    #[must_use]
    pub fn weight(&self, pattern: Pattern) -> u32 {
        self.weights[self.tables.index(pattern.code().bits())] as u32
    }

    #[inline(always)]
    fn at(&self, index: usize) -> u64 {
        self.weights[index % INDICES]
    }
}

/// Who is told when the surroundings of a point change: what a gradient needs.
pub trait WeightWatcher {
    /// Whether to tell anything.
    const WATCHES: bool;
    /// The point now has this for Black and for White.
    fn changed(&mut self, point: Point, now: [PatternWeight; 2]);
}

/// Watches nothing, at no cost.
impl WeightWatcher for () {
    const WATCHES: bool = false;
    #[inline(always)]
    fn changed(&mut self, _: Point, _: [PatternWeight; 2]) {}
}

/// The pattern of a move and its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternWeight {
    /// The number of the pattern; [`Pattern::ALL`] if there is none, for a stone or a move that is not
    /// allowed.
    pub pattern: u16,
    /// The weight; 0 where there is no pattern, and for eyes.
    pub weight: u32,
}

/// A board with a weight for each move of both players.
///
/// ```
/// use std::sync::Arc;
/// use tengen_go::{Board, BoardSize, Player, Rng, WeightTable, WeightedBoard};
/// let table = Arc::new(WeightTable::new(|pattern| if pattern.has_atari() { 20.0 } else { 1.0 }));
/// let start = Board::new(BoardSize::new(9).unwrap());
/// let mut board = WeightedBoard::new(&start, table);
/// let point = board.draw(Player::Black, &mut Rng::new(1)).unwrap();
/// board.play(Player::Black, point, &mut ());
/// assert_eq!(board.board().stone(point), Some(Player::Black));
/// assert_eq!(board.weight(Player::White, point), 0);
/// ```
#[derive(Clone)]
pub struct WeightedBoard {
    board: Board,
    table: Arc<WeightTable>,
    /// What [`Board::pattern_code`] says of each empty point. Of stones the cells alone are kept, of
    /// the border nothing that means anything.
    codes: Grid<u32>,
    /// The weights of Black and White; 0 where no point is empty.
    weights: Grid<u64>,
    /// Their sums, row by row, border included, and some more so that a mask keeps within bounds.
    rows: [u64; ROWS],
    /// The sum of all.
    total: u64,
    /// For captures: what was taken, and chains that are in atari no more with their last liberties.
    taken: Vec<Point>,
    saved: Vec<(Vertex, Point)>,
}

const ROWS: usize = 32;

impl WeightedBoard {
    /// The weights of this board.
    #[must_use]
    pub fn new(board: &Board, table: Arc<WeightTable>) -> Self {
        let mut new = Self {
            board: board.clone(),
            table,
            codes: Grid::filled(0),
            weights: Grid::filled(0),
            rows: [0; ROWS],
            total: 0,
            // Chains of the largest board.
            taken: Vec::with_capacity(361),
            saved: Vec::with_capacity(4 * 361),
        };
        new.recompute();
        new
    }

    /// Takes another board, of any size.
    pub fn set(&mut self, board: &Board) {
        self.board.clone_from(board);
        self.recompute();
    }

    /// Takes over what another one has, table excepted: both must have the same.
    pub fn copy_from(&mut self, other: &Self) {
        debug_assert!(Arc::ptr_eq(&self.table, &other.table));
        let size = other.board.size();
        if self.board.size() != size {
            self.clone_from(other);
            return;
        }
        self.board.clone_from(&other.board);
        self.codes.copy_used(&other.codes, size);
        self.weights.copy_used(&other.weights, size);
        self.rows = other.rows;
        self.total = other.total;
    }

    fn recompute(&mut self) {
        self.weights = Grid::filled(0);
        self.rows = [0; ROWS];
        self.total = 0;
        for point in self.board.size().points() {
            let code = self.board.pattern_code(point).bits();
            if self.board.is_empty(point) {
                self.codes[point] = code;
                let weights = self.table.at(self.table.tables.index(code));
                self.weights[point] = weights;
                self.rows[point.y() + 1] += weights;
                self.total += weights;
            } else {
                self.codes[point] = code & CELLS;
            }
        }
    }

    /// The stones.
    #[inline(always)]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Lifts the ko, as a pass does.
    #[inline]
    pub fn clear_ko(&mut self) {
        self.board.clear_ko();
    }

    /// The weight of a move, ko aside; 0 if it is not allowed or fills an own eye.
    #[inline(always)]
    #[must_use]
    pub fn weight(&self, player: Player, point: Point) -> u32 {
        half(self.weights[point], player)
    }

    /// The sum of the weights of a player's moves, ko aside.
    #[inline(always)]
    #[must_use]
    pub const fn total(&self, player: Player) -> u32 {
        half(self.total, player)
    }

    /// What stands around an empty point.
    #[inline]
    #[must_use]
    pub fn code(&self, point: Point) -> PatternCode {
        PatternCode::new(self.codes[point])
    }

    /// The sum of the weights of a player's moves among the eight points around `point`.
    #[inline(always)]
    #[must_use]
    pub fn near_total(&self, player: Player, point: Point) -> u32 {
        let mut total = 0;
        self.each_empty_around(point, |_, vertex| {
            total += half(self.weights[vertex], player);
            true
        });
        total
    }

    /// The move among these at which the sum of the weights exceeds `left`, if it does.
    #[inline(always)]
    #[must_use]
    pub fn near_at(&self, player: Player, point: Point, mut left: u32) -> Option<Point> {
        let mut found = None;
        self.each_empty_around(point, |_, vertex| {
            let weight = half(self.weights[vertex], player);
            if left < weight {
                found = Some(vertex.point());
                return false;
            }
            left -= weight;
            true
        });
        found
    }

    /// The moves of a player around `point` that have a weight, which they are told with.
    pub fn each_near(&self, player: Player, point: Point, mut tell: impl FnMut(Point, u32)) {
        self.each_empty_around(point, |_, vertex| {
            let weight = half(self.weights[vertex], player);
            if weight > 0 {
                tell(vertex.point(), weight);
            }
            true
        });
    }

    /// Goes through the empty ones of the eight neighbours until `visit` says no; it is told the place
    /// of each among the eight. The point's own code knows which these are.
    #[inline(always)]
    fn each_empty_around(&self, point: Point, mut visit: impl FnMut(usize, Vertex) -> bool) {
        let mut empty = empty_cells(self.codes[point]);
        while empty != 0 {
            let place = (empty.trailing_zeros() / 2) as usize;
            empty &= empty - 1;
            if !visit(place, point.neighbour(place)) {
                break;
            }
        }
    }

    /// A move in proportion to its weight, ko aside; `None` if there is none.
    #[inline]
    pub fn draw(&self, player: Player, rng: &mut Rng) -> Option<Point> {
        let mut left = rng.below(self.total(player) as usize) as u32;
        let side = self.board.size().side();
        let mut y = 1;
        loop {
            let row = half(self.rows[y % ROWS], player);
            if left < row {
                break;
            }
            left -= row;
            y += 1;
            if y > side {
                return None;
            }
        }
        let mut vertex = Point::at(0, y - 1).vertex();
        loop {
            let weight = half(self.weights[vertex], player);
            if left < weight {
                return Some(vertex.point());
            }
            left -= weight;
            // A row ends at the border, whose weight is 0, and the sum of a row is that of its points.
            vertex = vertex.right();
        }
    }

    /// Plays a move that has a weight.
    #[inline]
    pub fn play(&mut self, player: Player, point: Point, watcher: &mut impl WeightWatcher) {
        match player {
            Player::Black => self.play_as::<0>(point, watcher),
            Player::White => self.play_as::<1>(point, watcher),
        }
    }

    #[inline(always)]
    fn play_as<const ME: usize>(&mut self, point: Point, watcher: &mut impl WeightWatcher) {
        debug_assert!(
            self.board.is_empty(point) && !self.board.is_suicide(Player::BOTH[ME], point)
        );
        let touch = self.board.touch::<ME>(point);
        let root = self.board.settle::<ME>(point, &touch);
        self.stamp(point, ME);
        self.codes[point] &= CELLS;
        if touch.captures {
            self.capture::<ME>(point, root, watcher);
        }
        self.note_atari::<ME>(root, &touch, watcher);
        self.refresh_around(point, watcher);
        // The point itself has no weight any more.
        let old = std::mem::replace(&mut self.weights[point], 0);
        self.add_to_row(point.y() + 1, old.wrapping_neg());
        self.total = self.total.wrapping_sub(old);
        self.tell(point.vertex(), watcher);
    }

    /// A stone of this player appears on a point, or goes: its neighbours see it, or no more.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // unrolled
    fn stamp(&mut self, point: Point, player: usize) {
        let around = point.around();
        for i in 0..8 {
            self.codes[around[i]] ^= (player as u32 + 1) << (2 * (7 - i));
        }
    }

    /// Chains of the opponent that the move has brought into atari, and its own if it is.
    #[inline(always)]
    fn note_atari<const ME: usize>(
        &mut self,
        root: Vertex,
        touch: &Touch,
        watcher: &mut impl WeightWatcher,
    ) {
        for i in 0..4 {
            // The word as it is now: a chain that touches the point twice was not done with it.
            let word = self.board.liberties[touch.roots[i]];
            if word.is_stone_of(Player::BOTH[1 - ME])
                && let Some(last) = word.single()
            {
                self.mark_atari(touch.roots[i], last, true);
                self.refresh(last, watcher);
            }
        }
        if let Some(last) = self.board.liberties[root].single() {
            self.mark_atari(root, last, true);
            self.refresh(last, watcher);
        }
    }

    /// Sets or clears the bits of atari that a chain has on its last liberty.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // unrolled
    fn mark_atari(&mut self, root: Vertex, last: Point, is_in_atari: bool) {
        let around = last.around();
        for side in 0..4 {
            let is_its = self.board.root_of(around[BESIDE[side]]) == root;
            let bit = u32::from(is_its) << (ATARI_SHIFT + side as u32);
            let code = self.codes[last];
            self.codes[last] = if is_in_atari { code | bit } else { code & !bit };
        }
    }

    /// Takes what has no liberty off the board, and brings all that this changes up to date but for
    /// the neighbours of the point that was played.
    #[inline(never)]
    fn capture<const ME: usize>(
        &mut self,
        point: Point,
        root: Vertex,
        watcher: &mut impl WeightWatcher,
    ) {
        let me = Player::BOTH[ME];
        let (mut taken, mut saved) =
            (std::mem::take(&mut self.taken), std::mem::take(&mut self.saved));
        self.board.capture_neighbours::<ME>(point, root, |board, chain| {
            let mut stone = chain;
            loop {
                taken.push(stone.point());
                for side in stone.point().sides() {
                    let word = board.word(side);
                    if word.is_stone_of(me)
                        && let Some(last) = word.single()
                    {
                        saved.push((board.root_of(side), last));
                    }
                }
                stone = board.next[stone].get();
                if stone == chain {
                    break;
                }
            }
        });
        for &stone in &taken {
            self.stamp(stone, 1 - ME);
        }
        for (chain, last) in saved.drain(..) {
            self.mark_atari(chain, last, false);
            self.refresh(last, watcher);
        }
        for stone in taken.drain(..) {
            self.refresh(stone, watcher);
            self.refresh_around(stone, watcher);
        }
        (self.taken, self.saved) = (taken, saved);
    }

    #[inline(always)]
    fn refresh_around(&mut self, point: Point, watcher: &mut impl WeightWatcher) {
        let mut empty = empty_cells(self.codes[point]);
        let (row, mut total) = (point.y() + 1, self.total);
        while empty != 0 {
            let place = (empty.trailing_zeros() / 2) as usize;
            empty &= empty - 1;
            let vertex = point.neighbour(place);
            let change = self.reweigh(vertex, watcher);
            self.add_to_row((row + 1).wrapping_sub(ROWS_DOWN[place % 8]), change);
            total = sum(total, change);
        }
        self.total = total;
    }

    #[inline(always)]
    fn add_to_row(&mut self, row: usize, change: u64) {
        let row = &mut self.rows[row % ROWS];
        *row = sum(*row, change);
    }

    #[inline(always)]
    fn refresh(&mut self, point: Point, watcher: &mut impl WeightWatcher) {
        let change = self.reweigh(point.vertex(), watcher);
        self.add_to_row(point.y() + 1, change);
        self.total = sum(self.total, change);
    }

    /// Looks up the weights of an empty point and returns by how much they have changed.
    #[inline(always)]
    fn reweigh(&mut self, vertex: Vertex, watcher: &mut impl WeightWatcher) -> u64 {
        let new = self.table.at(self.table.tables.index(self.codes[vertex]));
        let old = std::mem::replace(&mut self.weights[vertex], new);
        self.tell(vertex, watcher);
        new.wrapping_sub(old)
    }

    #[inline(always)]
    fn tell<W: WeightWatcher>(&self, vertex: Vertex, watcher: &mut W) {
        if W::WATCHES
            && let Some(point) = Point::from_vertex_index(vertex.index())
        {
            watcher.changed(point, self.pattern_weights(point));
        }
    }

    /// The pattern and the weight of a point for Black and for White.
    #[inline]
    #[must_use]
    pub fn pattern_weights(&self, point: Point) -> [PatternWeight; 2] {
        let is_empty = self.board.liberties[point].is_empty_point();
        let index = if is_empty { self.table.tables.index(self.codes[point]) } else { 0 };
        let classes = self.table.tables.classes(index);
        let weights = self.weights[point];
        Player::BOTH.map(|player| PatternWeight {
            pattern: classes[player.index()],
            weight: half(weights, player),
        })
    }

    /// Panics unless everything agrees with what the board says. Slow; for tests.
    #[doc(hidden)]
    pub fn assert_consistent(&self) {
        self.board.assert_consistent();
        let fresh = Self::new(&self.board, Arc::clone(&self.table));
        assert_eq!((self.rows, self.total), (fresh.rows, fresh.total));
        for point in self.board.size().points() {
            assert_eq!(self.codes[point], fresh.codes[point], "{point}\n{}", self.board);
            assert_eq!(self.weights[point], fresh.weights[point], "{point}\n{}", self.board);
        }
    }
}

const CELLS: u32 = (1 << ATARI_SHIFT) - 1;

/// How many rows below the upper one each of the eight neighbours is.
const ROWS_DOWN: [usize; 8] = [0, 0, 0, 1, 1, 2, 2, 2];

/// The cells of a code that are empty: the lower bit of each pair.
#[inline(always)]
const fn empty_cells(code: u32) -> u32 {
    !(code | code >> 1) & 0x5555
}

/// The sum of two pairs of weights, or of changes to them.
#[inline(always)]
const fn sum(a: u64, b: u64) -> u64 {
    a.wrapping_add(b)
}

/// One player's half of a pair of weights.
#[inline(always)]
const fn half(pair: u64, player: Player) -> u32 {
    (pair >> (32 * player.index())) as u32
}
