//! Uniformly random games.
//!
//! A move is drawn without listing any: take one of the player's pieces and one of the eight
//! directions at random, and if no legal move goes that way, draw again. Every legal move is one
//! such pair, so all are equally likely. About two in five are legal in random games. Whether one
//! is legal is computed without a branch, so that a draw has one branch that cannot be predicted.

use tengen_game::{Outcome, Player, Rng};

use crate::board::Board;
use crate::lines::Direction;
use crate::moves::Move;
use crate::rules::{NoMove, Simultaneous};
use crate::square::{Square, squares};

/// Who is told of the moves of a playout.
pub trait Recorder {
    /// `player` has made this move. Passes are not told.
    fn played(&mut self, player: Player, m: Move);
}

/// Records nothing, at no cost.
impl Recorder for () {
    #[inline(always)]
    fn played(&mut self, _: Player, _: Move) {}
}

/// Records all moves.
impl Recorder for Vec<(Player, Move)> {
    fn played(&mut self, player: Player, m: Move) {
        self.push((player, m));
    }
}

/// How a playout starts and when it must stop. Repetitions are not looked for.
///
/// ```
/// use tengen_loa::{Board, Player, Playout, Rng};
/// let mut board = Board::START;
/// let result = Playout::new(Player::Black).run(&mut board, &mut Rng::new(1), &mut ());
/// println!("{:?} after {} plies\n{board}", result.outcome, result.plies);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Who moves first.
    pub to_move: Player,
    /// After how many plies a playout is drawn, passes included.
    pub cap: u32,
    /// Who wins if a move connects both sides.
    pub simultaneous: Simultaneous,
    /// What happens to a player who has no move.
    pub no_move: NoMove,
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutResult {
    /// Who won.
    pub outcome: Outcome,
    /// Plies played, passes included.
    pub plies: u32,
    /// Whether it was cut off by the cap.
    pub cut_off: bool,
}

impl Playout {
    /// Paper 000, section 3.2: "the simulated game is stopped after 200 moves and scored as a
    /// draw".
    pub const PAPER_CAP: u32 = 200;

    /// A playout under the rules of paper 000, with its cap.
    #[must_use]
    pub const fn new(to_move: Player) -> Self {
        Self {
            to_move,
            cap: Self::PAPER_CAP,
            simultaneous: Simultaneous::Draw,
            no_move: NoMove::Pass,
        }
    }

    /// The same with another cap; without one (`u32::MAX`) a game could go on for ever, but
    /// random ones do not.
    #[must_use]
    pub const fn with_cap(self, cap: u32) -> Self {
        Self { cap, ..self }
    }

    /// Plays `board` to the end.
    pub fn run(
        &self,
        board: &mut Board,
        rng: &mut Rng,
        recorder: &mut impl Recorder,
    ) -> PlayoutResult {
        let last = self.to_move.opponent();
        if board.connections() != [false; 2] {
            return PlayoutResult { outcome: self.decided(board, last), plies: 0, cut_off: false };
        }
        let mut table = Table::new(board);
        let mut plies = 0;
        let ending = loop {
            // The loop's first half is Black's, with the colour a constant in each.
            if self.to_move == Player::Black || plies > 0 {
                if plies == self.cap {
                    break None;
                }
                plies += 1;
                if let Some(outcome) = self.ply::<0>(&mut table, rng, recorder) {
                    break Some(outcome);
                }
            }
            if plies == self.cap {
                break None;
            }
            plies += 1;
            if let Some(outcome) = self.ply::<1>(&mut table, rng, recorder) {
                break Some(outcome);
            }
        };
        *board = table.board;
        let outcome = ending.unwrap_or(Outcome::Draw);
        PlayoutResult { outcome, plies, cut_off: ending.is_none() }
    }

    /// One ply of the player with index `ME`: the outcome, if that ends the game.
    #[inline(always)]
    fn ply<const ME: usize>(
        &self,
        table: &mut Table,
        rng: &mut Rng,
        recorder: &mut impl Recorder,
    ) -> Option<Outcome> {
        let me = Player::BOTH[ME];
        let Some((slot, from, to)) = table.draw::<ME>(rng) else {
            return self.without_move(&table.board, me);
        };
        let captures = table.move_piece::<ME>(slot, from, to);
        recorder.played(me, Move::new(from, to, captures));
        self.after_move(&table.board, me, captures)
    }

    /// The outcome, if a move of `mover` has decided the game.
    #[inline(always)]
    #[must_use]
    pub fn after_move(&self, board: &Board, mover: Player, captures: bool) -> Option<Outcome> {
        board.is_decided_by(mover, captures).then(|| self.decided(board, mover))
    }

    /// The outcome, if it decides the game that `player`, who is to move, has no move.
    #[cold]
    #[must_use]
    pub fn without_move(&self, board: &Board, player: Player) -> Option<Outcome> {
        match self.no_move {
            NoMove::Loss => Some(Outcome::Win(player.opponent())),
            NoMove::Pass if board.has_move(player.opponent()) => None,
            NoMove::Pass => Some(Outcome::Draw),
        }
    }

    /// Who has won on a board where somebody is connected after a move of `mover`.
    #[inline(never)]
    fn decided(&self, board: &Board, mover: Player) -> Outcome {
        match (board.connections(), self.simultaneous) {
            ([true, false], _) => Outcome::Win(Player::Black),
            ([false, true], _) => Outcome::Win(Player::White),
            (_, Simultaneous::MoverWins) => Outcome::Win(mover),
            (_, Simultaneous::Draw) => Outcome::Draw,
        }
    }
}

/// A board with lists of the pieces, to draw moves from: a pair of a piece and a direction has a
/// number, and may be a legal move or not.
#[derive(Clone, Debug)]
pub struct Table {
    board: Board,
    lists: PieceLists,
}

/// A pair of a piece and a direction.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// The piece's place in its list.
    slot: usize,
    /// Where it stands.
    pub from: Square,
    /// Where it would go; means nothing if that is not legal.
    pub to: Square,
    /// Whether it may go there.
    pub is_legal: bool,
}

impl Table {
    /// A board with its lists.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self { board: *board, lists: PieceLists::of(board) }
    }

    /// The board.
    #[inline(always)]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How many pairs of a piece and a direction `player` has.
    #[inline(always)]
    #[must_use]
    pub const fn pairs(&self, player: Player) -> u32 {
        8 * self.lists.lengths[player.index()]
    }

    /// A pair by its number, which is below [`Table::pairs`]. Without branches.
    #[inline(always)]
    #[must_use]
    pub fn aim(&self, player: Player, pair: usize) -> Aim {
        let slot = pair / 8 % 16;
        let from = self.lists.squares[player.index()][slot];
        let (to, is_legal) = self.board.aim(player, from, Direction::wrapping(pair));
        Aim { slot, from, to, is_legal }
    }

    /// The pair of a legal move.
    #[must_use]
    pub fn aim_of(&self, from: Square, to: Square) -> Aim {
        Aim { slot: usize::from(self.lists.slots[from.index()]) % 16, from, to, is_legal: true }
    }

    /// Makes a legal move of `player`; whether it captures.
    #[inline(always)]
    pub fn play(&mut self, player: Player, aim: Aim) -> bool {
        match player {
            Player::Black => self.move_piece::<0>(aim.slot, aim.from, aim.to),
            Player::White => self.move_piece::<1>(aim.slot, aim.from, aim.to),
        }
    }
}

/// Where each player's pieces are, in any order.
#[derive(Clone, Debug)]
struct PieceLists {
    squares: [[Square; 16]; 2],
    lengths: [u32; 2],
    /// Of every piece its place in its list.
    slots: [u8; 64],
}

impl PieceLists {
    fn of(board: &Board) -> Self {
        let nowhere = Square::wrapping(0);
        let mut lists = Self { squares: [[nowhere; 16]; 2], lengths: [0; 2], slots: [0; 64] };
        for player in Player::BOTH {
            for (slot, square) in squares(board.pieces(player)).enumerate() {
                lists.squares[player.index()][slot % 16] = square;
                lists.slots[square.index()] = slot as u8;
            }
            lists.lengths[player.index()] = board.piece_count(player);
        }
        lists
    }
}

/// After how many pairs of draws without a legal move all moves are listed.
const PATIENCE: usize = 8;

impl Table {
    /// A random legal move: the piece's place in its list, from and to. None if there is no move.
    #[inline(always)]
    fn draw<const ME: usize>(&self, rng: &mut Rng) -> Option<(usize, Square, Square)> {
        let pairs = u64::from(8 * self.lists.lengths[ME]);
        for _ in 0..PATIENCE {
            let bits = rng.next_u64();
            // Half a number is enough for one of at most 96 pairs: the bias is below 96 / 2³².
            for half in [bits >> 32, bits & 0xffff_ffff] {
                let pair = ((half * pairs) >> 32) as usize;
                let slot = pair / 8 % 16;
                let from = self.lists.squares[ME][slot];
                let (to, is_legal) =
                    self.board.aim(Player::BOTH[ME], from, Direction::wrapping(pair));
                if is_legal {
                    return Some((slot, from, to));
                }
            }
        }
        self.draw_from_all::<ME>(rng)
    }

    /// The same by listing all moves, for players who have few or none.
    #[cold]
    #[inline(never)]
    fn draw_from_all<const ME: usize>(&self, rng: &mut Rng) -> Option<(usize, Square, Square)> {
        let me = Player::BOTH[ME];
        let mut wanted = rng.below(self.board.move_count(me) as usize);
        let mut found = None;
        self.board.for_each_move(me, |from, to| {
            if wanted == 0 {
                found = Some((usize::from(self.lists.slots[from.index()]) % 16, from, to));
            }
            wanted = wanted.wrapping_sub(1);
        });
        found
    }

    #[inline(always)]
    fn move_piece<const ME: usize>(&mut self, slot: usize, from: Square, to: Square) -> bool {
        let lists = &mut self.lists;
        let captures = self.board.move_piece(Player::BOTH[ME], from, to);
        if captures {
            // The last piece of the list takes the place of the one that is gone.
            let gone = usize::from(lists.slots[to.index()]) % 16;
            let length = lists.lengths[1 - ME] - 1;
            let moved = lists.squares[1 - ME][length as usize % 16];
            lists.lengths[1 - ME] = length;
            lists.squares[1 - ME][gone] = moved;
            lists.slots[moved.index()] = gone as u8;
        }
        lists.squares[ME][slot] = to;
        lists.slots[to.index()] = slot as u8;
        captures
    }
}
