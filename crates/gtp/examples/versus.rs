//! Two GTP engines against each other: `versus A B [GAMES] [JOBS]`, each a command line.
//!
//! ```text
//! cargo build --release && cargo run --release -p tengen-gtp --example versus -- \
//!   "target/release/tengen gtp --player uct,sims=3000" \
//!   "gnugo --mode gtp --level 10 --chinese-rules --capture-all-dead --positional-superko" 100 2
//! ```
//!
//! 9x9, komi 7.5, colours alternate. `{seed}` in a command is replaced by the number of the game.
//! A finished game is scored by B's `final_score`; where A's differs, that is told. Prints the score
//! of A with its 95 % interval (Wilson).

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use tengen_engine::go::{BoardSize, Game, Komi, Move, Player, Position, Rules};
use tengen_gtp::Client;

const PATIENCE: Duration = Duration::from_secs(120);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let usage = "usage: versus A B [GAMES] [JOBS]";
    let number = |i: usize, or: usize| args.get(i).map_or(or, |s| s.parse().expect(usage));
    let (a, b) = (args.first().expect(usage), args.get(1).expect(usage));
    let (games, jobs) = (number(2, 100), number(3, 2));
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games {
                        return;
                    }
                    let won = play(a, b, game);
                    let mut results = results.lock().expect("no panic");
                    results.push(won);
                    let wins = results.iter().filter(|&&won| won).count();
                    eprintln!(
                        "game {game}: A {}; {}",
                        if won { "wins" } else { "loses" },
                        rate(wins, results.len())
                    );
                }
            });
        }
    });
    let results = results.into_inner().expect("no panic");
    let wins = results.iter().filter(|&&won| won).count();
    println!("{a} against {b}: {}", rate(wins, results.len()));
}

/// A share of games with its Wilson interval.
fn rate(wins: usize, games: usize) -> String {
    let (n, p, z) = (games as f64, wins as f64 / games as f64, 1.96_f64);
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let percent = |x: f64| 100.0 * x;
    format!(
        "{wins} of {games}, {:.1} % (95 %: {:.1} to {:.1})",
        percent(p),
        percent(middle - half),
        percent(middle + half)
    )
}

fn start(command: &str, seed: usize) -> Client {
    let command = command.replace("{seed}", &seed.to_string());
    let mut words = command.split_whitespace();
    let program = words.next().expect("a program");
    let mut client = Client::start(program, words).unwrap_or_else(|error| panic!("{error}"));
    for command in ["boardsize 9", "clear_board", "komi 7.5"] {
        client.ask(command, PATIENCE).unwrap_or_else(|error| panic!("{program}: {error}"));
    }
    client
}

/// Whether A wins.
fn play(a: &str, b: &str, game: usize) -> bool {
    let a_is = Player::BOTH[game % 2];
    let mut engines = [start(a, game), start(b, game)];
    let size = BoardSize::new(9).expect("a size");
    let mut position = Position::new(size, Rules::TROMP_TAYLOR, Komi::SEVEN_AND_A_HALF);
    while position.outcome().is_none() && position.moves().len() < 400 {
        let player = position.to_move();
        let mover = usize::from(player != a_is);
        let colour = if player == Player::Black { "b" } else { "w" };
        let answer = match engines[mover].ask(&format!("genmove {colour}"), PATIENCE) {
            Ok(answer) => answer,
            Err(error) => {
                eprintln!("game {game}: {error}: {}", engines[mover].stderr());
                return mover == 1;
            }
        };
        if answer.eq_ignore_ascii_case("resign") {
            return mover == 1;
        }
        let legal = answer.parse::<Move>().is_ok_and(|m| position.play(m).is_ok());
        if !legal {
            eprintln!("game {game}: illegal {answer}");
            return mover == 1;
        }
        if engines[1 - mover].ask(&format!("play {colour} {answer}"), PATIENCE).is_err() {
            eprintln!("game {game}: the other refuses {answer}");
            return mover == 0;
        }
    }
    let scores = [0, 1].map(|i| engines[i].ask("final_score", PATIENCE).unwrap_or_default());
    if scores[0] != scores[1] {
        let stands = position.score();
        eprintln!("game {game}: A says {}, B says {}, the board {stands}", scores[0], scores[1]);
        if std::env::var_os("VERSUS_BOARDS").is_some() {
            eprintln!("{}", position.board());
        }
    }
    scores[1].starts_with(if a_is == Player::Black { 'B' } else { 'W' })
}
