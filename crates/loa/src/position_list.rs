//! Lists of positions: one a line, as a board and the side to move.

use crate::board::Board;
use crate::notation::{BadPosition, board_and_side};
use tengen_game::Player;

/// A position of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedPosition {
    /// Its line, from 1.
    pub line: usize,
    /// The board.
    pub board: Board,
    /// The side to move.
    pub to_move: Player,
}

/// A line that is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct BadLine {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: BadPosition,
}

/// Reads a list of positions. The first two words of a line are the board and the side to move;
/// what follows is not looked at. Blank lines and those that begin with `#` are skipped.
///
/// ```
/// use tengen_loa::read_positions;
/// let rows = ".xxxxxx./o......o/o......o/o......o/o......o/o......o/o......o/.xxxxxx.";
/// let list = read_positions(&format!("# the start\n\n{rows} b 36 moves\n")).unwrap();
/// assert_eq!((list.len(), list[0].line, list[0].board.rows().as_str()), (1, 3, rows));
/// let error = read_positions(&format!("{rows} b\n{rows} x\n")).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: \"x\" is no side to move: b or w");
/// ```
pub fn read_positions(text: &str) -> Result<Vec<ListedPosition>, BadLine> {
    // An editor may have put a mark of the byte order before the first line.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().zip(1..).filter(|(text, _)| {
        let text = text.trim_start();
        !text.is_empty() && !text.starts_with('#')
    });
    let read = |(text, line): (&str, usize)| match board_and_side(text) {
        Ok((board, to_move, _)) => Ok(ListedPosition { line, board, to_move }),
        Err(reason) => Err(BadLine { line, reason }),
    };
    lines.map(read).collect()
}
