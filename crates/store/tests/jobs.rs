//! Runs, jobs and leases, with both databases.

mod common;

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use common::{run_of, with_each, worker};
use tengen_store::{
    BookUpdate, Finished, Held, JobCounts, Lease, NewRun, Outcome, Store, StoreError, Worker,
};

const LONG: Duration = Duration::from_secs(100);

fn lease(store: &Store) -> Lease {
    store.lease(&worker(), LONG).expect("a store").expect("a job")
}

#[test]
fn a_job_is_given_out_once_and_done_once() {
    with_each(|address| {
        let store = Store::open(address).unwrap();
        let run = run_of(&store, "a", 3);
        assert_eq!(run.jobs, 0, "none were there when it was made");
        let counts = |waiting, leased, done, parked| JobCounts { waiting, leased, done, parked };
        assert_eq!(store.counts(run.id).unwrap(), counts(3, 0, 0, 0));
        let first = lease(&store);
        assert_eq!((first.payload.as_str(), first.job, first.attempt), ("job 0", 0, 1));
        assert_eq!((first.kind.as_str(), first.run), ("test", run.id));
        let second = lease(&store);
        assert_eq!(second.job, 1);
        assert_eq!(store.counts(run.id).unwrap(), counts(1, 2, 0, 0));
        assert_eq!(
            store.finish(&second, "two 'quoted' \u{1f600}", &[]).unwrap(),
            Finished::Recorded
        );
        assert_eq!(store.finish(&first, "one", &[]).unwrap(), Finished::Recorded);
        // The answer may have been lost on its way: telling it again is no second result.
        assert_eq!(store.finish(&first, "one", &[]).unwrap(), Finished::Recorded);
        assert_eq!(store.done_from(run.id, 0).unwrap(), [0, 1]);
        assert_eq!(store.done_from(run.id, 1).unwrap(), [1]);
        let results = store.results(run.id, 0, 10).unwrap();
        let texts: Vec<_> = results.iter().map(|it| (it.job, it.result.as_str())).collect();
        assert_eq!(texts, [(0, "one"), (1, "two 'quoted' \u{1f600}")]);
        assert_eq!(results[0].worker, "w");
        assert_eq!(store.results(run.id, 0, 1).unwrap().len(), 1);
        assert_eq!(store.heartbeat(&first).unwrap(), Held::Lost);
        lease(&store);
        assert_eq!(store.lease(&worker(), LONG).unwrap(), None);
        assert_eq!(store.counts(run.id).unwrap(), counts(0, 1, 2, 0));
    });
}

#[test]
fn who_is_not_heard_of_loses_the_job_and_comes_too_late() {
    with_each(|address| {
        let store = Store::open(address).unwrap();
        let run = run_of(&store, "a", 1);
        let short = Duration::from_millis(50);
        let slow = store.lease(&worker(), short).unwrap().unwrap();
        assert_eq!(store.lease(&worker(), LONG).unwrap(), None);
        thread::sleep(Duration::from_millis(80));
        // Late, but nobody else has it.
        assert_eq!(store.heartbeat(&slow).unwrap(), Held::Yes);
        assert_eq!(store.lease(&worker(), LONG).unwrap(), None);
        thread::sleep(Duration::from_millis(80));
        let other = lease(&store);
        assert_eq!((other.job, other.attempt), (0, 2));
        assert_eq!(store.heartbeat(&slow).unwrap(), Held::Lost);
        assert_eq!(store.finish(&slow, "slow", &[]).unwrap(), Finished::Lost);
        store.fail(&slow, "it is not mine to fail").unwrap();
        store.release(&slow).unwrap();
        assert_eq!(store.heartbeat(&other).unwrap(), Held::Yes);
        assert_eq!(store.finish(&other, "fast", &[]).unwrap(), Finished::Recorded);
        assert_eq!(store.finish(&slow, "slow", &[]).unwrap(), Finished::AlreadyDone);
        assert_eq!(store.results(run.id, 0, 9).unwrap()[0].result, "fast");
    });
}

#[test]
fn what_fails_is_tried_again_and_then_parked() {
    with_each(|address| {
        let store = Store::open(address).unwrap();
        let run = run_of(&store, "a", 2);
        // Giving back does not count.
        for _ in 0..5 {
            let given = lease(&store);
            assert_eq!((given.job, given.attempt), (0, 1));
            store.release(&given).unwrap();
        }
        for attempt in 1..=3 {
            let failing = lease(&store);
            assert_eq!((failing.job, failing.attempt), (0, attempt));
            store.fail(&failing, &format!("reason {attempt}")).unwrap();
        }
        let parked = store.parked(run.id).unwrap();
        assert_eq!((parked[0].error.as_str(), parked[0].attempts), ("reason 3", 3));
        // Workers that vanish count as well.
        for attempt in 1..=3 {
            let vanishing = store.lease(&worker(), Duration::ZERO).unwrap().unwrap();
            assert_eq!((vanishing.job, vanishing.attempt), (1, attempt));
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(store.lease(&worker(), LONG).unwrap(), None);
        let parked = store.parked(run.id).unwrap();
        assert_eq!((parked[1].error.as_str(), parked[1].attempts), ("its workers vanished", 3));
        assert!(store.counts(run.id).unwrap().is_over());
        assert_eq!(store.retry_parked(run.id).unwrap(), 2);
        let again = lease(&store);
        assert_eq!((again.job, again.attempt), (0, 1));
    });
}

#[test]
fn other_programs_are_refused_and_both_are_named() {
    with_each(|address| {
        let store = Store::open(address).unwrap();
        let run = run_of(&store, "a", 1);
        let refused = |worker: Worker| {
            let error = store.lease(&worker, LONG).unwrap_err();
            assert!(matches!(error, StoreError::OtherProgram { .. }), "{error}");
            error.to_string()
        };
        let text = refused(Worker { version: "1.1".into(), ..worker() });
        assert!(text.contains("tengen 1.0 with") && text.contains("this is 1.1"), "{text}");
        assert!(text.contains("run 1 (test \"a\")"), "{text}");
        let text = refused(Worker { signature: 43, ..worker() });
        assert!(text.contains("2a") && text.contains("2b"), "{text}");
        // Who can do something else is not in anybody's way.
        let other = Worker { version: "1.1".into(), kinds: vec!["else".into()], ..worker() };
        assert_eq!(store.lease(&other, LONG).unwrap(), None);
        // Nor is anybody refused where there is work for him.
        let new =
            NewRun { kind: "test", name: "b", version: "1.1", signature: 1, ..NewRun::default() };
        let newer = store.open_run(&new).unwrap();
        store.add_jobs(newer.id, ["x"]).unwrap();
        let newcomer = Worker { version: "1.1".into(), signature: 1, ..worker() };
        assert_eq!(store.lease(&newcomer, LONG).unwrap().unwrap().run, newer.id);
        assert_eq!(lease(&store).run, run.id);
        // The same run by another program.
        let error = store.open_run(&NewRun { version: "1.2", ..new }).unwrap_err();
        assert!(error.to_string().contains("tengen 1.1") && error.to_string().contains("1.2"));
        let error = store.open_run(&NewRun { spec: "other", ..new }).unwrap_err();
        assert!(matches!(error, StoreError::OtherRun { .. }), "{error}");
    });
}

#[test]
fn a_run_is_found_again_cancelled_and_deleted() {
    with_each(|address| {
        let store = Store::open(address).unwrap();
        let run = run_of(&store, "a", 2);
        // Again, with one more.
        assert_eq!(run_of(&store, "a", 3).id, run.id);
        assert_eq!(store.find_run("test", "a").unwrap().unwrap().jobs, 3);
        assert_eq!(store.find_run("test", "b").unwrap(), None);
        let held = lease(&store);
        store.cancel_run(run.id).unwrap();
        assert!(store.run(run.id).unwrap().cancelled);
        assert_eq!(store.heartbeat(&held).unwrap(), Held::Cancelled);
        assert_eq!(store.lease(&worker(), LONG).unwrap(), None);
        // What is done is kept all the same.
        assert_eq!(store.finish(&held, "done", &[]).unwrap(), Finished::Recorded);
        run_of(&store, "a", 3);
        assert_eq!(lease(&store).job, 1);
        let second = run_of(&store, "b", 1);
        assert_eq!(store.runs().unwrap().len(), 2);
        let picky = Worker { only: Some(second.id), ..worker() };
        assert_eq!(store.lease(&picky, LONG).unwrap().unwrap().run, second.id);
        store.delete_run(run.id).unwrap();
        assert!(matches!(store.run(run.id), Err(StoreError::Unknown { .. })));
        assert!(matches!(store.delete_run(run.id), Err(StoreError::Unknown { .. })));
        assert!(matches!(store.add_jobs(run.id, ["x"]), Err(StoreError::Unknown { .. })));
        assert_eq!(store.runs().unwrap().len(), 1);
    });
}

#[test]
fn many_jobs_are_added_once_by_several_at_a_time() {
    with_each(|address| {
        let store = Store::open(address).unwrap();
        let run = run_of(&store, "a", 0);
        let added: u64 = thread::scope(|scope| {
            let add = || {
                let store = store.another().unwrap();
                store.add_jobs(run.id, (0..1234).map(|job| job.to_string())).unwrap()
            };
            let adders: Vec<_> = (0..4).map(|_| scope.spawn(add)).collect();
            adders.into_iter().map(|adder| adder.join().unwrap()).sum()
        });
        assert_eq!(added, 1234);
        assert_eq!(store.counts(run.id).unwrap().waiting, 1234);
        // One more has the next number, whatever is told again before it.
        let again = ["7", "new", "7", "8", "new"];
        assert_eq!(store.add_jobs(run.id, again).unwrap(), 1);
        let numbers: Vec<u64> = std::iter::from_fn(|| store.lease(&worker(), LONG).unwrap())
            .map(|lease| lease.job)
            .collect();
        assert_eq!(numbers, (0..1235).collect::<Vec<u64>>());
        let long = "x".repeat(tengen_store::LONGEST_PAYLOAD + 1);
        assert!(store.add_jobs(run.id, ["fits", &long]).is_err());
        assert_eq!(store.counts(run.id).unwrap().total(), 1235, "all or none");
    });
}

/// Eight workers at once: each job is done once, and the book has counted each once.
#[test]
fn workers_at_the_same_time_share_the_jobs() {
    with_each(|address| {
        const JOBS: u64 = 200;
        let store = Store::open(address).unwrap();
        let book = store.create_book("b", "").unwrap();
        let new = NewRun {
            kind: "test",
            name: "a",
            version: "1.0",
            signature: 42,
            book: Some(book),
            ..NewRun::default()
        };
        let run = store.open_run(&new).unwrap();
        store.add_jobs(run.id, (0..JOBS).map(|job| job.to_string())).unwrap();
        let work = || {
            let store = store.another().unwrap();
            let mut done = Vec::new();
            while let Some(lease) = store.lease(&worker(), LONG).unwrap() {
                // All games begin alike; a game may come to a position twice.
                let mv = |position, outcome| BookUpdate { position, mv: 1, outcome };
                let updates = [
                    mv(u64::MAX, Outcome::Win),
                    mv(lease.job, Outcome::Loss),
                    mv(lease.job, Outcome::Loss),
                    mv(lease.job % 7, Outcome::Draw),
                ];
                assert_eq!(store.finish(&lease, "", &updates).unwrap(), Finished::Recorded);
                done.push(lease.job);
            }
            done
        };
        let done: Vec<u64> = thread::scope(|scope| {
            let workers: Vec<_> = (0..8).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
        });
        assert_eq!(done.len() as u64, JOBS);
        assert_eq!(done.into_iter().collect::<BTreeSet<_>>().len() as u64, JOBS);
        assert_eq!(store.book_rows(book, u64::MAX).unwrap()[0].wins, JOBS);
        assert_eq!(store.book_rows(book, 100).unwrap()[0].losses, 2);
        let draws: u64 = (0..7).map(|p| store.book_rows(book, p).unwrap()[0].draws).sum();
        assert_eq!(draws, JOBS);
    });
}
