//! A contest carried out: checked, resumed from a folder if there is one, played, recorded.

use std::collections::HashSet;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;

use tengen_engine::{NoPlayer, StopFlag};

use crate::contest::{Contest, NoContest};
use crate::folder::{Folder, FolderError};
use crate::playing::GameId;
use crate::record::{ContestRecord, GameRecord};
use crate::runner::Event;

/// A contest and how it is to be carried out.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The contest.
    pub contest: Contest,
    /// Games at a time.
    pub jobs: NonZero<usize>,
    /// Where records go. What is there already is not played again.
    pub out: Option<PathBuf>,
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
        let (mut folder, games) = match &self.out {
            Some(path) => {
                let (folder, games) = Folder::open(path, &record)?;
                (Some(folder), games)
            }
            None => (None, Vec::new()),
        };
        let to_play = self.contest.to_play(&games);
        let planned = to_play.len() + games.len();
        let mut played = Played { record: record.clone(), added: Vec::new(), games, planned };
        if watch(&played).is_break() {
            return Ok(played);
        }
        let mut failed = None;
        self.contest.run(&record, &to_play, self.jobs, stop, &mut |event| {
            // After a failure nothing is kept any more: what is still under way is played again.
            if let Event::Game(game) = event
                && failed.is_none()
            {
                let kept = folder.as_mut().map_or(Ok(()), |folder| folder.add(&game));
                if let Err(error) = kept {
                    // What cannot be kept must not be counted.
                    failed.get_or_insert(error);
                    return ControlFlow::Break(());
                }
                played.insert(*game);
            }
            if failed.is_some() { ControlFlow::Break(()) } else { watch(&played) }
        })?;
        match failed {
            Some(error) => Err(error.into()),
            None => Ok(played),
        }
    }
}
