//! A session: a player at a game, who answers commands.

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tengen_engine::go::{Game, Key, Player};
use tengen_engine::loa::Square;
use tengen_engine::sgf::{Annotation, GameResult};
use tengen_engine::{
    Action, BookSaying, Clock, Decision, GoEngine, GoSetup, Limits, LoaEngine, LoaSetup, MoveOf,
    NoPlayer, PlayerSpec, SearchReport, StopFlag, Thinking, TimeSystem, Watch, turn_note,
};

use crate::answer::{Answer, Refusal, frame};
use crate::arguments::Arguments;
use crate::commands::Call;
use crate::gtp_game::GtpGame;
use crate::inbox::EndsBy;
use crate::line::Request;
use crate::server::{Answering, Identity};

/// The other side of a session, while a command is being answered.
pub trait Caller {
    /// A search begins; the flag is raised when it must end.
    fn begin(&self, ends_by: EndsBy) -> StopFlag;
    /// It is over.
    fn end(&self);
    /// A line of an answer that is told bit by bit; the first one is empty and begins it.
    fn tell(&self, line: &str);
    /// Waits for the next command.
    fn wait(&self);
    /// A remark that is no part of any answer, such as that a player has left his opening book.
    fn remark(&self, _text: &str) {}
}

/// A caller who lets every command finish, and has none to follow: for scripts and tests. What can
/// only be ended by a next command ends at once.
#[derive(Debug, Default)]
pub struct Patient {
    told: RefCell<Vec<String>>,
}

impl Caller for Patient {
    fn begin(&self, ends_by: EndsBy) -> StopFlag {
        let stop = StopFlag::new();
        if ends_by == EndsBy::NextCommand {
            stop.stop();
        }
        stop
    }
    fn end(&self) {}
    fn tell(&self, line: &str) {
        self.told.borrow_mut().push(line.to_owned());
    }
    fn wait(&self) {}
}

/// What a search found, and about which position.
pub(crate) struct Found<E: GtpGame> {
    pub(crate) report: SearchReport<MoveOf<E>>,
    pub(crate) insight: E::Insight,
    key: Key,
}

/// Moves of Lines of Action that come square by square.
#[derive(Debug, Default)]
pub struct Half {
    /// Whether they do.
    pub(crate) by_squares: bool,
    /// Where the move begins whose end is still to come.
    pub(crate) from: Option<Square>,
    /// Where it is to end, if it is our own.
    pub(crate) own_to: Option<Square>,
}

/// A player at a game, who answers commands: at Go unless it is said otherwise.
///
/// ```
/// use tengen_engine::GoSetup;
/// use tengen_engine::go::{BoardSize, Komi, Rules};
/// use tengen_gtp::{Identity, Session};
/// let setup = GoSetup {
///     size: BoardSize::new(9).unwrap(),
///     rules: Rules::CHINESE,
///     komi: Komi::SEVEN_AND_A_HALF,
/// };
/// let player = "uct,sims=100,memory=16M".parse().unwrap();
/// let mut session = Session::new(setup, &player, Identity::default()).unwrap();
/// assert_eq!(session.answer("1 protocol_version").as_deref(), Some("=1 2\n\n"));
/// assert_eq!(session.answer("play black J10").as_deref(), Some("? illegal move\n\n"));
/// assert_eq!(session.answer("# a comment"), None);
/// ```
pub struct Session<E: GtpGame = GoEngine> {
    pub(crate) engine: E,
    /// What the game needs beside.
    pub(crate) desk: E::Desk,
    pub(crate) identity: Identity,
    pub(crate) time: TimeSystem,
    pub(crate) clocks: [Clock; 2],
    pub(crate) last_decision: Option<(Player, Decision<MoveOf<E>>)>,
    found: Option<Found<E>>,
    /// What was thought about our own moves, by their numbers in the game.
    notes: Vec<(usize, Annotation)>,
    /// Where file names begin.
    pub(crate) folder: PathBuf,
    /// Whether the opponent is thinking about an answer to our move.
    pub(crate) opponent_thinks: bool,
    pub(crate) quits: bool,
}

impl Session {
    /// A session at the beginning of a game of Go.
    pub fn new(setup: GoSetup, player: &PlayerSpec, identity: Identity) -> Result<Self, NoPlayer> {
        Ok(Self::with_engine(GoEngine::new(setup, player)?, identity))
    }
}

impl Session<LoaEngine> {
    /// A session at the beginning of a game of Lines of Action. Moves are told as `f8-f7`, or as two
    /// squares one after the other: that is all that graphical programs for Go can show.
    ///
    /// ```
    /// use tengen_engine::LoaSetup;
    /// use tengen_gtp::{Identity, Session};
    /// let player = "random".parse().unwrap();
    /// let mut session =
    ///     Session::loa(LoaSetup::default(), &player, false, Identity::default()).unwrap();
    /// assert_eq!(session.answer("play b b1-b3").as_deref(), Some("=\n\n"));
    /// ```
    pub fn loa(
        setup: LoaSetup,
        player: &PlayerSpec,
        by_squares: bool,
        identity: Identity,
    ) -> Result<Self, NoPlayer> {
        let mut session = Self::with_engine(LoaEngine::new(setup, player)?, identity);
        session.desk.by_squares = by_squares;
        Ok(session)
    }
}

impl<E: GtpGame> Session<E> {
    fn with_engine(engine: E, identity: Identity) -> Self {
        let time = TimeSystem::Unlimited;
        Self {
            engine,
            desk: E::Desk::default(),
            identity,
            time,
            clocks: [Clock::new(time); 2],
            last_decision: None,
            found: None,
            notes: Vec::new(),
            folder: PathBuf::new(),
            opponent_thinks: false,
            quits: false,
        }
    }

    /// Answers a line by itself; `None` if there is nothing to answer.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let request = Request::parse(line)?;
        let caller = Patient::default();
        let rest = self.handle(&request, &caller);
        let told = caller.told.into_inner();
        if told.is_empty() {
            return Some(rest);
        }
        // The first line that is told is the one that begins the answer.
        let lines: String = told.iter().skip(1).map(|line| format!("{line}\n")).collect();
        Some(format!("={}\n{lines}{rest}", request.id))
    }

    /// The limits of this player's next move, by his text and by his clock.
    fn limits(&self, player: Player) -> Limits {
        let limits = self.engine.limits_by(&self.clocks[player.index()]);
        // A player without limits would never answer.
        if limits == Limits::default() { FALL_BACK } else { limits }
    }

    /// Lets the player think about a move of this colour, as `decide` says.
    fn decide_by(
        &mut self,
        player: Player,
        watch: Option<Watch<'_, MoveOf<E>>>,
        caller: &dyn Caller,
        decide: impl FnOnce(&mut E, Thinking<'_, MoveOf<E>>) -> Decision<MoveOf<E>>,
    ) -> Decision<MoveOf<E>> {
        let stop = caller.begin(EndsBy::Interrupt);
        let limits = Some(self.limits(player));
        let decision = decide(&mut self.engine, Thinking { limits, stop, watch, look: None });
        caller.end();
        if let Some(saying @ BookSaying::Leaves { .. }) = &decision.book {
            caller.remark(&saying.to_string());
        }
        decision
    }

    /// Lets the player decide about a move of this colour. Does not make it.
    fn decide(
        &mut self,
        player: Player,
        watch: Option<Watch<'_, MoveOf<E>>>,
        rehearsal: bool,
        caller: &dyn Caller,
    ) -> Decision<MoveOf<E>> {
        let decision = self.decide_by(player, watch, caller, |engine, thinking| {
            engine.decide(player, thinking, rehearsal)
        });
        if self.engine.to_move() == player {
            self.remember(decision.report.clone());
        }
        decision
    }

    /// What the player would do. Nothing is remembered of it, and no clock runs.
    pub(crate) fn rehearse(&mut self, player: Player, caller: &dyn Caller) -> Action<MoveOf<E>> {
        self.decide(player, None, true, caller).action
    }

    /// Decides about a move that is made later.
    pub(crate) fn consider(&mut self, player: Player, caller: &dyn Caller) -> Action<MoveOf<E>> {
        let started = Instant::now();
        let decision = self.decide(player, None, false, caller);
        self.clocks[player.index()].spend(started.elapsed());
        let action = decision.action;
        self.last_decision = Some((player, decision));
        action
    }

    /// Decides, and makes the move.
    pub(crate) fn generate(
        &mut self,
        player: Player,
        watch: Option<Watch<'_, MoveOf<E>>>,
        caller: &dyn Caller,
    ) -> Result<String, Refusal> {
        let started = Instant::now();
        let decision = self.decide(player, watch, false, caller);
        self.carry_out(player, decision, started)
    }

    /// Decides in another way than usual, and makes the move.
    pub(crate) fn generate_by(
        &mut self,
        player: Player,
        caller: &dyn Caller,
        decide: impl FnOnce(&mut E, Thinking<'_, MoveOf<E>>) -> Decision<MoveOf<E>>,
    ) -> Result<String, Refusal> {
        let started = Instant::now();
        let decision = self.decide_by(player, None, caller, decide);
        self.carry_out(player, decision, started)
    }

    fn carry_out(
        &mut self,
        player: Player,
        decision: Decision<MoveOf<E>>,
        started: Instant,
    ) -> Result<String, Refusal> {
        let text = match decision.action {
            Action::Resign => "resign".to_owned(),
            Action::Move(m) => {
                let played = self.engine.play(player, m);
                played.map_err(|error| Refusal::new(error.to_string()))?;
                E::clear_desk(&mut self.desk);
                self.notes.push((self.engine.moves_made(), turn_note(&decision)));
                m.to_string()
            }
        };
        self.clocks[player.index()].spend(started.elapsed());
        self.opponent_thinks = decision.action != Action::Resign;
        self.last_decision = Some((player, decision));
        Ok(text)
    }

    /// The position is another one now, and not by a move of ours.
    pub(crate) fn position_changed(&mut self) {
        E::clear_desk(&mut self.desk);
        self.opponent_thinks = false;
        let moves = self.engine.moves_made();
        self.notes.retain(|(number, _)| *number <= moves);
        // A resignation after which the game goes on was none.
        self.last_decision.take_if(|(_, decision)| decision.action == Action::Resign);
    }

    /// What was thought about our own moves, by their numbers in the game.
    pub(crate) fn notes(&self) -> &[(usize, Annotation)] {
        &self.notes
    }

    /// File names are relative to this folder from now on.
    pub fn set_folder(&mut self, folder: impl Into<PathBuf>) {
        self.folder = folder.into();
    }

    /// The result of the game, if it has one, as game records write it.
    pub(crate) fn result(&mut self) -> Option<String> {
        if let Some((player, Decision { action: Action::Resign, .. })) = &self.last_decision {
            return Some(GameResult::Resignation(player.opponent()).to_string());
        }
        self.engine.result()
    }

    /// A game begins: clocks are set, and nobody remembers the last one.
    pub(crate) fn game_begins(&mut self) {
        self.position_changed();
        self.clocks = [Clock::new(self.time); 2];
        self.last_decision = None;
        self.found = None;
        self.notes.clear();
    }

    /// Nothing that was found is of use any more: the player is another one.
    pub(crate) fn player_changed(&mut self) {
        self.found = None;
    }

    pub(crate) fn remember(&mut self, report: SearchReport<MoveOf<E>>) {
        let key = self.engine.position().history_key();
        self.found = Some(Found { report, insight: self.engine.insight(), key });
    }

    /// What a search finds about the position, for whoever is to move: an earlier one if there is
    /// one, or else a new one.
    pub(crate) fn found(&mut self, caller: &dyn Caller) -> &Found<E> {
        let key = self.engine.position().history_key();
        if self.found.as_ref().is_none_or(|found| found.key != key) {
            let limits = Some(self.limits(self.engine.to_move()));
            let stop = caller.begin(EndsBy::Interrupt);
            let report = self.engine.think(Thinking { limits, stop, ..Thinking::default() });
            caller.end();
            self.remember(report);
        }
        match &self.found {
            Some(found) => found,
            None => unreachable!("just remembered"),
        }
    }
}

impl<E: GtpGame> Answering for Session<E> {
    fn handle(&mut self, request: &Request, caller: &dyn Caller) -> String {
        let found = E::commands().iter().find(|command| command.name == request.name);
        let result = match found {
            Some(command) => {
                let arguments = Arguments::new(&request.arguments);
                (command.run)(&mut Call { session: self, arguments, caller })
            }
            None => Err(Refusal::new("unknown command")),
        };
        match result {
            Ok(Answer::Text(text)) => frame(&request.id, &Ok(text)),
            Ok(Answer::Told(last)) if last.is_empty() => "\n".to_owned(),
            Ok(Answer::Told(last)) => format!("{last}\n\n"),
            Err(refusal) => frame(&request.id, &Err(refusal)),
        }
    }

    fn is_over(&self) -> bool {
        self.quits
    }

    fn ponder(&mut self, caller: &dyn Caller) {
        let stop = caller.begin(EndsBy::NextCommand);
        let thinking = Thinking { limits: Some(Limits::default()), stop, ..Thinking::default() };
        self.engine.think(thinking);
        caller.end();
    }

    fn wants_to_ponder(&self) -> bool {
        let over = self.engine.position().outcome().is_some();
        self.opponent_thinks && self.engine.ponders() && !over
    }
}

/// How often an analysis tells, if it is not said.
pub(crate) const INTERVAL: Duration = Duration::from_millis(500);

/// For a player who has neither limits nor a clock.
const FALL_BACK: Limits = Limits::playouts(10_000);
