//! Every command and flag, defined once.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use tengen_engine::phantom::Referee;
use tengen_engine::{BadSpec, GameName, PlayerSpec};
use tengen_go::{BoardSize, Komi};

use crate::arena_args::{MatchArgs, ReportArgs, ReproduceArgs, TournamentArgs, TuneArgs};
use crate::book::BookCommand;
use crate::learn::LearnCommand;
use crate::serve::ServeArgs;
use crate::store_args::{RunsArgs, WorkerArgs};

/// A Monte-Carlo game engine and workbench.
#[derive(Debug, Parser)]
#[command(name = "tengen", version = crate::VERSION, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play, watch, analyse and explore in a browser, on this machine and offline.
    Serve(ServeArgs),
    /// Play a game of Go, Lines of Action or Phantom Go in the terminal.
    Play(PlayArgs),
    /// Serve a player over the Go Text Protocol, for graphical programs and tournaments.
    Gtp(GtpArgs),
    /// Analyse a game or a position: win rates, better moves, mistakes.
    Analyze(AnalyzeArgs),
    /// Prove who wins a position of Lines of Action, or many of them.
    Solve(SolveArgs),
    /// Check a player's answers against regression suites (.tst files).
    Regress(RegressArgs),
    /// Let two players meet in many games, and say who is stronger.
    Match(Box<MatchArgs>),
    /// Find the best values of a player's keys by games.
    Tune(Box<TuneArgs>),
    /// Let many players meet, and rate them.
    Tournament(TournamentArgs),
    /// Run an experiment of the papers, and show our numbers beside theirs.
    Reproduce(ReproduceArgs),
    /// Fit the knowledge of players to games.
    #[command(subcommand)]
    Learn(LearnCommand),
    /// Do the work of a store, alone or with others: games and labels that somebody has asked for.
    Worker(WorkerArgs),
    /// List what a store has to do, and how far it is.
    Runs(RunsArgs),
    /// Build opening books by games, look into them, write them out.
    #[command(subcommand)]
    Book(BookCommand),
    /// Make a page from the records of matches and tournaments.
    Report(ReportArgs),
    /// Measure speed, or check that behaviour has not changed.
    #[command(subcommand)]
    Bench(BenchCommand),
    /// Count the legal move sequences of a game.
    Perft(PerftArgs),
    /// List the players, or the keys of one.
    Players(PlayersArgs),
}

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameArg {
    /// Go
    Go,
    /// Lines of Action
    Loa,
    /// Phantom Go
    Phantom,
}

impl From<GameArg> for GameName {
    fn from(game: GameArg) -> Self {
        match game {
            GameArg::Go => Self::Go,
            GameArg::Loa => Self::Loa,
            GameArg::Phantom => Self::Phantom,
        }
    }
}

/// The terms of the game to be played.
#[derive(Args, Debug, Default)]
pub(crate) struct GameArgs {
    /// Points along one side, 2 to 19 (go, phantom) [default: 9]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) size: Option<BoardSize>,
    /// Rules: tromp-taylor, chinese or cgos (go, phantom); paper, mover-wins or openspiel (loa)
    /// [default: chinese; paper]
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<String>,
    /// Points for White, a multiple of 0.5 (go, phantom); a whole number allows draws [default: as the rules]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub(crate) komi: Option<Komi>,
    /// Begin with these pieces (loa): eight rows joined by /, rank 8 first, x is Black, o is White,
    /// then b or w to move
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// A game is a draw after so many moves (loa) [default: as the rules]
    #[arg(long, value_name = "N", value_parser = whole::<u32, 1, 1_000_000>, allow_negative_numbers = true)]
    pub(crate) max_length: Option<u32>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
The player is erica at Go: UCT with RAVE, learned playouts and learned priors. With a clock
(time_settings) the clock decides how long he thinks, within the sims and time that his text names.
Passing, dead stones and clean-up follow the rules: under cgos and tromp-taylor what stands on the
board counts.

Moves of Lines of Action are told as f8-f7 and c7xc4, or with --squares as two squares, one after the
other.

Examples:
  tengen gtp                                               for a graphical program
  tengen gtp --player erica,time=5s,threads=2,ponder=on    a stronger opponent
  tengen gtp --player erica,sims=3000 --rules cgos --log game.log
  tengen gtp --player uct                                  plain UCT
  tengen gtp --game loa --player mc-loa,time=2s            Lines of Action
  tengen gtp --game loa --squares                          the same, for GoGui
  tengen gtp --game phantom                                for an arbiter of Phantom Go: docs/phantom.md

The commands are described in docs/gtp.md.")]
pub(crate) struct GtpArgs {
    /// Which game
    #[arg(long, default_value = "go", value_name = "GAME")]
    pub(crate) game: GameArg,
    #[command(flatten)]
    pub(crate) terms: GameArgs,
    /// The player [default: erica; mc-loa at loa, phantom at phantom]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<PlayerSpec>,
    /// Tell moves square by square (loa), as programs for Go can show them
    #[arg(long)]
    pub(crate) squares: bool,
    /// Write both sides of the conversation to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
A player is human, or the name of a method with its settings: name,key=value,...
`tengen players` lists the methods, `tengen players uct` the keys of one. Moves are written d4 at Go,
and c7xc4, f8-f7 or e8g6 at Lines of Action.

At Phantom Go nobody sees the other's stones. You try points, the arbiter says whether that is legal,
and after a try in vain you try again. `reveal` shows all boards when the game is over.

Examples:
  tengen play                                              you are Black on 9x9
  tengen play loa                                          Lines of Action, against MCTS-Solver
  tengen play loa --rules mover-wins --black mc-loa,time=5s --white human --save game.sgf
  tengen play --black erica,time=5s --white human          you are White, against more time
  tengen play --black uct,sims=1000 --white mc,sims=1000   watch a game
  tengen play phantom --size 7 --referee olympiad          Phantom Go, captured stones are named
  tengen play phantom --black phantom --white mce-all --save game.sgf   watch all boards")]
pub(crate) struct PlayArgs {
    /// Which game
    #[arg(default_value = "go", value_name = "GAME")]
    pub(crate) game: GameArg,
    #[command(flatten)]
    pub(crate) terms: GameArgs,
    /// Who plays Black
    #[arg(long, default_value = "human", value_name = "PLAYER")]
    pub(crate) black: Seat,
    /// Who plays White [default: erica,time=1s; mc-loa,time=1s at loa; phantom,time=1s at phantom]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<Seat>,
    /// What the arbiter tells of captured stones (phantom): paper (how many) or olympiad (which)
    /// [default: paper]
    #[arg(long, value_name = "NAME")]
    pub(crate) referee: Option<Referee>,
    /// Write the game to this file when it ends
    #[arg(long, value_name = "GAME.sgf")]
    pub(crate) save: Option<PathBuf>,
    /// Colours: auto (if the terminal has them), always or never
    #[arg(long, default_value = "auto", value_name = "WHEN")]
    pub(crate) color: ColorChoice,
    /// Seed of all chance, for a game that can be repeated [default: the clock]
    #[arg(long, value_name = "X", value_parser = whole::<u64, 0, { u64::MAX }>, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Every position of the main line is searched, so a game of N moves takes N + 1 searches. The loss of
a move is the mover's win rate before it less his win rate after it. Komi and rules are those of the
file, unless they are given here. Ctrl-C ends the analysis; what is done is written. Files with a game
of Lines of Action (GM[9]) are known by themselves; --position is one position of it.

Examples:
  tengen analyze game.sgf                                     a table of all moves
  tengen analyze game.sgf --player erica,time=2s,threads=2 --out annotated.sgf --plot rates.svg
  tengen analyze game.sgf --move 34                           one move
  tengen analyze game.sgf --json | jq 'select(.loss > 0.1)'   the mistakes
  tengen analyze loa.sgf --player mc-loa,sims=20000           a game of Lines of Action
  tengen analyze --position '....oxo./....ooo./.....x../......x./..x...x./......xo/......../........ b'")]
pub(crate) struct AnalyzeArgs {
    /// The game, an SGF file
    #[arg(value_name = "GAME.sgf", required_unless_present = "position")]
    pub(crate) game: Option<PathBuf>,
    /// A position of Lines of Action instead: eight rows joined by /, rank 8 first, x is Black, o is
    /// White, then b or w to move
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["game", "move", "all", "komi", "out", "plot"])]
    pub(crate) position: Option<String>,
    /// Who analyses [default: erica; mc-loa at loa]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<PlayerSpec>,
    /// Only this move
    #[arg(long, value_name = "N", value_parser = whole::<usize, 1, 1_000_000>, allow_negative_numbers = true, conflicts_with = "all")]
    pub(crate) r#move: Option<usize>,
    /// All moves (the default)
    #[arg(long)]
    pub(crate) all: bool,
    /// Other rules than the file's: tromp-taylor, chinese or cgos (go); paper, mover-wins or
    /// openspiel (loa)
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<String>,
    /// Another komi than the file's
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub(crate) komi: Option<Komi>,
    /// Print one JSON object a move, or one for a position
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the game with comments, win rates (SBKV) and better lines to this file
    #[arg(long, value_name = "ANNOTATED.sgf")]
    pub(crate) out: Option<PathBuf>,
    /// Draw Black's win rate to this file
    #[arg(long, value_name = "RATES.svg")]
    pub(crate) plot: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
A suite is a list of GTP commands. After a command, `#? [PATTERN]` says what its answer should be:
a regular expression, with ! before it what it should not be. A * after the bracket marks a known
failure. Exit code 0: all as expected, known failures included; 1: something is not.

Examples:
  tengen regress suites/go/*.tst
  tengen regress suites/go/ladders.tst --player erica,sims=50000 --verbose")]
pub(crate) struct RegressArgs {
    /// The suites
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Who answers
    #[arg(long, default_value = "erica", value_name = "PLAYER")]
    pub(crate) player: PlayerSpec,
    /// Show every check, not only what is not as expected
    #[arg(long, conflicts_with = "json")]
    pub(crate) verbose: bool,
    /// Print one JSON object a check
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
A position is a board and the side to move, b or w: eight rows joined by /, rank 8 first, x for
Black, o for White, . for an empty square. In a file the first two words of a line are that, and the
rest of it is not looked at; blank lines and those that begin with # are skipped.

The value is that for the side to move: win, loss, draw or not proven. Of a win it is said whether
it is the shortest; of a loss, that the line resists as long as possible. A draw is told only where
it can be proved without repetition. Ctrl-C ends the work; what is known is printed. Exit code 0:
all was proved; 1: something was not.

Examples:
  tengen solve loa ....oxo./....ooo./.....x../......x./..x...x./......xo/......../........ b
  tengen solve loa \"BOARD w\" --time 1m --rules mover-wins --memory 1G
  tengen solve loa --file positions.txt --time 1s                   a table and a summary
  tengen solve loa --file positions.txt --time 1s --json | jq 'select(.value == \"unproven\")'")]
pub(crate) struct SolveArgs {
    /// Which game
    #[arg(value_name = "GAME")]
    pub(crate) game: SolveGame,
    /// Board and side to move
    #[arg(value_name = "POSITION", required_unless_present = "file", num_args = 1..=2)]
    pub(crate) position: Vec<String>,
    /// The positions of a file instead, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
    /// How long to look at a position
    #[arg(long, default_value = "10s", value_name = "T", value_parser = duration, allow_negative_numbers = true)]
    pub(crate) time: Duration,
    /// Rules: paper, mover-wins or openspiel
    #[arg(long, default_value = "paper", value_name = "NAME")]
    pub(crate) rules: tengen_loa::Rules,
    /// For what is known of positions: 64K, 256M, 2G
    #[arg(long, default_value = "256M", value_name = "SIZE", value_parser = bytes, allow_negative_numbers = true)]
    pub(crate) memory: usize,
    /// Print one JSON object a position, as they are finished
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveGame {
    /// Lines of Action
    Loa,
}

/// Who sits at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// You, at the keyboard
    Human,
    /// One of our players
    Engine(PlayerSpec),
}

impl FromStr for Seat {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "human" {
            return Ok(Self::Human);
        }
        if text.split(',').next() == Some("human") {
            return Err("human has no settings".to_owned());
        }
        match text.parse() {
            Ok(spec) => Ok(Self::Engine(spec)),
            Err(error @ BadSpec::UnknownPlayer { .. }) => Err(format!("{error}, human")),
            Err(error) => Err(error.to_string()),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchCommand {
    /// Playouts from the beginning of a game.
    Playouts(PlayoutArgs),
    /// Search from the beginning of a game.
    Search(SearchArgs),
    /// One number that changes when behaviour does.
    Signature(SignatureArgs),
    /// Books and jobs in a database: time of a look-up, of an update, of a game.
    Store(StoreBenchArgs),
}

#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Two books are made in SQLite files under the temporary folder, a small and a large one. In each,
positions are looked up, and games of 60 moves recorded as workers do it: a job is leased, 60
positions are looked up, result and book are written in one transaction and are on the disk when
it ends. What a game costs should hardly grow with the book.

Then several workers record such games at the same time, in a file or with --store in another
database, as fast as they can. All of them update the first position.

Examples:
  tengen bench store
  tengen bench store --positions 100000 --json
  tengen bench store --store postgres://tengen@localhost/tengen --workers 8")]
pub(crate) struct StoreBenchArgs {
    /// Positions of the large book; the small one has 10,000
    #[arg(long, default_value_t = 1_000_000, value_name = "N", value_parser = whole::<u64, 10_000, 100_000_000>, allow_negative_numbers = true)]
    pub(crate) positions: u64,
    /// Where the workers write; what they write is deleted again [default: a file]
    #[arg(long = "store", value_name = "STORE")]
    pub(crate) address: Option<String>,
    /// Workers at a time
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = whole::<u16, 1, 256>, allow_negative_numbers = true)]
    pub(crate) workers: u16,
    /// How long they work
    #[arg(long, default_value = "5", value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) seconds: Duration,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  tengen bench playouts --size 9 --seconds 5
  tengen bench playouts --size 19 --threads 2 --json
  tengen bench playouts --playouts 100000 --seed 7
  tengen bench playouts --policy mm-19x19 --gradient
  tengen bench playouts --game loa
  tengen bench playouts --game loa --policy category --cutoff off --length off

Playouts of go are light where --policy does not say otherwise. Those of loa are the usual player's (mcts-solver) where no option says
otherwise; `tengen players mcts-solver` tells what there is.

playouts/s is by the clock. The rate per second of processor time is printed beside it: other work on
the machine disturbs it less, but it does not show how threads scale.

The same seed, threads and --playouts give the same counts on every machine.")]
pub(crate) struct PlayoutArgs {
    /// Which game
    #[arg(long, default_value = "go", value_name = "GAME")]
    pub(crate) game: GameArg,
    /// Points along one side, 2 to 19 (go) [default: 9]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) size: Option<BoardSize>,
    /// Points for White, for the winning rate (go) [default: 7.5]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub(crate) komi: Option<Komi>,
    /// How moves are chosen: for go uniform, tactical, or what was learned, by name or in a file (as
    /// policy=... of players); for loa uniform, category, corrective, greedy or mixed
    #[arg(long, value_name = "NAME")]
    pub(crate) policy: Option<String>,
    /// With the gradient of each playout, as learning by balancing needs it (go, learned policies)
    #[arg(long)]
    pub(crate) gradient: bool,
    /// Points of the evaluator that decide a playout, or off (loa)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) cutoff: Option<String>,
    /// Plies after which the evaluator decides, or off (loa)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) length: Option<String>,
    /// How long to measure
    #[arg(long, default_value = "5", value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) seconds: Duration,
    /// Stop after this many playouts instead
    #[arg(long, value_name = "P", value_parser = whole::<u64, 1, 1_000_000_000_000>, allow_negative_numbers = true, conflicts_with = "seconds")]
    pub(crate) playouts: Option<u64>,
    /// Threads, 1 to 1024
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = whole::<u16, 1, 1024>, allow_negative_numbers = true)]
    pub(crate) threads: u16,
    /// Seed of all chance
    #[arg(long, default_value_t = 1, value_name = "X", value_parser = whole::<u64, 0, { u64::MAX }>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  tengen bench search --seconds 5
  tengen bench search --player uct,rave=on --threads 2 --json
  tengen bench search --game loa --player mcts-solver
  tengen bench search --player uct,sims=10M,memory=256M      until ten million playouts are made
  tengen bench search --game phantom --player mce-all        in the middle of a game of Phantom Go

If the player has sims or time set, that is the limit; otherwise --seconds is. Every tenth of the
search is timed, so that one can see whether the rate falls as the tree grows.")]
pub(crate) struct SearchArgs {
    /// Which game
    #[arg(long, default_value = "go", value_name = "GAME")]
    pub(crate) game: GameArg,
    #[command(flatten)]
    pub(crate) terms: GameArgs,
    /// The player
    #[arg(long, default_value = "uct", value_name = "PLAYER")]
    pub(crate) player: PlayerSpec,
    /// How long to search
    #[arg(long, default_value = "5", value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) seconds: Duration,
    /// Threads, 1 to 1024 [default: as the player says]
    #[arg(long, value_name = "T", value_parser = whole::<u16, 1, 1024>, allow_negative_numbers = true)]
    pub(crate) threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  tengen players                   all methods
  tengen players uct               the keys of one, with defaults
  tengen players mcts-solver --json
  tengen players uct,sims=500 --toml      all settings of a player, for a tournament file

Where a method or a value is for one game only, the game is named. A key that is auto is what the
game makes of it.")]
pub(crate) struct PlayersArgs {
    /// Which one
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Print JSON: an object, or a list of them without NAME
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the player with all his settings as TOML
    #[arg(long, requires = "name", conflicts_with = "json")]
    pub(crate) toml: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
It is made from playouts and searches with fixed seeds on several sizes, and is the same on every
machine. Two builds with different signatures do not play alike.

Example:
  tengen bench signature --json")]
pub(crate) struct SignatureArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  tengen perft go --size 3 --depth 4
  tengen perft go --size 2 --depth 6 --divide --rules tromp-taylor
  tengen perft loa --depth 4
  tengen perft loa --depth 5 --rules openspiel --json")]
pub(crate) struct PerftArgs {
    /// Which game
    #[arg(value_name = "GAME")]
    pub(crate) game: GameArg,
    /// Points along one side, 2 to 19 (go) [default: 9]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) size: Option<BoardSize>,
    /// Rules: tromp-taylor, chinese or cgos (go); paper, mover-wins or openspiel (loa)
    /// [default: chinese; paper]
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<String>,
    /// Points for White, a multiple of 0.5 (go); they change no count [default: as the rules]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub(crate) komi: Option<Komi>,
    /// Moves in a sequence, 0 to 100; passes count as moves
    #[arg(long, value_name = "D", value_parser = whole::<u32, 0, 100>, allow_negative_numbers = true)]
    pub(crate) depth: u32,
    /// Show the count below each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A time with its unit.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text:?} is no time such as 500ms, 10s or 2m");
    tengen_engine::parse_time(text).filter(|time| !time.is_zero()).ok_or_else(wrong)
}

fn bytes(text: &str) -> Result<usize, String> {
    let wrong = || format!("{text:?} is no size such as 64K, 256M or 2G, up to 1024G");
    tengen_engine::parse_bytes(text).ok_or_else(wrong)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let allowed = || "seconds are a number from 0.01 to 86400".to_owned();
    let value: f64 = text.parse().map_err(|_| allowed())?;
    if (0.01..=86_400.0).contains(&value) {
        Ok(Duration::from_secs_f64(value))
    } else {
        Err(allowed())
    }
}

/// A whole number from `MIN` to `MAX`, or a line that says so.
pub(crate) fn whole<T: TryFrom<u64>, const MIN: u64, const MAX: u64>(
    text: &str,
) -> Result<T, String> {
    let value = text.parse().ok().filter(|value| (MIN..=MAX).contains(value));
    let value = value.and_then(|value: u64| T::try_from(value).ok());
    value.ok_or_else(|| format!("not a whole number from {MIN} to {MAX}"))
}
