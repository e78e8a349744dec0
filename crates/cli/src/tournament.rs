//! `tengen tournament`: many players, and where they come out.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;
use tengen_arena::{ForfeitLine, Played, Side, Standing, Standings, Summary, TournamentFile};
use tengen_engine::{read_at_most, write_whole};

use crate::arena_args::TournamentArgs;
use crate::listener::Listener;
use crate::matches::{carry_out, warn_of_crowds};
use crate::{Ending, interrupt};

/// More is no tournament.
pub(crate) const MOST_BYTES: usize = 1 << 20;

#[derive(Serialize)]
struct Entry<'a> {
    title: &'a str,
    games: usize,
    planned: usize,
    standings: Vec<Standing>,
    pairings: &'a [Summary],
}

pub(crate) fn run(args: &TournamentArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let name = args.file.display();
    let text = read_text(&args.file).with_context(|| format!("tournament {name}"))?;
    let mut file: TournamentFile = text.parse().with_context(|| format!("tournament {name}"))?;
    if let Some(games) = args.games {
        file = file.with_games(games);
    }
    let contest = file.contest(crate::VERSION).with_context(|| format!("tournament {name}"))?;
    warn_of_crowds(&contest, &args.how);
    let (played, interrupted) =
        carry_out(contest, &args.how, &args.store, &so_far, &mut |_| ControlFlow::Continue(()))?;
    let standings = file.standings(&played)?;
    if let Some(folder) = &args.how.out {
        keep(folder, &standings, &played)?;
    }
    let mut out = Listener::new();
    if args.how.json {
        let entry = Entry {
            title: &played.record.title,
            games: played.games.len(),
            planned: played.planned,
            standings: standings.lines(&played),
            pairings: &standings.pairings,
        };
        writeln!(out, "{}", serde_json::to_string(&entry)?)?;
    } else {
        writeln!(out, "{}\n\n{}", played.record.title, standings.table())?;
        tell_forfeits(&standings, &mut out)?;
        if !standings.connected() {
            writeln!(
                out,
                "Some players have not met, directly or through others: their ratings cannot be compared."
            )?;
        }
    }
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}

/// The text of a file of reasonable length.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = read_at_most(path, MOST_BYTES)?;
    String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("it is not text in UTF-8"))
}

/// `120 of 600 games`.
pub(crate) fn so_far(played: &Played) -> String {
    format!("{} of {} games", played.games.len(), played.planned)
}

/// Table and picture, beside the records.
pub(crate) fn keep(folder: &Path, standings: &Standings, played: &Played) -> anyhow::Result<()> {
    let title = &played.record.title;
    let table = standings.table();
    let files = [
        ("standings.md", format!("# {title}\n\n{}", table.to_markdown())),
        ("standings.csv", table.to_csv()),
        ("ratings.svg", standings.plot(title)),
    ];
    for (name, content) in files {
        let path = folder.join(name);
        write_whole(&path, &content).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn tell_forfeits(standings: &Standings, out: &mut impl Write) -> std::io::Result<()> {
    const SHOWN: usize = 20;
    let pairings = standings.pairings.iter();
    let forfeits: Vec<(&Summary, &ForfeitLine)> =
        pairings.flat_map(|p| p.forfeit_list.iter().map(move |line| (p, line))).collect();
    for (pairing, line) in forfeits.iter().take(SHOWN) {
        let who = if line.by == Side::A { &pairing.a } else { &pairing.b };
        writeln!(out, "forfeit by {who}, game {}: {}", line.game, line.reason)?;
    }
    if forfeits.len() > SHOWN {
        writeln!(out, "and {} more forfeits, in the records", forfeits.len() - SHOWN)?;
    }
    Ok(())
}
