//! Regression suites: commands with the answers they should get.
//!
//! A `.tst` file is a list of commands. A line `#? [PATTERN]` says what the answer to the command
//! before it should be: a regular expression for the whole answer. `[!PATTERN]` says what it should
//! not be. A `*` after the bracket marks a known failure: it is expected to go wrong, and to be
//! mended one day.

use std::fmt;

use regex_lite::Regex;

use crate::line::Request;
use crate::session::Session;

/// A suite, read and checked.
#[derive(Debug)]
pub struct Suite {
    steps: Vec<Step>,
}

#[derive(Debug)]
struct Step {
    line: usize,
    command: String,
    expected: Option<Expected>,
}

#[derive(Debug)]
struct Expected {
    /// As it was written.
    text: String,
    pattern: Regex,
    negated: bool,
    known_failure: bool,
}

/// What is wrong with a suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct BadSuite {
    /// Where.
    pub line: usize,
    /// What.
    pub reason: String,
}

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it should.
    Pass,
    /// Not as it should.
    Fail,
    /// Not as it should, which is known.
    KnownFailure,
    /// As it should, though it is marked as a known failure.
    UnexpectedPass,
}

impl Verdict {
    /// Whether that was to be expected.
    #[must_use]
    pub const fn is_expected(self) -> bool {
        matches!(self, Self::Pass | Self::KnownFailure)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pass => "pass",
            Self::Fail => "FAIL",
            Self::KnownFailure => "known failure",
            Self::UnexpectedPass => "PASSES (marked as a known failure)",
        })
    }
}

/// One answer that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The line of the command in its file.
    pub line: usize,
    /// The command, with its number.
    pub command: String,
    /// What the answer should be, as it was written.
    pub expected: String,
    /// What it was.
    pub answer: String,
    /// How that went.
    pub verdict: Verdict,
}

impl Suite {
    /// Reads a suite.
    ///
    /// ```
    /// use tengen_gtp::Suite;
    /// let suite = Suite::parse("boardsize 5\n10 reg_genmove b\n#? [C3]\n").unwrap();
    /// assert_eq!(suite.checks(), 1);
    /// let error = Suite::parse("#? [C3]").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: no command before this expectation");
    /// ```
    pub fn parse(text: &str) -> Result<Self, BadSuite> {
        let mut steps: Vec<Step> = Vec::new();
        for (index, text) in text.lines().enumerate() {
            let line = index + 1;
            let bad = |reason: String| BadSuite { line, reason };
            if let Some(expected) = text.trim_start().strip_prefix("#?") {
                let expected = Expected::parse(expected).map_err(bad)?;
                let step = steps.last_mut().filter(|step| step.expected.is_none());
                let step =
                    step.ok_or_else(|| bad("no command before this expectation".to_owned()))?;
                step.expected = Some(expected);
            } else if let Some(request) = Request::parse(text) {
                steps.push(Step { line, command: request.to_string(), expected: None });
            }
        }
        Ok(Self { steps })
    }

    /// How many answers it looks at.
    #[must_use]
    pub fn checks(&self) -> usize {
        self.steps.iter().filter(|step| step.expected.is_some()).count()
    }
}

impl Expected {
    fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (inner, known_failure) = match text.strip_suffix('*') {
            Some(rest) => (rest.trim_end(), true),
            None => (text, false),
        };
        let inner = inner.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let inner = inner.ok_or("an expectation is written #? [PATTERN] or #? [!PATTERN]")?;
        let (pattern, negated) = match inner.strip_prefix('!') {
            Some(rest) => (rest, true),
            None => (inner, false),
        };
        let pattern = Regex::new(&format!("^(?i:{pattern})$"))
            .map_err(|error| format!("{pattern:?} is no pattern: {error}"))?;
        Ok(Self { text: text.to_owned(), pattern, negated, known_failure })
    }

    fn verdict(&self, answer: Option<&str>) -> Verdict {
        // A command that is refused has no answer, which is never right.
        let right = answer.is_some_and(|answer| self.pattern.is_match(answer) != self.negated);
        match (right, self.known_failure) {
            (true, false) => Verdict::Pass,
            (true, true) => Verdict::UnexpectedPass,
            (false, true) => Verdict::KnownFailure,
            (false, false) => Verdict::Fail,
        }
    }
}

/// Runs a suite. `tell` hears of every check as it is made. A command that is refused though
/// nothing is expected of it is a failure too: what comes after it makes no sense.
pub fn regress(session: &mut Session, suite: &Suite, mut tell: impl FnMut(&Check)) -> Vec<Check> {
    let mut checks = Vec::new();
    for Step { line, command, expected } in &suite.steps {
        let framed = session.answer(command).unwrap_or_default();
        let refused = framed.starts_with('?');
        let answer = framed.get(1..).unwrap_or_default();
        let answer = answer.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
        let (verdict, expected) = match expected {
            Some(expected) => {
                (expected.verdict((!refused).then_some(&answer)), expected.text.clone())
            }
            None if refused => (Verdict::Fail, "an answer".to_owned()),
            None => continue,
        };
        let check = Check { line: *line, command: command.clone(), expected, answer, verdict };
        tell(&check);
        checks.push(check);
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let verdict = |expected: &str, answer: &str| {
            Expected::parse(expected).expect(expected).verdict(Some(answer))
        };
        assert_eq!(verdict("[D4|E5]", "E5"), Verdict::Pass);
        assert_eq!(verdict("[D4|E5]", "e5"), Verdict::Pass);
        assert_eq!(verdict("[D4|E5]", "E55"), Verdict::Fail);
        assert_eq!(verdict("[!D4|E5]", "E5"), Verdict::Fail);
        assert_eq!(verdict("[!D4]*", "E5"), Verdict::UnexpectedPass);
        assert_eq!(verdict("[D4]*", "E5"), Verdict::KnownFailure);
        assert_eq!(verdict(r"[B\+.*]", "B+3.5"), Verdict::Pass);
        assert_eq!(verdict("[]", ""), Verdict::Pass);
        assert_eq!(Expected::parse("[]").unwrap().verdict(None), Verdict::Fail);
        for bad in ["D4", "[D4", "[(]", "", "*"] {
            assert!(Expected::parse(bad).is_err(), "{bad}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_suite_makes_the_parser_panic(text in "([ -~]|\n|#\\?|\\[|\\]){0,200}") {
            let _ = Suite::parse(&text);
        }
    }
}
