//! The server: commands from a pipe, answers into one.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::thread;

use tengen_engine::StopFlag;

use crate::inbox::{EndsBy, Inbox};
use crate::line::Request;
use crate::session::Caller;

/// What the server says it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Default for Identity {
    fn default() -> Self {
        Self { name: "Tengen".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

/// Someone who answers commands.
pub trait Answering {
    /// Answers a command: all that the caller was not told on the way.
    fn handle(&mut self, request: &Request, caller: &dyn Caller) -> String;

    /// Whether `quit` was among the commands.
    fn is_over(&self) -> bool;

    /// Whether there is a reason to think until the next command.
    fn wants_to_ponder(&self) -> bool {
        false
    }

    /// Thinks until the next command.
    fn ponder(&mut self, _: &dyn Caller) {}
}

/// Answers commands until `quit` or the end of the input. Only answers go to `output`; both
/// directions go to `log`, if there is one.
pub fn serve<A: Answering>(
    session: &mut A,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    log: Option<File>,
) -> io::Result<()> {
    let inbox = Inbox::default();
    let reader = inbox.clone();
    // It ends with the input. After `quit` nobody waits for that.
    thread::Builder::new().name("gtp input".to_owned()).spawn(move || reader.fill_from(input))?;
    let wire = RefCell::new(Wire { output, log, fault: None });
    while let Some(request) = inbox.next() {
        wire.borrow_mut().log('<', &request.to_string());
        let caller = Pipe { inbox: &inbox, wire: &wire, id: &request.id };
        let answer = session.handle(&request, &caller);
        wire.borrow_mut().write(&answer);
        if let Some(fault) = wire.borrow_mut().fault.take() {
            inbox.close();
            return Err(fault);
        }
        if session.is_over() {
            break;
        }
        if session.wants_to_ponder() && inbox.is_quiet() {
            session.ponder(&caller);
        }
    }
    inbox.close();
    Ok(())
}

/// Where answers go.
struct Wire<'a> {
    output: &'a mut dyn Write,
    log: Option<File>,
    /// What went wrong first.
    fault: Option<io::Error>,
}

impl Wire<'_> {
    fn write(&mut self, text: &str) {
        let written = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
        if let (Err(error), None) = (written, &self.fault) {
            self.fault = Some(error);
        }
        self.log('>', text.trim_end());
    }

    fn log(&mut self, sign: char, text: &str) {
        if let Some(log) = &mut self.log {
            // A full disk must not end a game.
            let lines: String = text.lines().map(|line| format!("{sign} {line}\n")).collect();
            let _ = log.write_all(lines.as_bytes());
        }
    }
}

/// The caller at the other end of a pipe.
struct Pipe<'a, 'w> {
    inbox: &'a Inbox,
    wire: &'a RefCell<Wire<'w>>,
    id: &'a str,
}

impl Caller for Pipe<'_, '_> {
    fn begin(&self, ends_by: EndsBy) -> StopFlag {
        self.inbox.begin(ends_by)
    }

    fn end(&self) {
        self.inbox.end();
    }

    fn tell(&self, line: &str) {
        let mut wire = self.wire.borrow_mut();
        match line {
            "" => wire.write(&format!("={}\n", self.id)),
            _ => wire.write(&format!("{line}\n")),
        }
        if wire.fault.is_some() {
            // Nobody listens any more.
            self.inbox.begin(EndsBy::Interrupt).stop();
        }
    }

    /// To standard error, where programs show it beside the game; nothing depends on it.
    fn remark(&self, text: &str) {
        let _ = writeln!(io::stderr(), "tengen: {text}");
    }

    fn wait(&self) {
        if self.wire.borrow().fault.is_none() {
            self.inbox.wait();
        }
    }
}
