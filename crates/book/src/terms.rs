//! Which games a book is about.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The terms of a book's games: results under other terms say nothing about them.
///
/// ```
/// use tengen_book::BookTerms;
/// let book = BookTerms::go(7, "9", "chinese");
/// assert_eq!(book.to_string(), "go 7x7, komi 9, chinese rules");
/// assert!(book.fit(&BookTerms::go(7, "9", "tromp-taylor")));
/// assert!(!book.fit(&BookTerms::go(7, "7.5", "chinese")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookTerms {
    /// The name of the game.
    pub game: String,
    /// Points along a side, in games with boards of several sizes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// What White gets, in games that know such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub komi: Option<String>,
    /// The name of the rules.
    pub rules: String,
}

impl BookTerms {
    /// Games of Go.
    #[must_use]
    pub fn go(size: u32, komi: impl fmt::Display, rules: impl fmt::Display) -> Self {
        Self {
            game: "go".to_owned(),
            size: Some(size),
            komi: Some(komi.to_string()),
            rules: rules.to_string(),
        }
    }

    /// Games of Lines of Action.
    #[must_use]
    pub fn loa(rules: impl fmt::Display) -> Self {
        Self { game: "loa".to_owned(), size: None, komi: None, rules: rules.to_string() }
    }

    /// Whether a book with these terms is of use in a game with those. Rules of Go may differ: all
    /// of them count alike, and a move that one of them forbids is left out.
    #[must_use]
    pub fn fit(&self, game: &Self) -> bool {
        let same = self.game == game.game && self.size == game.size && self.komi == game.komi;
        same && (self.size.is_some() || self.rules == game.rules)
    }
}

impl fmt::Display for BookTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game)?;
        if let Some(size) = self.size {
            write!(f, " {size}x{size}")?;
        }
        if let Some(komi) = &self.komi {
            write!(f, ", komi {komi}")?;
        }
        write!(f, ", {} rules", self.rules)
    }
}
