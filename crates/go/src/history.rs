//! The positions a game has been through, for superko.

use tengen_game::Key;

const FILTER_BITS: usize = 4096;

/// Keys of earlier positions, with a small filter in front: most look-ups touch one bit.
#[derive(Debug)]
pub(crate) struct History {
    keys: Vec<Key>,
    filter: [u64; FILTER_BITS / 64],
}

impl History {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self { keys: Vec::with_capacity(capacity), filter: [0; FILTER_BITS / 64] }
    }

    pub(crate) fn push(&mut self, key: Key) {
        self.keys.push(key);
        let (word, bit) = Self::place(key);
        self.filter[word] |= bit;
    }

    pub(crate) fn contains(&self, key: Key) -> bool {
        let (word, bit) = Self::place(key);
        self.filter[word] & bit != 0 && self.keys.contains(&key)
    }

    fn place(key: Key) -> (usize, u64) {
        let bit = key.0 as usize % FILTER_BITS;
        (bit / 64, 1 << (bit % 64))
    }
}

impl Clone for History {
    fn clone(&self) -> Self {
        // Keep the room: playing on a clone should not allocate either.
        let mut keys = Vec::with_capacity(self.keys.capacity());
        keys.extend_from_slice(&self.keys);
        Self { keys, filter: self.filter }
    }

    fn clone_from(&mut self, other: &Self) {
        self.keys.clone_from(&other.keys);
        self.filter = other.filter;
    }
}
