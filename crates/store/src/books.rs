//! Books: for each position and move, how often it was won, lost and drawn.

use std::collections::BTreeMap;
use std::fmt;

use crate::connection::{Row, Value};
use crate::{Store, StoreError};

/// Which book of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookId(pub u64);

impl fmt::Display for BookId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// Its number.
    pub id: BookId,
    /// Its name.
    pub name: String,
    /// What it is about, as whoever made it wrote it.
    pub meta: String,
}

/// How a game ended for the player who moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// He won.
    Win,
    /// He lost.
    Loss,
    /// Nobody won.
    Draw,
}

/// What one game says about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookUpdate {
    /// The position.
    pub position: u64,
    /// The move in it.
    pub mv: u32,
    /// How the game ended for the player who moved.
    pub outcome: Outcome,
}

/// What is known of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookRow {
    /// The position.
    pub position: u64,
    /// The move in it.
    pub mv: u32,
    /// Games that the player who moved has won.
    pub wins: u64,
    /// Games that he has lost.
    pub losses: u64,
    /// Games that nobody has won.
    pub draws: u64,
}

impl BookRow {
    /// All games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    fn of(row: &Row) -> Self {
        Self {
            position: from_column(row.int(0)),
            mv: row.count(1) as u32,
            wins: row.count(2),
            losses: row.count(3),
            draws: row.count(4),
        }
    }
}

/// How large a book is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookSize {
    /// Positions.
    pub positions: u64,
    /// Moves in all of them.
    pub moves: u64,
}

/// Rows that are changed by one statement.
const CHUNK: usize = 500;

/// A position as a column holds it: signed, in the same order.
const fn to_column(position: u64) -> i64 {
    (position ^ (1 << 63)) as i64
}

const fn from_column(column: i64) -> u64 {
    (column as u64) ^ (1 << 63)
}

/// What games say, by position and move: in order, so that no two writers wait for each other in a
/// circle, and each once, as the statement wants it.
pub(crate) fn rows_of(updates: &[BookUpdate]) -> Vec<BookRow> {
    sorted(updates.iter().map(|&BookUpdate { position, mv, outcome }| {
        let mut row = BookRow { position, mv, ..BookRow::default() };
        match outcome {
            Outcome::Win => row.wins = 1,
            Outcome::Loss => row.losses = 1,
            Outcome::Draw => row.draws = 1,
        }
        row
    }))
}

/// Rows by position and move, each once.
fn sorted(rows: impl Iterator<Item = BookRow>) -> Vec<BookRow> {
    let mut sums: BTreeMap<(u64, u32), BookRow> = BTreeMap::new();
    for row in rows {
        let BookRow { position, mv, wins, losses, draws } = row;
        let sum =
            sums.entry((position, mv)).or_insert(BookRow { position, mv, ..BookRow::default() });
        sum.wins = sum.wins.saturating_add(wins);
        sum.losses = sum.losses.saturating_add(losses);
        sum.draws = sum.draws.saturating_add(draws);
    }
    sums.into_values().collect()
}

/// Statements that add these counts to what is there. All of it are numbers, so they stand in the
/// text: one statement, one answer of the server.
pub(crate) fn add_sql(book: BookId, rows: &[BookRow]) -> Vec<String> {
    let one = |row: &BookRow| {
        let BookRow { position, mv, wins, losses, draws } = row;
        format!("({book},{},{mv},{wins},{losses},{draws})", to_column(*position))
    };
    let chunk = |rows: &[BookRow]| {
        let values: Vec<String> = rows.iter().map(one).collect();
        format!(
            "INSERT INTO book_move (book, position, move, wins, losses, draws) VALUES {} \
             ON CONFLICT (book, position, move) DO UPDATE SET wins = book_move.wins + excluded.wins, \
             losses = book_move.losses + excluded.losses, draws = book_move.draws + excluded.draws",
            values.join(",")
        )
    };
    rows.chunks(CHUNK).map(chunk).collect()
}

impl Store {
    /// Makes a book. There must be none of this name.
    pub fn create_book(&self, name: &str, meta: &str) -> Result<BookId, StoreError> {
        let sql = "INSERT INTO book (name, meta) VALUES ($1, $2) \
             ON CONFLICT (name) DO NOTHING RETURNING id";
        let values = [Value::Text(name), Value::Text(meta)];
        let rows = self.with(|connection| connection.query(sql, &values))?;
        let exists =
            || StoreError::BookExists { store: self.address().to_string(), name: name.to_owned() };
        rows.first().map(|row| BookId(row.count(0))).ok_or_else(exists)
    }

    /// The book of a name, if there is one.
    pub fn find_book(&self, name: &str) -> Result<Option<Book>, StoreError> {
        Ok(self.books()?.into_iter().find(|book| book.name == name))
    }

    /// All books, in the order in which they were made.
    pub fn books(&self) -> Result<Vec<Book>, StoreError> {
        let rows = self.with(|connection| {
            connection.query("SELECT id, name, meta FROM book ORDER BY id", &[])
        })?;
        let one =
            |row: &Row| Book { id: BookId(row.count(0)), name: row.text(1), meta: row.text(2) };
        Ok(rows.iter().map(one).collect())
    }

    /// Says anew what a book is about.
    pub fn set_book_meta(&self, book: BookId, meta: &str) -> Result<(), StoreError> {
        let values = [Value::Text(meta), Value::Int(book.0 as i64)];
        let sql = "UPDATE book SET meta = $1 WHERE id = $2";
        match self.with(|connection| connection.execute(sql, &values))? {
            0 => Err(self.unknown(format!("book {book}"))),
            _ => Ok(()),
        }
    }

    /// Deletes a book and all that is in it.
    pub fn delete_book(&self, book: BookId) -> Result<(), StoreError> {
        self.transaction(|connection| {
            let values = [Value::Int(book.0 as i64)];
            connection.execute("DELETE FROM book_move WHERE book = $1", &values)?;
            match connection.execute("DELETE FROM book WHERE id = $1", &values)? {
                0 => Err(self.unknown(format!("book {book}"))),
                _ => Ok(()),
            }
        })
    }

    /// What is known of the moves of a position, by move.
    pub fn book_rows(&self, book: BookId, position: u64) -> Result<Vec<BookRow>, StoreError> {
        let sql = "SELECT position, move, wins, losses, draws FROM book_move \
             WHERE book = $1 AND position = $2 ORDER BY move";
        let values = [Value::Int(book.0 as i64), Value::Int(to_column(position))];
        let rows = self.with(|connection| connection.query(sql, &values))?;
        Ok(rows.iter().map(BookRow::of).collect())
    }

    /// Rows of a book by position and move, at most so many, after a given one: all of it, page by
    /// page.
    pub fn book_page(
        &self,
        book: BookId,
        after: Option<(u64, u32)>,
        most: usize,
    ) -> Result<Vec<BookRow>, StoreError> {
        let (position, mv) = after.map_or((i64::MIN, -1), |(p, m)| (to_column(p), i64::from(m)));
        let sql = "SELECT position, move, wins, losses, draws FROM book_move \
             WHERE book = $1 AND (position, move) > ($2, $3) ORDER BY position, move LIMIT $4";
        let values = [
            Value::Int(book.0 as i64),
            Value::Int(position),
            Value::Int(mv),
            Value::Int(i64::try_from(most).unwrap_or(i64::MAX)),
        ];
        let rows = self.with(|connection| connection.query(sql, &values))?;
        Ok(rows.iter().map(BookRow::of).collect())
    }

    /// How large a book is. It counts, which takes a while where there is much.
    pub fn book_size(&self, book: BookId) -> Result<BookSize, StoreError> {
        let sql = "SELECT count(DISTINCT position), count(*) FROM book_move WHERE book = $1";
        let rows = self.with(|connection| connection.query(sql, &[Value::Int(book.0 as i64)]))?;
        let of = |row: &Row| BookSize { positions: row.count(0), moves: row.count(1) };
        Ok(rows.first().map(of).unwrap_or_default())
    }

    /// Removes moves from a book, then adds counts to it, in one transaction.
    pub fn edit_book(
        &self,
        book: BookId,
        remove: &[(u64, u32)],
        add: &[BookRow],
    ) -> Result<(), StoreError> {
        let add = add_sql(book, &sorted(add.iter().copied()));
        self.transaction(|connection| {
            for chunk in remove.chunks(CHUNK) {
                let keys = chunk.iter().map(|&(p, mv)| format!("({},{mv})", to_column(p)));
                connection.batch(&format!(
                    "DELETE FROM book_move WHERE book = {book} AND (position, move) IN (VALUES {})",
                    keys.collect::<Vec<_>>().join(",")
                ))?;
            }
            add.iter().try_for_each(|statement| connection.batch(statement))
        })
    }
}
