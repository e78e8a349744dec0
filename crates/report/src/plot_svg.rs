//! Drawing a line plot.

use crate::axis::{Axis, AxisOptions, is_usable};
use crate::plot::{LinePlot, SeriesPoint};
use crate::plot_legend::{self, Legend};
use crate::plot_style::{AXIS, DARK, GRID, INK, PAPER, fill_class, look, text};
use crate::svg::{escaped, number, opening, shortened};

/// About how wide a character is at the size of tick labels.
const CHARACTER: f64 = 6.8;

pub(crate) fn draw(plot: &LinePlot) -> String {
    let (width, height) = plot.size;
    let legend = Legend::new(&plot.series, width - 40.0, height);
    let top = 18.0
        + if plot.title.is_empty() { 0.0 } else { 26.0 }
        + legend.rows as f64 * plot_legend::ROW;
    let bottom = height - if plot.x_label.is_empty() { 32.0 } else { 52.0 };
    let y_axis = y_axis(plot, bottom - top);
    let longest = y_axis.ticks.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
    let left = longest as f64 * CHARACTER + if plot.y_label.is_empty() { 18.0 } else { 40.0 };
    let x_axis = x_axis(plot, width - 24.0 - left);
    // Half of the last label may stand out to the right.
    let last = x_axis.ticks.last().map_or(0, |(_, label)| label.chars().count());
    let right = width - (last as f64 * CHARACTER / 2.0 + 4.0).max(24.0);
    let area = Area { left, right, top, bottom, x_axis, y_axis };

    let name = if plot.title.is_empty() { "Line plot" } else { &plot.title };
    let mut svg = opening(width, height, name, &description(plot, &area));
    svg += DARK;
    svg += &format!(
        "<rect class=\"tengen-paper\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{PAPER}\"/>\n",
        number(width),
        number(height)
    );
    if !plot.title.is_empty() {
        let fitting = shortened(&plot.title, (width / 10.0) as usize);
        svg += &text(20.0, 28.0, "font-size=\"16\" font-weight=\"600\"", &fitting);
    }
    let legend_top = top - 4.0 - legend.rows as f64 * plot_legend::ROW;
    svg += &legend.draw(legend_top);
    svg += &area.draw_axes(plot);
    svg += &area.draw_references(plot);
    svg += &area.draw_lines(plot);
    svg += &area.draw_points(plot);
    svg + "</svg>\n"
}

fn y_axis(plot: &LinePlot, room: f64) -> Axis {
    let points = plot.series.iter().flat_map(|series| &series.points);
    let drawn = points.filter(|point| is_drawn(point));
    let values = drawn.flat_map(|point| {
        let (low, high) = usable_band(point).unwrap_or((point.y, point.y));
        [point.y, low, high]
    });
    let references = plot.references.iter().map(|(y, _)| *y);
    let options = AxisOptions {
        fixed: plot.y_range,
        ticks: room / 45.0,
        percent: plot.y_percent,
        whole: false,
        rounded_out: true,
    };
    Axis::new(values.chain(references), options)
}

fn x_axis(plot: &LinePlot, room: f64) -> Axis {
    let points = plot.series.iter().flat_map(|series| &series.points);
    let values: Vec<f64> = points.filter(|point| is_drawn(point)).map(|point| point.x).collect();
    let options = AxisOptions {
        fixed: plot.x_range,
        ticks: room / 80.0,
        percent: false,
        whole: values.iter().all(|x| x.fract() == 0.0),
        rounded_out: false,
    };
    Axis::new(values.into_iter(), options)
}

fn is_drawn(point: &SeriesPoint) -> bool {
    is_usable(point.x) && is_usable(point.y)
}

fn usable_band(point: &SeriesPoint) -> Option<(f64, f64)> {
    point.band.filter(|(low, high)| is_drawn(point) && is_usable(*low) && is_usable(*high))
}

/// What the picture shows, in words.
fn description(plot: &LinePlot, area: &Area) -> String {
    let mut words = Vec::new();
    for (axis, label) in [("x", &plot.x_label), ("y", &plot.y_label)] {
        if !label.is_empty() {
            words.push(format!("{axis}: {label}."));
        }
    }
    for series in &plot.series {
        let drawn = || series.points.iter().filter(|point| is_drawn(point)).map(|point| point.y);
        let (low, high) =
            (drawn().fold(f64::INFINITY, f64::min), drawn().fold(-f64::INFINITY, f64::max));
        let label = |y: f64| area.y_axis.label(y, 1);
        words.push(match drawn().count() {
            0 => format!("{}: no points.", series.name),
            1 => format!("{}: 1 point, {}.", series.name, label(low)),
            count => {
                let (low, high) = (label(low), label(high));
                format!("{}: {count} points from {low} to {high}.", series.name)
            }
        });
    }
    words.join(" ")
}

/// Where values lie in the picture.
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x_axis: Axis,
    y_axis: Axis,
}

impl Area {
    fn x(&self, value: f64) -> f64 {
        self.left + self.x_axis.fraction(value) * (self.right - self.left)
    }

    fn y(&self, value: f64) -> f64 {
        self.bottom - self.y_axis.fraction(value) * (self.bottom - self.top)
    }

    fn at(&self, x: f64, y: f64) -> String {
        format!("{},{}", number(self.x(x)), number(self.y(y)))
    }

    fn draw_axes(&self, plot: &LinePlot) -> String {
        let (left, right, bottom) = (number(self.left), number(self.right), number(self.bottom));
        let mut svg = String::new();
        for (value, label) in &self.y_axis.ticks {
            let y = self.y(*value);
            svg += &format!(
                "<path class=\"tengen-grid\" d=\"M{left} {0}H{right}\" stroke=\"{GRID}\"/>\n",
                number(y)
            );
            svg += &text(self.left - 8.0, y + 4.0, "font-size=\"12\" text-anchor=\"end\"", label);
        }
        let mut ticks = format!("M{left} {bottom}H{right}");
        for (value, label) in &self.x_axis.ticks {
            let x = self.x(*value);
            ticks += &format!("M{} {bottom}v5", number(x));
            let attributes = "font-size=\"12\" text-anchor=\"middle\"";
            svg += &text(x, self.bottom + 19.0, attributes, label);
        }
        svg += &format!(
            "<path class=\"tengen-axis\" d=\"{ticks}\" fill=\"none\" stroke=\"{AXIS}\"/>\n"
        );
        let middle = f64::midpoint(self.left, self.right);
        let attributes = "font-size=\"13\" text-anchor=\"middle\"";
        if !plot.series.iter().flat_map(|series| &series.points).any(is_drawn) {
            svg += &text(middle, f64::midpoint(self.top, self.bottom), attributes, "no data");
        }
        if !plot.x_label.is_empty() {
            let label = shortened(&plot.x_label, ((self.right - self.left) / 7.0) as usize);
            svg += &text(middle, self.bottom + 40.0, attributes, &label);
        }
        if !plot.y_label.is_empty() {
            let middle = f64::midpoint(self.top, self.bottom);
            let label = shortened(&plot.y_label, ((self.bottom - self.top) / 7.0) as usize);
            let turned = format!("{attributes} transform=\"rotate(-90 20 {})\"", number(middle));
            svg += &text(20.0, middle, &turned, &label);
        }
        svg
    }

    fn draw_references(&self, plot: &LinePlot) -> String {
        let mut svg = String::new();
        for (value, label) in &plot.references {
            if !is_usable(*value) || !self.y_axis.contains(*value) {
                continue;
            }
            let y = self.y(*value);
            svg += &format!(
                "<path class=\"tengen-axis\" d=\"M{} {}H{}\" stroke=\"{AXIS}\" \
                 stroke-width=\"1.2\" stroke-dasharray=\"5 4\"/>\n",
                number(self.left),
                number(y),
                number(self.right)
            );
            if !label.is_empty() {
                // Below the line where there is no room above it.
                let beside = if y - self.top < 14.0 { y + 13.0 } else { y - 5.0 };
                let attributes = "font-size=\"11\" text-anchor=\"end\"";
                svg += &text(self.right - 4.0, beside, attributes, &shortened(label, 40));
            }
        }
        svg
    }

    /// Bands and lines, cut off at the frame. An inner `svg` cuts without needing an id.
    fn draw_lines(&self, plot: &LinePlot) -> String {
        let (x, y) = (number(self.left - 2.0), number(self.top - 2.0));
        let width = number(self.right - self.left + 4.0);
        let height = number(self.bottom - self.top + 4.0);
        let mut svg = format!(
            "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{x} {y} {width} {height}\">\n"
        );
        for (index, series) in plot.series.iter().enumerate() {
            let (colour, _) = look(index);
            for run in series.points.chunk_by(|a, b| joined(a, b, |p| usable_band(p).is_some())) {
                svg += &self.draw_band(run, colour);
            }
        }
        for (index, series) in plot.series.iter().enumerate() {
            for run in series.points.chunk_by(|a, b| joined(a, b, is_drawn)) {
                svg += &self.draw_line(run, index, series.has_markers);
            }
        }
        svg + "</svg>\n"
    }

    fn draw_band(&self, run: &[SeriesPoint], colour: &str) -> String {
        let bands: Vec<(f64, f64, f64)> = run
            .iter()
            .filter_map(|point| usable_band(point).map(|(low, high)| (point.x, low, high)))
            .collect();
        match bands[..] {
            [] => String::new(),
            [(x, low, high)] => {
                // A band of one point has no width: an upright line shows it.
                let class = if colour == INK { " class=\"tengen-ink-line\"" } else { "" };
                let (from, to) = (self.at(x, low), self.at(x, high));
                format!(
                    "<polyline{class} points=\"{from} {to}\" stroke=\"{colour}\" \
                     stroke-width=\"3\" stroke-opacity=\"0.4\"/>\n"
                )
            }
            _ => {
                let lows = bands.iter().map(|(x, low, _)| self.at(*x, *low));
                let highs = bands.iter().rev().map(|(x, _, high)| self.at(*x, *high));
                let corners: Vec<String> = lows.chain(highs).collect();
                format!(
                    "<polygon{} points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.18\"/>\n",
                    fill_class(colour),
                    corners.join(" ")
                )
            }
        }
    }

    fn draw_line(&self, run: &[SeriesPoint], index: usize, has_markers: bool) -> String {
        let (colour, more) = look(index);
        let drawn: Vec<&SeriesPoint> = run.iter().filter(|point| is_drawn(point)).collect();
        match drawn[..] {
            [] => String::new(),
            // A point between gaps would be invisible as a line.
            [point] if !has_markers => self.dot(point, 3.0, colour, ""),
            _ => {
                let corners: Vec<String> = drawn.iter().map(|p| self.at(p.x, p.y)).collect();
                format!(
                    "<polyline{more} points=\"{}\" fill=\"none\" stroke=\"{colour}\" \
                     stroke-width=\"2\" stroke-linejoin=\"round\"/>\n",
                    corners.join(" ")
                )
            }
        }
    }

    /// Markers, and what shows the labels of points: above the lines, and not cut off at the frame.
    fn draw_points(&self, plot: &LinePlot) -> String {
        let mut svg = String::new();
        for (index, series) in plot.series.iter().enumerate() {
            let (colour, _) = look(index);
            for point in series.points.iter().filter(|point| is_drawn(point)) {
                if !self.x_axis.contains(point.x) || !self.y_axis.contains(point.y) {
                    continue;
                }
                let title = match &point.label {
                    Some(label) => format!("<title>{}</title>", escaped(label)),
                    None => String::new(),
                };
                if series.has_markers {
                    svg += &self.dot(point, 3.5, colour, &title);
                } else if !title.is_empty() {
                    svg += &format!(
                        "<circle cx=\"{}\" cy=\"{}\" r=\"6\" fill-opacity=\"0\">{title}</circle>\n",
                        number(self.x(point.x)),
                        number(self.y(point.y))
                    );
                }
            }
        }
        svg
    }

    fn dot(&self, point: &SeriesPoint, radius: f64, colour: &str, inside: &str) -> String {
        format!(
            "<circle{} cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{colour}\">{inside}</circle>\n",
            fill_class(colour),
            number(self.x(point.x)),
            number(self.y(point.y))
        )
    }
}

/// Whether two neighbours belong to one run.
fn joined(a: &SeriesPoint, b: &SeriesPoint, belongs: impl Fn(&SeriesPoint) -> bool) -> bool {
    belongs(a) && belongs(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Series;

    #[test]
    fn a_gap_divides_a_line_and_a_lone_point_is_a_dot() {
        let ys = [1.0, 2.0, f64::NAN, 3.0, f64::INFINITY, 2.0, 1.0];
        let points = ys.iter().enumerate().map(|(x, y)| (x as f64, *y));
        let svg = LinePlot::new("gaps").series(Series::new("a", points)).to_svg();
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(svg.contains("<desc>a: 5 points from 1.00 to 3.00.</desc>"), "{svg}");
    }

    #[test]
    fn points_outside_a_fixed_range_have_no_markers() {
        let series = Series::new("a", [(0.0, 0.5), (1.0, 7.0)]).with_markers();
        let svg = LinePlot::new("").y_range(0.0, 1.0).series(series).to_svg();
        assert_eq!(svg.matches("<circle").count(), 1);
    }

    #[test]
    fn a_small_plot_in_full() {
        let points = [
            SeriesPoint::new(1.0, 0.25).band(0.0, 0.5).label("first"),
            SeriesPoint::new(2.0, 0.75).band(0.5, 1.0),
        ];
        let plot = LinePlot::new("A & B").size(240, 160).y_percent().reference(0.5, "even");
        let svg = plot.series(Series::new("a", points).with_markers()).to_svg();
        let expected = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 160" width="240" height="160" role="img" font-family="system-ui, sans-serif">
<title>A &amp; B</title>
<desc>a: 2 points from 25 % to 75 %.</desc>
<style>@media (prefers-color-scheme: dark) { .tengen-paper { fill: #1b1b1d } .tengen-ink { fill: #e6e6e6 } .tengen-ink-line { stroke: #e6e6e6 } .tengen-axis { stroke: #8f8f8f } .tengen-grid { stroke: #38383b } }</style>
<rect class="tengen-paper" width="240" height="160" rx="6" fill="#ffffff"/>
<text class="tengen-ink" x="20" y="28" fill="#222222" font-size="16" font-weight="600">A &amp; B</text>
<path class="tengen-grid" d="M52 128H216" stroke="#e4e4e4"/>
<text class="tengen-ink" x="44" y="132" fill="#222222" font-size="12" text-anchor="end">0 %</text>
<path class="tengen-grid" d="M52 44H216" stroke="#e4e4e4"/>
<text class="tengen-ink" x="44" y="48" fill="#222222" font-size="12" text-anchor="end">100 %</text>
<text class="tengen-ink" x="52" y="147" fill="#222222" font-size="12" text-anchor="middle">1</text>
<text class="tengen-ink" x="216" y="147" fill="#222222" font-size="12" text-anchor="middle">2</text>
<path class="tengen-axis" d="M52 128H216M52 128v5M216 128v5" fill="none" stroke="#767676"/>
<path class="tengen-axis" d="M52 86H216" stroke="#767676" stroke-width="1.2" stroke-dasharray="5 4"/>
<text class="tengen-ink" x="212" y="81" fill="#222222" font-size="11" text-anchor="end">even</text>
<svg x="50" y="42" width="168" height="88" viewBox="50 42 168 88">
<polygon points="52,128 216,86 216,44 52,86" fill="#0072b2" fill-opacity="0.18"/>
<polyline points="52,107 216,65" fill="none" stroke="#0072b2" stroke-width="2" stroke-linejoin="round"/>
</svg>
<circle cx="52" cy="107" r="3.5" fill="#0072b2"><title>first</title></circle>
<circle cx="216" cy="65" r="3.5" fill="#0072b2"></circle>
</svg>
"##;
        assert_eq!(svg, expected);
    }
}
