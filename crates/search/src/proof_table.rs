//! What proof search remembers of positions.

use tengen_game::Key;

use crate::arena::NoMemory;

/// How many plies a proof or a disproof takes; [`FOREVER`] and [`NEVER`] are beyond all limits.
pub(crate) type Plies = u8;

/// Of a disproof: no number of plies is enough.
pub(crate) const FOREVER: Plies = u8::MAX;
/// Of a proof: there is none.
const NEVER: Plies = u8::MAX;

/// What is known of one position and one goal. Whether the goal is reached within so many plies
/// does not depend on how the position came about, so all of it may be shared.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// As left by the last visit that settled nothing, which had `limit` plies to go; 0 if there
    /// was none.
    pub(crate) pn: u32,
    pub(crate) dn: u32,
    pub(crate) limit: Plies,
    /// The goal is reached within so many plies, or [`NEVER`] if that is not known ...
    proven: Plies,
    /// ... and is not within so many.
    disproven: Plies,
    /// How much work is behind it: what is dear is kept.
    work: u32,
}

impl Entry {
    const NEW: Self = Self { pn: 1, dn: 1, limit: 0, proven: NEVER, disproven: 0, work: 0 };

    /// In how many plies the goal is reached, if within `limit`.
    #[inline]
    pub(crate) fn proven_within(&self, limit: Plies) -> Option<Plies> {
        (self.proven <= limit && self.proven != NEVER).then_some(self.proven)
    }

    /// In how many plies it is not, if not within `limit`.
    #[inline]
    pub(crate) fn disproven_within(&self, limit: Plies) -> Option<Plies> {
        (self.disproven >= limit).then_some(self.disproven)
    }
}

/// An entry in memory: the key, the numbers, and the rest with an age that is never 0. Plain words,
/// since the system gives zeroed ones for nothing.
type Words = [u64; 3];

#[inline]
fn pack(key: Key, entry: &Entry, age: u8) -> Words {
    let plies = u64::from(u32::from_le_bytes([entry.limit, entry.proven, entry.disproven, age]));
    let numbers = u64::from(entry.pn) << 32 | u64::from(entry.dn);
    [key.0, numbers, u64::from(entry.work) << 32 | plies]
}

#[inline]
fn unpack(words: &Words) -> Entry {
    let [limit, proven, disproven, _] = (words[2] as u32).to_le_bytes();
    let (pn, dn) = ((words[1] >> 32) as u32, words[1] as u32);
    Entry { pn, dn, limit, proven, disproven, work: work(words) }
}

#[inline]
fn work(words: &Words) -> u32 {
    (words[2] >> 32) as u32
}

/// When an entry was written.
#[inline]
fn age(words: &Words) -> u8 {
    (words[2] >> 24) as u8
}

/// What a visit has found out.
#[derive(Clone, Copy)]
pub(crate) struct Finding {
    pub(crate) pn: u32,
    pub(crate) dn: u32,
    /// Plies of the proof (if `pn` is 0) or of the disproof (if `dn` is).
    pub(crate) plies: Plies,
}

/// Entries that share a place.
const WAYS: usize = 4;

/// A transposition table of fixed size. Keys are kept whole: a proof must not rest on a chance.
pub(crate) struct ProofTable {
    buckets: Vec<[Words; WAYS]>,
    /// Of this search: entries with another are as good as none.
    age: u8,
}

impl ProofTable {
    /// A table in at most so many bytes (but some entries at least).
    pub(crate) fn new(bytes: usize) -> Result<Self, NoMemory> {
        let wanted = (bytes / size_of::<[Words; WAYS]>()).max(16);
        let count = 1 << wanted.ilog2();
        // Asked for first, since the macro would end the program.
        if Vec::<[Words; WAYS]>::new().try_reserve_exact(count).is_err() {
            return Err(NoMemory { bytes });
        }
        Ok(Self { buckets: vec![[[0; 3]; WAYS]; count], age: 1 })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.age = self.age.checked_add(1).unwrap_or_else(|| {
            self.buckets.fill([[0; 3]; WAYS]);
            1
        });
    }

    #[inline]
    fn place(&self, key: Key) -> usize {
        key.0 as usize & (self.buckets.len() - 1)
    }

    #[inline]
    fn is_of(&self, words: &Words, key: Key) -> bool {
        words[0] == key.0 && age(words) == self.age
    }

    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<Entry> {
        let bucket = &self.buckets[self.place(key)];
        bucket.iter().find(|words| self.is_of(words, key)).map(unpack)
    }

    /// Adds what a visit with `limit` plies to go has found out, by so much effort.
    pub(crate) fn put(&mut self, key: Key, limit: Plies, finding: Finding, effort: u64) {
        let place = self.place(key);
        let bucket = &self.buckets[place];
        let known = bucket.iter().position(|words| self.is_of(words, key));
        let worth = |words: &Words| if age(words) == self.age { work(words) } else { 0 };
        let cheapest = || (0..WAYS).min_by_key(|&way| worth(&bucket[way])).unwrap_or(0);
        let mut entry = known.map_or(Entry::NEW, |way| unpack(&bucket[way]));
        entry.work = entry.work.saturating_add(effort.try_into().unwrap_or(u32::MAX));
        match finding {
            Finding { pn: 0, plies, .. } => entry.proven = entry.proven.min(plies),
            Finding { dn: 0, plies, .. } => entry.disproven = entry.disproven.max(plies),
            Finding { pn, dn, .. } => (entry.pn, entry.dn, entry.limit) = (pn, dn, limit),
        }
        let way = known.unwrap_or_else(cheapest);
        self.buckets[place][way] = pack(key, &entry, self.age);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_adds_up() {
        let mut table = ProofTable::new(1 << 12).unwrap();
        let key = Key(0x1234_5678_9abc_def0);
        assert!(table.get(key).is_none());
        table.put(key, 7, Finding { pn: 70_000, dn: 3, plies: 0 }, 5);
        let entry = table.get(key).unwrap();
        assert_eq!((entry.pn, entry.dn, entry.limit, entry.work), (70_000, 3, 7, 5));
        assert_eq!((entry.proven_within(9), entry.disproven_within(3)), (None, None));
        table.put(key, 3, Finding { pn: u32::MAX, dn: 0, plies: 4 }, 1);
        table.put(key, 9, Finding { pn: 0, dn: u32::MAX, plies: 7 }, 1);
        table.put(key, 11, Finding { pn: 0, dn: u32::MAX, plies: 9 }, 1);
        let entry = table.get(key).unwrap();
        assert_eq!([6, 7, 8].map(|n| entry.proven_within(n)), [None, Some(7), Some(7)]);
        assert_eq!([3, 4, 5].map(|n| entry.disproven_within(n)), [Some(4), Some(4), None]);
        assert!(table.get(Key(key.0 ^ 1 << 63)).is_none(), "the whole key counts");
    }

    #[test]
    fn dear_entries_stay_and_old_ones_go() {
        let mut table = ProofTable::new(0).unwrap();
        let key = |n: u64| Key(n << 32);
        for n in 1..=100 {
            let effort = if n == 7 { 1000 } else { 1 };
            table.put(key(n), 5, Finding { pn: 2, dn: 2, plies: 0 }, effort);
        }
        assert!(table.get(key(7)).is_some() && table.get(key(100)).is_some());
        assert_eq!((1..=100).filter(|&n| table.get(key(n)).is_some()).count(), WAYS);
        for _ in 0..300 {
            table.clear();
            assert!(table.get(key(7)).is_none());
            table.put(key(7), 5, Finding { pn: 2, dn: 2, plies: 0 }, 9);
        }
    }
}
