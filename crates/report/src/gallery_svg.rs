//! Galleries as SVG.

use crate::board::Stone;
use crate::board_svg::{BLACK, LINE, WHITE, WOOD, circle};
use crate::gallery::{Gallery, Tile, TileCell};
use crate::plot_frame::{CHARACTER, head};
use crate::plot_style::text;
use crate::svg::{number, shortened};

/// From the middle of a cell to the next.
const PITCH: f64 = 24.0;
/// Tiles side by side.
const A_ROW: usize = 10;
/// Between tiles.
const GAP: f64 = 18.0;
/// The height of a line of words.
const WORDS: f64 = 16.0;
/// Room at the sides.
const MARGIN: f64 = 20.0;
/// Longer captions and labels are shortened.
const LONGEST: usize = 30;

pub(crate) fn draw(gallery: &Gallery) -> String {
    let (width, height) = size(gallery);
    let mut svg = head((width, height), &gallery.heading, "Gallery", &description(gallery));
    let (left, tile_width) = (left(gallery), tile_width(gallery));
    let mut top = top(gallery);
    for tiles in gallery.tiles.chunks(A_ROW) {
        let boards = tallest(tiles);
        for (index, tile) in tiles.iter().enumerate() {
            let x = left + index as f64 * (tile_width + GAP);
            svg += &board(tile, x, top);
            svg += &captions(&tile.captions, x, top + boards);
        }
        svg += &captions(&gallery.labels, MARGIN, top + boards);
        top += row_height(gallery, tiles);
    }
    svg + "</svg>\n"
}

/// Width and height of the picture.
pub(crate) fn size(gallery: &Gallery) -> (f64, f64) {
    let columns = gallery.tiles.len().clamp(1, A_ROW) as f64;
    let tiles = columns * (tile_width(gallery) + GAP) - GAP;
    let width = (left(gallery) + tiles + MARGIN).max(400.0);
    let rows: f64 = gallery.tiles.chunks(A_ROW).map(|tiles| row_height(gallery, tiles)).sum();
    (width, top(gallery) + rows)
}

fn top(gallery: &Gallery) -> f64 {
    if gallery.heading.is_empty() { MARGIN } else { 42.0 }
}

/// Where the first tile begins.
fn left(gallery: &Gallery) -> f64 {
    let labels = longest(&gallery.labels);
    if labels == 0 { MARGIN } else { MARGIN + labels as f64 * CHARACTER + GAP }
}

fn tile_width(gallery: &Gallery) -> f64 {
    let width =
        |tile: &Tile| (tile.columns as f64 * PITCH).max(longest(&tile.captions) as f64 * CHARACTER);
    gallery.tiles.iter().map(width).fold(0.0, f64::max)
}

fn tallest(tiles: &[Tile]) -> f64 {
    tiles.iter().map(|tile| tile.rows).max().unwrap_or(0) as f64 * PITCH
}

fn row_height(gallery: &Gallery, tiles: &[Tile]) -> f64 {
    tallest(tiles) + gallery.caption_lines() as f64 * WORDS + MARGIN
}

/// The most characters of a line that are shown.
fn longest(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count().min(LONGEST)).max().unwrap_or(0)
}

fn captions(lines: &[String], x: f64, top: f64) -> String {
    let mut svg = String::new();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let y = top + (index + 1) as f64 * WORDS;
        svg += &text(x, y, "font-size=\"12\"", &shortened(line, LONGEST));
    }
    svg
}

/// The words below the tiles, for those who do not see them.
fn description(gallery: &Gallery) -> String {
    let tiles: Vec<String> = gallery.tiles.iter().map(|tile| tile.captions.join(", ")).collect();
    if tiles.is_empty() { "Nothing.".to_owned() } else { tiles.join("; ") + "." }
}

fn board(tile: &Tile, left: f64, top: f64) -> String {
    let half = PITCH / 2.0;
    let (mut wood, mut lines, mut stones) = (String::new(), String::new(), String::new());
    for row in 0..tile.rows {
        for column in 0..tile.columns {
            let Some(cell) = tile.cell(column, row).filter(|cell| *cell != TileCell::Off) else {
                continue;
            };
            let (x, y) = (left + column as f64 * PITCH + half, top + row as f64 * PITCH + half);
            wood +=
                &format!("M{} {}h{PITCH}v{PITCH}h-{PITCH}z", number(x - half), number(y - half));
            let until = |is_off: bool| if is_off { 0.0 } else { half };
            let beside = |column, row| until(tile.is_off(column, row));
            let west = x - beside(column.checked_sub(1), Some(row));
            let east = x + beside(Some(column + 1), Some(row));
            let north = y - beside(Some(column), row.checked_sub(1));
            let south = y + beside(Some(column), Some(row + 1));
            lines += &format!("M{} {}H{}", number(west), number(y), number(east));
            lines += &format!("M{} {}V{}", number(x), number(north), number(south));
            stones += &stone(cell, x, y);
        }
    }
    format!(
        "<path d=\"{wood}\" fill=\"{WOOD}\" stroke=\"{WOOD}\" stroke-width=\"0.5\"/>\n\
         <path d=\"{lines}\" fill=\"none\" stroke=\"{LINE}\" stroke-linecap=\"square\"/>\n{stones}"
    )
}

fn stone(cell: TileCell, x: f64, y: f64) -> String {
    let (stone, is_marked) = match cell {
        TileCell::Off | TileCell::Empty => return String::new(),
        TileCell::Place => return circle(x, y, PITCH * 0.16, &format!("fill=\"{LINE}\"")),
        TileCell::Stone(stone) => (stone, false),
        TileCell::Marked(stone) => (stone, true),
    };
    let (look, ink) = match stone {
        Stone::Black => (format!("fill=\"{BLACK}\""), WHITE),
        Stone::White => (format!("fill=\"{WHITE}\" stroke=\"{LINE}\""), BLACK),
    };
    let mut svg = circle(x, y, PITCH * 0.45, &look);
    if is_marked {
        let (up, side, down) = (PITCH * 0.27, PITCH * 0.24, PITCH * 0.42);
        svg += &format!(
            "<path d=\"M{} {}l{} {}h-{}z\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\"/>\n",
            number(x),
            number(y - up),
            number(side),
            number(down),
            number(2.0 * side)
        );
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_gallery_in_full() {
        let cells = [TileCell::Marked(Stone::White), TileCell::Off, TileCell::Place, TileCell::Off];
        let gallery = Gallery::new("").labels(["γ"]).tile(Tile::new(2, cells).captions(["<1>"]));
        let svg = gallery.to_svg();
        let from = svg.find("<path").unwrap_or(0);
        let expected = r##"<path d="M44.8 20h24v24h-24zM44.8 44h24v24h-24z" fill="#e3b768" stroke="#e3b768" stroke-width="0.5"/>
<path d="M44.8 32H56.8M56.8 20V44M44.8 56H56.8M56.8 44V68" fill="none" stroke="#5c4420" stroke-linecap="square"/>
<circle cx="56.8" cy="32" r="10.8" fill="#fafafa" stroke="#5c4420"/>
<path d="M56.8 25.5l5.8 10.1h-11.5z" fill="none" stroke="#161616" stroke-width="1.6"/>
<circle cx="56.8" cy="56" r="3.8" fill="#5c4420"/>
<text class="tengen-ink" x="44.8" y="84" fill="#222222" font-size="12">&lt;1&gt;</text>
<text class="tengen-ink" x="20" y="84" fill="#222222" font-size="12">γ</text>
</svg>
"##;
        assert_eq!(&svg[from..], expected, "{svg}");
    }

    #[test]
    fn nothing_is_a_picture_too() {
        assert!(Gallery::new("").to_svg().contains("<desc>Nothing.</desc>"));
    }
}
