//! Implicit minimax backups, proof numbers and progressive bias, worked out by hand on written trees.

mod common;

use std::collections::HashMap;

use common::{
    InARow, Noise, Tree, TreeGame, TreePlayouts, guide, minimax, random_position, value_after,
};
use tengen_game::{Game, Key, Outcome, Player, Rng};
use tengen_search::{
    Control, Evaluate, Evaluated, Evaluator, FinalMove, Implicit, Knowledge, Limits, MovePrior,
    MoveReport, PlayoutPolicy, PlayoutRecorder, PlayoutScore, ProofBias, ProofNumbers, ProofTerm,
    Search, SearchReport, TreeOptions, TreeSearch, Uct, UniformPlayouts, Value,
};

use Tree::{Chance, Choice, End};

const BLACK_WINS: Tree = End(Outcome::Win(Player::Black));
const DRAW: Tree = End(Outcome::Draw);

fn options() -> TreeOptions {
    TreeOptions { expand: 1, memory: 1 << 20, ..TreeOptions::default() }
}

fn of(report: &SearchReport<u8>, m: u8) -> &MoveReport<u8> {
    report.moves.iter().find(|report| report.r#move == m).expect("the move")
}

#[track_caller]
fn close(value: Option<f64>, expected: f64) {
    assert!(value.is_some_and(|value| (value - expected).abs() < 1e-6), "{value:?}, {expected}");
}

/// Black's values of positions, by the choices that led there.
#[derive(Clone)]
struct Written(&'static [(&'static [u8], f32)]);

impl Knowledge<TreeGame> for Written {
    const KNOWS: bool = false;
    fn judge(&mut self, _: &TreeGame, _: &[u8], _: &mut [MovePrior]) {}

    fn value(&mut self, position: &TreeGame) -> Option<f32> {
        let &(_, black) = self.0.iter().find(|(path, _)| *path == position.path())?;
        Some(if position.to_move() == Player::Black { black } else { 1.0 - black })
    }
}

/// Black moves to A or B, then White.
const EVALUATIONS: Written = Written(&[
    (&[0], 0.7),
    (&[1], 0.6),
    (&[0, 0], 0.9),
    (&[0, 1], 0.2),
    (&[1, 0], 0.6),
    (&[1, 1], 0.5),
]);

fn written_search(
    tree: Tree,
    evaluate: Evaluate,
    threads: usize,
    solver: bool,
    playouts: u64,
) -> SearchReport<u8> {
    let game = TreeGame::new(tree);
    let implicit = Some(Implicit { alpha: 0.5, evaluate });
    let threads = threads.try_into().unwrap();
    let options = TreeOptions { implicit, solver, threads, ..options() };
    let rule = Uct { c: 1.0, ..Uct::default() };
    let mut search = TreeSearch::new(&game, &TreePlayouts, &EVALUATIONS, rule, options).unwrap();
    search.search(&game, &mut Control::new(Limits::playouts(playouts)))
}

fn evens() -> Tree {
    Choice(vec![Choice(vec![Chance(0.5); 2]), Choice(vec![Chance(0.5); 2])])
}

#[test]
fn implicit_values_by_hand() {
    for evaluate in [Evaluate::Children, Evaluate::Visited] {
        // Both moves were tried once: their own evaluations.
        let report = written_search(evens(), evaluate, 1, false, 2);
        close(of(&report, 0).implicit, 0.7);
        close(of(&report, 1).implicit, 0.6);
        // White answers best: min(0.9, 0.2) and min(0.6, 0.5).
        for threads in [1, 4] {
            let report = written_search(evens(), evaluate, threads, false, 400);
            close(of(&report, 0).implicit, 0.2);
            close(of(&report, 1).implicit, 0.5);
        }
    }
    // Nothing tried: the paper's way has values already.
    let report = written_search(evens(), Evaluate::Children, 1, false, 0);
    close(of(&report, 0).implicit, 0.7);
    let report = written_search(evens(), Evaluate::Visited, 1, false, 0);
    assert_eq!(of(&report, 0).implicit, None);
}

/// Where White's answer ends the game or is proved, that is its value, with and without the solver.
#[test]
fn implicit_values_of_ends_and_proofs_are_their_results() {
    for evaluate in [Evaluate::Children, Evaluate::Visited] {
        for solver in [false, true] {
            // White's best answer to A draws (he would lose by the other); B stays as it is.
            let a = Choice(vec![BLACK_WINS, DRAW]);
            let tree = Choice(vec![a, Choice(vec![Chance(0.5); 2])]);
            let report = written_search(tree, evaluate, 1, solver, 400);
            close(of(&report, 0).implicit, 0.5);
            close(of(&report, 1).implicit, 0.5);
            // A is a sure win, proved two plies deeper than the evaluations look.
            let a = Choice(vec![Choice(vec![BLACK_WINS, DRAW]), BLACK_WINS]);
            let tree = Choice(vec![a, Choice(vec![Chance(0.5); 2])]);
            let report = written_search(tree, evaluate, 1, solver, 400);
            close(of(&report, 0).implicit, 1.0);
        }
    }
}

/// `(1 − α) Q + α v` decides: playouts like move 0, evaluations move 1.
#[test]
fn alpha_weighs_evaluations_against_playouts() {
    const OPINION: Written = Written(&[(&[0], 0.2), (&[1], 0.8)]);
    let game = TreeGame::new(Choice(vec![Chance(0.6), Chance(0.4)]));
    let favourite = |alpha: Option<f32>| {
        let implicit = alpha.map(|alpha| Implicit { alpha, evaluate: Evaluate::Children });
        let rule = Uct { c: 0.3, ..Uct::default() };
        let options = TreeOptions { implicit, ..options() };
        let mut search = TreeSearch::new(&game, &TreePlayouts, &OPINION, rule, options).unwrap();
        search.search(&game, &mut Control::new(Limits::playouts(4000))).best
    };
    // They are equal at 0.6 − 0.4 α = 0.4 + 0.4 α, α = 0.25.
    assert_eq!(favourite(None), Some(0));
    assert_eq!(favourite(Some(0.0)), Some(0));
    assert_eq!(favourite(Some(0.15)), Some(0));
    assert_eq!(favourite(Some(0.35)), Some(1));
    assert_eq!(favourite(Some(1.0)), Some(1));
}

/// Knows the truth.
#[derive(Clone, Default)]
struct Perfect(HashMap<Key, Value>);

impl Evaluator<InARow> for Perfect {
    const SCALE: f64 = 1.0;

    fn evaluate(&mut self, position: &InARow) -> i32 {
        match minimax(position, &mut self.0) {
            Value::Loss => -100,
            Value::Draw => 0,
            Value::Win => 100,
        }
    }
}

/// With a perfect evaluator and no weight on playouts only best moves are searched, once all were
/// tried, and the values of all moves are right.
#[test]
fn perfect_evaluations_are_followed_at_once() {
    let (mut rng, mut memo) = (Rng::new(2), HashMap::new());
    let mut differing = 0;
    for seed in 0..300 {
        let Some(position) = random_position(&InARow::drop(5, 4, 4), 8, &mut rng) else { continue };
        for threads in [1, 4] {
            let options = TreeOptions {
                implicit: Some(Implicit { alpha: 1.0, evaluate: Evaluate::Children }),
                threads: threads.try_into().unwrap(),
                seed,
                ..options()
            };
            let knowledge = Evaluated { moves: (), evaluator: Perfect::default() };
            let rule = Uct { c: 0.0, ..Uct::default() };
            let policy = UniformPlayouts::new();
            let mut search =
                TreeSearch::new(&position, &policy, &knowledge, rule, options).unwrap();
            let report = search.search(&position, &mut Control::new(Limits::playouts(40)));
            let truth = minimax(&position, &mut memo);
            for m in &report.moves {
                let value = value_after(&position, m.r#move, &mut memo);
                close(m.implicit, value.score());
                differing += u32::from(value < truth);
                // A move that is not best gets its first try, and perhaps one more by each of the
                // other threads before its value is there.
                assert!(value == truth || m.visits <= threads as u64, "{threads}: {report:?}");
            }
            assert_eq!(value_after(&position, report.best.unwrap(), &mut memo), truth);
        }
    }
    assert!(differing > 500, "{differing}");
}

/// Values and numbers come along when a move is played.
#[test]
fn guides_are_reused() {
    let a = Choice(vec![Choice(vec![Chance(0.5); 3]), Choice(vec![Chance(0.5); 2]), DRAW]);
    let mut game = TreeGame::new(Choice(vec![a, Chance(0.5)]));
    let options = TreeOptions {
        implicit: Some(Implicit { alpha: 0.2, evaluate: Evaluate::Visited }),
        proof_numbers: Some(ProofBias { weight: 0.5, kind: ProofTerm::Rank }),
        solver: true,
        ..options()
    };
    let rule = Uct { c: 1.0, ..Uct::default() };
    let mut search = TreeSearch::new(&game, &TreePlayouts, &EVALUATIONS, rule, options).unwrap();
    search.search(&game, &mut Control::new(Limits::playouts(500)));
    game.play_unchecked(0);
    search.advance(0);
    let report = search.search(&game, &mut Control::new(Limits::playouts(0)));
    // White has moved. Three moves of Black's: White must refute three, Black needs one.
    let numbers = |own, other| Some(ProofNumbers { own: Some(own), other: Some(other) });
    assert_eq!(of(&report, 0).proof_numbers, numbers(3, 1));
    assert_eq!(of(&report, 1).proof_numbers, numbers(2, 1));
    assert_eq!(of(&report, 2).proof_numbers, Some(ProofNumbers { own: None, other: None }));
    close(of(&report, 0).implicit, 0.1);
    close(of(&report, 1).implicit, 0.8);
    close(of(&report, 2).implicit, 0.5);
}

/// A new tree in the same memory starts afresh.
#[test]
fn guides_are_forgotten_with_their_tree() {
    let game = InARow::drop(5, 4, 4);
    let mut options = TreeOptions { solver: true, ..options() };
    guide(&mut options, 5);
    let policy = UniformPlayouts::new();
    let mut search = TreeSearch::new(&game, &policy, &Noise, Uct::default(), options).unwrap();
    let report = search.search(&game, &mut Control::new(Limits::playouts(2000)));
    assert!(report.moves.iter().any(|m| m.implicit.is_some()));
    search.reset();
    let report = search.search(&game, &mut Control::new(Limits::playouts(0)));
    for m in &report.moves {
        assert_eq!(m.implicit, None);
        let leaf = ProofNumbers { own: Some(1), other: Some(1) };
        assert_eq!(m.proof_numbers, Some(leaf));
    }
}

/// Numbers by hand, with an end, a draw and three levels.
#[test]
fn proof_numbers_by_hand() {
    let tree = || {
        // White's moves in A: Black has won (0 for Black, never for White); Black has two moves and
        // a draw (1 for Black; White can only draw: never); a leaf (1, 1).
        // A: Black 0 + 1 + 1 = 2, White min = 1.
        let a = Choice(vec![BLACK_WINS, Choice(vec![Chance(0.5), Chance(0.5), DRAW]), Chance(0.5)]);
        // White's moves in B: Black chooses between three leaves of White's (3, 1) and two (2, 1),
        // so Black min(3, 2) = 2, White 1 + 1 = 2; or a leaf (1, 1).
        // B: Black 2 + 1 = 3, White min(2, 1) = 1.
        let b0 = Choice(vec![Choice(vec![Chance(0.5); 3]), Choice(vec![Chance(0.5); 2])]);
        Choice(vec![a, Choice(vec![b0, Chance(0.5)]), DRAW])
    };
    for (threads, kind) in [(1, ProofTerm::Rank), (1, ProofTerm::Sum), (4, ProofTerm::Max)] {
        let game = TreeGame::new(tree());
        let options = TreeOptions {
            proof_numbers: Some(ProofBias { weight: 0.3, kind }),
            solver: true,
            threads: threads.try_into().unwrap(),
            ..options()
        };
        let rule = Uct { c: 1.5, ..Uct::default() };
        let mut search = TreeSearch::new(&game, &TreePlayouts, &(), rule, options).unwrap();
        let report = search.search(&game, &mut Control::new(Limits::playouts(4000)));
        let numbers = |m| of(&report, m).proof_numbers.unwrap();
        assert_eq!(numbers(0), ProofNumbers { own: Some(2), other: Some(1) });
        assert_eq!(numbers(1), ProofNumbers { own: Some(3), other: Some(1) });
        assert_eq!(numbers(2), ProofNumbers { own: None, other: None });
    }
}

/// Without the solver nothing is left to prove: no numbers, and the same search.
#[test]
fn proof_numbers_need_the_solver() {
    let game = InARow::drop(5, 4, 4);
    let run = |proof_numbers| {
        let policy = UniformPlayouts::new();
        let options = TreeOptions { proof_numbers, ..options() };
        let mut search =
            TreeSearch::new(&game, &policy, &(), Uct::default(), options).expect("memory");
        let report = search.search(&game, &mut Control::new(Limits::playouts(2000)));
        SearchReport { seconds: 0.0, ..report }
    };
    let bias = ProofBias { weight: 1.0, kind: ProofTerm::Rank };
    assert_eq!(run(None), run(Some(bias)));
    assert!(run(Some(bias)).moves.iter().all(|m| m.proof_numbers.is_none()));
}

/// Results of playouts and choices of moves without chance: each by how often it was asked.
#[derive(Clone, Default)]
struct Clockwork {
    playouts: [u32; 8],
    choices: u32,
}

impl Clockwork {
    /// Whether Black wins the `count`-th playout after this move.
    fn black_wins(m: u8, count: u32) -> bool {
        (count * 3 + u32::from(m)) % 8 < 2 + u32::from(m) / 2
    }
}

impl PlayoutPolicy<TreeGame> for Clockwork {
    fn playout(
        &mut self,
        position: &mut TreeGame,
        _: &mut Rng,
        _: &mut impl PlayoutRecorder,
    ) -> PlayoutScore {
        let m = position.path()[0];
        let count = &mut self.playouts[usize::from(m)];
        *count += 1;
        let black = Self::black_wins(m, *count);
        Outcome::Win(if black { Player::Black } else { Player::White }).into()
    }

    fn choose(&mut self, _: &TreeGame, moves: &[u8], _: &mut Rng) -> usize {
        self.choices += 1;
        let wanted = (self.choices * self.choices % 7 % 6) as u8;
        moves.iter().position(|&m| m == wanted).expect("the move")
    }
}

#[derive(Clone)]
struct Transitions;

const PROBABILITIES: [f32; 6] = [0.05, 0.21, 0.33, 0.02, 0.11, 0.4];

impl Knowledge<TreeGame> for Transitions {
    fn judge(&mut self, _: &TreeGame, moves: &[u8], priors: &mut [MovePrior]) {
        for (m, prior) in moves.iter().zip(priors) {
            prior.bias = PROBABILITIES[usize::from(*m) % 6];
        }
    }
}

/// Paper 000 as printed: up to T = 50 visits the simulation strategy chooses, above that
/// `v + sqrt(C ln n_p / n_i) + W P_c / (n_i + 1)` with W = 100 and values from −1 to 1. Followed
/// here step by step, on that scale.
#[test]
fn formula_1_with_its_threshold_is_the_published_one() {
    const T: u32 = 50;
    const C: f64 = 0.9;
    const W: f64 = 100.0;
    for playouts in [30, 51, 52, 60, 100, 400, 3000] {
        let mut policy = Clockwork::default();
        let (mut visits, mut wins) = ([0u32; 6], [0u32; 6]);
        for total in 0..playouts {
            let chosen = if total <= T {
                policy.choices += 1;
                (policy.choices * policy.choices % 7 % 6) as usize
            } else {
                let value = |i: usize| {
                    let n = f64::from(visits[i]);
                    let v = 2.0 * f64::from(wins[i]) / n - 1.0;
                    v + (C * f64::from(total).ln() / n).sqrt()
                        + W * f64::from(PROBABILITIES[i]) / (n + 1.0)
                };
                // A move that was not tried comes first.
                (0..6).find(|&i| visits[i] == 0).unwrap_or_else(|| {
                    (0..6).max_by(|&a, &b| value(a).total_cmp(&value(b))).unwrap()
                })
            };
            visits[chosen] += 1;
            wins[chosen] += u32::from(Clockwork::black_wins(chosen as u8, visits[chosen]));
        }
        let game = TreeGame::new(Choice(vec![Chance(0.5); 6]));
        let options = TreeOptions {
            policy_visits: T,
            solver: true,
            // Only the root has children, so that the count is the formula's alone.
            expand: u32::MAX,
            final_move: FinalMove::Secure { a: 1.0 },
            ..options()
        };
        // Half of everything, since values run from 0 to 1.
        let rule = Uct { c: C.sqrt() as f32 / 2.0, bias: W as f32 / 2.0, ..Uct::default() };
        let mut search =
            TreeSearch::new(&game, &Clockwork::default(), &Transitions, rule, options).unwrap();
        let report = search.search(&game, &mut Control::new(Limits::playouts(playouts.into())));
        for m in 0..6 {
            let found = of(&report, m);
            assert_eq!(found.visits, visits[usize::from(m)].into(), "{playouts}: {visits:?}");
            assert_eq!(found.results.wins, wins[usize::from(m)].into());
        }
        // The secure child: the best lower bound, v − 1 / sqrt(n) on the same scale.
        let secure = |i: &u8| {
            let n = f64::from(visits[usize::from(*i)]);
            2.0 * f64::from(wins[usize::from(*i)]) / n - 1.0 - 1.0 / n.sqrt()
        };
        let tried = (0..6u8).filter(|&i| visits[usize::from(i)] > 0);
        let best = tried.max_by(|a, b| secure(a).total_cmp(&secure(b)));
        assert_eq!(report.best, best, "{playouts}: {visits:?} {wins:?}");
    }
}
