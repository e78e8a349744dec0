//! `tengen runs`: what a store has to do, and how far it is.

use std::io::Write;

use anyhow::Context;
use serde::Serialize;
use tengen_report::{Column, Table};
use tengen_store::{Parked, Run, Store};

use crate::Ending;
use crate::listener::Listener;
use crate::store_args::RunsArgs;

#[derive(Serialize)]
struct Listed {
    run: u64,
    kind: String,
    name: String,
    state: &'static str,
    jobs: u64,
    done: u64,
    under_way: u64,
    parked: Vec<Failed>,
    version: String,
}

#[derive(Serialize)]
struct Failed {
    payload: String,
    attempts: u32,
    error: String,
    worker: String,
}

/// Parked jobs that are shown of each run.
const SHOWN: usize = 5;

pub(crate) fn run(args: &RunsArgs) -> anyhow::Result<Ending> {
    let store = Store::open_existing(&args.address).context("store")?;
    if let Some(run) = args.retry {
        store.retry_parked(store.run(run)?.id)?;
    }
    if let Some(run) = args.cancel {
        store.cancel_run(run)?;
    }
    if let Some(run) = args.reopen {
        store.reopen_run(run)?;
    }
    if let Some(run) = args.delete {
        store.delete_run(run)?;
    }
    let runs = store.runs()?.into_iter().map(|run| listed(&store, run));
    let runs = runs.collect::<anyhow::Result<Vec<Listed>>>()?;
    let mut out = Listener::new();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&runs)?)?;
        return Ok(Ending::Done);
    }
    if runs.is_empty() {
        writeln!(out, "no runs")?;
        return Ok(Ending::Done);
    }
    let mut table = Table::new([
        Column::right("run"),
        Column::left("kind"),
        Column::left("state"),
        Column::right("jobs"),
        Column::right("done"),
        Column::right("under way"),
        Column::right("parked"),
        Column::left("version"),
        Column::left("name"),
    ]);
    for run in &runs {
        table.row([
            run.run.to_string(),
            run.kind.clone(),
            run.state.to_owned(),
            run.jobs.to_string(),
            run.done.to_string(),
            run.under_way.to_string(),
            run.parked.len().to_string(),
            run.version.clone(),
            run.name.clone(),
        ]);
    }
    write!(out, "{}", table.to_text())?;
    for run in &runs {
        for Failed { payload, attempts, error, .. } in run.parked.iter().take(SHOWN) {
            writeln!(out, "run {}, job {payload} failed {attempts} times: {error}", run.run)?;
        }
    }
    Ok(Ending::Done)
}

fn listed(store: &Store, run: Run) -> anyhow::Result<Listed> {
    let counts = store.counts(run.id)?;
    let parked = if counts.parked > 0 { store.parked(run.id)? } else { Vec::new() };
    let failed = |job: Parked| {
        let Parked { payload, attempts, error, worker, .. } = job;
        Failed { payload, attempts, error, worker }
    };
    Ok(Listed {
        run: run.id.0,
        state: match (run.cancelled, counts.is_over()) {
            (true, _) => "cancelled",
            (false, true) => "over",
            (false, false) => "open",
        },
        kind: run.kind,
        name: run.name,
        jobs: counts.total(),
        done: counts.done,
        under_way: counts.leased,
        parked: parked.into_iter().map(failed).collect(),
        version: run.version,
    })
}
