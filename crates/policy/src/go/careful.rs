//! Care in playouts: what neither a 3x3 pattern nor an answer to the last move tells.
//!
//! Playouts misjudge groups mostly in two ways. They fill the last but one liberty of a large chain,
//! which a pattern cannot see, and they leave the one point alone that makes two eyes of an eye space
//! or one. So a drawn move that gives stones away is drawn anew, and a vital point beside the last
//! move is mostly taken at once, whoever it serves.

use tengen_go::{Breath, Chains, PatternCode, Player, Point, Rng, WeightedBoard};

use crate::go::softmax::{Choice, ChoiceWatcher};

/// How often, of 16 times, vital points are looked for; not always, so that no playout is certain.
const VITAL: usize = 14;

/// So often a move is drawn anew before a gift is made after all: there may be nothing else.
const MOST_DRAWS: u32 = 8;

/// Makes a move as the choice has it, but with care.
///
/// The watcher is told of every draw, of those too that come to nothing: whether a draw is taken does
/// not depend on the weights, so the sum of ψ over all draws is that of the move. A vital point is not
/// drawn at all.
#[inline(never)]
pub(crate) fn draw(
    choice: &Choice,
    board: &WeightedBoard,
    player: Player,
    rng: &mut Rng,
    watcher: &mut impl ChoiceWatcher,
) -> Option<Point> {
    if rng.below(16) < VITAL
        && let Some(last) = choice.last()
        && let Some(vital) = vital_point_beside(board.board(), player, last)
        // No eye is filled.
        && board.weight(player, vital) > 0
    {
        return Some(vital);
    }
    let mut drawn = choice.draw_watched(board, player, rng, watcher)?;
    for _ in 1..MOST_DRAWS {
        if !is_gift(board.board(), player, drawn, board.code(drawn)) {
            break;
        }
        drawn = choice.draw_watched(board, player, rng, watcher)?;
    }
    Some(drawn)
}

/// How likely [`draw`] makes each of the moves that the choice has with these probabilities.
pub(crate) fn chances(
    choice: &Choice,
    board: &WeightedBoard,
    player: Player,
    mut drawn: Vec<(Point, f64)>,
) -> Vec<(Point, f64)> {
    let is_gift = |point| is_gift(board.board(), player, point, board.code(point));
    let gifts: f64 = drawn.iter().filter(|(point, _)| is_gift(*point)).map(|(_, p)| p).sum();
    // After so many gifts the last draw counts, whatever it is.
    let to_the_last = gifts.powi(MOST_DRAWS as i32 - 1);
    let before: f64 = (0..MOST_DRAWS as i32 - 1).map(|earlier| gifts.powi(earlier)).sum();
    for (point, chance) in &mut drawn {
        *chance *= if is_gift(*point) { to_the_last } else { before + to_the_last };
    }
    let vital = choice.last().and_then(|last| vital_point_beside(board.board(), player, last));
    if let Some(vital) = vital.filter(|&vital| board.weight(player, vital) > 0) {
        let share = VITAL as f64 / 16.0;
        for (point, chance) in &mut drawn {
            *chance = *chance * (1.0 - share) + if *point == vital { share } else { 0.0 };
        }
    }
    drawn
}

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

/// Whether a move, whose surroundings have this code, gives two stones or more away: it takes nothing,
/// leaves its chain with one liberty, and does not kill from within.
#[inline]
fn is_gift(board: &Chains, player: Player, point: Point, code: PatternCode) -> bool {
    board.breath_after(player, point, code) == Breath::One && gives_away(board, player, point)
}

/// The same for a self-atari. That of a single stone is left to its pattern, which sees all of it.
#[inline(never)]
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

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_go::{Board, BoardSize, EyeRule};

    fn at(name: &str) -> Point {
        name.parse().expect("a point")
    }

    fn board(diagram: &str) -> Board {
        diagram.parse().expect("a diagram")
    }

    /// The vital point of the empty points, which White encloses.
    fn vital(diagram: &str) -> Option<String> {
        let board = board(diagram);
        let from = board.empty_points().next().expect("an empty point");
        let shape = eye_space(&board, from).expect("an eye space");
        shape.vital_point(&board).map(|point| point.to_string())
    }

    #[test]
    fn vital_points() {
        for (diagram, expected) in [
            ("OOOOO\nO..OO\nOOOOO\nOOOOO\nOOOOO", None),
            ("OOOOO\nO...O\nOOOOO\nOOOOO\nOOOOO", Some("C4")),
            ("OOOOO\nO..OO\nO.OOO\nOOOOO\nOOOOO", Some("B4")),
            ("OOOOO\nO...O\nOO.OO\nOOOOO\nOOOOO", Some("C4")),
            ("OOOOO\nO..OO\nO..OO\nOOOOO\nOOOOO", None),
            ("OOOOO\nO..OO\nOO..O\nOOOOO\nOOOOO", None),
            ("....O\nOOOOO\nOOOOO\nOOOOO\nOOOOO", None),
            ("OO.OO\nO...O\nOO.OO\nOOOOO\nOOOOO", Some("C4")),
            ("OOOOO\nO...O\nO..OO\nOOOOO\nOOOOO", Some("C4")),
            ("OOOOO\nO...O\nOO.OO\nOO.OO\nOOOOO", None),
            ("OO.OO\nO...O\nO..OO\nOOOOO\nOOOOO", Some("C4")),
            ("OOOOO\nO...O\nO...O\nOOOOO\nOOOOO", None),
        ] {
            let spaced: String = diagram
                .lines()
                .map(|line| line.chars().map(|c| format!("{c} ")).collect::<String>() + "\n")
                .collect();
            assert_eq!(vital(&spaced).as_deref(), expected, "{diagram}");
        }
    }

    #[test]
    fn eye_spaces_have_one_owner() {
        let both = board(". . X . .\nO O X . .\n. . . . .\n. . . . .\n. . . . .");
        assert!(eye_space(&both, at("A5")).is_none());
        assert!(eye_space(&both, at("A1")).is_none());
    }

    #[test]
    fn it_plays_where_the_eye_space_is_vital() {
        let diagram = "
            O . . . O
            O O O O O
            . . . . .
            . . . . .
            . . . . .";
        for player in Player::BOTH {
            assert_eq!(vital_point_beside(&board(diagram), player, at("A5")), Some(at("C5")));
            assert_eq!(vital_point_beside(&board(diagram), player, at("A1")), None);
        }
    }

    fn is_gift_of_black(diagram: &str, m: &str) -> bool {
        let board = board(diagram);
        is_gift(&board, Player::Black, at(m), board.pattern_code(at(m)))
    }

    #[test]
    fn gifts() {
        // Two stones between three chains.
        let thin = "
            . . . . .
            . O O . .
            O X . . .
            . O O . .
            . . . . .";
        assert!(is_gift_of_black(thin, "C3"));
        assert!(!is_gift_of_black(thin, "C5"));
        // Within the eye of one chain, two of three points: White cannot take and live.
        let eye = "
            O O O . .
            . X . O .
            O O O O .
            . . . . .
            . . . . .";
        assert!(!is_gift_of_black(eye, "A4"));
        // Two stones in the middle of four in a row: a third leaves three in a row.
        let four = "
            O O O O .
            X X . . O
            O O O O O
            . . . . .
            . . . . .";
        assert!(!is_gift_of_black(four, "C4"));
        // Three in the middle of five: four in a row become two eyes.
        let five = "
            O O O O O
            X X X . .
            O O O O O
            . . . . .
            . . . . .";
        assert!(is_gift_of_black(five, "D4"));
        // What takes something is no gift.
        let takes = "
            . O X . .
            X O X . .
            O . X . .
            X O O . .
            . . . . .";
        assert!(!is_gift_of_black(takes, "B3"));
    }

    /// What is called a gift is a self-atari of two stones or more that takes nothing, by playing it.
    #[test]
    fn gifts_leave_one_liberty() {
        let mut rng = Rng::new(7);
        let (mut gifts, mut others) = (0, 0);
        for side in [5, 7, 9] {
            for _ in 0..1500 {
                let mut board = Board::new(BoardSize::new(side).expect("a size"));
                let mut player = Player::Black;
                for _ in 0..rng.below(2 * side * side) {
                    board.play_random_move(player, &mut rng);
                    player = player.opponent();
                }
                let points: Vec<Point> = board.empty_points().collect();
                for point in points {
                    if !board.is_legal(player, point)
                        || board.is_eye(player, point, EyeRule::Standard)
                    {
                        continue;
                    }
                    let mut after = board.clone();
                    after.play(player, point);
                    let theirs = player.opponent();
                    let gives = after.stone_count(theirs) == board.stone_count(theirs)
                        && after.liberties(point).len() == 1
                        && after.chain(point).count() >= 2;
                    let is_gift = is_gift(&board, player, point, board.pattern_code(point));
                    assert!(gives || !is_gift, "{board}\n{player:?} {point}");
                    if after.chain(point).count() > LARGEST {
                        assert_eq!(gives, is_gift, "{board}\n{player:?} {point}");
                    }
                    gifts += u32::from(is_gift);
                    others += u32::from(gives && !is_gift);
                }
            }
        }
        assert!(gifts > 300 && others > 300, "{gifts} {others}");
    }
}
