//! Those who do jobs: several hands, and one heart that beats for all of them.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tengen_engine::StopFlag;
use tengen_store::{Finished, Held, Lease, RunId, Store, StoreError, Worker};

use super::kind::{Done, JobFault, JobKind, Jobs};

/// Workers of one process.
pub struct Crew<'a> {
    /// The jobs that they can do.
    pub kinds: &'a [Box<dyn JobKind>],
    /// Who they are.
    pub worker: Worker,
    /// Jobs at a time.
    pub hands: NonZero<usize>,
    /// After so long without a heartbeat a job is given to somebody else.
    pub lease: Duration,
    /// Whether they go home when nothing is left to be done; otherwise they wait for more.
    pub until_idle: bool,
}

/// What whoever watches a crew hears, from any of its threads.
#[derive(Debug)]
pub enum Told<'a> {
    /// A job has begun.
    Begun(&'a Lease),
    /// Its result is in the store.
    Done(&'a Lease),
    /// Its result was not needed: somebody else was faster, or has it now.
    Late(&'a Lease),
    /// It could not be done.
    Failed(&'a Lease, &'a str),
    /// It was given back.
    GivenBack(&'a Lease),
    /// There is nothing to do at the moment.
    Idle,
    /// The store cannot be reached; it is tried again.
    Unreachable(&'a StoreError),
}

/// Why a crew cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The store refuses.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A run needs something that is not here.
    #[error("run {run} cannot be worked on here: {reason}")]
    Run {
        /// Which run.
        run: String,
        /// What is missing.
        reason: String,
    },
    /// Jobs fail again and again.
    #[error(
        "{count} of its jobs failed too often, the first of them with: {error}. When that is mended, \
         tengen runs --retry {run} lets them be tried again"
    )]
    Parked {
        /// Which run.
        run: RunId,
        /// How many jobs.
        count: usize,
        /// What the first said the last time.
        error: String,
    },
    /// A result makes no sense.
    #[error("the result of {what} cannot be read: {reason}")]
    Result {
        /// Which job.
        what: String,
        /// What is wrong.
        reason: String,
    },
}

/// How often it is looked whether to end.
const TICK: Duration = Duration::from_millis(50);

/// How long somebody without work waits before he asks again.
const PAUSE: Duration = Duration::from_millis(500);

/// How long to wait before a store is tried again: twice as long each time, up to the second.
const PATIENCE: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(10));

/// What the threads of a crew share.
struct Common<'a> {
    store: &'a Store,
    tell: &'a (dyn Fn(Told<'_>) + Sync),
    /// Raised when all are to go home.
    ended: StopFlag,
    /// What each hand is doing, with the flag that stops it.
    held: Mutex<HashMap<usize, (Lease, StopFlag)>>,
    prepared: Mutex<HashMap<RunId, Arc<dyn Jobs>>>,
}

impl Crew<'_> {
    /// Works until `stop` is raised, or nothing is left to be done if that is to be the end. Jobs
    /// under way are given back then. A server that goes away is waited for.
    pub fn work(
        &self,
        store: &Store,
        stop: &StopFlag,
        tell: &(dyn Fn(Told<'_>) + Sync),
    ) -> Result<(), WorkError> {
        let common = Common {
            store,
            tell,
            ended: StopFlag::new(),
            held: Mutex::default(),
            prepared: Mutex::default(),
        };
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            let heart = scope.spawn(|| self.beat(&common, stop, &over));
            let hand = |index| {
                let common = &common;
                scope.spawn(move || {
                    let worked = self.hand(index, common);
                    if worked.is_err() {
                        common.ended.stop();
                    }
                    worked
                })
            };
            let hands: Vec<_> = (0..self.hands.get()).map(hand).collect();
            let mut worked = Ok(());
            for hand in hands {
                match hand.join() {
                    Ok(result) => worked = worked.and(result),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            over.store(true, Ordering::Relaxed);
            // It has nothing to say.
            let _ = heart.join();
            worked
        })
    }

    /// Tells the store that the hands are at work, and the hands when they need not be.
    fn beat(&self, common: &Common<'_>, stop: &StopFlag, over: &AtomicBool) {
        let mut own = None;
        let mut last = Instant::now();
        while !over.load(Ordering::Relaxed) {
            if stop.is_stopped() {
                common.ended.stop();
            }
            if common.ended.is_stopped() {
                locked(&common.held).values().for_each(|(_, flag)| flag.stop());
            }
            if last.elapsed() >= self.lease / 3 {
                last = Instant::now();
                // A connection of its own: the hands' are in use.
                own = own.or_else(|| common.store.another().ok());
                let held: Vec<_> = locked(&common.held).values().cloned().collect();
                for (lease, flag) in held {
                    // A store that does not answer may do so next time.
                    let beat = own.as_ref().map(|own| own.heartbeat(&lease));
                    if let Some(Ok(Held::Lost | Held::Cancelled)) = beat {
                        flag.stop();
                    }
                }
            }
            thread::sleep(TICK.min(self.lease / 10));
        }
    }

    /// Does one job after another.
    fn hand(&self, index: usize, common: &Common<'_>) -> Result<(), WorkError> {
        let mut worker = self.worker.clone();
        worker.name += &format!("/{}", index + 1);
        worker.kinds = self.kinds.iter().map(|kind| kind.name().to_owned()).collect();
        let Some(own) = common.patiently(|| common.store.another())? else { return Ok(()) };
        while !common.ended.is_stopped() {
            let Some(lease) = common.patiently(|| own.lease(&worker, self.lease))? else {
                return Ok(());
            };
            if let Some(lease) = lease {
                let flag = StopFlag::new();
                locked(&common.held).insert(index, (lease.clone(), flag.clone()));
                let done = self.job(&lease, common, &own, &flag);
                // Until now: the heart beats while a result is on its way.
                locked(&common.held).remove(&index);
                done?;
                continue;
            }
            (common.tell)(Told::Idle);
            let more = || if self.until_idle { own.has_work(&worker) } else { Ok(true) };
            if common.patiently(more)? != Some(true) {
                return Ok(());
            }
            common.sleep(PAUSE);
        }
        Ok(())
    }

    /// Does a job, and tells the store what came of it.
    fn job(
        &self,
        lease: &Lease,
        common: &Common<'_>,
        own: &Store,
        flag: &StopFlag,
    ) -> Result<(), WorkError> {
        (common.tell)(Told::Begun(lease));
        let give_back = || {
            // Once: if that fails, it comes back when its time is over.
            let _ = own.release(lease);
            (common.tell)(Told::GivenBack(lease));
        };
        let jobs = match self.prepared(lease, common, own, flag) {
            Ok(jobs) => jobs,
            Err(error) => {
                give_back();
                // What could not be looked at since all go home is no reason.
                return if flag.is_stopped() { Ok(()) } else { Err(error) };
            }
        };
        match jobs.run(lease, own, flag) {
            Ok(Some(Done { result, updates })) => {
                let finished = common.patiently(|| own.finish(lease, &result, &updates));
                match finished {
                    Ok(Some(Finished::Recorded)) => (common.tell)(Told::Done(lease)),
                    Ok(Some(Finished::AlreadyDone | Finished::Lost)) => {
                        (common.tell)(Told::Late(lease));
                    }
                    Ok(None) => give_back(),
                    Err(error) => {
                        give_back();
                        return Err(error);
                    }
                }
            }
            Ok(None) => give_back(),
            Err(JobFault::Store(error)) if error.is_passing() => {
                (common.tell)(Told::Unreachable(&error));
                give_back();
                common.sleep(PATIENCE.0);
            }
            Err(JobFault::Store(error)) => {
                give_back();
                return Err(error.into());
            }
            Err(JobFault::Job(reason)) => {
                common.patiently(|| own.fail(lease, &reason))?;
                (common.tell)(Told::Failed(lease, &reason));
            }
        }
        Ok(())
    }

    /// The jobs of a run, as they were read the first time.
    fn prepared(
        &self,
        lease: &Lease,
        common: &Common<'_>,
        own: &Store,
        flag: &StopFlag,
    ) -> Result<Arc<dyn Jobs>, WorkError> {
        // Held while they are read: engines need not be tried out by every hand.
        let mut prepared = locked(&common.prepared);
        if let Some(jobs) = prepared.get(&lease.run) {
            return Ok(Arc::clone(jobs));
        }
        let run = common.patiently(|| own.run(lease.run))?;
        let cannot = |run: String, reason| WorkError::Run { run, reason };
        let Some(run) = run else {
            return Err(cannot(lease.run.to_string(), "it is to end".to_owned()));
        };
        let kind = self.kinds.iter().find(|kind| kind.name() == run.kind);
        let jobs = match kind {
            Some(kind) => kind.prepare(&run, flag),
            None => Err("nobody here knows such jobs".to_owned()),
        };
        let jobs: Arc<dyn Jobs> = jobs.map_err(|reason| cannot(run.title(), reason))?.into();
        prepared.insert(lease.run, Arc::clone(&jobs));
        Ok(jobs)
    }
}

impl Common<'_> {
    /// Calls until the store can be reached; none if all are to go home first.
    fn patiently<T>(
        &self,
        mut call: impl FnMut() -> Result<T, StoreError>,
    ) -> Result<Option<T>, WorkError> {
        let (mut pause, longest) = PATIENCE;
        loop {
            match call() {
                Ok(value) => return Ok(Some(value)),
                Err(error) if error.is_passing() => {
                    if self.ended.is_stopped() {
                        return Ok(None);
                    }
                    (self.tell)(Told::Unreachable(&error));
                    self.sleep(pause);
                    pause = (2 * pause).min(longest);
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Sleeps, unless all are to go home.
    fn sleep(&self, time: Duration) {
        let until = Instant::now() + time;
        while !self.ended.is_stopped() && Instant::now() < until {
            thread::sleep(TICK.min(time));
        }
    }
}

/// What another thread has left is whole: nothing here can fail half way.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
