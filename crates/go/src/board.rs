//! The board as others see it: chains, and what light playouts draw from. How a stone is put down is in
//! [`crate::placing`], how a random game goes on in [`crate::playout`].

use std::ops::{Deref, DerefMut};

use tengen_game::{Key, Player};

use crate::chains::Chains;
use crate::grid::Grid;
use crate::mask::PointMask;
use crate::point::{Point, Vertex};
use crate::point_set::PointSet;
use crate::size::BoardSize;
use crate::zobrist;

/// A Go board of any size: stones, chains, liberties, simple ko and an incremental key. What a
/// playout needs, and no more. All that can be asked of the stones is in [`Chains`].
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
    pub(crate) chains: Chains,
    /// Empty points taken out of the candidates, one bit a player. See [`crate::playout`].
    pub(crate) parked: Grid<u8>,
    /// Empty points that are not known to be unplayable in a playout, for each player.
    pub(crate) candidates: [PointSet; 2],
    pub(crate) key: Key,
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
        let mut board = Self {
            chains: Chains::new(size),
            parked: Grid::filled(0),
            candidates: [PointSet::new(), PointSet::new()],
            key: zobrist::empty_board(size),
        };
        for point in size.points() {
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
        Self::from_stones(self.size(), living).unwrap_or_else(|_| self.clone())
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
        self.stones().fold(zobrist::empty_board(self.size()), |key, (point, player)| {
            key ^ zobrist::stone(player, point)
        })
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

    /// Bytes that [`Clone::clone_from`] copies for a board of this size.
    #[must_use]
    pub fn bytes_in_use(size: BoardSize) -> usize {
        let parked = Grid::<u8>::used(size);
        let lists = 2 * PointSet::bytes_in_use(size);
        Chains::bytes_in_use(size) + parked + lists + size_of::<Key>()
    }

    /// Panics unless every redundant part of the board agrees with its stones. Slow; for tests.
    #[doc(hidden)]
    pub fn assert_consistent(&self) {
        self.chains.assert_consistent();
        assert_eq!(self.key, self.key_from_scratch());
        for point in self.size().points() {
            let stone = self.stone(point);
            assert!(stone.is_none() || self.parked[point] == 0);
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
    }
}

impl Deref for Board {
    type Target = Chains;
    #[inline(always)]
    fn deref(&self) -> &Chains {
        &self.chains
    }
}

impl DerefMut for Board {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Chains {
        &mut self.chains
    }
}

/// A board with these stones and ko, for light playouts.
impl From<&Chains> for Board {
    fn from(chains: &Chains) -> Self {
        let mut board = Self::new(chains.size());
        for (point, player) in chains.stones() {
            board.set_stone(player, point);
        }
        board.ko = chains.ko;
        board
    }
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self {
            chains: self.chains.clone(),
            parked: self.parked.clone(),
            candidates: self.candidates.clone(),
            key: self.key,
        }
    }

    #[inline(always)]
    fn clone_from(&mut self, other: &Self) {
        if self.size() != other.size() {
            *self = other.clone();
            return;
        }
        let size = self.size();
        self.chains.clone_from(&other.chains);
        self.parked.copy_used(&other.parked, size);
        for (mine, theirs) in self.candidates.iter_mut().zip(&other.candidates) {
            mine.copy_used(theirs, size);
        }
        self.key = other.key;
    }
}

/// Equal size, stones and ko. Equal boards need not give equal playouts for equal seeds: the order
/// of the lists that playouts draw from depends on how the board came about.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.chains == other.chains
    }
}

impl Eq for Board {}
