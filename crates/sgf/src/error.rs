//! What can be wrong with a record.

use std::fmt;

use tengen_game::{IllegalMove, Player};
use tengen_go::{BadSetup, BadSize, BoardSize, Move};
use tengen_loa as loa;

/// A place in a text, for people: lines and characters are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in that line.
    pub column: usize,
}

impl Place {
    /// Where the byte `offset` of `text` stands.
    pub(crate) fn of(text: &str, offset: usize) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
        let is_first_byte = |&&b: &&u8| b & 0xC0 != 0x80;
        Self {
            line: before.iter().filter(|&&b| b == b'\n').count() + 1,
            column: before[line_start..].iter().filter(is_first_byte).count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, character {}", self.line, self.column)
    }
}

/// Why a record cannot be read, replayed or changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// Nothing at all to read.
    #[error("the file ends too early: it is empty")]
    Empty,
    /// More bytes than anyone wants to read.
    #[error("the file has {bytes} bytes; at most {limit} are read")]
    TooLarge {
        /// Bytes of the file.
        bytes: usize,
        /// [`MAX_BYTES`](crate::MAX_BYTES).
        limit: usize,
    },
    /// More nodes or values than anyone wants to read.
    #[error("{at}: more than {limit} {what}; no more are read")]
    TooMany {
        /// Nodes or values.
        what: &'static str,
        /// [`MAX_NODES`](crate::MAX_NODES) or [`MAX_VALUES`](crate::MAX_VALUES).
        limit: usize,
        /// The first one too many.
        at: Place,
    },
    /// No beginning of a game.
    #[error("no game record found: it would begin with \"(;\"")]
    NoGame,
    /// The file stops inside a game.
    #[error("the file ends too early: the {what} that begins at {at} is not finished")]
    CutOff {
        /// What is not finished.
        what: &'static str,
        /// Where it begins.
        at: Place,
    },
    /// A character that cannot stand where it stands.
    #[error("{at}: {found:?} where {expected} should be")]
    Unexpected {
        /// Where it stands.
        at: Place,
        /// What stands there.
        found: char,
        /// What could stand there.
        expected: &'static str,
    },
    /// Records of other games only.
    #[error("no game of {wanted}: the first game of the file is GM[{found}]{name}")]
    WrongGame {
        /// The game looked for.
        wanted: &'static str,
        /// The value of GM.
        found: String,
        /// The name of that game in brackets, if SGF has one.
        name: &'static str,
    },
    /// A board that is not square.
    #[error("board size {0:?}: only square boards are known")]
    NotSquare(String),
    /// A board of no known size.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// A move that names no point.
    #[error("move {number}, {player} {text:?}: no point of a board of size {size}")]
    Coordinates {
        /// The number of the move, from 1.
        number: usize,
        /// Who plays it.
        player: Player,
        /// The value as it stands in the file.
        text: String,
        /// The board's size.
        size: BoardSize,
    },
    /// A move that the rules forbid.
    #[error("move {number}, {player} {m}: {reason}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// Who plays it.
        player: Player,
        /// The move.
        m: String,
        /// Why it is illegal.
        reason: IllegalMove,
    },
    /// A move that is none.
    #[error("move {number}, {player}: {reason}")]
    NotAMove {
        /// The number of the move, from 1.
        number: usize,
        /// Who plays it.
        player: Player,
        /// What is wrong with it.
        reason: loa::BadMove,
    },
    /// A move of a player who is not to move.
    #[error("move {number}, {player} {text}: it is the other player's turn")]
    OutOfTurn {
        /// The number of the move, from 1.
        number: usize,
        /// Who plays it.
        player: Player,
        /// The value as it stands in the file.
        text: String,
    },
    /// Two moves in one node. SGF forbids it, and which comes first is a guess.
    #[error("move {number}: more than one move in the same node")]
    TwoMoves {
        /// The number that the first of them would have, from 1.
        number: usize,
    },
    /// A setup value that names no points.
    #[error("setup after move {after}: {property}[{text}] is no point of a board of size {size}")]
    SetupPoint {
        /// Moves before the setup; 0 at the beginning.
        after: usize,
        /// AB, AW or AE.
        property: String,
        /// The value as it stands in the file.
        text: String,
        /// The board's size.
        size: BoardSize,
    },
    /// Stones that cannot stand as the setup says.
    #[error("setup after move {after}: {reason}")]
    Setup {
        /// Moves before the setup; 0 at the beginning.
        after: usize,
        /// What is wrong with them.
        reason: BadSetup,
    },
    /// A setup value that names no square.
    #[error("setup after move {after}: {property}[{text}] is no square of the board, a1 to h8")]
    SetupSquare {
        /// Moves before the setup; 0 at the beginning.
        after: usize,
        /// AB, AW or AE.
        property: String,
        /// The value as it stands in the file.
        text: String,
    },
    /// Pieces that cannot stand as the setup says.
    #[error("setup after move {after}: {reason}")]
    SetupPieces {
        /// Moves before the setup; 0 at the beginning.
        after: usize,
        /// What is wrong with them.
        reason: loa::BadSetup,
    },
    /// A start position that is known by name only, and not here.
    #[error("start position SU[{0}] is not known: Standard and Custom (with AB and AW) are")]
    UnknownStart(String),
    /// A board of Lines of Action that is not 8x8.
    #[error("board size {0:?}: Lines of Action is played on 8x8")]
    NotEight(String),
    /// A game longer than anyone wants to wait for.
    #[error("after move {after}: only {limit} moves and setups of a game are replayed")]
    TooLong {
        /// Moves replayed.
        after: usize,
        /// [`MAX_STEPS`](crate::MAX_STEPS).
        limit: usize,
    },
    /// A move number that the main line does not have.
    #[error("there is no move {number}: the main line has {moves}")]
    NoSuchMove {
        /// The number asked for.
        number: usize,
        /// Moves on the main line.
        moves: usize,
    },
    /// A variation for a move that stands in the first node, which has no siblings.
    #[error("move {0} stands in the first node of the file: it can have no variation")]
    MoveInRoot(usize),
    /// A move of a variation that is not on the board.
    #[error("{0} is not on a board of size {1}")]
    OffBoard(Move, BoardSize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "ab\ncé(x";
        let place = |offset| Place::of(text, offset).to_string();
        assert_eq!(place(0), "line 1, character 1");
        assert_eq!(place(3), "line 2, character 1");
        assert_eq!(place(text.find('(').unwrap()), "line 2, character 3");
        assert_eq!(place(1000), "line 2, character 5");
    }
}
