//! The flags of `match`, `tournament`, `reproduce` and `report`.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use tengen_arena::{Contestant, EngineCommand, OpeningsArg, Sprt};
use tengen_engine::TimeSystem;

use crate::cli::{GameArgs, duration, whole};

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

With --out the games are kept in DIR (games.jsonl, sgf/), and the same command goes on where it was
interrupted. Exit code 1: --sprt has found B not worse than A; 130: interrupted.

Examples:
  tengen match uct,sims=1000 ucb,sims=1000 --games 200 --openings random:4
  tengen match uct,time=1s,rave=on \"gtp:gnugo --mode gtp --level 10 --seed {seed}\" --out gnugo
  tengen match uct,sims=500,c=0.5 uct,sims=500 --games 20000 --sprt 0,10 --openings random:4
  tengen match uct mc --games 20 --json | jq .win_rate")]
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
    /// Which game
    #[arg(long, default_value = "go", value_name = "GAME")]
    pub(crate) game: ArenaGame,
    #[command(flatten)]
    pub(crate) terms: GameArgs,
    /// Where games begin: start, random:N (N random moves), a file with an opening in each line, an
    /// SGF file, or a folder of them
    #[arg(long, default_value = "start", value_name = "FILE")]
    pub(crate) openings: OpeningsArg,
    /// Each player's time for a game: 5m, or 5m+30s/10 with overtime
    #[arg(long, value_name = "CLOCK")]
    pub(crate) clock: Option<ClockArg>,
    /// An outside engine whose final_score counts
    #[arg(long, value_name = "COMMAND")]
    pub(crate) referee: Option<EngineCommand>,
    /// Stop as soon as a sequential test decides between two differences in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Seed of all chance
    #[arg(long, default_value_t = 1, value_name = "X", value_parser = whole::<u64, 0, { u64::MAX }>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) how: HowArgs,
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
    /// How long an outside engine may take for an answer
    #[arg(long, default_value = "2m", value_name = "TIME", value_parser = duration)]
    pub(crate) patience: Duration,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ArenaGame {
    /// Go
    Go,
}
