//! What all plots have in common: paper, title, axes, and the area between them.

use crate::axis::Axis;
use crate::plot_legend;
use crate::plot_style::{AXIS, DARK, GRID, PAPER, text};
use crate::svg::{number, opening, shortened};

/// About how wide a character is at the size of tick labels.
pub(crate) const CHARACTER: f64 = 6.8;

/// The attributes of an axis' name.
const NAME: &str = "font-size=\"13\" text-anchor=\"middle\"";

/// The words around a plot. Each may be empty.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    pub(crate) title: &'a str,
    pub(crate) x_label: &'a str,
    pub(crate) y_label: &'a str,
}

impl Words<'_> {
    /// What the axes show, as the beginning of a description.
    pub(crate) fn of_axes(&self) -> Vec<String> {
        let labels = [("x", self.x_label), ("y", self.y_label)];
        let named = labels.into_iter().filter(|(_, label)| !label.is_empty());
        named.map(|(axis, label)| format!("{axis}: {label}.")).collect()
    }

    /// Where the plot begins below the title and the legend.
    pub(crate) fn top(&self, legend_rows: usize) -> f64 {
        let title = if self.title.is_empty() { 0.0 } else { 26.0 };
        18.0 + title + legend_rows as f64 * plot_legend::ROW
    }

    /// Where the legend begins.
    pub(crate) fn legend_top(&self) -> f64 {
        self.top(0) - 4.0
    }

    /// How much room the x axis needs below the plot.
    pub(crate) fn below(&self) -> f64 {
        if self.x_label.is_empty() { 32.0 } else { 52.0 }
    }
}

/// The beginning of a picture: the opening tag, the paper and the title.
pub(crate) fn head(
    (width, height): (f64, f64),
    title: &str,
    kind: &str,
    description: &str,
) -> String {
    let name = if title.is_empty() { kind } else { title };
    let mut svg = opening(width, height, name, description);
    svg += DARK;
    svg += &format!(
        "<rect class=\"tengen-paper\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{PAPER}\"/>\n",
        number(width),
        number(height)
    );
    if !title.is_empty() {
        let fitting = shortened(title, (width / 10.0) as usize);
        svg += &text(20.0, 28.0, "font-size=\"16\" font-weight=\"600\"", &fitting);
    }
    svg
}

/// The area between two axes, and where values lie in it.
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    pub(crate) x_axis: Axis,
    pub(crate) y_axis: Axis,
}

impl Frame {
    /// The area that title, legend and labels leave free. The axes are made by functions of the
    /// room that they have.
    pub(crate) fn new(
        (width, height): (f64, f64),
        words: Words<'_>,
        legend_rows: usize,
        y_axis: impl FnOnce(f64) -> Axis,
        x_axis: impl FnOnce(f64) -> Axis,
    ) -> Self {
        let (top, bottom) = (words.top(legend_rows), height - words.below());
        let y_axis = y_axis(bottom - top);
        let lengths = y_axis.ticks.iter().map(|(_, label)| label.chars().count());
        let longest = lengths.max().unwrap_or(0);
        let left = longest as f64 * CHARACTER + if words.y_label.is_empty() { 18.0 } else { 40.0 };
        let x_axis = x_axis(width - 24.0 - left);
        let right = width - right_margin(&x_axis);
        Self { left, right, top, bottom, x_axis, y_axis }
    }

    pub(crate) fn x(&self, value: f64) -> f64 {
        self.left + self.x_axis.fraction(value) * (self.right - self.left)
    }

    pub(crate) fn y(&self, value: f64) -> f64 {
        self.bottom - self.y_axis.fraction(value) * (self.bottom - self.top)
    }

    /// Ticks, their labels and what the axes are called; "no data" in an empty plot.
    pub(crate) fn draw_axes(&self, words: Words<'_>, is_empty: bool) -> String {
        let (left, right) = (number(self.left), number(self.right));
        let mut svg = String::new();
        for (value, label) in &self.y_axis.ticks {
            let y = self.y(*value);
            svg += &format!(
                "<path class=\"tengen-grid\" d=\"M{left} {0}H{right}\" stroke=\"{GRID}\"/>\n",
                number(y)
            );
            svg += &text(self.left - 8.0, y + 4.0, "font-size=\"12\" text-anchor=\"end\"", label);
        }
        svg += &x_ticks(&self.x_axis, self.left, self.right, self.bottom);
        if is_empty {
            svg += &no_data((self.left, self.right), (self.top, self.bottom));
        }
        svg += &x_name(words.x_label, self.left, self.right, self.bottom);
        if !words.y_label.is_empty() {
            let middle = f64::midpoint(self.top, self.bottom);
            let label = shortened(words.y_label, ((self.bottom - self.top) / 7.0) as usize);
            let turned = format!("{NAME} transform=\"rotate(-90 20 {})\"", number(middle));
            svg += &text(20.0, middle, &turned, &label);
        }
        svg
    }

    /// What is drawn, cut off at the frame.
    pub(crate) fn cut(&self, drawn: &str) -> String {
        cut((self.left, self.right), (self.top, self.bottom), drawn)
    }
}

/// Half of the last label may stand out to the right.
pub(crate) fn right_margin(x_axis: &Axis) -> f64 {
    let last = x_axis.ticks.last().map_or(0, |(_, label)| label.chars().count());
    (last as f64 * CHARACTER / 2.0 + 4.0).max(24.0)
}

/// The x axis: a line, its ticks and their labels.
pub(crate) fn x_ticks(axis: &Axis, left: f64, right: f64, bottom: f64) -> String {
    let mut svg = String::new();
    let mut ticks = format!("M{} {}H{}", number(left), number(bottom), number(right));
    for (value, label) in &axis.ticks {
        let x = left + axis.fraction(*value) * (right - left);
        ticks += &format!("M{} {}v5", number(x), number(bottom));
        svg += &text(x, bottom + 19.0, "font-size=\"12\" text-anchor=\"middle\"", label);
    }
    svg + &format!("<path class=\"tengen-axis\" d=\"{ticks}\" fill=\"none\" stroke=\"{AXIS}\"/>\n")
}

/// What the x axis is called.
pub(crate) fn x_name(label: &str, left: f64, right: f64, bottom: f64) -> String {
    if label.is_empty() {
        return String::new();
    }
    let label = shortened(label, ((right - left) / 7.0) as usize);
    text(f64::midpoint(left, right), bottom + 40.0, NAME, &label)
}

/// What stands in the middle of a plot of nothing.
pub(crate) fn no_data((left, right): (f64, f64), (top, bottom): (f64, f64)) -> String {
    text(f64::midpoint(left, right), f64::midpoint(top, bottom), NAME, "no data")
}

/// What is drawn, cut off at a frame. An inner `svg` cuts without needing an id.
pub(crate) fn cut((left, right): (f64, f64), (top, bottom): (f64, f64), drawn: &str) -> String {
    let (x, y) = (number(left - 2.0), number(top - 2.0));
    let (width, height) = (number(right - left + 4.0), number(bottom - top + 4.0));
    format!(
        "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{x} {y} {width} {height}\">\n{drawn}</svg>\n"
    )
}
