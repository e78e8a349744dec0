//! Drawing a histogram.

use crate::axis::{Axis, AxisOptions, is_usable};
use crate::bins::Bins;
use crate::histogram::Histogram;
use crate::plot_frame::{Frame, Words, head};
use crate::plot_legend::Legend;
use crate::plot_style::filled_look;
use crate::svg::{escaped, number};

pub(crate) fn draw(plot: &Histogram) -> String {
    let bars = Bars::new(plot);
    let words = Words { title: &plot.title, x_label: &plot.x_label, y_label: &plot.y_label };
    let names: Vec<&str> = plot.series.iter().map(|(name, _)| name.as_str()).collect();
    let legend = Legend::new(&names, plot.size);
    let axes = (|room| bars.y_axis(room), |room| bars.x_axis(room));
    let frame = Frame::new(plot.size, words, legend.rows, axes.0, axes.1);

    let description = bars.description(words, &frame, &names);
    let mut svg = head(plot.size, &plot.title, "Histogram", &description);
    svg += &legend.draw(words.legend_top(), swatch);
    svg += &frame.draw_axes(words, bars.highest() == 0);
    svg += &frame.cut(&bars.draw(&frame, &names));
    svg + "</svg>\n"
}

/// How many values each bin holds.
pub(crate) struct Bars {
    bins: Bins,
    /// By series and bin.
    pub(crate) counts: Vec<Vec<usize>>,
    side_by_side: bool,
}

impl Bars {
    pub(crate) fn new(plot: &Histogram) -> Self {
        let usable = |values: &[f64]| -> Vec<f64> {
            values.iter().copied().filter(|value| is_usable(*value)).collect()
        };
        let all: Vec<f64> = plot.series.iter().flat_map(|(_, values)| usable(values)).collect();
        let bins = Bins::new(&all, plot.bins);
        let counts = plot.series.iter().map(|(_, values)| {
            let mut counts = vec![0; bins.count];
            for value in usable(values) {
                counts[bins.index(value)] += 1;
            }
            counts
        });
        Self { bins, counts: counts.collect(), side_by_side: plot.side_by_side }
    }

    pub(crate) const fn bin_count(&self) -> usize {
        self.bins.count
    }

    /// The lowest and the highest value that a bin is named by.
    pub(crate) fn bin_range(&self, bin: usize) -> (f64, f64) {
        self.bins.named(bin)
    }

    /// The height of the highest bar or stack of bars.
    fn highest(&self) -> usize {
        let height = |bin: usize| {
            let counts = self.counts.iter().map(|counts| counts[bin]);
            if self.side_by_side { counts.max().unwrap_or(0) } else { counts.sum() }
        };
        (0..self.bins.count).map(height).max().unwrap_or(0)
    }

    fn y_axis(&self, room: f64) -> Axis {
        let options = AxisOptions {
            fixed: None,
            ticks: room / 45.0,
            percent: false,
            whole: true,
            rounded_out: true,
        };
        Axis::new([0.0, self.highest().max(1) as f64].into_iter(), options)
    }

    pub(crate) fn x_axis(&self, room: f64) -> Axis {
        let (low, high) = (self.bins.drawn(0).0, self.bins.drawn(self.bins.count - 1).1);
        let options = AxisOptions {
            fixed: Some((low, high)),
            ticks: room / 80.0,
            percent: false,
            whole: self.bins.is_whole,
            rounded_out: false,
        };
        Axis::new([low, high].into_iter(), options)
    }

    /// What a bin is called: `41`, `40 to 44`, `0.5 to 1.0`.
    pub(crate) fn bin_name(&self, bin: usize, axis: &Axis) -> String {
        let (low, high) = self.bins.named(bin);
        let more = axis.decimals_for([self.bins.edge(0), self.bins.width()]);
        let (low, high) = (axis.label(low, more), axis.label(high, more));
        if low == high { low } else { format!("{low} to {high}") }
    }

    /// What the picture shows, in words.
    fn description(&self, words: Words<'_>, frame: &Frame, names: &[&str]) -> String {
        let mut words = words.of_axes();
        for (name, counts) in names.iter().zip(&self.counts) {
            let values: usize = counts.iter().sum();
            let colon = if name.is_empty() { "" } else { ": " };
            // Of equal bins, the first.
            let fullest = counts.iter().enumerate().rev().max_by_key(|(_, count)| **count);
            words.push(match fullest {
                Some((bin, _)) if values == 1 => {
                    format!("{name}{colon}1 value, in {}.", self.bin_name(bin, &frame.x_axis))
                }
                Some((bin, most)) if values > 0 => {
                    let place = self.bin_name(bin, &frame.x_axis);
                    format!("{name}{colon}{values} values, most of them ({most}) in {place}.")
                }
                _ => format!("{name}{colon}no values."),
            });
        }
        words.join(" ")
    }

    fn draw(&self, frame: &Frame, names: &[&str]) -> String {
        let mut svg = String::new();
        for bin in 0..self.bins.count {
            let (low, high) = self.bins.drawn(bin);
            let (left, right) = (frame.x(low), frame.x(high));
            // A little air between bars, as long as they are wide enough for it.
            let gap = ((right - left) / 8.0).min(1.5);
            let (left, width) = (left + gap / 2.0, right - left - gap);
            let mut below = 0;
            for (index, counts) in self.counts.iter().enumerate() {
                let count = counts[bin];
                if count == 0 {
                    continue;
                }
                let (left, width) = if self.side_by_side {
                    let width = width / self.counts.len() as f64;
                    (left + index as f64 * width, width)
                } else {
                    (left, width)
                };
                let (bottom, top) = (frame.y(below as f64), frame.y((below + count) as f64));
                let place = self.bin_name(bin, &frame.x_axis);
                let comma = if names[index].is_empty() { "" } else { ", " };
                let label = format!("{}{comma}{place}: {count}", names[index]);
                svg += &bar(index, (left, top), (width, bottom - top), &label);
                if !self.side_by_side {
                    below += count;
                }
            }
        }
        svg
    }
}

fn bar(index: usize, (x, y): (f64, f64), (width, height): (f64, f64), label: &str) -> String {
    let inside = format!("<title>{}</title>", escaped(label));
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}>{inside}</rect>\n",
        number(x),
        number(y),
        // Rounded down to nothing, it would not be seen.
        number(width.max(0.1)),
        number(height.max(0.1)),
        filled_look(index)
    )
}

/// A piece of a series' bar.
fn swatch(index: usize, x: f64, y: f64) -> String {
    let (x, y) = (number(x + 6.0), number(y - 6.0));
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"18\" height=\"12\" rx=\"2\"{}/>\n",
        filled_look(index)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stand_on_top_of_each_other_or_side_by_side() {
        let plot = Histogram::new("").bins(0.0, 1.0).size(240, 160);
        let plot = plot.series("a", [1.0, 1.0, 2.0]).series("b", [1.0, f64::NAN]);
        let stacked = plot.to_svg();
        assert_eq!(stacked.matches("<title>").count(), 4);
        assert!(stacked.contains("<title>a, 1: 2</title>"), "{stacked}");
        // Three high: the tick above the highest stack.
        assert!(stacked.contains(">3</text>") || stacked.contains(">4</text>"), "{stacked}");
        let beside = plot.side_by_side().to_svg();
        assert!(!beside.contains(">3</text>") && !beside.contains(">4</text>"), "{beside}");
        assert!(beside.contains("<desc>a: 3 values, most of them (2) in 1. b: 1 value, in 1."));
    }

    #[test]
    fn bins_that_are_not_whole_are_named_by_their_edges() {
        let svg = Histogram::new("").bins(0.0, 0.25).series("", [0.3, 0.4, 0.6]).to_svg();
        assert!(svg.contains("<title>0.25 to 0.50: 2</title>"), "{svg}");
    }

    #[test]
    fn nothing_is_said_to_be_nothing() {
        assert!(Histogram::new("").to_svg().contains("no data"));
        assert!(Histogram::new("").series("a", [f64::NAN]).to_svg().contains("a: no values."));
    }

    #[test]
    fn a_small_histogram_in_full() {
        let plot = Histogram::new("").size(240, 160).bins(0.0, 2.0).series("", [1.0, 2.0, 3.0]);
        let svg = plot.to_svg();
        let from = svg.find("<text").unwrap_or(0);
        let expected = r##"<text class="tengen-ink" x="16.8" y="132" fill="#222222" font-size="12" text-anchor="end">0</text>
<path class="tengen-grid" d="M24.8 73H216" stroke="#e4e4e4"/>
<text class="tengen-ink" x="16.8" y="77" fill="#222222" font-size="12" text-anchor="end">1</text>
<path class="tengen-grid" d="M24.8 18H216" stroke="#e4e4e4"/>
<text class="tengen-ink" x="16.8" y="22" fill="#222222" font-size="12" text-anchor="end">2</text>
<text class="tengen-ink" x="48.7" y="147" fill="#222222" font-size="12" text-anchor="middle">0</text>
<text class="tengen-ink" x="144.3" y="147" fill="#222222" font-size="12" text-anchor="middle">2</text>
<path class="tengen-axis" d="M24.8 128H216M48.7 128v5M144.3 128v5" fill="none" stroke="#767676"/>
<svg x="22.8" y="16" width="195.2" height="114" viewBox="22.8 16 195.2 114">
<rect x="25.6" y="73" width="94.1" height="55" fill="#0072b2"><title>0 to 1: 1</title></rect>
<rect x="121.1" y="18" width="94.1" height="110" fill="#0072b2"><title>2 to 3: 2</title></rect>
</svg>
</svg>
"##;
        assert_eq!(&svg[from..], expected, "{svg}");
    }
}
