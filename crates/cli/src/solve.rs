//! `tengen solve`: who wins, proved.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use serde::Serialize;
use tengen_engine::{Limits, StopFlag, Value, read_at_most};
use tengen_loa::{BarePosition, Game, Move, Position, Repetition, read_positions};
use tengen_policy::loa::LoaProofs;
use tengen_report::{Column, Table};
use tengen_search::{Solution, Solver, SolverProgress};

use crate::Ending;
use crate::cli::SolveArgs;
use crate::interrupt;
use crate::listener::Listener;
use crate::progress::{Progress, in_words};

/// The longest list of positions.
const MOST_BYTES: usize = 16 << 20;

/// What is printed of a position, as JSON.
#[derive(Serialize)]
struct Entry {
    /// The line of the file it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    line_number: Option<usize>,
    position: String,
    value: &'static str,
    r#move: Option<String>,
    plies: Option<u32>,
    /// Whether the winner has no quicker way.
    shortest: bool,
    line: Vec<String>,
    /// Within so many plies neither side wins by force: the side to move, the other.
    no_win_within: [u32; 2],
    nodes: u64,
    seconds: f64,
}

impl Entry {
    fn new(line_number: Option<usize>, game: &Position, solution: &Solution<Move>) -> Self {
        let line: Vec<String> = solution.line.iter().map(ToString::to_string).collect();
        Self {
            line_number,
            position: game.to_text(),
            value: word(solution.value),
            r#move: line.first().cloned(),
            plies: solution.value.map(|_| solution.plies),
            shortest: solution.shortest,
            line,
            no_win_within: solution.no_win_within,
            nodes: solution.nodes,
            seconds: solution.time.as_secs_f64(),
        }
    }
}

const fn word(value: Option<Value>) -> &'static str {
    match value {
        Some(Value::Win) => "win",
        Some(Value::Loss) => "loss",
        Some(Value::Draw) => "draw",
        None => "unproven",
    }
}

/// Solves positions one after the other.
struct Work<'a> {
    solver: Solver<'a, BarePosition, LoaProofs>,
    time: Duration,
    stop: &'a StopFlag,
}

impl Work<'_> {
    fn solve(&mut self, game: &Position, tell: impl FnMut(SolverProgress)) -> Solution<Move> {
        let (bare, limits) = (game.bare(), Limits::time(self.time));
        let mut solution = self.solver.solve(&bare, limits, self.stop, tell);
        // Who is to move is not compared there, so a position may come back in a forced win.
        if game.rules().repetition == Repetition::TwofoldBoard {
            let left = self.time.saturating_sub(solution.time);
            let limits = Limits::time(left.max(Duration::from_millis(1)));
            self.solver.confirm(game, &bare, &mut solution, limits, self.stop);
        }
        solution
    }
}

pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<Ending> {
    let games = match &args.file {
        Some(file) => read(file, args)?,
        None => {
            let text = args.position.join(" ");
            let game = Position::from_text(&text, args.rules)
                .with_context(|| format!("position {text:?}"))?;
            vec![(None, game)]
        }
    };
    interrupt::install();
    interrupt::while_busy(|stop| {
        let solver = Solver::new(&LoaProofs, args.memory)?;
        let mut work = Work { solver, time: args.time, stop };
        let mut out = Listener::new();
        match (&args.file, games.as_slice()) {
            (None, [(_, game)]) => one(args, game, &mut work, &mut out),
            _ => many(args, &games, &mut work, &mut out),
        }
    })
}

/// All positions of a file, each with its line.
fn read(file: &Path, args: &SolveArgs) -> anyhow::Result<Vec<(Option<usize>, Position)>> {
    let name = || format!("positions {}", file.display());
    let bytes = read_at_most(file, MOST_BYTES).with_context(name)?;
    let list = read_positions(&String::from_utf8_lossy(&bytes)).with_context(name)?;
    if list.is_empty() {
        bail!("{}: there is none; a line holds a board and the side to move", name());
    }
    let game = |board, to_move| Position::from_board(board, to_move, args.rules);
    Ok(list.iter().map(|it| (Some(it.line), game(it.board, it.to_move))).collect())
}

fn one(
    args: &SolveArgs,
    game: &Position,
    work: &mut Work<'_>,
    out: &mut Listener,
) -> anyhow::Result<Ending> {
    let mut progress = Progress::new(false);
    let solution = work.solve(game, |now| progress.tell(|_| told(now)));
    progress.clear();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&Entry::new(None, game, &solution))?)?;
    } else {
        write!(out, "{}", in_full(game, &solution))?;
    }
    Ok(match solution.value {
        Some(_) => Ending::Done,
        None if work.stop.is_stopped() => Ending::Interrupted,
        None => Ending::Negative,
    })
}

fn told(now: SolverProgress) -> String {
    let SolverProgress { limit, nodes, time } = now;
    format!("{nodes} positions in {}, up to {limit} plies ahead", in_words(time.as_secs_f64()))
}

/// A solution as text of several lines.
fn in_full(game: &Position, solution: &Solution<Move>) -> String {
    let Solution { value, plies, shortest, line, no_win_within, nodes, time } = solution;
    let (player, opponent) = (game.to_move(), game.to_move().opponent());
    let mut text = format!("{}\n{player} to move, rules {}\n\n", game.board(), game.rules());
    if let Some(ending) = game.ending() {
        return text + &format!("{}: the game is over, {ending}\n", word(*value));
    }
    let plural = if *plies == 1 { "ply" } else { "plies" };
    text += &match value {
        Some(Value::Draw) => "draw: neither side can win\n".to_owned(),
        Some(value) => {
            let winner = if *value == Value::Win { player } else { opponent };
            let how = if *shortest { "the shortest way" } else { "there may be a shorter way" };
            format!("{}: {winner} wins in {plies} {plural}, {how}\n", word(Some(*value)))
        }
        None => {
            let [own, other] = no_win_within;
            format!(
                "not proven: {player} has no forced win within {own} plies, \
                 {opponent} none within {other}\n"
            )
        }
    };
    if let Some(first) = line.first() {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        text += &format!("move: {first}\nline: {}\n", line.join(" "));
    }
    text + &format!("{nodes} positions, {:.3} s\n", time.as_secs_f64())
}

fn many(
    args: &SolveArgs,
    games: &[(Option<usize>, Position)],
    work: &mut Work<'_>,
    out: &mut Listener,
) -> anyhow::Result<Ending> {
    let mut progress = Progress::new(false);
    let mut entries = Vec::new();
    let mut interrupted = false;
    for (done, (line, game)) in games.iter().enumerate() {
        let proven = entries.iter().filter(|entry: &&Entry| entry.plies.is_some()).count();
        let solution = work.solve(game, |_| {
            progress.tell(|time| {
                let time = in_words(time.as_secs_f64());
                format!("{done} of {} positions in {time}, {proven} proven", games.len())
            });
        });
        // What was cut off is not known to be beyond us.
        interrupted = work.stop.is_stopped();
        if interrupted && solution.value.is_none() {
            break;
        }
        let entry = Entry::new(*line, game, &solution);
        if args.json {
            progress.clear();
            writeln!(out, "{}", serde_json::to_string(&entry)?)?;
            out.flush()?;
        }
        entries.push(entry);
        if interrupted {
            break;
        }
    }
    progress.clear();
    if !args.json {
        write!(out, "{}", in_table(&entries))?;
        if interrupted {
            writeln!(out, "\ninterrupted: {} of {} positions", entries.len(), games.len())?;
        }
    }
    let all_proven = entries.iter().all(|entry| entry.plies.is_some());
    Ok(match (interrupted, all_proven) {
        (true, _) => Ending::Interrupted,
        (false, true) => Ending::Done,
        (false, false) => Ending::Negative,
    })
}

/// A row for each position, and a summary.
fn in_table(entries: &[Entry]) -> String {
    let dash = || "-".to_owned();
    let mut rows = Table::new([
        Column::right("line"),
        Column::left("value"),
        Column::right("plies"),
        Column::left("shortest"),
        Column::left("move"),
        Column::right("nodes"),
        Column::right("seconds"),
    ]);
    let mut groups: BTreeMap<(&str, Option<u32>), Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        let decided = matches!(entry.value, "win" | "loss");
        rows.row([
            entry.line_number.map_or_else(dash, |line| line.to_string()),
            entry.value.to_owned(),
            entry.plies.map_or_else(dash, |plies| plies.to_string()),
            if !decided {
                dash()
            } else if entry.shortest {
                "yes".into()
            } else {
                "no".into()
            },
            entry.r#move.clone().unwrap_or_else(dash),
            entry.nodes.to_string(),
            format!("{:.3}", entry.seconds),
        ]);
        groups.entry((entry.value, entry.plies)).or_default().push(entry);
    }
    let mut summary = Table::new([
        Column::left("value"),
        Column::right("plies"),
        Column::right("count"),
        Column::right("nodes, mean"),
        Column::right("most"),
        Column::right("seconds, mean"),
        Column::right("most"),
    ]);
    for ((value, plies), group) in &groups {
        let count = group.len();
        let nodes = group.iter().map(|entry| entry.nodes);
        let seconds = group.iter().map(|entry| entry.seconds);
        summary.row([
            (*value).to_owned(),
            plies.map_or_else(dash, |plies| plies.to_string()),
            count.to_string(),
            (nodes.clone().sum::<u64>() / count as u64).to_string(),
            nodes.max().unwrap_or(0).to_string(),
            format!("{:.3}", seconds.clone().sum::<f64>() / count as f64),
            format!("{:.3}", seconds.fold(0.0, f64::max)),
        ]);
    }
    format!("{}\n{}", rows.to_text(), summary.to_text())
}
