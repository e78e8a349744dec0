//! What is added to a book by hand: lines of experts, rows of other books. Each addition is a job
//! with its record as the result, so that it is counted once however often it is tried, and the
//! whole book can be checked against its records.

use std::collections::BTreeMap;
use std::time::Duration;

use tengen_engine::StopFlag;
use tengen_engine::book::{BookFault, BookSource, walk};
use tengen_store::{BookRow, Finished, NewRun, Run, StoreError, Worker};

use super::playable::{Playable, with_start};
use super::record::{BookRecord, MOST_CHANGES, RowRecord, updates};
use super::shelf::StoredBook;

/// The kind of the jobs that are such additions.
pub const BOOK_ROWS: &str = "book rows";

/// Nothing could be added.
#[derive(Debug, thiserror::Error)]
pub enum AddError {
    /// The store is at fault.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The source cannot be read.
    #[error("the book cannot be read: {0}")]
    Book(#[from] BookFault),
    /// A record makes no sense.
    #[error("{what}: {reason}")]
    Record {
        /// Which.
        what: String,
        /// Why.
        reason: String,
    },
    /// A move has too many games for one record.
    #[error("a move has {0} games: books with so many cannot be added to others")]
    TooMany(u64),
    /// Somebody else is adding the same.
    #[error("{0}: somebody else is adding to it; try again in a minute")]
    Busy(String),
    /// The same run was begun with something else.
    #[error("{0}: an addition of this name was begun with something else; choose another name")]
    Other(String),
}

/// What was added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Records that are new.
    pub new: u64,
    /// Records that were there already, and were left as they are.
    pub known: u64,
    /// Whether it was stopped before the end; the same again goes on.
    pub stopped: bool,
}

/// Adds records to a book.
pub struct RowAdder<'a> {
    book: &'a StoredBook,
    run: Run,
    worker: Worker,
}

/// How long somebody who adds a record may be silent.
const LEASE: Duration = Duration::from_secs(5);

impl<'a> RowAdder<'a> {
    /// Adds under this name, which says where it all comes from.
    pub fn new(
        book: &'a StoredBook,
        name: &str,
        version: &str,
        signature: u64,
    ) -> Result<Self, AddError> {
        let run = book.store().open_run(&NewRun {
            kind: BOOK_ROWS,
            name,
            spec: "",
            version,
            signature,
            book: Some(book.id()),
            ..NewRun::default()
        })?;
        let worker = Worker {
            name: "book".to_owned(),
            version: version.to_owned(),
            signature,
            kinds: vec![BOOK_ROWS.to_owned()],
            only: Some(run.id),
        };
        Ok(Self { book, run, worker })
    }

    /// Adds a record, unless one of this name was added before; whether it is new. Record and rows
    /// are on the disk when it returns, or neither.
    pub fn add(&self, name: &str, record: &BookRecord) -> Result<bool, AddError> {
        let changes = updates(record, self.book.setup())
            .map_err(|reason| AddError::Record { what: name.to_owned(), reason })?;
        let store = self.book.store();
        store.add_jobs(self.run.id, [name])?;
        // Records are plain data.
        let text = serde_json::to_string(record).unwrap_or_default();
        // A process that was killed holds its job for a while.
        for _ in 0..4 * LEASE.as_secs() {
            match store.lease(&self.worker, LEASE)? {
                None if store.counts(self.run.id)?.leased == 0 => return Ok(false),
                None => std::thread::sleep(Duration::from_millis(500)),
                Some(lease) if lease.payload != name => {
                    store.release(&lease)?;
                    return Err(AddError::Other(self.run.name.clone()));
                }
                Some(lease) => match store.finish(&lease, &text, &changes)? {
                    Finished::Recorded => return Ok(true),
                    Finished::AlreadyDone => return Ok(false),
                    Finished::Lost => {}
                },
            }
        }
        Err(AddError::Busy(self.run.name.clone()))
    }

    /// Adds rows, many at a time.
    pub fn add_rows(
        &self,
        rows: impl Iterator<Item = Result<BookRow, AddError>>,
        stop: &StopFlag,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Added, AddError> {
        let mut added = Added::default();
        let (mut chunk, mut changes, mut number, mut done) = (Vec::new(), 0, 0, 0);
        let mut keep = |chunk: &mut Vec<RowRecord>, added: &mut Added| {
            number += 1;
            let record = BookRecord::Rows { rows: std::mem::take(chunk) };
            let is_new = self.add(&format!("part {number}"), &record)?;
            *(if is_new { &mut added.new } else { &mut added.known }) += 1;
            Ok::<(), AddError>(())
        };
        for row in rows {
            if stop.is_stopped() {
                added.stopped = true;
                return Ok(added);
            }
            let row = row?;
            let games = row.games();
            if games > MOST_CHANGES {
                return Err(AddError::TooMany(games));
            }
            if changes + games > MOST_CHANGES || chunk.len() >= MOST_ROWS {
                keep(&mut chunk, &mut added)?;
                changes = 0;
            }
            changes += games;
            chunk.push(RowRecord(
                format!("{:016x}", row.position),
                row.mv,
                row.wins,
                row.draws,
                row.losses,
            ));
            done += 1;
            tell(done);
        }
        if !chunk.is_empty() {
            keep(&mut chunk, &mut added)?;
        }
        Ok(added)
    }
}

/// The most rows of a record.
const MOST_ROWS: usize = 2000;

/// Adds all rows of a book to another one.
pub fn merge_into(
    source: &StoredBook,
    adder: &RowAdder<'_>,
    stop: &StopFlag,
    tell: &mut dyn FnMut(u64),
) -> Result<Added, AddError> {
    adder.add_rows(source.rows().map(|row| row.map_err(AddError::from)), stop, tell)
}

/// What is left of a book without moves of few games, and beyond so many plies; in order.
pub fn pruned(
    source: &StoredBook,
    least_games: u64,
    most_plies: usize,
) -> Result<Vec<BookRow>, BookFault> {
    with_start!(source.setup(), start => pruned_from(source, &start, least_games, most_plies))
}

fn pruned_from<P: Playable>(
    source: &(impl BookSource + ?Sized),
    start: &P,
    least_games: u64,
    most_plies: usize,
) -> Result<Vec<BookRow>, BookFault> {
    let mut rows = BTreeMap::new();
    for visit in walk(source, start, least_games) {
        let visit = visit?;
        if visit.line.len() >= most_plies {
            // All that follow are as deep.
            break;
        }
        debug_assert!(visit.position.outcome().is_none());
        for m in visit.page.moves().iter().filter(|m| m.tally.games() >= least_games) {
            let position = visit.page.key().0;
            let (wins, losses, draws) = (m.tally.wins, m.tally.losses, m.tally.draws);
            let row = BookRow { position, mv: m.code, wins, losses, draws };
            rows.insert((position, m.code), row);
        }
    }
    Ok(rows.into_values().collect())
}

/// Adds what is left of a book to another one.
pub fn prune_into(
    rows: Vec<BookRow>,
    adder: &RowAdder<'_>,
    stop: &StopFlag,
    tell: &mut dyn FnMut(u64),
) -> Result<Added, AddError> {
    adder.add_rows(rows.into_iter().map(Ok), stop, tell)
}
