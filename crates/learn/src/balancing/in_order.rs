//! Work done by several threads, whose results are taken in order: so sums are the same to the last
//! bit, however many threads there are.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tengen_search::StopFlag;

use crate::stopped::Stopped;

/// Results that wait for those before them.
struct Queue<R, T> {
    next: usize,
    waiting: BTreeMap<usize, R>,
    take: T,
}

/// Does the items `0..count`, each by one of the workers; `take` gets every result with its item's
/// number, in order.
pub(crate) fn in_order<W: Send, R: Send>(
    workers: &mut [W],
    count: usize,
    stop: &StopFlag,
    work: impl Fn(&mut W, usize) -> R + Sync,
    mut take: impl FnMut(usize, R) + Send,
) -> Result<(), Stopped> {
    if let [worker] = workers {
        for item in 0..count {
            if stop.is_stopped() {
                return Err(Stopped);
            }
            take(item, work(worker, item));
        }
        return Ok(());
    }
    let next = AtomicUsize::new(0);
    let queue = Mutex::new(Queue { next: 0, waiting: BTreeMap::new(), take });
    let (next, queue, work) = (&next, &queue, &work);
    thread::scope(|scope| {
        for worker in workers.iter_mut().take(count) {
            scope.spawn(move || {
                loop {
                    let item = next.fetch_add(1, Ordering::Relaxed);
                    if item >= count || stop.is_stopped() {
                        return;
                    }
                    let result = work(worker, item);
                    // Only a panic of `take` could poison it, and that ends everything.
                    let Ok(mut queue) = queue.lock() else { return };
                    let queue = &mut *queue;
                    queue.waiting.insert(item, result);
                    while let Some(result) = queue.waiting.remove(&queue.next) {
                        (queue.take)(queue.next, result);
                        queue.next += 1;
                    }
                }
            });
        }
    });
    let done = queue.lock().is_ok_and(|queue| queue.next == count);
    if done { Ok(()) } else { Err(Stopped) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whoever_was_first() {
        for threads in 1..5 {
            let mut taken = Vec::new();
            let mut workers = vec![0; threads];
            let work = |worker: &mut usize, item: usize| {
                *worker += 1;
                // The first ones take longest.
                thread::sleep(std::time::Duration::from_micros(300 / (item as u64 + 1)));
                item * item
            };
            in_order(&mut workers, 40, &StopFlag::new(), work, |i, r| taken.push((i, r))).unwrap();
            assert_eq!(taken, (0..40).map(|i| (i, i * i)).collect::<Vec<_>>());
            assert_eq!(workers.iter().sum::<usize>(), 40);
        }
    }

    #[test]
    fn a_stop_is_heard_and_nothing_to_do_is_done() {
        for threads in [1, 3] {
            let stop = StopFlag::new();
            let work = |_: &mut (), item: usize| {
                if item == 5 {
                    stop.stop();
                }
            };
            let mut last = None;
            let ended = in_order(&mut vec![(); threads], 1000, &stop, work, |i, ()| last = Some(i));
            assert_eq!(ended, Err(Stopped));
            assert!(last < Some(999));
            let none = in_order(&mut vec![(); threads], 0, &StopFlag::new(), work, |_, ()| {});
            assert_eq!(none, Ok(()));
        }
    }
}
