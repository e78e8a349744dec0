//! Several pictures below each other.

use std::fmt;

use crate::gallery::Gallery;
use crate::gallery_svg;
use crate::histogram::Histogram;
use crate::plot_frame::head;
use crate::plot_style::text;
use crate::svg::{number, shortened};

/// Galleries and histograms on one page, as one SVG picture. Displayed, it is [`Sheet::to_svg`].
///
/// ```
/// use tengen_report::{Gallery, Histogram, Sheet, Tile, TileCell};
/// let sheet = Sheet::new("All of it")
///     .line("Two pictures.")
///     .gallery(&Gallery::new("Some").tile(Tile::new(1, [TileCell::Place])))
///     .histogram(&Histogram::new("More").series("", [1.0]));
/// assert_eq!(sheet.to_svg().matches("<svg xmlns").count(), 3);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    title: String,
    lines: Vec<String>,
    /// Pictures with their sizes.
    parts: Vec<((f64, f64), String)>,
}

/// The height of a line of words.
const LINE: f64 = 18.0;

impl Sheet {
    /// A page with a title and nothing else.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), lines: Vec::new(), parts: Vec::new() }
    }

    /// A line of words below the title.
    #[must_use]
    pub fn line(mut self, words: impl Into<String>) -> Self {
        self.lines.push(words.into());
        self
    }

    /// Adds a gallery below what is there.
    #[must_use]
    pub fn gallery(mut self, gallery: &Gallery) -> Self {
        self.parts.push((gallery_svg::size(gallery), gallery.to_svg()));
        self
    }

    /// Adds a histogram below what is there.
    #[must_use]
    pub fn histogram(mut self, histogram: &Histogram) -> Self {
        self.parts.push((histogram.size, histogram.to_svg()));
        self
    }

    /// The picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let width = self.parts.iter().map(|((width, _), _)| *width).fold(400.0, f64::max);
        let above = 42.0 + self.lines.len() as f64 * LINE;
        let height = above + self.parts.iter().map(|((_, height), _)| height).sum::<f64>();
        let mut svg = head((width, height), &self.title, "Sheet", &self.lines.join(" "));
        for (index, line) in self.lines.iter().enumerate() {
            let y = 48.0 + index as f64 * LINE;
            // About seven units a character.
            svg += &text(20.0, y, "font-size=\"13\"", &shortened(line, (width / 6.5) as usize));
        }
        let mut top = above;
        for ((_, height), part) in &self.parts {
            svg += &format!("<g transform=\"translate(0 {})\">\n{part}</g>\n", number(top));
            top += height;
        }
        svg + "</svg>\n"
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_svg())
    }
}
