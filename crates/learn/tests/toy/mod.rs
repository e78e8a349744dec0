//! A game small enough to go through all its playouts: trees with features on the moves.

// Every test program has its own copy of this, and none uses all of it.
#![allow(dead_code)]

use std::sync::Arc;

use tengen_game::Rng;
use tengen_learn::balancing::{Played, Simulator};

/// A place in a tree. Who moves does not matter: all that counts is seen by whoever is to move at the
/// root.
pub(crate) struct Node {
    /// Every move: its features, and where it leads.
    pub(crate) moves: Vec<(Vec<usize>, Node)>,
    /// The outcome, if there are no moves; what the place is worth, for two-step balancing.
    pub(crate) value: f64,
}

/// Trees, whose roots are the positions.
#[derive(Clone)]
pub(crate) struct Toy {
    pub(crate) roots: Arc<Vec<Node>>,
    pub(crate) dimensions: usize,
}

/// One way to play, from the root to the end.
pub(crate) struct Line {
    pub(crate) probability: f64,
    pub(crate) outcome: f64,
    pub(crate) length: u32,
    pub(crate) psi: Vec<f64>,
}

impl Toy {
    /// Random trees, of three plies, or of one to four if lengths `vary`. A move has up to two of
    /// the features.
    pub(crate) fn random(roots: usize, dimensions: usize, vary: bool, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let depth = if vary { 4 } else { 3 };
        let roots = (0..roots).map(|_| node(&mut rng, dimensions, depth, depth, vary));
        Self { roots: Arc::new(roots.collect()), dimensions }
    }

    /// The positions of both.
    pub(crate) fn and(self, other: Self) -> Self {
        let roots = |toy: Self| Arc::into_inner(toy.roots).expect("nobody else has it");
        let dimensions = self.dimensions;
        let roots = roots(self).into_iter().chain(roots(other)).collect();
        Self { roots: Arc::new(roots), dimensions }
    }

    /// Every line of play from a root, `plies` long at most, with what it leads to.
    pub(crate) fn lines(&self, position: usize, weights: &[f64], plies: u32) -> Vec<Line> {
        let mut lines = Vec::new();
        let start =
            Line { probability: 1.0, outcome: 0.0, length: 0, psi: vec![0.0; self.dimensions] };
        follow(&self.roots[position], weights, plies, start, &mut lines);
        lines
    }

    /// The exact value of a position.
    pub(crate) fn value(&self, position: usize, weights: &[f64]) -> f64 {
        mean(&self.lines(position, weights, u32::MAX), |line| line.outcome)
    }

    fn run(
        &self,
        weights: &[f64],
        position: usize,
        rng: &mut Rng,
        mut psi: Option<&mut [f64]>,
        plies: u32,
    ) -> (Played, &Node) {
        let (mut node, mut length) = (&self.roots[position], 0);
        while !node.moves.is_empty() && length < plies {
            let chances = probabilities(node, weights);
            let mut draw = f64::from(rng.unit());
            let last = chances.len() - 1;
            let passed = |p: &&f64| {
                draw -= **p;
                draw >= 0.0
            };
            let chosen = chances.iter().take_while(passed).count().min(last);
            if let Some(psi) = &mut psi {
                add_psi(node, &chances, chosen, psi);
            }
            node = &node.moves[chosen].1;
            length += 1;
        }
        (Played { outcome: node.value, length }, node)
    }
}

fn node(rng: &mut Rng, dimensions: usize, plies: u32, depth: u32, vary: bool) -> Node {
    let ends = plies == 0 || (vary && plies < depth && rng.below(4) == 0);
    if ends {
        let outcome = if rng.below(8) == 0 { 0.0 } else { [1.0, -1.0][rng.below(2)] };
        return Node { moves: Vec::new(), value: outcome };
    }
    let moves = (0..2 + rng.below(2)).map(|_| {
        let mut features: Vec<usize> = (0..rng.below(3)).map(|_| rng.below(dimensions)).collect();
        features.dedup();
        (features, node(rng, dimensions, plies - 1, depth, vary))
    });
    Node { moves: moves.collect(), value: 2.0 * f64::from(rng.unit()) - 1.0 }
}

fn probabilities(node: &Node, weights: &[f64]) -> Vec<f64> {
    let gamma = |features: &[usize]| features.iter().map(|&i| weights[i]).sum::<f64>().exp();
    let gammas: Vec<f64> = node.moves.iter().map(|(features, _)| gamma(features)).collect();
    let sum: f64 = gammas.iter().sum();
    gammas.iter().map(|gamma| gamma / sum).collect()
}

fn add_psi(node: &Node, chances: &[f64], chosen: usize, psi: &mut [f64]) {
    for (i, (features, _)) in node.moves.iter().enumerate() {
        for &feature in features {
            psi[feature] += f64::from(u8::from(i == chosen)) - chances[i];
        }
    }
}

fn follow(node: &Node, weights: &[f64], plies: u32, before: Line, lines: &mut Vec<Line>) {
    if node.moves.is_empty() || before.length == plies {
        lines.push(Line { outcome: node.value, ..before });
        return;
    }
    let chances = probabilities(node, weights);
    for (chosen, (_, next)) in node.moves.iter().enumerate() {
        let mut psi = before.psi.clone();
        add_psi(node, &chances, chosen, &mut psi);
        let probability = before.probability * chances[chosen];
        let line = Line { probability, outcome: 0.0, length: before.length + 1, psi };
        follow(next, weights, plies, line, lines);
    }
}

/// The mean over all ways to play.
pub(crate) fn mean(lines: &[Line], of: impl Fn(&Line) -> f64) -> f64 {
    lines.iter().map(|line| line.probability * of(line)).sum()
}

impl Simulator for Toy {
    type Policy = Vec<f64>;

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn policy(&self, weights: &[f64]) -> Vec<f64> {
        weights.to_vec()
    }

    fn simulate(&mut self, weights: &Vec<f64>, position: usize, rng: &mut Rng) -> f64 {
        self.run(weights, position, rng, None, u32::MAX).0.outcome
    }

    fn simulate_with_gradient(
        &mut self,
        weights: &Vec<f64>,
        position: usize,
        rng: &mut Rng,
        psi: &mut [f64],
    ) -> Played {
        self.run(weights, position, rng, Some(psi), u32::MAX).0
    }

    /// What a place is worth is told by a coin that is right in the mean only.
    fn two_plies(
        &mut self,
        weights: &Vec<f64>,
        position: usize,
        rng: &mut Rng,
        psi: &mut [f64],
    ) -> Played {
        let (sample, node) = self.run(weights, position, rng, Some(psi), 2);
        let wins = 2.0 * f64::from(rng.unit()) - 1.0 < node.value;
        Played { outcome: if wins { 1.0 } else { -1.0 }, ..sample }
    }
}
