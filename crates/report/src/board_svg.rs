//! Boards as SVG.

use crate::board::{BoardPicture, BoardStyle, Cell, Mark, Stone};
use crate::svg::{escaped, number, opening, shortened};

/// From the middle of a cell to the next.
const PITCH: f64 = 40.0;
/// Room for the coordinates.
const MARGIN: f64 = 32.0;

pub(crate) const WOOD: &str = "#e3b768";
const DARK_SQUARE: &str = "#d3a152";
pub(crate) const LINE: &str = "#5c4420";
pub(crate) const BLACK: &str = "#161616";
pub(crate) const WHITE: &str = "#fafafa";

pub(crate) fn draw(picture: &BoardPicture) -> String {
    let width = picture.columns() as f64 * PITCH + 2.0 * MARGIN;
    let height = picture.rows() as f64 * PITCH + 2.0 * MARGIN;
    let mut svg = opening(width, height, picture.title(), &description(picture));
    svg += &format!(
        "<rect width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{WOOD}\"/>\n",
        number(width),
        number(height)
    );
    svg += &match picture.style() {
        BoardStyle::Points => lines(picture),
        BoardStyle::Squares => squares(picture),
    };
    svg += &coordinates(picture, width, height);
    for (column, row, cell) in cells(picture) {
        svg += &draw_cell(cell, x(column), y(picture, row));
    }
    svg + "</svg>\n"
}

fn cells(picture: &BoardPicture) -> impl Iterator<Item = (usize, usize, &Cell)> {
    let places = (0..picture.rows())
        .rev()
        .flat_map(|row| (0..picture.columns()).map(move |column| (column, row)));
    places.filter_map(|(column, row)| Some((column, row, picture.cell(column, row)?)))
}

/// What stands where, in words.
fn description(picture: &BoardPicture) -> String {
    let names = |shown: &dyn Fn(&Cell) -> bool| {
        let names: Vec<String> = cells(picture)
            .filter(|(_, _, cell)| shown(cell))
            .map(|(column, row, _)| format!("{}{}", picture.column_letter(column), row + 1))
            .collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    format!(
        "Black: {}. White: {}. Last move: {}.",
        names(&|cell| cell.stone == Some(Stone::Black)),
        names(&|cell| cell.stone == Some(Stone::White)),
        names(&|cell| cell.mark == Mark::LastMove)
    )
}

fn x(column: usize) -> f64 {
    MARGIN + (column as f64 + 0.5) * PITCH
}

fn y(picture: &BoardPicture, row: usize) -> f64 {
    MARGIN + ((picture.rows() - 1 - row) as f64 + 0.5) * PITCH
}

fn lines(picture: &BoardPicture) -> String {
    let (left, right) = (number(x(0)), number(x(picture.columns() - 1)));
    let (top, bottom) = (number(y(picture, picture.rows() - 1)), number(y(picture, 0)));
    let mut path = String::new();
    for column in 0..picture.columns() {
        path += &format!("M{} {top}V{bottom}", number(x(column)));
    }
    for row in 0..picture.rows() {
        path += &format!("M{left} {}H{right}", number(y(picture, row)));
    }
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{LINE}\" stroke-width=\"1.2\" \
         stroke-linecap=\"square\"/>\n"
    )
}

fn squares(picture: &BoardPicture) -> String {
    let mut dark = String::new();
    for (column, row, _) in cells(picture) {
        if (column + row) % 2 == 0 {
            let (left, top) = (x(column) - PITCH / 2.0, y(picture, row) - PITCH / 2.0);
            dark += &format!("M{} {}h{PITCH}v{PITCH}h-{PITCH}z", number(left), number(top));
        }
    }
    format!(
        "<path d=\"{dark}\" fill=\"{DARK_SQUARE}\"/>\n\
         <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\" fill=\"none\" \
         stroke=\"{LINE}\" stroke-width=\"1.2\"/>\n",
        number(picture.columns() as f64 * PITCH),
        number(picture.rows() as f64 * PITCH)
    )
}

fn coordinates(picture: &BoardPicture, width: f64, height: f64) -> String {
    let mut svg = format!("<g font-size=\"14\" text-anchor=\"middle\" fill=\"{LINE}\">\n");
    let mut add = |x: f64, middle: f64, content: &str| {
        let (x, y) = (number(x), number(middle + 5.0));
        svg += &format!("<text x=\"{x}\" y=\"{y}\">{content}</text>\n");
    };
    for column in 0..picture.columns() {
        let letter = picture.column_letter(column).to_string();
        add(x(column), MARGIN / 2.0, &letter);
        add(x(column), height - MARGIN / 2.0, &letter);
    }
    for row in 0..picture.rows() {
        let name = (row + 1).to_string();
        add(MARGIN / 2.0, y(picture, row), &name);
        add(width - MARGIN / 2.0, y(picture, row), &name);
    }
    svg + "</g>\n"
}

fn draw_cell(cell: &Cell, x: f64, y: f64) -> String {
    let mut svg = ownership(cell, x, y, PITCH, 0.6);
    if cell.is_star && cell.stone.is_none() {
        svg += &circle(x, y, 4.0, &format!("fill=\"{LINE}\""));
    }
    svg += &match cell.stone {
        Some(Stone::Black) => circle(x, y, PITCH * 0.46, &format!("fill=\"{BLACK}\"")),
        Some(Stone::White) => {
            circle(x, y, PITCH * 0.46, &format!("fill=\"{WHITE}\" stroke=\"{LINE}\""))
        }
        None => String::new(),
    };
    // A lost stone shows whose it is; on one that stands this would say nothing new.
    if cell.stone.is_some() && !cell.is_held() && cell.mark == Mark::None {
        svg += &ownership(cell, x, y, PITCH * 0.4, 1.0);
    }
    svg + &draw_mark(cell, x, y)
}

fn ownership(cell: &Cell, x: f64, y: f64, side: f64, opacity: f64) -> String {
    let Some(shade) = cell.visible_shade() else { return String::new() };
    let colour = if shade > 0.0 { BLACK } else { WHITE };
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"{colour}\" \
         fill-opacity=\"{:.2}\"/>\n",
        number(x - side / 2.0),
        number(y - side / 2.0),
        shade.abs() * opacity
    )
}

fn draw_mark(cell: &Cell, x: f64, y: f64) -> String {
    let ink = if cell.stone == Some(Stone::Black) { WHITE } else { BLACK };
    match &cell.mark {
        Mark::None => String::new(),
        Mark::LastMove => {
            let ring = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\"");
            circle(x, y, PITCH * 0.25, &ring)
        }
        Mark::Label(label) => {
            let shown = shortened(label, 5);
            let size = match shown.chars().count() {
                0..=2 => 18,
                3 => 15,
                4 => 12,
                _ => 10,
            };
            // Lines that cross a text make it hard to read.
            let patch = match cell.stone {
                None => circle(x, y, PITCH * 0.42, &format!("fill=\"{WOOD}\"")),
                Some(_) => String::new(),
            };
            let title = if shown == *label {
                String::new()
            } else {
                format!("<title>{}</title>", escaped(label))
            };
            format!(
                "{patch}<text x=\"{}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\" \
                 fill=\"{ink}\">{}{title}</text>\n",
                number(x),
                number(y + f64::from(size) * 0.35),
                escaped(&shown)
            )
        }
    }
}

pub(crate) fn circle(x: f64, y: f64, radius: f64, attributes: &str) -> String {
    let (x, y, radius) = (number(x), number(y), number(radius));
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {attributes}/>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_board_in_full() {
        let mut picture = BoardPicture::new(BoardStyle::Points, 2, 1).titled("a < b");
        picture.put(0, 0, Stone::Black).mark(0, 0, Mark::LastMove).shade(1, 0, -0.5);
        let expected = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 144 104" width="144" height="104" role="img" font-family="system-ui, sans-serif">
<title>a &lt; b</title>
<desc>Black: A1. White: none. Last move: A1.</desc>
<rect width="144" height="104" rx="6" fill="#e3b768"/>
<path d="M52 52V52M92 52V52M52 52H92" fill="none" stroke="#5c4420" stroke-width="1.2" stroke-linecap="square"/>
<g font-size="14" text-anchor="middle" fill="#5c4420">
<text x="52" y="21">A</text>
<text x="52" y="93">A</text>
<text x="92" y="21">B</text>
<text x="92" y="93">B</text>
<text x="16" y="57">1</text>
<text x="128" y="57">1</text>
</g>
<circle cx="52" cy="52" r="18.4" fill="#161616"/>
<circle cx="52" cy="52" r="10" fill="none" stroke="#fafafa" stroke-width="3"/>
<rect x="72" y="32" width="40" height="40" fill="#fafafa" fill-opacity="0.30"/>
</svg>
"##;
        assert_eq!(picture.to_svg(), expected);
    }

    #[test]
    fn a_long_label_is_shortened_and_its_whole_shown_by_the_pointer() {
        let mut picture = BoardPicture::new(BoardStyle::Squares, 1, 1);
        picture.mark(0, 0, Mark::Label("1 & many more".to_owned()));
        let svg = picture.to_svg();
        assert!(svg.contains(">1 &amp;…<title>1 &amp; many more</title></text>"), "{svg}");
    }

    #[test]
    fn only_a_lost_stone_bears_a_square() {
        let mut picture = BoardPicture::new(BoardStyle::Points, 3, 1);
        for (column, shade) in [1.0, -1.0, f32::NAN].into_iter().enumerate() {
            picture.put(column, 0, Stone::Black).shade(column, 0, shade);
        }
        let svg = picture.to_svg();
        assert_eq!(svg.matches("width=\"16\"").count(), 1);
        assert_eq!(svg.matches("width=\"40\"").count(), 2);
    }
}
