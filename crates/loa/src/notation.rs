//! Boards and positions as text, both ways.
//!
//! A board is eight rows joined by `/`, rank 8 first, files a to h: `x` is Black, `o` is White,
//! `.` is empty. A position is a board and the side to move, `b` or `w`.

use std::fmt;
use std::str::FromStr;

use tengen_game::{Game, Player};

use crate::board::{BadSetup, Board};
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;

/// A text that is no board, or no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPosition {
    /// Not eight rows.
    #[error("a board has 8 rows joined by /, this text has {0}")]
    Rows(usize),
    /// A row that is not eight squares long.
    #[error("rank {rank} has {found} squares, not 8")]
    Row {
        /// The rank, from 8 at the top.
        rank: usize,
        /// Squares in it.
        found: usize,
    },
    /// A character that is neither a piece nor an empty square.
    #[error("{square} has {found:?}: x is Black, o is White, . is empty")]
    Character {
        /// Where it stands.
        square: Square,
        /// What stands there.
        found: char,
    },
    /// Pieces that cannot stand like that.
    #[error(transparent)]
    Setup(#[from] BadSetup),
    /// A board without side to move.
    #[error("the side to move is missing: b or w after the board")]
    NoSide,
    /// A side that there is not.
    #[error("{0:?} is no side to move: b or w")]
    Side(String),
    /// More than a board and a side.
    #[error("{0:?} after the side to move: nothing may follow it")]
    Rest(String),
}

/// Eight rows joined by `/`.
///
/// ```
/// use tengen_loa::Board;
/// let rows = ".xxxxxx./o......o/o......o/o......o/o......o/o......o/o......o/.xxxxxx.";
/// assert_eq!(rows.parse::<Board>().unwrap(), Board::START);
/// assert_eq!(Board::START.rows(), rows);
/// let error = rows.replacen('x', "", 1).parse::<Board>().unwrap_err();
/// assert_eq!(error.to_string(), "rank 8 has 7 squares, not 8");
/// ```
impl FromStr for Board {
    type Err = BadPosition;
    fn from_str(text: &str) -> Result<Self, BadPosition> {
        let rows: Vec<&str> = text.trim().split('/').collect();
        if rows.len() != 8 {
            return Err(BadPosition::Rows(rows.len()));
        }
        let mut pieces = [0; 2];
        for (row, rank) in rows.into_iter().zip((1..=8).rev()) {
            let found = row.chars().count();
            if found != 8 {
                return Err(BadPosition::Row { rank, found });
            }
            for (file, found) in row.chars().enumerate() {
                let square = Square::wrapping(8 * (rank - 1) + file);
                match found {
                    'x' | 'X' => pieces[0] |= square.bit(),
                    'o' | 'O' => pieces[1] |= square.bit(),
                    '.' => {}
                    _ => return Err(BadPosition::Character { square, found }),
                }
            }
        }
        Ok(Self::from_pieces(pieces)?)
    }
}

impl Board {
    /// The board as eight rows joined by `/`.
    #[must_use]
    pub fn rows(&self) -> String {
        let row = |rank| (0..8).map(move |file| self.letter(file, rank)).collect::<String>();
        (0..8).rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn letter(&self, file: usize, rank: usize) -> char {
        match self.piece(Square::wrapping(8 * rank + file)) {
            Some(Player::Black) => 'x',
            Some(Player::White) => 'o',
            None => '.',
        }
    }
}

/// Many lines: the board as one sees it, with the names of files and ranks.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FILES: &str = "  a b c d e f g h";
        writeln!(f, "{FILES}")?;
        for rank in (0..8).rev() {
            write!(f, "{}", rank + 1)?;
            (0..8).try_for_each(|file| write!(f, " {}", self.letter(file, rank)))?;
            writeln!(f, " {}", rank + 1)?;
        }
        write!(f, "{FILES}")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rows())
    }
}

/// The board and the side that a text begins with, and the word after them.
pub(crate) fn board_and_side(text: &str) -> Result<(Board, Player, Option<&str>), BadPosition> {
    let mut words = text.split_whitespace();
    let board = words.next().unwrap_or_default().parse()?;
    let to_move = match words.next() {
        Some("b" | "B") => Player::Black,
        Some("w" | "W") => Player::White,
        Some(other) => return Err(BadPosition::Side(other.to_owned())),
        None => return Err(BadPosition::NoSide),
    };
    Ok((board, to_move, words.next()))
}

impl Position {
    /// A game that begins with the board and the side to move that a text tells.
    ///
    /// ```
    /// use tengen_loa::{Game, Player, Position, Rules};
    /// let text = "....oxo./....ooo./.....x../......x./..x...x./......xo/......../........ b";
    /// let mut game = Position::from_text(text, Rules::PAPER).unwrap();
    /// assert_eq!(game.to_text(), text);
    /// game.play(game.parse_move("c4xf7").unwrap()).unwrap();
    /// assert_eq!(game.outcome().unwrap().winner(), Some(Player::Black));
    /// ```
    pub fn from_text(text: &str, rules: Rules) -> Result<Self, BadPosition> {
        let (board, to_move, rest) = board_and_side(text)?;
        if let Some(rest) = rest {
            return Err(BadPosition::Rest(rest.to_owned()));
        }
        Ok(Self::from_board(board, to_move, rules))
    }

    /// The board and the side to move as text, without history and rules.
    #[must_use]
    pub fn to_text(&self) -> String {
        let side = match self.to_move() {
            Player::Black => 'b',
            Player::White => 'w',
        };
        format!("{} {side}", self.board().rows())
    }
}
