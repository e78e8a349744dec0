//! What a search proves is true: compared with exhaustive minimax, with one thread and with four.
//!
//! `TENGEN_STRESS_SECONDS` sets how long the stress test runs (a minute in `./scripts/test --full`).

mod common;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use common::{InARow, Misere, Noise, guide, minimax, random_position, value_after};
use tengen_game::{Game, Key, MoveList, Player, Rng, random_key};
use tengen_search::{
    AlphaBeta, AlphaBetaOptions, Control, Evaluator, EvenEvaluator, FinalMove, Limits, MoveReport,
    ProofBias, ProofTerm, Search, SearchReport, TreeOptions, TreeSearch, Uct, UniformPlayouts,
    Value,
};

fn solver_options(threads: usize, seed: u64) -> TreeOptions {
    TreeOptions {
        solver: true,
        expand: 1,
        threads: threads.try_into().unwrap(),
        memory: 16 << 20,
        seed,
        final_move: FinalMove::Secure { a: 1.0 },
        ..TreeOptions::default()
    }
}

/// Checks everything a report claims to have proved; returns the proven value of the root.
fn check<G: Game>(
    position: &G,
    report: &SearchReport<G::Move>,
    memo: &mut HashMap<Key, Value>,
) -> Option<Value> {
    let truth = minimax(position, memo);
    let context = || format!("{:?}: {report:?}", position.key());
    if let Some(proof) = report.proof {
        assert_eq!(proof.value, truth, "{}", context());
        // The move that is played keeps the value.
        let best = report.best.expect("a move");
        assert_eq!(value_after(position, best, memo), truth, "{}", context());
    }
    for m in &report.moves {
        if let Some(proof) = m.proof {
            assert_eq!(proof.value, value_after(position, m.r#move, memo), "{}", context());
        }
    }
    // The line is legal.
    let mut end = position.clone();
    for &m in &report.principal_variation {
        end.play(m).expect("a legal line");
    }
    report.proof.map(|proof| proof.value)
}

/// The line of a solver's proof is as long as it says and ends as it says.
fn check_line<G: Game>(position: &G, report: &SearchReport<G::Move>) {
    let Some(proof) = report.proof else { return };
    let mut end = position.clone();
    for &m in &report.principal_variation {
        end.play_unchecked(m);
    }
    let outcome = end.outcome().expect("the line ends the game");
    assert_eq!(Value::of(outcome, position.to_move()), proof.value);
    assert!(report.principal_variation.len() as u32 <= proof.plies, "{report:?}");
}

/// How many positions were proved to be losses, draws and wins, and how many were not proved.
#[derive(Debug, Default)]
struct Counts {
    proven: [u32; 3],
    open: u32,
}

impl Counts {
    fn add(&mut self, value: Option<Value>) {
        match value {
            Some(value) => self.proven[value as usize] += 1,
            None => self.open += 1,
        }
    }

    fn assert(&self, at_least: u32, open_share: f64, kinds: &[Value]) {
        let proven: u32 = self.proven.iter().sum();
        assert!(proven >= at_least, "{self:?}");
        assert!(f64::from(self.open) <= open_share * f64::from(proven), "{self:?}");
        for &kind in kinds {
            assert!(self.proven[kind as usize] > at_least / 50, "{self:?}");
        }
    }
}

fn solve<G: Game>(position: &G, options: TreeOptions, playouts: u64) -> SearchReport<G::Move> {
    let policy = UniformPlayouts::new();
    let mut search =
        TreeSearch::new(position, &policy, &Noise, Uct::default(), options).expect("memory");
    search.search(position, &mut Control::new(Limits::playouts(playouts)))
}

/// The solver on random positions of a game, with this many threads.
fn solver_agrees(
    start: &InARow,
    plies: std::ops::Range<usize>,
    count: u32,
    threads: usize,
) -> Counts {
    variant_agrees(start, plies, count, threads, |_, _| {})
}

/// The same with options that depend on the number of the position.
fn variant_agrees(
    start: &InARow,
    plies: std::ops::Range<usize>,
    count: u32,
    threads: usize,
    vary: impl Fn(&mut TreeOptions, u64),
) -> Counts {
    let mut rng = Rng::new(threads as u64);
    let (mut memo, mut counts) = (HashMap::new(), Counts::default());
    for seed in 0.. {
        let depth = plies.start + rng.below(plies.len());
        let Some(position) = random_position(start, depth, &mut rng) else { continue };
        // All variants of the solver prove the truth: with and without the T-visit rule.
        let mut options = solver_options(threads, seed);
        options.policy_visits = [0, 5, 50][seed as usize % 3];
        options.expand = [1, 0, 3][seed as usize / 3 % 3];
        vary(&mut options, seed);
        let report = solve(&position, options, 60_000);
        if threads == 1 {
            check_line(&position, &report);
        }
        counts.add(check(&position, &report, &mut memo));
        if counts.proven.iter().sum::<u32>() + counts.open >= count {
            return counts;
        }
    }
    counts
}

const ALL: [Value; 3] = [Value::Loss, Value::Draw, Value::Win];

#[test]
fn tic_tac_toe_is_solved_from_anywhere() {
    for threads in [1, 4] {
        let counts = solver_agrees(&InARow::tic_tac_toe(), 1..8, 2000, threads);
        counts.assert(2000, 0.0, &ALL);
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    for threads in [1, 4] {
        let start = InARow::tic_tac_toe();
        let report = solve(&start, solver_options(threads, 1), 1_000_000);
        assert_eq!(report.proof.map(|proof| proof.value), Some(Value::Draw));
        assert!((report.value - 0.5).abs() < 1e-9);
    }
}

#[test]
fn connect_three_on_4x4_is_solved() {
    for threads in [1, 4] {
        let counts = solver_agrees(&InARow::drop(4, 4, 3), 0..10, 1500, threads);
        counts.assert(1500, 0.0, &[Value::Loss, Value::Win]);
    }
}

#[test]
fn connect_four_on_4x4_is_solved() {
    for threads in [1, 4] {
        let counts = solver_agrees(&InARow::drop(4, 4, 4), 5..15, 1000, threads);
        counts.assert(990, 0.01, &[Value::Draw, Value::Win]);
    }
}

#[test]
fn connect_four_on_5x4_is_solved() {
    for threads in [1, 4] {
        let counts = solver_agrees(&InARow::drop(5, 4, 4), 9..19, 1000, threads);
        counts.assert(990, 0.01, &[Value::Draw, Value::Win]);
    }
}

/// Implicit minimax backups and proof numbers guide the search; whatever the evaluations, what it
/// proves is true.
#[test]
fn guided_solvers_prove_the_truth() {
    for threads in [1, 4] {
        let counts = variant_agrees(&InARow::tic_tac_toe(), 1..8, 600, threads, guide);
        counts.assert(600, 0.0, &ALL);
        let counts = variant_agrees(&InARow::drop(4, 4, 3), 0..10, 300, threads, guide);
        counts.assert(300, 0.0, &[Value::Loss, Value::Win]);
        let counts = variant_agrees(&InARow::drop(5, 4, 4), 9..19, 300, threads, guide);
        counts.assert(295, 0.02, &[Value::Draw, Value::Win]);
    }
}

/// Proof numbers lead to proofs of wins: the same positions take fewer playouts.
#[test]
fn proof_numbers_shorten_proofs() {
    let start = InARow::drop(5, 4, 3);
    let mut memo = HashMap::new();
    let mut playouts = |proof_numbers| {
        let mut rng = Rng::new(3);
        let positions = std::iter::repeat_with(|| random_position(&start, 2, &mut rng)).flatten();
        let decided = positions.filter(|position| minimax(position, &mut memo) != Value::Draw);
        let options = TreeOptions { proof_numbers, ..solver_options(1, 1) };
        decided.take(60).map(|position| solve(&position, options, 50_000).playouts).sum()
    };
    let without: u64 = playouts(None);
    for kind in [ProofTerm::Rank, ProofTerm::Sum, ProofTerm::Max] {
        let with = playouts(Some(ProofBias { weight: 0.5, kind }));
        assert!(4 * with < 3 * without, "{kind:?}: {with} of {without}");
    }
}

/// The player who moves last loses by it, and turns do not always alternate.
#[test]
fn a_move_may_lose_and_turns_need_not_alternate() {
    for threads in [1, 4] {
        let mut memo = HashMap::new();
        let mut seen = [0; 3];
        for stones in 1..21 {
            for to_move in Player::BOTH {
                let position = Misere { stones, to_move };
                let mut options = solver_options(threads, stones.into());
                if stones % 2 == 0 {
                    guide(&mut options, u64::from(stones) / 2);
                }
                let report = solve(&position, options, 200_000);
                let value = check(&position, &report, &mut memo).expect("proved");
                seen[value as usize] += 1;
                if threads == 1 {
                    check_line(&position, &report);
                }
            }
        }
        assert!(seen[0] > 5 && seen[2] > 5, "{seen:?}");
    }
}

#[test]
fn alpha_beta_agrees() {
    let games = [
        (InARow::tic_tac_toe(), 0..8, 500),
        (InARow::drop(4, 4, 3), 0..10, 500),
        (InARow::drop(4, 4, 4), 3..15, 300),
        (InARow::drop(5, 4, 4), 7..19, 300),
    ];
    let mut seen = Counts::default();
    for (start, plies, count) in games {
        let mut rng = Rng::new(5);
        let mut memo = HashMap::new();
        let options = AlphaBetaOptions { table: 1 << 20, ..AlphaBetaOptions::default() };
        // One search for all positions: what the table keeps must stay true.
        let mut search = AlphaBeta::new(EvenEvaluator, options).unwrap();
        for _ in 0..count {
            let depth = plies.start + rng.below(plies.len());
            let Some(position) = random_position(&start, depth, &mut rng) else { continue };
            let report = search.search(&position, &mut Control::new(Limits::default()));
            let value = check(&position, &report, &mut memo);
            assert!(value.is_some(), "alpha-beta looks at everything: {report:?}");
            seen.add(value);
        }
    }
    seen.assert(1000, 0.0, &ALL);
    for stones in 1..60 {
        let position = Misere { stones, to_move: Player::White };
        let mut search = AlphaBeta::new(EvenEvaluator, AlphaBetaOptions::default()).unwrap();
        let report = search.search(&position, &mut Control::new(Limits::default()));
        assert!(check(&position, &report, &mut HashMap::new()).is_some());
    }
}

/// Wild evaluations, probabilities and noisy moves, all by the key: none of it may make a proof
/// wrong.
struct Wild;

impl Evaluator<InARow> for Wild {
    fn evaluate(&mut self, position: &InARow) -> i32 {
        (position.key().0 % 4_000_000) as i32 - 2_000_000
    }

    fn noisy_moves(&mut self, position: &InARow, out: &mut MoveList<u8>) {
        position.legal_moves(out);
        let some: Vec<u8> =
            out.iter().copied().filter(|m| position.key().0 >> m & 1 == 0).collect();
        out.clear();
        out.extend(some);
    }

    fn probabilities(&mut self, position: &InARow, moves: &[u8], out: &mut [f32]) -> bool {
        for (m, p) in moves.iter().zip(out) {
            *p = (random_key(position.key().0 ^ u64::from(*m)).0 % 1000) as f32 / 1000.0;
        }
        true
    }
}

#[test]
fn alpha_beta_proves_the_truth_whatever_its_evaluator_says() {
    let start = InARow::drop(5, 4, 4);
    let (mut rng, mut memo) = (Rng::new(8), HashMap::new());
    let options = AlphaBetaOptions { table: 1 << 18, ..AlphaBetaOptions::default() };
    let mut search = AlphaBeta::new(Wild, options).unwrap();
    let mut seen = Counts::default();
    for i in 0..500 {
        let depth = 6 + rng.below(12);
        let Some(position) = random_position(&start, depth, &mut rng) else { continue };
        // Some searches are cut off anywhere: what they claim must be true too.
        let positions = if i % 2 == 0 { 10_000_000 } else { 1 + rng.below(3000) as u64 };
        let report = search.search(&position, &mut Control::new(Limits::playouts(positions)));
        seen.add(check(&position, &report, &mut memo));
    }
    seen.assert(300, 0.5, &ALL);
}

/// Alpha-beta finds the shortest win and the longest defence.
#[test]
fn alpha_beta_counts_plies() {
    let mut search = AlphaBeta::new(EvenEvaluator, AlphaBetaOptions::default()).unwrap();
    let mut position = InARow::tic_tac_toe();
    for m in [0, 3, 1, 4] {
        position.play(m).unwrap();
    }
    let report = search.search(&position, &mut Control::new(Limits::default()));
    assert_eq!(report.best, Some(2));
    assert_eq!(report.proof.map(|proof| (proof.value, proof.plies)), Some((Value::Win, 1)));
}

/// Four threads on small trees with hardly any memory, where they meet all the time.
#[test]
fn stress_four_threads_never_prove_a_wrong_value() {
    let seconds = std::env::var("TENGEN_STRESS_SECONDS").ok().and_then(|s| s.parse().ok());
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(3));
    let starts = [
        InARow::tic_tac_toe(),
        InARow::drop(4, 4, 3),
        InARow::drop(4, 4, 4),
        InARow::drop(5, 4, 4),
        InARow::drop(5, 4, 3),
    ];
    let mut memos = vec![HashMap::new(); starts.len()];
    let mut rng = Rng::new(99);
    let mut counts = Counts::default();
    while Instant::now() < end {
        let game = rng.below(starts.len());
        // Not so early that the oracle takes the time.
        let depth = [0, 0, 4, 8, 4][game] + rng.below(8);
        let Some(position) = random_position(&starts[game], depth, &mut rng) else { continue };
        let mut options = solver_options(4, rng.next_u64());
        // From a few hundred nodes, with recycling all the time, to plenty.
        options.memory = [1 << 15, 1 << 17, 1 << 22][rng.below(3)];
        options.policy_visits = [0, 3, 50][rng.below(3)];
        options.expand = rng.below(3) as u32;
        options.virtual_loss = 1 + rng.below(3) as u32;
        if rng.below(2) == 0 {
            guide(&mut options, rng.next_u64());
        }
        let report = solve(&position, options, 5_000);
        counts.add(check(&position, &report, &mut memos[game]));
    }
    println!("{counts:?}");
    counts.assert(100, 9.0, &[]);
}

/// Searches that are cut off anywhere: what they claim is true, and a move that is known to be lost
/// is not played while others are open.
#[test]
fn alpha_beta_is_right_when_it_is_cut_off() {
    for (game, start) in [InARow::tic_tac_toe(), InARow::drop(4, 4, 3)].iter().enumerate() {
        let (mut rng, mut memo) = (Rng::new(game as u64), HashMap::new());
        let options = AlphaBetaOptions { table: 1 << 16, ..AlphaBetaOptions::default() };
        let mut search = AlphaBeta::new(EvenEvaluator, options).unwrap();
        for i in 0..6000 {
            let depth = rng.below(8);
            let Some(position) = random_position(start, depth, &mut rng) else { continue };
            if i % 7 == 0 {
                search.reset();
            }
            let positions = 1 + rng.below(400) as u64;
            let report = search.search(&position, &mut Control::new(Limits::playouts(positions)));
            check(&position, &report, &mut memo);
            let lost = |m: &MoveReport<u8>| m.proof.is_some_and(|p| p.value == Value::Loss);
            assert!(!lost(&report.moves[0]) || report.moves.iter().all(lost), "{report:?}");
        }
    }
}

/// A depth limit proves nothing by itself.
#[test]
fn a_shallow_search_proves_no_draw() {
    let options = AlphaBetaOptions { depth: 3, ..AlphaBetaOptions::default() };
    let mut search = AlphaBeta::new(EvenEvaluator, options).unwrap();
    let report = search.search(&InARow::drop(5, 4, 4), &mut Control::new(Limits::default()));
    assert_eq!((report.proof, report.depth), (None, 3));
}

/// Whole games with one tree, and with hardly any memory: proofs survive moves and recycling, or
/// are forgotten, but never become wrong; nor does the move that is played lose what was proved.
#[test]
fn proofs_stay_true_through_a_game() {
    fn games<G: Game + Clone>(starts: &[G], memory: usize, threads: usize, seed: u64) -> u32 {
        let (mut rng, mut memo) = (Rng::new(seed), HashMap::new());
        let mut proved = 0;
        for start in starts {
            let mut options = solver_options(threads, rng.next_u64());
            options.memory = memory;
            options.expand = rng.below(3) as u32;
            if rng.below(2) == 0 {
                guide(&mut options, rng.next_u64());
            }
            let policy = UniformPlayouts::new();
            let mut search =
                TreeSearch::new(start, &policy, &Noise, Uct::default(), options).expect("memory");
            let mut position = start.clone();
            while position.outcome().is_none() {
                let playouts = 1 + rng.below(600) as u64;
                let report =
                    search.search(&position, &mut Control::new(Limits::playouts(playouts)));
                proved += u32::from(check(&position, &report, &mut memo).is_some());
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                assert_eq!(report.moves.len(), moves.len());
                let m = rng.choose(&moves).expect("a move");
                position.play_unchecked(m);
                search.advance(m);
            }
        }
        proved
    }
    for threads in [1, 4] {
        for memory in [0, 1 << 17, 1 << 22] {
            for start in [InARow::tic_tac_toe(), InARow::drop(4, 4, 3)] {
                assert!(games(&vec![start; 12], memory, threads, 1) > 20);
            }
            let piles: Vec<Misere> = (5..25)
                .flat_map(|stones| Player::BOTH.map(|to_move| Misere { stones, to_move }))
                .collect();
            assert!(games(&piles, memory, threads, 2) > 40);
        }
    }
}
