//! `tengen book merge`, `import` and `prune`: what is added by hand.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use tengen_arena::{
    AddError, Added, ImportReport, RowAdder, RowLine, StoredBook, prune_into, pruned, read_lines,
    read_row,
};
use tengen_engine::{StopFlag, read_at_most};
use tengen_store::{BookRow, Store};

use crate::book::{WhichBook, say};
use crate::cli::whole;
use crate::listener::Listener;
use crate::progress::Progress;
use crate::store_args::this_program;
use crate::{Ending, interrupt};

/// What was done.
#[derive(Serialize)]
struct Changed {
    book: String,
    /// Records that are new: games, or bundles of rows.
    new: u64,
    /// Records that were there already.
    known: u64,
    /// Lines that could not be used.
    refused: Vec<String>,
    positions: u64,
    moves: u64,
}

/// How a command that changes a book says what it does.
#[derive(Args, Debug)]
struct Manner {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// No progress and no warnings on standard error
    #[arg(long)]
    quiet: bool,
}

fn tell(
    manner: &Manner,
    book: &StoredBook,
    added: Added,
    refused: Vec<String>,
) -> anyhow::Result<Ending> {
    let size = book.store().book_size(book.id())?;
    let changed = Changed {
        book: book.name().to_owned(),
        new: added.new,
        known: added.known,
        refused,
        positions: size.positions,
        moves: size.moves,
    };
    let mut out = Listener::new();
    if manner.json {
        writeln!(out, "{}", serde_json::to_string(&changed)?)?;
    } else {
        let known = match changed.known {
            0 => String::new(),
            known => format!(", {known} were there already"),
        };
        writeln!(
            out,
            "book {}: {} records added{known}; {} positions, {} moves",
            changed.book, changed.new, changed.positions, changed.moves
        )?;
        for line in changed.refused.iter().take(20) {
            writeln!(out, "left out: {line}")?;
        }
        if changed.refused.len() > 20 {
            writeln!(out, "and {} more were left out", changed.refused.len() - 20)?;
        }
    }
    if added.stopped {
        say(false, "interrupted; the same command goes on");
        return Ok(Ending::Interrupted);
    }
    Ok(Ending::Done)
}

/// A number for what is added: the same again is the same.
fn number_of(rows: &[BookRow]) -> u64 {
    let words = rows
        .iter()
        .flat_map(|row| [row.position, u64::from(row.mv), row.wins, row.losses, row.draws]);
    let bytes = words.flat_map(u64::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[derive(Args, Debug)]
#[command(after_help = "\
The books must be about the same games. Merging is no gain by itself: the paper's merged book was weaker
than either of its parts (CGOS 2237 against 2256 and 2268). The new book comes into the first store; the
old ones stay as they are.

A book is STORE or STORE#NAME.

Examples:
  tengen book merge books.db#qbf books.db#bds --into both
  tengen book merge here.db#book there.db#book --into all")]
pub(crate) struct MergeArgs {
    /// The books
    #[arg(value_name = "BOOK", required = true, num_args = 2..)]
    books: Vec<String>,
    /// The name of the new book
    #[arg(long, value_name = "NAME")]
    into: String,
    #[command(flatten)]
    manner: Manner,
}

pub(crate) fn merge(args: &MergeArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    say(
        args.manner.quiet,
        "warning: the paper's merged book was weaker than either of its parts; measure before use",
    );
    let books: Vec<StoredBook> =
        args.books.iter().map(|book| open(book)).collect::<anyhow::Result<_>>()?;
    // The new one comes beside the first.
    let store = Store::open_existing(parts_of(&args.books[0]).0).context("store")?;
    let first = &books[0];
    for other in &books[1..] {
        if other.game_terms() != first.game_terms() {
            bail!(
                "{} is about {}, {} about {}: they cannot be merged",
                args.books[0],
                first.game_terms().words(),
                other.name(),
                other.game_terms().words()
            );
        }
    }
    let mut parts = Vec::new();
    for (name, book) in args.books.iter().zip(&books) {
        let rows: Vec<BookRow> = book.rows().collect::<Result<_, _>>()?;
        parts.push((format!("merge of {name} #{:016x}", number_of(&rows)), rows));
    }
    let work = format!("merge of {}", args.books.join(" and "));
    new_book(&args.manner, store, &args.into, first, &work, parts)
}

/// Makes a new book of rows, which is used by nobody before it is whole.
fn new_book(
    manner: &Manner,
    store: Store,
    into: &str,
    like: &StoredBook,
    work: &str,
    parts: Vec<(String, Vec<BookRow>)>,
) -> anyhow::Result<Ending> {
    let (book, added) = fill(manner.quiet, store, into, like, work, parts)?;
    tell(manner, &book, added, Vec::new())
}

/// A new book of all rows of some others, beside them.
pub(crate) fn merged(
    quiet: bool,
    store: Store,
    into: &str,
    books: &[StoredBook],
) -> anyhow::Result<Added> {
    let names: Vec<&str> = books.iter().map(StoredBook::name).collect();
    let mut parts = Vec::new();
    for book in books {
        let rows: Vec<BookRow> = book.rows().collect::<Result<_, _>>()?;
        parts.push((format!("merge of {} #{:016x}", book.name(), number_of(&rows)), rows));
    }
    let work = format!("merge of {}", names.join(" and "));
    fill(quiet, store, into, &books[0], &work, parts).map(|(_, added)| added)
}

fn fill(
    quiet: bool,
    store: Store,
    into: &str,
    like: &StoredBook,
    work: &str,
    parts: Vec<(String, Vec<BookRow>)>,
) -> anyhow::Result<(StoredBook, Added)> {
    let mut book = StoredBook::begin(store, into, like.game_terms(), work)?;
    let program = this_program(None)?;
    let mut added = Added::default();
    let mut progress = Progress::new(quiet);
    let done = interrupt::while_busy(|stop| {
        for (name, rows) in parts {
            let name = format!("{into}: {name}");
            let adder = RowAdder::new(&book, &name, &program.version, program.signature)?;
            let all = rows.len();
            let part = prune_into(rows, &adder, stop, &mut |done| {
                progress.tell(|_| format!("{done} of {all} moves"));
            })?;
            added.new += part.new;
            added.known += part.known;
            added.stopped |= part.stopped;
            if added.stopped {
                break;
            }
        }
        Ok::<(), AddError>(())
    });
    progress.clear();
    done?;
    if !added.stopped {
        book.finished()?;
    }
    Ok((book, added))
}

/// A store and the name of a book in it. A file may have a `#` in its own name.
fn parts_of(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once('#') {
        Some((address, name)) if !Path::new(text).exists() => (address, Some(name)),
        _ => (text, None),
    }
}

/// A book by `STORE` or `STORE#NAME`.
fn open(text: &str) -> anyhow::Result<StoredBook> {
    let (address, name) = parts_of(text);
    let which = WhichBook { address: address.to_owned(), name: name.map(str::to_owned) };
    which.read().with_context(|| format!("book {text}"))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ResultArg {
    /// Black won
    #[value(name = "B", alias = "b")]
    B,
    /// White won
    #[value(name = "W", alias = "w")]
    W,
    /// Nobody won
    #[value(name = "0")]
    Draw,
}

#[derive(Args, Debug)]
#[command(after_help = "\
SGF: every variation of every game of the file is a line. It counts as a game, or as --times so many,
that ended as the file says (RE), or as --result says where it does not. Board and komi must be the
book's; what does not fit is left out and told. The same line is not added twice.

JSONL: what `tengen book export --jsonl` has written. Its rows are added to the book.

Examples:
  tengen book import --store nine.db joseki.sgf --times 20 --result W
  tengen book import --store nine.db games/*.sgf --plies 12
  tengen book import --store new.db --name copy book.jsonl")]
pub(crate) struct ImportArgs {
    #[command(flatten)]
    which: WhichBook,
    /// Files: .jsonl, or SGF
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Each line counts as so many games
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole::<u32, 1, 10_000>, allow_negative_numbers = true)]
    times: u32,
    /// Who wins the lines of a file that does not say
    #[arg(long, value_name = "RESULT")]
    result: Option<ResultArg>,
    /// Moves of each line that are used [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<usize, 1, 10_000>, allow_negative_numbers = true)]
    plies: Option<usize>,
    #[command(flatten)]
    manner: Manner,
}

/// More than any book that people write by hand.
const LONGEST_FILE: usize = 1 << 26;

pub(crate) fn import(args: &ImportArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let is_jsonl = |path: &PathBuf| path.extension().is_some_and(|end| end == "jsonl");
    if args.files.iter().any(is_jsonl) {
        let [file] = args.files.as_slice() else { bail!("one .jsonl at a time, without others") };
        return import_rows(args, file);
    }
    let book = args.which.change()?;
    let result = args.result.map(|result| match result {
        ResultArg::B => "B",
        ResultArg::W => "W",
        ResultArg::Draw => "0",
    });
    let mut all = ImportReport::default();
    for file in &args.files {
        let about = || file.display().to_string();
        let bytes = read_at_most(file, LONGEST_FILE).with_context(about)?;
        let found = read_lines(&bytes, book.setup(), args.times, result, args.plies);
        if found.lines.is_empty() && found.refused.is_empty() {
            bail!("{}: there is no game in it", about());
        }
        all.lines.extend(found.lines);
        all.refused.extend(found.refused.iter().map(|line| format!("{}, {line}", about())));
    }
    let names: Vec<u8> = all.lines.iter().flat_map(|line| line.name.bytes()).collect();
    let number = names.iter().fold(u64::from(args.times), |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let program = this_program(None)?;
    let name = format!("{}: lines #{number:016x}", book.name());
    let adder = RowAdder::new(&book, &name, &program.version, program.signature)?;
    let mut progress = Progress::new(args.manner.quiet);
    let added = interrupt::while_busy(|stop| {
        let mut added = Added::default();
        for (index, line) in all.lines.iter().enumerate() {
            if stop.is_stopped() {
                added.stopped = true;
                break;
            }
            let is_new = adder.add(&line.name, &line.record)?;
            *(if is_new { &mut added.new } else { &mut added.known }) += 1;
            progress.tell(|_| format!("{} of {} lines", index + 1, all.lines.len()));
        }
        Ok::<Added, AddError>(added)
    });
    progress.clear();
    tell(&args.manner, &book, added?, all.refused)
}

/// The rows of a file of JSON lines, into a book that is made if it is not there.
fn import_rows(args: &ImportArgs, file: &Path) -> anyhow::Result<Ending> {
    if args.times != 1 || args.result.is_some() || args.plies.is_some() {
        bail!("--times, --result and --plies are for SGF");
    }
    let about = || file.display().to_string();
    let reader = BufReader::new(File::open(file).with_context(about)?);
    let (mut terms, mut rows) = (None, Vec::new());
    for (index, line) in reader.lines().enumerate() {
        let line = line.with_context(about)?;
        if line.trim().is_empty() {
            continue;
        }
        match read_row(index + 1, &line).with_context(about)? {
            RowLine::Terms(found) => terms = Some(found),
            RowLine::Rows(found) => rows.extend(found),
        }
    }
    let terms = terms.ok_or_else(|| anyhow!("{}: it is empty", about()))?;
    let store = Store::open(&args.which.address).context("store")?;
    let name = args.which.name.as_deref().unwrap_or("book");
    let book = StoredBook::open_or_make(store, name, &terms)?;
    let program = this_program(None)?;
    let run = format!("{}: rows of a file #{:016x}", book.name(), number_of(&rows));
    let adder = RowAdder::new(&book, &run, &program.version, program.signature)?;
    let mut progress = Progress::new(args.manner.quiet);
    let all = rows.len();
    let added = interrupt::while_busy(|stop: &StopFlag| {
        adder.add_rows(rows.into_iter().map(Ok), stop, &mut |done| {
            progress.tell(|_| format!("{done} of {all} moves"));
        })
    });
    progress.clear();
    tell(&args.manner, &book, added?, Vec::new())
}

#[derive(Args, Debug)]
#[command(after_help = "\
The new book has the moves with at least so many games, up to so many plies, and what can be reached by
them. The old one stays; `tengen book export` and another store make a smaller file of the new one.

Examples:
  tengen book prune --store seven.db --into small --min-games 5
  tengen book prune --store books.db --name qbf --into short --plies 10")]
pub(crate) struct PruneArgs {
    #[command(flatten)]
    which: WhichBook,
    /// The name of the new book
    #[arg(long, value_name = "NAME")]
    into: String,
    /// Games that a move must have
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = whole::<u64, 1, { u64::MAX }>, allow_negative_numbers = true)]
    min_games: u64,
    /// Plies that are kept [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<usize, 1, 10_000>, allow_negative_numbers = true)]
    plies: Option<usize>,
    #[command(flatten)]
    manner: Manner,
}

pub(crate) fn prune(args: &PruneArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let book = args.which.change()?;
    let plies = args.plies.unwrap_or(usize::MAX);
    let rows = pruned(&book, args.min_games, plies).map_err(|fault| anyhow!(fault.to_string()))?;
    if rows.is_empty() {
        bail!("nothing would be left: no move has {} games", args.min_games);
    }
    let work = format!("prune of {} (games {}, plies {plies})", book.name(), args.min_games);
    let part = format!("{work} #{:016x}", number_of(&rows));
    let store = book.store().another().context("store")?;
    new_book(&args.manner, store, &args.into, &book, &work, vec![(part, rows)])
}
