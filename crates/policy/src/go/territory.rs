//! An evaluator for alpha-beta: who is nearer to which point.

use tengen_go::{Board, Game, Move, MoveList, Outcome, Player, Point, Position};
use tengen_search::Evaluator;

/// Scores a position by stones and by empty points that are nearer to one side, in hundredths of a
/// point. Good enough for small boards and for comparison, not for strong play.
#[derive(Clone, Debug, Default)]
pub struct Territory {
    reached: Vec<u8>,
    /// In which step that was.
    when: Vec<u16>,
    queue: Vec<(Point, u8)>,
}

const BLACK: u8 = 1;
const WHITE: u8 = 2;

impl Territory {
    /// Points of Black less those of White, without komi.
    fn lead(&mut self, board: &Board) -> i32 {
        self.reached.clear();
        self.reached.resize(Point::INDICES, 0);
        self.when.clear();
        self.when.resize(Point::INDICES, 0);
        self.queue.clear();
        let colour = |player| if player == Player::Black { BLACK } else { WHITE };
        self.queue.extend(board.stones().map(|(point, player)| (point, colour(player))));
        for &(point, colour) in &self.queue {
            self.reached[point.index()] = colour;
        }
        // Step by step from all stones at once. A point that both reach in the same step is
        // nobody's, and neither side goes on from there as its own.
        let (mut done, mut step) = (0, 0);
        while done < self.queue.len() {
            let wave = done..self.queue.len();
            (done, step) = (wave.end, step + 1);
            for i in wave {
                let (point, colour) = self.queue[i];
                for next in point.neighbours(board.size()) {
                    let reached = &mut self.reached[next.index()];
                    let when = &mut self.when[next.index()];
                    if *reached == 0 || (*when == step && *reached & colour == 0) {
                        *reached |= colour;
                        *when = step;
                        self.queue.push((next, colour));
                    }
                }
            }
        }
        let score = |point: Point| match self.reached[point.index()] {
            BLACK => 1,
            WHITE => -1,
            _ => 0,
        };
        board.size().points().map(score).sum()
    }
}

impl Evaluator<Position> for Territory {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let half_points = 2 * self.lead(position.board()) - (2.0 * position.komi().points()) as i32;
        let score = 50 * half_points;
        if position.to_move() == Player::Black { score } else { -score }
    }

    /// Captures; and the pass that ends the game with a win.
    fn noisy_moves(&mut self, position: &Position, out: &mut MoveList<Move>) {
        out.clear();
        let (board, player) = (position.board(), position.to_move());
        let captures = board.empty_points().filter(|&p| board.captures(player, p)).map(Move::Play);
        out.extend(captures.filter(|&m| position.is_legal(m)));
        let wins = || position.komi().outcome(board.area().score()) == Outcome::Win(player);
        if position.passes() == 1 && wins() {
            out.push(Move::Pass);
        }
    }

    const SCALE: f64 = 500.0;
}
