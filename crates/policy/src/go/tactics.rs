//! Simple tactical knowledge about moves: what every beginner sees.

use tengen_go::{Board, EyeRule, Game, Move, Player, Point, Position};
use tengen_search::{Knowledge, MovePrior};

/// Captures, escapes, self-atari, own eyes, the empty edge and the neighbourhood of the last move,
/// as virtual playouts. The figures are in the style of Fuego's and michi's, not tuned.
#[derive(Clone, Debug)]
pub struct Tactics {
    board: Option<Board>,
    /// Scales the number of virtual playouts.
    weight: f32,
}

impl Tactics {
    /// Knowledge that counts `weight` times as much as a handful of playouts.
    #[must_use]
    pub const fn new(weight: f32) -> Self {
        Self { board: None, weight }
    }
}

/// Value and number of virtual playouts.
type Opinion = (f32, f32);

const EVEN: Opinion = (0.5, 4.0);
const FILLS_EYE: Opinion = (0.0, 20.0);
const PASS: Opinion = (0.2, 4.0);
const CAPTURES: Opinion = (0.85, 8.0);
const ESCAPES: Opinion = (0.75, 6.0);
const GIVES_ATARI: Opinion = (0.65, 3.0);
const SELF_ATARI: Opinion = (0.1, 8.0);
const EMPTY_EDGE: Opinion = (0.2, 6.0);
/// One and two steps from the last move (king steps).
const NEAR: [Opinion; 2] = [(0.7, 5.0), (0.6, 3.0)];

impl Tactics {
    fn opinions(&mut self, position: &Position, point: Point, last: Option<Point>) -> Opinion {
        let (board, player) = (position.board(), position.to_move());
        if board.is_eye(player, point, EyeRule::Standard) {
            return FILLS_EYE;
        }
        let mut sum = EVEN;
        let mut add = |(value, weight): Opinion| {
            sum = ((sum.0 * sum.1 + value * weight) / (sum.1 + weight), sum.1 + weight);
        };
        let captures = board.captures(player, point);
        if captures {
            add(CAPTURES);
        }
        let beside = |colour: Player| {
            point.neighbours(board.size()).filter(move |&p| board.stone(p) == Some(colour))
        };
        let in_atari = beside(player).any(|p| board.atari(p).is_some());
        let open = point.neighbours(board.size()).filter(|&p| board.is_empty(p)).count();
        // With two empty points beside it a stone cannot be in atari.
        let liberties = if open >= 2 { 2 } else { self.liberties_after(board, player, point) };
        if liberties == 1 && !captures {
            add(SELF_ATARI);
        } else if in_atari && liberties > 1 {
            add(ESCAPES);
        }
        if liberties > 1 && beside(player.opponent()).any(|p| board.liberties(p).len() == 2) {
            add(GIVES_ATARI);
        }
        match last.map(|last| distance(point, last)) {
            Some(steps @ 1..=2) => add(NEAR[steps - 1]),
            _ if is_empty_edge(board, point) => add(EMPTY_EDGE),
            _ => {}
        }
        sum
    }

    fn liberties_after(&mut self, board: &Board, player: Player, point: Point) -> usize {
        let scratch = self.board.get_or_insert_with(|| board.clone());
        scratch.clone_from(board);
        scratch.play(player, point);
        scratch.liberties(point).len()
    }
}

fn distance(a: Point, b: Point) -> usize {
    a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()))
}

/// On the first line, with no stone within two steps.
fn is_empty_edge(board: &Board, point: Point) -> bool {
    let far = board.size().side() - 1;
    let on_edge = point.x() == 0 || point.y() == 0 || point.x() == far || point.y() == far;
    let near = |p: &Point| distance(*p, point) <= 2;
    on_edge && !board.stones().any(|(p, _)| near(&p))
}

impl Knowledge<Position> for Tactics {
    fn judge(&mut self, position: &Position, moves: &[Move], priors: &mut [MovePrior]) {
        let last = position.moves().last().and_then(|&(_, m)| m.point());
        for (&m, prior) in moves.iter().zip(priors) {
            let (value, weight) = match m {
                Move::Pass => PASS,
                Move::Play(point) => self.opinions(position, point, last),
            };
            let weight = (weight * self.weight).round();
            *prior = MovePrior { bias: value, value, weight };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tactics;
    use tengen_go::{Board, BoardSize, Komi, Move, Player, Position, Rules};
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
        let _ = BoardSize::MAX;
    }
}
