//! Servers that end and are started again: games in a store are still there.
//!
//! A server that is killed is a process of its own: this test's own program, started again.

mod harness;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use harness::{Folder, Running, get, post, strings};
use serde_json::{Value, json};
use tengen_engine::StopFlag;
use tengen_web::{Options, Server};

/// Not a test: the server that the others start and kill.
#[test]
#[ignore = "another test starts it"]
fn server_process() {
    let Ok(store) = std::env::var("TENGEN_TEST_STORE") else { return };
    let store = Some(store).filter(|store| !store.is_empty());
    let options = Options {
        address: "127.0.0.1:0".to_owned(),
        threads: Some(2),
        store,
        ..Options::default()
    };
    let server = Server::bind(options).unwrap();
    println!("listening {}", server.address());
    server.run(&StopFlag::new()).unwrap();
}

struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(store: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "server_process", "--nocapture"])
            .env("TENGEN_TEST_STORE", store)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let address = output
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.split("listening ").nth(1)?.trim().parse().ok())
            .expect("it listens");
        Self { child, address }
    }

    fn state(&self, id: &str) -> Value {
        get(self.address, &format!("/api/games/{id}")).json()
    }

    fn act(&self, id: &str, what: &str, body: &Value) -> Value {
        post(self.address, &format!("/api/games/{id}/{what}"), body).json()
    }

    fn begin(&self, setup: &Value, white: &str) -> String {
        let body = json!({"setup": setup, "black": {"human": true}, "white": {"spec": white}});
        let state = post(self.address, "/api/games", &body).json();
        state["id"].as_str().unwrap_or_else(|| panic!("{state}")).to_owned()
    }

    fn wait(&self, id: &str, status: &str) -> Value {
        let started = Instant::now();
        loop {
            let state = self.state(id);
            if state["status"] == status {
                return state;
            }
            assert!(started.elapsed() < Duration::from_secs(60), "{state}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// As `kill -9` does.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn games_in_a_store_outlive_a_killed_server() {
    let folder = Folder::new("killed");
    let store = folder.file("games.db");
    let first = Process::start(&store);
    let go = first.begin(&json!({"game": "go", "size": 5}), "uct,sims=50");
    first.act(&go, "play", &json!({"move": "C3"}));
    let before = first.wait(&go, "yours");
    let phantom = first.begin(&json!({"game": "phantom", "size": 5}), "phantom,sims=20");
    first.act(&phantom, "play", &json!({"move": "C3"}));
    first.wait(&phantom, "yours");
    first.act(&phantom, "play", &json!({"move": "B2"}));
    let phantom_before = first.wait(&phantom, "yours");
    let over = first.begin(&json!({"game": "loa"}), "random");
    first.act(&over, "resign", &json!({}));
    // One in which a player thinks when the server is killed.
    let hinted = first
        .begin(&json!({"game": "go", "size": 9, "handicap": 2, "toMove": "black"}), "uct,sims=50");
    first.act(&hinted, "hint", &json!({}));
    let started = Instant::now();
    while first.state(&hinted)["hint"].is_null() {
        assert!(started.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    let hinted_before = first.state(&hinted);
    let thinking = first.begin(&json!({"game": "go", "size": 9}), "uct,time=20s");
    first.act(&thinking, "play", &json!({"move": "E5"}));
    first.kill();

    let second = Process::start(&store);
    let after = second.state(&go);
    for key in ["setup", "players", "history", "position", "side", "status"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    let phantom_after = second.state(&phantom);
    for key in ["position", "view", "status"] {
        assert_eq!(phantom_after[key], phantom_before[key], "{key}");
    }
    // Who advised is gone, but no version is told twice; and Black is to move as he was.
    let hinted_after = second.state(&hinted);
    assert!(hinted_after["version"].as_u64() >= hinted_before["version"].as_u64());
    for key in ["setup", "position", "status"] {
        assert_eq!(hinted_after[key], hinted_before[key], "{key}");
    }
    assert_eq!(second.state(&over)["result"]["text"], "W+R");
    let listed = get(second.address, "/api/games").json();
    assert_eq!(listed.as_array().unwrap().len(), 5, "{listed}");
    // Games go on: the player thinks again, and answers.
    let state = second.state(&thinking);
    assert!(["thinking", "queued"].contains(&state["status"].as_str().unwrap()), "{state}");
    second.act(&thinking, "move-now", &json!({}));
    assert_eq!(second.wait(&thinking, "yours")["history"].as_array().unwrap().len(), 2);
    // White may have answered there.
    let free = if before["history"].to_string().contains("B2") { "D2" } else { "B2" };
    let played = second.act(&go, "play", &json!({"move": free}));
    assert!(played["error"].is_null(), "{played}");
    let length = |state: &Value| state["history"].as_array().unwrap().len();
    assert_eq!(length(&second.wait(&go, "yours")), length(&before) + 2);
    let tries = strings(&phantom_after["view"]["triesLegal"]);
    second.act(&phantom, "play", &json!({"move": tries[0]}));
    second.kill();
    // And once more.
    let third = Process::start(&store);
    assert_eq!(length(&third.wait(&go, "yours")), length(&before) + 2);
}

#[test]
fn without_a_store_a_game_is_gone_and_the_page_is_told_why() {
    let first = Process::start("");
    let id = first.begin(&json!({"game": "go", "size": 5}), "random");
    assert_eq!(first.state(&id)["kept"], false);
    first.kill();
    let second = Process::start("");
    let answer = get(second.address, &format!("/api/games/{id}"));
    assert_eq!(answer.status, 404);
    assert!(answer.error().contains("without a store"), "{}", answer.error());
    let soft = get(second.address, &format!("/api/games/{id}?soft=1"));
    assert_eq!((soft.status, &soft.json()["gone"]), (200, &json!(true)));
    assert_eq!(get(second.address, "/api/games").json(), json!([]));
    assert_eq!(get(second.address, "/api/about").status, 200);
}

#[test]
fn a_game_over_by_passes_stays_over_and_one_played_on_goes_on() {
    let folder = Folder::new("passes");
    let store = folder.file("games.db");
    let id = {
        let server = Running::with_store(&store);
        let state =
            server.begin(&json!({"game": "go", "size": 5, "rules": "cgos"}), "human", "human");
        let id = state["id"].as_str().unwrap().to_owned();
        assert_eq!(state["side"], "both");
        for m in ["C3", "pass", "pass"] {
            assert_eq!(server.play(&id, m).status, 200);
        }
        let over = server.wait_for(&id, &["over"]);
        assert_eq!(over["result"]["text"], "B+18");
        id
    };
    let server = Running::with_store(&store);
    assert_eq!(server.state(&id)["result"]["text"], "B+18");
    let resumed = server.post(&format!("/api/games/{id}/resume"), &json!({}));
    assert_eq!(resumed.json()["status"], "yours", "{}", resumed.body);
    drop(server);
    let server = Running::with_store(&store);
    assert_eq!(server.state(&id)["status"], "yours");
    assert_eq!(server.play(&id, "C2").status, 200);
    drop(server);
    let server = Running::with_store(&store);
    let state = server.state(&id);
    assert_eq!(state["history"].as_array().unwrap().len(), 4);
    // Whoever drops a game drops it for good.
    let own = format!("Host: {}\r\n", server.address);
    assert_eq!(server.with_head("DELETE", &format!("/api/games/{id}"), &own, "").status, 200);
    assert_eq!(server.get(&format!("/api/games/{id}")).status, 404);
}
