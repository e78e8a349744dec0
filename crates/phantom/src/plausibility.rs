//! How likely an opponent is to play somewhere.

use tengen_go::{Board, EyeRule, Player, Point};

/// Says how plausible a move of the unseen opponent is. A world is as likely as the product of its
/// moves.
pub trait Plausibility {
    /// The weight of a move of `player` on the empty `point`, as a logarithm: eight more are twice
    /// as likely. The board is as it was before the move.
    fn weight(&self, board: &Board, player: Player, point: Point) -> i32;
}

/// Every world is as likely as any other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uniform;

impl Plausibility for Uniform {
    #[inline(always)]
    fn weight(&self, _: &Board, _: Player, _: Point) -> i32 {
        0
    }
}

/// An opponent who fills no eyes, does not begin at the edge, and plays near what he has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sensible;

impl Plausibility for Sensible {
    fn weight(&self, board: &Board, player: Player, point: Point) -> i32 {
        if board.is_eye(player, point, EyeRule::Standard) {
            return -48;
        }
        let size = board.size();
        let edge = |c: usize| c == 0 || c + 1 == size.side();
        let is_early = 3 * board.stone_total() < size.area();
        let mut weight = 0;
        if edge(point.x()) || edge(point.y()) {
            weight -= if is_early { 16 } else { 4 };
        }
        let beside = board.stones_beside(player, point).count();
        let around = board.surroundings(point);
        let mine = if player == Player::Black { 0b01 } else { 0b10 };
        let near = (0..8).filter(|i| around >> (2 * i) & 0b11 == mine).count();
        weight += match near {
            0 => 0,
            _ => 6,
        };
        weight -= if beside >= 3 { 8 } else { 0 };
        // Stones that nobody would leave to die, if he has seen the danger.
        let saves = board.stones_beside(player, point).any(|p| board.atari(p) == Some(point));
        weight + if saves { 8 } else { 0 }
    }
}

/// `2^(eighths/8)`, by plain arithmetic: the same on every machine.
pub(crate) fn likelihood(eighths: i32) -> f32 {
    const ROOTS: [f32; 8] = [
        1.0,
        1.090_507_7,
        1.189_207_1,
        1.296_839_6,
        std::f32::consts::SQRT_2,
        1.542_210_8,
        1.681_792_9,
        1.834_008_1,
    ];
    let (whole, part) = (eighths.div_euclid(8).clamp(-60, 60), eighths.rem_euclid(8));
    let power = if whole >= 0 { (1u64 << whole) as f32 } else { 1.0 / (1u64 << -whole) as f32 };
    power * ROOTS[part as usize]
}
