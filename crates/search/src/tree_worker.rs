//! What one thread of a tree search does: descend, play out, back up.

use tengen_game::{Game, MoveList, Outcome, Player, Rng};

use crate::arena::{Arena, Siblings, Space};
use crate::bounds::{Bounds, Value};
use crate::formulas::widening;
use crate::grade::Grade;
use crate::implicit::{Evaluate, Implicit};
use crate::knowledge::{Knowledge, MovePrior};
use crate::limits::{Budget, Pace};
use crate::node::{Children, Node, NodeIndex, ROOT};
use crate::playouts::{FirstPlays, PlayoutPolicy};
use crate::ply_history::PlyHistory;
use crate::proof_numbers::{ProofBias, ProofTerms};
use crate::rave_buffer::RaveBuffer;
use crate::selection::{ChildStats, ParentStats, SelectionRule};
use crate::tree_options::{Pruning, TreeOptions, Widening};

/// What all threads of one search look at.
pub(crate) struct Shared<'a, G: Game, R> {
    pub(crate) options: &'a TreeOptions,
    pub(crate) rule: &'a R,
    pub(crate) arena: &'a Arena<G::Move>,
    pub(crate) root: &'a G,
    pub(crate) budget: &'a Budget,
    pub(crate) history: &'a PlyHistory,
    pub(crate) expand_from: u32,
    /// Whether the search goes on when memory is full, without new nodes.
    pub(crate) frozen: bool,
    /// How often memory was made free in this search.
    pub(crate) recycled: u64,
}

/// A node on the way down.
#[derive(Clone, Copy)]
pub(crate) struct Step<M> {
    node: NodeIndex,
    /// Who moved there.
    by: Player,
    /// His move; `None` for the root.
    m: Option<M>,
}

/// What a thread needs for itself.
pub(crate) struct Worker<G: Game, P, K> {
    pub(crate) position: G,
    /// A position beside it, for evaluations.
    after: G,
    policy: P,
    knowledge: K,
    rng: Rng,
    path: Vec<Step<G::Move>>,
    pub(crate) moves: MoveList<G::Move>,
    priors: Vec<MovePrior>,
    values: Vec<f32>,
    ranked: Vec<(MovePrior, G::Move)>,
    first_plays: FirstPlays,
    rave_buffer: RaveBuffer,
    proof_terms: ProofTerms,
    pub(crate) space: Space,
}

/// Nodes with so many visits are where threads meet: their RAVE counts are added in batches.
const BUSY_VISITS: u32 = 512;

impl<G: Game, P: PlayoutPolicy<G>, K: Knowledge<G>> Worker<G, P, K> {
    /// The `index`-th thread of a search.
    pub(crate) fn new<R: SelectionRule>(
        position: &G,
        policy: &P,
        knowledge: &K,
        seed: u64,
        index: usize,
    ) -> Self {
        Self {
            position: position.clone(),
            after: position.clone(),
            policy: policy.clone(),
            knowledge: knowledge.clone(),
            rng: Rng::stream(seed, index as u64),
            path: Vec::with_capacity(64),
            moves: MoveList::new(),
            priors: Vec::new(),
            values: Vec::new(),
            ranked: Vec::new(),
            first_plays: FirstPlays::new(if R::USES_RAVE { policy.slots() } else { 0 }),
            rave_buffer: RaveBuffer::default(),
            proof_terms: ProofTerms::default(),
            space: Space::default(),
        }
    }
}

impl<G, P, K> Worker<G, P, K>
where
    G: Game,
    P: PlayoutPolicy<G>,
    K: Knowledge<G>,
{
    pub(crate) fn run<R: SelectionRule>(&mut self, shared: &Shared<'_, G, R>, look: impl FnMut()) {
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
        let result: Grade = loop {
            self.path.push(step);
            let node = shared.arena.node(step.node);
            let visits = node.enter(shared.options.virtual_loss);
            let mut children = node.children();
            if shared.options.solver
                && let Some(proof) = node.bounds().proof()
            {
                // Above T this is rare: another thread has just proved it. Below, the policy may
                // choose a proven child; "the search is not continued at that point" (§4.2).
                break proof.value.outcome(step.by).into();
            }
            if children == Children::None {
                if visits == 0
                    && let Some(outcome) = self.first_visit(shared, step)
                {
                    break outcome.into();
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
                Children::None => break self.play_out::<R>(),
                Children::Coming => {
                    // The thread that makes them may have lost its processor. It gets this one:
                    // where nothing else is left to search, others would only wait for it.
                    std::thread::yield_now();
                    break self.play_out::<R>();
                }
                Children::Terminal => match self.position.outcome() {
                    Some(outcome) => {
                        if shared.options.solver {
                            // Its first visitor may not have come to say so yet.
                            node.tighten(Bounds::exact(Value::of(outcome, step.by), 0));
                        }
                        break outcome.into();
                    }
                    None => break self.play_out::<R>(),
                },
                Children::At { first, len } => {
                    let siblings = shared.arena.siblings(first, len);
                    let by = self.position.to_move();
                    let again = by == step.by;
                    let Some(chosen) = self.select(shared, again, node, visits, siblings) else {
                        // All children are settled. Threads that settled two of them at the same
                        // time may not have seen each other, so this node does not know it yet.
                        let proved = best_of(siblings);
                        let proved = if again { proved } else { proved.flipped() };
                        match node.tighten(proved).0.proof() {
                            Some(proof) => break proof.value.outcome(step.by).into(),
                            None => break self.play_out::<R>(),
                        }
                    };
                    let m = siblings.m(chosen);
                    self.position.play_unchecked(m);
                    step = Step { node: siblings.index(chosen), by, m: Some(m) };
                }
            }
        };
        self.back_up(shared, result);
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
            if evaluates(shared.options, Evaluate::Visited) {
                let value = Value::of(outcome, step.by).score();
                shared.arena.values().set(step.node, value as f32);
            }
            return Some(outcome);
        }
        let won = if shared.options.solver { self.win_at_once(shared, step) } else { None };
        if won.is_none()
            && evaluates(shared.options, Evaluate::Visited)
            && let Some(value) = value_for(&mut self.knowledge, &self.position, step.by)
        {
            shared.arena.values().set(step.node, value);
        }
        won
    }

    /// Proves a leaf where the player to move wins at once.
    fn win_at_once<R: SelectionRule>(
        &mut self,
        shared: &Shared<'_, G, R>,
        step: Step<G::Move>,
    ) -> Option<Outcome> {
        let node = shared.arena.node(step.node);
        // "For all the children of a leaf node we check whether they lead to a direct win" (§4.2).
        self.position.legal_moves(&mut self.moves);
        let winning = self.policy.winning_move(&self.position, &self.moves)?;
        let (player, m) = (self.position.to_move(), self.moves[winning]);
        if node.claim() && shared.arena.expand(&mut self.space, step.node, &[m], &[], &[]) {
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
    pub(crate) fn make_children(
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
        self.values.clear();
        if evaluates(options, Evaluate::Children) {
            self.evaluate_moves();
        }
        arena.expand(&mut self.space, node, &self.moves, &self.priors, &self.values)
    }

    /// Evaluates the positions after the moves; not a number where there is no opinion.
    fn evaluate_moves(&mut self) {
        let by = self.position.to_move();
        for &m in &self.moves {
            self.after.clone_from(&self.position);
            self.after.play_unchecked(m);
            let value = value_for(&mut self.knowledge, &self.after, by);
            self.values.push(value.unwrap_or(f32::NAN));
        }
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

    /// The child to descend to; `None` if what is proved leaves nothing to search. `again`: the player
    /// who moved to the node moves again.
    #[inline(always)]
    fn select<R: SelectionRule>(
        &mut self,
        shared: &Shared<'_, G, R>,
        again: bool,
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
        let points = node.results().points();
        let points = if again { points } else { visits as f32 - points };
        let parent = shared.rule.parent(&ParentStats { visits, points });
        let has_history = shared.history.knows(self.path.len());
        if options.implicit.is_some() || options.proof_numbers.is_some() || has_history {
            return self.select_guided(shared, &parent, node, again, visits, siblings);
        }
        let urgency =
            |_, child: &Node<_>| shared.rule.urgency(&parent, &stats_of::<_, K, G>(child));
        most_urgent_open(options, node, again, visits, siblings, urgency)
    }

    /// The same with implicit values, proof numbers and history. A function of its own, so that the
    /// loop above stays as small as it is without them.
    #[inline(never)]
    fn select_guided<R: SelectionRule>(
        &mut self,
        shared: &Shared<'_, G, R>,
        parent: &R::Parent,
        node: &Node<G::Move>,
        again: bool,
        visits: u32,
        siblings: Siblings<'_, G::Move>,
    ) -> Option<usize> {
        let (options, arena) = (shared.options, shared.arena);
        if let Some(ProofBias { kind, .. }) = options.proof_numbers {
            self.proof_terms.compute(kind, arena.numbers(), siblings);
        }
        let (terms, policy, ply) = (&self.proof_terms, &self.policy, self.path.len());
        let urgency = |i: usize, child: &Node<_>| {
            let mut stats = stats_of::<_, K, G>(child);
            if let Some(history) = options.history {
                let slot = policy.slot(siblings.m(i));
                shared.history.add_to(&mut stats, child.results(), ply, slot, history);
            }
            if let Some(Implicit { alpha, .. }) = options.implicit
                && let Some(value) = arena.values().of(siblings.index(i), child.bounds())
            {
                (stats.implicit, stats.implicit_weight) = (value, alpha);
            }
            let urgency = shared.rule.urgency(parent, &stats);
            options.proof_numbers.map_or(urgency, |bias| urgency + bias.weight * terms.of(i))
        };
        most_urgent_open(options, node, again, visits, siblings, urgency)
    }

    fn play_out<R: SelectionRule>(&mut self) -> Grade {
        let score = if R::USES_RAVE {
            self.policy.playout(&mut self.position, &mut self.rng, &mut self.first_plays)
        } else {
            self.policy.playout(&mut self.position, &mut self.rng, &mut ())
        };
        Grade::of(&score, &mut self.rng)
    }

    fn back_up<R: SelectionRule>(&mut self, shared: &Shared<'_, G, R>, result: Grade) {
        for step in &self.path {
            shared.arena.node(step.node).leave(result, step.by, shared.options.virtual_loss);
        }
        if R::USES_RAVE {
            self.back_up_rave(shared, result);
        }
        if shared.options.history.is_some() {
            for (ply, step) in self.path.iter().enumerate() {
                let slot = step.m.and_then(|m| self.policy.slot(m));
                shared.history.add(ply, slot, result, step.by);
            }
        }
        if shared.options.solver {
            self.back_up_bounds(shared);
        }
        if shared.options.implicit.is_some() || shared.options.proof_numbers.is_some() {
            self.back_up_guides(shared);
        }
    }

    /// Counts the playout for every sibling of the path that the same player played later.
    fn back_up_rave<R: SelectionRule>(&mut self, shared: &Shared<'_, G, R>, result: Grade) {
        for i in (1..self.path.len()).rev() {
            let Step { by, m, .. } = self.path[i];
            if let Some(slot) = m.and_then(|m| self.policy.slot(m)) {
                self.first_plays.played_before(by, slot);
            }
            let parent = shared.arena.node(self.path[i - 1].node);
            let Some(siblings) = shared.arena.children(parent) else { continue };
            let points = result.sixteenths(by);
            let (policy, first_plays) = (&self.policy, &self.first_plays);
            let hit = |m| first_plays.counts(by, policy.slot(m));
            let visits = parent.results().visits;
            if shared.options.threads.get() > 1 && visits >= BUSY_VISITS {
                let hits = siblings.iter().map(|(_, m)| hit(m));
                self.rave_buffer.add(shared.arena, visits, siblings, hits, points);
            } else {
                for (node, m) in siblings.iter() {
                    node.add_rave(hit(m), points);
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

    /// Carries implicit values and proof numbers towards the root: after the bounds, which they
    /// look at.
    fn back_up_guides<R: SelectionRule>(&self, shared: &Shared<'_, G, R>) {
        let (options, arena) = (shared.options, shared.arena);
        for (step, below) in self.path.iter().zip(self.path.iter().skip(1)).rev() {
            let node = arena.node(step.node);
            let Some(siblings) = arena.children(node) else { return };
            let again = step.by == below.by;
            let mut changed = false;
            if options.implicit.is_some() {
                changed |= arena.values().back_up(step.node, again, siblings);
            }
            if options.proof_numbers.is_some() {
                changed |= arena.numbers().back_up(step.node, node.bounds(), again, siblings);
            }
            // Nothing new for the nodes above, unless this one and they have only just got their
            // children; or unless another thread's result, which was older, came after a newer one.
            let settled = node.results().visits > 1 && options.threads.get() == 1;
            if !changed && settled {
                return;
            }
        }
    }
}

/// Whether positions are evaluated then.
fn evaluates(options: &TreeOptions, when: Evaluate) -> bool {
    options.implicit.is_some_and(|implicit| implicit.evaluate == when)
}

/// How good a position is for `player`, by its result or by what is known, if anything is.
fn value_for<G: Game, K: Knowledge<G>>(
    knowledge: &mut K,
    position: &G,
    player: Player,
) -> Option<f32> {
    if let Some(outcome) = position.outcome() {
        return Some(Value::of(outcome, player).score() as f32);
    }
    let value = knowledge.value(position)?;
    Some(if position.to_move() == player { value } else { 1.0 - value })
}

/// What the tree knows about a child.
#[inline(always)]
fn stats_of<M: Copy, K: Knowledge<G>, G: Game>(node: &Node<M>) -> ChildStats {
    if K::KNOWS { ChildStats::of::<_, true>(node) } else { ChildStats::of::<_, false>(node) }
}

/// The most urgent child that widening, proofs and pruning leave; `None` if all are settled.
/// `again`: the player who moved to the node moves again.
#[inline(always)]
fn most_urgent_open<M: Copy>(
    options: &TreeOptions,
    node: &Node<M>,
    again: bool,
    visits: u32,
    siblings: Siblings<'_, M>,
    urgency: impl Fn(usize, &Node<M>) -> f32,
) -> Option<usize> {
    let nodes = match options.widening {
        Some(Widening { base, growth }) => {
            let open = widening(visits, base, growth, siblings.len());
            &siblings.nodes()[..open]
        }
        None => siblings.nodes(),
    };
    if !options.solver && options.pruning.is_none() {
        return most_urgent(nodes, |_| true, urgency);
    }
    // A child that cannot be better than what is already sure is not searched (§4.2: children
    // with the value −∞ are never selected).
    let own = node.bounds();
    let sure = if again { own } else { own.flipped() }.lower;
    let open = |child: &Node<M>| !options.solver || child.bounds().upper > sure;
    let hopeful = |child: &Node<M>| {
        let Some(Pruning { below, visits }) = options.pruning else { return true };
        let tally = child.results();
        tally.visits < visits || tally.points() >= below * tally.visits as f32
    };
    let chosen = most_urgent(nodes, |child| open(child) && hopeful(child), &urgency);
    // If all are hopeless or settled: the hopeless, then those not yet unlocked.
    chosen
        .or_else(|| most_urgent(nodes, open, &urgency))
        .or_else(|| most_urgent(siblings.nodes(), open, &urgency))
}

/// The most urgent of the children that are allowed; the first of equal ones.
#[inline(always)]
fn most_urgent<M: Copy>(
    nodes: &[Node<M>],
    allowed: impl Fn(&Node<M>) -> bool,
    urgency: impl Fn(usize, &Node<M>) -> f32,
) -> Option<usize> {
    let (mut best, mut chosen) = (f32::NEG_INFINITY, None);
    for (i, node) in nodes.iter().enumerate() {
        if !allowed(node) {
            continue;
        }
        let urgency = urgency(i, node);
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
pub(crate) fn best_of<M: Copy>(siblings: Siblings<'_, M>) -> Bounds {
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
