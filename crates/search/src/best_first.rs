//! MCTS_basic (paper 002): best-first growing of a minimax tree whose leaves are averages.
//!
//! The path with the best scores is followed to its leaf, the leaf gets all its children and these
//! get some playouts each; then the scores on the path are made anew. There is no exploration
//! term: what keeps the search from following one line for ever is that its score falls when it is
//! no good.

use tengen_game::{Game, MoveList, Outcome, Player, Rng};

use crate::bounds::Value;
use crate::formulas::minimax_weight;
use crate::limits::{Budget, Control, Pace};
use crate::playouts::{PlayoutPolicy, PlayoutScore};
use crate::report::{MoveReport, Results, SearchReport};
use crate::search::Search;

/// How the score of a node follows from those of its children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Backup {
    /// The mean of all playouts below.
    Mean,
    /// The best child's score.
    Minimax,
    /// `n / (n + k)` of minimax, the rest mean: it starts as the mean and shifts to minimax as the
    /// count `n` grows.
    Mix {
        /// The count at which both weigh the same.
        k: f64,
    },
}

/// How a best-first search works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestFirstOptions {
    /// How scores are backed up.
    pub backup: Backup,
    /// Playouts for each new leaf.
    pub playouts: u32,
    /// Bytes for the tree, beyond the moves of the root. When they are used up it grows no more, and
    /// leaves get more playouts.
    pub memory: usize,
    /// Seed of all chance.
    pub seed: u64,
}

impl Default for BestFirstOptions {
    fn default() -> Self {
        Self { backup: Backup::Mix { k: 500.0 }, playouts: 2, memory: 256 << 20, seed: 1 }
    }
}

/// Statistics are those of the player who moved into the node.
#[derive(Clone, Copy)]
struct Node<M> {
    m: Option<M>,
    by: Player,
    results: [u32; 3],
    /// The backed-up score, from 0 to 1.
    score: f64,
    first: u32,
    len: u32,
}

impl<M> Node<M> {
    const fn new(m: Option<M>, by: Player) -> Self {
        Self { m, by, results: [0; 3], score: 0.5, first: 0, len: 0 }
    }

    fn visits(&self) -> u32 {
        self.results.iter().sum()
    }

    fn mean(&self) -> f64 {
        let [_, draws, wins] = self.results.map(f64::from);
        (wins + 0.5 * draws) / f64::from(self.visits()).max(1.0)
    }

    fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.len) as usize
    }
}

/// Best-first search.
pub struct BestFirst<G: Game, P> {
    policy: P,
    options: BestFirstOptions,
    rng: Rng,
    position: G,
    leaf: G,
    moves: MoveList<G::Move>,
    nodes: Vec<Node<G::Move>>,
    path: Vec<usize>,
}

impl<G: Game, P: PlayoutPolicy<G>> BestFirst<G, P> {
    /// A search. `position` is any position of the game to come.
    pub fn new(position: &G, policy: P, options: BestFirstOptions) -> Self {
        Self {
            policy,
            options,
            rng: Rng::new(options.seed),
            position: position.clone(),
            leaf: position.clone(),
            moves: MoveList::new(),
            nodes: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Follows the best scores from the root to a leaf, and plays its moves.
    fn select(&mut self, root: &G) {
        self.leaf.clone_from(root);
        self.path.clear();
        let mut node = 0;
        loop {
            self.path.push(node);
            let Some(best) = self.best_child(node) else { return };
            if let Some(m) = self.nodes[best].m {
                self.leaf.play_unchecked(m);
            }
            node = best;
        }
    }

    fn best_child(&self, node: usize) -> Option<usize> {
        // Those without playouts were left by a round that was cut off.
        let children = self.nodes[node].children().filter(|&child| self.nodes[child].visits() > 0);
        // The first of equal ones; children are in random order.
        children.reduce(
            |best, child| {
                if self.nodes[child].score > self.nodes[best].score { child } else { best }
            },
        )
    }

    /// One playout from the leaf's child `child`, or from the leaf itself.
    fn playout(&mut self, child: Option<usize>) -> PlayoutScore {
        self.position.clone_from(&self.leaf);
        if let Some(m) = child.and_then(|child| self.nodes[child].m) {
            self.position.play_unchecked(m);
        }
        match self.position.outcome() {
            Some(outcome) => self.policy.score(&self.position, outcome),
            None => self.policy.playout(&mut self.position, &mut self.rng, &mut ()),
        }
    }

    fn count(&mut self, node: usize, outcome: Outcome) {
        let node = &mut self.nodes[node];
        node.results[Value::of(outcome, node.by) as usize] += 1;
    }

    /// Gives the leaf its children, unless the game is over there or memory is used up.
    fn expand(&mut self, leaf: usize) {
        self.leaf.legal_moves(&mut self.moves);
        let room = self.options.memory / size_of::<Node<G::Move>>();
        let fits = leaf == 0 || self.nodes.len() + self.moves.len() <= room;
        if self.leaf.outcome().is_some() || !fits {
            return;
        }
        self.rng.shuffle(&mut self.moves);
        let by = self.leaf.to_move();
        let first = self.nodes.len() as u32;
        self.nodes.extend(self.moves.iter().map(|&m| Node::new(Some(m), by)));
        (self.nodes[leaf].first, self.nodes[leaf].len) = (first, self.moves.len() as u32);
    }

    /// Makes the scores on the path anew, from the leaf to the root.
    fn back_up(&mut self) {
        for &index in self.path.iter().rev() {
            let node = &self.nodes[index];
            let mean = node.mean();
            let score = match (self.best_child(index), self.options.backup) {
                (None, _) | (_, Backup::Mean) => mean,
                (Some(best), backup) => {
                    let best = &self.nodes[best];
                    let minimax = if best.by == node.by { best.score } else { 1.0 - best.score };
                    let weight = match backup {
                        Backup::Mix { k } => minimax_weight(node.visits().into(), k),
                        _ => 1.0,
                    };
                    mean + weight * (minimax - mean)
                }
            };
            self.nodes[index].score = score;
        }
    }

    /// One round: select, expand, play out, back up. False when the search is over.
    fn round(&mut self, root: &G, mut go_on: impl FnMut() -> bool) -> bool {
        self.select(root);
        let leaf = self.path[self.path.len() - 1];
        self.expand(leaf);
        let mut going = true;
        let children = self.nodes[leaf].children();
        let targets = if children.is_empty() { vec![None] } else { children.map(Some).collect() };
        for child in targets {
            for _ in 0..self.options.playouts.max(1) {
                going = going && go_on();
                if !going {
                    break;
                }
                let outcome = self.playout(child).outcome;
                if let Some(child) = child {
                    self.count(child, outcome);
                    self.nodes[child].score = self.nodes[child].mean();
                }
                for i in 0..self.path.len() {
                    self.count(self.path[i], outcome);
                }
            }
        }
        self.back_up();
        going
    }

    fn report(&self, to_move: Player, budget: &Budget) -> SearchReport<G::Move> {
        let results = |[losses, draws, wins]: [u32; 3]| Results {
            wins: wins.into(),
            draws: draws.into(),
            losses: losses.into(),
        };
        let mut moves: Vec<(f64, MoveReport<G::Move>)> = self.nodes[self.nodes[0].children()]
            .iter()
            .filter_map(|node| {
                let visits = node.visits();
                let report = MoveReport {
                    visits: visits.into(),
                    results: results(node.results),
                    value: node.score,
                    ..MoveReport::new(node.m?)
                };
                Some((if visits > 0 { node.score } else { -1.0 }, report))
            })
            .collect();
        moves.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let moves: Vec<_> = moves.into_iter().map(|(_, report)| report).collect();
        let mut line = Vec::new();
        let mut node = 0;
        while let Some(best) = self.best_child(node) {
            line.extend(self.nodes[best].m);
            node = best;
        }
        if line.is_empty() {
            line.extend(moves.first().map(|best| best.r#move));
        }
        SearchReport {
            best: moves.first().map(|best| best.r#move),
            value: moves.first().map_or(0.5, |best| best.value),
            depth: line.len() as u32,
            principal_variation: line,
            moves,
            playouts: budget.claimed(),
            nodes: self.nodes.len() as u64,
            bytes: (self.nodes.len() * size_of::<Node<G::Move>>()) as u64,
            seconds: budget.elapsed().as_secs_f64(),
            ..SearchReport::empty(to_move)
        }
    }
}

impl<G: Game, P: PlayoutPolicy<G>> Search<G> for BestFirst<G, P> {
    fn search_open(
        &mut self,
        position: &G,
        control: &mut Control<'_, G::Move>,
    ) -> SearchReport<G::Move> {
        let budget = control.budget();
        let player = position.to_move();
        self.nodes.clear();
        self.nodes.push(Node::new(None, player.opponent()));
        let mut pace = Pace::new();
        let go_on = |pace: &mut Pace| {
            !(pace.is_due() && budget.claimed() > 0 && budget.is_over()) && budget.claim_one()
        };
        while self.round(position, || go_on(&mut pace)) {
            control.tell_if_due(|| self.report(player, &budget));
        }
        self.report(player, &budget)
    }
}

#[cfg(test)]
mod tests {
    use super::Node;
    use tengen_game::Player;

    #[test]
    fn a_mean_counts_draws_half() {
        let node = Node::<u8> { results: [2, 2, 4], ..Node::new(None, Player::Black) };
        assert_eq!((node.visits(), node.mean()), (8, 0.625));
    }
}
