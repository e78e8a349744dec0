//! The tables, version by version.

use crate::StoreError;
use crate::connection::{Connection, Mode, Value};

/// What each version adds to the one before. A step that was released is never changed: a store knows
/// how many it has seen. `{id}` and `{clustered}` are the words of the database.
pub(crate) const STEPS: &[&str] = &[
    // Runs and their jobs. States of a run: 0 open, 1 cancelled; of a job: 0 waiting,
    // 1 leased, 2 done, 3 parked.
    "CREATE TABLE run (
        id {id},
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        spec TEXT NOT NULL,
        version TEXT NOT NULL,
        signature BIGINT NOT NULL,
        state BIGINT NOT NULL,
        attempts BIGINT NOT NULL,
        jobs BIGINT NOT NULL,
        made BIGINT NOT NULL,
        UNIQUE (kind, name)
    );
    CREATE TABLE job (
        id {id},
        run BIGINT NOT NULL REFERENCES run (id),
        number BIGINT NOT NULL,
        payload TEXT NOT NULL,
        state BIGINT NOT NULL,
        attempts BIGINT NOT NULL,
        token BIGINT NOT NULL,
        lease_until BIGINT NOT NULL,
        worker TEXT NOT NULL,
        error TEXT NOT NULL,
        result TEXT NOT NULL,
        ended BIGINT NOT NULL,
        UNIQUE (run, number),
        UNIQUE (run, payload)
    );
    CREATE INDEX job_open ON job (run, number) WHERE state < 2;
    CREATE INDEX job_parked ON job (run, number) WHERE state = 3;",
    // Books, and the one that a run grows (0: none).
    "CREATE TABLE book (
        id {id},
        name TEXT NOT NULL UNIQUE,
        meta TEXT NOT NULL
    );
    CREATE TABLE book_move (
        book BIGINT NOT NULL,
        position BIGINT NOT NULL,
        move BIGINT NOT NULL,
        wins BIGINT NOT NULL,
        losses BIGINT NOT NULL,
        draws BIGINT NOT NULL,
        PRIMARY KEY (book, position, move)
    ) {clustered};
    ALTER TABLE run ADD COLUMN book BIGINT NOT NULL DEFAULT 0;",
    // Games of people.
    "CREATE TABLE page_game (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        ended BIGINT NOT NULL,
        body TEXT NOT NULL,
        changed BIGINT NOT NULL
    );
    CREATE INDEX page_game_changed ON page_game (changed);",
];

/// The version that this program needs.
pub(crate) const VERSION: u64 = STEPS.len() as u64;

/// The tables that a store of this version has.
const TABLES: [&str; 6] = ["tengen_store", "run", "job", "book", "book_move", "page_game"];

/// Looks whether this is a store, and brings it up to date.
pub(crate) fn prepare(
    connection: &mut dyn Connection,
    mode: Mode,
    store: &str,
) -> Result<(), StoreError> {
    // Mostly there is nothing to do, and nobody has to wait for it.
    if let Some(found) = found_version(connection, store)? {
        if found == VERSION {
            return check_tables(connection, store);
        }
        if found < VERSION && mode == Mode::ReadOnly {
            return Err(StoreError::Older { store: store.to_owned(), found, known: VERSION });
        }
    } else if mode != Mode::Create {
        return Err(StoreError::NotThere(store.to_owned()));
    }
    connection.batch(connection.dialect().begin)?;
    let migrated = migrate(connection, store).and_then(|()| connection.batch("COMMIT"));
    if migrated.is_err() {
        let _ = connection.batch("ROLLBACK");
    }
    migrated
}

/// The version of the schema; none in an empty database.
fn found_version(connection: &mut dyn Connection, store: &str) -> Result<Option<u64>, StoreError> {
    let tables = table_names(connection)?;
    if !tables.iter().any(|name| name == TABLES[0]) {
        return if tables.is_empty() {
            Ok(None)
        } else {
            Err(StoreError::NotOurs(store.to_owned()))
        };
    }
    let rows = connection.query("SELECT version FROM tengen_store", &[])?;
    let missing = || StoreError::MissingTable {
        store: store.to_owned(),
        reason: "the schema has no version".to_owned(),
    };
    let found = rows.first().map(|row| row.count(0)).filter(|&found| found > 0);
    let found = found.ok_or_else(missing)?;
    if found > VERSION {
        return Err(StoreError::Newer { store: store.to_owned(), found, known: VERSION });
    }
    Ok(Some(found))
}

fn table_names(connection: &mut dyn Connection) -> Result<Vec<String>, StoreError> {
    let rows = connection.query(connection.dialect().tables, &[])?;
    let names = rows.iter().map(|row| row.text(0));
    Ok(names.filter(|name| !name.starts_with("sqlite_")).collect())
}

fn check_tables(connection: &mut dyn Connection, store: &str) -> Result<(), StoreError> {
    let found = table_names(connection)?;
    match TABLES.iter().find(|table| !found.iter().any(|name| name == *table)) {
        None => Ok(()),
        Some(table) => Err(StoreError::MissingTable {
            store: store.to_owned(),
            reason: format!("the table {table} is missing"),
        }),
    }
}

/// All steps that are missing, in one transaction.
fn migrate(connection: &mut dyn Connection, store: &str) -> Result<(), StoreError> {
    let dialect = connection.dialect();
    connection.query(dialect.lock_schema, &[])?;
    // Somebody else may have been faster.
    let found = match found_version(connection, store)? {
        Some(found) => found,
        None => {
            connection.batch(
                "CREATE TABLE tengen_store (version BIGINT NOT NULL);
                 INSERT INTO tengen_store VALUES (0);",
            )?;
            0
        }
    };
    for step in STEPS.iter().skip(found as usize) {
        let step = step.replace("{id}", dialect.id).replace("{clustered}", dialect.clustered);
        connection.batch(&step)?;
    }
    connection.execute("UPDATE tengen_store SET version = $1", &[Value::Int(VERSION as i64)])?;
    check_tables(connection, store)
}
