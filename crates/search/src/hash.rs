//! A fast hash of moves, the same on every machine of one word size.

use std::hash::{Hash, Hasher};

/// Multiplies and rotates, a word at a time.
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u8(&mut self, i: u8) {
        self.write_u64(i.into());
    }

    fn write_u16(&mut self, i: u16) {
        self.write_u64(i.into());
    }

    fn write_u32(&mut self, i: u32) {
        self.write_u64(i.into());
    }

    fn write_u64(&mut self, i: u64) {
        self.0 = (self.0.rotate_left(23) ^ i).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }
}

/// A hash of a move.
#[inline]
pub(crate) fn move_hash<M: Hash>(m: &M) -> usize {
    let mut hasher = MoveHasher(0);
    m.hash(&mut hasher);
    hasher.finish() as usize
}
