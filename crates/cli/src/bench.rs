//! `tengen bench`: speed and signature.

use std::io::{self, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use anyhow::Context;
use cpu_time::ProcessTime;
use serde::Serialize;
use tengen_engine::{Engine, GameSetup, GoSetup, Thinking};
use tengen_go::{
    Board, BoardSize, FirstPlays, Komi, Outcome, Player, Playout, PlayoutResult, Rng, Rules,
};

use crate::cli::{PlayoutArgs, SignatureArgs};

/// Playouts between two looks at the clock.
const BATCH: u64 = 64;

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    playouts: u64,
    moves: u64,
    black_wins: u64,
    draws: u64,
}

impl Tally {
    fn add(&mut self, result: PlayoutResult, komi: Komi) {
        self.playouts += 1;
        self.moves += u64::from(result.moves);
        match result.outcome(komi) {
            Outcome::Win(Player::Black) => self.black_wins += 1,
            Outcome::Win(Player::White) => {}
            Outcome::Draw => self.draws += 1,
        }
    }

    fn merge(self, other: Self) -> Self {
        Self {
            playouts: self.playouts + other.playouts,
            moves: self.moves + other.moves,
            black_wins: self.black_wins + other.black_wins,
            draws: self.draws + other.draws,
        }
    }
}

#[derive(Serialize)]
struct PlayoutReport {
    size: usize,
    komi: f32,
    threads: u16,
    seed: u64,
    playouts: u64,
    playouts_per_second: f64,
    playouts_per_cpu_second: f64,
    cpu_seconds: f64,
    wall_seconds: f64,
    moves_per_playout: f64,
    black_win_rate: f64,
    draw_rate: f64,
    version: &'static str,
}

pub(crate) fn playouts(args: &PlayoutArgs) -> anyhow::Result<()> {
    let (tally, wall, cpu) = thread::scope(|scope| -> anyhow::Result<_> {
        // Each thread waits for its word to go, so that all start together once the last one is
        // there. If one cannot be had, the others lose their senders and end at once.
        let (mut workers, mut go) = (Vec::new(), Vec::new());
        for index in 0..args.threads {
            let (sender, word) = mpsc::channel();
            let work =
                move || word.recv().map_or_else(|_| Tally::default(), |()| work(args, index));
            let worker = thread::Builder::new().spawn_scoped(scope, work).with_context(|| {
                format!("the system gives no more than {index} threads: ask for fewer")
            })?;
            workers.push(worker);
            go.push(sender);
        }
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        for sender in go {
            sender.send(()).context("a thread ended before it began")?;
        }
        let mut tally = Tally::default();
        for worker in workers {
            tally = tally.merge(worker.join().map_err(|_| anyhow::anyhow!("a thread failed"))?);
        }
        Ok((tally, wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64()))
    })?;

    let playouts = tally.playouts as f64;
    let report = PlayoutReport {
        size: args.size.side(),
        komi: args.komi.points(),
        threads: args.threads,
        seed: args.seed,
        playouts: tally.playouts,
        playouts_per_second: playouts / wall,
        playouts_per_cpu_second: playouts / cpu,
        cpu_seconds: cpu,
        wall_seconds: wall,
        moves_per_playout: tally.moves as f64 / playouts,
        black_win_rate: tally.black_wins as f64 / playouts,
        draw_rate: tally.draws as f64 / playouts,
        version: crate::VERSION,
    };
    print_playouts(&report, args.json)?;
    Ok(())
}

/// One thread's share: a fixed number of playouts, or as many as the time allows.
fn work(args: &PlayoutArgs, index: u16) -> Tally {
    let clock = Instant::now();
    let share = args.playouts.map(|all| {
        let (threads, index) = (u64::from(args.threads), u64::from(index));
        all / threads + u64::from(index < all % threads)
    });
    let start = Board::new(args.size);
    let playout = Playout::new(&start, Player::Black);
    let mut board = start.clone();
    let mut rng = Rng::stream(args.seed, u64::from(index));
    let mut tally = Tally::default();
    loop {
        let batch = share.map_or(BATCH, |share| BATCH.min(share - tally.playouts));
        for _ in 0..batch {
            board.clone_from(&start);
            tally.add(playout.run(&mut board, &mut rng, &mut ()), args.komi);
        }
        let done = match share {
            Some(share) => tally.playouts == share,
            None => clock.elapsed() >= args.seconds,
        };
        if done {
            return tally;
        }
    }
}

fn print_playouts(report: &PlayoutReport, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        return writeln!(out, "{}", serde_json::to_string(report)?);
    }
    let PlayoutReport { size, threads, komi, .. } = report;
    let plural = if *threads == 1 { "" } else { "s" };
    // The standard error of a rate p over n playouts is sqrt(p (1 - p) / n).
    let p = report.black_win_rate;
    let error = (p * (1.0 - p) / report.playouts as f64).sqrt();
    writeln!(out, "light playouts, {size}x{size}, {threads} thread{plural}")?;
    writeln!(out, "  playouts/s      {:>12.0}", report.playouts_per_second)?;
    writeln!(out, "  per CPU second  {:>12.0}", report.playouts_per_cpu_second)?;
    writeln!(out, "  moves/playout   {:>12.2}", report.moves_per_playout)?;
    writeln!(out, "  Black wins      {:>11.2}% ± {:.2} at komi {komi}", 100.0 * p, 100.0 * error)?;
    writeln!(out, "  playouts        {:>12}", report.playouts)
}

#[derive(Serialize)]
struct SignatureReport {
    signature: u64,
    version: &'static str,
}

pub(crate) fn signature(args: &SignatureArgs) -> anyhow::Result<()> {
    let hash = search_signature(playout_signature())?;
    // Fifty-three bits, so that every JSON reader keeps the number whole.
    let report = SignatureReport { signature: hash >> 11, version: crate::VERSION };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        writeln!(out, "{}", report.signature)?;
    }
    Ok(())
}

const fn fold(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(0x0000_0100_0000_01b3)
}

/// One of each kind of search, with most options in use somewhere.
const SIGNED_PLAYERS: [&str; 12] = [
    "mc,sims=300",
    "mc,sims=300,score=points,sampling=all-as-first",
    "gobble,sims=60",
    "ucb,sims=400",
    "ucb-tuned,sims=400",
    "mcts-basic,sims=600",
    "uct,sims=3000",
    "uct,sims=3000,rave=on,prior=tactics,final=secure",
    "uct,sims=2000,rave=on,prior=tactics,policy=tactical,expand=2",
    "uct,sims=2000,rave=hand,prior=even,widen=10,bias=1,prune=0.2,trust=500,final=max-robust,memory=1M",
    "mcts-solver,sims=2000",
    "alphabeta,sims=3000,memory=1M",
];

/// Folds what searches with fixed seeds find into the number.
fn search_signature(mut hash: u64) -> anyhow::Result<u64> {
    for player in SIGNED_PLAYERS {
        for side in [3, 9] {
            let size = BoardSize::new(side)?;
            let (rules, komi) = (Rules::CHINESE, Komi::from_points(3));
            let setup = GameSetup::Go(GoSetup { size, rules, komi });
            let mut engine = Engine::new(setup, &player.parse()?)?;
            for _ in 0..3 {
                let report = engine.think(Thinking::default());
                for m in &report.moves {
                    hash = m.r#move.bytes().fold(hash, |hash, byte| fold(hash, byte.into()));
                    hash = fold(hash, m.visits);
                    hash = fold(hash, m.value.to_bits());
                }
                hash = fold(hash, report.playouts);
                let Some(best) = report.best else { break };
                engine.play(&best)?;
            }
        }
    }
    Ok(hash)
}

/// Folds the results, final boards and first plays of fixed playouts into one number.
fn playout_signature() -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for (side, playouts) in [(2, 200), (5, 500), (9, 2000), (13, 300), (19, 200)] {
        let size = BoardSize::new(side).expect("a size from 2 to 19");
        let mut rng = Rng::new(side as u64);
        // From the empty board, and from positions a third and two thirds through a playout.
        for opening in 0..3 {
            let mut start = Board::new(size);
            let mut to_move = Player::Black;
            for _ in 0..opening * size.area() / 3 {
                if start.play_random_move(to_move, &mut rng).is_none() {
                    start.clear_ko();
                }
                to_move = to_move.opponent();
            }
            let playout = Playout::new(&start, to_move);
            let (mut board, mut first) = (start.clone(), FirstPlays::new());
            for _ in 0..playouts {
                board.clone_from(&start);
                first.clear();
                let result = playout.run(&mut board, &mut rng, &mut first);
                hash = fold(hash, u64::from(result.moves));
                hash = fold(hash, result.score as u64);
                hash = fold(hash, board.key().0);
                let black = size.points().filter(|&p| first.get(p) == Some(Player::Black));
                hash = fold(hash, black.count() as u64);
            }
        }
    }
    hash
}
