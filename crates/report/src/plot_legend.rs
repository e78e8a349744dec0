//! The legend of a plot.

use crate::plot_style::{look, text};
use crate::svg::{number, shortened};

/// The height of a row.
pub(crate) const ROW: f64 = 20.0;

/// The names of the series above a plot, in rows.
pub(crate) struct Legend {
    /// Column, row, index of the series, name.
    entries: Vec<(f64, usize, usize, String)>,
    pub(crate) rows: usize,
}

impl Legend {
    /// Takes a third of the picture's height at most; names that find no place are counted.
    pub(crate) fn new(names: &[&str], (width, height): (f64, f64)) -> Self {
        let mut legend = Self { entries: Vec::new(), rows: 0 };
        if names.len() < 2 {
            return legend;
        }
        let room = width - 40.0;
        let most_rows = ((height / 3.0 / ROW) as usize).max(1);
        let (mut x, mut row) = (0.0, 0);
        for (index, name) in names.iter().enumerate() {
            let name = shortened(name, 24);
            let width = 48.0 + name.chars().count() as f64 * 7.2;
            if x > 0.0 && x + width > room {
                (x, row) = (0.0, row + 1);
            }
            if row == most_rows {
                break;
            }
            legend.entries.push((x, row, index, name));
            x += width;
        }
        let hidden = names.len() - legend.entries.len();
        if hidden > 0
            && let Some((_, _, _, name)) = legend.entries.last_mut()
        {
            *name = format!("and {} more", hidden + 1);
        }
        legend.rows = legend.entries.last().map_or(0, |(_, row, _, _)| row + 1);
        legend
    }

    /// The swatch of each series, by its index and the place of its left end, and its name.
    pub(crate) fn draw(&self, top: f64, swatch: impl Fn(usize, f64, f64) -> String) -> String {
        let mut svg = String::new();
        for (x, row, index, name) in &self.entries {
            let (x, y) = (20.0 + x, top + *row as f64 * ROW + 8.0);
            svg += &swatch(*index, x, y);
            svg += &text(x + 30.0, y + 4.0, "font-size=\"12\"", name);
        }
        svg
    }
}

/// A piece of a series' line.
pub(crate) fn line_swatch(index: usize, x: f64, y: f64) -> String {
    let (colour, more) = look(index);
    let (x, y) = (number(x), number(y));
    format!("<path{more} d=\"M{x} {y}h24\" stroke=\"{colour}\" stroke-width=\"3\"/>\n")
}

#[cfg(test)]
mod tests {
    use crate::plot::{LinePlot, Series};

    #[test]
    fn a_legend_appears_with_the_second_series() {
        let plot = LinePlot::new("").series(Series::new("first", [(0.0, 1.0)]));
        assert!(!plot.to_svg().contains(">first<"));
        let plot = plot.series(Series::new("<2nd>", [(0.0, 2.0)]));
        assert!(plot.to_svg().contains(">first<") && plot.to_svg().contains(">&lt;2nd&gt;<"));
    }

    #[test]
    fn a_legend_without_room_counts_the_rest() {
        let plot = (0..100).fold(LinePlot::new("many"), |plot, index| {
            plot.series(Series::new(format!("series number {index}"), [(0.0, f64::from(index))]))
        });
        let svg = plot.to_svg();
        let named = svg.matches("\">series number").count();
        assert!(named < 40 && svg.contains(&format!(">and {} more<", 100 - named)), "{named}");
    }
}
