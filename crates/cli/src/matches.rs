//! `tengen match`: two players, many games.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use cpu_time::{ProcessTime, ThreadTime};
use serde::Serialize;
use tengen_arena::{
    ArenaError, Campaign, Contest, Contestant, Decision, Entrant, GameRecord, Openings,
    PairingRecord, Played, Score, Side, SprtWatch, Summary, with_referee,
};
use tengen_engine::{StopFlag, TimeSystem};

use crate::arena_args::{ContestArgs, HowArgs, MatchArgs, cores};
use crate::listener::Listener;
use crate::progress::{Progress, in_words, time_left};
use crate::store_args::StoreArgs;
use crate::{Ending, interrupt};

pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let title = format!("{} against {}", args.a, args.b);
    let contest = contest(&args.under, title, [&args.a, &args.b], args.games)?;
    warn_of_crowds(&contest, &args.how);
    let mut sprt = args.sprt.map(SprtWatch::new);
    let watch = Stopwatch::start();
    let (played, interrupted) =
        carry_out(contest, &args.how, &args.store, &so_far, &mut |played| match sprt
            .as_mut()
            .and_then(|sprt| sprt.follow(&played.games))
        {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        })?;
    let speed = watch.speed(&args.how, &played);
    let games: Vec<&GameRecord> = played.games.iter().collect();
    let names = [&args.a, &args.b].map(ToString::to_string);
    let sprt = sprt.map(|sprt| sprt.state());
    let summary = Summary::new(&names[0], &names[1], &games, sprt);
    let mut out = Listener::new();
    if args.how.json {
        let entry = Entry { summary: &summary, speed };
        writeln!(out, "{}", serde_json::to_string(&entry)?)?;
    } else {
        write!(out, "{}", text(args, &played, &summary, &speed))?;
    }
    let decision = summary.sprt.and_then(|sprt| sprt.decision);
    if interrupted && decision.is_none() {
        return Ok(Ending::Interrupted);
    }
    Ok(if decision == Some(Decision::AcceptH0) { Ending::Negative } else { Ending::Done })
}

#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    speed: Speed,
}

/// How well the machine was used.
#[derive(Serialize)]
struct Speed {
    jobs: usize,
    seconds: f64,
    /// The share of the time that our cores were busy; those of outside engines are not ours.
    busy: f64,
    /// The share of the time that went into the arena itself, not into thinking.
    arena: f64,
}

struct Stopwatch {
    wall: Instant,
    all: ProcessTime,
    /// This thread keeps records, the others play.
    own: ThreadTime,
}

impl Stopwatch {
    fn start() -> Self {
        Self { wall: Instant::now(), all: ProcessTime::now(), own: ThreadTime::now() }
    }

    fn speed(&self, how: &HowArgs, played: &Played) -> Speed {
        let seconds = self.wall.elapsed().as_secs_f64();
        let jobs = how.jobs().get();
        let idle: f64 = played.new_games().map(|game| game.arena_seconds).sum();
        let own = self.own.elapsed().as_secs_f64();
        Speed {
            jobs,
            seconds,
            busy: self.all.elapsed().as_secs_f64() / (seconds * jobs.min(cores().get()) as f64),
            arena: (idle + own) / (seconds * jobs as f64),
        }
    }
}

/// Carries a contest out with progress, until it is over, `over` says so, or Ctrl-C; whether it was
/// that.
pub(crate) fn carry_out(
    contest: Contest,
    how: &HowArgs,
    store: &StoreArgs,
    so_far: &dyn Fn(&Played) -> String,
    over: &mut dyn FnMut(&Played) -> ControlFlow<()>,
) -> anyhow::Result<(Played, bool)> {
    let (jobs, out, store) = (how.jobs(), how.out.clone(), store.shared()?);
    let goes_on = out.is_some() || store.is_some();
    let campaign = Campaign { contest, jobs, out, store };
    let (played, (), interrupted) = with_progress(how.quiet, goes_on, |stop, tell| {
        let played = campaign.run(stop, &mut |played| {
            tell(played, &|| so_far(played));
            over(played)
        });
        played.map(|played| (played, ()))
    })?;
    Ok((played, interrupted))
}

/// Draws a line about games under way, whose text a function makes when it is time to.
pub(crate) type Tell<'a> = &'a mut dyn FnMut(&Played, &dyn Fn() -> String);

/// Plays games and shows how far they are; what came of it, and whether Ctrl-C came first.
pub(crate) fn with_progress<T>(
    quiet: bool,
    goes_on: bool,
    play: impl FnOnce(&StopFlag, Tell<'_>) -> Result<(Played, T), ArenaError>,
) -> anyhow::Result<(Played, T, bool)> {
    let mut progress = Progress::new(quiet);
    let (played, stopped) = interrupt::while_busy(|stop| {
        let played = play(stop, &mut |played, so_far| {
            progress.tell(|elapsed| {
                let Played { games, added, planned, .. } = played;
                let left = time_left(elapsed, added.len(), planned - games.len());
                format!("{}, {left}", so_far())
            });
        });
        (played, stop.is_stopped())
    });
    progress.clear();
    let (played, more) = played?;
    let interrupted = stopped && played.games.len() < played.planned;
    if interrupted {
        tell_how_to_go_on(goes_on, &played);
    }
    Ok((played, more, interrupted))
}

/// Says what is left, and how to go on.
fn tell_how_to_go_on(goes_on: bool, played: &Played) {
    let Played { games, planned, .. } = played;
    let next = match goes_on {
        true => "the same command goes on",
        false => "with --out DIR it could be continued",
    };
    let _ = writeln!(io::stderr(), "interrupted after {} of {planned} games; {next}", games.len());
}

/// A contest of two.
pub(crate) fn contest(
    under: &ContestArgs,
    title: String,
    players: [&Contestant; 2],
    games: u64,
) -> anyhow::Result<Contest> {
    let setup = under.terms.setup(under.game.into())?;
    let (setup, referee) = with_referee(setup, under.referee.as_ref())?;
    let entrant = |contestant: &Contestant| Entrant {
        name: contestant.to_string(),
        contestant: contestant.clone(),
    };
    Ok(Contest {
        title,
        setup,
        clock: under.clock.as_ref().map_or(TimeSystem::Unlimited, |clock| clock.system),
        clock_text: under.clock.as_ref().map(|clock| clock.text.clone()),
        players: players.map(entrant).into(),
        pairings: vec![PairingRecord { a: 0, b: 1, games }],
        openings: Openings::read(&under.openings, setup)?,
        seed: under.seed,
        referee,
        patience: under.patience,
        version: crate::VERSION.to_owned(),
    })
}

/// `120 of 200 games, A 71.2 % (64.0 to 77.5)`.
fn so_far(played: &Played) -> String {
    let score = Score::of(&played.games, |_| Side::A);
    let rate = score.rate().map_or_else(String::new, |rate| {
        format!(", A {:.1} % ({})", 100.0 * rate, score.interval().to_percent())
    });
    format!("{} of {} games{rate}", score.games(), played.planned)
}

/// Players who think for a time get less out of it when there are more threads than cores.
pub(crate) fn warn_of_crowds(contest: &Contest, how: &HowArgs) {
    let setting = |entrant: &Entrant, wanted: &str| match &entrant.contestant {
        Contestant::BuiltIn(spec) => spec
            .all_settings()
            .find(|(key, _)| *key == wanted)
            .map_or(String::new(), |(_, value)| value.to_owned()),
        Contestant::Outside(_) => String::new(),
    };
    let timed = |entrant: &Entrant| !matches!(setting(entrant, "time").as_str(), "" | "off");
    let by_time = contest.clock != TimeSystem::Unlimited || contest.players.iter().any(timed);
    let threads = contest.players.iter().filter_map(|e| setting(e, "threads").parse().ok()).max();
    let threads = threads.unwrap_or(1) * how.jobs().get();
    if by_time && threads > cores().get() && !how.quiet {
        let _ = writeln!(
            io::stderr(),
            "warning: {threads} threads think at a time on {} cores, so players who think for a \
             time are weaker than usual; use fewer --jobs",
            cores()
        );
    }
}

fn text(args: &MatchArgs, played: &Played, summary: &Summary, speed: &Speed) -> String {
    let mut text = format!(
        "A: {}\nB: {}\n{}, openings {}, seed {}\n\n{}",
        summary.a,
        summary.b,
        played.record.terms.words(),
        played.record.openings,
        played.record.seed,
        summary.to_text(),
    );
    let ours = [&args.a, &args.b].iter().all(|player| matches!(player, Contestant::BuiltIn(_)));
    // Games of others took their time elsewhere.
    if ours && args.store.address.is_none() {
        let Speed { jobs, seconds, busy, arena } = speed;
        text += &format!(
            "{jobs} at a time, {}: cores busy {:.1} % of it, the arena itself {:.2} %\n",
            in_words(*seconds),
            100.0 * busy,
            100.0 * arena
        );
    }
    if let Some(out) = &args.how.out {
        text += &format!("records: {}\n", out.display());
    }
    text
}
