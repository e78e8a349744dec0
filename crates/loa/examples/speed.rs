//! Speed by the clock of the processor, to take turns with another program on a noisy machine:
//! `cargo run --release -p tengen-loa --example speed -- playouts|counted|played [SECONDS|DEPTH]`.
//!
//! Times are those of the process (Linux), since a wall clock misleads on a shared machine.

use std::time::Instant;

use tengen_loa::{Board, Player, Playout, Rng, count_sequences, tally_sequences};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let what = arguments.first().map_or("playouts", String::as_str);
    let number = arguments.get(1).and_then(|text| text.parse().ok());
    match what {
        "playouts" => playouts(number.unwrap_or(2)),
        "counted" => perft(what, number.unwrap_or(5), count_sequences),
        "played" => perft(what, number.unwrap_or(5), |board, player, depth| {
            tally_sequences(board, player, depth).sequences
        }),
        _ => eprintln!("usage: speed playouts|counted|played [SECONDS|DEPTH]"),
    }
}

/// Uniform playouts of at most 200 plies from the start.
fn playouts(seconds: u32) {
    let (mut rng, playout) = (Rng::new(1), Playout::new(Player::Black));
    let (wall, processor) = (Instant::now(), processor_seconds());
    let (mut playouts, mut plies) = (0u32, 0u64);
    while wall.elapsed().as_secs() < seconds.into() {
        for _ in 0..1000 {
            let result = playout.run(&mut Board::START.clone(), &mut rng, &mut ());
            plies += u64::from(result.plies);
        }
        playouts += 1000;
    }
    let rate = f64::from(playouts) / (processor_seconds() - processor);
    let mean = plies as f64 / f64::from(playouts);
    println!(r#"{{"playouts_per_second":{rate:.0},"plies_per_playout":{mean:.2}}}"#);
}

fn perft(what: &str, depth: u32, count: impl Fn(&Board, Player, u32) -> u64) {
    let before = processor_seconds();
    let sequences = count(&Board::START, Player::Black, depth);
    let rate = sequences as f64 / (processor_seconds() - before) / 1e6;
    println!(
        r#"{{"perft":"{what}","depth":{depth},"sequences":{sequences},"millions_per_second":{rate:.1}}}"#
    );
}

/// User time of this process, in hundredths as Linux counts it.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().nth(11).and_then(|field| field.parse::<f64>().ok());
    ticks.unwrap_or_default() / 100.0
}
