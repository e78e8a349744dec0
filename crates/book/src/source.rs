//! Where the rows of a book are.

use std::collections::BTreeMap;

use tengen_game::Key;

use crate::adding::Addition;
use crate::tally::Tally;

/// What is known of a move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The move, by its number in a book ([`Orientation::code`](crate::Orientation::code)).
    pub code: u32,
    /// How its games ended, for the player who made it.
    pub tally: Tally,
}

/// A book could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BookFault(pub String);

/// The rows of a book, wherever they are kept.
pub trait BookSource {
    /// The moves that are known in a position, in the order of their numbers.
    fn entries(&self, position: Key) -> Result<Vec<Entry>, BookFault>;
}

impl<S: BookSource + ?Sized> BookSource for &S {
    fn entries(&self, position: Key) -> Result<Vec<Entry>, BookFault> {
        (**self).entries(position)
    }
}

/// A book in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryBook {
    rows: BTreeMap<(Key, u32), Tally>,
}

impl MemoryBook {
    /// Adds what a game adds.
    pub fn add(&mut self, additions: &[Addition]) {
        for addition in additions {
            let key = (addition.position, addition.code);
            self.rows.entry(key).or_default().add(addition.score);
        }
    }

    /// Adds games of a move.
    pub fn add_tally(&mut self, position: Key, code: u32, tally: Tally) {
        *self.rows.entry((position, code)).or_default() += tally;
    }

    /// All rows, in the order of their keys and moves.
    pub fn rows(&self) -> impl Iterator<Item = (Key, Entry)> {
        self.rows.iter().map(|(&(key, code), &tally)| (key, Entry { code, tally }))
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl BookSource for MemoryBook {
    fn entries(&self, position: Key) -> Result<Vec<Entry>, BookFault> {
        let rows = self.rows.range((position, 0)..=(position, u32::MAX));
        Ok(rows.map(|(&(_, code), &tally)| Entry { code, tally }).collect())
    }
}
