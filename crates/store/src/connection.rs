//! What both databases have in common: statements with numbered parameters, and rows.

use crate::StoreError;

/// A parameter of a statement. In a statement they are called `$1`, `$2`, ..., first mentioned in
/// this order: SQLite numbers them by it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    Int(i64),
    Text(&'a str),
}

/// What stands in a column.
#[derive(Clone, Debug)]
pub(crate) enum Cell {
    Int(i64),
    Text(String),
}

/// A row that a statement gave.
#[derive(Clone, Debug)]
pub(crate) struct Row(pub(crate) Vec<Cell>);

impl Row {
    /// A number; 0 where the column holds something else, which no statement here asks for.
    pub(crate) fn int(&self, column: usize) -> i64 {
        match self.0.get(column) {
            Some(Cell::Int(value)) => *value,
            _ => 0,
        }
    }

    pub(crate) fn count(&self, column: usize) -> u64 {
        self.int(column).max(0) as u64
    }

    pub(crate) fn text(&self, column: usize) -> String {
        match self.0.get(column) {
            Some(Cell::Text(value)) => value.clone(),
            _ => String::new(),
        }
    }
}

/// Where the two databases want other words.
pub(crate) struct Dialect {
    /// Milliseconds since 1970, by the clock of the database: the workers' clocks may differ.
    pub(crate) now: &'static str,
    /// A number that the database gives out.
    pub(crate) id: &'static str,
    /// After a table that is kept in the order of its key.
    pub(crate) clustered: &'static str,
    /// After a query for a job, so that no two workers wait for each other.
    pub(crate) skip_locked: &'static str,
    /// Begins a transaction that writes.
    pub(crate) begin: &'static str,
    /// Lets nobody else change the schema until the transaction ends.
    pub(crate) lock_schema: &'static str,
    /// The tables that there are.
    pub(crate) tables: &'static str,
}

/// How a store is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Made if it is not there.
    Create,
    /// Must be there.
    Existing,
    /// Must be there, and is not changed.
    ReadOnly,
}

/// A connection to a database.
pub(crate) trait Connection: Send {
    fn dialect(&self) -> &'static Dialect;

    /// Whether it can be used no more.
    fn is_closed(&self) -> bool;

    /// Runs a statement and gives its rows.
    fn query(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError>;

    /// Runs a statement; how many rows it has changed.
    fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, StoreError>;

    /// Runs statements without parameters.
    fn batch(&mut self, sql: &str) -> Result<(), StoreError>;

    /// Looks for damage.
    fn verify(&mut self) -> Result<(), StoreError>;
}
