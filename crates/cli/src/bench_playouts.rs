//! `tengen bench playouts`: playouts from the beginning of a game, and how fast they are.

use std::io::{self, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use anyhow::{Context, bail};
use cpu_time::ProcessTime;
use serde::Serialize;
use tengen_engine::{
    GameName, Played, PlayerSpec, PlayingOut, go_playouts, gradient_playouts_of_go,
    light_playouts_of_go, loa_playouts, playouts_of_go, playouts_of_loa,
};
use tengen_go::{Board, Outcome, Player, Position, Rng};
use tengen_loa as loa;

use crate::cli::{GameArg, GameArgs, PlayoutArgs};
use crate::game_setup::usual_player;

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
    fn add(&mut self, (moves, outcome): Played) {
        self.playouts += 1;
        self.moves += moves;
        match outcome {
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

/// What is played out.
#[derive(Clone, Serialize)]
#[serde(untagged)]
enum Subject {
    Go { game: &'static str, size: usize, komi: f32, policy: String, gradient: bool },
    Loa { game: &'static str, policy: String, evaluator: String, cutoff: String, length: String },
}

#[derive(Serialize)]
struct PlayoutReport {
    #[serde(flatten)]
    subject: Subject,
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

pub(crate) fn run(args: &PlayoutArgs) -> anyhow::Result<()> {
    match args.game {
        GameArg::Go => go(args),
        GameArg::Loa => loa(args),
        GameArg::Phantom => bail!("playouts of phantom are those of go: --game go"),
    }
}

fn go(args: &PlayoutArgs) -> anyhow::Result<()> {
    if args.cutoff.is_some() || args.length.is_some() {
        bail!("--cutoff and --length are for loa: write --game loa");
    }
    let terms = GameArgs { size: args.size, komi: args.komi, ..GameArgs::default() }.go()?;
    let (size, komi) = (terms.size, args.komi.unwrap_or(terms.komi));
    let policy = args.policy.as_deref().unwrap_or("uniform");
    let subject = Subject::Go {
        game: "go",
        size: size.side(),
        komi: komi.points(),
        policy: policy.to_owned(),
        gradient: args.gradient,
    };
    if args.gradient && policy == "uniform" {
        bail!("--gradient is for learned policies: add --policy with a name or a file");
    }
    if policy != "uniform" {
        let start = Position::new(size, terms.rules, komi);
        let mut spec: PlayerSpec = "uct".parse()?;
        spec.set("policy", policy)?;
        let policy_name = policy;
        let policy = go_playouts(&spec, &start)?;
        if args.gradient {
            let Some(table) = policy.softmax_table() else {
                bail!("--gradient is for learned policies, which {policy_name:?} is not");
            };
            let report = measure(args, || gradient_playouts_of_go(table, &start))?;
            return Ok(print(&report(subject), args.json)?);
        }
        let report = measure(args, || playouts_of_go(&policy, &start))?;
        return Ok(print(&report(subject), args.json)?);
    }
    let start = Board::new(size);
    let report = measure(args, || light_playouts_of_go(&start, komi))?;
    Ok(print(&report(subject), args.json)?)
}

fn loa(args: &PlayoutArgs) -> anyhow::Result<()> {
    if args.gradient {
        bail!("--gradient is for go");
    }
    if args.size.is_some() || args.komi.is_some() {
        bail!("--size and --komi are for go: loa has one board and no komi");
    }
    let mut spec: PlayerSpec = usual_player(GameName::Loa).parse()?;
    let settings = [("policy", &args.policy), ("cutoff", &args.cutoff), ("length", &args.length)];
    for (key, value) in settings {
        if let Some(value) = value {
            spec.set(key, value)?;
        }
    }
    let policy = loa_playouts(&spec)?;
    let start = loa::Position::new(loa::Rules::PAPER);
    let report = measure(args, || playouts_of_loa(&policy, &start))?;
    let value = |key: &str| {
        let found = spec.settings_at(GameName::Loa).find(|(known, _)| *known == key);
        found.map_or_else(String::new, |(_, value)| value.to_owned())
    };
    let subject = Subject::Loa {
        game: "loa",
        policy: value("policy"),
        evaluator: value("evaluator"),
        cutoff: value("cutoff"),
        length: value("length"),
    };
    print(&report(subject), args.json)?;
    Ok(())
}

/// Plays on all threads; each makes what it needs by `prepare`.
fn measure<'a>(
    args: &PlayoutArgs,
    prepare: impl Fn() -> PlayingOut<'a> + Sync,
) -> anyhow::Result<impl FnOnce(Subject) -> PlayoutReport> {
    let (args, prepare) = (args.clone(), &prepare);
    let (tally, wall, cpu) = thread::scope(|scope| -> anyhow::Result<_> {
        // Each thread waits for its word to go, so that all start together once the last one is
        // there. If one cannot be had, the others lose their senders and end at once.
        let (mut workers, mut go) = (Vec::new(), Vec::new());
        for index in 0..args.threads {
            let (sender, word) = mpsc::channel();
            let args = &args;
            let work = move || {
                let one = prepare();
                word.recv().map_or_else(|_| Tally::default(), |()| work(args, index, one))
            };
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
    Ok(move |subject| PlayoutReport {
        subject,
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
    })
}

/// One thread's share: a fixed number of playouts, or as many as the time allows.
fn work(args: &PlayoutArgs, index: u16, mut one: PlayingOut<'_>) -> Tally {
    let clock = Instant::now();
    let share = args.playouts.map(|all| {
        let (threads, index) = (u64::from(args.threads), u64::from(index));
        all / threads + u64::from(index < all % threads)
    });
    let mut rng = Rng::stream(args.seed, u64::from(index));
    let mut tally = Tally::default();
    loop {
        let batch = share.map_or(BATCH, |share| BATCH.min(share - tally.playouts));
        for _ in 0..batch {
            tally.add(one(&mut rng));
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

fn print(report: &PlayoutReport, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        return writeln!(out, "{}", serde_json::to_string(report)?);
    }
    let threads = report.threads;
    let plural = if threads == 1 { "" } else { "s" };
    // The standard error of a rate p over n playouts is sqrt(p (1 - p) / n).
    let p = report.black_win_rate;
    let error = (p * (1.0 - p) / report.playouts as f64).sqrt();
    let at_komi = match &report.subject {
        Subject::Go { size, komi, policy, gradient, .. } => {
            let policy = if policy == "uniform" { "light" } else { policy };
            let with = if *gradient { " with gradient" } else { "" };
            writeln!(out, "{policy} playouts{with}, {size}x{size}, {threads} thread{plural}")?;
            format!(" at komi {komi}")
        }
        Subject::Loa { policy, evaluator, cutoff, length, .. } => {
            let policy = format!("{policy} playouts, loa");
            let ends = format!("cut-off {cutoff}, length {length}, {evaluator}");
            writeln!(out, "{policy}, {ends}, {threads} thread{plural}")?;
            format!(", draws {:.2}%", 100.0 * report.draw_rate)
        }
    };
    writeln!(out, "  playouts/s      {:>12.0}", report.playouts_per_second)?;
    writeln!(out, "  per CPU second  {:>12.0}", report.playouts_per_cpu_second)?;
    writeln!(out, "  moves/playout   {:>12.2}", report.moves_per_playout)?;
    writeln!(out, "  Black wins      {:>11.2}% ± {:.2}{at_komi}", 100.0 * p, 100.0 * error)?;
    writeln!(out, "  playouts        {:>12}", report.playouts)
}
