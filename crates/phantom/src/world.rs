//! Games that could have been: worlds, and replaying them against a view.

use tengen_go::{Board, Game, Move, Player, Point, PointMask, Position};

use crate::arbiter::Arbiter;
use crate::event::{Event, News};
use crate::plausibility::{Plausibility, Uniform};
use crate::view::{Moment, PlayerView};

/// A game that would have given a player exactly the answers he has got: a point for every stone
/// that the opponent has played.
#[derive(Clone, Debug)]
pub struct World {
    /// Where the opponent played, turn by turn, passes left out.
    pub(crate) moves: Vec<Point>,
    pub(crate) position: Position,
    /// How many events it has been replayed through.
    pub(crate) events: usize,
    /// How plausible it is.
    pub(crate) weight: i32,
}

impl World {
    /// The world in which the opponent has played these points, if it agrees with the view.
    #[must_use]
    pub fn of_moves(view: &PlayerView, moves: Vec<Point>) -> Option<Self> {
        if moves.len() != view.opponent_moves() || !moves.iter().all(|&p| view.size().contains(p)) {
            return None;
        }
        let mut replay = Replay::new(view);
        let weight = replay.run(view, &moves, &Uniform).ok()?;
        Some(Self { moves, position: replay.position, events: view.moments().len(), weight })
    }

    /// The position as it would be now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The board as it would be now.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.position.board()
    }

    /// Where the opponent would have played, turn by turn, passes left out.
    #[must_use]
    pub fn opponent_moves(&self) -> &[Point] {
        &self.moves
    }

    /// Plays the world before an arbiter, with all tries of the view. Gives the arbiter if he
    /// answers all of them as in the view, so that the player would know exactly the same.
    ///
    /// Where a player hears of illegal tries, the opponent makes as many as were heard.
    #[must_use]
    pub fn replay(&self, view: &PlayerView) -> Option<Arbiter> {
        let (player, opponent) = (view.player(), view.player().opponent());
        let mut arbiter = Arbiter::new(view.size(), view.rules(), view.komi(), view.referee());
        let mut moves = self.moves.iter();
        for moment in view.moments() {
            let (who, action, refused) = match moment.event {
                Event::Refused(point) | Event::Played { point, .. } => {
                    (player, Move::Play(point), None)
                }
                Event::Passed => (player, Move::Pass, None),
                Event::OpponentPlayed { refused, .. } => {
                    (opponent, Move::Play(*moves.next()?), refused)
                }
                Event::OpponentPassed { refused } => (opponent, Move::Pass, refused),
            };
            for _ in 0..refused.unwrap_or(0) {
                let theirs = arbiter.view(opponent);
                let mut tries = view.size().points().filter_map(|p| theirs.attempt(p).ok());
                let vain = tries.find(|t| !arbiter.position().is_legal(t.action()))?;
                arbiter.answer(vain).ok()?;
            }
            let attempt = match action {
                Move::Play(point) => arbiter.view(who).attempt(point),
                Move::Pass => arbiter.view(who).pass(),
            };
            arbiter.answer(attempt.ok()?).ok()?;
            if arbiter.view(player).moments().last() != Some(moment) {
                return None;
            }
        }
        (arbiter.view(player) == view).then_some(arbiter)
    }
}

/// Where worlds are replayed.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    start: Position,
    pub(crate) position: Position,
}

impl Replay {
    pub(crate) fn new(view: &PlayerView) -> Self {
        let start = Position::new(view.size(), view.rules(), view.komi());
        Self { position: start.clone(), start }
    }

    /// The position before the first event.
    pub(crate) const fn start(&self) -> &Position {
        &self.start
    }

    /// Replays the whole view. Gives the weight, or the first event that would have been another.
    pub(crate) fn run(
        &mut self,
        view: &PlayerView,
        moves: &[Point],
        plausibility: &impl Plausibility,
    ) -> Result<i32, usize> {
        self.position.clone_from(&self.start);
        let opponent = view.player().opponent();
        let (mut turn, mut weight) = (0, 0);
        for (event, moment) in view.moments().iter().enumerate() {
            let mut point = None;
            if let Event::OpponentPlayed { .. } = moment.event {
                point = Some(moves[turn]);
                turn += 1;
                if self.position.board().is_empty(moves[turn - 1]) {
                    weight += plausibility.weight(self.position.board(), opponent, moves[turn - 1]);
                }
            }
            if !step(&mut self.position, view.player(), moment, point) {
                return Err(event);
            }
        }
        Ok(weight)
    }

    /// Replays the events before this one, which are known to agree.
    pub(crate) fn run_before(&mut self, view: &PlayerView, moves: &[Point], event: usize) {
        self.position.clone_from(&self.start);
        let mut turns = moves.iter().copied();
        for moment in &view.moments()[..event] {
            match moment.event {
                Event::Refused(_) => {}
                Event::Played { point, .. } => self.position.play_unchecked(Move::Play(point)),
                Event::OpponentPlayed { .. } => {
                    let point = turns.next().map_or(Move::Pass, Move::Play);
                    self.position.play_unchecked(point);
                }
                Event::Passed | Event::OpponentPassed { .. } => {
                    self.position.play_unchecked(Move::Pass);
                }
            }
        }
    }
}

/// Plays one event, with the point of the opponent if it is his. Whether `player` would have been
/// told the same; if not, the position may have changed all the same.
pub(crate) fn step(
    position: &mut Position,
    player: Player,
    moment: &Moment,
    point: Option<Point>,
) -> bool {
    let opponent = player.opponent();
    match moment.event {
        Event::Refused(point) => !position.is_legal(Move::Play(point)),
        Event::Played { point, taken, lost } => {
            position.is_legal(Move::Play(point)) && plays(position, player, point, &lost, &taken)
        }
        Event::Passed => {
            position.play_unchecked(Move::Pass);
            true
        }
        Event::OpponentPlayed { refused, lost, gone } => {
            let Some(point) = point else { return false };
            could_try(position, opponent, refused)
                && position.is_legal(Move::Play(point))
                && plays(position, player, point, &lost, &gone)
        }
        Event::OpponentPassed { refused } => {
            let could = could_try(position, opponent, refused);
            position.play_unchecked(Move::Pass);
            could
        }
    }
}

/// Plays a legal move of either player; whether `player` loses and the opponent's stones that
/// leave the board are as told.
fn plays(
    position: &mut Position,
    player: Player,
    point: Point,
    lost: &PointMask,
    news: &News,
) -> bool {
    let (mover, opponent) = (position.to_move(), player.opponent());
    let count = |position: &Position, of: Player| position.board().stone_count(of);
    let gone = match news {
        News::Number(_) => PointMask::EMPTY,
        News::Stones(stones) => *stones,
    };
    let stood = |p: Point| position.board().stone(p) == Some(opponent) || p == point;
    if !gone.is_empty() && !gone.iter().all(stood) {
        return false;
    }
    let before = [player, opponent].map(|of| count(position, of) + usize::from(of == mover));
    position.play_unchecked(Move::Play(point));
    let after = [player, opponent].map(|of| count(position, of));
    let is_empty = |p| position.board().is_empty(p);
    before[0] - after[0] == lost.len()
        && before[1] - after[1] == news.number()
        && lost.iter().all(is_empty)
        && gone.iter().all(is_empty)
}

/// Whether the opponent, who is to move, has so many points to try in vain.
fn could_try(position: &Position, opponent: Player, refused: Option<usize>) -> bool {
    let Some(tries) = refused else { return true };
    let board = position.board();
    let occupied = board.stone_count(opponent.opponent());
    let forbidden = || board.empty_points().filter(|&p| !position.is_legal(Move::Play(p))).count();
    tries <= occupied || tries <= occupied + forbidden()
}
