//! Six workers grow one book; four of them are killed, and the server crashes once. Every result counts
//! exactly once, and the book is what the results say.
//!
//! `TENGEN_SOAK=1` makes it longer, with workers that are killed again and again.

mod common;

use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::server::{Postgres, skipped};
use common::{Folder, worker};
use tengen_store::{BookId, BookUpdate, NewRun, Outcome, RunId, Store, StoreError};

/// What a worker process is told by.
const STORE: &str = "TENGEN_TEST_STORE";

fn soak() -> bool {
    std::env::var_os("TENGEN_SOAK").is_some()
}

/// A number by other numbers, for what looks like chance.
const fn mixed(a: u64, b: u64) -> u64 {
    let x = (a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 32)
}

/// What the result of a job says about the book: a path of eight moves from the one beginning, through
/// fewer and fewer positions that others come to as well.
fn path(job: u64) -> Vec<BookUpdate> {
    (0..8)
        .map(|ply| {
            let position = mixed(job % (1 << (2 * ply)), ply);
            let outcome = match mixed(job, 99) % 5 {
                0 => Outcome::Draw,
                chance if (chance + ply).is_multiple_of(2) => Outcome::Win,
                _ => Outcome::Loss,
            };
            BookUpdate { position, mv: (mixed(job, ply) % 3) as u32, outcome }
        })
        .collect()
}

/// Not a test of its own: a worker process of the tests below.
#[test]
#[ignore = "the other tests start it"]
fn worker_process() {
    let Ok(address) = std::env::var(STORE) else { return };
    let patiently = |call: &mut dyn FnMut() -> Result<bool, StoreError>| loop {
        match call() {
            Ok(answer) => return answer,
            Err(error) => assert!(error.is_passing(), "{error}"),
        }
        thread::sleep(Duration::from_millis(100));
    };
    let mut store = None;
    patiently(&mut || {
        store = Some(Store::open_existing(&address)?);
        Ok(true)
    });
    let store = store.expect("a store");
    let patience = Duration::from_millis(1000);
    while patiently(&mut || store.has_work(&worker())) {
        let mut lease = None;
        patiently(&mut || {
            lease = store.lease(&worker(), patience)?;
            Ok(true)
        });
        let Some(lease) = lease else {
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        thread::sleep(Duration::from_millis(mixed(lease.job, 5) % 10));
        let result = format!("result of {}", lease.payload);
        // Whatever comes of it: if it is not ours any more, others have done it.
        patiently(&mut || store.finish(&lease, &result, &path(lease.job)).map(|_| true));
    }
}

fn spawn(address: &str) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "worker_process", "--ignored"])
        .env(STORE, address)
        .stdout(Stdio::null())
        .spawn()
        .expect("a worker")
}

fn prepare(address: &str, jobs: u64) -> (Store, RunId, BookId) {
    let store = Store::open(address).unwrap();
    let book = store.create_book("b", "").unwrap();
    let run = NewRun {
        kind: "test",
        name: "a",
        version: "1.0",
        signature: 42,
        book: Some(book),
        // Those who are killed must not park what they had.
        attempts: 1000,
        ..NewRun::default()
    };
    let run = store.open_run(&run).unwrap().id;
    store.add_jobs(run, (0..jobs).map(|job| job.to_string())).unwrap();
    (store, run, book)
}

/// Each job has one result; the book is what the results say, recounted.
fn check(store: &Store, run: RunId, book: BookId, jobs: u64) {
    let counts = store.counts(run).unwrap();
    assert_eq!((counts.done, counts.total()), (jobs, jobs), "{counts:?}");
    let results = store.results(run, 0, usize::MAX >> 1).unwrap();
    assert_eq!(results.len() as u64, jobs);
    let mut recount: BTreeMap<(u64, u32), [u64; 3]> = BTreeMap::new();
    for (number, result) in results.iter().enumerate() {
        assert_eq!(result.job, number as u64);
        assert_eq!(result.result, format!("result of {number}"));
        for BookUpdate { position, mv, outcome } in path(result.job) {
            recount.entry((position, mv)).or_default()[outcome as usize] += 1;
        }
    }
    let rows = store.book_page(book, None, usize::MAX >> 1).unwrap();
    let rows: BTreeMap<(u64, u32), [u64; 3]> =
        rows.iter().map(|it| ((it.position, it.mv), [it.wins, it.losses, it.draws])).collect();
    let root = mixed(0, 0);
    let games = |rows: &BTreeMap<(u64, u32), [u64; 3]>| -> u64 {
        rows.iter().filter(|((position, _), _)| *position == root).flat_map(|it| it.1).sum()
    };
    assert_eq!(games(&rows), jobs, "every game has a first move");
    assert!(rows == recount, "the book is not what the results say");
    store.verify().unwrap();
}

/// Kills four of six workers at moments by chance, and calls `trouble` in between. In a long test others
/// take their place, again and again.
fn grow(address: &str, jobs: u64, trouble: &mut dyn FnMut()) {
    let (store, run, book) = prepare(address, jobs);
    let started = Instant::now();
    let limit = Duration::from_secs(if soak() { 600 } else { 60 });
    let done = || store.counts(run).map_or(0, |counts| counts.done);
    let mut workers: Vec<Child> = (0..6).map(|_| spawn(address)).collect();
    let chance = u64::from(std::process::id()) + jobs;
    let rounds = if soak() { 10 } else { 1 };
    for round in 0..rounds {
        for victim in 0..4 {
            let enough = jobs * (4 * round + victim + 1) / (4 * rounds + 2);
            while done() < enough {
                assert!(started.elapsed() < limit, "it takes too long");
                thread::sleep(Duration::from_millis(10));
            }
            thread::sleep(Duration::from_millis(mixed(chance, victim + 4 * round) % 50));
            workers[victim as usize].kill().expect("SIGKILL");
            workers[victim as usize].wait().expect("an end");
            if round + 1 < rounds {
                workers[victim as usize] = spawn(address);
            }
            if victim == 1 {
                trouble();
            }
        }
    }
    assert!(done() < jobs, "all was over before the last was killed");
    for survivor in &mut workers[4..] {
        while survivor.try_wait().expect("a child").is_none() {
            assert!(started.elapsed() < limit, "it takes too long");
            thread::sleep(Duration::from_millis(20));
        }
    }
    check(&store, run, book, jobs);
}

#[test]
fn with_a_server() {
    if skipped() {
        return;
    }
    let mut server = Postgres::start();
    let address = server.new_database();
    let jobs = if soak() { 10_000 } else { 600 };
    grow(&address, jobs, &mut || {
        server.stop();
        thread::sleep(Duration::from_millis(300));
        server.start_again();
    });
}

#[test]
fn with_a_file() {
    let folder = Folder::new();
    let jobs = if soak() { 20_000 } else { 1500 };
    grow(&folder.path("store.db"), jobs, &mut || {});
}
