//! A contestant at a game of Phantom Go: he is shown his view, or told what happens.

use std::time::Duration;

use tengen_engine::go::Player;
use tengen_engine::phantom::{Event, PlayerView};
use tengen_engine::{
    Action, Clock, GameSetup, PhantomEngine, PhantomSetup, StopFlag, Thinking, TimeSystem,
};

use crate::contestant::Contestant;
use crate::record::ForfeitKind;
use crate::seat::{Fault, Manners, OutsideSeat, Sitting, Turn, letter};

/// A contestant at a game of Phantom Go.
pub(crate) enum HiddenSeat {
    /// With the flag that ends his searches.
    BuiltIn(Box<PhantomEngine>, StopFlag),
    Outside(OutsideSeat),
}

impl HiddenSeat {
    /// Sits down at the beginning of a game, with a colour and a seed.
    pub(crate) fn new(
        contestant: &Contestant,
        setup: PhantomSetup,
        clock: TimeSystem,
        (player, seed): (Player, u64),
        manners: &Manners,
    ) -> Result<Self, Fault> {
        match contestant {
            Contestant::BuiltIn(spec) => {
                let arbiter = setup.arbiter();
                let spec = spec.clone().or_set("seed", seed);
                let engine = PhantomEngine::new(&spec, arbiter.view(player));
                let engine = engine.map_err(|e| Fault::new(ForfeitKind::Start, e.to_string()))?;
                Ok(Self::BuiltIn(Box::new(engine), manners.stop.clone()))
            }
            Contestant::Outside(command) => {
                let setup = GameSetup::Phantom(setup);
                Ok(Self::Outside(OutsideSeat::new(command, setup, clock, seed, manners)?))
            }
        }
    }

    /// What he tries next, in a turn that has taken so long already.
    pub(crate) fn attempt(
        &mut self,
        view: &PlayerView,
        clock: &Clock,
        spent: Duration,
    ) -> Result<Turn, Fault> {
        match self {
            Self::BuiltIn(engine, stop) => {
                let limits = Some(engine.limits_by(clock, view, spent));
                let thinking = Thinking { limits, stop: stop.clone(), ..Thinking::default() };
                let (attempt, report) = engine.decide(view, &thinking);
                let best = report.as_ref().and_then(|report| report.moves.first());
                // What is maximised may be points: a win rate is what playouts say.
                let rate = best.filter(|best| best.visits > 0).map(|best| {
                    let won = best.results.wins as f64 + 0.5 * best.results.draws as f64;
                    let rate = won / best.visits as f64;
                    if view.player() == Player::Black { rate } else { 1.0 - rate }
                });
                Ok(Turn {
                    action: Action::Move(attempt.action().to_string()),
                    rate: rate.map(|rate| rate as f32),
                    from_book: None,
                    playouts: Some(report.map_or(0, |report| report.playouts)),
                })
            }
            Self::Outside(seat) => seat.generate_by("tengen-phantom_try", view.player(), clock),
        }
    }

    /// Hears what has happened to him. A built-in player will see it.
    pub(crate) fn hear(&mut self, player: Player, event: &Event) -> Result<(), Fault> {
        match self {
            Self::BuiltIn(..) => Ok(()),
            Self::Outside(seat) => {
                seat.ask(&format!("tengen-phantom_hear {} {event}", letter(player))).map(|_| ())
            }
        }
    }
}

impl Sitting for HiddenSeat {
    fn leave(self) {
        if let Self::Outside(seat) = self {
            seat.quit();
        }
    }

    fn dismiss(self) -> String {
        match self {
            Self::BuiltIn(..) => String::new(),
            Self::Outside(seat) => seat.last_words(),
        }
    }
}
