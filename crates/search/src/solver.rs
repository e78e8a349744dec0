//! Who wins: proof searches for both players, with limits that grow and without, until one of them
//! proves something.
//!
//! # What a proof means where repetition ends games
//!
//! The positions searched here know no history. Suppose the rules make the n-th occurrence of a
//! position, with the same player to move, a draw (n > 1).
//!
//! * *A win within k plies stands.* Whoever wins can always move so that the least number of plies
//!   to his win falls with every ply. A position that came back would have to have two such
//!   numbers; so none does, and the rule is never used.
//! * *Not losing within k plies stands* too: wherever the rule ends the game, it does so as a draw,
//!   which is what was wanted at least. The same goes for a cap on the length of games.
//! * That a goal is *not* reached within k plies is used only to tell that a win is the shortest.
//!   A draw is told only if both players are proved not to lose.
//!
//! Rules that compare boards without the player to move need more than the first argument; for
//! them the proof is walked through with the whole rules ([`Solver::confirm`]).

use std::time::Duration;

use tengen_game::{Game, MoveList};

use crate::arena::NoMemory;
use crate::bounds::Value;
use crate::limits::{Budget, Control, Limits, StopFlag};
use crate::proof_knowledge::{Goal, ProofKnowledge};
use crate::proof_search::{LONGEST, ProofSearch};
use crate::proof_table::{FOREVER, Plies, ProofTable};

/// What is known of a position in the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<M> {
    /// The value for the player to move, if it was proved.
    pub value: Option<Value>,
    /// Plies to the end of the game, if both sides do their best; an upper bound unless
    /// `shortest`.
    pub plies: u32,
    /// Whether the winner has no quicker way.
    pub shortest: bool,
    /// The moves: the first is the one to play. The loser resists as long as was found out.
    pub line: Vec<M>,
    /// Within so many plies neither player has a forced win, as far as was found out: that of the
    /// player to move, and the other's.
    pub no_win_within: [u32; 2],
    /// Positions looked at.
    pub nodes: u64,
    /// By the clock.
    pub time: Duration,
}

/// How far a solver has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverProgress {
    /// The search under way has this limit of plies.
    pub limit: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// By the clock.
    pub time: Duration,
}

/// One of the searches that share the time.
struct Task {
    goal: Goal,
    /// The limit of the search under way.
    limit: Plies,
    /// Whether the limit grows from ply to ply, so that what is found is the shortest.
    deepening: bool,
    /// What it has cost so far: its nodes, each at its price. The cheapest is next.
    cost: u64,
    price: u64,
    over: bool,
}

/// Unlimited searches begin when those with limits have had so many nodes at their price, and
/// searches for draws much later.
const HEAD_START: u64 = 20_000;
const HEAD_START_OF_WINS: u64 = 600_000;
/// What a node costs: searches of a lower price get more of them.
const PRICE_OF_LIMITED: u64 = 2;
const PRICE_OF_UNLIMITED: u64 = 1;
const PRICE_OF_DRAWS: u64 = 10;
/// Once a win is proved, so many nodes more, or as many again as the proof took, are spent on
/// whether it is the shortest.
const LEAST_FOR_SHORTEST: u64 = 1_000_000;
/// A task is left after so many nodes for one that has had fewer.
const SLICE: u64 = 20_000;
/// The limit of searches that have none.
const DEEP: Plies = 60;

/// Proves who wins. Keeps its memory from position to position, but nothing that was found out.
pub struct Solver<'a, G: Game, K> {
    search: ProofSearch<'a, G, K>,
}

impl<'a, G: Game, K: ProofKnowledge<G>> Solver<'a, G, K> {
    /// A solver with a table of at most so many bytes.
    pub fn new(knowledge: &'a K, bytes: usize) -> Result<Self, NoMemory> {
        Ok(Self { search: ProofSearch::new(knowledge, ProofTable::new(bytes)?) })
    }

    /// Looks for the value of a position within the limits (where playouts are positions looked
    /// at), or until it is stopped. `tell` hears now and then how far it has come.
    pub fn solve(
        &mut self,
        position: &G,
        limits: Limits,
        stop: &StopFlag,
        mut tell: impl FnMut(SolverProgress),
    ) -> Solution<G::Move> {
        self.search.table.clear();
        self.search.nodes = 0;
        let budget = Control::<G::Move>::new(limits).stopped_by(stop).budget();
        let player = position.to_move();
        let mut solution = Solution {
            value: None,
            plies: 0,
            shortest: false,
            line: Vec::new(),
            no_win_within: [0; 2],
            nodes: 0,
            time: Duration::ZERO,
        };
        if let Some(outcome) = position.outcome() {
            solution.value = Some(Value::of(outcome, player));
            solution.shortest = true;
        } else {
            self.share(position, &budget, &mut solution, &mut tell);
        }
        solution.nodes = self.search.nodes;
        solution.time = budget.elapsed();
        solution
    }

    /// Runs the searches in turns until the value is known.
    fn share(
        &mut self,
        position: &G,
        budget: &Budget,
        solution: &mut Solution<G::Move>,
        tell: &mut impl FnMut(SolverProgress),
    ) {
        let (player, opponent) = (position.to_move(), position.to_move().opponent());
        let limited =
            |goal, price, cost| Task { goal, limit: 1, deepening: true, cost, price, over: false };
        let unlimited = |goal| Task {
            goal,
            limit: DEEP,
            deepening: false,
            cost: HEAD_START,
            price: PRICE_OF_UNLIMITED,
            over: false,
        };
        let mut tasks = [
            limited(Goal::win(player), PRICE_OF_LIMITED, 0),
            limited(Goal::win(opponent), PRICE_OF_LIMITED, 0),
            unlimited(Goal::win(player)),
            unlimited(Goal::win(opponent)),
            limited(Goal::draw(player), PRICE_OF_DRAWS, HEAD_START_OF_WINS),
            limited(Goal::draw(opponent), PRICE_OF_DRAWS, HEAD_START_OF_WINS),
        ];
        // Plies in which goals are known to be reached: wins of both, draws of both.
        let mut proven: [Option<Plies>; 4] = [None; 4];
        let mut known_at = None;
        loop {
            let next = tasks.iter_mut().filter(|task| !task.over);
            let Some(task) = next.min_by_key(|task| task.cost) else { break };
            let before = self.search.nodes;
            let finding = self.search.prove(position, task.goal, task.limit, SLICE, budget);
            task.cost += (self.search.nodes - before + 1) * task.price;
            let limit = task.limit;
            let side = usize::from(task.goal.player != player);
            let is_win = task.goal.value == Value::Win;
            let (goal, deepening) = (task.goal, task.deepening);
            if finding.dn == 0 {
                if is_win && deepening {
                    solution.no_win_within[side] = finding.plies.into();
                }
                task.limit = finding.plies.max(task.limit).saturating_add(1);
                task.over = !deepening || finding.plies == FOREVER || task.limit > LONGEST;
            } else if finding.pn == 0 {
                task.over = true;
                let slot = &mut proven[side + 2 * usize::from(!is_win)];
                *slot = Some(slot.map_or(finding.plies, |plies| plies.min(finding.plies)));
                if is_win {
                    // Whether there is a shorter way is all that is left to ask.
                    for other in &mut tasks {
                        other.over |= !other.deepening || other.goal != goal;
                    }
                    known_at.get_or_insert(self.search.nodes);
                    solution.shortest |= deepening;
                }
            }
            if let Some(plies) = proven[0].or(proven[1]) {
                let shown = solution.no_win_within[usize::from(proven[0].is_none())];
                solution.shortest |= shown + 1 >= plies.into();
                let dear = known_at.is_some_and(|nodes: u64| {
                    self.search.nodes > nodes + nodes.max(LEAST_FOR_SHORTEST)
                });
                if solution.shortest || dear {
                    break;
                }
            } else if proven[2].is_some() && proven[3].is_some() {
                solution.shortest = true;
                break;
            }
            tell(SolverProgress {
                limit: limit.into(),
                nodes: self.search.nodes,
                time: budget.elapsed(),
            });
            if budget.is_over() || budget.is_used_up_by(self.search.nodes) {
                break;
            }
        }
        let (value, goals) = match proven {
            [Some(plies), ..] => (Value::Win, vec![(Goal::win(player), plies)]),
            [None, Some(plies), ..] => (Value::Loss, vec![(Goal::win(opponent), plies)]),
            [None, None, Some(one), Some(other)] => {
                (Value::Draw, vec![(Goal::draw(player), one), (Goal::draw(opponent), other)])
            }
            _ => return,
        };
        solution.value = Some(value);
        solution.plies = goals.iter().map(|&(_, plies)| plies).min().unwrap_or(0).into();
        solution.line = self.line(position, goals, solution.shortest);
    }

    /// Looks again at a solution of `position`, now with `game`: the same position with the whole
    /// rules. If its proof does not hold there, or that takes too long, the value is forgotten.
    /// Not needed where only positions with the same player to move are compared.
    pub fn confirm<H: Game<Move = G::Move>>(
        &mut self,
        game: &H,
        position: &G,
        solution: &mut Solution<G::Move>,
        limits: Limits,
        stop: &StopFlag,
    ) {
        let player = position.to_move();
        if let Some(outcome) = game.outcome() {
            solution.value = Some(Value::of(outcome, player));
            return;
        }
        let goal = match solution.value {
            Some(Value::Win) => Goal::win(player),
            Some(Value::Loss) => Goal::win(player.opponent()),
            // A repetition is a draw.
            Some(Value::Draw) | None => return,
        };
        let before = self.search.nodes;
        let budget = Control::<G::Move>::new(limits).stopped_by(stop).budget();
        let plies = solution.plies.try_into().unwrap_or(LONGEST).min(LONGEST);
        let first = solution.line.first().copied();
        // The winner's first move may be one that wins only without history.
        let held = if position.to_move() == goal.player {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let in_order = first.into_iter().chain(moves.iter().copied());
            in_order.into_iter().find(|&m| {
                let mut after = position.clone();
                after.play_unchecked(m);
                let mut next = game.clone();
                next.play_unchecked(m);
                let left = plies.saturating_sub(1);
                self.search.prove(&after, goal, left, u64::MAX, &budget).pn == 0
                    && self.walk(&next, &after, goal, left, &budget) == Some(true)
            })
        } else {
            first.filter(|_| self.walk(game, position, goal, plies, &budget) == Some(true))
        };
        match held {
            Some(m) if first == Some(m) && ends_well(game, &solution.line, goal) => {}
            Some(m) => solution.line = vec![m],
            None => {
                solution.value = None;
                solution.shortest = false;
                solution.line.clear();
            }
        }
        solution.nodes += self.search.nodes - before;
        solution.time += budget.elapsed();
    }

    /// Whether a goal that was proved to be reached within so many plies is also reached in `game`,
    /// the same position with the whole rules: every reply is tried. `None` if it could not be
    /// found out in time.
    fn walk<H: Game<Move = G::Move>>(
        &mut self,
        game: &H,
        position: &G,
        goal: Goal,
        limit: Plies,
        budget: &Budget,
    ) -> Option<bool> {
        if let Some(reached) = goal.is_reached(game) {
            return Some(reached);
        }
        if limit == 0 || position.outcome().is_some() {
            return Some(false);
        }
        let ours = position.to_move() == goal.player;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut unclear = false;
        for &m in &moves {
            if budget.is_over() {
                return None;
            }
            let mut after = position.clone();
            after.play_unchecked(m);
            // Only moves that are proved to win without history can win with it.
            if ours {
                let finding = self.search.prove(&after, goal, limit - 1, u64::MAX, budget);
                if finding.pn != 0 {
                    unclear |= finding.dn != 0;
                    continue;
                }
            }
            let mut next = game.clone();
            next.play_unchecked(m);
            match self.walk(&next, &after, goal, limit - 1, budget) {
                Some(reached) if reached == ours => return Some(ours),
                Some(_) => {}
                None => unclear = true,
            }
        }
        if unclear { None } else { Some(!ours) }
    }

    /// A line of best play for goals that are reached within so many plies: one player's win, or
    /// a draw for each. What the table has forgotten is searched for again; if that takes too
    /// long, the line ends there.
    fn line(
        &mut self,
        position: &G,
        mut goals: Vec<(Goal, Plies)>,
        shortest: bool,
    ) -> Vec<G::Move> {
        let budget = Control::<G::Move>::new(Limits::time(LINE_TIME)).budget();
        let (mut here, mut line) = (position.clone(), Vec::new());
        while here.outcome().is_none() {
            let own = goals.iter().position(|(goal, _)| goal.player == here.to_move());
            let (goal, left) = goals[own.unwrap_or(0)];
            let found = match own {
                Some(_) => self.quickest(&here, goal, left, &budget),
                None => self.slowest(&here, goal, left, shortest, &budget),
            };
            let Some((m, plies)) = found else { break };
            here.play_unchecked(m);
            line.push(m);
            for (_, left) in &mut goals {
                *left = left.saturating_sub(1);
            }
            goals[own.unwrap_or(0)].1 = plies;
        }
        line
    }

    /// A move by which the player to move reaches his goal within `left` plies, and in how many
    /// after it.
    fn quickest(
        &mut self,
        position: &G,
        goal: Goal,
        left: Plies,
        budget: &Budget,
    ) -> Option<(G::Move, Plies)> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let left = left.checked_sub(1)?;
        // What the table knows, then what can be found out.
        for nodes in [0, LINE_NODES] {
            let mut best: Option<(G::Move, Plies)> = None;
            for &m in &moves {
                let mut after = position.clone();
                after.play_unchecked(m);
                let finding = match nodes {
                    0 => self.search.look(&after, goal, left),
                    _ => self.search.prove(&after, goal, left, nodes, budget),
                };
                if finding.pn == 0 && best.is_none_or(|(_, least)| finding.plies < least) {
                    best = Some((m, finding.plies));
                }
            }
            if best.is_some() {
                return best;
            }
        }
        None
    }

    /// The move that resists longest against a goal that is reached within `left` plies, and for
    /// how many it does.
    fn slowest(
        &mut self,
        position: &G,
        goal: Goal,
        left: Plies,
        exact: bool,
        budget: &Budget,
    ) -> Option<(G::Move, Plies)> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let left = left.checked_sub(1)?;
        let mut best: Option<(G::Move, Plies)> = None;
        for &m in &moves {
            let mut after = position.clone();
            after.play_unchecked(m);
            let finding = self.search.prove(&after, goal, left, LINE_NODES, budget);
            // It was proved once, so `left` holds even if that is forgotten and takes too long.
            let mut plies = if finding.pn == 0 { finding.plies } else { left };
            let beats = |plies| best.is_none_or(|(_, most)| plies > most);
            // What is known may be a detour.
            while exact && plies > 0 && beats(plies) {
                let shorter = self.search.prove(&after, goal, plies - 1, LINE_NODES, budget);
                if shorter.pn != 0 {
                    break;
                }
                plies = shorter.plies;
            }
            if beats(plies) {
                best = Some((m, plies));
            }
        }
        best
    }
}

/// Whether a line is legal and reaches the goal.
fn ends_well<H: Game>(game: &H, line: &[H::Move], goal: Goal) -> bool {
    let mut end = game.clone();
    line.iter().all(|&m| end.play(m).is_ok()) && goal.is_reached(&end) == Some(true)
}

/// What finding the line may take, after the proof.
const LINE_TIME: Duration = Duration::from_millis(100);
const LINE_NODES: u64 = 100_000;
