//! Two players against each other: `duel A B [GAMES] [SIZE] [JOBS]`.
//!
//! ```text
//! cargo run --release -p tengen-engine --example duel -- uct,sims=1000 ucb,sims=1000 200
//! ```
//!
//! Games come in pairs with the same opening of four random moves, once with each colour. Komi is
//! 7.5; a game that is not over after three moves a point is counted as it stands. Prints the
//! score of A with its standard error (by pairs), and the 95 % interval.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tengen_engine::{Engine, GameSetup, GoSetup, PlayerSpec, Thinking};
use tengen_go::{BoardSize, Game, Komi, Move, Position, Rng, Rules};

const OPENING: usize = 4;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |i: usize, default: usize| args.get(i).map_or(default, |s| s.parse().expect("a number"));
    let read = |i: usize| -> PlayerSpec {
        let text = args.get(i).expect("usage: duel A B [GAMES] [SIZE] [JOBS]");
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    };
    let players = [read(0), read(1)];
    let (pairs, size, jobs) = (number(2, 100).div_ceil(2), number(3, 9), number(4, 2));
    let size = BoardSize::new(size).expect("a board size");
    let (next, scores) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= pairs {
                        return;
                    }
                    let a_black = play(&players[0], &players[1], size, pair as u64);
                    let b_black = play(&players[1], &players[0], size, pair as u64);
                    let points = f64::from(u8::from(a_black)) + f64::from(u8::from(!b_black));
                    let mut scores = scores.lock().unwrap_or_else(PoisonError::into_inner);
                    scores.push(points / 2.0);
                    if scores.len() % 25 == 0 {
                        eprintln!("{} games: {}", 2 * scores.len(), summary(&scores));
                    }
                }
            });
        }
    });
    let scores = scores.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{} against {}, {} games: {}", players[0], players[1], 2 * pairs, summary(&scores));
}

/// Mean and its standard error.
fn summary(scores: &[f64]) -> String {
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = (variance / n).sqrt();
    format!(
        "{:.1} % ± {:.1} (95 %: {:.1} to {:.1})",
        100.0 * mean,
        100.0 * error,
        100.0 * (mean - 1.96 * error),
        100.0 * (mean + 1.96 * error)
    )
}

/// Whether Black wins.
fn play(black: &PlayerSpec, white: &PlayerSpec, size: BoardSize, seed: u64) -> bool {
    let (rules, komi) = (Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    let mut game = Position::new(size, rules, komi);
    let setup = GameSetup::Go(GoSetup { size, rules, komi });
    let mut engines = [black, white].map(|spec| {
        let spec = spec.clone().or_set("seed", 1000 + seed).or_set("memory", "128M");
        Engine::new(setup, &spec).unwrap_or_else(|error| panic!("{error}"))
    });
    let mut rng = Rng::stream(7, seed);
    for ply in 0..3 * size.area() {
        if game.outcome().is_some() {
            break;
        }
        let m = if ply < OPENING {
            let mut board = game.board().clone();
            board.play_random_move(game.to_move(), &mut rng).map_or(Move::Pass, Move::Play)
        } else {
            let report = engines[game.to_move().index()].think(Thinking::default());
            report.best.expect("a move").parse().expect("a move")
        };
        game.play(m).expect("a legal move");
        for engine in &mut engines {
            engine.play(&m.to_string()).expect("a legal move");
        }
    }
    game.score() > 0.0
}
