//! Games from files of several kinds.

use std::io::{Cursor, Read};

use tengen_game::Player;
use tengen_sgf::{GoCollection, GoRecord};
use zip::ZipArchive;

use crate::go::positions::{LabelledPosition, read_positions};
use crate::go::record::Record;

/// Games from files, and what was wrong with others.
///
/// ```
/// use tengen_learn::go::Games;
/// let mut games = Games::default();
/// games.add("two.sgf", b"(;SZ[9];B[ee])(;SZ[9];B[ee];W[ee])").unwrap();
/// games.add("lines.txt", b"1\t;B[qd];W[dd]\n2\tno moves\n").unwrap();
/// assert_eq!(games.records.len(), 2);
/// let problems: Vec<_> = games.problems.iter().map(ToString::to_string).collect();
/// assert_eq!(problems[0], "two.sgf: game 2: move 2, White E5: illegal move: the point is occupied");
/// assert!(problems[1].starts_with("lines.txt: line 2: "));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// The games that can be learned from.
    pub records: Vec<Record>,
    /// The first of the others.
    pub problems: Vec<Problem>,
    /// How many others there are.
    pub refused: usize,
}

/// A game that was left out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct Problem {
    /// Where it stands: the file, and its line or its number there.
    pub place: String,
    /// What is wrong with it.
    pub reason: String,
}

/// A file from which nothing can be read.
#[derive(Debug, thiserror::Error)]
pub enum BadSource {
    /// It is no archive, or one of a kind that is not known.
    #[error("it cannot be unpacked: {0}")]
    Archive(#[from] zip::result::ZipError),
    /// Its content cannot be unpacked.
    #[error("{0} in it cannot be unpacked: {1}")]
    Unpack(String, std::io::Error),
    /// It is too large.
    #[error("it would be more than {MOST_UNPACKED} bytes when unpacked")]
    TooLarge,
}

/// The most bytes that an archive may hold, unpacked.
pub const MOST_UNPACKED: u64 = 1 << 30;

/// Problems that are kept to be told. A file of something else has one in each line.
const MOST_PROBLEMS: usize = 100;

impl Games {
    /// Adds the games of a file. Its name says what it holds: SGF (`.sgf`: one game or many), or text
    /// with a game of 19x19 in each line, `id TAB ;B[qd];W[dd]...` or the moves alone. A zip archive,
    /// which is known by its first bytes, may hold files of both kinds. Empty lines of texts and
    /// those that begin with `#` are skipped. Positions as `learn positions` writes them, several of
    /// each game, are games too: up to the last position of each.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), BadSource> {
        if bytes.starts_with(b"PK\x03\x04") {
            self.add_archive(name, bytes)
        } else {
            self.add_file(name, bytes);
            Ok(())
        }
    }

    fn add_archive(&mut self, name: &str, bytes: &[u8]) -> Result<(), BadSource> {
        let mut archive = ZipArchive::new(Cursor::new(bytes))?;
        let mut left = MOST_UNPACKED;
        for index in 0..archive.len() {
            let file = archive.by_index(index)?;
            if file.is_dir() {
                continue;
            }
            let inner = file.name()?.into_owned();
            let mut content = Vec::new();
            let read = file.take(left + 1).read_to_end(&mut content);
            read.map_err(|error| BadSource::Unpack(inner.clone(), error))?;
            left = left.checked_sub(content.len() as u64).ok_or(BadSource::TooLarge)?;
            self.add_file(&format!("{name}/{inner}"), &content);
        }
        Ok(())
    }

    fn add_file(&mut self, name: &str, bytes: &[u8]) {
        if is_sgf(name) {
            self.add_sgf(name, bytes);
        } else if let Ok(text) = std::str::from_utf8(bytes) {
            match read_positions(text) {
                Ok(positions) => self.add_positions(name, &positions),
                Err(_) => self.add_lines(name, text),
            }
        } else {
            self.refuse(name.to_owned(), "it is not text".to_owned());
        }
    }

    fn add_sgf(&mut self, name: &str, bytes: &[u8]) {
        let collection = match GoCollection::new(bytes) {
            Ok(collection) => collection,
            Err(error) => return self.refuse(name.to_owned(), error.to_string()),
        };
        let mut number = 0;
        for game in collection {
            number += 1;
            let place = || format!("{name}: game {number}");
            let record = game.map_err(Into::into).and_then(|game| Record::from_sgf(&game));
            match record {
                Ok(record) => self.records.push(record),
                Err(error) => self.refuse(place(), error.to_string()),
            }
        }
        if number == 0 {
            self.refuse(name.to_owned(), "there is no game of Go in it".to_owned());
        }
    }

    fn add_lines(&mut self, name: &str, text: &str) {
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match read_line(line) {
                Ok(record) => self.records.push(record),
                Err(reason) => self.refuse(format!("{name}: line {}", i + 1), reason),
            }
        }
    }

    fn add_positions(&mut self, name: &str, positions: &[LabelledPosition]) {
        for (i, position) in positions.iter().enumerate() {
            let goes_on = |next: &LabelledPosition| {
                next.size() == position.size() && next.moves().starts_with(position.moves())
            };
            if positions.get(i + 1).is_some_and(goes_on) {
                continue;
            }
            let moves = Player::BOTH.into_iter().cycle().zip(position.moves().iter().copied());
            match Record::new(position.size(), Vec::new(), moves.collect()) {
                Ok(record) => self.records.push(record),
                Err(error) => self.refuse(format!("{name}: position {}", i + 1), error.to_string()),
            }
        }
    }

    fn refuse(&mut self, place: String, reason: String) {
        self.refused += 1;
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(Problem { place, reason });
        }
    }
}

fn is_sgf(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("sgf"))
}

/// A game on one line, without what SGF has around it.
fn read_line(line: &str) -> Result<Record, String> {
    let moves = line.split_once('\t').map_or(line, |(_, moves)| moves).trim();
    // Brackets would end the game here and begin something else.
    if !moves.starts_with(';') || moves.contains(['(', ')']) {
        return Err("a game is \"id TAB ;B[qd];W[dd]...\" or the moves alone".to_owned());
    }
    let record =
        GoRecord::parse(format!("({moves})").as_bytes()).map_err(|error| error.to_string())?;
    Record::from_sgf(&record).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::{SimpleFileOptions, ZipWriter};

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.add_directory("folder", SimpleFileOptions::default()).unwrap();
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn an_archive_is_the_files_in_it() {
        let lines: &[u8] =
            b"1\t;B[qd];W[dd]\n# a note\n\n;B[aa];W[];B[tt];W[bb]\n3\t;B[aa];W[aa]\n";
        let sgf: &[u8] = b"(;SZ[9];B[ee])(;SZ[13];B[ee])";
        let mut plain = Games::default();
        plain.add("2009-01", lines).unwrap();
        plain.add("x.SGF", sgf).unwrap();
        let mut packed = Games::default();
        packed.add("all.zip", &archive(&[("2009-01", lines), ("in/x.SGF", sgf)])).unwrap();
        assert_eq!(plain.records, packed.records);
        assert_eq!((plain.records.len(), plain.refused, packed.refused), (4, 1, 1));
        assert_eq!(
            packed.problems[0].to_string(),
            "all.zip/2009-01: line 5: move 2, White A19: illegal move: the point is occupied"
        );
        assert_eq!(plain.records[1].moves().len(), 4);
    }

    #[test]
    fn positions_are_games_up_to_the_last_of_each() {
        let positions =
            b"# made by hand\n0.5 100 9 7.5 E5\n0.5 100 9 7.5 E5 C3 G7\n0.4 100 9 7.5 C3 pass\n\
                          0.4 100 7 7.5 C3\n0.5 100 9 7.5\n";
        let mut games = Games::default();
        games.add("positions.txt", positions).unwrap();
        let lengths: Vec<usize> = games.records.iter().map(|game| game.moves().len()).collect();
        assert_eq!((lengths, games.refused), (vec![3, 2, 1], 1));
        assert_eq!(games.problems[0].to_string(), "positions.txt: position 5: it has no moves");
        assert_eq!(games.records[0].moves()[1].0, Player::White);
    }

    #[test]
    fn what_is_no_game_is_told() {
        let told = |name: &str, bytes: &[u8]| {
            let mut games = Games::default();
            games.add(name, bytes).unwrap();
            assert!(games.records.is_empty(), "{name}");
            games.problems.first().expect("a problem").to_string()
        };
        assert_eq!(told("a.txt", b"\xFF\xFE"), "a.txt: it is not text");
        assert_eq!(told("a.sgf", b"hello"), "a.sgf: there is no game of Go in it");
        assert_eq!(told("a.sgf", b"(;GM[2])"), "a.sgf: there is no game of Go in it");
        assert!(told("a.txt", b"x\thello").contains("line 1: a game is \"id TAB"));
        assert!(told("a.txt", b";B[aa])(;B[bb]").contains("a game is \"id TAB"));
        assert!(told("a.txt", b";B[aa").contains("line 1: the file ends too early"));
        assert!(told("a.txt", b";B[zz]").contains("line 1: "));
        let mut games = Games::default();
        games.add("junk.txt", &b"x\n".repeat(1000)).unwrap();
        assert_eq!((games.refused, games.problems.len()), (1000, 100));
    }

    #[test]
    fn broken_archives_are_refused() {
        let good = archive(&[("a", b"1\t;B[qd];W[dd]\n")]);
        for cut in [5, 30, good.len() / 2, good.len() - 1] {
            assert!(Games::default().add("a.zip", &good[..cut]).is_err(), "cut at {cut}");
        }
        // Every byte changed: an error or the games that are left, never a panic.
        for i in 4..good.len() {
            let mut odd = good.clone();
            odd[i] ^= 0x55;
            let _ = Games::default().add("a.zip", &odd);
        }
    }
}
