//! How long a player stays in his book (paper 001, figures 1 and 2).

use serde::Serialize;
use tengen_engine::book::{BookFault, BookSource, Tally, walk};
use tengen_report::Histogram;

use super::playable::{Playable, with_start};
use super::shelf::StoredBook;
use crate::record::{GameRecord, Side};

/// How many moves of each game were the book's, by the colour of its player.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Lengths {
    /// Games in which he was Black.
    pub black: Vec<u64>,
    /// Games in which he was White.
    pub white: Vec<u64>,
}

/// The lengths of A's games.
#[must_use]
pub fn book_lengths<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> Lengths {
    let mut lengths = Lengths::default();
    for game in games {
        let Some(moves) = game.book[Side::A] else { continue };
        let list = if game.black == Side::A { &mut lengths.black } else { &mut lengths.white };
        list.push(moves);
    }
    lengths
}

impl Lengths {
    /// The mean and its standard error, of both or of one.
    #[must_use]
    pub fn mean(lengths: &[u64]) -> Option<(f64, f64)> {
        let n = lengths.len() as f64;
        if lengths.is_empty() {
            return None;
        }
        let mean = lengths.iter().sum::<u64>() as f64 / n;
        let squares: f64 = lengths.iter().map(|&x| (x as f64 - mean).powi(2)).sum();
        let error = if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { f64::NAN };
        Some((mean, error))
    }

    /// As a histogram: one bar for each number of moves, Black and White beside each other.
    #[must_use]
    pub fn histogram(&self, title: &str) -> Histogram {
        let series = |name: &str, lengths: &[u64]| {
            let mean =
                Self::mean(lengths).map_or(String::new(), |(mean, _)| format!(", mean {mean:.2}"));
            (format!("as {name}{mean}"), lengths.iter().map(|&x| x as f64).collect::<Vec<_>>())
        };
        let (black, white) = (series("Black", &self.black), series("White", &self.white));
        Histogram::new(title)
            .x_label("moves from the book")
            .y_label("games")
            .bins(0.0, 1.0)
            .side_by_side()
            .series(black.0, black.1)
            .series(white.0, white.1)
    }
}

/// What a book has at one depth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DepthRow {
    /// Moves before it, by the shortest line.
    pub ply: usize,
    /// Positions.
    pub positions: u64,
    /// Moves in them.
    pub moves: u64,
    /// Games of these moves.
    pub games: u64,
    /// The share of points of the player who makes them.
    pub rate: Option<f64>,
}

/// The positions of a book by depth, up to so many plies.
pub fn depths(book: &StoredBook, most: usize) -> Result<Vec<DepthRow>, BookFault> {
    with_start!(book.setup(), start => depths_from(book, &start, most))
}

fn depths_from<P: Playable>(
    book: &(impl BookSource + ?Sized),
    start: &P,
    most: usize,
) -> Result<Vec<DepthRow>, BookFault> {
    let mut rows: Vec<(DepthRow, Tally)> = Vec::new();
    for visit in walk(book, start, 1) {
        let visit = visit?;
        let ply = visit.line.len();
        if ply >= most {
            break;
        }
        if rows.len() <= ply {
            rows.push((DepthRow { ply, ..DepthRow::default() }, Tally::default()));
        }
        let Some((row, tally)) = rows.last_mut() else { break };
        row.positions += 1;
        row.moves += visit.page.moves().len() as u64;
        visit.page.moves().iter().for_each(|m| *tally += m.tally);
    }
    let done = |(row, tally): (DepthRow, Tally)| DepthRow {
        games: tally.games(),
        rate: tally.rate(),
        ..row
    };
    Ok(rows.into_iter().map(done).collect())
}
