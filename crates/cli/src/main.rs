//! The `tengen` command: argument definitions and glue.

mod analyze;
mod arena_args;
mod bench_playouts;
mod bench_search;
mod bench_signature;
mod bench_store;
mod board_picture;
mod book;
mod book_build;
mod book_change;
mod book_export;
mod book_show;
mod book_stats;
mod cli;
mod game_setup;
mod gtp;
mod interrupt;
mod learn;
mod learn_mm;
mod learn_positions;
mod learn_sb;
mod learn_show;
mod line_log;
mod listener;
mod matches;
mod page_weights;
mod perft;
mod play;
mod play_go;
mod play_loa;
mod play_phantom;
mod players;
mod progress;
mod regress;
mod report;
mod reproduce;
mod reproduce_books;
mod reproduce_policies;
mod reproduce_weights;
mod runs;
mod serve;
mod solve;
mod store_args;
mod tournament;
mod tune;
mod usage;
mod weights_data;
mod weights_source;
mod weights_view;
mod worker;

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

/// How a command ended that had no fault.
pub(crate) enum Ending {
    /// All was done.
    Done,
    /// All was done, and the answer is no.
    Negative,
    /// Ctrl-C came first.
    Interrupted,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::explain(&error),
    };
    // Players may name books; where those are, only the program knows.
    tengen_engine::set_book_opener(tengen_arena::opener());
    let result = match cli.command {
        Command::Serve(args) => serve::run(&args).map(|()| Ending::Done),
        Command::Play(args) => play::run(&args).map(|()| Ending::Done),
        Command::Gtp(args) => gtp::run(&args).map(|()| Ending::Done),
        Command::Analyze(args) => analyze::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Regress(args) => regress::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Learn(command) => learn::run(&command),
        Command::Book(command) => book::run(&command),
        Command::Worker(args) => worker::run(&args),
        Command::Runs(args) => runs::run(&args),
        Command::Report(args) => report::run(&args).map(|()| Ending::Done),
        Command::Bench(BenchCommand::Playouts(args)) => {
            bench_playouts::run(&args).map(|()| Ending::Done)
        }
        Command::Bench(BenchCommand::Search(args)) => {
            bench_search::run(&args).map(|()| Ending::Done)
        }
        Command::Bench(BenchCommand::Signature(args)) => {
            bench_signature::run(&args).map(|()| Ending::Done)
        }
        Command::Bench(BenchCommand::Store(args)) => bench_store::run(&args),
        Command::Perft(args) => perft::run(&args).map(|()| Ending::Done),
        Command::Players(args) => players::run(&args).map(|()| Ending::Done),
    };
    match result {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Negative) => ExitCode::from(NEGATIVE),
        Ok(Ending::Interrupted) => ExitCode::from(interrupt::INTERRUPTED),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // A closed stderr is no reason to fail differently.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(if is_interruption(&error) { interrupt::INTERRUPTED } else { FAULT })
        }
    }
}

/// Ctrl-C while engines were tried out, before there was anything to tell.
fn is_interruption(error: &anyhow::Error) -> bool {
    use tengen_arena::{ArenaError, NoContest};
    matches!(error.downcast_ref(), Some(ArenaError::Contest(NoContest::Stopped)))
}

/// `tengen ... | head` closes our output early: that is no fault.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
