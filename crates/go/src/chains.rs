//! Stones as chains with their liberties, and what can be asked of them: whose stone, which chain,
//! atari, legality. How a stone is put down is in [`crate::placing`].

use tengen_game::Player;

use crate::grid::Grid;
use crate::liberties::Liberties;
use crate::mask::PointMask;
use crate::pattern::{ATARI_SHIFT, BESIDE, PatternCode};
use crate::point::{Point, StoredVertex, VERTICES, Vertex};
use crate::size::BoardSize;

/// The stones on a board of any size, joined into chains with their liberties, and simple ko: what
/// boards for all purposes have in common. [`Board`](crate::Board) adds what light playouts draw
/// from, [`WeightedBoard`](crate::WeightedBoard) weights.
pub struct Chains {
    /// By root vertex: the liberties of a chain, an empty point or the border.
    pub(crate) liberties: Grid<Liberties>,
    /// The root of each vertex's chain. Empty points and border vertices are their own roots.
    pub(crate) root: Grid<StoredVertex>,
    /// The next stone of the chain, in a ring. Empty points are rings of one.
    pub(crate) next: Grid<StoredVertex>,
    /// By root vertex: stones of the chain. 1 for an empty point.
    pub(crate) chain_size: Grid<u16>,
    /// Where each player may not retake a ko now, or `Vertex::NOWHERE`.
    pub(crate) ko: [Vertex; 2],
    pub(crate) stones: [u16; 2],
    size: BoardSize,
}

impl Chains {
    /// The empty board.
    pub(crate) fn new(size: BoardSize) -> Self {
        let own = |index| Vertex::from_index(index).stored();
        let mut chains = Self {
            liberties: Grid::filled(Liberties::BORDER),
            root: Grid::from_fn(own),
            next: Grid::from_fn(own),
            chain_size: Grid::filled(1),
            ko: [Vertex::NOWHERE; 2],
            stones: [0; 2],
            size,
        };
        for point in size.points() {
            chains.liberties[point] = Liberties::NONE;
        }
        for point in size.points() {
            for side in point.sides() {
                if chains.liberties[side].is_empty_point() {
                    let one = Liberties::one(side.point());
                    chains.liberties[point] = chains.liberties[point].plus(one);
                }
            }
        }
        chains
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

    /// Whether another board is, move for move, the same as this one came to be: faster to say than
    /// whether they are equal. `false` may be wrong, `true` is not, and everything else that this board
    /// says of itself it says of the other.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.size == other.size
            && self.ko == other.ko
            && self.liberties.is_same(&other.liberties, self.size)
    }

    pub(crate) const fn bytes_in_use(size: BoardSize) -> usize {
        let a_vertex = size_of::<Liberties>() + 2 * size_of::<StoredVertex>() + size_of::<u16>();
        let others = size_of::<[Vertex; 2]>() + size_of::<[u16; 2]>();
        Grid::<u8>::used(size) * a_vertex + others
    }

    /// Panics unless chains and liberties agree with the stones. Slow; for tests.
    pub(crate) fn assert_consistent(&self) {
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
        }
        for player in Player::BOTH {
            let count = self.stones().filter(|&(_, p)| p == player).count();
            assert_eq!(self.stone_count(player), count);
        }
    }
}

impl Clone for Chains {
    fn clone(&self) -> Self {
        Self {
            liberties: self.liberties.clone(),
            root: self.root.clone(),
            next: self.next.clone(),
            chain_size: self.chain_size.clone(),
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
        self.ko = other.ko;
        self.stones = other.stones;
    }
}

/// Equal size, stones and ko.
impl PartialEq for Chains {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.ko == other.ko
            && self.size.points().all(|point| self.stone(point) == other.stone(point))
    }
}

impl Eq for Chains {}

const _: () = assert!(VERTICES < u16::MAX as usize);
