//! `tengen serve`: the page.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use clap::Args;
use tengen_web::{Options, Server};

use crate::cli::whole;
use crate::interrupt;
use crate::listener::Listener;
use crate::page_weights::BuiltIn;

#[derive(Args, Debug)]
#[command(after_help = "\
The page is part of this program: nothing is fetched from elsewhere. It answers this machine only; with
--addr it can be bound to another address, and then whoever reaches it may play and use its threads.

Games, books, matches and tournaments are shown from a store (docs/store.md) and from folders of
records (docs/arena.md). Games of people are kept in the store, and lost at the end without one.

Examples:
  tengen serve                                  then open http://127.0.0.1:7777
  tengen serve --open                           the same, and opens it
  tengen serve --store games.db                 games are still there when it is started again
  tengen serve --records experiments/out        matches and tournaments, live
  tengen serve --addr 0.0.0.0:8000 --threads 2  for others in the house

docs/web.md tells the rest, and http://127.0.0.1:7777/api lists what programs can ask.")]
pub(crate) struct ServeArgs {
    /// Where it listens
    #[arg(long, default_value = "127.0.0.1:7777", value_name = "ADDRESS:PORT")]
    addr: String,
    /// Keeps games in this store, and shows its books and runs: a file, or postgres://...
    #[arg(long, value_name = "STORE")]
    store: Option<String>,
    /// Shows the matches and tournaments in this folder, and in the folders in it
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Threads that search [default: as many as the machine has]
    #[arg(long, value_name = "T", value_parser = whole::<usize, 1, 1024>, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Opens the page in the browser
    #[arg(long)]
    open: bool,
    /// Reads the page's files from here, for those who change them
    #[arg(long, value_name = "DIR", hide = true)]
    page_folder: Option<PathBuf>,
}

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    let options = Options {
        address: args.addr.clone(),
        store: args.store.clone(),
        records: args.records.clone(),
        threads: args.threads,
        version: crate::VERSION,
        weights: Some(Arc::new(BuiltIn)),
        page_folder: args.page_folder.clone(),
    };
    let server = Server::bind(options)?;
    interrupt::install();
    let page = page_address(server.address());
    if server.is_open_to_others() {
        writeln!(
            io::stderr(),
            "warning: {} can be reached from other machines: whoever does may play, read what is \
             shown, and use this machine's threads",
            server.address()
        )?;
    }
    let mut out = Listener::new();
    writeln!(out, "{page}")?;
    out.flush()?;
    if args.open && !opens(&page) {
        writeln!(io::stderr(), "no browser could be started: open {page} yourself")?;
    }
    Ok(interrupt::while_busy(|stop| server.run(stop))?)
}

/// What to type into a browser on this machine.
fn page_address(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        return format!("http://localhost:{}", address.port());
    }
    format!("http://{address}")
}

/// Starts the browser of this system; whether it could be started.
fn opens(page: &str) -> bool {
    let programs: &[&str] = if cfg!(target_os = "macos") {
        &["open"]
    } else if cfg!(windows) {
        &["explorer"]
    } else {
        &["xdg-open", "sensible-browser", "chromium"]
    };
    programs.iter().any(|program| {
        let quiet = || Stdio::null();
        let command = &mut Command::new(program);
        command.arg(page).stdin(quiet()).stdout(quiet()).stderr(quiet());
        command.spawn().is_ok()
    })
}
