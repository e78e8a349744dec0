//! A client for engines in other processes.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsStr;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tengen_engine::StopFlag;

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
    /// It is gone, or at least does not talk any more: then nothing is known of how it ended.
    #[error("{}", .0.map_or_else(|| "the engine has closed its output".to_owned(), |status| format!("the engine has ended ({status})")))]
    Ended(Option<ExitStatus>),
    /// It is there, but does not listen any more.
    #[error("the engine has closed its input")]
    Deaf,
    /// Whoever asked does not want to know any more.
    #[error("the question was given up")]
    Stopped,
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

/// The most lines of an answer.
const MOST_LINES: usize = 10_000;

/// The most bytes of an answer: as many lines as long as they may be would fill the memory.
const MOST_BYTES: usize = 1 << 20;

/// Lines that may wait to be read.
const WAITING_LINES: usize = 100;

/// How often somebody who waits looks whether he still wants to.
const GLANCE: Duration = Duration::from_millis(20);

/// How long an engine that does not listen any more has to end.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// An engine in another process, which ends with this handle, and so do the processes that it has
/// started.
///
/// ```no_run
/// use std::time::Duration;
/// use tengen_gtp::Client;
/// let mut gnugo = Client::start("gnugo", ["--mode", "gtp"]).unwrap();
/// let answer = gnugo.ask("genmove black", Duration::from_secs(60)).unwrap();
/// ```
pub struct Client {
    process: Process,
    input: ChildStdin,
    lines: Receiver<String>,
    stderr: Arc<Mutex<VecDeque<u8>>>,
    stderr_reader: JoinHandle<()>,
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
        let mut command = Command::new(program);
        // A group of its own: Ctrl-C in a terminal is for us, and what an engine starts (many are
        // shell scripts) ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(fail)?;
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        running().insert(child.id());
        let (sender, lines) = sync_channel(WAITING_LINES);
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&stderr);
        thread::spawn(move || forward(output, &sender));
        let stderr_reader = thread::spawn(move || keep_end(errors, &kept));
        let process = Process { child, status: None };
        Ok(Self { process, input, lines, stderr, stderr_reader })
    }

    /// Sends a command and waits for its answer.
    pub fn ask(&mut self, command: &str, patience: Duration) -> Result<String, ClientError> {
        self.ask_unless(command, patience, &StopFlag::new())
    }

    /// The same, until the flag is raised. What is answered after that would be taken for the
    /// answer to the next question: an engine that was given up should not be asked again.
    pub fn ask_unless(
        &mut self,
        command: &str,
        patience: Duration,
        stop: &StopFlag,
    ) -> Result<String, ClientError> {
        let deadline = Instant::now() + patience;
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        if sent.is_err() {
            return Err(match self.process.ends_presently() {
                Some(status) => ClientError::Ended(Some(status)),
                None => ClientError::Deaf,
            });
        }
        let mut next = || loop {
            if stop.is_stopped() {
                return Err(ClientError::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line),
                // Its end closes the pipe, unless something that it has started keeps it open.
                Err(RecvTimeoutError::Timeout) if left > GLANCE => {
                    self.process.ended();
                }
                Err(RecvTimeoutError::Timeout) => return Err(ClientError::Late(patience)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ClientError::Ended(self.process.ends_presently()));
                }
            }
        };
        let mut first = next()?;
        // Empty lines before an answer mean nothing, unless there is no end of them.
        for _ in 0..MOST_LINES {
            if !first.is_empty() {
                break;
            }
            first = next()?;
        }
        let good = match first.chars().next() {
            Some('=') => true,
            Some('?') => false,
            _ => return Err(ClientError::Garbled(shortened(&first))),
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
            if answer.len() > MOST_BYTES {
                break;
            }
        }
        Err(ClientError::Garbled(shortened(answer.lines().next().unwrap_or_default())))
    }

    /// The end of what the engine has written to its standard error.
    #[must_use]
    pub fn stderr(&self) -> String {
        let bytes = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = bytes.iter().copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Ends the engine politely: tells it to quit, and gives it this long to do so.
    pub fn quit(mut self, patience: Duration) {
        // One that refuses, or is gone, ends all the same.
        if self.ask("quit", patience).is_ok() {
            let _ = self.process.ends_presently();
        }
    }

    /// Ends the engine at once. What it has written to its standard error until then, or the end
    /// of it.
    #[must_use]
    pub fn last_words(mut self) -> String {
        self.process.kill();
        // Something may still be in the pipe.
        let deadline = Instant::now() + LAST_BREATH;
        while !self.stderr_reader.is_finished() && Instant::now() < deadline {
            thread::sleep(GLANCE / 4);
        }
        self.stderr()
    }
}

/// Engines that have not ended.
fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every engine of this program at once: for one that is about to exit without giving its
/// clients the time to do so.
pub fn end_all_engines() {
    for &process in running().iter() {
        kill_group(process);
    }
}

/// Ends a process and everything that belongs to it.
fn kill_group(process: u32) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let group = i32::try_from(process).ok().and_then(Pid::from_raw);
        let _ = group.map(|group| kill_process_group(group, Signal::KILL));
    }
}

/// A process and what it has started.
struct Process {
    child: Child,
    /// How it has ended. Its number may be another's by then.
    status: Option<ExitStatus>,
}

impl Process {
    /// How it has ended, if it has. What it had started ends with it.
    fn ended(&mut self) -> Option<ExitStatus> {
        if self.status.is_none()
            && let Ok(Some(status)) = self.child.try_wait()
        {
            running().remove(&self.child.id());
            kill_group(self.child.id());
            self.status = Some(status);
        }
        self.status
    }

    /// The same, if it is about to.
    fn ends_presently(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + LAST_BREATH;
        while self.ended().is_none() && Instant::now() < deadline {
            thread::sleep(GLANCE / 4);
        }
        self.status
    }

    /// Ends it, and waits until it has.
    fn kill(&mut self) {
        if self.status.is_none() {
            kill_group(self.child.id());
            running().remove(&self.child.id());
            // What is gone already cannot be killed, and need not be.
            let _ = self.child.kill();
            self.status = self.child.wait().ok();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The beginning of what may be long.
fn shortened(text: &str) -> String {
    text.chars().take(200).collect()
}

/// Passes lines on until nobody wants them or there are no more.
fn forward(output: impl Read, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = read_line(&mut output) {
        // The protocol says so: a tab is a blank, other control characters are nothing.
        let line = line.trim_end().replace('\t', " ");
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
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
            "read a; printf '=7 one\\nt\\two\\n\\n'; read a; printf '\\n? no\\n\\n'; echo oops >&2; \
             read a; printf 'hello\\n\\n'; read a; sleep 60",
        );
        assert_eq!(engine.ask("first", PATIENCE).unwrap(), "one\nt wo");
        assert!(matches!(engine.ask("b", PATIENCE), Err(ClientError::Refused(r)) if r == "no"));
        assert!(matches!(engine.ask("c", PATIENCE), Err(ClientError::Garbled(_))));
        let short = Duration::from_millis(50);
        assert!(matches!(engine.ask("d", short), Err(ClientError::Late(_))));
        assert_eq!(engine.last_words().trim(), "oops");
        let polite = shell("read a; printf '=\\n\\n'; exit 0");
        polite.quit(PATIENCE);
    }

    #[test]
    fn engines_that_end_or_never_start() {
        let mut engine = shell("exit 3");
        let Err(ClientError::Ended(Some(status))) = engine.ask("name", PATIENCE) else {
            panic!("it has ended")
        };
        assert_eq!(status.code(), Some(3));
        let mut engine = shell("exec 0<&-; sleep 60");
        let deaf = loop {
            // It may take a moment until the pipe is closed.
            match engine.ask("name", Duration::from_millis(10)) {
                Err(ClientError::Late(_)) => {}
                other => break other,
            }
        };
        assert!(matches!(deaf, Err(ClientError::Deaf)), "{deaf:?}");
        let missing = Client::start("no-such-program", [""; 0]);
        assert!(matches!(missing, Err(ClientError::Start { .. })));
    }
}
