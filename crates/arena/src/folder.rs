//! A folder of records: `contest.json`, `games.jsonl` with a line for each finished game, and the
//! games as SGF under `sgf/`.
//!
//! The log is the truth: a game is finished once its line is on the disk. SGF files are made from
//! it, and made again if they are missing.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tengen_engine::{read_at_most, write_whole};

use crate::record::{ContestRecord, GameRecord, TuningRecord};
use crate::sgf_name::sgf_name;
use crate::to_sgf::to_sgf;

const CONTEST: &str = "contest.json";
const LOG: &str = "games.jsonl";
const SGF: &str = "sgf";
const LOCK: &str = ".lock";

/// More is no log of ours: a game takes some ten kilobytes.
const MOST_BYTES: usize = 4 << 30;

/// A folder of records that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another process is at work there.
    #[error("{}: another process is writing there; wait for it, or choose another folder", .0.display())]
    InUse(PathBuf),
    /// There is another contest in it.
    #[error(
        "{} holds another contest: {difference}. Choose another folder, or go on with the same \
         settings and version",
        .path.display()
    )]
    Other {
        /// The folder.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// A file cannot be read or written.
    #[error("{}: {reason}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// A file holds something else.
    #[error("{} line {line}: {reason}", .path.display())]
    Content {
        /// Which.
        path: PathBuf,
        /// Where.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// A folder that this process alone writes to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    contest: ContestRecord,
    log: File,
    /// Held as long as this lives; the system gives it back whatever happens to us.
    _lock: File,
}

impl Folder {
    /// Opens a folder for this contest, and makes it if need be. Games that are already in it are
    /// returned: they need not be played again.
    pub fn open(
        path: &Path,
        contest: &ContestRecord,
    ) -> Result<(Self, Vec<GameRecord>), FolderError> {
        let at = |path: PathBuf| move |reason| FolderError::File { path, reason };
        fs::create_dir_all(path.join(SGF)).map_err(at(path.join(SGF)))?;
        let lock_path = path.join(LOCK);
        let lock = OpenOptions::new().create(true).append(true).open(&lock_path);
        let lock = lock.map_err(at(lock_path.clone()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(at(lock_path)(error)),
        }
        let contest_path = path.join(CONTEST);
        let mut contest = contest.clone();
        let mut games = Vec::new();
        let log_path = path.join(LOG);
        if contest_path.exists() {
            let (before, finished) = read(path)?;
            if let Some(difference) = difference(&before, &contest) {
                return Err(FolderError::Other { path: path.to_owned(), difference });
            }
            games = finished;
            // Who asks for fewer games than before plays none, and takes none back.
            for (now, before) in contest.pairings.iter_mut().zip(&before.pairings) {
                now.games = now.games.max(before.games);
            }
        } else if log_path.exists() {
            let difference = format!("it has {LOG} but no {CONTEST}");
            return Err(FolderError::Other { path: path.to_owned(), difference });
        }
        let text = serde_json::to_string_pretty(&contest)
            .map_err(|e| at(contest_path.clone())(e.into()))?;
        write_whole(&contest_path, &(text + "\n")).map_err(at(contest_path))?;
        let log = open_log(&log_path).map_err(at(log_path))?;
        // What names the files must be on the disk as well.
        let _ = File::open(path).and_then(|folder| folder.sync_all());
        let folder = Self { path: path.to_owned(), contest, log, _lock: lock };
        for game in &games {
            // A power cut may leave the name without the content.
            if !fs::metadata(folder.sgf_path(game)).is_ok_and(|file| file.len() > 0) {
                folder.write_sgf(game)?;
            }
        }
        Ok((folder, games))
    }

    /// Keeps a finished game.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), FolderError> {
        self.write_sgf(game)?;
        let at = |reason| FolderError::File { path: self.path.join(LOG), reason };
        let line = serde_json::to_string(game).map_err(|error| at(error.into()))? + "\n";
        // In one piece, so that a line is there or cut off at the end of the file.
        let written = self.log.metadata().and_then(|before| {
            let written = self.log.write_all(line.as_bytes()).and_then(|()| self.log.sync_data());
            if written.is_err() {
                // Where a disk is full a part may be there: nothing must follow it.
                let _ = self.log.set_len(before.len());
            }
            written
        });
        written.map_err(|reason| FolderError::File { path: self.path.join(LOG), reason })
    }

    fn sgf_path(&self, game: &GameRecord) -> PathBuf {
        self.path.join(sgf_name(self.contest.pairings.len(), game.pairing, game.game))
    }

    /// Not synced: what a power cut takes is made again from the log.
    fn write_sgf(&self, game: &GameRecord) -> Result<(), FolderError> {
        let Some(text) = to_sgf(game, &self.contest.title) else { return Ok(()) };
        let path = self.sgf_path(game);
        let part = path.with_extension("part");
        let written = fs::write(&part, text).and_then(|()| fs::rename(&part, &path));
        written.map_err(|reason| FolderError::File { path, reason })
    }
}

/// Reads a folder of records.
pub fn read(path: &Path) -> Result<(ContestRecord, Vec<GameRecord>), FolderError> {
    let contest_path = path.join(CONTEST);
    let at = |path: &Path| {
        let path = path.to_owned();
        move |reason| FolderError::File { path, reason }
    };
    let bytes = read_at_most(&contest_path, MOST_BYTES).map_err(at(&contest_path))?;
    let contest = serde_json::from_slice(&bytes).map_err(|error| FolderError::Content {
        path: contest_path,
        line: error.line(),
        reason: error.to_string(),
    })?;
    let log_path = path.join(LOG);
    let bytes = match read_at_most(&log_path, MOST_BYTES) {
        Ok(bytes) => bytes,
        // The process ended before its first game did.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(at(&log_path)(error)),
    };
    let mut games: Vec<GameRecord> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (index, line) in whole_lines(&bytes).enumerate() {
        let wrong =
            |reason| FolderError::Content { path: log_path.clone(), line: index + 1, reason };
        let game: GameRecord =
            serde_json::from_slice(line).map_err(|error| wrong(error.to_string()))?;
        if !seen.insert((game.pairing, game.game)) {
            return Err(wrong(format!("game {} is there twice", game.game)));
        }
        games.push(game);
    }
    games.sort_by_key(|game| (game.pairing, game.game));
    Ok((contest, games))
}

/// The lines that have an end. One that has none was being written when the power went, unless it
/// is a whole game: then somebody has edited the file.
fn whole_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let is_whole = serde_json::from_slice::<GameRecord>(&bytes[end..]).is_ok();
    let end = if is_whole { bytes.len() } else { end };
    bytes[..end].split_inclusive(|&byte| byte == b'\n')
}

/// Opens the log to add to it, without a line that was cut off.
fn open_log(path: &Path) -> io::Result<File> {
    let mut log = OpenOptions::new().create(true).append(true).open(path)?;
    let bytes = read_at_most(path, MOST_BYTES)?;
    let whole = whole_lines(&bytes).map(<[u8]>::len).sum::<usize>();
    if whole < bytes.len() {
        log.set_len(whole as u64)?;
        log.sync_all()?;
    } else if bytes.last().is_some_and(|&last| last != b'\n') {
        log.write_all(b"\n")?;
    }
    Ok(log)
}

/// What keeps two contests from being the same; the number of games may grow.
pub(crate) fn difference(before: &ContestRecord, now: &ContestRecord) -> Option<String> {
    let differs = |what: &str, before: &dyn std::fmt::Debug, now: &dyn std::fmt::Debug| {
        Some(format!("{what} was {before:?} and is {now:?}"))
    };
    if before.version != now.version {
        return differs("version", &before.version, &now.version);
    }
    if before.terms != now.terms {
        return differs("the game", &before.terms, &now.terms);
    }
    if before.openings != now.openings {
        return differs("openings", &before.openings, &now.openings);
    }
    if before.seed != now.seed {
        return differs("seed", &before.seed, &now.seed);
    }
    if before.referee != now.referee {
        return differs("referee", &before.referee, &now.referee);
    }
    if before.tuning != now.tuning {
        let words = |contest: &ContestRecord| {
            contest.tuning.as_ref().map_or_else(|| "none".to_owned(), TuningRecord::words)
        };
        return differs("tuning", &words(before), &words(now));
    }
    let players = |contest: &ContestRecord| -> Vec<String> {
        contest.players.iter().map(|player| player.player.clone()).collect()
    };
    if players(before) != players(now) {
        return differs("players", &players(before), &players(now));
    }
    if before.players != now.players {
        return Some("a player's settings or an engine's version have changed".to_owned());
    }
    let pairings = |contest: &ContestRecord| -> Vec<(usize, usize)> {
        contest.pairings.iter().map(|pairing| (pairing.a, pairing.b)).collect()
    };
    (pairings(before) != pairings(now)).then(|| "other players meet".to_owned())
}
