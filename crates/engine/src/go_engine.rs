//! A player at a game of Go, with everything that only Go has: colours out of turn, komi, handicap,
//! passing, dead stones.

use tengen_book::BookTerms;
use tengen_go::{BoardSize, Ending, Game, IllegalMove, Key, Komi, Move, Player, Position, Rules};
use tengen_policy::go::{Ownership, OwnershipCounts};
use tengen_search::{Limits, NodeReport, SearchReport, StopFlag};

use crate::book_prior::Pages;
use crate::clock::{Clock, GameLength};
use crate::engine::{BadMove, Decision, Thinking};
use crate::game_engine::GameEngine;
use crate::go_players;
use crate::judge::{Judge, Judgement};
use crate::mind::Mind;
use crate::players::NoPlayer;
use crate::spec::PlayerSpec;

/// The terms of a game of Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoSetup {
    /// Points along a side.
    pub size: BoardSize,
    /// The rules.
    pub rules: Rules,
    /// What White gets.
    pub komi: Komi,
}

impl GoSetup {
    /// The beginning of such a game.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::new(self.size, self.rules, self.komi)
    }

    /// The terms that an opening book must have to be of use.
    #[must_use]
    pub fn book_terms(&self) -> BookTerms {
        let rules = Rules::PRESETS.iter().find(|(_, preset)| *preset == self.rules);
        let rules = rules.map_or_else(|| self.rules.ko.to_string(), |(name, _)| (*name).to_owned());
        BookTerms::go(self.size.side() as u32, self.komi, rules)
    }
}

/// How a turn is asked for.
#[derive(Default)]
pub struct Turn<'a> {
    /// What the search may do, and whom it tells.
    pub thinking: Thinking<'a, Move>,
    /// Dead stones are to be captured before he passes.
    pub clean_up: bool,
    /// It is only a question: nothing is to be remembered of it.
    pub rehearsal: bool,
}

/// A player at a game of Go.
///
/// ```
/// use tengen_engine::{Action, GoEngine, GoSetup, PlayerSpec, Turn};
/// use tengen_go::{BoardSize, Komi, Player, Rules};
/// let setup = GoSetup {
///     size: BoardSize::new(9).unwrap(),
///     rules: Rules::CHINESE,
///     komi: Komi::SEVEN_AND_A_HALF,
/// };
/// let player: PlayerSpec = "uct,sims=200,memory=16M".parse().unwrap();
/// let mut engine = GoEngine::new(setup, &player).unwrap();
/// engine.play(Player::Black, "E5".parse().unwrap()).unwrap();
/// let decision = engine.decide(Player::White, Turn::default());
/// let Action::Move(answer) = decision.action else { panic!("so early?") };
/// engine.play(Player::White, answer).unwrap();
/// ```
pub struct GoEngine {
    pub(crate) mind: Mind<Position>,
    pub(crate) position: Position,
    pub(crate) counts: OwnershipCounts,
    /// What was judged last, and of which position.
    judged: Option<(Key, Judgement)>,
}

/// Playouts that a judgement takes for each player who may be to move, and for each point of the
/// board in addition.
const LEAST_JUDGE_PLAYOUTS: u64 = 2000;
const JUDGE_PLAYOUTS: u64 = 15;

/// Playouts for each of the two questions about a chain in doubt.
const FATE_PLAYOUTS: u64 = 2000;

impl GoEngine {
    /// A player at the beginning of a game.
    pub fn new(setup: GoSetup, spec: &PlayerSpec) -> Result<Self, NoPlayer> {
        let position = setup.position();
        let counts = OwnershipCounts::new();
        let mind = Mind::new(spec, |spec, pages| {
            go_players::search(spec, &position, Some(&counts), pages)
        })?;
        Ok(Self { mind, position, counts, judged: None })
    }

    /// The player's text.
    #[must_use]
    pub const fn spec(&self) -> &PlayerSpec {
        &self.mind.spec
    }

    /// The limits of a move, by the player's text.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.mind.limits
    }

    /// The limits of the next move, by the player's text and by this clock. With a clock, the
    /// playouts count only if the text names them.
    #[must_use]
    pub fn limits_by(&self, clock: &Clock) -> Limits {
        let length = GameLength::of_go(self.position.board().size().area());
        // A fifth is left for judging whether to pass.
        self.mind.limits_by(clock, length, self.position.moves().len(), 0.8)
    }

    /// Whether the player thinks while the opponent does, by his text.
    #[must_use]
    pub const fn ponders(&self) -> bool {
        self.mind.manners.ponder
    }

    /// The game.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Its terms.
    #[must_use]
    pub fn setup(&self) -> GoSetup {
        GoSetup {
            size: self.position.board().size(),
            rules: self.position.rules(),
            komi: self.position.komi(),
        }
    }

    /// Another game, from any position.
    pub fn set_position(&mut self, position: Position) -> Result<(), NoPlayer> {
        if position.board().size() != self.position.board().size() {
            let pages = self.mind.pages();
            self.mind.search =
                go_players::search(&self.mind.spec, &position, Some(&self.counts), pages)?;
        } else {
            self.mind.search.reset();
        }
        self.counts.clear();
        self.mind.begin();
        self.position = position;
        Ok(())
    }

    /// Changes the player, in the middle of a game.
    pub fn set_spec(&mut self, spec: &PlayerSpec) -> Result<(), NoPlayer> {
        let make = |spec: &PlayerSpec, pages: Option<&Pages>| {
            go_players::search(spec, &self.position, Some(&self.counts), pages)
        };
        self.mind.change(spec, make)
    }

    /// Sets one key of the player.
    pub fn set_key(&mut self, key: &str, value: &str) -> Result<(), NoPlayer> {
        self.set_spec(&self.mind.spec_with(key, value)?)
    }

    /// Changes the komi.
    pub const fn set_komi(&mut self, komi: Komi) {
        self.position.set_komi(komi);
    }

    /// Changes the rules for what is to come.
    pub fn set_rules(&mut self, rules: Rules) {
        self.position.set_rules(rules);
    }

    /// Makes a move of either colour. After two passes the game goes on.
    pub fn play(&mut self, player: Player, m: Move) -> Result<(), IllegalMove> {
        self.check(player, m)?;
        let in_turn = self.turn_to(player);
        self.position.play_unchecked(m);
        if in_turn {
            self.mind.search.advance(m);
        } else {
            self.mind.search.reset();
        }
        Ok(())
    }

    /// Whether a move of either colour is legal, and why not.
    pub fn check(&self, player: Player, m: Move) -> Result<(), IllegalMove> {
        if self.position.to_move() == player && self.position.outcome().is_none() {
            return self.position.check(m);
        }
        self.position_for(player).check(m)
    }

    /// The position with this player to move, in a game that goes on.
    #[must_use]
    pub fn position_for(&self, player: Player) -> Position {
        let mut position = self.position.clone();
        position.resume();
        position.set_to_move(player);
        position
    }

    /// Makes it this player's turn; whether it was already.
    pub(crate) fn turn_to(&mut self, player: Player) -> bool {
        let in_turn = self.position.to_move() == player && self.position.outcome().is_none();
        if self.position.outcome().is_some() {
            self.position.resume();
        }
        self.position.set_to_move(player);
        in_turn
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<(Player, Move)> {
        self.mind.search.reset();
        self.mind.begin();
        self.position.undo()
    }

    /// Forgets what earlier searches found.
    pub fn forget(&mut self) {
        self.mind.search.reset();
    }

    /// Searches for a move of whoever is to move. Does not make it, and knows neither passing nor
    /// resigning.
    pub fn think(&mut self, thinking: Thinking<'_, Move>) -> SearchReport<Move> {
        let position = self.position.clone();
        self.think_about(&position, thinking)
    }

    /// The same for a player who may not be to move.
    pub fn think_for(
        &mut self,
        player: Player,
        thinking: Thinking<'_, Move>,
    ) -> SearchReport<Move> {
        let before = self.position.clone();
        self.turn_to(player);
        let report = self.think(thinking);
        self.position = before;
        report
    }

    pub(crate) fn think_about(
        &mut self,
        position: &Position,
        thinking: Thinking<'_, Move>,
    ) -> SearchReport<Move> {
        self.counts.clear();
        let terms = self.setup().book_terms();
        self.mind.think(position, &terms, thinking)
    }

    /// Who had each point in the end, in the playouts of the last search. Some methods make none.
    #[must_use]
    pub fn ownership(&self) -> Ownership {
        self.counts.total()
    }

    /// A handle to the same counts, to look at while a search goes on.
    #[must_use]
    pub fn ownership_counts(&self) -> OwnershipCounts {
        self.counts.clone()
    }

    /// Judges the position as if the game were over, whoever moves next. The same position is
    /// judged in the same way every time.
    pub fn judge(&mut self) -> Result<Judgement, NoPlayer> {
        self.judge_within(Limits::default(), &StopFlag::new())
    }

    /// The same within limits and until a flag is raised, for whoever has other things to do. What
    /// was cut short is remembered too: it is asked for in the same way each time.
    pub fn judge_within(&mut self, limits: Limits, stop: &StopFlag) -> Result<Judgement, NoPlayer> {
        let key = self.position.history_key();
        match &self.judged {
            Some((judged, judgement)) if *judged == key => Ok(judgement.clone()),
            _ => {
                let movers = &Player::BOTH;
                let judgement = self.estimate(&self.position, movers, limits, stop)?;
                let judgement = self.verified(judgement, movers, limits, stop);
                self.judged = Some((key, judgement.clone()));
                Ok(judgement)
            }
        }
    }

    /// Black's points less White's and komi: as the board stands if the game is over and the rules
    /// say so, otherwise without the stones that are judged dead.
    pub fn final_score(&mut self) -> Result<f32, NoPlayer> {
        let area = if self.counts_as_it_stands() {
            self.position.board().area()
        } else {
            self.judge()?.area()
        };
        Ok(area.score() as f32 - self.position.komi().points())
    }

    /// Whether everything on the board counts as it stands: the game is over, and the rules say so.
    #[must_use]
    pub fn counts_as_it_stands(&self) -> bool {
        self.position.outcome().is_some() && self.position.rules().ending == Ending::AsItStands
    }

    /// Judges by ownership, for players who may move next, within limits.
    pub(crate) fn estimate(
        &self,
        position: &Position,
        movers: &[Player],
        limits: Limits,
        stop: &StopFlag,
    ) -> Result<Judgement, NoPlayer> {
        let area = position.board().size().area() as u64;
        let playouts = (LEAST_JUDGE_PLAYOUTS + JUDGE_PLAYOUTS * area) * movers.len() as u64;
        let limits = within(limits, playouts);
        Ok(Judge::new(position)?.judge(position, movers, limits, stop))
    }

    /// Takes another look at every chain that is in doubt.
    pub(crate) fn verified(
        &self,
        mut judgement: Judgement,
        movers: &[Player],
        limits: Limits,
        stop: &StopFlag,
    ) -> Judgement {
        judgement.verify(&self.position, movers, within(limits, FATE_PLAYOUTS), stop);
        judgement
    }
}

/// So many playouts, unless the limits allow fewer.
pub(crate) fn within(limits: Limits, playouts: u64) -> Limits {
    Limits { playouts: Some(limits.playouts.map_or(playouts, |most| playouts.min(most))), ..limits }
}

impl GameEngine for GoEngine {
    type Position = Position;

    fn spec(&self) -> &PlayerSpec {
        self.spec()
    }

    fn limits(&self) -> Limits {
        self.limits()
    }

    fn limits_by(&self, clock: &Clock) -> Limits {
        self.limits_by(clock)
    }

    fn ponders(&self) -> bool {
        self.ponders()
    }

    fn position(&self) -> &Position {
        self.position()
    }

    fn moves_made(&self) -> usize {
        self.position.moves().len()
    }

    fn set_position(&mut self, position: Position) -> Result<(), NoPlayer> {
        self.set_position(position)
    }

    fn set_spec(&mut self, spec: &PlayerSpec) -> Result<(), NoPlayer> {
        self.set_spec(spec)
    }

    fn set_key(&mut self, key: &str, value: &str) -> Result<(), NoPlayer> {
        self.set_key(key, value)
    }

    fn read_move(&self, text: &str) -> Result<Move, BadMove> {
        text.parse().map_err(|error| BadMove::NotAMove(format!("{error}")))
    }

    fn play(&mut self, player: Player, m: Move) -> Result<(), IllegalMove> {
        self.play(player, m)
    }

    fn undo(&mut self) -> Option<(Player, Move)> {
        self.undo()
    }

    fn look(&self, path: &[Move]) -> Option<NodeReport<Move>> {
        self.mind.search.look(path)
    }

    fn forget(&mut self) {
        self.forget();
    }

    fn think(&mut self, thinking: Thinking<'_, Move>) -> SearchReport<Move> {
        self.think(thinking)
    }

    fn decide(
        &mut self,
        player: Player,
        thinking: Thinking<'_, Move>,
        rehearsal: bool,
    ) -> Decision<Move> {
        self.decide(player, Turn { thinking, clean_up: false, rehearsal })
    }

    fn dead(&mut self) -> Result<Vec<String>, NoPlayer> {
        Ok(self.judge()?.dead().iter().map(|point| point.to_string()).collect())
    }
}
