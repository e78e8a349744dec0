//! `tengen book show` and `check`: what is in a book, and whether it is right.

use std::io::Write;

use anyhow::{Context, anyhow};
use clap::{Args, ColorChoice};
use serde::Serialize;
use tengen_arena::{CheckReport, PositionShown, check_book};
use tengen_report::{Column, Table};

use crate::board_picture::wants_colour;
use crate::book::WhichBook;
use crate::cli::whole;
use crate::listener::Listener;
use crate::progress::Progress;
use crate::{Ending, interrupt};

#[derive(Args, Debug)]
#[command(after_help = "\
Letters on the board are the moves of the table, most games first. Rates are those of the player who
moves. Moves that symmetry makes the same are one.

Examples:
  tengen book show --store seven.db                     the first position
  tengen book show --store seven.db D4 C3               after two moves
  tengen book show --store books.db --name qbf --json | jq '.moves[0]'")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    which: WhichBook,
    /// The moves that lead to the position
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Moves that are listed
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole::<usize, 1, 1000>, allow_negative_numbers = true)]
    most: usize,
    /// Colours: auto, always or never
    #[arg(long, default_value = "auto", value_name = "WHEN")]
    color: ColorChoice,
    /// Print JSON, with all moves
    #[arg(long)]
    json: bool,
}

pub(crate) fn show(args: &ShowArgs) -> anyhow::Result<Ending> {
    let book = args.which.read()?;
    let shown = PositionShown::read(&book, &args.moves.join(" "))
        .map_err(|reason| anyhow!(reason))
        .with_context(|| format!("book {}", book.name()))?;
    let mut out = Listener::new();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&shown)?)?;
    } else {
        let terms = book.game_terms().words();
        writeln!(out, "book {}, {terms}\n", book.name())?;
        write!(out, "{}", shown.to_text(args.most, wants_colour(args.color)))?;
    }
    Ok(Ending::Done)
}

#[derive(Args, Debug)]
#[command(after_help = "\
Every game and every row that was ever added to the book is kept beside it. The check counts them again,
replays each game by the rules, and compares with the book, row by row. While somebody is building the
book, rows may seem wrong that are not.

Exit code 0: all is right; 1: it is not; 2: it could not be found out; 130: interrupted.

Examples:
  tengen book check --store seven.db
  tengen book check --store postgres://tengen@server/tengen --name qbf --json")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    which: WhichBook,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// No progress on standard error
    #[arg(long)]
    quiet: bool,
}

#[derive(Serialize)]
struct Checked<'a> {
    book: &'a str,
    clean: bool,
    #[serde(flatten)]
    report: &'a CheckReport,
}

pub(crate) fn check(args: &CheckArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let book = args.which.read()?;
    let mut progress = Progress::new(args.quiet);
    let report = interrupt::while_busy(|stop| {
        check_book(&book, stop, &mut |report| {
            progress.tell(|_| format!("{} games counted", report.games + report.imported));
        })
    });
    progress.clear();
    let report = report?;
    let mut out = Listener::new();
    if args.json {
        let checked = Checked { book: book.name(), clean: report.is_clean(), report: &report };
        writeln!(out, "{}", serde_json::to_string(&checked)?)?;
    } else {
        write!(out, "{}", text(book.name(), &report))?;
    }
    Ok(match report.stopped {
        true => Ending::Interrupted,
        false if report.is_clean() => Ending::Done,
        false => Ending::Negative,
    })
}

fn text(name: &str, report: &CheckReport) -> String {
    let mut text = format!(
        "book {name}: {} positions, {} moves, {} games at the first position\n\
         from {} runs: {} games played, {} games and {} rows added by hand\n",
        report.positions,
        report.rows,
        report.root_games,
        report.runs,
        report.games,
        report.imported,
        report.added_rows
    );
    if report.open > 0 {
        text += &format!("{} games are still to be played\n", report.open);
    }
    if report.parked > 0 {
        text += &format!("{} games failed too often: tengen runs tells why\n", report.parked);
    }
    if report.stopped {
        return text + "interrupted: nothing is known of the rest\n";
    }
    if report.is_clean() {
        return text + "all of it is what the records say\n";
    }
    if let Some(damage) = &report.damage {
        text += &format!("DAMAGED: {damage}\n");
    }
    if report.root_games != report.root_expected {
        text += &format!(
            "WRONG: the first position has {} games, the records {}\n",
            report.root_games, report.root_expected
        );
    }
    for record in &report.bad_records {
        text += &format!("WRONG: {record}\n");
    }
    if report.wrong > 0 {
        text += &format!("WRONG: {} moves are not what the records say:\n", report.wrong);
        let mut table = Table::new([
            Column::left("position"),
            Column::right("move"),
            Column::left("book: won, drawn, lost"),
            Column::left("records"),
        ]);
        let counts = |counts: &[u64; 3]| format!("{}, {}, {}", counts[0], counts[1], counts[2]);
        for row in &report.mismatches {
            table.row([
                row.position.clone(),
                row.r#move.to_string(),
                counts(&row.book),
                counts(&row.records),
            ]);
        }
        text += &table.to_text();
    }
    text
}
