//! Jobs for several threads.

use std::num::NonZero;
use std::sync::Mutex;

/// Does all jobs, so many at a time; results come in the order of the jobs.
pub(crate) fn in_parallel<J: Send, R: Send>(
    threads: NonZero<usize>,
    jobs: Vec<J>,
    work: impl Fn(J) -> R + Sync,
) -> Vec<R> {
    let threads = threads.get().min(jobs.len());
    if threads <= 1 {
        return jobs.into_iter().map(work).collect();
    }
    let mut results: Vec<Option<R>> = jobs.iter().map(|_| None).collect();
    let queue = Mutex::new(jobs.into_iter().zip(&mut results));
    // A thread that panicked has told so, and the others go on to the end.
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((job, result)) = next() {
                    *result = Some(work(job));
                }
            });
        }
    });
    results.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order() {
        for threads in [1, 2, 7, 1000] {
            let threads = NonZero::new(threads).unwrap();
            let squares = in_parallel(threads, (0..100).collect(), |i: usize| i * i);
            assert!(squares.into_iter().eq((0..100).map(|i| i * i)));
        }
        assert!(in_parallel(NonZero::<usize>::MIN, Vec::<()>::new(), |()| ()).is_empty());
    }
}
