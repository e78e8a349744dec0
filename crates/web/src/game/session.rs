//! One game: who plays, whose turn it is, and the work that is under way for it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::response::Response;
use serde::Serialize;
use tengen_engine::go::Player;
use tengen_engine::sgf::{GameInfo, GameResult};
use tengen_engine::{PlayerSpec, StopFlag};

use crate::feed::{Feed, Guest};
use crate::game::bout::{Bout, Note};
use crate::game::house::House;
use crate::game::keeping::KeptGame;
use crate::game::state_json::{PlayerJson, PlayersJson, StateJson, Status};
use crate::limits;
use crate::pool::Pool;
use crate::position_json::ResultJson;
use crate::refusal::Refusal;
use crate::report_json::ReportJson;
use crate::setup::Setup;

/// One game.
pub(crate) struct Session {
    pub(super) id: String,
    setup: Setup,
    players: PlayersJson,
    /// The players by [`Player::index`]; nothing for a person.
    pub(super) specs: [Option<PlayerSpec>; 2],
    seed: u64,
    inner: Mutex<Inner>,
    /// When a client last asked for something here. It has a lock of its own, which nobody holds for
    /// long: the game's is held while the game is written to a store.
    touched: Mutex<Instant>,
    pub(crate) feed: Feed,
}

/// What changes.
pub(super) struct Inner {
    pub(super) bout: Box<dyn Bout>,
    /// One for each move.
    pub(super) notes: Vec<Note>,
    pub(super) resigned: Option<Player>,
    pub(super) result: Option<ResultJson>,
    pub(super) fault: Option<String>,
    pub(super) paused: bool,
    /// Whoever thinks was asked to move now: that holds for all tries of his turn.
    pub(super) hurry: bool,
    /// Nobody looks at these two players: they go on when somebody does.
    pub(super) resting: bool,
    pub(super) version: u64,
    /// Counts up with whatever makes work of no use that is under way.
    pub(super) turn: u64,
    pub(super) work: Option<Work>,
    pub(super) hint: Option<ReportJson>,
    pub(super) advice: Option<Work>,
    pub(super) gone: bool,
}

/// Work in the pool, or waiting for it.
pub(super) struct Work {
    /// Its number in the pool.
    pub(super) job: u64,
    pub(super) stop: StopFlag,
    pub(super) begun: bool,
}

/// The game is not there any more.
#[derive(Serialize)]
struct GoneJson {
    error: &'static str,
}

/// What a session is made of.
pub(crate) struct Beginning {
    pub(crate) id: String,
    pub(crate) setup: Setup,
    pub(crate) players: PlayersJson,
    pub(crate) specs: [Option<PlayerSpec>; 2],
    pub(crate) seed: u64,
    pub(crate) bout: Box<dyn Bout>,
}

impl Session {
    /// A game that has just begun.
    pub(crate) fn new(beginning: Beginning) -> Self {
        let Beginning { id, setup, players, specs, seed, bout } = beginning;
        let notes = vec![Note::default(); bout.length()];
        let inner = Inner {
            bout,
            notes,
            resigned: None,
            result: None,
            fault: None,
            paused: false,
            hurry: false,
            resting: false,
            version: 0,
            turn: 0,
            work: None,
            hint: None,
            advice: None,
            gone: false,
        };
        Self {
            id,
            setup,
            players,
            specs,
            seed,
            inner: Mutex::new(inner),
            touched: Mutex::new(Instant::now()),
            feed: Feed::new(),
        }
    }

    /// A game that was kept goes on.
    pub(crate) fn restore(beginning: Beginning, kept: KeptGame) -> Self {
        let session = Self::new(beginning);
        {
            let mut inner = session.lock();
            inner.notes = kept.notes;
            let moves = inner.bout.length();
            inner.notes.resize(moves, Note::default());
            inner.resigned = kept.resigned.map(Player::from);
            inner.result = kept.result;
            inner.paused = kept.paused;
            inner.version = kept.version;
            if kept.played_on && inner.result.is_none() && inner.bout.is_over() {
                inner.bout.resume();
            }
        }
        session
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A client asks for something.
    pub(super) fn touch(&self) {
        *self.touched.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// As if no client had asked for anything for so long.
    #[cfg(test)]
    pub(super) fn touched_before(&self, time: Duration) {
        let before = Instant::now().checked_sub(time).unwrap();
        *self.touched.lock().unwrap() = before;
    }

    /// How long no client has asked for anything.
    fn untouched(&self) -> Duration {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Whether people play, by [`Player::index`].
    pub(super) fn people(&self) -> [bool; 2] {
        [&self.players.black, &self.players.white]
            .map(|player| matches!(player, PlayerJson::Person(_)))
    }

    /// The one side that a person plays, from whom the other side's secrets are kept.
    pub(super) fn side(&self) -> Option<Player> {
        match self.people() {
            [true, false] => Some(Player::Black),
            [false, true] => Some(Player::White),
            _ => None,
        }
    }

    /// Starts whatever is to be done first, and shows the game.
    pub(crate) fn begin(self: &Arc<Self>, house: &Arc<House>) -> Result<StateJson, Refusal> {
        let mut inner = self.lock();
        self.changed(&mut inner, house)?;
        Ok(self.state(&inner, house))
    }

    /// Goes on with a game that was kept, if nobody else has done so.
    pub(crate) fn wake(self: &Arc<Self>, house: &Arc<House>) {
        let mut inner = self.lock();
        if inner.turn == 0 {
            inner.stop_work(house.pool());
            self.go_on(&mut inner, house);
        }
    }

    /// The game as it is now.
    pub(crate) fn now(self: &Arc<Self>, house: &Arc<House>) -> StateJson {
        let inner = self.looked_at(house);
        self.state(&inner, house)
    }

    /// Somebody looks at the game: if it rests, it goes on.
    fn looked_at(self: &Arc<Self>, house: &Arc<House>) -> MutexGuard<'_, Inner> {
        self.touch();
        let mut inner = self.lock();
        if inner.resting {
            self.go_on(&mut inner, house);
        }
        inner
    }

    pub(super) fn state(&self, inner: &Inner, house: &House) -> StateJson {
        let people = self.people();
        let side = self.side();
        let status = match &inner.work {
            _ if inner.result.is_some() || inner.fault.is_some() => Status::Over,
            // Which try of a player it is must not be seen.
            Some(work) if work.begun || !inner.bout.thinks_aloud() => Status::Thinking,
            Some(_) => Status::Queued,
            None if people[inner.bout.to_move().index()] => Status::Yours,
            None => Status::Paused,
        };
        StateJson {
            id: self.id.clone(),
            version: inner.version,
            setup: self.setup.clone(),
            players: self.players.clone(),
            status,
            side: match (people, side) {
                ([true, true], _) => Some("both"),
                (_, Some(Player::Black)) => Some("black"),
                (_, Some(Player::White)) => Some("white"),
                (_, None) => None,
            },
            shown: inner.bout.show(side, &inner.notes, inner.result.as_ref()),
            result: inner.result.clone(),
            hint: inner.hint.clone(),
            fault: inner.fault.clone(),
            kept: house.keeps(),
            expires: limits::IDLE_GAME.saturating_sub(self.untouched()).as_secs(),
        }
    }

    /// Listens to the game.
    pub(crate) fn listen(self: &Arc<Self>, house: &Arc<House>, guest: Guest) -> Response {
        let inner = self.looked_at(house);
        // So that who comes hears of the game at once.
        self.feed.tell("state", &self.state(&inner, house));
        self.feed.listen(guest)
    }

    /// A person's move.
    pub(crate) fn play(
        self: &Arc<Self>,
        house: &Arc<House>,
        text: &str,
    ) -> Result<StateJson, Refusal> {
        let mut inner = self.persons_turn()?;
        if inner.bout.length() >= limits::MOVES {
            return Err(Refusal::conflict(format!("a game has at most {} moves", limits::MOVES)));
        }
        if inner.bout.play(text)?.is_some() {
            inner.notes.push(Note::default());
        }
        self.changed(&mut inner, house)?;
        Ok(self.state(&inner, house))
    }

    pub(super) fn persons_turn(&self) -> Result<MutexGuard<'_, Inner>, Refusal> {
        self.touch();
        let inner = self.lock();
        self.must_be_open(&inner)?;
        if !self.people()[inner.bout.to_move().index()] {
            return Err(Refusal::conflict("it is not your turn"));
        }
        if inner.bout.is_over() {
            return Err(Refusal::conflict("the game is over and is being counted"));
        }
        Ok(inner)
    }

    fn must_be_open(&self, inner: &Inner) -> Result<(), Refusal> {
        if inner.gone {
            return Err(Refusal::not_found("this game is gone"));
        }
        match inner.result.is_some() || inner.fault.is_some() {
            true => Err(Refusal::conflict("the game is over")),
            false => Ok(()),
        }
    }

    /// Takes moves back, up to the person's turn; or a resignation.
    pub(crate) fn undo(self: &Arc<Self>, house: &Arc<House>) -> Result<StateJson, Refusal> {
        self.touch();
        let mut inner = self.lock();
        if inner.gone {
            return Err(Refusal::not_found("this game is gone"));
        }
        let people = self.people();
        if people == [false, false] {
            return Err(Refusal::conflict("you do not play: there is nothing to take back"));
        }
        // A person who takes his own resignation back has not moved since.
        let own = inner.resigned.is_some_and(|loser| people[loser.index()]);
        if !inner.bout.thinks_aloud() || !own {
            let left = inner.bout.undo(people)?;
            inner.notes.truncate(left);
        }
        inner.resigned = None;
        inner.result = None;
        inner.fault = None;
        self.changed(&mut inner, house)?;
        Ok(self.state(&inner, house))
    }

    /// A person gives up.
    pub(crate) fn resign(self: &Arc<Self>, house: &Arc<House>) -> Result<StateJson, Refusal> {
        self.touch();
        let mut inner = self.lock();
        self.must_be_open(&inner)?;
        let loser = match (self.people(), self.side()) {
            ([true, true], _) => inner.bout.to_move(),
            (_, Some(side)) => side,
            (_, None) => return Err(Refusal::conflict("you do not play: only players resign")),
        };
        inner.resign(loser);
        self.changed(&mut inner, house)?;
        Ok(self.state(&inner, house))
    }

    /// Lets nobody think on, or lets them: for games that are watched. After two passes, lets the
    /// game go on.
    pub(crate) fn pause(
        self: &Arc<Self>,
        house: &Arc<House>,
        paused: bool,
    ) -> Result<StateJson, Refusal> {
        self.touch();
        let mut inner = self.lock();
        let by_passes = inner.result.is_some() && inner.resigned.is_none();
        if !paused && by_passes && inner.fault.is_none() && self.people() != [false, false] {
            if !inner.bout.thinks_aloud() || !inner.bout.resume() {
                return Err(Refusal::conflict("the game is over"));
            }
            inner.result = None;
        }
        self.must_be_open(&inner)?;
        inner.paused = paused;
        self.changed(&mut inner, house)?;
        Ok(self.state(&inner, house))
    }

    /// Whoever thinks has thought enough.
    pub(crate) fn move_now(&self, house: &House) -> Result<StateJson, Refusal> {
        self.touch();
        let mut inner = self.lock();
        self.must_be_open(&inner)?;
        if let Some(work) = &inner.work {
            work.stop.stop();
            inner.hurry = true;
        }
        Ok(self.state(&inner, house))
    }

    /// The record of the game, once there is nothing to hide.
    pub(crate) fn record(&self) -> Result<String, Refusal> {
        let inner = self.lock();
        if !inner.bout.thinks_aloud() && inner.result.is_none() && self.side().is_some() {
            return Err(Refusal::conflict("the record shows everything: finish the game first"));
        }
        let name = |player: &PlayerJson| match player {
            PlayerJson::Person(_) => "Human".to_owned(),
            PlayerJson::Player(text) => text.spec.clone(),
        };
        let info = GameInfo {
            black: Some(name(&self.players.black)),
            white: Some(name(&self.players.white)),
            result: inner.result.as_ref().map(|result| result.text.clone()),
            application: Some(("Tengen".to_owned(), env!("CARGO_PKG_VERSION").to_owned())),
            ..GameInfo::default()
        };
        Ok(inner.bout.record(&info, &inner.notes))
    }

    /// Something has changed: whatever was under way is of no use any more. Keeps the game, tells of
    /// it, and starts what is to be done next.
    pub(super) fn changed(
        self: &Arc<Self>,
        inner: &mut Inner,
        house: &Arc<House>,
    ) -> Result<(), Refusal> {
        inner.stop_work(house.pool());
        inner.hurry = false;
        inner.hint = None;
        self.feed.forget("hint");
        self.feed.forget("thinking");
        self.go_on(inner, house);
        self.told(inner, house)
    }

    /// Keeps the game and tells of it.
    pub(super) fn told(&self, inner: &mut Inner, house: &House) -> Result<(), Refusal> {
        inner.version += 1;
        let kept = house.keep(&self.id, || self.to_keep(inner));
        self.feed.tell("state", &self.state(inner, house));
        kept
    }

    pub(super) fn to_keep(&self, inner: &Inner) -> KeptGame {
        KeptGame {
            setup: self.setup.clone(),
            players: self.players.clone(),
            seed: self.seed,
            tries: inner.bout.tries(),
            notes: inner.notes.clone(),
            resigned: inner.resigned.map(Into::into),
            result: inner.result.clone(),
            paused: inner.paused,
            played_on: inner.result.is_none() && !inner.bout.is_over(),
            version: inner.version,
        }
    }

    /// Whether nobody has looked at the game for so long.
    pub(crate) fn is_idle(&self, time: Duration) -> bool {
        if self.feed.listeners() > 0 {
            self.touch();
        }
        self.untouched() >= time
    }

    /// The game is dropped.
    pub(crate) fn leave(&self, pool: &Pool) {
        let mut inner = self.lock();
        inner.gone = true;
        inner.stop_work(pool);
        self.feed.tell("gone", &GoneJson { error: "this game was dropped" });
        self.feed.end();
    }

    /// What the game is called in a list.
    pub(crate) fn title(setup: &Setup, players: &PlayersJson) -> String {
        let name = |player: &PlayerJson| match player {
            PlayerJson::Person(_) => "you".to_owned(),
            PlayerJson::Player(text) => text.spec.clone(),
        };
        let game = match (setup.game.as_str(), setup.size) {
            ("loa", _) => "Lines of Action".to_owned(),
            ("phantom", size) => format!("Phantom Go {0}x{0}", size.unwrap_or(9)),
            (_, size) => format!("Go {0}x{0}", size.unwrap_or(9)),
        };
        format!("{game}: {} and {}", name(&players.black), name(&players.white))
    }
}

impl Inner {
    /// Ends what is under way, and makes it of no use.
    pub(super) fn stop_work(&mut self, pool: &Pool) {
        self.turn += 1;
        for work in self.advice.take().into_iter().chain(self.work.take()) {
            work.stop.stop();
            // What waits holds the game: it would stay until its turn comes.
            pool.forget(work.job);
        }
    }

    pub(super) fn resign(&mut self, loser: Player) {
        let winner = loser.opponent();
        self.resigned = Some(loser);
        self.result = Some(ResultJson {
            text: GameResult::Resignation(winner).to_string(),
            winner: Some(winner.into()),
            reason: format!("{winner} wins: {loser} resigns"),
            ..ResultJson::default()
        });
    }
}
