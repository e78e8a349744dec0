//! Games that build a book: Meta-MCTS of paper 001. The rule chooses while the book says how, then
//! a whole player does.

use serde::{Deserialize, Serialize};
use tengen_engine::book::{BookFault, BookSource, Page, Rule};
use tengen_engine::go::{Game, Outcome, Rng};
use tengen_engine::{
    Action, GameEngine, GameSetup, GoEngine, LoaEngine, NoPlayer, PhantomSetup, PlayerSpec,
    StopFlag, Thinking,
};

use super::playable::{Playable, played_out};
use super::record::{BookRecord, letter};
use crate::playing::longest;
use crate::record::GameTerms;

/// The kind of the jobs that are such games.
pub const BOOK_GAME: &str = "book game";

/// All that the games of a run have in common. A game is a function of this, of its number and of
/// what the book says when its turns come.
///
/// ```
/// use tengen_arena::{BookBuild, BookRecord, GameTerms};
/// use tengen_engine::book::{MemoryBook, Qbf, Rule};
/// use tengen_engine::{GameSetup, GoSetup, StopFlag};
/// use tengen_engine::go::{BoardSize, Komi, Rules};
///
/// let size = BoardSize::new(5).unwrap();
/// let go = GoSetup { size, rules: Rules::CHINESE, komi: Komi::SEVEN_AND_A_HALF };
/// let build = BookBuild {
///     terms: GameTerms::new(GameSetup::Go(go), None),
///     rule: Rule::Qbf(Qbf::default()),
///     player: "uct,sims=20,memory=8M".to_owned(),
///     seed: 1,
/// };
/// let game = build.play(0, &MemoryBook::default(), &StopFlag::new()).unwrap().unwrap();
/// let BookRecord::Game { moves, from_book, .. } = game else { panic!("a game") };
/// assert!(!moves.is_empty() && from_book == 0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookBuild {
    /// The game and its terms.
    pub terms: GameTerms,
    /// How the book chooses.
    pub rule: Rule,
    /// The lower level: who plays where the book does not.
    pub player: String,
    /// Seed of all chance.
    pub seed: u64,
}

/// Why a game was not played.
#[derive(Debug, thiserror::Error)]
pub enum NoBookGame {
    /// The player cannot be made.
    #[error(transparent)]
    Player(#[from] NoPlayer),
    /// No game has these terms.
    #[error("no game has the terms of this run")]
    Terms,
    /// The book cannot be read.
    #[error("the book cannot be read: {0}")]
    Book(#[from] BookFault),
    /// A move was refused.
    #[error("move {number}, {text}: {reason}")]
    Move {
        /// Which.
        number: usize,
        /// The move.
        text: String,
        /// Why.
        reason: &'static str,
    },
}

impl BookBuild {
    /// What is played.
    pub fn setup(&self) -> Result<GameSetup, NoBookGame> {
        self.terms.setup().map(played_out).ok_or(NoBookGame::Terms)
    }

    /// The lower level. It has no book of its own: what it adds to this one would not be its own
    /// thought.
    pub fn player(&self) -> Result<PlayerSpec, NoBookGame> {
        let spec: PlayerSpec = self.player.parse().map_err(NoPlayer::from)?;
        if spec.settings().any(|(key, value)| key == "book" && value != "off") {
            let reason = "the player who builds a book cannot have one".to_owned();
            return Err(NoPlayer::Book { name: self.player.clone(), reason }.into());
        }
        Ok(spec)
    }

    /// Plays a game. `None` if it was stopped.
    pub fn play(
        &self,
        game: u64,
        book: &(impl BookSource + ?Sized),
        stop: &StopFlag,
    ) -> Result<Option<BookRecord>, NoBookGame> {
        let mut rng = Rng::stream(self.seed, game);
        let seed = rng.next_u64() >> 32;
        let spec = self.player()?.or_set("seed", seed);
        let setup = self.setup()?;
        let most = longest(setup);
        match setup {
            GameSetup::Go(go) | GameSetup::Phantom(PhantomSetup { go, .. }) => {
                self.run(GoEngine::new(go, &spec)?, most, book, &mut rng, stop)
            }
            GameSetup::Loa(loa) => {
                self.run(LoaEngine::new(loa, &spec)?, most, book, &mut rng, stop)
            }
        }
    }

    fn run<E: GameEngine<Position: Playable>>(
        &self,
        mut engine: E,
        most: usize,
        book: &(impl BookSource + ?Sized),
        rng: &mut Rng,
        stop: &StopFlag,
    ) -> Result<Option<BookRecord>, NoBookGame> {
        let (mut moves, mut from_book) = (Vec::new(), 0);
        let outcome = loop {
            if let Some(outcome) = engine.position().outcome() {
                break outcome;
            }
            if moves.len() >= most {
                break engine.position().outcome_of_unfinished();
            }
            let player = engine.to_move();
            let page = Page::read(engine.position(), book)?;
            let m = match self.rule.choose(engine.position(), &page, rng) {
                Some(m) => {
                    from_book += 1;
                    m
                }
                None => {
                    let thinking = Thinking { stop: stop.clone(), ..Thinking::default() };
                    let decision = engine.decide(player, thinking, false);
                    if stop.is_stopped() {
                        return Ok(None);
                    }
                    match decision.action {
                        Action::Move(m) => m,
                        Action::Resign => {
                            break Outcome::Win(player.opponent());
                        }
                    }
                }
            };
            engine.play(player, m).map_err(|error| NoBookGame::Move {
                number: moves.len() + 1,
                text: m.to_string(),
                reason: error.reason,
            })?;
            moves.push(m.to_string());
        };
        Ok(Some(BookRecord::Game {
            moves: moves.join(" "),
            result: letter(outcome).to_owned(),
            from_book,
            times: 1,
        }))
    }
}
