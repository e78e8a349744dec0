//! The range of an axis and its ticks.

use std::ops::RangeInclusive;

/// Values further from zero are treated as missing, so that no difference overflows.
const LARGEST: f64 = 1e300;

/// Whether a value can be drawn at all.
pub(crate) fn is_usable(value: f64) -> bool {
    value.abs() <= LARGEST
}

/// What decides how an axis looks, besides its data.
#[derive(Clone, Copy)]
pub(crate) struct AxisOptions {
    /// The range asked for; otherwise it follows the data.
    pub(crate) fixed: Option<(f64, f64)>,
    /// About as many ticks as there is room for.
    pub(crate) ticks: f64,
    /// Values are fractions and shown as percentages.
    pub(crate) percent: bool,
    /// Ticks stand on whole numbers only.
    pub(crate) whole: bool,
    /// A range that follows the data is widened to the next ticks.
    pub(crate) rounded_out: bool,
}

/// A range with ticks.
pub(crate) struct Axis {
    range: RangeInclusive<f64>,
    /// Value and label.
    pub(crate) ticks: Vec<(f64, String)>,
    step: Step,
    percent: bool,
}

impl Axis {
    pub(crate) fn new(data: impl Iterator<Item = f64>, options: AxisOptions) -> Self {
        let fixed = options.fixed.filter(|(a, b)| is_usable(*a) && is_usable(*b));
        let (low, high) = match fixed {
            Some((a, b)) => (a.min(b), a.max(b)),
            None => extent(data),
        };
        let (mut low, mut high) = with_some_width(low, high, options.percent);
        let step = Step::for_span((high - low) / options.ticks.max(1.0), options.whole);
        if fixed.is_none() && options.rounded_out {
            low = (low / step.size + 1e-9).floor() * step.size;
            high = (high / step.size - 1e-9).ceil() * step.size;
        }
        let mut axis =
            Self { range: low..=high, ticks: Vec::new(), step, percent: options.percent };
        let (first, last) = ((low / step.size - 1e-9).ceil(), (high / step.size + 1e-9).floor());
        let mut multiple = first;
        while multiple <= last && axis.ticks.len() < 100 {
            let value = multiple * step.size;
            axis.ticks.push((value, axis.label(value, 0)));
            multiple += 1.0;
        }
        axis
    }

    /// Where a value lies: 0 at the low end, 1 at the high end. Never far outside, whatever the
    /// value.
    pub(crate) fn fraction(&self, value: f64) -> f64 {
        let (low, high) = (self.range.start(), self.range.end());
        ((value - low) / (high - low)).clamp(-100.0, 100.0)
    }

    pub(crate) fn contains(&self, value: f64) -> bool {
        (-1e-9..=1.0 + 1e-9).contains(&self.fraction(value))
    }

    /// How many decimals more than the ticks need show these values exactly: four at most.
    pub(crate) fn decimals_for(&self, values: [f64; 2]) -> i32 {
        let is_shown = |more: &i32| {
            let unit = power_of_ten(self.step.exponent - more);
            values.iter().all(|value| ((value / unit) - (value / unit).round()).abs() < 1e-6)
        };
        (0..4).find(is_shown).unwrap_or(4)
    }

    /// A value as text, with so many decimals more than the ticks need.
    pub(crate) fn label(&self, value: f64, more_decimals: i32) -> String {
        let largest = self.range.start().abs().max(self.range.end().abs());
        let (factor, shift, unit) = if self.percent { (100.0, 2, " %") } else { (1.0, 0, "") };
        let exponent = self.step.exponent + shift;
        let text = if largest * factor >= 1e7 || exponent < -6 {
            scientific(value * factor, exponent - more_decimals)
        } else {
            let decimals = usize::try_from(more_decimals - exponent).unwrap_or(0);
            with_thousands(&format!("{:.decimals$}", value * factor))
        };
        text + unit
    }
}

/// A distance between ticks: 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) size: f64,
    exponent: i32,
}

impl Step {
    /// The smallest step that is no smaller than `least`.
    pub(crate) fn for_span(least: f64, whole: bool) -> Self {
        let exponent = decimal_exponent(least);
        if whole && (exponent < 0 || least <= 0.0) {
            return Self { size: 1.0, exponent: 0 };
        }
        let power = power_of_ten(exponent);
        let enough = |factor: &f64| factor * power >= least * (1.0 - 1e-9);
        match [1.0, 2.0, 5.0].into_iter().find(enough) {
            Some(factor) => Self { size: factor * power, exponent },
            None => Self { size: power_of_ten(exponent + 1), exponent: exponent + 1 },
        }
    }
}

/// The exponent in scientific notation. Read off the written number, since logarithms differ
/// between systems.
fn decimal_exponent(value: f64) -> i32 {
    let written = format!("{value:e}");
    written.rsplit('e').next().and_then(|exponent| exponent.parse().ok()).unwrap_or(0)
}

fn power_of_ten(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

/// Lowest and highest usable value, or 0 and 1 without any.
pub(crate) fn extent(data: impl Iterator<Item = f64>) -> (f64, f64) {
    let widen = |range: Option<(f64, f64)>, value: f64| {
        let (low, high) = range.unwrap_or((value, value));
        Some((low.min(value), high.max(value)))
    };
    data.filter(|value| is_usable(*value)).fold(None, widen).unwrap_or((0.0, 1.0))
}

/// The range, widened around its values if they are equal, or so near to each other that ticks
/// between them could not be told apart.
pub(crate) fn with_some_width(low: f64, high: f64, percent: bool) -> (f64, f64) {
    let size = low.abs().max(high.abs());
    if high - low > (size * 1e-9).max(1e-290) {
        return (low, high);
    }
    let margin = match size {
        _ if percent && size <= 1.0 => 0.05,
        _ if size < 1e-280 => 1.0,
        // Enough for a tick on a whole number.
        _ if (1.0..1e6).contains(&size) => (size * 0.1).max(1.0),
        _ => size * 0.1,
    };
    let within_percent = percent && low >= 0.0 && high <= 1.0;
    let (low, high) = (low - margin, high + margin);
    if within_percent { (low.max(0.0), high.min(1.0)) } else { (low, high) }
}

/// Scientific notation that still shows a step of the given exponent, without needless zeros.
fn scientific(value: f64, step_exponent: i32) -> String {
    // A multiple of the step that misses zero by a rounding error is zero.
    if value.abs() < power_of_ten(step_exponent) * 1e-6 {
        return "0".to_owned();
    }
    let digits = (decimal_exponent(value) - step_exponent).clamp(0, 12);
    let written = format!("{value:.*e}", usize::try_from(digits).unwrap_or(0));
    match written.split_once('e') {
        Some((mantissa, exponent)) if mantissa.contains('.') => {
            format!("{}e{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => written,
    }
}

/// Commas between groups of three digits.
fn with_thousands(written: &str) -> String {
    let digits = written.trim_start_matches('-');
    let whole_length = digits.find('.').unwrap_or(digits.len());
    let is_zero = digits.chars().all(|c| matches!(c, '0' | '.'));
    let mut text = String::new();
    if digits.len() < written.len() && !is_zero {
        text.push('-');
    }
    for (at, c) in digits.chars().enumerate() {
        let left = whole_length.saturating_sub(at);
        if at > 0 && left > 0 && left % 3 == 0 {
            text.push(',');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: AxisOptions =
        AxisOptions { fixed: None, ticks: 5.0, percent: false, whole: false, rounded_out: true };

    fn labels(data: &[f64], options: AxisOptions) -> String {
        let axis = Axis::new(data.iter().copied(), options);
        let labels: Vec<String> = axis.ticks.into_iter().map(|(_, label)| label).collect();
        labels.join(" | ")
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(&[0.3, 9.1], OPTIONS), "0 | 2 | 4 | 6 | 8 | 10");
        assert_eq!(labels(&[-0.013, 0.021], OPTIONS), "-0.02 | -0.01 | 0.00 | 0.01 | 0.02 | 0.03");
        assert_eq!(
            labels(&[0.0, 81_234.0], OPTIONS),
            "0 | 20,000 | 40,000 | 60,000 | 80,000 | 100,000"
        );
        assert_eq!(labels(&[0.0, 2.4e9], OPTIONS), "0 | 5e8 | 1e9 | 1.5e9 | 2e9 | 2.5e9");
    }

    #[test]
    fn percentages_and_whole_numbers() {
        let percent = AxisOptions { percent: true, fixed: Some((0.0, 1.0)), ..OPTIONS };
        assert_eq!(labels(&[], percent), "0 % | 20 % | 40 % | 60 % | 80 % | 100 %");
        let whole = AxisOptions { whole: true, rounded_out: false, ..OPTIONS };
        assert_eq!(labels(&[1.0, 3.0], whole), "1 | 2 | 3");
        assert_eq!(labels(&[7.0], whole), "6 | 7 | 8");
    }

    #[test]
    fn degenerate_data_still_gives_an_axis() {
        assert_eq!(
            labels(&[f64::NAN, f64::INFINITY], OPTIONS),
            "0.0 | 0.2 | 0.4 | 0.6 | 0.8 | 1.0"
        );
        assert_eq!(labels(&[0.0, 0.0], OPTIONS), "-1.0 | -0.5 | 0.0 | 0.5 | 1.0");
        let percent = AxisOptions { percent: true, ..OPTIONS };
        assert_eq!(labels(&[1.0], percent), "95 % | 96 % | 97 % | 98 % | 99 % | 100 %");
        for extreme in [1e300, -1e300, 5e-324, 1e-290, 1e16] {
            for other in [extreme, extreme * 1.000_000_1, -extreme, 0.0] {
                let axis = Axis::new([extreme, other].into_iter(), OPTIONS);
                assert!((2..20).contains(&axis.ticks.len()), "{extreme} {other}");
                assert!(axis.ticks.iter().all(|(_, label)| label.len() < 22), "{:?}", axis.ticks);
            }
        }
    }

    #[test]
    fn a_reversed_range_is_turned_and_an_impossible_one_ignored() {
        let reversed = AxisOptions { fixed: Some((4.0, 0.0)), ..OPTIONS };
        assert_eq!(labels(&[], reversed), "0 | 1 | 2 | 3 | 4");
        let impossible = AxisOptions { fixed: Some((f64::NAN, 0.0)), ..OPTIONS };
        assert_eq!(labels(&[0.0, 4.0], impossible), "0 | 1 | 2 | 3 | 4");
    }
}
