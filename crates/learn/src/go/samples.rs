//! Positions of games as competitions between moves.

use std::num::NonZero;

use tengen_game::Rng;
use tengen_go::{Move, MoveList};
use tengen_search::StopFlag;

use crate::go::feature_set::FeatureSet;
use crate::go::record::Record;
use crate::mm::{Competitions, Features, Teams, TooManyTeams};
use crate::parallel::in_parallel;
use crate::stopped::Stopped;

/// Which positions are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// At most so many of a game, drawn by chance; all for `None`.
    pub per_game: Option<usize>,
    /// Seed of that chance. What is drawn of a game depends on its number and on nothing else.
    pub seed: u64,
    /// Threads. Results do not depend on them.
    pub threads: NonZero<usize>,
}

/// Positions as competitions, those of some games kept aside.
#[derive(Clone, Debug)]
pub struct Samples {
    /// What moves are described by.
    pub features: Features,
    /// All moves that were seen.
    pub teams: Teams,
    /// Positions to learn from.
    pub training: Competitions,
    /// Positions to see how well that went.
    pub held_out: Competitions,
}

/// Why there are no samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSamples {
    /// Somebody asked for that.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// There are too many.
    #[error("{0}: take fewer positions of each game")]
    Teams(#[from] TooManyTeams),
}

/// Whether a game is kept aside: one in ten.
pub(crate) const fn is_held_out(number: usize) -> bool {
    number.is_multiple_of(10)
}

/// Positions that are described before they are put together: what lies around meanwhile stays small.
const BATCH: usize = 4096;

/// Moves of a position: which of them was played, and the levels of all.
struct Described {
    played: usize,
    levels: Vec<u16>,
}

impl Samples {
    /// Describes positions of games. `tell` hears how many games are done.
    pub fn collect<S: FeatureSet>(
        set: &S,
        records: &[Record],
        sampling: &Sampling,
        stop: &StopFlag,
        mut tell: impl FnMut(usize),
    ) -> Result<Self, NoSamples> {
        let features = set.features();
        let mut samples = Self {
            teams: Teams::new(&features),
            features,
            training: Competitions::default(),
            held_out: Competitions::default(),
        };
        let mut done = 0;
        while done < records.len() {
            if stop.is_stopped() {
                return Err(Stopped.into());
            }
            let batch = batch(&records[done..], sampling);
            let jobs = batch.iter().enumerate().map(|(i, record)| (done + i, record)).collect();
            let described = in_parallel(sampling.threads, jobs, |(number, record)| {
                describe(set.clone(), record, number, sampling)
            });
            for (number, game) in (done..).zip(described) {
                for position in game {
                    samples.push(is_held_out(number), &position)?;
                }
            }
            done += batch.len();
            tell(done);
        }
        samples.training.shrink();
        samples.held_out.shrink();
        Ok(samples)
    }

    fn push(&mut self, held_out: bool, position: &Described) -> Result<(), TooManyTeams> {
        let rows = position.levels.chunks_exact(self.features.len());
        let moves: Result<Vec<u32>, _> = rows.map(|levels| self.teams.intern(levels)).collect();
        let mut moves = moves?;
        let winner = moves[position.played];
        let list = if held_out { &mut self.held_out } else { &mut self.training };
        // The winner is one of them.
        let pushed = list.push(winner, &mut moves);
        debug_assert!(pushed.is_ok());
        Ok(())
    }
}

/// The next games, one at least.
fn batch<'a>(records: &'a [Record], sampling: &Sampling) -> &'a [Record] {
    let mut positions = 0;
    let fits = |record: &&Record| {
        let length = record.moves().len();
        positions += sampling.per_game.map_or(length, |most| length.min(most));
        positions <= BATCH
    };
    let count = records.iter().take_while(fits).count();
    &records[..count.max(1).min(records.len())]
}

/// The positions of a game that are taken.
fn describe<S: FeatureSet>(
    mut set: S,
    record: &Record,
    number: usize,
    sampling: &Sampling,
) -> Vec<Described> {
    let is_taken = draw(record.moves().len(), number, sampling);
    let mut candidates = MoveList::new();
    let mut found = Vec::new();
    record.replay(|i, position, m: Move| {
        if !is_taken[i] {
            return;
        }
        set.candidates(position, &mut candidates);
        let Some(played) = candidates.iter().position(|&candidate| candidate == m) else { return };
        let mut levels = Vec::new();
        set.describe(position, &candidates, &mut levels);
        found.push(Described { played, levels });
    });
    found
}

/// Which plies of a game are taken.
fn draw(plies: usize, number: usize, sampling: &Sampling) -> Vec<bool> {
    let most = sampling.per_game.unwrap_or(plies);
    let mut is_taken: Vec<bool> = (0..plies).map(|i| i < most).collect();
    if most < plies {
        Rng::stream(sampling.seed, number as u64).shuffle(&mut is_taken);
    }
    is_taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ply_is_drawn_as_often() {
        let sampling = |per_game| Sampling { per_game, seed: 3, threads: NonZero::<usize>::MIN };
        let mut often = [0; 20];
        for game in 0..10_000 {
            let taken = draw(20, game, &sampling(Some(5)));
            assert_eq!(taken.iter().filter(|&&taken| taken).count(), 5);
            for (count, taken) in often.iter_mut().zip(taken) {
                *count += usize::from(taken);
            }
        }
        // 2,500 expected, with a standard deviation of 43.
        assert!(often.iter().all(|count| (2300..2700).contains(count)), "{often:?}");
        assert_eq!(draw(3, 0, &sampling(Some(5))), [true; 3]);
        assert_eq!(draw(3, 0, &sampling(None)), [true; 3]);
    }
}
