//! `tengen worker`: does jobs of a store.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context;
use serde::Serialize;
use tengen_arena::{BookJobs, Crew, GameJobs, JobKind, LabelJobs, Told};
use tengen_store::Store;

use crate::arena_args::cores;
use crate::progress::{Progress, in_words};
use crate::store_args::{WorkerArgs, this_program};
use crate::{Ending, interrupt};

/// All kinds of jobs that this program can do.
fn kinds() -> Vec<Box<dyn JobKind>> {
    vec![Box::new(GameJobs), Box::new(LabelJobs), Box::new(BookJobs)]
}

/// What a worker has done.
#[derive(Debug, Default, Serialize)]
struct Tally {
    /// By kind.
    done: BTreeMap<String, u64>,
    /// Results that came too late.
    late: u64,
    failed: u64,
    given_back: u64,
    seconds: f64,
    #[serde(skip)]
    under_way: u64,
    /// The server has gone, and this was told.
    #[serde(skip)]
    waiting: bool,
}

pub(crate) fn run(args: &WorkerArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let store = Store::open_existing(&args.address).context("store")?;
    let kinds = kinds();
    let crew = Crew {
        kinds: &kinds,
        worker: this_program(args.name.as_deref())?,
        hands: args.jobs.and_then(|jobs| NonZero::new(jobs.into())).unwrap_or_else(cores),
        lease: args.lease,
        until_idle: args.until_idle,
    };
    let started = Instant::now();
    let watched = Mutex::new((Tally::default(), Progress::new(args.quiet)));
    let tell = |told: Told<'_>| {
        let mut watched = watched.lock().unwrap_or_else(PoisonError::into_inner);
        let (tally, progress) = &mut *watched;
        tally.hear(&told, progress, args.quiet);
        progress.tell(|_| tally.line());
    };
    let (worked, stopped) =
        interrupt::while_busy(|stop| (crew.work(&store, stop, &tell), stop.is_stopped()));
    let (mut tally, mut progress) = watched.into_inner().unwrap_or_else(PoisonError::into_inner);
    progress.clear();
    worked?;
    tally.seconds = started.elapsed().as_secs_f64();
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&tally)?)?;
    } else {
        writeln!(out, "{} in {}", tally.text(), in_words(tally.seconds))?;
    }
    Ok(if stopped { Ending::Interrupted } else { Ending::Done })
}

impl Tally {
    fn hear(&mut self, told: &Told<'_>, progress: &mut Progress, quiet: bool) {
        let mut say = |line: String| {
            if !quiet {
                progress.clear();
                let _ = writeln!(io::stderr(), "{line}");
            }
        };
        match told {
            Told::Begun(_) => {
                self.under_way += 1;
                return;
            }
            Told::Idle => return,
            Told::Unreachable(error) => {
                if !std::mem::replace(&mut self.waiting, true) {
                    say(format!("{error}; trying again"));
                }
                return;
            }
            Told::Done(lease) => *self.done.entry(lease.kind.clone()).or_default() += 1,
            Told::Late(_) => self.late += 1,
            Told::GivenBack(_) => self.given_back += 1,
            Told::Failed(lease, reason) => {
                self.failed += 1;
                say(format!("{lease} failed (attempt {}): {reason}", lease.attempt));
            }
        }
        self.under_way -= 1;
        // Whatever was told to the store has reached it.
        if !matches!(told, Told::GivenBack(_)) && std::mem::take(&mut self.waiting) {
            say("the store answers again".to_owned());
        }
    }

    /// `12 games, 1 failed, 2 under way`.
    fn line(&self) -> String {
        match self.under_way {
            0 => format!("{}, waiting for work", self.text()),
            count => format!("{}, {count} under way", self.text()),
        }
    }

    fn text(&self) -> String {
        let mut parts: Vec<String> =
            self.done.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        if parts.is_empty() {
            parts.push("nothing done".to_owned());
        }
        let rest =
            [(self.late, "too late"), (self.failed, "failed"), (self.given_back, "given back")];
        let rest = rest.into_iter().filter(|(count, _)| *count > 0);
        parts.extend(rest.map(|(count, what)| format!("{count} {what}")));
        parts.join(", ")
    }
}
