//! `tengen bench search`: playouts a second of a search, and the size of its tree.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::Context;
use cpu_time::ProcessTime;
use serde::Serialize;
use tengen_engine::go::Player;
use tengen_engine::phantom::Arbiter;
use tengen_engine::{Engine, GameSetup, Limits, PhantomEngine, PlayerSpec, SearchReport, Thinking};

use crate::cli::SearchArgs;
use crate::interrupt;

#[derive(Serialize)]
struct BenchReport {
    player: String,
    game: &'static str,
    size: usize,
    threads: u32,
    playouts: u64,
    playouts_per_second: f64,
    /// The same by processor time, of all threads together.
    playouts_per_cpu_second: f64,
    /// The rate in each tenth of the time, in order.
    rates: Vec<f64>,
    seconds: f64,
    nodes: u64,
    bytes: u64,
    bytes_per_node: f64,
    recycled: u64,
    depth: u32,
    best: Option<String>,
    value: f64,
    interrupted: bool,
    version: &'static str,
}

/// How often progress is looked at.
const LOOK: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &SearchArgs) -> anyhow::Result<()> {
    interrupt::install();
    let mut spec = args.player.clone();
    let is_limit = |(key, value)| (key == "sims" || key == "time") && value != "off";
    let limited = spec.settings().any(is_limit);
    if let Some(threads) = args.threads {
        spec.set("threads", &threads.to_string())?;
    }
    let setup = args.terms.setup(args.game.into())?;
    let size = match setup {
        GameSetup::Go(go) => go.size.side(),
        GameSetup::Loa(_) => 8,
        GameSetup::Phantom(phantom) => phantom.go.size.side(),
    };
    let mut searcher = Searcher::new(setup, &spec)?;
    let limits = (!limited).then(|| Limits::time(args.seconds));
    let terminal = io::stderr().is_terminal() && !args.json;
    // Playouts and seconds along the way.
    let mut marks: Vec<(u64, f64)> = vec![(0, 0.0)];
    let mut tell = |report: &SearchReport<String>| {
        marks.push((report.playouts, report.seconds));
        if terminal {
            let rate = report.playouts as f64 / report.seconds;
            let best = report.best.as_deref().unwrap_or("-");
            let mut err = io::stderr().lock();
            let _ = write!(
                err,
                "\r{:>10} playouts, {rate:>8.0}/s, {best} {:.1} % ",
                report.playouts,
                100.0 * report.value
            );
        }
    };
    let cpu = ProcessTime::now();
    let (report, interrupted) = interrupt::while_searching(|stop| {
        searcher.search(Thinking { limits, stop, watch: Some((LOOK, &mut tell)), look: None })
    });
    let report = report?;
    let cpu = cpu.elapsed().as_secs_f64();
    if terminal {
        let _ = write!(io::stderr(), "\r{:60}\r", "");
    }
    marks.push((report.playouts, report.seconds));
    let report = BenchReport {
        player: spec.to_string(),
        game: setup.game().name(),
        size,
        threads: report.threads,
        playouts: report.playouts,
        playouts_per_second: report.playouts as f64 / report.seconds.max(1e-9),
        playouts_per_cpu_second: report.playouts as f64 / cpu.max(1e-9),
        rates: rates(&marks),
        seconds: report.seconds,
        nodes: report.nodes,
        bytes: report.bytes,
        bytes_per_node: report.bytes as f64 / report.nodes.max(1) as f64,
        recycled: report.recycled,
        depth: report.depth,
        best: report.best,
        value: report.value,
        interrupted,
        version: crate::VERSION,
    };
    print(&report, args.json)?;
    Ok(())
}

/// Who searches, and where.
enum Searcher {
    /// At the beginning of a game in which everything is seen.
    Seen(Engine),
    /// In the middle of a game, where stones are hidden.
    Hidden(Box<(PhantomEngine, Arbiter)>),
}

impl Searcher {
    fn new(setup: GameSetup, spec: &PlayerSpec) -> anyhow::Result<Self> {
        let GameSetup::Phantom(phantom) = setup else {
            return Ok(Self::Seen(Engine::new(setup, spec)?));
        };
        let mut arbiter = phantom.arbiter();
        let engine = |arbiter: &Arbiter, player, spec: &PlayerSpec| {
            PhantomEngine::new(spec, arbiter.view(player))
        };
        let random = "random".parse()?;
        let mut black = engine(&arbiter, Player::Black, &random)?;
        let mut white = engine(&arbiter, Player::White, &random)?;
        while arbiter.position().moves().len() < phantom.go.size.area() / 2
            && arbiter.outcome().is_none()
        {
            let tries = arbiter.record().tries().len() + 1;
            arbiter.play_out(&mut [&mut black, &mut white], tries)?;
        }
        let player = engine(&arbiter, arbiter.to_move(), spec)?;
        Ok(Self::Hidden(Box::new((player, arbiter))))
    }

    fn search(&mut self, thinking: Thinking<'_, String>) -> anyhow::Result<SearchReport<String>> {
        match self {
            Self::Seen(engine) => Ok(engine.think(thinking)),
            Self::Hidden(game) => {
                let (engine, arbiter) = game.as_mut();
                let Thinking { limits, stop, .. } = thinking;
                let view = arbiter.view(arbiter.to_move());
                let (_, report) =
                    engine.decide(view, &Thinking { limits, stop, ..Thinking::default() });
                let report =
                    report.with_context(|| format!("{} does not search", engine.spec()))?;
                Ok(report.map(|m| m.to_string()))
            }
        }
    }
}

/// The rate in each tenth of the playouts.
fn rates(marks: &[(u64, f64)]) -> Vec<f64> {
    let Some(&(all, _)) = marks.last() else { return Vec::new() };
    // When so many playouts were done, between the two nearest looks.
    let when = |playouts: f64| {
        let after = marks.partition_point(|&(done, _)| (done as f64) < playouts);
        let (a, b) = (marks[after.saturating_sub(1)], marks[after.min(marks.len() - 1)]);
        let share = (playouts - a.0 as f64) / ((b.0 - a.0) as f64).max(1.0);
        a.1 + share * (b.1 - a.1)
    };
    let part = all as f64 / 10.0;
    let rate = |tenth: i32| {
        let (from, to) = (when(part * f64::from(tenth)), when(part * f64::from(tenth + 1)));
        part / (to - from).max(1e-9)
    };
    if marks.len() < 12 { Vec::new() } else { (0..10).map(rate).collect() }
}

fn print(report: &BenchReport, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        return writeln!(out, "{}", serde_json::to_string(report)?);
    }
    let BenchReport { player, game, size, threads, .. } = report;
    let plural = if *threads == 1 { "" } else { "s" };
    writeln!(out, "{player}, {game} {size}x{size}, {threads} thread{plural}")?;
    writeln!(out, "  playouts/s      {:>12.0}", report.playouts_per_second)?;
    writeln!(out, "  per CPU second  {:>12.0}", report.playouts_per_cpu_second)?;
    writeln!(out, "  playouts        {:>12}", report.playouts)?;
    writeln!(out, "  seconds         {:>12.2}", report.seconds)?;
    writeln!(out, "  nodes           {:>12}", report.nodes)?;
    writeln!(out, "  bytes/node      {:>12.1}", report.bytes_per_node)?;
    if report.recycled > 0 {
        writeln!(out, "  recycled        {:>12} times", report.recycled)?;
    }
    if let (Some(first), Some(last)) = (report.rates.first(), report.rates.last()) {
        writeln!(out, "  last/first tenth{:>12.2}", last / first)?;
    }
    let best = report.best.as_deref().unwrap_or("-");
    writeln!(
        out,
        "  best move       {best:>12}, {:.1} %, depth {}",
        100.0 * report.value,
        report.depth
    )?;
    if report.interrupted {
        writeln!(out, "  (interrupted)")?;
    }
    Ok(())
}
