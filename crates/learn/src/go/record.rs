//! Games of Go as they are learned from.

use tengen_go::{
    BadSetup, Board, BoardSize, Game, IllegalMove, KoRule, Komi, Move, Player, Point, Position,
    Rules,
};
use tengen_sgf::{Defaults, GameInfo, GoRecord, SgfError};

/// A game: stones that were there, and its moves with who made them. Nobody needs to know who won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    size: BoardSize,
    setup: Vec<(Point, Player)>,
    moves: Vec<(Player, Move)>,
}

/// A game that cannot be learned from.
#[derive(Debug, thiserror::Error)]
pub enum BadRecord {
    /// It cannot be read or replayed.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// Stones are set up after the first move.
    #[error("stones are set up within the game")]
    SetUpWithin,
    /// The stones at its start cannot be.
    #[error(transparent)]
    Setup(#[from] BadSetup),
    /// A move cannot be played.
    #[error("move {number}, {m}: {reason}")]
    Move {
        /// Which one, from 1.
        number: usize,
        /// The move.
        m: Move,
        /// Why not.
        reason: IllegalMove,
    },
    /// There is nothing in it.
    #[error("it has no moves")]
    NoMoves,
}

/// What all rules have in common: the last ko is not retaken at once, and nobody kills himself. What
/// else rules forbid hardly ever comes up, and nothing is learned from it.
const RULES: Rules = Rules { ko: KoRule::Simple, suicide: false, ..Rules::CHINESE };

impl Record {
    /// A game with these moves. Each is tried.
    pub fn new(
        size: BoardSize,
        setup: Vec<(Point, Player)>,
        moves: Vec<(Player, Move)>,
    ) -> Result<Self, BadRecord> {
        if moves.is_empty() {
            return Err(BadRecord::NoMoves);
        }
        let record = Self { size, setup, moves };
        let mut position = record.try_start()?;
        for (i, &(player, m)) in record.moves.iter().enumerate() {
            go_on(&mut position, player);
            position.play(m).map_err(|reason| BadRecord::Move { number: i + 1, m, reason })?;
        }
        Ok(record)
    }

    /// The main line of an SGF record.
    pub fn from_sgf(record: &GoRecord) -> Result<Self, BadRecord> {
        if record.is_empty() {
            return Err(BadRecord::NoMoves);
        }
        let end = record.position_before(None, Defaults { rules: RULES, komi: RULES.komi })?;
        // What is set up later begins a new game, whose moves are fewer than the record's.
        if end.moves().len() != record.len() {
            return Err(BadRecord::SetUpWithin);
        }
        let setup = end.start_board().stones().collect();
        Self::new(record.size(), setup, end.moves().to_vec())
    }

    /// The size of its board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Its moves, and who made them.
    #[must_use]
    pub fn moves(&self) -> &[(Player, Move)] {
        &self.moves
    }

    fn try_start(&self) -> Result<Position, BadSetup> {
        let board = Board::from_stones(self.size, self.setup.iter().copied())?;
        let first = self.moves.first().map_or(Player::Black, |&(player, _)| player);
        Ok(Position::from_board(board, first, RULES, Komi::SEVEN_AND_A_HALF))
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> Position {
        let empty = || Position::new(self.size, RULES, Komi::SEVEN_AND_A_HALF);
        // It was possible when the record was made.
        self.try_start().unwrap_or_else(|_| empty())
    }

    /// Goes through the game: hears of every position with the number of moves before it and the
    /// move that was played there.
    pub fn replay(&self, mut look: impl FnMut(usize, &Position, Move)) {
        let mut position = self.start();
        for (i, &(player, m)) in self.moves.iter().enumerate() {
            go_on(&mut position, player);
            look(i, &position, m);
            position.play_unchecked(m);
        }
    }

    /// The game in SGF, on one line.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        let mut position = self.start();
        for &(player, m) in &self.moves {
            go_on(&mut position, player);
            position.play_unchecked(m);
        }
        GoRecord::from_game(&position, &GameInfo::default()).to_sgf().replace('\n', "") + "\n"
    }
}

/// Makes `player` the one to move, in a game that is not over: after two passes people may go on.
fn go_on(position: &mut Position, player: Player) {
    if position.passes() >= 2 {
        position.resume();
    }
    position.set_to_move(player);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Record, BadRecord> {
        Record::from_sgf(&GoRecord::parse(text.as_bytes()).expect("SGF"))
    }

    #[test]
    fn records_are_what_the_file_says() {
        let text = "(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee];B[];W[];B[tt];W[dd](;B[ff])(;B[aa]))";
        let record = read(text).unwrap();
        let moves: Vec<_> = record.moves().iter().map(|(_, m)| m.to_string()).collect();
        assert_eq!(moves, ["E5", "pass", "pass", "pass", "D6", "F4"]);
        let mut seen = Vec::new();
        record.replay(|i, position, m| {
            assert_eq!(position.moves().len(), i);
            assert!(position.is_legal(m));
            seen.push((position.board().stone_total(), position.to_move()));
        });
        assert_eq!((seen[0], seen[5]), ((2, Player::White), (4, Player::Black)));
        let again = read(&record.to_sgf()).unwrap();
        assert_eq!(again, record);
        assert_eq!(record.to_sgf().lines().count(), 1);
    }

    #[test]
    fn a_player_may_move_twice() {
        let record = read("(;SZ[9];B[aa];B[bb];W[cc])").unwrap();
        record.replay(|i, position, _| {
            assert_eq!(position.to_move(), [Player::Black, Player::Black, Player::White][i]);
        });
    }

    #[test]
    fn what_cannot_be_learned_from_is_refused() {
        let error = |text: &str| read(text).expect_err(text).to_string();
        assert_eq!(error("(;SZ[9])"), "it has no moves");
        assert_eq!(error("(;SZ[9];B[aa];AW[bb];W[cc])"), "stones are set up within the game");
        assert!(error("(;SZ[9];B[aa];W[aa])").contains("move 2, White A9: illegal move"));
        // Some rules allow suicide; here it is refused whatever the file says.
        let suicide = "(;SZ[9]RU[Tromp-Taylor];B[ab];W[aa];B[bb];W[ff];B[ca];W[ba])";
        assert_eq!(error(suicide), "move 6, B9: illegal move: it would be suicide");
    }
}
