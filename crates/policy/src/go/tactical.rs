//! Tactical playouts: before a move is drawn at random, the last one is answered.
//!
//! The order is that of MoGo: stones in atari are saved or taken first, then a good shape beside the
//! last move is made, then anything. Each is left out now and then, so that no playout is certain.

use tengen_go::{Board, EyeRule, Player, Playout, PlayoutResult, Point, Recorder, Rng};

use crate::go::shapes::is_good_shape;

/// How often, of 16 times, stones in atari are looked after.
const ATARI: usize = 15;

/// How often, of 16 times, good shapes are.
const SHAPE: usize = 13;

/// A few points to choose from.
struct Few {
    points: [Point; 12],
    len: usize,
}

impl Few {
    /// Room for some; the point fills it and means nothing.
    const fn new(filler: Point) -> Self {
        Self { points: [filler; 12], len: 0 }
    }

    fn add(&mut self, point: Point) {
        if self.len < self.points.len() {
            self.points[self.len] = point;
            self.len += 1;
        }
    }

    fn choose(&self, rng: &mut Rng) -> Option<Point> {
        if self.len == 0 { None } else { Some(self.points[rng.below(self.len)]) }
    }
}

/// Plays `board` to the end. `last` is the move before.
pub(crate) fn run(
    playout: Playout,
    mut last: Option<Point>,
    board: &mut Board,
    rng: &mut Rng,
    recorder: &mut impl Recorder,
) -> PlayoutResult {
    let (mut player, mut passes, mut moves) = (playout.to_move, playout.passes, 0);
    while passes < 2 && moves < playout.limit {
        moves += 1;
        let answer = last.and_then(|last| answer(board, player, last, rng));
        last = match answer {
            Some(point) => {
                board.play(player, point);
                Some(point)
            }
            None => board.play_random_move(player, rng),
        };
        match last {
            Some(point) => {
                recorder.played(player, point);
                passes = 0;
            }
            None => {
                board.clear_ko();
                passes += 1;
            }
        }
        player = player.opponent();
    }
    PlayoutResult { moves, score: board.stones_and_eyes(), cut_off: passes < 2 }
}

/// An answer to the last move, if it asks for one.
fn answer(board: &Board, player: Player, last: Point, rng: &mut Rng) -> Option<Point> {
    let dice = rng.below(256);
    if dice % 16 < ATARI
        && let Some(point) = look_after_atari(board, player, last, rng)
    {
        return Some(point);
    }
    if dice / 16 < SHAPE { make_shape(board, player, last, rng) } else { None }
}

/// Takes what was just played, or saves what it threatens.
fn look_after_atari(board: &Board, player: Player, last: Point, rng: &mut Rng) -> Option<Point> {
    let mut few = Few::new(last);
    let mut add = |point: Point| {
        if board.is_legal(player, point) {
            few.add(point);
        }
    };
    if let Some(liberty) = board.atari(last) {
        add(liberty);
    }
    for beside in board.stones_beside(player, last) {
        let Some(liberty) = board.atari(beside) else { continue };
        if gains_liberties(board, player, liberty) {
            add(liberty);
        }
        for stone in board.chain(beside) {
            for hunter in board.stones_beside(player.opponent(), stone) {
                if let Some(taken) = board.atari(hunter) {
                    add(taken);
                }
            }
        }
    }
    few.choose(rng)
}

/// Whether a stone on the empty point leaves its chain in no danger: two liberties at least.
fn gains_liberties(board: &Board, player: Player, point: Point) -> bool {
    let helps = |p: Point| board.atari(p).is_none() && board.liberties(p).len() > 2;
    board.empty_beside(point).count() >= 2
        || board.captures(player, point)
        || board.stones_beside(player, point).any(helps)
}

/// A good shape on one of the eight points around the last move.
fn make_shape(board: &Board, player: Player, last: Point, rng: &mut Rng) -> Option<Point> {
    let mut few = Few::new(last);
    for point in board.empty_around(last) {
        if is_good_shape(board, point)
            && board.is_legal(player, point)
            && is_safe(board, player, point)
            && !board.is_eye(player, point, EyeRule::Standard)
        {
            few.add(point);
        }
    }
    few.choose(rng)
}

/// Whether a stone there is not at once in atari, as far as one sees without reading.
fn is_safe(board: &Board, player: Player, point: Point) -> bool {
    let friends = board.stones_beside(player, point).filter(|&p| board.atari(p).is_none());
    board.empty_beside(point).count() + friends.count() >= 2 || board.captures(player, point)
}
