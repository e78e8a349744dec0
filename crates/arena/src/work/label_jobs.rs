//! Positions with values as jobs: those of a game are one.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};

use serde::{Deserialize, Serialize};
use tengen_engine::StopFlag;
use tengen_store::{JobResult, Lease, NewRun, Run, Store};

use super::crew::WorkError;
use super::kind::{Done, JobFault, JobKind, Jobs};
use super::shared::{Shared, run_name};
use crate::labelling::{Label, Labelling};
use crate::record::GameTerms;

/// Positions with values, to learn playouts from.
#[derive(Clone, Copy, Debug, Default)]
pub struct LabelJobs;

#[derive(Serialize, Deserialize)]
struct Spec {
    terms: GameTerms,
    player: String,
    label: String,
    per_game: usize,
    opening: usize,
    first: usize,
    last: usize,
    seed: u64,
}

impl Spec {
    fn new(labelling: &Labelling) -> Self {
        let Labelling { setup, player, label, per_game, opening, plies, seed } = labelling;
        Self {
            terms: GameTerms::new(*setup, None),
            player: player.to_string(),
            label: label.to_string(),
            per_game: *per_game,
            opening: *opening,
            first: *plies.start(),
            last: *plies.end(),
            seed: *seed,
        }
    }

    fn labelling(&self) -> Result<Labelling, String> {
        let Self { terms, player, label, per_game, opening, first, last, seed } = self;
        let spec = |text: &String| text.parse().map_err(|error| format!("{text}: {error}"));
        Ok(Labelling {
            setup: terms.setup().ok_or("no game has these terms")?,
            player: spec(player)?,
            label: spec(label)?,
            per_game: *per_game,
            opening: *opening,
            plies: *first..=*last,
            seed: *seed,
        })
    }
}

impl JobKind for LabelJobs {
    fn name(&self) -> &'static str {
        "labels"
    }

    fn prepare(&self, run: &Run, _: &StopFlag) -> Result<Box<dyn Jobs>, String> {
        let spec: Spec = serde_json::from_str(&run.spec).map_err(|error| error.to_string())?;
        let labelling = spec.labelling()?;
        for player in [&labelling.player, &labelling.label] {
            let made = tengen_engine::Engine::new(labelling.setup, player);
            made.map_err(|error| format!("{player}: {error}"))?;
        }
        Ok(Box::new(labelling))
    }
}

impl Jobs for Labelling {
    fn run(&self, lease: &Lease, _: &Store, stop: &StopFlag) -> Result<Option<Done>, JobFault> {
        let fault = |reason: String| JobFault::Job(format!("game {}: {reason}", lease.payload));
        let game = lease.payload.parse::<u64>().map_err(|error| fault(error.to_string()))?;
        let labels = self.game(game, stop).map_err(|error| fault(error.to_string()))?;
        let Some(labels) = labels else { return Ok(None) };
        let result = serde_json::to_string(&labels).map_err(|error| fault(error.to_string()))?;
        Ok(Some(Done { result, updates: Vec::new() }))
    }
}

impl Labelling {
    /// As [`Labelling::run`], with the games as jobs of a store that others work on too.
    pub fn run_shared(
        &self,
        games: Range<u64>,
        shared: &Shared,
        hands: NonZero<usize>,
        stop: &StopFlag,
        tell: &mut dyn FnMut(Option<Vec<Label>>) -> ControlFlow<()>,
    ) -> Result<(), WorkError> {
        let title = format!("{} by {}", self.player, self.label);
        let spec = Spec::new(self);
        let unfit = |reason: String| WorkError::Run { run: title.clone(), reason };
        if spec.labelling().map_err(unfit)?.setup != self.setup {
            return Err(unfit("its game cannot be told to others".to_owned()));
        }
        let spec = serde_json::to_string(&spec).map_err(|error| unfit(error.to_string()))?;
        let payloads: Vec<String> = games.clone().map(|game| game.to_string()).collect();
        let (mut waiting, mut expected, mut failed) = (BTreeMap::new(), games.start, None);
        let mut in_order = |result: Option<JobResult>| {
            let Some(JobResult { payload, result, .. }) = result else { return tell(None) };
            match read(&payload, &result) {
                Ok((game, labels)) => waiting.insert(game, labels),
                Err(reason) => {
                    let what = format!("game {payload}");
                    failed = Some(WorkError::Result { what, reason });
                    return ControlFlow::Break(());
                }
            };
            while let Some(labels) = waiting.remove(&expected) {
                expected += 1;
                tell(Some(labels))?;
            }
            ControlFlow::Continue(())
        };
        let name = run_name(&title, &spec);
        let run = NewRun { name: &name, spec: &spec, ..NewRun::default() };
        let kind = Box::new(LabelJobs);
        shared.carry_out(kind, &run, &payloads, hands, stop, &mut in_order)?;
        failed.map_or(Ok(()), Err)
    }
}

/// The number of a game, and its labels.
fn read(payload: &str, result: &str) -> Result<(u64, Vec<Label>), String> {
    let game = payload.parse::<u64>().map_err(|error| error.to_string())?;
    let mut labels: Vec<Label> = serde_json::from_str(result).map_err(|error| error.to_string())?;
    // A number that was read may differ in its last bit; values are whole millionths.
    labels.iter_mut().for_each(|label| label.value = (label.value * 1e6).round() / 1e6);
    Ok((game, labels))
}
