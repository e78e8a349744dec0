//! Plays the games of a contest, several at a time.

use std::collections::HashSet;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use tengen_engine::{NoPlayer, StopFlag};

use crate::contest::Contest;
use crate::playing::{self, GameId};
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
        // Not the caller's flag: a contest may end without him.
        let ended = StopFlag::new();
        let manners = Manners { patience: self.patience, stop: ended.clone() };
        let next = AtomicUsize::new(0);
        let (sender, results) = channel();
        thread::scope(|scope| {
            for _ in 0..jobs.get().min(games.len()) {
                let (sender, manners, next, ended) = (sender.clone(), &manners, &next, &ended);
                scope.spawn(move || {
                    while !ended.is_stopped()
                        && let Some(&id) = games.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let played = playing::play(self, record, id, manners);
                        let over = !matches!(played, Ok(Some(_)));
                        // Whoever listens does so until all have ended.
                        let _ = sender.send(played);
                        if over {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut failed = None;
            loop {
                let event = match results.recv_timeout(TICK) {
                    Ok(Ok(Some(game))) => Event::Game(Box::new(game)),
                    Ok(Ok(None)) | Err(RecvTimeoutError::Timeout) => Event::Tick,
                    Ok(Err(error)) => {
                        failed = Some(error);
                        ended.stop();
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if tell(event).is_break() || stop.is_stopped() {
                    ended.stop();
                }
            }
            failed.map_or(Ok(()), Err)
        })
    }
}
