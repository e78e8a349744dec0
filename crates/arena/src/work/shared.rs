//! A run that this process asks for, and works on together with whoever joins.

use std::collections::{BTreeSet, HashSet};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tengen_engine::StopFlag;
use tengen_store::{JobResult, NewRun, Run, Store, StoreError, Worker};

use super::crew::{Crew, WorkError};
use super::kind::JobKind;

/// A store that a run is shared by.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The store.
    pub store: Arc<Store>,
    /// Who we are.
    pub worker: Worker,
}

/// A lease of our own workers. Short, since somebody waits for the results: a job that was given to us
/// while the server crashed is nobody's until its lease is over.
const LEASE: Duration = Duration::from_secs(15);

/// How often results are looked for.
const TICK: Duration = Duration::from_millis(100);

/// How often it is looked whether jobs have failed for good.
const LOOK: Duration = Duration::from_secs(1);

/// Results that are fetched at a time.
const PAGE: usize = 1000;

impl Shared {
    /// Adds jobs to a run, which is made if it is not there, works on it, `hands` jobs at a time, and
    /// tells the result of each of these jobs once, also of those that were done before: until all
    /// are told, `tell` breaks off, which cancels the run, or `stop` is raised, which leaves it to
    /// others. `tell` hears of nothing, `None`, several times a second.
    ///
    /// Of `run`, kind and program are filled in here.
    pub fn carry_out(
        &self,
        kind: Box<dyn JobKind>,
        run: &NewRun<'_>,
        payloads: &[String],
        hands: NonZero<usize>,
        stop: &StopFlag,
        tell: &mut dyn FnMut(Option<JobResult>) -> ControlFlow<()>,
    ) -> Result<(), WorkError> {
        let Worker { version, signature, .. } = &self.worker;
        let new = NewRun { kind: kind.name(), version, signature: *signature, ..*run };
        let run = self.store.open_run(&new)?;
        self.store.add_jobs(run.id, payloads)?;
        let crew = Crew {
            kinds: &[kind],
            worker: Worker { only: Some(run.id), ..self.worker.clone() },
            hands,
            lease: LEASE,
            until_idle: true,
        };
        // Not the caller's flag: the work may end without him.
        let ended = StopFlag::new();
        thread::scope(|scope| {
            let crew = scope.spawn(|| crew.work(&self.store, &ended, &|_| {}));
            let failed = || crew.is_finished();
            let followed = self.follow(&run, payloads, stop, &failed, tell);
            ended.stop();
            let worked = match crew.join() {
                Ok(worked) => worked,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            worked.and(followed)
        })
    }

    /// Tells results as they come.
    fn follow(
        &self,
        run: &Run,
        payloads: &[String],
        stop: &StopFlag,
        crew_is_gone: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(Option<JobResult>) -> ControlFlow<()>,
    ) -> Result<(), WorkError> {
        let mut wanted: HashSet<&str> = payloads.iter().map(String::as_str).collect();
        // All jobs before this one were told, and some after it.
        let (mut from, mut seen) = (0, BTreeSet::new());
        let mut looked = Instant::now();
        while !wanted.is_empty() && !stop.is_stopped() {
            // Before the look at what is there: what a crew did to its end is found then.
            let gone = crew_is_gone();
            let mut news = passing(self.news(run, from, &seen))?.unwrap_or_default();
            let nothing = news.is_empty();
            if nothing && tell(None).is_break() {
                return Ok(self.store.cancel_run(run.id)?);
            }
            for result in news.drain(..) {
                seen.insert(result.job);
                if wanted.remove(result.payload.as_str()) && tell(Some(result)).is_break() {
                    return Ok(self.store.cancel_run(run.id)?);
                }
            }
            while seen.remove(&from) {
                from += 1;
            }
            if nothing && (gone || looked.elapsed() > LOOK) {
                looked = Instant::now();
                self.look_for_parked(run)?;
                if gone {
                    // A crew that goes home early has its own reason, which comes first.
                    let reason = "somebody has cancelled it; the same command opens it again";
                    let (run, reason) = (run.title(), reason.to_owned());
                    return Err(WorkError::Run { run, reason });
                }
            }
            if nothing {
                thread::sleep(TICK);
            }
        }
        Ok(())
    }

    /// Results that were not seen yet, in the order of their jobs.
    fn news(
        &self,
        run: &Run,
        from: u64,
        seen: &BTreeSet<u64>,
    ) -> Result<Vec<JobResult>, StoreError> {
        let done = self.store.done_from(run.id, from)?;
        let Some(first) = done.iter().find(|job| !seen.contains(job)) else {
            return Ok(Vec::new());
        };
        let mut news = self.store.results(run.id, *first, PAGE)?;
        news.retain(|result| !seen.contains(&result.job));
        Ok(news)
    }

    /// Nothing more can come if jobs have failed too often and no others are left.
    fn look_for_parked(&self, run: &Run) -> Result<(), WorkError> {
        let Some(counts) = passing(self.store.counts(run.id))? else { return Ok(()) };
        if counts.is_over() && counts.parked > 0 {
            let parked = self.store.parked(run.id)?;
            let error = parked.first().map_or(String::new(), |first| first.error.clone());
            return Err(WorkError::Parked { run: run.id, count: parked.len(), error });
        }
        Ok(())
    }
}

/// What will pass is tried again later.
fn passing<T>(result: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_passing() => Ok(None),
        Err(error) => Err(error),
    }
}

/// A name for a run by all that its jobs have in common: the same again is the same run.
pub(crate) fn run_name(title: &str, spec: &str) -> String {
    // FNV-1a: what differs is to be told apart, nothing more.
    let hash = spec.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{title} #{hash:016x}")
}
