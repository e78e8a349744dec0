//! Why a move is refused.

use std::sync::LazyLock;

use tengen_game::{IllegalMove, Player};

use crate::square::Square;

/// Why a move may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    /// Nothing may be played any more.
    #[error("the game is over")]
    GameOver,
    /// A pass of a player who has a move.
    #[error("a player who can move may not pass")]
    PassWithMoves,
    /// The move begins on an empty square.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The move begins on a piece of the other side.
    #[error("the piece on {0} is the opponent's")]
    OpponentsPiece(Square),
    /// The squares share no line.
    #[error("a piece moves along a rank, a file or a diagonal")]
    NotALine,
    /// The move is not as long as its line has pieces.
    #[error("the line has {0} piece{s}, so the piece moves {0} square{s}", s = plural(*.0))]
    Distance(usize),
    /// The move ends on a piece of the mover.
    #[error("there is an own piece on {0}")]
    OwnPiece(Square),
    /// A piece of the other side is jumped over.
    #[error("a {colour} piece on {1} is in the way", colour = .0.to_string().to_lowercase())]
    InTheWay(Player, Square),
    /// The move is said to capture, but its end is empty.
    #[error("there is nothing to take on {0}")]
    NothingToTake(Square),
    /// The move is said not to capture, but it does.
    #[error("the move takes the piece on {0}, which it does not say")]
    TakesUnsaid(Square),
}

const fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl Refusal {
    /// Every refusal there is.
    fn all() -> impl Iterator<Item = Self> {
        let of_square = |square| {
            [
                Self::NoPiece(square),
                Self::OpponentsPiece(square),
                Self::OwnPiece(square),
                Self::InTheWay(Player::Black, square),
                Self::InTheWay(Player::White, square),
                Self::NothingToTake(square),
                Self::TakesUnsaid(square),
            ]
        };
        [Self::GameOver, Self::PassWithMoves, Self::NotALine]
            .into_iter()
            .chain((1..=8).map(Self::Distance))
            .chain(Square::all().flat_map(of_square))
    }

    /// Its text. There are a few hundred, written once: a reason is to live as long as the program.
    fn reason(self) -> &'static str {
        static REASONS: LazyLock<Vec<(Refusal, String)>> = LazyLock::new(|| {
            Refusal::all().map(|refusal| (refusal, refusal.to_string())).collect()
        });
        let known = REASONS.iter().find(|(refusal, _)| *refusal == self);
        known.map_or("the rules do not allow this move here", |(_, text)| text)
    }
}

impl From<Refusal> for IllegalMove {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal.reason())
    }
}
