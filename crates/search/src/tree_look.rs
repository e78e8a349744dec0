//! A look into a tree: one node and its children, also while threads are at work on it.
//!
//! Nothing here is more than a report does: links are followed with acquire order, counters are
//! independent numbers, and what was true when it was read may have grown since.

use std::marker::PhantomData;

use serde::Serialize;
use tengen_game::{Game, Player};

use crate::arena::Arena;
use crate::bounds::Proof;
use crate::node::Node;
use crate::proof_numbers::Numbers;
use crate::report::MoveReport;
use crate::selection::SelectionRule;
use crate::tree_report::{move_report, value_of};

/// A node of a tree. All values are those of the player to move there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NodeReport<M> {
    /// Who is to move.
    #[serde(serialize_with = "crate::report::player_name")]
    pub to_move: Player,
    /// Playouts through the node.
    pub visits: u64,
    /// The expected result, from 0 (lost) to 1 (won): the mean, or the proven value.
    pub value: f64,
    /// What is proved about it.
    pub proof: Option<Proof>,
    /// Its moves, the most visited first; none if it has no children yet. They have no lines.
    pub moves: Vec<MoveReport<M>>,
}

/// Finds the node behind a path of moves, if the tree has it.
pub type Looking<'a, M> = &'a dyn Fn(&[M]) -> Option<NodeReport<M>>;

/// A tree and the position of its root.
pub(crate) struct TreeLook<'a, G: Game, R> {
    arena: &'a Arena<G::Move>,
    root: &'a G,
    rule: PhantomData<R>,
}

impl<'a, G: Game, R: SelectionRule> TreeLook<'a, G, R> {
    pub(crate) const fn new(arena: &'a Arena<G::Move>, root: &'a G) -> Self {
        Self { arena, root, rule: PhantomData }
    }

    /// What is known of the moves of a node, in the order of the tree.
    pub(crate) fn moves(&self, node: &Node<G::Move>) -> Vec<MoveReport<G::Move>> {
        let Some(children) = self.arena.children(node) else { return Vec::new() };
        let report = |i: usize| {
            let (node, index) = (&children.nodes()[i], children.index(i));
            let implicit = self.arena.values().of(index, node.bounds());
            let numbers = self.arena.numbers().of(index, node.bounds());
            MoveReport {
                implicit: implicit.map(f64::from),
                proof_numbers: numbers.map(Numbers::report),
                ..move_report::<_, R>(node, children.m(i))
            }
        };
        (0..children.len()).map(report).collect()
    }

    /// The node behind a path of moves.
    pub(crate) fn node(&self, path: &[G::Move]) -> Option<NodeReport<G::Move>> {
        let mut position = self.root.clone();
        let (mut node, mut by) = (self.arena.root(), position.to_move().opponent());
        for &m in path {
            let children = self.arena.children(node)?;
            let index = (0..children.len()).find(|&i| children.m(i) == m)?;
            by = position.to_move();
            position.play_unchecked(m);
            node = &children.nodes()[index];
        }
        let to_move = position.to_move();
        // A node is seen by the player who moved there.
        let same = by == to_move;
        let bounds = if same { node.bounds() } else { node.bounds().flipped() };
        let tally = node.results();
        let mean = tally.mean().map_or(0.5, |mean| if same { mean } else { 1.0 - mean });
        let mut moves = self.moves(node);
        moves.sort_by_key(|m| std::cmp::Reverse(m.visits));
        Some(NodeReport {
            to_move,
            visits: tally.visits.into(),
            value: value_of(bounds.proof(), mean),
            proof: bounds.proof(),
            moves,
        })
    }
}
