//! The two sides and how a game can end.

use std::fmt;
use std::ops::Not;

/// One of the two sides. Black is the one that moves first in every game of Tengen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Player {
    /// Moves first.
    Black = 0,
    /// Moves second.
    White = 1,
}

impl Player {
    /// Both players, in the order of [`Player::index`].
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other side.
    #[inline(always)]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for Black, 1 for White: for arrays of two.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Player {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.opponent()
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody did.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
        }
    }

    /// +1, 0 or −1 as seen by `player`.
    #[must_use]
    pub fn value_for(self, player: Player) -> i32 {
        match self {
            Self::Win(winner) if winner == player => 1,
            Self::Win(_) => -1,
            Self::Draw => 0,
        }
    }
}
