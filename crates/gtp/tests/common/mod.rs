//! What the tests share: sessions, and pipes to a server.

#![allow(dead_code, reason = "each test uses its part")]

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tengen_engine::go::{BoardSize, Rules};
use tengen_engine::{GoSetup, LoaEngine, LoaSetup};
use tengen_gtp::{GtpGame, Identity, Session, serve};

/// A session on 9x9 with Chinese rules.
pub(crate) fn session(player: &str) -> Session {
    session_with(9, Rules::CHINESE, player)
}

pub(crate) fn session_with(side: usize, rules: Rules, player: &str) -> Session {
    let size = BoardSize::new(side).expect("a size");
    let setup = GoSetup { size, rules, komi: rules.komi };
    let identity = identity();
    let player = player.parse().unwrap_or_else(|error| panic!("{player}: {error}"));
    Session::new(setup, &player, identity).expect("a session")
}

fn identity() -> Identity {
    Identity { name: "Tengen".into(), version: "test".into() }
}

/// A session about Lines of Action, with moves as text or square by square.
pub(crate) fn loa_session(player: &str, by_squares: bool) -> Session<LoaEngine> {
    let player = player.parse().unwrap_or_else(|error| panic!("{player}: {error}"));
    Session::loa(LoaSetup::default(), &player, by_squares, identity()).expect("a session")
}

/// The answer to a command, without frame. Panics if it is refused.
pub(crate) fn ask<E: GtpGame>(session: &mut Session<E>, command: &str) -> String {
    let answer = session.answer(command).expect(command);
    let text = answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}"));
    text.trim().to_owned()
}

/// A server in a thread, and the other ends of its pipes.
pub(crate) struct Server {
    pub(crate) input: Option<PipeWriter>,
    pub(crate) output: BufReader<PipeReader>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(crate) fn start<E: GtpGame<Desk: Send, Insight: Send>>(mut session: Session<E>) -> Self {
        let (their_input, input) = pipe().expect("a pipe");
        let (output, mut their_output) = pipe().expect("a pipe");
        let thread = thread::spawn(move || {
            serve(&mut session, BufReader::new(their_input), &mut their_output, None)
                .expect("no fault");
        });
        Self { input: Some(input), output: BufReader::new(output), thread: Some(thread) }
    }

    pub(crate) fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(format!("{line}\n").as_bytes()).expect("somebody listens");
    }

    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        line
    }

    /// An answer, to its empty line, and how long it took.
    pub(crate) fn answer(&mut self) -> (String, Duration) {
        let start = Instant::now();
        let mut answer = String::new();
        loop {
            let line = self.line();
            assert!(!line.is_empty(), "the server has ended after {answer:?}");
            if line == "\n" {
                return (answer, start.elapsed());
            }
            answer += &line;
        }
    }

    pub(crate) fn ask(&mut self, command: &str) -> String {
        self.send(command);
        self.answer().0.trim_end().to_owned()
    }

    /// Closes the input and waits for the end.
    pub(crate) fn finish(mut self) {
        self.input = None;
        self.thread.take().expect("once").join().expect("no panic");
    }
}
