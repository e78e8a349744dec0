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
    /// The line from the edge.
    Line,
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
}

const DISTANCES: &[&str] =
    &["0", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17+"];

impl PriorFeature {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Pattern,
        Self::Capture,
        Self::Extension,
        Self::SelfAtari,
        Self::Atari,
        Self::Liberties,
        Self::Line,
        Self::Last,
        Self::BeforeLast,
        Self::NearAtari,
        Self::Eye,
        Self::Pass,
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
            Self::Line => "line",
            Self::Last => "last",
            Self::BeforeLast => "before-last",
            Self::NearAtari => "near-atari",
            Self::Eye => "eye",
            Self::Pass => "pass",
        }
    }

    /// How many levels it has.
    #[must_use]
    pub const fn levels(self) -> usize {
        match self {
            Self::Pattern => Pattern::ALL,
            _ => self.level_names().len(),
        }
    }

    /// The names of its levels; those of patterns are the patterns themselves.
    const fn level_names(self) -> &'static [&'static str] {
        match self {
            Self::Pattern => &[],
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
            Self::Line => &["1", "2", "3", "4", "5+"],
            Self::Last | Self::BeforeLast => DISTANCES,
            Self::NearAtari => &["own", "theirs"],
            Self::Eye => &["fills"],
            Self::Pass => &["first", "second"],
        }
    }

    /// The name of a level.
    #[must_use]
    pub fn level_name(self, level: usize) -> Option<String> {
        match self {
            Self::Pattern => Pattern::all().nth(level).map(|pattern| pattern.to_string()),
            _ => self.level_names().get(level).map(|&name| name.to_owned()),
        }
    }

    /// The level with a name.
    #[must_use]
    pub fn level(self, name: &str) -> Option<usize> {
        match self {
            Self::Pattern => name.parse().ok().map(Pattern::index),
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
const MOST_READ: u32 = 400;

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
/// assert_eq!(level(PriorFeature::Line).as_deref(), Some("3"));
/// assert_eq!(level(PriorFeature::Capture), None);
/// ```
#[derive(Clone, Debug)]
pub struct PriorFeatures {
    /// How many liberties each chain has, up to [`MANY`], by the point that stands for it.
    counts: Vec<u8>,
    /// The first of them.
    liberties: Vec<[Point; MANY]>,
    ladders: LadderReader,
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

/// Chains beside a point, each once.
struct Beside {
    chains: [Point; 4],
    len: usize,
}

impl Beside {
    fn of(board: &Board, player: Player, point: Point) -> Self {
        let mut beside = Self { chains: [point; 4], len: 0 };
        for stone in board.stones_beside(player, point) {
            let chain = board.chain_id(stone).unwrap_or(stone);
            if !beside.as_slice().contains(&chain) {
                beside.chains[beside.len] = chain;
                beside.len += 1;
            }
        }
        beside
    }

    fn as_slice(&self) -> &[Point] {
        &self.chains[..self.len]
    }
}

impl PriorFeatures {
    /// Nothing looked at yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            counts: Vec::new(),
            liberties: Vec::new(),
            ladders: LadderReader::new(),
            after: None,
            recent: [None; 2],
        }
    }

    /// Prepares for the moves of a position.
    pub fn look_at(&mut self, position: &Position) {
        let board = position.board();
        let moves = position.moves();
        let recent = |back: usize| moves.len().checked_sub(back).and_then(|i| moves[i].1.point());
        self.recent = [recent(1), recent(2)];
        self.ladders.set_budget(MOST_READ);
        self.count_liberties(board);
    }

    fn count_liberties(&mut self, board: &Board) {
        self.counts.clear();
        self.counts.resize(Point::INDICES, 0);
        for point in board.empty_points() {
            if self.liberties.is_empty() {
                // Any point serves to fill it.
                self.liberties.resize(Point::INDICES, [point; MANY]);
            }
            for player in Player::BOTH {
                for &chain in Beside::of(board, player, point).as_slice() {
                    let count = &mut self.counts[chain.index()];
                    if usize::from(*count) < MANY {
                        self.liberties[chain.index()][usize::from(*count)] = point;
                        *count += 1;
                    }
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
        if let Some(pattern) = board.pattern_code(point).pattern(player) {
            set(PriorFeature::Pattern, pattern.index());
            if is_eye(pattern) {
                set(PriorFeature::Eye, 0);
            }
        }
        set(PriorFeature::Line, line(board, point));
        for (feature, recent) in
            [PriorFeature::Last, PriorFeature::BeforeLast].into_iter().zip(self.recent)
        {
            if let Some(recent) = recent {
                set(feature, distance_level(recent, point));
            }
        }
        if let Some(level) = near_atari(board, player, point) {
            set(PriorFeature::NearAtari, level);
        }
        let ours = Beside::of(board, player, point);
        let theirs = Beside::of(board, player.opponent(), point);
        let captures = theirs.as_slice().iter().any(|&chain| self.count(chain) == 1);
        let escapes = ours.as_slice().iter().any(|&chain| self.count(chain) == 1);
        let threatens = theirs.as_slice().iter().any(|&chain| self.count(chain) == 2);
        // The board after the move is only needed where something happens, which is rare.
        let mut is_played = false;
        let liberties = if captures {
            self.play(board, player, point, &mut is_played).liberties(point).len().min(4)
        } else {
            self.liberties_after(board, ours.as_slice(), point)
        };
        set(PriorFeature::Liberties, liberties.max(1) - 1);
        if captures {
            set(PriorFeature::Capture, self.capture(board, player, point, &theirs));
        } else if liberties <= 1 {
            let stones = 1 + ours.as_slice().iter().map(|&c| board.chain(c).count()).sum::<usize>();
            set(PriorFeature::SelfAtari, [1, 5].iter().filter(|&&most| stones > most).count());
        } else if escapes {
            let is_new = ours
                .as_slice()
                .iter()
                .any(|&c| self.count(c) == 1 && self.is_recent(board, player, c));
            let in_ladder = liberties == 2 && {
                self.play(board, player, point, &mut is_played);
                self.after.as_ref().is_some_and(|after| self.ladders.can_be_caught(after, point))
            };
            set(PriorFeature::Extension, 2 * usize::from(!is_new) + usize::from(in_ladder));
        }
        if threatens {
            let catches = liberties > 1
                && theirs.as_slice().iter().any(|&prey| {
                    self.count(prey) == 2 && !self.runs(board, player, point, prey) && {
                        self.play(board, player, point, &mut is_played);
                        self.after.as_ref().is_some_and(|after| self.ladders.is_caught(after, prey))
                    }
                });
            let level = if catches { 0 } else { 2 - usize::from(board.ko(player).is_some()) };
            set(PriorFeature::Atari, level);
        }
        levels
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
    fn liberties_after(&self, board: &Board, ours: &[Point], point: Point) -> usize {
        let mut found = [point; 4];
        let mut len = 0;
        let mut add = |liberty: Point| {
            if len < found.len() && liberty != point && !found[..len].contains(&liberty) {
                found[len] = liberty;
                len += 1;
            }
        };
        board.empty_beside(point).for_each(&mut add);
        for &chain in ours {
            self.liberties[chain.index()][..self.count(chain)].iter().copied().for_each(&mut add);
        }
        len
    }

    /// The level of a move that takes something.
    fn capture(&mut self, board: &Board, player: Player, point: Point, theirs: &Beside) -> usize {
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
                2 + usize::from(self.ladders.is_caught(board, prey))
            };
            best = best.min(level);
        }
        debug_assert!(board.captures(player, point));
        best
    }

    /// Whether a chain of the player stands beside the last move.
    fn is_recent(&self, board: &Board, player: Player, chain: Point) -> bool {
        self.recent[0].is_some_and(|last| {
            board.stones_beside(player, last).any(|stone| board.chain_id(stone) == Some(chain))
        })
    }

    /// Whether a chain with two liberties, one of them taken, surely runs away at the other: what can
    /// be seen without reading.
    fn runs(&self, board: &Board, player: Player, point: Point, prey: Point) -> bool {
        let [a, b, ..] = self.liberties[prey.index()];
        let escape = if a == point { b } else { a };
        let room = board.empty_beside(escape).filter(|&p| p != point).count();
        let joins = |stone: Point| {
            let chain = board.chain_id(stone).unwrap_or(stone);
            usize::from(self.counts[chain.index()]) >= MANY
        };
        room >= 3 || board.stones_beside(player.opponent(), escape).any(joins)
    }
}

/// Whether a move of this pattern fills an own eye.
fn is_eye(pattern: Pattern) -> bool {
    static EYES: LazyLock<Vec<bool>> =
        LazyLock::new(|| Pattern::all().map(Pattern::is_eye).collect());
    EYES[pattern.index()]
}

/// The level of a point by the line it is on.
fn line(board: &Board, point: Point) -> usize {
    let (x, y, far) = (point.x(), point.y(), board.size().side() - 1);
    x.min(y).min(far - x).min(far - y).min(PriorFeature::Line.levels() - 1)
}

/// The level of a distance: dx + dy + max(dx, dy) is never 1.
fn distance_level(from: Point, to: Point) -> usize {
    let (dx, dy) = (from.x().abs_diff(to.x()), from.y().abs_diff(to.y()));
    (dx + dy + dx.max(dy)).saturating_sub(1).min(DISTANCES.len() - 1)
}

/// The level of a point that is diagonal to a stone in atari: an own one counts first.
fn near_atari(board: &Board, player: Player, point: Point) -> Option<usize> {
    // Two bits for each neighbour: corners are the first, third, sixth and last.
    const CORNERS: [(u32, isize, isize); 4] = [(0, -1, 1), (4, 1, 1), (10, -1, -1), (14, 1, -1)];
    let around = board.surroundings(point);
    let mut found = None;
    for (shift, dx, dy) in CORNERS {
        if !matches!(around >> shift & 3, 1 | 2) {
            continue;
        }
        let (x, y) = (point.x().wrapping_add_signed(dx), point.y().wrapping_add_signed(dy));
        let corner = Point::new(x, y).filter(|&corner| board.atari(corner).is_some());
        if let Some(stone) = corner.and_then(|corner| board.stone(corner)) {
            let level = usize::from(stone != player);
            found = Some(found.map_or(level, |before: usize| before.min(level)));
        }
    }
    found
}
