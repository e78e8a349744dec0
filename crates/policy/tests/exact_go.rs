//! Small boards under superko: what searches prove is what exhaustive minimax finds.
//!
//! The oracle keeps the whole history of boards in its memo, so that it never mixes up positions
//! that differ only in what superko forbids.

use std::collections::HashMap;

use tengen_go::{BoardSize, Game, KoRule, Komi, Move, MoveList, Player, Position, Rng, Rules};
use tengen_policy::go::{GoPlayouts, Territory};
use tengen_search::{
    AlphaBeta, AlphaBetaOptions, Control, FinalMove, Limits, Search, TreeOptions, TreeSearch, Uct,
    Value,
};

/// A board of up to nine points, as a number with one digit of base three a point.
type Stones = u16;
/// The boards that have been, sorted.
type Past = Vec<Stones>;
/// All that decides how a game can go on.
type State = (Stones, Player, u32, Past);

fn stones(position: &Position) -> Stones {
    let board = position.board();
    board.size().points().fold(0, |number, point| {
        3 * number + board.stone(point).map_or(0, |player| 1 + player.index() as Stones)
    })
}

fn with(past: &Past, board: Stones) -> Past {
    let mut past = past.clone();
    if let Err(at) = past.binary_search(&board) {
        past.insert(at, board);
    }
    past
}

struct Oracle {
    memo: HashMap<State, Value>,
    /// Positions it may still look at.
    left: u64,
}

impl Oracle {
    /// The value for the player to move; `None` if that takes too long.
    fn value(&mut self, position: &Position, past: &Past) -> Option<Value> {
        if position.moves().len() > 120 {
            return None;
        }
        let player = position.to_move();
        if let Some(outcome) = position.outcome() {
            return Some(Value::of(outcome, player));
        }
        let state = (stones(position), player, position.passes(), past.clone());
        if let Some(&value) = self.memo.get(&state) {
            return Some(value);
        }
        self.left = self.left.checked_sub(1)?;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut best = Value::Loss;
        for &m in &moves {
            best = best.max(self.value_after(position, m, past)?);
            if best == Value::Win {
                break;
            }
        }
        self.memo.insert(state, best);
        Some(best)
    }

    fn value_after(&mut self, position: &Position, m: Move, past: &Past) -> Option<Value> {
        let mut after = position.clone();
        after.play_unchecked(m);
        if let Some(outcome) = after.outcome() {
            return Some(Value::of(outcome, position.to_move()));
        }
        Some(self.value(&after, &with(past, stones(&after)))?.flipped())
    }
}

/// A game some random moves in, and its boards so far. Passes are rare, so that games last.
fn random_game(start: &Position, plies: usize, rng: &mut Rng) -> Option<(Position, Past)> {
    let mut position = start.clone();
    let mut past = vec![stones(&position)];
    let mut moves = MoveList::new();
    for _ in 0..plies {
        position.legal_moves(&mut moves);
        let m = rng.choose(&moves)?;
        let m = if m == Move::Pass { rng.choose(&moves)? } else { m };
        position.play_unchecked(m);
        past = with(&past, stones(&position));
    }
    position.outcome().is_none().then_some((position, past))
}

#[derive(Debug, Default)]
struct Seen {
    values: [u32; 3],
    unproven: u32,
    too_large: u32,
}

/// Compares on `count` positions that the oracle can do.
fn compare_here(
    side: usize,
    plies: std::ops::Range<usize>,
    count: u32,
    threads: usize,
    seed: u64,
) -> Seen {
    let size = BoardSize::new(side).unwrap();
    let mut rng = Rng::new(seed);
    let mut seen = Seen::default();
    let mut alpha_beta = AlphaBeta::new(
        Territory::default(),
        AlphaBetaOptions { table: 4 << 20, ..AlphaBetaOptions::default() },
    )
    .unwrap();
    while seen.values.iter().sum::<u32>() + seen.unproven < count {
        let ko = [KoRule::Positional, KoRule::Situational][rng.below(2)];
        let rules = Rules { ko, ..Rules::CHINESE };
        // Whole komi for draws, near the fair value for close games.
        let whole = 2 * size.area() as i16;
        let komi =
            Komi::from_half_points([0, 1, 2, -2, whole, -whole, whole][rng.below(7)]).unwrap();
        let start = Position::new(size, rules, komi);
        let plies = plies.start + rng.below(plies.len());
        let Some((position, past)) = random_game(&start, plies, &mut rng) else { continue };
        let mut oracle = Oracle { memo: HashMap::new(), left: 5_000 };
        let Some(truth) = oracle.value(&position, &past) else {
            seen.too_large += 1;
            continue;
        };
        let options = TreeOptions {
            solver: true,
            expand: 1,
            policy_visits: [0, 10][rng.below(2)],
            threads: threads.try_into().unwrap(),
            memory: 32 << 20,
            seed: rng.next_u64(),
            final_move: FinalMove::Secure { a: 1.0 },
            ..TreeOptions::default()
        };
        let policy = GoPlayouts::light(&position);
        let mut solver = TreeSearch::new(&position, &policy, &(), Uct::default(), options).unwrap();
        let solver: &mut dyn Search<Position> = &mut solver;
        let mut proved = false;
        for (name, search) in [("solver", solver), ("alpha-beta", &mut alpha_beta)] {
            let report = search.search(&position, &mut Control::new(Limits::playouts(60_000)));
            let context = || format!("{name}: {position:?} {rules:?}\n{report:?}");
            if let Some(proof) = report.proof {
                proved |= name == "solver";
                assert_eq!(proof.value, truth, "{}", context());
                let best = report.best.expect("a move");
                oracle.left = 20_000;
                if let Some(value) = oracle.value_after(&position, best, &past) {
                    assert_eq!(value, truth, "{}", context());
                }
            }
            for m in &report.moves {
                let Some(proof) = m.proof else { continue };
                oracle.left = 5_000;
                if let Some(value) = oracle.value_after(&position, m.r#move, &past) {
                    assert_eq!(proof.value, value, "{m:?} in {}", context());
                }
            }
        }
        if proved {
            seen.values[truth as usize] += 1;
        } else {
            seen.unproven += 1;
        }
    }
    println!("{side}x{side}, {threads} threads: {seen:?}");
    seen
}

fn assert_enough(seen: &Seen, count: u32) {
    let proved: u32 = seen.values.iter().sum();
    assert!(proved * 10 >= count * 9, "nine in ten are proved: {seen:?}");
    assert!(seen.values.iter().all(|&n| n > count / 100), "all values occur: {seen:?}");
}

/// On a stack that is deep enough for the oracle's recursion.
fn compare(side: usize, plies: std::ops::Range<usize>, count: u32, threads: usize, seed: u64) {
    let run = move || compare_here(side, plies, count, threads, seed);
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run).unwrap();
    assert_enough(&thread.join().unwrap(), count);
}

#[test]
fn two_by_two_with_one_thread() {
    compare(2, 2..14, 600, 1, 1);
}

#[test]
fn two_by_two_with_four_threads() {
    compare(2, 2..14, 300, 4, 2);
}

#[test]
fn three_by_three_with_one_thread() {
    compare(3, 8..40, 300, 1, 3);
}

#[test]
fn three_by_three_with_four_threads() {
    compare(3, 8..40, 150, 4, 4);
}

/// One search for games that differ in komi only, or in history only: it does not mix them up.
#[test]
fn komi_and_history_are_not_mixed_up() {
    let size = BoardSize::new(2).unwrap();
    let mut rng = Rng::new(11);
    let start = Position::new(size, Rules::CHINESE, Komi::from_points(1));
    let options =
        TreeOptions { solver: true, expand: 1, memory: 16 << 20, ..TreeOptions::default() };
    let policy = GoPlayouts::light(&start);
    let mut solver = TreeSearch::new(&start, &policy, &(), Uct::default(), options).unwrap();
    let table = AlphaBetaOptions { table: 4 << 20, ..AlphaBetaOptions::default() };
    let mut alpha_beta = AlphaBeta::new(Territory::default(), table).unwrap();
    let mut proofs = 0;
    for _ in 0..400 {
        let plies = 6 + rng.below(8);
        let Some((position, past)) = random_game(&start, plies, &mut rng) else { continue };
        // The same board without its history, and with another komi.
        let bare = Position::from_board(
            position.board().clone(),
            position.to_move(),
            position.rules(),
            position.komi(),
        );
        let mut other = position.clone();
        other.set_komi(Komi::from_points(-3));
        let games = [(&position, &past), (&bare, &vec![stones(&bare)]), (&other, &past)];
        for (game, past) in games {
            let mut oracle = Oracle { memo: HashMap::new(), left: 3_000 };
            let Some(truth) = oracle.value(game, past) else { continue };
            let searches: [&mut dyn Search<Position>; 2] = [&mut solver, &mut alpha_beta];
            for search in searches {
                let report = search.search(game, &mut Control::new(Limits::playouts(20_000)));
                assert!(game.is_legal(report.best.expect("a move")));
                if let Some(proof) = report.proof {
                    assert_eq!(proof.value, truth, "{game:?}\n{report:?}");
                    proofs += 1;
                }
            }
        }
    }
    assert!(proofs > 200, "{proofs}");
}
