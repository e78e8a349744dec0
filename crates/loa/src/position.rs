//! A game under way: board, turn, history and rules.

use std::fmt;
use std::sync::Arc;

use tengen_game::{Canonical, Game, IllegalMove, Key, MoveList, Outcome, Player, Symmetric};

use crate::bare::BarePosition;
use crate::board::Board;
use crate::history::History;
use crate::lines::Direction;
use crate::moves::{BadMove, Move, Written};
use crate::playout::Playout;
use crate::refusal::Refusal;
use crate::rules::{NoMove, Repetition, Rules, Simultaneous};
use crate::square::{Square, squares};
use crate::symmetry::Symmetry;
use crate::zobrist;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This player's pieces are connected.
    Connected(Player),
    /// Both players' pieces are; the mover may win by that.
    BothConnected(Option<Player>),
    /// The other player had no move and lost.
    Stuck(Player),
    /// Neither player has a move.
    BothStuck,
    /// The position has occurred too often.
    Repetition,
    /// The game has become too long.
    Length,
}

impl Ending {
    /// Who has won.
    #[inline]
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Connected(winner) | Self::BothConnected(Some(winner)) | Self::Stuck(winner) => {
                Outcome::Win(winner)
            }
            Self::BothConnected(None) | Self::BothStuck | Self::Repetition | Self::Length => {
                Outcome::Draw
            }
        }
    }
}

/// Half a sentence: `Black is connected`, `neither side can move`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connected(winner) => write!(f, "{winner} is connected"),
            Self::BothConnected(None) => f.pad("both sides are connected"),
            Self::BothConnected(Some(winner)) => {
                write!(f, "both sides are connected by {winner}'s move")
            }
            Self::Stuck(winner) => write!(f, "{} cannot move", winner.opponent()),
            Self::BothStuck => f.pad("neither side can move"),
            Self::Repetition => f.pad("the position was repeated"),
            Self::Length => f.pad("the game is too long"),
        }
    }
}

/// Where a game began.
#[derive(Debug, PartialEq)]
struct Start {
    board: Board,
    to_move: Player,
}

/// Room for the moves of a game and for the positions between two captures: playing does not
/// allocate before it is used up. The longest of 20,000 random games took 551 plies.
const MOVE_ROOM: usize = 1024;
const HISTORY_ROOM: usize = MOVE_ROOM;

/// A game of Lines of Action under way. Playing a move does not allocate until the game is longer
/// than a thousand plies.
///
/// ```
/// use tengen_loa::{Ending, Game, Outcome, Player, Position, Rules};
/// let mut game = Position::new(Rules::PAPER);
/// for m in "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5".split(' ') {
///     game.play(game.parse_move(m).unwrap()).unwrap();
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Win(Player::Black)));
/// assert_eq!(game.ending().unwrap().to_string(), "Black is connected");
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// ```
pub struct Position {
    board: Board,
    to_move: Player,
    rules: Rules,
    /// Of board and side to move.
    key: Key,
    /// Whether the side to move has no move.
    stuck: bool,
    ending: Option<Ending>,
    /// What the rule on repetition compares. Unused without one.
    history: History,
    moves: Vec<Move>,
    start: Arc<Start>,
}

impl Position {
    /// A game at its beginning, Black to move.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self::from_board(Board::START, Player::Black, rules)
    }

    /// A game that begins with this board. It may be over at once: a side that is connected has
    /// won, as if the other player than `to_move` had just moved.
    #[must_use]
    pub fn from_board(board: Board, to_move: Player, rules: Rules) -> Self {
        Self::begun(&Arc::new(Start { board, to_move }), rules)
    }

    fn begun(start: &Arc<Start>, rules: Rules) -> Self {
        let mut position = Self {
            board: start.board,
            to_move: start.to_move,
            rules,
            key: Key(0),
            stuck: false,
            ending: None,
            history: History::with_capacity(HISTORY_ROOM),
            moves: Vec::with_capacity(MOVE_ROOM),
            start: Arc::clone(start),
        };
        position.key = position.key_from_scratch();
        position.settle(false);
        position
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

    /// The same without history: repetition and length will end no game.
    #[must_use]
    pub fn bare(&self) -> BarePosition {
        BarePosition::new(self.board, self.to_move, self.rules)
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The board the game began with.
    #[must_use]
    pub fn start_board(&self) -> &Board {
        &self.start.board
    }

    /// Who was to move when the game began.
    #[must_use]
    pub fn start_to_move(&self) -> Player {
        self.start.to_move
    }

    /// How the game ended, once it has.
    #[inline]
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// A playout from here with the paper's cap: give it a copy of [`Position::board`].
    #[must_use]
    pub fn playout(&self) -> Playout {
        let left = self.rules.length_cap.map_or(u32::MAX, |cap| cap.saturating_sub(self.plies()));
        let Rules { simultaneous, no_move, .. } = self.rules;
        let cap = Playout::PAPER_CAP.min(left);
        Playout { to_move: self.to_move, cap, simultaneous, no_move }
    }

    fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Reads a move: `f8-f7`, `c7xc4`, `C2:C5`, `e8g6` or `pass`, in either case. Whether it
    /// captures is looked up on the board, as some notations do not say; whether it is legal is
    /// not asked.
    ///
    /// ```
    /// use tengen_loa::{Position, Rules};
    /// let game = Position::new(Rules::PAPER);
    /// for text in ["c1xa3", "c1-a3", "C1:A3", "c1a3"] {
    ///     assert_eq!(game.parse_move(text).unwrap().to_string(), "c1xa3");
    /// }
    /// let error = game.parse_move("c1-a").unwrap_err();
    /// assert_eq!(error.to_string(), "\"c1-a\" is not a move such as f8-f7, c7xc4 or pass");
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, BadMove> {
        Ok(match Written::read(text)? {
            Written::Pass => Move::PASS,
            Written::Piece(from, to, captures) => {
                let taken = self.board.piece(to) == Some(self.to_move.opponent());
                Move::new(from, to, captures || taken)
            }
        })
    }

    /// Why `m` may not be played, if it may not.
    pub fn check(&self, m: Move) -> Result<(), Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::GameOver);
        }
        let Some((from, to)) = m.squares() else {
            return if self.stuck { Ok(()) } else { Err(Refusal::PassWithMoves) };
        };
        match self.board.piece(from) {
            None => return Err(Refusal::NoPiece(from)),
            Some(player) if player != self.to_move => return Err(Refusal::OpponentsPiece(from)),
            Some(_) => {}
        }
        let (way, distance) = Direction::between(from, to).ok_or(Refusal::NotALine)?;
        let count = self.board.line_count(from, way);
        if distance != count {
            return Err(Refusal::Distance(count));
        }
        if self.board.piece(to) == Some(self.to_move) {
            return Err(Refusal::OwnPiece(to));
        }
        if self.board.destination(self.to_move, from, way).is_none() {
            return Err(self.obstacle(from, way));
        }
        match (m.is_capture(), self.board.piece(to).is_some()) {
            (true, false) => Err(Refusal::NothingToTake(to)),
            (false, true) => Err(Refusal::TakesUnsaid(to)),
            _ => Ok(()),
        }
    }

    /// The nearest opposing piece in this direction.
    fn obstacle(&self, from: Square, way: Direction) -> Refusal {
        let opponent = self.to_move.opponent();
        let ahead = squares(self.board.pieces(opponent))
            .filter_map(|square| Direction::between(from, square).map(|it| (it, square)))
            .filter(|&((other_way, _), _)| other_way == way);
        let nearest = ahead.min_by_key(|&((_, distance), _)| distance);
        Refusal::InTheWay(opponent, nearest.map_or(from, |(_, square)| square))
    }

    /// Takes the last move back; `None` at the beginning of the game. Costs a replay of the game.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        let moves = std::mem::take(&mut self.moves);
        *self = Self::begun(&Arc::clone(&self.start), self.rules);
        for m in moves {
            self.play_unchecked(m);
        }
        Some(last)
    }

    /// Adds the position to the history and finds out whether the game is over.
    #[inline]
    fn settle(&mut self, after_pass: bool) {
        let repeated = match self.rules.repetition {
            Repetition::Threefold => self.history.push(self.key) >= 3,
            // The same board again, but nobody has repeated anything.
            Repetition::TwofoldBoard if after_pass => false,
            Repetition::TwofoldBoard => self.history.push(self.board_key()) >= 2,
            Repetition::None => false,
        };
        self.stuck = !self.board.has_move(self.to_move);
        self.ending = self.find_ending(repeated);
    }

    #[inline]
    fn find_ending(&self, repeated: bool) -> Option<Ending> {
        let (to_move, mover) = (self.to_move, self.to_move.opponent());
        match self.board.connections() {
            [false, false] => {}
            [true, false] => return Some(Ending::Connected(Player::Black)),
            [false, true] => return Some(Ending::Connected(Player::White)),
            [true, true] => {
                let mover_wins = self.rules.simultaneous == Simultaneous::MoverWins;
                return Some(Ending::BothConnected(mover_wins.then_some(mover)));
            }
        }
        if repeated {
            return Some(Ending::Repetition);
        }
        if self.rules.length_cap.is_some_and(|cap| self.plies() >= cap) {
            return Some(Ending::Length);
        }
        match self.rules.no_move {
            _ if !self.stuck => None,
            NoMove::Loss => Some(Ending::Stuck(mover)),
            NoMove::Pass if self.board.has_move(to_move.opponent()) => None,
            NoMove::Pass => Some(Ending::BothStuck),
        }
    }

    /// The key without the side to move.
    fn board_key(&self) -> Key {
        match self.to_move {
            Player::Black => self.key,
            Player::White => self.key ^ zobrist::WHITE_TO_MOVE,
        }
    }
}

/// The key covers pieces and side to move; what repetition and the length of the game have to do
/// with it is in the history key.
impl Game for Position {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    /// By the number of the square they begin on, then by direction; or the pass of a player who
    /// has none.
    fn legal_moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if self.ending.is_some() {
            return;
        }
        let theirs = self.board.pieces(self.to_move.opponent());
        self.board.for_each_move(self.to_move, |from, to| {
            out.push(Move::new(from, to, theirs & to.bit() != 0));
        });
        if self.stuck {
            out.push(Move::PASS);
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
        let mover = self.to_move;
        if let Some((from, to)) = m.squares() {
            self.key ^= zobrist::piece(mover, from) ^ zobrist::piece(mover, to);
            if self.board.move_piece(mover, from, to) {
                self.key ^= zobrist::piece(mover.opponent(), to);
                self.history.clear();
            }
        }
        self.to_move = mover.opponent();
        self.key ^= zobrist::WHITE_TO_MOVE;
        self.moves.push(m);
        self.settle(m.is_pass());
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.ending.map(Ending::outcome)
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    /// With the rules, the positions that could return and how often they have occurred, and the
    /// length of the game where there is a cap on it.
    fn history_key(&self) -> Key {
        let length = self.rules.length_cap.map_or(Key(0), |_| zobrist::plies(self.plies().into()));
        self.key ^ self.history.set_key() ^ length ^ zobrist::rules(self.rules.number())
    }

    fn key_from_scratch(&self) -> Key {
        match self.to_move {
            Player::Black => self.board.key(),
            Player::White => self.board.key() ^ zobrist::WHITE_TO_MOVE,
        }
    }
}

impl Symmetric for Position {
    const SYMMETRIES: usize = Symmetry::ALL.len();

    fn symmetric(&self, s: usize) -> Self {
        let symmetry = Symmetry::ALL[s];
        let board = self.start.board.symmetric(symmetry);
        let mut image = Self::from_board(board, self.start.to_move, self.rules);
        for &m in &self.moves {
            image.play_unchecked(symmetry.apply_to_move(m));
        }
        image
    }

    fn symmetric_move(&self, s: usize, m: Move) -> Move {
        Symmetry::ALL[s].apply_to_move(m)
    }
}

impl Canonical for Position {
    fn key_under(&self, s: usize) -> Key {
        let board = self.board.key_under(Symmetry::ALL[s]);
        match self.to_move {
            Player::Black => board,
            Player::White => board ^ zobrist::WHITE_TO_MOVE,
        }
    }

    /// Where it begins and where it ends; a number above all of those for the pass. Whether it
    /// captures is a matter of the board.
    fn move_code(&self, m: Move) -> u32 {
        m.squares().map_or(64 * 64, |(from, to)| (64 * from.index() + to.index()) as u32)
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        // As for the history: keep the room.
        let mut moves = Vec::with_capacity(self.moves.capacity());
        moves.extend_from_slice(&self.moves);
        Self { history: self.history.clone(), moves, start: Arc::clone(&self.start), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.history.clone_from(&other.history);
        self.moves.clone_from(&other.moves);
        if !Arc::ptr_eq(&self.start, &other.start) {
            self.start = Arc::clone(&other.start);
        }
        self.board = other.board;
        self.to_move = other.to_move;
        self.rules = other.rules;
        self.key = other.key;
        self.stuck = other.stuck;
        self.ending = other.ending;
    }
}

/// Equal if every continuation is: board, turn, rules and the whole history.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.to_move == other.to_move
            && self.rules == other.rules
            && self.moves == other.moves
            && self.start == other.start
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{} to move, {}", self.board, self.to_move, self.rules)?;
        write!(f, ", after {:?}", self.moves)?;
        self.ending.map_or(Ok(()), |ending| write!(f, "; {ending}"))
    }
}
