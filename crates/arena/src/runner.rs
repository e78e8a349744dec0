//! Plays the games of a contest, several at a time.

use std::collections::HashSet;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use tengen_engine::{NoPlayer, StopFlag};

use crate::contest::Contest;
use crate::playing::{self, GameId, Task};
use crate::record::{ContestRecord, GameRecord};
use crate::seat::Manners;

/// What whoever runs a contest hears of.
#[derive(Debug)]
pub enum Event {
    /// A game is over.
    Game(Box<GameRecord>),
    /// Nothing, for a tenth of a second.
    Tick,
}

/// Who says what is played next, and hears of what was played.
pub(crate) trait Director {
    /// The next game that can begin; none if there is none left, or none before others have ended.
    fn next(&mut self) -> Option<Task>;

    /// Something has happened. After a break nothing new begins.
    fn tell(&mut self, event: Event) -> ControlFlow<()>;
}

/// Games in a given order, and somebody who hears of them.
struct List<'a> {
    tasks: &'a mut dyn Iterator<Item = Task>,
    tell: &'a mut dyn FnMut(Event) -> ControlFlow<()>,
}

impl Director for List<'_> {
    fn next(&mut self) -> Option<Task> {
        self.tasks.next()
    }

    fn tell(&mut self, event: Event) -> ControlFlow<()> {
        (self.tell)(event)
    }
}

/// How often it is looked whether the contest is to end.
const TICK: Duration = Duration::from_millis(100);

impl Contest {
    /// The games that are still to be played, in their order: all pairings go on at the same pace,
    /// so that a contest that is cut short is fair.
    #[must_use]
    pub fn to_play(&self, done: &[GameRecord]) -> Vec<GameId> {
        let done: HashSet<(usize, u64)> = done.iter().map(|g| (g.pairing, g.game)).collect();
        let most = self.pairings.iter().map(|pairing| pairing.games).max().unwrap_or(0);
        let mut games = Vec::new();
        for pair in 0..most.div_ceil(2) {
            for (pairing, terms) in self.pairings.iter().enumerate() {
                let pair = 2 * pair..(2 * pair + 2).min(terms.games);
                games.extend(pair.map(|game| GameId { pairing, game }));
            }
        }
        games.retain(|id| !done.contains(&(id.pairing, id.game)));
        games
    }

    /// Plays games, `jobs` at a time, until all are over, `tell` breaks off or `stop` is raised.
    /// Every finished game is told, in the order in which they end; a game that is cut short is
    /// not. `record` is what [`Contest::check`] gave.
    ///
    /// What a game is depends on its number alone, not on how many are played at a time or which
    /// came before, as far as the players allow.
    pub fn run(
        &self,
        record: &ContestRecord,
        games: &[GameId],
        jobs: NonZero<usize>,
        stop: &StopFlag,
        tell: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<(), NoPlayer> {
        let mut tasks = games.iter().map(|&id| Task::new(self, record, id));
        self.direct(jobs, stop, &mut List { tasks: &mut tasks, tell })
    }

    /// Plays what a director asks for, `jobs` games at a time, until he asks for nothing while none
    /// is under way, he breaks off or `stop` is raised.
    pub(crate) fn direct(
        &self,
        jobs: NonZero<usize>,
        stop: &StopFlag,
        director: &mut dyn Director,
    ) -> Result<(), NoPlayer> {
        // Not the caller's flag: a contest may end without him.
        let ended = StopFlag::new();
        let manners = Manners { patience: self.patience, stop: ended.clone() };
        let (sender, tasks) = channel::<Task>();
        let tasks = Mutex::new(tasks);
        let (reply, results) = channel();
        let work = |reply: Sender<_>| {
            loop {
                let task = match tasks.lock() {
                    Ok(tasks) => tasks.recv(),
                    Err(_) => return,
                };
                // There will be no more of them.
                let Ok(task) = task else { return };
                let played = if ended.is_stopped() {
                    Ok(None)
                } else {
                    playing::play(self, &task, &manners)
                };
                // Whoever listens does so until all have ended.
                let _ = reply.send(played);
            }
        };
        thread::scope(|scope| {
            let mut workers = Vec::new();
            let (mut under_way, mut failed) = (0, None);
            loop {
                // As many again wait in line, so that nobody waits while records are written.
                while under_way < 2 * jobs.get()
                    && !ended.is_stopped()
                    && let Some(task) = director.next()
                {
                    if workers.len() < jobs.get() {
                        let reply = reply.clone();
                        workers.push(scope.spawn(|| work(reply)));
                    }
                    under_way += 1;
                    // Somebody is there to take it.
                    let _ = sender.send(task);
                }
                if under_way == 0 {
                    break;
                }
                let event = match results.recv_timeout(TICK) {
                    Ok(played) => {
                        under_way -= 1;
                        match played {
                            Ok(Some(game)) => Event::Game(Box::new(game)),
                            Ok(None) => Event::Tick,
                            Err(error) => {
                                failed = Some(error);
                                ended.stop();
                                continue;
                            }
                        }
                    }
                    // A worker who goes home early has failed; the scope will say how.
                    Err(_) if workers.iter().any(ScopedJoinHandle::is_finished) => break,
                    Err(_) => Event::Tick,
                };
                if director.tell(event).is_break() || stop.is_stopped() {
                    ended.stop();
                }
            }
            ended.stop();
            drop(sender);
            failed.map_or(Ok(()), Err)
        })
    }
}
