//! `tengen reproduce`: the papers' experiments, ours beside theirs.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, bail};
use serde::Serialize;
use tengen_arena::{
    AnyExperiment, Experiment, RowResult, Standing, WeightsExperiment, results_plot, results_table,
};
use tengen_engine::write_whole;
use tengen_report::{Column, Table};

use crate::arena_args::ReproduceArgs;
use crate::book::say;
use crate::listener::Listener;
use crate::matches::{carry_out, warn_of_crowds};
use crate::reproduce_books::{self, Stay};
use crate::reproduce_policies::{self, PolicyErrors};
use crate::tournament::{keep as keep_standings, read_text, so_far};
use crate::{Ending, interrupt, reproduce_weights};

#[derive(Serialize)]
struct Entry<'a> {
    title: &'a str,
    paper: &'a str,
    table: &'a str,
    scale: f64,
    rows: &'a [RowResult],
    /// Of rows whose first player has an opening book.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    book_moves: &'a [Stay],
    /// Of policies that were learned first.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    errors: &'a [PolicyErrors],
    /// Of experiments that rate their players.
    #[serde(skip_serializing_if = "Option::is_none")]
    standings: Option<Vec<Standing>>,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    paper: String,
    title: String,
    table: String,
    rows: usize,
    games: u64,
    minutes: f64,
}

pub(crate) fn run(args: &ReproduceArgs) -> anyhow::Result<Ending> {
    let Some(name) = &args.experiment else { return list(args).map(|()| Ending::Done) };
    interrupt::install();
    let mut experiment = match find(name)? {
        AnyExperiment::Games(experiment) => *experiment,
        AnyExperiment::Weights(experiment) => {
            let about = || format!("experiment {name}");
            if args.store.address.is_some() {
                bail!("experiment {name}: it plays no games, so it needs no --store");
            }
            return reproduce_weights::run(&experiment, args).with_context(about);
        }
    };
    if !args.policies.is_empty() {
        bail!("experiment {name}: --policy is for experiments about policies, such as go-weights");
    }
    let about = || format!("experiment {name}");
    if let Some(opponent) = &args.opponent {
        experiment.set_opponent(opponent.clone()).with_context(about)?;
    }
    // What is wrong with the games is said before anything is learned for them.
    experiment.contest(args.scale, args.games, crate::VERSION).with_context(about)?;
    let Some(policies) = reproduce_policies::learn(&mut experiment, args).with_context(about)?
    else {
        say(false, "interrupted while policies were learned; with --out the same command goes on");
        return Ok(Ending::Interrupted);
    };
    let Some(_books) = reproduce_books::build(&mut experiment, args).with_context(about)? else {
        say(
            false,
            "interrupted while books were built; with --out or --store the same command goes on",
        );
        return Ok(Ending::Interrupted);
    };
    let contest = experiment.contest(args.scale, args.games, crate::VERSION).with_context(about)?;
    warn_of_crowds(&contest, &args.how);
    let (played, interrupted) =
        carry_out(contest, &args.how, &args.store, &so_far, &mut |_| ControlFlow::Continue(()))?;
    let rows = experiment.results(&played);
    let stays = reproduce_books::stays(experiment.lengths(&played));
    let standings = experiment.standings(&played)?;
    if let Some(folder) = &args.how.out {
        keep(folder, &experiment, &rows)?;
        reproduce_books::keep(folder, &experiment.title, &stays)?;
        if let Some(standings) = &standings {
            keep_standings(folder, standings, &played)?;
        }
    }
    let mut out = Listener::new();
    if args.how.json {
        let Experiment { title, paper, table, .. } = &experiment;
        let standings = standings.as_ref().map(|standings| standings.lines(&played));
        let (scale, rows) = (args.scale, &rows[..]);
        let (book_moves, errors) = (&stays[..], policies.errors());
        let entry = Entry { title, paper, table, scale, rows, book_moves, errors, standings };
        writeln!(out, "{}", serde_json::to_string(&entry)?)?;
    } else {
        let table = args.format.show(&results_table(&rows));
        if args.format == crate::arena_args::TableFormat::Text {
            writeln!(
                out,
                "{}\nPaper {}, {}. {}\n",
                experiment.title,
                experiment.paper,
                experiment.table,
                experiment.about.trim()
            )?;
        }
        write!(out, "{table}")?;
        reproduce_books::tell(&stays, args.format, &mut out)?;
        reproduce_policies::tell(policies.errors(), args.format, &mut out)?;
        if let Some(standings) = &standings {
            write!(out, "\n{}", args.format.show(&standings.table()))?;
        }
    }
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}

/// An experiment that comes with the program, or a file.
fn find(name: &str) -> anyhow::Result<AnyExperiment> {
    if let Some(experiment) = AnyExperiment::named(name) {
        return experiment.with_context(|| format!("experiment {name}"));
    }
    let path = Path::new(name);
    if path.extension().is_none() && !path.exists() {
        let known: Vec<&str> = AnyExperiment::built_in().map(|(name, _)| name).collect();
        bail!("there is no experiment {name:?}; known: {}, or a file", known.join(", "));
    }
    let text = read_text(path).with_context(|| format!("experiment {name}"))?;
    text.parse().with_context(|| format!("experiment {name}"))
}

fn list(args: &ReproduceArgs) -> anyhow::Result<()> {
    let mut listed = Vec::new();
    for (name, text) in AnyExperiment::built_in() {
        listed.push(match text.parse().with_context(|| format!("experiment {name}"))? {
            AnyExperiment::Games(experiment) => {
                let games = experiment.total_games();
                let Experiment { paper, title, table, rows, minutes, .. } = *experiment;
                Listed { name, paper, title, table, rows: rows.len(), games, minutes }
            }
            AnyExperiment::Weights(experiment) => {
                let WeightsExperiment { paper, title, table, features, minutes, .. } = experiment;
                Listed { name, paper, title, table, rows: features.len(), games: 0, minutes }
            }
        });
    }
    let mut out = Listener::new();
    if args.how.json {
        writeln!(out, "{}", serde_json::to_string(&listed)?)?;
        return Ok(());
    }
    let mut table = Table::new([
        Column::left("experiment"),
        Column::left("paper"),
        Column::left("what"),
        Column::right("rows"),
        Column::right("games"),
        Column::right("minutes on two cores"),
    ]);
    for entry in listed {
        table.row([
            entry.name.to_owned(),
            entry.paper,
            entry.title,
            entry.rows.to_string(),
            entry.games.to_string(),
            entry.minutes.to_string(),
        ]);
    }
    write!(out, "{}", args.format.show(&table))?;
    Ok(())
}

/// Tables and picture, beside the records.
fn keep(folder: &Path, experiment: &Experiment, rows: &[RowResult]) -> anyhow::Result<()> {
    let Experiment { title, paper, table, about, .. } = experiment;
    let results = results_table(rows);
    let markdown = format!(
        "# {title}\n\nPaper {paper}, {table}. {}\n\n{}",
        about.trim(),
        results.to_markdown()
    );
    let files = [
        ("results.md", markdown),
        ("results.csv", results.to_csv()),
        ("results.svg", results_plot(title, rows)),
    ];
    for (name, content) in files {
        let path = folder.join(name);
        write_whole(&path, &content).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
