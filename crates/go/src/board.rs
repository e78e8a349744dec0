//! The board as others see it: stones, chains, liberties, legality. How a stone is put down is in
//! [`crate::placing`], how a random game goes on in [`crate::playout`].

use tengen_game::{Key, Player};

use crate::grid::Grid;
use crate::liberties::Liberties;
use crate::mask::PointMask;
use crate::pattern::{ATARI_SHIFT, BESIDE, PatternCode};
use crate::point::{Point, StoredVertex, VERTICES, Vertex};
use crate::point_set::PointSet;
use crate::size::BoardSize;
use crate::zobrist;

/// A Go board of any size: stones, chains, liberties, simple ko and an incremental key. What a
/// playout needs, and no more.
///
/// It knows nothing of turns, passes or history (that is [`Position`](crate::Position)), and it
/// never allocates. [`Clone::clone_from`] between boards of one size copies only the part in use.
///
/// ```
/// use tengen_go::{Board, BoardSize, Player, Point};
/// let at = |name: &str| name.parse::<Point>().unwrap();
/// let mut board = Board::new(BoardSize::new(9).unwrap());
/// board.play(Player::Black, at("A1"));
/// board.play(Player::White, at("A2"));
/// assert_eq!(board.atari(at("A1")), Some(at("B1")));
/// board.play(Player::White, at("B1"));
/// assert_eq!(board.stone(at("A1")), None);
/// ```
pub struct Board {
    /// By root vertex: the liberties of a chain, an empty point or the border.
    pub(crate) liberties: Grid<Liberties>,
    /// The root of each vertex's chain. Empty points and border vertices are their own roots.
    pub(crate) root: Grid<StoredVertex>,
    /// The next stone of the chain, in a ring. Empty points are rings of one.
    pub(crate) next: Grid<StoredVertex>,
    /// By root vertex: stones of the chain. 1 for an empty point.
    pub(crate) chain_size: Grid<u16>,
    /// Empty points taken out of the candidates, one bit a player. See [`crate::playout`].
    pub(crate) parked: Grid<u8>,
    /// Empty points that are not known to be unplayable in a playout, for each player.
    pub(crate) candidates: [PointSet; 2],
    /// Where each player may not retake a ko now, or `Vertex::NOWHERE`.
    pub(crate) ko: [Vertex; 2],
    pub(crate) key: Key,
    pub(crate) stones: [u16; 2],
    size: BoardSize,
}

/// Stones that cannot stand together as given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSetup {
    /// A point outside this board.
    #[error("{0} is not on a board of size {1}")]
    OffBoard(Point, BoardSize),
    /// Two stones on one point.
    #[error("{0} is given twice")]
    Occupied(Point),
    /// A chain that should have been captured.
    #[error("the stones at {0} have no liberty")]
    NoLiberty(Point),
}

impl Board {
    /// The empty board.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        let own = |index| Vertex::from_index(index).stored();
        let mut board = Self {
            liberties: Grid::filled(Liberties::BORDER),
            root: Grid::from_fn(own),
            next: Grid::from_fn(own),
            chain_size: Grid::filled(1),
            parked: Grid::filled(0),
            candidates: [PointSet::new(), PointSet::new()],
            ko: [Vertex::NOWHERE; 2],
            key: zobrist::empty_board(size),
            stones: [0; 2],
            size,
        };
        for point in size.points() {
            board.liberties[point] = Liberties::NONE;
        }
        for point in size.points() {
            for side in point.sides() {
                if board.liberties[side].is_empty_point() {
                    let one = Liberties::one(side.point());
                    board.liberties[point] = board.liberties[point].plus(one);
                }
            }
            for candidates in &mut board.candidates {
                candidates.insert(point);
            }
        }
        board
    }

    /// A board with these stones. Fails if any chain would have no liberty.
    pub fn from_stones(
        size: BoardSize,
        stones: impl IntoIterator<Item = (Point, Player)>,
    ) -> Result<Self, BadSetup> {
        let mut board = Self::new(size);
        for (point, player) in stones {
            if !size.contains(point) {
                return Err(BadSetup::OffBoard(point, size));
            }
            if !board.is_empty(point) {
                return Err(BadSetup::Occupied(point));
            }
            board.set_stone(player, point);
        }
        let breathless = |p: &Point| board.stone(*p).is_some() && board.word(p.vertex()).is_none();
        match size.points().find(breathless) {
            Some(point) => Err(BadSetup::NoLiberty(point)),
            None => Ok(board),
        }
    }

    /// The board without these stones. Only whole chains may go; where a part of one would be left
    /// without liberties, all stones stay.
    #[must_use]
    pub fn without(&self, stones: &PointMask) -> Self {
        let living = self.stones().filter(|(point, _)| !stones.contains(*point));
        Self::from_stones(self.size, living).unwrap_or_else(|_| self.clone())
    }

    /// The size of the board.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The root of the chain, empty point or border at a vertex.
    #[inline(always)]
    pub(crate) fn root_of(&self, vertex: Vertex) -> Vertex {
        self.root[vertex].get()
    }

    /// The word of the chain, empty point or border at a vertex.
    #[inline(always)]
    pub(crate) fn word(&self, vertex: Vertex) -> Liberties {
        self.liberties[self.root_of(vertex)]
    }

    /// The stone at `point`, if there is one.
    #[inline]
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Player> {
        let word = self.word(point.vertex());
        Player::BOTH.into_iter().find(|&player| word.is_stone_of(player))
    }

    /// Whether `point` is on the board and empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, point: Point) -> bool {
        self.word(point.vertex()).is_empty_point()
    }

    /// The empty points, row by row from A1. (The lists that playouts keep are in no such order.)
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.is_empty(point))
    }

    /// All stones, row by row from A1.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Player)> + '_ {
        self.size.points().filter_map(|point| Some((point, self.stone(point)?)))
    }

    /// How many stones a player has on the board.
    #[must_use]
    pub fn stone_count(&self, player: Player) -> usize {
        usize::from(self.stones[player.index()])
    }

    /// How many stones there are on the board.
    #[must_use]
    pub fn stone_total(&self) -> usize {
        self.stones.iter().copied().map(usize::from).sum()
    }

    /// The stones of the chain at `point`; none if it is empty.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let first = self.root_of(point.vertex()).point();
        let mut next = self.stone(point).is_some().then_some(first);
        std::iter::from_fn(move || {
            let stone = next?;
            let following = self.next[stone].get().point();
            next = (following != first).then_some(following);
            Some(stone)
        })
    }

    /// A point that stands for the chain at `point`: equal for stones of one chain, different for
    /// others, until the next stone is played.
    #[must_use]
    pub fn chain_id(&self, point: Point) -> Option<Point> {
        self.stone(point).map(|_| self.root_of(point.vertex()).point())
    }

    /// The liberties of the chain at `point`; of an empty point, its empty neighbours.
    #[must_use]
    pub fn liberties(&self, point: Point) -> PointMask {
        let empty_beside = |p: Point| {
            p.sides()
                .into_iter()
                .filter(|&v| self.liberties[v].is_empty_point() && self.root_of(v) == v)
                .map(Vertex::point)
        };
        if self.stone(point).is_some() {
            self.chain(point).flat_map(empty_beside).collect()
        } else if self.is_empty(point) {
            empty_beside(point).collect()
        } else {
            PointMask::EMPTY
        }
    }

    /// The last liberty of the chain at `point`, if it is in atari. Constant time.
    #[inline]
    #[must_use]
    pub fn atari(&self, point: Point) -> Option<Point> {
        let word = self.word(point.vertex());
        if word.is_stone() { word.single() } else { None }
    }

    /// Where `player` may not retake at once (simple ko). The one who has just taken may fill it.
    #[inline]
    #[must_use]
    pub fn ko(&self, player: Player) -> Option<Point> {
        let ko = self.ko[player.index()];
        (ko != Vertex::NOWHERE).then(|| ko.point())
    }

    /// Lifts the ko, as a pass does.
    #[inline(always)]
    pub fn clear_ko(&mut self) {
        self.ko = [Vertex::NOWHERE; 2];
    }

    /// The hash of the stones, kept up to date. Ko and side to move are not in it.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The hash of the stones, computed anew.
    #[must_use]
    pub fn key_from_scratch(&self) -> Key {
        self.stones().fold(zobrist::empty_board(self.size), |key, (point, player)| {
            key ^ zobrist::stone(player, point)
        })
    }

    /// Whether a stone of `player` on the empty `point` would be left without a liberty.
    #[inline]
    #[must_use]
    pub fn is_suicide(&self, player: Player, point: Point) -> bool {
        self.liberties[point].is_none()
            && !point.sides().into_iter().any(|side| {
                let word = self.word(side);
                if word.is_stone_of(player) {
                    !word.only_at(point)
                } else {
                    word.is_stone() && word.only_at(point)
                }
            })
    }

    /// Whether `player` may put a stone on `point`: empty, no suicide, no simple ko.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, player: Player, point: Point) -> bool {
        self.is_empty(point)
            && point.vertex() != self.ko[player.index()]
            && !self.is_suicide(player, point)
    }

    /// The key after `player` has played on the empty `point`, captures and suicide included,
    /// without playing it.
    #[must_use]
    pub fn key_after(&self, player: Player, point: Point) -> Key {
        let mut key = self.key ^ zobrist::stone(player, point);
        let mut take = |player: Player, root: Vertex| {
            for stone in self.chain(root.point()) {
                key ^= zobrist::stone(player, stone);
            }
        };
        let roots = point.sides().map(|side| self.root_of(side));
        let suicide = self.is_suicide(player, point);
        let victim = if suicide { player } else { player.opponent() };
        for (i, &root) in roots.iter().enumerate() {
            let word = self.liberties[root];
            if word.is_stone_of(victim) && word.only_at(point) && !roots[..i].contains(&root) {
                take(victim, root);
            }
        }
        if suicide {
            key ^= zobrist::stone(player, point);
        }
        key
    }

    /// Whether a move of `player` on the empty `point` captures anything.
    #[must_use]
    pub fn captures(&self, player: Player, point: Point) -> bool {
        point.sides().into_iter().any(|side| {
            let word = self.word(side);
            word.is_stone_of(player.opponent()) && word.only_at(point)
        })
    }

    /// The stones of `player` on the four points beside `point`.
    #[inline]
    pub fn stones_beside(&self, player: Player, point: Point) -> impl Iterator<Item = Point> + '_ {
        let is_his = move |vertex: &Vertex| self.liberties[*vertex].is_stone_of(player);
        point.sides().into_iter().filter(is_his).map(Vertex::point)
    }

    /// The empty ones of the four points beside `point`.
    #[inline]
    pub fn empty_beside(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let is_empty = |vertex: &Vertex| self.liberties[*vertex].is_empty_point();
        point.sides().into_iter().filter(is_empty).map(Vertex::point)
    }

    /// The empty ones of the eight points around `point`.
    #[inline]
    pub fn empty_around(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let is_empty = |vertex: &Vertex| self.liberties[*vertex].is_empty_point();
        point.around().into_iter().filter(is_empty).map(Vertex::point)
    }

    /// What stands on the eight points around `point`, two bits each, row by row from the upper
    /// left: 0 nothing, 1 Black, 2 White, 3 off the board.
    ///
    /// ```
    /// use tengen_go::Board;
    /// let board: Board = "X O .\n. . X\n. . .".parse().unwrap();
    /// assert_eq!(board.surroundings("B2".parse().unwrap()), 0b00_00_00_01_00_00_10_01);
    /// assert_eq!(board.surroundings("A1".parse().unwrap()), 0b11_11_11_00_11_00_00_11);
    /// ```
    #[inline]
    #[must_use]
    pub fn surroundings(&self, point: Point) -> u16 {
        let around = point.around();
        (0..8).fold(0, |code, i| code | self.liberties[around[i]].cell() << (2 * i))
    }

    /// What stands around an empty point, and which of the stones beside it have no other liberty.
    #[inline]
    #[must_use]
    pub fn pattern_code(&self, point: Point) -> PatternCode {
        let around = point.around();
        let atari = (0..4).fold(0, |bits, side| {
            let word = self.word(around[BESIDE[side]]);
            bits | u32::from(word.is_stone() && word.only_at(point)) << side
        });
        PatternCode::new(u32::from(self.surroundings(point)) | atari << ATARI_SHIFT)
    }

    /// Bytes that [`Clone::clone_from`] copies for a board of this size.
    #[must_use]
    pub fn bytes_in_use(size: BoardSize) -> usize {
        let a_vertex =
            size_of::<Liberties>() + 2 * size_of::<StoredVertex>() + size_of::<u16>() + 1;
        let vertices = Grid::<u8>::used(size);
        let others = size_of::<[Vertex; 2]>() + size_of::<Key>() + size_of::<[u16; 2]>();
        vertices * a_vertex + 2 * PointSet::bytes_in_use(size) + others
    }

    /// Panics unless every redundant part of the board agrees with its stones. Slow; for tests.
    #[doc(hidden)]
    pub fn assert_consistent(&self) {
        assert_eq!(self.key, self.key_from_scratch());
        for point in self.size.points() {
            let stone = self.stone(point);
            let root = self.root_of(point.vertex());
            match stone {
                Some(player) => {
                    let chain: Vec<Point> = self.chain(point).collect();
                    assert!(chain.contains(&point));
                    assert_eq!(usize::from(self.chain_size[root]), chain.len());
                    assert!(chain.iter().all(|&p| self.root_of(p.vertex()) == root));
                    assert!(chain.iter().all(|&p| self.stone(p) == Some(player)));
                    let touching =
                        point.sides().into_iter().filter(|&v| self.word(v).is_stone_of(player));
                    assert!(touching.into_iter().all(|v| self.root_of(v) == root), "split chain");
                    assert_eq!(self.parked[point], 0);
                    assert!(self.liberties[point].is_stone_of(player));
                    let word = self.liberties[root];
                    assert!(!word.is_none(), "the chain at {point} has no liberty");
                    assert!(!(word.is_watched() && word.single().is_some()), "{point} in atari");
                }
                None => {
                    assert_eq!((root, self.next[point].get()), (point.vertex(), point.vertex()));
                    assert_eq!(self.chain_size[point], 1);
                }
            }
            let stones: Vec<Point> =
                if stone.is_some() { self.chain(point).collect() } else { vec![point] };
            let word = stones.iter().flat_map(|p| p.sides()).fold(Liberties::NONE, |word, v| {
                let empty = self.word(v).is_empty_point();
                if empty { word.plus(Liberties::one(v.point())) } else { word }
            });
            assert_eq!(self.liberties[root].bare(), word, "liberties of {point}");
            for player in Player::BOTH {
                let is_candidate = self.candidates[player.index()].as_slice().contains(&point);
                let is_parked = self.parked[point] >> player.index() & 1 != 0;
                assert_eq!(is_candidate, stone.is_none() && !is_parked, "{point} for {player}");
                if is_parked {
                    assert!(!self.is_playable_ignoring_ko(player, point), "{point} for {player}");
                    let is_guarded = |side| {
                        let word = self.word(side);
                        word.is_off_board() || word.is_stone_of(!player) && word.is_watched()
                    };
                    let is_eye = self.is_eye(player, point, crate::EyeRule::Standard);
                    assert!(is_eye || point.sides().into_iter().all(is_guarded), "{point}");
                }
            }
        }
        for player in Player::BOTH {
            let count = self.stones().filter(|&(_, p)| p == player).count();
            assert_eq!(self.stone_count(player), count);
        }
    }
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self {
            liberties: self.liberties.clone(),
            root: self.root.clone(),
            next: self.next.clone(),
            chain_size: self.chain_size.clone(),
            parked: self.parked.clone(),
            candidates: self.candidates.clone(),
            ..*self
        }
    }

    #[inline(always)]
    fn clone_from(&mut self, other: &Self) {
        if self.size != other.size {
            *self = other.clone();
            return;
        }
        let size = self.size;
        self.liberties.copy_used(&other.liberties, size);
        self.root.copy_used(&other.root, size);
        self.next.copy_used(&other.next, size);
        self.chain_size.copy_used(&other.chain_size, size);
        self.parked.copy_used(&other.parked, size);
        for (mine, theirs) in self.candidates.iter_mut().zip(&other.candidates) {
            mine.copy_used(theirs, size);
        }
        self.ko = other.ko;
        self.key = other.key;
        self.stones = other.stones;
    }
}

/// Equal size, stones and ko. Equal boards need not give equal playouts for equal seeds: the order
/// of the lists that playouts draw from depends on how the board came about.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.ko == other.ko
            && self.size.points().all(|point| self.stone(point) == other.stone(point))
    }
}

impl Eq for Board {}

const _: () = assert!(VERTICES < u16::MAX as usize);
