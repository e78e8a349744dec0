//! Games that alpha-beta plays against itself.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tengen_game::{MoveList, Rng};
use tengen_loa::{Game, Outcome, Position, Rules};
use tengen_policy::loa::{Evaluation, MiaEvaluator, Transitions};
use tengen_search::{AlphaBeta, AlphaBetaOptions, Control, Limits, NoMemory, Search, StopFlag};

use crate::loa::record::Record;
use crate::stopped::Stopped;

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// How positions are valued.
    pub evaluation: Evaluation,
    /// How likely moves are.
    pub transitions: Transitions,
    /// Positions that a move may look at.
    pub positions: u64,
    /// Random moves at the beginning, from so many to so many.
    pub opening: std::ops::RangeInclusive<usize>,
    /// Seed of all chance.
    pub seed: u64,
    /// Games played at a time.
    pub threads: NonZero<usize>,
}

/// Points of chance in a score.
const NOISE: u32 = 10;
/// After how many plies a game is drawn.
const LONGEST: usize = 200;
/// A table for so few positions can be small.
const TABLE: usize = 1 << 20;

impl SelfPlay {
    /// Plays games; each depends on its number alone, not on the threads. `tell` hears of every
    /// game that is over.
    pub fn play(
        &self,
        games: usize,
        stop: &StopFlag,
        tell: impl Fn(usize) + Sync,
    ) -> Result<Result<Vec<Record>, Stopped>, NoMemory> {
        let records: Vec<Mutex<Option<Record>>> = (0..games).map(|_| Mutex::new(None)).collect();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || -> Result<(), NoMemory> {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= games || stop.is_stopped() {
                    return Ok(());
                }
                let record = self.game(index, stop)?;
                if let Ok(mut place) = records[index].lock() {
                    *place = Some(record);
                }
                tell(done.fetch_add(1, Ordering::Relaxed) + 1);
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads.get()).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().unwrap_or(Ok(())))
        })?;
        if stop.is_stopped() {
            return Ok(Err(Stopped));
        }
        let records = records.into_iter().filter_map(|place| place.into_inner().ok().flatten());
        Ok(Ok(records.collect()))
    }

    /// One game.
    fn game(&self, index: usize, stop: &StopFlag) -> Result<Record, NoMemory> {
        let mut rng = Rng::stream(self.seed, index as u64);
        let evaluator = MiaEvaluator::new(self.evaluation.clone())
            .with_transitions(self.transitions.clone())
            .with_noise(NOISE, rng.next_u64());
        let options = AlphaBetaOptions { table: TABLE, ..AlphaBetaOptions::default() };
        let mut search = AlphaBeta::new(evaluator, options)?;
        let mut position = Position::new(Rules::PAPER);
        let mut moves = MoveList::new();
        let (least, most) = (*self.opening.start(), *self.opening.end());
        for _ in 0..least + rng.below(most.saturating_sub(least) + 1) {
            position.legal_moves(&mut moves);
            let Some(m) = rng.choose(&moves) else { break };
            position.play_unchecked(m);
        }
        let limits = Limits { playouts: Some(self.positions), time: None };
        while position.outcome().is_none() && position.moves().len() < LONGEST {
            let mut control = Control::new(limits).stopped_by(stop);
            let Some(m) = search.search(&position, &mut control).best else { break };
            position.play_unchecked(m);
            search.advance(m);
        }
        let outcome = position.outcome().unwrap_or(Outcome::Draw);
        Ok(Record { moves: position.moves().to_vec(), outcome: Some(outcome) })
    }
}
