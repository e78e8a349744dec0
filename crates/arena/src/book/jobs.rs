//! Games that build a book as jobs: each adds to it what it went through, in one transaction with its
//! record.

use std::cell::RefCell;

use tengen_engine::book::{BookFault, BookSource, Entry};
use tengen_engine::go::Key;
use tengen_engine::{Engine, StopFlag};
use tengen_store::{BookId, Lease, NewRun, Run, Store, StoreError};

use super::building::{BOOK_GAME, BookBuild, NoBookGame};
use super::record::updates;
use super::shelf::{StoredBook, entry};
use crate::work::{Done, JobFault, JobKind, Jobs};

/// Games that build books.
#[derive(Clone, Copy, Debug, Default)]
pub struct BookJobs;

impl JobKind for BookJobs {
    fn name(&self) -> &'static str {
        BOOK_GAME
    }

    fn prepare(&self, run: &Run, _: &StopFlag) -> Result<Box<dyn Jobs>, String> {
        let build: BookBuild =
            serde_json::from_str(&run.spec).map_err(|error| error.to_string())?;
        build.check().map_err(|error| error.to_string())?;
        Ok(Box::new(build))
    }
}

/// The rows of a book, as whoever does a job sees them. What the store said when it failed is kept:
/// it may be worth another try.
struct Rows<'a> {
    store: &'a Store,
    book: BookId,
    failed: RefCell<Option<StoreError>>,
}

impl BookSource for Rows<'_> {
    fn entries(&self, position: Key) -> Result<Vec<Entry>, BookFault> {
        match self.store.book_rows(self.book, position.0) {
            Ok(rows) => Ok(rows.iter().map(entry).collect()),
            Err(error) => {
                let fault = BookFault(error.to_string());
                *self.failed.borrow_mut() = Some(error);
                Err(fault)
            }
        }
    }
}

impl Jobs for BookBuild {
    fn run(&self, lease: &Lease, store: &Store, stop: &StopFlag) -> Result<Option<Done>, JobFault> {
        let fault = |reason: String| JobFault::Job(format!("game {}: {reason}", lease.payload));
        let game = lease.payload.parse::<u64>().map_err(|error| fault(error.to_string()))?;
        let book = lease.book.ok_or_else(|| fault("its run has no book".to_owned()))?;
        let rows = Rows { store, book, failed: RefCell::new(None) };
        let record = match self.play(game, &rows, stop) {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(None),
            Err(error) => {
                return Err(match rows.failed.into_inner() {
                    Some(error) => JobFault::Store(error),
                    None => fault(error.to_string()),
                });
            }
        };
        let setup = self.setup().map_err(|error| fault(error.to_string()))?;
        let updates = updates(&record, setup).map_err(fault)?;
        let result = serde_json::to_string(&record).map_err(|error| fault(error.to_string()))?;
        Ok(Some(Done { result, updates }))
    }
}

/// A book has games of other settings already.
#[derive(Debug, thiserror::Error)]
pub enum NoRun {
    /// The store is at fault.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It would be mixed.
    #[error(
        "book {book} has games of other settings: {found}. Books that are mixed may be worse than \
         either (paper 001): choose another name, or say --mix"
    )]
    Mixed {
        /// The book.
        book: String,
        /// What it was built with.
        found: String,
    },
}

impl BookBuild {
    /// Whether games can be played like this.
    pub fn check(&self) -> Result<(), NoBookGame> {
        Engine::new(self.setup()?, &self.player()?)?;
        Ok(())
    }

    /// In words, for people.
    #[must_use]
    pub fn words(&self) -> String {
        format!("{} by {}, seed {}", self.rule.name(), self.player, self.seed)
    }

    /// The run of these games that builds a book, made if it is not there, with this many games.
    pub fn open_run(
        &self,
        book: &StoredBook,
        version: &str,
        signature: u64,
        games: u64,
        mix: bool,
    ) -> Result<Run, NoRun> {
        let store = book.store();
        // Plain data.
        let spec = serde_json::to_string(self).unwrap_or_default();
        let runs = store.runs()?;
        let of_book: Vec<&Run> = runs
            .iter()
            .filter(|run| run.kind == BOOK_GAME && run.book == Some(book.id()))
            .collect();
        let same =
            |run: &&&Run| run.spec == spec && run.version == version && run.signature == signature;
        let name = match (of_book.iter().find(same), of_book.last()) {
            (Some(run), _) => run.name.clone(),
            (None, None) => book.name().to_owned(),
            (None, Some(_)) if mix => format!("{} {}", book.name(), of_book.len() + 1),
            (None, Some(other)) => {
                let found = match serde_json::from_str::<Self>(&other.spec) {
                    Ok(build) if build == *self => format!("version {}", other.version),
                    Ok(build) => build.words(),
                    Err(_) => other.spec.clone(),
                };
                return Err(NoRun::Mixed { book: book.name().to_owned(), found });
            }
        };
        let run = store.open_run(&NewRun {
            kind: BOOK_GAME,
            name: &name,
            spec: &spec,
            version,
            signature,
            book: Some(book.id()),
            ..NewRun::default()
        })?;
        // Many at a time, so that nobody waits for long.
        let mut from = run.jobs;
        while from < games {
            let to = (from + 10_000).min(games);
            store.add_jobs(run.id, (from..to).map(|game| game.to_string()))?;
            from = to;
        }
        Ok(store.run(run.id)?)
    }
}
