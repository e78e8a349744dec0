//! Search work over a fixed number of threads: who comes first is served first.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tengen_engine::StopFlag;

/// Work that waits for a thread.
type Work = Box<dyn FnOnce() + Send>;

struct Job {
    number: u64,
    stop: StopFlag,
    work: Work,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    /// What is being done, by number, so that it can be stopped.
    running: Vec<(u64, StopFlag)>,
    next: u64,
    closed: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
}

/// The threads and their queue.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: usize,
}

impl Pool {
    /// So many threads, at least one.
    pub(crate) fn new(threads: usize) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { queue: Mutex::default(), wake: Condvar::new() });
        let threads = threads.max(1);
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let name = format!("search {number}");
            thread::Builder::new().name(name).spawn(move || shared.serve())?;
        }
        Ok(Self { shared, threads })
    }

    /// How many threads there are.
    pub(crate) const fn threads(&self) -> usize {
        self.threads
    }

    /// Puts work into the queue. It is given a number, by which its place can be asked for. The flag
    /// is raised when the server ends; the work looks at it.
    pub(crate) fn add(&self, stop: &StopFlag, work: impl FnOnce() + Send + 'static) -> u64 {
        let mut queue = self.shared.lock();
        queue.next += 1;
        let number = queue.next;
        if !queue.closed {
            queue.waiting.push_back(Job { number, stop: stop.clone(), work: Box::new(work) });
            self.shared.wake.notify_one();
        }
        number
    }

    /// Forgets work that has not begun: nobody wants it any more.
    pub(crate) fn forget(&self, number: u64) {
        let forgotten = {
            let mut queue = self.shared.lock();
            let place = queue.waiting.iter().position(|job| job.number == number);
            place.and_then(|place| queue.waiting.remove(place))
        };
        // What it holds may be large, or have locks of its own: so it goes after the queue's lock.
        drop(forgotten);
    }

    /// How many wait before this work; nothing if it has begun, or is over.
    pub(crate) fn before(&self, number: u64) -> Option<usize> {
        self.shared.lock().waiting.iter().position(|job| job.number == number)
    }

    /// Whether somebody waits. Work that goes on for long then makes room, and queues again.
    pub(crate) fn is_waited_for(&self) -> bool {
        !self.shared.lock().waiting.is_empty()
    }

    /// Ends everything: what is being done is asked to stop, what waits is forgotten.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.waiting.clear();
        for (_, stop) in &queue.running {
            stop.stop();
        }
        self.shared.wake.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing panics while it holds this.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self) {
        let mut queue = self.lock();
        while !queue.closed {
            let Some(Job { number, stop, work }) = queue.waiting.pop_front() else {
                queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            queue.running.push((number, stop));
            drop(queue);
            work();
            queue = self.lock();
            queue.running.retain(|(running, _)| *running != number);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn work_is_done_in_order_and_its_place_is_known() {
        let pool = Pool::new(1).unwrap();
        let (go, wait) = mpsc::channel::<()>();
        let (done, results) = mpsc::channel();
        let stop = StopFlag::new();
        pool.add(&stop, move || wait.recv().unwrap());
        let numbers: Vec<u64> = (0..5)
            .map(|job| {
                let done = done.clone();
                pool.add(&stop, move || done.send(job).unwrap())
            })
            .collect();
        while pool.before(numbers[0]) != Some(0) {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(pool.before(numbers[4]), Some(4));
        assert!(pool.is_waited_for());
        pool.forget(numbers[2]);
        assert_eq!(pool.before(numbers[4]), Some(3));
        go.send(()).unwrap();
        assert_eq!((0..4).map(|_| results.recv().unwrap()).collect::<Vec<_>>(), [0, 1, 3, 4]);
        assert_eq!(pool.before(numbers[4]), None);
    }

    #[test]
    fn closing_stops_what_runs_and_forgets_what_waits() {
        let pool = Pool::new(2).unwrap();
        let (done, results) = mpsc::channel();
        for job in 0..4 {
            let (stop, done) = (StopFlag::new(), done.clone());
            pool.add(&stop.clone(), move || {
                while !stop.is_stopped() {
                    thread::sleep(Duration::from_millis(1));
                }
                done.send(job).unwrap();
            });
        }
        while pool.before(3).is_none_or(|place| place > 0) {
            thread::sleep(Duration::from_millis(1));
        }
        drop(done);
        pool.close();
        let mut ended: Vec<i32> = results.iter().collect();
        ended.sort_unstable();
        assert_eq!(ended, [0, 1]);
    }
}
