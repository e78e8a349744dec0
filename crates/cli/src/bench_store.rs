//! `tengen bench store`: what books and jobs cost in a database.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde::Serialize;
use tengen_go::Rng;
use tengen_store::{BookId, BookRow, BookUpdate, Finished, NewRun, Outcome, RunId, Store, Worker};

use crate::cli::StoreBenchArgs;
use crate::progress::Progress;
use crate::{Ending, interrupt};

#[derive(Serialize)]
struct StoreReport {
    small: BookReport,
    large: BookReport,
    /// What a game costs with the large book, as a multiple of the small one's.
    growth: f64,
    together: TogetherReport,
    version: &'static str,
}

#[derive(Serialize)]
struct BookReport {
    positions: u64,
    moves: u64,
    bytes_per_move: f64,
    /// Milliseconds of a look-up: the mean, and what one in a hundred takes at least.
    look_up_ms: f64,
    look_up_slow_ms: f64,
    /// Milliseconds of recording a game: the median, and what one in twenty takes at least.
    update_ms: f64,
    update_slow_ms: f64,
    /// Milliseconds of the database in a game: lease, look-ups and update, in the mean.
    game_ms: f64,
}

#[derive(Serialize)]
struct TogetherReport {
    store: String,
    workers: u16,
    results: u64,
    results_per_second: f64,
}

/// Positions of the small book.
const SMALL: u64 = 10_000;

/// Moves of a game.
const GAME: u64 = 60;

/// Moves of a game that the book has already.
const KNOWN: u64 = 30;

const LOOK_UPS: usize = 20_000;
const GAMES: u64 = 400;
const LEASE: Duration = Duration::from_secs(600);

/// A folder that goes with the measurement.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Folder {
    fn store(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

pub(crate) fn run(args: &StoreBenchArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let folder = std::env::temp_dir().join(format!("tengen-bench-store-{}", std::process::id()));
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let folder = Folder(folder);
    let measured = interrupt::while_busy(|stop| {
        let stopped = || stop.is_stopped();
        let mut progress = Progress::new(args.json);
        let mut say = |what: &str| progress.tell(|_| what.to_owned());
        say("a small book");
        let Some(small) = book(&folder.store("small.db"), SMALL, &stopped)? else {
            return Ok(None);
        };
        say("a large book");
        let Some(large) = book(&folder.store("large.db"), args.positions, &stopped)? else {
            return Ok(None);
        };
        say("workers");
        let own = folder.store("together.db");
        let address = args.address.as_deref().unwrap_or(&own);
        let together = together(address, args.workers, args.seconds, &stopped)?;
        progress.clear();
        let growth = large.game_ms / small.game_ms;
        anyhow::Ok(Some(StoreReport { small, large, growth, together, version: crate::VERSION }))
    })?;
    let Some(report) = measured else { return Ok(Ending::Interrupted) };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        for book in [&report.small, &report.large] {
            writeln!(
                out,
                "{} positions: {:.1} bytes a position and move; look-up {:.4} ms (1 in 100: {:.4}); \
                 game of {GAME} moves recorded in {:.2} ms (1 in 20: {:.2}); a game costs {:.2} ms",
                book.positions,
                book.bytes_per_move,
                book.look_up_ms,
                book.look_up_slow_ms,
                book.update_ms,
                book.update_slow_ms,
                book.game_ms
            )?;
        }
        let TogetherReport { store, workers, results_per_second, .. } = &report.together;
        writeln!(
            out,
            "a game costs {:.2} times as much with the large book\n\
             {workers} workers at a time: {results_per_second:.0} results a second in {store}",
            report.growth
        )?;
    }
    Ok(Ending::Done)
}

fn worker() -> Worker {
    Worker { name: "bench".to_owned(), version: crate::VERSION.to_owned(), ..Worker::default() }
}

/// A book and a run that changes it.
fn prepare(store: &Store, jobs: u64) -> anyhow::Result<(BookId, RunId)> {
    let name = format!("bench {} {:?}", std::process::id(), Instant::now());
    let book = store.create_book(&name, "")?;
    let new = NewRun {
        kind: "bench",
        name: &name,
        version: crate::VERSION,
        book: Some(book),
        ..NewRun::default()
    };
    let run = store.open_run(&new)?.id;
    store.add_jobs(run, (0..jobs).map(|job| job.to_string()))?;
    Ok((book, run))
}

/// What a book of this size costs; none if it was stopped.
fn book(
    address: &str,
    positions: u64,
    stopped: &dyn Fn() -> bool,
) -> anyhow::Result<Option<BookReport>> {
    let store = Store::open(address)?;
    let (book, run) = prepare(&store, GAMES)?;
    // Positions come as hashes do, in no order.
    let position = |number: u64| Rng::stream(number, 0).next_u64();
    let mut moves = 0;
    for first in (0..positions).step_by(10_000) {
        if stopped() {
            return Ok(None);
        }
        let numbers = first..(first + 10_000).min(positions);
        let rows: Vec<BookRow> = numbers
            .flat_map(|number| {
                // One in ten has two moves, as far as the book has seen.
                let rows = if number % 10 == 0 { 2 } else { 1 };
                (0..rows).map(move |mv| BookRow {
                    position: position(number),
                    mv: 40 + mv,
                    wins: number % 7,
                    losses: 1,
                    draws: 0,
                })
            })
            .collect();
        moves += rows.len() as u64;
        store.edit_book(book, &[], &rows)?;
    }
    let mut rng = Rng::new(1);
    let mut some = || position(rng.next_u64() % positions);
    let mut look_ups = Vec::new();
    for _ in 0..LOOK_UPS {
        let wanted = some();
        let started = Instant::now();
        anyhow::ensure!(!store.book_rows(book, wanted)?.is_empty(), "a position is missing");
        look_ups.push(started.elapsed().as_secs_f64());
    }
    // Everything in the file itself, and not in the log beside it.
    drop(store);
    let bytes = std::fs::metadata(Path::new(address))?.len();
    let store = Store::open(address)?;
    let (mut games, mut updates) = (Vec::new(), Vec::new());
    for game in 0..GAMES {
        if stopped() {
            return Ok(None);
        }
        let moves: Vec<u64> = (0..GAME)
            .map(|ply| if ply < KNOWN { some() } else { position(positions + GAME * game + ply) })
            .collect();
        let started = Instant::now();
        let lease = store.lease(&worker(), LEASE)?.context("a job is missing")?;
        for &position in &moves {
            store.book_rows(book, position)?;
        }
        let recorded = Instant::now();
        record(&store, &lease, &moves)?;
        updates.push(recorded.elapsed().as_secs_f64());
        games.push(started.elapsed().as_secs_f64());
    }
    store.delete_run(run)?;
    let ms = |list: &mut Vec<f64>, share: f64| {
        list.sort_by(f64::total_cmp);
        1e3 * list[((list.len() - 1) as f64 * share) as usize]
    };
    let mean = |list: &[f64]| 1e3 * list.iter().sum::<f64>() / list.len() as f64;
    Ok(Some(BookReport {
        positions,
        moves,
        bytes_per_move: bytes as f64 / moves as f64,
        look_up_ms: mean(&look_ups),
        look_up_slow_ms: ms(&mut look_ups, 0.99),
        update_ms: ms(&mut updates, 0.5),
        update_slow_ms: ms(&mut updates, 0.95),
        game_ms: mean(&games),
    }))
}

fn record(store: &Store, lease: &tengen_store::Lease, moves: &[u64]) -> anyhow::Result<()> {
    let outcome = |ply: usize| if ply.is_multiple_of(2) { Outcome::Win } else { Outcome::Loss };
    let update =
        |(ply, &position): (usize, &u64)| BookUpdate { position, mv: 40, outcome: outcome(ply) };
    let updates: Vec<BookUpdate> = moves.iter().enumerate().map(update).collect();
    let result = "B+3.5 ".to_owned() + &"E5 ".repeat(moves.len());
    let finished = store.finish(lease, &result, &updates)?;
    anyhow::ensure!(finished == Finished::Recorded, "a result was not recorded");
    Ok(())
}

/// Workers that do nothing but record games.
fn together(
    address: &str,
    workers: u16,
    time: Duration,
    stopped: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<TogetherReport> {
    let store = Store::open(address).context("store")?;
    // More than any machine can do, as far as is known.
    let jobs = (time.as_secs_f64() * 2000.0) as u64 + 1000;
    let (book, run) = prepare(&store, jobs)?;
    let done = AtomicU64::new(0);
    let started = Instant::now();
    let work = || {
        let own = store.another()?;
        let only = Worker { only: Some(run), ..worker() };
        while started.elapsed() < time
            && !stopped()
            && let Some(lease) = own.lease(&only, LEASE)?
        {
            let position = |ply| Rng::stream(if ply == 0 { 0 } else { lease.job }, ply).next_u64();
            record(&own, &lease, &(0..GAME).map(position).collect::<Vec<u64>>())?;
            done.fetch_add(1, Ordering::Relaxed);
        }
        anyhow::Ok(())
    };
    let worked: anyhow::Result<()> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| match worker.join() {
            Ok(worked) => worked,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.collect()
    });
    let seconds = started.elapsed().as_secs_f64();
    let results = done.into_inner();
    let counted: u64 =
        store.book_rows(book, Rng::stream(0, 0).next_u64())?.iter().map(BookRow::games).sum();
    store.delete_run(run)?;
    store.delete_book(book)?;
    worked?;
    anyhow::ensure!(counted == results, "{results} results, but {counted} games in the book");
    Ok(TogetherReport {
        store: store.address().to_string(),
        workers,
        results,
        results_per_second: results as f64 / seconds,
    })
}
