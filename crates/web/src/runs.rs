//! Matches and tournaments, from a store and from folders of records, while they are played.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use tengen_arena::{
    Anchor, ContestRecord, GameJobs, GameRecord, PageContest, Played, Side, Standings, pictures,
    read_folder, to_sgf,
};
use tengen_report::Table;
use tengen_store::{Run, RunId, Store};

use crate::refusal::Refusal;

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

/// All about a run.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunPageJson {
    #[serde(flatten)]
    run: RunJson,
    terms: String,
    players: Vec<PlayerJson>,
    standings: TableJson,
    cross_table: TableJson,
    ratings: Vec<RatingJson>,
    plots: Vec<PlotJson>,
    games: Vec<GameJson>,
    games_from: usize,
    games_total: usize,
}

#[derive(Debug, Serialize)]
struct PlayerJson {
    name: String,
    player: String,
}

#[derive(Debug, Default, Serialize)]
struct TableJson {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

#[derive(Debug, Serialize)]
struct RatingJson {
    name: String,
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Debug, Serialize)]
struct PlotJson {
    title: String,
    svg: String,
}

#[derive(Debug, Serialize)]
struct GameJson {
    number: usize,
    black: String,
    white: String,
    result: String,
    moves: usize,
}

/// A contest and its games, as they were when they were read.
struct Contest {
    record: ContestRecord,
    games: Vec<GameRecord>,
}

/// Where runs come from.
pub(crate) struct Runs {
    store: Option<Arc<Store>>,
    records: Option<PathBuf>,
    /// What was read last: page after page is asked of the same run.
    read: Mutex<VecDeque<(String, String, Arc<Contest>)>>,
}

/// What is kept of what was read.
const KEPT: usize = 3;

/// Folders within folders are looked into this deep, and so many of them are shown.
const DEPTH: usize = 4;
const MOST_FOLDERS: usize = 500;

/// Games of a run that are read, and bytes of a log.
const MOST_GAMES: usize = 20_000;
const MOST_BYTES: u64 = 256 << 20;

/// Games on a page.
const PAGE: usize = 200;

/// Where a run is.
enum Place {
    Stored(Run),
    Folder(PathBuf),
}

impl Runs {
    pub(crate) fn new(store: Option<Arc<Store>>, records: Option<PathBuf>) -> Self {
        Self { store, records, read: Mutex::default() }
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
            Some(contest) => Ok(contest_page(run, &contest, from)),
            None => Ok(RunPageJson {
                run,
                terms: String::new(),
                players: Vec::new(),
                standings: TableJson::default(),
                cross_table: TableJson::default(),
                ratings: Vec::new(),
                plots: Vec::new(),
                games: Vec::new(),
                games_from: 0,
                games_total: 0,
            }),
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

/// Columns of the standings' table before those of everybody against everybody.
const STANDING_COLUMNS: usize = 7;

fn contest_page(run: RunJson, contest: &Contest, from: usize) -> RunPageJson {
    let Contest { record, games } = contest;
    let played = Played {
        record: record.clone(),
        games: games.clone(),
        added: Vec::new(),
        planned: games.len(),
    };
    let mut plots = Vec::new();
    let (mut standings, mut cross_table, mut ratings) =
        (TableJson::default(), TableJson::default(), Vec::new());
    if let Ok(all) = Standings::new(&played, Anchor::Mean(0.0)) {
        let whole = TableJson::of(&all.table());
        standings = whole.columns_of(|place| place < STANDING_COLUMNS);
        cross_table = whole.columns_of(|place| !(2..STANDING_COLUMNS).contains(&place));
        let rating = |line: tengen_arena::Standing| RatingJson {
            name: line.name,
            elo: line.elo,
            low: line.elo_interval.low,
            high: line.elo_interval.high,
        };
        ratings = all.lines(&played).into_iter().map(rating).collect();
        plots.push(PlotJson { title: "Ratings".to_owned(), svg: all.plot("Ratings") });
    }
    let shown = PageContest { record: record.clone(), games: games.clone(), folder: String::new() };
    plots.extend(pictures(&shown).into_iter().map(|svg| PlotJson { title: String::new(), svg }));
    let name = |game: &GameRecord, side: Side| game.players[side].name.clone();
    let page = games.iter().enumerate().skip(from).take(PAGE);
    RunPageJson {
        run,
        terms: record.terms.words(),
        players: record
            .players
            .iter()
            .map(|it| PlayerJson { name: it.name.clone(), player: it.player.clone() })
            .collect(),
        standings,
        cross_table,
        ratings,
        plots,
        games: page
            .map(|(number, game)| GameJson {
                number,
                black: name(game, game.black),
                white: name(game, game.black.other()),
                result: game.result.clone(),
                moves: game.moves.len(),
            })
            .collect(),
        games_from: from,
        games_total: games.len(),
    }
}

impl TableJson {
    fn of(table: &Table) -> Self {
        Self {
            columns: table.columns().iter().map(|column| column.heading().to_owned()).collect(),
            rows: table.rows().to_vec(),
        }
    }

    /// Some of the columns.
    fn columns_of(&self, wanted: impl Fn(usize) -> bool) -> Self {
        let some = |cells: &Vec<String>| -> Vec<String> {
            let cells = cells.iter().enumerate().filter(|(place, _)| wanted(*place));
            cells.map(|(_, cell)| cell.clone()).collect()
        };
        Self { columns: some(&self.columns), rows: self.rows.iter().map(some).collect() }
    }
}
