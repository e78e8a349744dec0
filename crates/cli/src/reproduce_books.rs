//! Opening books of experiments: built before the first game, and how long players stayed in them.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use tengen_arena::{BookError, Experiment, ExperimentBook, Lengths, StoredBook};
use tengen_engine::write_whole;
use tengen_report::{Column, Sheet, Table};
use tengen_store::Store;

use crate::arena_args::{ReproduceArgs, TableFormat};
use crate::book::say;
use crate::book_build::Work;
use crate::book_change::merged;

/// Where the books of an experiment are.
pub(crate) struct BookShelf {
    address: String,
    /// A file that nobody needs any more.
    temporary: Option<PathBuf>,
}

impl Drop for BookShelf {
    fn drop(&mut self) {
        if let Some(file) = &self.temporary {
            for end in ["", "-wal", "-shm"] {
                let mut name = file.clone().into_os_string();
                name.push(end);
                let _ = std::fs::remove_file(name);
            }
        }
    }
}

/// Builds the books that an experiment needs, if it needs any, in its store or beside its records.
/// None if Ctrl-C came first.
pub(crate) fn build(
    experiment: &mut Experiment,
    args: &ReproduceArgs,
) -> anyhow::Result<Option<BookShelf>> {
    let books = experiment.books(args.scale)?;
    let (address, temporary) = match (&args.store.address, &args.how.out) {
        (Some(address), _) => (address.clone(), None),
        (None, Some(folder)) => {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            (folder.join("books.db").display().to_string(), None)
        }
        (None, None) => {
            let file = std::env::temp_dir().join(format!("tengen-books-{}.db", std::process::id()));
            (file.display().to_string(), Some(file))
        }
    };
    let shelf = BookShelf { address, temporary: temporary.filter(|_| !books.is_empty()) };
    for (name, book) in &books {
        let store = Store::open(&shelf.address).context("store")?;
        match book {
            ExperimentBook::Built(build, games) => {
                let quiet = args.how.quiet;
                say(quiet, &format!("book {name}: {games} games, {}", build.words()));
                let book = StoredBook::open_or_make(store, name, &build.terms)?;
                let hands = args.how.jobs();
                let work = Work { book: &book, build, games: *games, hands, mix: false };
                let (counts, stopped) = work.carry_out(quiet)?;
                if stopped && counts.done < *games {
                    return Ok(None);
                }
            }
            ExperimentBook::Merged(parts) => {
                match StoredBook::open(store.another()?, Some(name)) {
                    Ok(_) => continue,
                    Err(BookError::Unknown { .. } | BookError::Unfinished { .. }) => {}
                    Err(error) => return Err(error.into()),
                }
                let open = |part: &String| StoredBook::open(store.another()?, Some(part));
                let parts: Vec<StoredBook> = parts.iter().map(open).collect::<Result<_, _>>()?;
                if merged(args.how.quiet, store, name, &parts)?.stopped {
                    return Ok(None);
                }
            }
        }
    }
    experiment.set_books(&shelf.address)?;
    Ok(Some(shelf))
}

/// How long players stayed in their books, row by row.
#[derive(Serialize)]
pub(crate) struct Stay {
    row: String,
    black: Option<f64>,
    white: Option<f64>,
    lengths: Lengths,
}

pub(crate) fn stays(lengths: Vec<(String, Lengths)>) -> Vec<Stay> {
    let mean = |lengths: &[u64]| Lengths::mean(lengths).map(|(mean, _)| mean);
    let stay = |(row, lengths): (String, Lengths)| Stay {
        row,
        black: mean(&lengths.black),
        white: mean(&lengths.white),
        lengths,
    };
    lengths.into_iter().map(stay).collect()
}

/// The means as a table.
fn table(stays: &[Stay]) -> Table {
    let mut table = Table::new([
        Column::left("moves from the book"),
        Column::right("as Black"),
        Column::right("as White"),
    ]);
    let words = |lengths: &[u64]| {
        Lengths::mean(lengths).map_or(String::new(), |(mean, error)| match error.is_nan() {
            // A single game.
            true => format!("{mean:.2}"),
            false => format!("{mean:.2} ± {error:.2}"),
        })
    };
    for Stay { row, lengths, .. } in stays {
        table.row([row.clone(), words(&lengths.black), words(&lengths.white)]);
    }
    table
}

/// Tells how long they stayed.
pub(crate) fn tell(
    stays: &[Stay],
    format: TableFormat,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if !stays.is_empty() {
        write!(out, "\n{}", format.show(&table(stays)))?;
    }
    Ok(())
}

/// Histograms and table, beside the records.
pub(crate) fn keep(folder: &Path, title: &str, stays: &[Stay]) -> anyhow::Result<()> {
    if stays.is_empty() {
        return Ok(());
    }
    let mut sheet = Sheet::new(title);
    for Stay { row, lengths, .. } in stays {
        sheet = sheet.histogram(&lengths.histogram(row));
    }
    for (name, content) in
        [("lengths.svg", sheet.to_svg()), ("lengths.md", table(stays).to_markdown())]
    {
        let path = folder.join(name);
        write_whole(&path, &content).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
