//! The `tengen` command: argument definitions and glue.

mod analyze;
mod bench;
mod bench_search;
mod board_picture;
mod cli;
mod gtp;
mod interrupt;
mod listener;
mod perft;
mod play;

mod players;
mod regress;
mod usage;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::cli::{BenchCommand, Cli, Command};

/// Version and, in a checkout, commit.
pub(crate) const VERSION: &str = env!("TENGEN_VERSION");

/// A negative result, such as a failed check.
const NEGATIVE: u8 = 1;

/// A fault or wrong usage.
const FAULT: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::explain(&error),
    };
    let result = match cli.command {
        Command::Play(args) => play::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Analyze(args) => match analyze::run(&args) {
            Ok(true) => Ok(()),
            Ok(false) => return ExitCode::from(interrupt::INTERRUPTED),
            Err(error) => Err(error),
        },
        Command::Regress(args) => match regress::run(&args) {
            Ok(true) => Ok(()),
            Ok(false) => return ExitCode::from(NEGATIVE),
            Err(error) => Err(error),
        },
        Command::Bench(BenchCommand::Playouts(args)) => bench::playouts(&args),
        Command::Bench(BenchCommand::Search(args)) => bench_search::run(&args),
        Command::Bench(BenchCommand::Signature(args)) => bench::signature(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Players(args) => players::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // A closed stderr is no reason to fail differently.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(FAULT)
        }
    }
}

/// `tengen ... | head` closes our output early: that is no fault.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
