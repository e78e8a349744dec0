//! Lines that have come in, and what they do to a search under way.

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tengen_engine::StopFlag;

use crate::line::{Request, read_line};

/// What ends the search under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndsBy {
    /// Only `# interrupt`.
    Interrupt,
    /// That, and the next command.
    NextCommand,
}

/// The most commands that wait to be answered.
const MOST_WAITING: usize = 1000;

#[derive(Default)]
struct State {
    waiting: VecDeque<Request>,
    ended: bool,
    /// Nobody will ask for more.
    closed: bool,
    search: Option<EndsBy>,
}

/// Commands wait here; a thread that reads the input puts them in.
#[derive(Clone, Default)]
pub(crate) struct Inbox {
    shared: Arc<(Mutex<State>, Condvar)>,
    stop: StopFlag,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads until the input ends.
    pub(crate) fn fill_from(&self, mut input: impl BufRead) {
        // An input that cannot be read has ended.
        while let Ok(Some(line)) = read_line(&mut input) {
            let interrupt = Request::is_interrupt(&line);
            let request = Request::parse(&line);
            let mut state = self.lock();
            let ends = match state.search {
                Some(EndsBy::Interrupt) => interrupt,
                Some(EndsBy::NextCommand) => interrupt || request.is_some(),
                None => false,
            };
            if ends {
                // Under the lock, so that it is this search that ends and not the next.
                self.stop.stop();
            }
            state.waiting.extend(request);
            self.shared.1.notify_all();
            // Who sends faster than we answer waits.
            while state.waiting.len() >= MOST_WAITING && !state.closed {
                state = self.shared.1.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if state.closed {
                return;
            }
        }
        let mut state = self.lock();
        state.ended = true;
        if state.search == Some(EndsBy::NextCommand) {
            self.stop.stop();
        }
        drop(state);
        self.shared.1.notify_all();
    }

    /// The next command, as soon as there is one; `None` at the end of the input.
    pub(crate) fn next(&self) -> Option<Request> {
        let mut state = self.wait_for_more(self.lock());
        let next = state.waiting.pop_front();
        drop(state);
        self.shared.1.notify_all();
        next
    }

    /// Waits until a command has come, and leaves it there.
    pub(crate) fn wait(&self) {
        drop(self.wait_for_more(self.lock()));
    }

    fn wait_for_more<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        while state.waiting.is_empty() && !state.ended {
            state = self.shared.1.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }

    /// Whether nothing waits and more may come.
    pub(crate) fn is_quiet(&self) -> bool {
        let state = self.lock();
        state.waiting.is_empty() && !state.ended
    }

    /// A flag for a search that begins now. Raised at once if what would end it has come already.
    pub(crate) fn begin(&self, ends_by: EndsBy) -> StopFlag {
        let mut state = self.lock();
        self.stop.clear();
        state.search = Some(ends_by);
        if ends_by == EndsBy::NextCommand && (!state.waiting.is_empty() || state.ended) {
            self.stop.stop();
        }
        self.stop.clone()
    }

    /// No more commands are wanted.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.shared.1.notify_all();
    }

    /// The search is over.
    pub(crate) fn end(&self) {
        self.lock().search = None;
    }
}
