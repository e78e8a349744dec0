//! `tengen learn show`: what a file of γ's says, as tables and pictures.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use tengen_engine::{check_writable, write_whole};

use crate::Ending;
use crate::cli::whole;
use crate::weights_source::Source;
use crate::weights_view::{View, labels};

#[derive(Args, Debug)]
#[command(after_help = "\
A FILE is a playout policy or a file of prior features, as `learn mm` and `learn sb` write them, or
what is built in: mm-19x19 (a playout policy), patterns (prior features).

Shown are the gammas of features, the 3x3 patterns with the largest and the smallest gamma, those
without a stone in atari that have the largest, and how many patterns have which strength in Elo,
400 log10 gamma. With two files everything is side by side, and the patterns whose rank differs most
are shown: the tables and figures of paper 003, section 3.5. JSON has all patterns.

A pattern of which a file knows nothing has a gamma of exactly 1; those are named. How often each
was seen is told with --frequencies, and gammas of patterns that were there in fewer than 100
positions get a question mark.

Examples:
  tengen learn show mm-19x19
  tengen learn show mm-19x19 ./sb.toml --svg weights.svg
  tengen learn show mine.toml --frequencies mine-frequencies.txt --top 20
  tengen learn show patterns --json | jq '.features[] | select(.feature == \"capture\")'")]
pub(crate) struct ShowArgs {
    /// One or two files of the same kind, or built-in names
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    files: Vec<String>,
    /// How many patterns of each sort
    #[arg(long, value_name = "N", default_value = "10", value_parser = whole::<usize, 1, 2051>, allow_negative_numbers = true)]
    top: usize,
    /// How often features were seen, as `learn mm --frequencies` writes it, for the first file
    #[arg(long, value_name = "FILE")]
    frequencies: Option<PathBuf>,
    /// Write the patterns and the distribution as a picture
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<Ending> {
    if let Some(path) = &args.svg {
        check_writable(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut sources = Vec::new();
    for (label, file) in labels(&args.files).iter().zip(&args.files) {
        sources.push(Source::read(label, file)?);
    }
    if let (Some(path), Some(source)) = (&args.frequencies, sources.first_mut()) {
        source.read_counts(path)?;
    }
    let view = View::new(sources, args.top)?;
    if let Some(path) = &args.svg {
        let title = format!("What was learned: {}", args.files.join(" and "));
        write_whole(path, &view.sheet(&title).to_svg())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&view.data())?)?;
    } else {
        write!(out, "{}", view.text())?;
    }
    Ok(Ending::Done)
}
