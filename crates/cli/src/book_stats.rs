//! `tengen book stats`: how large a book is, and how long a player stays in it (paper 001, figures 1
//! and 2).

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use serde::Serialize;
use tengen_arena::{
    Contest, Contestant, DepthRow, Entrant, Lengths, Openings, PairingRecord, StoredBook, Summary,
    book_lengths, depths,
};
use tengen_engine::{PlayerSpec, TimeSystem, check_writable, write_whole};
use tengen_report::{Column, Table};

use crate::arena_args::HowArgs;
use crate::book::WhichBook;
use crate::cli::whole;
use crate::listener::Listener;
use crate::matches::carry_out;
use crate::store_args::StoreArgs;
use crate::{Ending, interrupt};

#[derive(Args, Debug)]
#[command(after_help = "\
Without an opponent: positions, moves and games of the book by depth. With one, the player meets him with
the book in his hand, half of the games with each colour, and the table and the histogram tell how many
of his moves were the book's.

Examples:
  tengen book stats --store seven.db
  tengen book stats --store seven.db --player uct,sims=200 \\
      --against \"gtp:gnugo --mode gtp --chinese-rules --level 1 --seed {seed}\" --games 200 --svg lengths.svg
  tengen book stats --store nine.db --name bds --player erica,sims=1000 --against erica,sims=1000 --json")]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    which: WhichBook,
    /// Who uses the book; other keys about books, such as book-min, can be given
    #[arg(long, value_name = "PLAYER", requires = "against")]
    player: Option<PlayerSpec>,
    /// The opponent, a player or gtp:COMMAND
    #[arg(long, value_name = "PLAYER", requires = "player")]
    against: Option<Contestant>,
    /// How many games against him
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole::<u64, 1, 10_000_000>, allow_negative_numbers = true)]
    games: u64,
    /// Seed of all chance
    #[arg(long, default_value_t = 1, value_name = "X", value_parser = whole::<u64, 0, { u64::MAX }>, allow_negative_numbers = true)]
    seed: u64,
    /// Write the histogram to this file
    #[arg(long, value_name = "FILE", requires = "against")]
    svg: Option<PathBuf>,
    /// Depths that are listed
    #[arg(long, default_value_t = 30, value_name = "N", value_parser = whole::<usize, 1, 10_000>, allow_negative_numbers = true)]
    plies: usize,
    #[command(flatten)]
    how: HowArgs,
}

#[derive(Serialize)]
struct Sizes<'a> {
    book: &'a str,
    positions: u64,
    moves: u64,
    depths: &'a [DepthRow],
}

#[derive(Serialize)]
struct Stay<'a> {
    book: &'a str,
    mean_black: Option<f64>,
    mean_white: Option<f64>,
    lengths: &'a Lengths,
    games: &'a Summary,
}

pub(crate) fn run(args: &StatsArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let book = args.which.read()?;
    match (&args.player, &args.against) {
        (Some(player), Some(against)) => stay(args, &book, player, against),
        _ => sizes(args, &book),
    }
}

fn sizes(args: &StatsArgs, book: &StoredBook) -> anyhow::Result<Ending> {
    let size = book.store().book_size(book.id())?;
    let depths = depths(book, args.plies).map_err(|fault| anyhow!(fault.to_string()))?;
    let mut out = Listener::new();
    if args.how.json {
        let (positions, moves) = (size.positions, size.moves);
        let sizes = Sizes { book: book.name(), positions, moves, depths: &depths };
        writeln!(out, "{}", serde_json::to_string(&sizes)?)?;
        return Ok(Ending::Done);
    }
    writeln!(
        out,
        "book {}, {}: {} positions, {} moves\n",
        book.name(),
        book.game_terms().words(),
        size.positions,
        size.moves
    )?;
    let mut table = Table::new([
        Column::right("ply"),
        Column::right("positions"),
        Column::right("moves"),
        Column::right("games"),
        Column::right("mover won"),
    ]);
    for row in &depths {
        table.row([
            (row.ply + 1).to_string(),
            row.positions.to_string(),
            row.moves.to_string(),
            row.games.to_string(),
            row.rate.map_or(String::new(), |rate| format!("{:.1} %", 100.0 * rate)),
        ]);
    }
    write!(out, "{}", table.to_text())?;
    Ok(Ending::Done)
}

fn stay(
    args: &StatsArgs,
    book: &StoredBook,
    player: &PlayerSpec,
    against: &Contestant,
) -> anyhow::Result<Ending> {
    if let Some(file) = &args.svg {
        check_writable(file).with_context(|| file.display().to_string())?;
    }
    let mut player = player.clone();
    player.set("book", &format!("{}#{}", args.which.address, book.name()))?;
    let setup = book.game_terms().setup().context("the book is about no game")?;
    let contest = Contest {
        title: format!("{player} in book {} against {against}", book.name()),
        setup,
        clock: TimeSystem::Unlimited,
        clock_text: None,
        players: vec![
            Entrant { name: player.to_string(), contestant: Contestant::BuiltIn(player.clone()) },
            Entrant { name: against.to_string(), contestant: against.clone() },
        ],
        pairings: vec![PairingRecord { a: 0, b: 1, games: args.games }],
        openings: Openings::read(&"start".parse().map_err(anyhow::Error::msg)?, setup)?,
        seed: args.seed,
        referee: None,
        patience: Duration::from_secs(120),
        version: crate::VERSION.to_owned(),
    };
    let so_far = |played: &tengen_arena::Played| {
        format!("{} of {} games", played.games.len(), played.planned)
    };
    let (played, interrupted) =
        carry_out(contest, &args.how, &StoreArgs::default(), &so_far, &mut |_| {
            ControlFlow::Continue(())
        })?;
    let lengths = book_lengths(&played.games);
    let games: Vec<_> = played.games.iter().collect();
    let summary = Summary::new(&player.to_string(), &against.to_string(), &games, None);
    let title = format!("Moves from book {} against {against}", book.name());
    let histogram = lengths.histogram(&title);
    if let Some(file) = &args.svg {
        write_whole(file, &histogram.to_svg()).with_context(|| file.display().to_string())?;
    }
    let mean = |lengths: &[u64]| Lengths::mean(lengths).map(|(mean, _)| mean);
    let mut out = Listener::new();
    if args.how.json {
        let stay = Stay {
            book: book.name(),
            mean_black: mean(&lengths.black),
            mean_white: mean(&lengths.white),
            lengths: &lengths,
            games: &summary,
        };
        writeln!(out, "{}", serde_json::to_string(&stay)?)?;
    } else {
        writeln!(out, "{}", histogram.to_text(60))?;
        for (name, lengths) in [("Black", &lengths.black), ("White", &lengths.white)] {
            if let Some((mean, error)) = Lengths::mean(lengths) {
                let games = lengths.len();
                writeln!(out, "as {name}: {mean:.2} ± {error:.2} moves, {games} games")?;
            }
        }
        write!(out, "\n{}", summary.to_text())?;
    }
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}
