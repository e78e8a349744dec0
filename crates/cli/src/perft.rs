//! `tengen perft`: counting move sequences.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Instant;

use anyhow::bail;
use serde::Serialize;
use tengen_game::{Game, perft, perft_divide};
use tengen_go::BoardSize;

use crate::cli::{GameArgs, PerftArgs, PerftGame};

/// The side of the board unless another is given.
const GO_SIDE: usize = 9;

#[derive(Serialize)]
struct PerftReport {
    game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    depth: u32,
    sequences: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<Branch>,
    seconds: f64,
}

#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    first: String,
    sequences: u64,
}

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<()> {
    let report = match args.game {
        PerftGame::Go => go(args)?,
        PerftGame::Loa => loa(args)?,
    };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        for branch in &report.divide {
            writeln!(out, "{:>5} {}", branch.first, branch.sequences)?;
        }
        writeln!(out, "{}", report.sequences)?;
    }
    Ok(())
}

fn go(args: &PerftArgs) -> anyhow::Result<PerftReport> {
    let size = args.size.map_or_else(|| BoardSize::new(GO_SIDE), Ok)?;
    let rules = args.rules.as_deref().map_or_else(|| Ok(Default::default()), str::parse)?;
    let start = GameArgs { size, rules, komi: args.komi }.go().position();
    Ok(count("go", Some(size.side()), &start, args))
}

fn loa(args: &PerftArgs) -> anyhow::Result<PerftReport> {
    if args.size.is_some() || args.komi.is_some() {
        bail!("--size and --komi are for go: loa has one board and no komi");
    }
    let rules = args.rules.as_deref().map_or_else(|| Ok(Default::default()), str::parse)?;
    Ok(count("loa", None, &tengen_loa::Position::new(rules), args))
}

fn count<G: Game<Move: Display>>(
    game: &'static str,
    size: Option<usize>,
    start: &G,
    args: &PerftArgs,
) -> PerftReport {
    let (clock, depth) = (Instant::now(), args.depth);
    let branches = if args.divide { perft_divide(start, depth) } else { Vec::new() };
    let sequences = match depth {
        1.. if args.divide => branches.iter().map(|&(_, count)| count).sum(),
        _ => perft(start, depth),
    };
    let branch = |(m, sequences): (G::Move, u64)| Branch { first: m.to_string(), sequences };
    let divide = branches.into_iter().map(branch).collect();
    PerftReport { game, size, depth, sequences, divide, seconds: clock.elapsed().as_secs_f64() }
}
