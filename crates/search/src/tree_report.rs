//! What a tree knows, as a report.

use tengen_game::Game;

use crate::arena::Siblings;
use crate::bounds::{Proof, Value};
use crate::knowledge::MovePrior;
use crate::node::{Node, Tally};
use crate::report::{MoveReport, RaveReport, Results, SearchReport};
use crate::selection::SelectionRule;
use crate::tree_look::TreeLook;
use crate::tree_worker::Shared;

/// The moves at the head of a report that get a line of their own.
const LINES: usize = 20;

impl<G: Game, R: SelectionRule> Shared<'_, G, R> {
    pub(crate) fn report(&self) -> SearchReport<G::Move> {
        let to_move = self.root.to_move();
        let root = self.arena.root();
        let mut moves = self.look().moves(root);
        let proof = root.bounds().flipped().proof();
        self.options.final_move.sort(&mut moves, proof);
        let mut position = self.root.clone();
        for (rank, report) in moves.iter_mut().take(LINES).enumerate() {
            if report.visits > 0 || rank == 0 {
                report.line = self.line(&mut position, report.r#move);
            }
        }
        let line = moves.first().map_or_else(Vec::new, |best| best.line.clone());
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
            recycled: self.recycled,
            seconds: self.budget.elapsed().as_secs_f64(),
            threads: self.options.threads.get() as u32,
            ..SearchReport::empty(to_move)
        }
    }

    /// A look at any node.
    pub(crate) const fn look(&self) -> TreeLook<'_, G, R> {
        TreeLook::new(self.arena, self.root)
    }

    /// Playouts of the root that are in none of its children.
    fn unassigned(&self, moves: &[MoveReport<G::Move>]) -> Results {
        let root = self.arena.root();
        let own = results_of(root.results(), root.draws());
        let sum = |part: fn(&Results) -> u64| moves.iter().map(|m| part(&m.results)).sum::<u64>();
        // The root's counters are those of the player who moved into it.
        Results {
            wins: own.losses.saturating_sub(sum(|r| r.wins)),
            draws: own.draws.saturating_sub(sum(|r| r.draws)),
            losses: own.wins.saturating_sub(sum(|r| r.losses)),
        }
    }

    /// The line that begins with this move and goes on with the most visited or proven ones.
    fn line(&self, position: &mut G, first: G::Move) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut wanted = Some(first);
        position.clone_from(self.root);
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

/// Wins, draws and losses that add up to the visits of this tally. Draws are counted in a word of
/// their own, which workers may have moved on since the tally was read; they are held to what the
/// tally allows, so that a report made on the way adds up as well.
fn results_of(tally: Tally, draws: u32) -> Results {
    let Tally { visits, sixteenths } = tally;
    // Playouts that were cut short have results between win and loss, which are rounded here.
    let half_points = ((sixteenths + 4) / 8).min(2 * u64::from(visits)) as u32;
    let draws = draws.min(half_points).min((2 * visits).saturating_sub(half_points));
    let wins = (half_points - draws) / 2;
    let losses = visits - wins - draws;
    Results { wins: wins.into(), draws: draws.into(), losses: losses.into() }
}

pub(crate) fn value_of(proof: Option<Proof>, otherwise: f64) -> f64 {
    proof.map_or(otherwise, |proof| proof.value.score())
}

pub(crate) fn move_report<M: Copy, R: SelectionRule>(node: &Node<M>, m: M) -> MoveReport<M> {
    let (tally, rave, proof) = (node.results(), node.rave(), node.bounds().proof());
    let (value, weight) = node.virtual_playouts();
    let prior = MovePrior { bias: node.bias(), value, weight };
    MoveReport {
        visits: tally.visits.into(),
        results: results_of(tally, node.draws()),
        value: value_of(proof, tally.mean().unwrap_or(0.5)),
        rave: R::USES_RAVE
            .then_some(rave.mean())
            .flatten()
            .map(|value| RaveReport { visits: rave.visits.into(), value }),
        prior: (prior != MovePrior::default()).then_some(prior),
        proof: proof.map(|proof| Proof { plies: proof.plies + 1, ..proof }),
        ..MoveReport::new(m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_add_up_whatever_the_draws_say() {
        let tally = |visits, half_points: u32| Tally {
            visits,
            sixteenths: u64::from(half_points * crate::grade::WIN / 2),
        };
        for visits in 0..9 {
            for half_points in 0..=2 * visits {
                for draws in 0..12 {
                    let results = results_of(tally(visits, half_points), draws);
                    assert_eq!(results.total(), u64::from(visits), "{half_points} {draws}");
                }
            }
        }
        let results = results_of(tally(10, 11), 3);
        assert_eq!(results, Results { wins: 4, draws: 3, losses: 3 });
    }
}
