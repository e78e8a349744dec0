//! All analyses and proofs of a server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use tengen_engine::{GameName, GoEngine, Limits, LoaEngine, PlayerSpec, parse_count, parse_time};

use crate::analysis::explorer::{Explorer, OpenExplorer, can_pause};
use crate::analysis::study::{Making, Study};
use crate::limits;
use crate::page_game::{PageGame, replay};
use crate::player_text;
use crate::pool::Pool;
use crate::random;
use crate::refusal::Refusal;
use crate::setup::{Setup, Start};

/// All analyses and proofs.
pub(crate) struct Desk {
    studies: Mutex<HashMap<String, Arc<Study>>>,
    pool: Pool,
}

/// An analysis or proof that is asked for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NewStudy {
    setup: Setup,
    #[serde(default)]
    moves: Vec<String>,
    spec: Option<String>,
    playouts: Option<u64>,
    #[serde(default)]
    ownership: bool,
}

/// Who analyses, unless somebody is named.
const ANALYST_OF_GO: &str = "erica";
const ANALYST_OF_LOA: &str = "mc-loa";

/// Who proves, unless somebody is named.
const PROVER: &str = "mcts-solver";

/// The methods that prove.
const PROVERS: &[&str] = &["mcts-solver", "mc-loa"];

impl Desk {
    pub(crate) fn new(pool: Pool) -> Self {
        Self { studies: Mutex::default(), pool }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Study>>> {
        self.studies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    /// Begins an analysis; its name.
    pub(crate) fn analyse(&self, new: NewStudy) -> Result<String, Refusal> {
        self.begin(new, None)
    }

    /// Begins a proof; its name.
    pub(crate) fn prove(&self, new: NewStudy) -> Result<String, Refusal> {
        self.begin(new, Some(PROVER))
    }

    fn begin(&self, new: NewStudy, prover: Option<&str>) -> Result<String, Refusal> {
        let NewStudy { setup, moves, spec, playouts, ownership } = new;
        if moves.len() > limits::MOVES {
            return Err(Refusal::bad(format!("at most {} moves", limits::MOVES)));
        }
        let player = |game: GameName, usual: &str| {
            let text = spec.as_deref().or(prover).unwrap_or(usual);
            let spec = player_text::read(text, game, limits::ANALYSIS_TREE)?;
            if prover.is_some() && !PROVERS.contains(&spec.name()) {
                let known = PROVERS.join(" and ");
                return Err(Refusal::bad(format!("{} proves nothing: {known} do", spec.name())));
            }
            Ok(spec)
        };
        let making = match setup.start()? {
            Start::Go(mut game) => {
                replay::<GoEngine>(&mut game, &moves)?;
                let spec = player(GameName::Go, ANALYST_OF_GO)?;
                making::<GoEngine>(*game, spec, playouts, ownership)?
            }
            Start::Loa(mut game) => {
                replay::<LoaEngine>(&mut game, &moves)?;
                let spec = player(GameName::Loa, ANALYST_OF_LOA)?;
                making::<LoaEngine>(*game, spec, playouts, ownership)?
            }
            Start::Phantom(_) => {
                return Err(Refusal::bad(
                    "Phantom Go is not analysed: analyse the true game as one of go",
                ));
            }
        };
        let id = random::id()?;
        let study = Arc::new(Study::new(id.clone(), making));
        self.enter(&study)?;
        study.queue(&self.pool);
        Ok(id)
    }

    fn enter(&self, study: &Arc<Study>) -> Result<(), Refusal> {
        let mut studies = self.lock();
        if studies.len() >= limits::ANALYSES {
            let unheard = studies.values().find(|it| it.is_unheard(MAKES_ROOM)).cloned();
            let Some(unheard) = unheard else {
                return Err(Refusal::too_much(format!(
                    "there are {} analyses already: close one, or wait",
                    limits::ANALYSES
                )));
            };
            studies.remove(unheard.id());
            unheard.leave();
        }
        studies.insert(study.id().to_owned(), Arc::clone(study));
        Ok(())
    }

    /// The study of this name.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Study>, Refusal> {
        let found = self.lock().get(id).cloned();
        found.ok_or_else(|| {
            Refusal::not_found("this analysis is gone: nobody listened to it, or the server ended")
        })
    }

    /// Drops a study, if it is there.
    pub(crate) fn drop_study(&self, id: &str) {
        let study = self.lock().remove(id);
        study.inspect(Study::leave);
    }

    /// Drops what nobody listens to, and tells those who wait where they stand.
    pub(crate) fn tidy(&self) {
        let studies: Vec<Arc<Study>> = self.lock().values().cloned().collect();
        for study in studies {
            if study.is_unheard(limits::IDLE_ANALYSIS) {
                self.lock().remove(study.id());
                study.leave();
            } else {
                study.tell_place(&self.pool);
            }
        }
    }
}

/// An analysis that nobody has listened to for this long makes room for a new one.
const MAKES_ROOM: std::time::Duration = std::time::Duration::from_secs(3);

fn making<E: PageGame>(
    game: E::Position,
    spec: PlayerSpec,
    playouts: Option<u64>,
    ownership: bool,
) -> Result<Making, Refusal> {
    let limits = limits_of(&spec, playouts);
    let mut small = spec.clone();
    let _ = small.set("memory", "64K");
    crate::page_game::can_play::<E>(&game, &small)
        .map_err(|error| Refusal::bad(error.to_string()))?;
    Ok(Box::new(move || {
        let explorer = OpenExplorer::<E>::new(game, &spec, limits, ownership)?;
        Ok(Box::new(explorer) as Box<dyn Explorer>)
    }))
}

/// How long it may go on: as asked for, as the player's text says, or as long as can be. One that
/// cannot make room for others and go on later has no more time than a move.
fn limits_of(spec: &PlayerSpec, playouts: Option<u64>) -> Limits {
    let written = |wanted: &str| spec.settings().find(|(key, _)| *key == wanted).map(|it| it.1);
    let sims = written("sims").and_then(parse_count);
    let time = written("time").and_then(parse_time);
    let longest = if can_pause(spec) { limits::ANALYSIS_TIME } else { limits::TIME };
    Limits {
        playouts: Some(
            playouts.or(sims).unwrap_or(limits::ANALYSIS_PLAYOUTS).min(limits::ANALYSIS_PLAYOUTS),
        ),
        time: Some(time.unwrap_or(longest).min(longest)),
    }
}
