//! UCT and MCTS-Solver: many threads, one tree.

use std::thread;
use std::time::{Duration, Instant};

use tengen_game::{Game, MoveList};

use crate::arena::{Arena, NoMemory, SideTables};
use crate::final_move::FinalMove;
use crate::knowledge::Knowledge;
use crate::limits::{Budget, Control};
use crate::node::{Children, ROOT};
use crate::playouts::PlayoutPolicy;
use crate::ply_history::PlyHistory;
use crate::report::SearchReport;
use crate::search::Search;
use crate::selection::SelectionRule;
use crate::tree_look::{NodeReport, TreeLook};
use crate::tree_options::TreeOptions;
use crate::tree_worker::{Shared, Worker, best_of};

/// UCT with all its options, and MCTS-Solver.
///
/// `P` finishes games, `K` knows moves beforehand, `R` chooses among children.
pub struct TreeSearch<G: Game, P, K, R> {
    options: TreeOptions,
    rule: R,
    arena: Arena<G::Move>,
    /// Of the search under way.
    history: PlyHistory,
    workers: Vec<Worker<G, P, K>>,
    /// The position of the root, if the tree is worth keeping.
    root: Option<G>,
    /// Nodes with fewer visits get no children, since they would be the next to lose them.
    expand_from: u32,
    recycled: u64,
    recycling_took: Duration,
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
        let options = TreeOptions {
            virtual_loss: options.virtual_loss.max(1),
            // Without weight, values would be kept for nothing.
            implicit: options.implicit.filter(|implicit| implicit.alpha > 0.0),
            proof_numbers: options.proof_numbers.filter(|_| options.solver),
            history: options.history.filter(|history| history.most > 0.0 && history.share > 0.0),
            ..options
        };
        let side = SideTables {
            values: options.implicit.is_some(),
            numbers: options.proof_numbers.is_some(),
        };
        Ok(Self {
            options,
            rule,
            arena: Arena::new(options.memory, threads, side)?,
            history: PlyHistory::new(if options.history.is_some() { policy.slots() } else { 0 }),
            workers: (0..threads)
                .map(|index| Worker::new::<R>(position, policy, knowledge, options.seed, index))
                .collect(),
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
        if !(self.root.as_ref().is_some_and(same) && self.root_is_whole(position)) {
            self.clear();
        }
        self.root = Some(position.clone());
        self.recycled = 0;
        // Its plies were counted from another root.
        self.history.clear();
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

    /// Lets the threads work until the search is over or memory is full; what is known then.
    fn run_phase(
        &mut self,
        position: &G,
        budget: &Budget,
        control: &mut Control<'_, G::Move>,
        frozen: bool,
    ) -> SearchReport<G::Move> {
        let shared = Shared {
            options: &self.options,
            rule: &self.rule,
            arena: &self.arena,
            root: position,
            budget,
            history: &self.history,
            expand_from: self.expand_from,
            frozen,
            recycled: self.recycled,
        };
        // The first one stays with this thread, which also tells the watcher.
        let mut workers = self.workers.iter_mut();
        let first = workers.next();
        thread::scope(|scope| {
            let shared = &shared;
            for worker in workers {
                // A system that gives no more threads still gets its search, by those there are.
                let run = || worker.run(shared, || {});
                let _ = thread::Builder::new().spawn_scoped(scope, run);
            }
            if let Some(worker) = first {
                worker.run(shared, || {
                    control.tell_if_due(|| shared.report());
                    control.look_if_due(&|path| shared.look().node(path));
                });
            }
        });
        shared.report()
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

/// Fewer playouts than this between two recyclings are not worth it.
const PLAYOUTS_PER_RECYCLING: u64 = 1000;

impl<G, P, K, R> Search<G> for TreeSearch<G, P, K, R>
where
    G: Game,
    P: PlayoutPolicy<G>,
    K: Knowledge<G>,
    R: SelectionRule,
{
    fn search_open(
        &mut self,
        position: &G,
        control: &mut Control<'_, G::Move>,
    ) -> SearchReport<G::Move> {
        let mut budget = control.budget();
        self.set_root(position);
        budget.make_room_for(self.arena.root().results().visits.into());
        let (mut frozen, mut at_last_recycling) = (false, None);
        let mut extended = self.options.final_move != FinalMove::MaxRobust;
        let report = loop {
            let report = self.run_phase(position, &budget, control, frozen);
            let full = self.arena.is_full() && !frozen;
            if full && !budget.is_over() && !budget.is_used_up() {
                let playouts = budget.claimed();
                let worthwhile =
                    at_last_recycling.is_none_or(|last| playouts >= last + PLAYOUTS_PER_RECYCLING);
                at_last_recycling = Some(playouts);
                frozen = !(worthwhile && self.recycle(&budget));
                continue;
            }
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
        report
    }

    fn look(&self, path: &[G::Move]) -> Option<NodeReport<G::Move>> {
        TreeLook::<G, R>::new(&self.arena, self.root.as_ref()?).node(path)
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

#[cfg(all(test, not(loom)))]
mod tests {
    use std::num::NonZero;

    use tengen_game::{Outcome, Player, Rng};

    use super::*;
    use crate::implicit::{Evaluate, Implicit};
    use crate::knowledge::MovePrior;
    use crate::limits::Limits;
    use crate::node::NodeIndex;
    use crate::playouts::{PlayoutRecorder, PlayoutScore};
    use crate::ply_history::History;
    use crate::proof_numbers::{ProofBias, ProofTerm};
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
        Rave { uct: Uct::default(), schedule: RaveSchedule::Mse { bias: 0.1, doubt: 0.0 } }
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

    /// What is kept of a move at its ply is what all nodes with it there have; and an answer that is
    /// right behind every move but one is found sooner behind each.
    #[test]
    fn history_is_that_of_all_nodes_and_shows_the_way() {
        let visits_of_refutation = |history, threads| {
            let options = TreeOptions {
                memory: 1 << 20,
                expand: 1,
                history,
                threads: NonZero::new(threads).unwrap(),
                ..TreeOptions::default()
            };
            let mut search =
                TreeSearch::new(&START, &HighestCounted, &(), Uct::default(), options).unwrap();
            search.search(&START, &mut Control::new(Limits::playouts(400)));
            let root = search.arena.children(search.arena.root()).unwrap();
            let mut by_answer = [0; COUNT as usize];
            for child in root.nodes() {
                let answers = search.arena.children(child).unwrap();
                for (answer, m) in answers.iter() {
                    by_answer[usize::from(m)] += answer.results().visits;
                }
            }
            for (slot, &visits) in by_answer.iter().enumerate() {
                let kept = search.history.visits(2, slot);
                assert_eq!(kept, history.map(|_| visits), "{slot}");
            }
            by_answer[0]
        };
        let history = Some(History { most: 40.0, share: 0.5 });
        let (without, with) = (visits_of_refutation(None, 1), visits_of_refutation(history, 1));
        assert!(with > without + without / 10, "{with} {without}");
        visits_of_refutation(history, 3);
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

    /// Values positions at random, by the key.
    #[derive(Clone)]
    struct Guess;

    impl Knowledge<Points> for Guess {
        const KNOWS: bool = false;
        fn judge(&mut self, _: &Points, _: &[u8], _: &mut [MovePrior]) {}
        fn value(&mut self, position: &Points) -> Option<f32> {
            Some((tengen_game::random_key(position.key().0).0 % 1000) as f32 / 999.0)
        }
    }

    /// Every node's heuristic value and proof numbers are those that its children give it.
    fn assert_guides_fit(arena: &Arena<u8>, index: NodeIndex) -> usize {
        let node = arena.node(index);
        let Some(children) = arena.children(node) else { return 0 };
        let mut checked = 0;
        let (mut best, mut mover, mut waiting) = (None::<f32>, u32::MAX, 0u64);
        for (i, child) in children.nodes().iter().enumerate() {
            let index = children.index(i);
            checked += assert_guides_fit(arena, index);
            let value = arena.values().of(index, child.bounds());
            best = [best, value].into_iter().flatten().reduce(f32::max);
            let numbers = arena.numbers().of(index, child.bounds()).unwrap();
            mover = mover.min(numbers.own);
            waiting += u64::from(numbers.other);
        }
        // A node proved by a win at once has that child only, and what was proved stands first.
        if node.results().visits == 0 || node.bounds().proof().is_some() {
            return checked;
        }
        if let Some(own) = arena.values().of(index, node.bounds()) {
            assert!((own - (1.0 - best.unwrap())).abs() < 1e-6, "{own} {best:?}");
        }
        let numbers = arena.numbers().of(index, node.bounds()).unwrap();
        assert_eq!(numbers.other, mover);
        assert_eq!(u64::from(numbers.own), waiting.min(u64::from(u32::MAX)));
        checked + 1
    }

    #[test]
    fn guides_fit_throughout_the_tree() {
        let mut checked = 0;
        let kinds = [Some(Evaluate::Children), Some(Evaluate::Visited), None];
        for (seed, evaluate) in kinds.repeat(6).into_iter().enumerate() {
            for expand in [0, 1, 3] {
                let options = TreeOptions {
                    memory: if seed < 9 { 1 << 22 } else { 1 << 15 },
                    expand,
                    solver: true,
                    seed: seed as u64,
                    implicit: evaluate.map(|evaluate| Implicit { alpha: 0.3, evaluate }),
                    proof_numbers: Some(ProofBias { weight: 0.5, kind: ProofTerm::Rank }),
                    ..TreeOptions::default()
                };
                let rule = Uct { c: 3.0, ..Uct::default() };
                let mut search = TreeSearch::new(&START, &Highest, &Guess, rule, options).unwrap();
                for playouts in [1, 2, 3, 5, 8, 20, 50, 200] {
                    search.search(&START, &mut Control::new(Limits::playouts(playouts)));
                    checked += assert_guides_fit(&search.arena, ROOT);
                }
                search.advance(1);
                checked += assert_guides_fit(&search.arena, ROOT);
                let mut game = START;
                game.play_unchecked(1);
                search.search(&game, &mut Control::new(Limits::playouts(10)));
                checked += assert_guides_fit(&search.arena, ROOT);
            }
        }
        assert!(checked > 1000, "{checked}");
    }
}
