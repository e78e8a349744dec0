//! `tengen perft`: counting move sequences.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Instant;

use anyhow::bail;
use serde::Serialize;
use tengen_game::{Game, perft, perft_divide};

use crate::cli::{GameArg, GameArgs, PerftArgs};

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
        GameArg::Go => go(args)?,
        GameArg::Loa => loa(args)?,
        GameArg::Phantom => bail!("perft is for games in which everything is seen: --game go"),
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

fn terms(args: &PerftArgs) -> GameArgs {
    let PerftArgs { size, komi, .. } = *args;
    GameArgs { size, komi, rules: args.rules.clone(), ..GameArgs::default() }
}

fn go(args: &PerftArgs) -> anyhow::Result<PerftReport> {
    let setup = terms(args).go()?;
    Ok(count("go", Some(setup.size.side()), &setup.position(), args))
}

fn loa(args: &PerftArgs) -> anyhow::Result<PerftReport> {
    Ok(count("loa", None, &terms(args).loa()?.position(), args))
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
