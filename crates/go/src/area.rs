//! Tromp-Taylor area.

use tengen_game::Player;

use crate::chains::Chains;
use crate::mask::PointMask;
use crate::point::Point;

/// Who owns what, exactly as Tromp and Taylor count it: a player's area is the points with his
/// stones and the empty points that reach only his colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    owned: [PointMask; 2],
}

impl Area {
    /// Points owned by `player`.
    #[must_use]
    pub fn of(&self, player: Player) -> usize {
        self.owned[player.index()].len()
    }

    /// The owner of `point`, if it has one.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Player> {
        Player::BOTH.into_iter().find(|p| self.owned[p.index()].contains(point))
    }

    /// Black's area less White's, before komi.
    #[must_use]
    pub fn score(&self) -> i32 {
        self.of(Player::Black) as i32 - self.of(Player::White) as i32
    }
}

impl Chains {
    /// The area of both players, every stone taken as alive.
    ///
    /// ```
    /// use tengen_go::{Board, Player};
    /// let board: Board = ". X .\n. X O\n. X .".parse().unwrap();
    /// let area = board.area();
    /// assert_eq!((area.of(Player::Black), area.of(Player::White)), (6, 1));
    /// ```
    #[must_use]
    pub fn area(&self) -> Area {
        let mut owned = [PointMask::EMPTY; 2];
        for (point, player) in self.stones() {
            owned[player.index()].insert(point);
        }
        // Flood each empty region once, on a stack of fixed size: every point enters it once.
        let mut seen = PointMask::EMPTY;
        let mut stack = [Point::at(0, 0); 361];
        for start in self.empty_points() {
            if !seen.insert(start) {
                continue;
            }
            let (mut region, mut reached) = (PointMask::EMPTY, [false; 2]);
            let mut height = 1;
            stack[0] = start;
            while height > 0 {
                height -= 1;
                let point = stack[height];
                region.insert(point);
                for side in point.sides() {
                    let word = self.word(side);
                    for player in Player::BOTH {
                        reached[player.index()] |= word.is_stone_of(player);
                    }
                    if word.is_empty_point() && seen.insert(side.point()) {
                        stack[height] = side.point();
                        height += 1;
                    }
                }
            }
            for player in Player::BOTH {
                if reached[player.index()] && !reached[player.opponent().index()] {
                    for point in region.iter() {
                        owned[player.index()].insert(point);
                    }
                }
            }
        }
        Area { owned }
    }
}
