//! The flags of `match`, `tune`, `tournament`, `reproduce` and `report`.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use tengen_arena::{Contestant, EngineCommand, KeyRange, OpeningsArg, Sprt, TuneMethod};
use tengen_engine::TimeSystem;
use tengen_report::Table;

use crate::cli::{GameArg, GameArgs, duration, whole};
use crate::store_args::StoreArgs;

#[derive(Args, Debug)]
#[command(after_help = "\
A and B are players (`tengen players` lists them), taken as they are written, or outside engines
that speak GTP: gtp:COMMAND. {seed} in a command becomes the seed of the game. An engine is started
anew for every game.

Games 1 and 2, 3 and 4, ... are pairs: one opening, played with both colours. Every move is checked
by our rules. An engine that crashes, hangs, answers nonsense, plays an illegal move or runs out of
time forfeits the game. A game that ends by passes is counted by --referee; else as both players say
by naming the same stones as dead; else after a built-in player has played on until nothing dead is
left. Two built-in players take off what is dead before they pass, so the board counts as it stands.
At Lines of Action the rules say who has won; an outside engine must answer `loa` to
gogui-rules_game_id, as tengen gtp --game loa does.
At Phantom Go the arbiter answers tries, and the board counts as it stands; records hold all tries.
How an outside engine takes part is in docs/phantom.md.

With --out the games are kept in DIR (games.jsonl, sgf/), and the same command goes on where it
was interrupted. With --store the games are jobs that any number of `tengen worker` can play, on
other machines too; they are the same games, and the same command goes on with them, or shows
their result again. Exit code 1: --sprt has found B not worse than A; 130: interrupted.

Examples:
  tengen match uct,sims=1000 ucb,sims=1000 --games 200 --openings random:4
  tengen match uct,time=1s,rave=on \"gtp:gnugo --mode gtp --chinese-rules --seed {seed}\" --out gnugo
  tengen match uct,sims=500,c=0.5 uct,sims=500 --games 20000 --sprt 0,10 --openings random:4
  tengen match uct mc --games 20 --json | jq .win_rate
  tengen match uct,sims=20000 mc,sims=20000 --games 1000 --store postgres://tengen@server/tengen
  tengen match mcts-solver,sims=2000 uct,sims=2000 --game loa --openings random:3 --max-length 500
  tengen match phantom mce-all --game phantom --games 20 --referee olympiad")]
pub(crate) struct MatchArgs {
    /// The player whose score is told
    #[arg(value_name = "A")]
    pub(crate) a: Contestant,
    /// The other
    #[arg(value_name = "B")]
    pub(crate) b: Contestant,
    /// How many games
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole::<u64, 1, 10_000_000>, allow_negative_numbers = true)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) under: ContestArgs,
    /// Stop as soon as a sequential test decides between two differences in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    #[command(flatten)]
    pub(crate) how: HowArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "\
A range is KEY=LOW..HIGH; :log after it for a logarithmic scale, :int for whole numbers. `tengen
players PLAYER` lists the keys. Games are played in pairs, one opening with both colours; every pair
tries other values. What a pair tries depends on the results of all pairs but the 16 before it, so
that the outcome is the same whatever --jobs is.

clop fits a quadratic function to all results, and tries what is not surely below the mean. Without
--against the opponent is the player as given. spsa moves all keys at once, up or down by chance, and
takes a step towards what wins. Without --against the two settings play each other, which tells most;
with it both play the opponent. With six keys it needs
thousands of games, and is then better than clop.

The best values come with intervals, and with the score that they are expected to have; only a match
says what they are worth, and the last line tells which. With --out the games are kept in DIR
(games.jsonl, sgf/), the same command goes on where it was interrupted, and the folder gets tuning.md,
samples.csv and a plot of each key. Exit code 130: interrupted.

Examples:
  tengen tune uct,sims=500 --key c=0..1 --games 1000 --openings random:4 --out tune-c
  tengen tune uct,sims=500,rave=on --key rave-bias=0.001..0.1:log --key expand=1..32:log:int
  tengen tune mc-loa,sims=2000 --game loa --key bias=0..20 --openings loa-100 --method spsa
  tengen tune uct,sims=300,rave=on,prior=patterns --key prior-weight=1..40:log --key fpu=0.3..1.5 \
      --against \"gtp:gnugo --mode gtp --chinese-rules --level 1 --seed {seed}\" --method spsa \
      --games 4000 --jobs 16 --openings random:2 --out tune-priors")]
pub(crate) struct TuneArgs {
    /// The player to be tuned
    #[arg(value_name = "PLAYER")]
    pub(crate) player: Contestant,
    /// A key and its range; once for each key
    #[arg(long = "key", value_name = "KEY=LOW..HIGH", required = true)]
    pub(crate) keys: Vec<KeyRange>,
    /// The opponent, a player or gtp:COMMAND [default: the player as given]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) against: Option<Contestant>,
    /// How many games
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = whole::<u64, 1, 10_000_000>, allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// How the best values are looked for
    #[arg(long, default_value = "clop", value_name = "METHOD")]
    pub(crate) method: MethodArg,
    #[command(flatten)]
    pub(crate) under: ContestArgs,
    #[command(flatten)]
    pub(crate) how: HowArgs,
}

/// How the best values are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodArg {
    /// Confident local optimisation
    Clop,
    /// Stochastic approximation
    Spsa,
}

impl From<MethodArg> for TuneMethod {
    fn from(method: MethodArg) -> Self {
        match method {
            MethodArg::Clop => Self::Clop,
            MethodArg::Spsa => Self::Spsa,
        }
    }
}

#[derive(Args, Debug)]
#[command(after_help = "\
The file names the players, who meets whom, and the game:

  title = \"Who allocates playouts best?\"
  format = \"round-robin\"          # or \"gauntlet\": champion against all others
  games = 100                     # of each pairing
  openings = \"random:4\"
  [game]
  size = 9                        # also komi, rules, clock; or name = \"loa\", rules, position,
                                  # max-length, clock
  [players]
  pure = \"mc,sims=1000\"
  uct = { player = \"uct\", sims = 1000, rave = true }
  gnugo = \"gtp:gnugo --mode gtp --chinese-rules --seed {seed}\"
  [ratings]
  anchor = \"gnugo\"               # otherwise the mean is
  elo = 1000

Also: champion, seed, referee, patience. Ratings are Bradley and Terry's, fitted by minorization and
maximization, with one drawn game against an average player as a prior. Under --out the folder gets
standings.md, standings.csv and ratings.svg beside the records.

Examples:
  tengen tournament methods.toml --out methods
  tengen tournament methods.toml --store games.db            with help of tengen worker --store games.db
  tengen tournament methods.toml --games 20 --json | jq '.standings[].name'")]
pub(crate) struct TournamentArgs {
    /// The tournament
    #[arg(value_name = "FILE.toml")]
    pub(crate) file: PathBuf,
    /// Other numbers of games than the file's, for each pairing
    #[arg(long, value_name = "N", value_parser = whole::<u64, 1, 10_000_000>, allow_negative_numbers = true)]
    pub(crate) games: Option<u64>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    #[command(flatten)]
    pub(crate) how: HowArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Without a name: what there is. A row agrees if our interval and the paper's number allow each other,
or if a claim is borne out with 95 % confidence; it differs if they do not; otherwise there are too
few games to tell. Under --out the folder gets results.md, results.csv and results.svg beside the
records.

go-weights plays no games: it shows what playout policies have learned, as `learn show` does, beside
the paper's numbers, and writes results.json too.

go-balancing first learns the policies that it plays with, and tells their errors by pass. Under --out
they are kept in DIR/policies, with a plot of the errors, and are not learned again. With --store it
needs --out, a folder that all workers can read.

Examples:
  tengen reproduce                                the list
  tengen reproduce lecture --out lecture          as it is in the documentation
  tengen reproduce lecture --scale 0.1            a tenth of the games, with a tenth of the playouts
  tengen reproduce lecture --games 1000 --format markdown
  tengen reproduce lecture --store postgres://tengen@server/tengen
  tengen reproduce go-policies --opponent \"gtp:gnugo --mode gtp --chinese-rules\"
  tengen reproduce go-weights --policy SB=./sb.toml --out weights
  tengen reproduce go-balancing --out balancing")]
pub(crate) struct ReproduceArgs {
    /// Which experiment, or a file like those under experiments/
    #[arg(value_name = "EXPERIMENT")]
    pub(crate) experiment: Option<String>,
    /// Other numbers of games, for each row
    #[arg(long, value_name = "N", value_parser = whole::<u64, 1, 10_000_000>, allow_negative_numbers = true)]
    pub(crate) games: Option<u64>,
    /// Games, playouts, times and positions to learn from are multiplied by this
    #[arg(long, default_value_t = 1.0, value_name = "S", value_parser = scale, allow_negative_numbers = true)]
    pub(crate) scale: f64,
    /// Another player, such as gtp:fuego, in the place of the opponent whom all others play
    #[arg(long, value_name = "PLAYER")]
    pub(crate) opponent: Option<Contestant>,
    /// For an experiment about policies: another one than its own
    #[arg(long = "policy", value_name = "NAME=FILE", value_parser = named_file)]
    pub(crate) policies: Vec<(String, String)>,
    /// How the table is printed
    #[arg(long, default_value = "text", value_name = "FORMAT", conflicts_with = "json")]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    #[command(flatten)]
    pub(crate) how: HowArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "\
The page is one file that needs nothing else; its links lead to the SGF files of the records.

Examples:
  tengen report gnugo                        writes gnugo/report.html
  tengen report gnugo methods --out all.html")]
pub(crate) struct ReportArgs {
    /// Folders that match, tournament or reproduce have made
    #[arg(value_name = "DIR", required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// The page [default: report.html in the first folder]
    #[arg(long, value_name = "PAGE.html")]
    pub(crate) out: Option<PathBuf>,
}

/// How a table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For a terminal
    Text,
    /// For a document
    Markdown,
    /// For a spreadsheet
    Csv,
}

impl TableFormat {
    pub(crate) fn show(self, table: &Table) -> String {
        match self {
            Self::Text => table.to_text(),
            Self::Markdown => table.to_markdown(),
            Self::Csv => table.to_csv(),
        }
    }
}

fn scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (0.001..=1000.0).contains(scale));
    scale.ok_or_else(|| "not a number from 0.001 to 1000".to_owned())
}

/// What is played, and from where.
#[derive(Args, Debug)]
pub(crate) struct ContestArgs {
    /// Which game
    #[arg(long, default_value = "go", value_name = "GAME")]
    pub(crate) game: GameArg,
    #[command(flatten)]
    pub(crate) terms: GameArgs,
    /// Where games begin: start, random:N (N random moves), a file with an opening in each line, an
    /// SGF file, or a folder of them
    #[arg(long, default_value = "start", value_name = "FILE")]
    pub(crate) openings: OpeningsArg,
    /// Each player's time for a game: 5m, or 5m+30s/10 with overtime
    #[arg(long, value_name = "CLOCK")]
    pub(crate) clock: Option<ClockArg>,
    /// An outside engine whose final_score counts (go); it must count area, as gnugo --chinese-rules
    /// does. At phantom, what the arbiter tells: paper or olympiad
    #[arg(long, value_name = "COMMAND")]
    pub(crate) referee: Option<EngineCommand>,
    /// How long an outside engine may take for an answer
    #[arg(long, default_value = "2m", value_name = "TIME", value_parser = duration)]
    pub(crate) patience: Duration,
    /// Seed of all chance
    #[arg(long, default_value_t = 1, value_name = "X", value_parser = whole::<u64, 0, { u64::MAX }>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

fn named_file(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(name, file)| !name.is_empty() && !file.is_empty());
    let (name, file) = parts.ok_or_else(|| "not NAME=FILE, such as SB=./sb.toml".to_owned())?;
    Ok((name.to_owned(), file.to_owned()))
}

/// How a contest is carried out.
#[derive(Args, Debug)]
pub(crate) struct HowArgs {
    /// Games at a time [default: one for each core]
    #[arg(long, value_name = "J", value_parser = whole::<u16, 1, 1024>, allow_negative_numbers = true)]
    pub(crate) jobs: Option<u16>,
    /// Keep records in this folder, and go on with what is there
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// No progress on standard error
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl HowArgs {
    pub(crate) fn jobs(&self) -> NonZero<usize> {
        let asked = self.jobs.and_then(|jobs| NonZero::new(usize::from(jobs)));
        asked.unwrap_or_else(cores)
    }
}

/// How many cores there are.
pub(crate) fn cores() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// A clock, and how it was written.
#[derive(Clone, Debug)]
pub(crate) struct ClockArg {
    pub(crate) text: String,
    pub(crate) system: TimeSystem,
}

impl std::str::FromStr for ClockArg {
    type Err = tengen_engine::BadClock;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self { text: text.to_owned(), system: text.parse()? })
    }
}
