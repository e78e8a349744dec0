//! One game: who plays, whose turn it is, and the work that is under way for it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::response::Response;
use serde::Serialize;
use tengen_engine::go::Player;
use tengen_engine::sgf::{GameInfo, GameResult};
use tengen_engine::{Action, PlayerSpec, StopFlag};

use crate::feed::{Feed, Guest};
use crate::game::bout::{Bout, Note, Thinker, Thought};
use crate::game::house::House;
use crate::game::keeping::KeptGame;
use crate::game::state_json::{PlayerJson, PlayersJson, StateJson, Status};
use crate::limits;
use crate::position_json::ResultJson;
use crate::refusal::Refusal;
use crate::report_json::ReportJson;
use crate::setup::Setup;

/// One game.
pub(crate) struct Session {
    id: String,
    setup: Setup,
    players: PlayersJson,
    /// The players by [`Player::index`]; nothing for a person.
    specs: [Option<PlayerSpec>; 2],
    seed: u64,
    inner: Mutex<Inner>,
    pub(crate) feed: Feed,
}

/// What changes.
struct Inner {
    bout: Box<dyn Bout>,
    /// One for each move.
    notes: Vec<Note>,
    resigned: Option<Player>,
    result: Option<ResultJson>,
    fault: Option<String>,
    paused: bool,
    version: u64,
    /// Counts up with whatever makes work of no use that is under way.
    turn: u64,
    work: Option<Work>,
    hint: Option<ReportJson>,
    hint_stop: Option<StopFlag>,
    touched: Instant,
    gone: bool,
}

/// Work in the pool, or waiting for it.
struct Work {
    stop: StopFlag,
    begun: bool,
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
            version: 0,
            turn: 0,
            work: None,
            hint: None,
            hint_stop: None,
            touched: Instant::now(),
            gone: false,
        };
        Self { id, setup, players, specs, seed, inner: Mutex::new(inner), feed: Feed::new() }
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

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether people play, by [`Player::index`].
    fn people(&self) -> [bool; 2] {
        [&self.players.black, &self.players.white]
            .map(|player| matches!(player, PlayerJson::Person(_)))
    }

    /// The one side that a person plays, from whom the other side's secrets are kept.
    fn side(&self) -> Option<Player> {
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
            inner.stop_work();
            self.go_on(&mut inner, house);
        }
    }

    /// The game as it is now.
    pub(crate) fn now(&self, house: &House) -> StateJson {
        let mut inner = self.lock();
        inner.touched = Instant::now();
        self.state(&inner, house)
    }

    fn state(&self, inner: &Inner, house: &House) -> StateJson {
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
            expires: limits::IDLE_GAME.saturating_sub(inner.touched.elapsed()).as_secs(),
        }
    }

    /// Listens to the game.
    pub(crate) fn listen(&self, house: &House, guest: Guest) -> Response {
        let mut inner = self.lock();
        inner.touched = Instant::now();
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

    fn persons_turn(&self) -> Result<MutexGuard<'_, Inner>, Refusal> {
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
        let mut inner = self.lock();
        if inner.gone {
            return Err(Refusal::not_found("this game is gone"));
        }
        let people = self.people();
        if people == [false, false] {
            return Err(Refusal::conflict("you do not play: there is nothing to take back"));
        }
        if !inner.bout.thinks_aloud() || inner.resigned.is_none() {
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
        let mut inner = self.lock();
        self.must_be_open(&inner)?;
        inner.touched = Instant::now();
        if let Some(work) = &inner.work {
            work.stop.stop();
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
    fn changed(self: &Arc<Self>, inner: &mut Inner, house: &Arc<House>) -> Result<(), Refusal> {
        inner.touched = Instant::now();
        inner.stop_work();
        inner.hint = None;
        self.feed.forget("hint");
        self.feed.forget("thinking");
        self.go_on(inner, house);
        self.told(inner, house)
    }

    /// Keeps the game and tells of it.
    fn told(&self, inner: &mut Inner, house: &House) -> Result<(), Refusal> {
        inner.version += 1;
        let kept = house.keep(&self.id, || self.to_keep(inner));
        self.feed.tell("state", &self.state(inner, house));
        kept
    }

    fn to_keep(&self, inner: &Inner) -> KeptGame {
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

    /// Starts what is to be done next, if anything is.
    fn go_on(self: &Arc<Self>, inner: &mut Inner, house: &Arc<House>) {
        if inner.result.is_some() || inner.fault.is_some() || inner.gone {
            return;
        }
        let player = inner.bout.to_move();
        let is_person = self.people()[player.index()];
        if inner.bout.is_over() {
            self.start(inner, house, Self::count);
        } else if inner.bout.length() >= limits::MOVES && !is_person {
            inner.result = Some(ResultJson {
                text: GameResult::NoResult.to_string(),
                reason: format!("No result: a game has at most {} moves", limits::MOVES),
                ..ResultJson::default()
            });
        } else if !is_person && !inner.paused {
            self.start(inner, house, Self::think);
        }
    }

    fn start(
        self: &Arc<Self>,
        inner: &mut Inner,
        house: &Arc<House>,
        work: fn(&Arc<Self>, &Arc<House>, u64, &StopFlag),
    ) {
        let stop = StopFlag::new();
        let (session, house_there, turn) = (Arc::clone(self), Arc::clone(house), inner.turn);
        let stop_there = stop.clone();
        house.pool().add(&stop, move || {
            {
                let mut inner = session.lock();
                if inner.turn != turn {
                    return;
                }
                if let Some(work) = &mut inner.work {
                    work.begun = true;
                }
                // How often a player tries is his secret, and so is when he does.
                if inner.bout.thinks_aloud() || session.side().is_none() {
                    session.feed.tell("state", &session.state(&inner, &house_there));
                }
            }
            work(&session, &house_there, turn, &stop_there);
        });
        inner.work = Some(Work { stop, begun: false });
    }

    /// Finds out how the game ended; on a thread of the pool.
    fn count(self: &Arc<Self>, house: &Arc<House>, turn: u64, stop: &StopFlag) {
        let counter = self.lock().bout.counter();
        let result = counter(stop);
        let mut inner = self.lock();
        if inner.turn != turn {
            return;
        }
        match result {
            Ok(result) => inner.result = Some(result),
            Err(reason) => inner.fault = Some(reason),
        }
        // Whoever wanted it is told; that it could not be kept, nobody asked for.
        let _ = self.changed(&mut inner, house);
    }

    /// Lets the player to move think and move; on a thread of the pool.
    fn think(self: &Arc<Self>, house: &Arc<House>, turn: u64, stop: &StopFlag) {
        let (mut thinker, aloud) = {
            let inner = self.lock();
            let player = inner.bout.to_move();
            let Some(spec) = &self.specs[player.index()] else { return };
            let aloud = inner.bout.thinks_aloud() || self.side().is_none();
            (inner.bout.thinker(player, spec), aloud)
        };
        let thought = thinker.think(stop, &mut |report| {
            if aloud {
                self.feed.tell("thinking", &report);
            }
        });
        let mut inner = self.lock();
        if inner.turn != turn {
            return;
        }
        // A try in vain is the player's secret, and his turn goes on.
        let secret = match thought {
            Ok(Thought { action: Action::Move(m), note, .. }) => match inner.bout.play(&m) {
                Ok(Some(_)) => {
                    inner.notes.push(note);
                    false
                }
                Ok(None) => self.side().is_some(),
                Err(refusal) => {
                    let wanted =
                        if aloud { format!(" ({m}: {})", refusal.message) } else { String::new() };
                    inner.fault = Some(format!("the player wanted something impossible{wanted}"));
                    false
                }
            },
            Ok(Thought { action: Action::Resign, note, .. }) => {
                let loser = inner.bout.to_move();
                inner.resign(loser);
                if let (Some(says), Some(last)) = (note.says, inner.notes.last_mut()) {
                    last.says.get_or_insert(says);
                }
                false
            }
            Err(reason) => {
                inner.fault = Some(reason);
                false
            }
        };
        if secret {
            inner.stop_work();
            self.go_on(&mut inner, house);
            let _ = house.keep(&self.id, || self.to_keep(&inner));
        } else {
            let _ = self.changed(&mut inner, house);
        }
    }

    /// Asks for advice; it is told when it is there.
    pub(crate) fn hint(self: &Arc<Self>, house: &Arc<House>) -> Result<StateJson, Refusal> {
        let mut inner = self.persons_turn()?;
        inner.touched = Instant::now();
        if inner.hint_stop.is_none() {
            let adviser = inner.bout.adviser()?;
            let stop = StopFlag::new();
            inner.hint_stop = Some(stop.clone());
            let (session, turn) = (Arc::clone(self), inner.turn);
            let (house_there, stop_there) = (Arc::clone(house), stop.clone());
            house.pool().add(&stop, move || {
                session.advise(&house_there, adviser, turn, &stop_there);
            });
        }
        Ok(self.state(&inner, house))
    }

    fn advise(&self, house: &House, mut adviser: Box<dyn Thinker>, turn: u64, stop: &StopFlag) {
        if stop.is_stopped() {
            return;
        }
        let thought = adviser.think(stop, &mut |report| {
            // The person may know all of it: the adviser knows no more than he does.
            if self.lock().turn == turn {
                self.feed.tell("hint", &report);
            }
        });
        let mut inner = self.lock();
        if inner.turn != turn {
            return;
        }
        inner.hint_stop = None;
        inner.hint = thought.ok().and_then(|thought| thought.report);
        if let Some(report) = &inner.hint {
            self.feed.tell("hint", report);
        }
        inner.version += 1;
        self.feed.tell("state", &self.state(&inner, house));
    }

    /// Whether nobody has looked at the game for so long.
    pub(crate) fn is_idle(&self, time: Duration) -> bool {
        self.feed.listeners() == 0 && self.lock().touched.elapsed() >= time
    }

    /// The game is dropped.
    pub(crate) fn leave(&self) {
        let mut inner = self.lock();
        inner.gone = true;
        inner.stop_work();
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
    fn stop_work(&mut self) {
        self.turn += 1;
        let hint = self.hint_stop.take();
        let work = self.work.take().map(|work| work.stop);
        for stop in hint.into_iter().chain(work) {
            stop.stop();
        }
    }

    fn resign(&mut self, loser: Player) {
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
