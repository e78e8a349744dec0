//! Tries: what a player gives to the arbiter.

use std::fmt;

use tengen_go::{BoardSize, Move, Player, Point};

/// A try of a player, made by [`PlayerView::attempt`](crate::PlayerView::attempt) or
/// [`PlayerView::pass`](crate::PlayerView::pass) and by nothing else: never a point that was
/// refused in this turn, so that a player who keeps trying runs out of points, and passes.
///
/// It is good for the moment at which it was made, and for that one only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Try {
    pub(crate) player: Player,
    pub(crate) action: Move,
    /// How many events the player had seen.
    pub(crate) moment: usize,
}

impl Try {
    /// The point or pass that is tried.
    #[must_use]
    pub const fn action(&self) -> Move {
        self.action
    }

    /// Who tries.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.player
    }
}

impl fmt::Debug for Try {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tries {}", self.player, self.action)
    }
}

/// Why there can be no such try.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTry {
    /// Two passes have ended the game.
    #[error("the game is over")]
    GameOver,
    /// It is the other player's turn.
    #[error("it is the turn of {0}")]
    NotYourTurn(Player),
    /// A point outside this board.
    #[error("{0} is not on a board of size {1}")]
    OffBoard(Point, BoardSize),
    /// The player's own stone stands there, as he knows.
    #[error("{0} has your own stone: try another point")]
    OwnStone(Point),
    /// The arbiter has said no already.
    #[error("{0} was refused in this turn: try another point, or pass")]
    Refused(Point),
    /// The try was made for an earlier moment of the game.
    #[error("this try was made {0} events ago: make a new one")]
    Stale(usize),
}
