//! Whether pieces form one group.

/// All squares but those of the a-file, and all but those of the h-file.
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The squares that touch one of a set, by an edge or a corner.
#[inline(always)]
#[must_use]
pub const fn neighbours(set: u64) -> u64 {
    let beside = (set << 1) & NOT_A | (set >> 1) & NOT_H;
    let row = set | beside;
    beside | row << 8 | row >> 8
}

/// Whether a set of squares is one group. A single square is, and so is the empty set.
#[inline(always)]
#[must_use]
pub const fn is_connected(set: u64) -> bool {
    // Nearly always some piece touches no other, which settles it without filling anything.
    if set & !neighbours(set) != 0 {
        return set & set.wrapping_sub(1) == 0;
    }
    fills(set)
}

/// Whether the group of one piece is the whole set.
#[inline(never)]
const fn fills(set: u64) -> bool {
    group_of(set & set.wrapping_neg(), set) == set
}

/// The squares of a set that are connected to some of them, those included.
#[inline(always)]
pub(crate) const fn group_of(seed: u64, set: u64) -> u64 {
    let mut group = seed;
    loop {
        let grown = (group | neighbours(group)) & set;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::{is_connected, neighbours};

    #[test]
    fn files_a_and_h_do_not_touch() {
        assert_eq!(neighbours(1 << 7), 1 << 6 | 1 << 14 | 1 << 15);
        assert_eq!(neighbours(1 << 56), 1 << 48 | 1 << 49 | 1 << 57);
        assert_eq!(neighbours(1 << 27).count_ones(), 8);
        assert!(!is_connected(1 << 7 | 1 << 8) && !is_connected(1 << 15 | 1 << 16));
    }

    #[test]
    fn groups_without_lone_pieces_are_told_apart() {
        // Two pairs far from each other; a ring; a snake over the whole board.
        assert!(!is_connected(0b11 | 0b11 << 62));
        assert!(is_connected(0x3c24_243c_0000));
        assert!(is_connected(0xff01_ff80_ff01_ff80));
        assert!(is_connected(1) && is_connected(1 << 63) && is_connected(u64::MAX));
    }
}
