//! Games as they are learned from.

use std::fmt::Write as _;

use tengen_loa::{Game, Move, Outcome, Player, Position, Rules};
use tengen_policy::loa::TransitionCounts;

/// A game: its moves from the usual start, and who won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The moves.
    pub moves: Vec<Move>,
    /// The result; none if nobody knows.
    pub outcome: Option<Outcome>,
}

/// A line that holds no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct BadRecord {
    /// Which one, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

/// Reads games, one a line: `name|winner|how|moves`, where the winner is `B`, `W`, `D` (or `both`)
/// for a draw or `-` if it is not known, or the moves alone. Moves are separated by spaces. Empty
/// lines and those that begin with `#` are skipped. What the rules say of the last position counts
/// more than what the line says of the winner.
///
/// ```
/// use tengen_learn::loa::read_records;
/// let line = "shortest|B|-|d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5";
/// assert_eq!(read_records(line).unwrap()[0].moves.len(), 9);
/// let error = read_records("\nc1-c4").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: move 1, c1-c4: the line has 2 pieces, so the piece moves 2 squares");
/// ```
pub fn read_records(text: &str) -> Result<Vec<Record>, BadRecord> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(line, text)| read(text).map_err(|problem| BadRecord { line, problem })).collect()
}

fn read(line: &str) -> Result<Record, String> {
    let fields: Vec<&str> = line.split('|').collect();
    let (winner, moves) = match fields.as_slice() {
        [moves] => ("-", *moves),
        [_, winner, _, moves] => (*winner, *moves),
        _ => return Err("a game is name|winner|how|moves, or moves alone".to_owned()),
    };
    let outcome = match winner.trim() {
        "B" => Some(Outcome::Win(Player::Black)),
        "W" => Some(Outcome::Win(Player::White)),
        "D" | "both" => Some(Outcome::Draw),
        "-" => None,
        other => return Err(format!("the winner is B, W, D or -, not {other:?}")),
    };
    replay(moves.split_whitespace(), outcome)
}

/// Plays a game move by move. What the rules say of its end counts more than `told`.
pub(crate) fn replay<'a>(
    words: impl Iterator<Item = &'a str>,
    told: Option<Outcome>,
) -> Result<Record, String> {
    let mut position = Position::new(Rules::PAPER);
    for (i, word) in words.enumerate() {
        let tell = |problem: String| format!("move {}, {word}: {problem}", i + 1);
        let m = position.parse_move(word).map_err(|error| tell(error.to_string()))?;
        position.check(m).map_err(|refusal| tell(refusal.to_string()))?;
        position.play_unchecked(m);
    }
    Ok(Record { moves: position.moves().to_vec(), outcome: position.outcome().or(told) })
}

impl Record {
    /// The game as a line, without its end. Signs that mean something in a file of games are left
    /// out of the name.
    #[must_use]
    pub fn to_line(&self, name: &str) -> String {
        let winner = match self.outcome {
            Some(Outcome::Win(Player::Black)) => "B",
            Some(Outcome::Win(Player::White)) => "W",
            Some(Outcome::Draw) => "D",
            None => "-",
        };
        // Writing to a string cannot fail.
        let mut line = name.replace(['|', '#', '\n', '\r'], "_");
        let _ = write!(line, "|{winner}|-|");
        for (i, m) in self.moves.iter().enumerate() {
            let _ = write!(line, "{}{m}", if i == 0 { "" } else { " " });
        }
        line
    }

    /// Every position of the game before its end, with the move that was played there.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Move)> {
        let mut position = Position::new(Rules::PAPER);
        self.moves.iter().map_while(move |&m| {
            let before = position.clone();
            position.is_legal(m).then(|| position.play_unchecked(m))?;
            Some((before, m))
        })
    }

    /// Counts the categories of its moves from ply `first` on. Moves that end the game at once are
    /// left out: they are found by looking, not by likelihood.
    pub fn count_transitions(&self, first: usize, counts: &mut TransitionCounts) {
        let last = self.moves.len().saturating_sub(1);
        for (position, m) in self.positions().take(last).skip(first) {
            counts.add(&position, m);
        }
    }
}
