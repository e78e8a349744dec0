//! The random numbers behind position keys.

use tengen_game::{Key, Player, random_key};

use crate::grid::Grid;
use crate::point::{Point, VERTICES};
use crate::size::BoardSize;

static STONES: [Grid<Key>; 2] = {
    let mut table = [[Key(0); VERTICES]; 2];
    let mut i = 0;
    while i < VERTICES {
        table[0][i] = random_key(i as u64);
        table[1][i] = random_key((VERTICES + i) as u64);
        i += 1;
    }
    let [black, white] = table;
    [Grid::from_array(black), Grid::from_array(white)]
};

const OTHERS: u64 = 1 << 32;

/// A stone of `player` on `point`.
#[inline(always)]
pub(crate) fn stone(player: Player, point: Point) -> Key {
    STONES[player.index()][point]
}

/// The recapture of a ko at `point` is forbidden.
pub(crate) fn ko(point: Point) -> Key {
    random_key(OTHERS + point.vertex().index() as u64)
}

/// White is to move.
pub(crate) const WHITE_TO_MOVE: Key = random_key(2 * OTHERS);

/// The last move was a pass, so that another one ends the game.
pub(crate) const AFTER_PASS: Key = random_key(2 * OTHERS + 1);

/// The game is over.
pub(crate) const GAME_OVER: Key = random_key(2 * OTHERS + 2);

/// The empty board of this size.
pub(crate) fn empty_board(size: BoardSize) -> Key {
    random_key(3 * OTHERS + size.side() as u64)
}
