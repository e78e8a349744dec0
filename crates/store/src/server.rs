//! PostgreSQL: many machines.

use std::collections::HashMap;
use std::error::Error;
use std::time::Duration;

use postgres::types::{ToSql, Type};
use postgres::{Client, NoTls, Statement};

use crate::StoreError;
use crate::connection::{Cell, Connection, Dialect, Mode, Row, Value};

static DIALECT: Dialect = Dialect {
    now: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
    id: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    clustered: "",
    skip_locked: "FOR UPDATE SKIP LOCKED",
    begin: "BEGIN",
    // Any number that nobody else uses in this database.
    lock_schema: "SELECT 1 FROM (SELECT pg_advisory_xact_lock(8460951)) AS locked",
    tables: "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()",
};

/// How long to wait for a server to answer at all.
const PATIENCE: Duration = Duration::from_secs(10);

/// After so long without a sign of life a connection counts as broken.
const SILENCE: Duration = Duration::from_secs(30);

/// Committed is on the disk, whatever the server's settings; a worker that freezes within a
/// transaction, or whose machine has gone, must not keep others waiting for ever.
const SESSION: &str = "SET synchronous_commit = on; \
     SET client_min_messages = warning; \
     SET idle_in_transaction_session_timeout = '60s'; \
     SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3";

pub(crate) struct Server {
    client: Client,
    shown: String,
    statements: HashMap<String, Statement>,
}

impl Server {
    pub(crate) fn open(
        config: &postgres::Config,
        shown: &str,
        mode: Mode,
    ) -> Result<Self, StoreError> {
        let mut config = config.clone();
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        if config.get_application_name().is_none() {
            config.application_name("tengen");
        }
        config.tcp_user_timeout(SILENCE).keepalives_idle(SILENCE);
        let client = config.connect(NoTls).map_err(|error| told(shown, &error))?;
        let mut server = Self { client, shown: shown.to_owned(), statements: HashMap::new() };
        server.batch(SESSION)?;
        if mode == Mode::ReadOnly {
            server.batch("SET default_transaction_read_only = on")?;
        }
        Ok(server)
    }

    fn prepared(&mut self, sql: &str) -> Result<Statement, postgres::Error> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// The parameters as the client wants them.
fn listed<'a>(values: &'a [Value<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    let one = |value: &'a Value<'a>| -> &'a (dyn ToSql + Sync) {
        match value {
            Value::Int(value) => value,
            Value::Text(text) => text,
        }
    };
    values.iter().map(one).collect()
}

impl Connection for Server {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    fn query(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let mut rows = || -> Result<Vec<Row>, postgres::Error> {
            let statement = self.prepared(sql)?;
            let rows = self.client.query(&statement, &listed(values))?;
            let row = |row: &postgres::Row| -> Result<Row, postgres::Error> {
                let cells = row.columns().iter().enumerate().map(|(column, about)| {
                    Ok(match *about.type_() {
                        Type::INT8 => Cell::Int(row.try_get(column)?),
                        Type::INT4 => Cell::Int(i64::from(row.try_get::<_, i32>(column)?)),
                        _ => Cell::Text(row.try_get(column)?),
                    })
                });
                Ok(Row(cells.collect::<Result<_, postgres::Error>>()?))
            };
            rows.iter().map(row).collect()
        };
        rows().map_err(|error| told(&self.shown, &error))
    }

    fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, StoreError> {
        let mut changed = || -> Result<u64, postgres::Error> {
            let statement = self.prepared(sql)?;
            self.client.execute(&statement, &listed(values))
        };
        changed().map_err(|error| told(&self.shown, &error))
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        self.client.batch_execute(sql).map_err(|error| told(&self.shown, &error))
    }

    /// A server looks after its files itself.
    fn verify(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// An error with all its causes, since the first says little.
fn told(shown: &str, error: &postgres::Error) -> StoreError {
    let store = shown.to_owned();
    let mut reason = error.to_string();
    if let Some(said) = error.as_db_error() {
        reason = said.message().to_owned();
    } else {
        let mut cause = error.source();
        while let Some(next) = cause {
            reason += &format!(": {next}");
            cause = next.source();
        }
    }
    let Some(state) = error.code().map(|state| state.code().to_owned()) else {
        return if error.is_closed() || is_io(error) {
            StoreError::Unreachable { store, reason }
        } else {
            StoreError::Database { store, reason }
        };
    };
    match state.as_str() {
        "42P01" | "42703" => StoreError::MissingTable { store, reason },
        "53100" => StoreError::Full { store, reason },
        "25006" | "42501" => StoreError::ReadOnly { store, reason },
        "3D000" => StoreError::NotThere(format!("{store} ({reason})")),
        "XX001" | "XX002" => StoreError::Corrupt { store, reason },
        // Shutting down, starting up, too many of us, frozen for too long, or two in each other's way.
        "57P01" | "57P02" | "57P03" | "57P05" | "53300" | "25P03" | "40001" | "40P01" => {
            StoreError::Unreachable { store, reason }
        }
        // Trouble with the connection.
        state if state.starts_with("08") => StoreError::Unreachable { store, reason },
        _ => StoreError::Database { store, reason },
    }
}

/// Whether the network is to blame.
fn is_io(error: &postgres::Error) -> bool {
    let mut cause = error.source();
    while let Some(next) = cause {
        if next.is::<std::io::Error>() {
            return true;
        }
        cause = next.source();
    }
    // The client says so in words alone.
    error.to_string().contains("timed out") || error.to_string().contains("connecting")
}
