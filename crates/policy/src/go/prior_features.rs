//! What is known of a move before it is searched: features with exclusive levels, as Coulom has them
//! in "Computing Elo ratings of move patterns in the game of Go" (2007), for priors of the tree.

use std::sync::LazyLock;

use tengen_go::{Board, Game, Move, Pattern, Player, Point, Position};

use crate::go::ladder::LadderReader;

/// One of the features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PriorFeature {
    /// The 3x3 surroundings: a [`Pattern`].
    Pattern,
    /// Takes stones.
    Capture,
    /// Runs away with a chain in atari, and has at least two liberties then.
    Extension,
    /// Has one liberty left, and takes nothing.
    SelfAtari,
    /// Leaves an opposing chain one liberty.
    Atari,
    /// Liberties of the new chain.
    Liberties,
    /// Where it is: the line from the edge; where no stone is around, the lines from both edges.
    Place,
    /// The distance to the last move, dx + dy + max(dx, dy).
    Last,
    /// The distance to the move before that.
    BeforeLast,
    /// Diagonal to a stone in atari.
    NearAtari,
    /// Fills an own eye.
    Eye,
    /// A pass.
    Pass,
    /// The pattern again, for moves next to the last one: what is good shape elsewhere may be no
    /// answer, and the other way round.
    Answer,
    /// How many stones of chains with one liberty it takes.
    Taken,
    /// How many opposing stones, in chains with two liberties, it touches.
    Threatened,
    /// How many opposing stones, in chains with three liberties, it touches.
    Squeezed,
    /// How many own stones, in chains with one liberty, it touches.
    Saved,
    /// How many own stones, in chains with two liberties, it touches.
    Helped,
}

/// Levels of numbers of stones: the most stones of each but the last.
const STONES: &[&str] = &["1", "2", "3", "4-5", "6-9", "10+"];
const MOST_STONES: [usize; 5] = [1, 2, 3, 5, 9];

const PLACES: &[&str] = &[
    "1", "2", "3", "4", "5+", "1-1", "1-2", "1-3", "1-4", "1-5+", "2-2", "2-3", "2-4", "2-5+",
    "3-3", "3-4", "3-5+", "4-4", "4-5+", "5+-5+",
];

const DISTANCES: &[&str] =
    &["0", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17+"];

impl PriorFeature {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Pattern,
        Self::Capture,
        Self::Extension,
        Self::SelfAtari,
        Self::Atari,
        Self::Liberties,
        Self::Place,
        Self::Last,
        Self::BeforeLast,
        Self::NearAtari,
        Self::Eye,
        Self::Pass,
        Self::Answer,
        Self::Taken,
        Self::Threatened,
        Self::Squeezed,
        Self::Saved,
        Self::Helped,
    ];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pattern => "pattern",
            Self::Capture => "capture",
            Self::Extension => "extension",
            Self::SelfAtari => "self-atari",
            Self::Atari => "atari",
            Self::Liberties => "liberties",
            Self::Place => "place",
            Self::Last => "last",
            Self::BeforeLast => "before-last",
            Self::NearAtari => "near-atari",
            Self::Eye => "eye",
            Self::Pass => "pass",
            Self::Answer => "answer",
            Self::Taken => "taken",
            Self::Threatened => "threatened",
            Self::Squeezed => "squeezed",
            Self::Saved => "saved",
            Self::Helped => "helped",
        }
    }

    /// How many levels it has.
    #[must_use]
    pub const fn levels(self) -> usize {
        match self {
            Self::Pattern | Self::Answer => Pattern::ALL,
            _ => self.level_names().len(),
        }
    }

    /// The names of its levels; those of patterns are the patterns themselves.
    const fn level_names(self) -> &'static [&'static str] {
        match self {
            Self::Pattern | Self::Answer => &[],
            // A chain beside one of ours in atari; that of the last move; one that could run; one
            // that could not.
            Self::Capture => &["rescue", "last", "free", "trapped"],
            // After the last move put it into atari, or later; into a ladder or not.
            Self::Extension => &["new", "new-ladder", "old", "old-ladder"],
            // One stone, up to five, more.
            Self::SelfAtari => &["one", "few", "many"],
            // It cannot run; there is a ko; any other.
            Self::Atari => &["ladder", "ko", "other"],
            Self::Liberties => &["1", "2", "3", "4+"],
            Self::Place => PLACES,
            Self::Last | Self::BeforeLast => DISTANCES,
            Self::NearAtari => &["own", "theirs"],
            Self::Eye => &["fills"],
            Self::Pass => &["first", "second"],
            Self::Taken | Self::Threatened | Self::Squeezed | Self::Saved | Self::Helped => STONES,
        }
    }

    /// The name of a level.
    #[must_use]
    pub fn level_name(self, level: usize) -> Option<String> {
        match self {
            Self::Pattern | Self::Answer => {
                Pattern::all().nth(level).map(|pattern| pattern.to_string())
            }
            _ => self.level_names().get(level).map(|&name| name.to_owned()),
        }
    }

    /// The level with a name.
    #[must_use]
    pub fn level(self, name: &str) -> Option<usize> {
        match self {
            Self::Pattern | Self::Answer => name.parse().ok().map(Pattern::index),
            _ => self.level_names().iter().position(|&known| known == name),
        }
    }
}

/// The level of each feature, in the order of [`PriorFeature::ALL`].
pub type PriorLevels = [u16; PriorFeature::ALL.len()];

/// Stands for a level where a move has none of a feature.
pub const NO_LEVEL: u16 = u16::MAX;

/// Positions that ladders of one board may look at. Reading ends early nearly always; where it does
/// not, a chain counts as free.
const MOST_READ: u32 = 200;

/// More liberties than these are not told apart.
const MANY: usize = 5;

/// Looks at the moves of a position, one position at a time. Keeps its memory from one to the next.
///
/// ```
/// use tengen_go::{BoardSize, Game, Komi, Position, Rules};
/// use tengen_policy::go::{PriorFeature, PriorFeatures};
/// let size = BoardSize::new(9).unwrap();
/// let mut position = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
/// position.play("E5".parse().unwrap()).unwrap();
/// let mut features = PriorFeatures::new();
/// features.look_at(&position);
/// let levels = features.levels(&position, "C5".parse().unwrap());
/// let level = |feature: PriorFeature| feature.level_name(levels[feature as usize].into());
/// assert_eq!(level(PriorFeature::Last).as_deref(), Some("4"));
/// assert_eq!(level(PriorFeature::Place).as_deref(), Some("3-5+"));
/// assert_eq!(level(PriorFeature::Capture), None);
/// ```
#[derive(Clone, Debug)]
pub struct PriorFeatures {
    /// How many liberties each chain has, up to [`MANY`], by the point that stands for it.
    counts: Vec<u8>,
    /// The first of them.
    liberties: Vec<[Point; MANY]>,
    ladders: LadderReader,
    most_read: u32,
    /// The board after a move.
    after: Option<Board>,
    /// The last move and the one before, if they are stones.
    recent: [Option<Point>; 2],
}

impl Default for PriorFeatures {
    fn default() -> Self {
        Self::new()
    }
}

/// The first few points of some, each once.
struct Few<const N: usize> {
    points: [Point; N],
    len: usize,
}

impl<const N: usize> Few<N> {
    /// None yet; `filler` fills the room and means nothing.
    const fn new(filler: Point) -> Self {
        Self { points: [filler; N], len: 0 }
    }

    #[inline]
    fn add(&mut self, point: Point) {
        if self.len < N && !self.as_slice().contains(&point) {
            self.points[self.len] = point;
            self.len += 1;
        }
    }

    #[inline]
    fn as_slice(&self) -> &[Point] {
        &self.points[..self.len]
    }
}

/// The chains of a player beside a point, each by the point that stands for it.
#[inline]
fn chains_beside(board: &Board, player: Player, point: Point) -> Few<4> {
    let mut chains = Few::new(point);
    for stone in board.stones_beside(player, point) {
        chains.add(board.chain_id(stone).unwrap_or(stone));
    }
    chains
}

impl PriorFeatures {
    /// Nothing looked at yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            counts: Vec::new(),
            liberties: Vec::new(),
            ladders: LadderReader::new(),
            most_read: MOST_READ,
            after: None,
            recent: [None; 2],
        }
    }

    /// The same with ladders that may look at so many positions of a board together, where others
    /// think that a few hundred are enough.
    #[must_use]
    pub const fn reading(mut self, positions: u32) -> Self {
        self.most_read = positions;
        self
    }

    /// Prepares for the moves of a position.
    pub fn look_at(&mut self, position: &Position) {
        let board = position.board();
        let moves = position.moves();
        let recent = |back: usize| moves.len().checked_sub(back).and_then(|i| moves[i].1.point());
        self.recent = [recent(1), recent(2)];
        self.ladders.set_budget(self.most_read);
        self.count_liberties(board);
    }

    fn count_liberties(&mut self, board: &Board) {
        self.counts.clear();
        self.counts.resize(Point::INDICES, 0);
        for (stone, _) in board.stones() {
            if self.liberties.is_empty() {
                // Any point serves to fill it.
                self.liberties.resize(Point::INDICES, [stone; MANY]);
            }
            let chain = board.chain_id(stone).unwrap_or(stone).index();
            let (count, found) = (&mut self.counts[chain], &mut self.liberties[chain]);
            for liberty in board.empty_beside(stone) {
                let known = usize::from(*count);
                if known < MANY && !found[..known].contains(&liberty) {
                    found[known] = liberty;
                    *count += 1;
                }
            }
        }
    }

    /// The levels of a legal move of the position that was looked at.
    pub fn levels(&mut self, position: &Position, m: Move) -> PriorLevels {
        let mut levels = [NO_LEVEL; PriorFeature::ALL.len()];
        let mut set = |feature: PriorFeature, level: usize| levels[feature as usize] = level as u16;
        let Move::Play(point) = m else {
            set(PriorFeature::Pass, usize::from(position.passes() > 0));
            return levels;
        };
        let (board, player) = (position.board(), position.to_move());
        let code = board.pattern_code(point);
        if let Some(pattern) = code.pattern(player) {
            set(PriorFeature::Pattern, pattern.index());
            if self.recent[0].is_some_and(|last| distance_level(last, point) <= 2) {
                set(PriorFeature::Answer, pattern.index());
            }
            if is_eye(pattern) {
                set(PriorFeature::Eye, 0);
            }
        }
        let cells = code.bits() as u16;
        set(PriorFeature::Place, place(board, point, cells));
        let recent = [PriorFeature::Last, PriorFeature::BeforeLast].into_iter().zip(self.recent);
        for (feature, recent) in recent {
            if let Some(recent) = recent {
                set(feature, distance_level(recent, point));
            }
        }
        if let Some(level) = near_atari(board, player, point, cells) {
            set(PriorFeature::NearAtari, level);
        }
        if has_stone(cells & BESIDE) {
            self.touching(board, player, point, &mut levels);
        } else {
            let liberties = board.empty_beside(point).count();
            set(PriorFeature::Liberties, liberties.max(1) - 1);
        }
        levels
    }

    /// The levels of a move that touches stones.
    fn touching(&mut self, board: &Board, player: Player, point: Point, levels: &mut PriorLevels) {
        let mut set = |feature: PriorFeature, level: usize| levels[feature as usize] = level as u16;
        let ours = chains_beside(board, player, point);
        let theirs = chains_beside(board, player.opponent(), point);
        let stones = |chains: &Few<4>, liberties: usize| {
            let weak = chains.as_slice().iter().filter(|&&chain| self.count(chain) == liberties);
            weak.map(|&chain| board.chain(chain).count()).sum::<usize>()
        };
        let at_stake = [
            (PriorFeature::Taken, stones(&theirs, 1)),
            (PriorFeature::Threatened, stones(&theirs, 2)),
            (PriorFeature::Squeezed, stones(&theirs, 3)),
            (PriorFeature::Saved, stones(&ours, 1)),
            (PriorFeature::Helped, stones(&ours, 2)),
        ];
        for (feature, stones) in at_stake.into_iter().filter(|&(_, stones)| stones > 0) {
            set(feature, MOST_STONES.iter().filter(|&&most| stones > most).count());
        }
        let [captures, threatens, _, escapes, _] = at_stake.map(|(_, stones)| stones > 0);
        // The board after the move is only needed where something happens, which is rare.
        let mut is_played = false;
        let mut found = Few::new(point);
        let liberties = if captures {
            self.play(board, player, point, &mut is_played).liberties(point).len().min(4)
        } else {
            found = self.liberties_after(board, player, point);
            found.as_slice().len()
        };
        set(PriorFeature::Liberties, liberties.max(1) - 1);
        if captures {
            set(PriorFeature::Capture, self.capture(board, player, point, &theirs));
        } else if liberties <= 1 {
            let stones = 1 + ours.as_slice().iter().map(|&c| board.chain(c).count()).sum::<usize>();
            set(PriorFeature::SelfAtari, [1, 5].iter().filter(|&&most| stones > most).count());
        } else if escapes {
            let is_new = |&c: &Point| self.count(c) == 1 && self.is_recent(board, player, c);
            let is_new = ours.as_slice().iter().any(is_new);
            let in_ladder = match *found.as_slice() {
                [a, b] if self.is_free(board, player, point, [a, b]) => false,
                [_, _] => {
                    self.play(board, player, point, &mut is_played);
                    let after = self.after.as_ref();
                    after.is_some_and(|after| self.ladders.can_be_caught(after, point))
                }
                _ => false,
            };
            set(PriorFeature::Extension, 2 * usize::from(!is_new) + usize::from(in_ladder));
        }
        if threatens {
            let mut catches = |&prey: &Point| {
                let [a, b, ..] = self.liberties[prey.index()];
                let escape = if a == point { b } else { a };
                self.count(prey) == 2
                    && self.is_lost(board, prey, escape, point).unwrap_or_else(|| {
                        self.play(board, player, point, &mut is_played);
                        self.after.as_ref().is_some_and(|after| self.ladders.is_caught(after, prey))
                    })
            };
            let level = if liberties > 1 && theirs.as_slice().iter().any(&mut catches) {
                0
            } else {
                2 - usize::from(board.ko(player).is_some())
            };
            set(PriorFeature::Atari, level);
        }
    }

    /// Whether a chain with these two liberties after a move on `point` runs from either side, as
    /// far as one sees without reading.
    fn is_free(&self, board: &Board, player: Player, point: Point, [a, b]: [Point; 2]) -> bool {
        [(a, b), (b, a)].into_iter().all(|(taken, escape)| {
            let mut room = Few::<3>::new(point);
            self.add_room(board, player, escape, &[escape, taken, point], &mut room);
            room.as_slice().len() == 3
        })
    }

    /// Liberties of the chain that a point stands for, up to [`MANY`].
    #[inline]
    fn count(&self, chain: Point) -> usize {
        usize::from(self.counts[chain.index()])
    }

    /// The board after the move; the same one until it is played again.
    fn play(
        &mut self,
        board: &Board,
        player: Player,
        point: Point,
        is_played: &mut bool,
    ) -> &Board {
        let after = self.after.get_or_insert_with(|| board.clone());
        if !std::mem::replace(is_played, true) {
            after.clone_from(board);
            after.play(player, point);
        }
        after
    }

    /// Liberties of the new chain, up to four, where nothing is taken.
    fn liberties_after(&self, board: &Board, player: Player, point: Point) -> Few<4> {
        let mut found = Few::new(point);
        self.add_room(board, player, point, &[point], &mut found);
        found
    }

    /// Adds the liberties that a stone on `point` would have, but for some points.
    fn add_room<const N: usize>(
        &self,
        board: &Board,
        player: Player,
        point: Point,
        blocked: &[Point],
        found: &mut Few<N>,
    ) {
        let mut add = |liberty: Point| {
            if !blocked.contains(&liberty) {
                found.add(liberty);
            }
        };
        board.empty_beside(point).for_each(&mut add);
        for &chain in chains_beside(board, player, point).as_slice() {
            let known = &self.liberties[chain.index()][..self.count(chain)];
            known.iter().copied().for_each(&mut add);
        }
    }

    /// Whether a chain whose liberties are all taken but `escape` is lost, if that can be seen without
    /// reading: it runs if it has three liberties then, and is lost with one, unless it can take
    /// something.
    fn is_lost(&self, board: &Board, prey: Point, escape: Point, taken: Point) -> Option<bool> {
        let owner = board.stone(prey)?;
        let mut room = Few::<3>::new(escape);
        self.add_room(board, owner, escape, &[escape, taken], &mut room);
        let is_strong = |hunter: Point| self.count(board.chain_id(hunter).unwrap_or(hunter)) >= 3;
        let all_strong = || {
            board.chain(prey).all(|stone| board.stones_beside(!owner, stone).all(is_strong))
                && board.stones_beside(!owner, escape).all(is_strong)
        };
        match room.as_slice().len() {
            0 | 1 if all_strong() => Some(true),
            3 => Some(false),
            _ => None,
        }
    }

    /// The level of a move that takes something.
    fn capture(&mut self, board: &Board, player: Player, point: Point, theirs: &Few<4>) -> usize {
        let mut best = PriorFeature::Capture.levels() - 1;
        for &prey in theirs.as_slice() {
            if self.count(prey) != 1 {
                continue;
            }
            let in_atari =
                |stone: Point| self.counts[board.chain_id(stone).unwrap_or(stone).index()] == 1;
            let rescues =
                board.chain(prey).any(|stone| board.stones_beside(player, stone).any(in_atari));
            let level = if rescues {
                0
            } else if self.recent[0].is_some_and(|last| board.chain_id(last) == Some(prey)) {
                1
            } else {
                // Nobody asks twice: a chain in atari has one last liberty.
                let seen = self.is_lost(board, prey, point, point);
                2 + usize::from(seen.unwrap_or_else(|| self.ladders.is_caught(board, prey)))
            };
            best = best.min(level);
        }
        best
    }

    /// Whether a chain of the player stands beside the last move.
    fn is_recent(&self, board: &Board, player: Player, chain: Point) -> bool {
        self.recent[0].is_some_and(|last| {
            board.stones_beside(player, last).any(|stone| board.chain_id(stone) == Some(chain))
        })
    }
}

/// Whether a move of this pattern fills an own eye.
fn is_eye(pattern: Pattern) -> bool {
    static EYES: LazyLock<Vec<bool>> =
        LazyLock::new(|| Pattern::all().map(Pattern::is_eye).collect());
    EYES[pattern.index()]
}

/// The bits of the four neighbours beside a point among those of all eight, and the others.
const BESIDE: u16 = 0b00_11_00_11_11_00_11_00;
const DIAGONAL: u16 = !BESIDE;

/// Whether any of the neighbours, two bits each, is a stone: neither nothing (0) nor off the board (3).
const fn has_stone(cells: u16) -> bool {
    (cells ^ cells >> 1) & 0x5555 != 0
}

/// The level of a point by the lines it is on.
fn place(board: &Board, point: Point, cells: u16) -> usize {
    let (x, y, far) = (point.x(), point.y(), board.size().side() - 1);
    let (x, y) = (x.min(far - x).min(4), y.min(far - y).min(4));
    let (low, high) = (x.min(y), x.max(y));
    // Rows of a triangle: five pairs with 1, four with 2, and so on.
    if has_stone(cells) { low } else { 5 + low * (11 - low) / 2 + high - low }
}

/// The level of a distance: dx + dy + max(dx, dy) is never 1.
fn distance_level(from: Point, to: Point) -> usize {
    let (dx, dy) = (from.x().abs_diff(to.x()), from.y().abs_diff(to.y()));
    (dx + dy + dx.max(dy)).saturating_sub(1).min(DISTANCES.len() - 1)
}

/// The level of a point that is diagonal to a stone in atari: an own one counts first.
fn near_atari(board: &Board, player: Player, point: Point, cells: u16) -> Option<usize> {
    if !has_stone(cells & DIAGONAL) {
        return None;
    }
    // Where the corners stand among the eight neighbours.
    const CORNERS: [(u32, isize, isize); 4] = [(0, -1, 1), (2, 1, 1), (5, -1, -1), (7, 1, -1)];
    let stones = CORNERS.into_iter().filter(|(i, ..)| has_stone(cells >> (2 * i) & 3));
    let levels = stones.filter_map(|(_, dx, dy)| {
        let (x, y) = (point.x().wrapping_add_signed(dx), point.y().wrapping_add_signed(dy));
        let corner = Point::new(x, y)?;
        board.atari(corner)?;
        Some(usize::from(board.stone(corner)? != player))
    });
    levels.min()
}
