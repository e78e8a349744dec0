//! SQLite: one file, no server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::ValueRef;
use rusqlite::{ErrorCode, OpenFlags, Statement};

use crate::StoreError;
use crate::connection::{Cell, Connection, Dialect, Mode, Row, Value};

static DIALECT: Dialect = Dialect {
    now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    id: "INTEGER PRIMARY KEY",
    clustered: "WITHOUT ROWID",
    skip_locked: "",
    begin: "BEGIN IMMEDIATE",
    // An immediate transaction does.
    lock_schema: "SELECT 1",
    tables: "SELECT name FROM sqlite_schema WHERE type = 'table'",
};

/// How long a writer waits for others.
const PATIENCE: Duration = Duration::from_secs(60);

/// Statements that are kept ready.
const STATEMENTS: usize = 64;

/// Kibibytes of the file that are kept in memory, with a minus as SQLite wants it: a book of a million
/// positions fits.
const CACHE: &str = "-65536";

/// Pages of the log that are carried over to the file at a time. A large book has its positions all over the file, so
/// that few pages of a short log are the same one: with a long one a page is written once for several games.
const LOG_PAGES: &str = "8192";

pub(crate) struct Sqlite {
    connection: rusqlite::Connection,
    path: PathBuf,
}

impl Sqlite {
    pub(crate) fn open(path: &Path, mode: Mode) -> Result<Self, StoreError> {
        let name = || path.display().to_string();
        if mode != Mode::Create && !path.exists() {
            return Err(StoreError::NotThere(name()));
        }
        if path.is_dir() {
            return Err(StoreError::NotOurs(name()));
        }
        if mode != Mode::ReadOnly {
            return Self::connect(path, path.as_os_str(), mode);
        }
        let opened = Self::connect(path, path.as_os_str(), mode);
        match opened {
            // The log beside the file cannot be made in a folder that may not be written. If there is
            // none, nobody is writing, and the file can be read as it is.
            Err(StoreError::ReadOnly { .. } | StoreError::Database { .. }) if !has_log(path) => {
                let mut uri = std::ffi::OsString::from("file:");
                uri.push(escaped(path));
                uri.push("?immutable=1");
                Self::connect(path, &uri, mode)
            }
            opened => opened,
        }
    }

    fn connect(path: &Path, name: &std::ffi::OsStr, mode: Mode) -> Result<Self, StoreError> {
        let told = |error| told(path, &error);
        let mut flags = OpenFlags::SQLITE_OPEN_NO_MUTEX;
        flags |= match mode {
            Mode::Create => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
            Mode::Existing => OpenFlags::SQLITE_OPEN_READ_WRITE,
            Mode::ReadOnly => OpenFlags::SQLITE_OPEN_READ_ONLY,
        };
        if name != path.as_os_str() {
            flags |= OpenFlags::SQLITE_OPEN_URI;
        }
        let connection = rusqlite::Connection::open_with_flags(name, flags).map_err(told)?;
        connection.busy_timeout(PATIENCE).map_err(told)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        let mut sqlite = Self { connection, path: path.to_owned() };
        // The first that reads the file: whether it is one of SQLite.
        sqlite.query("SELECT count(*) FROM sqlite_schema", &[])?;
        sqlite.query(&format!("PRAGMA cache_size = {CACHE}"), &[])?;
        if mode != Mode::ReadOnly {
            // With FULL the log is on the disk before a commit returns: a power cut takes nothing.
            sqlite.query("PRAGMA journal_mode = WAL", &[])?;
            sqlite.query("PRAGMA synchronous = FULL", &[])?;
            sqlite.query(&format!("PRAGMA wal_autocheckpoint = {LOG_PAGES}"), &[])?;
        }
        Ok(sqlite)
    }

    fn told(&self, error: &rusqlite::Error) -> StoreError {
        told(&self.path, error)
    }
}

/// Whether somebody has written a log that is not in the file yet.
fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|log| log.len() > 0)
}

/// A path as it stands in a URI.
fn escaped(path: &Path) -> String {
    let mut text = String::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'?' | b'#' | b'%' | b' ' | 0x80.. => text += &format!("%{byte:02x}"),
            _ => text.push(char::from(*byte)),
        }
    }
    text
}

impl Connection for Sqlite {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn is_closed(&self) -> bool {
        false
    }

    fn query(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let rows = || -> rusqlite::Result<Vec<Row>> {
            let mut statement = self.connection.prepare_cached(sql)?;
            bind(&mut statement, values)?;
            let columns = statement.column_count();
            let mut rows = statement.raw_query();
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let cells = (0..columns).map(|column| {
                    Ok(match row.get_ref(column)? {
                        ValueRef::Integer(value) => Cell::Int(value),
                        ValueRef::Text(text) => {
                            Cell::Text(String::from_utf8_lossy(text).into_owned())
                        }
                        _ => Cell::Int(0),
                    })
                });
                found.push(Row(cells.collect::<rusqlite::Result<_>>()?));
            }
            Ok(found)
        };
        rows().map_err(|error| self.told(&error))
    }

    fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, StoreError> {
        let changed = || -> rusqlite::Result<usize> {
            let mut statement = self.connection.prepare_cached(sql)?;
            bind(&mut statement, values)?;
            statement.raw_execute()
        };
        changed().map(|changed| changed as u64).map_err(|error| self.told(&error))
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        self.connection.execute_batch(sql).map_err(|error| self.told(&error))
    }

    fn verify(&mut self) -> Result<(), StoreError> {
        let rows = self.query("PRAGMA quick_check(1)", &[])?;
        match rows.first().map(|row| row.text(0)) {
            Some(text) if text == "ok" => Ok(()),
            text => Err(StoreError::Corrupt {
                store: self.path.display().to_string(),
                reason: text.unwrap_or_default(),
            }),
        }
    }
}

fn bind(statement: &mut Statement<'_>, values: &[Value<'_>]) -> rusqlite::Result<()> {
    for (index, value) in values.iter().enumerate() {
        let index = index + 1;
        debug_assert_eq!(statement.parameter_name(index), Some(format!("${index}").as_str()));
        match value {
            Value::Int(value) => statement.raw_bind_parameter(index, value)?,
            Value::Text(value) => statement.raw_bind_parameter(index, value)?,
        }
    }
    Ok(())
}

fn told(path: &Path, error: &rusqlite::Error) -> StoreError {
    let store = path.display().to_string();
    let reason = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full { store, reason },
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            StoreError::Corrupt { store, reason }
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            StoreError::ReadOnly { store, reason }
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            let reason = format!("others are writing it all the time ({reason})");
            StoreError::Unreachable { store, reason }
        }
        _ if reason.contains("no such table") || reason.contains("no such column") => {
            StoreError::MissingTable { store, reason }
        }
        _ => StoreError::Database { store, reason },
    }
}
