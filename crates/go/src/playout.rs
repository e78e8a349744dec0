//! Light playouts: uniformly random moves that fill no own eye.
//!
//! Each player has a list of *candidates*: the empty points that are not known to be unplayable.
//! A move is drawn from the list. Nearly always it has an empty neighbour and is played at once;
//! if not, it may be an eye of the mover or suicide. Then another one is drawn from the rest of the
//! list, which makes the choice uniform among the playable moves, and the refused point is *parked*
//! off the list so that it is not drawn and refused again every turn. It returns as soon as
//! something happens that could make it playable:
//!
//! * an own eye, when the opponent plays on one of its diagonals;
//! * suicide inside opposing stones, when one of the chains around it (they are *watched*) comes
//!   into atari.
//!
//! What is an eye for one player is mostly suicide for the other, so that a refused point is looked
//! at for both. Captures need no attention: a chain beside an empty point has a liberty there and cannot be
//! captured. Suicide beside own stones is not parked: it is rare and more things can end it.

use tengen_game::{Outcome, Player, Rng};

use crate::board::Board;
use crate::chains::Chains;
use crate::grid::Grid;
use crate::komi::Komi;
use crate::liberties::Liberties;
use crate::point::{Point, Vertex};

/// Who is told of the moves of a playout.
pub trait Recorder {
    /// `player` has played on `point`. Passes are not told.
    fn played(&mut self, player: Player, point: Point);
}

/// Records nothing, at no cost.
impl Recorder for () {
    #[inline(always)]
    fn played(&mut self, _: Player, _: Point) {}
}

/// Who first played on each point: what all-as-first and RAVE need.
#[derive(Clone)]
pub struct FirstPlays(Grid<u8>);

impl FirstPlays {
    /// A record without moves.
    #[must_use]
    pub fn new() -> Self {
        Self(Grid::filled(0))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// The player who was the first to play on `point`.
    #[inline]
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Player> {
        match self.0[point] {
            0 => None,
            1 => Some(Player::Black),
            _ => Some(Player::White),
        }
    }
}

impl Default for FirstPlays {
    fn default() -> Self {
        Self::new()
    }
}

impl Recorder for FirstPlays {
    #[inline(always)]
    fn played(&mut self, player: Player, point: Point) {
        let first = &mut self.0[point];
        *first = if *first == 0 { player.index() as u8 + 1 } else { *first };
    }
}

/// How a playout starts and when it must stop. Simple ko is observed, superko is not.
///
/// ```
/// use tengen_go::{Board, BoardSize, FirstPlays, Komi, Playout, Player, Rng};
/// let start = Board::new(BoardSize::new(9).unwrap());
/// let (mut board, mut first) = (start.clone(), FirstPlays::new());
/// let playout = Playout::new(&start, Player::Black);
/// let result = playout.run(&mut board, &mut Rng::new(1), &mut first);
/// println!("{} moves, {:?}", result.moves, result.outcome(Komi::from_points(7)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Who moves first.
    pub to_move: Player,
    /// How many passes came right before, 0 or 1: the second in a row ends the game.
    pub passes: u32,
    /// The most moves a playout may take, passes included. Without superko a game could go on for
    /// ever.
    pub limit: u32,
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutResult {
    /// Moves played, passes included.
    pub moves: u32,
    /// Stones and eyes of Black less those of White, before komi.
    pub score: i32,
    /// Whether it was cut off by the limit.
    pub cut_off: bool,
}

impl PlayoutResult {
    /// Who won, with this komi.
    #[inline]
    #[must_use]
    pub fn outcome(&self, komi: Komi) -> Outcome {
        komi.outcome(self.score)
    }
}

impl Playout {
    /// A playout from `board` with `to_move` to move, of at most three moves a point.
    #[must_use]
    pub fn new(board: &Board, to_move: Player) -> Self {
        Self { to_move, passes: 0, limit: 3 * board.size().area() as u32 }
    }

    /// Plays `board` to the end.
    #[inline(always)]
    pub fn run(
        &self,
        board: &mut Board,
        rng: &mut Rng,
        recorder: &mut impl Recorder,
    ) -> PlayoutResult {
        let mut state = Progress { passes: self.passes, moves: 0, limit: self.limit };
        let mut going = state.passes < 2 && state.limit > 0;
        if going && self.to_move == Player::White {
            going = state.step::<1>(board, rng, recorder);
        }
        while going {
            going = state.step::<0>(board, rng, recorder) && state.step::<1>(board, rng, recorder);
        }
        PlayoutResult {
            moves: state.moves,
            score: board.stones_and_eyes(),
            cut_off: state.passes < 2,
        }
    }
}

struct Progress {
    passes: u32,
    moves: u32,
    limit: u32,
}

impl Progress {
    /// One move or pass; whether the playout goes on.
    #[inline(always)]
    fn step<const ME: usize>(
        &mut self,
        board: &mut Board,
        rng: &mut Rng,
        recorder: &mut impl Recorder,
    ) -> bool {
        self.moves += 1;
        if let Some(point) = board.play_random::<ME>(rng) {
            recorder.played(Player::BOTH[ME], point);
            self.passes = 0;
        } else {
            board.clear_ko();
            self.passes += 1;
        }
        self.passes < 2 && self.moves < self.limit
    }
}

impl Board {
    /// Plays a move of `player` drawn uniformly from those that are legal (with simple ko) and
    /// fill no own eye, and returns it; `None`, with the board as it was, if there is none.
    pub fn play_random_move(&mut self, player: Player, rng: &mut Rng) -> Option<Point> {
        match player {
            Player::Black => self.play_random::<0>(rng),
            Player::White => self.play_random::<1>(rng),
        }
    }

    #[inline(always)]
    fn play_random<const ME: usize>(&mut self, rng: &mut Rng) -> Option<Point> {
        let them = Player::BOTH[1 - ME];
        // Candidates below this index have not been drawn this turn.
        let mut untried = self.candidates[ME].len();
        loop {
            if untried == 0 {
                return None;
            }
            let index = rng.below(untried);
            let point = self.candidates[ME].get(index);
            if point.vertex() == self.ko[ME] {
                untried -= 1;
                self.candidates[ME].swap(index, untried);
                continue;
            }
            let has_liberty = self.liberties[point] != Liberties::NONE;
            let touch = self.touch(point);
            if !has_liberty {
                let no_opponent = !touch.flags.is_stone_of(them);
                if no_opponent && self.diagonals_make_eye(them, point) {
                    let suicide_for_them = self.all_neighbours_live(&touch);
                    self.untouch(point, &touch);
                    self.park_drawn::<ME>(point, index, &mut untried);
                    if suicide_for_them {
                        self.watch(&touch);
                        self.park(them, point);
                    }
                    continue;
                }
                if !touch.captures::<ME>() && !self.has_living_neighbour::<ME>(&touch) {
                    self.untouch(point, &touch);
                    if touch.flags.is_stone_of(Player::BOTH[ME]) {
                        untried -= 1;
                        self.candidates[ME].swap(index, untried);
                    } else {
                        self.watch(&touch);
                        self.park_drawn::<ME>(point, index, &mut untried);
                        if self.diagonals_make_eye(Player::BOTH[ME], point) {
                            self.park(them, point);
                        }
                    }
                    continue;
                }
            }
            let root = self.settle::<ME>(point, &touch);
            self.capture::<ME>(point, root, &touch);
            return Some(point);
        }
    }

    /// Whether a playout may play here: legal but for ko, and no own eye. For tests.
    pub(crate) fn is_playable_ignoring_ko(&self, player: Player, point: Point) -> bool {
        self.is_empty(point)
            && !self.is_suicide(player, point)
            && !self.is_eye(player, point, crate::EyeRule::Standard)
    }

    /// Takes a candidate off the list of the player who has drawn it at `index`.
    #[inline(always)]
    fn park_drawn<const ME: usize>(&mut self, point: Point, index: usize, untried: &mut usize) {
        *untried -= 1;
        self.candidates[ME].swap(index, *untried);
        self.park(Player::BOTH[ME], point);
    }

    /// Takes a candidate off a player's list, if it is there.
    #[inline(always)]
    fn park(&mut self, player: Player, point: Point) {
        let bit = 1 << player.index();
        if self.parked[point] & bit == 0 {
            self.parked[point] |= bit;
            self.candidates[player.index()].remove(point);
        }
    }

    /// A stone is put on `point`: it is nobody's candidate any more.
    #[inline(always)]
    pub(crate) fn forget_candidate(&mut self, point: Point) {
        let parked = std::mem::replace(&mut self.parked[point], 0);
        if parked == 0 {
            self.candidates[0].remove(point);
            self.candidates[1].remove(point);
        } else {
            for (player, candidates) in self.candidates.iter_mut().enumerate() {
                if parked >> player & 1 == 0 {
                    candidates.remove(point);
                }
            }
        }
    }

    /// `ME` plays on `point`, which may spoil eyes of the opponent diagonally from it.
    #[inline(always)]
    pub(crate) fn unpark_false_eyes<const ME: usize>(&mut self, point: Point) {
        let parked = point.diagonals().into_iter().fold(0, |all, v| all | self.parked[v]);
        if parked >> (1 - ME) & 1 != 0 {
            for diagonal in point.diagonals() {
                self.unpark(Player::BOTH[1 - ME], diagonal);
            }
        }
    }

    /// Makes a point a candidate again, if the player had it parked.
    #[inline(never)]
    fn unpark(&mut self, player: Player, vertex: Vertex) {
        let bit = 1 << player.index();
        if self.parked[vertex] & bit != 0 {
            self.parked[vertex] &= !bit;
            self.candidates[player.index()].insert(vertex.point());
        }
    }

    /// After a move on `point`: if that brought a watched chain into atari, its last liberty may be
    /// played by the opponent again.
    #[inline(always)]
    pub(crate) fn check_watched(&mut self, point: Point) {
        let words = point.sides().map(|side| self.word(side));
        let any = |all, word: &Liberties| all | (word.is_watched() & word.are_few());
        if words.iter().fold(false, any) {
            self.release_liberties(point);
        }
    }

    #[inline(never)]
    fn release_liberties(&mut self, point: Point) {
        for side in point.sides() {
            let root = self.root_of(side);
            let word = self.liberties[root];
            if let (true, Some(liberty)) = (word.is_watched(), word.single()) {
                // No parked point depends on this chain now: all of them were its liberties.
                self.liberties[root] = word.without_watch();
                for player in Player::BOTH {
                    if !word.is_stone_of(player) {
                        self.unpark(player, liberty.vertex());
                    }
                }
            }
        }
    }
}

impl Chains {
    /// Who has a point, as [`Chains::stones_and_eyes`] counts: whose stone is there, or, if it has no
    /// empty neighbour, whose stones alone are around it.
    #[inline]
    #[must_use]
    pub fn holder(&self, point: Point) -> Option<Player> {
        let mut flags = self.liberties[point];
        if flags == Liberties::NONE {
            flags = point.sides().into_iter().fold(flags, |all, v| all.or(self.word(v)));
        }
        match Player::BOTH.map(|player| flags.is_stone_of(player)) {
            [true, false] => Some(Player::Black),
            [false, true] => Some(Player::White),
            _ => None,
        }
    }

    /// Stones and eyes of Black less those of White: the count of paper 002 ("How scores are
    /// calculated"), exact when only one-point eyes are left, as at the end of a playout, and points that
    /// belong to nobody, as in a seki.
    #[must_use]
    pub fn stones_and_eyes(&self) -> i32 {
        let mut score = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        // First found, then looked at: whether a point is one of them is a toss of a die.
        let (mut found, mut count) = ([Vertex::NOWHERE.stored(); 512], 0);
        for point in self.size().points() {
            found[count % 512] = point.vertex().stored();
            // The word at the point itself, not at its root: that of a stone has its colour.
            count += usize::from(self.liberties[point] == Liberties::NONE);
        }
        for eye in &found[..count.min(512)] {
            let sides = eye.get().point().sides();
            let flags = sides.into_iter().fold(Liberties::NONE, |all, v| all.or(self.word(v)));
            score += i32::from(!flags.is_stone_of(Player::White));
            score -= i32::from(!flags.is_stone_of(Player::Black));
        }
        score
    }
}
