//! Galleries for a terminal.

use crate::board::Stone;
use crate::gallery::{Gallery, Tile, TileCell};
use crate::table::one_line;

/// Blanks between tiles, and after the labels.
const GAPS: (usize, usize) = (1, 2);

pub(crate) fn draw(gallery: &Gallery, width: usize) -> String {
    let mut text = format!("{}\n", one_line(&gallery.heading));
    let labels: Vec<String> = gallery.labels.iter().map(|label| one_line(label)).collect();
    let left = match labels.iter().map(|label| label.chars().count()).max() {
        None | Some(0) => 0,
        Some(longest) => longest + GAPS.1,
    };
    let blocks: Vec<Vec<String>> = gallery.tiles.iter().map(lines).collect();
    let lengths = blocks.iter().flatten().map(|line| line.chars().count());
    let tile = lengths.max().unwrap_or(0) + GAPS.0;
    let fitting = (width.saturating_sub(left) + GAPS.0) / tile.max(1);
    // Rows of about the same length.
    let rows = blocks.len().div_ceil(fitting.max(1)).max(1);
    let a_row = blocks.len().div_ceil(rows).max(1);
    for (blocks, tiles) in blocks.chunks(a_row).zip(gallery.tiles.chunks(a_row)) {
        let boards = tiles.iter().map(|tile| tile.rows).max().unwrap_or(0);
        text.push('\n');
        for at in 0..boards + gallery.caption_lines() {
            let label = at.checked_sub(boards).and_then(|line| labels.get(line));
            let mut line = padded(label.map_or("", String::as_str), left);
            for (block, piece) in blocks.iter().zip(tiles) {
                // Boards of a row may be of different heights; words below them begin together.
                let index = match at.checked_sub(boards) {
                    Some(caption) => Some(piece.rows + caption),
                    None => (at < piece.rows).then_some(at),
                };
                let words = index.and_then(|index| block.get(index));
                line += &padded(words.map_or("", String::as_str), tile);
            }
            text += line.trim_end();
            text.push('\n');
        }
    }
    text
}

/// The board, then the captions.
fn lines(tile: &Tile) -> Vec<String> {
    let row = |row: usize| {
        let letters: Vec<&str> =
            (0..tile.columns).filter_map(|column| tile.cell(column, row)).map(letter).collect();
        letters.join(" ")
    };
    (0..tile.rows).map(row).chain(tile.captions.iter().map(|words| one_line(words))).collect()
}

const fn letter(cell: TileCell) -> &'static str {
    match cell {
        TileCell::Off => "#",
        TileCell::Empty => ".",
        TileCell::Place => "*",
        TileCell::Stone(Stone::Black) => "x",
        TileCell::Stone(Stone::White) => "o",
        TileCell::Marked(Stone::Black) => "X",
        TileCell::Marked(Stone::White) => "O",
    }
}

fn padded(text: &str, width: usize) -> String {
    // Not `{:<width$}`: a formatter's width has an upper limit and panics beyond it.
    text.to_owned() + &" ".repeat(width.saturating_sub(text.chars().count()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_shared_out_evenly() {
        let tile = || Tile::new(2, [TileCell::Empty; 2]).captions(["ab"]);
        let gallery = (0..4).fold(Gallery::new("g"), |gallery, _| gallery.tile(tile()));
        assert_eq!(gallery.to_text(15), "g\n\n. . . . . . . .\nab  ab  ab  ab\n");
        assert_eq!(gallery.to_text(14), "g\n\n. . . .\nab  ab\n\n. . . .\nab  ab\n");
        assert_eq!(gallery.to_text(0).lines().count(), 1 + 4 * 3);
    }

    #[test]
    fn nothing_is_no_trouble() {
        assert_eq!(Gallery::new("a\nb").labels(["x"]).to_text(80), "a b\n");
        let odd = Gallery::new("")
            .tile(Tile::new(1, [TileCell::Off; 3]))
            .tile(Tile::new(1, []).captions(["1", "2"]));
        assert_eq!(odd.to_text(80), "\n\n# .\n#\n#\n  1\n  2\n");
    }
}
