//! A server of one's own, and a client that shows every byte.

#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tengen_engine::StopFlag;
use tengen_web::{Options, Server};

/// A server that ends with its test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: StopFlag,
    thread: Option<JoinHandle<()>>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The reason of a refusal.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_default().to_owned()
    }
}

impl Running {
    pub(crate) fn start() -> Self {
        Self::with(Options::default())
    }

    pub(crate) fn with(options: Options) -> Self {
        let options = Options {
            address: "127.0.0.1:0".to_owned(),
            threads: options.threads.or(Some(2)),
            ..options
        };
        let server = Server::bind(options).unwrap();
        let (address, stop) = (server.address(), StopFlag::new());
        let flag = stop.clone();
        let thread = thread::spawn(move || server.run(&flag).unwrap());
        Self { address, stop, thread: Some(thread) }
    }

    /// A server that keeps its games in a file.
    pub(crate) fn with_store(store: &str) -> Self {
        Self::with(Options { store: Some(store.to_owned()), ..Options::default() })
    }

    /// Sends bytes, and reads all that comes back until the connection ends.
    pub(crate) fn raw(&self, request: &[u8]) -> Answer {
        raw(self.address, request)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        get(self.address, path)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        post(self.address, path, body)
    }

    /// A request with these lines in its head, the usual ones excepted.
    pub(crate) fn with_head(&self, method: &str, path: &str, lines: &str, body: &str) -> Answer {
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{lines}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        self.raw(request.as_bytes())
    }

    /// Begins a game; its state.
    pub(crate) fn begin(&self, setup: &Value, black: &str, white: &str) -> Value {
        let player = |spec: &str| match spec {
            "human" => json!({"human": true}),
            spec => json!({"spec": spec}),
        };
        let body = json!({
            "setup": setup, "black": player(black), "white": player(white), "seed": 7
        });
        let answer = self.post("/api/games", &body);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    pub(crate) fn state(&self, id: &str) -> Value {
        let answer = self.get(&format!("/api/games/{id}"));
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    pub(crate) fn play(&self, id: &str, m: &str) -> Answer {
        self.post(&format!("/api/games/{id}/play"), &json!({"move": m}))
    }

    /// Waits until a game has one of these states.
    pub(crate) fn wait_for(&self, id: &str, wanted: &[&str]) -> Value {
        let started = Instant::now();
        loop {
            let state = self.state(id);
            if wanted.contains(&state["status"].as_str().unwrap()) {
                return state;
            }
            assert!(started.elapsed() < Duration::from_secs(60), "still {}", state["status"]);
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Listens to a stream of events, from now on.
    pub(crate) fn listen(&self, path: &str) -> Stream {
        Stream::open(self.address, path)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

pub(crate) fn raw(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // A server that has read enough may answer and hang up before all is sent.
    let _ = stream.write_all(request);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        unchunked(body)
    } else {
        body.to_owned()
    };
    Answer { status, head: head.to_owned(), body }
}

fn unchunked(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let Ok(length) = usize::from_str_radix(length.trim(), 16) else { break };
        if length == 0 || rest.len() < length {
            break;
        }
        text.push_str(&rest[..length]);
        body = rest[length..].trim_start_matches("\r\n");
    }
    text
}

pub(crate) fn get(address: SocketAddr, path: &str) -> Answer {
    let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    raw(address, head.as_bytes())
}

pub(crate) fn post(address: SocketAddr, path: &str, body: &Value) -> Answer {
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    raw(address, request.as_bytes())
}

/// All that came over a stream of events so far.
pub(crate) struct Stream {
    heard: Arc<Mutex<String>>,
}

impl Stream {
    fn open(address: SocketAddr, path: &str) -> Self {
        let mut stream = TcpStream::connect(address).unwrap();
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let heard = Arc::new(Mutex::new(String::new()));
        let hearing = Arc::clone(&heard);
        thread::spawn(move || {
            let mut lines = BufReader::new(stream);
            let mut line = String::new();
            while lines.read_line(&mut line).is_ok_and(|read| read > 0) {
                hearing.lock().unwrap().push_str(&line);
                line.clear();
            }
        });
        Self { heard }
    }

    /// Everything, as it came.
    pub(crate) fn text(&self) -> String {
        self.heard.lock().unwrap().clone()
    }

    /// The data of all events of a name.
    pub(crate) fn events(&self, name: &str) -> Vec<Value> {
        let text = self.text();
        let mut events = Vec::new();
        let mut wanted = false;
        for line in text.lines() {
            if let Some(event) = line.strip_prefix("event: ") {
                wanted = event.trim() == name;
            } else if let Some(data) = line.strip_prefix("data: ")
                && wanted
                && let Ok(value) = serde_json::from_str(data)
            {
                events.push(value);
            }
        }
        events
    }

    /// Waits for an event of this name that pleases; it.
    pub(crate) fn wait(&self, name: &str, pleases: impl Fn(&Value) -> bool) -> Value {
        let started = Instant::now();
        loop {
            if let Some(event) = self.events(name).into_iter().find(&pleases) {
                return event;
            }
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "no {name}; there was: {}",
                self.text().chars().take(3000).collect::<String>()
            );
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// A folder of one's own, which is removed in the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tengen-web-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Strings of a list.
pub(crate) fn strings(list: &Value) -> Vec<String> {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().map(|it| it.as_str().unwrap_or_default().to_owned()).collect()
}
