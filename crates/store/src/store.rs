//! A store: one connection, and what keeps it alive.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::address::Address;
use crate::connection::{Connection, Mode};
use crate::server::Server;
use crate::sqlite::Sqlite;
use crate::{StoreError, schema};

/// A store, in a file or on a server.
///
/// It holds one connection, which threads may share, one call at a time; [`Store::another`] opens
/// one more. A connection that was lost is made anew by the next call.
///
/// ```
/// use std::time::Duration;
/// use tengen_store::{BookUpdate, Finished, NewRun, Outcome, Store, Worker};
/// # let folder = std::env::temp_dir().join(format!("tengen-store-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let file = folder.join("games.db").display().to_string();
/// let store = Store::open(&file)?;
/// let book = store.create_book("openings", "9x9")?;
/// let run = store.open_run(&NewRun {
///     kind: "book-game", name: "first", spec: "{}", version: "0.1.0", signature: 7, book: Some(book),
///     ..NewRun::default()
/// })?;
/// store.add_jobs(run.id, ["game 1", "game 2"])?;
/// let worker = Worker { name: "here".into(), version: "0.1.0".into(), signature: 7, ..Worker::default() };
/// let lease = store.lease(&worker, Duration::from_secs(60))?.expect("there is work");
/// assert_eq!(lease.payload, "game 1");
/// let moves = [BookUpdate { position: 1, mv: 40, outcome: Outcome::Win }];
/// assert_eq!(store.finish(&lease, "B+3.5", &moves)?, Finished::Recorded);
/// assert_eq!(store.book_rows(book, 1)?[0].wins, 1);
/// # std::fs::remove_dir_all(folder).unwrap();
/// # Ok::<(), tengen_store::StoreError>(())
/// ```
pub struct Store {
    address: Address,
    mode: Mode,
    connection: Mutex<Box<dyn Connection>>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store({}, {:?})", self.address, self.mode)
    }
}

impl Store {
    /// Opens a store, and makes it if it is not there. One that an older program has made is brought
    /// up to date; one of a newer program is refused.
    pub fn open(address: &str) -> Result<Self, StoreError> {
        Self::open_as(address.parse()?, Mode::Create)
    }

    /// The same, but nothing is made: a mistyped name must not become an empty store.
    pub fn open_existing(address: &str) -> Result<Self, StoreError> {
        Self::open_as(address.parse()?, Mode::Existing)
    }

    /// Opens a store to look things up. It is not changed, and need not be writable.
    pub fn open_read_only(address: &str) -> Result<Self, StoreError> {
        Self::open_as(address.parse()?, Mode::ReadOnly)
    }

    fn open_as(address: Address, mode: Mode) -> Result<Self, StoreError> {
        let connection = Mutex::new(connect(&address, mode)?);
        Ok(Self { address, mode, connection })
    }

    /// Another connection to the same store.
    pub fn another(&self) -> Result<Self, StoreError> {
        // Whoever has one knows that it is there.
        let mode = if self.mode == Mode::ReadOnly { Mode::ReadOnly } else { Mode::Existing };
        Self::open_as(self.address.clone(), mode)
    }

    /// Where it is, without a password.
    #[must_use]
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// Whether it is a file, which only processes of this machine can share.
    #[must_use]
    pub const fn is_file(&self) -> bool {
        matches!(self.address, Address::File(_))
    }

    /// Looks for damage to the file; a server looks after its own. It reads everything.
    pub fn verify(&self) -> Result<(), StoreError> {
        self.with(|connection| connection.verify())
    }

    /// Gives back the space of what was deleted, as far as the database can.
    pub fn compact(&self) -> Result<(), StoreError> {
        self.with(|connection| connection.batch("VACUUM"))
    }

    /// Calls with a connection that works, as far as is known.
    pub(crate) fn with<T>(
        &self,
        call: impl FnOnce(&mut dyn Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        // Nothing is left half done by a panic: the database takes back what was not committed.
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        if connection.is_closed() {
            // What was there is there: nothing may be made in its place.
            let mode = if self.mode == Mode::Create { Mode::Existing } else { self.mode };
            *connection = connect(&self.address, mode)?;
        }
        call(connection.as_mut())
    }

    /// The same in a transaction: all that `call` does is kept, or nothing.
    pub(crate) fn transaction<T>(
        &self,
        call: impl FnOnce(&mut dyn Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.with(|connection| {
            connection.batch(connection.dialect().begin)?;
            let done = call(connection);
            let done = done.and_then(|value| connection.batch("COMMIT").map(|()| value));
            if done.is_err() {
                let _ = connection.batch("ROLLBACK");
            }
            done
        })
    }

    /// An error about something that is not there.
    pub(crate) fn unknown(&self, what: String) -> StoreError {
        StoreError::Unknown { store: self.address.to_string(), what }
    }
}

fn connect(address: &Address, mode: Mode) -> Result<Box<dyn Connection>, StoreError> {
    let mut connection: Box<dyn Connection> = match address {
        Address::File(path) => Box::new(Sqlite::open(path, mode)?),
        Address::Server { config, shown } => Box::new(Server::open(config, shown, mode)?),
    };
    schema::prepare(connection.as_mut(), mode, &address.to_string())?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{BookRow, BookUpdate, Finished, NewRun, Outcome, Worker};

    /// A disk that is full: SQLite is told that there are no more pages.
    #[test]
    fn a_full_disk_keeps_all_or_nothing() {
        let folder = std::env::temp_dir().join(format!("tengen-full-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let store = Store::open(&folder.join("store.db").display().to_string()).unwrap();
        let book = store.create_book("b", "").unwrap();
        let new = NewRun { kind: "k", name: "n", book: Some(book), ..NewRun::default() };
        let run = store.open_run(&new).unwrap();
        store.add_jobs(run.id, ["x", "y"]).unwrap();
        let limit = |pages: u64| {
            let sql = format!("PRAGMA max_page_count = {pages}");
            store.with(|connection| connection.query(&sql, &[])).unwrap();
        };
        let lease = store.lease(&Worker::default(), Duration::from_secs(100)).unwrap().unwrap();
        // No limit is below the pages that there are.
        limit(1);
        let updates: Vec<BookUpdate> = (0..2000)
            .map(|position| BookUpdate { position, mv: 1, outcome: Outcome::Win })
            .collect();
        let rows: Vec<BookRow> = crate::books::rows_of(&updates);
        for _ in 0..2 {
            let error = store.finish(&lease, "result", &updates).unwrap_err();
            assert!(matches!(error, StoreError::Full { .. }), "{error}");
            assert!(error.to_string().contains("nothing of this change was kept"), "{error}");
            let error = store.edit_book(book, &[], &rows).unwrap_err();
            assert!(matches!(error, StoreError::Full { .. }), "{error}");
            let many = (0..5000).map(|job| job.to_string());
            let error = store.add_jobs(run.id, many).unwrap_err();
            assert!(matches!(error, StoreError::Full { .. }), "{error}");
        }
        assert_eq!(store.book_page(book, None, 9).unwrap(), []);
        assert_eq!(store.counts(run.id).unwrap().total(), 2);
        assert_eq!(store.results(run.id, 0, 9).unwrap(), []);
        store.verify().unwrap();
        // Room again: the same lease still counts.
        limit(1 << 30);
        assert_eq!(store.finish(&lease, "result", &updates).unwrap(), Finished::Recorded);
        assert_eq!(store.book_size(book).unwrap().positions, 2000);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
