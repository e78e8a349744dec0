//! A player at a game, without the types of either.

use std::time::Duration;

use tengen_go::{BoardSize, Game, Komi, Move, Outcome, Player, Position, Rules};
use tengen_search::{Control, Limits, Search, SearchReport, StopFlag};

use crate::go::{self, NoPlayer};
use crate::spec::PlayerSpec;

/// Which game is played, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameSetup {
    /// Go.
    Go {
        /// Points along a side.
        size: BoardSize,
        /// The rules.
        rules: Rules,
        /// What White gets.
        komi: Komi,
    },
}

/// A move could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMove {
    /// It is no move at all.
    #[error("{0}")]
    NotAMove(String),
    /// The rules forbid it.
    #[error("{text}: {reason}")]
    Illegal {
        /// The move.
        text: String,
        /// Why not.
        reason: String,
    },
}

/// Whom a search tells what it has found so far, and how often.
pub type Watch<'a> = (Duration, &'a mut dyn FnMut(&SearchReport<String>));

/// What a search may do, and whom it tells.
#[derive(Default)]
pub struct Thinking<'a> {
    /// Other limits than those of the player.
    pub limits: Option<Limits>,
    /// Ends the search when raised.
    pub stop: StopFlag,
    /// Called with a report about so often.
    pub watch: Option<Watch<'a>>,
}

/// A player at a game: moves and reports are plain data, the types are hidden.
///
/// ```
/// use tengen_engine::{Engine, GameSetup, PlayerSpec, Thinking};
/// use tengen_go::{BoardSize, Komi, Rules};
///
/// let size = BoardSize::new(9).unwrap();
/// let go = GameSetup::Go { size, rules: Rules::CHINESE, komi: Komi::SEVEN_AND_A_HALF };
/// let player: PlayerSpec = "uct,sims=500,memory=16M".parse().unwrap();
/// let mut engine = Engine::new(&go, &player).unwrap();
/// engine.play("E5").unwrap();
/// let report = engine.think(Thinking::default());
/// let answer = report.best.unwrap();
/// println!("{answer}, {:.0} %", 100.0 * report.value);
/// engine.play(&answer).unwrap();
/// ```
pub struct Engine {
    spec: PlayerSpec,
    limits: Limits,
    game: Box<dyn AnyGame>,
}

impl Engine {
    /// A player at the beginning of a game.
    pub fn new(setup: &GameSetup, spec: &PlayerSpec) -> Result<Self, NoPlayer> {
        let limits = go::limits(spec)?;
        let game: Box<dyn AnyGame> = match *setup {
            GameSetup::Go { size, rules, komi } => {
                let position = Position::new(size, rules, komi);
                let search = go::search(spec, &position)?;
                Box::new(GoGame { position, search })
            }
        };
        Ok(Self { spec: spec.clone(), limits, game })
    }

    /// The player.
    #[must_use]
    pub const fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// The limits of a move, by the player's text.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// Makes a move, of whoever is to move.
    pub fn play(&mut self, text: &str) -> Result<(), BadMove> {
        self.game.play(text)
    }

    /// Takes the last move back; false at the beginning.
    pub fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// Searches for the move of whoever is to move. Does not make it.
    pub fn think(&mut self, thinking: Thinking<'_>) -> SearchReport<String> {
        let limits = thinking.limits.unwrap_or(self.limits);
        self.game.think(limits, thinking.stop, thinking.watch)
    }

    /// Who is to move.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.game.to_move()
    }

    /// The result, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }
}

/// A game and a search for it.
trait AnyGame: Send {
    fn play(&mut self, text: &str) -> Result<(), BadMove>;
    fn undo(&mut self) -> bool;
    fn think(
        &mut self,
        limits: Limits,
        stop: StopFlag,
        watch: Option<Watch<'_>>,
    ) -> SearchReport<String>;
    fn to_move(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
}

struct GoGame {
    position: Position,
    search: Box<dyn Search<Position>>,
}

impl AnyGame for GoGame {
    fn play(&mut self, text: &str) -> Result<(), BadMove> {
        let m: Move = text.parse().map_err(|error| BadMove::NotAMove(format!("{error}")))?;
        self.position.play(m).map_err(|error| BadMove::Illegal {
            text: m.to_string(),
            reason: error.reason.to_owned(),
        })?;
        self.search.advance(m);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.search.reset();
        self.position.undo().is_some()
    }

    fn think(
        &mut self,
        limits: Limits,
        stop: StopFlag,
        watch: Option<Watch<'_>>,
    ) -> SearchReport<String> {
        let text = |m: Move| m.to_string();
        let control = Control::new(limits).stopped_by(&stop);
        let Some((every, tell)) = watch else {
            return self.search.search(&self.position, &mut { control }).map(text);
        };
        let mut forward = |report: &SearchReport<Move>| tell(&report.clone().map(text));
        let mut control = control.watched(every, &mut forward);
        self.search.search(&self.position, &mut control).map(text)
    }

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }
}
