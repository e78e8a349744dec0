//! The bins of a histogram.

use crate::axis::{Step, extent, is_usable, with_some_width};

/// The most bins of a histogram: about as many as there are places to draw them.
const MOST: f64 = 400.0;
/// The most bins that are made without being asked for.
const MOST_AUTOMATIC: f64 = 50.0;
/// Beyond this, whole numbers cannot be told from their neighbours safely.
const LARGEST_WHOLE: f64 = 1e15;

/// Bins of equal width side by side. A bin holds its lower edge, but not its upper one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bins {
    first: f64,
    width: f64,
    pub(crate) count: usize,
    /// All values are whole numbers, and so are the edges.
    pub(crate) is_whole: bool,
}

impl Bins {
    /// Bins for all these values, which must be usable: as given by an edge and a width if that is
    /// possible, or else of a round width that follows the data.
    pub(crate) fn new(values: &[f64], given: Option<(f64, f64)>) -> Self {
        let is_whole = |value: &f64| value.fract() == 0.0 && value.abs() <= LARGEST_WHOLE;
        let all_whole = values.iter().all(is_whole);
        let (low, high) = extent(values.iter().copied());
        if let Some((edge, width)) = given {
            let is_whole = all_whole && is_whole(&edge) && is_whole(&width);
            if let Some(bins) = Self::covering(low, high, edge, width, is_whole) {
                return bins;
            }
        }
        let (from, to) = with_some_width(low, high, false);
        if from < low && !all_whole {
            // All values are the same, or nearly so: one bin around them.
            return Self { first: from, width: to - from, count: 1, is_whole: false };
        }
        let step = Step::for_span(wanted_width(values, high - low), all_whole);
        let bins = Self::covering(low, high, 0.0, step.size, all_whole);
        // What is left is very large and very narrow at once.
        bins.unwrap_or(Self { first: from, width: to - from, count: 1, is_whole: false })
    }

    /// Bins from the one that holds `low` to the one that holds `high`; made wider if there would
    /// be too many. `None` if that does not work out in numbers.
    fn covering(low: f64, high: f64, edge: f64, width: f64, is_whole: bool) -> Option<Self> {
        let count = |width: f64| {
            let (first, last) = (((low - edge) / width).floor(), ((high - edge) / width).floor());
            (first, last - first + 1.0)
        };
        let too_many = (count(width).1 / MOST).ceil().max(1.0);
        let width = width * too_many;
        let (first, count) = count(width);
        let is_sound = width > 0.0 && first.abs() <= 1e12 && (1.0..=MOST + 1.0).contains(&count);
        let first = edge + first * width;
        // Edges that no axis can show are as bad as none.
        let can_be_drawn = is_usable(first) && is_usable(first + count * width);
        (is_sound && can_be_drawn).then_some(Self { first, width, count: count as usize, is_whole })
    }

    /// The bin that holds a value.
    pub(crate) fn index(&self, value: f64) -> usize {
        // A value on an edge may miss its bin by a rounding error.
        let at = ((value - self.first) / self.width + 1e-9).floor();
        (at.max(0.0) as usize).min(self.count.saturating_sub(1))
    }

    /// The lower edge of a bin.
    pub(crate) fn edge(&self, index: usize) -> f64 {
        self.first + index as f64 * self.width
    }

    /// From where to where a bin is drawn. A whole number stands in the middle of its place.
    pub(crate) fn drawn(&self, index: usize) -> (f64, f64) {
        let shift = if self.is_whole { 0.5 } else { 0.0 };
        (self.edge(index) - shift, self.edge(index + 1) - shift)
    }

    /// The lowest and the highest value that a bin is named by.
    pub(crate) fn named(&self, index: usize) -> (f64, f64) {
        let last = if self.is_whole { 1.0 } else { 0.0 };
        (self.edge(index), self.edge(index + 1) - last)
    }

    pub(crate) fn width(&self) -> f64 {
        self.width
    }
}

/// The rule of Freedman and Diaconis: twice the distance of the quartiles over the cube root of
/// the number of values. A little less, since the width is rounded up.
fn wanted_width(values: &[f64], span: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let quartile = |number: usize| sorted.get(sorted.len() * number / 4).copied().unwrap_or(0.0);
    // The next whole number will do, and is the same on every machine.
    let root = (1_u32..).find(|k| f64::from(*k).powi(3) >= values.len() as f64).unwrap_or(1);
    let by_quartiles = 2.0 * (quartile(3) - quartile(1)) / f64::from(root);
    let by_span = span / (2.0 * f64::from(root));
    let width = if by_quartiles > 0.0 { by_quartiles } else { by_span };
    (width * 0.7).max(span / MOST_AUTOMATIC)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(values: &[f64], given: Option<(f64, f64)>) -> (f64, f64, usize, bool) {
        let bins = Bins::new(values, given);
        (bins.edge(0), bins.width, bins.count, bins.is_whole)
    }

    #[test]
    fn whole_numbers_have_whole_bins() {
        assert_eq!(edges(&[1.0, 2.0, 2.0, 3.0], None), (1.0, 1.0, 3, true));
        assert_eq!(edges(&[7.0, 7.0], None), (7.0, 1.0, 1, true));
        let lengths: Vec<f64> = (40..90).map(f64::from).collect();
        assert_eq!(edges(&lengths, None), (40.0, 10.0, 5, true));
        let bins = Bins::new(&lengths, None);
        assert_eq!((bins.drawn(0), bins.named(0)), ((39.5, 49.5), (40.0, 49.0)));
    }

    #[test]
    fn other_numbers_have_round_bins() {
        let thirds: Vec<f64> = (0..100).map(|n| f64::from(n) / 300.0).collect();
        let (first, width, count, is_whole) = edges(&thirds, None);
        assert_eq!((first, width, count, is_whole), (0.0, 0.05, 7, false));
        assert_eq!(edges(&[0.5, 0.5], None).2, 1);
    }

    #[test]
    fn given_bins_are_kept_if_they_can_be() {
        assert_eq!(edges(&[1.0, 2.0, 9.0], Some((0.0, 5.0))), (0.0, 5.0, 2, true));
        assert_eq!(edges(&[1.0, 2.0, 9.0], Some((0.5, 4.0))), (0.5, 4.0, 3, false));
        assert_eq!(edges(&[0.0, 1000.0], Some((0.0, 1.0))), (0.0, 3.0, 334, true));
        for impossible in [(f64::NAN, 1.0), (0.0, 0.0), (0.0, -1.0), (0.0, 5e-324), (1e300, 1.0)] {
            assert_eq!(edges(&[7.0], Some(impossible)), (7.0, 1.0, 1, true), "{impossible:?}");
        }
        assert_eq!(edges(&[0.0], Some((5e263, f64::MAX))), (0.0, 1.0, 1, true));
    }

    #[test]
    fn every_value_lies_in_its_bin() {
        for values in [vec![0.1, 0.2, 0.3, 0.7], vec![-5.0, 12.0, 3.0], vec![1e300, -1e300, 1.0]] {
            let bins = Bins::new(&values, None);
            for value in values {
                let index = bins.index(value);
                let (low, high) = (bins.edge(index), bins.edge(index + 1));
                let little = bins.width * 1e-6;
                assert!((low - little..high + little).contains(&value), "{value} {bins:?}");
            }
        }
    }
}
