//! Colours and dashes of plots, on light and on dark.

use crate::svg::{escaped, number};

/// The palette of Okabe and Ito without its yellow, which is lost on white. Black stands last, as
/// the colour of text, so that it turns light on a dark background.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", INK];
/// Lines that share a colour differ in this.
const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

pub(crate) const PAPER: &str = "#ffffff";
pub(crate) const INK: &str = "#222222";
pub(crate) const AXIS: &str = "#767676";
pub(crate) const GRID: &str = "#e4e4e4";

/// Colours are written as attributes, which any viewer reads; this style overrides them where
/// viewer and reader prefer dark.
pub(crate) const DARK: &str = "<style>@media (prefers-color-scheme: dark) { \
    .tengen-paper { fill: #1b1b1d } .tengen-ink { fill: #e6e6e6 } \
    .tengen-ink-line { stroke: #e6e6e6 } .tengen-axis { stroke: #8f8f8f } \
    .tengen-grid { stroke: #38383b } }</style>\n";

/// The colour of a series' line, and its other attributes: dashes, and a class for the colour of
/// text.
pub(crate) fn look(index: usize) -> (&'static str, String) {
    let colour = COLOURS[index % COLOURS.len()];
    let dashes = DASHES[index / COLOURS.len() % DASHES.len()];
    let mut more = String::new();
    if !dashes.is_empty() {
        more += &format!(" stroke-dasharray=\"{dashes}\"");
    }
    if colour == INK {
        more += " class=\"tengen-ink-line\"";
    }
    (colour, more)
}

/// The colour of text again, for shapes that are filled.
pub(crate) fn fill_class(colour: &str) -> &'static str {
    if colour == INK { " class=\"tengen-ink\"" } else { "" }
}

/// A text in the colour of text. The content is escaped here.
pub(crate) fn text(x: f64, y: f64, attributes: &str, content: &str) -> String {
    format!(
        "<text class=\"tengen-ink\" x=\"{}\" y=\"{}\" fill=\"{INK}\" {attributes}>{}</text>\n",
        number(x),
        number(y),
        escaped(content)
    )
}

/// The attributes of a series' filled shapes. Those that share a colour differ in strength.
pub(crate) fn filled_look(index: usize) -> String {
    let colour = COLOURS[index % COLOURS.len()];
    let opacity = [1.0, 0.65, 0.4, 0.25][index / COLOURS.len() % 4];
    let opacity =
        if opacity < 1.0 { format!(" fill-opacity=\"{opacity}\"") } else { String::new() };
    format!("{} fill=\"{colour}\"{opacity}", fill_class(colour))
}
