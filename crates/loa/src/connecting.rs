//! Moves that connect a side at once, found without trying every move.

use tengen_game::Player;

use crate::board::Board;
use crate::connection::{group_of, neighbours};
use crate::lines::Direction;
use crate::moves::Move;
use crate::rules::Simultaneous;
use crate::square::squares;

/// A piece touches at most four groups that do not touch each other, so what is left when the
/// moving piece is lifted has at most four.
const MOST_GROUPS: usize = 4;

impl Board {
    /// How many groups the pieces of `player` form.
    #[must_use]
    pub fn group_count(&self, player: Player) -> u32 {
        let (mut left, mut count) = (self.pieces(player), 0);
        while left != 0 {
            left ^= group_of(left & left.wrapping_neg(), left);
            count += 1;
        }
        count
    }

    /// A move of `player` that connects his pieces and wins by it; whose turn it is is not asked.
    /// On a board where he is connected already the answer means nothing.
    ///
    /// A piece that is lifted leaves groups behind, and must come down on a square that touches
    /// all of them. Mostly there is none, which is known after filling the groups once.
    ///
    /// ```
    /// use tengen_loa::{Board, Player, Simultaneous};
    /// let text = "....oxo./....ooo./.....x../......x./..x...x./......xo/......../........";
    /// let board: Board = text.parse().unwrap();
    /// let found = board.connecting_move(Player::Black, Simultaneous::Draw).unwrap();
    /// assert_eq!(found.to_string(), "c4xf7");
    /// assert_eq!(board.connecting_move(Player::White, Simultaneous::Draw), None);
    /// ```
    #[must_use]
    pub fn connecting_move(&self, player: Player, both: Simultaneous) -> Option<Move> {
        // One group more: the piece that moves may be one of its own.
        let mut groups = [0u64; MOST_GROUPS + 1];
        let mine = self.pieces(player);
        let (mut left, mut count) = (mine, 0);
        while left != 0 {
            let group = group_of(left & left.wrapping_neg(), left);
            *groups.get_mut(count)? = group;
            count += 1;
            left ^= group;
        }
        let touched = groups.map(neighbours);
        for (home, &group) in groups.iter().enumerate().take(count) {
            // Where a piece of this group touches all other groups.
            let mut common = !mine;
            for (other, reach) in touched.iter().enumerate().take(count) {
                common &= if other == home { u64::MAX } else { *reach };
            }
            if common == 0 {
                continue;
            }
            for from in squares(group) {
                let targets = common & touching_all(group ^ from.bit());
                if targets == 0 {
                    continue;
                }
                for way in Direction::ALL {
                    let (to, is_legal) = self.aim(player, from, way);
                    if is_legal && targets & to.bit() != 0 {
                        let captures = self.pieces(player.opponent()) & to.bit() != 0;
                        if !captures || both == Simultaneous::MoverWins || {
                            let mut after = *self;
                            after.move_piece(player, from, to);
                            !after.is_connected(player.opponent())
                        } {
                            return Some(Move::new(from, to, captures));
                        }
                    }
                }
            }
        }
        None
    }
}

/// The squares that touch every group of a set; all squares if it is empty.
fn touching_all(mut set: u64) -> u64 {
    let mut common = u64::MAX;
    while set != 0 && common != 0 {
        let group = group_of(set & set.wrapping_neg(), set);
        common &= neighbours(group);
        set ^= group;
    }
    common
}
