//! `tengen reproduce` for experiments without games: what policies have learned.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use serde::Serialize;
use tengen_arena::WeightsExperiment;
use tengen_engine::write_whole;
use tengen_policy::go::{Learned, LocalFeature};
use tengen_report::{Column, Table};

use crate::Ending;
use crate::arena_args::{ReproduceArgs, TableFormat};
use crate::listener::Listener;
use crate::weights_source::Source;
use crate::weights_view::{View, gamma_text};

/// Patterns of each sort, as in the paper's table 4.
const TOP: usize = 10;

#[derive(Serialize)]
struct Entry<'a, W> {
    title: &'a str,
    paper: &'a str,
    table: &'a str,
    features: &'a [FeatureEntry<'a>],
    weights: W,
}

#[derive(Serialize)]
struct FeatureEntry<'a> {
    feature: &'a str,
    /// By the policy's label.
    ours: BTreeMap<&'a str, f64>,
    paper: &'a BTreeMap<String, f64>,
}

pub(crate) fn run(experiment: &WeightsExperiment, args: &ReproduceArgs) -> anyhow::Result<Ending> {
    let plays = args.games.is_some() || args.scale != 1.0 || args.how.jobs.is_some();
    if plays || args.opponent.is_some() {
        bail!(
            "this experiment plays no games: --games, --scale, --jobs and --opponent mean nothing \
             to it"
        );
    }
    let (sources, missing) = sources(experiment, &args.policies)?;
    let view = View::new(sources, TOP)?;
    let features = feature_entries(experiment, &view)?;
    let table = table(experiment, &features);
    let mut notes = view.legend(true);
    for label in missing {
        notes.push(format!(
            "{label}: none comes with the program; --policy {label}=FILE shows yours"
        ));
    }
    let notes = notes.join("\n");
    let WeightsExperiment { title, paper, table: place, about, .. } = experiment;
    let head = format!("Paper {paper}, {place}. {}", about.trim());
    let entry = Entry { title, paper, table: place, features: &features, weights: view.data() };
    let json = serde_json::to_string(&entry)? + "\n";
    if let Some(folder) = &args.how.out {
        let patterns = view.patterns_text();
        let markdown = format!(
            "# {title}\n\n{head}\n\n{}\n```text\n{notes}\n\n{patterns}```\n",
            table.to_markdown()
        );
        let svg = view.sheet(title).to_svg();
        keep(
            folder,
            [
                ("results.md", markdown),
                ("results.csv", table.to_csv()),
                ("results.svg", svg),
                ("results.json", json.clone()),
            ],
        )?;
    }
    let mut out = Listener::new();
    match args.format {
        _ if args.how.json => write!(out, "{json}")?,
        TableFormat::Text => {
            write!(out, "{title}\n{head}\n\n{table}\n{notes}\n\n{}", view.patterns_text())?;
        }
        format => write!(out, "{}", format.show(&table))?,
    }
    Ok(Ending::Done)
}

/// The policies that there are, and the labels of those that there are not.
fn sources<'a>(
    experiment: &'a WeightsExperiment,
    given: &[(String, String)],
) -> anyhow::Result<(Vec<Source>, Vec<&'a str>)> {
    let labels: Vec<&str> = experiment.policies.iter().map(|it| it.label.as_str()).collect();
    if let Some((label, _)) = given.iter().find(|(label, _)| !labels.contains(&label.as_str())) {
        bail!("--policy {label}: the policies of this experiment are {}", labels.join(" and "));
    }
    let (mut sources, mut missing) = (Vec::new(), Vec::new());
    for policy in &experiment.policies {
        let label = policy.label.as_str();
        let file = given.iter().rev().find(|(given, _)| given == label).map(|(_, file)| file);
        match file.or(policy.policy.as_ref()) {
            Some(word) => {
                let source = Source::read(label, word)?;
                if !matches!(source.learned, Learned::Playouts(_)) {
                    bail!("{word} is no playout policy: it has {}", source.learned.kind());
                }
                sources.push(source);
            }
            None => missing.push(label),
        }
    }
    if sources.is_empty() {
        bail!("there is no policy to show: give one with --policy {}=FILE", labels[0]);
    }
    Ok((sources, missing))
}

fn feature_entries<'a>(
    experiment: &'a WeightsExperiment,
    view: &View,
) -> anyhow::Result<Vec<FeatureEntry<'a>>> {
    let mut entries = Vec::new();
    for row in &experiment.features {
        if !LocalFeature::ALL.iter().any(|feature| feature.name() == row.feature) {
            bail!("{:?} is no local feature", row.feature);
        }
        let ours = experiment.policies.iter().filter_map(|policy| {
            let label = policy.label.as_str();
            Some((label, view.local_gamma(label, &row.feature)?))
        });
        entries.push(FeatureEntry {
            feature: &row.feature,
            ours: ours.collect(),
            paper: &row.paper,
        });
    }
    Ok(entries)
}

/// The paper's table 3, ours beside theirs.
fn table(experiment: &WeightsExperiment, features: &[FeatureEntry<'_>]) -> Table {
    let mut columns = vec![Column::left("feature")];
    for policy in &experiment.policies {
        let label = &policy.label;
        columns.push(Column::right(format!("{label} γ, ours")));
        columns.push(Column::right(format!("{label} γ, paper")));
    }
    let mut table = Table::new(columns);
    let shown = |gamma: Option<&f64>, how: &dyn Fn(f64) -> String| {
        gamma.map_or_else(|| "-".to_owned(), |&gamma| how(gamma))
    };
    for entry in features {
        let mut cells = vec![entry.feature.to_owned()];
        for policy in &experiment.policies {
            cells.push(shown(entry.ours.get(policy.label.as_str()), &gamma_text));
            // The paper has two decimals.
            cells.push(shown(entry.paper.get(&policy.label), &|it| format!("{it:.2}")));
        }
        table.row(cells);
    }
    table
}

fn keep(folder: &Path, files: [(&str, String); 4]) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for (name, content) in files {
        let path = folder.join(name);
        write_whole(&path, &content).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
