//! Whether a book is what its records say.

use std::collections::BTreeMap;

use serde::Serialize;
use tengen_engine::StopFlag;
use tengen_engine::book::Orientation;
use tengen_store::{BookRow, Run, StoreError};

use super::playable::{Playable, with_start};
use super::record::{BookRecord, updates};
use super::shelf::StoredBook;
use super::{adding::BOOK_ROWS, building::BOOK_GAME};

/// A row that is not what the records say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The position, in hexadecimal.
    pub position: String,
    /// The number of the move.
    pub r#move: u32,
    /// Wins, draws and losses in the book.
    pub book: [u64; 3],
    /// And by the records.
    pub records: [u64; 3],
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// Runs that the book comes from.
    pub runs: u64,
    /// Games that were played for it.
    pub games: u64,
    /// Games that were added by hand.
    pub imported: u64,
    /// Rows that were added by hand.
    pub added_rows: u64,
    /// Rows of the book.
    pub rows: u64,
    /// Positions of the book.
    pub positions: u64,
    /// Games that the first position has in the book.
    pub root_games: u64,
    /// Games and lines that began there, and rows of it that were added.
    pub root_expected: u64,
    /// Jobs that are not done yet.
    pub open: u64,
    /// Jobs that failed too often.
    pub parked: u64,
    /// Rows that are wrong: how many.
    pub wrong: u64,
    /// The first of them.
    pub mismatches: Vec<Mismatch>,
    /// Records that make no sense, at most ten.
    pub bad_records: Vec<String>,
    /// Damage that the database itself has found.
    pub damage: Option<String>,
    /// Whether it was interrupted.
    pub stopped: bool,
}

impl CheckReport {
    /// Whether all is as it should be.
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        self.wrong == 0
            && self.bad_records.is_empty()
            && self.damage.is_none()
            && self.root_games == self.root_expected
            && !self.stopped
    }
}

/// Results that are read at a time.
const PAGE: usize = 500;

/// How many of the wrong ones are named.
const NAMED: usize = 10;

/// Counts all records of a book again and compares. Whoever builds the book meanwhile is not waited
/// for: then rows may seem wrong that are not.
pub fn check_book(
    book: &StoredBook,
    stop: &StopFlag,
    tell: &mut dyn FnMut(&CheckReport),
) -> Result<CheckReport, StoreError> {
    let store = book.store();
    let mut report = CheckReport::default();
    if let Err(error) = store.verify() {
        report.damage = Some(error.to_string());
    }
    let root = with_start!(book.setup(), start => root_key(&start));
    let mut counted: BTreeMap<(u64, u32), BookRow> = BTreeMap::new();
    let runs: Vec<Run> =
        store.runs()?.into_iter().filter(|run| run.book == Some(book.id())).collect();
    report.runs = runs.len() as u64;
    for run in &runs {
        let counts = store.counts(run.id)?;
        report.open += counts.waiting + counts.leased;
        report.parked += counts.parked;
        let mut from = 0;
        loop {
            let results = store.results(run.id, from, PAGE)?;
            let Some(last) = results.last() else { break };
            from = last.job + 1;
            for result in &results {
                let name = format!("{}, job {}", run.title(), result.job);
                if let Err(reason) = count(book, run, &result.result, &mut counted, &mut report)
                    && report.bad_records.len() < NAMED
                {
                    report.bad_records.push(format!("{name}: {reason}"));
                }
            }
            tell(&report);
            if stop.is_stopped() {
                report.stopped = true;
                return Ok(report);
            }
        }
    }
    let of_root = |row: &&BookRow| row.position == root;
    report.root_expected = counted.values().filter(of_root).map(BookRow::games).sum();
    let mut last = None;
    for row in book.rows() {
        let row = row?;
        report.rows += 1;
        report.positions += u64::from(last != Some(row.position));
        last = Some(row.position);
        if row.position == root {
            report.root_games += row.games();
        }
        let expected = counted.remove(&(row.position, row.mv)).unwrap_or(BookRow {
            position: row.position,
            mv: row.mv,
            ..BookRow::default()
        });
        if expected != row {
            report.note(&row, &expected);
        }
        if stop.is_stopped() {
            report.stopped = true;
            return Ok(report);
        }
    }
    for (_, expected) in counted {
        let missing =
            BookRow { position: expected.position, mv: expected.mv, ..BookRow::default() };
        report.note(&missing, &expected);
    }
    Ok(report)
}

impl CheckReport {
    fn note(&mut self, book: &BookRow, records: &BookRow) {
        self.wrong += 1;
        if self.mismatches.len() < NAMED {
            let counts = |row: &BookRow| [row.wins, row.draws, row.losses];
            self.mismatches.push(Mismatch {
                position: format!("{:016x}", book.position),
                r#move: book.mv,
                book: counts(book),
                records: counts(records),
            });
        }
    }
}

fn root_key<P: Playable>(start: &P) -> u64 {
    Orientation::of(start).key().0
}

/// Counts one record.
fn count(
    book: &StoredBook,
    run: &Run,
    text: &str,
    counted: &mut BTreeMap<(u64, u32), BookRow>,
    report: &mut CheckReport,
) -> Result<(), String> {
    let record: BookRecord = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let changes = updates(&record, book.setup())?;
    match (&record, run.kind.as_str()) {
        (BookRecord::Game { moves, result, .. }, BOOK_GAME) => {
            report.games += 1;
            // What the rules say about the end must be what was recorded.
            let says = with_start!(book.setup(), start => result_by_rules(&start, moves))?;
            if let Some(says) = says.filter(|says| says != result) {
                return Err(format!("the game ended {says}, and {result} is recorded"));
            }
        }
        (BookRecord::Game { .. }, BOOK_ROWS) => report.imported += 1,
        (BookRecord::Rows { rows }, BOOK_ROWS) => report.added_rows += rows.len() as u64,
        (_, kind) => return Err(format!("a job {kind:?} has no such result")),
    }
    for change in changes {
        let tengen_store::BookUpdate { position, mv, outcome } = change;
        let row = counted.entry((position, mv)).or_default();
        (row.position, row.mv) = (position, mv);
        match outcome {
            tengen_store::Outcome::Win => row.wins += 1,
            tengen_store::Outcome::Draw => row.draws += 1,
            tengen_store::Outcome::Loss => row.losses += 1,
        }
    }
    Ok(())
}

/// The result of a game that the rules have ended.
fn result_by_rules<P: Playable>(start: &P, moves: &str) -> Result<Option<String>, String> {
    let end = super::playable::after(start, moves)?;
    Ok(end.outcome().map(|outcome| super::record::letter(outcome).to_owned()))
}
