//! Finding a world: first a guess from what is certain, then changes where the replay goes wrong.
//!
//! The guess gives every demanded stone a turn of its own (a matching) and draws the others while
//! the game is played. Where the replay of a guess differs from the view, a few turns are changed
//! so that this event could be right, and the change stays if the replay gets at least as far. Now
//! and then it stays anyway, and any turn can be changed to any point of its domain: whatever worlds
//! there are can be reached.

use tengen_go::{Board, Game, Move, Point, PointMask, Rng};

use crate::arbiter::stones_of;
use crate::chart::Chart;
use crate::deduction::needed_for_suicide;
use crate::event::Event;
use crate::plausibility::{Plausibility, likelihood};
use crate::view::PlayerView;
use crate::world::{Replay, World, step};

/// Replays after which a guess is given up for a new one.
const PATIENCE: usize = 400;

/// What the search for worlds needs to know.
pub(crate) struct Mender<'a, P> {
    pub(crate) view: &'a PlayerView,
    pub(crate) chart: &'a Chart,
    pub(crate) plausibility: &'a P,
    pub(crate) rng: &'a mut Rng,
    pub(crate) replay: &'a mut Replay,
    pub(crate) replays: u64,
}

impl<P: Plausibility> Mender<'_, P> {
    /// A world from nothing, within so many replays.
    pub(crate) fn build(&mut self, effort: usize) -> Option<World> {
        let mut left = effort;
        while left > 0 {
            let patience = PATIENCE.min(left);
            left -= patience;
            let guess = self.guess();
            if let Some(world) = self.mend(guess, patience) {
                return Some(world);
            }
        }
        None
    }

    /// Changes turns until the replay agrees with the view, or so many replays have not helped.
    pub(crate) fn mend(&mut self, mut moves: Vec<Point>, effort: usize) -> Option<World> {
        let mut event = match self.run(&moves) {
            Ok(weight) => return Some(self.world(moves, weight)),
            Err(event) => event,
        };
        self.replay.run_before(self.view, &moves, event);
        let mut board = self.replay.position.board().clone();
        for _ in 0..effort {
            let mut changed = moves.clone();
            self.change(&mut changed, event, &board);
            let reached = match self.run(&changed) {
                Ok(weight) => return Some(self.world(changed, weight)),
                Err(reached) => reached,
            };
            if reached > event
                || reached == event && self.rng.below(2) == 0
                || self.rng.below(24) == 0
            {
                (moves, event) = (changed, reached);
                self.replay.run_before(self.view, &moves, event);
                board.clone_from(self.replay.position.board());
            }
        }
        None
    }

    fn run(&mut self, moves: &[Point]) -> Result<i32, usize> {
        self.replays += 1;
        self.replay.run(self.view, moves, self.plausibility)
    }

    fn world(&self, moves: Vec<Point>, weight: i32) -> World {
        let (position, events) = (self.replay.position.clone(), self.view.moments().len());
        World { moves, position, events, weight }
    }

    /// Follows the view with an old world as far as it goes. Gives the moves, those that are
    /// missing drawn from their domains, if it does not go on to the end.
    pub(crate) fn extend(&mut self, mut world: World) -> Result<World, Vec<Point>> {
        let (view, opponent) = (self.view, self.view.player().opponent());
        for moment in &view.moments()[world.events..] {
            let mut point = None;
            if let Event::OpponentPlayed { .. } = moment.event {
                let turn = world.moves.len();
                let drawn =
                    self.draw(world.position.board(), Some(&world), turn, &PointMask::EMPTY);
                let chosen = drawn.unwrap_or_else(|| self.any_point(turn));
                if world.position.board().is_empty(chosen) {
                    world.weight +=
                        self.plausibility.weight(world.position.board(), opponent, chosen);
                }
                world.moves.push(chosen);
                point = Some(chosen);
            }
            if !step(&mut world.position, view.player(), moment, point) {
                return Err(self.filled(world.moves));
            }
            world.events += 1;
        }
        Ok(world)
    }

    /// Draws points for the turns that have none.
    fn filled(&mut self, mut moves: Vec<Point>) -> Vec<Point> {
        while moves.len() < self.chart.turns.len() {
            let turn = moves.len();
            let free: Vec<Point> = self.free_points(turn, &moves).collect();
            moves.push(self.rng.choose(&free).unwrap_or_else(|| self.any_point(turn)));
        }
        moves
    }

    fn free_points<'b>(
        &'b self,
        turn: usize,
        moves: &'b [Point],
    ) -> impl Iterator<Item = Point> + 'b {
        let points = self.chart.turns[turn].points.iter().copied();
        points.filter(|point| !moves.contains(point))
    }

    fn any_point(&mut self, turn: usize) -> Point {
        // The true move is in the domain, so that it is not empty.
        self.rng
            .choose(&self.chart.turns[turn].points)
            .unwrap_or_else(|| self.view.size().points().next().expect("a board has points"))
    }

    /// Draws a point that a turn can have played on this board, as plausible as it is: legal, and
    /// a capture only where there was one.
    fn draw(
        &mut self,
        board: &Board,
        world: Option<&World>,
        turn: usize,
        avoid: &PointMask,
    ) -> Option<Point> {
        let opponent = self.view.player().opponent();
        let captures = !self.chart.turns[turn].finishes.is_empty();
        let event = self.chart.turns[turn].event;
        let suicide = match self.view.moments()[event].event {
            Event::OpponentPlayed { gone, .. } => gone.number() > 0,
            _ => false,
        };
        let fits = |&point: &Point| {
            !avoid.contains(point)
                && board.is_empty(point)
                && board.is_suicide(opponent, point) == suicide
                && board.captures(opponent, point) == captures
                && world.is_none_or(|world| world.position.is_legal(Move::Play(point)))
        };
        let fitting: Vec<Point> =
            self.chart.turns[turn].points.iter().copied().filter(fits).collect();
        let weights: Vec<f32> = fitting
            .iter()
            .map(|&point| likelihood(self.plausibility.weight(board, opponent, point)))
            .collect();
        let mut left = weights.iter().sum::<f32>() * self.rng.unit();
        for (&point, weight) in fitting.iter().zip(&weights) {
            left -= weight;
            if left < 0.0 {
                return Some(point);
            }
        }
        fitting.last().copied()
    }

    /// Points for all turns, with every demand fulfilled where that is possible.
    fn guess(&mut self) -> Vec<Point> {
        let turns = self.chart.turns.len();
        let mut assigned: Vec<Option<Point>> = vec![None; turns];
        let mut demands = self.chart.demands.clone();
        // Whoever captured played last of all around what he captured.
        for (turn, assigned) in assigned.iter_mut().enumerate() {
            let finishes = self.chart.turns[turn].finishes;
            if finishes.is_empty() {
                continue;
            }
            let is_last = |d: &crate::chart::Demand| d.last == turn && finishes.contains(d.point);
            let last: Vec<usize> = (0..demands.len()).filter(|&i| is_last(&demands[i])).collect();
            let Some(chosen) = self.rng.choose(&last) else { continue };
            *assigned = Some(demands[chosen].point);
            for &other in last.iter().filter(|&&other| other != chosen) {
                demands[other].last = turn.saturating_sub(1).max(demands[other].first);
            }
            demands.swap_remove(chosen);
        }
        self.rng.shuffle(&mut demands);
        let mut holder: Vec<Option<usize>> = vec![None; turns];
        let fixed: Vec<bool> = assigned.iter().map(Option::is_some).collect();
        for demand in 0..demands.len() {
            let mut seen = fixed.clone();
            self.assign(demand, &demands, &mut holder, &mut seen);
        }
        for (turn, held) in holder.iter().enumerate() {
            if let Some(demand) = held {
                assigned[turn] = Some(demands[*demand].point);
            }
        }
        self.play_guess(&assigned)
    }

    /// Gives a demand a turn, moving other demands if need be (an augmenting path).
    fn assign(
        &mut self,
        demand: usize,
        demands: &[crate::chart::Demand],
        holder: &mut [Option<usize>],
        seen: &mut [bool],
    ) -> bool {
        let wanted = demands[demand];
        let mut turns: Vec<usize> = (wanted.first..=wanted.last)
            .filter(|&turn| self.chart.turns[turn].domain.contains(wanted.point))
            .collect();
        self.rng.shuffle(&mut turns);
        // Free turns first.
        turns.sort_by_key(|&turn| holder[turn].is_some());
        for turn in turns {
            if std::mem::replace(&mut seen[turn], true) {
                continue;
            }
            let is_free = match holder[turn] {
                None => true,
                Some(other) => self.assign(other, demands, holder, seen),
            };
            if is_free {
                holder[turn] = Some(demand);
                return true;
            }
        }
        false
    }

    /// Plays a guess as far as it agrees with the view, and draws the turns that have no point.
    fn play_guess(&mut self, assigned: &[Option<Point>]) -> Vec<Point> {
        let later: PointMask = assigned.iter().flatten().copied().collect();
        let mut position = self.replay.start().clone();
        let mut moves = Vec::with_capacity(assigned.len());
        for moment in self.view.moments() {
            let mut point = None;
            if let Event::OpponentPlayed { .. } = moment.event {
                let turn = moves.len();
                let drawn =
                    assigned[turn].or_else(|| self.draw(position.board(), None, turn, &later));
                let chosen = drawn.unwrap_or_else(|| self.any_point(turn));
                moves.push(chosen);
                point = Some(chosen);
            }
            if !step(&mut position, self.view.player(), moment, point) {
                break;
            }
        }
        while moves.len() < assigned.len() {
            let turn = moves.len();
            let free: Vec<Point> =
                self.free_points(turn, &moves).filter(|&p| !later.contains(p)).collect();
            let drawn = assigned[turn].or_else(|| self.rng.choose(&free));
            moves.push(drawn.unwrap_or_else(|| self.any_point(turn)));
        }
        moves
    }

    /// Changes turns so that an event could be as it was, given the board before it.
    fn change(&mut self, moves: &mut [Point], event: usize, board: &Board) {
        let (player, size) = (self.view.player(), self.view.size());
        let opponent = player.opponent();
        let done = self.chart.turns_before(event);
        let moment = &self.view.moments()[event];
        let [own, theirs] = {
            let stones = stones_of(board);
            [stones[player.index()], stones[opponent.index()]]
        };
        match moment.event {
            Event::OpponentPlayed { gone, .. } => {
                let finishes = self.chart.turns[done].finishes;
                // All but one of these must be there before this turn, which adds the last.
                let circle = if gone.number() > 0 { moment.taken } else { finishes };
                let mut missing: Vec<Point> = (circle - theirs).iter().collect();
                self.rng.shuffle(&mut missing);
                let domain = self.chart.turns[done].domain;
                match missing.iter().position(|&p| domain.contains(p)) {
                    Some(last) if missing.len() > 1 || moves[done] != missing[last] => {
                        moves[done] = missing.swap_remove(last);
                        for point in missing {
                            self.fetch(moves, point, done);
                        }
                    }
                    Some(_) => self.change_any(moves, done),
                    None if !circle.is_empty() => self.change_any(moves, done),
                    None => {
                        let drawn = self.draw(board, None, done, &PointMask::EMPTY);
                        match drawn {
                            Some(point) if self.rng.below(6) > 0 => {
                                self.give(moves, done, point);
                            }
                            _ => self.change_any(moves, done),
                        }
                    }
                }
            }
            Event::Played { point, taken, .. } => {
                if theirs.contains(point) {
                    return self.displace(moves, point, done);
                }
                let needed = needed_for_suicide(&own, point, size);
                if (needed - theirs).is_empty() && !board.captures(player, point) {
                    return self.displace_one(moves, &needed, done);
                }
                let missing = moment.taken - theirs;
                if !missing.is_empty() {
                    return missing.iter().for_each(|p| self.fetch(moves, p, done));
                }
                let mut after = board.clone();
                after.play(player, point);
                let captured = theirs - stones_of(&after)[opponent.index()];
                let extra = captured - moment.maybe_taken;
                if !extra.is_empty() {
                    self.displace_one(moves, &extra, done);
                } else if captured.len() > taken.number() {
                    self.displace_one(moves, &captured, done);
                } else if captured.len() < taken.number() {
                    let more: Vec<Point> = (moment.maybe_taken - theirs).iter().collect();
                    match self.rng.choose(&more) {
                        Some(point) => self.fetch(moves, point, done),
                        None => self.change_any(moves, done),
                    }
                } else {
                    self.change_any(moves, done);
                }
            }
            Event::Refused(point) => {
                let mut turns = self.chart.turns[..done].iter();
                let can_be_taken = turns.any(|turn| turn.domain.contains(point));
                let missing = needed_for_suicide(&own, point, size) - theirs;
                if can_be_taken && self.rng.below(5) > 0 {
                    self.fetch(moves, point, done);
                } else if !missing.is_empty() && missing.len() <= done && self.rng.below(8) > 0 {
                    missing.iter().for_each(|p| self.fetch(moves, p, done));
                } else {
                    self.change_any(moves, done);
                }
            }
            Event::Passed | Event::OpponentPassed { .. } => self.change_any(moves, done),
        }
    }

    /// Lets a turn before `done` play this point.
    fn fetch(&mut self, moves: &mut [Point], point: Point, done: usize) {
        let can = |&turn: &usize| self.chart.turns[turn].domain.contains(point);
        let mut donors: Vec<usize> = (0..done).filter(can).collect();
        if self.rng.below(12) > 0 {
            // Those whose stones are needed where they are keep them.
            let spare = |turn: &usize| !self.chart.is_demanded(*turn, moves[*turn]);
            let spared: Vec<usize> = donors.iter().copied().filter(spare).collect();
            if !spared.is_empty() {
                donors = spared;
            }
        }
        match self.rng.choose(&donors) {
            Some(donor) => self.give(moves, donor, point),
            None => self.change_any(moves, done),
        }
    }

    /// Lets a turn play this point. Whoever played it later gets the turn's old one, if he can.
    fn give(&mut self, moves: &mut [Point], turn: usize, point: Point) {
        let old = std::mem::replace(&mut moves[turn], point);
        let later = (turn + 1..moves.len()).find(|&other| moves[other] == point);
        if let Some(other) = later {
            moves[other] = if self.chart.turns[other].domain.contains(old) {
                old
            } else {
                self.elsewhere(moves, other)
            };
        }
    }

    /// A point for a turn that nobody else plays, if there is one.
    fn elsewhere(&mut self, moves: &[Point], turn: usize) -> Point {
        let free: Vec<Point> = self.free_points(turn, moves).collect();
        self.rng.choose(&free).unwrap_or_else(|| self.any_point(turn))
    }

    /// Lets the stone at `point`, played before `done`, be played elsewhere.
    fn displace(&mut self, moves: &mut [Point], point: Point, done: usize) {
        match moves[..done].iter().rposition(|&played| played == point) {
            Some(turn) => moves[turn] = self.elsewhere(moves, turn),
            None => self.change_any(moves, done),
        }
    }

    /// The same for one of some stones.
    fn displace_one(&mut self, moves: &mut [Point], points: &PointMask, done: usize) {
        let points: Vec<Point> = points.iter().collect();
        match self.rng.choose(&points) {
            Some(point) => self.displace(moves, point, done),
            None => self.change_any(moves, done),
        }
    }

    /// Changes any turn up to `done`, or exchanges two.
    fn change_any(&mut self, moves: &mut [Point], done: usize) {
        let turns = (done + 1).min(moves.len());
        if turns == 0 {
            return;
        }
        let (one, other) = (self.rng.below(turns), self.rng.below(turns));
        if self.rng.below(2) == 0 {
            moves.swap(one, other);
        } else {
            moves[one] = self.elsewhere(moves, one);
        }
    }
}
