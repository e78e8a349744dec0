//! `tengen learn sb`: a playout policy by simulation balancing.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use tengen_engine::{StopFlag, check_writable, write_whole};
use tengen_learn::balancing::{
    Balancing, Checkpoint, Horizon, MeanError, Optimizer, Outcomes, PassRow, Settings, Stage, Task,
};
use tengen_learn::go::{GoSimulator, LabelledPosition, gammas_of, read_positions, weights_of};
use tengen_policy::go::PlayoutGammas;
use tengen_report::{Column, LinePlot, Series, SeriesPoint, Table};
use tengen_search::formulas;

use crate::cli::whole;
use crate::learn::read_text;
use crate::progress::{Progress, in_words};
use crate::{Ending, VERSION, interrupt};

#[derive(Args, Debug)]
#[command(after_help = "\
Algorithm 1 of paper 003: the weights of the 2,051 patterns and 7 local features are moved until the
mean of playouts from each position comes near the position's value. The defaults are the paper's;
--optimizer adam learns faster.

After every pass the mean squared error is measured on all positions, on the scale of winning rates.
Told is the error without the variance of its own measurement, so that fewer --error-playouts do not
make it larger, only less sure: ± is one standard error. As measured, as in the paper's figure 2, it
is in the files. The weights with the lowest error on the positions held out are what is written.

Beside the policy, POLICY.toml, come POLICY.csv and POLICY.svg with the errors by pass, and
POLICY.checkpoint, with which --resume goes on after the last whole pass, whatever ended the run. A
resumed run learns the same, bit by bit, and so does one with other --threads. It may be asked for
more --passes.

Examples:
  tengen learn sb --positions positions.txt --out sb.toml --threads 2
  tengen learn sb --positions positions.txt --out sb.toml --optimizer adam --error-playouts 100
  tengen learn sb --positions positions.txt --out sb.toml --passes 100 --resume
  tengen learn sb --positions positions.txt --out sb.toml --from mm.toml --pull 0.001
  tengen learn sb --positions positions.txt --out careful.toml --from mm.toml --care
  tengen learn sb --positions positions.txt --out paper.toml -M 500 -N 500 --outcome binary
  tengen match uct,sims=1000,policy=./sb.toml uct,sims=1000,policy=tactical")]
pub(crate) struct SbArgs {
    /// The positions, as `learn positions` writes them
    #[arg(long, value_name = "FILE")]
    positions: PathBuf,
    /// Write the policy to this file
    #[arg(long, value_name = "POLICY.toml")]
    out: PathBuf,
    /// M: playouts for the value of a position
    #[arg(short = 'M', long = "value-playouts", value_name = "M", default_value = "100", value_parser = whole::<u32, 1, 1_000_000>, allow_negative_numbers = true)]
    m: u32,
    /// N: other playouts for its gradient
    #[arg(short = 'N', long = "gradient-playouts", value_name = "N", default_value = "100", value_parser = whole::<u32, 1, 1_000_000>, allow_negative_numbers = true)]
    n: u32,
    /// The step of learning [default: 10; adam: 0.01]
    #[arg(long, value_name = "A", value_parser = positive, allow_negative_numbers = true)]
    alpha: Option<f64>,
    /// Adam: weights whose directions are smaller than this move as with sgd, not at a pace of their own
    #[arg(long, value_name = "E", default_value = "1e-8", value_parser = positive, allow_negative_numbers = true)]
    epsilon: f64,
    /// How often to go through all positions
    #[arg(long, value_name = "N", default_value = "60", value_parser = whole::<u32, 0, 100_000>, allow_negative_numbers = true)]
    passes: u32,
    /// How weights follow the gradient: sgd, as in the paper, or adam
    #[arg(long, value_name = "NAME", default_value = "sgd")]
    optimizer: OptimizerName,
    /// What a loss is worth: signed (-1) or binary (0), the paper's first setting; a win is 1
    #[arg(long, value_name = "NAME", default_value = "signed")]
    outcome: OutcomeName,
    /// Subtract the value of a position from the outcomes of its gradient's playouts, which makes it
    /// less noisy: on or off [default: on; binary: off]
    #[arg(long, value_name = "on|off")]
    baseline: Option<Switch>,
    /// Positions for one step [default: 1; adam: 32]
    #[arg(long, value_name = "N", value_parser = whole::<usize, 1, 1_000_000>, allow_negative_numbers = true)]
    batch: Option<usize>,
    /// Begin with this policy [default: all moves alike]
    #[arg(long, value_name = "POLICY.toml")]
    from: Option<PathBuf>,
    /// Pull weights towards those of the beginning: each step takes A times this share of the way back
    #[arg(long, value_name = "X", default_value = "0", value_parser = share, allow_negative_numbers = true)]
    pull: f64,
    /// The largest factor by which a pattern or feature may change a move's probability
    #[arg(long, value_name = "G", default_value = "200", value_parser = gamma, allow_negative_numbers = true)]
    largest_gamma: f64,
    /// Two-step balancing: two plies by the policy, the rest by one that stays as it is, --teacher
    #[arg(long)]
    two_step: bool,
    /// The policy that values positions after two plies [default: the one it begins with]
    #[arg(long, value_name = "POLICY.toml", requires = "two_step")]
    teacher: Option<PathBuf>,
    /// Playouts give no chains away, take vital points of eyes, kill what has one small eye and break no
    /// seki, as those of players with care=on do
    #[arg(long)]
    care: bool,
    /// The share of positions that is held out, the last ones of the file, from 0 to 0.9
    #[arg(long, value_name = "X", default_value = "0.1", value_parser = held_out_share, allow_negative_numbers = true)]
    held_out: f64,
    /// End after so many passes without a lower error [default: never]
    #[arg(long, value_name = "N", value_parser = whole::<u32, 1, 100_000>, allow_negative_numbers = true)]
    patience: Option<u32>,
    /// Playouts for each position when the error is measured
    #[arg(long, value_name = "K", default_value = "1000", value_parser = whole::<u32, 2, 1_000_000>, allow_negative_numbers = true)]
    error_playouts: u32,
    /// Also write the policy of every so many passes, to POLICY-pass20.toml and so on
    #[arg(long, value_name = "N", value_parser = whole::<u32, 1, 100_000>, allow_negative_numbers = true)]
    save_every: Option<u32>,
    /// Go on with the run that was interrupted, if there is one
    #[arg(long)]
    resume: bool,
    /// Threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u16, 1, 1024>, allow_negative_numbers = true)]
    threads: u16,
    /// Seed of all chance
    #[arg(long, value_name = "X", default_value = "1", value_parser = whole::<u64, 0, { u64::MAX }>, allow_negative_numbers = true)]
    seed: u64,
    /// Print one JSON object a pass
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OptimizerName {
    Sgd,
    Adam,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutcomeName {
    Signed,
    Binary,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

/// A number within limits, or a line that says so.
fn number(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| (least..=most).contains(value));
    value.ok_or_else(|| format!("not a number from {least} to {most}"))
}

fn positive(text: &str) -> Result<f64, String> {
    number(text, 1e-9, 1e6)
}

fn share(text: &str) -> Result<f64, String> {
    number(text, 0.0, 1.0)
}

fn held_out_share(text: &str) -> Result<f64, String> {
    number(text, 0.0, 0.9)
}

/// Weights on a board have no room for more than 700.
fn gamma(text: &str) -> Result<f64, String> {
    number(text, 1.0, 700.0)
}

/// More would not fit the memory of most machines.
const MOST_POSITIONS: usize = 200_000;

/// What is written beside the policy.
struct Files {
    policy: PathBuf,
    checkpoint: PathBuf,
    csv: PathBuf,
    svg: PathBuf,
}

impl Files {
    fn of(policy: &Path) -> anyhow::Result<Self> {
        let beside = |extension| policy.with_extension(extension);
        let files = Self {
            policy: policy.to_owned(),
            checkpoint: beside("checkpoint"),
            csv: beside("csv"),
            svg: beside("svg"),
        };
        if [&files.checkpoint, &files.csv, &files.svg].contains(&&files.policy) {
            bail!("{}: a file of that name is written beside the policy", policy.display());
        }
        for path in [&files.policy, &files.checkpoint, &files.csv, &files.svg] {
            check_writable(path).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(files)
    }

    /// Where the policy of a pass goes.
    fn of_pass(&self, pass: u32) -> PathBuf {
        let mut name = self.policy.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-pass{pass}"));
        if let Some(extension) = self.policy.extension() {
            name.push(".");
            name.push(extension);
        }
        self.policy.with_file_name(name)
    }
}

pub(crate) fn run(args: &SbArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let learned = learn(args, &mut io::stdout(), false)?;
    if learned.done {
        return Ok(Ending::Done);
    }
    let _ = writeln!(
        io::stderr(),
        "interrupted after {} of {} passes; the same command with --resume goes on",
        learned.rows.len().saturating_sub(1),
        args.passes
    );
    Ok(Ending::Interrupted)
}

/// What a run has come to.
pub(crate) struct Learned {
    /// The errors of all passes, beginning with what was there before the first.
    pub(crate) rows: Vec<PassRow>,
    /// The pass whose policy was written.
    pub(crate) best_pass: u32,
    /// Whether these are all passes; otherwise Ctrl-C came first.
    pub(crate) done: bool,
}

/// Learns a policy, and tells of every pass.
pub(crate) fn learn(args: &SbArgs, out: &mut dyn Write, quiet: bool) -> anyhow::Result<Learned> {
    let files = Files::of(&args.out)?;
    let positions = args.read_positions()?;
    let start = match &args.from {
        Some(path) => read_policy(path)?,
        None => PlayoutGammas::uniform(),
    };
    let teacher = args.teacher.as_deref().map_or_else(|| Ok(start.clone()), read_policy)?;
    let held_out = (args.held_out * positions.len() as f64) as usize;
    let task = Task {
        targets: positions.iter().map(|it| 2.0 * it.value() - 1.0).collect(),
        held_out,
        start: weights_of(&start),
        data: identity(&positions, &start, args.two_step.then_some(&teacher), args.care),
    };
    let simulator = GoSimulator::new(&positions, &teacher);
    let simulator = if args.care { simulator.careful() } else { simulator };
    let threads = NonZero::new(args.threads.into()).unwrap_or(NonZero::<usize>::MIN);
    let mut balancing = Balancing::new(&simulator, task, args.settings(), threads)?;
    if files.checkpoint.exists() {
        let name = files.checkpoint.display().to_string();
        if !args.resume {
            bail!("{name} is of an earlier run: --resume goes on with it; remove it to begin anew");
        }
        let checkpoint: Checkpoint = read_text(&files.checkpoint)?.parse().context(name.clone())?;
        balancing.resume(checkpoint).context(name)?;
    }
    let (started, new_passes) = (Instant::now(), 0);
    let mut learning = Learning { args, files, balancing, out, quiet, started, new_passes };
    let done = interrupt::while_busy(|stop| learning.run(stop))?;
    let checkpoint = learning.balancing.checkpoint();
    let (rows, best_pass) = (checkpoint.rows().to_vec(), checkpoint.best().pass);
    if done {
        learning.write_policy()?;
    }
    if done && !args.json {
        let [training, held_out] = learning.balancing.positions();
        let by = if held_out > 0 { "the positions held out" } else { "all positions" };
        writeln!(
            learning.out,
            "{training} positions to learn from, {held_out} held out; the lowest error on {by} is \
             that of pass {best_pass}, which is in {}",
            args.out.display()
        )?;
    }
    Ok(Learned { rows, best_pass, done })
}

/// A run, and where it is written to.
struct Learning<'a> {
    args: &'a SbArgs,
    files: Files,
    balancing: Balancing<GoSimulator>,
    /// Where passes are told.
    out: &'a mut dyn Write,
    /// Whether nobody wants to hear how far a pass is.
    quiet: bool,
    started: Instant,
    new_passes: u32,
}

#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    errors: PassErrors,
    best_pass: u32,
    seconds: f64,
}

/// The errors after a pass, as JSON has them.
#[derive(Serialize)]
pub(crate) struct PassErrors {
    pub(crate) pass: u32,
    pub(crate) training: ErrorLine,
    pub(crate) held_out: Option<ErrorLine>,
}

#[derive(Serialize)]
pub(crate) struct ErrorLine {
    positions: usize,
    pub(crate) error: f64,
    pub(crate) standard_error: f64,
    measured: f64,
}

impl From<&PassRow> for PassErrors {
    fn from(row: &PassRow) -> Self {
        let held_out = row.held_out.map(Into::into);
        Self { pass: row.pass, training: row.training.into(), held_out }
    }
}

impl From<MeanError> for ErrorLine {
    fn from(error: MeanError) -> Self {
        let MeanError { positions, measured, corrected, standard_error } = error;
        Self { positions, error: corrected, standard_error, measured }
    }
}

impl Learning<'_> {
    /// Learns; false if Ctrl-C came first.
    fn run(&mut self, stop: &StopFlag) -> anyhow::Result<bool> {
        while !self.is_over() {
            let of = self.args.passes;
            let next = self.balancing.checkpoint().rows().len();
            let left = self.time_left();
            let mut progress = Progress::new(self.quiet);
            let begun = Instant::now();
            let ended = self.balancing.pass(stop, |stage| {
                progress.tell(|_| match stage {
                    Stage::Learning { done, of: all } => {
                        format!("pass {next} of {of}: learned from {done} of {all} positions{left}")
                    }
                    Stage::Measuring { done, of: all } => {
                        format!("pass {next} of {of}: measured {done} of {all} positions{left}")
                    }
                });
            });
            progress.clear();
            let Ok(row) = ended else { return Ok(false) };
            self.new_passes += 1;
            self.keep(&row)?;
            self.tell(&row, begun.elapsed().as_secs_f64())?;
        }
        Ok(true)
    }

    fn is_over(&self) -> bool {
        let checkpoint = self.balancing.checkpoint();
        let impatient = self.args.patience.is_some_and(|n| checkpoint.passes_without_gain() >= n);
        !checkpoint.rows().is_empty() && (checkpoint.passes() >= self.args.passes || impatient)
    }

    /// `, 3 m 20 s left`, once there is a pass to judge by.
    fn time_left(&self) -> String {
        if self.new_passes == 0 {
            return String::new();
        }
        let left = self.args.passes - self.balancing.checkpoint().passes();
        let each = self.started.elapsed().as_secs_f64() / f64::from(self.new_passes);
        format!(", {} left", in_words(each * f64::from(left)))
    }

    /// Writes all that is known after a pass; the checkpoint last, so that what it promises is there.
    fn keep(&self, row: &PassRow) -> anyhow::Result<()> {
        let checkpoint = self.balancing.checkpoint();
        self.write_policy()?;
        if self.args.saves(row.pass) {
            let note = self.note(row.pass);
            let text = gammas_of(checkpoint.weights())?.to_text(&note);
            write(&self.files.of_pass(row.pass), &text)?;
        }
        write(&self.files.csv, &csv(checkpoint.rows()))?;
        write(&self.files.svg, &svg(checkpoint.rows()))?;
        write(&self.files.checkpoint, &checkpoint.to_string())
    }

    fn write_policy(&self) -> anyhow::Result<()> {
        let best = self.balancing.checkpoint().best();
        let text = gammas_of(&best.weights)?.to_text(&self.note(best.pass));
        write(&self.files.policy, &text)
    }

    /// How a policy came about.
    fn note(&self, pass: u32) -> String {
        let [training, held_out] = self.balancing.positions();
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let mut text = format!(
            "Made by tengen {VERSION}: tengen learn sb\n\
             from {training} positions of {}, {held_out} more held out\n\
             {}\n",
            name(&self.args.positions).unwrap_or_default(),
            self.args.settings()
        );
        if self.args.care {
            text += "for playouts with care\n";
        }
        if let Some(from) = self.args.from.as_deref().and_then(name) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "beginning with {from}");
        }
        let rows = self.balancing.checkpoint().rows();
        if let Some(row) = rows.iter().find(|row| row.pass == pass) {
            let _ = writeln!(text, "{}", row_text(row));
        }
        text
    }

    fn tell(&mut self, row: &PassRow, seconds: f64) -> anyhow::Result<()> {
        let best_pass = self.balancing.checkpoint().best().pass;
        if self.args.json {
            let line = Line { errors: row.into(), best_pass, seconds };
            writeln!(self.out, "{}", serde_json::to_string(&line)?)?;
        } else {
            let best = if best_pass == row.pass { "; the lowest so far" } else { "" };
            writeln!(self.out, "{}, {}{best}", row_text(row), in_words(seconds))?;
        }
        Ok(())
    }
}

/// `pass 3: error 0.01234 ± 0.00012, held out 0.01301 ± 0.00034`.
fn row_text(row: &PassRow) -> String {
    let text = |error: MeanError| format!("{:.5} ± {:.5}", error.corrected, error.standard_error);
    let held_out = row.held_out.map(|error| format!(", held out {}", text(error)));
    let held_out = held_out.unwrap_or_default();
    format!("pass {}: error {}{held_out}", row.pass, text(row.training))
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn csv(rows: &[PassRow]) -> String {
    let mut table = Table::new([
        Column::right("pass"),
        Column::right("training error"),
        Column::right("training standard error"),
        Column::right("training error as measured"),
        Column::right("held-out error"),
        Column::right("held-out standard error"),
        Column::right("held-out error as measured"),
    ]);
    for row in rows {
        let mut cells = vec![row.pass.to_string()];
        for error in std::iter::once(&row.training).chain(&row.held_out) {
            let numbers = [error.corrected, error.standard_error, error.measured];
            cells.extend(numbers.map(|number| format!("{number:.8}")));
        }
        table.row(cells);
    }
    table.to_csv()
}

fn svg(rows: &[PassRow]) -> String {
    let points = |of: fn(&PassRow) -> Option<f64>| {
        rows.iter().filter_map(move |row| {
            let error = of(row)?;
            let label = format!("pass {}: {error:.5}", row.pass);
            Some(SeriesPoint::new(row.pass.into(), error).label(label))
        })
    };
    let training = points(|row| Some(row.training.corrected));
    let held_out = points(|row| Some(row.held_out?.corrected));
    let mut plot = LinePlot::new("Mean squared error of playouts")
        .x_label("pass")
        .y_label("error without its variance")
        .series(Series::new("learned from", training).with_markers());
    if rows.iter().any(|row| row.held_out.is_some()) {
        plot = plot.series(Series::new("held out", held_out).with_markers());
    }
    plot.to_svg()
}

fn read_policy(path: &Path) -> anyhow::Result<PlayoutGammas> {
    PlayoutGammas::from_text(&read_text(path)?).with_context(|| path.display().to_string())
}

/// A word that tells what is learned from and begun with from anything else.
fn identity(
    positions: &[LabelledPosition],
    start: &PlayoutGammas,
    teacher: Option<&PlayoutGammas>,
    is_careful: bool,
) -> String {
    // FNV-1a: other files under the same name are to be noticed, nothing more.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for position in positions {
        add(position.to_line().as_bytes());
        add(b"\n");
    }
    for gammas in std::iter::once(start).chain(teacher) {
        for gamma in gammas.values() {
            add(&gamma.to_bits().to_le_bytes());
        }
    }
    if is_careful {
        // The number grows when careful playouts change.
        add(b"care 2");
    }
    format!("{hash:016x}")
}

impl SbArgs {
    /// Whether the policy of this pass gets a file of its own, if learning does not end before it.
    pub(crate) fn saves(&self, pass: u32) -> bool {
        (1..=self.passes).contains(&pass) && self.save_every.is_some_and(|n| pass.is_multiple_of(n))
    }

    /// Whether learning may end before the last pass.
    pub(crate) const fn may_end_early(&self) -> bool {
        self.patience.is_some()
    }

    fn read_positions(&self) -> anyhow::Result<Vec<LabelledPosition>> {
        let name = self.positions.display().to_string();
        let positions = read_positions(&read_text(&self.positions)?).context(name.clone())?;
        match positions.len() {
            0 => bail!("{name}: there are no positions in it"),
            count if count > MOST_POSITIONS => {
                bail!("{name}: {count} positions are more than the {MOST_POSITIONS} that fit")
            }
            _ => Ok(positions),
        }
    }

    fn settings(&self) -> Settings {
        let adam = self.optimizer == OptimizerName::Adam;
        let alpha = self.alpha.unwrap_or(if adam { 0.01 } else { 10.0 });
        let outcomes = match self.outcome {
            OutcomeName::Signed => Outcomes::Signed,
            OutcomeName::Binary => Outcomes::Binary,
        };
        Settings {
            value_playouts: self.m,
            gradient_playouts: self.n,
            optimizer: if adam {
                Optimizer::Adam { alpha, epsilon: self.epsilon }
            } else {
                Optimizer::Sgd { alpha }
            },
            outcomes,
            baseline: self.baseline.map_or(outcomes == Outcomes::Signed, |it| it == Switch::On),
            horizon: if self.two_step { Horizon::TwoPlies } else { Horizon::Game },
            batch: self.batch.unwrap_or(if adam { 32 } else { 1 }),
            pull: self.pull,
            largest: formulas::ln_of(self.largest_gamma),
            error_playouts: self.error_playouts,
            seed: self.seed,
        }
    }
}
