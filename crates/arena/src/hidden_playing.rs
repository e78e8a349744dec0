//! A game of Phantom Go, before the arbiter.

use std::time::{Duration, Instant};

use tengen_engine::go::{Move, Player, PointMask};
use tengen_engine::phantom::{Answer, Arbiter, BadTry, News, TryRecord};
use tengen_engine::{Action, Clock, GameSetup, PhantomSetup, TimeSystem};

use crate::hidden_seat::HiddenSeat;
use crate::playing::{Finish, Play, longest};
use crate::record::{End, ForfeitKind, OpeningRecord, Settled, SettledBy, TryEntry};
use crate::seat::{Fault, Manners, letter};

impl Play {
    /// Plays until the game has ended.
    pub(crate) fn run_hidden(
        &mut self,
        setup: PhantomSetup,
        clock: TimeSystem,
        opening: &OpeningRecord,
        seats: &mut [HiddenSeat; 2],
        manners: &Manners,
    ) -> Finish {
        let mut arbiter = setup.arbiter();
        for m in &opening.moves {
            if let Err(finish) = self.answer(&mut arbiter, m, seats) {
                return finish;
            }
            self.rates.push(None);
            self.milliseconds.push(0);
        }
        let mut clocks = [Clock::new(clock); 2];
        let most = longest(GameSetup::Phantom(setup));
        while arbiter.outcome().is_none() && self.moves.len() < most {
            let clock = &mut clocks[arbiter.to_move().index()];
            if let Err(finish) = self.hidden_turn(&mut arbiter, seats, clock, manners) {
                return finish;
            }
        }
        let score = arbiter.position().score();
        if arbiter.outcome().is_none() {
            return Finish::Counted { end: End::Length, score, settled: None };
        }
        let settled = Settled {
            by: SettledBy::Board,
            dead: Vec::new(),
            stands: score,
            played_on: Vec::new(),
            notes: Vec::new(),
        };
        Finish::Counted { end: End::Passes, score, settled: Some(settled) }
    }

    /// Tries until one is legal; an error is the end of the game.
    fn hidden_turn(
        &mut self,
        arbiter: &mut Arbiter,
        seats: &mut [HiddenSeat; 2],
        clock: &mut Clock,
        manners: &Manners,
    ) -> Result<(), Finish> {
        let player = arbiter.to_move();
        let side = self.id.side(player);
        let forfeited = |fault| Finish::Forfeited { loser: player, fault };
        let mut spent = Duration::ZERO;
        loop {
            let started = Instant::now();
            let turn = seats[player.index()].attempt(arbiter.view(player), clock, spent);
            let elapsed = started.elapsed();
            if manners.stop.is_stopped() {
                return Err(Finish::Stopped);
            }
            spent += elapsed;
            self.seconds[side] += elapsed.as_secs_f64();
            let turn = turn.map_err(forfeited)?;
            if let Some(playouts) = turn.playouts {
                *self.playouts[side].get_or_insert(0) += playouts;
            }
            if !clock.allows(spent) {
                let left = clock.most().unwrap_or_default().as_secs_f64();
                let reason = format!(
                    "the tries of move {} took {:.2} s, {left:.2} s were left",
                    self.moves.len() + 1,
                    spent.as_secs_f64()
                );
                return Err(forfeited(Fault::new(ForfeitKind::Time, reason)));
            }
            let Action::Move(m) = turn.action else {
                return Err(Finish::Resigned { winner: player.opponent() });
            };
            if self.answer(arbiter, &m, seats)? {
                self.thought[side] += 1;
                self.rates.push(turn.rate);
                self.milliseconds.push(u32::try_from(spent.as_millis()).unwrap_or(u32::MAX));
                clock.spend(spent);
                return Ok(());
            }
        }
    }

    /// Lets whoever is to move try something, and tells both what they may know; whether it was
    /// legal.
    fn answer(
        &mut self,
        arbiter: &mut Arbiter,
        text: &str,
        seats: &mut [HiddenSeat; 2],
    ) -> Result<bool, Finish> {
        let player = arbiter.to_move();
        let heard = Player::BOTH.map(|player| arbiter.view(player).moments().len());
        let record = attempt(arbiter, text).map_err(|reason| {
            let reason = format!("move {}: {reason}", self.moves.len() + 1);
            let fault = Fault::new(ForfeitKind::IllegalMove, reason);
            Finish::Forfeited { loser: player, fault }
        })?;
        self.tries.push(entry(&record));
        if !record.is_refused() {
            self.moves.push(record.action.to_string());
        }
        for (listener, seat) in Player::BOTH.into_iter().zip(seats) {
            for moment in &arbiter.view(listener).moments()[heard[listener.index()]..] {
                let told = seat.hear(listener, &moment.event);
                told.map_err(|fault| Finish::Forfeited { loser: listener, fault })?;
            }
        }
        Ok(!record.is_refused())
    }
}

/// Gives a text to the arbiter as a try of whoever is to move; what is wrong with it if he cannot
/// be asked that.
fn attempt(arbiter: &mut Arbiter, text: &str) -> Result<TryRecord, String> {
    let action: Move = text.parse().map_err(|error| format!("{error}"))?;
    let player = arbiter.to_move();
    let view = arbiter.view(player);
    let attempt = match action {
        Move::Play(point) => view.attempt(point),
        Move::Pass => view.pass(),
    };
    let answer = attempt.and_then(|attempt| arbiter.answer(attempt));
    let answer = answer.map_err(|error: BadTry| error.to_string())?;
    Ok(TryRecord { player, action, answer })
}

/// A try as it is written.
fn entry(record: &TryRecord) -> TryEntry {
    let names = |stones: &PointMask| stones.iter().map(|point| point.to_string()).collect();
    let mut entry = TryEntry {
        player: letter(record.player).to_owned(),
        r#try: record.action.to_string(),
        legal: !record.is_refused(),
        taken: 0,
        stones: Vec::new(),
        lost: Vec::new(),
    };
    if let Answer::Legal { taken, lost } = &record.answer {
        entry.taken = taken.number();
        entry.lost = names(lost);
        if let News::Stones(stones) = taken {
            entry.stones = names(stones);
        }
    }
    entry
}

/// The game of these tries, before a new arbiter; `None` if it cannot have been so.
pub(crate) fn replay(setup: PhantomSetup, tries: &[TryEntry]) -> Option<Arbiter> {
    let mut arbiter = setup.arbiter();
    for entry in tries {
        let record = attempt(&mut arbiter, &entry.r#try).ok()?;
        if self::entry(&record) != *entry {
            return None;
        }
    }
    Some(arbiter)
}
