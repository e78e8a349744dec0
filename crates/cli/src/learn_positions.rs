//! `tengen learn positions`: positions with values, to learn playouts from.

use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use serde::Serialize;
use tengen_arena::{Label, Labelling};
use tengen_engine::{GameSetup, GoSetup, PlayerSpec};
use tengen_go::{BoardSize, Komi, Move};
use tengen_learn::go::{LabelledPosition, read_positions};

use crate::cli::{GameArgs, whole};
use crate::interrupt;
use crate::line_log::LineLog;
use crate::progress::{Progress, in_words, time_left};
use crate::store_args::StoreArgs;
use crate::{Ending, VERSION};

#[derive(Args, Debug)]
#[command(after_help = "\
The player plays Go against himself. Of each game some positions are chosen by chance, and the one who
labels searches them: the value is what the player to move expects, from 0 to 1. Each position depends
on its number and the seed, not on threads, as long as nobody thinks for a time or with several
threads.

The file has a position in each line, after lines with # that say how it was made:
  VALUE PLAYOUTS SIZE KOMI MOVES...        as in 0.4312 100000 9 7.5 E5 C4 G6
It grows as positions are found. The same command goes on after the last line of the file; it may ask
for more positions, but other settings are refused. Ctrl-C ends the work. With --store the games are
jobs that any number of `tengen worker` can do; the file is the same.

Examples:
  tengen learn positions --out positions.txt --threads 2           5,000 positions as in paper 003
  tengen learn positions --out small.txt --positions 200 --player erica,sims=300 --label erica,sims=5000
  tengen learn positions --out shared.txt --store postgres://tengen@server/tengen     with helpers
  tengen learn positions --out more.txt --per-game 4 --first 10 --last 50 --seed 2")]
pub(crate) struct PositionsArgs {
    /// Write the positions to this file, or go on with it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many positions the file is to have
    #[arg(long, value_name = "N", default_value = "5000", value_parser = whole::<u64, 1, MOST_POSITIONS>, allow_negative_numbers = true)]
    positions: u64,
    /// Who plays [default: erica,sims=3000]
    #[arg(long, value_name = "PLAYER")]
    player: Option<PlayerSpec>,
    /// Who values positions [default: the player, with 100,000 playouts]
    #[arg(long, value_name = "PLAYER")]
    label: Option<PlayerSpec>,
    /// Points along one side, 2 to 19 [default: 9]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    size: Option<BoardSize>,
    /// Points for White, a multiple of 0.5 [default: as the rules]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Rules: tromp-taylor, chinese or cgos [default: chinese]
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Positions of each game
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u64, 1, 100>, allow_negative_numbers = true)]
    per_game: u64,
    /// The first position that may be chosen is after so many moves
    #[arg(long, value_name = "N", default_value = "4", value_parser = whole::<usize, 0, 1444>, allow_negative_numbers = true)]
    first: usize,
    /// The last one is after so many moves [default: before the passes at the end of the game]
    #[arg(long, value_name = "N", value_parser = whole::<usize, 0, 1444>, allow_negative_numbers = true)]
    last: Option<usize>,
    /// Games begin with random moves, from none to so many
    #[arg(long, value_name = "N", default_value = "4", value_parser = whole::<usize, 0, 100>, allow_negative_numbers = true)]
    opening: usize,
    /// Games played at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u16, 1, 1024>, allow_negative_numbers = true)]
    threads: u16,
    #[command(flatten)]
    store: StoreArgs,
    /// Seed of all chance
    #[arg(long, value_name = "X", default_value = "1", value_parser = whole::<u64, 0, { u64::MAX }>, allow_negative_numbers = true)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// More have no use.
const MOST_POSITIONS: u64 = 10_000_000;

/// Who plays if nobody is named.
const USUAL_PLAYER: &str = "erica,sims=3000";

/// The playouts of a value, if nobody is named.
const USUAL_LABEL: &str = "100000";

/// No game is longer.
const LONGEST_GAME: usize = 4 * 19 * 19;

#[derive(Serialize)]
struct Summary<'a> {
    positions: u64,
    added: u64,
    mean_value: f64,
    /// The share of positions whose value is below 0.1 or above 0.9.
    decided: f64,
    seconds: f64,
    file: &'a str,
}

pub(crate) fn run(args: &PositionsArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let Found { positions, done } = find(args, &mut io::stdout(), false)?;
    if done {
        return Ok(Ending::Done);
    }
    let of = args.positions;
    let _ = writeln!(
        io::stderr(),
        "interrupted after {positions} of {of} positions; the same command goes on"
    );
    Ok(Ending::Interrupted)
}

/// What a file of positions has.
pub(crate) struct Found {
    /// How many positions.
    pub(crate) positions: u64,
    /// Whether these are all; otherwise Ctrl-C came first.
    pub(crate) done: bool,
}

/// Finds the positions that the file does not have yet, and says what it has then.
pub(crate) fn find(
    args: &PositionsArgs,
    out: &mut dyn Write,
    quiet: bool,
) -> anyhow::Result<Found> {
    let (labelling, go) = args.labelling()?;
    let (mut log, lines) = LineLog::open(&args.out, &args.header(&labelling, go))?;
    let name = || args.out.display().to_string();
    let mut found = read_positions(&lines).with_context(name)?;
    let (before, started) = (found.len() as u64, Instant::now());
    let shared = args.store.shared()?;
    let mut progress = Progress::new(quiet);
    let mut failed = None;
    let games = before / args.per_game..args.positions.div_ceil(args.per_game);
    let interrupted = interrupt::while_busy(|stop| {
        // Some of the first game's positions may be there already.
        let mut skip = (before % args.per_game) as usize;
        let threads = NonZero::new(args.threads.into()).unwrap_or(NonZero::<usize>::MIN);
        let mut tell = |labels: Option<Vec<Label>>| {
            if let Some(labels) = labels {
                let room = args.positions.saturating_sub(found.len() as u64) as usize;
                let new = labels.iter().skip(std::mem::take(&mut skip)).take(room);
                match add(&mut log, new, go).with_context(name) {
                    Ok(new) => found.extend(new),
                    Err(error) => {
                        failed = Some(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            progress.tell(|elapsed| {
                let (done, of) = (found.len() as u64, args.positions);
                let left = time_left(elapsed, (done - before) as usize, (of - done) as usize);
                format!("{done} of {of} positions, {left}")
            });
            ControlFlow::Continue(())
        };
        match &shared {
            None => labelling.run(games, threads, stop, &mut tell)?,
            Some(shared) => labelling.run_shared(games, shared, threads, stop, &mut tell)?,
        }
        anyhow::Ok(stop.is_stopped())
    })?;
    progress.clear();
    if let Some(error) = failed {
        return Err(error);
    }
    let count = found.len() as u64;
    let done = !interrupted || count >= args.positions;
    if done {
        args.print(out, &found, count - before, started.elapsed().as_secs_f64())?;
    }
    Ok(Found { positions: count, done })
}

/// Adds labels to the file, as positions of Go.
fn add<'a>(
    log: &mut LineLog,
    labels: impl Iterator<Item = &'a Label>,
    go: GoSetup,
) -> anyhow::Result<Vec<LabelledPosition>> {
    let (mut new, mut lines) = (Vec::new(), String::new());
    for Label { moves, value, playouts } in labels {
        let moves = moves.iter().map(|m| m.parse()).collect::<Result<Vec<Move>, _>>()?;
        let position = LabelledPosition::new(*value, *playouts, go.size, go.komi, moves)?;
        lines += &(position.to_line() + "\n");
        new.push(position);
    }
    log.add(&lines)?;
    Ok(new)
}

impl PositionsArgs {
    fn labelling(&self) -> anyhow::Result<(Labelling, GoSetup)> {
        let terms = GameArgs {
            size: self.size,
            komi: self.komi,
            rules: self.rules.clone(),
            ..GameArgs::default()
        };
        let go = terms.go()?;
        let (player, label) = self.players()?;
        let labelling = Labelling {
            setup: GameSetup::Go(go),
            player,
            label,
            per_game: self.per_game as usize,
            opening: self.opening,
            plies: self.first..=self.last.unwrap_or(LONGEST_GAME),
            seed: self.seed,
        };
        Ok((labelling, go))
    }

    /// Who plays, and who values.
    fn players(&self) -> anyhow::Result<(PlayerSpec, PlayerSpec)> {
        let player = match &self.player {
            Some(player) => player.clone(),
            None => USUAL_PLAYER.parse()?,
        };
        let label = match &self.label {
            Some(label) => label.clone(),
            None => {
                let mut label = player.clone();
                label.set("sims", USUAL_LABEL).context("--label is needed for this player")?;
                if label.settings().any(|(key, _)| key == "time") {
                    label.set("time", "off")?;
                }
                label
            }
        };
        Ok((player, label))
    }

    /// The same with the positions, and the playouts and times of both players, times a factor.
    pub(crate) fn scaled(mut self, factor: f64) -> anyhow::Result<Self> {
        let (player, label) = self.players()?;
        (self.player, self.label) = (Some(player.scaled(factor)?), Some(label.scaled(factor)?));
        self.positions = ((self.positions as f64 * factor).round() as u64).clamp(1, MOST_POSITIONS);
        Ok(self)
    }

    /// What the file begins with: all that its positions depend on.
    fn header(&self, labelling: &Labelling, go: GoSetup) -> String {
        let Labelling { player, label, per_game, opening, seed, .. } = labelling;
        let GoSetup { size, komi, .. } = go;
        let rules = self.rules.as_deref().unwrap_or("chinese");
        let first = self.first;
        let plies = match self.last {
            Some(last) => format!("{first} to {last} moves"),
            None => format!("at least {first} moves"),
        };
        format!(
            "# Made by tengen {VERSION}: tengen learn positions\n\
             # player {player}\n\
             # label {label}\n\
             # {size}x{size}, komi {komi}, rules {rules}, up to {opening} random moves; {per_game} of \
             each game, after {plies}; seed {seed}\n\
             # value for the player to move, playouts, size, komi, moves\n"
        )
    }

    fn print(
        &self,
        out: &mut dyn Write,
        found: &[LabelledPosition],
        added: u64,
        seconds: f64,
    ) -> anyhow::Result<()> {
        let count = found.len().max(1) as f64;
        let decided = found.iter().filter(|it| !(0.1..=0.9).contains(&it.value())).count();
        let file = self.out.display().to_string();
        let summary = Summary {
            positions: found.len() as u64,
            added,
            mean_value: found.iter().map(LabelledPosition::value).sum::<f64>() / count,
            decided: decided as f64 / count,
            seconds,
            file: &file,
        };
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
        } else {
            writeln!(
                out,
                "{} positions in {file}, {added} of them new, in {}; the player to move expects \
                 {:.3} in the mean, and less than 0.1 or more than 0.9 in {:.0} % of them",
                summary.positions,
                in_words(seconds),
                summary.mean_value,
                100.0 * summary.decided
            )?;
        }
        Ok(())
    }
}
