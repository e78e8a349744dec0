//! A player at a game of Phantom Go.

use std::time::Duration;

use tengen_game::{Hidden, MoveList};
use tengen_go::{Move, Rng};
use tengen_phantom::{
    Arbiter, Event, Guesses, PhantomPlayer, PlayerView, Referee, Sensible, Try, WorldCounts,
    WorldGuesses, WorldOptions, Worlds,
};
use tengen_search::{Control, Limits, SearchReport};

use crate::clock::{Clock, GameLength};
use crate::engine::Thinking;
use crate::go_engine::GoSetup;
use crate::mind::within_share;
use crate::phantom_players::{PhantomMethod, PhantomSettings};
use crate::players::{self, NoPlayer};
use crate::spec::PlayerSpec;

/// The terms of a game of Phantom Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhantomSetup {
    /// The game on the arbiter's board.
    pub go: GoSetup,
    /// What he tells.
    pub referee: Referee,
}

impl PhantomSetup {
    /// The arbiter at the beginning of such a game.
    #[must_use]
    pub fn arbiter(&self) -> Arbiter {
        let GoSetup { size, rules, komi } = self.go;
        Arbiter::new(size, rules, komi, self.referee)
    }
}

/// A player at a game of Phantom Go. He holds no game: he is shown his view and tries something.
///
/// ```
/// use tengen_engine::{GoSetup, PhantomEngine, PhantomSetup};
/// use tengen_go::{BoardSize, Komi, Rules};
/// use tengen_phantom::{Player, Referee};
/// let size = BoardSize::new(5).unwrap();
/// let go = GoSetup { size, rules: Rules::CHINESE, komi: Komi::SEVEN_AND_A_HALF };
/// let mut arbiter = PhantomSetup { go, referee: Referee::PAPER }.arbiter();
/// let player = |player, text: &str| {
///     PhantomEngine::new(&text.parse().unwrap(), arbiter.view(player)).unwrap()
/// };
/// let mut black = player(Player::Black, "phantom,sims=100");
/// let mut white = player(Player::White, "mce-all,sims=100");
/// arbiter.play_out(&mut [&mut black, &mut white], 1000).unwrap();
/// assert!(arbiter.outcome().is_some());
/// ```
pub struct PhantomEngine {
    spec: PlayerSpec,
    settings: PhantomSettings,
    limits: Limits,
    rng: Rng,
    worlds: Worlds<Sensible>,
}

/// Of the time that a turn may take, what a further try in it may take at least.
const LEAST_PART: u32 = 8;

impl PhantomEngine {
    /// The player of a text, for the side whose view this is.
    pub fn new(spec: &PlayerSpec, view: &PlayerView) -> Result<Self, NoPlayer> {
        let settings = PhantomSettings::of(spec)?;
        Ok(Self {
            limits: players::limits(spec)?,
            rng: Rng::new(settings.seed),
            worlds: Worlds::new(view, WorldOptions::default(), Sensible, settings.seed),
            settings,
            spec: spec.clone(),
        })
    }

    /// The player's text.
    #[must_use]
    pub const fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// The limits of a try, by the player's text.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// The limits of a try, by the player's text and by this clock, in a turn that has taken so long
    /// already. With a clock, the playouts count only if the text names them.
    #[must_use]
    pub fn limits_by(&self, clock: &Clock, view: &PlayerView, spent: Duration) -> Limits {
        let is_move = |event: &Event| !matches!(event, Event::Refused(_));
        let moves = view.moments().iter().filter(|moment| is_move(&moment.event)).count();
        // Eyes and prisoners are found out by trying: such games are longer.
        let GameLength { plies, reserve } = GameLength::of_go(view.size().area());
        match clock.share(GameLength { plies: 2 * plies, reserve: 2 * reserve }, moves) {
            Some(share) => {
                let share = share.saturating_sub(spent).max(share / LEAST_PART);
                within_share(&self.spec, self.limits, share)
            }
            None => self.limits,
        }
    }

    /// Where the worlds came from.
    #[must_use]
    pub const fn world_counts(&self) -> WorldCounts {
        self.worlds.counts()
    }

    /// What to try next, and what the search found, if there was one. It is this player's turn.
    pub fn decide(
        &mut self,
        view: &PlayerView,
        thinking: &Thinking<'_, Move>,
    ) -> (Try, Option<SearchReport<Move>>) {
        let report =
            (self.settings.method != PhantomMethod::Random).then(|| self.search(view, thinking));
        let best = match &report {
            Some(report) => report.best,
            None => {
                let mut moves = MoveList::new();
                Hidden::moves(&Guesses::new(view), &mut moves);
                self.rng.choose(&moves)
            }
        };
        let attempt = match best {
            Some(Move::Play(point)) => view.attempt(point),
            _ => view.pass(),
        };
        // A view gives its own candidates, and passing is always possible in one's turn.
        let attempt = attempt.or_else(|_| view.pass()).expect("it is this player's turn");
        (attempt, report)
    }

    fn search(&mut self, view: &PlayerView, thinking: &Thinking<'_, Move>) -> SearchReport<Move> {
        let settings = self.settings;
        let limits = thinking.limits.unwrap_or(self.limits);
        let control = &mut Control::new(limits).stopped_by(&thinking.stop);
        let seed = self.rng.next_u64();
        if settings.wants_worlds() {
            let mut guesses = WorldGuesses::new(view, &mut self.worlds, settings.uses);
            settings.search(view, &mut guesses, control, seed)
        } else {
            settings.search(view, &mut Guesses::new(view), control, seed)
        }
    }
}

impl PhantomPlayer for PhantomEngine {
    fn choose(&mut self, view: &PlayerView) -> Try {
        self.decide(view, &Thinking::default()).0
    }
}
