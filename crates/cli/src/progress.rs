//! How far long work has come: a line that changes on a terminal, a line a minute elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line about work in progress, on standard error.
pub(crate) struct Progress {
    started: Instant,
    told: Option<Instant>,
    terminal: bool,
    quiet: bool,
    width: usize,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        let terminal = io::stderr().is_terminal();
        Self { started: Instant::now(), told: None, terminal, quiet, width: 0 }
    }

    /// Tells it, if it is time to.
    pub(crate) fn tell(&mut self, line: impl FnOnce(Duration) -> String) {
        let pause = Duration::from_secs(if self.terminal { 1 } else { 60 });
        // A log gets its first line after a minute, not at the start.
        let last = self.told.or((!self.terminal).then_some(self.started));
        if self.quiet || last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        self.told = Some(Instant::now());
        let line = line(self.started.elapsed());
        // Nobody may be there to read it.
        let _ = if self.terminal {
            let shown = line.chars().count();
            let blanks = " ".repeat(self.width.saturating_sub(shown));
            self.width = shown;
            write!(io::stderr(), "\r{line}{blanks}")
        } else {
            writeln!(io::stderr(), "{line}")
        };
    }

    /// Takes the line off a terminal.
    pub(crate) fn clear(&mut self) {
        if self.width > 0 {
            let _ = write!(io::stderr(), "\r{}\r", " ".repeat(self.width));
            self.width = 0;
        }
    }
}

/// How long the rest takes, if it goes on as it has: `3 m 20 s left`.
pub(crate) fn time_left(elapsed: Duration, done: usize, left: usize) -> String {
    if done == 0 {
        return "no game finished yet".to_owned();
    }
    let seconds = elapsed.as_secs_f64() / done as f64 * left as f64;
    format!("{} left", in_words(seconds))
}

/// A time as people say it.
pub(crate) fn in_words(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..60 => format!("{whole} s"),
        60..3600 => format!("{} m {:02} s", whole / 60, whole % 60),
        _ => format!("{} h {:02} m", whole / 3600, whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_words() {
        for (seconds, words) in [(3.4, "3 s"), (59.6, "1 m 00 s"), (3725.0, "1 h 02 m")] {
            assert_eq!(in_words(seconds), words);
        }
        assert_eq!(time_left(Duration::from_secs(10), 5, 10), "20 s left");
        assert_eq!(time_left(Duration::from_secs(10), 0, 10), "no game finished yet");
    }
}
