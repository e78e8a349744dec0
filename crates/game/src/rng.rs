//! The one source of chance: small, seeded, the same on every machine.

/// A fast 64-bit generator for playouts: a Weyl sequence whose terms are squared against a
/// constant and folded (the "multiply and fold" family). Not for secrets.
///
/// ```
/// use tengen_game::Rng;
/// let mut a = Rng::new(7);
/// let mut b = Rng::new(7);
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert!(a.below(6) < 6);
/// assert_ne!(Rng::stream(7, 0).next_u64(), Rng::stream(7, 1).next_u64());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// The generator of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self::stream(seed, 0)
    }

    /// The `index`-th independent generator of a seed: one a thread, a game or a job.
    #[must_use]
    pub const fn stream(seed: u64, index: u64) -> Self {
        // Scramble both, so that neighbouring seeds and streams start far apart in the sequence.
        Self(crate::random_key(crate::random_key(seed).0 ^ index).0)
    }

    /// Sixty-four random bits.
    #[inline(always)]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let product = (self.0 as u128) * ((self.0 ^ 0xd6e8_feb8_6659_fd93) as u128);
        (product >> 64) as u64 ^ product as u64
    }

    /// A number below `n`, uniform but for a bias of at most `n / 2⁶⁴`. For `n = 0` it is 0.
    #[inline(always)]
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.next_u64() as u128 * n as u128) >> 64) as usize
    }

    /// A number from 0 to 1, 1 excluded, in steps of 2⁻²⁴.
    #[inline]
    pub const fn unit(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 / (1 << 24) as f32
    }

    /// Puts the items into a random order, each order as likely as any other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// A random element of a slice that is not empty.
    pub const fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn every_residue_is_about_equally_likely() {
        let mut rng = Rng::new(1);
        for n in [2usize, 3, 7, 81, 361] {
            let draws = 2000 * n;
            let mut seen = vec![0f64; n];
            for _ in 0..draws {
                seen[rng.below(n)] += 1.0;
            }
            let chi2: f64 = seen.iter().map(|c| (c - 2000.0).powi(2) / 2000.0).sum();
            let freedom = (n - 1) as f64;
            assert!(chi2 < freedom + 6.0 * (2.0 * freedom).sqrt(), "n = {n}: chi² = {chi2}");
        }
    }

    #[test]
    fn consecutive_draws_are_not_correlated() {
        // Pairs (a, b) of successive draws below 9 fill all 81 cells evenly.
        let mut rng = Rng::new(2);
        let mut cells = [0f64; 81];
        for _ in 0..81 * 2000 {
            cells[rng.below(9) * 9 + rng.below(9)] += 1.0;
        }
        let chi2: f64 = cells.iter().map(|c| (c - 2000.0).powi(2) / 2000.0).sum();
        assert!(chi2 < 80.0 + 6.0 * 160f64.sqrt(), "chi² = {chi2}");
    }

    #[test]
    fn every_order_is_about_equally_likely() {
        let mut rng = Rng::new(4);
        let mut seen = std::collections::HashMap::new();
        for _ in 0..24 * 1000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *seen.entry(items).or_insert(0f64) += 1.0;
        }
        assert_eq!(seen.len(), 24);
        let chi2: f64 = seen.values().map(|c| (c - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi2 < 23.0 + 6.0 * 46f64.sqrt(), "chi² = {chi2}");
    }

    #[test]
    fn streams_of_one_seed_differ() {
        let firsts: std::collections::HashSet<u64> =
            (0..10_000).map(|i| Rng::stream(3, i).next_u64()).collect();
        assert_eq!(firsts.len(), 10_000);
    }
}
