//! Limits are kept, memory is bounded, and odd positions get sensible answers.

mod common;

use std::thread;
use std::time::{Duration, Instant};

use common::{InARow, Misere, Noise, Tree, TreeGame, TreePlayouts, guide};
use tengen_game::{Game, Outcome, Player, Rng};
use tengen_search::{
    Allocation, AlphaBeta, AlphaBetaOptions, BestFirst, BestFirstOptions, Bound, Control,
    EvenEvaluator, EvenPrior, FinalMove, FlatSearch, Gobble, GobbleOptions, Limits, Looking,
    NodeReport, PlayoutPolicy, PlayoutRecorder, PlayoutScore, Rave, RaveSchedule, Sampling,
    ScoreKind, Search, SearchReport, StopFlag, TreeOptions, TreeSearch, Uct, UniformPlayouts,
    Value,
};

const MEMORY: usize = 4 << 20;

/// How late something is, at best: a machine that is busy elsewhere may delay anyone, so it is
/// tried until it is in time, a few dozen times at the most.
fn least_late(in_time: Duration, mut try_it: impl FnMut() -> Duration) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..30 {
        least = least.min(try_it());
        if least < in_time {
            break;
        }
    }
    least
}

const IN_TIME: Duration = Duration::from_millis(20);

fn tree_options(threads: usize) -> TreeOptions {
    TreeOptions { threads: threads.try_into().unwrap(), memory: MEMORY, ..TreeOptions::default() }
}

fn rave() -> Rave {
    Rave { uct: Uct::default(), schedule: RaveSchedule::Mse { bias: 0.05, doubt: 0.0 } }
}

const UCB: Allocation = Allocation::Ucb {
    first: 1,
    batch: 1,
    bound: Bound::Plain { c: 1.0 },
    final_move: FinalMove::Value,
};

/// Every method, ready to search games like this one.
fn methods<G, P>(game: &G, policy: &P) -> Vec<(&'static str, Box<dyn Search<G>>)>
where
    G: Game + 'static,
    P: PlayoutPolicy<G> + 'static,
{
    let equal = |score, sampling| Allocation::Equal { score, sampling };
    let flat = |allocation| Box::new(FlatSearch::new(game, policy.clone(), allocation, 1));
    let solver = TreeOptions { solver: true, expand: 1, policy_visits: 10, ..tree_options(1) };
    let mut guided = solver;
    guide(&mut guided, 5);
    let even = EvenPrior { value: 0.5, weight: 4.0 };
    vec![
        ("mc", flat(equal(ScoreKind::Win, Sampling::Standard))),
        ("mc nonloss", flat(equal(ScoreKind::NonLoss, Sampling::Standard))),
        ("mc all-as-first", flat(equal(ScoreKind::Points, Sampling::AllAsFirst))),
        ("ucb", flat(UCB)),
        (
            "ucb-tuned",
            flat(Allocation::Ucb {
                first: 2,
                batch: 3,
                bound: Bound::Tuned(tengen_search::formulas::TunedConstants::default()),
                final_move: FinalMove::Visits,
            }),
        ),
        ("gobble", Box::new(Gobble::new(game, policy.clone(), GobbleOptions::default()))),
        ("mcts-basic", Box::new(BestFirst::new(game, policy.clone(), BestFirstOptions::default()))),
        (
            "uct",
            Box::new(TreeSearch::new(game, policy, &(), Uct::default(), tree_options(1)).unwrap()),
        ),
        (
            "uct, four threads",
            Box::new(TreeSearch::new(game, policy, &(), Uct::default(), tree_options(4)).unwrap()),
        ),
        ("rave", Box::new(TreeSearch::new(game, policy, &even, rave(), tree_options(2)).unwrap())),
        ("solver", Box::new(TreeSearch::new(game, policy, &(), Uct::default(), solver).unwrap())),
        (
            "guided solver",
            Box::new(TreeSearch::new(game, policy, &Noise, Uct::default(), guided).unwrap()),
        ),
        (
            "alphabeta",
            Box::new(AlphaBeta::new(EvenEvaluator, AlphaBetaOptions::default()).unwrap()),
        ),
    ]
}

fn all(game: &InARow) -> Vec<(&'static str, Box<dyn Search<InARow>>)> {
    methods(game, &UniformPlayouts::new())
}

fn search<G: Game>(
    method: &mut Box<dyn Search<G>>,
    game: &G,
    limits: Limits,
) -> SearchReport<G::Move> {
    method.search(game, &mut Control::new(limits))
}

/// What holds for every report on a game that is not over.
fn assert_sensible<G: Game>(name: &str, game: &G, report: &SearchReport<G::Move>) {
    let best = report.best.unwrap_or_else(|| panic!("{name}: no move"));
    assert!(game.is_legal(best), "{name}: {best:?}");
    assert_eq!(report.principal_variation.first(), Some(&best), "{name}");
    assert_eq!(report.moves.first().map(|m| m.r#move), Some(best), "{name}");
    assert!((0.0..=1.0).contains(&report.value), "{name}: {}", report.value);
    let mut moves = tengen_game::MoveList::new();
    game.legal_moves(&mut moves);
    assert_eq!(report.moves.len(), moves.len(), "{name}: every move is reported");
    for m in &report.moves {
        assert!((0.0..=1.0).contains(&m.value), "{name}: {m:?}");
        assert_eq!(m.results.total(), m.visits, "{name}: {m:?}");
        assert!(m.line.first().is_none_or(|&first| first == m.r#move), "{name}: {m:?}");
    }
}

#[test]
fn every_method_finds_a_win_at_once() {
    let mut game = InARow::drop(5, 4, 4);
    for m in [0, 4, 0, 4, 0, 1] {
        game.play(m).unwrap();
    }
    for (name, mut method) in all(&game) {
        let report = search(&mut method, &game, Limits::playouts(2000));
        assert_sensible(name, &game, &report);
        assert_eq!(report.best, Some(0), "{name}: {report:?}");
        // Those that back up means lag behind a sure win; all agree that it is good.
        assert!(report.value > 0.8, "{name}: {}", report.value);
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mut game = InARow::drop(5, 4, 4);
    for m in [0, 4, 0, 4, 0, 4, 0] {
        game.play(m).unwrap();
    }
    assert_eq!(game.outcome(), Some(Outcome::Win(Player::Black)));
    for (name, mut method) in all(&game) {
        let report = search(&mut method, &game, Limits::playouts(100));
        assert_eq!(report.best, None, "{name}");
        assert_eq!(report.proof.map(|p| p.value), Some(Value::Loss), "{name}: White has lost");
        assert!(report.moves.is_empty() && report.principal_variation.is_empty(), "{name}");
    }
}

#[test]
fn one_legal_move_is_played() {
    let game = Misere { stones: 1, to_move: Player::White };
    for (name, mut method) in methods(&game, &UniformPlayouts::new()) {
        for limits in [Limits::playouts(0), Limits::playouts(1), Limits::playouts(50)] {
            let report = search(&mut method, &game, limits);
            assert_sensible(name, &game, &report);
        }
    }
}

#[test]
fn tiny_budgets_give_a_legal_move() {
    let game = InARow::drop(5, 4, 4);
    for (name, mut method) in all(&game) {
        for limits in [
            Limits::playouts(0),
            Limits::playouts(1),
            Limits::playouts(3),
            Limits::time(Duration::ZERO),
            Limits::time(Duration::from_millis(1)),
            Limits { playouts: Some(1), time: Some(Duration::from_millis(1)) },
        ] {
            let report = search(&mut method, &game, limits);
            assert_sensible(name, &game, &report);
            // Alpha-beta always looks at every move once.
            let most =
                limits.playouts.unwrap_or(u64::MAX).max(if name == "alphabeta" { 6 } else { 1 });
            assert!(report.playouts <= most, "{name}: {}", report.playouts);
        }
    }
}

#[test]
fn playouts_are_counted_exactly() {
    let game = InARow::drop(5, 4, 5);
    for (name, mut method) in all(&game) {
        if name == "alphabeta" {
            continue;
        }
        let report = search(&mut method, &game, Limits::playouts(1234));
        assert_eq!(report.playouts, 1234, "{name}");
        let visits: u64 = report.moves.iter().map(|m| m.visits).sum();
        assert_eq!(visits + report.unassigned.total(), 1234, "{name}");
    }
}

/// Time is kept within 20 ms plus a playout, with one thread and with many.
#[test]
fn time_limits_are_kept() {
    let game = InARow::drop(7, 6, 4);
    for (name, mut method) in all(&game) {
        for time in [5, 60] {
            let time = Duration::from_millis(time);
            let late = least_late(IN_TIME, || {
                let start = Instant::now();
                let report = search(&mut method, &game, Limits::time(time));
                assert_sensible(name, &game, &report);
                start.elapsed().saturating_sub(time)
            });
            assert!(late < IN_TIME, "{name}: {late:?} late");
        }
    }
}

/// Also when memory runs out all the time.
#[test]
fn time_limits_are_kept_while_recycling() {
    let game = InARow::drop(7, 6, 4);
    let options = TreeOptions { expand: 0, memory: 64 << 20, ..tree_options(2) };
    let policy = UniformPlayouts::new();
    let mut method = TreeSearch::new(&game, &policy, &(), Uct::default(), options).unwrap();
    let mut recycled = 0;
    let mut latest = Vec::new();
    for _ in 0..4 {
        let start = Instant::now();
        let time = Duration::from_millis(1500);
        let report = method.search(&game, &mut Control::new(Limits::time(time)));
        latest.push(start.elapsed().saturating_sub(time));
        recycled += report.recycled;
        method.reset();
    }
    assert!(recycled > 0, "the test should fill the tree");
    assert!(latest.iter().min() < Some(&Duration::from_millis(20)), "{latest:?}");
}

#[test]
fn a_stop_is_obeyed_at_once() {
    let game = InARow::drop(7, 6, 4);
    for (name, mut method) in all(&game) {
        let stop = StopFlag::new();
        let at_once = Duration::from_millis(5);
        let late = least_late(at_once, || {
            stop.clear();
            let stopper = stop.clone();
            let asked = thread::spawn(move || {
                thread::sleep(Duration::from_millis(40));
                stopper.stop();
                Instant::now()
            });
            let mut control = Control::new(Limits::default()).stopped_by(&stop);
            let report = method.search(&game, &mut control);
            let end = Instant::now();
            assert_sensible(name, &game, &report);
            end.saturating_duration_since(asked.join().unwrap())
        });
        assert!(late < at_once, "{name}: {late:?} late");
        // A flag that is already up: no search, but a legal move.
        let report = method.search(&game, &mut Control::new(Limits::default()).stopped_by(&stop));
        assert_sensible(name, &game, &report);
    }
}

#[test]
fn reports_come_on_the_way() {
    let game = InARow::drop(7, 6, 4);
    for (name, mut method) in all(&game) {
        if name == "alphabeta" {
            continue; // reports after each iteration, whenever that is
        }
        let mut playouts = Vec::new();
        let mut tell = |report: &SearchReport<u8>| {
            assert_sensible(name, &game, report);
            playouts.push(report.playouts);
        };
        let limits = Limits::time(Duration::from_millis(120));
        let mut control = Control::new(limits).watched(Duration::from_millis(10), &mut tell);
        method.search(&game, &mut control);
        assert!(playouts.len() >= 3, "{name}: {playouts:?}");
        assert!(playouts.is_sorted(), "{name}");
    }
}

/// One seed, one thread, a number of playouts: one result.
#[test]
fn searches_repeat() {
    let game = InARow::drop(5, 4, 4);
    for ((name, mut a), (_, mut b)) in all(&game).into_iter().zip(all(&game)) {
        if name == "uct, four threads" || name == "rave" {
            continue;
        }
        let run = |method: &mut Box<dyn Search<InARow>>| {
            let mut report = search(method, &game, Limits::playouts(3000));
            report.seconds = 0.0;
            report
        };
        assert_eq!(run(&mut a), run(&mut b), "{name}");
        assert_eq!(run(&mut a), run(&mut b), "{name}, a second search");
    }
}

/// Memory is bounded, the search goes on, and finds what it would find with more.
#[test]
fn memory_is_recycled() {
    let game = InARow::drop(7, 6, 4);
    let policy = UniformPlayouts::new();
    for (threads, memory) in [(1, 1 << 17), (1, 1 << 20), (4, 1 << 20), (2, 1 << 12), (1, 0)] {
        let options = TreeOptions { expand: 0, memory, ..tree_options(threads) };
        let mut method = TreeSearch::new(&game, &policy, &(), rave(), options).unwrap();
        let report = method.search(&game, &mut Control::new(Limits::playouts(60_000)));
        // Tables beside the nodes stay within the same memory.
        let mut guided = TreeOptions { solver: true, ..options };
        guide(&mut guided, 5);
        let mut other = TreeSearch::new(&game, &policy, &Noise, rave(), guided).unwrap();
        let other = other.search(&game, &mut Control::new(Limits::playouts(20_000)));
        assert_sensible("recycling, guided", &game, &other);
        assert!(other.bytes <= memory.max(1 << 17) as u64, "{memory}: {other:?}");
        assert_sensible("recycling", &game, &report);
        assert_eq!(report.playouts, 60_000);
        assert!(report.bytes <= memory.max(1 << 16) as u64, "{memory}: {report:?}");
        assert!(report.recycled > 0 || memory < 1 << 17, "{memory}");
        let visits: u64 = report.moves.iter().map(|m| m.visits).sum();
        assert_eq!(visits, 60_000);
        // The middle column is best.
        if memory >= 1 << 20 {
            assert_eq!(report.best, Some(3), "{report:?}");
        }
    }
}

/// A game of one move: one number of many wins.
#[derive(Clone)]
struct Wide(Option<u16>);

impl Game for Wide {
    type Move = u16;
    fn to_move(&self) -> Player {
        if self.0.is_none() { Player::Black } else { Player::White }
    }
    fn legal_moves(&self, out: &mut tengen_game::MoveList<u16>) {
        out.clear();
        out.extend((0..5000).filter(|&m| self.is_legal(m)));
    }
    fn is_legal(&self, m: u16) -> bool {
        m < 5000 && self.0.is_none()
    }
    fn play_unchecked(&mut self, m: u16) {
        self.0 = Some(m);
    }
    fn outcome(&self) -> Option<Outcome> {
        let winner = |m| if m == 4321 { Player::Black } else { Player::White };
        self.0.map(|m| Outcome::Win(winner(m)))
    }
    fn key(&self) -> tengen_game::Key {
        self.key_from_scratch()
    }
    fn key_from_scratch(&self) -> tengen_game::Key {
        tengen_game::Key(self.0.map_or(0, |m| u64::from(m) + 1))
    }
}

#[test]
fn a_root_with_thousands_of_moves_needs_no_memory() {
    let policy = UniformPlayouts::new();
    let options = TreeOptions { memory: 0, ..tree_options(2) };
    let mut method = TreeSearch::new(&Wide(None), &policy, &(), Uct::default(), options).unwrap();
    let report = method.search(&Wide(None), &mut Control::new(Limits::playouts(20_000)));
    assert_sensible("wide", &Wide(None), &report);
    assert_eq!(report.best, Some(4321));
    let mut guided = TreeOptions { solver: true, ..options };
    guide(&mut guided, 5);
    let mut method = TreeSearch::new(&Wide(None), &policy, &Noise, Uct::default(), guided).unwrap();
    let report = method.search(&Wide(None), &mut Control::new(Limits::playouts(20_000)));
    assert_sensible("wide, guided", &Wide(None), &report);
    assert_eq!(report.best, Some(4321));
}

/// What was found out below the move that is played is kept, and only that.
#[test]
fn trees_are_reused() {
    let mut game = InARow::drop(7, 6, 4);
    let policy = UniformPlayouts::new();
    let options = TreeOptions { memory: 64 << 20, ..tree_options(2) };
    let mut method = TreeSearch::new(&game, &policy, &(), Uct::default(), options).unwrap();
    let mut rng = Rng::new(1);
    while game.outcome().is_none() {
        let report = method.search(&game, &mut Control::new(Limits::playouts(5000)));
        assert_sensible("reuse", &game, &report);
        let chosen = &report.moves[rng.below(report.moves.len().min(2))];
        game.play_unchecked(chosen.r#move);
        method.advance(chosen.r#move);
        if game.outcome().is_some() {
            break;
        }
        let again = method.search(&game, &mut Control::new(Limits::playouts(0)));
        let kept: u64 = again.moves.iter().map(|m| m.visits).sum();
        assert_eq!(kept + again.unassigned.total(), chosen.visits);
    }
    // Another position than the one the moves lead to: the tree is not used.
    let other = InARow::drop(7, 6, 4);
    let report = method.search(&other, &mut Control::new(Limits::playouts(0)));
    assert_eq!(report.moves.iter().map(|m| m.visits).sum::<u64>(), 0);
    // Nor with reuse off.
    let options = TreeOptions { reuse: false, ..options };
    let mut method = TreeSearch::new(&other, &policy, &(), Uct::default(), options).unwrap();
    method.search(&other, &mut Control::new(Limits::playouts(500)));
    let report = method.search(&other, &mut Control::new(Limits::playouts(0)));
    assert_eq!(report.moves.iter().map(|m| m.visits).sum::<u64>(), 0);
}

/// Max-robust goes on while the most visited move is not the best one, but not for ever.
#[test]
fn max_robust_extends_the_search() {
    let tree =
        Tree::Choice((0..40).map(|i| Tree::Chance(0.5 + f64::from(i % 7) / 200.0)).collect());
    let game = TreeGame::new(tree);
    let mut extended = 0;
    for seed in 0..20 {
        let options = TreeOptions { final_move: FinalMove::MaxRobust, seed, ..tree_options(1) };
        let rule = Uct { c: 1.0, fpu: 1.0, ..Uct::default() };
        let mut method = TreeSearch::new(&game, &TreePlayouts, &(), rule, options).unwrap();
        let report = method.search(&game, &mut Control::new(Limits::playouts(1000)));
        assert!((1000..=1250).contains(&report.playouts));
        extended += u32::from(report.playouts > 1000);
    }
    assert!(extended > 3, "{extended}");
}

/// A policy slow enough to show whether "one playout" is all that is added.
#[derive(Clone)]
struct Slow;

impl PlayoutPolicy<InARow> for Slow {
    fn playout(
        &mut self,
        _: &mut InARow,
        _: &mut Rng,
        _: &mut impl PlayoutRecorder,
    ) -> PlayoutScore {
        thread::sleep(Duration::from_millis(15));
        Outcome::Draw.into()
    }
}

#[test]
fn slow_playouts_delay_by_one_playout_only() {
    let game = InARow::drop(5, 4, 4);
    for (name, mut method) in methods(&game, &Slow) {
        // These play on their own, not by the policy's playouts.
        if name == "gobble" || name == "alphabeta" {
            continue;
        }
        let in_time = Duration::from_millis(15) + IN_TIME;
        let late = least_late(in_time, || {
            let (start, time) = (Instant::now(), Duration::from_millis(50));
            search(&mut method, &game, Limits::time(time));
            start.elapsed().saturating_sub(time)
        });
        assert!(late < in_time, "{name}: {late:?}");
    }
}

/// Fast at first, then slow: time is kept all the same.
#[derive(Clone)]
struct Tiring(Instant);

impl PlayoutPolicy<InARow> for Tiring {
    fn playout(
        &mut self,
        _: &mut InARow,
        _: &mut Rng,
        _: &mut impl PlayoutRecorder,
    ) -> PlayoutScore {
        if self.0.elapsed() > Duration::from_millis(50) {
            thread::sleep(Duration::from_millis(4));
        }
        Outcome::Draw.into()
    }
}

#[test]
fn playouts_that_become_slow_do_not_break_the_time_limit() {
    let game = InARow::drop(5, 4, 4);
    let in_time = Duration::from_millis(4) + IN_TIME;
    let late = least_late(in_time, || {
        let (start, time) = (Instant::now(), Duration::from_millis(100));
        let (policy, options) = (Tiring(start), tree_options(1));
        let mut method = TreeSearch::new(&game, &policy, &(), Uct::default(), options).unwrap();
        method.search(&game, &mut Control::new(Limits::time(time)));
        start.elapsed().saturating_sub(time)
    });
    assert!(late < in_time, "{late:?}");
}

/// Virtual losses are taken out again, whatever their size.
#[test]
fn virtual_losses_leave_no_trace() {
    let game = InARow::drop(7, 6, 4);
    let policy = UniformPlayouts::new();
    for virtual_loss in [0, 1, 3, 1000] {
        let options = TreeOptions { virtual_loss, ..tree_options(4) };
        let mut method = TreeSearch::new(&game, &policy, &(), Uct::default(), options).unwrap();
        let report = method.search(&game, &mut Control::new(Limits::playouts(5000)));
        assert_eq!(report.moves.iter().map(|m| m.visits).sum::<u64>(), 5000);
        for m in &report.moves {
            assert_eq!(m.results.total(), m.visits);
        }
    }
}

/// A look into the tree agrees with the report, while the search goes on and after it, on one thread
/// and on several.
#[test]
fn nodes_can_be_looked_at() {
    for threads in [1, 3] {
        let position = InARow::drop(5, 5, 4);
        let policy = UniformPlayouts::new();
        let options = tree_options(threads);
        let mut search = TreeSearch::new(&position, &policy, &(), Uct::default(), options).unwrap();
        let mut looks: Vec<NodeReport<u8>> = Vec::new();
        let mut look = |looking: Looking<'_, u8>| {
            looks.extend(looking(&[]));
            looks.extend(looking(&[1]));
            assert_eq!(looking(&[77]), None);
        };
        let control = Control::new(Limits::playouts(100_000));
        let report =
            search.search(&position, &mut control.looked_into(Duration::from_millis(1), &mut look));
        assert!(looks.len() > 2, "{}", looks.len());
        assert!(looks.iter().any(|node| node.to_move == Player::Black && node.visits > 0));
        assert!(looks.iter().any(|node| node.to_move == Player::White && node.visits > 0));
        let root = search.look(&[]).unwrap();
        let total: u64 = report.moves.iter().map(|m| m.visits).sum();
        assert_eq!(root.moves.iter().map(|m| m.visits).sum::<u64>(), total);
        for m in &report.moves {
            let below = search.look(&[m.r#move]).unwrap();
            assert_eq!((below.visits, below.to_move), (m.visits, Player::White));
            // What is good for one is bad for the other.
            let sum = below.value + m.value;
            assert!(m.visits == 0 || (sum - 1.0).abs() < 1e-9, "{m:?} {below:?}");
        }
        assert_eq!(search.look(&[77]), None);
    }
}
