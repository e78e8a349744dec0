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
    start: G,
    /// Every move that is to be followed, with the one before it. Positions are large, and a book
    /// may have a million of them: they are played anew when their turn comes.
    moves: Vec<(Option<usize>, G::Move)>,
    /// What comes next, by its last move; none for the start.
    waiting: VecDeque<Option<usize>>,
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
    Walk {
        book,
        start: start.clone(),
        moves: Vec::new(),
        waiting: VecDeque::from([None]),
        seen: HashSet::new(),
        least_games,
    }
}

impl<G: Canonical, S: BookSource + ?Sized> Walk<'_, G, S> {
    /// The moves up to this one.
    fn line(&self, last: Option<usize>) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut at = last;
        while let Some(place) = at {
            let (before, m) = self.moves[place];
            line.push(m);
            at = before;
        }
        line.reverse();
        line
    }
}

impl<G: Canonical, S: BookSource + ?Sized> Iterator for Walk<'_, G, S> {
    type Item = Result<Visit<G>, BookFault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let last = self.waiting.pop_front()?;
            let line = self.line(last);
            let mut position = self.start.clone();
            for &m in &line {
                position.play_unchecked(m);
            }
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
                    self.waiting.push_back(Some(self.moves.len()));
                    self.moves.push((last, m.r#move));
                }
            }
            return Some(Ok(Visit { position, page, line }));
        }
    }
}
