//! Playout policies of experiments: learned before the first game, and how far off their playouts were.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Parser;
use serde::Serialize;
use tengen_arena::{Experiment, ExperimentPolicy, PolicyPass};
use tengen_report::{Column, Table};

use crate::arena_args::{ReproduceArgs, TableFormat};
use crate::book::say;
use crate::learn_positions::{self, PositionsArgs};
use crate::learn_sb::{self, Learned, PassErrors, SbArgs};
use crate::usage;

/// What `tengen learn positions` is told, without the name of a program before it.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct PositionsText {
    #[command(flatten)]
    args: PositionsArgs,
}

/// The same of `tengen learn sb`.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct BalancingText {
    #[command(flatten)]
    args: SbArgs,
}

/// Where the policies of an experiment are, and what was learned.
pub(crate) struct PolicyShelf {
    errors: Vec<PolicyErrors>,
    /// A folder that nobody needs any more.
    temporary: Option<PathBuf>,
}

impl PolicyShelf {
    /// The errors of each policy, pass by pass.
    pub(crate) fn errors(&self) -> &[PolicyErrors] {
        &self.errors
    }
}

impl Drop for PolicyShelf {
    fn drop(&mut self) {
        if let Some(folder) = &self.temporary {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// The errors of a policy, pass by pass.
#[derive(Serialize)]
pub(crate) struct PolicyErrors {
    policy: String,
    best_pass: u32,
    passes: Vec<PassErrors>,
    /// Which passes a table shows.
    #[serde(skip)]
    shown: BTreeSet<u32>,
}

/// A policy that is to be learned.
struct Lesson {
    policy: ExperimentPolicy,
    positions: PositionsArgs,
    balancing: SbArgs,
}

/// Learns the policies that an experiment needs, if it needs any, beside its records. None if Ctrl-C
/// came first.
pub(crate) fn learn(
    experiment: &mut Experiment,
    args: &ReproduceArgs,
) -> anyhow::Result<Option<PolicyShelf>> {
    let policies = experiment.policies()?;
    let mut shelf = PolicyShelf { errors: Vec::new(), temporary: None };
    if policies.is_empty() {
        return Ok(Some(shelf));
    }
    let store = args.store.address.as_deref();
    let folder = match (&args.how.out, store) {
        (Some(folder), None) => folder.join("policies"),
        // Workers are started elsewhere.
        (Some(folder), Some(_)) => std::path::absolute(folder)
            .with_context(|| folder.display().to_string())?
            .join("policies"),
        (None, None) => {
            std::env::temp_dir().join(format!("tengen-policies-{}", std::process::id()))
        }
        (None, Some(_)) => bail!(
            "it learns policies first, and workers must find their files: give --out a folder that \
             all workers can read"
        ),
    };
    // All of them are read before the first is learned, which may take an hour.
    let jobs = args.how.jobs().get();
    let lesson = |policy| Lesson::new(policy, &folder, jobs, store, args.scale);
    let lessons: Vec<Lesson> = policies.into_iter().map(lesson).collect::<Result<_, _>>()?;
    experiment.set_policies(&folder)?;
    shelf.temporary = args.how.out.is_none().then(|| folder.clone());
    if let Some(folder) = &shelf.temporary {
        // Of a process that had our number and was killed.
        let _ = fs::remove_dir_all(folder);
    }
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for lesson in lessons {
        let about = || format!("policy {:?}", lesson.policy.name);
        match lesson.learn(args.how.quiet).with_context(about)? {
            Some(errors) => shelf.errors.push(errors),
            None => return Ok(None),
        }
    }
    Ok(Some(shelf))
}

impl Lesson {
    fn new(
        policy: ExperimentPolicy,
        folder: &Path,
        jobs: usize,
        store: Option<&str>,
        scale: f64,
    ) -> anyhow::Result<Self> {
        let file = |end: &str| folder.join(format!("{}{end}", policy.name)).into_os_string();
        let threads = OsString::from(jobs.min(MOST_THREADS).to_string());
        let (found, learned) = (file("-positions.txt"), file(".toml"));
        let mut ours: Vec<(&str, Option<&OsStr>)> =
            vec![("--out", Some(&found)), ("--threads", Some(&threads))];
        if let Some(store) = store {
            ours.push(("--store", Some(store.as_ref())));
        }
        let text: PositionsText = read(&policy, "positions", &policy.positions, &ours)?;
        let positions = text.args.scaled(scale);
        let positions =
            positions.with_context(|| format!("policy {:?}: positions", policy.name))?;
        let ours = [
            ("--positions", Some(found.as_os_str())),
            ("--out", Some(&learned)),
            ("--threads", Some(&threads)),
            ("--resume", None),
        ];
        let text: BalancingText = read(&policy, "balancing", &policy.balancing, &ours)?;
        let balancing = text.args;
        for pass in &policy.passes {
            if let PolicyPass::Number(pass) = pass
                && (!balancing.saves(*pass) || balancing.may_end_early())
            {
                bail!(
                    "policy {:?}: balancing: a player plays by pass {pass}, which may not be kept: see \
                     --passes, --save-every and --patience",
                    policy.name
                );
            }
        }
        Ok(Self { policy, positions, balancing })
    }

    /// Learns it, or goes on with it. None if Ctrl-C came first.
    fn learn(&self, quiet: bool) -> anyhow::Result<Option<PolicyErrors>> {
        let Self { policy, positions, balancing } = self;
        let mut out = ForPeople { quiet };
        say(quiet, &format!("policy {}: positions with values", policy.name));
        if !learn_positions::find(positions, &mut out, quiet)?.done {
            return Ok(None);
        }
        say(quiet, &format!("policy {}: simulation balancing", policy.name));
        let Learned { rows, best_pass, done } = learn_sb::learn(balancing, &mut out, quiet)?;
        if !done {
            return Ok(None);
        }
        let last = rows.last().map(|row| row.pass);
        let named = policy.passes.iter().map(|pass| match pass {
            PolicyPass::Best => best_pass,
            PolicyPass::Number(pass) => *pass,
        });
        Ok(Some(PolicyErrors {
            best_pass,
            passes: rows.iter().map(Into::into).collect(),
            shown: [0].into_iter().chain(named).chain(last).collect(),
            policy: policy.name.clone(),
        }))
    }
}

/// What `--threads` takes.
const MOST_THREADS: usize = 1024;

/// Flags of these commands that have no use in an experiment.
const NOT_HERE: [&str; 2] = ["--store", "--json"];

/// Reads what a command of `tengen learn` is told: flags that are set here, then those of the
/// experiment.
fn read<P: Parser>(
    policy: &ExperimentPolicy,
    key: &str,
    words: &[String],
    ours: &[(&str, Option<&OsStr>)],
) -> anyhow::Result<P> {
    let name = &policy.name;
    let set_here = |word: &&String| {
        let flag = word.split_once('=').map_or(word.as_str(), |(flag, _)| flag);
        NOT_HERE.contains(&flag) || ours.iter().any(|(set, _)| *set == flag)
    };
    if let Some(word) = words.iter().find(set_here) {
        bail!("policy {name:?}: {key}: {word} has no place here: leave it out");
    }
    let ours = ours.iter().flat_map(|(flag, value)| {
        std::iter::once(OsString::from(flag)).chain(value.map(OsStr::to_owned))
    });
    P::try_parse_from(ours.chain(words.iter().map(OsString::from))).map_err(|error| {
        let text = usage::essence(&error.render().to_string());
        anyhow!("policy {name:?}: {key}: {}", text.trim_start_matches("error: "))
    })
}

/// Standard error, for lines that may be missed: standard output is the experiment's.
struct ForPeople {
    quiet: bool,
}

impl Write for ForPeople {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.quiet {
            // Nobody may be there to read it.
            let _ = io::stderr().write_all(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The errors before the first pass, after those that players play by, and after the last.
fn table(errors: &[PolicyErrors]) -> Table {
    let mut table = Table::new([
        Column::left("errors by pass"),
        Column::right("pass"),
        Column::right("error"),
        Column::right("standard error"),
        Column::right("held-out error"),
        Column::right("held-out standard error"),
    ]);
    for PolicyErrors { policy, passes, shown, .. } in errors {
        for PassErrors { pass, training, held_out } in passes {
            if !shown.contains(pass) {
                continue;
            }
            let mut cells = vec![policy.clone(), pass.to_string()];
            for error in std::iter::once(training).chain(held_out) {
                cells.extend([error.error, error.standard_error].map(|it| format!("{it:.5}")));
            }
            table.row(cells);
        }
    }
    table
}

/// Tells the errors.
pub(crate) fn tell(
    errors: &[PolicyErrors],
    format: TableFormat,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if !errors.is_empty() {
        write!(out, "\n{}", format.show(&table(errors)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tengen_arena::EXPERIMENTS;

    use super::*;

    /// What the experiments that come with the program say of their policies can be carried out.
    #[test]
    fn built_in_policies_can_be_learned() {
        let mut count = 0;
        for (name, _) in EXPERIMENTS {
            let experiment = Experiment::named(name).expect(name).expect(name);
            for policy in experiment.policies().expect(name) {
                for scale in [1.0, 0.001] {
                    let lesson = Lesson::new(policy.clone(), Path::new("f"), 2, None, scale);
                    lesson.unwrap_or_else(|error| panic!("{name}: {error:#}"));
                }
                count += 1;
            }
        }
        assert!(count > 0);
    }
}
