//! `tengen analyze`: what a player thinks of a game.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde::Serialize;
use tengen_engine::go::{Game, Player};
use tengen_engine::sgf::{
    Annotation, Defaults, GameKind, GoRecord, LoaRecord, MAX_BYTES, Ply, Record, RecordKind,
    SgfError, game_of,
};
use tengen_engine::{
    GameEngine, GameName, GoEngine, GoSetup, Limits, LoaEngine, LoaSetup, MoveOf, SearchReport,
    StopFlag, Thinking, black_rate, check_writable, go, loa, read_at_most, write_whole,
};
use tengen_report::{LinePlot, Series, SeriesPoint};

use crate::cli::{AnalyzeArgs, GameArgs};
use crate::game_setup::player_or_usual;
use crate::listener::Listener;
use crate::{Ending, board_picture, interrupt};

/// A move, and what the analysis says about it.
#[derive(Serialize)]
struct MoveEntry {
    number: usize,
    player: &'static str,
    played: String,
    /// What the mover could expect before his move.
    win_rate: f64,
    black_win_rate: f64,
    best: String,
    /// The mover's win rate before the move less that after it.
    loss: f64,
    visits: u64,
    playouts: u64,
    line: Vec<String>,
}

/// A mistake is shown as a variation from this loss on.
const MISTAKE: f64 = 0.05;

pub(crate) fn run(args: &AnalyzeArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let Some(path) = &args.game else { return position_alone(args) };
    let name = path.display();
    let bytes = read_at_most(path, MAX_BYTES).with_context(|| format!("game {name}"))?;
    let game = || format!("game {name}");
    match game_of(&bytes) {
        Some(GameKind::Loa) => {
            if args.komi.is_some() {
                bail!("{}: loa has no komi", game());
            }
            let record = LoaRecord::parse(&bytes).with_context(game)?;
            let plies = loa_plies(args, &record).with_context(game)?;
            let player = player_or_usual(args.player.as_ref(), GameName::Loa)?;
            let setup = plies.first().map(|ply| LoaSetup::of(&ply.before)).unwrap_or_default();
            let engine = LoaEngine::new(setup, &player).with_context(|| format!("player {player}"));
            analyse(
                args,
                path,
                Case { record, plies, add_variation: LoaRecord::add_variation },
                engine?,
            )
        }
        // Whatever else it is, the reader of Go says what is wrong.
        _ => {
            let record = GoRecord::parse(&bytes).with_context(game)?;
            let plies = go_plies(args, &record).with_context(game)?;
            let player = player_or_usual(args.player.as_ref(), GameName::Go)?;
            let Some(before) = plies.first().map(|ply| &ply.before) else {
                bail!("the game has no moves")
            };
            let setup =
                GoSetup { size: before.board().size(), rules: before.rules(), komi: before.komi() };
            let engine = GoEngine::new(setup, &player).with_context(|| format!("player {player}"));
            analyse(
                args,
                path,
                Case { record, plies, add_variation: GoRecord::add_variation },
                engine?,
            )
        }
    }
}

/// Adds a line in place of a move: each game has its own way to write moves.
type AddVariation<K, M> = fn(&mut Record<K>, usize, &[(Player, M)], &str) -> Result<(), SgfError>;

/// What is analysed: a record, and its moves.
struct Case<K, G: Game> {
    record: Record<K>,
    plies: Vec<Ply<G>>,
    add_variation: AddVariation<K, G::Move>,
}

fn analyse<E: GameEngine, K: RecordKind>(
    args: &AnalyzeArgs,
    path: &Path,
    mut case: Case<K, E::Position>,
    engine: E,
) -> anyhow::Result<Ending> {
    let name = path.display();
    let moves = case.plies.len();
    if moves == 0 {
        bail!("the game has no moves");
    }
    if let Some(number) = args.r#move
        && number > moves
    {
        bail!("game {name} has {moves} moves, there is no move {number}");
    }
    for (what, path) in [("output", &args.out), ("plot", &args.plot)] {
        if let Some(path) = path {
            check_writable(path).with_context(|| format!("{what} {}", path.display()))?;
        }
    }
    let wanted = match args.r#move {
        Some(number) => number - 1..number,
        None => 0..moves,
    };
    must_have_limits(&engine)?;
    let mut analysis = Analysis { engine, reports: vec![None; moves + 1] };
    let mut entries = Vec::new();
    let told = interrupt::while_busy(|stop| {
        let told = tell(args, &case, &mut analysis, wanted.clone(), &mut entries, stop);
        // Whatever has happened, what is done is written.
        write(args, path, &mut case, &entries, &analysis).and(told)
    });
    told?;
    let whole = entries.len() == wanted.len();
    if !whole {
        let _ =
            writeln!(io::stderr(), "interrupted after {} of {} moves", entries.len(), wanted.len());
    }
    Ok(if whole { Ending::Done } else { Ending::Interrupted })
}

fn must_have_limits(engine: &impl GameEngine) -> anyhow::Result<()> {
    if engine.limits() == Limits::default() {
        bail!("{} would think for ever: set sims or time", engine.spec());
    }
    Ok(())
}

/// One position of Lines of Action.
fn position_alone(args: &AnalyzeArgs) -> anyhow::Result<Ending> {
    let terms = GameArgs {
        rules: args.rules.clone(),
        position: args.position.clone(),
        ..GameArgs::default()
    };
    let player = player_or_usual(args.player.as_ref(), GameName::Loa)?;
    let mut engine =
        LoaEngine::new(terms.loa()?, &player).with_context(|| format!("player {player}"))?;
    must_have_limits(&engine)?;
    let (report, stopped) = interrupt::while_busy(|stop| {
        let thinking = Thinking { stop: stop.clone(), ..Thinking::default() };
        (engine.think(thinking), stop.is_stopped())
    });
    let mut out = Listener::new();
    if args.json {
        let report = report.map(|m| m.to_string());
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        tell_position(&engine, &report, &mut out)?;
    }
    Ok(if stopped { Ending::Interrupted } else { Ending::Done })
}

/// The board, what is proved or expected, and the best moves.
fn tell_position(
    engine: &LoaEngine,
    report: &SearchReport<loa::Move>,
    out: &mut impl Write,
) -> io::Result<()> {
    let position = engine.position();
    writeln!(out, "{}\n", board_picture::loa(position, None, false))?;
    if let Some(ending) = position.ending() {
        return writeln!(out, "The game is over: {ending}.");
    }
    writeln!(out, "{} to move, analysed by {}", position.to_move(), engine.spec())?;
    match report.proof {
        Some(proof) => writeln!(out, "proved: {:?} in {} plies", proof.value, proof.plies)?,
        None => writeln!(out, "win rate {:.1} %", 100.0 * report.value)?,
    }
    for m in report.moves.iter().filter(|m| m.visits > 0 || m.proof.is_some()).take(10) {
        let line: Vec<String> = m.line.iter().take(6).map(ToString::to_string).collect();
        writeln!(
            out,
            "{:>6} {:>6.1} % {:>8} visits  {}",
            m.r#move.to_string(),
            100.0 * m.value,
            m.visits,
            line.join(" ")
        )?;
    }
    Ok(())
}

/// Analyses move by move, and prints.
fn tell<E: GameEngine, K: RecordKind>(
    args: &AnalyzeArgs,
    case: &Case<K, E::Position>,
    analysis: &mut Analysis<E>,
    wanted: std::ops::Range<usize>,
    entries: &mut Vec<MoveEntry>,
    stop: &StopFlag,
) -> anyhow::Result<()> {
    let mut out = Listener::new();
    if !args.json {
        let header = case.record.info();
        let names = [header.black, header.white].map(|name| name.unwrap_or_else(|| "?".to_owned()));
        let player = analysis.engine.spec();
        writeln!(out, "{} against {}, analysed by {player}", names[0], names[1])?;
        writeln!(
            out,
            "{:>4} {:5} {:>6} {:>8} {:>6} {:>6}  line",
            "move", "", "played", "win rate", "best", "loss"
        )?;
    }
    for index in wanted.clone() {
        progress(args, index + 1 - wanted.start, wanted.len());
        let entry = analysis.entry(&case.plies, index, stop);
        progress_gone(args);
        let Some(entry) = entry else { break };
        let printed = print(args, &entry, &mut out);
        entries.push(entry);
        printed?;
        if out.is_gone() && args.out.is_none() && args.plot.is_none() {
            return Err(io::Error::from(io::ErrorKind::BrokenPipe).into());
        }
    }
    if !args.json {
        conclude(entries, &mut out)?;
    }
    Ok(())
}

/// Writes the files that are wanted; each, whatever becomes of the other.
fn write<E: GameEngine, K: RecordKind>(
    args: &AnalyzeArgs,
    game: &Path,
    case: &mut Case<K, E::Position>,
    entries: &[MoveEntry],
    analysis: &Analysis<E>,
) -> anyhow::Result<()> {
    let annotated = args.out.as_ref().map_or(Ok(()), |path| {
        annotate(case, entries, analysis)?;
        let text = case.record.to_sgf();
        write_whole(path, &text).with_context(|| format!("output {}", path.display()))
    });
    let plotted = args.plot.as_ref().map_or(Ok(()), |path| {
        let svg = plot(&game.display().to_string(), &case.plies, analysis);
        write_whole(path, &svg).with_context(|| format!("plot {}", path.display()))
    });
    annotated.and(plotted)
}

/// The moves of the game, under the rules that are wanted.
fn go_plies(args: &AnalyzeArgs, record: &GoRecord) -> anyhow::Result<Vec<Ply>> {
    let rules: go::Rules = match &args.rules {
        Some(name) => name.parse()?,
        None => record.rules().unwrap_or_default(),
    };
    let komi = args.komi.or(record.komi()).unwrap_or(rules.komi);
    let mut plies = record.main_line(Defaults { rules, komi }).collect::<Result<Vec<_>, _>>()?;
    // Others than the file's, which are in force already.
    for ply in &mut plies {
        if args.rules.is_some() {
            ply.before.set_rules(rules);
        }
        ply.before.set_komi(komi);
    }
    Ok(plies)
}

/// The same for Lines of Action.
fn loa_plies(args: &AnalyzeArgs, record: &LoaRecord) -> anyhow::Result<Vec<Ply<loa::Position>>> {
    let Some(name) = &args.rules else { return Ok(record.plies(loa::Rules::default())?) };
    // Played anew: under other rules the game may have been over earlier.
    let mut record = record.clone();
    record.set_rules(name.parse()?);
    Ok(record.plies(loa::Rules::default())?)
}

/// Searches of the positions of a game, each made once.
struct Analysis<E: GameEngine> {
    engine: E,
    /// Before each move, and after the last.
    reports: Vec<Option<SearchReport<MoveOf<E>>>>,
}

impl<E: GameEngine> Analysis<E> {
    /// What is found about a move; `None` if that was interrupted.
    fn entry(
        &mut self,
        plies: &[Ply<E::Position>],
        index: usize,
        stop: &StopFlag,
    ) -> Option<MoveEntry> {
        self.search(plies, index, stop)?;
        self.search(plies, index + 1, stop)?;
        let (before, after) = (self.reports[index].as_ref()?, self.reports[index + 1].as_ref()?);
        let ply = &plies[index];
        let for_mover = |black: f64| if ply.player == Player::Black { black } else { 1.0 - black };
        let best = before.moves.first();
        Some(MoveEntry {
            number: ply.number,
            player: if ply.player == Player::Black { "black" } else { "white" },
            played: ply.m.to_string(),
            win_rate: before.value,
            black_win_rate: black_rate(before),
            best: before.best.map_or_else(|| "-".to_owned(), |m| m.to_string()),
            loss: before.value - for_mover(black_rate(after)),
            visits: best.map_or(0, |best| best.visits),
            playouts: before.playouts,
            line: before.principal_variation.iter().map(ToString::to_string).collect(),
        })
    }

    /// Searches the position before a move, or after the last, unless that is done.
    fn search(&mut self, plies: &[Ply<E::Position>], index: usize, stop: &StopFlag) -> Option<()> {
        if self.reports[index].is_some() {
            return Some(());
        }
        let position = position(plies, index);
        // What was found out about the position before is of use if it has led here.
        let follows = index > 0
            && self.engine.position() == &plies[index - 1].before
            && self.engine.play(plies[index - 1].player, plies[index - 1].m).is_ok()
            && self.engine.position() == &position;
        if !follows {
            self.engine.set_position(position).ok()?;
        }
        let report = self.engine.think(Thinking { stop: stop.clone(), ..Thinking::default() });
        if stop.is_stopped() {
            return None;
        }
        self.reports[index] = Some(report);
        Some(())
    }
}

/// The position before a move, or after the last.
fn position<G: Game>(plies: &[Ply<G>], index: usize) -> G {
    if let Some(ply) = plies.get(index) {
        return ply.before.clone();
    }
    let last = &plies[plies.len() - 1];
    let mut position = last.before.clone();
    position.play_unchecked(last.m);
    position
}

fn print(args: &AnalyzeArgs, entry: &MoveEntry, out: &mut impl Write) -> anyhow::Result<()> {
    if args.json {
        writeln!(out, "{}", serde_json::to_string(entry)?)?;
        return Ok(());
    }
    let MoveEntry { number, player, played, best, loss, .. } = entry;
    let mark = match loss {
        _ if *loss >= 0.2 => "??",
        _ if *loss >= 0.1 => "? ",
        _ => "  ",
    };
    let line: Vec<&str> = entry.line.iter().take(6).map(String::as_str).collect();
    writeln!(
        out,
        "{number:>4} {player:5} {played:>6} {:>6.1} % {best:>6} {:>5.1}{mark}  {}",
        100.0 * entry.win_rate,
        100.0 * loss.max(0.0),
        line.join(" ")
    )?;
    Ok(())
}

/// Who lost how much.
fn conclude(entries: &[MoveEntry], out: &mut impl Write) -> io::Result<()> {
    for player in ["black", "white"] {
        let moves: Vec<&MoveEntry> = entries.iter().filter(|e| e.player == player).collect();
        let Some(worst) = moves.iter().max_by(|a, b| a.loss.total_cmp(&b.loss)) else { continue };
        let mean = moves.iter().map(|e| e.loss.max(0.0)).sum::<f64>() / moves.len() as f64;
        let agrees = moves.iter().filter(|e| e.best == e.played).count();
        writeln!(
            out,
            "{player}: mean loss {:.1}, best move {agrees} of {} times, worst move {} {} ({:.1})",
            100.0 * mean,
            moves.len(),
            worst.number,
            worst.played,
            100.0 * worst.loss.max(0.0)
        )?;
    }
    Ok(())
}

/// Comments at the moves, and better lines beside the mistakes.
fn annotate<E: GameEngine, K: RecordKind>(
    case: &mut Case<K, E::Position>,
    entries: &[MoveEntry],
    analysis: &Analysis<E>,
) -> anyhow::Result<()> {
    let Case { record, plies, add_variation } = case;
    for entry in entries {
        let index = entry.number - 1;
        let (Some(before), Some(after)) = (&analysis.reports[index], &analysis.reports[index + 1])
        else {
            continue;
        };
        let better = if entry.best == entry.played || entry.loss < 0.005 {
            String::new()
        } else {
            format!(", {:.1} % less than {} could get", 100.0 * entry.loss, entry.best)
        };
        let comment = format!(
            "{}: {:.1} % for Black{better}. {} visits, line {}",
            entry.played,
            100.0 * black_rate(after),
            entry.visits,
            entry.line.join(" ")
        );
        let note = Annotation { comment, win_rate_black: Some(black_rate(after)) };
        record.annotate(entry.number, &note)?;
        if entry.loss >= MISTAKE && entry.best != entry.played {
            let mut player = plies[index].player;
            let mut line = Vec::new();
            for &m in before.principal_variation.iter().take(12) {
                line.push((player, m));
                player = player.opponent();
            }
            let comment = format!("{:.1} % for Black", 100.0 * black_rate(before));
            add_variation(record, entry.number, &line, &comment)?;
        }
    }
    Ok(())
}

fn plot<E: GameEngine>(name: &str, plies: &[Ply<E::Position>], analysis: &Analysis<E>) -> String {
    let points = analysis.reports.iter().enumerate().filter_map(|(index, report)| {
        let rate = black_rate(report.as_ref()?);
        let label = match index.checked_sub(1).map(|last| &plies[last]) {
            Some(ply) => format!("move {index}: {} {}, {:.1} %", ply.player, ply.m, 100.0 * rate),
            None => format!("start, {:.1} %", 100.0 * rate),
        };
        Some(SeriesPoint::new(index as f64, rate).label(label))
    });
    LinePlot::new(name)
        .x_label("after move")
        .y_label("Black's win rate")
        .y_percent()
        .y_range(0.0, 1.0)
        .reference(0.5, "")
        .series(Series::new("Black", points).with_markers())
        .to_svg()
}

fn progress(args: &AnalyzeArgs, number: usize, of: usize) {
    if io::stderr().is_terminal() && !args.json {
        let _ = write!(io::stderr(), "\rmove {number} of {of} ");
    }
}

fn progress_gone(args: &AnalyzeArgs) {
    if io::stderr().is_terminal() && !args.json {
        let _ = write!(io::stderr(), "\r{:30}\r", "");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::go::Outcome;

    #[test]
    fn a_finished_game_is_no_riddle() {
        let record = GoRecord::parse(b"(;SZ[5]KM[7.5];B[cc];W[];B[])").unwrap();
        let plies: Vec<Ply> = record.main_line(Defaults::default()).map(Result::unwrap).collect();
        let spec = "uct,sims=50,memory=16M".parse().unwrap();
        let before = &plies[0].before;
        let (size, rules, komi) = (before.board().size(), before.rules(), before.komi());
        let engine = GoEngine::new(GoSetup { size, rules, komi }, &spec).unwrap();
        let mut analysis = Analysis { engine, reports: vec![None; plies.len() + 1] };
        let entry = analysis.entry(&plies, 2, &StopFlag::new()).unwrap();
        assert_eq!(entry.played, "pass");
        assert_eq!(black_rate(analysis.reports[3].as_ref().unwrap()), 1.0);
        assert_eq!(position(&plies, 3).outcome(), Some(Outcome::Win(Player::Black)));
    }
}
