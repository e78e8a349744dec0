//! Who owns what in the end, by playouts.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tengen_go::{Chains, Player, Point};

/// Counts, playout by playout, who has each point in the end. Copies of the handle, and all threads
/// that count for it, share the totals.
///
/// ```
/// use tengen_go::{BoardSize, Komi, Position, Rng, Rules};
/// use tengen_policy::go::{GoPlayouts, OwnershipCounts};
/// use tengen_search::PlayoutPolicy;
/// let size = BoardSize::new(5).unwrap();
/// let mut position = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
/// let counts = OwnershipCounts::new();
/// let mut playouts = GoPlayouts::light(&position).counting(&counts);
/// let mut rng = Rng::new(1);
/// for _ in 0..100 {
///     playouts.playout(&mut position, &mut rng, &mut ());
/// }
/// let ownership = counts.total();
/// assert_eq!(ownership.playouts(), 25); // one in four is looked at
/// println!("{:.2}", ownership.of("C3".parse().unwrap()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct OwnershipCounts {
    tallies: Arc<Mutex<Vec<Arc<Tally>>>>,
}

/// The counts of one thread: it alone writes, anybody may read.
#[derive(Debug)]
pub(crate) struct Tally {
    playouts: AtomicU32,
    /// Black's playouts less White's, by point.
    balance: Box<[AtomicI32]>,
}

impl OwnershipCounts {
    /// Counts without playouts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all playouts. Not for the time of a search: threads at work may miss it.
    pub fn clear(&self) {
        let mut tallies = self.tallies.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that only we still hold belong to threads that are gone.
        tallies.retain(|tally| Arc::strong_count(tally) > 1);
        for tally in tallies.iter() {
            tally.playouts.store(0, Ordering::Relaxed);
            tally.balance.iter().for_each(|count| count.store(0, Ordering::Relaxed));
        }
    }

    /// All counts so far.
    #[must_use]
    pub fn total(&self) -> Ownership {
        let mut total = Ownership { playouts: 0, balance: vec![0; Point::INDICES].into() };
        for tally in self.tallies.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            total.playouts += u64::from(tally.playouts.load(Ordering::Relaxed));
            for (sum, count) in total.balance.iter_mut().zip(&tally.balance) {
                *sum += i64::from(count.load(Ordering::Relaxed));
            }
        }
        total
    }

    /// Counters for one more thread.
    pub(crate) fn tally(&self) -> Arc<Tally> {
        let tally = Arc::new(Tally {
            playouts: AtomicU32::new(0),
            balance: (0..Point::INDICES).map(|_| AtomicI32::new(0)).collect(),
        });
        let mut tallies = self.tallies.lock().unwrap_or_else(PoisonError::into_inner);
        tallies.push(Arc::clone(&tally));
        tally
    }
}

impl Tally {
    /// Counts a finished board.
    #[inline]
    pub(crate) fn add(&self, board: &Chains) {
        // Only this thread writes, so that reading and writing apart loses nothing.
        let playouts = self.playouts.load(Ordering::Relaxed);
        self.playouts.store(playouts.saturating_add(1), Ordering::Relaxed);
        for point in board.size().points() {
            let step = match board.holder(point) {
                Some(Player::Black) => 1,
                Some(Player::White) => -1,
                None => continue,
            };
            let count = &self.balance[point.index()];
            count.store(count.load(Ordering::Relaxed).saturating_add(step), Ordering::Relaxed);
        }
    }
}

/// Who owned each point in the end, on average.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership {
    playouts: u64,
    balance: Box<[i64]>,
}

impl Ownership {
    /// How many playouts were counted.
    #[must_use]
    pub const fn playouts(&self) -> u64 {
        self.playouts
    }

    /// From -1 (always White's) to 1 (always Black's).
    #[must_use]
    pub fn of(&self, point: Point) -> f64 {
        self.balance[point.index()] as f64 / self.playouts.max(1) as f64
    }

    /// The same, as `player` sees it: 1 is his.
    #[must_use]
    pub fn for_player(&self, player: Player, point: Point) -> f64 {
        if player == Player::Black { self.of(point) } else { -self.of(point) }
    }

    /// Black's mean lead, without komi.
    #[must_use]
    pub fn lead(&self) -> f64 {
        self.balance.iter().sum::<i64>() as f64 / self.playouts.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::GoPlayouts;
    use tengen_go::{BoardSize, Komi, Position, Rng, Rules};
    use tengen_search::PlayoutPolicy;

    #[test]
    fn what_is_counted_is_what_was_scored() {
        let size = BoardSize::new(9).unwrap();
        let mut position = Position::new(size, Rules::CHINESE, Komi::from_points(0));
        let counts = OwnershipCounts::new();
        let first = GoPlayouts::light(&position).counting(&counts);
        let mut points = 0.0;
        // Two threads' worth of counters.
        for (seed, mut policy) in [(1, first.clone()), (2, first)] {
            let mut rng = Rng::new(seed);
            for i in 0..800 {
                let score = policy.playout(&mut position, &mut rng, &mut ());
                points += if i % 4 == 0 { f64::from(score.points) } else { 0.0 };
            }
        }
        let total = counts.total();
        assert_eq!(total.playouts(), 400);
        assert!((total.lead() - points / 400.0).abs() < 1e-9);
        let tengen: Point = "E5".parse().unwrap();
        assert_eq!(total.for_player(Player::White, tengen), -total.of(tengen));
        counts.clear();
        assert_eq!(counts.total().playouts(), 0);
        assert_eq!(counts.total().of(tengen), 0.0);
    }
}
