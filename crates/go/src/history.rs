//! The positions a game has been through, for superko.

use tengen_game::{Key, random_key};

const FILTER_BITS: usize = 4096;

/// Keys of earlier positions, with a small filter in front: most look-ups touch one bit.
#[derive(Debug)]
pub(crate) struct History {
    keys: Vec<Key>,
    /// A hash of the set of keys: neither order nor repetition matters to superko.
    set: Key,
    filter: [u64; FILTER_BITS / 64],
}

impl History {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self { keys: Vec::with_capacity(capacity), set: Key(0), filter: [0; FILTER_BITS / 64] }
    }

    pub(crate) fn push(&mut self, key: Key) {
        if !self.contains(key) {
            self.set ^= random_key(key.0);
        }
        self.keys.push(key);
        let (word, bit) = Self::place(key);
        self.filter[word] |= bit;
    }

    pub(crate) fn contains(&self, key: Key) -> bool {
        let (word, bit) = Self::place(key);
        self.filter[word] & bit != 0 && self.keys.contains(&key)
    }

    /// Equal for equal sets of keys.
    pub(crate) const fn set_key(&self) -> Key {
        self.set
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
        Self { keys, set: self.set, filter: self.filter }
    }

    fn clone_from(&mut self, other: &Self) {
        self.keys.clone_from(&other.keys);
        self.set = other.set;
        self.filter = other.filter;
    }
}
