//! Many games at once, with small budgets, on two threads.

mod harness;

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use harness::{Running, strings};
use serde_json::{Value, json};

/// Bytes of memory that this process has in use, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}

/// A whole game against a player, or so many turns of it; how long each answer took that needs no
/// search.
fn game(server: &Running, number: usize, turns: usize) -> Vec<Duration> {
    let (setup, spec) = match number % 3 {
        0 => (json!({"game": "go", "size": 9}), "uct,sims=200"),
        1 => (json!({"game": "loa"}), "mcts-solver,sims=100"),
        _ => (json!({"game": "phantom", "size": 7}), "phantom,sims=50"),
    };
    let mut times = Vec::new();
    let mut timed = |what: &dyn Fn() -> Value| {
        let started = Instant::now();
        let value = what();
        times.push(started.elapsed());
        value
    };
    let begun = timed(&|| server.begin(&setup, "human", spec));
    let id = begun["id"].as_str().unwrap().to_owned();
    let stream = server.listen(&format!("/api/games/{id}/events"));
    for turn in 0..turns {
        let state = loop {
            let state = timed(&|| server.state(&id));
            assert!(state["fault"].is_null(), "{}", state["fault"]);
            match state["status"].as_str().unwrap() {
                "yours" | "over" => break state,
                _ => thread::sleep(Duration::from_millis(20)),
            }
        };
        if state["status"] == "over" {
            break;
        }
        let legal = match &state["position"]["legalMoves"] {
            Value::Object(moves) => {
                moves.values().map(|m| m.as_str().unwrap().to_owned()).collect()
            }
            _ => strings(&state["position"]["legal"]),
        };
        let m = legal.get((31 * turn + 7 * number) % legal.len().max(1));
        let m = m.map_or("pass", String::as_str);
        let answer = timed(&|| {
            let answer = server.play(&id, m);
            assert_eq!(answer.status, 200, "{}", answer.body);
            answer.json()
        });
        assert_eq!(answer["id"], id.as_str());
    }
    assert!(!stream.events("state").is_empty());
    times
}

fn many(games: usize, turns: usize, limit: Duration) {
    let server = Running::start();
    let before = resident();
    let times = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for number in 0..games {
            let (server, times) = (&server, &times);
            scope.spawn(move || {
                let taken = game(server, number, turns);
                times.lock().unwrap().extend(taken);
            });
        }
    });
    let mut times = times.into_inner().unwrap();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let (median, high, worst) = (at(0.5), at(0.95), at(1.0));
    let about = server.get("/api/about").json();
    println!(
        "{games} games, {} answers: median {median:?}, 95 % {high:?}, worst {worst:?}; {}",
        times.len(),
        about["load"]
    );
    assert!(high < limit, "95 % of the answers came within {high:?}");
    assert_eq!(about["load"]["games"], games);
    // Trees of players who wait are counted, and have a bound.
    let kept = about["load"]["keptTreeBytes"].as_u64().unwrap();
    assert!(kept <= 512 << 20, "{kept}");
    if let (Some(before), Some(after)) = (before, resident()) {
        let grown = after.saturating_sub(before) >> 20;
        println!("memory has grown by {grown} MiB");
        assert!(grown < 1024, "{grown} MiB");
    }
}

/// As many as an ordinary run of the tests can bear, with assertions on, beside other tests.
#[test]
fn ten_games_at_once() {
    many(10, 4, Duration::from_millis(500));
}

/// 50 games; answers that need no search in under 50 ms at the 95th percentile.
#[test]
#[ignore = "judges times, in a build without debug assertions: ./scripts/test --full runs it"]
fn fifty_games_at_once() {
    many(50, 12, Duration::from_millis(50));
}
