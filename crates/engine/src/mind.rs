//! What a player is, whatever the game: his text, his search, his limits and his patience.

use std::time::Duration;

use tengen_game::{Game, Player};
use tengen_search::{Control, Limits, Search, SearchReport};

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
pub(crate) struct Mind<G: Game> {
    pub(crate) spec: PlayerSpec,
    pub(crate) limits: Limits,
    pub(crate) manners: Manners,
    pub(crate) search: Box<dyn Search<G>>,
    /// Turns in a row, by colour, in which all hope was gone.
    pub(crate) hopeless: [u32; 2],
}

impl<G: Game> Mind<G> {
    /// The player of a text; `make` makes the search of one.
    pub(crate) fn new(
        spec: &PlayerSpec,
        make: impl FnOnce(&PlayerSpec) -> Result<Box<dyn Search<G>>, NoPlayer>,
    ) -> Result<Self, NoPlayer> {
        Ok(Self {
            limits: players::limits(spec)?,
            manners: players::manners(spec)?,
            search: make(spec)?,
            spec: spec.clone(),
            hopeless: [0; 2],
        })
    }

    /// Becomes another player, or stays who he is if that one cannot be made.
    pub(crate) fn change(
        &mut self,
        spec: &PlayerSpec,
        make: impl Fn(&PlayerSpec) -> Result<Box<dyn Search<G>>, NoPlayer>,
    ) -> Result<(), NoPlayer> {
        let (limits, manners) = (players::limits(spec)?, players::manners(spec)?);
        // The old tree first: two may not fit.
        self.search = make(&"random".parse()?)?;
        let made = make(spec);
        if made.is_err() {
            self.search = make(&self.spec)?;
        }
        self.search = made?;
        (self.spec, self.limits, self.manners) = (spec.clone(), limits, manners);
        Ok(())
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
        thinking: Thinking<'_, G::Move>,
    ) -> SearchReport<G::Move> {
        let limits = thinking.limits.unwrap_or(self.limits);
        let control = Control::new(limits).stopped_by(&thinking.stop);
        match thinking.watch {
            None => self.search.search(position, &mut { control }),
            Some((every, tell)) => self.search.search(position, &mut control.watched(every, tell)),
        }
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
