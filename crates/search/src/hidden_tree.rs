//! Trees for games with hidden information: paper 004's two ways to guess, and information-set UCT.

use tengen_game::{Game, Hidden, MoveList, Player, Rng};

use crate::bounds::Value;
use crate::formulas::{ln, rave_weight_hand, ucb};
use crate::limits::Control;
use crate::playouts::{FirstPlays, PlayoutPolicy, PlayoutScore};
use crate::report::{MoveReport, RaveReport, Results, SearchReport};

/// When the pieces that are hidden are put on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guessing {
    /// All at once: another position that could be the true one for each descent (information-set
    /// UCT, Cowling, Powley and Whitehouse 2012). Below the first move, children that are illegal in
    /// it are left out, and the bound of the others goes by how often they could be chosen.
    ///
    /// The first move is chosen before the position is drawn, which is then one that it is legal in.
    /// Otherwise a good move that is seldom legal would be taken whenever it is, and all the others
    /// would be judged by the positions in which it is not.
    Sampled,
    /// Where the tree ends, before the playout (paper 004: late random guessing).
    Late,
    /// After the first move, each where the opponent's second move is often tried: with a chance of
    /// visits / visits of the parent · hidden pieces, but not more than one; the others late
    /// (paper 004: early probabilistic guessing).
    Early,
}

/// Positions that are drawn for a first move until one is found in which it is legal.
const PATIENCE: u32 = 8;

/// Behind all others, but not so far that it could not be chosen where there is nothing else.
const NEVER_LEGAL: f32 = -1e9;

/// What a node's mean is a mean of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aggregate {
    /// Results: a win is one, a draw a half.
    Wins,
    /// The lead at the end, in the game's points.
    Points {
        /// The most that anyone can lead by.
        most: f32,
    },
}

impl Aggregate {
    /// From 0 to 1, seen by `player`.
    fn of(self, score: PlayoutScore, player: Player) -> f32 {
        match self {
            Self::Wins => Value::of(score.outcome, player).score() as f32,
            Self::Points { most } => {
                let lead = if player == Player::Black { score.points } else { -score.points };
                (0.5 + lead / (2.0 * most)).clamp(0.0, 1.0)
            }
        }
    }
}

/// How a tree with guesses works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HiddenTreeOptions {
    /// When hidden pieces are put down.
    pub guessing: Guessing,
    /// What is averaged.
    pub aggregate: Aggregate,
    /// Exploration: `c · sqrt(ln N / n)`.
    pub c: f32,
    /// Of a move that was never tried; infinite: each is tried once.
    pub fpu: f32,
    /// `k` of RAVE by the hand-made schedule; `None`: no RAVE.
    pub rave: Option<f32>,
    /// Visits before a node gets children.
    pub expand: u32,
    /// The most nodes.
    pub most_nodes: usize,
    /// Seed of all chance.
    pub seed: u64,
}

impl Default for HiddenTreeOptions {
    fn default() -> Self {
        Self {
            guessing: Guessing::Sampled,
            aggregate: Aggregate::Wins,
            c: std::f32::consts::FRAC_1_SQRT_2,
            fpu: f32::INFINITY,
            rave: None,
            expand: 1,
            most_nodes: 1 << 20,
            seed: 1,
        }
    }
}

/// A move, and what came of it. Statistics are those of the player who made it.
struct Node<M> {
    m: M,
    visits: u32,
    /// How often it could have been chosen; of a first move, in how many positions it was legal.
    available: u32,
    /// In how many positions a first move was wanted.
    wanted: u32,
    sum: f32,
    wins: u32,
    draws: u32,
    rave_visits: f32,
    rave_sum: f32,
    /// By slot: the child's number, 0 for none. The last one is for moves without a slot.
    table: Box<[u32]>,
    children: Vec<u32>,
}

impl<M: Copy> Node<M> {
    fn new(m: M) -> Self {
        Self {
            m,
            visits: 0,
            available: 0,
            wanted: 0,
            sum: 0.0,
            wins: 0,
            draws: 0,
            rave_visits: 0.0,
            rave_sum: 0.0,
            table: Box::default(),
            children: Vec::new(),
        }
    }

    fn mean(&self) -> f32 {
        self.sum / self.visits.max(1) as f32
    }

    fn report(&self) -> MoveReport<M> {
        let losses = u64::from(self.visits - self.wins - self.draws);
        let rave = (self.rave_visits > 0.0).then(|| RaveReport {
            visits: self.rave_visits as u64,
            value: f64::from(self.rave_sum / self.rave_visits),
        });
        MoveReport {
            visits: u64::from(self.visits),
            results: Results { wins: self.wins.into(), draws: self.draws.into(), losses },
            value: f64::from(self.mean()),
            rave,
            ..MoveReport::new(self.m)
        }
    }
}

/// What a search with guesses found, beside the report.
#[derive(Clone, Debug)]
pub struct HiddenReport<M> {
    /// The report, the best move first: the one most often chosen.
    pub report: SearchReport<M>,
    /// For each move of the report, in what share of the positions it was legal, where they were
    /// sampled; 1 with other guesses.
    pub available: Vec<f32>,
}

/// UCT with guesses about what is hidden. One thread; the tree is made anew for each search.
pub struct HiddenTree<G: Game, P> {
    policy: P,
    options: HiddenTreeOptions,
    rng: Rng,
    position: G,
    first_plays: FirstPlays,
    nodes: Vec<Node<G::Move>>,
    moves: MoveList<G::Move>,
    /// The nodes of a descent, with who moved into each.
    path: Vec<(u32, Player)>,
}

impl<G: Game, P: PlayoutPolicy<G>> HiddenTree<G, P> {
    /// A search. `position` is any position of the game to come.
    pub fn new(position: &G, policy: P, options: HiddenTreeOptions) -> Self {
        Self {
            first_plays: FirstPlays::new(policy.slots()),
            policy,
            options,
            rng: Rng::new(options.seed),
            position: position.clone(),
            nodes: Vec::new(),
            moves: MoveList::new(),
            path: Vec::new(),
        }
    }

    /// Searches within the limits.
    pub fn search<H: Hidden<Position = G>>(
        &mut self,
        hidden: &mut H,
        control: &mut Control<'_, G::Move>,
    ) -> HiddenReport<G::Move> {
        let budget = control.budget();
        let player = hidden.seen().to_move();
        let mut root_moves = MoveList::new();
        hidden.moves(&mut root_moves);
        self.rng.shuffle(&mut root_moves);
        let Some(&any) = root_moves.first() else {
            let report = SearchReport::empty(player);
            return HiddenReport { report, available: Vec::new() };
        };
        self.nodes.clear();
        self.nodes.push(Node::new(any));
        let mut depth = 0;
        while budget.claimed() == 0 || !budget.is_over() {
            if !budget.claim_one() {
                break;
            }
            self.descend(hidden, &root_moves);
            depth = depth.max(self.path.len() as u32);
        }
        let mut children: Vec<&Node<G::Move>> =
            self.nodes[0].children.iter().map(|&child| &self.nodes[child as usize]).collect();
        children.sort_by_key(|child| std::cmp::Reverse(child.visits));
        let moves: Vec<_> = children.iter().map(|child| child.report()).collect();
        let share = |child: &&Node<G::Move>| match child.wanted {
            0 => 1.0,
            wanted => child.available as f32 / wanted as f32,
        };
        let available = children.iter().map(share).collect();
        let best = moves.first();
        let report = SearchReport {
            best: Some(best.map_or(any, |best| best.r#move)),
            value: best.map_or(0.5, |best| best.value),
            principal_variation: best.map(|best| best.r#move).into_iter().collect(),
            depth,
            nodes: self.nodes.len() as u64,
            bytes: (self.nodes.len() * size_of::<Node<G::Move>>()) as u64,
            playouts: budget.claimed(),
            seconds: budget.elapsed().as_secs_f64(),
            moves,
            ..SearchReport::empty(player)
        };
        HiddenReport { report, available }
    }

    /// One playout.
    fn descend<H: Hidden<Position = G>>(&mut self, hidden: &mut H, root_moves: &[G::Move]) {
        let guessing = self.options.guessing;
        let mut missing = 0;
        self.path.clear();
        let mut node = 0;
        if guessing == Guessing::Sampled {
            node = self.select_first(root_moves);
            if !self.sample_for(hidden, node) {
                return;
            }
            let mover = self.position.to_move();
            self.position.play_unchecked(self.nodes[node].m);
            self.path.push((node as u32, mover));
        } else {
            self.position.clone_from(hidden.seen());
            missing = hidden.unseen();
        }
        while self.position.outcome().is_none() {
            if self.path.len() == 1 && guessing == Guessing::Early {
                missing = self.guess_early(hidden, node, missing);
            }
            self.list_moves(root_moves);
            if self.moves.is_empty() {
                break;
            }
            // The root always has children, so that there is something to choose.
            let is_leaf = self.nodes[node].visits < self.options.expand && !self.path.is_empty();
            if is_leaf || self.nodes.len() + self.moves.len() > self.options.most_nodes {
                break;
            }
            let child = self.select(node);
            let mover = self.position.to_move();
            self.position.play_unchecked(self.nodes[child].m);
            self.path.push((child as u32, mover));
            node = child;
        }
        if missing > 0 {
            hidden.complete(&mut self.position, missing, &mut self.rng);
        }
        self.first_plays.clear();
        let score = match self.position.outcome() {
            Some(outcome) => self.policy.score(&self.position, outcome),
            None => self.policy.playout(&mut self.position, &mut self.rng, &mut self.first_plays),
        };
        self.back_up(score, hidden.seen().to_move());
    }

    /// The first move of a descent, before it is known where it can be made.
    fn select_first(&mut self, root_moves: &[G::Move]) -> usize {
        self.moves.clear();
        self.moves.extend(root_moves.iter().copied());
        self.select(0)
    }

    /// Draws a position in which a first move is legal. Whether one was found.
    fn sample_for<H: Hidden<Position = G>>(&mut self, hidden: &mut H, node: usize) -> bool {
        for _ in 0..PATIENCE {
            hidden.sample(&mut self.position, &mut self.rng);
            self.nodes[node].wanted += 1;
            if self.position.is_legal(self.nodes[node].m) {
                self.nodes[node].available += 1;
                return true;
            }
        }
        false
    }

    /// Puts down what the opponent's answers to the first move suggest. Gives what is left.
    fn guess_early<H: Hidden<Position = G>>(
        &mut self,
        hidden: &mut H,
        node: usize,
        mut missing: usize,
    ) -> usize {
        let unknown = missing as f32;
        let parent = self.nodes[node].visits.max(1) as f32;
        for i in 0..self.nodes[node].children.len() {
            let child = &self.nodes[self.nodes[node].children[i] as usize];
            let chance = (child.visits as f32 / parent * unknown).min(1.0);
            if missing > 0
                && chance > 0.0
                && self.rng.unit() < chance
                && hidden.add(&mut self.position, child.m)
            {
                missing -= 1;
            }
        }
        missing
    }

    /// The moves to choose from in the position of a descent.
    fn list_moves(&mut self, root_moves: &[G::Move]) {
        let (position, policy) = (&self.position, &mut self.policy);
        if self.path.is_empty() {
            self.moves.clear();
            self.moves.extend(root_moves.iter().copied().filter(|&m| position.is_legal(m)));
            return;
        }
        position.legal_moves(&mut self.moves);
        let mut sensible = MoveList::new();
        sensible.extend(self.moves.iter().copied().filter(|&m| policy.is_sensible(position, m)));
        if !sensible.is_empty() {
            self.moves = sensible;
        }
    }

    /// The child to go on with; children that are missing are made.
    fn select(&mut self, node: usize) -> usize {
        let slots = self.policy.slots();
        if self.nodes[node].table.is_empty() {
            self.nodes[node].table = vec![0; slots + 1].into();
        }
        let visits = self.nodes[node].visits;
        let beta = self.options.rave.map(|k| rave_weight_hand(visits as f32, k));
        let is_blind = node == 0 && self.options.guessing == Guessing::Sampled;
        let (mut best, mut chosen) = (f32::MIN, 0);
        // A random first one, so that equal ones are treated alike.
        let start = self.rng.below(self.moves.len());
        for i in 0..self.moves.len() {
            let m = self.moves[(start + i) % self.moves.len()];
            let slot = self.policy.slot(m).unwrap_or(slots);
            let mut number = self.nodes[node].table[slot] as usize;
            if number == 0 {
                number = self.nodes.len();
                self.nodes.push(Node::new(m));
                self.nodes[node].table[slot] = number as u32;
                self.nodes[node].children.push(number as u32);
            }
            let child = &mut self.nodes[number];
            // First moves are chosen blindly: all of them could be.
            let available = if is_blind { visits } else { child.available + 1 };
            child.available += u32::from(!is_blind);
            let urgency = self.options.urgency(child, available, beta);
            if urgency > best {
                (best, chosen) = (urgency, number);
            }
        }
        chosen
    }

    fn back_up(&mut self, score: PlayoutScore, player: Player) {
        let aggregate = self.options.aggregate;
        for i in (0..self.path.len()).rev() {
            let (number, mover) = self.path[i];
            let value = aggregate.of(score, mover);
            let child = &mut self.nodes[number as usize];
            child.visits += 1;
            child.sum += value;
            match Value::of(score.outcome, mover) {
                Value::Win => child.wins += 1,
                Value::Draw => child.draws += 1,
                Value::Loss => {}
            }
            if self.options.rave.is_none() {
                continue;
            }
            if let Some(slot) = self.policy.slot(self.nodes[number as usize].m) {
                self.first_plays.played_before(mover, slot);
            }
            let parent = if i == 0 { 0 } else { self.path[i - 1].0 as usize };
            for c in 0..self.nodes[parent].children.len() {
                let sibling = self.nodes[parent].children[c] as usize;
                let slot = self.policy.slot(self.nodes[sibling].m);
                if slot.is_some_and(|slot| self.first_plays.is_first(mover, slot)) {
                    self.nodes[sibling].rave_visits += 1.0;
                    self.nodes[sibling].rave_sum += value;
                }
            }
        }
        let root = &mut self.nodes[0];
        root.visits += 1;
        root.sum += aggregate.of(score, player);
    }
}

impl HiddenTreeOptions {
    fn urgency<M>(&self, child: &Node<M>, available: u32, beta: Option<f32>) -> f32 {
        if child.wanted >= 2 * PATIENCE && child.available == 0 {
            return NEVER_LEGAL;
        }
        let rave = beta.filter(|_| child.rave_visits > 0.0);
        if child.visits == 0 && rave.is_none() {
            return self.fpu;
        }
        let visits = child.visits.max(1) as f32;
        let mean = child.sum / visits;
        let value = match rave {
            Some(_) if child.visits == 0 => child.rave_sum / child.rave_visits,
            Some(beta) => mean + beta * (child.rave_sum / child.rave_visits - mean),
            None => mean,
        };
        ucb(value, visits, ln(available.max(1)), self.c)
    }
}
