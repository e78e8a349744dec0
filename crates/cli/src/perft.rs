//! `tengen perft`: counting move sequences.

use std::io::{self, Write};
use std::time::Instant;

use serde::Serialize;
use tengen_game::{perft, perft_divide};
use tengen_go::Position;

use crate::cli::{PerftArgs, PerftGame};

#[derive(Serialize)]
struct PerftReport {
    game: &'static str,
    size: usize,
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
    let PerftGame::Go = args.game;
    let clock = Instant::now();
    let start = args.rules.go().position();
    let (sequences, divide) = count(&start, args.depth, args.divide);
    let report = PerftReport {
        game: "go",
        size: args.rules.size.side(),
        depth: args.depth,
        sequences,
        divide,
        seconds: clock.elapsed().as_secs_f64(),
    };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        for branch in &report.divide {
            writeln!(out, "{:>5} {}", branch.first, branch.sequences)?;
        }
        writeln!(out, "{sequences}")?;
    }
    Ok(())
}

fn count(start: &Position, depth: u32, divide: bool) -> (u64, Vec<Branch>) {
    if !divide {
        return (perft(start, depth), Vec::new());
    }
    let branches = perft_divide(start, depth);
    let sum = if depth == 0 { 1 } else { branches.iter().map(|&(_, count)| count).sum() };
    let branch =
        |(m, sequences): (tengen_go::Move, u64)| Branch { first: m.to_string(), sequences };
    (sum, branches.into_iter().map(branch).collect())
}
