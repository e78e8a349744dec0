//! `tengen book build`: games that build a book.

use std::io::{self, Write};
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use tengen_arena::{
    BookBuild, BookJobs, Crew, GameTerms, JobKind, PositionShown, StoredBook, Told, WorkError,
};
use tengen_engine::book::{Bds, BdsMoves, Qbf, Rule};
use tengen_engine::{GameName, PlayerSpec};
use tengen_store::{BookSize, JobCounts, Run, Store, Worker};

use crate::arena_args::cores;
use crate::book::say;
use crate::cli::{GameArg, GameArgs, whole};
use crate::game_setup::player_or_usual;
use crate::listener::Listener;
use crate::progress::{Progress, in_words, time_left};
use crate::store_args::this_program;
use crate::{Ending, interrupt};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Algorithm {
    /// Quasi best-first: the move that won most, if that is enough
    Qbf,
    /// Beta-distribution sampling: each move by the chance that it is the best
    Bds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BdsMovesArg {
    /// Those in the book
    Book,
    /// All that are legal: the book is hardly used then
    Legal,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Games are played from the beginning on. As long as the book knows a position, the algorithm chooses the
move; where it does not, or does not like what it knows, the player does. All that a game went through
is added to the book with its result (paper 001).

qbf takes the move that has won the largest share of its games, if that is more than K, which may
differ by colour. bds draws for each move a chance to win that its games allow, and takes the largest;
one time in as many as the position had games, it asks the player.

Give the player about as much to think as whoever will use the book has: the paper found that a book
by a weaker player harms a stronger one.

The same command goes on with a book; with more --games it grows. Other settings are refused, since
mixed books may be worse than either. Any number of `tengen worker --store STORE` can help, also on
other machines with a postgres:// store. Ctrl-C ends the work, and nothing that is over is lost.

Examples:
  tengen book build --store seven.db --size 7 --komi 9 --player uct,sims=200 --games 2000
  tengen book build --store nine.db --name bds --algorithm bds --player erica,sims=1000 --games 5120
  tengen book build --store postgres://tengen@server/tengen --player erica,time=1s --games 100000
  tengen book build --store loa.db --game loa --player mc-loa,sims=300 --games 1000 --json")]
pub(crate) struct BuildArgs {
    /// The store, made if it is not there: a file, or postgres://USER:PASSWORD@HOST:PORT/DATABASE
    #[arg(long = "store", value_name = "STORE")]
    address: String,
    /// The name of the book in the store
    #[arg(long, default_value = "book", value_name = "NAME")]
    name: String,
    /// How games choose among the moves of the book
    #[arg(long, default_value = "qbf", value_name = "ALGORITHM")]
    algorithm: Algorithm,
    /// Who plays where the book does not [default: erica; mc-loa at loa]
    #[arg(long, value_name = "PLAYER")]
    player: Option<PlayerSpec>,
    /// Games of the book in all
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = whole::<u64, 1, 100_000_000>, allow_negative_numbers = true)]
    games: u64,
    /// Games at a time here [default: one for each core]
    #[arg(long, value_name = "J", value_parser = whole::<u16, 1, 1024>, allow_negative_numbers = true)]
    jobs: Option<u16>,
    /// Which game
    #[arg(long, default_value = "go", value_name = "GAME")]
    game: GameArg,
    #[command(flatten)]
    terms: GameArgs,
    /// K of qbf for Black: a move must have won more than this share of its games
    #[arg(long, value_name = "K", value_parser = share, allow_negative_numbers = true)]
    k_black: Option<f64>,
    /// K of qbf for White [default: 0.5; Black's is 0.1]
    #[arg(long, value_name = "K", value_parser = share, allow_negative_numbers = true)]
    k_white: Option<f64>,
    /// Which moves bds draws for
    #[arg(long, value_name = "MOVES")]
    bds_moves: Option<BdsMovesArg>,
    /// Seed of all chance
    #[arg(long, default_value_t = 1, value_name = "X", value_parser = whole::<u64, 0, { u64::MAX }>, allow_negative_numbers = true)]
    seed: u64,
    /// Add games to a book that has games of other settings
    #[arg(long)]
    mix: bool,
    /// Print JSON at the end
    #[arg(long)]
    json: bool,
    /// No progress on standard error
    #[arg(long)]
    quiet: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

impl BuildArgs {
    fn rule(&self) -> anyhow::Result<Rule> {
        let usual = Qbf::default();
        Ok(match self.algorithm {
            Algorithm::Qbf if self.bds_moves.is_some() => bail!("--bds-moves is for bds"),
            Algorithm::Qbf => Rule::Qbf(Qbf {
                k_black: self.k_black.unwrap_or(usual.k_black),
                k_white: self.k_white.unwrap_or(usual.k_white),
            }),
            Algorithm::Bds if self.k_black.or(self.k_white).is_some() => {
                bail!("--k-black and --k-white are for qbf")
            }
            Algorithm::Bds => Rule::Bds(Bds {
                moves: match self.bds_moves {
                    Some(BdsMovesArg::Legal) => BdsMoves::Legal,
                    _ => BdsMoves::Book,
                },
            }),
        })
    }
}

/// What a build has come to.
#[derive(Serialize)]
struct Built<'a> {
    book: &'a str,
    store: String,
    settings: BookBuild,
    games: u64,
    asked: u64,
    parked: u64,
    positions: u64,
    moves: u64,
    seconds: f64,
    root: &'a PositionShown,
}

pub(crate) fn run(args: &BuildArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let setup = args.terms.setup(args.game.into())?;
    if setup.game() == GameName::Phantom {
        bail!("a book is for games in which everything is seen: go or loa");
    }
    let player = player_or_usual(args.player.as_ref(), args.game.into())?;
    let build = BookBuild {
        terms: GameTerms::new(setup, None),
        rule: args.rule()?,
        player: player.to_string(),
        seed: args.seed,
    };
    build.check().with_context(|| format!("player {player}"))?;
    let store = Store::open(&args.address).context("store")?;
    let book = StoredBook::open_or_make(store, &args.name, &build.terms)?;
    let hands = args.jobs.and_then(|jobs| NonZero::new(jobs.into())).unwrap_or_else(cores);
    let started = Instant::now();
    let work = Work { book: &book, build: &build, games: args.games, hands, mix: args.mix };
    let (counts, stopped) = work.carry_out(args.quiet)?;
    let root = PositionShown::read(&book, "").map_err(anyhow::Error::msg)?;
    let size = book.store().book_size(book.id())?;
    let built = Built {
        book: book.name(),
        store: book.store().address().to_string(),
        settings: build.clone(),
        games: counts.done,
        asked: args.games,
        parked: counts.parked,
        positions: size.positions,
        moves: size.moves,
        seconds: started.elapsed().as_secs_f64(),
        root: &root,
    };
    let mut out = Listener::new();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&built)?)?;
    } else {
        write!(out, "{}", text(&built, &size))?;
    }
    let left = counts.waiting + counts.leased;
    if stopped && left > 0 {
        let _ = writeln!(
            io::stderr(),
            "interrupted after {} of {} games; the same command goes on",
            counts.done,
            counts.total()
        );
        return Ok(Ending::Interrupted);
    }
    Ok(Ending::Done)
}

fn text(built: &Built<'_>, size: &BookSize) -> String {
    let mut text = format!(
        "book {} in {}: {}\n{} games, {} positions, {} moves; {}\n\n",
        built.book,
        built.store,
        built.settings.words(),
        built.games,
        size.positions,
        size.moves,
        in_words(built.seconds)
    );
    if built.parked > 0 {
        text += &format!("{} games failed; tengen runs --store tells why\n", built.parked);
    }
    text + &built.root.to_text(10, false)
}

/// A book that is to have so many games.
pub(crate) struct Work<'a> {
    pub(crate) book: &'a StoredBook,
    pub(crate) build: &'a BookBuild,
    pub(crate) games: u64,
    pub(crate) hands: NonZero<usize>,
    pub(crate) mix: bool,
}

/// How often the positions of a book are counted.
const RECOUNT: Duration = Duration::from_secs(20);

/// How often the store is asked how far it is.
const LOOK: Duration = Duration::from_millis(1000);

impl Work<'_> {
    /// Plays until the book has its games, together with whoever helps; how far it is then, and
    /// whether Ctrl-C came first.
    pub(crate) fn carry_out(&self, quiet: bool) -> anyhow::Result<(JobCounts, bool)> {
        let worker = this_program(None)?;
        let run = self.build.open_run(
            self.book,
            &worker.version,
            worker.signature,
            self.games,
            self.mix,
        )?;
        let kinds: Vec<Box<dyn JobKind>> = vec![Box::new(BookJobs)];
        let crew = Crew {
            kinds: &kinds,
            worker: Worker { only: Some(run.id), ..worker },
            hands: self.hands,
            lease: Duration::from_secs(60),
            until_idle: true,
        };
        let mut progress = Progress::new(quiet);
        let tell = |told: Told<'_>| {
            if let Told::Failed(lease, reason) = told {
                say(quiet, &format!("{lease} failed: {reason}"));
            }
        };
        let store = self.book.store();
        let before = store.counts(run.id)?;
        let mut size = (Instant::now(), store.book_size(self.book.id())?);
        let (worked, stopped) = interrupt::while_busy(|stop| {
            let worked = thread::scope(|scope| {
                let crew = scope.spawn(|| crew.work(store, stop, &tell));
                let mut looked = Instant::now();
                while !crew.is_finished() {
                    thread::sleep(Duration::from_millis(50));
                    if looked.elapsed() >= LOOK {
                        looked = Instant::now();
                        progress.tell(|elapsed| self.line(&run, &before, &mut size, elapsed));
                    }
                }
                crew.join()
            });
            (worked, stop.is_stopped())
        });
        progress.clear();
        let worked: Result<(), WorkError> = match worked {
            Ok(worked) => worked,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        worked?;
        Ok((store.counts(run.id)?, stopped))
    }

    /// `812 of 2000 games, 30122 positions, D4 63 % of 700, C3 41 % of 80; 3 m 20 s left`.
    fn line(
        &self,
        run: &Run,
        before: &JobCounts,
        (counted, size): &mut (Instant, BookSize),
        elapsed: Duration,
    ) -> String {
        let store = self.book.store();
        // A server that does not answer now may do so next time.
        let Ok(counts) = store.counts(run.id) else {
            return "the store does not answer".to_owned();
        };
        let mut line = format!("{} of {} games", counts.done, counts.total());
        // Counting takes a while where there is much.
        if counted.elapsed() > RECOUNT
            && let Ok(now) = store.book_size(self.book.id())
        {
            (*counted, *size) = (Instant::now(), now);
        }
        if size.positions > 0 {
            line += &format!(", {} positions", size.positions);
        }
        if let Ok(root) = PositionShown::read(self.book, "") {
            for m in root.moves.iter().take(3) {
                let rate = 100.0 * m.rate.unwrap_or(0.0);
                line += &format!(", {} {rate:.0} % of {}", m.r#move, m.games);
            }
        }
        let done = counts.done.saturating_sub(before.done) as usize;
        let left = (counts.waiting + counts.leased) as usize;
        format!("{line}; {}", time_left(elapsed, done, left))
    }
}
