//! Data sets as text, in the format of Coulom's program `mm`.
//!
//! ```text
//! ! 5            how many gammas there are
//! 2              how many features
//! 3 shape        levels and name of each
//! 2 place
//! !
//! #              a competition:
//! 0 4            its winner, as the numbers of its gammas
//! 0 4            all participants, the winner among them
//! 2 3
//! ```

use std::io::{self, BufRead, Read, Write};

use crate::mm::competitions::Competitions;
use crate::mm::features::{BadFeatures, Feature, Features, MOST_FEATURES, NO_LEVEL};
use crate::mm::frequencies::numbers;
use crate::mm::teams::{Teams, TooManyTeams};

/// A text that holds no data set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct BadData {
    /// Which line is wrong, from 1; the one after the last if something is missing.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

/// A data set that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Unwritable {
    /// A team without gammas would be an empty line.
    #[error("competition {0} has a team without any feature, which the format cannot tell")]
    EmptyTeam(usize),
    /// There is no room, or the like.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The longest line, in bytes: as many features as there may be, with room to spare.
const LONGEST_LINE: usize = 1 << 16;

/// Reads a data set line by line. Empty lines mean nothing.
///
/// ```
/// use tengen_learn::mm::{read_data, write_data};
/// let text = "! 3\n1\n3 shape\n!\n#\n2\n2\n0\n";
/// let (features, teams, competitions) = read_data(text.as_bytes()).unwrap();
/// assert_eq!((features.total(), teams.len(), competitions.len()), (3, 2, 1));
/// let mut again = Vec::new();
/// write_data(&features, &teams, &competitions, &mut again).unwrap();
/// assert_eq!(again, text.as_bytes());
/// let error = read_data(text.replace("#\n2", "#\n1").as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "line 5: the winner of this competition does not take part in it");
/// ```
pub fn read_data(text: impl BufRead) -> Result<(Features, Teams, Competitions), BadData> {
    let mut lines = Lines { text, line: Vec::new(), number: 0 };
    let features = read_features(&mut lines)?;
    let mut reader = CompetitionReader {
        teams: Teams::new(&features),
        features,
        competitions: Competitions::default(),
        begun: None,
        participants: Vec::new(),
    };
    while let Some((line, words)) = lines.next()? {
        reader.line(line, words)?;
    }
    reader.finish()?;
    reader.competitions.shrink();
    Ok((reader.features, reader.teams, reader.competitions))
}

fn bad(line: usize, problem: impl Into<String>) -> BadData {
    BadData { line, problem: problem.into() }
}

/// Lines with their numbers, without the empty ones.
struct Lines<R> {
    text: R,
    line: Vec<u8>,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Result<Option<(usize, &str)>, BadData> {
        loop {
            self.line.clear();
            self.number += 1;
            let some = (&mut self.text).take(LONGEST_LINE as u64 + 1);
            let read = { some }.read_until(b'\n', &mut self.line);
            match read.map_err(|error| bad(self.number, error.to_string()))? {
                0 => return Ok(None),
                long if long > LONGEST_LINE => {
                    return Err(bad(
                        self.number,
                        format!("it is longer than {LONGEST_LINE} bytes"),
                    ));
                }
                _ if self.line.trim_ascii().is_empty() => {}
                _ => break,
            }
        }
        match str::from_utf8(&self.line) {
            Ok(line) => Ok(Some((self.number, line.trim()))),
            Err(_) => Err(bad(self.number, "it is not text")),
        }
    }

    fn expect(&mut self, what: &str) -> Result<(usize, &str), BadData> {
        let end = self.number + 1;
        let missing = || bad(end, format!("the text ends where {what} should be"));
        self.next()?.ok_or_else(missing)
    }
}

/// A word of a file as an error shows it: not all of it if it is long.
fn shown(words: &str) -> String {
    let short: String = words.chars().take(40).collect();
    format!("{short:?}{}", if short.len() < words.len() { "..." } else { "" })
}

fn read_features(lines: &mut Lines<impl BufRead>) -> Result<Features, BadData> {
    let (first, words) = lines.expect("\"! TOTAL\"")?;
    let total = words.strip_prefix('!').and_then(|rest| rest.trim().parse::<usize>().ok());
    let total = total.ok_or_else(|| {
        bad(
            first,
            format!("\"! TOTAL\", how many gammas there are, should be here, not {}", shown(words)),
        )
    })?;
    let (line, words) = lines.expect("the number of features")?;
    let number: usize = words.parse().map_err(|_| {
        bad(line, format!("the number of features should be here, not {}", shown(words)))
    })?;
    if number > MOST_FEATURES {
        return Err(bad(line, BadFeatures::TooMany(number).to_string()));
    }
    let mut list = Vec::new();
    for _ in 0..number {
        let (line, words) = lines.expect("a feature")?;
        let (levels, name) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let levels = levels.parse().map_err(|_| {
            bad(line, format!("a feature is \"LEVELS NAME\", not {}", shown(words)))
        })?;
        list.push(Feature { name: name.trim().to_owned(), levels });
        // One at a time, to say where it is wrong.
        Features::new(list.iter().cloned()).map_err(|error| bad(line, error.to_string()))?;
    }
    let features = Features::new(list).map_err(|error| bad(line, error.to_string()))?;
    if features.total() != total {
        let found = features.total();
        return Err(bad(first, format!("it says {total} gammas, but the features have {found}")));
    }
    let (line, words) = lines.expect("\"!\"")?;
    if words != "!" {
        return Err(bad(line, format!("\"!\" should end the features, not {}", shown(words))));
    }
    Ok(features)
}

struct CompetitionReader {
    features: Features,
    teams: Teams,
    competitions: Competitions,
    /// Where the competition under way began, and its winner.
    begun: Option<(usize, Option<u32>)>,
    participants: Vec<u32>,
}

impl CompetitionReader {
    fn line(&mut self, line: usize, words: &str) -> Result<(), BadData> {
        if words == "#" {
            self.finish()?;
            self.begun = Some((line, None));
            return Ok(());
        }
        let team = self.team(words).map_err(|problem| bad(line, problem))?;
        match &mut self.begun {
            None => return Err(bad(line, "a competition begins with \"#\"")),
            Some((_, winner @ None)) => *winner = Some(team),
            Some(_) => self.participants.push(team),
        }
        Ok(())
    }

    fn team(&mut self, words: &str) -> Result<u32, String> {
        let mut levels = [NO_LEVEL; MOST_FEATURES];
        for word in words.split_whitespace() {
            let gamma = word.parse().ok().and_then(|gamma| self.features.level_of(gamma));
            let Some((feature, level)) = gamma else {
                let last = self.features.total() - 1;
                return Err(format!("{} is not the number of a gamma, 0 to {last}", shown(word)));
            };
            if levels[feature] != NO_LEVEL {
                let name = shown(&self.features.list()[feature].name);
                return Err(format!("the team has two levels of the feature {name}"));
            }
            levels[feature] = level;
        }
        let team = self.teams.intern(&levels[..self.features.len()]);
        team.map_err(|TooManyTeams| TooManyTeams.to_string())
    }

    /// Ends the competition under way.
    fn finish(&mut self) -> Result<(), BadData> {
        let Some((line, winner)) = self.begun.take() else { return Ok(()) };
        let Some(winner) = winner else { return Err(bad(line, "this competition has no winner")) };
        let pushed = self.competitions.push(winner, &mut self.participants);
        self.participants.clear();
        pushed.map_err(|_| bad(line, "the winner of this competition does not take part in it"))
    }
}

/// Writes a data set, line by line.
pub fn write_data(
    features: &Features,
    teams: &Teams,
    competitions: &Competitions,
    out: &mut impl Write,
) -> Result<(), Unwritable> {
    writeln!(out, "! {}\n{}", features.total(), features.len())?;
    for Feature { name, levels } in features.list() {
        writeln!(out, "{levels} {name}")?;
    }
    writeln!(out, "!")?;
    for index in 0..competitions.len() {
        writeln!(out, "#")?;
        let winner = (competitions.winner(index), 1);
        for (team, count) in std::iter::once(winner).chain(competitions.participants(index)) {
            let gammas: Vec<String> =
                numbers(features, teams.levels(team)).map(|gamma| gamma.to_string()).collect();
            if gammas.is_empty() {
                return Err(Unwritable::EmptyTeam(index + 1));
            }
            let line = gammas.join(" ") + "\n";
            for _ in 0..count {
                out.write_all(line.as_bytes())?;
            }
        }
    }
    Ok(())
}
