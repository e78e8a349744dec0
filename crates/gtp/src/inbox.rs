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

#[derive(Default)]
struct State {
    waiting: VecDeque<Request>,
    ended: bool,
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
            state.waiting.extend(request);
            drop(state);
            if ends {
                self.stop.stop();
            }
            self.shared.1.notify_all();
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
        state.waiting.pop_front()
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

    /// The search is over.
    pub(crate) fn end(&self) {
        self.lock().search = None;
    }
}
