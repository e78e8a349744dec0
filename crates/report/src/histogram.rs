//! What a histogram shows. How it is drawn is in `histogram_svg.rs` and `histogram_text.rs`.

use std::fmt;

use crate::histogram_svg::Bars;

/// How often values fall into each of a row of bins, as an SVG picture. Displayed, it is
/// [`Histogram::to_svg`].
///
/// Bins follow the data: their width is a round number, and a whole one if all values are whole.
/// Values that are not finite are left out. The picture looks and behaves as that of a
/// [`LinePlot`](crate::LinePlot).
///
/// ```
/// use tengen_report::Histogram;
/// let svg = Histogram::new("Length of games")
///     .x_label("moves")
///     .y_label("games")
///     .bins(0.0, 10.0)
///     .series("Black wins", [41.0, 48.0, 62.0])
///     .series("White wins", [55.0])
///     .to_svg();
/// assert!(svg.contains("<title>Black wins, 40 to 49: 2</title>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    pub(crate) title: String,
    pub(crate) x_label: String,
    pub(crate) y_label: String,
    pub(crate) bins: Option<(f64, f64)>,
    pub(crate) side_by_side: bool,
    /// Names and values.
    pub(crate) series: Vec<(String, Vec<f64>)>,
    pub(crate) size: (f64, f64),
}

/// A bin, and how many values of each series are in it.
#[derive(Clone, Debug, PartialEq)]
pub struct HistogramBin {
    /// Where it begins.
    pub low: f64,
    /// Where it ends: where the next one begins or, if all values are whole, just below.
    pub high: f64,
    /// How many values, by series.
    pub counts: Vec<usize>,
}

impl Histogram {
    /// A histogram of nothing, 720 by 320 units large.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            x_label: String::new(),
            y_label: String::new(),
            bins: None,
            side_by_side: false,
            series: Vec::new(),
            size: (720.0, 320.0),
        }
    }

    /// What the values are.
    #[must_use]
    pub fn x_label(mut self, label: impl Into<String>) -> Self {
        self.x_label = label.into();
        self
    }

    /// What is counted.
    #[must_use]
    pub fn y_label(mut self, label: impl Into<String>) -> Self {
        self.y_label = label.into();
        self
    }

    /// Bins of this width, one of which begins at `edge`. They reach as far as the data, and get
    /// several times as wide if there would be too many to be drawn. A width that is not above
    /// zero is ignored.
    #[must_use]
    pub fn bins(mut self, edge: f64, width: f64) -> Self {
        self.bins = Some((edge, width));
        self
    }

    /// Draws the bars of several series beside each other, not on top of each other.
    #[must_use]
    pub fn side_by_side(mut self) -> Self {
        self.side_by_side = true;
        self
    }

    /// Adds values under a name. From the second series on, a legend names them.
    #[must_use]
    pub fn series(
        mut self,
        name: impl Into<String>,
        values: impl IntoIterator<Item = f64>,
    ) -> Self {
        self.series.push((name.into(), values.into_iter().collect()));
        self
    }

    /// Another size, in units of the picture: from 240 by 160 to 4000 by 4000.
    #[must_use]
    pub fn size(mut self, width: u32, height: u32) -> Self {
        self.size = (f64::from(width.clamp(240, 4000)), f64::from(height.clamp(160, 4000)));
        self
    }

    /// What the bars show, from the left.
    ///
    /// ```
    /// use tengen_report::Histogram;
    /// let plot = Histogram::new("").bins(0.0, 0.5).series("a", [0.1, 0.6, 0.9]).series("b", [0.2]);
    /// let counts: Vec<Vec<usize>> = plot.counts().into_iter().map(|bin| bin.counts).collect();
    /// assert_eq!(counts, [[1, 1], [2, 0]]);
    /// ```
    #[must_use]
    pub fn counts(&self) -> Vec<HistogramBin> {
        let bars = Bars::new(self);
        let bin = |bin: usize| {
            let (low, high) = bars.bin_range(bin);
            HistogramBin { low, high, counts: bars.counts.iter().map(|it| it[bin]).collect() }
        };
        (0..bars.bin_count()).map(bin).collect()
    }

    /// For a terminal, about so many characters wide: a line for each bin, with the bars of all
    /// series beside each other.
    #[must_use]
    pub fn to_text(&self, width: usize) -> String {
        crate::histogram_text::draw(self, width)
    }

    /// The picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        crate::histogram_svg::draw(self)
    }
}

impl fmt::Display for Histogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_svg())
    }
}
