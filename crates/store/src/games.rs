//! Games of people: a name, and a text that whoever plays them understands.

use crate::connection::{Row, Value};
use crate::{Store, StoreError};

/// A game of people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// Its name, which nobody can guess.
    pub id: String,
    /// What it is called in lists.
    pub title: String,
    /// Whether it is over.
    pub over: bool,
    /// All of it, as whoever plays it writes it.
    pub body: String,
    /// When it was last changed, in milliseconds since 1970; set by the store.
    pub changed: u64,
}

impl SavedGame {
    fn of(row: &Row) -> Self {
        Self {
            id: row.text(0),
            title: row.text(1),
            over: row.int(2) != 0,
            body: row.text(3),
            changed: row.count(4),
        }
    }
}

const COLUMNS: &str = "id, title, ended, body, changed";

impl Store {
    /// Writes a game, in the place of what was written of it before.
    pub fn save_game(&self, game: &SavedGame) -> Result<(), StoreError> {
        self.with(|connection| {
            let now = connection.dialect().now;
            connection.execute(
                &format!(
                    "INSERT INTO page_game (id, title, ended, body, changed) \
                     VALUES ($1, $2, $3, $4, {now}) \
                     ON CONFLICT (id) DO UPDATE SET title = $2, ended = $3, body = $4, changed = {now}"
                ),
                &[
                    Value::Text(&game.id),
                    Value::Text(&game.title),
                    Value::Int(i64::from(game.over)),
                    Value::Text(&game.body),
                ],
            )?;
            Ok(())
        })
    }

    /// The game of this name, if there is one.
    pub fn saved_game(&self, id: &str) -> Result<Option<SavedGame>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM page_game WHERE id = $1");
        let rows = self.with(|connection| connection.query(&sql, &[Value::Text(id)]))?;
        Ok(rows.first().map(SavedGame::of))
    }

    /// The games that were changed last, the newest first; at most so many. Their texts are left out.
    pub fn saved_games(&self, most: usize) -> Result<Vec<SavedGame>, StoreError> {
        let sql = format!(
            "SELECT id, title, ended, '', changed FROM page_game ORDER BY changed DESC, id LIMIT {most}"
        );
        self.with(|connection| Ok(connection.query(&sql, &[])?.iter().map(SavedGame::of).collect()))
    }

    /// Deletes a game; whether there was one.
    pub fn delete_game(&self, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM page_game WHERE id = $1";
        self.with(|connection| Ok(connection.execute(sql, &[Value::Text(id)])? > 0))
    }
}
