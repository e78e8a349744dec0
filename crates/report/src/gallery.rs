//! Small pieces of boards side by side. How they are drawn is in `gallery_text.rs` and
//! `gallery_svg.rs`.

use std::fmt;

use crate::board::{MAX_SIDE, Stone};

/// A cell of a [`Tile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileCell {
    /// Beyond the edge of the board.
    Off,
    /// Nothing stands there.
    Empty,
    /// Nothing stands there, and that is what the tile is about.
    Place,
    /// A stone.
    Stone(Stone),
    /// A stone with a triangle on it; in text, a capital letter.
    Marked(Stone),
}

/// A piece of a board with words below it. Where it ends but the board does not, lines go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    cells: Vec<TileCell>,
    pub(crate) captions: Vec<String>,
}

impl Tile {
    /// A piece so many cells wide, row by row from the upper left. The last row is filled up with
    /// empty cells; sides are brought into 1 to [`MAX_SIDE`], and what is beyond is left out.
    #[must_use]
    pub fn new(columns: usize, cells: impl IntoIterator<Item = TileCell>) -> Self {
        let columns = columns.clamp(1, MAX_SIDE);
        let mut cells: Vec<TileCell> = cells.into_iter().take(columns * MAX_SIDE).collect();
        let rows = cells.len().div_ceil(columns).max(1);
        cells.resize(columns * rows, TileCell::Empty);
        Self { columns, rows, cells, captions: Vec::new() }
    }

    /// Words below it, a line each.
    #[must_use]
    pub fn captions<T: Into<String>>(mut self, captions: impl IntoIterator<Item = T>) -> Self {
        self.captions = captions.into_iter().map(Into::into).collect();
        self
    }

    pub(crate) fn cell(&self, column: usize, row: usize) -> Option<TileCell> {
        let is_inside = column < self.columns && row < self.rows;
        is_inside.then(|| self.cells[row * self.columns + column])
    }

    /// Whether the board ends before this cell; outside the tile it goes on.
    pub(crate) fn is_off(&self, column: Option<usize>, row: Option<usize>) -> bool {
        let cell = column.zip(row).and_then(|(column, row)| self.cell(column, row));
        cell == Some(TileCell::Off)
    }
}

/// Tiles side by side under a heading, in as many rows as they need. Displayed, it is
/// [`Gallery::to_text`], 80 characters wide.
///
/// ```
/// use tengen_report::{Gallery, Stone, Tile, TileCell};
/// use TileCell::{Empty, Marked, Off, Place};
/// let corner = [Empty, Marked(Stone::White), Off, Empty, Place, Off];
/// let gallery = Gallery::new("Corners")
///     .labels(["", "strength"])
///     .tile(Tile::new(3, corner).captions(["first", "7.5"]))
///     .tile(Tile::new(3, [Empty; 6]).captions(["second", "0.1"]));
/// let text = "Corners
///
///           . O #  . . .
///           . * #  . . .
///           first  second
/// strength  7.5    0.1
/// ";
/// assert_eq!(gallery.to_string(), text);
/// assert!(gallery.to_svg().contains("<desc>first, 7.5; second, 0.1.</desc>"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gallery {
    pub(crate) heading: String,
    pub(crate) labels: Vec<String>,
    pub(crate) tiles: Vec<Tile>,
}

impl Gallery {
    /// A gallery of nothing.
    #[must_use]
    pub fn new(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), labels: Vec::new(), tiles: Vec::new() }
    }

    /// What the lines of captions are, at the left of each row.
    #[must_use]
    pub fn labels<T: Into<String>>(mut self, labels: impl IntoIterator<Item = T>) -> Self {
        self.labels = labels.into_iter().map(Into::into).collect();
        self
    }

    /// Adds a tile.
    #[must_use]
    pub fn tile(mut self, tile: Tile) -> Self {
        self.tiles.push(tile);
        self
    }

    /// For a terminal: `x` is Black, `o` White, capital letters are marked stones, `#` is off the
    /// board and `*` the place. Rows are as long as fit into so many characters, one tile at least.
    #[must_use]
    pub fn to_text(&self, width: usize) -> String {
        crate::gallery_text::draw(self, width)
    }

    /// The picture, ten tiles a row.
    #[must_use]
    pub fn to_svg(&self) -> String {
        crate::gallery_svg::draw(self)
    }

    /// How many lines of captions there are, at most.
    pub(crate) fn caption_lines(&self) -> usize {
        let lines = self.tiles.iter().map(|tile| tile.captions.len());
        lines.chain([self.labels.len()]).max().unwrap_or(0)
    }
}

impl fmt::Display for Gallery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(80))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_whole() {
        let tile = Tile::new(3, [TileCell::Off; 4]);
        assert_eq!((tile.rows, tile.cell(2, 1)), (2, Some(TileCell::Empty)));
        assert!(tile.is_off(Some(0), Some(1)) && !tile.is_off(Some(1), Some(1)));
        assert!(!tile.is_off(None, Some(0)) && !tile.is_off(Some(3), Some(0)));
        assert_eq!(Tile::new(0, []).cell(0, 0), Some(TileCell::Empty));
        assert_eq!(Tile::new(usize::MAX, [TileCell::Off; 9000]).rows, MAX_SIDE);
    }
}
