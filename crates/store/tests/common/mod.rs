//! The stores that every test is run with: one of each kind.

// Every test program has its own copy of this, and none uses all of it.
#![allow(dead_code)]

pub(crate) mod server;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use server::Postgres;
use tengen_store::{NewRun, Run, Store, Worker};

/// A folder that goes with the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("tengen-store-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs a test with the address of an empty store of each kind.
pub(crate) fn with_each(test: impl Fn(&str)) {
    static SERVER: OnceLock<Postgres> = OnceLock::new();
    let folder = Folder::new();
    test(&folder.path("store.db"));
    if !server::skipped() {
        test(&SERVER.get_or_init(Postgres::start).new_database());
    }
}

/// A run that most tests use.
pub(crate) fn run_of(store: &Store, name: &str, jobs: u64) -> Run {
    let new = NewRun {
        kind: "test",
        name,
        spec: "{}",
        version: "1.0",
        signature: 42,
        ..NewRun::default()
    };
    let run = store.open_run(&new).expect("a run");
    store.add_jobs(run.id, (0..jobs).map(|job| format!("job {job}"))).expect("jobs");
    run
}

/// Somebody who may work on it.
pub(crate) fn worker() -> Worker {
    Worker { name: "w".into(), version: "1.0".into(), signature: 42, ..Worker::default() }
}
