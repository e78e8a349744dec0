//! Games that a light search plays against itself.

use std::num::NonZero;

use tengen_game::{MoveList, Rng};
use tengen_go::{BoardSize, Game, Komi, Position, Rules};
use tengen_policy::go::{GoPlayouts, Tactics};
use tengen_search::{
    Control, Limits, NoMemory, Rave, RaveSchedule, Search, StopFlag, TreeOptions, TreeSearch, Uct,
};

use crate::go::record::{BadRecord, Record};
use crate::parallel::in_parallel;
use crate::stopped::Stopped;

/// How games are played: by UCT with RAVE, tactical playouts and tactical priors.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay {
    /// The size of the board.
    pub size: BoardSize,
    /// Playouts for a move.
    pub playouts: u64,
    /// Random moves at the beginning, so that no two games are alike: up to so many.
    pub opening: usize,
    /// Seed of all chance.
    pub seed: u64,
    /// Games played at a time. What is played does not depend on it.
    pub threads: NonZero<usize>,
}

/// Why games were not played.
#[derive(Debug, thiserror::Error)]
pub enum NotPlayed {
    /// Somebody asked for that.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A search has no memory.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// A game came out that cannot be replayed.
    #[error(transparent)]
    Record(#[from] BadRecord),
}

/// Whoever is this sure to win or to lose ends the game: what comes after teaches nothing.
const SURE: f64 = 0.05;
/// A tree of so few playouts can be small.
const MEMORY: usize = 16 << 20;

impl SelfPlay {
    /// Plays games; each depends on its number alone. `tell` hears how many are over. A game that
    /// has random moves only is not among the records.
    pub fn play(
        &self,
        games: usize,
        stop: &StopFlag,
        tell: impl Fn(usize) + Sync,
    ) -> Result<Vec<Record>, NotPlayed> {
        let done = std::sync::atomic::AtomicUsize::new(0);
        let played = in_parallel(self.threads, (0..games).collect(), |index| {
            let record = self.game(index, stop);
            tell(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1);
            record
        });
        let records: Result<Vec<Option<Record>>, _> = played.into_iter().collect();
        Ok(records?.into_iter().flatten().collect())
    }

    /// One game: what was played after the random moves.
    fn game(&self, index: usize, stop: &StopFlag) -> Result<Option<Record>, NotPlayed> {
        let mut rng = Rng::stream(self.seed, index as u64);
        let mut position = Position::new(self.size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
        let mut moves = MoveList::new();
        for _ in 0..rng.below(self.opening + 1) {
            position.legal_moves(&mut moves);
            // The last one is to pass.
            let Some(m) = rng.choose(&moves[..moves.len().saturating_sub(1)]) else { break };
            position.play_unchecked(m);
        }
        let start = position.board().stones().collect();
        let opening = position.moves().len();
        let mut search = self.search(&position, rng.next_u64())?;
        while position.outcome().is_none() && position.moves().len() < 3 * self.size.area() {
            if stop.is_stopped() {
                return Err(Stopped.into());
            }
            let mut control = Control::new(Limits::playouts(self.playouts)).stopped_by(stop);
            let report = search.search(&position, &mut control);
            let Some(m) = report.best else { break };
            if !(SURE..1.0 - SURE).contains(&report.value) {
                break;
            }
            position.play_unchecked(m);
            search.advance(m);
        }
        if stop.is_stopped() {
            return Err(Stopped.into());
        }
        match Record::new(self.size, start, position.moves()[opening..].to_vec()) {
            Ok(record) => Ok(Some(record)),
            Err(BadRecord::NoMoves) => Ok(None),
            Err(other) => Err(other.into()),
        }
    }

    fn search(
        &self,
        position: &Position,
        seed: u64,
    ) -> Result<impl Search<Position> + use<>, NoMemory> {
        let uct = Uct { c: 0.0, fpu: 1.0, ..Uct::default() };
        let rule = Rave { uct, schedule: RaveSchedule::Mse { bias: 0.01, doubt: 0.0 } };
        let options = TreeOptions { memory: MEMORY, seed, ..TreeOptions::default() };
        let policy = GoPlayouts::tactical(position);
        TreeSearch::new(position, &policy, &Tactics::new(1.0), rule, options)
    }
}
