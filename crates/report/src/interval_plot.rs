//! What a plot of intervals shows. How it is drawn is in `interval_plot_svg.rs`.

use std::fmt;

/// A named value with the interval that it lies in.
#[derive(Clone, Debug, PartialEq)]
pub struct IntervalRow {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) interval: Option<(f64, f64)>,
    pub(crate) reference: Option<f64>,
    pub(crate) reference_interval: Option<(f64, f64)>,
    pub(crate) label: Option<String>,
}

impl IntervalRow {
    /// A value. One that is not a finite number leaves its row without a mark.
    #[must_use]
    pub fn new(name: impl Into<String>, value: f64) -> Self {
        Self {
            name: name.into(),
            value,
            interval: None,
            reference: None,
            reference_interval: None,
            label: None,
        }
    }

    /// The interval that the value lies in.
    #[must_use]
    pub fn interval(mut self, low: f64, high: f64) -> Self {
        self.interval = Some((low.min(high), low.max(high)));
        self
    }

    /// A value from elsewhere to compare with, shown as another mark.
    #[must_use]
    pub fn reference(mut self, value: f64) -> Self {
        self.reference = Some(value);
        self
    }

    /// The interval that the value from elsewhere lies in.
    #[must_use]
    pub fn reference_interval(mut self, low: f64, high: f64) -> Self {
        self.reference_interval = Some((low.min(high), low.max(high)));
        self
    }

    /// A text shown while the pointer rests on the row's marks; otherwise it is the numbers.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }
}

/// Values with their intervals, one in a row, over a common axis, as an SVG picture: ratings,
/// scores, or what was measured beside what others found. Displayed, it is
/// [`IntervalPlot::to_svg`].
///
/// The picture is as high as it has rows. It looks and behaves as that of a
/// [`LinePlot`](crate::LinePlot).
///
/// ```
/// use tengen_report::{IntervalPlot, IntervalRow};
/// let svg = IntervalPlot::new("Score against flat")
///     .x_label("score")
///     .x_percent()
///     .guide(0.5, "even")
///     .marks("ours", "the paper's")
///     .row(IntervalRow::new("uct", 0.71).interval(0.66, 0.76).reference(0.73))
///     .row(IntervalRow::new("gobble", 0.44).interval(0.39, 0.49))
///     .to_svg();
/// assert!(svg.contains("<title>uct: ours 71.0 % (66.0 % to 76.0 %), the paper's 73.0 %</title>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct IntervalPlot {
    pub(crate) title: String,
    pub(crate) x_label: String,
    pub(crate) x_range: Option<(f64, f64)>,
    pub(crate) x_percent: bool,
    pub(crate) guides: Vec<(f64, String)>,
    /// What the values and the values from elsewhere are called.
    pub(crate) marks: (String, String),
    pub(crate) rows: Vec<IntervalRow>,
    pub(crate) width: f64,
}

impl IntervalPlot {
    /// A plot without rows, 720 units wide.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            x_label: String::new(),
            x_range: None,
            x_percent: false,
            guides: Vec::new(),
            marks: (String::new(), String::new()),
            rows: Vec::new(),
            width: 720.0,
        }
    }

    /// What the values are.
    #[must_use]
    pub fn x_label(mut self, label: impl Into<String>) -> Self {
        self.x_label = label.into();
        self
    }

    /// A fixed range; otherwise that of the data, rounded. What lies outside is cut off.
    #[must_use]
    pub fn x_range(mut self, low: f64, high: f64) -> Self {
        self.x_range = Some((low, high));
        self
    }

    /// Shows values, which are fractions, as percentages: 0.5 as 50 %.
    #[must_use]
    pub fn x_percent(mut self) -> Self {
        self.x_percent = true;
        self
    }

    /// An upright line to compare with. The label may be empty.
    #[must_use]
    pub fn guide(mut self, x: f64, label: impl Into<String>) -> Self {
        self.guides.push((x, label.into()));
        self
    }

    /// What the values are called, and what those from elsewhere. A legend says it as soon as a row
    /// has one from elsewhere.
    #[must_use]
    pub fn marks(mut self, value: impl Into<String>, reference: impl Into<String>) -> Self {
        self.marks = (value.into(), reference.into());
        self
    }

    /// Adds a row, below the others.
    #[must_use]
    pub fn row(mut self, row: IntervalRow) -> Self {
        self.rows.push(row);
        self
    }

    /// Another width, in units of the picture: from 240 to 4000.
    #[must_use]
    pub fn width(mut self, width: u32) -> Self {
        self.width = f64::from(width.clamp(240, 4000));
        self
    }

    /// The picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        crate::interval_plot_svg::draw(self)
    }
}

impl fmt::Display for IntervalPlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_svg())
    }
}
