//! Alpha-beta: iterative deepening with transposition table, killer and history ordering,
//! quiescence, and fractional plies from move probabilities (paper 000, §5.2).
//!
//! A win or loss is proved when the score says so: such scores come from finished games alone. A
//! draw is proved when an iteration was nowhere cut short by its depth.
//!
//! Values may rest on the history of a game (superko, repetition). The table therefore keeps a key
//! with the history beside the plain one, and proofs are only taken from an entry whose history is
//! the same. Other scores are shared, as game programs do.

use tengen_game::{Game, Key, MoveList, Player};

use crate::arena::NoMemory;
use crate::bounds::{Proof, Value};
use crate::evaluator::Evaluator;
use crate::formulas::{ln_of, winning_rate};
use crate::hash::move_hash;
use crate::limits::{Budget, Control, Pace};
use crate::report::{MoveReport, Results, SearchReport};
use crate::search::Search;

/// How alpha-beta works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlphaBetaOptions {
    /// The most plies that are searched, fractional ones counted as they cost.
    pub depth: u32,
    /// Bytes for the transposition table; 0 for none.
    pub table: usize,
    /// A move of this probability costs one ply; a less probable one more.
    pub ply_probability: f64,
    /// The least and the most that a move can cost, in plies.
    pub ply_cost: (f64, f64),
}

impl Default for AlphaBetaOptions {
    fn default() -> Self {
        Self { depth: 200, table: 64 << 20, ply_probability: 0.25, ply_cost: (0.5, 4.0) }
    }
}

/// Depth is counted in sixty-fourths of a ply.
const PLY: i32 = 64;
/// Deeper than this nothing is searched, whatever plies cost.
const MAX_PLY: usize = 400;
/// Plies of quiescence search.
const MAX_QUIESCENCE: u32 = 8;
/// A win now; one that comes later is worth less by its plies.
const WIN: i32 = 2_000_000_000;
/// Scores beyond this are proven.
const PROVEN: i32 = WIN - MAX_PLY as i32 - 1;

/// Which side of the true score a stored one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoundKind {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy)]
struct Entry<M> {
    key: Key,
    /// The key with the history that the rules look at.
    history: Key,
    best: Option<M>,
    score: i32,
    depth: i32,
    kind: BoundKind,
    /// Whether nothing below was cut short by depth.
    complete: bool,
}

/// What one depth of recursion needs.
struct Frame<G: Game> {
    position: G,
    moves: MoveList<G::Move>,
    order: Vec<(i64, G::Move, i32)>,
    probabilities: Vec<f32>,
    killers: [Option<G::Move>; 2],
    line: Vec<G::Move>,
}

/// The alpha-beta search.
pub struct AlphaBeta<G: Game, E> {
    evaluator: E,
    options: AlphaBetaOptions,
    table: Vec<Option<Entry<G::Move>>>,
    frames: Vec<Frame<G>>,
    history: Vec<u32>,
    positions: u64,
    /// Whether depth cut something short since this was last cleared.
    cut_short: bool,
    aborted: bool,
    /// Whether the first iteration is under way.
    first_ply: bool,
    /// Entries of the table in use.
    stored: u64,
}

const HISTORY: usize = 1 << 12;

impl<G: Game, E: Evaluator<G>> AlphaBeta<G, E> {
    /// A search with an empty table.
    pub fn new(evaluator: E, options: AlphaBetaOptions) -> Result<Self, NoMemory> {
        let entries = options.table / size_of::<Option<Entry<G::Move>>>();
        let entries = if entries == 0 { 0 } else { 1 << entries.ilog2() };
        let mut table = Vec::new();
        table.try_reserve_exact(entries).map_err(|_| NoMemory { bytes: options.table })?;
        table.resize(entries, None);
        Ok(Self {
            evaluator,
            options,
            table,
            frames: Vec::new(),
            history: vec![0; HISTORY],
            positions: 0,
            cut_short: false,
            aborted: false,
            first_ply: true,
            stored: 0,
        })
    }

    fn frame(&mut self, ply: usize, like: &G) {
        if self.frames.len() <= ply {
            self.frames.push(Frame {
                position: like.clone(),
                moves: MoveList::new(),
                order: Vec::new(),
                probabilities: Vec::new(),
                killers: [None; 2],
                line: Vec::new(),
            });
        }
    }

    fn slot(&self, key: Key) -> Option<usize> {
        // The upper bits: games may keep structure in the lower ones.
        let len = self.table.len();
        (len > 0).then(|| (key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % len)
    }

    fn look_up(&self, key: Key) -> Option<Entry<G::Move>> {
        let entry = self.table[self.slot(key)?]?;
        (entry.key == key).then_some(entry)
    }

    fn store(&mut self, entry: Entry<G::Move>) {
        let Some(slot) = self.slot(entry.key) else { return };
        let old = &mut self.table[slot];
        let deeper = old.is_some_and(|old| {
            old.key == entry.key && old.history == entry.history && old.depth > entry.depth
        });
        if !deeper || entry.complete {
            self.stored += u64::from(old.is_none());
            *old = Some(entry);
        }
    }

    /// The moves of a frame in the order in which they are searched, each with its cost.
    fn order(&mut self, ply: usize, table_move: Option<G::Move>) {
        let frame = &mut self.frames[ply];
        frame.position.legal_moves(&mut frame.moves);
        frame.probabilities.clear();
        frame.probabilities.resize(frame.moves.len(), 1.0);
        let weighted =
            self.evaluator.probabilities(&frame.position, &frame.moves, &mut frame.probabilities);
        frame.order.clear();
        for (i, &m) in frame.moves.iter().enumerate() {
            let probability = frame.probabilities[i];
            let cost = if weighted { ply_cost(probability, &self.options) } else { PLY };
            let rank = if Some(m) == table_move {
                i64::MAX
            } else if frame.killers.contains(&Some(m)) {
                1 << 40
            } else {
                let liking = if weighted { (f64::from(probability) * 1e6) as i64 } else { 0 };
                liking + i64::from(self.history[move_hash(&m) % HISTORY])
            };
            frame.order.push((rank, m, cost));
        }
        frame.order.sort_by_key(|&(rank, ..)| std::cmp::Reverse(rank));
    }

    /// Plays a move of frame `ply` into the next frame. If the game is over then, its score for
    /// the player who moved.
    fn play(&mut self, ply: usize, m: G::Move) -> Option<i32> {
        if self.frames.len() <= ply + 1 {
            let like = self.frames[ply].position.clone();
            self.frame(ply + 1, &like);
        }
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let (here, below) = (&here[ply], &mut below[0]);
        below.position.clone_from(&here.position);
        below.position.play_unchecked(m);
        below.line.clear();
        self.positions += 1;
        let outcome = below.position.outcome()?;
        Some(match Value::of(outcome, here.position.to_move()) {
            Value::Win => WIN - ply as i32 - 1,
            Value::Draw => 0,
            Value::Loss => ply as i32 + 1 - WIN,
        })
    }

    /// The score of the next frame for the player who moved there from frame `ply`.
    fn child(
        &mut self,
        ply: usize,
        (alpha, beta): (i32, i32),
        depth: i32,
        budget: &Budget,
        pace: &mut Pace,
    ) -> i32 {
        let players = [ply, ply + 1].map(|ply| self.frames[ply].position.to_move());
        if players[0] == players[1] {
            self.search(ply + 1, alpha, beta, depth, budget, pace)
        } else {
            -self.search(ply + 1, -beta, -alpha, depth, budget, pace)
        }
    }

    /// The score of frame `ply` for the player to move there.
    fn search(
        &mut self,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        budget: &Budget,
        pace: &mut Pace,
    ) -> i32 {
        if self.must_stop(budget, pace) {
            return 0;
        }
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.quiescence(ply, alpha, beta, 0, budget, pace);
        }
        let position = &self.frames[ply].position;
        let (key, history) = (position.key(), position.history_key());
        let entry = self.look_up(key);
        if let Some(entry) = entry.filter(|_| ply > 0) {
            let score = from_table(entry.score, ply);
            let proven = score.abs() >= PROVEN || entry.complete;
            let usable = if proven { entry.history == history } else { entry.depth >= depth };
            let cuts = match entry.kind {
                BoundKind::Exact => true,
                BoundKind::Lower => score >= beta,
                BoundKind::Upper => score <= alpha,
            };
            if usable && cuts {
                self.cut_short |= !proven;
                self.frames[ply].line.clear();
                // With another history the move may not even be legal.
                let best = entry.best.filter(|_| entry.history == history);
                self.frames[ply].line.extend(best);
                return score;
            }
        }
        self.order(ply, entry.and_then(|entry| entry.best));
        let order = std::mem::take(&mut self.frames[ply].order);
        let outer_cut = std::mem::replace(&mut self.cut_short, false);
        let before = alpha;
        let (mut best, mut best_move) = (-WIN, None);
        for (i, &(_, m, cost)) in order.iter().enumerate() {
            let score = match self.play(ply, m) {
                Some(score) => score,
                None => self.try_move(ply, (alpha, beta), depth, cost, i, budget, pace),
            };
            if self.aborted {
                break;
            }
            if score > best || best_move.is_none() {
                (best, best_move) = (score, Some(m));
                if score > alpha || i == 0 {
                    let (here, below) = self.frames.split_at_mut(ply + 1);
                    here[ply].line.clear();
                    here[ply].line.push(m);
                    here[ply].line.extend_from_slice(&below[0].line);
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                self.remember_cut(ply, m, depth);
                break;
            }
        }
        self.frames[ply].order = order;
        if !self.aborted {
            let kind = if best >= beta {
                BoundKind::Lower
            } else if best > before {
                BoundKind::Exact
            } else {
                BoundKind::Upper
            };
            let complete = !self.cut_short;
            let score = to_table(best, ply);
            let best = best_move;
            self.store(Entry { key, history, best, score, depth, kind, complete });
        }
        self.cut_short |= outer_cut;
        best
    }

    /// Searches one move: the first with the full window, later ones with a null window first, and
    /// again where that shows promise.
    #[allow(clippy::too_many_arguments)]
    fn try_move(
        &mut self,
        ply: usize,
        (alpha, beta): (i32, i32),
        depth: i32,
        cost: i32,
        index: usize,
        budget: &Budget,
        pace: &mut Pace,
    ) -> i32 {
        if index == 0 {
            return self.child(ply, (alpha, beta), depth - cost.min(PLY), budget, pace);
        }
        let mut score = self.child(ply, (alpha, alpha + 1), depth - cost, budget, pace);
        // An improbable move that looks good deserves the depth of a common one.
        if score > alpha && cost > PLY && !self.aborted {
            score = self.child(ply, (alpha, alpha + 1), depth - PLY, budget, pace);
        }
        if score > alpha && score < beta && !self.aborted {
            score = self.child(ply, (alpha, beta), depth - cost.min(PLY), budget, pace);
        }
        score
    }

    fn remember_cut(&mut self, ply: usize, m: G::Move, depth: i32) {
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let plies = (depth / PLY).max(1) as u32;
        let count = &mut self.history[move_hash(&m) % HISTORY];
        *count += plies * plies;
        if *count > 1 << 28 {
            for count in &mut self.history {
                *count /= 2;
            }
        }
    }

    /// Whether limits end the search. The first ply is always looked at, unless a stop was asked
    /// for: any move by its looks is better than the first in the list.
    fn must_stop(&mut self, budget: &Budget, pace: &mut Pace) -> bool {
        let over = pace.is_due() && budget.is_over() || budget.is_used_up_by(self.positions);
        self.aborted |= if self.first_ply { budget.is_asked_to_stop() } else { over };
        self.aborted
    }

    /// The score when depth is used up: the evaluation, or better by noisy moves.
    fn quiescence(
        &mut self,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        deep: u32,
        budget: &Budget,
        pace: &mut Pace,
    ) -> i32 {
        if self.must_stop(budget, pace) {
            return 0;
        }
        self.cut_short = true;
        let position = &self.frames[ply].position;
        let mut best = self.evaluator.evaluate_within(position, alpha, beta);
        best = best.clamp(-E::LIMIT, E::LIMIT);
        if best >= beta || ply + 1 >= MAX_PLY || deep >= MAX_QUIESCENCE {
            return best;
        }
        alpha = alpha.max(best);
        let frame = &mut self.frames[ply];
        self.evaluator.noisy_moves(&frame.position, &mut frame.moves);
        let moves = std::mem::take(&mut frame.moves);
        for &m in &moves {
            let score = match self.play(ply, m) {
                Some(score) => score,
                None => {
                    let players = [ply, ply + 1].map(|ply| self.frames[ply].position.to_move());
                    if players[0] == players[1] {
                        self.quiescence(ply + 1, alpha, beta, deep + 1, budget, pace)
                    } else {
                        -self.quiescence(ply + 1, -beta, -alpha, deep + 1, budget, pace)
                    }
                }
            };
            if self.aborted {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.frames[ply].moves = moves;
        best
    }

    /// One iteration over the moves of the root, which are sorted by its result.
    fn iteration(
        &mut self,
        root: &mut Vec<RootMove<G::Move>>,
        depth: i32,
        budget: &Budget,
        pace: &mut Pace,
    ) {
        let (mut alpha, beta) = (-WIN, WIN);
        let mut searched: Vec<RootMove<G::Move>> = Vec::new();
        for (i, candidate) in root.iter().enumerate() {
            let score = match self.play(0, candidate.m) {
                Some(score) => score,
                None => self.try_move(0, (alpha, beta), depth, candidate.cost, i, budget, pace),
            };
            if self.aborted {
                break;
            }
            let mut line = vec![candidate.m];
            line.extend_from_slice(&self.frames[1].line);
            // A move that is not better than the best has an upper bound for a score, and no line.
            let exact = i == 0 || score > alpha;
            let line = if exact { line } else { vec![candidate.m] };
            searched.push(RootMove { score, exact, line, ..*candidate });
            alpha = alpha.max(score);
        }
        // Stable: of equal moves, the one that was best before stays first.
        let rest = root.split_off(searched.len());
        searched.sort_by_key(|searched| std::cmp::Reverse(searched.score));
        // What an aborted iteration has searched is worth keeping, since the best move came first;
        // but moves that turned out lost come after those that were not looked at again.
        let lost = searched.iter().position(|searched| searched.score <= -PROVEN);
        let lost = searched.split_off(lost.unwrap_or(searched.len()));
        *root = searched;
        root.extend(rest);
        root.extend(lost);
    }
}

/// A move of the root.
#[derive(Clone)]
struct RootMove<M> {
    m: M,
    score: i32,
    /// Whether that is the score and not only a bound from above.
    exact: bool,
    cost: i32,
    line: Vec<M>,
}

/// The cost of a move by its probability: `log P / log C` plies, within limits.
fn ply_cost(probability: f32, options: &AlphaBetaOptions) -> i32 {
    let (least, most) = options.ply_cost;
    let probability = f64::from(probability).clamp(1e-9, 1.0);
    let plies = ln_of(probability) / ln_of(options.ply_probability.clamp(1e-9, 0.999));
    (plies.clamp(least, most) * f64::from(PLY)) as i32
}

/// A win is stored by its distance from the node, not from the root.
const fn to_table(score: i32, ply: usize) -> i32 {
    if score >= PROVEN {
        score + ply as i32
    } else if score <= -PROVEN {
        score - ply as i32
    } else {
        score
    }
}

const fn from_table(score: i32, ply: usize) -> i32 {
    if score >= PROVEN {
        score - ply as i32
    } else if score <= -PROVEN {
        score + ply as i32
    } else {
        score
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for AlphaBeta<G, E> {
    fn search_open(
        &mut self,
        position: &G,
        control: &mut Control<'_, G::Move>,
    ) -> SearchReport<G::Move> {
        let to_move = position.to_move();
        let budget = control.budget();
        let mut pace = Pace::new();
        self.frame(0, position);
        self.frames[0].position.clone_from(position);
        self.positions = 0;
        self.aborted = false;
        for frame in &mut self.frames {
            frame.killers = [None; 2];
        }
        let table_move = self.look_up(position.key()).and_then(|entry| entry.best);
        self.order(0, table_move);
        let order = &self.frames[0].order;
        let root_move = |&(_, m, cost): &(i64, _, _)| RootMove {
            m,
            score: 0,
            exact: false,
            cost,
            line: vec![m],
        };
        let mut root: Vec<_> = order.iter().map(root_move).collect();
        let mut reached = 0;
        let mut complete = false;
        for depth in 1..=self.options.depth {
            self.cut_short = false;
            self.first_ply = depth == 1;
            self.iteration(&mut root, depth as i32 * PLY, &budget, &mut pace);
            if self.aborted {
                break;
            }
            reached = depth;
            complete = !self.cut_short;
            let proven = root.first().is_some_and(|best| best.score.abs() >= PROVEN);
            if complete || proven || budget.is_over() {
                break;
            }
            control.tell_if_due(|| self.report(to_move, &root, reached, complete, &budget));
        }
        self.report(to_move, &root, reached, complete, &budget)
    }

    fn reset(&mut self) {
        self.table.fill(None);
        self.stored = 0;
        self.history.fill(0);
    }
}

impl<G: Game, E: Evaluator<G>> AlphaBeta<G, E> {
    fn report(
        &self,
        to_move: Player,
        root: &[RootMove<G::Move>],
        depth: u32,
        complete: bool,
        budget: &Budget,
    ) -> SearchReport<G::Move> {
        let proof_of = |score: i32| {
            if score >= PROVEN {
                Some(Proof { value: Value::Win, plies: (WIN - score) as u32 })
            } else if score <= -PROVEN {
                Some(Proof { value: Value::Loss, plies: (WIN + score) as u32 })
            } else {
                None
            }
        };
        let value_of = |score: i32| match proof_of(score) {
            Some(proof) => proof.value.score(),
            None => winning_rate(f64::from(score), E::SCALE),
        };
        let moves = root.iter().map(|candidate| MoveReport {
            r#move: candidate.m,
            visits: 0,
            results: Results::default(),
            // Of a move that is not the best only this much is known: it is not better than that.
            value: if candidate.exact || candidate.score < PROVEN {
                value_of(candidate.score)
            } else {
                0.5
            },
            rave: None,
            points: candidate.exact.then(|| f64::from(candidate.score.clamp(-E::LIMIT, E::LIMIT))),
            prior: None,
            implicit: None,
            proof_numbers: None,
            proof: proof_of(candidate.score)
                .filter(|proof| candidate.exact || proof.value == Value::Loss),
            line: candidate.line.clone(),
        });
        let best = root.first();
        // A position is lost if every move is, not only the one that comes first.
        let lost = root.iter().all(|candidate| candidate.score <= -PROVEN);
        let drawn = best.filter(|best| complete && best.exact && best.score == 0);
        SearchReport {
            best: best.map(|best| best.m),
            value: best.map_or(0.5, |best| value_of(best.score)),
            principal_variation: best.map(|best| best.line.clone()).unwrap_or_default(),
            proof: best
                .and_then(|best| proof_of(best.score))
                .filter(|proof| lost || proof.value == Value::Win)
                .or_else(|| {
                    drawn.map(|best| Proof { value: Value::Draw, plies: best.line.len() as u32 })
                }),
            moves: moves.collect(),
            playouts: self.positions,
            nodes: self.stored,
            bytes: self.stored * size_of::<Option<Entry<G::Move>>>() as u64,
            depth,
            seconds: budget.elapsed().as_secs_f64(),
            ..SearchReport::empty(to_move)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `log P / log C` with C = 0.25: a quarter is a ply, a sixteenth two, a half half of one.
    #[test]
    fn plies_cost_by_probability() {
        let cost = |p| f64::from(ply_cost(p, &AlphaBetaOptions::default())) / f64::from(PLY);
        assert_eq!([0.25, 0.0625, 0.5, 1.0, 1e-30].map(cost), [1.0, 2.0, 0.5, 0.5, 4.0]);
        assert_eq!(cost(f32::NAN), 0.5, "nonsense costs little, so that nothing is overlooked");
    }

    #[test]
    fn wins_are_stored_by_their_distance_from_the_node() {
        // A win three plies below a node that is five plies below the root.
        let at_root = WIN - 8;
        assert_eq!(to_table(at_root, 5), WIN - 3);
        assert_eq!(from_table(to_table(at_root, 5), 2), WIN - 5);
        assert_eq!(from_table(to_table(-at_root, 5), 5), -at_root);
        assert_eq!(from_table(to_table(123, 5), 7), 123);
    }
}
