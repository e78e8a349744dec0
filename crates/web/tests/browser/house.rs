//! The real server, in this process.

use std::net::SocketAddr;
use std::thread::JoinHandle;

use serde_json::Value;
use tengen_engine::StopFlag;
use tengen_web::{Options, ServeError, Server};

use crate::http::request;

/// A server that runs until this is dropped.
pub(crate) struct House {
    address: SocketAddr,
    stop: StopFlag,
    running: Option<JoinHandle<Result<(), ServeError>>>,
}

impl House {
    /// A server without a store, at a free port.
    pub(crate) fn open() -> Self {
        Self::with(Options::default(), "127.0.0.1:0")
    }

    /// A server as `options` say, at this address.
    pub(crate) fn with(options: Options, address: &str) -> Self {
        let options = Options { address: address.to_owned(), threads: Some(2), ..options };
        let server = Server::bind(options).expect("a server");
        let (address, stop) = (server.address(), StopFlag::new());
        let flag = stop.clone();
        let running = std::thread::spawn(move || server.run(&flag));
        Self { address, stop, running: Some(running) }
    }

    /// Where it listens.
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of a page: `url("#/play")`.
    pub(crate) fn url(&self, page: &str) -> String {
        format!("http://{}/{page}", self.address)
    }

    /// Asks the server as a program would.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let (status, answer) =
            request(self.address.port(), "POST", path, Some(body)).expect("an answer");
        assert_eq!(status, 200, "{path} {body}: {answer}");
        answer
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(running) = self.running.take() {
            let ended = running.join();
            if !std::thread::panicking() {
                ended.expect("the server did not panic").expect("it ended well");
            }
        }
    }
}
