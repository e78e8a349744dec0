//! What a player is, whatever the game: his text, his search, his limits and his patience.

use std::time::Duration;

use tengen_book::BookTerms;
use tengen_game::{Canonical, Player};
use tengen_search::{Control, Limits, Search, SearchReport};

use crate::book_hand::{BookHand, BookSaying};
use crate::book_prior::Pages;
use crate::clock::{Clock, GameLength};
use crate::engine::Thinking;
use crate::players::{self, Manners, NoPlayer};
use crate::spec::PlayerSpec;

/// Limits of a text within a share of a clock's time: the playouts count only if the text names
/// them.
pub(crate) fn within_share(spec: &PlayerSpec, limits: Limits, share: Duration) -> Limits {
    let asked = spec.settings().any(|(key, _)| key == "sims");
    Limits {
        playouts: limits.playouts.filter(|_| asked),
        time: Some(limits.time.map_or(share, |time| time.min(share))),
    }
}

/// A player resigns after so many hopeless turns in a row.
const PATIENCE: u32 = 3;

/// A player's text and what is made of it.
pub(crate) struct Mind<G: Canonical> {
    pub(crate) spec: PlayerSpec,
    pub(crate) limits: Limits,
    pub(crate) manners: Manners,
    pub(crate) search: Box<dyn Search<G>>,
    /// His opening book.
    pub(crate) book: Option<BookHand>,
    /// Turns in a row, by colour, in which all hope was gone.
    pub(crate) hopeless: [u32; 2],
}

impl<G: Canonical> Mind<G> {
    /// The player of a text; `make` makes the search of one.
    pub(crate) fn new(
        spec: &PlayerSpec,
        make: impl FnOnce(&PlayerSpec, Option<&Pages>) -> Result<Box<dyn Search<G>>, NoPlayer>,
    ) -> Result<Self, NoPlayer> {
        let book = players::book(spec)?.map(BookHand::open).transpose()?;
        Ok(Self {
            limits: players::limits(spec)?,
            manners: players::manners(spec)?,
            search: make(spec, book.as_ref().and_then(BookHand::pages))?,
            book,
            spec: spec.clone(),
            hopeless: [0; 2],
        })
    }

    /// Becomes another player, or stays who he is if that one cannot be made.
    pub(crate) fn change(
        &mut self,
        spec: &PlayerSpec,
        make: impl Fn(&PlayerSpec, Option<&Pages>) -> Result<Box<dyn Search<G>>, NoPlayer>,
    ) -> Result<(), NoPlayer> {
        let (limits, manners) = (players::limits(spec)?, players::manners(spec)?);
        let book = players::book(spec)?.map(BookHand::open).transpose()?;
        // The old tree first: two may not fit.
        self.search = make(&"random".parse()?, None)?;
        let made = make(spec, book.as_ref().and_then(BookHand::pages));
        if made.is_err() {
            self.search = make(&self.spec, self.pages())?;
        }
        self.search = made?;
        (self.spec, self.limits, self.manners) = (spec.clone(), limits, manners);
        self.book = book;
        Ok(())
    }

    /// What the search is to know of an opening book.
    pub(crate) fn pages(&self) -> Option<&Pages> {
        self.book.as_ref().and_then(BookHand::pages)
    }

    /// Another game begins, or a move is taken back: nothing is hopeless, and the book is open.
    pub(crate) fn begin(&mut self) {
        self.hopeless = [0; 2];
        if let Some(book) = &mut self.book {
            book.begin();
        }
    }

    /// What the book says about this turn: see [`BookHand::turn`].
    pub(crate) fn by_book(
        &mut self,
        position: &G,
        game: &BookTerms,
        rehearsal: bool,
    ) -> (Option<SearchReport<G::Move>>, Option<BookSaying>) {
        match &mut self.book {
            Some(book) => book.turn(position, game, rehearsal),
            None => (None, None),
        }
    }

    /// The text with one key set, as if it had been written like that: values are checked.
    pub(crate) fn spec_with(&self, key: &str, value: &str) -> Result<PlayerSpec, NoPlayer> {
        let mut spec = self.spec.clone();
        spec.set(key, value)?;
        Ok(spec.to_string().parse()?)
    }

    /// The limits of the next move by the text and by a clock, of which a part may be used: see
    /// [`Clock::share`]. With a clock, the playouts count only if the text names them.
    pub(crate) fn limits_by(
        &self,
        clock: &Clock,
        length: GameLength,
        moves: usize,
        part: f64,
    ) -> Limits {
        match clock.share(length, moves) {
            Some(share) => within_share(&self.spec, self.limits, share.mul_f64(part)),
            None => self.limits,
        }
    }

    /// Searches a position.
    pub(crate) fn think(
        &mut self,
        position: &G,
        game: &BookTerms,
        thinking: Thinking<'_, G::Move>,
    ) -> SearchReport<G::Move> {
        if let Some(book) = &self.book {
            book.advise(position, game);
        }
        let limits = thinking.limits.unwrap_or(self.limits);
        let mut control = Control::new(limits).stopped_by(&thinking.stop);
        if let Some((every, tell)) = thinking.watch {
            control = control.watched(every, tell);
        }
        if let Some((every, look)) = thinking.look {
            control = control.looked_into(every, look);
        }
        self.search.search(position, &mut control)
    }

    /// Whether the player has had enough. Not in the opening: a search that has hardly begun knows
    /// nothing.
    pub(crate) fn gives_up(
        &mut self,
        player: Player,
        report: &SearchReport<G::Move>,
        is_opening: bool,
    ) -> bool {
        let Some(threshold) = self.manners.resign else { return false };
        let turns = &mut self.hopeless[player.index()];
        *turns = if report.value < threshold { *turns + 1 } else { 0 };
        *turns >= PATIENCE && !is_opening
    }
}
