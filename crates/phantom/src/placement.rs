//! Unseen stones put down at random, as paper 004's players do: quick, and true to what is known
//! now, but not to the whole history.

use tengen_go::{Board, Player, Point, Rng};

use crate::view::PlayerView;

/// The board as a player sees it, and the unseen stones to be put down.
///
/// ```
/// use tengen_phantom::{Arbiter, Placement, Player, Referee, Rng};
/// use tengen_go::{Board, BoardSize, Komi, Rules};
/// let size = BoardSize::new(9).unwrap();
/// let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF, Referee::PAPER);
/// let e5 = "E5".parse().unwrap();
/// arbiter.answer(arbiter.view(Player::Black).attempt(e5).unwrap()).unwrap();
/// let mut placement = Placement::new(arbiter.view(Player::White));
/// let mut board = Board::new(size);
/// placement.place(&mut board, &mut Rng::new(1));
/// assert_eq!(board.stone_count(Player::Black), 1);
/// ```
#[derive(Clone)]
pub struct Placement {
    seen: Board,
    opponent: Player,
    points: Vec<Point>,
    unseen: usize,
    counts: PlacementCounts,
}

/// How often stones found room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlacementCounts {
    /// Boards made.
    pub placed: u64,
    /// Boards on which some stones found no room: every point left would have captured something,
    /// or would have been suicide.
    pub crowded: u64,
}

impl Placement {
    /// For a view as it is now.
    #[must_use]
    pub fn new(view: &PlayerView) -> Self {
        let (player, opponent) = (view.player(), view.player().opponent());
        let own = view.own_stones().iter().map(|point| (point, player));
        let known = view.known_stones().iter().map(|point| (point, opponent));
        // What is known is true: every chain has the liberties it has on the true board.
        let seen = Board::from_stones(view.size(), own.chain(known))
            .unwrap_or_else(|_| Board::new(view.size()));
        let points = view.unknown().iter().collect();
        Self { seen, opponent, points, unseen: view.unseen(), counts: PlacementCounts::default() }
    }

    /// The board with nothing but what is known.
    #[must_use]
    pub const fn seen(&self) -> &Board {
        &self.seen
    }

    /// How many stones are put down.
    #[must_use]
    pub const fn unseen(&self) -> usize {
        self.unseen
    }

    /// How often it went well.
    #[must_use]
    pub const fn counts(&self) -> PlacementCounts {
        self.counts
    }

    /// Makes `board` the seen one with the unseen stones at random on unknown points, so that
    /// every chain has a liberty. Gives how many stones found no room.
    pub fn place(&mut self, board: &mut Board, rng: &mut Rng) -> usize {
        board.clone_from(&self.seen);
        self.place_on(board, self.unseen, rng)
    }

    /// Puts so many stones on unknown points of a board that are empty there. Gives how many found
    /// no room.
    pub fn place_on(&mut self, board: &mut Board, stones: usize, rng: &mut Rng) -> usize {
        let mut left = stones;
        for i in 0..self.points.len() {
            if left == 0 {
                break;
            }
            let chosen = i + rng.below(self.points.len() - i);
            self.points.swap(i, chosen);
            let point = self.points[i];
            if board.is_empty(point)
                && !board.is_suicide(self.opponent, point)
                && !board.captures(self.opponent, point)
            {
                board.play(self.opponent, point);
                left -= 1;
            }
        }
        board.clear_ko();
        self.counts.placed += 1;
        self.counts.crowded += u64::from(left > 0);
        left
    }
}
