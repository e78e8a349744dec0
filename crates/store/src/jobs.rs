//! Jobs: given out for a time, done once.

use std::collections::HashSet;
use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

use crate::books::{self, BookUpdate};
use crate::connection::{Connection, Value};
use crate::{BookId, RunId, Store, StoreError};

/// A payload is a name, not a document: it stands in an index. What jobs have in common belongs
/// into the spec of their run.
pub const LONGEST_PAYLOAD: usize = 1000;

/// Jobs that are added by one statement.
const CHUNK: usize = 200;

/// States of a job in the tables; 1 is a job that somebody has.
mod state {
    pub(super) const WAITING: i64 = 0;
    pub(super) const DONE: i64 = 2;
    pub(super) const PARKED: i64 = 3;
}

/// Who asks for work.
#[derive(Clone, Debug, Default)]
pub struct Worker {
    /// Its name, for people.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// Its bench signature.
    pub signature: u64,
    /// The kinds of jobs that it can do; empty: all.
    pub kinds: Vec<String>,
    /// The only run that it works for.
    pub only: Option<RunId>,
}

/// A job that somebody has for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The run.
    pub run: RunId,
    /// What the job is.
    pub kind: String,
    /// The number of the job in its run, from 0.
    pub job: u64,
    /// What is to be done.
    pub payload: String,
    /// The book that its result changes.
    pub book: Option<BookId>,
    /// Which attempt it is, from 1.
    pub attempt: u32,
    /// How long it lasts from now, and after each heartbeat.
    pub time: Duration,
    id: i64,
    token: i64,
    most_attempts: i64,
}

impl fmt::Display for Lease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} job {} of run {}", self.kind, self.job, self.run)
    }
}

/// Whether a job is still one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Yes, for another while.
    Yes,
    /// Somebody else has it, or has done it.
    Lost,
    /// Nobody wants its result any more: the run was cancelled.
    Cancelled,
}

/// What came of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// It is on the disk, with its changes of the book. Telling it twice does no harm.
    Recorded,
    /// Somebody else was faster; nothing was changed.
    AlreadyDone,
    /// Somebody else has the job now; nothing was changed.
    Lost,
}

/// A job with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobResult {
    /// The number of the job in its run.
    pub job: u64,
    /// What was to be done.
    pub payload: String,
    /// What came of it.
    pub result: String,
    /// Who did it.
    pub worker: String,
}

/// A job that failed too often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parked {
    /// The number of the job in its run.
    pub job: u64,
    /// What was to be done.
    pub payload: String,
    /// How often it was tried.
    pub attempts: u32,
    /// Why it failed the last time.
    pub error: String,
    /// Who had it then.
    pub worker: String,
}

impl Store {
    /// Adds jobs to a run, in one transaction; how many were new. A job is known by its payload: one
    /// that is there already is not added again.
    pub fn add_jobs<P: AsRef<str>>(
        &self,
        run: RunId,
        payloads: impl IntoIterator<Item = P>,
    ) -> Result<u64, StoreError> {
        let payloads: Vec<P> = payloads.into_iter().collect();
        if let Some(long) = payloads.iter().find(|it| it.as_ref().len() > LONGEST_PAYLOAD) {
            let what = format!("room for a payload of {} bytes", long.as_ref().len());
            return Err(self.unknown(what));
        }
        self.transaction(|connection| {
            let id = Value::Int(run.0 as i64);
            // Whoever adds to the run at the same time waits here.
            let rows = connection
                .query("UPDATE run SET jobs = jobs WHERE id = $1 RETURNING jobs", &[id])?;
            let before = rows.first().ok_or_else(|| self.unknown(format!("run {run}")))?.int(0);
            let mut added = 0;
            for chunk in payloads.chunks(CHUNK) {
                let texts = chunk.iter().map(|payload| Value::Text(payload.as_ref()));
                let values: Vec<Value<'_>> = std::iter::once(id).chain(texts).collect();
                let rows = connection.query(&find_jobs(chunk.len()), &values)?;
                let mut seen: HashSet<String> = rows.iter().map(|row| row.text(0)).collect();
                // In what follows there are no gaps between the numbers.
                let mut values = vec![id, Value::Int(before + added)];
                let new = chunk.iter().filter(|it| seen.insert(it.as_ref().to_owned()));
                values.extend(new.map(|payload| Value::Text(payload.as_ref())));
                let count = values.len() - 2;
                if count > 0 {
                    connection.execute(&insert_jobs(count), &values)?;
                    added += count as i64;
                }
            }
            let values = [Value::Int(added), id];
            connection.execute("UPDATE run SET jobs = jobs + $1 WHERE id = $2", &values)?;
            let added = added as u64;
            Ok(added)
        })
    }

    /// A job that nobody has, or that somebody has not been heard of for too long; none if there is
    /// none now. Jobs of older runs come first. A job whose workers vanish too often is parked.
    ///
    /// If there is work, but for other versions of the program alone, that is an error.
    pub fn lease(&self, worker: &Worker, time: Duration) -> Result<Option<Lease>, StoreError> {
        self.with(|connection| {
            let (open, refused) = open_runs(connection, worker)?;
            if open.is_empty() {
                return refused.map_or(Ok(None), Err);
            }
            for lease in open {
                if let Some(lease) = take(connection, worker, Lease { time, ..lease })? {
                    return Ok(Some(lease));
                }
            }
            Ok(None)
        })
    }

    /// Whether there are jobs that this worker could do, now or when those who have them vanish.
    pub fn has_work(&self, worker: &Worker) -> Result<bool, StoreError> {
        self.with(|connection| Ok(!open_runs(connection, worker)?.0.is_empty()))
    }

    /// Says that one is still at work. To be called several times before a lease ends.
    pub fn heartbeat(&self, lease: &Lease) -> Result<Held, StoreError> {
        self.with(|connection| {
            let now = connection.dialect().now;
            let sql = format!(
                "UPDATE job SET lease_until = {now} + $1 WHERE id = $2 AND token = $3 AND state = 1 \
                 RETURNING (SELECT state FROM run WHERE run.id = job.run)"
            );
            let rows = connection.query(
                &sql,
                &[millis(lease.time), Value::Int(lease.id), Value::Int(lease.token)],
            )?;
            Ok(match rows.first().map(|row| row.int(0)) {
                None => Held::Lost,
                Some(crate::runs::OPEN) => Held::Yes,
                Some(_) => Held::Cancelled,
            })
        })
    }

    /// Keeps the result of a job and its changes of the book, both or neither. It is accepted once,
    /// and only from whoever has the job now.
    pub fn finish(
        &self,
        lease: &Lease,
        result: &str,
        updates: &[BookUpdate],
    ) -> Result<Finished, StoreError> {
        let book = match (lease.book, updates) {
            (_, []) => None,
            (None, _) => return Err(StoreError::NoBook { job: lease.job }),
            (Some(book), _) => Some(book),
        };
        let (id, token) = (Value::Int(lease.id), Value::Int(lease.token));
        self.with(|connection| {
            connection.batch(connection.dialect().begin)?;
            let mut keep = || {
                let now = connection.dialect().now;
                let sql = format!(
                    "UPDATE job SET state = 2, result = $1, error = '', ended = {now} \
                     WHERE id = $2 AND token = $3 AND state = 1"
                );
                if connection.execute(&sql, &[Value::Text(result), id, token])? == 0 {
                    return not_kept(connection, lease);
                }
                // The beginning of the game is in everybody's way: its row is changed last, and
                // together with the commit, so that others wait for one answer of the disk alone.
                let mut changes = book
                    .map(|book| books::add_sql(book, &books::rows_of(updates)))
                    .unwrap_or_default();
                changes.push("COMMIT".to_owned());
                connection.batch(&changes.join(";"))?;
                Ok(Finished::Recorded)
            };
            let kept = keep();
            if !matches!(kept, Ok(Finished::Recorded)) {
                let _ = connection.batch("ROLLBACK");
            }
            // Told for the second time: the first answer was lost on its way.
            match kept {
                Ok(Finished::AlreadyDone) if own(connection, lease)? => Ok(Finished::Recorded),
                kept => kept,
            }
        })
    }

    /// Says that a job could not be done, and why. It is tried again, or parked.
    pub fn fail(&self, lease: &Lease, error: &str) -> Result<(), StoreError> {
        let parks = i64::from(lease.attempt) >= lease.most_attempts;
        let state = if parks { state::PARKED } else { state::WAITING };
        self.put_back(lease, state, error, 0)
    }

    /// Gives a job back that was not begun, or not to its end. It does not count as an attempt.
    pub fn release(&self, lease: &Lease) -> Result<(), StoreError> {
        self.put_back(lease, state::WAITING, "", 1)
    }

    fn put_back(
        &self,
        lease: &Lease,
        state: i64,
        error: &str,
        not_counted: i64,
    ) -> Result<(), StoreError> {
        self.with(|connection| {
            connection.execute(
                "UPDATE job SET state = $1, error = $2, attempts = attempts - $3, lease_until = 0 \
                 WHERE id = $4 AND token = $5 AND state = 1",
                &[
                    Value::Int(state),
                    Value::Text(error),
                    Value::Int(not_counted),
                    Value::Int(lease.id),
                    Value::Int(lease.token),
                ],
            )?;
            Ok(())
        })
    }

    /// The results of a run in the order of its jobs, from a job on, at most so many.
    pub fn results(
        &self,
        run: RunId,
        from: u64,
        most: usize,
    ) -> Result<Vec<JobResult>, StoreError> {
        let values = [Value::Int(run.0 as i64), Value::Int(from as i64), Value::Int(most as i64)];
        let sql = "SELECT number, payload, result, worker FROM job \
             WHERE run = $1 AND number >= $2 AND state = 2 ORDER BY number LIMIT $3";
        let rows = self.with(|connection| connection.query(sql, &values))?;
        let one = |row: &crate::connection::Row| JobResult {
            job: row.count(0),
            payload: row.text(1),
            result: row.text(2),
            worker: row.text(3),
        };
        Ok(rows.iter().map(one).collect())
    }

    /// The numbers of the jobs that have results, from a job on: which are new to somebody who
    /// follows a run.
    pub fn done_from(&self, run: RunId, from: u64) -> Result<Vec<u64>, StoreError> {
        let values = [Value::Int(run.0 as i64), Value::Int(from as i64)];
        let sql = "SELECT number FROM job \
             WHERE run = $1 AND number >= $2 AND state = 2 ORDER BY number";
        let rows = self.with(|connection| connection.query(sql, &values))?;
        Ok(rows.iter().map(|row| row.count(0)).collect())
    }

    /// The jobs of a run that failed too often.
    pub fn parked(&self, run: RunId) -> Result<Vec<Parked>, StoreError> {
        let sql = "SELECT number, payload, attempts, error, worker FROM job \
             WHERE run = $1 AND state = 3 ORDER BY number";
        let rows = self.with(|connection| connection.query(sql, &[Value::Int(run.0 as i64)]))?;
        let one = |row: &crate::connection::Row| Parked {
            job: row.count(0),
            payload: row.text(1),
            attempts: row.count(2) as u32,
            error: row.text(3),
            worker: row.text(4),
        };
        Ok(rows.iter().map(one).collect())
    }

    /// Lets parked jobs of a run be tried again; how many there were.
    pub fn retry_parked(&self, run: RunId) -> Result<u64, StoreError> {
        let sql = "UPDATE job SET state = 0, attempts = 0 WHERE run = $1 AND state = 3";
        self.with(|connection| connection.execute(sql, &[Value::Int(run.0 as i64)]))
    }
}

/// Which of so many payloads a run has: `$1` is the run, then come the payloads.
fn find_jobs(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|index| format!("${}", index + 2)).collect();
    format!("SELECT payload FROM job WHERE run = $1 AND payload IN ({})", names.join(", "))
}

/// Adds so many jobs: `$1` is the run, `$2` the number of the first, then come the payloads.
fn insert_jobs(count: usize) -> String {
    let rows = (0..count).map(|index| {
        let payload = index + 3;
        format!("($1, CAST($2 AS BIGINT) + {index}, ${payload}, 0, 0, 0, 0, '', '', '', 0)")
    });
    format!(
        "INSERT INTO job (run, number, payload, state, attempts, token, lease_until, worker, error, \
         result, ended) VALUES {}",
        rows.collect::<Vec<_>>().join(", ")
    )
}

/// The runs that a worker may work for and that are not over, as leases without a job; and why he may
/// not work for others, if that is so.
fn open_runs(
    connection: &mut dyn Connection,
    worker: &Worker,
) -> Result<(Vec<Lease>, Option<StoreError>), StoreError> {
    let rows = connection.query(
        "SELECT id, kind, name, version, signature, book, attempts FROM run \
         WHERE state = 0 AND EXISTS \
         (SELECT 1 FROM job WHERE job.run = run.id AND job.state < 2) ORDER BY id",
        &[],
    )?;
    let (mut open, mut refused) = (Vec::new(), None);
    for row in &rows {
        let (run, kind) = (RunId(row.count(0)), row.text(1));
        let wanted = worker.only.is_none_or(|only| only == run)
            && (worker.kinds.is_empty() || worker.kinds.contains(&kind));
        if !wanted {
            continue;
        }
        let (version, signature) = (row.text(3), row.int(4) as u64);
        if version != worker.version || signature != worker.signature {
            refused.get_or_insert_with(|| StoreError::OtherProgram {
                run: format!("{run} ({kind} {:?})", row.text(2)),
                wanted: version,
                wanted_signature: signature,
                found: worker.version.clone(),
                found_signature: worker.signature,
            });
            continue;
        }
        open.push(Lease {
            run,
            kind,
            job: 0,
            payload: String::new(),
            book: Some(row.count(5)).filter(|&book| book > 0).map(BookId),
            attempt: 0,
            time: Duration::ZERO,
            id: 0,
            token: 0,
            most_attempts: row.int(6),
        });
    }
    Ok((open, refused))
}

/// Takes the first job of a run that is free. `lease` says all but the job.
fn take(
    connection: &mut dyn Connection,
    worker: &Worker,
    lease: Lease,
) -> Result<Option<Lease>, StoreError> {
    let (now, skip_locked) = (connection.dialect().now, connection.dialect().skip_locked);
    let sql = format!(
        "UPDATE job SET state = 1, token = $1, worker = $2, lease_until = {now} + $3, \
         attempts = attempts + 1 WHERE id = \
         (SELECT id FROM job WHERE run = $4 AND state < 2 AND (state = 0 OR lease_until < {now}) \
         ORDER BY number LIMIT 1 {skip_locked}) RETURNING id, number, payload, attempts"
    );
    loop {
        let token = new_token();
        let rows = connection.query(
            &sql,
            &[
                Value::Int(token),
                Value::Text(&worker.name),
                millis(lease.time),
                Value::Int(lease.run.0 as i64),
            ],
        )?;
        let Some(row) = rows.first() else { return Ok(None) };
        let (id, attempts) = (row.int(0), row.int(3));
        if attempts <= lease.most_attempts {
            return Ok(Some(Lease {
                job: row.count(1),
                payload: row.text(2),
                attempt: attempts as u32,
                id,
                token,
                ..lease
            }));
        }
        // All who had it have vanished: it may be the job that kills them.
        connection.execute(
            "UPDATE job SET state = 3, attempts = attempts - 1, lease_until = 0, error = CASE \
             WHEN error = '' THEN 'its workers vanished' ELSE error END WHERE id = $1 AND token = $2",
            &[Value::Int(id), Value::Int(token)],
        )?;
    }
}

/// Why a result was not accepted.
fn not_kept(connection: &mut dyn Connection, lease: &Lease) -> Result<Finished, StoreError> {
    let rows = connection.query("SELECT state FROM job WHERE id = $1", &[Value::Int(lease.id)])?;
    Ok(match rows.first().map(|row| row.int(0)) {
        Some(state::DONE) => Finished::AlreadyDone,
        _ => Finished::Lost,
    })
}

/// Whether a job was done under this very lease.
fn own(connection: &mut dyn Connection, lease: &Lease) -> Result<bool, StoreError> {
    let rows = connection.query(
        "SELECT 1 FROM job WHERE id = $1 AND token = $2 AND state = 2",
        &[Value::Int(lease.id), Value::Int(lease.token)],
    )?;
    Ok(!rows.is_empty())
}

fn millis(time: Duration) -> Value<'static> {
    Value::Int(i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 2))
}

/// A number that nobody else draws: the standard library's hashers begin with chance.
fn new_token() -> i64 {
    let mut hasher = std::collections::hash_map::RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    (hasher.finish() >> 1) as i64
}
