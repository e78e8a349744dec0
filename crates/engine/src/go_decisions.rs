//! What a player of Go does with his turn beside searching: passing, resigning, cleaning up.

use tengen_go::{Ending, EyeRule, Game, Komi, Move, Outcome, Player, Point, PointMask, Position};
use tengen_search::{Control, Limits, MoveReport, SearchReport, StopFlag};

use crate::engine::{Action, Decision, Reason, Thinking};
use crate::go_engine::{GoEngine, Turn, within};
use crate::go_players;
use crate::judge::Judgement;

/// Who expects less has no hope.
const HOPELESS: f64 = 0.25;

/// Who expects so much less after a pass had something to lose.
const HARM: f64 = 0.15;

/// The most playouts that look for such harm.
const SECOND_LOOK_PLAYOUTS: u64 = 10_000;

/// Fewer playouts judge nothing.
const FEW_PLAYOUTS: u64 = 500;

/// A point that is one player's in so many playouts is likely to stay so.
const LIKELY: f64 = 0.5;

impl GoEngine {
    /// Decides what this player does with his turn: searches, and passes or resigns if that is the
    /// sensible thing. Does not make the move.
    pub fn decide(&mut self, player: Player, turn: Turn<'_>) -> Decision<Move> {
        let (before, hopeless) = (self.position.clone(), self.mind.hopeless);
        self.turn_to(player);
        let decision = if turn.clean_up {
            self.clean_up(player, turn.thinking)
        } else {
            self.decide_in_turn(player, turn.thinking, turn.rehearsal)
        };
        self.position = before;
        if turn.rehearsal {
            self.mind.hopeless = hopeless;
        }
        decision
    }

    fn decide_in_turn(
        &mut self,
        player: Player,
        thinking: Thinking<'_, Move>,
        rehearsal: bool,
    ) -> Decision<Move> {
        let terms = self.setup().book_terms();
        let (found, book) = self.mind.by_book(&self.position, &terms, rehearsal);
        if let Some(report) = found {
            let action = Action::Move(report.best.unwrap_or(Move::Pass));
            return Decision { action, reason: None, book, report };
        }
        let stop = thinking.stop.clone();
        // If time counts, judgements must not cost more than a quarter of the search. There may be
        // four of them. If playouts count, each takes as many as the search at most.
        let limits = thinking.limits.unwrap_or(self.mind.limits);
        let limits = Limits {
            playouts: limits.playouts.map(|playouts| playouts.max(FEW_PLAYOUTS)),
            time: limits.time.map(|time| time / 16),
        };
        let report = self.think(thinking);
        let best = report.best.unwrap_or(Move::Pass);
        let area = self.position.board().size().area();
        let is_opening = 4 * self.position.moves().len() < area;
        if self.mind.gives_up(player, &report, is_opening) {
            return Decision { action: Action::Resign, reason: Some(Reason::Lost), book, report };
        }
        if self.may_pass(player, best)
            && let Some(reason) = self.reason_to_pass(player, &report, limits, &stop)
        {
            return Decision {
                action: Action::Move(Move::Pass),
                reason: Some(reason),
                book,
                report,
            };
        }
        let m = self.useful(player, &report);
        let reason = (m == Move::Pass && best != m).then_some(Reason::NothingLeft);
        Decision { action: Action::Move(m), reason, book, report }
    }

    /// Whether it is time to think of passing: the opponent has passed, the search would, or much is
    /// settled in its playouts.
    fn may_pass(&self, player: Player, best: Move) -> bool {
        if self.position.passes() > 0 || self.wastes(player, best) {
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

    /// Whether a pass gives nothing away, as far as a judgement can tell. The first to pass must be
    /// sure of every point: else it is a move for nothing, and with it go the games that are misjudged.
    /// Playing on costs nothing where areas are counted. After a pass of the opponent no move is lost.
    fn is_idle(&self, judgement: &Judgement) -> bool {
        self.position.passes() > 0 || judgement.is_settled()
    }

    /// Why to pass, if there is a reason.
    fn reason_to_pass(
        &self,
        player: Player,
        report: &SearchReport<Move>,
        limits: Limits,
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
            let judgement = self.estimate(&after, &[player.opponent()], limits, stop).ok()?;
            if !self.is_idle(&judgement) {
                return None;
            }
            let (least, most) = judgement.range();
            if wins(stands) && wins(if player == Player::Black { least } else { most }) {
                let is_kept = ends_game || self.keeps_value(&after, report.value, limits, stop);
                return is_kept.then_some(Reason::Won);
            }
            // The search itself would pass, and not only since it takes dead stones for living.
            let agreed = || {
                let verified = self.verified(judgement, &[player.opponent()], limits, stop);
                wins(verified.area().score())
            };
            if best == Move::Pass && (as_it_stands || !wins(stands) || agreed()) {
                return Some(Reason::NothingLeft);
            }
        }
        // Lost is what cannot be saved by the next move either.
        if report.value < HOPELESS && (loses(stands) || !as_it_stands) {
            let judgement = self.estimate(&self.position, &[player], limits, stop).ok()?;
            let (least, most) = judgement.range();
            let is_lost = loses(if player == Player::Black { most } else { least });
            return (is_lost && self.is_idle(&judgement)).then_some(Reason::Lost);
        }
        None
    }

    /// Whether a search like the player's own expects as much for him after his pass as before it. What
    /// is beyond doubt in playouts may still hang on a move that they seldom make.
    fn keeps_value(&self, after: &Position, value: f64, limits: Limits, stop: &StopFlag) -> bool {
        let Ok(mut search) = go_players::second_look(self.spec(), after) else { return false };
        let limits = within(limits, SECOND_LOOK_PLAYOUTS);
        let reply = search.search(after, &mut Control::new(limits).stopped_by(stop));
        1.0 - reply.value > value - HARM
    }

    /// The best move of a report that is not a waste: neither a pass (that was thought about
    /// already) nor an own eye, as long as there is another with hope.
    fn useful(&self, player: Player, report: &SearchReport<Move>) -> Move {
        let best = report.best.unwrap_or(Move::Pass);
        if !self.wastes(player, best) || report.proof.is_some() {
            return best;
        }
        // An eye may have to be filled; then the search has seen that nothing else is as good.
        let value = report.moves.first().map_or(0.5, |m| m.value);
        let close = |m: &&MoveReport<Move>| m.visits > 0 && m.value > value - 0.1;
        let useful = |m: &&MoveReport<Move>| !self.wastes(player, m.r#move);
        let other = report.moves.iter().filter(useful).find(close);
        match (other, best) {
            (Some(other), _) => other.r#move,
            // Passing instead costs nothing if there is nothing but eyes to fill.
            (None, Move::Play(_)) if self.only_eyes(player) => Move::Pass,
            (None, best) => best,
        }
    }

    /// Whether a move does nothing: a pass, or an own eye filled.
    fn wastes(&self, player: Player, m: Move) -> bool {
        let board = self.position.board();
        m.point().is_none_or(|point| board.is_eye(player, point, EyeRule::Standard))
    }

    /// Whether every legal move fills an own eye.
    fn only_eyes(&self, player: Player) -> bool {
        let moves = self.position.board().empty_points().map(Move::Play);
        moves.filter(|&m| self.position.is_legal(m)).all(|m| self.wastes(player, m))
    }

    /// A turn in which dead stones are to be captured: the search wins only by taking them all.
    fn clean_up(&mut self, player: Player, thinking: Thinking<'_, Move>) -> Decision<Move> {
        let position = self.position.clone();
        let stop = thinking.stop.clone();
        // Half of the time for each.
        let limits = thinking.limits.unwrap_or(self.mind.limits);
        let limits = Limits { time: limits.time.map(|time| time / 2), ..limits };
        let judging = Limits { time: limits.time.map(|time| time / 2), playouts: None };
        let thinking = Thinking { limits: Some(limits), ..thinking };
        // What he can capture by moving first, he must.
        let judgement = self
            .estimate(&position, &[player], judging, &stop)
            .map(|judgement| self.verified(judgement, &[player], judging, &stop))
            .ok();
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
            return Decision { action, reason: Some(Reason::Clean), book: None, report };
        };
        // One point less than all that is his is lost.
        let goal = mine(judgement.area().score());
        let half_points = i16::try_from(2 * mine(goal) - mine(1)).unwrap_or(0);
        let mut strict = position;
        strict.set_komi(Komi::from_half_points(half_points).unwrap_or(self.position.komi()));
        let report = self.think_about(&strict, thinking);
        let m = self.capturing(player, &report, judgement.dead());
        Decision { action: Action::Move(m), reason: None, book: None, report }
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
