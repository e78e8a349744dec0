//! `tengen regress`: a player's answers against what they should be.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;
use tengen_engine::go::{BoardSize, Rules};
use tengen_engine::{GoSetup, read_at_most};
use tengen_gtp::{Check, Identity, Session, Suite, Verdict, regress};

use crate::Ending;
use crate::cli::RegressArgs;
use crate::listener::Listener;

/// The longest suite.
const MOST_BYTES: usize = 16 << 20;

#[derive(Serialize)]
struct CheckEntry<'a> {
    file: &'a str,
    line: usize,
    command: &'a str,
    expected: &'a str,
    answer: &'a str,
    verdict: &'static str,
    as_expected: bool,
}

pub(crate) fn run(args: &RegressArgs) -> anyhow::Result<Ending> {
    // Whether somebody reads it or not, the exit code tells how it went.
    let mut out = Listener::new();
    // All of them are read before the first one runs.
    let suites = args.files.iter().map(|file| read(file)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut counts = [0_usize; 4];
    for (file, suite) in args.files.iter().zip(&suites) {
        let name = file.display().to_string();
        let mut session = session(args, file)?;
        let mut fault = None;
        let checks = regress(&mut session, suite, |check| {
            let told = tell(args, &name, check, &mut out);
            fault = fault.take().or(told.err());
        });
        if let Some(fault) = fault {
            return Err(fault.into());
        }
        let mut here = [0_usize; 4];
        for check in &checks {
            here[check.verdict as usize] += 1;
        }
        if !args.json {
            writeln!(out, "{name}: {}", summary(&here))?;
        }
        for (sum, count) in counts.iter_mut().zip(here) {
            *sum += count;
        }
    }
    if !args.json && suites.len() > 1 {
        writeln!(out, "all {} suites: {}", suites.len(), summary(&counts))?;
    }
    let wrong = counts[Verdict::Fail as usize] + counts[Verdict::UnexpectedPass as usize];
    Ok(if wrong == 0 { Ending::Done } else { Ending::Negative })
}

fn read(file: &Path) -> anyhow::Result<Suite> {
    let bytes =
        read_at_most(file, MOST_BYTES).with_context(|| format!("suite {}", file.display()))?;
    Suite::parse(&String::from_utf8_lossy(&bytes))
        .with_context(|| format!("suite {}", file.display()))
}

/// A player for one suite, as if no other had been run.
fn session(args: &RegressArgs, file: &Path) -> anyhow::Result<Session> {
    let rules = Rules::CHINESE;
    let setup = GoSetup { size: BoardSize::MAX, rules, komi: rules.komi };
    let identity = Identity { version: crate::VERSION.to_owned(), ..Identity::default() };
    let mut session = Session::new(setup, &args.player, identity)?;
    session.set_folder(file.parent().unwrap_or(Path::new("")));
    Ok(session)
}

fn tell(args: &RegressArgs, file: &str, check: &Check, out: &mut impl Write) -> io::Result<()> {
    let Check { line, command, expected, answer, verdict } = check;
    if args.json {
        let entry = CheckEntry {
            file,
            line: *line,
            command,
            expected,
            answer,
            verdict: match verdict {
                Verdict::Pass => "pass",
                Verdict::Fail => "fail",
                Verdict::KnownFailure => "known failure",
                Verdict::UnexpectedPass => "unexpected pass",
            },
            as_expected: verdict.is_expected(),
        };
        return writeln!(out, "{}", serde_json::to_string(&entry)?);
    }
    if args.verbose || !verdict.is_expected() {
        let answer = answer.replace('\n', " / ");
        writeln!(out, "{file}:{line}: {command}: {verdict}: {answer}, expected {expected}")?;
    }
    Ok(())
}

fn summary([pass, fail, known, unexpected]: &[usize; 4]) -> String {
    let all = pass + fail + known + unexpected;
    let mut text = format!("{pass} of {all} pass");
    for (count, what) in [
        (*fail, "fail"),
        (*known, "known to fail"),
        (*unexpected, "pass though known to fail (take the * away)"),
    ] {
        if count > 0 {
            text += &format!(", {count} {what}");
        }
    }
    text
}
