//! UCT and MCTS-Solver: many threads, one tree.

use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use tengen_game::{Game, MoveList, Outcome, Player, Rng};

use crate::arena::{Arena, NoMemory, Siblings, Space};
use crate::bounds::{Bounds, Proof, Value};
use crate::final_move::FinalMove;
use crate::formulas::widening;
use crate::knowledge::{Knowledge, MovePrior};
use crate::limits::{Budget, Control, Pace};
use crate::node::{Children, Node, NodeIndex, ROOT, Tally};
use crate::playouts::{FirstPlays, PlayoutPolicy};
use crate::rave_buffer::RaveBuffer;
use crate::report::{MoveReport, RaveReport, Results, SearchReport};
use crate::search::Search;
use crate::selection::{ChildStats, SelectionRule};

/// How a tree search works, apart from its selection rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeOptions {
    /// Visits before a node gets children. 1 adds a node a playout, as in paper 000.
    pub expand: u32,
    /// Proves wins, losses and draws (MCTS-Solver, paper 000 §4).
    pub solver: bool,
    /// `T` of paper 000: up to this many visits of a node the playout policy chooses its moves.
    pub policy_visits: u32,
    /// Progressive widening: only the best moves, by knowledge, are looked at first.
    pub widening: Option<Widening>,
    /// Moves that are too bad to go on with.
    pub pruning: Option<Pruning>,
    /// Visits that a descent adds until its result is in, to send other threads elsewhere.
    pub virtual_loss: u32,
    /// Threads.
    pub threads: NonZero<usize>,
    /// Bytes for the tree.
    pub memory: usize,
    /// Seed of all chance.
    pub seed: u64,
    /// Which move is played in the end.
    pub final_move: FinalMove,
    /// Keeps what was found out below the moves that are played.
    pub reuse: bool,
}

/// The n-th best move is looked at from `t(n)` visits on, `t(n + 1) = t(n) + base · growth^(n − 1)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widening {
    /// Visits for the second move.
    pub base: f32,
    /// How much later each next one comes.
    pub growth: f32,
}

/// A move is given up when it has at least `visits` playouts and a mean below `below` (paper 002,
/// "MCTS with UCT": "may decide to prune a node if its raw score is too bad").
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruning {
    /// Means below this are hopeless.
    pub below: f32,
    /// Playouts before that is believed.
    pub visits: u32,
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self {
            expand: 8,
            solver: false,
            policy_visits: 0,
            widening: None,
            pruning: None,
            virtual_loss: 1,
            threads: NonZero::<usize>::MIN,
            memory: 512 << 20,
            seed: 1,
            final_move: FinalMove::Visits,
            reuse: true,
        }
    }
}

/// UCT with all its options, and MCTS-Solver.
///
/// `P` finishes games, `K` knows moves beforehand, `R` chooses among children.
pub struct TreeSearch<G: Game, P, K, R> {
    options: TreeOptions,
    rule: R,
    arena: Arena<G::Move>,
    workers: Vec<Worker<G, P, K>>,
    /// The position of the root, if the tree is worth keeping.
    root: Option<G>,
    /// Nodes with fewer visits get no children, since they would be the next to lose them.
    expand_from: u32,
    recycled: u64,
    recycling_took: Duration,
}

/// What all threads of one search look at.
struct Shared<'a, G: Game, R> {
    options: &'a TreeOptions,
    rule: &'a R,
    arena: &'a Arena<G::Move>,
    root: &'a G,
    budget: &'a Budget,
    expand_from: u32,
    /// Whether the search goes on when memory is full, without new nodes.
    frozen: bool,
}

/// A node on the way down.
#[derive(Clone, Copy)]
struct Step<M> {
    node: NodeIndex,
    /// Who moved there.
    by: Player,
    /// His move; `None` for the root.
    m: Option<M>,
}

/// What a thread needs for itself.
struct Worker<G: Game, P, K> {
    position: G,
    policy: P,
    knowledge: K,
    rng: Rng,
    path: Vec<Step<G::Move>>,
    moves: MoveList<G::Move>,
    priors: Vec<MovePrior>,
    ranked: Vec<(MovePrior, G::Move)>,
    first_plays: FirstPlays,
    rave_buffer: RaveBuffer,
    space: Space,
}

impl<G, P, K, R> TreeSearch<G, P, K, R>
where
    G: Game,
    P: PlayoutPolicy<G>,
    K: Knowledge<G>,
    R: SelectionRule,
{
    /// A search with an empty tree. `position` is any position of the game to come.
    pub fn new(
        position: &G,
        policy: &P,
        knowledge: &K,
        rule: R,
        options: TreeOptions,
    ) -> Result<Self, NoMemory> {
        let threads = options.threads.get();
        let options = TreeOptions { virtual_loss: options.virtual_loss.max(1), ..options };
        let worker = |index: usize| Worker {
            position: position.clone(),
            policy: policy.clone(),
            knowledge: knowledge.clone(),
            rng: Rng::stream(options.seed, index as u64),
            path: Vec::with_capacity(64),
            moves: MoveList::new(),
            priors: Vec::new(),
            ranked: Vec::new(),
            first_plays: FirstPlays::new(if R::USES_RAVE { policy.slots() } else { 0 }),
            rave_buffer: RaveBuffer::default(),
            space: Space::default(),
        };
        Ok(Self {
            options,
            rule,
            arena: Arena::new(options.memory, threads)?,
            workers: (0..threads).map(worker).collect(),
            root: None,
            expand_from: options.expand,
            recycled: 0,
            recycling_took: Duration::ZERO,
        })
    }

    fn clear(&mut self) {
        self.arena.clear(self.workers.iter_mut().map(|worker| &mut worker.space));
        self.expand_from = self.options.expand;
        self.root = None;
    }

    /// Makes the tree one of this position: the old one if it is, or else a new one.
    fn set_root(&mut self, position: &G) {
        let same = |root: &G| root.history_key() == position.history_key();
        let same = self.options.reuse && self.root.as_ref().is_some_and(same);
        if !(same && self.root_is_whole(position)) {
            self.clear();
        }
        self.root = Some(position.clone());
        self.recycled = 0;
        // The root always has children, so that there is always a move to choose.
        if !self.expand_root(position) {
            let children = self.workers[0].moves.len();
            self.arena.make_room(children, self.workers.iter_mut().map(|worker| &mut worker.space));
            let made = self.expand_root(position);
            debug_assert!(made, "there is room now");
        }
    }

    /// Whether a node that has become the root can serve as one: it must have all its children (one
    /// that was proved by a win at once has that child only) or none, and if it is proved, the
    /// children that prove it (they may have been given up).
    fn root_is_whole(&self, position: &G) -> bool {
        let root = self.arena.root();
        let Some(children) = self.arena.children(root) else {
            return root.bounds().proof().is_none();
        };
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let proof = root.bounds().flipped().proof().map(|proof| proof.value);
        let proved = best_of(children).proof().map(|proof| proof.value);
        children.len() == moves.len() && (proof.is_none() || proof == proved)
    }

    /// Gives the root its children, if it has none; false if there was no room.
    fn expand_root(&mut self, position: &G) -> bool {
        let root = self.arena.root();
        if root.children() != Children::None {
            return true;
        }
        let worker = &mut self.workers[0];
        worker.position.clone_from(position);
        root.claim() && worker.make_children(&self.arena, &self.options, ROOT)
    }

    /// Lets the threads work until the search is over or memory is full.
    fn run_phase(
        &mut self,
        position: &G,
        budget: &Budget,
        control: &mut Control<'_, G::Move>,
        frozen: bool,
    ) {
        let shared = Shared {
            options: &self.options,
            rule: &self.rule,
            arena: &self.arena,
            root: position,
            budget,
            expand_from: self.expand_from,
            frozen,
        };
        let (recycled, interval) = (self.recycled, control.report_interval());
        let Some((first, others)) = self.workers.split_first_mut() else { return };
        thread::scope(|scope| {
            let shared = &shared;
            for worker in others {
                // A system that gives no more threads still gets its search, by those there are.
                let run = || worker.run(shared, || {});
                let _ = thread::Builder::new().spawn_scoped(scope, run);
            }
            let mut reported = Instant::now();
            first.run(shared, || {
                if interval.is_some_and(|interval| reported.elapsed() >= interval) {
                    reported = Instant::now();
                    control.tell(&shared.report(recycled));
                }
            });
        });
    }

    /// Makes room, if there is time for that. Otherwise the search goes on with the tree it has.
    fn recycle(&mut self, budget: &Budget) -> bool {
        // Before the first time, a guess that is rather too long.
        let guess = Duration::from_nanos(400 * self.arena.block_count() as u64);
        let needed = self.recycling_took.max(guess);
        if budget.time_left().is_some_and(|left| left < 2 * needed) {
            return false;
        }
        let start = Instant::now();
        let spaces = self.workers.iter_mut().map(|worker| &mut worker.space);
        let threshold = self.arena.recycle(spaces);
        self.expand_from = self.expand_from.max(threshold);
        self.recycled += 1;
        self.recycling_took = start.elapsed();
        true
    }
}

/// Nodes with so many visits are where threads meet: their RAVE counts are added in batches.
const BUSY_VISITS: u32 = 512;

/// Fewer playouts than this between two recyclings are not worth it.
const PLAYOUTS_PER_RECYCLING: u64 = 1000;

impl<G, P, K, R> Search<G> for TreeSearch<G, P, K, R>
where
    G: Game,
    P: PlayoutPolicy<G>,
    K: Knowledge<G>,
    R: SelectionRule,
{
    fn search(
        &mut self,
        position: &G,
        control: &mut Control<'_, G::Move>,
    ) -> SearchReport<G::Move> {
        if let Some(outcome) = position.outcome() {
            return finished(position.to_move(), outcome);
        }
        let clock = Instant::now();
        self.set_root(position);
        let already = u64::from(self.arena.root().results().visits);
        let mut budget = control.budget(already);
        let (mut frozen, mut at_last_recycling) = (false, None);
        let mut extended = self.options.final_move != FinalMove::MaxRobust;
        let mut report = loop {
            self.run_phase(position, &budget, control, frozen);
            let full = self.arena.is_full() && !frozen;
            if full && !budget.is_over() && !budget.is_used_up() {
                let playouts = budget.claimed();
                let worthwhile =
                    at_last_recycling.is_none_or(|last| playouts >= last + PLAYOUTS_PER_RECYCLING);
                at_last_recycling = Some(playouts);
                frozen = !(worthwhile && self.recycle(&budget));
                continue;
            }
            let shared = Shared {
                options: &self.options,
                rule: &self.rule,
                arena: &self.arena,
                root: position,
                budget: &budget,
                expand_from: self.expand_from,
                frozen,
            };
            let report = shared.report(self.recycled);
            let more = self.options.final_move.is_undecided(&report.moves) && !budget.is_over();
            if extended || !more {
                break report;
            }
            extended = true;
            budget.extend(budget.claimed() / 4);
        };
        if !self.options.reuse {
            self.root = None;
        }
        report.seconds = clock.elapsed().as_secs_f64();
        report
    }

    fn advance(&mut self, m: G::Move) {
        let Some(mut root) = self.root.take() else { return };
        let children = self.arena.children(self.arena.root());
        let found = children.and_then(|children| {
            let index = (0..children.len()).find(|&i| children.m(i) == m)?;
            Some(children.index(index))
        });
        if let Some(child) = found.filter(|_| root.is_legal(m)) {
            let by = root.to_move();
            root.play_unchecked(m);
            // A root is seen by the opponent of the player to move. If the same player moves
            // again, what the tree knows is seen by the wrong one.
            if root.to_move() == by {
                return;
            }
            self.arena.advance(child, self.workers.iter_mut().map(|worker| &mut worker.space));
            self.expand_from = self.options.expand;
            self.root = Some(root);
        }
    }

    fn reset(&mut self) {
        self.clear();
    }
}

impl<G, P, K> Worker<G, P, K>
where
    G: Game,
    P: PlayoutPolicy<G>,
    K: Knowledge<G>,
{
    fn run<R: SelectionRule>(&mut self, shared: &Shared<'_, G, R>, look: impl FnMut()) {
        self.work(shared, look);
        self.rave_buffer.flush_all(shared.arena);
    }

    fn work<R: SelectionRule>(&mut self, shared: &Shared<'_, G, R>, mut look: impl FnMut()) {
        let mut pace = Pace::new();
        let mut granted = 0;
        loop {
            if granted == 0 {
                granted = shared.budget.claim(shared.options.threads.get());
                if granted == 0 {
                    return;
                }
            }
            self.simulate(shared);
            granted -= 1;
            if shared.options.solver && shared.arena.root().bounds().proof().is_some() {
                shared.budget.end();
            }
            let mut over = shared.budget.is_stopped() || shared.arena.is_full() && !shared.frozen;
            if pace.is_due() {
                look();
                over |= shared.budget.is_over();
            }
            if over {
                shared.budget.give_back(granted);
                return;
            }
        }
    }

    /// One descent, playout and backup.
    fn simulate<R: SelectionRule>(&mut self, shared: &Shared<'_, G, R>) {
        self.position.clone_from(shared.root);
        self.path.clear();
        if R::USES_RAVE {
            self.first_plays.clear();
        }
        let mut step = Step { node: ROOT, by: shared.root.to_move().opponent(), m: None };
        let outcome = loop {
            self.path.push(step);
            let node = shared.arena.node(step.node);
            let visits = node.enter(shared.options.virtual_loss);
            let mut children = node.children();
            if shared.options.solver
                && let Some(proof) = node.bounds().proof()
            {
                // Above T this is rare: another thread has just proved it. Below, the policy may
                // choose a proven child; "the search is not continued at that point" (§4.2).
                break proof.value.outcome(step.by);
            }
            if children == Children::None {
                if visits == 0
                    && let Some(outcome) = self.first_visit(shared, step)
                {
                    break outcome;
                }
                let wanted = visits >= shared.expand_from && !shared.arena.is_full();
                if wanted
                    && node.claim()
                    && self.make_children(shared.arena, shared.options, step.node)
                {
                    children = node.children();
                }
            }
            match children {
                Children::None | Children::Coming => break self.play_out::<R>(),
                Children::Terminal => match self.position.outcome() {
                    Some(outcome) => break outcome,
                    None => break self.play_out::<R>(),
                },
                Children::At { first, len } => {
                    let siblings = shared.arena.siblings(first, len);
                    let by = self.position.to_move();
                    let Some(chosen) = self.select(shared, step, node, visits, siblings) else {
                        // All children are settled. Threads that settled two of them at the same
                        // time may not have seen each other, so this node does not know it yet.
                        let proved = best_of(siblings);
                        let proved = if by == step.by { proved } else { proved.flipped() };
                        match node.tighten(proved).0.proof() {
                            Some(proof) => break proof.value.outcome(step.by),
                            None => break self.play_out::<R>(),
                        }
                    };
                    let m = siblings.m(chosen);
                    self.position.play_unchecked(m);
                    step = Step { node: siblings.index(chosen), by, m: Some(m) };
                }
            }
        };
        self.back_up(shared, outcome);
    }

    /// A leaf is seen for the first time: the game may be over, or the player to move may win at
    /// once.
    fn first_visit<R: SelectionRule>(
        &mut self,
        shared: &Shared<'_, G, R>,
        step: Step<G::Move>,
    ) -> Option<Outcome> {
        let node = shared.arena.node(step.node);
        if let Some(outcome) = self.position.outcome() {
            if node.claim() {
                node.publish(Children::Terminal);
            }
            if shared.options.solver {
                // Both cases happen: the player who moved here may have won or lost by it.
                node.tighten(Bounds::exact(Value::of(outcome, step.by), 0));
            }
            return Some(outcome);
        }
        if !shared.options.solver {
            return None;
        }
        // "For all the children of a leaf node we check whether they lead to a direct win" (§4.2).
        self.position.legal_moves(&mut self.moves);
        let winning = self.policy.winning_move(&self.position, &self.moves)?;
        let (player, m) = (self.position.to_move(), self.moves[winning]);
        if node.claim() && shared.arena.expand(&mut self.space, step.node, &[m], &[]) {
            // The only child that matters any more: for the winning line.
            for child in shared.arena.children(node).iter().flat_map(Siblings::nodes) {
                child.tighten(Bounds::exact(Value::Win, 0));
            }
        }
        let outcome = Outcome::Win(player);
        node.tighten(Bounds::exact(Value::of(outcome, step.by), 1));
        Some(outcome)
    }

    /// Gives a claimed node its children, in random order, or says that the game is over there;
    /// false if there was no room.
    fn make_children(
        &mut self,
        arena: &Arena<G::Move>,
        options: &TreeOptions,
        node: NodeIndex,
    ) -> bool {
        self.position.legal_moves(&mut self.moves);
        if self.moves.is_empty() {
            arena.node(node).publish(Children::Terminal);
            return true;
        }
        // Equal children are tried in their order, which must not favour any.
        self.rng.shuffle(&mut self.moves);
        self.priors.clear();
        if K::KNOWS {
            self.priors.resize(self.moves.len(), MovePrior::default());
            self.knowledge.judge(&self.position, &self.moves, &mut self.priors);
            if options.widening.is_some() {
                self.rank_moves();
            }
        }
        arena.expand(&mut self.space, node, &self.moves, &self.priors)
    }

    /// Sorts the moves by what is known of them, the best first.
    fn rank_moves(&mut self) {
        self.ranked.clear();
        self.ranked.extend(self.priors.iter().copied().zip(self.moves.iter().copied()));
        self.ranked
            .sort_by(|(a, _), (b, _)| b.bias.total_cmp(&a.bias).then(b.value.total_cmp(&a.value)));
        for (i, &(prior, m)) in self.ranked.iter().enumerate() {
            self.priors[i] = prior;
            self.moves[i] = m;
        }
    }

    /// The child to descend to; `None` if what is proved leaves nothing to search.
    #[inline(always)]
    fn select<R: SelectionRule>(
        &mut self,
        shared: &Shared<'_, G, R>,
        step: Step<G::Move>,
        node: &Node<G::Move>,
        visits: u32,
        siblings: Siblings<'_, G::Move>,
    ) -> Option<usize> {
        let options = shared.options;
        if visits <= options.policy_visits && options.policy_visits > 0 {
            self.moves.clear();
            self.moves.extend(siblings.iter().map(|(_, m)| m));
            return Some(self.policy.choose(&self.position, &self.moves, &mut self.rng));
        }
        let nodes = match options.widening {
            Some(Widening { base, growth }) => {
                let open = widening(visits, base, growth, siblings.len());
                &siblings.nodes()[..open]
            }
            None => siblings.nodes(),
        };
        let parent = shared.rule.parent(visits);
        if !options.solver && options.pruning.is_none() {
            return most_urgent::<_, _, K, G>(shared.rule, &parent, nodes, |_| true);
        }
        // A child that cannot be better than what is already sure is not searched (§4.2: children
        // with the value −∞ are never selected).
        let own = node.bounds();
        let sure = if step.by == self.position.to_move() { own } else { own.flipped() }.lower;
        let open = |child: &Node<G::Move>| !options.solver || child.bounds().upper > sure;
        let hopeful = |child: &Node<G::Move>| {
            let Some(Pruning { below, visits }) = options.pruning else { return true };
            let Tally { visits: n, half_points } = child.results();
            n < visits || half_points as f32 >= 2.0 * below * n as f32
        };
        let chosen = most_urgent::<_, _, K, G>(shared.rule, &parent, nodes, |child| {
            open(child) && hopeful(child)
        });
        // If all are hopeless or settled: the hopeless, then those not yet unlocked.
        chosen
            .or_else(|| most_urgent::<_, _, K, G>(shared.rule, &parent, nodes, open))
            .or_else(|| most_urgent::<_, _, K, G>(shared.rule, &parent, siblings.nodes(), open))
    }

    fn play_out<R: SelectionRule>(&mut self) -> Outcome {
        let score = if R::USES_RAVE {
            self.policy.playout(&mut self.position, &mut self.rng, &mut self.first_plays)
        } else {
            self.policy.playout(&mut self.position, &mut self.rng, &mut ())
        };
        score.outcome
    }

    fn back_up<R: SelectionRule>(&mut self, shared: &Shared<'_, G, R>, outcome: Outcome) {
        for step in &self.path {
            let value = Value::of(outcome, step.by);
            shared.arena.node(step.node).leave(value, shared.options.virtual_loss);
        }
        if R::USES_RAVE {
            self.back_up_rave(shared, outcome);
        }
        if shared.options.solver {
            self.back_up_bounds(shared);
        }
    }

    /// Counts the playout for every sibling of the path that the same player played later.
    fn back_up_rave<R: SelectionRule>(&mut self, shared: &Shared<'_, G, R>, outcome: Outcome) {
        for i in (1..self.path.len()).rev() {
            let Step { by, m, .. } = self.path[i];
            if let Some(slot) = m.and_then(|m| self.policy.slot(m)) {
                self.first_plays.played_before(by, slot);
            }
            let parent = shared.arena.node(self.path[i - 1].node);
            let Some(siblings) = shared.arena.children(parent) else { continue };
            let value = Value::of(outcome, by);
            let (policy, first_plays) = (&self.policy, &self.first_plays);
            let hit = |m| first_plays.counts(by, policy.slot(m));
            let visits = parent.results().visits;
            if shared.options.threads.get() > 1 && visits >= BUSY_VISITS {
                let hits = siblings.iter().map(|(_, m)| hit(m));
                self.rave_buffer.add(shared.arena, visits, siblings, hits, value);
            } else {
                for (node, m) in siblings.iter() {
                    node.add_rave(hit(m), value);
                }
            }
        }
    }

    /// Carries what was proved at the end of the path towards the root (paper 000, §4.1, with
    /// bounds in the place of ±∞).
    fn back_up_bounds<R: SelectionRule>(&self, shared: &Shared<'_, G, R>) {
        for i in (1..self.path.len()).rev() {
            let (step, by) = (self.path[i - 1], self.path[i].by);
            let child = shared.arena.node(self.path[i].node).bounds();
            if (child.lower, child.upper) == (Value::Loss, Value::Win) {
                return;
            }
            let node = shared.arena.node(step.node);
            let Some(siblings) = shared.arena.children(node) else { return };
            let proved = best_of(siblings);
            let proved = if by == step.by { proved } else { proved.flipped() };
            if !node.tighten(proved).1 {
                return;
            }
        }
    }
}

/// The most urgent of the children that are allowed; the first of equal ones.
#[inline(always)]
fn most_urgent<M: Copy, R: SelectionRule, K: Knowledge<G>, G: Game>(
    rule: &R,
    parent: &R::Parent,
    nodes: &[Node<M>],
    allowed: impl Fn(&Node<M>) -> bool,
) -> Option<usize> {
    let (mut best, mut chosen) = (f32::NEG_INFINITY, None);
    for (i, node) in nodes.iter().enumerate() {
        if !allowed(node) {
            continue;
        }
        let stats = if K::KNOWS {
            ChildStats::of::<_, true>(node)
        } else {
            ChildStats::of::<_, false>(node)
        };
        let urgency = rule.urgency(parent, &stats);
        if urgency > best || chosen.is_none() {
            (best, chosen) = (urgency, Some(i));
            if urgency == f32::INFINITY {
                break;
            }
        }
    }
    chosen
}

/// The bounds of a node by those of its children, all of them, seen by the player to move there.
fn best_of<M: Copy>(siblings: Siblings<'_, M>) -> Bounds {
    let (mut lower, mut upper) = (Value::Loss, Value::Loss);
    for node in siblings.nodes() {
        let bounds = node.bounds();
        lower = lower.max(bounds.lower);
        upper = upper.max(bounds.upper);
    }
    let mut plies = 0;
    if lower == upper {
        // The winner takes the shortest way, the loser the longest; a draw counts its own line.
        let lines = siblings.nodes().iter().map(Node::bounds);
        let lines = lines.filter(|b| b.lower == lower && b.upper == lower).map(|b| b.plies);
        let line = if lower == Value::Loss { lines.max() } else { lines.min() };
        plies = line.unwrap_or(0).saturating_add(1);
    }
    Bounds { lower, upper, plies }
}

impl<G: Game, R: SelectionRule> Shared<'_, G, R> {
    fn report(&self, recycled: u64) -> SearchReport<G::Move> {
        let to_move = self.root.to_move();
        let root = self.arena.root();
        let mut moves: Vec<MoveReport<G::Move>> = match self.arena.children(root) {
            Some(children) => {
                children.iter().map(|(node, m)| move_report::<_, R>(node, m)).collect()
            }
            None => Vec::new(),
        };
        let proof = root.bounds().flipped().proof();
        self.options.final_move.sort(&mut moves, proof);
        let line = self.line(moves.first());
        let (nodes, bytes) = self.arena.size();
        SearchReport {
            best: line.first().copied(),
            value: value_of(proof, moves.first().map_or(0.5, |best| best.value)),
            depth: line.len() as u32,
            principal_variation: line,
            proof,
            playouts: self.budget.claimed(),
            unassigned: self.unassigned(&moves),
            moves,
            nodes,
            bytes,
            recycled,
            seconds: self.budget.elapsed().as_secs_f64(),
            threads: self.options.threads.get() as u32,
            ..SearchReport::empty(to_move)
        }
    }

    /// Playouts of the root that are in none of its children.
    fn unassigned(&self, moves: &[MoveReport<G::Move>]) -> Results {
        let own = results_of(self.arena.root());
        let sum = |part: fn(&Results) -> u64| moves.iter().map(|m| part(&m.results)).sum::<u64>();
        // The root's counters are those of the player who moved into it.
        Results {
            wins: own.losses.saturating_sub(sum(|r| r.wins)),
            draws: own.draws.saturating_sub(sum(|r| r.draws)),
            losses: own.wins.saturating_sub(sum(|r| r.losses)),
        }
    }

    /// The line that begins with the best move and goes on with the most visited or proven ones.
    fn line(&self, best: Option<&MoveReport<G::Move>>) -> Vec<G::Move> {
        let mut line = Vec::new();
        let Some(best) = best else { return line };
        let mut wanted = Some(best.r#move);
        let mut position = self.root.clone();
        let (mut node, mut by) = (self.arena.root(), position.to_move().opponent());
        while let Some(children) = self.arena.children(node) {
            let to_move = position.to_move();
            let next = match wanted.take() {
                Some(m) => (0..children.len()).find(|&i| children.m(i) == m),
                None => {
                    let bounds = node.bounds();
                    let own = if by == to_move { bounds } else { bounds.flipped() };
                    follow(own.proof(), children)
                }
            };
            let Some(next) = next else { break };
            line.push(children.m(next));
            position.play_unchecked(children.m(next));
            (node, by) = (&children.nodes()[next], to_move);
        }
        line
    }
}

/// The child that continues a line: by what the player to move has proved, if he has, else the most
/// visited.
fn follow<M: Copy>(proof: Option<Proof>, children: Siblings<'_, M>) -> Option<usize> {
    let nodes = children.nodes();
    if let Some(Proof { value, .. }) = proof {
        let proven = |&i: &usize| nodes[i].bounds().proof().is_some_and(|p| p.value == value);
        let plies = |&i: &usize| nodes[i].bounds().plies;
        let fitting = (0..nodes.len()).filter(proven);
        return if value == Value::Loss {
            fitting.max_by_key(plies)
        } else {
            fitting.min_by_key(plies)
        };
    }
    let visited = (0..nodes.len()).filter(|&i| nodes[i].results().visits > 0);
    visited.max_by_key(|&i| nodes[i].results().visits)
}

fn results_of<M: Copy>(node: &Node<M>) -> Results {
    let Tally { visits, half_points } = node.results();
    let draws = node.draws().min(half_points);
    let wins = (half_points - draws) / 2;
    let losses = visits.saturating_sub(wins).saturating_sub(draws);
    Results { wins: wins.into(), draws: draws.into(), losses: losses.into() }
}

fn value_of(proof: Option<Proof>, otherwise: f64) -> f64 {
    proof.map_or(otherwise, |proof| f64::from(proof.value.half_points()) / 2.0)
}

fn move_report<M: Copy, R: SelectionRule>(node: &Node<M>, m: M) -> MoveReport<M> {
    let (tally, rave, proof) = (node.results(), node.rave(), node.bounds().proof());
    let (value, weight) = node.virtual_playouts();
    let prior = MovePrior { bias: node.bias(), value, weight };
    MoveReport {
        r#move: m,
        visits: tally.visits.into(),
        results: results_of(node),
        value: value_of(proof, tally.mean().unwrap_or(0.5)),
        rave: R::USES_RAVE
            .then_some(rave.mean())
            .flatten()
            .map(|value| RaveReport { visits: rave.visits.into(), value }),
        points: None,
        prior: (prior != MovePrior::default()).then_some(prior),
        proof: proof.map(|proof| Proof { plies: proof.plies + 1, ..proof }),
    }
}

/// The report on a game that is over.
pub(crate) fn finished<M>(to_move: Player, outcome: Outcome) -> SearchReport<M> {
    let proof = Proof { value: Value::of(outcome, to_move), plies: 0 };
    SearchReport {
        value: value_of(Some(proof), 0.5),
        proof: Some(proof),
        ..SearchReport::empty(to_move)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::playouts::{PlayoutRecorder, PlayoutScore};
    use crate::selection::{Rave, RaveSchedule, Uct};
    use tengen_game::Key;

    /// Points 0 to 5 are taken in turn until none is left; Black wins if he has taken point 0.
    #[derive(Clone, Debug)]
    struct Points {
        taken: u8,
        black: u8,
    }

    const COUNT: u8 = 6;

    impl Game for Points {
        type Move = u8;
        fn to_move(&self) -> Player {
            Player::BOTH[self.taken.count_ones() as usize % 2]
        }
        fn legal_moves(&self, out: &mut MoveList<u8>) {
            out.clear();
            out.extend((0..COUNT).filter(|&m| self.is_legal(m)));
        }
        fn is_legal(&self, m: u8) -> bool {
            m < COUNT && self.taken >> m & 1 == 0
        }
        fn play_unchecked(&mut self, m: u8) {
            self.black |= u8::from(self.to_move() == Player::Black) << m;
            self.taken |= 1 << m;
        }
        fn outcome(&self) -> Option<Outcome> {
            let winner = if self.black & 1 == 1 { Player::Black } else { Player::White };
            (self.taken == (1 << COUNT) - 1).then_some(Outcome::Win(winner))
        }
        fn key(&self) -> Key {
            self.key_from_scratch()
        }
        fn key_from_scratch(&self) -> Key {
            Key(u64::from(self.taken) << 8 | u64::from(self.black))
        }
    }

    /// Takes the highest point that is left: no chance at all, so that counts can be worked out.
    #[derive(Clone)]
    struct Highest;

    impl PlayoutPolicy<Points> for Highest {
        fn playout(
            &mut self,
            position: &mut Points,
            _: &mut Rng,
            recorder: &mut impl PlayoutRecorder,
        ) -> PlayoutScore {
            while let Some(m) = (0..COUNT).rev().find(|&m| position.is_legal(m)) {
                recorder.played(position.to_move(), m.into());
                position.play_unchecked(m);
            }
            position.outcome().map_or(Outcome::Draw, |outcome| outcome).into()
        }
        fn slots(&self) -> usize {
            COUNT.into()
        }
        fn slot(&self, m: u8) -> Option<usize> {
            // Point 3 is like a pass: not counted.
            (m != 3).then_some(m.into())
        }
    }

    const START: Points = Points { taken: 0, black: 0 };

    fn rave() -> Rave {
        Rave { uct: Uct::default(), schedule: RaveSchedule::Mse { bias: 0.1 } }
    }

    /// One playout, and its RAVE counts by hand.
    #[test]
    fn rave_counts_moves_that_the_same_player_made_first() {
        let options = TreeOptions { memory: 1 << 20, expand: 100, ..TreeOptions::default() };
        let mut search = TreeSearch::new(&START, &Highest, &(), rave(), options).unwrap();
        let report = search.search(&START, &mut Control::new(Limits::playouts(1)));
        let first = report.moves.iter().find(|m| m.visits == 1).unwrap().r#move;
        // Black took `first`; then White and Black took the highest of the rest in turn.
        let mut order: Vec<u8> = (0..COUNT).rev().filter(|&m| m != first).collect();
        order.insert(0, first);
        let black: Vec<u8> = order.iter().copied().step_by(2).collect();
        for m in &report.moves {
            let counted = black.contains(&m.r#move) && m.r#move != 3;
            assert_eq!(m.rave.map(|rave| rave.visits), counted.then_some(1), "{order:?} {m:?}");
            if let Some(rave) = m.rave {
                assert_eq!(rave.value, f64::from(u8::from(black.contains(&0))));
            }
        }
    }

    /// Deeper in the tree a move counts for whoever made it from there on: what came before does
    /// not matter, and a later move by the other player does not undo it.
    #[test]
    fn rave_counts_start_at_each_node() {
        let options = TreeOptions { memory: 1 << 20, expand: 0, ..TreeOptions::default() };
        let mut search = TreeSearch::new(&START, &Highest, &(), rave(), options).unwrap();
        search.search(&START, &mut Control::new(Limits::playouts(300)));
        // The totals below a node: each playout through it counts once for each of the moves that
        // its player makes from there on, three of the six, those on point 3 excepted.
        let arena = &search.arena;
        let root = arena.children(arena.root()).unwrap();
        let counted: u32 = root.nodes().iter().map(|node| node.rave().visits).sum();
        assert!((2 * 300..=3 * 300).contains(&counted), "{counted}");
        for (child, m) in root.iter() {
            let Some(below) = arena.children(child) else { continue };
            let through: u32 = below.nodes().iter().map(|node| node.results().visits).sum();
            let counted: u32 = below.nodes().iter().map(|node| node.rave().visits).sum();
            // White takes three of the remaining five points.
            assert!((2 * through..=3 * through).contains(&counted), "{m}: {counted} of {through}");
            assert!(below.iter().all(|(_, other)| other != m));
            // Where a move was made at once it is counted at least as often as it was visited.
            for (node, m) in below.iter() {
                assert!(m == 3 || node.rave().visits >= node.results().visits);
            }
        }
    }

    /// Every move counted, every playout: exact totals, also for descents that end without one.
    #[derive(Clone)]
    struct HighestCounted;

    impl PlayoutPolicy<Points> for HighestCounted {
        fn playout(
            &mut self,
            position: &mut Points,
            rng: &mut Rng,
            recorder: &mut impl PlayoutRecorder,
        ) -> PlayoutScore {
            Highest.playout(position, rng, recorder)
        }
        fn slots(&self) -> usize {
            COUNT.into()
        }
        fn slot(&self, m: u8) -> Option<usize> {
            Some(m.into())
        }
    }

    #[test]
    fn rave_totals_are_exact() {
        for threads in [1, 2] {
            let threads = NonZero::new(threads).unwrap();
            let options =
                TreeOptions { memory: 1 << 22, expand: 0, threads, ..TreeOptions::default() };
            let mut search =
                TreeSearch::new(&START, &HighestCounted, &(), rave(), options).unwrap();
            let report = search.search(&START, &mut Control::new(Limits::playouts(6000)));
            let counted: u64 = report.moves.iter().filter_map(|m| m.rave).map(|r| r.visits).sum();
            // Black makes three moves a game. Two threads may lose a few before nodes are busy.
            let lost = 3 * 6000 - counted;
            assert!(lost <= if threads.get() == 1 { 0 } else { 2000 }, "{lost} of 18000");
            // Taking point 0 wins for sure, whenever it is done.
            let zero = report.moves.iter().find(|m| m.r#move == 0).unwrap();
            assert_eq!(zero.rave.map(|rave| rave.value), Some(1.0), "{zero:?}");
        }
    }

    /// Blocks, links and free space fit together through searches, recycling and moves.
    #[test]
    fn the_arena_stays_consistent() {
        for (threads, memory) in [(1, 1 << 20), (3, 1 << 16), (2, 0)] {
            let options = TreeOptions {
                memory,
                expand: 0,
                threads: NonZero::new(threads).unwrap(),
                ..TreeOptions::default()
            };
            let mut search = TreeSearch::new(&START, &Highest, &(), rave(), options).unwrap();
            let mut game = START;
            while game.outcome().is_none() {
                for _ in 0..3 {
                    let report = search.search(&game, &mut Control::new(Limits::playouts(700)));
                    let spaces = search.workers.iter_mut().map(|worker| &mut worker.space);
                    search.arena.assert_consistent(spaces);
                    let (nodes, _) = search.arena.size();
                    assert_eq!(nodes, report.nodes);
                }
                let spaces = search.workers.iter_mut().map(|worker| &mut worker.space);
                search.arena.recycle(spaces);
                search.arena.assert_consistent(std::iter::empty());
                let m = (0..COUNT).find(|&m| game.is_legal(m)).unwrap();
                game.play_unchecked(m);
                search.advance(m);
                search.arena.assert_consistent(std::iter::empty());
            }
        }
    }
}
