//! What light playouts are like from the empty 9x9 board, with error bars.

mod naive;

use naive::Naive;
use tengen_go::{Board, BoardSize, Komi, Outcome, Player, Playout, Rng, Rules};

struct Sample {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        values.fold(Self { n: 0.0, sum: 0.0, squares: 0.0 }, |s, v| Self {
            n: s.n + 1.0,
            sum: s.sum + v,
            squares: s.squares + v * v,
        })
    }
    fn mean(&self) -> f64 {
        self.sum / self.n
    }
    fn standard_error(&self) -> f64 {
        ((self.squares / self.n - self.mean().powi(2)) / self.n).sqrt()
    }
}

const BLACK: Outcome = Outcome::Win(Player::Black);

fn fast(side: usize, playouts: usize) -> Vec<(f64, f64)> {
    let start = Board::new(BoardSize::new(side).unwrap());
    let playout = Playout::new(&start, Player::Black);
    let (mut board, mut rng) = (start.clone(), Rng::new(2026));
    (0..playouts)
        .map(|_| {
            board.clone_from(&start);
            let result = playout.run(&mut board, &mut rng, &mut ());
            assert!(!result.cut_off || result.moves == playout.limit);
            let win = result.outcome(Komi::SEVEN_AND_A_HALF) == BLACK;
            (f64::from(result.moves), f64::from(u8::from(win)))
        })
        .collect()
}

/// The anchors of many programs: about 111 moves, passes included, and Black wins about 42 %.
#[test]
fn nine_by_nine_from_the_empty_board() {
    let playouts = fast(9, 200_000);
    let length = Sample::of(playouts.iter().map(|&(moves, _)| moves));
    let wins = Sample::of(playouts.iter().map(|&(_, win)| win));
    println!("length {:.3} ± {:.3}", length.mean(), length.standard_error());
    println!("Black wins {:.4} ± {:.4}", wins.mean(), wins.standard_error());
    for (sample, (expected, its_error)) in [(&length, LENGTH), (&wins, BLACK_WINS)] {
        let error = sample.standard_error().hypot(its_error);
        let z = (sample.mean() - expected) / error;
        assert!(z.abs() < 4.0, "{} is {z} standard errors from {expected}", sample.mean());
    }
    assert!(length.standard_error() < 0.05 && wins.standard_error() < 0.0012);
}

// Value and standard error, from
// `tengen bench playouts --size 9 --playouts 20000000 --threads 2 --seed 1`.
const LENGTH: (f64, f64) = (111.054, 0.0036);
const BLACK_WINS: (f64, f64) = (0.421_17, 0.000_11);

/// The naive board plays the same kind of game: lengths and results agree within their errors.
#[test]
fn naive_playouts_are_alike() {
    for (side, playouts) in [(5, 6000), (9, 1500)] {
        let limit = 3 * (side * side) as u32;
        let mut rng = Rng::new(77);
        let slow: Vec<(f64, f64)> = (0..playouts)
            .map(|_| {
                let (moves, score) = Naive::new(side, Rules::CHINESE).playout(&mut rng, limit);
                let win = Komi::SEVEN_AND_A_HALF.outcome(score) == BLACK;
                (f64::from(moves), f64::from(u8::from(win)))
            })
            .collect();
        let fast = fast(side, 100_000);
        for pick in [|p: &(f64, f64)| p.0, |p: &(f64, f64)| p.1] {
            let (a, b) = (Sample::of(fast.iter().map(pick)), Sample::of(slow.iter().map(pick)));
            let error = a.standard_error().hypot(b.standard_error());
            let z = (a.mean() - b.mean()) / error;
            println!("{side}x{side}: {:.4} and {:.4}, z = {z:.2}", a.mean(), b.mean());
            assert!(z.abs() < 4.0);
        }
    }
}

/// Same seed, same playouts; another seed, others.
#[test]
fn playouts_are_repeatable() {
    assert_eq!(fast(9, 500), fast(9, 500));
    let one = |seed| {
        let mut board = Board::new(BoardSize::new(9).unwrap());
        Playout::new(&board.clone(), Player::Black).run(&mut board, &mut Rng::new(seed), &mut ());
        board.key()
    };
    assert_eq!(one(1), one(1));
    assert_ne!(one(1), one(2));
}

/// At the end of a playout the quick count equals the area: only one-point eyes are left.
#[test]
fn stones_and_eyes_are_the_area_at_the_end() {
    for side in [5, 9, 13, 19] {
        let start = Board::new(BoardSize::new(side).unwrap());
        let playout = Playout::new(&start, Player::Black);
        let (mut board, mut rng) = (start.clone(), Rng::new(4));
        let (mut differing, playouts) = (0, 40_000 / side);
        for _ in 0..playouts {
            board.clone_from(&start);
            let result = playout.run(&mut board, &mut rng, &mut ());
            if !result.cut_off {
                differing += usize::from(result.score != board.area().score());
            }
        }
        assert_eq!(differing, 0, "{side}x{side}, of {playouts}");
    }
}
