//! A player at a game of Go, with everything that only Go has: colours out of turn, komi, handicap,
//! passing, dead stones.

use std::time::Duration;

use tengen_go::{
    BoardSize, Ending, EyeRule, Game, IllegalMove, Key, Komi, Move, Outcome, Player, Point,
    PointMask, Position, Rules,
};
use tengen_policy::go::{Ownership, OwnershipCounts};
use tengen_search::{Control, Limits, MoveReport, Search, SearchReport, StopFlag};

use crate::engine::{Action, Decision, Reason, Thinking};
use crate::go_players::{self, Manners, NoPlayer};
use crate::judge::{Judge, Judgement};
use crate::spec::{BadSpec, PlayerSpec};

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
    spec: PlayerSpec,
    limits: Limits,
    manners: Manners,
    position: Position,
    search: Box<dyn Search<Position>>,
    counts: OwnershipCounts,
    /// What was judged last, and of which position.
    judged: Option<(Key, Judgement)>,
    /// Turns in a row, by colour, in which all hope was gone.
    hopeless: [u32; 2],
}

/// A player resigns after so many hopeless turns in a row.
const PATIENCE: u32 = 3;

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
        Ok(Self {
            limits: go_players::limits(spec)?,
            manners: go_players::manners(spec)?,
            search: go_players::search(spec, &position, Some(&counts))?,
            spec: spec.clone(),
            position,
            counts,
            judged: None,
            hopeless: [0; 2],
        })
    }

    /// The player's text.
    #[must_use]
    pub const fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// The limits of a move, by the player's text.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// Whether the player thinks while the opponent does, by his text.
    #[must_use]
    pub const fn ponders(&self) -> bool {
        self.manners.ponder
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
            self.search = go_players::search(&self.spec, &position, Some(&self.counts))?;
        } else {
            self.search.reset();
        }
        self.counts.clear();
        self.hopeless = [0; 2];
        self.position = position;
        Ok(())
    }

    /// Changes the player, in the middle of a game.
    pub fn set_spec(&mut self, spec: &PlayerSpec) -> Result<(), NoPlayer> {
        let (limits, manners) = (go_players::limits(spec)?, go_players::manners(spec)?);
        // The old tree first: two may not fit.
        self.search = go_players::search(&"random".parse()?, &self.position, None)?;
        let made = go_players::search(spec, &self.position, Some(&self.counts));
        if made.is_err() {
            self.search = go_players::search(&self.spec, &self.position, Some(&self.counts))?;
        }
        self.search = made?;
        (self.spec, self.limits, self.manners) = (spec.clone(), limits, manners);
        Ok(())
    }

    /// Sets one key of the player.
    pub fn set_key(&mut self, key: &str, value: &str) -> Result<(), NoPlayer> {
        let mut spec = self.spec.clone();
        spec.set(key, value)?;
        // As if it had been written like that: values are checked.
        let spec: PlayerSpec = spec.to_string().parse().map_err(|error: BadSpec| error)?;
        self.set_spec(&spec)
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
            self.search.advance(m);
        } else {
            self.search.reset();
        }
        Ok(())
    }

    /// Whether a move of either colour is legal, and why not.
    pub fn check(&self, player: Player, m: Move) -> Result<(), IllegalMove> {
        if self.position.to_move() == player && self.position.outcome().is_none() {
            return self.position.check(m);
        }
        let mut position = self.position.clone();
        position.resume();
        position.set_to_move(player);
        position.check(m)
    }

    /// Makes it this player's turn; whether it was already.
    fn turn_to(&mut self, player: Player) -> bool {
        let in_turn = self.position.to_move() == player && self.position.outcome().is_none();
        if self.position.outcome().is_some() {
            self.position.resume();
        }
        self.position.set_to_move(player);
        in_turn
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<(Player, Move)> {
        self.search.reset();
        self.hopeless = [0; 2];
        self.position.undo()
    }

    /// Forgets what earlier searches found.
    pub fn forget(&mut self) {
        self.search.reset();
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

    fn think_about(
        &mut self,
        position: &Position,
        thinking: Thinking<'_, Move>,
    ) -> SearchReport<Move> {
        self.counts.clear();
        let limits = thinking.limits.unwrap_or(self.limits);
        let control = Control::new(limits).stopped_by(&thinking.stop);
        match thinking.watch {
            None => self.search.search(position, &mut { control }),
            Some((every, tell)) => self.search.search(position, &mut control.watched(every, tell)),
        }
    }

    /// Who had each point in the end, in the playouts of the last search; without one, in light
    /// playouts.
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
        let key = self.position.history_key();
        match &self.judged {
            Some((judged, judgement)) if *judged == key => Ok(judgement.clone()),
            _ => {
                let movers = &Player::BOTH;
                let judgement = self.verified(&self.position, movers, None, &StopFlag::new())?;
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

    /// Judges by ownership, for players who may move next.
    fn estimate(
        &self,
        position: &Position,
        movers: &[Player],
        time: Option<Duration>,
        stop: &StopFlag,
    ) -> Result<Judgement, NoPlayer> {
        let area = position.board().size().area() as u64;
        let playouts = (LEAST_JUDGE_PLAYOUTS + JUDGE_PLAYOUTS * area) * movers.len() as u64;
        let limits = Limits { playouts: Some(playouts), time };
        Ok(Judge::new(position)?.judge(position, movers, limits, stop))
    }

    /// The same, with another look at every chain that is in doubt.
    fn verified(
        &self,
        position: &Position,
        movers: &[Player],
        time: Option<Duration>,
        stop: &StopFlag,
    ) -> Result<Judgement, NoPlayer> {
        let mut judgement = self.estimate(position, movers, time, stop)?;
        let limits = Limits { playouts: Some(FATE_PLAYOUTS), time };
        judgement.verify(position, movers, limits, stop);
        Ok(judgement)
    }

    /// Decides what this player does with his turn: searches, and passes or resigns if that is the
    /// sensible thing. Does not make the move.
    pub fn decide(&mut self, player: Player, turn: Turn<'_>) -> Decision<Move> {
        let (before, hopeless) = (self.position.clone(), self.hopeless);
        self.turn_to(player);
        let decision = if turn.clean_up {
            self.clean_up(player, turn.thinking)
        } else {
            self.decide_in_turn(player, turn.thinking)
        };
        self.position = before;
        if turn.rehearsal {
            self.hopeless = hopeless;
        }
        decision
    }

    fn decide_in_turn(&mut self, player: Player, thinking: Thinking<'_, Move>) -> Decision<Move> {
        let stop = thinking.stop.clone();
        // If time counts, judgements must not cost more than a quarter of the search. There may be
        // four of them.
        let time = thinking.limits.unwrap_or(self.limits).time.map(|time| time / 16);
        let report = self.think(thinking);
        let best = report.best.unwrap_or(Move::Pass);
        if self.gives_up(player, &report) {
            return Decision { action: Action::Resign, reason: Some(Reason::Lost), report };
        }
        if self.may_pass(player, best)
            && let Some(reason) = self.reason_to_pass(player, &report, time, &stop)
        {
            return Decision { action: Action::Move(Move::Pass), reason: Some(reason), report };
        }
        let m = self.useful(player, &report);
        let reason = (m == Move::Pass && best != m).then_some(Reason::NothingLeft);
        Decision { action: Action::Move(m), reason, report }
    }

    /// Whether it is time to think of passing: the opponent has passed, the search would, or all is
    /// settled in its playouts.
    fn may_pass(&self, player: Player, best: Move) -> bool {
        let fills = |m: Move| {
            m.point().is_none_or(|p| self.position.board().is_eye(player, p, EyeRule::Standard))
        };
        if self.position.passes() > 0 || fills(best) {
            return true;
        }
        let ownership = self.counts.total();
        if ownership.playouts() < 50 {
            return false;
        }
        let size = self.position.board().size();
        let open = size.points().filter(|&point| ownership.of(point).abs() < LIKELY).count();
        open * 10 <= size.area()
    }

    /// Why to pass, if there is a reason.
    fn reason_to_pass(
        &self,
        player: Player,
        report: &SearchReport<Move>,
        time: Option<Duration>,
        stop: &StopFlag,
    ) -> Option<Reason> {
        let komi = self.position.komi();
        let wins = |score: i32| komi.outcome(score) == Outcome::Win(player);
        let loses = |score: i32| komi.outcome(score) == Outcome::Win(player.opponent());
        let stands = self.position.board().area().score();
        let ends_game = self.position.passes() == 1;
        // Under rules that count what stands, that is all that matters, once the pass ends the
        // game. Otherwise it must be won whichever way dead stones are counted.
        let as_it_stands = self.position.rules().ending == Ending::AsItStands;
        if wins(stands) && ends_game && as_it_stands {
            return Some(Reason::Won);
        }
        let best = report.best.unwrap_or(Move::Pass);
        if wins(stands) || best == Move::Pass {
            let mut after = self.position.clone();
            after.set_to_move(player.opponent());
            let (least, most) =
                self.estimate(&after, &[player.opponent()], time, stop).ok()?.range();
            if wins(stands) && wins(if player == Player::Black { least } else { most }) {
                return Some(Reason::Won);
            }
            // The search itself would pass, and not only since it takes dead stones for living.
            let agreed = || {
                let judged = self.verified(&after, &[player.opponent()], time, stop);
                judged.is_ok_and(|judgement| wins(judgement.area().score()))
            };
            if best == Move::Pass && (as_it_stands || !wins(stands) || agreed()) {
                return Some(Reason::NothingLeft);
            }
        }
        // Lost is what cannot be saved by the next move either.
        if report.value < HOPELESS && (loses(stands) || !as_it_stands) {
            let (least, most) = self.estimate(&self.position, &[player], time, stop).ok()?.range();
            return loses(if player == Player::Black { most } else { least })
                .then_some(Reason::Lost);
        }
        None
    }

    /// The best move of a report that is not a waste: neither a pass (that was thought about
    /// already) nor an own eye, as long as there is another with hope.
    fn useful(&self, player: Player, report: &SearchReport<Move>) -> Move {
        let board = self.position.board();
        let wastes =
            |m: Move| m.point().is_none_or(|point| board.is_eye(player, point, EyeRule::Standard));
        let best = report.best.unwrap_or(Move::Pass);
        if !wastes(best) || report.proof.is_some() {
            return best;
        }
        // An eye may have to be filled; then the search has seen that nothing else is as good.
        let value = report.moves.first().map_or(0.5, |m| m.value);
        let close = |m: &&MoveReport<Move>| m.visits > 0 && m.value > value - 0.1;
        let other = report.moves.iter().filter(|m| !wastes(m.r#move)).find(close);
        match (other, best) {
            (Some(other), _) => other.r#move,
            // Passing instead costs nothing if there is nothing but eyes to fill.
            (None, Move::Play(_)) if self.only_eyes(player) => Move::Pass,
            (None, best) => best,
        }
    }

    /// Whether every legal move fills an own eye.
    fn only_eyes(&self, player: Player) -> bool {
        let board = self.position.board();
        let mut points = board.empty_points().filter(|&p| self.position.is_legal(Move::Play(p)));
        points.all(|point| board.is_eye(player, point, EyeRule::Standard))
    }

    /// Whether the player has had enough.
    fn gives_up(&mut self, player: Player, report: &SearchReport<Move>) -> bool {
        let Some(threshold) = self.manners.resign else { return false };
        let turns = &mut self.hopeless[player.index()];
        *turns = if report.value < threshold { *turns + 1 } else { 0 };
        // Not in the opening: a search that has hardly begun knows nothing.
        let area = self.position.board().size().area();
        *turns >= PATIENCE && 4 * self.position.moves().len() >= area
    }

    /// A turn in which dead stones are to be captured: the search wins only by taking them all.
    fn clean_up(&mut self, player: Player, thinking: Thinking<'_, Move>) -> Decision<Move> {
        let position = self.position.clone();
        let stop = thinking.stop.clone();
        // Half of the time for each.
        let limits = thinking.limits.unwrap_or(self.limits);
        let limits = Limits { time: limits.time.map(|time| time / 2), ..limits };
        let time = limits.time.map(|time| time / 2);
        let thinking = Thinking { limits: Some(limits), ..thinking };
        // What he can capture by moving first, he must.
        let judgement = self.verified(&position, &[player], time, &stop).ok();
        let mine = |score: i32| if player == Player::Black { score } else { -score };
        let is_dead = |judgement: &Judgement| {
            let mut stones = position.board().stones();
            stones.any(|(point, owner)| owner != player && judgement.dead().contains(point))
        };
        let Some(judgement) = judgement.filter(is_dead) else {
            // A search of nothing, for the report.
            let nothing = Thinking { limits: Some(Limits::playouts(0)), ..Thinking::default() };
            let report = self.think(nothing);
            let action = Action::Move(Move::Pass);
            return Decision { action, reason: Some(Reason::Clean), report };
        };
        // One point less than all that is his is lost.
        let goal = mine(judgement.area().score());
        let half_points = i16::try_from(2 * mine(goal) - mine(1)).unwrap_or(0);
        let mut strict = position;
        strict.set_komi(Komi::from_half_points(half_points).unwrap_or(self.position.komi()));
        let report = self.think_about(&strict, thinking);
        let m = self.capturing(player, &report, judgement.dead());
        Decision { action: Action::Move(m), reason: None, report }
    }

    /// The best move of a clean-up: one that takes a liberty of a dead chain, if the search sees no
    /// harm in it.
    fn capturing(&self, player: Player, report: &SearchReport<Move>, dead: &PointMask) -> Move {
        let board = self.position.board();
        let fills_eye = |point| board.is_eye(player, point, EyeRule::Standard);
        let closes_in = |point: Point| {
            let touches = |p: Point| dead.contains(p) && board.stone(p) != Some(player);
            let mut after = board.clone();
            after.play(player, point);
            // Not into atari, unless that takes them.
            point.neighbours(board.size()).any(touches)
                && (after.liberties(point).len() > 1 || board.captures(player, point))
        };
        let points = || report.moves.iter().filter_map(|m| Some((m.r#move.point()?, m)));
        let best = report.moves.first().map_or(0.5, |m| m.value);
        // Of a move that was hardly tried nothing bad is known.
        let harmless = |m: &MoveReport<Move>| m.visits < 10 || m.value > best - 0.4;
        let closing = points().find(|(p, m)| harmless(m) && !fills_eye(*p) && closes_in(*p));
        let useful = closing.or_else(|| points().find(|(point, _)| !fills_eye(*point)));
        useful.map_or(Move::Pass, |(point, _)| Move::Play(point))
    }
}

/// Who expects less has no hope.
const HOPELESS: f64 = 0.25;

/// A point that is one player's in so many playouts is likely to stay so.
const LIKELY: f64 = 0.5;
