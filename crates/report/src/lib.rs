//! What Tengen shows to people: rows in, tables and plots out, and one board drawing for every
//! game. Everything here returns text; nothing reads, writes or knows a game.
//!
//! * [`Table`]: aligned text, Markdown, CSV.
//! * [`LinePlot`]: lines with bands, markers and tooltips as SVG.
//! * [`Histogram`]: how often values fall where, for a terminal and as SVG.
//! * [`IntervalPlot`]: values with their intervals, beside those of others, as SVG.
//! * [`BoardPicture`]: stones, marks and ownership on a grid, for a terminal and as SVG.
//! * [`Gallery`]: small pieces of boards side by side, for a terminal and as SVG.
//! * [`Sheet`]: several of these pictures below each other.

mod axis;
mod bins;
mod board;
mod board_svg;
mod board_text;
mod gallery;
mod gallery_svg;
mod gallery_text;
mod histogram;
mod histogram_svg;
mod histogram_text;
mod interval_plot;
mod interval_plot_svg;
mod plot;
mod plot_frame;
mod plot_legend;
mod plot_style;
mod plot_svg;
mod sheet;
mod svg;
mod table;

pub use board::{BoardPicture, BoardStyle, Cell, MAX_SIDE, Mark, Stone};
pub use gallery::{Gallery, Tile, TileCell};
pub use histogram::{Histogram, HistogramBin};
pub use interval_plot::{IntervalPlot, IntervalRow};
pub use plot::{LinePlot, Series, SeriesPoint};
pub use sheet::Sheet;
pub use table::{Alignment, Column, Table};
