//! `tengen book`: opening books, built by games and used by players.

use std::io::{self, Write};

use anyhow::Context;
use clap::{Args, Subcommand};
use tengen_arena::StoredBook;
use tengen_store::Store;

use crate::Ending;
use crate::book_build::{self, BuildArgs};
use crate::book_change::{self, ImportArgs, MergeArgs, PruneArgs};
use crate::book_export::{self, ExportArgs};
use crate::book_show::{self, CheckArgs, ShowArgs};
use crate::book_stats::{self, StatsArgs};

#[derive(Debug, Subcommand)]
#[command(after_help = "\
A book is kept in a store: a file, or a database of PostgreSQL. A store can hold several, by name.

Examples:
  tengen book build --store seven.db --size 7 --komi 9 --player uct,sims=200 --games 2000
  tengen worker --store seven.db                          helps to build it
  tengen book show --store seven.db D4 C3
  tengen match uct,sims=200,book=seven.db uct,sims=200 --size 7 --komi 9 --games 400
  tengen book export --store seven.db --html seven.html

docs/book.md tells it all.")]
pub(crate) enum BookCommand {
    /// Build a book by games, or go on with one (paper 001: QBF and BDS).
    Build(Box<BuildArgs>),
    /// Show a position of a book: the board, its moves, how their games ended.
    Show(ShowArgs),
    /// Tell how large a book is, and how long a player stays in it against an opponent.
    Stats(Box<StatsArgs>),
    /// Add several books up into a new one.
    Merge(MergeArgs),
    /// Add lines of experts (SGF), or the rows of a book that was exported (JSONL).
    Import(ImportArgs),
    /// Write a book as HTML, as a tree of SGF, as lines of JSON, or as Fuego reads it.
    Export(ExportArgs),
    /// Make a smaller book of the moves that were played often.
    Prune(PruneArgs),
    /// Count all games of a book again, and compare.
    Check(CheckArgs),
}

pub(crate) fn run(command: &BookCommand) -> anyhow::Result<Ending> {
    match command {
        BookCommand::Build(args) => book_build::run(args),
        BookCommand::Show(args) => book_show::show(args),
        BookCommand::Stats(args) => book_stats::run(args),
        BookCommand::Merge(args) => book_change::merge(args),
        BookCommand::Import(args) => book_change::import(args),
        BookCommand::Export(args) => book_export::run(args),
        BookCommand::Prune(args) => book_change::prune(args),
        BookCommand::Check(args) => book_show::check(args),
    }
}

/// Which book.
#[derive(Args, Clone, Debug)]
pub(crate) struct WhichBook {
    /// The store: a file, or postgres://USER:PASSWORD@HOST:PORT/DATABASE
    #[arg(long = "store", value_name = "STORE")]
    pub(crate) address: String,
    /// Which book of the store [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

impl WhichBook {
    /// The book, to be read.
    pub(crate) fn read(&self) -> anyhow::Result<StoredBook> {
        let store = Store::open_read_only(&self.address).context("store")?;
        Ok(StoredBook::open(store, self.name.as_deref())?)
    }

    /// The book, to be changed.
    pub(crate) fn change(&self) -> anyhow::Result<StoredBook> {
        let store = Store::open_existing(&self.address).context("store")?;
        Ok(StoredBook::open(store, self.name.as_deref())?)
    }
}

/// Something to be said on standard error, unless nobody wants to hear it.
pub(crate) fn say(quiet: bool, text: &str) {
    if !quiet {
        let _ = writeln!(io::stderr(), "{text}");
    }
}
