//! How games went: what players thought of them move by move, and how long they were.

use tengen_report::{Histogram, LinePlot, Series, SeriesPoint};

use crate::page::html::{Html, HtmlTable};
use crate::page::numbers::{count, mean, percent, rounded, things};
use crate::page::tally::Tally;
use crate::record::{GameRecord, Side};

/// With more pairings than this, there is one plot for all of them.
const MOST_PAIRINGS: usize = 3;

/// Black's win rate as the players saw it, as pictures.
pub(crate) fn win_rate_plots(tally: &Tally<'_>) -> Vec<String> {
    let mut plots = Vec::new();
    if tally.meetings.len() > MOST_PAIRINGS {
        let games: Vec<&GameRecord> = tally.games().collect();
        plots.extend(win_rate("All games", &games, ["Black", "White"]));
    } else {
        for meeting in &tally.meetings {
            for black in Side::BOTH {
                let white = black.other();
                let [black_name, white_name] =
                    [black, white].map(|side| tally.name(meeting.player(side)));
                let games: Vec<&GameRecord> =
                    meeting.games.iter().copied().filter(|game| game.black == black).collect();
                let title = format!("{black_name} (Black) and {white_name} (White)");
                let names = [format!("Black: {black_name}"), format!("White: {white_name}")];
                plots.extend(win_rate(&title, &games, names));
            }
        }
    }
    plots
}

/// Black's win rate as the players saw it.
pub(crate) fn win_rates(tally: &Tally<'_>) -> Html {
    let plots = win_rate_plots(tally);
    let mut html = Html::heading(3, "Black's win rate, move by move");
    if plots.is_empty() {
        html.push(&Html::paragraph("soft", "No player told what he thought of his games."));
        return html;
    }
    html.push(&Html::plots(plots));
    html.push(&Html::paragraph(
        "soft",
        "As the player of each move saw it. Lines are means over games, bands one standard \
         deviation to either side. A move number is left out where fewer than one in twenty of the \
         games has a win rate.",
    ));
    html
}

/// A plot of one line for each colour, if there is anything to plot.
fn win_rate<T: Into<String>>(title: &str, games: &[&GameRecord], names: [T; 2]) -> Option<String> {
    let least = games.len().div_ceil(20);
    let mut rates: Vec<Vec<f64>> = Vec::new();
    for game in games {
        if rates.len() < game.rates.len() {
            rates.resize_with(game.rates.len(), Vec::new);
        }
        for (at_move, rate) in rates.iter_mut().zip(&game.rates) {
            at_move.extend(rate.map(f64::from).filter(|rate| (0.0..=1.0).contains(rate)));
        }
    }
    let point = |(at, rates): (usize, &Vec<f64>)| {
        let mean = mean(rates.iter().sum(), rates.len() as u64)?;
        let squares = rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>();
        let deviation = (squares / rates.len() as f64).sqrt();
        let number = at + 1;
        let label =
            format!("move {number}: {} in {}", percent(mean), things(rates.len() as u64, "game"));
        let point = SeriesPoint::new(number as f64, mean).label(label);
        Some(point.band((mean - deviation).max(0.0), (mean + deviation).min(1.0)))
    };
    // Black begins, so the colours take turns.
    let line = |colour: usize| -> Vec<SeriesPoint> {
        let enough = |(at, rates): &(usize, &Vec<f64>)| at % 2 == colour && rates.len() >= least;
        rates.iter().enumerate().filter(enough).filter_map(point).collect()
    };
    let lines = [line(0), line(1)];
    if lines.iter().all(Vec::is_empty) {
        return None;
    }
    let plot = LinePlot::new(title).x_label("move").y_label("Black's win rate").y_percent();
    let plot = plot.y_range(0.0, 1.0).reference(0.5, "");
    let plot = names
        .into_iter()
        .zip(lines)
        .fold(plot, |plot, (name, points)| plot.series(Series::new(name, points)));
    Some(plot.to_svg())
}

/// How long games were.
pub(crate) fn lengths(tally: &Tally<'_>) -> Html {
    let mut table =
        HtmlTable::new(["Games", "#Number", "#Mean length", "#Median", "#Shortest", "#Longest"]);
    for meeting in &tally.meetings {
        length_row(&mut table, &tally.title(meeting), meeting.games.iter().copied());
    }
    if tally.meetings.len() > 1 {
        length_row(&mut table, "all", tally.games());
    }
    [
        Html::heading(3, "Length of games"),
        table.to_html(),
        Html::plots([length_plot(tally)]),
        Html::paragraph("soft", "In moves, passes and those of openings included."),
    ]
    .into_iter()
    .collect()
}

/// How many games had which length, as a picture.
pub(crate) fn length_plot(tally: &Tally<'_>) -> String {
    let won = |winner: fn(&GameRecord) -> Option<Side>| -> Vec<f64> {
        let lengths = tally.games().filter(|game| game.winner == winner(game));
        lengths.map(|game| game.moves.len() as f64).collect()
    };
    let plot = Histogram::new("Length of games").x_label("moves").y_label("games");
    let mut plot = plot
        .series("Black won", won(|game| Some(game.black)))
        .series("White won", won(|game| Some(game.black.other())));
    let drawn = won(|_| None);
    if !drawn.is_empty() {
        plot = plot.series("drawn", drawn);
    }
    plot.to_svg()
}

fn length_row<'a>(table: &mut HtmlTable, name: &str, games: impl Iterator<Item = &'a GameRecord>) {
    let mut lengths: Vec<u64> = games.map(|game| game.moves.len() as u64).collect();
    lengths.sort_unstable();
    let number = lengths.len() as u64;
    let at =
        |place: usize| lengths.get(place).map_or_else(|| "-".to_owned(), |length| count(*length));
    let middle = lengths.len().saturating_sub(1) / 2;
    let upper = lengths.len() / 2;
    let median = lengths.get(middle).zip(lengths.get(upper));
    let median = median.map(|(low, high)| (low + high) as f64 / 2.0);
    let mean = mean(lengths.iter().sum::<u64>() as f64, number);
    table.row([
        Html::text(name),
        Html::text(count(number)),
        Html::text(mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}"))),
        Html::text(rounded(median)),
        Html::text(at(0)),
        Html::text(at(lengths.len().saturating_sub(1))),
    ]);
}
