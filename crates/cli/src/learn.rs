//! `tengen learn`: knowledge fitted to games.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use tengen_engine::sgf::MAX_BYTES;
use tengen_engine::{StopFlag, check_writable, read_at_most, write_whole};
use tengen_learn::loa::{
    BadSgf, Quality, Record, Samples, SelfPlay, fit_evaluation, read_records, read_sgf,
};
use tengen_policy::loa::{Evaluation, FEATURES, Mia, TransitionCounts, Transitions};
use tengen_report::{Column, Table};

use crate::cli::whole;
use crate::learn_mm::{self, MmArgs};
use crate::learn_positions::PositionsArgs;
use crate::learn_sb::SbArgs;
use crate::learn_show::{self, ShowArgs};
use crate::progress::{Progress, time_left};
use crate::{Ending, interrupt, learn_positions, learn_sb};

/// The longest file of games that is read.
const LONGEST_FILE: usize = 1 << 30;

#[derive(Debug, Subcommand)]
pub(crate) enum LearnCommand {
    /// Count how often moves of each category are played in Lines of Action.
    Transitions(TransitionsArgs),
    /// Fit the weights of an evaluator of Lines of Action.
    LoaEval(LoaEvalArgs),
    /// Fit strengths of move features by minorization-maximization.
    Mm(MmArgs),
    /// Let a player of Go play, and value positions of his games.
    Positions(PositionsArgs),
    /// Learn a playout policy of Go from positions with values, by simulation balancing.
    Sb(Box<SbArgs>),
    /// Show what a playout policy or a file of prior features has learned.
    Show(ShowArgs),
}

/// Where games come from.
#[derive(Args, Debug)]
pub(crate) struct SourceArgs {
    /// Games: SGF files, folders of them, or text files with a game in each line,
    /// name|winner|how|moves or the moves alone
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
    /// Games that alpha-beta plays against itself
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole::<u64, 0, 100_000_000>, allow_negative_numbers = true)]
    selfplay: u64,
    /// Positions that a move of self-play looks at
    #[arg(long, value_name = "N", default_value = "3000", value_parser = whole::<u64, 1, 1_000_000_000>, allow_negative_numbers = true)]
    positions: u64,
    /// Weights that self-play begins with, a file [default: the built-in mia-2006]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Write the games of self-play to this file
    #[arg(long, value_name = "FILE")]
    save_games: Option<PathBuf>,
    /// Games played at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u16, 1, 1024>, allow_negative_numbers = true)]
    threads: u16,
    /// Seed of all chance
    #[arg(long, value_name = "X", default_value = "1", value_parser = whole::<u64, 0, { u64::MAX }>, allow_negative_numbers = true)]
    seed: u64,
    /// Write what was learned to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
A category is: capture or quiet, the region a piece leaves, the region it enters (corner, rim, 6x6,
4x4, centre), and how many king steps it comes nearer to the centre of mass of its side. The
probability of a category is the share of positions in which a move of it was played among those in
which there was one. The last move of a game is not counted, nor are random opening moves.

Examples:
  tengen learn transitions --games games.txt --out transitions.toml
  tengen learn transitions --games boardspace/ one.sgf --out transitions.toml
  tengen learn transitions --selfplay 1000 --threads 2 --out transitions.toml")]
pub(crate) struct TransitionsArgs {
    #[command(flatten)]
    source: SourceArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Weights are fitted by logistic regression: who won from which position. One game in ten is kept
aside, to see how well the fit predicts. 1,000 points mean that 98 games in 100 are won. With
several rounds, each plays with the weights of the one before.

Examples:
  tengen learn loa-eval --games games.txt --out weights.toml
  tengen learn loa-eval --evaluator mia-2002 --selfplay 2000 --rounds 2 --threads 2 --out w.toml")]
pub(crate) struct LoaEvalArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Whose features are used
    #[arg(long, value_name = "NAME", default_value = "mia-2006")]
    evaluator: MiaName,
    /// How often to play and fit
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u64, 1, 1000>, allow_negative_numbers = true)]
    rounds: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MiaName {
    #[value(name = "mia-2000")]
    Y2000,
    #[value(name = "mia-2002")]
    Y2002,
    #[value(name = "mia-2006")]
    Y2006,
}

impl MiaName {
    const fn mia(self) -> Mia {
        match self {
            Self::Y2000 => Mia::Y2000,
            Self::Y2002 => Mia::Y2002,
            Self::Y2006 => Mia::Y2006,
        }
    }
}

pub(crate) fn run(command: &LearnCommand) -> anyhow::Result<Ending> {
    match command {
        LearnCommand::Transitions(args) => transitions(args),
        LearnCommand::LoaEval(args) => loa_eval(args),
        LearnCommand::Mm(args) => learn_mm::run(args),
        LearnCommand::Positions(args) => learn_positions::run(args),
        LearnCommand::Sb(args) => learn_sb::run(args),
        LearnCommand::Show(args) => learn_show::run(args),
    }
}

/// Random moves at the beginning of games of self-play.
const OPENING: std::ops::RangeInclusive<usize> = 3..=8;

/// Games, those of files and those of self-play apart: the latter begin with random moves.
struct Games {
    read: Vec<Record>,
    played: Vec<Record>,
}

impl SourceArgs {
    fn check(&self) -> anyhow::Result<()> {
        if self.games.is_empty() && self.selfplay == 0 {
            bail!("nothing to learn from: give --games FILE, --selfplay N, or both");
        }
        for path in std::iter::once(&self.out).chain(&self.save_games) {
            check_writable(path).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    fn read(&self) -> anyhow::Result<Vec<Record>> {
        let mut records = Vec::new();
        for path in &self.games {
            let name = || path.display().to_string();
            let before = records.len();
            if path.is_dir() {
                for file in sgf_files(path).with_context(name)? {
                    records.extend(read_game(&file)?);
                }
            } else if is_sgf(path) {
                records.extend(read_game(path)?);
            } else {
                records.extend(read_records(&read_text(path)?).with_context(name)?);
            }
            if records.len() == before {
                bail!("{}: there are no games in it to learn from", path.display());
            }
        }
        Ok(records)
    }

    fn first_evaluation(&self) -> anyhow::Result<Evaluation> {
        let Some(path) = &self.from else { return Ok(Evaluation::of(Mia::Y2006).clone()) };
        read_text(path)?.parse().with_context(|| path.display().to_string())
    }

    /// Plays; none if Ctrl-C came first.
    fn play(
        &self,
        evaluation: Evaluation,
        round: u64,
        stop: &StopFlag,
    ) -> anyhow::Result<Option<Vec<Record>>> {
        let games = self.selfplay as usize;
        let progress = Mutex::new(Progress::new(false));
        let self_play = SelfPlay {
            evaluation,
            transitions: Transitions::built_in(),
            positions: self.positions,
            opening: OPENING,
            seed: self.seed.wrapping_add(round),
            threads: NonZero::new(self.threads.into()).unwrap_or(NonZero::<usize>::MIN),
        };
        let played = self_play.play(games, stop, |done| {
            if let Ok(mut progress) = progress.lock() {
                progress.tell(|elapsed| {
                    let left = time_left(elapsed, done, games - done);
                    format!("{done} of {games} games, {left}")
                });
            }
        })?;
        if let Ok(mut progress) = progress.lock() {
            progress.clear();
        }
        let Ok(played) = played else { return Ok(None) };
        if let Some(path) = &self.save_games {
            let mut text = String::new();
            for (i, record) in played.iter().enumerate() {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{}", record.to_line(&format!("self-play-{}", i + 1)));
            }
            write_whole(path, &text)?;
        }
        Ok(Some(played))
    }

    /// What a file of ours begins with: how it was made.
    fn provenance(&self, command: &str, games: &Games, more: &str) -> String {
        let version = crate::VERSION;
        let names: Vec<_> =
            self.games.iter().filter_map(|path| path.file_name()?.to_str()).collect();
        let mut text = format!("# Made by tengen {version}: tengen learn {command}\n");
        if !games.read.is_empty() {
            let _ = writeln!(text, "# from {} games of {}", games.read.len(), names.join(", "));
        }
        if !games.played.is_empty() {
            let _ = writeln!(
                text,
                "# from {} games of self-play, {} positions a move, seed {}",
                games.played.len(),
                self.positions,
                self.seed
            );
        }
        text + more
    }
}

fn is_sgf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}

/// The SGF files of a folder, in the order of their names.
fn sgf_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let file = entry?.path();
        if is_sgf(&file) {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// The game of an SGF file. One that begins with other pieces is left out, and named.
fn read_game(path: &Path) -> anyhow::Result<Option<Record>> {
    let bytes =
        read_at_most(path, MAX_BYTES).with_context(|| format!("cannot read {}", path.display()))?;
    match read_sgf(&bytes) {
        Ok(record) => Ok(Some(record)),
        Err(reason @ BadSgf::Start) => {
            // A closed stderr is no reason to stop.
            let _ = writeln!(io::stderr(), "left out: {}: {reason}", path.display());
            Ok(None)
        }
        Err(reason) => Err(reason).with_context(|| path.display().to_string()),
    }
}

pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = read_at_most(path, LONGEST_FILE)
        .with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{} is not text", path.display()))
}

#[derive(Serialize)]
struct CategoryRow {
    category: String,
    played: u64,
    available: u64,
    probability: f64,
}

fn transitions(args: &TransitionsArgs) -> anyhow::Result<Ending> {
    let source = &args.source;
    source.check()?;
    let mut games = Games { read: source.read()?, played: Vec::new() };
    if source.selfplay > 0 {
        let evaluation = source.first_evaluation()?;
        let Some(played) = interrupt::while_busy(|stop| source.play(evaluation, 0, stop))? else {
            return Ok(Ending::Interrupted);
        };
        games.played = played;
    }
    let mut counts = TransitionCounts::default();
    for record in &games.read {
        record.count_transitions(0, &mut counts);
    }
    for record in &games.played {
        record.count_transitions(*OPENING.end(), &mut counts);
    }
    let seen = counts.seen().count();
    let played = counts.seen().filter(|(_, it)| it.played > 0).count();
    let summary = format!(
        "# {} positions; {seen} categories occur, {played} of them were played\n",
        counts.positions()
    );
    write_whole(&source.out, &counts.to_text(&source.provenance("transitions", &games, &summary)))?;
    let mut rows: Vec<_> = counts
        .seen()
        .map(|(category, it)| CategoryRow {
            category: category.to_string(),
            played: it.played,
            available: it.available,
            probability: it.played as f64 / it.available as f64,
        })
        .collect();
    rows.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    let mut out = io::stdout().lock();
    if source.json {
        for row in &rows {
            writeln!(out, "{}", serde_json::to_string(row)?)?;
        }
        return Ok(Ending::Done);
    }
    let mut table = Table::new([
        Column::left("category"),
        Column::right("played"),
        Column::right("available"),
        Column::right("probability"),
    ]);
    for row in rows.iter().filter(|row| row.available >= 100).take(20) {
        table.row([
            row.category.clone(),
            row.played.to_string(),
            row.available.to_string(),
            format!("{:.3}", row.probability),
        ]);
    }
    writeln!(out, "The most probable categories of those with at least 100 positions:\n")?;
    writeln!(out, "{}", table.to_text())?;
    writeln!(out, "{}", summary.trim_start_matches("# ").trim_end())?;
    Ok(Ending::Done)
}

#[derive(Serialize)]
struct RoundRow {
    round: u64,
    training_positions: usize,
    held_out_positions: usize,
    training_loss: f64,
    held_out_loss: f64,
}

fn loa_eval(args: &LoaEvalArgs) -> anyhow::Result<Ending> {
    let source = &args.source;
    source.check()?;
    let mut games = Games { read: source.read()?, played: Vec::new() };
    let mut evaluation = source.first_evaluation()?;
    let mut out = io::stdout().lock();
    let mut quality = None;
    for round in 0..args.rounds {
        if source.selfplay > 0 {
            let teacher = evaluation.clone();
            let played = interrupt::while_busy(|stop| source.play(teacher, round, stop))?;
            let Some(played) = played else { return Ok(Ending::Interrupted) };
            games.played = played;
        }
        let mut samples = Samples::default();
        samples.add(&games.read, 0);
        samples.add(&games.played, *OPENING.end());
        let found: Quality;
        (evaluation, found) = fit_evaluation(args.evaluator.mia(), &samples);
        quality = Some(found);
        let row = RoundRow {
            round: round + 1,
            training_positions: found.positions[0],
            held_out_positions: found.positions[1],
            training_loss: found.training_loss,
            held_out_loss: found.held_out_loss,
        };
        if source.json {
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
        } else {
            writeln!(
                out,
                "round {}: {} positions, loss {:.4}; kept aside {} positions, loss {:.4}",
                row.round,
                row.training_positions,
                row.training_loss,
                row.held_out_positions,
                row.held_out_loss
            )?;
        }
        if source.selfplay == 0 {
            break;
        }
    }
    let name = args.evaluator.mia().name();
    let more = quality.map_or_else(String::new, |quality| {
        format!(
            "# {} rounds; loss {:.4}, on positions kept aside {:.4}\n",
            args.rounds, quality.training_loss, quality.held_out_loss
        )
    });
    let command = format!("loa-eval --evaluator {name}");
    write_whole(&source.out, &evaluation.to_text(&source.provenance(&command, &games, &more)))?;
    if !source.json {
        let mut table =
            Table::new([Column::left("feature"), Column::left("part of"), Column::right("points")]);
        for (feature, weight) in FEATURES.iter().zip(evaluation.weights()) {
            if *weight != 0.0 {
                let points = format!("{weight:.1}");
                table.row([feature.name.to_owned(), feature.group.to_owned(), points]);
            }
        }
        writeln!(out, "\n{}", table.to_text())?;
    }
    Ok(Ending::Done)
}
