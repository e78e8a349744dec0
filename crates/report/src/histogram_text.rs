//! Histograms for a terminal.

use crate::histogram::Histogram;
use crate::histogram_svg::Bars;
use crate::table::{Column, Table, one_line};

pub(crate) fn draw(plot: &Histogram, width: usize) -> String {
    let bars = Bars::new(plot);
    let names: Vec<String> = plot.series.iter().map(|(name, _)| one_line(name)).collect();
    let axis = bars.x_axis(0.0);
    let bins: Vec<String> = (0..bars.bin_count()).map(|bin| bars.bin_name(bin, &axis)).collect();
    let most = bars.counts.iter().flatten().copied().max().unwrap_or(0);
    // What the names of bins, the counts and the blanks around them leave.
    let longest = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max();
    let counts = most.to_string().len();
    let taken = longest(&bins).unwrap_or(0).max(plot.x_label.chars().count());
    let room = width.saturating_sub(taken) / names.len().max(1);
    let bar = room.saturating_sub(counts + 4).max(10);
    let mut columns = vec![Column::right(&plot.x_label)];
    for name in &names {
        columns.push(Column::right(""));
        columns.push(Column::left(name));
    }
    let mut table = Table::new(columns);
    for (bin, name) in bins.into_iter().enumerate() {
        let mut cells = vec![name];
        for counts in &bars.counts {
            let count = counts[bin];
            // One that is there is seen.
            let length = (count * bar).div_ceil(most.max(1));
            cells.push(count.to_string());
            cells.push("#".repeat(length));
        }
        table.row(cells);
    }
    let heading = one_line(&plot.title);
    format!("{heading}\n\n{}", table.to_text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_counts() {
        let plot = Histogram::new("How many").x_label("size").bins(0.0, 1.0);
        let plot = plot.series("a", [1.0, 1.0, 3.0]).series("b", [1.0]);
        let text = "How many\n\nsize     a              b\n   1  2  ##########  1  #####\n   2  0              0\n   3  1  #####       0\n";
        assert_eq!(plot.to_text(0), text);
    }

    #[test]
    fn nothing_is_no_trouble() {
        assert_eq!(Histogram::new("a\nb").to_text(80).lines().next(), Some("a b"));
        assert!(Histogram::new("").series("a", [f64::NAN]).to_text(80).contains(" 0"));
    }
}
