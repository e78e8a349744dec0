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

use crate::chains::Chains;
use crate::eye_space::{self, EyeSpaces};
use crate::few_liberties::FewLiberties;
use crate::grid::Grid;
use crate::liberties::Liberties;
use crate::pattern::{self, BESIDE, Bases, INDICES, Pattern, PatternCode, Shift, Tables};
use crate::placing::Touch;
use crate::point::{Point, SIDES, Vertex};

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
    eye_spaces: &'static EyeSpaces,
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
        Self { tables, eye_spaces: eye_space::eye_spaces(), weights }
    }

    /// The weight of a class.
    #[must_use]
    pub fn weight(&self, pattern: Pattern) -> u32 {
        self.weights[self.tables.index(pattern.code())] as u32
    }

    #[inline(always)]
    fn lookup(&self) -> Lookup<'_> {
        Lookup { bases: self.tables.bases(), weights: &self.weights }
    }
}

/// The way from a code to its weights, for many codes at once.
#[derive(Clone, Copy)]
struct Lookup<'a> {
    bases: &'a Bases,
    weights: &'a [u64; INDICES],
}

impl Lookup<'_> {
    #[inline(always)]
    fn weights(self, cells: u16, shift: Shift) -> u64 {
        self.weights[shift.index(self.bases, cells)]
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
    chains: Chains,
    table: Arc<WeightTable>,
    /// The cells of what [`Chains::pattern_code`] says of each point; of the border nothing that means
    /// anything.
    cells: Grid<u16>,
    /// Its bits of atari, those of black chains in the low half, those of white ones in the high one; 0
    /// where no point is empty.
    atari: Grid<u8>,
    /// How many points are the last liberty of a chain of Black, in the low half, and of White.
    last_liberties: u32,
    /// What these mean for the number of the code; stones and the border are marked as such.
    shifts: Grid<Shift>,
    /// The weights of Black and White; 0 where no point is empty.
    weights: Grid<u64>,
    /// Their sums, row by row, border included, and some more so that a mask keeps within bounds.
    rows: [u64; ROWS],
    /// The sum of all.
    total: u64,
    /// Where the last stone was put, or nowhere; the sum of the weights around it; what it did to the
    /// opposing chains beside it.
    last: Vertex,
    near: u64,
    pressed: Pressed,
}

/// On which of the four sides of a move there is a chain that it left with few liberties, a bit each.
#[derive(Clone, Copy)]
struct Pressed {
    /// One.
    one: u8,
    /// Two, as far as one can tell at a glance.
    two: u8,
}

impl Pressed {
    const NOTHING: Self = Self { one: 0, two: 0 };
}

const ROWS: usize = 32;

/// A part of the sum of all weights, in the order in which moves are drawn.
struct Share {
    start: u32,
    weight: u32,
}

impl WeightedBoard {
    /// The weights of this board.
    #[must_use]
    pub fn new(board: &Chains, table: Arc<WeightTable>) -> Self {
        let mut new = Self {
            chains: board.clone(),
            table,
            cells: Grid::filled(0),
            atari: Grid::filled(0),
            last_liberties: 0,
            shifts: Grid::filled(Shift::OCCUPIED),
            weights: Grid::filled(0),
            rows: [0; ROWS],
            total: 0,
            last: Vertex::NOWHERE,
            near: 0,
            pressed: Pressed::NOTHING,
        };
        new.recompute();
        new
    }

    /// Takes another board, of any size.
    pub fn set(&mut self, board: &Chains) {
        if self.chains.size() != board.size() {
            self.atari = Grid::filled(0);
            self.shifts = Grid::filled(Shift::OCCUPIED);
            self.weights = Grid::filled(0);
        }
        self.chains.clone_from(board);
        self.recompute();
    }

    /// Takes over what another one has, table excepted: both must have the same.
    pub fn copy_from(&mut self, other: &Self) {
        debug_assert!(Arc::ptr_eq(&self.table, &other.table));
        let size = other.chains.size();
        if self.chains.size() != size {
            self.clone_from(other);
            return;
        }
        self.chains.clone_from(&other.chains);
        self.cells.copy_used(&other.cells, size);
        self.atari.copy_used(&other.atari, size);
        self.shifts.copy_used(&other.shifts, size);
        self.weights.copy_used(&other.weights, size);
        self.last_liberties = other.last_liberties;
        self.rows = other.rows;
        self.total = other.total;
        self.last = other.last;
        self.near = other.near;
        self.pressed = other.pressed;
    }

    /// Looks at all points, row by row: what stands in a row is put into one word, two bits a point
    /// with the border at both ends, out of which the cells around each point are cut.
    fn recompute(&mut self) {
        const BORDER: u64 = u64::MAX;
        let size = self.chains.size();
        let side = size.side();
        let row_of = |chains: &Chains, y: usize| {
            (0..side).fold(BORDER << (2 * side + 2) | 3, |row, x| {
                let cell = chains.liberties[Point::at(x, y)].cell();
                row | u64::from(cell) << (2 * x + 2)
            })
        };
        let (mut below, mut here) = (BORDER, row_of(&self.chains, 0));
        for y in 0..side {
            let above = if y + 1 < side { row_of(&self.chains, y + 1) } else { BORDER };
            for x in 0..side {
                let point = Point::at(x, y);
                let [above, beside, below] = [above, here, below].map(|row| row >> (2 * x) & 63);
                let (left, this, right) = (beside & 3, beside >> 2 & 3, beside >> 4);
                let cells = above | left << 6 | right << 8 | below << 10;
                self.cells[point] = cells as u16;
                self.atari[point] = 0;
                self.shifts[point] = if this == 0 { Shift::NONE } else { Shift::OCCUPIED };
            }
            (below, here) = (here, above);
        }
        self.last_liberties = 0;
        for point in size.points() {
            // Nobody here watches chains.
            let word = self.chains.liberties[point].without_watch();
            self.chains.liberties[point] = word;
            if self.chains.root_of(point.vertex()) == point.vertex()
                && word.is_stone()
                && let Some(last) = word.single()
            {
                self.mark_atari(point.vertex(), last, true);
            }
        }
        self.rows = [0; ROWS];
        self.total = 0;
        let lookup = self.table.lookup();
        for y in 0..side {
            let mut row = 0;
            for x in 0..side {
                let point = Point::at(x, y);
                let weights = lookup.weights(self.cells[point], self.shifts[point]);
                self.weights[point] = weights;
                row = sum(row, weights);
            }
            self.rows[(y + 1) % ROWS] = row;
            self.total = sum(self.total, row);
        }
        self.last = Vertex::NOWHERE;
    }

    /// The stones.
    #[inline(always)]
    #[must_use]
    pub const fn board(&self) -> &Chains {
        &self.chains
    }

    /// Lifts the ko, as a pass does.
    #[inline]
    pub fn clear_ko(&mut self) {
        self.chains.clear_ko();
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
        PatternCode::with_atari(self.cells[point], of_both(self.atari[point]))
    }

    /// What stands around a point, which may be a stone; of the border nothing that means anything.
    #[inline(always)]
    pub(crate) fn cells(&self, vertex: Vertex) -> u16 {
        self.cells[vertex]
    }

    /// What cells tell of eye spaces.
    #[inline(always)]
    pub(crate) fn eye_spaces(&self) -> &EyeSpaces {
        self.table.eye_spaces
    }

    /// At how many points a move would take a chain of `player`.
    #[inline(always)]
    #[must_use]
    pub fn last_liberties(&self, player: Player) -> usize {
        (self.last_liberties >> (16 * player.index())) as usize & 0xffff
    }

    /// The sum of the weights of a player's moves among the eight points around `point`. Known already
    /// around the last stone that was played.
    #[inline(always)]
    #[must_use]
    pub fn near_total(&self, player: Player, point: Point) -> u32 {
        if point.vertex() == self.last {
            return half(self.near, player);
        }
        half(point.around().into_iter().fold(0, |all, v| sum(all, self.weights[v])), player)
    }

    /// Whether a chain beside `point`, where its opponent has just played, may have one or two
    /// liberties: false only if none has.
    #[inline(always)]
    #[must_use]
    pub fn is_pressed(&self, point: Point) -> bool {
        self.pressed.one | self.pressed.two != 0 || point.vertex() != self.last
    }

    /// Tells the chains beside `point`, where their opponent has just played, that may have one or two
    /// liberties: a stone of each, and whether it is one. Some may be told twice.
    #[inline(always)]
    pub fn each_pressed(&self, player: Player, point: Point, mut tell: impl FnMut(Point, bool)) {
        if point.vertex() != self.last {
            return self.chains.each_weak_beside(player, point, |stone, few| {
                tell(stone, matches!(few, FewLiberties::One(_)));
            });
        }
        let mut sides = self.pressed.one | self.pressed.two;
        while sides != 0 {
            let side = sides.trailing_zeros() as usize % 4;
            sides &= sides - 1;
            let stone = point.step(SIDES[side]).point();
            tell(stone, self.pressed.one >> side & 1 != 0);
        }
    }

    /// A move in proportion to its weight among the eight around `point`; `None` if there is none.
    #[inline(always)]
    pub fn draw_near(&self, player: Player, point: Point, rng: &mut Rng) -> Option<Point> {
        let all = self.near_total(player, point);
        self.near_at(player, point, rng.below(all as usize) as u32)
    }

    /// The move among the eight around `point` at which the sum of the weights exceeds `left`, if it
    /// does.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // unrolled
    fn near_at(&self, player: Player, point: Point, left: u32) -> Option<Point> {
        // Without a branch until the end: where to stop would be a toss of a die.
        let around = point.around();
        let (mut so_far, mut place) = (0, 0);
        for i in 0..7 {
            so_far += half(self.weights[around[i]], player);
            place = if so_far <= left { i + 1 } else { place };
        }
        let found = point.neighbour(place);
        (half(self.weights[found], player) > 0).then(|| found.point())
    }

    /// The moves of a player around `point` that have a weight, which they are told with.
    #[inline(always)]
    pub fn each_near(&self, player: Player, point: Point, mut tell: impl FnMut(Point, u32)) {
        for vertex in point.around() {
            let weight = half(self.weights[vertex], player);
            if weight > 0 {
                tell(vertex.point(), weight);
            }
        }
    }

    /// A move in proportion to its weight, ko aside; `None` if there is none.
    #[inline(always)]
    pub fn draw(&self, player: Player, rng: &mut Rng) -> Option<Point> {
        let left = rng.below(self.total(player) as usize) as u32;
        self.find(player, left)
    }

    /// As [`draw`](Self::draw), again and again until the move is none of the eight around `point` and is
    /// not refused. There must be such a move.
    #[inline]
    pub fn draw_beyond(
        &self,
        player: Player,
        point: Point,
        rng: &mut Rng,
        is_refused: impl Fn(Point) -> bool,
    ) -> Option<Point> {
        let near = self.shares_around(player, point);
        loop {
            let left = rng.below(self.total(player) as usize) as u32;
            // Late in a playout nearly all the weight may be around the point: no need to find out where.
            let is_near = |share: &Share| left.wrapping_sub(share.start) < share.weight;
            if near.iter().fold(false, |any, share| any | is_near(share)) {
                continue;
            }
            let found = self.find(player, left)?;
            if !is_refused(found) {
                return Some(found);
            }
        }
    }

    /// What the moves around a point have in each of its three rows.
    #[inline(always)]
    fn shares_around(&self, player: Player, point: Point) -> [Share; 3] {
        let total = |weights: &[u64]| weights.iter().fold(0, |all, pair| all + half(*pair, player));
        let [_, left, _, _] = point.sides();
        let [below_left, _, above_left, _] = point.diagonals();
        let (x, y) = (point.x(), point.y());
        let mut row_start = total(&self.rows[..y % ROWS]);
        [(below_left, 0), (left, 1), (above_left, 2)].map(|(first, up)| {
            // Where the board ends there is nothing.
            let before = self.weights.before(first, x.saturating_sub(1));
            let start = row_start + total(before);
            let weight = total(self.weights.three(first));
            row_start += half(self.rows[(y + up) % ROWS], player);
            Share { start, weight }
        })
    }

    /// The move at which the sum of the weights exceeds `left`, if it does.
    #[inline(always)]
    fn find(&self, player: Player, left: u32) -> Option<Point> {
        // Small boards look at few rows and points, without a branch.
        if self.chains.size().side() <= 9 {
            self.at::<9>(player, left)
        } else {
            self.at::<19>(player, left)
        }
    }

    /// The move at which the sum of the weights exceeds `left`, on a board of at most this side.
    #[inline(always)]
    fn at<const SIDE: usize>(&self, player: Player, left: u32) -> Option<Point> {
        let (mut so_far, mut before, mut y) = (0, 0, 0);
        // The last row, and the last point of a row, are what is left.
        for i in 0..SIDE - 1 {
            so_far += half(self.rows[i + 1], player);
            let is_past = so_far <= left;
            before = if is_past { so_far } else { before };
            y = if is_past { i + 1 } else { y };
        }
        let (left, mut so_far, mut x) = (left - before, 0, 0);
        let first = Point::at(0, y.min(18));
        for (i, weights) in self.weights.row::<SIDE>(first)[..SIDE - 1].iter().enumerate() {
            so_far += half(*weights, player);
            x = if so_far <= left { i + 1 } else { x };
        }
        let found = Point::at(x.min(18), y.min(18));
        (half(self.weights[found], player) > 0).then_some(found)
    }

    /// Plays a move that has a weight.
    #[inline(always)]
    pub fn play(&mut self, player: Player, point: Point, watcher: &mut impl WeightWatcher) {
        match player {
            Player::Black => self.play_as::<0>(point, watcher),
            Player::White => self.play_as::<1>(point, watcher),
        }
    }

    #[inline(always)]
    fn play_as<const ME: usize>(&mut self, point: Point, watcher: &mut impl WeightWatcher) {
        debug_assert!(
            self.chains.is_empty(point) && !self.chains.is_suicide(Player::BOTH[ME], point)
        );
        let touch = self.chains.touch(point);
        let root = self.chains.settle::<ME>(point, &touch);
        self.set_atari(point, 0);
        self.shifts[point] = Shift::OCCUPIED;
        self.pressed = Pressed::NOTHING;
        if touch.flags.is_stone_of(Player::BOTH[1 - ME]) {
            let taken = touch.captured::<ME>();
            if taken != 0 {
                self.capture::<ME>(point, root, taken, watcher);
            }
            self.press::<ME>(point, &touch, watcher);
        }
        if self.chains.liberties[root].are_on_one_point() {
            self.enter_atari(root, watcher);
        }
        self.clear(point, watcher);
        // The neighbours see the stone only now. What was looked up before is looked up again.
        self.near = self.refresh_around(point, ME, watcher);
        self.last = point.vertex();
    }

    /// Looks for chains of the opponent that the move has brought down to one liberty or two.
    #[inline(always)]
    fn press<const ME: usize>(
        &mut self,
        point: Point,
        touch: &Touch,
        watcher: &mut impl WeightWatcher,
    ) {
        // The words as they are now: a chain that touches the point twice was not done with it.
        let mut few = 0;
        for i in 0..4 {
            let word = self.chains.liberties[touch.roots[i]];
            few |= u8::from(word.is_of_few(Player::BOTH[1 - ME])) << i;
        }
        while few != 0 {
            let side = few.trailing_zeros() as usize % 4;
            few &= few - 1;
            let root = self.chains.root_of(point.step(SIDES[side]));
            let word = self.chains.liberties[root];
            self.pressed.two |= u8::from(word.may_be_on_two_points()) << side;
            if word.are_on_one_point() {
                self.pressed.one |= 1 << side;
                self.enter_atari(root, watcher);
            }
        }
    }

    #[inline(never)]
    fn enter_atari(&mut self, root: Vertex, watcher: &mut impl WeightWatcher) {
        if let Some(last) = self.chains.liberties[root].single() {
            self.mark_atari(root, last, true);
            self.refresh(last, watcher);
        }
    }

    /// Sets or clears the bits of atari that a chain has on its last liberty.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // unrolled
    fn mark_atari(&mut self, root: Vertex, last: Point, is_in_atari: bool) {
        let around = last.around();
        let mut bits = 0;
        for side in 0..4 {
            let is_its = self.chains.root_of(around[BESIDE[side]]) == root;
            bits |= u8::from(is_its) << side;
        }
        let is_white = self.chains.liberties[root].is_stone_of(Player::White);
        let bits = bits << (4 * u8::from(is_white));
        let before = self.atari[last];
        let atari = if is_in_atari { before | bits } else { before & !bits };
        self.set_atari(last, atari);
        self.shifts[last] = self.table.tables.shift(of_both(atari));
    }

    /// Sets the bits of atari of a point, and counts it where they are not 0.
    #[inline(always)]
    fn set_atari(&mut self, point: Point, atari: u8) {
        let before = std::mem::replace(&mut self.atari[point], atari);
        // Fifteen more make the fifth bit of each half tell whether there was anything.
        let is_last = |atari: u8| {
            let halves = u32::from(atari & 15) | u32::from(atari >> 4) << 16;
            (halves + 0x000f_000f) >> 4 & 0x0001_0001
        };
        self.last_liberties = self.last_liberties + is_last(atari) - is_last(before);
    }

    /// Takes what has no liberty off the board, on the sides that `taken` has bits of, and brings all that
    /// this changes up to date but for the neighbours of the point that was played.
    #[inline(never)]
    fn capture<const ME: usize>(
        &mut self,
        point: Point,
        root: Vertex,
        mut taken: u32,
        watcher: &mut impl WeightWatcher,
    ) {
        let them = Player::BOTH[1 - ME];
        let (mut count, mut last) = (0, Vertex::NOWHERE);
        while taken != 0 {
            let side = taken.trailing_zeros() as usize % 4;
            taken &= taken - 1;
            let chain = self.chains.root_of(point.step(SIDES[side]));
            // A chain on two sides may be gone already.
            if self.chains.liberties[chain] == Liberties::breathless(them) {
                last = chain;
                count += self.take_off::<ME, _>(last, watcher);
            }
        }
        self.chains.stones[1 - ME] -= count;
        self.chains.find_ko::<ME>(point, root, count, last);
    }

    /// Takes a chain off the board; returns how many stones it had.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // unrolled
    fn take_off<const ME: usize, W: WeightWatcher>(
        &mut self,
        chain: Vertex,
        watcher: &mut W,
    ) -> u16 {
        let mut stone = chain;
        let mut count = 0;
        loop {
            // Whoever watches is told of the new chain's last liberty too, which is not counted yet: the
            // last bits of his sums depend on it.
            if W::WATCHES || self.last_liberties(Player::BOTH[ME]) > 0 {
                self.free_beside::<ME>(stone.point(), watcher);
            }
            count += 1;
            stone = self.chains.take_off_stone(stone);
            if stone == chain {
                break;
            }
        }
        loop {
            self.chains.give_liberty(stone.point());
            self.shifts[stone] = Shift::NONE;
            self.refresh(stone.point(), watcher);
            // Where stones that are yet to go are seen too, it is looked up again.
            self.refresh_around(stone.point(), 1 - ME, watcher);
            stone = self.chains.leave_ring(stone);
            if stone == chain {
                break;
            }
        }
        count
    }

    /// A stone goes: the chains beside it that are in atari leave it now.
    #[inline(always)]
    fn free_beside<const ME: usize>(&mut self, stone: Point, watcher: &mut impl WeightWatcher) {
        let mut in_atari = (0..4).fold(0u32, |bits, i| {
            let word = self.chains.word(stone.step(SIDES[i]));
            bits | u32::from(word.is_of_one(Player::BOTH[ME])) << i
        });
        while in_atari != 0 {
            let side = stone.step(SIDES[in_atari.trailing_zeros() as usize % 4]);
            in_atari &= in_atari - 1;
            self.leave_atari(self.chains.root_of(side), watcher);
        }
    }

    #[inline(never)]
    fn leave_atari(&mut self, root: Vertex, watcher: &mut impl WeightWatcher) {
        if let Some(last) = self.chains.liberties[root].single() {
            self.mark_atari(root, last, false);
            self.refresh(last, watcher);
        }
    }

    /// A stone of this player has come to a point, or gone: its neighbours see it, or no more. Looks up
    /// their weights, and returns the sum of these.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // unrolled
    fn refresh_around<W: WeightWatcher>(
        &mut self,
        point: Point,
        player: usize,
        watcher: &mut W,
    ) -> u64 {
        let Self { table, cells, shifts, weights, .. } = self;
        let lookup = table.lookup();
        // All eight, whatever they are: which of them are empty would be a toss of a die.
        let around = point.around();
        let (mut changes, mut near, mut olds) = ([0u64; 3], 0, [0; 8]);
        for i in 0..8 {
            let seen = cells[around[i]] ^ (player as u16 + 1) << (2 * (7 - i));
            cells[around[i]] = seen;
            let new = lookup.weights(seen, shifts[around[i]]);
            olds[i] = std::mem::replace(&mut weights[around[i]], new);
            near = sum(near, new);
            let change = &mut changes[ROWS_DOWN[i]];
            *change = sum(*change, new).wrapping_sub(olds[i]);
        }
        let row = point.y() + 1;
        for i in 0..3 {
            self.add_to_row(row + 1 - i, changes[i]);
        }
        self.total = sum(sum(self.total, changes[0]), sum(changes[1], changes[2]));
        if W::WATCHES {
            for i in 0..8 {
                self.tell(around[i], olds[i], watcher);
            }
        }
        near
    }

    #[inline(always)]
    fn add_to_row(&mut self, row: usize, change: u64) {
        let row = &mut self.rows[row % ROWS];
        *row = sum(*row, change);
    }

    /// A point with a stone has no weight.
    #[inline(always)]
    fn clear(&mut self, point: Point, watcher: &mut impl WeightWatcher) {
        let old = std::mem::replace(&mut self.weights[point], 0);
        self.add_to_row(point.y() + 1, old.wrapping_neg());
        self.total = self.total.wrapping_sub(old);
        self.tell(point.vertex(), old, watcher);
    }

    #[inline(always)]
    fn refresh(&mut self, point: Point, watcher: &mut impl WeightWatcher) {
        let new = self.table.lookup().weights(self.cells[point], self.shifts[point]);
        let old = std::mem::replace(&mut self.weights[point], new);
        let change = new.wrapping_sub(old);
        self.add_to_row(point.y() + 1, change);
        self.total = sum(self.total, change);
        self.tell(point.vertex(), old, watcher);
    }

    /// Tells of a vertex that is an empty point, or was one with a weight.
    #[inline(always)]
    fn tell<W: WeightWatcher>(&self, vertex: Vertex, old: u64, watcher: &mut W) {
        if W::WATCHES && (old != 0 || self.shifts[vertex] != Shift::OCCUPIED) {
            watcher.changed(vertex.point(), self.pattern_weights(vertex.point()));
        }
    }

    /// The pattern and the weight of a point for Black and for White.
    #[inline]
    #[must_use]
    pub fn pattern_weights(&self, point: Point) -> [PatternWeight; 2] {
        let tables = self.table.tables;
        let classes = tables.classes(self.shifts[point].index(tables.bases(), self.cells[point]));
        let weights = self.weights[point];
        Player::BOTH.map(|player| PatternWeight {
            pattern: classes[player.index()],
            weight: half(weights, player),
        })
    }

    /// Panics unless everything agrees with what the board says. Slow; for tests.
    #[doc(hidden)]
    pub fn assert_consistent(&self) {
        self.chains.assert_consistent();
        let fresh = Self::new(&self.chains, Arc::clone(&self.table));
        assert_eq!((self.rows, self.total), (fresh.rows, fresh.total));
        assert_eq!(self.last_liberties, fresh.last_liberties, "{}", self.chains);
        for point in self.chains.size().points() {
            assert_eq!(self.cells[point], fresh.cells[point], "{point}\n{}", self.chains);
            assert_eq!(self.atari[point], fresh.atari[point], "{point}\n{}", self.chains);
            assert_eq!(self.shifts[point], fresh.shifts[point], "{point}\n{}", self.chains);
            assert_eq!(self.weights[point], fresh.weights[point], "{point}\n{}", self.chains);
        }
    }
}

/// How many rows below the upper one each of the eight neighbours is.
const ROWS_DOWN: [usize; 8] = [0, 0, 0, 1, 1, 2, 2, 2];

/// The bits of atari of both players' chains.
#[inline(always)]
const fn of_both(atari: u8) -> u32 {
    (atari | atari >> 4) as u32 & 15
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
