//! Position hashes.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

/// A 64-bit position hash (Zobrist: the exclusive or of one random number per feature).
///
/// Two positions with equal keys are taken for the same one. Among `n` positions the chance of any
/// mistake is about `n² / 2⁶⁵`: one in ten billion for the history of a thousand-move game times a
/// thousand games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u64);

impl BitXor for Key {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The `index`-th number of a fixed pseudo-random sequence, for building key tables in constants.
///
/// SplitMix64's output function over a Weyl sequence: distinct indices give distinct numbers.
#[must_use]
pub const fn random_key(index: u64) -> Key {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    Key(z ^ (z >> 31))
}
