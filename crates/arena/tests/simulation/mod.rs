//! What simulated matches and tournaments draw from.

// Every test program has its own copy of this, and not all use all of it.
#![allow(dead_code)]

use proptest::prelude::*;

/// SplitMix64, by its published constants.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    /// From 0 to 1, 1 excluded.
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Counts as they occur and as they do not: nothing, few, and up to 10^12.
pub(crate) fn count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 0..5_u64, 0..2000_u64, 0..=1_000_000_000_000_u64]
}

pub(crate) fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>(),
        (-10.0..1e12),
        (-1.0..2.0),
        Just(0.0),
        Just(f64::NAN),
        Just(f64::INFINITY)
    ]
}
