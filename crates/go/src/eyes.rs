//! What an eye is: three answers.

use tengen_game::Player;

use crate::chains::Chains;
use crate::point::Point;

/// Which definition of an eye to use. In all of them the point is empty and every neighbour on
/// the board is a stone of the eye's owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EyeRule {
    /// At most one opposing stone on the four diagonals, and none if the point is at the edge.
    /// The rule of playouts here as nearly everywhere: it keeps most real eyes, needs no chains,
    /// and leaves false eyes playable.
    Standard,
    /// "An empty intersection surrounded by stones of one color with two liberties or more"
    /// (paper 002, "Basics of Go"): every chain around it has another liberty.
    TwoLiberties,
    /// "An empty intersection surrounded by stones belonging to the same string" (paper 002,
    /// "Basics of Go" and "Implementation for Go").
    SameString,
}

impl Chains {
    /// Whether the empty `point` is an eye of `player` by this rule. Ko does not matter.
    #[must_use]
    pub fn is_eye(&self, player: Player, point: Point, rule: EyeRule) -> bool {
        let surrounded = self.is_empty(point)
            && point.sides().into_iter().all(|side| {
                let word = self.word(side);
                word.is_stone_of(player) || word.is_off_board()
            });
        let mut stones = point.sides().into_iter().filter(|&v| self.word(v).is_stone());
        surrounded
            && match rule {
                EyeRule::Standard => self.diagonals_make_eye(player.opponent(), point),
                EyeRule::TwoLiberties => stones.all(|v| !self.word(v).only_at(point)),
                EyeRule::SameString => {
                    let first = stones.next().map(|v| self.root_of(v));
                    stones.all(|v| Some(self.root_of(v)) == first)
                }
            }
    }

    /// The diagonal half of [`EyeRule::Standard`].
    #[inline(always)]
    pub(crate) fn diagonals_make_eye(&self, opponent: Player, point: Point) -> bool {
        let (mut theirs, mut edge) = (0, 0);
        for diagonal in point.diagonals() {
            let word = self.word(diagonal);
            theirs += u32::from(word.is_stone_of(opponent));
            edge |= u32::from(word.is_off_board());
        }
        theirs + edge < 2
    }
}
