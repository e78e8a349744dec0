//! Games of contests as jobs.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_engine::{StopFlag, TimeSystem};
use tengen_store::{JobResult, Lease, NewRun, Run, Store};

use super::crew::WorkError;
use super::kind::{Done, JobFault, JobKind, Jobs};
use super::shared::{Shared, run_name};
use crate::contest::{Contest, Entrant, NoContest};
use crate::opening::Openings;
use crate::playing::{self, GameId, Task};
use crate::record::{ContestRecord, GameRecord, OpeningRecord};
use crate::runner::{Director, Event};
use crate::seat::Manners;

/// Games of matches, tournaments and experiments.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameJobs;

/// What all games of a contest have in common, for those who were not there when it was made.
#[derive(Serialize, Deserialize)]
struct Spec {
    contest: ContestRecord,
    openings: String,
    /// Openings that were read from files: not every machine has them.
    opening_list: Vec<OpeningRecord>,
    patience_ms: u64,
}

/// The contest as others see it; how many games are asked for is not a part of it.
fn known(record: &ContestRecord) -> ContestRecord {
    let mut record = record.clone();
    record.pairings.iter_mut().for_each(|pairing| pairing.games = 0);
    record
}

impl Spec {
    fn new(contest: &Contest, record: &ContestRecord) -> Self {
        let (openings, opening_list) = contest.openings.to_parts();
        let patience_ms = u64::try_from(contest.patience.as_millis()).unwrap_or(u64::MAX);
        Self { contest: known(record), openings, opening_list, patience_ms }
    }

    /// The contest that it tells of.
    fn contest(&self) -> Result<Contest, String> {
        let record = &self.contest;
        let clock_text = record.terms.clock.clone();
        let clock = match &clock_text {
            Some(text) => text.parse().map_err(|error| format!("clock {text:?}: {error}"))?,
            None => TimeSystem::Unlimited,
        };
        let entrant = |player: &crate::record::PlayerRecord| -> Result<Entrant, String> {
            let contestant = player.player.parse();
            let contestant = contestant.map_err(|error| format!("{}: {error}", player.name))?;
            Ok(Entrant { name: player.name.clone(), contestant })
        };
        let referee = record.referee.as_ref().map(|command| command.parse()).transpose();
        let openings = Openings::from_parts(&self.openings, self.opening_list.clone());
        Ok(Contest {
            title: record.title.clone(),
            setup: record.terms.setup().ok_or("no game has these terms")?,
            clock,
            clock_text,
            players: record.players.iter().map(entrant).collect::<Result<_, _>>()?,
            pairings: record.pairings.clone(),
            openings: openings.map_err(|error| format!("openings: {error}"))?,
            seed: record.seed,
            referee: referee.map_err(|error| format!("referee: {error}"))?,
            patience: Duration::from_millis(self.patience_ms),
            version: record.version.clone(),
        })
    }
}

/// A contest in a store, and its games so far.
#[derive(Clone, Debug)]
pub struct GamesSoFar {
    /// Who plays whom, at what. How many games are asked for is not a part of it.
    pub contest: ContestRecord,
    /// The games that are over.
    pub games: Vec<GameRecord>,
}

impl GameJobs {
    /// The contest of a run and its games so far, at most so many; or what is wrong with the run.
    pub fn read(self, store: &Store, run: &Run, most: usize) -> Result<GamesSoFar, String> {
        if run.kind != self.name() {
            return Err(format!("run {} is of {}, not of games", run.id, run.kind));
        }
        let spec: Spec = serde_json::from_str(&run.spec).map_err(|error| error.to_string())?;
        let (mut games, mut from) = (Vec::new(), 0);
        while games.len() < most {
            let results = store.results(run.id, from, PAGE.min(most - games.len()));
            let results = results.map_err(|error| error.to_string())?;
            let Some(last) = results.last() else { break };
            from = last.job + 1;
            for result in &results {
                let game: GameRecord = serde_json::from_str(&result.result)
                    .map_err(|error| format!("game {}: {error}", result.payload))?;
                games.push(game);
            }
        }
        games.sort_by_key(|game| (game.pairing, game.game));
        Ok(GamesSoFar { contest: spec.contest, games })
    }
}

/// Results that are read at a time.
const PAGE: usize = 500;

/// The games of one contest.
struct ContestJobs {
    contest: Contest,
    record: ContestRecord,
}

impl JobKind for GameJobs {
    fn name(&self) -> &'static str {
        "games"
    }

    fn prepare(&self, run: &Run, stop: &StopFlag) -> Result<Box<dyn Jobs>, String> {
        let spec: Spec = serde_json::from_str(&run.spec).map_err(|error| error.to_string())?;
        let contest = spec.contest()?;
        let here = contest.check(stop).map_err(|error: NoContest| error.to_string())?;
        // The same players, with the same settings, and engines of the same version.
        if let Some(difference) = crate::folder::difference(&spec.contest, &known(&here)) {
            return Err(difference);
        }
        Ok(Box::new(ContestJobs { contest, record: spec.contest }))
    }
}

impl Jobs for ContestJobs {
    fn run(&self, lease: &Lease, _: &Store, stop: &StopFlag) -> Result<Option<Done>, JobFault> {
        let fault = |reason: String| JobFault::Job(format!("game {}: {reason}", lease.payload));
        let id: GameId =
            serde_json::from_str(&lease.payload).map_err(|error| fault(error.to_string()))?;
        if id.pairing >= self.contest.pairings.len() {
            return Err(fault("there is no such pairing".to_owned()));
        }
        let manners = Manners { patience: self.contest.patience, stop: stop.clone() };
        let task = Task::new(&self.contest, &self.record, id);
        let game = playing::play(&self.contest, &task, &manners);
        let Some(game) = game.map_err(|error| fault(error.to_string()))? else { return Ok(None) };
        let result = serde_json::to_string(&game).map_err(|error| fault(error.to_string()))?;
        Ok(Some(Done { result, updates: Vec::new() }))
    }
}

impl Contest {
    /// Plays all that a director asks for as jobs of a store, together with others. Otherwise as
    /// [`Contest::direct`]: what a game is depends on its number alone.
    pub(crate) fn direct_shared(
        &self,
        record: &ContestRecord,
        shared: &Shared,
        hands: NonZero<usize>,
        stop: &StopFlag,
        director: &mut dyn Director,
    ) -> Result<(), WorkError> {
        let unfit = |reason: String| WorkError::Run { run: self.title.clone(), reason };
        let spec = Spec::new(self, record);
        if spec.contest().map_err(unfit)?.setup != self.setup {
            return Err(unfit("its game cannot be told to others".to_owned()));
        }
        let text = |error: serde_json::Error| unfit(error.to_string());
        let spec = serde_json::to_string(&spec).map_err(text)?;
        let mut payloads = Vec::new();
        while let Some(task) = director.next() {
            payloads.push(serde_json::to_string(&task.id).map_err(text)?);
        }
        let mut failed = None;
        let mut tell = |result: Option<JobResult>| {
            let Some(result) = result else { return director.tell(Event::Tick) };
            match serde_json::from_str::<GameRecord>(&result.result) {
                Ok(game) => director.tell(Event::Game(Box::new(game))),
                Err(error) => {
                    let (what, reason) = (format!("game {}", result.payload), error.to_string());
                    failed = Some(WorkError::Result { what, reason });
                    ControlFlow::Break(())
                }
            }
        };
        let name = run_name(&self.title, &spec);
        let run = NewRun { name: &name, spec: &spec, ..NewRun::default() };
        let kind = Box::new(GameJobs);
        shared.carry_out(kind, &run, &payloads, hands, stop, &mut tell)?;
        failed.map_or(Ok(()), Err)
    }
}
