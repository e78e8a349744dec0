//! Surroundings that are played often, collected from games.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::num::NonZero;

use tengen_policy::go::{KnownSurroundings, Surroundings};
use tengen_search::StopFlag;

use crate::go::record::Record;
use crate::go::samples::is_held_out;
use crate::parallel::in_parallel;
use crate::stopped::Stopped;

/// Games that are looked at before somebody hears of it.
const BATCH: usize = 256;

/// The surroundings in which moves were played at least so often, the most frequent first; as many as
/// can be numbered. Games that are kept aside are not looked at. `tell` hears how many games are done.
///
/// A move takes 40 bytes.
pub fn frequent_surroundings(
    records: &[Record],
    least: NonZero<u32>,
    threads: NonZero<usize>,
    stop: &StopFlag,
    mut tell: impl FnMut(usize),
) -> Result<KnownSurroundings, Stopped> {
    let mut moves: Vec<Keys> = Vec::new();
    for (batch, done) in records.chunks(BATCH).zip((0..).step_by(BATCH)) {
        if stop.is_stopped() {
            return Err(Stopped);
        }
        tell(done);
        let training = batch.iter().zip(done..).filter(|&(_, number)| !is_held_out(number));
        let games = in_parallel(threads, training.collect(), |(record, _)| keys_of_moves(record));
        moves.extend(games.into_iter().flatten());
    }
    // Size by size: what surrounds something rare is rare, and is not counted.
    let mut often: Vec<(u32, usize, u32)> = Vec::new();
    for size in 0..Surroundings::SIZES {
        let mut counts: HashMap<u32, u32> = HashMap::new();
        moves.iter().for_each(|keys| *counts.entry(keys[size]).or_default() += 1);
        counts.retain(|_, count| *count >= least.get());
        moves.retain(|keys| counts.contains_key(&keys[size]));
        often.extend(counts.into_iter().map(|(key, count)| (count, size, key)));
    }
    often.sort_unstable_by_key(|&(count, size, key)| (Reverse(count), size, key));
    Ok(KnownSurroundings::new(often.into_iter().map(|(.., key)| key).collect()))
}

/// The keys around a move, the smallest surroundings first.
type Keys = [u32; Surroundings::SIZES];

/// Those of all moves of a game.
fn keys_of_moves(record: &Record) -> Vec<Keys> {
    let (mut surroundings, mut found) = (Surroundings::new(), Vec::new());
    record.replay(|_, position, m| {
        if let Some(point) = m.point() {
            surroundings.look_at(position);
            let mut keys: Keys = [0; _];
            keys.iter_mut().zip(surroundings.keys(point)).for_each(|(slot, key)| *slot = key);
            found.push(keys);
        }
    });
    found
}
