//! The flags of `worker` and `runs`, and `--store` of whatever can be shared.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use tengen_arena::Shared;
use tengen_store::{RunId, Store, Worker};

use crate::bench_signature;
use crate::cli::{duration, whole};

/// Where work is shared.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct StoreArgs {
    /// Keep the work in this store (a file, or postgres://...), so that `tengen worker` can help
    #[arg(long = "store", value_name = "STORE")]
    pub(crate) address: Option<String>,
}

impl StoreArgs {
    /// The store, if there is to be one. It is made if it is not there.
    pub(crate) fn shared(&self) -> anyhow::Result<Option<Shared>> {
        let Some(address) = &self.address else { return Ok(None) };
        let store = Store::open(address).context("store")?;
        Ok(Some(Shared { store: Arc::new(store), worker: this_program(None)? }))
    }
}

/// Who we are to a store.
pub(crate) fn this_program(name: Option<&str>) -> anyhow::Result<Worker> {
    let name = name.map_or_else(|| format!("{}:{}", host(), std::process::id()), str::to_owned);
    let signature = bench_signature::signature()?;
    Ok(Worker { name, version: crate::VERSION.to_owned(), signature, ..Worker::default() })
}

/// What this machine is called, for people.
fn host() -> String {
    let read = || std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = std::env::var("HOSTNAME").ok().or_else(read).unwrap_or_default();
    if name.trim().is_empty() { "worker".to_owned() } else { name.trim().to_owned() }
}

#[derive(Args, Debug)]
#[command(after_help = "\
A store is a file, for processes of one machine (not on a network drive), or a database of
PostgreSQL, for any number of machines. Whoever asks for work makes it: tengen match, tournament,
reproduce, learn positions, each with --store. Workers come and go as they like. One that is
killed loses nothing but the games that it was playing: others play them again once its lease is
over. Ctrl-C and SIGTERM give back what is not finished. A server that goes away is waited for.

A worker must be the same program as the one that asked: version and bench signature are compared.
Files and outside engines that players name must be there too, under the same names. What is shown
on standard output at the end is what this worker did.

Exit code 130: interrupted.

Examples:
  tengen worker --store games.db                                     all cores of this machine
  tengen worker --store postgres://tengen@server/tengen --jobs 8
  tengen worker --store postgres://tengen@server/tengen --until-idle --json")]
pub(crate) struct WorkerArgs {
    /// The store: a file, or postgres://USER:PASSWORD@HOST:PORT/DATABASE
    #[arg(long = "store", value_name = "STORE")]
    pub(crate) address: String,
    /// Jobs at a time [default: one for each core]
    #[arg(long, value_name = "J", value_parser = whole::<u16, 1, 1024>, allow_negative_numbers = true)]
    pub(crate) jobs: Option<u16>,
    /// End when nothing is left to be done, instead of waiting for more
    #[arg(long)]
    pub(crate) until_idle: bool,
    /// What this worker is called in the store [default: machine and process]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// After so long without a sign of life others may take this worker's jobs
    #[arg(long, default_value = "1m", value_name = "TIME", value_parser = lease)]
    pub(crate) lease: Duration,
    /// Print one JSON object at the end
    #[arg(long)]
    pub(crate) json: bool,
    /// No progress on standard error
    #[arg(long)]
    pub(crate) quiet: bool,
}

fn lease(text: &str) -> Result<Duration, String> {
    let most = Duration::from_secs(24 * 3600);
    let fits = duration(text)?;
    let fits = Some(fits).filter(|time| (Duration::from_millis(100)..=most).contains(time));
    fits.ok_or_else(|| "a lease lasts from 100ms to 24h".to_owned())
}

#[derive(Args, Debug)]
#[command(after_help = "\
A job that failed three times is parked: its last error is shown, and --retry lets it be tried
again. No jobs of a cancelled run are given out; its results stay, and the command that made it
opens it again.

Examples:
  tengen runs --store games.db
  tengen runs --store games.db --json | jq '.[].done'
  tengen runs --store postgres://tengen@server/tengen --cancel 3")]
pub(crate) struct RunsArgs {
    /// The store
    #[arg(long = "store", value_name = "STORE")]
    pub(crate) address: String,
    /// Let parked jobs of this run be tried again
    #[arg(long, value_name = "RUN", value_parser = run_id, allow_negative_numbers = true)]
    pub(crate) retry: Option<RunId>,
    /// Give out no more jobs of this run
    #[arg(long, value_name = "RUN", value_parser = run_id, allow_negative_numbers = true)]
    pub(crate) cancel: Option<RunId>,
    /// Take that back
    #[arg(long, value_name = "RUN", value_parser = run_id, allow_negative_numbers = true)]
    pub(crate) reopen: Option<RunId>,
    /// Delete this run, its jobs and its results; what it has changed in a book stays
    #[arg(long, value_name = "RUN", value_parser = run_id, allow_negative_numbers = true)]
    pub(crate) delete: Option<RunId>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn run_id(text: &str) -> Result<RunId, String> {
    whole::<u64, 1, { u32::MAX as u64 }>(text).map(RunId)
}
