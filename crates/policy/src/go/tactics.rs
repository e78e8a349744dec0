//! Simple tactical knowledge about moves: what every beginner sees.

use tengen_go::{Board, EyeRule, Game, Move, Player, Point, Position};
use tengen_search::{Knowledge, MovePrior};

use crate::go::ladder::LadderReader;
use crate::go::shapes::is_good_shape;

/// What a beginner sees (captures, escapes, ladders, self-atari, own eyes) and what a shodan feels
/// (good shape, answering locally, the empty edge), as virtual playouts. Which values and weights
/// pay was found by matches (docs/results.md).
#[derive(Clone, Debug)]
pub struct Tactics {
    board: Option<Board>,
    ladders: LadderReader,
    /// Steps from the last move, by point; 0 is unknown or far.
    steps: Vec<u8>,
    queue: Vec<Point>,
    /// Scales the number of virtual playouts.
    weight: f32,
}

impl Tactics {
    /// Knowledge that counts `weight` times as much as a handful of playouts.
    #[must_use]
    pub const fn new(weight: f32) -> Self {
        Self {
            board: None,
            ladders: LadderReader::new(),
            steps: Vec::new(),
            queue: Vec::new(),
            weight,
        }
    }
}

/// Value and number of virtual playouts.
type Opinion = (f32, f32);

const EVEN: Opinion = (0.5, 4.0);
const FILLS_EYE: Opinion = (0.0, 20.0);
const PASS: Opinion = (0.2, 4.0);
const CAPTURES_ONE: Opinion = (0.85, 8.0);
const CAPTURES_MORE: Opinion = (0.95, 14.0);
const ESCAPES: Opinion = (0.8, 10.0);
const RUNS_INTO_LADDER: Opinion = (0.1, 8.0);
const CATCHES: Opinion = (0.8, 8.0);
const GIVES_ATARI: Opinion = (0.6, 2.0);
const SELF_ATARI: Opinion = (0.05, 10.0);
const GOOD_SHAPE: Opinion = (0.75, 5.0);
/// The first, second and third line where nothing stands near.
const EMPTY_EDGE: [Opinion; 3] = [(0.1, 8.0), (0.3, 4.0), (0.6, 4.0)];
/// One, two and three steps from the last move, where a chain is one step long.
const NEAR: [Opinion; 3] = [(0.85, 8.0), (0.8, 7.0), (0.65, 3.0)];

impl Tactics {
    fn opinions(&mut self, position: &Position, point: Point) -> Opinion {
        let (board, player) = (position.board(), position.to_move());
        if board.is_eye(player, point, EyeRule::Standard) {
            return FILLS_EYE;
        }
        let mut sum = EVEN;
        let mut add = |(value, weight): Opinion| {
            sum = ((sum.0 * sum.1 + value * weight) / (sum.1 + weight), sum.1 + weight);
        };
        let size = board.size();
        let beside = |colour: Player| {
            point.neighbours(size).filter(move |&p| board.stone(p) == Some(colour))
        };
        // Most moves touch nothing, and then there is nothing to read.
        let touches = point.neighbours(size).any(|p| board.stone(p).is_some());
        if touches {
            let after = self.board.get_or_insert_with(|| board.clone());
            after.clone_from(board);
            after.play(player, point);
            let liberties = after.liberties(point).len();
            let theirs = player.opponent();
            let captured = board.stone_count(theirs) - after.stone_count(theirs);
            match captured {
                0 => {}
                1 => add(CAPTURES_ONE),
                _ => add(CAPTURES_MORE),
            }
            let in_atari = beside(player).any(|p| board.atari(p).is_some());
            if liberties <= 1 && captured == 0 {
                add(SELF_ATARI);
            } else if in_atari {
                let caught = liberties == 2 && self.ladders.can_be_caught(after, point);
                add(if caught { RUNS_INTO_LADDER } else { ESCAPES });
            }
            if liberties > 1 {
                let prey = beside(player.opponent()).find(|&p| after.atari(p).is_some());
                if let Some(prey) = prey {
                    add(if self.ladders.is_caught(after, prey) { CATCHES } else { GIVES_ATARI });
                }
            }
        }
        if is_good_shape(board, point) {
            add(GOOD_SHAPE);
        }
        match self.steps[point.index()] {
            steps @ 1..=3 => add(NEAR[usize::from(steps) - 1]),
            _ if !touches && is_lonely(board, point) => {
                if let Some(&edge) = EMPTY_EDGE.get(line(board, point)) {
                    add(edge);
                }
            }
            _ => {}
        }
        sum
    }

    /// Finds out how far each point is from the last move.
    fn walk(&mut self, board: &Board, last: Option<Point>) {
        self.steps.clear();
        self.steps.resize(Point::INDICES, 0);
        self.queue.clear();
        let Some(last) = last else { return };
        // The whole chain of the last move is where it starts.
        let start: Vec<Point> = board.chain(last).collect();
        for &point in &start {
            self.steps[point.index()] = FAR;
        }
        self.queue.extend(start);
        let mut done = 0;
        for steps in 1..=NEAR.len() as u8 {
            let wave = done..self.queue.len();
            done = wave.end;
            for i in wave {
                for next in self.queue[i].neighbours(board.size()) {
                    if self.steps[next.index()] != 0 {
                        continue;
                    }
                    // A chain is reached as a whole.
                    let first = self.queue.len();
                    match board.stone(next) {
                        Some(_) => self.queue.extend(board.chain(next)),
                        None => self.queue.push(next),
                    }
                    for &reached in &self.queue[first..] {
                        self.steps[reached.index()] = steps;
                    }
                }
            }
        }
    }
}

/// Too far to count.
const FAR: u8 = u8::MAX;

/// How many lines there are between a point and the edge.
fn line(board: &Board, point: Point) -> usize {
    let far = board.size().side() - 1;
    point.x().min(point.y()).min(far - point.x()).min(far - point.y())
}

/// No stone within three steps (king steps of two).
fn is_lonely(board: &Board, point: Point) -> bool {
    let near = |p: Point| p.x().abs_diff(point.x()).max(p.y().abs_diff(point.y())) <= 2;
    !board.stones().any(|(p, _)| near(p))
}

impl Knowledge<Position> for Tactics {
    fn judge(&mut self, position: &Position, moves: &[Move], priors: &mut [MovePrior]) {
        let last = position.moves().last().and_then(|&(_, m)| m.point());
        // A stone that was suicide is gone.
        let last = last.filter(|&point| position.board().stone(point).is_some());
        self.walk(position.board(), last);
        for (&m, prior) in moves.iter().zip(priors) {
            let (value, weight) = match m {
                Move::Pass => PASS,
                Move::Play(point) => self.opinions(position, point),
            };
            let weight = (weight * self.weight).round();
            *prior = MovePrior { bias: value, value, weight };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tactics;
    use tengen_go::{Board, Komi, Move, Player, Position, Rules};
    use tengen_search::{Knowledge, MovePrior};

    fn judge(diagram: &str, m: &str) -> MovePrior {
        let board: Board = diagram.parse().expect("a diagram");
        let position =
            Position::from_board(board, Player::Black, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
        let mut prior = [MovePrior::default()];
        let m: Move = m.parse().expect("a move");
        Tactics::new(1.0).judge(&position, &[m], &mut prior);
        prior[0]
    }

    const BOARD: &str = "
        . . . . .
        . . X . .
        . X O X .
        . . . . .
        X . . . .";

    #[test]
    fn it_likes_what_a_beginner_likes() {
        assert!(judge(BOARD, "C2").value > 0.6, "captures");
        assert!(judge(BOARD, "pass").value < 0.4);
        // Black on A5 has two liberties; between two white stones he would have one.
        let boxed = ". O .\n. . O\n. . .";
        assert!(judge(boxed, "A3").value < 0.4, "self-atari");
        let eye = "X X . .\n. X . .\nX X . .\n. . . .";
        assert!(judge(eye, "A3").value < 0.1, "fills an eye");
        let suicide = ". O O . .\nO . . . .\n. . . . .\n. . . . .\n. . . . .";
        assert!(judge(suicide, "A5").value < 0.3, "suicide takes nothing");
    }
}
