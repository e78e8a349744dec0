//! The random numbers behind position keys.

use tengen_game::{Key, Player, random_key};

use crate::square::{Square, squares};

static PIECES: [[Key; 64]; 2] = {
    let mut table = [[Key(0); 64]; 2];
    let mut i = 0;
    while i < 128 {
        table[i / 64][i % 64] = random_key(i as u64);
        i += 1;
    }
    table
};

/// A piece of `player` on `square`.
#[inline(always)]
pub(crate) fn piece(player: Player, square: Square) -> Key {
    PIECES[player.index()][square.index()]
}

/// All pieces of both players.
pub(crate) fn pieces(sets: [u64; 2]) -> Key {
    let of = |player: Player| squares(sets[player.index()]).map(move |s| piece(player, s));
    of(Player::Black).chain(of(Player::White)).fold(Key(0), |all, key| all ^ key)
}

/// White is to move.
pub(crate) const WHITE_TO_MOVE: Key = random_key(1 << 32);

/// The `n`-th time that a position has occurred, as part of a history.
pub(crate) fn occurrence(position: Key, n: u64) -> Key {
    random_key(position.0 ^ random_key((2 << 32) + n).0)
}

/// This many plies were played.
pub(crate) fn plies(n: u64) -> Key {
    random_key((3 << 32) + n)
}

/// The rules, as a number.
pub(crate) fn rules(number: u64) -> Key {
    random_key((4 << 32) + number)
}
