//! `tengen book export`: a book for other programs, and for browsers.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use serde::Serialize;
use tengen_arena::{HtmlLimits, StoredBook, to_fuego, to_html, to_jsonl, to_sgf_tree};
use tengen_engine::book::Chooser;
use tengen_engine::{check_writable, write_whole, write_whole_by};

use crate::Ending;
use crate::book::WhichBook;
use crate::cli::whole;
use crate::listener::Listener;
use crate::progress::Progress;

#[derive(Args, Debug)]
#[command(after_help = "\
--html is one file for a browser, also on a phone: boards, and moves to tap on. It needs nothing else, and
no network. --sgf is a tree of variations. --jsonl has all there is, a position in each line, and can be
imported again. --fuego is the text form of Fuego and Pachi: `9 E5 C4 | G3`, the answer of a player with
this book. Several can be written at once; files are written whole or not at all.

Examples:
  tengen book export --store seven.db --html seven.html
  tengen book export --store seven.db --sgf seven.sgf --min-games 10
  tengen book export --store seven.db --jsonl seven.jsonl --fuego book.dat")]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    which: WhichBook,
    /// A page of HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// A tree of SGF
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Lines of JSON
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Fuego's text form (go)
    #[arg(long, value_name = "FILE")]
    fuego: Option<PathBuf>,
    /// Games that a move must have [default: html and sgf 2, jsonl 1, fuego 10]
    #[arg(long, value_name = "N", value_parser = whole::<u64, 1, { u64::MAX }>, allow_negative_numbers = true)]
    min_games: Option<u64>,
    /// The most positions of the page
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = whole::<usize, 1, 1_000_000>, allow_negative_numbers = true)]
    most: usize,
    /// Print JSON: which files, with how many positions
    #[arg(long)]
    json: bool,
    /// No progress on standard error
    #[arg(long)]
    quiet: bool,
}

#[derive(Serialize)]
struct Written {
    file: String,
    form: &'static str,
    positions: u64,
}

pub(crate) fn run(args: &ExportArgs) -> anyhow::Result<Ending> {
    let files = [&args.html, &args.sgf, &args.jsonl, &args.fuego];
    if files.iter().all(|file| file.is_none()) {
        anyhow::bail!("say what to write: --html FILE, --sgf FILE, --jsonl FILE or --fuego FILE");
    }
    for file in files.into_iter().flatten() {
        check_writable(file).with_context(|| file.display().to_string())?;
    }
    let book = args.which.read()?;
    let mut progress = Progress::new(args.quiet);
    let mut written = Vec::new();
    for (form, file) in ["html", "sgf", "jsonl", "fuego"].into_iter().zip(files) {
        let Some(file) = file else { continue };
        let positions = write(args, &book, form, file, &mut |count| {
            progress.tell(|_| format!("{count} positions"));
        });
        let positions = positions.with_context(|| file.display().to_string())?;
        written.push(Written { file: file.display().to_string(), form, positions });
    }
    progress.clear();
    let mut out = Listener::new();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&written)?)?;
        return Ok(Ending::Done);
    }
    for Written { file, positions, .. } in written {
        writeln!(out, "{file}: {positions} positions")?;
    }
    Ok(Ending::Done)
}

fn write(
    args: &ExportArgs,
    book: &StoredBook,
    form: &str,
    file: &Path,
    tell: &mut dyn FnMut(u64),
) -> anyhow::Result<u64> {
    let readable = |fault: tengen_engine::book::BookFault| anyhow!(fault.to_string());
    Ok(match form {
        "html" => {
            let limits =
                HtmlLimits { least_games: args.min_games.unwrap_or(2), positions: args.most };
            let (page, count) = to_html(book, limits, tell).map_err(readable)?;
            write_whole(file, &page)?;
            count as u64
        }
        "sgf" => {
            let (tree, count) =
                to_sgf_tree(book, args.min_games.unwrap_or(2), tell).map_err(readable)?;
            write_whole(file, &tree)?;
            count
        }
        "jsonl" => {
            let mut count = 0;
            write_whole_by(file, |out| {
                count = to_jsonl(book, args.min_games.unwrap_or(1), out, tell)?;
                Ok::<(), std::io::Error>(())
            })?;
            count
        }
        _ => {
            let usual = Chooser::default();
            let least_games = args.min_games.unwrap_or(usual.least_games);
            let chooser = Chooser { least_games, ..usual };
            let mut count = 0;
            write_whole_by(file, |out| {
                count = to_fuego(book, &chooser, out, tell)?;
                Ok::<(), std::io::Error>(())
            })?;
            count
        }
    })
}
