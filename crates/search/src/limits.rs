//! When a search ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::report::SearchReport;
use crate::sync::Padded;
use crate::tree_look::Looking;

/// How long a search may go on. All limits hold together; without any it goes on until it is
/// stopped or has proved the value of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Playouts (for alpha-beta: positions looked at).
    pub playouts: Option<u64>,
    /// Time by the clock.
    pub time: Option<Duration>,
}

impl Limits {
    /// The most playouts that one tree can count. (A quarter more, as max-robust may ask for, still
    /// fits its counters of half points.)
    pub const MOST_PLAYOUTS: u64 = 1_000_000_000;

    /// A number of playouts.
    #[must_use]
    pub const fn playouts(playouts: u64) -> Self {
        Self { playouts: Some(playouts), time: None }
    }

    /// A time.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self { playouts: None, time: Some(time) }
    }
}

/// Stops a search from another thread. Copies stop the same search.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to end at once.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back, for the next search.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What the caller of a search holds in his hands: limits, a stop flag, and reports on the way.
pub struct Control<'a, M> {
    limits: Limits,
    stop: StopFlag,
    watcher: Option<Watcher<'a, M>>,
    looker: Option<Looker<'a, M>>,
}

/// Who looks into the tree.
struct Looker<'a, M> {
    every: Duration,
    looked: Instant,
    look: &'a mut dyn FnMut(Looking<'_, M>),
}

struct Watcher<'a, M> {
    every: Duration,
    told: Instant,
    tell: &'a mut dyn FnMut(&SearchReport<M>),
}

impl<'a, M> Control<'a, M> {
    /// These limits and nothing else.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, stop: StopFlag::new(), watcher: None, looker: None }
    }

    /// Ends also when this flag is raised.
    #[must_use]
    pub fn stopped_by(self, stop: &StopFlag) -> Self {
        Self { stop: stop.clone(), ..self }
    }

    /// Calls `tell` with a report about this often while the search goes on.
    #[must_use]
    pub fn watched(self, every: Duration, tell: &'a mut dyn FnMut(&SearchReport<M>)) -> Self {
        Self { watcher: Some(Watcher { every, told: Instant::now(), tell }), ..self }
    }

    /// Calls `look` about this often while the search goes on, with a function that finds nodes of its
    /// tree. Methods without a tree never call it.
    #[must_use]
    pub fn looked_into(self, every: Duration, look: &'a mut dyn FnMut(Looking<'_, M>)) -> Self {
        Self { looker: Some(Looker { every, looked: Instant::now(), look }), ..self }
    }

    /// The limits.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// Starts the clock.
    pub(crate) fn budget(&mut self) -> Budget {
        let started = Instant::now();
        if let Some(watcher) = &mut self.watcher {
            watcher.told = started;
        }
        Budget {
            started,
            deadline: self.limits.time.and_then(|time| started.checked_add(time)),
            playouts: self.limits.playouts.unwrap_or(u64::MAX).min(Limits::MOST_PLAYOUTS),
            claimed: Padded(AtomicU64::new(0)),
            stop: self.stop.clone(),
            over: AtomicBool::new(false),
        }
    }

    /// Tells the watcher what is known by now, if it is time for that.
    pub(crate) fn tell_if_due(&mut self, report: impl FnOnce() -> SearchReport<M>) {
        if let Some(watcher) = &mut self.watcher
            && watcher.told.elapsed() >= watcher.every
        {
            watcher.told = Instant::now();
            (watcher.tell)(&report());
        }
    }
}

impl<M> Control<'_, M> {
    /// Lets whoever wants to look into the tree do so, if it is time for that.
    pub(crate) fn look_if_due(&mut self, looking: Looking<'_, M>) {
        if let Some(looker) = &mut self.looker
            && looker.looked.elapsed() >= looker.every
        {
            looker.looked = Instant::now();
            (looker.look)(looking);
        }
    }
}

/// The most playouts a thread takes at a time.
const CLAIM: u64 = 16;

/// How often a thread looks at the clock, about. A look costs a few hundredths of a microsecond.
const LOOK_EVERY: Duration = Duration::from_micros(20);

/// What is left of a search's limits; shared by its threads.
pub(crate) struct Budget {
    started: Instant,
    deadline: Option<Instant>,
    playouts: u64,
    claimed: Padded<AtomicU64>,
    stop: StopFlag,
    over: AtomicBool,
}

impl Budget {
    /// Takes some playouts for one of `threads` threads; none when the search is over. Several at a
    /// time, since all threads meet here.
    #[inline]
    pub(crate) fn claim(&self, threads: usize) -> u64 {
        if self.over.load(Ordering::Relaxed) || self.stop.is_stopped() {
            return 0;
        }
        let left = self.playouts.saturating_sub(self.claimed.0.load(Ordering::Relaxed));
        let wanted = (left / (4 * threads as u64)).clamp(1, CLAIM);
        let before = self.claimed.0.fetch_add(wanted, Ordering::Relaxed);
        let granted = wanted.min(self.playouts.saturating_sub(before));
        self.give_back(wanted - granted);
        granted
    }

    /// Takes one playout, for a search with one thread; false when the search is over.
    #[inline]
    pub(crate) fn claim_one(&self) -> bool {
        if self.is_stopped() || self.is_used_up() {
            return false;
        }
        self.claimed.0.fetch_add(1, Ordering::Relaxed);
        true
    }

    /// Gives playouts back that were taken but not made.
    pub(crate) fn give_back(&self, playouts: u64) {
        self.claimed.0.fetch_sub(playouts, Ordering::Relaxed);
    }

    /// Whether a stop was asked for or the search was ended, as far as can be told without a clock.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.stop.is_stopped()
    }

    /// Allows for playouts that a tree holds already.
    pub(crate) fn make_room_for(&mut self, already: u64) {
        self.playouts = self.playouts.min(Limits::MOST_PLAYOUTS.saturating_sub(already));
    }

    /// Ends the search for all threads.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Whether time is up, a stop was asked for, or the search was ended.
    pub(crate) fn is_over(&self) -> bool {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.stop.is_stopped() {
            self.end();
        }
        self.over.load(Ordering::Relaxed)
    }

    /// Playouts taken so far, also those under way.
    pub(crate) fn claimed(&self) -> u64 {
        self.claimed.0.load(Ordering::Relaxed).min(self.playouts)
    }

    /// Whether the caller has asked for a stop.
    pub(crate) fn is_asked_to_stop(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Whether all playouts are taken.
    pub(crate) fn is_used_up(&self) -> bool {
        self.claimed() >= self.playouts
    }

    /// Whether so many of whatever is limited are too many.
    #[inline]
    pub(crate) fn is_used_up_by(&self, count: u64) -> bool {
        count >= self.playouts
    }

    /// Lets the search go on for so many more playouts.
    pub(crate) const fn extend(&mut self, playouts: u64) {
        self.playouts += playouts;
    }

    /// The share of the budget that is used, from 0 to 1; 0 if there is no limit.
    pub(crate) fn progress(&self) -> f64 {
        let played = if self.playouts < Limits::MOST_PLAYOUTS {
            self.claimed() as f64 / self.playouts.max(1) as f64
        } else {
            0.0
        };
        let timed = self.deadline.map_or(0.0, |deadline| {
            let whole = deadline.duration_since(self.started).as_secs_f64().max(1e-9);
            self.elapsed().as_secs_f64() / whole
        });
        played.max(timed).min(1.0)
    }

    /// The time that is left, if time is limited.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// The most playouts between two looks: should they suddenly become slow, not many go by unseen.
const MOST_UNSEEN: u32 = 4;

/// Decides when a thread looks at the clock: every few playouts, by what they cost.
pub(crate) struct Pace {
    looked: Instant,
    stride: u32,
    left: u32,
}

impl Pace {
    pub(crate) fn new() -> Self {
        Self { looked: Instant::now(), stride: 1, left: 1 }
    }

    /// After every playout: whether to look now.
    #[inline(always)]
    pub(crate) fn is_due(&mut self) -> bool {
        self.left -= 1;
        if self.left > 0 {
            return false;
        }
        self.adjust();
        true
    }

    #[inline(never)]
    fn adjust(&mut self) {
        let now = Instant::now();
        let took = now.duration_since(self.looked);
        self.looked = now;
        self.stride = if took > LOOK_EVERY {
            (self.stride / 2).max(1)
        } else if took < LOOK_EVERY / 2 {
            (self.stride * 2).min(MOST_UNSEEN)
        } else {
            self.stride
        };
        self.left = self.stride;
    }
}
