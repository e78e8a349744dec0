//! The work of a game: players who think, games that are counted, advice. All of it waits for a thread
//! of the pool, and looks, when it is done, whether it is still wanted.

use std::sync::Arc;

use tengen_engine::sgf::GameResult;
use tengen_engine::{Action, StopFlag};

use crate::game::bout::{Thinker, Thought};
use crate::game::house::House;
use crate::game::session::{Inner, Session, Work};
use crate::game::state_json::StateJson;
use crate::limits;
use crate::position_json::ResultJson;
use crate::refusal::Refusal;

impl Session {
    /// Starts what is to be done next, if anything is.
    pub(super) fn go_on(self: &Arc<Self>, inner: &mut Inner, house: &Arc<House>) {
        inner.resting = false;
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
        } else if self.people() == [false, false] && self.is_idle(limits::UNWATCHED_GAME) {
            inner.resting = true;
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
        if inner.hurry {
            stop.stop();
        }
        let (session, house_there, turn) = (Arc::clone(self), Arc::clone(house), inner.turn);
        let stop_there = stop.clone();
        let job = house.pool().add(&stop, move || {
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
        inner.work = Some(Work { job, stop, begun: false });
    }

    /// Finds out how the game ended; on a thread of the pool.
    fn count(self: &Arc<Self>, house: &Arc<House>, turn: u64, stop: &StopFlag) {
        let counter = {
            let inner = self.lock();
            // It may be of no use since the last look, as in the other work below.
            if inner.turn != turn {
                return;
            }
            inner.bout.counter()
        };
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
            if inner.turn != turn {
                return;
            }
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
            // Nor is it kept before the turn is over: the list of games tells when one was kept last.
            inner.stop_work(house.pool());
            self.go_on(&mut inner, house);
        } else {
            let _ = self.changed(&mut inner, house);
        }
    }

    /// Asks for advice; it is told when it is there.
    pub(crate) fn hint(self: &Arc<Self>, house: &Arc<House>) -> Result<StateJson, Refusal> {
        let mut inner = self.persons_turn()?;
        if inner.advice.is_none() {
            let adviser = inner.bout.adviser()?;
            let stop = StopFlag::new();
            let (session, turn) = (Arc::clone(self), inner.turn);
            let (house_there, stop_there) = (Arc::clone(house), stop.clone());
            let job = house.pool().add(&stop, move || {
                session.advise(&house_there, adviser, turn, &stop_there);
            });
            inner.advice = Some(Work { job, stop, begun: false });
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
        inner.advice = None;
        inner.hint = thought.ok().and_then(|thought| thought.report);
        if let Some(report) = &inner.hint {
            self.feed.tell("hint", report);
        }
        // Kept as well: after a restart the page would take a lower version for an old state.
        let _ = self.told(&mut inner, house);
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use serde_json::json;
    use tengen_engine::go::Player;

    use super::*;
    use crate::pool::Pool;

    fn house() -> Arc<House> {
        Arc::new(House::new(Pool::new(1).unwrap(), None))
    }

    fn begin(house: &Arc<House>, game: serde_json::Value) -> Arc<Session> {
        let state = house.begin(serde_json::from_value(game).unwrap()).unwrap();
        house.find(&state.id).unwrap()
    }

    fn wait_until(what: impl Fn() -> bool) {
        let started = Instant::now();
        while !what() {
            assert!(started.elapsed() < Duration::from_secs(60), "it does not happen");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn two_players_rest_while_nobody_looks() {
        let house = house();
        let player = json!({"spec": "uct,time=20ms"});
        let session = begin(
            &house,
            json!({"setup": {"game": "go", "size": 9}, "black": player, "white": player}),
        );
        let length = || session.lock().bout.length();
        session.touched_before(limits::UNWATCHED_GAME);
        assert!(session.is_idle(limits::IDLE_ANALYSIS), "it would make room for another");
        wait_until(|| session.lock().resting);
        assert!(session.is_idle(limits::IDLE_ANALYSIS), "its own moves do not count");
        let rested = length();
        assert!(session.lock().work.is_none() && rested < 10, "{rested}");
        // Who looks lets it go on.
        session.now(&house);
        wait_until(|| length() > rested);
        session.leave(house.pool());
    }

    #[test]
    fn undo_after_the_player_resigns_gives_the_move_back() {
        let house = house();
        let setup = json!({"game": "go", "size": 5});
        let white = json!({"spec": "uct,time=60s"});
        let session = begin(
            &house,
            json!({"setup": setup, "moves": ["C3"], "black": {"human": true}, "white": white}),
        );
        let resigned = |player| {
            let mut inner = session.lock();
            inner.resign(player);
            let _ = session.changed(&mut inner, &house);
        };
        resigned(Player::Black);
        session.undo(&house).unwrap();
        assert_eq!(session.lock().bout.length(), 1, "nothing but the resignation");
        resigned(Player::White);
        session.undo(&house).unwrap();
        let inner = session.lock();
        assert_eq!(inner.bout.length(), 0, "or he would resign again at once");
        assert!(inner.result.is_none() && inner.work.is_none());
    }

    /// A game that is left leaves nothing in the queue.
    #[test]
    fn work_of_no_use_leaves_the_queue() {
        let house = house();
        let (go, wait) = std::sync::mpsc::channel::<()>();
        house.pool().add(&StopFlag::new(), move || wait.recv().unwrap());
        let game = json!({
            "setup": {"game": "go", "size": 5},
            "black": {"spec": "random"}, "white": {"human": true}
        });
        let session = begin(&house, game);
        wait_until(|| Arc::strong_count(&session) == 3);
        house.delete(session.id()).unwrap();
        assert_eq!(Arc::strong_count(&session), 1, "neither the house nor the queue holds it");
        go.send(()).unwrap();
    }

    /// That a player thinks on after he was asked to move would tell that his try was in vain.
    #[test]
    fn who_is_asked_to_move_now_hurries_through_his_turn() {
        let house = house();
        let session = begin(
            &house,
            json!({
                "setup": {"game": "phantom", "size": 5}, "moves": ["C3"],
                "black": {"human": true}, "white": {"spec": "phantom,time=60s"}
            }),
        );
        {
            // As after he was asked to move, and a try in vain: within one lock, or he may have moved.
            let mut inner = session.lock();
            inner.hurry = true;
            assert_eq!(inner.bout.play("C3").unwrap(), None);
            inner.stop_work(house.pool());
            session.go_on(&mut inner, &house);
        }
        let started = Instant::now();
        wait_until(|| session.lock().bout.length() == 2);
        assert!(started.elapsed() < Duration::from_secs(20));
        assert!(!session.lock().hurry, "the next turn has its time");
    }

    /// Work that waited too long finds a game that is over: a player who thinks about it would have
    /// no turn.
    #[test]
    fn work_of_no_use_is_not_begun() {
        let house = house();
        let session = begin(
            &house,
            json!({
                "setup": {"game": "phantom", "size": 5}, "moves": ["C3", "pass", "pass"],
                "black": {"human": true}, "white": {"spec": "random"}
            }),
        );
        wait_until(|| session.lock().result.is_some());
        let version = session.lock().version;
        session.think(&house, 0, &StopFlag::new());
        session.count(&house, 0, &StopFlag::new());
        let inner = session.lock();
        assert!(inner.fault.is_none() && inner.version == version);
    }
}
