//! A position of a book for people: its moves, and the board with them.

use serde::Serialize;
use tengen_engine::book::{BookSource, Page};
use tengen_report::{BoardPicture, Column, Mark, Table};

use super::playable::{Playable, after, with_start};
use super::shelf::StoredBook;
use crate::statistics::interval::{Z_95, wilson};

/// A move of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveShown {
    /// The move.
    pub r#move: String,
    /// The others that symmetry makes the same.
    pub twins: Vec<String>,
    /// Games.
    pub games: u64,
    /// Games that the player who makes it has won.
    pub wins: u64,
    /// Games that nobody has won.
    pub draws: u64,
    /// Games that he has lost.
    pub losses: u64,
    /// The share of points, from 0 to 1.
    pub rate: Option<f64>,
    /// Its interval of 95 %.
    pub interval: Option<[f64; 2]>,
}

/// A position of a book.
#[derive(Clone, Debug, Serialize)]
pub struct PositionShown {
    /// The book.
    pub book: String,
    /// The key of the position, in hexadecimal.
    pub position: String,
    /// The moves that lead there.
    pub line: Vec<String>,
    /// `black` or `white`.
    pub to_move: &'static str,
    /// Games that went on from here.
    pub games: u64,
    /// Its moves, most games first.
    pub moves: Vec<MoveShown>,
    /// Moves that the history of this line forbids.
    pub forbidden: usize,
    #[serde(skip)]
    picture: BoardPicture,
}

impl PositionShown {
    /// The position after these moves, as the book knows it; or what is wrong with the moves.
    pub fn read(book: &StoredBook, moves: &str) -> Result<Self, String> {
        with_start!(book.setup(), start => Self::of(book, book.name(), &after(&start, moves)?, moves))
    }

    fn of<P: Playable>(
        book: &(impl BookSource + ?Sized),
        name: &str,
        position: &P,
        moves: &str,
    ) -> Result<Self, String> {
        let page = Page::read(position, book).map_err(|fault| fault.to_string())?;
        let mut picture = position.picture();
        let mut shown = Vec::new();
        for (index, m) in page.by_games().into_iter().enumerate() {
            let tally = m.tally;
            let interval = wilson(tally.points(), tally.games() as f64, Z_95);
            shown.push(MoveShown {
                r#move: m.r#move.to_string(),
                twins: m.twins.iter().map(ToString::to_string).collect(),
                games: tally.games(),
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                rate: tally.rate(),
                interval: (tally.games() > 0).then_some([interval.low, interval.high]),
            });
            if let (Some((column, row)), Some(label)) = (P::cell(m.r#move), LABELS.get(index)) {
                picture.mark(column, row, Mark::Label(char::from(*label).to_string()));
            }
        }
        Ok(Self {
            book: name.to_owned(),
            position: page.key().to_string(),
            line: moves.split_whitespace().map(str::to_owned).collect(),
            to_move: crate::book::playable::name(position.to_move()),
            games: page.games(),
            moves: shown,
            forbidden: page.left_out().len(),
            picture,
        })
    }

    /// The board with letters on its moves, and a table of them; at most so many.
    #[must_use]
    pub fn to_text(&self, most: usize, colour: bool) -> String {
        let mut text = format!("{}\n", self.picture.to_text(colour));
        text += &format!(
            "{} to move; {} games, {} moves\n",
            if self.to_move == "black" { "Black" } else { "White" },
            self.games,
            self.moves.len()
        );
        if self.moves.is_empty() {
            return text + "The position is not in the book.\n";
        }
        let mut table = Table::new([
            Column::left(""),
            Column::left("move"),
            Column::right("games"),
            Column::right("wins"),
            Column::right("draws"),
            Column::right("losses"),
            Column::right("rate"),
            Column::left("95 % interval"),
        ]);
        for (index, m) in self.moves.iter().take(most).enumerate() {
            let label = LABELS.get(index).map_or(String::new(), |&label| char::from(label).into());
            let percent = |x: f64| format!("{:.1}", 100.0 * x);
            table.row([
                label,
                m.r#move.clone(),
                m.games.to_string(),
                m.wins.to_string(),
                m.draws.to_string(),
                m.losses.to_string(),
                m.rate.map_or(String::new(), |rate| format!("{} %", percent(rate))),
                m.interval.map_or(String::new(), |[low, high]| {
                    format!("{} to {}", percent(low), percent(high))
                }),
            ]);
        }
        text += &table.to_text();
        if self.moves.len() > most {
            text += &format!("and {} more\n", self.moves.len() - most);
        }
        if self.forbidden > 0 {
            text += &format!("{} more are forbidden here by superko\n", self.forbidden);
        }
        text
    }
}

/// What moves are called on the board.
const LABELS: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
