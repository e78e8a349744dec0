//! A book in a store.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tengen_engine::book::{BookFault, BookSource, BookTerms, Entry, Tally};
use tengen_engine::go::Key;
use tengen_engine::{BookOpener, GameSetup, OpenBook};
use tengen_store::{Book, BookId, BookRow, Store, StoreError};

use super::playable::played_out;
use crate::record::GameTerms;

/// A book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The store is at fault.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no such book.
    #[error("{store} has no book {name:?}{}", others(.known))]
    Unknown {
        /// The store.
        store: String,
        /// What was asked for.
        name: String,
        /// Those that it has.
        known: Vec<String>,
    },
    /// There is none at all.
    #[error("{0} has no book: tengen book build makes one")]
    None(String),
    /// There are several.
    #[error("{store} has several books; say which: {}", .known.join(", "))]
    Several {
        /// The store.
        store: String,
        /// Those that it has.
        known: Vec<String>,
    },
    /// What it is about makes no sense.
    #[error("{store}, book {name}: what it is about cannot be read: {reason}")]
    Meta {
        /// The store.
        store: String,
        /// The book.
        name: String,
        /// Why.
        reason: String,
    },
    /// It is not whole.
    #[error(
        "{store}: book {name} is not whole: {work} was interrupted; give the same command again"
    )]
    Unfinished {
        /// The store.
        store: String,
        /// The book.
        name: String,
        /// What was to be done.
        work: String,
    },
    /// There is a book of this name.
    #[error("{store} has a book {name} already; choose another name")]
    Exists {
        /// The store.
        store: String,
        /// The book.
        name: String,
    },
    /// A book of this name is about other games.
    #[error("book {name} is about {found}, not {wanted}; choose another name")]
    OtherTerms {
        /// The book.
        name: String,
        /// What it is about.
        found: String,
        /// What it should be about.
        wanted: String,
    },
}

fn others(known: &[String]) -> String {
    if known.is_empty() { String::new() } else { format!("; it has {}", known.join(", ")) }
}

/// What a store says of a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    terms: GameTerms,
    /// What is still being done to it, if it is not whole yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unfinished: Option<String>,
}

/// A book in a store.
pub struct StoredBook {
    store: Store,
    book: Book,
    terms: GameTerms,
    setup: GameSetup,
    book_terms: BookTerms,
    unfinished: Option<String>,
}

impl StoredBook {
    /// The book of this name; the only one if none is named.
    pub fn open(store: Store, name: Option<&str>) -> Result<Self, BookError> {
        let address = store.address().to_string();
        let mut books = store.books()?;
        let known: Vec<String> = books.iter().map(|book| book.name.clone()).collect();
        let place = match name {
            Some(name) => known.iter().position(|known| known == name).ok_or_else(|| {
                BookError::Unknown { store: address.clone(), name: name.to_owned(), known }
            })?,
            None if books.is_empty() => return Err(BookError::None(address)),
            None if books.len() > 1 => return Err(BookError::Several { store: address, known }),
            None => 0,
        };
        let book = Self::of(store, books.swap_remove(place))?;
        match book.unfinished {
            Some(work) => Err(BookError::Unfinished { store: address, name: book.book.name, work }),
            None => Ok(book),
        }
    }

    /// A new book that is not whole before [`finished`](Self::finished) is called, so that nobody uses
    /// half of it; or the same that was begun before. `work` says what is being done.
    pub fn begin(
        store: Store,
        name: &str,
        terms: &GameTerms,
        work: &str,
    ) -> Result<Self, BookError> {
        let meta = Meta { terms: terms.clone(), unfinished: Some(work.to_owned()) };
        match store.create_book(name, &serde_json::to_string(&meta).unwrap_or_default()) {
            Ok(_) | Err(StoreError::BookExists { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        let address = store.address().to_string();
        let book = store.find_book(name)?.ok_or_else(|| BookError::None(address.clone()))?;
        let book = Self::of(store, book)?;
        if book.unfinished.as_deref() == Some(work) && book.terms == *terms {
            return Ok(book);
        }
        Err(BookError::Exists { store: address, name: name.to_owned() })
    }

    /// All is in it: from now on it can be used.
    pub fn finished(&mut self) -> Result<(), BookError> {
        let meta = Meta { terms: self.terms.clone(), unfinished: None };
        let meta = serde_json::to_string(&meta).unwrap_or_default();
        self.store.set_book_meta(self.book.id, &meta)?;
        self.unfinished = None;
        Ok(())
    }

    /// The book of this name, made if it is not there; it must be about games like these.
    pub fn open_or_make(store: Store, name: &str, terms: &GameTerms) -> Result<Self, BookError> {
        let meta = Meta { terms: terms.clone(), unfinished: None };
        // Numbers and strings alone: it can be written.
        let meta = serde_json::to_string(&meta).unwrap_or_default();
        match store.create_book(name, &meta) {
            Ok(_) | Err(StoreError::BookExists { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        let book = Self::open(store, Some(name))?;
        if book.terms == *terms {
            return Ok(book);
        }
        let (found, wanted) = (book.terms.words(), terms.words());
        Err(BookError::OtherTerms { name: name.to_owned(), found, wanted })
    }

    fn of(store: Store, book: Book) -> Result<Self, BookError> {
        let bad = |reason: String| BookError::Meta {
            store: store.address().to_string(),
            name: book.name.clone(),
            reason,
        };
        let meta: Meta = serde_json::from_str(&book.meta).map_err(|e| bad(e.to_string()))?;
        let setup = meta.terms.setup().ok_or_else(|| bad("no game has these terms".to_owned()))?;
        let book_terms = setup.book_terms();
        let Meta { terms, unfinished } = meta;
        Ok(Self { store, book, terms, setup: played_out(setup), book_terms, unfinished })
    }

    /// Where it is.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Which one of the store.
    #[must_use]
    pub const fn id(&self) -> BookId {
        self.book.id
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.book.name
    }

    /// The terms of its games.
    #[must_use]
    pub const fn game_terms(&self) -> &GameTerms {
        &self.terms
    }

    /// What is played, to the end.
    #[must_use]
    pub const fn setup(&self) -> GameSetup {
        self.setup
    }

    /// All rows, in order, page by page.
    pub fn rows(&self) -> impl Iterator<Item = Result<BookRow, StoreError>> + '_ {
        let mut page = Vec::new().into_iter();
        let (mut after, mut over) = (None, false);
        std::iter::from_fn(move || {
            loop {
                if let Some(row) = page.next() {
                    let row: BookRow = row;
                    after = Some((row.position, row.mv));
                    return Some(Ok(row));
                }
                if over {
                    return None;
                }
                match self.store.book_page(self.book.id, after, PAGE) {
                    Ok(rows) => {
                        over = rows.len() < PAGE;
                        page = rows.into_iter();
                    }
                    Err(error) => {
                        over = true;
                        return Some(Err(error));
                    }
                }
            }
        })
    }
}

/// Rows that are read at a time.
const PAGE: usize = 5000;

impl BookSource for StoredBook {
    fn entries(&self, position: Key) -> Result<Vec<Entry>, BookFault> {
        let rows = self.store.book_rows(self.book.id, position.0);
        let rows = rows.map_err(|error| BookFault(error.to_string()))?;
        Ok(rows.iter().map(entry).collect())
    }
}

/// A row as a book's entry.
pub(crate) const fn entry(row: &BookRow) -> Entry {
    let BookRow { mv, wins, losses, draws, .. } = *row;
    Entry { code: mv, tally: Tally { wins, draws, losses } }
}

impl OpenBook for StoredBook {
    fn terms(&self) -> &BookTerms {
        &self.book_terms
    }
}

/// Opens the books of players: `STORE` or `STORE#NAME`. Each is opened once in a program, since
/// matches make new players for every game.
#[must_use]
pub fn opener() -> Box<BookOpener> {
    let open = Mutex::new(HashMap::<String, Arc<dyn OpenBook>>::new());
    Box::new(move |address| {
        let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(book) = open.get(address) {
            return Ok(Arc::clone(book));
        }
        let (store, name) = split(address);
        let store = Store::open_read_only(store).map_err(|error| error.to_string())?;
        let book = StoredBook::open(store, name).map_err(|error| error.to_string())?;
        let book: Arc<dyn OpenBook> = Arc::new(book);
        open.insert(address.to_owned(), Arc::clone(&book));
        Ok(book)
    })
}

/// A store and the name of a book in it. A file may have a `#` in its own name.
pub(crate) fn split(address: &str) -> (&str, Option<&str>) {
    match address.rsplit_once('#') {
        Some((store, name)) if !Path::new(address).exists() => (store, Some(name)),
        _ => (address, None),
    }
}
