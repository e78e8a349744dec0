//! What a book knows of one position.

use tengen_game::{Canonical, Key, MoveList};

use crate::orientation::Orientation;
use crate::source::{BookFault, BookSource, Entry};
use crate::tally::Tally;

/// A move that a book knows, legal in the position that was looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove<M> {
    /// The move; the first of those that symmetry makes the same.
    pub r#move: M,
    /// The others.
    pub twins: Vec<M>,
    /// Its number in the book.
    pub code: u32,
    /// How its games ended, for the player who made it.
    pub tally: Tally,
}

/// What a book knows of a position: the moves that are legal there, as they stand on its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<M> {
    key: Key,
    moves: Vec<BookMove<M>>,
    left_out: Vec<Entry>,
}

impl<M: Copy> Page<M> {
    /// Looks a position up.
    pub fn read<G: Canonical<Move = M>>(
        position: &G,
        book: &(impl BookSource + ?Sized),
    ) -> Result<Self, BookFault> {
        let orientation = Orientation::of(position);
        let entries = book.entries(orientation.key())?;
        Ok(Self::of(position, &orientation, entries))
    }

    /// The page of a position whose entries are known already.
    #[must_use]
    pub fn of<G: Canonical<Move = M>>(
        position: &G,
        orientation: &Orientation,
        entries: Vec<Entry>,
    ) -> Self {
        let key = orientation.key();
        if entries.is_empty() {
            return Self { key, moves: Vec::new(), left_out: Vec::new() };
        }
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let coded: Vec<(u32, M)> =
            legal.iter().map(|&m| (orientation.code(position, m), m)).collect();
        let (mut moves, mut left_out) = (Vec::new(), Vec::new());
        for entry in entries {
            let mut same = coded.iter().filter(|(code, _)| *code == entry.code).map(|&(_, m)| m);
            match same.next() {
                Some(first) => moves.push(BookMove {
                    r#move: first,
                    twins: same.collect(),
                    code: entry.code,
                    tally: entry.tally,
                }),
                None => left_out.push(entry),
            }
        }
        Self { key, moves, left_out }
    }

    /// The key of the position up to symmetry.
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The moves that are legal here, in the order of their numbers.
    #[must_use]
    pub fn moves(&self) -> &[BookMove<M>] {
        &self.moves
    }

    /// Entries whose moves the history of this game forbids (superko).
    #[must_use]
    pub fn left_out(&self) -> &[Entry] {
        &self.left_out
    }

    /// Games that went on from here by any of the moves.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.moves.iter().fold(0, |games: u64, m| games.saturating_add(m.tally.games()))
    }

    /// The moves in the order in which people want to see them: most games first.
    #[must_use]
    pub fn by_games(&self) -> Vec<&BookMove<M>> {
        let mut moves: Vec<_> = self.moves.iter().collect();
        moves.sort_by_key(|m| std::cmp::Reverse(m.tally.games()));
        moves
    }
}
