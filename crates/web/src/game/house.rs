//! All games of a server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tengen_engine::{GameName, GoEngine, LoaEngine, PlayerSpec};
use tengen_store::{SavedGame, Store};

use crate::game::bout::Bout;
use crate::game::hidden_bout::HiddenBout;
use crate::game::keeping::KeptGame;
use crate::game::open_bout::{OpenBout, Trees};
use crate::game::session::{Beginning, Session};
use crate::game::state_json::{PlayerJson, PlayersJson, StateJson};
use crate::limits;
use crate::player_text;
use crate::pool::Pool;
use crate::random;
use crate::refusal::Refusal;
use crate::setup::{Setup, Start};

/// All games of a server.
pub(crate) struct House {
    sessions: Mutex<HashMap<String, Arc<Session>>>,
    pool: Pool,
    trees: Trees,
    store: Option<Arc<Store>>,
}

/// A game that is asked for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NewGame {
    setup: Setup,
    black: PlayerJson,
    white: PlayerJson,
    #[serde(default)]
    moves: Vec<String>,
    seed: Option<u64>,
}

/// A game of a store, in a list.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedGame {
    id: String,
    title: String,
    /// `over` or `open`.
    status: &'static str,
    /// Milliseconds since 1970.
    changed: u64,
}

impl House {
    pub(crate) fn new(pool: Pool, store: Option<Arc<Store>>) -> Self {
        Self { sessions: Mutex::default(), pool, trees: Trees::default(), store }
    }

    pub(crate) const fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Whether games outlive the server.
    pub(crate) const fn keeps(&self) -> bool {
        self.store.is_some()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games there are, and how many bytes are set aside for players who wait.
    pub(crate) fn load(&self) -> (usize, u64) {
        (self.lock().len(), self.trees.bytes())
    }

    /// Begins a game.
    pub(crate) fn begin(self: &Arc<Self>, new: NewGame) -> Result<StateJson, Refusal> {
        let NewGame { setup, black, white, moves, seed } = new;
        if moves.len() > limits::MOVES {
            return Err(Refusal::bad(format!("a game has at most {} moves", limits::MOVES)));
        }
        let id = random::id()?;
        let seed = match seed {
            Some(seed) => seed,
            None => random::number()?,
        };
        let players = PlayersJson { black, white };
        let beginning = self.beginning(id.clone(), &setup, players, seed, &moves)?;
        let session = self.enter(Session::new(beginning))?;
        session.begin(self).inspect_err(|_| {
            self.drop_game(&id);
        })
    }

    /// Takes a game in; if somebody else was faster, it is his.
    ///
    /// A game's own lock may be held while a store writes: it is never waited for with all games locked.
    fn enter(&self, session: Session) -> Result<Arc<Session>, Refusal> {
        let mut left = None;
        let mut sessions = self.lock();
        if let Some(there) = sessions.get(session.id()) {
            return Ok(Arc::clone(there));
        }
        if sessions.len() >= limits::GAMES {
            // A game that nobody looks at makes room.
            let idle = sessions.iter().find(|(_, it)| it.is_idle(limits::IDLE_ANALYSIS));
            let Some(idle) = idle.map(|(id, _)| id.clone()) else {
                return Err(Refusal::too_much(format!(
                    "there are {} games already: finish one, or wait",
                    limits::GAMES
                )));
            };
            left = sessions.remove(&idle);
        }
        let session = Arc::new(session);
        sessions.insert(session.id().to_owned(), Arc::clone(&session));
        drop(sessions);
        left.inspect(|left| left.leave(&self.pool));
        Ok(session)
    }

    fn beginning(
        &self,
        id: String,
        setup: &Setup,
        players: PlayersJson,
        seed: u64,
        moves: &[String],
    ) -> Result<Beginning, Refusal> {
        let handicap = setup.handicap;
        let full = setup.in_full()?;
        let (game, bout): (GameName, Box<dyn Bout>) = match setup.start()? {
            Start::Go(game) => (
                GameName::Go,
                Box::new(OpenBout::<GoEngine>::new(*game, handicap, moves, &self.trees)?),
            ),
            Start::Loa(game) => (
                GameName::Loa,
                Box::new(OpenBout::<LoaEngine>::new(*game, None, moves, &self.trees)?),
            ),
            Start::Phantom(terms) => {
                (GameName::Phantom, Box::new(HiddenBout::new(full.clone(), terms, moves)?))
            }
        };
        let spec = |player: &PlayerJson, number: u64| -> Result<Option<PlayerSpec>, Refusal> {
            let PlayerJson::Player(text) = player else { return Ok(None) };
            let spec = player_text::read(&text.spec, game, limits::GAME_TREE)?;
            // His chance is not told: it would tell what he does.
            Ok(Some(spec.or_set("seed", seed.wrapping_add(number))))
        };
        let specs = [spec(&players.black, 0)?, spec(&players.white, 1)?];
        for spec in specs.iter().flatten() {
            self.try_out(game, setup, spec)?;
        }
        Ok(Beginning { id, setup: full, players, specs, seed, bout })
    }

    /// Says now what a player cannot do, not when it is his turn.
    fn try_out(&self, game: GameName, setup: &Setup, spec: &PlayerSpec) -> Result<(), Refusal> {
        let mut small = spec.clone();
        // Whoever has the key may have little.
        let _ = small.set("memory", "64K");
        let made = match setup.start()? {
            Start::Go(position) => crate::page_game::can_play::<GoEngine>(&position, &small),
            Start::Loa(position) => crate::page_game::can_play::<LoaEngine>(&position, &small),
            Start::Phantom(terms) => {
                let arbiter = terms.arbiter();
                let view = arbiter.view(tengen_engine::go::Player::Black);
                tengen_engine::PhantomEngine::new(spec, view).map(|_| ())
            }
        };
        made.map_err(|error| Refusal::bad(format!("{} at {game}: {error}", spec.name())))
    }

    /// The game of this name, from memory or from the store.
    pub(crate) fn find(self: &Arc<Self>, id: &str) -> Result<Arc<Session>, Refusal> {
        if let Some(session) = self.lock().get(id) {
            return Ok(Arc::clone(session));
        }
        let Some(store) = &self.store else {
            return Err(Refusal::not_found(
                "there is no such game: it was dropped, or the server was started again without a \
                 store to keep games in (tengen serve --store)",
            ));
        };
        if !random::is_id(id) {
            return Err(Refusal::not_found("there is no such game"));
        }
        let saved = store.saved_game(id).map_err(|error| Refusal::fault(error.to_string()))?;
        let saved = saved.ok_or_else(|| Refusal::not_found("there is no such game"))?;
        let kept: KeptGame = serde_json::from_str(&saved.body)
            .map_err(|error| Refusal::fault(format!("the kept game cannot be read: {error}")))?;
        let players = kept.players.clone();
        let beginning =
            self.beginning(id.to_owned(), &kept.setup, players, kept.seed, &kept.tries)?;
        let session = self.enter(Session::restore(beginning, kept))?;
        session.wake(self);
        Ok(session)
    }

    /// Keeps a game, where there is a store.
    pub(crate) fn keep(&self, id: &str, game: impl FnOnce() -> KeptGame) -> Result<(), Refusal> {
        let Some(store) = &self.store else { return Ok(()) };
        let game = game();
        let body =
            serde_json::to_string(&game).map_err(|error| Refusal::fault(error.to_string()))?;
        let saved = SavedGame {
            id: id.to_owned(),
            title: Session::title(&game.setup, &game.players),
            over: game.result.is_some(),
            body,
            changed: 0,
        };
        store
            .save_game(&saved)
            .map_err(|error| Refusal::fault(format!("the game could not be kept: {error}")))
    }

    /// Games of the store, the newest first.
    pub(crate) fn kept_games(&self) -> Result<Vec<ListedGame>, Refusal> {
        let Some(store) = &self.store else { return Ok(Vec::new()) };
        let games = store.saved_games(LISTED).map_err(|error| Refusal::fault(error.to_string()))?;
        let listed = |game: SavedGame| ListedGame {
            id: game.id,
            title: game.title,
            status: if game.over { "over" } else { "open" },
            changed: game.changed,
        };
        Ok(games.into_iter().map(listed).collect())
    }

    /// Drops a game, also from the store.
    pub(crate) fn delete(&self, id: &str) -> Result<(), Refusal> {
        let known = self.drop_game(id);
        let deleted = match &self.store {
            Some(store) if random::is_id(id) => {
                store.delete_game(id).map_err(|error| Refusal::fault(error.to_string()))?
            }
            _ => false,
        };
        if known || deleted { Ok(()) } else { Err(Refusal::not_found("there is no such game")) }
    }

    /// Drops a game from memory; whether it was there.
    fn drop_game(&self, id: &str) -> bool {
        let session = self.lock().remove(id);
        let there = session.is_some();
        session.inspect(|session| session.leave(&self.pool));
        there
    }

    /// Drops games that nobody looks at any more.
    pub(crate) fn tidy(&self) {
        let idle: Vec<Arc<Session>> = {
            let sessions = self.lock();
            sessions.values().filter(|it| it.is_idle(limits::IDLE_GAME)).cloned().collect()
        };
        for session in idle {
            self.drop_game(session.id());
        }
    }
}

/// Games in a list.
const LISTED: usize = 200;
