//! A game of Go under way: board, turn, passes, history and rules.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use tengen_game::{
    Canonical, Game, IllegalMove, Key, MoveList, Outcome, Player, Symmetric, random_key,
};

use crate::board::Board;
use crate::history::History;
use crate::komi::Komi;
use crate::playout::Playout;
use crate::point::{BadPoint, Point};
use crate::rules::{KoRule, Rules};
use crate::size::BoardSize;
use crate::symmetry::Symmetry;
use crate::zobrist;

/// A move of Go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A stone on a point.
    Play(Point),
    /// No stone. Two in a row end the game.
    Pass,
}

impl Move {
    /// The point, unless it is a pass.
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Play(point) => Some(point),
            Self::Pass => None,
        }
    }
}

/// A text that is neither a point nor `pass`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}; or pass")]
pub struct BadMove(#[from] BadPoint);

impl FromStr for Move {
    type Err = BadMove;
    fn from_str(text: &str) -> Result<Self, BadMove> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        Ok(Self::Play(text.parse()?))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(point) => fmt::Display::fmt(point, f),
            Self::Pass => f.pad("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Where a game began.
#[derive(Debug, PartialEq)]
struct Start {
    board: Board,
    to_move: Player,
}

/// A game of Go under way. Playing a move does not allocate until the game is longer than four
/// moves a point.
///
/// ```
/// use tengen_go::{BoardSize, Game, Komi, Move, Outcome, Player, Position, Rules};
/// let size = BoardSize::new(5).unwrap();
/// let mut game = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
/// game.play("C3".parse().unwrap()).unwrap();
/// let error = game.play("C3".parse().unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "illegal move: the point is occupied");
/// game.play(Move::Pass).unwrap();
/// game.play(Move::Pass).unwrap();
/// assert_eq!(game.outcome(), Some(Outcome::Win(Player::Black)));
/// assert_eq!(game.score(), 17.5);
/// ```
pub struct Position {
    board: Board,
    to_move: Player,
    /// Passes in a row, up to this moment.
    passes: u32,
    /// Whether a stone was ever taken off: before that nothing can repeat.
    stones_taken: bool,
    rules: Rules,
    komi: Komi,
    /// The states that superko forbids to bring back. Unused with simple ko.
    history: History,
    moves: Vec<(Player, Move)>,
    start: Arc<Start>,
}

impl Position {
    /// The empty board, Black to move.
    #[must_use]
    pub fn new(size: BoardSize, rules: Rules, komi: Komi) -> Self {
        Self::from_board(Board::new(size), Player::Black, rules, komi)
    }

    /// A game that begins with this board.
    #[must_use]
    pub fn from_board(board: Board, to_move: Player, rules: Rules, komi: Komi) -> Self {
        let room = 4 * board.size().area();
        let start = Arc::new(Start { board: board.clone(), to_move });
        let mut position = Self {
            board,
            to_move,
            passes: 0,
            stones_taken: false,
            rules,
            komi,
            history: History::with_capacity(room),
            moves: Vec::with_capacity(room),
            start,
        };
        position.remember();
        position
    }

    /// A game with black handicap stones on the empty board, White to move. Fails if a point is
    /// off the board or given twice, or if the stones leave themselves no liberty. The komi is
    /// all that White gets.
    pub fn with_handicap(
        size: BoardSize,
        rules: Rules,
        komi: Komi,
        stones: impl IntoIterator<Item = Point>,
    ) -> Result<Self, crate::BadSetup> {
        let stones = stones.into_iter().map(|point| (point, Player::Black));
        let board = Board::from_stones(size, stones)?;
        Ok(Self::from_board(board, Player::White, rules, komi))
    }

    /// The board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The komi.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// Changes the komi.
    pub const fn set_komi(&mut self, komi: Komi) {
        self.komi = komi;
    }

    /// Changes the rules for the moves to come; those played stand. Costs a replay of the game.
    pub fn set_rules(&mut self, rules: Rules) {
        let (to_move, passes) = (self.to_move, self.passes);
        self.rules = rules;
        *self = self.restarted(&Arc::clone(&self.start), self.moves.iter().copied());
        (self.to_move, self.passes) = (to_move, passes);
    }

    /// Lets this player move next, as when one colour plays twice in a row. Nothing else changes.
    pub const fn set_to_move(&mut self, player: Player) {
        self.to_move = player;
    }

    /// The board the game began with: handicap and setup stones, or nothing.
    ///
    /// ```
    /// use tengen_go::{BoardSize, Game, Komi, Position, Rules};
    /// let mut game = Position::new(BoardSize::MIN, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    /// game.play("A1".parse().unwrap()).unwrap();
    /// assert_eq!(game.start_board().stone_total(), 0);
    /// ```
    #[must_use]
    pub fn start_board(&self) -> &Board {
        &self.start.board
    }

    /// Who was to move when the game began.
    #[must_use]
    pub fn start_to_move(&self) -> Player {
        self.start.to_move
    }

    /// The moves played, with who played them.
    #[must_use]
    pub fn moves(&self) -> &[(Player, Move)] {
        &self.moves
    }

    /// Passes in a row up to now. Two end the game.
    #[must_use]
    pub const fn passes(&self) -> u32 {
        self.passes
    }

    /// Lets a game go on that two passes have ended, as when the players do not agree on what is
    /// dead. The history stays.
    pub const fn resume(&mut self) {
        self.passes = 0;
    }

    /// Black's area less White's and komi, every stone taken as alive.
    #[must_use]
    pub fn score(&self) -> f32 {
        self.board.area().score() as f32 - self.komi.points()
    }

    /// A playout from here: give it a copy of [`Position::board`].
    #[inline]
    #[must_use]
    pub fn playout(&self) -> Playout {
        Playout { passes: self.passes, ..Playout::new(&self.board, self.to_move) }
    }

    /// Takes the last move back; `None` at the beginning of the game. Costs a replay of the game.
    pub fn undo(&mut self) -> Option<(Player, Move)> {
        let last = self.moves.pop()?;
        let moves = std::mem::take(&mut self.moves);
        *self = self.restarted(&Arc::clone(&self.start), moves.iter().copied());
        self.set_to_move(last.0);
        Some(last)
    }

    /// The same game anew from a start, with these moves known to be legal.
    fn restarted(&self, start: &Arc<Start>, moves: impl Iterator<Item = (Player, Move)>) -> Self {
        let mut position =
            Self::from_board(start.board.clone(), start.to_move, self.rules, self.komi);
        position.start = Arc::clone(start);
        for (player, m) in moves {
            position.set_to_move(player);
            position.play_unchecked(m);
        }
        position
    }

    /// Why `m` may not be played, if it may not.
    pub fn check(&self, m: Move) -> Result<(), IllegalMove> {
        if self.passes >= 2 {
            return Err(IllegalMove::new("the game is over"));
        }
        let Move::Play(point) = m else { return Ok(()) };
        if !self.board.size().contains(point) {
            return Err(IllegalMove::new("the point is not on the board"));
        }
        if !self.board.is_empty(point) {
            return Err(IllegalMove::new("the point is occupied"));
        }
        if !self.rules.suicide && self.board.is_suicide(self.to_move, point) {
            return Err(IllegalMove::new("it would be suicide"));
        }
        // Either superko forbids this too, as long as it has seen the capture.
        if self.board.ko(self.to_move) == Some(point) {
            return Err(IllegalMove::new("the ko may not be retaken at once"));
        }
        if self.rules.ko != KoRule::Simple && self.repeats(point) {
            return Err(IllegalMove::new("it would repeat an earlier position (superko)"));
        }
        Ok(())
    }

    /// Whether a stone on the empty `point` brings back a state that superko forbids.
    fn repeats(&self, point: Point) -> bool {
        // Until a stone has been taken the board only fills. A move that takes one can repeat
        // nothing then either, unless it takes itself (suicide): its stone is new.
        if !self.stones_taken && !self.rules.suicide {
            return false;
        }
        let board_key = self.board.key_after(self.to_move, point);
        self.history.contains(self.state_key(board_key, self.to_move.opponent()))
    }

    /// What superko compares.
    fn state_key(&self, board_key: Key, to_move: Player) -> Key {
        match (self.rules.ko, to_move) {
            (KoRule::Situational, Player::White) => board_key ^ zobrist::WHITE_TO_MOVE,
            _ => board_key,
        }
    }

    fn remember(&mut self) {
        if self.rules.ko != KoRule::Simple {
            self.history.push(self.state_key(self.board.key(), self.to_move));
        }
    }

    fn key_with(&self, board_key: Key, ko: Option<Point>) -> Key {
        let mut key = board_key;
        if self.to_move == Player::White {
            key ^= zobrist::WHITE_TO_MOVE;
        }
        if let Some(ko) = ko {
            key ^= zobrist::ko(ko);
        }
        match self.passes {
            0 => key,
            1 => key ^ zobrist::AFTER_PASS,
            _ => key ^ zobrist::GAME_OVER,
        }
    }
}

/// The key covers stones, side to move, simple ko and passes; the history that superko looks at is
/// in the history key.
impl Game for Position {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    /// Points row by row from A1, then the pass.
    fn legal_moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if self.passes < 2 {
            let moves = self.board.size().points().map(Move::Play);
            out.extend(moves.filter(|&m| self.check(m).is_ok()));
            out.push(Move::Pass);
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        self.check(m).is_ok()
    }

    fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        self.check(m)?;
        self.play_unchecked(m);
        Ok(())
    }

    fn play_unchecked(&mut self, m: Move) {
        match m {
            Move::Play(point) => {
                let stones = self.board.stone_total();
                self.board.play(self.to_move, point);
                self.stones_taken |= self.board.stone_total() <= stones;
                self.passes = 0;
            }
            Move::Pass => {
                self.board.clear_ko();
                // One player passing twice in a row does not end the game.
                let again = self.moves.last() == Some(&(self.to_move, Move::Pass));
                self.passes = if again { 1 } else { self.passes + 1 };
            }
        }
        self.moves.push((self.to_move, m));
        self.to_move = self.to_move.opponent();
        self.remember();
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.passes >= 2).then(|| self.komi.outcome(self.board.area().score()))
    }

    #[inline]
    fn key(&self) -> Key {
        self.key_with(self.board.key(), self.board.ko(self.to_move))
    }

    /// With the set of earlier states under superko, and with komi and rules, which decide who has
    /// won.
    fn history_key(&self) -> Key {
        let Rules { ko, suicide, .. } = self.rules;
        let rules = ko as u64 * 2 + u64::from(suicide);
        let half_points = (2.0 * self.komi.points()) as i32;
        let terms = rules << 32 | u64::from(half_points.cast_unsigned());
        self.key() ^ self.history.set_key() ^ random_key(!terms)
    }

    fn key_from_scratch(&self) -> Key {
        self.key_with(self.board.key_from_scratch(), self.board.ko(self.to_move))
    }
}

impl Symmetric for Position {
    const SYMMETRIES: usize = Symmetry::ALL.len();

    fn symmetric(&self, s: usize) -> Self {
        let symmetry = Symmetry::ALL[s];
        let start =
            Start { board: self.start.board.symmetric(symmetry), to_move: self.start.to_move };
        let moves = self.moves.iter().map(|&(player, m)| (player, self.symmetric_move(s, m)));
        let mut image = self.restarted(&Arc::new(start), moves);
        image.set_to_move(self.to_move);
        image
    }

    fn symmetric_move(&self, s: usize, m: Move) -> Move {
        match m {
            Move::Play(point) => Move::Play(Symmetry::ALL[s].apply(point, self.board.size())),
            Move::Pass => Move::Pass,
        }
    }
}

impl Canonical for Position {
    fn key_under(&self, s: usize) -> Key {
        let symmetry = Symmetry::ALL[s];
        let size = self.board.size();
        let ko = self.board.ko(self.to_move).map(|point| symmetry.apply(point, size));
        self.key_with(self.board.key_under(symmetry), ko)
    }

    /// Points row by row from A1, then the pass.
    fn move_code(&self, m: Move) -> u32 {
        let size = self.board.size();
        let code = match m {
            Move::Play(point) => point.y() * size.side() + point.x(),
            Move::Pass => size.area(),
        };
        code as u32
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        // As for the history: keep the room.
        let mut moves = Vec::with_capacity(self.moves.capacity());
        moves.extend_from_slice(&self.moves);
        Self {
            board: self.board.clone(),
            history: self.history.clone(),
            moves,
            start: Arc::clone(&self.start),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.history.clone_from(&other.history);
        self.moves.clone_from(&other.moves);
        if !Arc::ptr_eq(&self.start, &other.start) {
            self.start = Arc::clone(&other.start);
        }
        self.to_move = other.to_move;
        self.passes = other.passes;
        self.stones_taken = other.stones_taken;
        self.rules = other.rules;
        self.komi = other.komi;
    }
}

/// Equal if every continuation is: board, turn, passes, rules, komi and the whole history.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.to_move == other.to_move
            && self.passes == other.passes
            && self.rules == other.rules
            && self.komi == other.komi
            && self.moves == other.moves
            && self.start == other.start
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?}\n{} to move, {} passes, komi {}",
            self.board, self.to_move, self.passes, self.komi
        )
    }
}
