//! Drawing a plot of intervals.

use crate::axis::{Axis, AxisOptions, is_usable};
use crate::interval_plot::{IntervalPlot, IntervalRow};
use crate::plot_frame::{CHARACTER, Words, cut, head, no_data, right_margin, x_name, x_ticks};
use crate::plot_legend::Legend;
use crate::plot_style::{AXIS, GRID, PAPER, look, text};
use crate::svg::{escaped, number, shortened};

/// The height of a row.
const ROW: f64 = 28.0;
/// The most characters of a name.
const LONGEST: usize = 40;

pub(crate) fn draw(plot: &IntervalPlot) -> String {
    let words = Words { title: &plot.title, x_label: &plot.x_label, y_label: "" };
    let (ours, theirs) = (&plot.marks.0, &plot.marks.1);
    let has_theirs = plot.rows.iter().any(|row| usable(row.reference).is_some());
    let has_legend = has_theirs && !(ours.is_empty() && theirs.is_empty());
    let names: &[&str] = if has_legend { &[ours, theirs] } else { &[] };
    let legend = Legend::new(names, (plot.width, f64::INFINITY));
    // Guides are named between the legend and the rows.
    let is_guided = plot.guides.iter().any(|(_, label)| !label.is_empty());
    let top = words.top(legend.rows) + if is_guided { 8.0 } else { -4.0 };
    let bottom = top + ROW * plot.rows.len().max(2) as f64;
    let area = Area::new(plot, top, bottom);

    let size = (plot.width, bottom + words.below());
    let mut svg = head(size, &plot.title, "Plot of intervals", &area.description(plot));
    svg += &legend.draw(words.legend_top(), swatch);
    svg += &area.draw_grid(plot);
    svg += &x_ticks(&area.axis, area.left, area.right, bottom);
    svg += &x_name(&plot.x_label, area.left, area.right, bottom);
    if !plot.rows.iter().any(|row| is_usable(row.value) || usable(row.reference).is_some()) {
        svg += &no_data((area.left, area.right), (top, bottom));
    }
    svg += &area.draw_guides(plot);
    svg += &cut((area.left - 6.0, area.right + 6.0), (top, bottom), &area.draw_marks(plot));
    svg + "</svg>\n"
}

fn usable(value: Option<f64>) -> Option<f64> {
    value.filter(|value| is_usable(*value))
}

fn usable_interval(interval: Option<(f64, f64)>) -> Option<(f64, f64)> {
    interval.filter(|(low, high)| is_usable(*low) && is_usable(*high))
}

/// The place right of the names.
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    axis: Axis,
}

impl Area {
    fn new(plot: &IntervalPlot, top: f64, bottom: f64) -> Self {
        let lengths = plot.rows.iter().map(|row| row.name.chars().count().min(LONGEST));
        let names = lengths.max().unwrap_or(0) as f64 * CHARACTER + 36.0;
        let left = names.min(plot.width * 0.45);
        let values = plot.rows.iter().flat_map(|row| {
            let (low, high) = row.interval.unwrap_or((row.value, row.value));
            let reference = row.reference.unwrap_or(row.value);
            let (from, to) = row.reference_interval.unwrap_or((reference, reference));
            [row.value, low, high, reference, from, to]
        });
        let guides = plot.guides.iter().map(|(x, _)| *x);
        let options = AxisOptions {
            fixed: plot.x_range,
            ticks: (plot.width - left) / 80.0,
            percent: plot.x_percent,
            whole: false,
            rounded_out: true,
        };
        let axis = Axis::new(values.chain(guides), options);
        let right = plot.width - right_margin(&axis);
        Self { left, right, top, bottom, axis }
    }

    fn x(&self, value: f64) -> f64 {
        self.left + self.axis.fraction(value) * (self.right - self.left)
    }

    /// The middle of a row.
    fn y(&self, row: usize) -> f64 {
        self.top + (row as f64 + 0.5) * ROW
    }

    /// The names of rows, and lines that lead the eye.
    fn draw_grid(&self, plot: &IntervalPlot) -> String {
        let mut lines = String::new();
        for (value, _) in &self.axis.ticks {
            lines += &format!(
                "M{} {}V{}",
                number(self.x(*value)),
                number(self.top),
                number(self.bottom)
            );
        }
        let mut svg = String::new();
        let room = ((self.left - 28.0) / CHARACTER) as usize;
        for (index, row) in plot.rows.iter().enumerate() {
            let y = self.y(index);
            lines += &format!("M{} {}H{}", number(self.left), number(y), number(self.right));
            let attributes = "font-size=\"12\" text-anchor=\"end\"";
            svg += &text(self.left - 14.0, y + 4.0, attributes, &shortened(&row.name, room));
        }
        format!(
            "<path class=\"tengen-grid\" d=\"{lines}\" fill=\"none\" stroke=\"{GRID}\"/>\n{svg}"
        )
    }

    fn draw_guides(&self, plot: &IntervalPlot) -> String {
        let mut svg = String::new();
        for (value, label) in &plot.guides {
            if !is_usable(*value) || !self.axis.contains(*value) {
                continue;
            }
            let x = self.x(*value);
            svg += &format!(
                "<path class=\"tengen-axis\" d=\"M{} {}V{}\" stroke=\"{AXIS}\" \
                 stroke-width=\"1.2\" stroke-dasharray=\"5 4\"/>\n",
                number(x),
                number(self.top),
                number(self.bottom)
            );
            if !label.is_empty() {
                // Near the right end the label stands to the left of its line.
                let is_late = x > f64::midpoint(self.left, self.right);
                let anchor = if is_late { "end" } else { "start" };
                let attributes = format!("font-size=\"11\" text-anchor=\"{anchor}\"");
                let beside = if is_late { x + 3.0 } else { x - 3.0 };
                svg += &text(beside, self.top - 4.0, &attributes, &shortened(label, 40));
            }
        }
        svg
    }

    fn draw_marks(&self, plot: &IntervalPlot) -> String {
        let mut svg = String::new();
        for (index, row) in plot.rows.iter().enumerate() {
            let theirs = usable(row.reference);
            let ours = usable(Some(row.value));
            // Side by side, neither hides the other.
            let apart = if theirs.is_some() && ours.is_some() { 6.0 } else { 0.0 };
            let mut marks = String::new();
            if let Some(value) = theirs {
                let y = self.y(index) + apart;
                marks += &self.whisker(1, row.reference_interval, y);
                marks += &diamond(self.x(value), y);
            }
            if let Some(value) = ours {
                let y = self.y(index) - apart;
                marks += &self.whisker(0, row.interval, y);
                marks += &dot(self.x(value), y);
            }
            if !marks.is_empty() {
                let label = row.label.clone().unwrap_or_else(|| self.numbers(plot, row));
                svg += &format!("<g><title>{}</title>\n{marks}</g>\n", escaped(&label));
            }
        }
        svg
    }

    fn whisker(&self, index: usize, interval: Option<(f64, f64)>, y: f64) -> String {
        let Some((low, high)) = usable_interval(interval) else { return String::new() };
        let (low, high, y) = (number(self.x(low)), number(self.x(high)), number(y));
        let (colour, _) = look(index);
        format!(
            "<path d=\"M{low} {y}H{high}M{low} {y}m0 -4v8M{high} {y}m0 -4v8\" fill=\"none\" \
             stroke=\"{colour}\" stroke-width=\"2\"/>\n"
        )
    }

    /// A row in numbers.
    fn numbers(&self, plot: &IntervalPlot, row: &IntervalRow) -> String {
        let label = |value: f64| self.axis.label(value, 1);
        let one = |mark: &str, value: f64, interval: Option<(f64, f64)>| {
            let blank = if mark.is_empty() { "" } else { " " };
            let interval = usable_interval(interval)
                .map(|(low, high)| format!(" ({} to {})", label(low), label(high)));
            format!("{mark}{blank}{}{}", label(value), interval.unwrap_or_default())
        };
        let theirs = usable(row.reference);
        // Without a second value there is nothing to tell apart.
        let mark = if theirs.is_some() { plot.marks.0.as_str() } else { "" };
        let ours = usable(Some(row.value)).map(|value| one(mark, value, row.interval));
        let theirs = theirs.map(|value| one(&plot.marks.1, value, row.reference_interval));
        let numbers: Vec<String> = ours.into_iter().chain(theirs).collect();
        if numbers.is_empty() {
            return format!("{}: no value", row.name);
        }
        format!("{}: {}", row.name, numbers.join(", "))
    }

    /// What the picture shows, in words.
    fn description(&self, plot: &IntervalPlot) -> String {
        let axis = (!plot.x_label.is_empty()).then(|| format!("x: {}.", plot.x_label));
        let rows = plot.rows.iter().map(|row| self.numbers(plot, row) + ".");
        axis.into_iter().chain(rows).collect::<Vec<String>>().join(" ")
    }
}

fn dot(x: f64, y: f64) -> String {
    let (colour, _) = look(0);
    format!("<circle cx=\"{}\" cy=\"{}\" r=\"4.5\" fill=\"{colour}\"/>\n", number(x), number(y))
}

/// Hollow, so that the two marks differ in shape and not in colour alone.
fn diamond(x: f64, y: f64) -> String {
    let (colour, _) = look(1);
    format!(
        "<path class=\"tengen-paper\" d=\"M{} {}l5 5l-5 5l-5 -5z\" fill=\"{PAPER}\" \
         stroke=\"{colour}\" stroke-width=\"2\"/>\n",
        number(x),
        number(y - 5.0)
    )
}

/// A mark on a piece of its whisker.
fn swatch(index: usize, x: f64, y: f64) -> String {
    let (colour, _) = look(index);
    let mark = if index == 0 { dot(x + 12.0, y) } else { diamond(x + 12.0, y) };
    let (x, y) = (number(x), number(y));
    format!("<path d=\"M{x} {y}h24\" stroke=\"{colour}\" stroke-width=\"2\"/>\n{mark}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_marks_for_what_is_known() {
        let plot = IntervalPlot::new("t")
            .row(IntervalRow::new("both", 1.0).interval(0.5, 1.5).reference(2.0))
            .row(IntervalRow::new("ours", 3.0).label("<mine>"))
            .row(IntervalRow::new("neither", f64::NAN));
        let svg = plot.to_svg();
        assert_eq!((svg.matches("<circle").count(), svg.matches("l5 5l-5 5").count()), (2, 1));
        assert!(svg.contains("<title>both: 1.00 (0.50 to 1.50), 2.00</title>"), "{svg}");
        assert!(svg.contains("<title>&lt;mine&gt;</title>") && svg.contains("neither: no value."));
        assert!(!svg.contains("no data") && IntervalPlot::new("").to_svg().contains("no data"));
    }

    #[test]
    fn a_legend_appears_with_a_value_from_elsewhere() {
        let plot = IntervalPlot::new("").marks("ours", "theirs").row(IntervalRow::new("a", 1.0));
        assert!(!plot.to_svg().contains(">theirs<"));
        let plot = plot.row(IntervalRow::new("b", 1.0).reference(2.0));
        assert!(plot.to_svg().contains(">ours<") && plot.to_svg().contains(">theirs<"));
    }

    #[test]
    fn marks_stand_where_their_values_are() {
        let svg = IntervalPlot::new("")
            .x_range(0.0, 10.0)
            .width(240)
            .row(IntervalRow::new("ab", 5.0).interval(0.0, 10.0))
            .to_svg();
        // From 49.6 (two characters and margins) to 216, the rows beginning at 14.
        assert!(svg.contains("<circle cx=\"132.8\" cy=\"28\""), "{svg}");
        assert!(svg.contains("d=\"M49.6 28H216M49.6 28m0 -4v8M216 28m0 -4v8\""), "{svg}");
    }
}
