//! Tables of text cells.

use std::fmt;

/// To which side of its column a cell is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A column's heading, and how its cells stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    heading: String,
    alignment: Alignment,
}

impl Column {
    /// A column of words.
    #[must_use]
    pub fn left(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), alignment: Alignment::Left }
    }

    /// A column of numbers.
    #[must_use]
    pub fn right(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), alignment: Alignment::Right }
    }

    /// What stands above it.
    #[must_use]
    pub fn heading(&self) -> &str {
        &self.heading
    }

    /// How its cells stand.
    #[must_use]
    pub fn alignment(&self) -> Alignment {
        self.alignment
    }
}

/// Rows of text under headings. Displayed, it is [`Table::to_text`].
///
/// ```
/// use tengen_report::{Column, Table};
/// let mut table = Table::new([Column::left("player"), Column::right("wins")]);
/// table.row(["uct", "1043"]).row(["flat", "57"]);
/// assert_eq!(table.to_text(), "player  wins\nuct     1043\nflat      57\n");
/// assert_eq!(
///     table.to_markdown(),
///     "| player | wins |\n|--------|-----:|\n| uct    | 1043 |\n| flat   |   57 |\n"
/// );
/// assert_eq!(table.to_csv(), "player,wins\nuct,1043\nflat,57\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row. Cells that are missing at its end are empty; cells too many get a column of
    /// their own without a heading, so nothing is lost.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) -> &mut Self {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        while self.columns.len() < cells.len() {
            self.columns.push(Column::left(""));
        }
        self.rows.push(cells);
        self
    }

    /// The columns, from the left.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The rows as they were added.
    #[must_use]
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Columns aligned with blanks, two between them, for a terminal. Line breaks and other control
    /// characters in a cell become blanks, and no line ends in a blank.
    #[must_use]
    pub fn to_text(&self) -> String {
        let lines = self.all_lines(one_line);
        let widths = self.widths(&lines, 0);
        let mut text = String::new();
        for line in &lines {
            let cells: Vec<String> =
                (0..widths.len()).map(|at| self.padded(&line[at], at, widths[at])).collect();
            text += cells.join("  ").trim_end();
            text.push('\n');
        }
        text
    }

    /// A table of GitHub's Markdown. A bar inside a cell is escaped and a line break becomes a
    /// blank; other markup is left to the caller.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        if self.columns.is_empty() {
            return String::new();
        }
        let lines = self.all_lines(markdown_cell);
        // The line below the headings needs three characters.
        let widths = self.widths(&lines, 3);
        let mut text = String::new();
        for (number, line) in lines.iter().enumerate() {
            for (at, &width) in widths.iter().enumerate() {
                text += "| ";
                text += &self.padded(&line[at], at, width);
                text.push(' ');
            }
            text += "|\n";
            if number == 0 {
                for (column, width) in self.columns.iter().zip(&widths) {
                    let end = if column.alignment == Alignment::Right { ':' } else { '-' };
                    text.push('|');
                    text += &"-".repeat(width + 1);
                    text.push(end);
                }
                text += "|\n";
            }
        }
        text
    }

    /// Comma-separated values with the quoting of RFC 4180 and a line feed after every record.
    #[must_use]
    pub fn to_csv(&self) -> String {
        if self.columns.is_empty() {
            return String::new();
        }
        let mut text = String::new();
        for line in self.all_lines(str::to_owned) {
            // A record of one empty field would look like no record at all.
            let lonely = line.len() == 1;
            let fields: Vec<String> = line.iter().map(|cell| csv_field(cell, lonely)).collect();
            text += &fields.join(",");
            text.push('\n');
        }
        text
    }

    /// The headings and every row, all of the same length, each cell passed through `change`.
    fn all_lines(&self, change: impl Fn(&str) -> String) -> Vec<Vec<String>> {
        if self.columns.is_empty() {
            return Vec::new();
        }
        let headings = self.columns.iter().map(|column| change(&column.heading)).collect();
        let rows = self.rows.iter().map(|row| {
            let cell = |at: usize| row.get(at).map(|cell| change(cell)).unwrap_or_default();
            (0..self.columns.len()).map(cell).collect()
        });
        std::iter::once(headings).chain(rows).collect()
    }

    fn widths(&self, lines: &[Vec<String>], least: usize) -> Vec<usize> {
        let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max();
        (0..self.columns.len()).map(|at| width(at).unwrap_or(0).max(least)).collect()
    }

    fn padded(&self, cell: &str, at: usize, width: usize) -> String {
        // Not `{:>width$}`: a formatter's width has an upper limit and panics beyond it.
        let blanks = " ".repeat(width.saturating_sub(cell.chars().count()));
        match self.columns[at].alignment {
            Alignment::Left => format!("{cell}{blanks}"),
            Alignment::Right => format!("{blanks}{cell}"),
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

/// The text without line breaks and other control characters.
pub(crate) fn one_line(cell: &str) -> String {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    cell.chars().map(|c| if is_break(c) { ' ' } else { c }).collect()
}

fn markdown_cell(cell: &str) -> String {
    let mut text = String::new();
    for c in one_line(cell).chars() {
        match c {
            // After a backslash, another one would undo the escape instead of making it.
            '|' if text.ends_with('\\') => text += "&#124;",
            '|' => text += "\\|",
            _ => text.push(c),
        }
    }
    text
}

fn csv_field(cell: &str, quote_empty: bool) -> String {
    let quoted = cell.contains(['"', ',', '\r', '\n']) || (quote_empty && cell.is_empty());
    if quoted { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_extra_cells_are_kept_in_shape() {
        let mut table = Table::new([Column::right("n")]);
        table.row(["1"]).row(["22", "extra"]).row([""; 0]);
        assert_eq!(table.to_text(), " n\n 1\n22  extra\n\n");
        assert_eq!(table.to_csv(), "n,\n1,\n22,extra\n,\n");
    }

    #[test]
    fn what_has_a_meaning_in_a_format_is_escaped() {
        let mut table = Table::new([Column::left("a|b")]);
        table.row(["say \"x, y\"\nend"]).row(["c\\|"]).row([""]);
        assert_eq!(
            table.to_markdown(),
            "| a\\|b           |\n|----------------|\n| say \"x, y\" end |\n| c\\&#124;       |\n\
             |                |\n"
        );
        assert_eq!(table.to_csv(), "a|b\n\"say \"\"x, y\"\"\nend\"\nc\\|\n\"\"\n");
    }

    #[test]
    fn a_table_without_columns_is_empty() {
        let mut table = Table::new([]);
        table.row([""; 0]);
        assert_eq!((table.to_text() + &table.to_markdown() + &table.to_csv()).as_str(), "");
    }

    #[test]
    fn a_very_long_cell_is_no_trouble() {
        let mut table = Table::new([Column::left("a"), Column::right("b")]);
        table.row(["x".repeat(100_000), "y".repeat(100_000)]);
        assert_eq!(table.to_text().lines().last().map(str::len), Some(200_002));
    }
}
