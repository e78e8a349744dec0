//! What a line plot shows. How it is drawn is in `plot_svg.rs`.

use std::fmt;

/// A point of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesPoint {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) band: Option<(f64, f64)>,
    pub(crate) label: Option<String>,
}

impl SeriesPoint {
    /// A point. One that is not a finite number makes a gap in the line.
    #[must_use]
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, band: None, label: None }
    }

    /// The interval that the value lies in, drawn as a band around the line.
    #[must_use]
    pub fn band(mut self, low: f64, high: f64) -> Self {
        self.band = Some((low.min(high), low.max(high)));
        self
    }

    /// A text shown while the pointer rests on the point.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }
}

impl From<(f64, f64)> for SeriesPoint {
    fn from((x, y): (f64, f64)) -> Self {
        Self::new(x, y)
    }
}

/// A named line through points, in the order given.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<SeriesPoint>,
    pub(crate) has_markers: bool,
}

impl Series {
    /// A line without markers.
    #[must_use]
    pub fn new<P: Into<SeriesPoint>>(
        name: impl Into<String>,
        points: impl IntoIterator<Item = P>,
    ) -> Self {
        let points = points.into_iter().map(Into::into).collect();
        Self { name: name.into(), points, has_markers: false }
    }

    /// A dot on every point.
    #[must_use]
    pub fn with_markers(mut self) -> Self {
        self.has_markers = true;
        self
    }
}

/// Lines over a common x axis, as an SVG picture. Displayed, it is [`LinePlot::to_svg`].
///
/// The picture has its own background and follows the reader's choice of light or dark. Colours
/// are those of Okabe and Ito, which people with any colour vision can tell apart. It holds no
/// scripts, and can stand in a page or in a file of its own.
///
/// ```
/// use tengen_report::{LinePlot, Series, SeriesPoint};
/// let rates = [(1, "E5", 0.48), (2, "C4", 0.52), (3, "G5", 0.55)];
/// let points = rates.map(|(number, name, rate)| {
///     let label = format!("move {number}: {name}, {:.1} %", rate * 100.0);
///     SeriesPoint::new(f64::from(number), rate).label(label)
/// });
/// let svg = LinePlot::new("Win rate")
///     .x_label("move")
///     .y_label("Black's win rate")
///     .y_percent()
///     .y_range(0.0, 1.0)
///     .reference(0.5, "even")
///     .series(Series::new("Black", points).with_markers())
///     .to_svg();
/// assert!(svg.contains("<title>move 2: C4, 52.0 %</title>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LinePlot {
    pub(crate) title: String,
    pub(crate) x_label: String,
    pub(crate) y_label: String,
    pub(crate) x_range: Option<(f64, f64)>,
    pub(crate) y_range: Option<(f64, f64)>,
    pub(crate) x_ticks: Option<Vec<(f64, String)>>,
    pub(crate) y_percent: bool,
    pub(crate) references: Vec<(f64, String)>,
    pub(crate) series: Vec<Series>,
    pub(crate) size: (f64, f64),
}

impl LinePlot {
    /// A plot without lines, 720 by 360 units large.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            x_label: String::new(),
            y_label: String::new(),
            x_range: None,
            y_range: None,
            x_ticks: None,
            y_percent: false,
            references: Vec::new(),
            series: Vec::new(),
            size: (720.0, 360.0),
        }
    }

    /// What x is.
    #[must_use]
    pub fn x_label(mut self, label: impl Into<String>) -> Self {
        self.x_label = label.into();
        self
    }

    /// What y is.
    #[must_use]
    pub fn y_label(mut self, label: impl Into<String>) -> Self {
        self.y_label = label.into();
        self
    }

    /// A fixed range of x; otherwise that of the data.
    #[must_use]
    pub fn x_range(mut self, low: f64, high: f64) -> Self {
        self.x_range = Some((low, high));
        self
    }

    /// A fixed range of y; otherwise that of the data, rounded. What lies outside is cut off.
    #[must_use]
    pub fn y_range(mut self, low: f64, high: f64) -> Self {
        self.y_range = Some((low, high));
        self
    }

    /// Ticks of one's own on the x axis, each with its label: for scales that are not even. Those
    /// outside the range are left out.
    #[must_use]
    pub fn x_ticks(mut self, ticks: impl IntoIterator<Item = (f64, String)>) -> Self {
        self.x_ticks = Some(ticks.into_iter().collect());
        self
    }

    /// Shows y, a fraction, as a percentage: 0.5 as 50 %.
    #[must_use]
    pub fn y_percent(mut self) -> Self {
        self.y_percent = true;
        self
    }

    /// A horizontal line to compare with. The label may be empty.
    #[must_use]
    pub fn reference(mut self, y: f64, label: impl Into<String>) -> Self {
        self.references.push((y, label.into()));
        self
    }

    /// Adds a line. From the second one on, a legend names them.
    #[must_use]
    pub fn series(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// Another size, in units of the picture: from 240 by 160 to 4000 by 4000.
    #[must_use]
    pub fn size(mut self, width: u32, height: u32) -> Self {
        self.size = (f64::from(width.clamp(240, 4000)), f64::from(height.clamp(160, 4000)));
        self
    }

    /// The picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        crate::plot_svg::draw(self)
    }
}

impl fmt::Display for LinePlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_svg())
    }
}
