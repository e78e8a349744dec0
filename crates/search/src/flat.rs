//! Searches without a tree: the moves of the root are the arms of a bandit.
//!
//! MCS_pure and MCS_UCB of paper 002, with the two samplings of paper 004.

use tengen_game::{Game, MoveList, Player, Rng};

use crate::bounds::Value;
use crate::final_move::FinalMove;
use crate::formulas::{Moments, TunedConstants, ln, ucb, ucb_tuned};
use crate::limits::{Budget, Control, Pace};
use crate::playouts::{FirstPlays, PlayoutPolicy, PlayoutScore};
use crate::report::{MoveReport, RaveReport, Results, SearchReport};
use crate::search::Search;

/// How playouts are given to moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Allocation {
    /// MCS_pure: to all in turn.
    Equal {
        /// What is averaged.
        score: ScoreKind,
        /// Which playouts count for a move.
        sampling: Sampling,
    },
    /// MCS_UCB: some to each, then to the one with the best upper confidence bound.
    Ucb {
        /// Playouts for each move at the beginning (`x` of paper 002).
        first: u32,
        /// Playouts at a time after that (`y`).
        batch: u32,
        /// The bound.
        bound: Bound,
        /// Which move is played in the end.
        final_move: FinalMove,
    },
}

/// An upper confidence bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// `mean + c · sqrt(ln N / n)`.
    Plain {
        /// Exploration.
        c: f32,
    },
    /// With the variance of the results.
    Tuned(TunedConstants),
}

/// What a flat search averages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// A win is one, anything else nothing.
    Win,
    /// A loss is nothing, anything else one.
    NonLoss,
    /// The lead at the end, in the game's points.
    Points,
}

impl ScoreKind {
    pub(crate) fn of(self, score: PlayoutScore, player: Player) -> f64 {
        let value = Value::of(score.outcome, player);
        match self {
            Self::Win => f64::from(u8::from(value == Value::Win)),
            Self::NonLoss => f64::from(u8::from(value != Value::Loss)),
            Self::Points => lead(score, player),
        }
    }
}

/// The points of a playout, seen by `player`.
fn lead(score: PlayoutScore, player: Player) -> f64 {
    let points = f64::from(score.points);
    if player == Player::Black { points } else { -points }
}

/// Which playouts count for a move (paper 004, §3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// Those that begin with it.
    Standard,
    /// Those in which the player made it before the opponent did, at any time.
    AllAsFirst,
}

/// A move of the root.
#[derive(Clone)]
pub(crate) struct Arm<M> {
    pub(crate) m: M,
    pub(crate) results: Results,
    /// Sum of leads.
    pub(crate) points: f64,
    /// Mean result (win 1, draw 1/2) of the playouts that begin with the move.
    pub(crate) value: Moments,
    /// The score that decides, of the playouts that count.
    pub(crate) score: Moments,
    /// Mean result of playouts with the move at any time.
    pub(crate) any_time: Moments,
    /// Standard errors that are taken off its mean. With all-as-first sampling, a move that is not
    /// counted at any time (a pass) has few samples among moves with many: the luckiest of few
    /// would often win without being good.
    pub(crate) caution: f64,
}

impl<M: Copy> Arm<M> {
    pub(crate) fn all(moves: &[M]) -> Vec<Self> {
        let arm = |&m| Self {
            m,
            results: Results::default(),
            points: 0.0,
            value: Moments::default(),
            score: Moments::default(),
            any_time: Moments::default(),
            caution: 0.0,
        };
        moves.iter().map(arm).collect()
    }

    /// A playout began with this move.
    pub(crate) fn add(&mut self, score: PlayoutScore, player: Player) {
        let value = Value::of(score.outcome, player);
        match value {
            Value::Win => self.results.wins += 1,
            Value::Draw => self.results.draws += 1,
            Value::Loss => self.results.losses += 1,
        }
        self.points += lead(score, player);
        self.value.add(value.score());
    }

    pub(crate) fn report(&self) -> MoveReport<M> {
        let visits = self.results.total();
        let mean = |moments: &Moments| (moments.count > 0.0).then(|| moments.mean());
        MoveReport {
            visits,
            results: self.results,
            value: mean(&self.value).or_else(|| mean(&self.any_time)).unwrap_or(0.5),
            rave: mean(&self.any_time)
                .map(|value| RaveReport { visits: self.any_time.count as u64, value }),
            points: (visits > 0).then(|| self.points / visits as f64),
            ..MoveReport::new(self.m)
        }
    }
}

/// A search without a tree.
pub struct FlatSearch<G: Game, P> {
    policy: P,
    allocation: Allocation,
    rng: Rng,
    position: G,
    first_plays: FirstPlays,
}

impl<G: Game, P: PlayoutPolicy<G>> FlatSearch<G, P> {
    /// A flat search. `position` is any position of the game to come.
    pub fn new(position: &G, policy: P, allocation: Allocation, seed: u64) -> Self {
        let first_plays = FirstPlays::new(policy.slots());
        Self { policy, allocation, rng: Rng::new(seed), position: position.clone(), first_plays }
    }

    /// A playout that begins with `m`.
    fn playout_after(&mut self, position: &G, m: G::Move, record: bool) -> PlayoutScore {
        self.position.clone_from(position);
        self.position.play_unchecked(m);
        if let Some(outcome) = self.position.outcome() {
            self.first_plays.clear();
            return self.policy.score(&self.position, outcome);
        }
        if record {
            self.first_plays.clear();
            self.policy.playout(&mut self.position, &mut self.rng, &mut self.first_plays)
        } else {
            self.policy.playout(&mut self.position, &mut self.rng, &mut ())
        }
    }

    fn equal(
        &mut self,
        position: &G,
        arms: &mut [Arm<G::Move>],
        (score_kind, sampling): (ScoreKind, Sampling),
        mut go_on: impl FnMut(&[Arm<G::Move>]) -> bool,
    ) {
        let player = position.to_move();
        let all_as_first = sampling == Sampling::AllAsFirst;
        for arm in &mut *arms {
            let counted = self.policy.slot(arm.m).is_some();
            arm.caution = if all_as_first && !counted { 2.0 } else { 0.0 };
        }
        for i in (0..arms.len()).cycle() {
            if !go_on(arms) {
                return;
            }
            let score = self.playout_after(position, arms[i].m, all_as_first);
            arms[i].add(score, player);
            arms[i].score.add(score_kind.of(score, player));
            if !all_as_first {
                continue;
            }
            if let Some(slot) = self.policy.slot(arms[i].m) {
                self.first_plays.played_before(player, slot);
            }
            let value = Value::of(score.outcome, player).score();
            for (j, arm) in arms.iter_mut().enumerate() {
                let slot = self.policy.slot(arm.m);
                if slot.is_some_and(|slot| self.first_plays.is_first(player, slot)) {
                    arm.any_time.add(value);
                    if i != j {
                        arm.score.add(score_kind.of(score, player));
                    }
                }
            }
        }
    }

    fn ucb(
        &mut self,
        position: &G,
        arms: &mut [Arm<G::Move>],
        (first, batch, bound): (u32, u32, Bound),
        mut go_on: impl FnMut(&[Arm<G::Move>]) -> bool,
    ) {
        let player = position.to_move();
        let mut total = 0u32;
        for step in 0.. {
            let (i, count) = if step < arms.len() {
                (step, first.max(1))
            } else {
                (best_bound(arms, total, bound), batch.max(1))
            };
            for _ in 0..count {
                if !go_on(arms) {
                    return;
                }
                let score = self.playout_after(position, arms[i].m, false);
                arms[i].add(score, player);
                total += 1;
            }
        }
    }
}

impl Allocation {
    /// What is known so far, with the move this method would play first.
    fn report<M: Copy>(self, arms: &[Arm<M>], to_move: Player, budget: &Budget) -> SearchReport<M> {
        let mut moves: Vec<_> = arms.iter().map(Arm::report).collect();
        match self {
            Self::Ucb { final_move, .. } => final_move.sort(&mut moves, None),
            Self::Equal { .. } => {
                let pool = arms.iter().fold(Moments::default(), |pool, arm| Moments {
                    count: pool.count + arm.score.count,
                    sum1: pool.sum1 + arm.score.sum1,
                    sum2: pool.sum2 + arm.score.sum2,
                });
                let score = |arm: &Arm<M>| match arm.score.count {
                    0.0 => f64::MIN,
                    n => arm.score.mean() - arm.caution * (pool.variance() / n).sqrt(),
                };
                let mut order: Vec<usize> = (0..arms.len()).collect();
                order.sort_by(|&a, &b| score(&arms[b]).total_cmp(&score(&arms[a])));
                moves = order.into_iter().map(|i| moves[i].clone()).collect();
            }
        }
        flat_report(to_move, moves, budget)
    }
}

/// The arm with the largest bound; the first of equal ones.
fn best_bound<M>(arms: &[Arm<M>], total: u32, bound: Bound) -> usize {
    let ln_total = ln(total.max(1));
    let urgency = |arm: &Arm<M>| match bound {
        Bound::Plain { c } => {
            f64::from(ucb(arm.value.mean() as f32, arm.value.count as f32, ln_total, c))
        }
        Bound::Tuned(constants) => ucb_tuned(&arm.value, ln_total.into(), constants),
    };
    let (mut best, mut chosen) = (f64::MIN, 0);
    for (i, arm) in arms.iter().enumerate() {
        let urgency = urgency(arm);
        if urgency > best {
            (best, chosen) = (urgency, i);
        }
    }
    chosen
}

/// The report of a search without a tree: `moves` with the best first.
pub(crate) fn flat_report<M: Copy>(
    to_move: Player,
    moves: Vec<MoveReport<M>>,
    budget: &Budget,
) -> SearchReport<M> {
    let best = moves.first();
    SearchReport {
        best: best.map(|best| best.r#move),
        value: best.map_or(0.5, |best| best.value),
        principal_variation: best.map(|best| best.r#move).into_iter().collect(),
        depth: 1,
        nodes: moves.len() as u64,
        bytes: (moves.len() * size_of::<Arm<M>>()) as u64,
        playouts: budget.claimed(),
        seconds: budget.elapsed().as_secs_f64(),
        moves,
        ..SearchReport::empty(to_move)
    }
}

/// The moves of a position, in random order, so that equal ones are treated alike.
pub(crate) fn shuffled_moves<G: Game>(position: &G, rng: &mut Rng) -> MoveList<G::Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    rng.shuffle(&mut moves);
    moves
}

impl<G: Game, P: PlayoutPolicy<G>> Search<G> for FlatSearch<G, P> {
    fn search_open(
        &mut self,
        position: &G,
        control: &mut Control<'_, G::Move>,
    ) -> SearchReport<G::Move> {
        let budget = control.budget();
        let mut arms = Arm::all(&shuffled_moves(position, &mut self.rng));
        let mut pace = Pace::new();
        let allocation = self.allocation;
        let go_on = |arms: &[Arm<G::Move>]| {
            if pace.is_due() {
                control.tell_if_due(|| allocation.report(arms, position.to_move(), &budget));
                // A first playout is always made.
                if budget.claimed() > 0 && budget.is_over() {
                    return false;
                }
            }
            budget.claim_one()
        };
        match allocation {
            Allocation::Equal { score, sampling } => {
                self.equal(position, &mut arms, (score, sampling), go_on);
            }
            Allocation::Ucb { first, batch, bound, .. } => {
                self.ucb(position, &mut arms, (first, batch, bound), go_on);
            }
        }
        allocation.report(&arms, position.to_move(), &budget)
    }
}
