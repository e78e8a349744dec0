//! Where the books of players come from. This crate knows no database: the program that has one
//! says how a book is opened.

use std::sync::{Arc, OnceLock};

use tengen_book::{BookSource, BookTerms};

/// A book that players can use, from several threads at once.
pub trait OpenBook: BookSource + Send + Sync {
    /// Which games it is about.
    fn terms(&self) -> &BookTerms;
}

/// Opens the book of a name, as it stands behind `book=`; or says why not.
pub type BookOpener = dyn Fn(&str) -> Result<Arc<dyn OpenBook>, String> + Send + Sync;

static OPENER: OnceLock<Box<BookOpener>> = OnceLock::new();

/// Says how the books of all players of this program are opened; false if that was said before.
///
/// ```
/// use std::sync::Arc;
/// use tengen_book::{BookFault, BookSource, BookTerms, Entry, MemoryBook};
/// use tengen_engine::{Engine, GameSetup, GoSetup, OpenBook, set_book_opener};
/// use tengen_go::{BoardSize, Key, Komi, Rules};
///
/// struct InMemory(MemoryBook, BookTerms);
/// impl BookSource for InMemory {
///     fn entries(&self, position: Key) -> Result<Vec<Entry>, BookFault> {
///         self.0.entries(position)
///     }
/// }
/// impl OpenBook for InMemory {
///     fn terms(&self) -> &BookTerms {
///         &self.1
///     }
/// }
///
/// set_book_opener(Box::new(|name| match name {
///     "empty" => Ok(Arc::new(InMemory(MemoryBook::default(), BookTerms::go(9, "7.5", "chinese")))),
///     _ => Err("there is no such book".to_owned()),
/// }));
/// let size = BoardSize::new(9).unwrap();
/// let go = GameSetup::Go(GoSetup { size, rules: Rules::CHINESE, komi: Komi::SEVEN_AND_A_HALF });
/// assert!(Engine::new(go, &"random,book=empty".parse().unwrap()).is_ok());
/// let error = Engine::new(go, &"random,book=mine".parse().unwrap()).err().unwrap();
/// assert_eq!(error.to_string(), "book mine: there is no such book");
/// ```
pub fn set_book_opener(opener: Box<BookOpener>) -> bool {
    OPENER.set(opener).is_ok()
}

/// Opens a book.
pub(crate) fn open(name: &str) -> Result<Arc<dyn OpenBook>, String> {
    match OPENER.get() {
        Some(opener) => opener(name),
        None => Err("this program does not know how to open books".to_owned()),
    }
}
