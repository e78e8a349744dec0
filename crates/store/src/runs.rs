//! Runs: many jobs of one kind, under one name.

use std::fmt;

use crate::connection::{Row, Value};
use crate::{BookId, Store, StoreError};

/// Which run of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub u64);

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A run that is to be there.
#[derive(Clone, Copy, Debug)]
pub struct NewRun<'a> {
    /// What its jobs are: who runs them looks this up.
    pub kind: &'a str,
    /// Its name, by which it is found again; another among those of its kind.
    pub name: &'a str,
    /// All that its jobs have in common, as the kind writes it.
    pub spec: &'a str,
    /// The version of the program.
    pub version: &'a str,
    /// Its bench signature.
    pub signature: u64,
    /// The book that its results change.
    pub book: Option<BookId>,
    /// How often a job is tried before it is parked.
    pub attempts: u32,
}

impl Default for NewRun<'_> {
    fn default() -> Self {
        Self { kind: "", name: "", spec: "", version: "", signature: 0, book: None, attempts: 3 }
    }
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub id: RunId,
    /// What its jobs are.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// All that its jobs have in common.
    pub spec: String,
    /// The version of the program that made it.
    pub version: String,
    /// Its bench signature.
    pub signature: u64,
    /// The book that its results change.
    pub book: Option<BookId>,
    /// Whether no more jobs of it are to be done.
    pub cancelled: bool,
    /// How often a job is tried before it is parked.
    pub attempts: u32,
    /// How many jobs it has.
    pub jobs: u64,
    /// When it was made, in milliseconds since 1970.
    pub made: u64,
}

impl Run {
    fn of(row: &Row) -> Self {
        Self {
            id: RunId(row.count(0)),
            kind: row.text(1),
            name: row.text(2),
            spec: row.text(3),
            version: row.text(4),
            signature: row.int(5) as u64,
            book: Some(row.count(6)).filter(|&book| book > 0).map(BookId),
            cancelled: row.int(7) == CANCELLED,
            attempts: row.count(8) as u32,
            jobs: row.count(9),
            made: row.count(10),
        }
    }

    /// Its kind and name, for people.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{} ({} {:?})", self.id, self.kind, self.name)
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobCounts {
    /// Jobs that nobody has.
    pub waiting: u64,
    /// Jobs that somebody has, or had when he was last heard of.
    pub leased: u64,
    /// Jobs with a result.
    pub done: u64,
    /// Jobs that failed too often.
    pub parked: u64,
}

impl JobCounts {
    /// All of them.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.waiting + self.leased + self.done + self.parked
    }

    /// Whether nothing is left to be done.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.waiting + self.leased == 0
    }
}

pub(crate) const OPEN: i64 = 0;
const CANCELLED: i64 = 1;

const COLUMNS: &str = "id, kind, name, spec, version, signature, book, state, attempts, jobs, made";

impl Store {
    /// Makes a run, or finds the one of this kind and name, which must be the same: spec, version,
    /// signature and book. One that was cancelled is opened again.
    pub fn open_run(&self, new: &NewRun<'_>) -> Result<Run, StoreError> {
        let run = self.transaction(|connection| {
            let now = connection.dialect().now;
            connection.execute(
                &format!(
                    "INSERT INTO run (kind, name, spec, version, signature, book, attempts, state, \
                     jobs, made) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, {now}) \
                     ON CONFLICT (kind, name) DO UPDATE SET state = 0"
                ),
                &[
                    Value::Text(new.kind),
                    Value::Text(new.name),
                    Value::Text(new.spec),
                    Value::Text(new.version),
                    Value::Int(new.signature as i64),
                    Value::Int(new.book.map_or(0, |book| book.0 as i64)),
                    Value::Int(i64::from(new.attempts.max(1))),
                ],
            )?;
            let rows = connection.query(
                &format!("SELECT {COLUMNS} FROM run WHERE kind = $1 AND name = $2"),
                &[Value::Text(new.kind), Value::Text(new.name)],
            )?;
            let run = rows.first().map(Run::of);
            let run = run.ok_or_else(|| self.unknown(format!("{} {}", new.kind, new.name)))?;
            if run.version != new.version || run.signature != new.signature {
                return Err(StoreError::OtherProgram {
                    run: run.title(),
                    wanted: run.version,
                    wanted_signature: run.signature,
                    found: new.version.to_owned(),
                    found_signature: new.signature,
                });
            }
            if run.spec != new.spec || run.book != new.book {
                let store = self.address().to_string();
                return Err(StoreError::OtherRun { store, run: run.title() });
            }
            Ok(run)
        })?;
        Ok(run)
    }

    /// All runs, in the order in which they were made.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM run ORDER BY id");
        self.with(|connection| Ok(connection.query(&sql, &[])?.iter().map(Run::of).collect()))
    }

    /// A run.
    pub fn run(&self, id: RunId) -> Result<Run, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM run WHERE id = $1");
        let rows = self.with(|connection| connection.query(&sql, &[Value::Int(id.0 as i64)]))?;
        rows.first().map(Run::of).ok_or_else(|| self.unknown(format!("run {id}")))
    }

    /// The run of a kind and name, if there is one.
    pub fn find_run(&self, kind: &str, name: &str) -> Result<Option<Run>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM run WHERE kind = $1 AND name = $2");
        let values = [Value::Text(kind), Value::Text(name)];
        let rows = self.with(|connection| connection.query(&sql, &values))?;
        Ok(rows.first().map(Run::of))
    }

    /// No more jobs of a run are given out, and those who have some hear of it. Results are kept.
    pub fn cancel_run(&self, id: RunId) -> Result<(), StoreError> {
        self.set_run_state(id, CANCELLED)
    }

    /// Takes that back.
    pub fn reopen_run(&self, id: RunId) -> Result<(), StoreError> {
        self.set_run_state(id, OPEN)
    }

    fn set_run_state(&self, id: RunId, state: i64) -> Result<(), StoreError> {
        let values = [Value::Int(state), Value::Int(id.0 as i64)];
        let sql = "UPDATE run SET state = $1 WHERE id = $2";
        match self.with(|connection| connection.execute(sql, &values))? {
            0 => Err(self.unknown(format!("run {id}"))),
            _ => Ok(()),
        }
    }

    /// Deletes a run with its jobs and results. What they have changed in a book stays.
    pub fn delete_run(&self, id: RunId) -> Result<(), StoreError> {
        self.transaction(|connection| {
            let values = [Value::Int(id.0 as i64)];
            connection.execute("DELETE FROM job WHERE run = $1", &values)?;
            match connection.execute("DELETE FROM run WHERE id = $1", &values)? {
                0 => Err(self.unknown(format!("run {id}"))),
                _ => Ok(()),
            }
        })
    }

    /// How far a run is.
    pub fn counts(&self, id: RunId) -> Result<JobCounts, StoreError> {
        self.with(|connection| {
            let run = [Value::Int(id.0 as i64)];
            // The indexes of open and of parked jobs answer, however many are done.
            let sql = "SELECT jobs, \
                (SELECT count(*) FROM job WHERE run = $1 AND state < 2 AND state = 0), \
                (SELECT count(*) FROM job WHERE run = $1 AND state < 2 AND state = 1), \
                (SELECT count(*) FROM job WHERE run = $1 AND state = 3) \
                FROM run WHERE id = $1";
            let rows = connection.query(sql, &run)?;
            let row = rows.first().ok_or_else(|| self.unknown(format!("run {id}")))?;
            let (jobs, waiting, leased, parked) =
                (row.count(0), row.count(1), row.count(2), row.count(3));
            let done = jobs.saturating_sub(waiting + leased + parked);
            Ok(JobCounts { waiting, leased, done, parked })
        })
    }
}
