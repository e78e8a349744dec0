//! Care the plain way: eye spaces point by point, shapes as lists, chains stone by stone. What playouts
//! use must give the same answers, and the same playouts move by move.

use tengen_go::{Board, BoardSize, Breath, Chains, Player, Playout, Point, Recorder, Rng};

use super::{MOST_DRAWS, VITAL};
use crate::go::softmax::{Choice, SoftmaxPlayouts, SoftmaxTable};

/// The largest eye space that one move makes into one eye, and the most stones that kill when they
/// are taken.
const LARGEST: usize = 6;

/// Some connected points, one more than [`LARGEST`] at most.
struct Shape {
    points: [Point; LARGEST + 1],
    len: usize,
}

impl Shape {
    const fn new(first: Point) -> Self {
        Self { points: [first; LARGEST + 1], len: 1 }
    }

    fn as_slice(&self) -> &[Point] {
        &self.points[..self.len]
    }

    const fn is_too_large(&self) -> bool {
        self.len > LARGEST
    }

    /// Adds a point if it is new and there is room.
    fn add(&mut self, point: Point) {
        if !self.is_too_large() && !self.as_slice().contains(&point) {
            self.points[self.len] = point;
            self.len += 1;
        }
    }

    /// How many points have 0, 1, ... 4 neighbours within the shape, and one that has most.
    fn degrees(&self, board: &Chains) -> ([u8; 5], Point) {
        let (mut counts, mut most) = ([0; 5], (0, self.points[0]));
        for &point in self.as_slice() {
            let degree =
                point.neighbours(board.size()).filter(|p| self.as_slice().contains(p)).count();
            counts[degree] += 1;
            if degree > most.0 {
                most = (degree, point);
            }
        }
        (counts, most.1)
    }

    /// The point on which a stone leaves one eye of the space: three in a row or bent, four around one,
    /// the bulky and the crossed five, the rabbity six.
    fn vital_point(&self, board: &Chains) -> Option<Point> {
        if !(3..=LARGEST).contains(&self.len) {
            return None;
        }
        let ([_, _, two, three, four], most) = self.degrees(board);
        let is_vital = match self.len {
            3 => true,
            4 => three == 1,
            5 => four == 1 || three == 1 && two == 3,
            _ => four == 1 && two == 3,
        };
        is_vital.then_some(most)
    }

    /// Whether stones of this shape, once they are taken, leave a space that becomes one eye.
    fn kills(&self, board: &Chains) -> bool {
        let is_square = || self.len == 4 && self.degrees(board).0[2] == 4;
        self.len <= 3 || self.vital_point(board).is_some() || is_square()
    }
}

/// The empty points around this one, if they are few and stones of one colour enclose them.
fn eye_space(board: &Chains, from: Point) -> Option<Shape> {
    let mut shape = Shape::new(from);
    let mut owner = None;
    let mut looked_at = 0;
    while looked_at < shape.len {
        for beside in shape.points[looked_at].neighbours(board.size()) {
            match board.stone(beside) {
                None => shape.add(beside),
                Some(player) if owner.is_none_or(|owner| owner == player) => owner = Some(player),
                Some(_) => return None,
            }
        }
        if shape.is_too_large() {
            return None;
        }
        looked_at += 1;
    }
    Some(shape)
}

/// The vital point of an eye space beside the last move, if `player` may move there.
fn vital_point_beside(board: &Chains, player: Player, last: Point) -> Option<Point> {
    board.empty_beside(last).find_map(|beside| {
        eye_space(board, beside)?.vital_point(board).filter(|&vital| board.is_legal(player, vital))
    })
}

/// Whether a move gives two stones or more away: it takes nothing, leaves its chain with one liberty, and
/// does not kill from within.
fn is_gift(board: &Chains, player: Player, point: Point) -> bool {
    board.breath_after(player, point, board.pattern_code(point)) == Breath::One
        && gives_away(board, player, point)
}

/// The same for a self-atari. That of a single stone is left to its pattern, which sees all of it.
fn gives_away(board: &Chains, player: Player, point: Point) -> bool {
    if board.captures(player, point) {
        return false;
    }
    let mut shape = Shape::new(point);
    for friend in board.stones_beside(player, point) {
        for stone in board.chain(friend) {
            shape.add(stone);
            if shape.is_too_large() {
                return true;
            }
        }
    }
    shape.len > 1 && !(is_within_eye(board, player, &shape) && shape.kills(board))
}

/// An eye has a wall of one or two chains. Stones that are merely surrounded have more around them.
fn is_within_eye(board: &Chains, player: Player, stones: &Shape) -> bool {
    let mut walls = [None; 2];
    for &stone in stones.as_slice() {
        for wall in board.stones_beside(player.opponent(), stone) {
            let chain = board.chain_id(wall);
            if walls.contains(&chain) {
                continue;
            }
            let Some(free) = walls.iter_mut().find(|wall| wall.is_none()) else { return false };
            *free = chain;
        }
    }
    true
}

/// A careful move.
fn draw(
    choice: &Choice,
    board: &tengen_go::WeightedBoard,
    player: Player,
    last: Option<Point>,
    rng: &mut Rng,
) -> Option<Point> {
    if let Some(kill) = choice.doomed().kill(board.board(), player, rng) {
        return Some(kill);
    }
    if rng.below(16) < VITAL
        && let Some(vital) = last.and_then(|last| vital_point_beside(board.board(), player, last))
        && board.weight(player, vital) > 0
    {
        return Some(vital);
    }
    let mut drawn = choice.draw(board, player, rng)?;
    for _ in 1..MOST_DRAWS {
        if !is_gift(board.board(), player, drawn) {
            return Some(drawn);
        }
        drawn = choice.draw(board, player, rng)?;
    }
    if !is_gift(board.board(), player, drawn) || !breaks_seki(board.board(), player, drawn) {
        return Some(drawn);
    }
    let is_left = |&point: &Point| {
        choice.weight(board, player, point) > 0.0 && !is_gift(board.board(), player, point)
    };
    let others: Vec<Point> = board.board().empty_points().filter(is_left).collect();
    if others.is_empty() { None } else { Some(others[rng.below(others.len())]) }
}

/// Whether at each of the two liberties of a chain beside the move the opponent would take nothing and
/// have one liberty at most.
fn breaks_seki(board: &Chains, player: Player, point: Point) -> bool {
    let opponent = player.opponent();
    let is_bad = |at: Point| {
        let mut breath: Vec<Point> = board.empty_beside(at).collect();
        for friend in board.stones_beside(opponent, at) {
            breath.extend(board.liberties(friend).iter().filter(|&liberty| liberty != at));
        }
        breath.sort_unstable();
        breath.dedup();
        !board.captures(opponent, at) && breath.len() <= 1
    };
    board.stones_beside(player, point).any(|friend| {
        let liberties: Vec<Point> = board.liberties(friend).iter().collect();
        liberties.len() == 2 && liberties.into_iter().all(is_bad)
    })
}

fn table() -> SoftmaxTable {
    SoftmaxTable::built_in("sb-9x9").expect("a policy")
}

/// Any size from the smallest to the largest, the small ones more often: the large have more points.
fn any_size(rng: &mut Rng) -> BoardSize {
    let most = 3 + rng.below(17);
    BoardSize::new(2 + rng.below(most - 1)).expect("a size")
}

/// A board after some moves; all of one colour now and then, so that there are large eye spaces.
fn any_board(rng: &mut Rng) -> Board {
    let mut board = Board::new(any_size(rng));
    let own_share = [8, 8, 12, 15][rng.below(4)];
    for _ in 0..rng.below(2 * board.size().area()) {
        let player = Player::BOTH[usize::from(rng.below(16) >= own_share)];
        board.play_random_move(player, rng);
    }
    board
}

#[test]
fn vital_points_and_gifts_are_the_same() {
    let mut rng = Rng::new(3);
    let table = table();
    let (mut cases, mut vital, mut moves, mut gifts) = (0, 0, 0, 0);
    while cases < 3_000_000 || moves < 3_000_000 {
        let board = any_board(&mut rng);
        let weighted = table.board(&board);
        for last in board.size().points() {
            let found = weighted.vital_point_beside(last);
            for player in Player::BOTH {
                let expected = vital_point_beside(&board, player, last);
                assert_eq!(found, expected, "{last}\n{board}");
            }
            cases += 1;
            vital += u32::from(found.is_some());
        }
        for point in board.empty_points() {
            for player in Player::BOTH {
                let is_one = super::is_gift(&board, player, point, weighted.code(point));
                assert_eq!(is_one, is_gift(&board, player, point), "{player:?} {point}\n{board}");
                moves += 1;
                gifts += u32::from(is_one);
            }
        }
    }
    assert!(vital > 20_000 && gifts > 10_000, "{vital} {gifts}");
}

/// What was played, in order.
#[derive(Default)]
struct Moves(Vec<(Player, Point)>);

impl Recorder for Moves {
    fn played(&mut self, player: Player, point: Point) {
        self.0.push((player, point));
    }
}

#[test]
fn playouts_are_the_same_move_by_move() {
    let mut rng = Rng::new(4);
    let table = table();
    let mut choice = Choice::careful();
    for seed in 0..4000 {
        let start = Board::new(any_size(&mut rng));
        let limit = 3 * start.size().area() as u32;
        let mut fast = SoftmaxPlayouts::new(table.clone(), &start).careful();
        let (mut moves, mut fast_rng) = (Moves::default(), Rng::new(seed));
        let playout = Playout { to_move: Player::Black, passes: 0, limit };
        fast.run(&start, playout, None, &mut fast_rng, &mut moves);

        let (mut plain, mut plain_rng) = (Moves::default(), Rng::new(seed));
        let mut board = table.board(&start);
        choice.begin(&board);
        let (mut player, mut last, mut passes) = (Player::Black, None, 0);
        for _ in 0..limit {
            choice.prepare(&table, &board, player, last);
            last = draw(&choice, &board, player, last, &mut plain_rng);
            if let Some(point) = last {
                board.play(player, point, &mut ());
                plain.played(player, point);
                passes = 0;
            } else {
                board.clear_ko();
                passes += 1;
            }
            if passes == 2 {
                break;
            }
            player = player.opponent();
        }
        assert_eq!(moves.0, plain.0, "{seed}");
        assert_eq!(fast_rng.below(1 << 40), plain_rng.below(1 << 40), "{seed}");
    }
}
