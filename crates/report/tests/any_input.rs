//! Whatever goes in, nothing panics, and what comes out can be read.

mod xml;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use tengen_report::{
    BoardPicture, BoardStyle, Cell, Column, Gallery, Histogram, IntervalPlot, IntervalRow,
    LinePlot, Mark, Series, SeriesPoint, Sheet, Stone, Table, Tile, TileCell,
};

/// Numbers as they come, and those that are most likely to make trouble.
fn any_number() -> impl Strategy<Value = f64> {
    let odd = [0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, f64::MAX, f64::MIN, 5e-324, 1e300];
    prop_oneof![any::<f64>(), prop::sample::select(odd.to_vec()), -1.0..2.0_f64]
}

/// Text with markup, quotes and control characters in it.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,40}", "[<>&\"'|\\\\,\r\n\t\u{0}\u{1b}\u{ffff}a ]{0,20}", "x{0,400}"]
}

fn any_point() -> impl Strategy<Value = SeriesPoint> {
    let band = option::of((any_number(), any_number()));
    (any_number(), any_number(), band, option::of(any_text())).prop_map(|(x, y, band, label)| {
        let point = SeriesPoint::new(x, y);
        let point = band.map_or(point.clone(), |(low, high)| point.band(low, high));
        label.map_or(point.clone(), |label| point.label(label))
    })
}

fn any_series() -> impl Strategy<Value = Series> {
    (any_text(), vec(any_point(), 0..12), any::<bool>()).prop_map(|(name, points, markers)| {
        let series = Series::new(name, points);
        if markers { series.with_markers() } else { series }
    })
}

fn any_plot() -> impl Strategy<Value = LinePlot> {
    let texts = (any_text(), any_text(), any_text());
    let range = || option::of((any_number(), any_number()));
    let references = vec((any_number(), any_text()), 0..3);
    let ticks = option::of(vec((any_number(), any_text()), 0..5));
    let size = option::of((any::<u32>(), any::<u32>()));
    let marks = (references, ticks);
    (texts, range(), range(), marks, vec(any_series(), 0..10), size, any::<bool>()).prop_map(
        |((title, x, y), x_range, y_range, (references, ticks), series, size, percent)| {
            let mut plot = LinePlot::new(title).x_label(x).y_label(y);
            if let Some((low, high)) = x_range {
                plot = plot.x_range(low, high);
            }
            if let Some((low, high)) = y_range {
                plot = plot.y_range(low, high);
            }
            if let Some(ticks) = ticks {
                plot = plot.x_ticks(ticks);
            }
            if let Some((width, height)) = size {
                plot = plot.size(width, height);
            }
            if percent {
                plot = plot.y_percent();
            }
            plot = references.into_iter().fold(plot, |plot, (y, label)| plot.reference(y, label));
            series.into_iter().fold(plot, LinePlot::series)
        },
    )
}

fn any_histogram() -> impl Strategy<Value = Histogram> {
    let texts = (any_text(), any_text(), any_text());
    let whole = || any::<i8>().prop_map(f64::from);
    let values = prop_oneof![vec(any_number(), 0..30), vec(whole(), 0..30)];
    let bins = option::of((any_number(), any_number()));
    let size = option::of((any::<u32>(), any::<u32>()));
    (texts, bins, vec((any_text(), values), 0..10), size, any::<bool>()).prop_map(
        |((title, x, y), bins, series, size, beside)| {
            let mut plot = Histogram::new(title).x_label(x).y_label(y);
            if let Some((edge, width)) = bins {
                plot = plot.bins(edge, width);
            }
            if let Some((width, height)) = size {
                plot = plot.size(width, height);
            }
            if beside {
                plot = plot.side_by_side();
            }
            series.into_iter().fold(plot, |plot, (name, values)| plot.series(name, values))
        },
    )
}

fn any_row() -> impl Strategy<Value = IntervalRow> {
    let interval = || option::of((any_number(), any_number()));
    let reference = option::of(any_number());
    let label = option::of(any_text());
    (any_text(), any_number(), interval(), reference, interval(), label).prop_map(
        |(name, value, interval, reference, theirs, label)| {
            let mut row = IntervalRow::new(name, value);
            if let Some((low, high)) = interval {
                row = row.interval(low, high);
            }
            if let Some(value) = reference {
                row = row.reference(value);
            }
            if let Some((low, high)) = theirs {
                row = row.reference_interval(low, high);
            }
            label.map_or(row.clone(), |label| row.label(label))
        },
    )
}

fn any_interval_plot() -> impl Strategy<Value = IntervalPlot> {
    let texts = (any_text(), any_text(), any_text(), any_text());
    let range = option::of((any_number(), any_number()));
    let guides = vec((any_number(), any_text()), 0..3);
    (texts, range, guides, vec(any_row(), 0..12), option::of(any::<u32>()), any::<bool>()).prop_map(
        |((title, x, ours, theirs), range, guides, rows, width, percent)| {
            let mut plot = IntervalPlot::new(title).x_label(x).marks(ours, theirs);
            if let Some((low, high)) = range {
                plot = plot.x_range(low, high);
            }
            if let Some(width) = width {
                plot = plot.width(width);
            }
            if percent {
                plot = plot.x_percent();
            }
            plot = guides.into_iter().fold(plot, |plot, (x, label)| plot.guide(x, label));
            rows.into_iter().fold(plot, IntervalPlot::row)
        },
    )
}

fn any_cell() -> impl Strategy<Value = Cell> {
    let stone = option::of(prop_oneof![Just(Stone::Black), Just(Stone::White)]);
    let short = "[0-9a-z]{0,2}".prop_map(Mark::Label);
    let mark = prop_oneof![
        Just(Mark::None),
        Just(Mark::LastMove),
        short,
        any_text().prop_map(Mark::Label)
    ];
    (stone, mark, option::of(any::<f32>()), any::<bool>())
        .prop_map(|(stone, mark, shade, is_star)| Cell { stone, mark, shade, is_star })
}

fn any_board() -> impl Strategy<Value = BoardPicture> {
    let style = prop_oneof![Just(BoardStyle::Points), Just(BoardStyle::Squares)];
    let cells = vec((0..60_usize, 0..60_usize, any_cell()), 0..40);
    (style, 0..60_usize, 0..60_usize, any_text(), cells).prop_map(
        |(style, columns, rows, title, cells)| {
            let mut picture = BoardPicture::new(style, columns, rows).titled(title);
            for (column, row, cell) in cells {
                if let Some(place) = picture.cell_mut(column, row) {
                    *place = cell;
                }
            }
            picture
        },
    )
}

fn any_gallery() -> impl Strategy<Value = Gallery> {
    let cell = prop::sample::select(vec![
        TileCell::Off,
        TileCell::Empty,
        TileCell::Place,
        TileCell::Stone(Stone::Black),
        TileCell::Marked(Stone::Black),
        TileCell::Stone(Stone::White),
        TileCell::Marked(Stone::White),
    ]);
    let tile = (0..60_usize, vec(cell, 0..20), vec(any_text(), 0..4))
        .prop_map(|(columns, cells, captions)| Tile::new(columns, cells).captions(captions));
    (any_text(), vec(any_text(), 0..4), vec(tile, 0..14)).prop_map(|(heading, labels, tiles)| {
        tiles.into_iter().fold(Gallery::new(heading).labels(labels), Gallery::tile)
    })
}

/// The text without the escape sequences of colours.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').expect("an end").1)
}

/// A reader of RFC 4180 that knows nothing of how it was written.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let mut records = Vec::new();
    let (mut record, mut field, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => record.push(std::mem::take(&mut field)),
            '\n' if !is_quoted => {
                record.push(std::mem::take(&mut field));
                records.push(std::mem::take(&mut record));
            }
            c => field.push(c),
        }
    }
    assert!(!is_quoted && field.is_empty() && record.is_empty(), "the last record is whole");
    records
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn plots_are_well_formed(plot in any_plot()) {
        let svg = plot.to_svg();
        prop_assert_eq!(xml::fault(&svg), None, "{}", svg);
    }

    #[test]
    fn histograms_are_well_formed(plot in any_histogram()) {
        let svg = plot.to_svg();
        prop_assert_eq!(xml::fault(&svg), None, "{}", svg);
        prop_assert!(!svg.contains("=\"-"), "a negative size or place: {}", svg);
    }

    #[test]
    fn galleries_are_well_formed(gallery in any_gallery(), width in 0..200_usize) {
        let svg = gallery.to_svg();
        prop_assert_eq!(xml::fault(&svg), None, "{}", svg);
        // No line is longer than was asked for, unless even one tile is.
        let text = gallery.to_text(width);
        let alone = gallery.to_text(0);
        let longest = |text: &str| text.lines().map(|line| line.chars().count()).max();
        prop_assert!(longest(&text) <= longest(&alone).max(Some(width)), "{}", text);
    }

    #[test]
    fn sheets_are_well_formed(
        words in vec(any_text(), 1..4), gallery in any_gallery(), plot in any_histogram()
    ) {
        let sheet = words.iter().fold(Sheet::new(&words[0]), Sheet::line);
        let svg = sheet.gallery(&gallery).histogram(&plot).to_svg();
        prop_assert_eq!(xml::fault(&svg), None, "{}", svg);
    }

    #[test]
    fn histograms_as_text_lose_no_value(plot in any_histogram(), width in 0..200_usize) {
        let bins = plot.counts();
        let text = plot.to_text(width);
        prop_assert_eq!(text.split('\n').count(), bins.len() + 4, "{}", text);
    }

    #[test]
    fn histograms_lose_no_value(values in vec(any_number(), 0..40), beside in any::<bool>()) {
        let finite = values.iter().filter(|value| value.abs() <= 1e300).count();
        let plot = Histogram::new("").series("", values);
        let svg = if beside { plot.side_by_side() } else { plot }.to_svg();
        let counts = svg.split("<title>").skip(2).map(|label| {
            let label = label.split_once("</title>").expect("an end").0;
            label.rsplit_once(": ").expect("a count").1.parse::<usize>().expect("a number")
        });
        prop_assert_eq!(counts.sum::<usize>(), finite, "{}", svg);
    }

    #[test]
    fn interval_plots_are_well_formed(plot in any_interval_plot()) {
        let svg = plot.to_svg();
        prop_assert_eq!(xml::fault(&svg), None, "{}", svg);
    }

    #[test]
    fn boards_are_well_formed(picture in any_board()) {
        let svg = picture.to_svg();
        prop_assert_eq!(xml::fault(&svg), None, "{}", svg);
    }

    #[test]
    fn boards_as_text_are_ascii_and_keep_their_layout_in_colour(picture in any_board()) {
        let plain = picture.to_text(false);
        prop_assert!(plain.chars().all(|c| c == '\n' || c == ' ' || c.is_ascii_graphic()));
        let painted = without_colours(&picture.to_text(true));
        let widths = |text: &str| -> Vec<usize> {
            text.lines().map(|line| line.chars().count()).collect()
        };
        prop_assert_eq!(widths(&plain), widths(&painted));
        for line in plain.lines().skip(1).take(picture.rows()) {
            let name = line.split_at(2).0.trim().len();
            prop_assert_eq!(line.len(), 2 + 2 * picture.columns() + 1 + name);
        }
    }

    #[test]
    fn tables_keep_their_shape(
        headings in vec(any_text(), 1..5), rows in vec(vec(any_text(), 0..6), 0..8)
    ) {
        let columns = headings.iter().enumerate().map(|(index, heading)| {
            if index % 2 == 0 { Column::left(heading) } else { Column::right(heading) }
        });
        let mut table = Table::new(columns);
        for row in &rows {
            table.row(row);
        }
        prop_assert_eq!(table.to_text().split('\n').count(), rows.len() + 2);
        let markdown = table.to_markdown();
        prop_assert_eq!(markdown.split('\n').count(), rows.len() + 3);
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        for line in markdown.split('\n').take(rows.len() + 2) {
            prop_assert_eq!(bars(line), table.columns().len() + 1, "{}", line);
        }

        let width = table.columns().len();
        let padded = |cells: &[String]| -> Vec<String> {
            (0..width).map(|at| cells.get(at).cloned().unwrap_or_default()).collect()
        };
        let mut expected = vec![padded(&headings)];
        expected.extend(rows.iter().map(|row| padded(row)));
        prop_assert_eq!(read_csv(&table.to_csv()), expected);
    }
}
