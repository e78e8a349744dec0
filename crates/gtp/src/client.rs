//! A client for engines in other processes.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::line::read_line;

/// What can go wrong with an outside engine.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// It could not be started.
    #[error("cannot start {program}: {reason}")]
    Start {
        /// What was to be started.
        program: String,
        /// Why not.
        reason: io::Error,
    },
    /// It is gone, or does not listen any more.
    #[error("the engine has ended")]
    Ended,
    /// It has not answered in time.
    #[error("the engine has not answered within {0:?}")]
    Late(Duration),
    /// It refuses the command.
    #[error("the engine refuses: {0}")]
    Refused(String),
    /// What it says is no answer.
    #[error("the engine answers {0:?}, which is no answer of the protocol")]
    Garbled(String),
}

/// The end of what the engine wrote to its standard error, as far as it is kept.
const STDERR_BYTES: usize = 16 << 10;

/// Lines of an answer that may wait to be read, and the most an answer may have.
const MOST_LINES: usize = 10_000;

/// An engine in another process, which ends with this handle.
///
/// ```no_run
/// use std::time::Duration;
/// use tengen_gtp::Client;
/// let mut gnugo = Client::start("gnugo", ["--mode", "gtp"]).unwrap();
/// let answer = gnugo.ask("genmove black", Duration::from_secs(60)).unwrap();
/// ```
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    stderr: Arc<Mutex<VecDeque<u8>>>,
}

impl Client {
    /// Starts an engine.
    pub fn start(
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Result<Self, ClientError> {
        let program = program.as_ref();
        let fail =
            |reason| ClientError::Start { program: program.to_string_lossy().into_owned(), reason };
        let missing = || fail(io::Error::other("no pipe"));
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(fail)?;
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        let (sender, lines) = sync_channel(MOST_LINES);
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&stderr);
        thread::spawn(move || forward(output, &sender));
        thread::spawn(move || keep_end(errors, &kept));
        Ok(Self { child, input, lines, stderr })
    }

    /// Sends a command and waits for its answer.
    pub fn ask(&mut self, command: &str, patience: Duration) -> Result<String, ClientError> {
        let deadline = Instant::now() + patience;
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        sent.map_err(|_| ClientError::Ended)?;
        let next = || {
            let left = deadline.saturating_duration_since(Instant::now());
            self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => ClientError::Late(patience),
                RecvTimeoutError::Disconnected => ClientError::Ended,
            })
        };
        let mut first = next()?;
        while first.is_empty() {
            first = next()?;
        }
        let good = match first.chars().next() {
            Some('=') => true,
            Some('?') => false,
            _ => return Err(ClientError::Garbled(first)),
        };
        let mut answer =
            first[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
        for _ in 0..MOST_LINES {
            let line = next()?;
            if line.is_empty() {
                return if good { Ok(answer) } else { Err(ClientError::Refused(answer)) };
            }
            answer += "\n";
            answer += &line;
        }
        Err(ClientError::Garbled(answer.lines().next().unwrap_or_default().to_owned()))
    }

    /// The end of what the engine has written to its standard error.
    #[must_use]
    pub fn stderr(&self) -> String {
        let bytes = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = bytes.iter().copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // One that is gone already cannot be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Passes lines on until nobody wants them or there are no more.
fn forward(output: impl Read, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = read_line(&mut output) {
        let line: String = line.trim_end().chars().filter(|c| !c.is_control()).collect();
        if sender.send(line).is_err() {
            return;
        }
    }
}

fn keep_end(mut errors: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(read @ 1..) = errors.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&buffer[..read]);
        let excess = kept.len().saturating_sub(STDERR_BYTES);
        kept.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(20);

    fn shell(script: &str) -> Client {
        Client::start("sh", ["-c", script]).expect("a shell")
    }

    #[test]
    fn answers_refusals_and_silence() {
        let mut engine = shell(
            "read a; printf '=7 one\\ntwo\\n\\n'; read a; printf '\\n? no\\n\\n'; echo oops >&2; \
             read a; printf 'hello\\n\\n'; read a; sleep 60",
        );
        assert_eq!(engine.ask("first", PATIENCE).unwrap(), "one\ntwo");
        assert!(matches!(engine.ask("b", PATIENCE), Err(ClientError::Refused(r)) if r == "no"));
        assert!(matches!(engine.ask("c", PATIENCE), Err(ClientError::Garbled(_))));
        let short = Duration::from_millis(50);
        assert!(matches!(engine.ask("d", short), Err(ClientError::Late(_))));
        assert_eq!(engine.stderr().trim(), "oops");
    }

    #[test]
    fn engines_that_end_or_never_start() {
        let mut engine = shell("exit 3");
        assert!(matches!(engine.ask("name", PATIENCE), Err(ClientError::Ended)));
        let missing = Client::start("no-such-program", [""; 0]);
        assert!(matches!(missing, Err(ClientError::Start { .. })));
    }
}
