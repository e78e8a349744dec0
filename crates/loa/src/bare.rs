//! A position without history, for searches that copy millions of them.

use tengen_game::{Game, Key, MoveList, Outcome, Player};

use crate::board::Board;
use crate::moves::Move;
use crate::rules::{NoMove, Rules, Simultaneous};
use crate::zobrist;

/// A board and whose turn it is, under the rules on connection and on players without a move.
///
/// It knows no history: neither repetition nor the length of a game ends it, so its value is a
/// matter of the board alone. [`Position`](crate::Position) has the whole rules.
///
/// ```
/// use tengen_loa::{Game, Outcome, Player, Position, Rules};
/// let text = "....oxo./....ooo./.....x../......x./..x...x./......xo/......../........ b";
/// let mut bare = Position::from_text(text, Rules::PAPER).unwrap().bare();
/// bare.play(bare.connecting_move(Player::Black).unwrap()).unwrap();
/// assert_eq!(bare.outcome(), Some(Outcome::Win(Player::Black)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarePosition {
    board: Board,
    key: Key,
    to_move: Player,
    simultaneous: Simultaneous,
    no_move: NoMove,
    /// Whether the side to move has no move.
    stuck: bool,
    outcome: Option<Outcome>,
}

impl BarePosition {
    /// This board with `to_move` to play. It may be over at once, as if the other player had just
    /// moved.
    #[must_use]
    pub fn new(board: Board, to_move: Player, rules: Rules) -> Self {
        let Rules { simultaneous, no_move, .. } = rules;
        let key = Key(0);
        let mut bare =
            Self { board, key, to_move, simultaneous, no_move, stuck: false, outcome: None };
        bare.key = bare.key_from_scratch();
        bare.settle(board.connections());
        bare
    }

    /// The board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// What happens to a player who has no move.
    #[inline]
    #[must_use]
    pub const fn no_move(&self) -> NoMove {
        self.no_move
    }

    /// A move by which `player` would connect and win if it were his turn.
    #[inline]
    #[must_use]
    pub fn connecting_move(&self, player: Player) -> Option<Move> {
        self.board.connecting_move(player, self.simultaneous)
    }

    /// Finds out whether the game is over.
    #[inline(always)]
    fn settle(&mut self, connected: [bool; 2]) {
        let mover = self.to_move.opponent();
        self.stuck = false;
        self.outcome = match connected {
            [false, false] => {
                self.stuck = !self.board.has_move(self.to_move);
                match self.no_move {
                    _ if !self.stuck => None,
                    NoMove::Loss => Some(Outcome::Win(mover)),
                    NoMove::Pass if self.board.has_move(mover) => None,
                    NoMove::Pass => Some(Outcome::Draw),
                }
            }
            [true, false] => Some(Outcome::Win(Player::Black)),
            [false, true] => Some(Outcome::Win(Player::White)),
            [true, true] => Some(match self.simultaneous {
                Simultaneous::MoverWins => Outcome::Win(mover),
                Simultaneous::Draw => Outcome::Draw,
            }),
        };
    }
}

impl Game for BarePosition {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    fn legal_moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        if self.outcome.is_some() {
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
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.contains(&m)
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        let mover = self.to_move;
        let mut connected = [false; 2];
        if let Some((from, to)) = m.squares() {
            self.key ^= zobrist::piece(mover, from) ^ zobrist::piece(mover, to);
            let captures = self.board.move_piece(mover, from, to);
            if captures {
                self.key ^= zobrist::piece(mover.opponent(), to);
                // Only then can the other side be newly connected.
                connected[mover.opponent().index()] = self.board.is_connected(mover.opponent());
            }
            connected[mover.index()] = self.board.is_connected(mover);
        }
        self.to_move = mover.opponent();
        self.key ^= zobrist::WHITE_TO_MOVE;
        self.settle(connected);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    fn key_from_scratch(&self) -> Key {
        match self.to_move {
            Player::Black => self.board.key(),
            Player::White => self.board.key() ^ zobrist::WHITE_TO_MOVE,
        }
    }
}
