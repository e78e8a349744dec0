//! A player at a game of Lines of Action.

use tengen_book::BookTerms;
use tengen_loa::{Board, Game, IllegalMove, Move, Player, Position, Rules};
use tengen_search::{Limits, NodeReport, SearchReport};

use crate::book_prior::Pages;
use crate::clock::{Clock, GameLength};
use crate::engine::{Action, BadMove, Decision, Reason, Thinking};
use crate::game_engine::GameEngine;
use crate::loa_players;
use crate::mind::Mind;
use crate::players::NoPlayer;
use crate::spec::PlayerSpec;

/// The terms of a game of Lines of Action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoaSetup {
    /// The rules.
    pub rules: Rules,
    /// Where it begins, if not as usual.
    pub start: Option<LoaStart>,
}

/// Where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoaStart {
    /// The pieces.
    pub board: Board,
    /// Who moves first.
    pub to_move: Player,
}

impl LoaSetup {
    /// The beginning of such a game.
    #[must_use]
    pub fn position(&self) -> Position {
        match self.start {
            Some(LoaStart { board, to_move }) => Position::from_board(board, to_move, self.rules),
            None => Position::new(self.rules),
        }
    }

    /// The terms that an opening book must have to be of use.
    #[must_use]
    pub fn book_terms(&self) -> BookTerms {
        BookTerms::loa(self.rules)
    }

    /// The terms of a game under way.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let start = LoaStart { board: *position.start_board(), to_move: position.start_to_move() };
        let usual = LoaStart { board: Board::START, to_move: Player::Black };
        Self { rules: position.rules(), start: (start != usual).then_some(start) }
    }
}

/// Games between programs have about fifty plies (reference figures: 38 to 44 for strong ones).
const LENGTH: GameLength = GameLength { plies: 50, reserve: 10 };

/// Before so many moves nobody resigns.
const OPENING: usize = 16;

/// A player at a game of Lines of Action.
///
/// ```
/// use tengen_engine::{Action, GameEngine, LoaEngine, LoaSetup, PlayerSpec, Thinking};
/// let player: PlayerSpec = "mcts-solver,sims=200,memory=16M".parse().unwrap();
/// let mut engine = LoaEngine::new(LoaSetup::default(), &player).unwrap();
/// let m = engine.read_move("b1-b3").unwrap();
/// engine.play(engine.to_move(), m).unwrap();
/// let decision = engine.decide(engine.to_move(), Thinking::default(), false);
/// let Action::Move(answer) = decision.action else { panic!("so early?") };
/// engine.play(engine.to_move(), answer).unwrap();
/// ```
pub struct LoaEngine {
    pub(crate) mind: Mind<Position>,
    position: Position,
}

impl LoaEngine {
    /// A player at the beginning of a game.
    pub fn new(setup: LoaSetup, spec: &PlayerSpec) -> Result<Self, NoPlayer> {
        let position = setup.position();
        let mind = Mind::new(spec, |spec, pages| loa_players::search(spec, &position, pages))?;
        Ok(Self { mind, position })
    }

    /// The terms of the game.
    #[must_use]
    pub fn setup(&self) -> LoaSetup {
        LoaSetup::of(&self.position)
    }
}

impl GameEngine for LoaEngine {
    type Position = Position;

    fn spec(&self) -> &PlayerSpec {
        &self.mind.spec
    }

    fn limits(&self) -> Limits {
        self.mind.limits
    }

    fn limits_by(&self, clock: &Clock) -> Limits {
        self.mind.limits_by(clock, LENGTH, self.position.moves().len(), 1.0)
    }

    fn ponders(&self) -> bool {
        self.mind.manners.ponder
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn moves_made(&self) -> usize {
        self.position.moves().len()
    }

    fn set_position(&mut self, position: Position) -> Result<(), NoPlayer> {
        self.mind.search.reset();
        self.mind.begin();
        self.position = position;
        Ok(())
    }

    fn set_spec(&mut self, spec: &PlayerSpec) -> Result<(), NoPlayer> {
        let make = |spec: &PlayerSpec, pages: Option<&Pages>| {
            loa_players::search(spec, &self.position, pages)
        };
        self.mind.change(spec, make)
    }

    fn set_key(&mut self, key: &str, value: &str) -> Result<(), NoPlayer> {
        self.set_spec(&self.mind.spec_with(key, value)?)
    }

    fn read_move(&self, text: &str) -> Result<Move, BadMove> {
        self.position.parse_move(text).map_err(|error| BadMove::NotAMove(error.to_string()))
    }

    fn play(&mut self, player: Player, m: Move) -> Result<(), IllegalMove> {
        if player != self.position.to_move() {
            return Err(IllegalMove::new("it is the other player's turn"));
        }
        self.position.play(m)?;
        self.mind.search.advance(m);
        Ok(())
    }

    fn undo(&mut self) -> Option<(Player, Move)> {
        self.mind.search.reset();
        self.mind.begin();
        let m = self.position.undo()?;
        Some((self.position.to_move(), m))
    }

    fn look(&self, path: &[Move]) -> Option<NodeReport<Move>> {
        self.mind.search.look(path)
    }

    fn forget(&mut self) {
        self.mind.search.reset();
    }

    fn think(&mut self, thinking: Thinking<'_, Move>) -> SearchReport<Move> {
        let terms = self.setup().book_terms();
        self.mind.think(&self.position, &terms, thinking)
    }

    /// Nobody passes who has a move; the game is over when one side is connected.
    fn decide(
        &mut self,
        player: Player,
        thinking: Thinking<'_, Move>,
        rehearsal: bool,
    ) -> Decision<Move> {
        let terms = self.setup().book_terms();
        let (found, book) = self.mind.by_book(&self.position, &terms, rehearsal);
        if let Some(report) = found {
            let action = Action::Move(report.best.unwrap_or(Move::PASS));
            return Decision { action, reason: None, book, report };
        }
        let hopeless = self.mind.hopeless;
        let report = self.think(thinking);
        let is_opening = self.position.moves().len() < OPENING;
        let gives_up = self.mind.gives_up(player, &report, is_opening);
        if rehearsal {
            self.mind.hopeless = hopeless;
        }
        if gives_up {
            return Decision { action: Action::Resign, reason: Some(Reason::Lost), book, report };
        }
        let action = Action::Move(report.best.unwrap_or(Move::PASS));
        Decision { action, reason: None, book, report }
    }
}
