//! Captures that create or destroy connections: the moves of quiescence search (Winands et al.,
//! The Quad Heuristic in Lines of Action, 2001, section 5).
//!
//! Whether they do is told by the Euler number of a side, groups less holes, which a piece changes
//! only through the squares around it.

use tengen_loa::{Board, Move, MoveList, Player, Square, neighbours, squares};

/// By how much the Euler number grows when a piece is put among neighbours that form this pattern.
/// Bits: the three squares below from left to right, left, right, the three above.
static ADDED: [i8; 256] = {
    let mut table = [0; 256];
    let mut pattern = 0;
    while pattern < 256 {
        table[pattern] = euler(spread(pattern) | 1 << 9) - euler(spread(pattern));
        pattern += 1;
    }
    table
};

/// A pattern as a set of squares around b2.
const fn spread(pattern: usize) -> u64 {
    let p = pattern as u64;
    p & 7 | (p >> 3 & 1) << 8 | (p >> 4 & 1) << 10 | (p >> 5) << 16
}

/// Groups less holes, by counting quads: `(Q1 - Q3 - 2 Qd) / 4`. The set must leave the last file
/// and rank free.
const fn euler(set: u64) -> i8 {
    let mut sum = 0;
    let mut rank = -1;
    while rank < 7 {
        let mut file = -1;
        while file < 7 {
            let [a, b, c, d] = [
                bit(set, file, rank),
                bit(set, file + 1, rank),
                bit(set, file, rank + 1),
                bit(set, file + 1, rank + 1),
            ];
            sum += match (a + b + c + d, a + d) {
                (1, _) => 1,
                (3, _) => -1,
                (2, 0 | 2) => -2,
                _ => 0,
            };
            file += 1;
        }
        rank += 1;
    }
    sum / 4
}

const fn bit(set: u64, file: i8, rank: i8) -> i8 {
    if file < 0 || rank < 0 { 0 } else { (set >> (8 * rank + file) & 1) as i8 }
}

/// The pattern that a set makes around a square.
#[inline(always)]
fn around(set: u64, square: Square) -> usize {
    // Turned so that the square is b2; nothing else than its neighbours is left to turn.
    let set = (set & neighbours(square.bit())).rotate_right(square.index() as u32 + 64 - 9);
    (set & 7 | (set >> 8 & 1) << 3 | (set >> 10 & 1) << 4 | (set >> 16 & 7) << 5) as usize
}

/// Whether a capture changes the Euler number of either side.
#[inline(always)]
fn changes_connections(mine: u64, theirs: u64, from: Square, to: Square) -> bool {
    let without = mine & !from.bit();
    let own = ADDED[around(without, to)] - ADDED[around(without, from)];
    own != 0 || ADDED[around(theirs, to)] != 0
}

/// Replaces `out` by the captures that create or destroy connections.
pub(crate) fn connection_changing_captures(
    board: &Board,
    player: Player,
    out: &mut MoveList<Move>,
) {
    out.clear();
    let (mine, theirs) = (board.pieces(player), board.pieces(player.opponent()));
    for from in squares(mine) {
        let captures = board.reach(player, from) & theirs;
        for to in squares(captures) {
            if changes_connections(mine, theirs, from, to) {
                out.push(Move::new(from, to, true));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::Rng;

    use super::*;

    /// The Euler number of a set on the whole board, quads counted one by one.
    fn slow_euler(set: u64) -> i32 {
        let at = |file: i32, rank: i32| {
            let on = (0..8).contains(&file) && (0..8).contains(&rank);
            i32::from(on && set >> (8 * rank + file).clamp(0, 63) & 1 == 1)
        };
        let mut sum = 0;
        for rank in -1..8 {
            for file in -1..8 {
                let diagonal = at(file, rank) + at(file + 1, rank + 1);
                let other = at(file + 1, rank) + at(file, rank + 1);
                sum += match (diagonal, other) {
                    (1, 0) | (0, 1) => 1,
                    (1, 2) | (2, 1) => -1,
                    (2, 0) | (0, 2) => -2,
                    _ => 0,
                };
            }
        }
        sum / 4
    }

    /// Position T7 of the literature: Black 3, White 1 although White has two groups.
    #[test]
    fn euler_numbers_of_a_published_position() {
        let text = "......../x.x...../.x..o.../...o.o.x/..o.o.../.o..x.../...x..../......o. b";
        let position =
            tengen_loa::Position::from_text(text, tengen_loa::Rules::PAPER).expect("a position");
        let board = position.board();
        assert_eq!(slow_euler(board.pieces(Player::Black)), 3);
        assert_eq!(slow_euler(board.pieces(Player::White)), 1);
    }

    #[test]
    fn local_changes_are_those_of_the_whole_board() {
        let mut rng = Rng::new(7);
        for _ in 0..20_000 {
            let set = rng.next_u64() & rng.next_u64();
            for square in Square::all() {
                let (with, without) = (set | square.bit(), set & !square.bit());
                let change = slow_euler(with) - slow_euler(without);
                assert_eq!(i32::from(ADDED[around(set, square)]), change, "{set:x} {square}");
            }
        }
    }
}
