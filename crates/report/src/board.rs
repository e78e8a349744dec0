//! What a picture of a board shows. How it is drawn is in `board_text.rs` and `board_svg.rs`.

use std::fmt;

/// The longest side of a board: there are letters for so many columns.
pub const MAX_SIDE: usize = 50;

/// Where pieces stand, and how columns are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// On the crossings of lines, as in Go: columns from A on, without I.
    Points,
    /// In squares, as in Lines of Action: columns from a on.
    Squares,
}

/// A stone or a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stone {
    /// A dark one.
    Black,
    /// A light one.
    White,
}

/// What is drawn on a cell, whether or not a stone stands there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// The move that led to the position.
    LastMove,
    /// A short text: a number, a percentage. A terminal has room for one character, or two in
    /// colour, on cells without a stone; a longer text is left out there.
    Label(String),
}

/// A crossing or a square.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What stands there.
    pub stone: Option<Stone>,
    /// What is drawn on it.
    pub mark: Mark,
    /// Whose it is: from -1 (White's for sure) over 0 (open) to 1 (Black's for sure).
    pub shade: Option<f32>,
    /// Whether it is a star point. They are shown where no stone stands.
    pub is_star: bool,
}

impl Cell {
    /// The shade between -1 and 1; none if there is nothing to see.
    pub(crate) fn visible_shade(&self) -> Option<f64> {
        let shade = f64::from(self.shade?).clamp(-1.0, 1.0);
        (shade.abs() >= 0.05).then_some(shade)
    }

    /// Whether the cell belongs, by its shade, to the player whose stone stands there.
    pub(crate) fn is_held(&self) -> bool {
        match (self.stone, self.visible_shade()) {
            (Some(Stone::Black), Some(shade)) => shade > 0.0,
            (Some(Stone::White), Some(shade)) => shade < 0.0,
            _ => false,
        }
    }
}

/// A board to be drawn. Displayed, it is [`BoardPicture::to_text`] without colours.
///
/// Cells are named by column and row from 0 on, counted from the lower left corner.
///
/// ```
/// use tengen_report::{BoardPicture, BoardStyle, Mark, Stone};
/// let mut picture = BoardPicture::new(BoardStyle::Points, 3, 3);
/// picture.put(1, 1, Stone::Black);
/// picture.put(2, 1, Stone::White);
/// picture.mark(2, 1, Mark::LastMove);
/// picture.mark(0, 0, Mark::Label("1".to_owned()));
/// let text = "   A B C
///  3 . . . 3
///  2 . X(O)2
///  1 1 . . 1
///    A B C";
/// assert_eq!(picture.to_string(), text);
/// assert!(picture.to_svg().contains("<desc>Black: B2. White: C2. Last move: C2."));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BoardPicture {
    style: BoardStyle,
    columns: usize,
    rows: usize,
    cells: Vec<Cell>,
    title: String,
}

impl BoardPicture {
    /// An empty board. Sides are brought into 1 to [`MAX_SIDE`].
    #[must_use]
    pub fn new(style: BoardStyle, columns: usize, rows: usize) -> Self {
        let (columns, rows) = (columns.clamp(1, MAX_SIDE), rows.clamp(1, MAX_SIDE));
        let title = format!("Board of {columns} by {rows}");
        Self { style, columns, rows, cells: vec![Cell::default(); columns * rows], title }
    }

    /// A name for the picture, for those who do not see it.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The cell, or `None` outside the board.
    #[must_use]
    pub fn cell(&self, column: usize, row: usize) -> Option<&Cell> {
        self.index(column, row).and_then(|index| self.cells.get(index))
    }

    /// The cell, to be changed, or `None` outside the board.
    pub fn cell_mut(&mut self, column: usize, row: usize) -> Option<&mut Cell> {
        self.index(column, row).and_then(|index| self.cells.get_mut(index))
    }

    /// Puts a stone there. Outside the board nothing happens, here and in the next three.
    pub fn put(&mut self, column: usize, row: usize, stone: Stone) -> &mut Self {
        self.change(column, row, |cell| cell.stone = Some(stone))
    }

    /// Marks a cell.
    pub fn mark(&mut self, column: usize, row: usize, mark: Mark) -> &mut Self {
        self.change(column, row, |cell| cell.mark = mark)
    }

    /// Shows whose a cell is: from -1 (White's) to 1 (Black's).
    pub fn shade(&mut self, column: usize, row: usize, shade: f32) -> &mut Self {
        self.change(column, row, |cell| cell.shade = Some(shade))
    }

    /// Makes a cell a star point.
    pub fn star(&mut self, column: usize, row: usize) -> &mut Self {
        self.change(column, row, |cell| cell.is_star = true)
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Where pieces stand.
    #[must_use]
    pub fn style(&self) -> BoardStyle {
        self.style
    }

    /// The letter of a column.
    #[must_use]
    pub fn column_letter(&self, column: usize) -> char {
        let letters = match self.style {
            BoardStyle::Points => "ABCDEFGHJKLMNOPQRSTUVWXYZabcdefghjklmnopqrstuvwxyz",
            BoardStyle::Squares => "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        };
        letters.chars().nth(column).unwrap_or('?')
    }

    /// The board for a terminal. Plain, it is ASCII: `X` and `O` are stones, `+` is a star point,
    /// and the last move stands in brackets; shades are not shown. With colours it has the same
    /// layout, on a background of wood or of the colour of the owner, with round stones.
    #[must_use]
    pub fn to_text(&self, colour: bool) -> String {
        crate::board_text::draw(self, colour)
    }

    /// The board as SVG, with all that a cell can hold.
    #[must_use]
    pub fn to_svg(&self) -> String {
        crate::board_svg::draw(self)
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    fn index(&self, column: usize, row: usize) -> Option<usize> {
        (column < self.columns && row < self.rows).then(|| row * self.columns + column)
    }

    fn change(&mut self, column: usize, row: usize, how: impl FnOnce(&mut Cell)) -> &mut Self {
        self.cell_mut(column, row).map(how);
        self
    }
}

impl fmt::Display for BoardPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_a_letter_of_its_own() {
        for style in [BoardStyle::Points, BoardStyle::Squares] {
            let picture = BoardPicture::new(style, usize::MAX, 0);
            assert_eq!((picture.columns(), picture.rows()), (MAX_SIDE, 1));
            let mut letters: Vec<char> =
                (0..MAX_SIDE).map(|column| picture.column_letter(column)).collect();
            letters.sort_unstable();
            letters.dedup();
            assert_eq!(letters.len(), MAX_SIDE);
        }
    }

    #[test]
    fn nothing_happens_outside_the_board() {
        let mut picture = BoardPicture::new(BoardStyle::Squares, 2, 2);
        let empty = picture.clone();
        picture.put(2, 0, Stone::Black).mark(0, 2, Mark::LastMove).shade(usize::MAX, 7, 1.0);
        assert!(picture == empty && picture.cell(2, 1).is_none());
    }
}
