//! The positions a game has been through, for draws by repetition.

use tengen_game::Key;

use crate::zobrist;

/// Keys of the positions since the last capture: earlier ones had more pieces and cannot return.
#[derive(Debug)]
pub(crate) struct History {
    keys: Vec<Key>,
    /// A hash of the keys and how often each occurred; their order does not matter.
    set: Key,
}

impl History {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self { keys: Vec::with_capacity(capacity), set: Key(0) }
    }

    /// Forgets everything, since nothing of it can return.
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.set = Key(0);
    }

    /// Adds a position and says how often it has occurred now.
    pub(crate) fn push(&mut self, key: Key) -> usize {
        let occurrence = 1 + self.keys.iter().filter(|&&earlier| earlier == key).count();
        self.set ^= zobrist::occurrence(key, occurrence as u64);
        self.keys.push(key);
        occurrence
    }

    /// Equal for histories that hold the same positions equally often.
    pub(crate) const fn set_key(&self) -> Key {
        self.set
    }
}

impl Clone for History {
    fn clone(&self) -> Self {
        // Keep the room: playing on a clone should not allocate either.
        let mut keys = Vec::with_capacity(self.keys.capacity());
        keys.extend_from_slice(&self.keys);
        Self { keys, set: self.set }
    }

    fn clone_from(&mut self, other: &Self) {
        self.keys.clone_from(&other.keys);
        self.set = other.set;
    }
}
