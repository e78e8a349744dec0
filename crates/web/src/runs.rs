//! Matches and tournaments, from a store and from folders of records, while they are played.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use tengen_arena::{ContestRecord, GameJobs, GameRecord, read_folder, to_sgf};
use tengen_store::{Run, RunId, Store};

use crate::refusal::Refusal;
use crate::run_page::RunPageJson;

/// A run in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RunJson {
    id: String,
    kind: String,
    title: String,
    done: u64,
    total: u64,
    /// `open`, `over` or `cancelled`.
    state: &'static str,
    /// `store` or `records`.
    from: &'static str,
}

/// A contest and its games, as they were when they were read.
pub(crate) struct Contest {
    pub(crate) record: ContestRecord,
    pub(crate) games: Vec<GameRecord>,
}

/// Where runs come from.
pub(crate) struct Runs {
    store: Option<Store>,
    records: Option<PathBuf>,
    /// What was read last: page after page is asked of the same run.
    read: Mutex<VecDeque<(String, String, Arc<Contest>)>>,
    /// What the list says of folders, with the mark of when it was so.
    listed: Mutex<HashMap<PathBuf, (String, RunJson)>>,
}

/// What is kept of what was read.
const KEPT: usize = 3;

/// Folders within folders are looked into this deep, and so many of them are shown.
const DEPTH: usize = 4;
const MOST_FOLDERS: usize = 500;

/// Games of a run that are read, and bytes of a log.
const MOST_GAMES: usize = 20_000;
const MOST_BYTES: u64 = 256 << 20;

/// Where a run is.
enum Place {
    Stored(Run),
    Folder(PathBuf),
}

impl Runs {
    pub(crate) fn new(store: Option<Store>, records: Option<PathBuf>) -> Self {
        Self { store, records, read: Mutex::default(), listed: Mutex::default() }
    }

    /// All runs.
    pub(crate) fn list(&self) -> Result<Vec<RunJson>, Refusal> {
        let mut runs = Vec::new();
        if let Some(store) = &self.store {
            let all = store.runs().map_err(|error| Refusal::fault(error.to_string()))?;
            for run in all {
                runs.push(stored(store, &run)?);
            }
        }
        for folder in self.folders() {
            // What cannot be read is no contest, or not yet.
            if let Ok(run) = self.folder(&folder) {
                runs.push(run);
            }
        }
        Ok(runs)
    }

    /// The folders that hold a contest.
    fn folders(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut waiting: Vec<(PathBuf, usize)> =
            self.records.iter().map(|folder| (folder.clone(), 0)).collect();
        while let Some((folder, depth)) = waiting.pop() {
            if found.len() >= MOST_FOLDERS {
                break;
            }
            if folder.join("contest.json").is_file() {
                found.push(folder);
                continue;
            }
            if depth < DEPTH {
                let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
                let is_folder =
                    |entry: &fs::DirEntry| entry.file_type().is_ok_and(|it| it.is_dir());
                waiting.extend(entries.filter(is_folder).map(|entry| (entry.path(), depth + 1)));
            }
        }
        found.sort();
        found
    }

    /// The name of a folder in addresses: nothing of its path is in it, and it is looked up in the
    /// list of all.
    fn folder_id(folder: &Path) -> String {
        // FNV-1a.
        let hash =
            folder.to_string_lossy().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        format!("r{hash:016x}")
    }

    fn folder(&self, folder: &Path) -> Result<RunJson, Refusal> {
        let lock = || self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        let mark = mark_of(folder);
        if let Some((_, run)) = lock().get(folder).filter(|(then, _)| *then == mark) {
            return Ok(run.clone());
        }
        let run = self.read_folder(folder)?;
        let mut listed = lock();
        if listed.len() >= MOST_FOLDERS {
            // Folders come and go.
            listed.clear();
        }
        listed.insert(folder.to_owned(), (mark, run.clone()));
        Ok(run)
    }

    fn read_folder(&self, folder: &Path) -> Result<RunJson, Refusal> {
        let contest = self.contest_of(folder)?;
        let done = contest.games.len() as u64;
        let total = contest.record.pairings.iter().map(|it| it.games).sum::<u64>().max(done);
        Ok(RunJson {
            id: Self::folder_id(folder),
            kind: "games".to_owned(),
            title: contest.record.title.clone(),
            done,
            total,
            state: if done < total { "open" } else { "over" },
            from: "records",
        })
    }

    fn contest_of(&self, folder: &Path) -> Result<Arc<Contest>, Refusal> {
        self.remembered(&Self::folder_id(folder), &mark_of(folder), || {
            let log = folder.join("games.jsonl");
            if fs::metadata(&log).is_ok_and(|file| file.len() > MOST_BYTES) {
                return Err(Refusal::not_allowed("the log is too long to be shown here"));
            }
            let (record, games) =
                read_folder(folder).map_err(|error| Refusal::fault(error.to_string()))?;
            Ok(Contest { record, games })
        })
    }

    fn remembered(
        &self,
        id: &str,
        mark: &str,
        read: impl FnOnce() -> Result<Contest, Refusal>,
    ) -> Result<Arc<Contest>, Refusal> {
        let lock = || self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, _, contest)) = lock().iter().find(|it| it.0 == id && it.1 == mark) {
            return Ok(Arc::clone(contest));
        }
        let contest = Arc::new(read()?);
        let mut kept = lock();
        kept.retain(|it| it.0 != id);
        kept.push_front((id.to_owned(), mark.to_owned(), Arc::clone(&contest)));
        kept.truncate(KEPT);
        Ok(contest)
    }

    fn find(&self, id: &str) -> Result<Place, Refusal> {
        let unknown = || Refusal::not_found("there is no such run");
        if let Some(number) = id.strip_prefix('s') {
            let store = self.store.as_ref().ok_or_else(unknown)?;
            let number: u64 = number.parse().map_err(|_| unknown())?;
            return store.run(RunId(number)).map(Place::Stored).map_err(|_| unknown());
        }
        let folder = self.folders().into_iter().find(|folder| Self::folder_id(folder) == id);
        folder.map(Place::Folder).ok_or_else(unknown)
    }

    fn stored_contest(&self, run: &Run) -> Result<Arc<Contest>, Refusal> {
        let store = self.store.as_ref().ok_or_else(|| Refusal::not_found("there is no store"))?;
        let counts = store.counts(run.id).map_err(|error| Refusal::fault(error.to_string()))?;
        self.remembered(&format!("s{}", run.id), &counts.done.to_string(), || {
            let read = GameJobs.read(store, run, MOST_GAMES).map_err(Refusal::not_allowed)?;
            Ok(Contest { record: read.contest, games: read.games })
        })
    }

    /// Changes whenever a run does.
    pub(crate) fn mark(&self, id: &str) -> Result<String, Refusal> {
        match self.find(id)? {
            Place::Folder(folder) => Ok(mark_of(&folder)),
            Place::Stored(run) => {
                let store =
                    self.store.as_ref().ok_or_else(|| Refusal::not_found("there is no store"))?;
                let counts = store.counts(run.id).map_err(|e| Refusal::fault(e.to_string()))?;
                Ok(format!("{counts:?} {}", run.cancelled))
            }
        }
    }

    /// A run in the list.
    pub(crate) fn run(&self, id: &str) -> Result<RunJson, Refusal> {
        match self.find(id)? {
            Place::Folder(folder) => self.folder(&folder),
            Place::Stored(run) => match &self.store {
                Some(store) => stored(store, &run),
                None => Err(Refusal::not_found("there is no store")),
            },
        }
    }

    /// All about a run, with games from this one on.
    pub(crate) fn page(&self, id: &str, from: usize) -> Result<RunPageJson, Refusal> {
        let run = self.run(id)?;
        let contest = match self.find(id)? {
            Place::Folder(folder) => Some(self.contest_of(&folder)?),
            Place::Stored(stored) if stored.kind == "games" => Some(self.stored_contest(&stored)?),
            Place::Stored(_) => None,
        };
        match contest {
            Some(contest) => Ok(RunPageJson::of(run, &contest, from)),
            None => Ok(RunPageJson::bare(run)),
        }
    }

    /// The record of a game of a run.
    pub(crate) fn game(&self, id: &str, number: usize) -> Result<String, Refusal> {
        let contest = match self.find(id)? {
            Place::Folder(folder) => self.contest_of(&folder)?,
            Place::Stored(run) => self.stored_contest(&run)?,
        };
        let game = contest.games.get(number);
        let game = game.ok_or_else(|| Refusal::not_found("there is no such game in this run"))?;
        to_sgf(game, &contest.record.title)
            .ok_or_else(|| Refusal::not_allowed("this game cannot be written as a record"))
    }
}

/// Changes whenever a folder's log does.
fn mark_of(folder: &Path) -> String {
    let of = |name: &str| {
        let file = fs::metadata(folder.join(name)).ok();
        file.map(|file| (file.len(), file.modified().ok()))
    };
    format!("{:?} {:?}", of("games.jsonl"), of("contest.json"))
}

fn stored(store: &Store, run: &Run) -> Result<RunJson, Refusal> {
    let counts = store.counts(run.id).map_err(|error| Refusal::fault(error.to_string()))?;
    Ok(RunJson {
        id: format!("s{}", run.id),
        kind: run.kind.clone(),
        // Names of contests end with a number that tells them apart.
        title: run.name.split(" #").next().unwrap_or_default().to_owned(),
        done: counts.done,
        total: counts.total(),
        state: match (run.cancelled, counts.is_over()) {
            (true, _) => "cancelled",
            (false, true) => "over",
            (false, false) => "open",
        },
        from: "store",
    })
}
