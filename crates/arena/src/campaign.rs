//! A contest carried out: checked, resumed from a folder if there is one, played, recorded.

use std::collections::HashSet;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;

use tengen_engine::{NoPlayer, StopFlag};

use crate::contest::{Contest, NoContest};
use crate::folder::{Folder, FolderError};
use crate::playing::{GameId, Task};
use crate::record::{ContestRecord, GameRecord};
use crate::runner::{Director, Event};
use crate::tuning::BadTuning;
use crate::work::{Shared, WorkError};

/// A contest and how it is to be carried out.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The contest.
    pub contest: Contest,
    /// Games at a time.
    pub jobs: NonZero<usize>,
    /// Where records go. What is there already is not played again.
    pub out: Option<PathBuf>,
    /// A store by which others can take part. What it has already is not played again.
    pub store: Option<Shared>,
}

/// What a contest came to.
#[derive(Clone, Debug)]
pub struct Played {
    /// The contest.
    pub record: ContestRecord,
    /// All games that are over, by pairing and number.
    pub games: Vec<GameRecord>,
    /// Which of them were not there before, in the order in which they ended.
    pub added: Vec<GameId>,
    /// How many were to be played in all.
    pub planned: usize,
}

impl Played {
    /// The games of a pairing.
    pub fn of_pairing(&self, pairing: usize) -> impl Iterator<Item = &GameRecord> {
        self.games.iter().filter(move |game| game.pairing == pairing)
    }

    /// The games that were not there before.
    pub fn new_games(&self) -> impl Iterator<Item = &GameRecord> {
        let added: HashSet<GameId> = self.added.iter().copied().collect();
        let id = |game: &GameRecord| GameId { pairing: game.pairing, game: game.game };
        self.games.iter().filter(move |game| added.contains(&id(game)))
    }

    /// Keeps a game in its place.
    fn insert(&mut self, game: GameRecord) {
        self.added.push(GameId { pairing: game.pairing, game: game.game });
        let key = (game.pairing, game.game);
        let place = self.games.partition_point(|other| (other.pairing, other.game) < key);
        self.games.insert(place, game);
    }
}

/// A contest that could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// It could not begin.
    #[error(transparent)]
    Contest(#[from] NoContest),
    /// Its records cannot be written.
    #[error("records")]
    Folder(#[from] FolderError),
    /// A player could not be made.
    #[error(transparent)]
    Player(#[from] NoPlayer),
    /// Keys cannot be tuned.
    #[error(transparent)]
    Tuning(#[from] BadTuning),
    /// The store, or those who work for it.
    #[error(transparent)]
    Work(#[from] WorkError),
}

impl Campaign {
    /// Plays what is left to play, until all is over, `watch` breaks off or `stop` is raised.
    /// `watch` is called at the beginning, after each game, and ten times a second.
    pub fn run(
        &self,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Played) -> ControlFlow<()>,
    ) -> Result<Played, ArenaError> {
        let record = self.contest.check(stop)?;
        let (folder, played) = self.open(record)?;
        let games = self.contest.to_play(&played.games).into_iter();
        let record = played.record.clone();
        let mut tasks = games.map(|id| Task::new(&self.contest, &record, id));
        let mut next = |_: &[GameRecord]| tasks.next();
        self.play(folder, played, stop, &mut next, watch)
    }

    /// Opens the folder, if there is one; what is in it already.
    pub(crate) fn open(
        &self,
        record: ContestRecord,
    ) -> Result<(Option<Folder>, Played), FolderError> {
        let (folder, games) = match &self.out {
            Some(path) => {
                let (folder, games) = Folder::open(path, &record)?;
                (Some(folder), games)
            }
            None => (None, Vec::new()),
        };
        let planned = self.contest.to_play(&games).len() + games.len();
        Ok((folder, Played { record, games, added: Vec::new(), planned }))
    }

    /// Plays what `next` asks for, which sees all games that are over, and keeps it.
    pub(crate) fn play(
        &self,
        folder: Option<Folder>,
        played: Played,
        stop: &StopFlag,
        next: &mut dyn FnMut(&[GameRecord]) -> Option<Task>,
        watch: &mut dyn FnMut(&Played) -> ControlFlow<()>,
    ) -> Result<Played, ArenaError> {
        if watch(&played).is_break() {
            return Ok(played);
        }
        let record = played.record.clone();
        let mut keeper = Keeper { folder, played, failed: None, next, watch };
        match &self.store {
            None => self.contest.direct(self.jobs, stop, &mut keeper)?,
            Some(shared) => {
                self.contest.direct_shared(&record, shared, self.jobs, stop, &mut keeper)?;
            }
        }
        match keeper.failed {
            Some(error) => Err(error.into()),
            None => Ok(keeper.played),
        }
    }
}

/// Keeps records of what is played.
struct Keeper<'a> {
    folder: Option<Folder>,
    played: Played,
    failed: Option<FolderError>,
    next: &'a mut dyn FnMut(&[GameRecord]) -> Option<Task>,
    watch: &'a mut dyn FnMut(&Played) -> ControlFlow<()>,
}

impl Director for Keeper<'_> {
    fn next(&mut self) -> Option<Task> {
        (self.next)(&self.played.games)
    }

    fn tell(&mut self, event: Event) -> ControlFlow<()> {
        // After a failure nothing is kept any more: what is still under way is played again.
        if self.failed.is_some() {
            return ControlFlow::Break(());
        }
        if let Event::Game(game) = event {
            let kept = self.folder.as_mut().map_or(Ok(()), |folder| folder.add(&game));
            if let Err(error) = kept {
                // What cannot be kept must not be counted.
                self.failed = Some(error);
                return ControlFlow::Break(());
            }
            self.played.insert(*game);
        }
        (self.watch)(&self.played)
    }
}
