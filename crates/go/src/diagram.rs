//! Boards as text, both ways.

use std::fmt;
use std::str::FromStr;

use tengen_game::Player;

use crate::board::{BadSetup, Board};
use crate::chains::Chains;
use crate::point::Point;
use crate::size::{BadSize, BoardSize};

/// A text that shows no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDiagram {
    /// Rows and columns do not make a square board of a size from 2 to 19.
    #[error("a diagram of {0} rows: {1}")]
    Size(usize, BadSize),
    /// A row of another length than there are rows.
    #[error("row {row} from the top has {found} points, not {expected}")]
    Row {
        /// Counted from 1 at the top.
        row: usize,
        /// Points in it.
        found: usize,
        /// Points there should be.
        expected: usize,
    },
    /// A character that is neither a stone nor an empty point.
    #[error("row {row} from the top has {found:?}: X is Black, O is White, . is empty")]
    Character {
        /// Counted from 1 at the top.
        row: usize,
        /// What stands there.
        found: char,
    },
    /// Stones that cannot stand like that.
    #[error(transparent)]
    Setup(#[from] BadSetup),
}

/// Rows from the top, `X` for Black, `O` for White, `.` for empty; blanks do not matter. The form
/// that a board is displayed in, with row numbers and a line of column letters, is read too.
///
/// ```
/// use tengen_go::Board;
/// let board: Board = ". X O\n. X O\n. . .".parse().unwrap();
/// let again: Board = board.to_string().parse().unwrap();
/// assert!(board == again);
/// ```
impl FromStr for Board {
    type Err = BadDiagram;
    fn from_str(text: &str) -> Result<Self, BadDiagram> {
        let is_frame = |line: &str| line.is_empty() || line.starts_with('A');
        let rows: Vec<&str> = text.lines().map(str::trim).filter(|line| !is_frame(line)).collect();
        let size =
            BoardSize::new(rows.len()).map_err(|error| BadDiagram::Size(rows.len(), error))?;
        let mut stones = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let is_point = |c: &char| !c.is_whitespace() && !c.is_ascii_digit();
            let points: Vec<char> = row.chars().filter(is_point).collect();
            if points.len() != size.side() {
                let (row, found, expected) = (index + 1, points.len(), size.side());
                return Err(BadDiagram::Row { row, found, expected });
            }
            for (x, found) in points.into_iter().enumerate() {
                let point = Point::at(x, size.side() - 1 - index);
                match found {
                    'X' | 'x' => stones.push((point, Player::Black)),
                    'O' | 'o' => stones.push((point, Player::White)),
                    '.' => {}
                    _ => return Err(BadDiagram::Character { row: index + 1, found }),
                }
            }
        }
        Ok(Self::from_stones(size, stones)?)
    }
}

impl Chains {
    /// The board as text, with one point in brackets: the last move, say.
    ///
    /// ```
    /// use tengen_go::{Board, BoardSize, Player};
    /// let mut board = Board::new(BoardSize::new(3).unwrap());
    /// let point = "B2".parse().unwrap();
    /// board.play(Player::Black, point);
    /// assert!(board.marked(Some(point)).to_string().contains(" 2 .(X). 2"));
    /// ```
    #[must_use]
    pub fn marked(&self, point: Option<Point>) -> impl fmt::Display {
        fmt::from_fn(move |f| self.draw(f, point))
    }

    fn draw(&self, f: &mut fmt::Formatter<'_>, marked: Option<Point>) -> fmt::Result {
        let side = self.size().side();
        let letters = |f: &mut fmt::Formatter<'_>| {
            write!(f, "  ")?;
            (0..side).try_for_each(|x| write!(f, " {}", Point::at(x, 0).column()))
        };
        letters(f)?;
        for y in (0..side).rev() {
            write!(f, "\n{:2}", y + 1)?;
            let mut before = ' ';
            for x in 0..side {
                let point = Point::at(x, y);
                let stone = match self.stone(point) {
                    Some(Player::Black) => 'X',
                    Some(Player::White) => 'O',
                    None => '.',
                };
                let is_marked = marked == Some(point);
                write!(f, "{}{stone}", if is_marked { '(' } else { before })?;
                before = if is_marked { ')' } else { ' ' };
            }
            write!(f, "{before}{}", y + 1)?;
        }
        writeln!(f)?;
        letters(f)
    }
}

impl fmt::Display for Chains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(f, None)
    }
}

impl fmt::Debug for Chains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        for player in Player::BOTH {
            if let Some(ko) = self.ko(player) {
                write!(f, "\n{player} may not retake at {ko}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
