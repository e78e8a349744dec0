//! Work that is shared by a store: the same games as without one, whoever plays them, whatever happens
//! to him.

mod common;
#[path = "../../store/tests/common/server.rs"]
mod server;

use std::process::{Child, Output};
use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, games, json, start, stderr, stdout, tengen};
use serde_json::Value;
use server::{Postgres, skipped};
use tengen_store::{NewRun, Store};

/// A program that ends with the test, also with one that fails.
struct Running(Option<Child>);

impl Running {
    fn start(args: &[&str]) -> Self {
        Self(Some(start(args)))
    }

    fn child(&mut self) -> &mut Child {
        self.0.as_mut().expect("it runs")
    }

    /// SIGKILL.
    fn kill(&mut self) {
        self.child().kill().expect("SIGKILL");
        self.child().wait().expect("an end");
    }

    fn signal(&mut self, name: &str) {
        let id = self.child().id().to_string();
        let status = std::process::Command::new("kill").args([name, &id]).status();
        assert!(status.expect("kill").success());
    }

    /// Waits for it, but not for ever.
    fn ended(mut self) -> Output {
        drop(self.child().stdin.take());
        let started = Instant::now();
        while self.child().try_wait().expect("a child").is_none() {
            assert!(started.elapsed() < Duration::from_secs(120), "it does not end");
            thread::sleep(Duration::from_millis(20));
        }
        self.0.take().expect("it runs").wait_with_output().expect("an end")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A match of quick games.
fn quick_match<'a>(games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["match", "uct,sims=8,memory=1M", "random", "--size", "5"];
    args.extend(["--games", games, "--openings", "random:2", "--seed", "7"]);
    args.extend(more);
    args
}

fn worker(store: &str, more: &[&str]) -> Running {
    let mut args = vec!["worker", "--store", store, "--until-idle", "--json", "--jobs", "1"];
    args.extend(more);
    Running::start(&args)
}

#[test]
fn the_same_games_with_and_without_a_store() {
    let folder = Folder::new("store-match");
    let (store, alone, shared) = (folder.path("s.db"), folder.path("alone"), folder.path("shared"));
    assert!(tengen(&quick_match("10", &["--out", &alone])).status.success());
    let with = ["--out", &shared, "--store", &store, "--jobs", "2"];
    let output = tengen(&quick_match("6", &with));
    assert!(output.status.success(), "{}", stderr(&output));
    // It goes on where it ended, and then there is nothing left to do.
    let output = tengen(&quick_match("10", &with));
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(games(&shared), games(&alone));
    // Others see the result of what is done, without a folder and without playing.
    let again = json(&quick_match("10", &["--store", &store, "--json"]));
    let without = json(&quick_match("10", &["--json"]));
    for key in ["wins", "losses", "draws", "win_rate"] {
        assert_eq!(again[key], without[key], "{key}");
    }
    let runs = json(&["runs", "--store", &store, "--json"]);
    assert_eq!((runs[0]["jobs"].as_u64(), runs[0]["done"].as_u64()), (Some(10), Some(10)));
    assert_eq!(runs[0]["state"], "over");
    let shown = stdout(&tengen(&["runs", "--store", &store]));
    assert!(shown.contains("games") && shown.contains("over"), "{shown}");
}

#[test]
fn tournaments_and_experiments_too() {
    let folder = Folder::new("store-tournament");
    let file = folder.write(
        "t.toml",
        "title = \"T\"\ngames = 4\nopenings = \"random:2\"\n[game]\nsize = 5\n[players]\n\
         a = \"random\"\nb = \"uct,sims=8,memory=1M\"\nc = \"mc,sims=8\"\n",
    );
    let store = folder.path("s.db");
    let (alone, shared) = (folder.path("alone"), folder.path("shared"));
    assert!(tengen(&["tournament", &file, "--out", &alone]).status.success());
    let output = tengen(&["tournament", &file, "--out", &shared, "--store", &store]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(games(&shared), games(&alone));
    assert_eq!(folder.read("shared/standings.md"), folder.read("alone/standings.md"));
    let experiment = ["reproduce", "lecture", "--scale", "0.01", "--games", "2", "--json"];
    let with: Vec<&str> = experiment.iter().copied().chain(["--store", store.as_str()]).collect();
    let rates = |rows: &Value| -> Vec<Value> {
        let rows = rows["rows"].as_array().expect("rows");
        rows.iter().map(|row| row["rate"].clone()).collect()
    };
    assert_eq!(rates(&json(&with)), rates(&json(&experiment)));
    let output = tengen(&["reproduce", "go-weights", "--store", &store]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn labels_are_the_same_file() {
    let folder = Folder::new("store-labels");
    let positions = |out: &str, more: &[&str]| {
        let path = folder.path(out);
        let mut args = vec!["learn", "positions", "--out", &path, "--positions", "7", "--per-game"];
        args.extend(["2", "--size", "5", "--player", "uct,sims=20,memory=1M"]);
        args.extend(["--label", "uct,sims=100,memory=1M"]);
        args.extend(more);
        let output = tengen(&args);
        assert!(output.status.success(), "{}", stderr(&output));
        folder.read(out)
    };
    let store = folder.path("s.db");
    assert_eq!(
        positions("shared.txt", &["--store", &store, "--threads", "2"]),
        positions("alone.txt", &[])
    );
}

#[test]
fn workers_of_other_programs_are_refused_and_wrong_names_are_told() {
    let folder = Folder::new("store-refused");
    let path = folder.path("s.db");
    let refused = |args: &[&str]| {
        let output = tengen(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        stderr(&output)
    };
    let text = refused(&["worker", "--store", &path, "--until-idle"]);
    assert!(text.contains("there is no store"), "{text}");
    assert!(!folder.0.join("s.db").exists());
    let store = Store::open(&path).unwrap();
    let new =
        NewRun { kind: "games", name: "old", version: "0.0.1", signature: 5, ..NewRun::default() };
    let run = store.open_run(&new).unwrap();
    store.add_jobs(run.id, ["x"]).unwrap();
    let text = refused(&["worker", "--store", &path, "--until-idle"]);
    assert!(text.contains("is for tengen 0.0.1 with bench signature"), "{text}");
    assert!(text.contains("cancel the run"), "{text}");
    assert!(tengen(&["runs", "--store", &path, "--cancel", "1"]).status.success());
    assert!(worker(&path, &[]).ended().status.success());
    let text = refused(&["runs", "--store", &path, "--delete", "7"]);
    assert!(text.contains("there is no run 7"), "{text}");
    let text = refused(&["match", "mc", "mc", "--store", "mysql://server/db"]);
    assert!(text.contains("is no store"), "{text}");
    let text = refused(&["worker", "--store", "postgres://me@localhost/db?sslmode=require"]);
    assert!(text.contains("without TLS"), "{text}");
    let text = refused(&["tune", "uct", "--key", "c=0..1", "--store", &path]);
    assert!(text.contains("--store"), "{text}");
}

/// A run whose players are not the same here, and jobs that make no sense.
#[test]
fn what_cannot_be_done_here_is_told_and_given_back() {
    let folder = Folder::new("store-parked");
    let path = folder.path("s.db");
    assert!(tengen(&quick_match("2", &["--store", &path])).status.success());
    let store = Store::open(&path).unwrap();
    let made = &store.runs().unwrap()[0];
    let new = |name: &'static str, spec: &str| {
        let new = NewRun {
            kind: &made.kind,
            name,
            spec,
            version: &made.version,
            signature: made.signature,
            ..NewRun::default()
        };
        store.open_run(&new).unwrap().id
    };
    let nonsense = new("nonsense", &made.spec);
    store.add_jobs(nonsense, ["{\"pairing\":9,\"game\":0}"]).unwrap();
    let output = worker(&path, &[]).ended();
    assert!(output.status.success(), "{}", stderr(&output));
    let tally: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(tally["failed"], 3);
    let runs = json(&["runs", "--store", &path, "--json"]);
    let error = runs[1]["parked"][0]["error"].as_str().unwrap();
    assert!(error.contains("there is no such pairing"), "{error}");
    assert!(stdout(&tengen(&["runs", "--store", &path])).contains("failed 3 times"));
    assert!(tengen(&["runs", "--store", &path, "--retry", "2"]).status.success());
    assert_eq!(store.counts(nonsense).unwrap().waiting, 1);
    store.cancel_run(nonsense).unwrap();
    let other = new("other", &made.spec.replace("\"sims\":\"8\"", "\"sims\":\"9\""));
    store.add_jobs(other, ["{\"pairing\":0,\"game\":0}"]).unwrap();
    let output = worker(&path, &[]).ended();
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("a player's settings"), "{}", stderr(&output));
    assert_eq!(store.counts(other).unwrap().waiting, 1, "it was given back");
}

/// Ctrl-C and SIGTERM: jobs are given back at once, and the next worker has them.
#[test]
fn an_interrupted_worker_gives_back_what_it_has() {
    let folder = Folder::new("store-interrupted");
    let path = folder.path("s.db");
    let slow = "uct,sims=100000000,memory=16M";
    let mut asking =
        Running::start(&["match", slow, slow, "--games", "4", "--jobs", "1", "--store", &path]);
    let store = || Store::open_existing(&path).ok();
    let wait_for = |leased: u64| {
        let started = Instant::now();
        loop {
            let counts = store().and_then(|store| {
                let run = store.runs().ok()?.first()?.id;
                store.counts(run).ok()
            });
            if counts.is_some_and(|counts| counts.leased == leased && counts.total() == 4) {
                return;
            }
            assert!(started.elapsed() < Duration::from_secs(60), "{counts:?}");
            thread::sleep(Duration::from_millis(50));
        }
    };
    wait_for(1);
    let mut helper = Running::start(&["worker", "--store", &path, "--jobs", "2"]);
    wait_for(3);
    helper.signal("-TERM");
    let output = helper.ended();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("nothing done, 2 given back"), "{}", stdout(&output));
    wait_for(1);
    asking.signal("-INT");
    let output = asking.ended();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).contains("the same command goes on"), "{}", stderr(&output));
    wait_for(0);
}

/// A match and six workers on one store; four workers are killed, and the server crashes once. The games
/// are those that the match plays alone.
fn nothing_is_lost(name: &str, store: &str, trouble: &mut dyn FnMut()) {
    let soak = std::env::var_os("TENGEN_SOAK").is_some();
    let count = if soak { "5000" } else { "200" };
    let folder = Folder::new(name);
    let (alone, shared) = (folder.path("alone"), folder.path("shared"));
    assert!(tengen(&quick_match(count, &["--out", &alone])).status.success());
    let asking = Running::start(&quick_match(
        count,
        &["--out", &shared, "--store", store, "--jobs", "1", "--json"],
    ));
    let started = Instant::now();
    let too_long = || started.elapsed() > Duration::from_secs(if soak { 900 } else { 100 });
    let mut follower = None;
    let mut wait_until = |share: f64| loop {
        assert!(!too_long(), "it takes too long");
        thread::sleep(Duration::from_millis(20));
        follower = follower.take().or_else(|| Store::open_existing(store).ok());
        let Some(store) = &follower else { continue };
        let Ok(runs) = store.runs() else { continue };
        let counts = runs.first().and_then(|run| store.counts(run.id).ok()).unwrap_or_default();
        if counts.total() > 0 && counts.done as f64 >= share * counts.total() as f64 {
            return;
        }
    };
    wait_until(0.0);
    let mut workers: Vec<Running> = (0..6).map(|_| worker(store, &["--lease", "1s"])).collect();
    for (victim, worker) in workers.iter_mut().take(4).enumerate() {
        wait_until(0.1 + 0.15 * victim as f64);
        let chance = u64::from(std::process::id()) * 7919 % 97 * (victim as u64 + 1) % 97;
        thread::sleep(Duration::from_millis(chance));
        worker.kill();
        if victim == 1 {
            trouble();
        }
    }
    let output = asking.ended();
    assert!(output.status.success(), "{}", stderr(&output));
    let mut by_helpers = 0;
    for survivor in workers.drain(4..) {
        let output = survivor.ended();
        assert!(output.status.success(), "{}", stderr(&output));
        let tally: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        by_helpers += tally["done"]["games"].as_u64().unwrap_or(0);
    }
    assert!(by_helpers > 0, "nobody helped");
    assert_eq!(games(&shared), games(&alone));
    let runs = json(&["runs", "--store", store, "--json"]);
    assert_eq!(runs[0]["done"].to_string(), count);
    assert_eq!(runs[0]["under_way"], 0);
}

#[test]
fn nothing_is_lost_with_a_server() {
    if skipped() {
        return;
    }
    let mut server = Postgres::start();
    let store = server.new_database();
    nothing_is_lost("store-server", &store, &mut || {
        server.stop();
        thread::sleep(Duration::from_millis(300));
        server.start_again();
    });
}

#[test]
fn nothing_is_lost_with_a_file() {
    let folder = Folder::new("store-file");
    nothing_is_lost("store-file-games", &folder.path("s.db"), &mut || {});
}

#[test]
fn the_benchmark_measures() {
    let report = json(&["bench", "store", "--positions", "20000", "--seconds", "0.5", "--json"]);
    assert_eq!(report["large"]["positions"], 20_000);
    assert!(report["large"]["bytes_per_move"].as_f64().unwrap() < 150.0, "{report}");
    assert!(report["together"]["results"].as_u64().unwrap() > 0, "{report}");
}
