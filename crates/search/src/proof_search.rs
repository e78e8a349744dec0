//! Proof-number search, depth first, for goals that are to be reached within a number of plies.
//!
//! Depth-first proof-number search (df-pn: Nagai 2002) with thresholds that leave a little room
//! (1+ε: Pawlewicz and Lew 2007). Where all children have to be settled, the hardest of them counts
//! whole and the others one each (weak proof numbers: Ueda, Hashimoto, Hashimoto and Iida 2008): a
//! sum would count positions that are reached in several ways as often. The limit on plies does two things. Run with limits that grow, it
//! finds the shortest win. And it makes what is found independent of how a position came about:
//! whether a goal is reached within n plies is a matter of the position alone, so the table may
//! share it, although games have rules on repetition (the graph-history problem: Kishimoto and
//! Müller 2004). The game that is searched here must know no such rules; `solver.rs` tells what a
//! proof means where they exist.

use tengen_game::{Game, Key, MoveList, random_key};

use crate::bounds::Value;
use crate::limits::Budget;
use crate::proof_knowledge::{Goal, ProofKnowledge};
use crate::proof_table::{FOREVER, Finding, Plies, ProofTable};

/// More than any number of an open position.
const INFINITE: u32 = u32::MAX;
/// The largest number of an open position.
const LARGEST: u32 = 1 << 30;

/// The longest proof that is looked for: recursion is bounded by it.
pub(crate) const LONGEST: Plies = 120;

impl Finding {
    const fn proven(plies: Plies) -> Self {
        Self { pn: 0, dn: INFINITE, plies }
    }

    const fn disproven(plies: Plies) -> Self {
        Self { pn: INFINITE, dn: 0, plies }
    }

    #[inline]
    pub(crate) const fn is_settled(self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// One more ply.
#[inline]
const fn longer(plies: Plies) -> Plies {
    if plies == FOREVER { FOREVER } else { plies + 1 }
}

/// A move, and what is known of the position behind it.
struct Child<M> {
    r#move: M,
    finding: Finding,
}

/// Buffers of one level of the recursion.
struct Level<M> {
    moves: MoveList<M>,
    children: Vec<Child<M>>,
}

/// A search for proofs, with its table.
pub(crate) struct ProofSearch<'a, G: Game, K> {
    knowledge: &'a K,
    pub(crate) table: ProofTable,
    levels: Vec<Level<G::Move>>,
    /// Positions looked at.
    pub(crate) nodes: u64,
    /// Stop at so many nodes.
    stop_at: u64,
    /// Look at the clock at so many nodes.
    look_at: u64,
    stopped: bool,
}

/// Nodes between two looks at the clock: some ten microseconds.
const LOOK_EVERY: u64 = 128;

impl<'a, G: Game, K: ProofKnowledge<G>> ProofSearch<'a, G, K> {
    pub(crate) fn new(knowledge: &'a K, table: ProofTable) -> Self {
        Self {
            knowledge,
            table,
            levels: Vec::new(),
            nodes: 0,
            stop_at: 0,
            look_at: 0,
            stopped: false,
        }
    }

    /// Whether the goal is reached within `limit` plies. The answer is open if `nodes` more
    /// positions or the budget did not suffice; asked again, the search goes on where it was.
    pub(crate) fn prove(
        &mut self,
        position: &G,
        goal: Goal,
        limit: Plies,
        nodes: u64,
        budget: &Budget,
    ) -> Finding {
        let limit = limit.min(LONGEST);
        self.stop_at = self.nodes.saturating_add(nodes);
        self.look_at = self.nodes;
        self.stopped = false;
        let known = self.look(position, goal, limit);
        if known.is_settled() {
            return known;
        }
        self.visit(position, goal, limit, [INFINITE, INFINITE], 0, budget)
    }

    /// What can be told of a position without searching on.
    pub(crate) fn look(&mut self, position: &G, goal: Goal, limit: Plies) -> Finding {
        self.nodes += 1;
        match goal.is_reached(position) {
            Some(true) => return Finding::proven(0),
            Some(false) => return Finding::disproven(FOREVER),
            None if limit == 0 => return Finding::disproven(0),
            None => {}
        }
        if position.to_move() == goal.player {
            if self.knowledge.finishing_move(position, goal.value).is_some() {
                return Finding::proven(1);
            }
            if limit == 1 {
                return Finding::disproven(1);
            }
        }
        let mut guess = None;
        if limit > 2
            && let Some(entry) = self.table.get(table_key(position, goal))
        {
            if let Some(plies) = entry.proven_within(limit) {
                return Finding::proven(plies);
            }
            if let Some(plies) = entry.disproven_within(limit) {
                return Finding::disproven(plies);
            }
            // Numbers from a visit with another limit are a guess, no more. Those with a lower one
            // are about a goal that was disproved since.
            guess = (entry.limit >= limit).then_some((entry.pn, entry.dn));
        }
        let (pn, dn) = guess.unwrap_or_else(|| {
            if limit > 2 { self.knowledge.guess(position, goal) } else { (1, 1) }
        });
        Finding { pn: pn.clamp(1, LARGEST), dn: dn.clamp(1, LARGEST), plies: 0 }
    }

    fn must_stop(&mut self, budget: &Budget) -> bool {
        if self.nodes >= self.look_at {
            self.look_at = self.nodes + LOOK_EVERY;
            self.stopped |=
                self.nodes >= self.stop_at || budget.is_over() || budget.is_used_up_by(self.nodes);
        }
        self.stopped
    }

    /// Searches below an open position until one of its numbers reaches its threshold.
    fn visit(
        &mut self,
        position: &G,
        goal: Goal,
        limit: Plies,
        thresholds: [u32; 2],
        ply: usize,
        budget: &Budget,
    ) -> Finding {
        let before = self.nodes;
        if self.levels.len() <= ply {
            self.levels.push(Level { moves: MoveList::new(), children: Vec::new() });
        }
        // Taken out, so that deeper levels can use theirs.
        let mut moves = std::mem::take(&mut self.levels[ply].moves);
        let mut children = std::mem::take(&mut self.levels[ply].children);
        let ours = position.to_move() == goal.player;
        let mut finding =
            self.expand(position, goal, limit, ours, &mut moves, &mut children, ply, budget);
        while !finding.is_settled()
            && finding.pn < thresholds[0]
            && finding.dn < thresholds[1]
            && !self.must_stop(budget)
        {
            let (best, bounds) = choose(&children, ours, thresholds);
            let mut after = position.clone();
            after.play_unchecked(children[best].r#move);
            children[best].finding = self.visit(&after, goal, limit - 1, bounds, ply + 1, budget);
            finding = sum_up(&children, ours);
        }
        self.levels[ply].moves = moves;
        self.levels[ply].children = children;
        if limit > 2 {
            self.table.put(table_key(position, goal), limit, finding, self.nodes - before);
        }
        finding
    }

    /// Lists the moves and what can be told of the positions behind them.
    #[allow(clippy::too_many_arguments)]
    fn expand(
        &mut self,
        position: &G,
        goal: Goal,
        limit: Plies,
        ours: bool,
        moves: &mut MoveList<G::Move>,
        children: &mut Vec<Child<G::Move>>,
        ply: usize,
        budget: &Budget,
    ) -> Finding {
        position.legal_moves(moves);
        children.clear();
        for &m in moves.iter() {
            let mut after = position.clone();
            after.play_unchecked(m);
            let mut finding = self.look(&after, goal, limit - 1);
            // Two plies before the end an answer costs less than the bookkeeping.
            if !finding.is_settled() && limit <= 3 {
                let all = [INFINITE, INFINITE];
                finding = self.visit(&after, goal, limit - 1, all, ply + 1, budget);
            }
            children.push(Child { r#move: m, finding });
            // One move is enough for whoever chooses.
            if if ours { finding.pn == 0 } else { finding.dn == 0 } {
                break;
            }
        }
        sum_up(children, ours)
    }
}

/// Goals do not share entries.
fn table_key<G: Game>(position: &G, goal: Goal) -> Key {
    let number = 2 * goal.player.index() as u64 + u64::from(goal.value == Value::Win);
    position.key() ^ random_key((7 << 40) + number)
}

/// The numbers of a position, by those of its children. `ours`: whose goal it is moves here, and
/// needs one of them; otherwise he needs all.
fn sum_up<M>(children: &[Child<M>], ours: bool) -> Finding {
    let (mut least, mut most, mut open) = (INFINITE, 0u32, 0u32);
    // By one child that settles it, and by all together.
    let (mut by_one, mut by_all) = (None, if ours { FOREVER } else { 0 });
    for Child { finding, .. } in children {
        let (wanted, other) =
            if ours { (finding.pn, finding.dn) } else { (finding.dn, finding.pn) };
        least = least.min(wanted);
        most = most.max(other);
        open += u32::from(other != 0);
        let plies = longer(finding.plies);
        if wanted == 0 {
            // The quickest win, or the disproof that lasts longest.
            let best = by_one.get_or_insert(plies);
            *best = if ours { plies.min(*best) } else { plies.max(*best) };
        } else if other == 0 {
            by_all = if ours { plies.min(by_all) } else { plies.max(by_all) };
        }
    }
    let many = most.saturating_add(open.saturating_sub(1)).min(LARGEST);
    match (by_one, ours) {
        (Some(plies), true) => Finding::proven(plies),
        (Some(plies), false) => Finding::disproven(plies),
        (None, true) if least == INFINITE => Finding::disproven(by_all),
        (None, false) if least == INFINITE => Finding::proven(by_all),
        (None, true) => Finding { pn: least, dn: many, plies: 0 },
        (None, false) => Finding { pn: many, dn: least, plies: 0 },
    }
}

/// The child to visit, and up to which numbers.
fn choose<M>(children: &[Child<M>], ours: bool, thresholds: [u32; 2]) -> (usize, [u32; 2]) {
    let wanted = |finding: Finding| if ours { finding.pn } else { finding.dn };
    let other = |finding: Finding| if ours { finding.dn } else { finding.pn };
    let (mut best, mut least, mut second) = (0, INFINITE, INFINITE);
    for (index, child) in children.iter().enumerate() {
        let number = wanted(child.finding);
        if number < least {
            (best, second, least) = (index, least, number);
        } else {
            second = second.min(number);
        }
    }
    let (own, others) = if ours { (0, 1) } else { (1, 0) };
    let room = second.saturating_add(second / 4).saturating_add(1);
    let mut bounds = [INFINITE; 2];
    bounds[own] = thresholds[own].min(room);
    // The child may use up what the others leave: one each.
    let open = children.iter().filter(|child| other(child.finding) != 0).count();
    let rest = u32::try_from(open).unwrap_or(LARGEST).saturating_sub(1);
    bounds[others] = match thresholds[others] {
        INFINITE => INFINITE,
        threshold => threshold.saturating_sub(rest).max(other(children[best].finding) + 1),
    };
    (best, bounds)
}
