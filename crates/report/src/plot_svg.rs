//! Drawing a line plot.

use crate::axis::{Axis, AxisOptions, is_usable};
use crate::plot::{LinePlot, SeriesPoint};
use crate::plot_frame::{Frame, Words, head};
use crate::plot_legend::{Legend, line_swatch};
use crate::plot_style::{AXIS, INK, fill_class, look, text};
use crate::svg::{escaped, number, shortened};

pub(crate) fn draw(plot: &LinePlot) -> String {
    let words = Words { title: &plot.title, x_label: &plot.x_label, y_label: &plot.y_label };
    let names: Vec<&str> = plot.series.iter().map(|series| series.name.as_str()).collect();
    let legend = Legend::new(&names, plot.size);
    let axes = (|room| y_axis(plot, room), |room| x_axis(plot, room));
    let area = Area { frame: Frame::new(plot.size, words, legend.rows, axes.0, axes.1) };

    let mut svg = head(plot.size, &plot.title, "Line plot", &description(plot, words, &area));
    svg += &legend.draw(words.legend_top(), line_swatch);
    let is_empty = !plot.series.iter().flat_map(|series| &series.points).any(is_drawn);
    svg += &area.frame.draw_axes(words, is_empty);
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
    let mut axis = Axis::new(values.into_iter(), options);
    if let Some(ticks) = &plot.x_ticks {
        let shown = ticks.iter().filter(|(at, _)| is_usable(*at) && axis.contains(*at));
        axis.ticks = shown.map(|(at, label)| (*at, shortened(label, LONGEST_TICK))).collect();
    }
    axis
}

/// Characters of a label that is not ours.
const LONGEST_TICK: usize = 20;

fn is_drawn(point: &SeriesPoint) -> bool {
    is_usable(point.x) && is_usable(point.y)
}

fn usable_band(point: &SeriesPoint) -> Option<(f64, f64)> {
    point.band.filter(|(low, high)| is_drawn(point) && is_usable(*low) && is_usable(*high))
}

/// What the picture shows, in words.
fn description(plot: &LinePlot, words: Words<'_>, area: &Area) -> String {
    let mut words = words.of_axes();
    for series in &plot.series {
        let drawn = || series.points.iter().filter(|point| is_drawn(point)).map(|point| point.y);
        let (low, high) =
            (drawn().fold(f64::INFINITY, f64::min), drawn().fold(-f64::INFINITY, f64::max));
        let label = |y: f64| area.frame.y_axis.label(y, 1);
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

/// The lines and points between the axes.
struct Area {
    frame: Frame,
}

impl Area {
    fn at(&self, x: f64, y: f64) -> String {
        format!("{},{}", number(self.frame.x(x)), number(self.frame.y(y)))
    }

    fn draw_references(&self, plot: &LinePlot) -> String {
        let mut svg = String::new();
        for (value, label) in &plot.references {
            if !is_usable(*value) || !self.frame.y_axis.contains(*value) {
                continue;
            }
            let y = self.frame.y(*value);
            svg += &format!(
                "<path class=\"tengen-axis\" d=\"M{} {}H{}\" stroke=\"{AXIS}\" \
                 stroke-width=\"1.2\" stroke-dasharray=\"5 4\"/>\n",
                number(self.frame.left),
                number(y),
                number(self.frame.right)
            );
            if !label.is_empty() {
                // Below the line where there is no room above it.
                let beside = if y - self.frame.top < 14.0 { y + 13.0 } else { y - 5.0 };
                let attributes = "font-size=\"11\" text-anchor=\"end\"";
                svg += &text(self.frame.right - 4.0, beside, attributes, &shortened(label, 40));
            }
        }
        svg
    }

    /// Bands and lines, cut off at the frame.
    fn draw_lines(&self, plot: &LinePlot) -> String {
        let mut svg = String::new();
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
        self.frame.cut(&svg)
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
                if !self.frame.x_axis.contains(point.x) || !self.frame.y_axis.contains(point.y) {
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
                        number(self.frame.x(point.x)),
                        number(self.frame.y(point.y))
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
            number(self.frame.x(point.x)),
            number(self.frame.y(point.y))
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
