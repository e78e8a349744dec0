//! A book as lines of JSON, and back: a first line about the book, then one for each position.

use std::collections::HashSet;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use tengen_engine::book::{BookFault, BookSource, walk};
use tengen_store::{BookRow, StoreError};

use super::playable::{Playable, name, with_start};
use super::shelf::StoredBook;
use crate::record::GameTerms;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// The name of the book.
    book: String,
    /// The terms of its games.
    terms: GameTerms,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionLine {
    /// Its key, in hexadecimal.
    position: String,
    /// Moves that lead there; none if no legal line of the book does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to_move: Option<String>,
    moves: Vec<MoveLine>,
}

/// A move of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveLine {
    /// After the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    r#move: Option<String>,
    /// Its number in the book.
    code: u32,
    wins: u64,
    draws: u64,
    losses: u64,
}

/// A line of such a file.
#[derive(Clone, Debug, PartialEq)]
pub enum RowLine {
    /// What the book is about.
    Terms(GameTerms),
    /// The rows of a position.
    Rows(Vec<BookRow>),
}

/// A line that is none of these.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {number}: {reason}")]
pub struct BadLine {
    /// Which line, from 1.
    pub number: usize,
    /// What is wrong.
    pub reason: String,
}

/// Reads a line, the first of which is number 1.
pub fn read_row(number: usize, line: &str) -> Result<RowLine, BadLine> {
    let bad = |reason: String| BadLine { number, reason };
    if number == 1 {
        let header: Header = serde_json::from_str(line).map_err(|e| bad(e.to_string()))?;
        return Ok(RowLine::Terms(header.terms));
    }
    let line: PositionLine = serde_json::from_str(line).map_err(|e| bad(e.to_string()))?;
    let position = u64::from_str_radix(&line.position, 16)
        .map_err(|_| bad(format!("position {:?} is no hexadecimal number", line.position)))?;
    let row = |m: &MoveLine| BookRow {
        position,
        mv: m.code,
        wins: m.wins,
        losses: m.losses,
        draws: m.draws,
    };
    Ok(RowLine::Rows(line.moves.iter().map(row).collect()))
}

/// Writes a book; how many positions. Moves with fewer games are left out, and what they lead to.
pub fn to_jsonl(
    book: &StoredBook,
    least_games: u64,
    out: &mut dyn Write,
    tell: &mut dyn FnMut(u64),
) -> io::Result<u64> {
    let header = Header { book: book.name().to_owned(), terms: book.game_terms().clone() };
    write_line(out, &header)?;
    let mut seen = HashSet::new();
    with_start!(book.setup(), start => write_walk(book, &start, least_games, &mut seen, out, tell))?;
    if least_games <= 1 {
        write_rest(book, &mut seen, out)?;
    }
    Ok(seen.len() as u64)
}

fn write_line(out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(line).map_err(io::Error::other)?;
    writeln!(out, "{text}")
}

fn write_walk<P: Playable>(
    book: &(impl BookSource + ?Sized),
    start: &P,
    least_games: u64,
    seen: &mut HashSet<u64>,
    out: &mut dyn Write,
    tell: &mut dyn FnMut(u64),
) -> io::Result<()> {
    for visit in walk(book, start, least_games) {
        let visit = visit.map_err(|BookFault(reason)| io::Error::other(reason))?;
        let moves = visit.page.by_games().into_iter();
        let mut moves: Vec<MoveLine> = moves
            .filter(|m| m.tally.games() >= least_games)
            .map(|m| MoveLine {
                r#move: Some(m.r#move.to_string()),
                code: m.code,
                wins: m.tally.wins,
                draws: m.tally.draws,
                losses: m.tally.losses,
            })
            .collect();
        // What the history of this line forbids belongs to the book all the same.
        moves.extend(visit.page.left_out().iter().filter(|e| e.tally.games() >= least_games).map(
            |entry| MoveLine {
                r#move: None,
                code: entry.code,
                wins: entry.tally.wins,
                draws: entry.tally.draws,
                losses: entry.tally.losses,
            },
        ));
        seen.insert(visit.page.key().0);
        write_line(
            out,
            &PositionLine {
                position: visit.page.key().to_string(),
                line: Some(visit.line.iter().map(ToString::to_string).collect()),
                to_move: Some(name(visit.position.to_move()).to_owned()),
                moves,
            },
        )?;
        tell(seen.len() as u64);
    }
    Ok(())
}

/// The positions that the walk has not found: no line of the book that is legal leads there.
fn write_rest(book: &StoredBook, seen: &mut HashSet<u64>, out: &mut dyn Write) -> io::Result<()> {
    let mut line: Option<(u64, PositionLine)> = None;
    let mut rest = Vec::new();
    for row in book.rows() {
        let row = row.map_err(|error: StoreError| io::Error::other(error.to_string()))?;
        if seen.contains(&row.position) {
            continue;
        }
        if line.as_ref().is_none_or(|(position, _)| *position != row.position) {
            if let Some((position, line)) = line.take() {
                write_line(out, &line)?;
                rest.push(position);
            }
            let position = format!("{:016x}", row.position);
            let empty = PositionLine { position, line: None, to_move: None, moves: Vec::new() };
            line = Some((row.position, empty));
        }
        if let Some((_, line)) = &mut line {
            let BookRow { mv, wins, losses, draws, .. } = row;
            line.moves.push(MoveLine { r#move: None, code: mv, wins, draws, losses });
        }
    }
    if let Some((position, line)) = line {
        write_line(out, &line)?;
        rest.push(position);
    }
    seen.extend(rest);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let header = r#"{"book":"b","terms":{"game":"go","size":7,"komi":9.0,"rules":"chinese","clock":null}}"#;
        let RowLine::Terms(terms) = read_row(1, header).expect("a header") else { panic!() };
        assert_eq!(terms.size, 7);
        let line = r#"{"position":"ff","moves":[{"code":3,"wins":1,"draws":0,"losses":2}]}"#;
        let RowLine::Rows(rows) = read_row(2, line).expect("rows") else { panic!() };
        assert_eq!((rows[0].position, rows[0].mv, rows[0].games()), (255, 3, 3));
        for (number, bad, reason) in [
            (1, line, "unknown field"),
            (2, header, "unknown field"),
            (3, "", "EOF"),
            (4, r#"{"position":"0x12","moves":[]}"#, "hexadecimal"),
            (5, r#"{"position":"12","moves":[{"code":-1,"wins":1,"draws":0,"losses":2}]}"#, "-1"),
        ] {
            let error = read_row(number, bad).expect_err(bad).to_string();
            assert!(error.starts_with(&format!("line {number}: ")), "{error}");
            assert!(error.contains(reason), "{error}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_line_makes_the_reader_panic(number in 1usize..3, line in "\\PC*") {
            let _ = read_row(number, &line);
        }
    }
}
