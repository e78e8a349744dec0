//! A player at a game, without the types of either.

use std::time::Duration;

use tengen_book::BookTerms;
use tengen_game::{Game, IllegalMove, Outcome, Player};
use tengen_search::{Limits, Looking, SearchReport, StopFlag};

use crate::book_hand::BookSaying;
use crate::clock::Clock;
use crate::game_engine::GameEngine;
use crate::game_name::GameName;
use crate::go_engine::{GoEngine, GoSetup};
use crate::loa_engine::{LoaEngine, LoaSetup};
use crate::phantom_engine::PhantomSetup;
use crate::players::NoPlayer;
use crate::spec::PlayerSpec;

/// Which game is played, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameSetup {
    /// Go.
    Go(GoSetup),
    /// Lines of Action.
    Loa(LoaSetup),
    /// Phantom Go.
    Phantom(PhantomSetup),
}

impl GameSetup {
    /// Which game.
    #[must_use]
    pub const fn game(&self) -> GameName {
        match self {
            Self::Go(_) => GameName::Go,
            Self::Loa(_) => GameName::Loa,
            Self::Phantom(_) => GameName::Phantom,
        }
    }

    /// The game as one sees it who sees everything: the same, but Go for Phantom Go.
    #[must_use]
    pub const fn open(self) -> Self {
        match self {
            Self::Phantom(PhantomSetup { go, .. }) => Self::Go(go),
            open => open,
        }
    }

    /// The terms that an opening book must have to be of use.
    #[must_use]
    pub fn book_terms(&self) -> BookTerms {
        match self {
            Self::Go(setup) => setup.book_terms(),
            Self::Loa(setup) => setup.book_terms(),
            Self::Phantom(setup) => setup.go.book_terms(),
        }
    }
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
pub type Watch<'a, M> = (Duration, &'a mut dyn FnMut(&SearchReport<M>));

/// Who looks into the tree of a search, and how often.
pub type Look<'a, M> = (Duration, &'a mut dyn FnMut(Looking<'_, M>));

/// What a search may do, and whom it tells.
pub struct Thinking<'a, M = String> {
    /// Other limits than those of the player.
    pub limits: Option<Limits>,
    /// Ends the search when raised.
    pub stop: StopFlag,
    /// Called with a report about so often.
    pub watch: Option<Watch<'a, M>>,
    /// Called about so often with a look into the tree, if the method keeps one.
    pub look: Option<Look<'a, M>>,
}

/// The player's own limits, and nobody who stops or watches.
impl<M> Default for Thinking<'_, M> {
    fn default() -> Self {
        Self { limits: None, stop: StopFlag::new(), watch: None, look: None }
    }
}

/// What a player does with his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action<M> {
    /// He plays or passes.
    Move(M),
    /// He gives up.
    Resign,
}

/// Why a player passes or resigns though the search may have found a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// He wins as the board stands.
    Won,
    /// Nothing that is still open can save him.
    Lost,
    /// All that is dead has been taken off.
    Clean,
    /// There is nothing to gain any more.
    NothingLeft,
}

/// A turn, and what led to it.
#[derive(Clone, Debug)]
pub struct Decision<M> {
    /// What he does.
    pub action: Action<M>,
    /// Why, if the search alone does not say it.
    pub reason: Option<Reason>,
    /// What the player's opening book said, if it said something: that the move is its own, or, once
    /// a game, that it has nothing to say any more.
    pub book: Option<BookSaying>,
    /// What the search found.
    pub report: SearchReport<M>,
}

/// A player at a game: moves and reports are plain data, the types are hidden.
///
/// ```
/// use tengen_engine::{Action, Engine, GameSetup, GoSetup, PlayerSpec, Thinking};
/// use tengen_go::{BoardSize, Komi, Rules};
///
/// let size = BoardSize::new(9).unwrap();
/// let go = GoSetup { size, rules: Rules::CHINESE, komi: Komi::SEVEN_AND_A_HALF };
/// let player: PlayerSpec = "uct,sims=500,memory=16M".parse().unwrap();
/// let mut engine = Engine::new(GameSetup::Go(go), &player).unwrap();
/// engine.play("E5").unwrap();
/// let decision = engine.decide(Thinking::default());
/// let Action::Move(answer) = decision.action else { panic!("so early?") };
/// println!("{answer}, {:.0} %", 100.0 * decision.report.value);
/// engine.play(&answer).unwrap();
/// ```
pub struct Engine {
    game: Box<dyn AnyGame>,
}

impl Engine {
    /// A player at the beginning of a game. His opening book must be about such games. Players of
    /// Phantom Go are no such: see [`PhantomEngine`](crate::PhantomEngine).
    pub fn new(setup: GameSetup, spec: &PlayerSpec) -> Result<Self, NoPlayer> {
        let terms = setup.book_terms();
        let game: Box<dyn AnyGame> = match setup {
            GameSetup::Go(setup) => {
                let engine = GoEngine::new(setup, spec)?;
                engine.mind.book.as_ref().map_or(Ok(()), |book| book.fits(&terms))?;
                Box::new(engine)
            }
            GameSetup::Loa(setup) => {
                let engine = LoaEngine::new(setup, spec)?;
                engine.mind.book.as_ref().map_or(Ok(()), |book| book.fits(&terms))?;
                Box::new(engine)
            }
            GameSetup::Phantom(_) => return Err(NoPlayer::Hidden(GameName::Phantom)),
        };
        Ok(Self { game })
    }

    /// The player.
    #[must_use]
    pub fn spec(&self) -> &PlayerSpec {
        self.game.spec()
    }

    /// The limits of a move, by the player's text.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.game.limits()
    }

    /// The limits of the next move, by the player's text and by this clock.
    #[must_use]
    pub fn limits_by(&self, clock: &Clock) -> Limits {
        self.game.limits_by(clock)
    }

    /// Makes a move, of whoever is to move. Returns the move's usual text.
    pub fn play(&mut self, text: &str) -> Result<String, BadMove> {
        self.game.play(text)
    }

    /// Takes the last move back; false at the beginning.
    pub fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// Searches for the move of whoever is to move. Does not make it.
    pub fn think(&mut self, thinking: Thinking<'_>) -> SearchReport<String> {
        self.game.think(thinking)
    }

    /// Decides what whoever is to move does: as [`think`](Self::think), but passes or resigns when
    /// that is the sensible thing. Does not make the move.
    pub fn decide(&mut self, thinking: Thinking<'_>) -> Decision<String> {
        self.game.decide(thinking)
    }

    /// The pieces that the player takes for dead at the end of a game that knows such; nothing in
    /// other games.
    pub fn dead(&mut self) -> Result<Vec<String>, NoPlayer> {
        self.game.dead()
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

/// A game and a player.
trait AnyGame: Send {
    fn spec(&self) -> &PlayerSpec;
    fn limits(&self) -> Limits;
    fn limits_by(&self, clock: &Clock) -> Limits;
    fn play(&mut self, text: &str) -> Result<String, BadMove>;
    fn undo(&mut self) -> bool;
    fn think(&mut self, thinking: Thinking<'_>) -> SearchReport<String>;
    fn decide(&mut self, thinking: Thinking<'_>) -> Decision<String>;
    fn dead(&mut self) -> Result<Vec<String>, NoPlayer>;
    fn to_move(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
}

/// Runs something that thinks in moves for somebody who reads text. He does not look into trees.
fn with_text<M: Clone + ToString, T>(
    thinking: Thinking<'_>,
    run: impl FnOnce(Thinking<'_, M>) -> T,
) -> T {
    let Thinking { limits, stop, watch, .. } = thinking;
    let Some((every, tell)) = watch else {
        return run(Thinking { limits, stop, ..Thinking::default() });
    };
    let mut forward = |report: &SearchReport<M>| tell(&report.clone().map(|m: M| m.to_string()));
    run(Thinking { limits, stop, watch: Some((every, &mut forward)), look: None })
}

impl<E: GameEngine> AnyGame for E {
    fn spec(&self) -> &PlayerSpec {
        GameEngine::spec(self)
    }

    fn limits(&self) -> Limits {
        GameEngine::limits(self)
    }

    fn limits_by(&self, clock: &Clock) -> Limits {
        GameEngine::limits_by(self, clock)
    }

    fn play(&mut self, text: &str) -> Result<String, BadMove> {
        let m = self.read_move(text)?;
        let player = GameEngine::to_move(self);
        // An engine of Go would let a game go on that is over.
        let position = GameEngine::position(self);
        let over = position.outcome().map(|_| IllegalMove::new("the game is over"));
        over.map_or(Ok(()), Err).and_then(|()| GameEngine::play(self, player, m)).map_err(
            |error| BadMove::Illegal { text: m.to_string(), reason: error.reason.to_owned() },
        )?;
        Ok(m.to_string())
    }

    fn undo(&mut self) -> bool {
        GameEngine::undo(self).is_some()
    }

    fn think(&mut self, thinking: Thinking<'_>) -> SearchReport<String> {
        with_text(thinking, |thinking| GameEngine::think(self, thinking)).map(|m| m.to_string())
    }

    fn decide(&mut self, thinking: Thinking<'_>) -> Decision<String> {
        let player = GameEngine::to_move(self);
        let decision =
            with_text(thinking, |thinking| GameEngine::decide(self, player, thinking, false));
        Decision {
            action: match decision.action {
                Action::Move(m) => Action::Move(m.to_string()),
                Action::Resign => Action::Resign,
            },
            reason: decision.reason,
            book: decision.book,
            report: decision.report.map(|m| m.to_string()),
        }
    }

    fn dead(&mut self) -> Result<Vec<String>, NoPlayer> {
        GameEngine::dead(self)
    }

    fn to_move(&self) -> Player {
        GameEngine::to_move(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        GameEngine::position(self).outcome()
    }
}
