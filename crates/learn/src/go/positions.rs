//! Positions of Go with values, to learn from.

use std::fmt::Write as _;

use tengen_go::{BoardSize, Game, KoRule, Komi, Move, Position, Rules};

/// A position that somebody has valued.
///
/// ```
/// use tengen_learn::go::read_positions;
/// let text = "# value playouts size komi moves\n0.4375 100000 9 7.5 E5 E3 pass G4\n";
/// let positions = read_positions(text).unwrap();
/// assert_eq!(positions[0].value(), 0.4375);
/// assert_eq!(positions[0].position().board().stone_total(), 3);
/// let error = read_positions("0.5 100 9 7.5 E5 E5").unwrap_err();
/// assert_eq!(error.to_string(), "line 1: move 2, E5: illegal move: the point is occupied");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledPosition {
    value: f64,
    playouts: u64,
    size: BoardSize,
    komi: Komi,
    moves: Vec<Move>,
}

/// What makes a position useless.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadPosition {
    /// The value is none.
    #[error("the value is {0}, not from 0 to 1")]
    Value(f64),
    /// A move cannot be played.
    #[error("move {number}, {text}: {reason}")]
    Move {
        /// Which one, from 1.
        number: usize,
        /// The move.
        text: String,
        /// Why not.
        reason: String,
    },
    /// There are too many of them.
    #[error("more than {MOST_MOVES} moves")]
    TooLong,
    /// There is nothing left to play.
    #[error("the game is over")]
    Over,
}

/// A line that holds no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct BadPositionLine {
    /// Which one, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

/// No game is longer: four moves a point on the largest board.
const MOST_MOVES: usize = 4 * 19 * 19;

/// What every game keeps to, whatever its rules: positions are not refused because they were played
/// under others.
const RULES: Rules = Rules::TROMP_TAYLOR.with_ko(KoRule::Simple);

impl LabelledPosition {
    /// The position after these moves from the empty board, Black first. Its value is that for the
    /// player to move, from 0 (lost) to 1 (won), by so many playouts.
    pub fn new(
        value: f64,
        playouts: u64,
        size: BoardSize,
        komi: Komi,
        moves: Vec<Move>,
    ) -> Result<Self, BadPosition> {
        if !(0.0..=1.0).contains(&value) {
            return Err(BadPosition::Value(value));
        }
        if moves.len() > MOST_MOVES {
            return Err(BadPosition::TooLong);
        }
        let mut position = Position::new(size, RULES, komi);
        for (i, &m) in moves.iter().enumerate() {
            position.play(m).map_err(|error| BadPosition::Move {
                number: i + 1,
                text: m.to_string(),
                reason: error.to_string(),
            })?;
        }
        if position.outcome().is_some() {
            return Err(BadPosition::Over);
        }
        Ok(Self { value, playouts, size, komi, moves })
    }

    /// The value for the player to move, from 0 to 1.
    #[must_use]
    pub const fn value(&self) -> f64 {
        self.value
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The playouts that the value comes from.
    #[must_use]
    pub const fn playouts(&self) -> u64 {
        self.playouts
    }

    /// The moves from the empty board.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position, under rules that allow all that any others do.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = Position::new(self.size, RULES, self.komi);
        for &m in &self.moves {
            position.play_unchecked(m);
        }
        position
    }

    /// The position as a line of a file, without its end.
    #[must_use]
    pub fn to_line(&self) -> String {
        let Self { value, playouts, size, komi, moves } = self;
        let mut line = format!("{value} {playouts} {size} {komi}");
        for m in moves {
            // Writing to a string cannot fail.
            let _ = write!(line, " {m}");
        }
        line
    }
}

/// Reads positions, one a line: the value for the player to move from 0 to 1, the playouts that it
/// comes from, the size of the board, the komi, and the moves from the empty board as GTP names them,
/// with blanks between. `#` begins a comment.
pub fn read_positions(text: &str) -> Result<Vec<LabelledPosition>, BadPositionLine> {
    let mut positions = Vec::new();
    // Some editors put a mark at the beginning of a file.
    for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let content = line.split('#').next().unwrap_or_default();
        if !content.trim().is_empty() {
            let wrong = |problem| BadPositionLine { line: i + 1, problem };
            positions.push(read_position(content).map_err(wrong)?);
        }
    }
    Ok(positions)
}

fn read_position(line: &str) -> Result<LabelledPosition, String> {
    let mut words = line.split_whitespace();
    let mut next = |name: &str| words.next().ok_or_else(|| format!("{name} is missing"));
    let value = next("the value")?;
    let value = value.parse().map_err(|_| format!("the value {:?} is no number", short(value)))?;
    let playouts = next("the number of playouts")?;
    let playouts = playouts
        .parse()
        .map_err(|_| format!("the number of playouts {:?} is no whole number", short(playouts)))?;
    let size = short(next("the board size")?);
    let size: BoardSize = size.parse().map_err(|error| format!("{error}"))?;
    let komi = short(next("the komi")?);
    let komi: Komi = komi.parse().map_err(|error| format!("{error}"))?;
    let mut moves = Vec::new();
    for word in words {
        if moves.len() > MOST_MOVES {
            return Err(BadPosition::TooLong.to_string());
        }
        let m = word.parse::<Move>();
        moves.push(
            m.map_err(|_| format!("{:?} is no point such as D4, and not pass", short(word)))?,
        );
    }
    LabelledPosition::new(value, playouts, size, komi, moves).map_err(|error| error.to_string())
}

/// The beginning of a word that may be long.
fn short(word: &str) -> String {
    word.chars().take(40).collect()
}
