//! All positions that a book knows, from a position on.

use std::collections::{HashSet, VecDeque};

use tengen_game::Canonical;

use crate::page::Page;
use crate::source::{BookFault, BookSource};

/// A position of a walk.
#[derive(Clone, Debug)]
pub struct Visit<G: Canonical> {
    /// The position.
    pub position: G,
    /// What the book knows of it.
    pub page: Page<G::Move>,
    /// The moves that led there from where the walk began.
    pub line: Vec<G::Move>,
}

/// A walk through a book.
pub struct Walk<'a, G: Canonical, S: ?Sized> {
    book: &'a S,
    /// A position and the line to it.
    waiting: VecDeque<(G, Vec<G::Move>)>,
    seen: HashSet<u64>,
    least_games: u64,
}

/// All positions that a book knows from `start` on, by moves of at least so many games, each once:
/// first those with the shortest lines, and of these the ones with the most games. Positions of
/// which it knows nothing are left out.
pub fn walk<'a, G: Canonical, S: BookSource + ?Sized>(
    book: &'a S,
    start: &G,
    least_games: u64,
) -> Walk<'a, G, S> {
    let waiting = VecDeque::from([(start.clone(), Vec::new())]);
    Walk { book, waiting, seen: HashSet::new(), least_games }
}

impl<G: Canonical, S: BookSource + ?Sized> Iterator for Walk<'_, G, S> {
    type Item = Result<Visit<G>, BookFault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (position, line) = self.waiting.pop_front()?;
            if position.outcome().is_some() {
                continue;
            }
            let page = match Page::read(&position, self.book) {
                Ok(page) => page,
                Err(fault) => {
                    self.waiting.clear();
                    return Some(Err(fault));
                }
            };
            if page.moves().is_empty() || !self.seen.insert(page.key().0) {
                continue;
            }
            for m in page.by_games() {
                if m.tally.games() >= self.least_games.max(1) {
                    let mut next = position.clone();
                    next.play_unchecked(m.r#move);
                    let mut line = line.clone();
                    line.push(m.r#move);
                    self.waiting.push_back((next, line));
                }
            }
            return Some(Ok(Visit { position, page, line }));
        }
    }
}
