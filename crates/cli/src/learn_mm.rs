//! `tengen learn mm`: strengths of move features, by minorization-maximization.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use tengen_engine::{StopFlag, check_writable, read_at_most, write_whole, write_whole_by};
use tengen_go::BoardSize;
use tengen_learn::Stopped;
use tengen_learn::go::{
    FeatureSet, Games, NoSamples, NotPlayed, PlayoutSet, PriorSet, Record, Samples, Sampling,
    SelfPlay, frequent_surroundings,
};
use tengen_learn::mm::{
    Competitions, Features, Fit, Frequencies, MmOptions, Prediction, TOP, Teams, fit, read_data,
    write_data, write_frequencies, write_gammas,
};
use tengen_report::{Column, Table};

use crate::Ending;
use crate::cli::whole;
use crate::interrupt;
use crate::progress::{Progress, time_left};

/// The longest file of games that is read.
const LONGEST_FILE: usize = 1 << 30;

/// How many games that were left out are named.
const MOST_NAMED: usize = 5;

#[derive(Args, Debug)]
#[command(after_help = "\
A move is a team of features, and as strong as the product of their gammas; in each position the
move that was played beats the others. The gammas that make this most likely are found one feature
at a time (Coulom 2007). One game in ten is kept aside, to see how well they predict.

Features are those of playouts (3x3 patterns and answers to the last move: paper 003) or those of
priors for the tree (captures, ladders, distances, larger surroundings and more). A file of gammas
is written for players to use. See docs/learning.md for formats, time and memory.

Games are SGF files (also many games in one), folders of them, text files with a game of 19x19 in
each line (id TAB ;B[qd];W[dd]... or the moves alone), and zip archives of all those. What cannot be
used is named and left out.

Examples:
  tengen learn mm --games 2009-01.zip 2010-02.zip --threads 2 --out playouts.toml
  tengen learn mm --features prior --games pro/ --positions-per-game 30 --out priors.toml
  tengen learn mm --selfplay 500 --size 9 --threads 2 --out playouts-9x9.toml
  tengen learn mm --games pro/ --write-data competitions.mm
  tengen learn mm --data competitions.mm --out gammas.txt --frequencies gammas-with-freq.txt")]
pub(crate) struct MmArgs {
    /// Games of Go: SGF files, folders, text files, zip archives; positions of `learn positions`
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "data")]
    games: Vec<PathBuf>,
    /// Games that a light search plays against itself
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole::<u64, 0, 100_000_000>, allow_negative_numbers = true, conflicts_with = "data")]
    selfplay: u64,
    /// Board size of self-play
    #[arg(long, value_name = "N", default_value = "9", allow_negative_numbers = true)]
    size: BoardSize,
    /// Playouts for a move of self-play
    #[arg(long, value_name = "N", default_value = "500", value_parser = whole::<u64, 1, 1_000_000_000>, allow_negative_numbers = true)]
    playouts: u64,
    /// Write the games of self-play to this file, in SGF
    #[arg(long, value_name = "FILE")]
    save_games: Option<PathBuf>,
    /// What moves are described by
    #[arg(long, value_name = "SET", default_value = "playout", conflicts_with = "data")]
    features: FeatureSetName,
    /// How many positions of a game are looked at, drawn by chance; or all
    #[arg(long, value_name = "K", default_value = "10", value_parser = per_game, allow_negative_numbers = true)]
    positions_per_game: PerGame,
    /// Larger surroundings in which moves were played at least so often get a gamma too (prior); or
    /// off
    #[arg(long, value_name = "N", default_value = "100", value_parser = least_seen, allow_negative_numbers = true)]
    surroundings: LeastSeen,
    /// Learn from a data set in the format of Coulom's mm instead of from games
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Write the positions that are learned from as such a data set
    #[arg(long, value_name = "FILE", conflicts_with = "data")]
    write_data: Option<PathBuf>,
    /// A feature is left alone once its update gains less than this, in log-likelihood a position
    #[arg(long, value_name = "X", default_value = "0.0001", value_parser = tolerance, allow_negative_numbers = true)]
    tolerance: f64,
    /// Threads; results do not depend on them
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u16, 1, 1024>, allow_negative_numbers = true)]
    threads: u16,
    /// Seed of all chance
    #[arg(long, value_name = "X", default_value = "1", value_parser = whole::<u64, 0, { u64::MAX }>, allow_negative_numbers = true)]
    seed: u64,
    /// Write what was learned to this file: gammas for players, or with --data lines "index gamma"
    #[arg(long, value_name = "FILE", required_unless_present = "write_data")]
    out: Option<PathBuf>,
    /// Write gammas with how often each level occurs: index, gamma, victories, participations,
    /// presences
    #[arg(long, value_name = "FILE")]
    frequencies: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FeatureSetName {
    /// 3x3 patterns and answers to the last move
    Playout,
    /// captures, ladders, liberties, lines, distances, 3x3 patterns
    Prior,
}

/// A number of positions, or all.
#[derive(Clone, Copy, Debug)]
struct PerGame(Option<usize>);

fn per_game(text: &str) -> Result<PerGame, String> {
    if text == "all" {
        return Ok(PerGame(None));
    }
    let number = whole::<usize, 1, 1_000_000>(text);
    number.map(|number| PerGame(Some(number))).map_err(|problem| format!("{problem}, or all"))
}

/// How often surroundings must have been seen to count, if they do at all.
#[derive(Clone, Copy, Debug)]
struct LeastSeen(Option<NonZero<u32>>);

fn least_seen(text: &str) -> Result<LeastSeen, String> {
    if text == "off" {
        return Ok(LeastSeen(None));
    }
    let number = whole::<u32, 1, 1_000_000_000>(text);
    number.map(|it| LeastSeen(NonZero::new(it))).map_err(|problem| format!("{problem}, or off"))
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (1e-12..=1.0).contains(number));
    number.ok_or_else(|| "not a number from 1e-12 to 1".to_owned())
}

/// Everything there is to learn from.
struct Data {
    features: Features,
    teams: Teams,
    training: Competitions,
    held_out: Competitions,
}

/// Games, and how many of each kind.
#[derive(Default)]
struct Source {
    records: Vec<Record>,
    read: usize,
    refused: usize,
}

#[derive(Serialize)]
struct Quality {
    positions: usize,
    log_likelihood: f64,
    top1: f64,
    top5: f64,
    top10: f64,
}

#[derive(Serialize)]
struct Summary {
    games: usize,
    refused: usize,
    features: Vec<FeatureRow>,
    teams: usize,
    entries: usize,
    updates: usize,
    training: Quality,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<Quality>,
}

#[derive(Serialize)]
struct FeatureRow {
    name: String,
    levels: usize,
}

impl From<Prediction> for Quality {
    fn from(found: Prediction) -> Self {
        let [top1, top5, top10] = found.top;
        let (positions, log_likelihood) = (found.competitions, found.log_likelihood);
        Self { positions, log_likelihood, top1, top5, top10 }
    }
}

pub(crate) fn run(args: &MmArgs) -> anyhow::Result<Ending> {
    args.check()?;
    interrupt::while_busy(|stop| match args.learn(stop) {
        Err(error) if error.is::<Stopped>() => Ok(Ending::Interrupted),
        other => other,
    })
}

impl MmArgs {
    fn check(&self) -> anyhow::Result<()> {
        if self.games.is_empty() && self.selfplay == 0 && self.data.is_none() {
            bail!("nothing to learn from: give --games FILE, --selfplay N or --data FILE");
        }
        let files = [&self.out, &self.write_data, &self.save_games, &self.frequencies];
        for path in files.into_iter().flatten() {
            check_writable(path).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    fn threads(&self) -> NonZero<usize> {
        NonZero::new(self.threads.into()).unwrap_or(NonZero::<usize>::MIN)
    }

    fn learn(&self, stop: &StopFlag) -> anyhow::Result<Ending> {
        let source = if self.data.is_some() { Source::default() } else { self.games(stop)? };
        let prior_set = self.prior_set(&source.records, stop)?;
        let data = match (&self.data, self.features) {
            (Some(path), _) => read_data_set(path)?,
            (None, FeatureSetName::Playout) => {
                self.describe(&PlayoutSet::default(), &source.records, stop)?
            }
            (None, FeatureSetName::Prior) => self.describe(&prior_set, &source.records, stop)?,
        };
        if data.training.is_empty() {
            bail!("there are no positions to learn from");
        }
        if let Some(path) = &self.write_data {
            let Data { features, teams, training, .. } = &data;
            write_whole_by(path, |file| write_data(features, teams, training, file))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let Some(out) = &self.out else { return Ok(Ending::Done) };
        let found = self.fit(&data, stop)?;
        let predict = |competitions: &Competitions| {
            Prediction::of(&found.gammas, &data.teams, competitions, self.threads()).into()
        };
        let summary = Summary {
            games: source.records.len(),
            refused: source.refused,
            features: data
                .features
                .list()
                .iter()
                .map(|it| FeatureRow { name: it.name.clone(), levels: it.levels })
                .collect(),
            teams: data.teams.len(),
            entries: data.training.entries(),
            updates: found.updates,
            training: predict(&data.training),
            held_out: (!data.held_out.is_empty()).then(|| predict(&data.held_out)),
        };
        write_whole(out, &self.file_text(&prior_set, &found, &source, &summary)?)?;
        if let Some(path) = &self.frequencies {
            let counts = Frequencies::count(&data.features, &data.teams, &data.training);
            write_whole(path, &write_frequencies(&found.gammas, &counts))?;
        }
        self.print(&found, &summary)?;
        Ok(Ending::Done)
    }

    /// The games of files and of self-play.
    fn games(&self, stop: &StopFlag) -> anyhow::Result<Source> {
        let mut games = Games::default();
        for path in &self.games {
            let before = games.records.len();
            for file in files_of(path)? {
                if stop.is_stopped() {
                    return Err(Stopped.into());
                }
                let bytes = read_at_most(&file, LONGEST_FILE)
                    .with_context(|| format!("cannot read {}", file.display()))?;
                let name = file.display().to_string();
                games.add(&name, &bytes).context(name)?;
            }
            // A closed stderr is no reason to stop.
            let mut out = io::stderr();
            for problem in games.problems.drain(..).take(MOST_NAMED) {
                let _ = writeln!(out, "left out: {problem}");
            }
            if games.records.len() == before {
                bail!("{}: there are no games in it to learn from", path.display());
            }
        }
        if games.refused > MOST_NAMED {
            let _ = writeln!(io::stderr(), "{} games were left out in all", games.refused);
        }
        let mut source =
            Source { read: games.records.len(), records: games.records, refused: games.refused };
        if self.selfplay > 0 {
            source.records.extend(self.play(stop)?);
        }
        Ok(source)
    }

    fn play(&self, stop: &StopFlag) -> anyhow::Result<Vec<Record>> {
        let games = self.selfplay as usize;
        let self_play = SelfPlay {
            size: self.size,
            playouts: self.playouts,
            opening: OPENING,
            seed: self.seed,
            threads: self.threads(),
        };
        let progress = Mutex::new(Progress::new(false));
        let played = self_play.play(games, stop, |done| {
            if let Ok(mut progress) = progress.lock() {
                progress.tell(|elapsed| {
                    let left = time_left(elapsed, done, games - done);
                    format!("self-play: {done} of {games} games, {left}")
                });
            }
        });
        if let Ok(mut progress) = progress.lock() {
            progress.clear();
        }
        let played = match played {
            Err(NotPlayed::Stopped(stopped)) => return Err(stopped.into()),
            other => other?,
        };
        if let Some(path) = &self.save_games {
            write_whole(path, &played.iter().map(Record::to_sgf).collect::<String>())?;
        }
        Ok(played)
    }

    /// The features of priors, with the surroundings that occur often in these games.
    fn prior_set(&self, records: &[Record], stop: &StopFlag) -> anyhow::Result<PriorSet> {
        let wanted = self.surroundings.0.filter(|_| self.features == FeatureSetName::Prior);
        let Some(least) = wanted else { return Ok(PriorSet::default()) };
        let (mut progress, games) = (Progress::new(false), records.len());
        let known = frequent_surroundings(records, least, self.threads(), stop, |done| {
            progress.tell(|elapsed| {
                let left = time_left(elapsed, done, games - done);
                format!("surroundings of {done} of {games} games, {left}")
            });
        });
        progress.clear();
        Ok(PriorSet::new(known?))
    }

    fn describe<S: FeatureSet>(
        &self,
        set: &S,
        records: &[Record],
        stop: &StopFlag,
    ) -> anyhow::Result<Data> {
        let sampling = Sampling {
            per_game: self.positions_per_game.0,
            seed: self.seed,
            threads: self.threads(),
        };
        let mut progress = Progress::new(false);
        let games = records.len();
        let samples = Samples::collect(set, records, &sampling, stop, |done| {
            progress.tell(|elapsed| {
                let left = time_left(elapsed, done, games - done);
                format!("positions of {done} of {games} games, {left}")
            });
        });
        progress.clear();
        match samples {
            Err(NoSamples::Stopped(stopped)) => Err(stopped.into()),
            other => {
                let Samples { features, teams, training, held_out } = other?;
                Ok(Data { features, teams, training, held_out })
            }
        }
    }

    fn fit(&self, data: &Data, stop: &StopFlag) -> anyhow::Result<Fit> {
        let options = MmOptions {
            tolerance: self.tolerance,
            threads: self.threads(),
            ..MmOptions::default()
        };
        let mut progress = Progress::new(false);
        let Data { features, teams, training, .. } = data;
        let found = fit(features, teams, training, &options, stop, |update| {
            progress.tell(|_| {
                let name = &features.list()[update.feature].name;
                format!(
                    "update {}, {name}: log-likelihood {:.4} a position, {:+.5}",
                    update.number, update.log_likelihood, update.gain
                )
            });
        });
        progress.clear();
        Ok(found?)
    }

    /// What is written: for players, or for whoever made the data set.
    fn file_text(
        &self,
        prior_set: &PriorSet,
        found: &Fit,
        source: &Source,
        summary: &Summary,
    ) -> anyhow::Result<String> {
        if self.data.is_some() {
            return Ok(write_gammas(&found.gammas));
        }
        let lines = self.provenance(source, summary);
        let lines: Vec<(&str, &str)> =
            lines.iter().map(|(key, value)| (*key, value.as_str())).collect();
        let gammas = found.gammas.rounded();
        Ok(match self.features {
            FeatureSetName::Playout => {
                let note: Vec<String> =
                    lines.iter().map(|(key, value)| format!("{key}: {value}")).collect();
                PlayoutSet::policy(&gammas)?.to_text(&note.join("\n"))
            }
            FeatureSetName::Prior => prior_set.priors(&gammas)?.to_text(&lines),
        })
    }

    /// How it was made.
    fn provenance(&self, source: &Source, summary: &Summary) -> Vec<(&'static str, String)> {
        let features = match self.features {
            FeatureSetName::Playout => "playout",
            FeatureSetName::Prior => "prior",
        };
        let around = match (self.features, self.surroundings.0) {
            (FeatureSetName::Playout, _) => String::new(),
            (_, Some(least)) => format!(" --surroundings {least}"),
            (_, None) => " --surroundings off".to_owned(),
        };
        let names: Vec<_> =
            self.games.iter().filter_map(|path| path.file_name()?.to_str()).collect();
        let per_game = self.positions_per_game.0.map_or("all".to_owned(), |most| most.to_string());
        let mut lines = vec![
            ("made by", format!("tengen {}", crate::VERSION)),
            (
                "command",
                format!(
                    "tengen learn mm --features {features} --positions-per-game {per_game}{around} --tolerance {} --seed {}",
                    self.tolerance, self.seed
                ),
            ),
        ];
        if source.read > 0 {
            lines.push(("games", format!("{} of {}", source.read, names.join(", "))));
        }
        if self.selfplay > 0 {
            let (games, size) = (source.records.len() - source.read, self.size);
            let text = format!("{games} on {size}x{size}, {} playouts a move", self.playouts);
            lines.push(("self-play", text));
        }
        lines.push(("positions", summary.training.text()));
        if let Some(held_out) = &summary.held_out {
            lines.push(("kept aside", held_out.text()));
        }
        lines
    }

    fn print(&self, found: &Fit, summary: &Summary) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(summary)?)?;
            return Ok(());
        }
        let mut table = Table::new([
            Column::left("feature"),
            Column::right("levels"),
            Column::right("least gamma"),
            Column::right("largest gamma"),
        ]);
        for (i, feature) in summary.features.iter().enumerate() {
            let gammas = found.gammas.of(i);
            let least = gammas.iter().copied().fold(f64::INFINITY, f64::min);
            let largest = gammas.iter().copied().fold(0.0, f64::max);
            table.row([
                feature.name.clone(),
                feature.levels.to_string(),
                format!("{least:.4}"),
                format!("{largest:.2}"),
            ]);
        }
        writeln!(out, "{}", table.to_text())?;
        writeln!(out, "{} updates; {} different teams", summary.updates, summary.teams)?;
        writeln!(out, "learned from {}", summary.training.text())?;
        if let Some(held_out) = &summary.held_out {
            writeln!(out, "kept aside   {}", held_out.text())?;
        }
        Ok(())
    }
}

impl Quality {
    fn text(&self) -> String {
        let rates = [self.top1, self.top5, self.top10];
        let rates: Vec<String> = TOP
            .iter()
            .zip(rates)
            .map(|(first, rate)| format!("top {first} {:.1} %", 100.0 * rate))
            .collect();
        format!(
            "{} positions: log-likelihood {:.4}, {}",
            self.positions,
            self.log_likelihood,
            rates.join(", ")
        )
    }
}

/// Random moves at the beginning of games of self-play, at most.
const OPENING: usize = 4;

fn read_data_set(path: &Path) -> anyhow::Result<Data> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (features, teams, training) =
        read_data(BufReader::new(file)).with_context(|| path.display().to_string())?;
    Ok(Data { features, teams, training, held_out: Competitions::default() })
}

/// A file, or those of a folder that may hold games, in the order of their names.
fn files_of(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let holds_games = |file: &PathBuf| {
        let extension = file.extension().and_then(|extension| extension.to_str());
        extension
            .is_some_and(|it| ["sgf", "zip"].iter().any(|known| it.eq_ignore_ascii_case(known)))
    };
    let folder = || format!("cannot read {}", path.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).with_context(folder)? {
        files.push(entry.with_context(folder)?.path());
    }
    files.retain(holds_games);
    files.sort();
    Ok(files)
}
