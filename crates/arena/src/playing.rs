//! One game of a contest, from the first move to its record.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tengen_engine::go::{self, Game, Outcome, Player, Rng};
use tengen_engine::sgf::GameResult;
use tengen_engine::{Action, Clock, Engine, GameSetup, NoPlayer, PhantomSetup, loa};

use crate::contest::Contest;
use crate::contestant::Contestant;
use crate::hidden_seat::HiddenSeat;
use crate::opening;
use crate::record::{
    ContestRecord, End, Forfeit, ForfeitKind, GameRecord, OpeningRecord, PerSide, PlayerRecord,
    Settled, Side, TryEntry,
};
use crate::referee;
use crate::seat::{Fault, Manners, Seat, Sitting};

/// Which game of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameId {
    /// The pairing, by its place in the contest.
    pub pairing: usize,
    /// The game of the pairing, from 0.
    pub game: u64,
}

impl GameId {
    /// Who plays Black: colours alternate.
    const fn black(self) -> Side {
        if self.game.is_multiple_of(2) { Side::A } else { Side::B }
    }

    /// Two games with one opening are a pair.
    #[must_use]
    pub const fn pair(self) -> u64 {
        self.game / 2
    }

    /// Who plays this colour.
    pub(crate) fn side(self, player: Player) -> Side {
        if player == Player::Black { self.black() } else { self.black().other() }
    }

    /// Which colour this side has.
    fn colour(self, side: Side) -> Player {
        if side == self.black() { Player::Black } else { Player::White }
    }

    /// The seed of the game: nothing else tells one game from another.
    fn seed(self, contest: u64) -> u64 {
        let pairing = Rng::stream(contest, self.pairing as u64).next_u64();
        Rng::stream(pairing, self.game).next_u64()
    }
}

/// A game to be played: which one, who meets, and where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) id: GameId,
    pub(crate) players: PerSide<Sitter>,
    /// Games with the same number begin with the same opening.
    pub(crate) opening: u64,
}

/// Who sits at a game, and what the records say of him.
#[derive(Clone, Debug)]
pub(crate) struct Sitter {
    pub(crate) contestant: Contestant,
    pub(crate) record: PlayerRecord,
}

impl Task {
    /// A game of a contest. `record` is what [`Contest::check`] gave.
    pub(crate) fn new(contest: &Contest, record: &ContestRecord, id: GameId) -> Self {
        let pairing = &contest.pairings[id.pairing];
        let players = PerSide::from_fn(|side| {
            let place = if side == Side::A { pairing.a } else { pairing.b };
            let contestant = contest.players[place].contestant.clone();
            Sitter { contestant, record: record.players[place].clone() }
        });
        Self { id, players, opening: id.pair() }
    }

    /// The terms of the game. Two built-in players take off what is dead before they pass, whatever
    /// the rules are called: under area scoring that costs nothing, and nothing is left to be
    /// judged.
    fn setup(&self, contest: &Contest) -> GameSetup {
        let mut setup = contest.setup;
        let is_ours = |side: Side| matches!(self.players[side].contestant, Contestant::BuiltIn(_));
        if let GameSetup::Go(go) = &mut setup
            && Side::BOTH.into_iter().all(is_ours)
        {
            go.rules.ending = go::Ending::AsItStands;
        }
        setup
    }
}

/// A game under way.
pub(crate) struct Play {
    pub(crate) id: GameId,
    setup: GameSetup,
    /// The rules, which both players must keep.
    rules: Engine,
    pub(crate) moves: Vec<String>,
    /// Of a game in which not all tries are moves.
    pub(crate) tries: Vec<TryEntry>,
    pub(crate) rates: Vec<Option<f32>>,
    pub(crate) milliseconds: Vec<u32>,
    pub(crate) seconds: PerSide<f64>,
    pub(crate) thought: PerSide<u64>,
    pub(crate) playouts: PerSide<Option<u64>>,
    pub(crate) book: PerSide<Option<u64>>,
    settling: Duration,
    /// The whole of it.
    taken: Duration,
}

/// How a game has ended.
pub(crate) enum Finish {
    Counted {
        end: End,
        score: f32,
        settled: Option<Settled>,
    },
    /// By the rules, in a game without points.
    Decided {
        end: End,
        outcome: Outcome,
    },
    Resigned {
        winner: Player,
    },
    Forfeited {
        loser: Player,
        fault: Fault,
    },
    /// Not at all: the contest is to end.
    Stopped,
}

/// Plays a game. `None` if the contest is to end before the game does.
pub(crate) fn play(
    contest: &Contest,
    task: &Task,
    manners: &Manners,
) -> Result<Option<GameRecord>, NoPlayer> {
    let started = Instant::now();
    let id = task.id;
    let seed = id.seed(contest.seed);
    let setup = task.setup(contest);
    let opening = contest.openings.of_pair(setup, contest.seed, task.opening);
    let mut game = Play {
        id,
        setup,
        rules: opening::rules(setup)?,
        moves: Vec::new(),
        tries: Vec::new(),
        rates: Vec::new(),
        milliseconds: Vec::new(),
        seconds: PerSide::default(),
        thought: PerSide::default(),
        playouts: PerSide::default(),
        book: PerSide::default(),
        settling: Duration::ZERO,
        taken: Duration::ZERO,
    };
    let who = |player| (&task.players[id.side(player)].contestant, own_seed(seed, player));
    let clock = contest.clock;
    let (finish, disgraced) = if let GameSetup::Phantom(phantom) = setup {
        let sit = |player| {
            let (contestant, own) = who(player);
            HiddenSeat::new(contestant, phantom, clock, (player, own), manners)
        };
        seated(sit, |seats| game.run_hidden(phantom, clock, &opening, seats, manners))
    } else {
        let sit = |player| {
            let (contestant, own) = who(player);
            Seat::new(contestant, setup, clock, own, manners)
        };
        seated(sit, |seats| game.run(contest, &opening, seats, manners))
    };
    game.taken = started.elapsed();
    Ok(game.record(contest, task, opening, seed, finish, disgraced))
}

/// Both players sit down, play, and leave; how it ended, and the last words of who was sent away.
fn seated<S: Sitting>(
    sit: impl Fn(Player) -> Result<S, Fault>,
    run: impl FnOnce(&mut [S; 2]) -> Finish,
) -> (Finish, String) {
    let mut seats = Vec::new();
    let mut finish = None;
    for player in Player::BOTH {
        match sit(player) {
            Ok(seat) => seats.push(seat),
            Err(fault) => {
                finish = Some(Finish::Forfeited { loser: player, fault });
                break;
            }
        }
    }
    let mut disgraced = String::new();
    let finish = match <[S; 2]>::try_from(seats) {
        Ok(mut seats) => {
            let finish = run(&mut seats);
            for (player, seat) in Player::BOTH.into_iter().zip(seats) {
                match &finish {
                    Finish::Forfeited { loser, .. } if *loser == player => {
                        disgraced = seat.dismiss();
                    }
                    Finish::Stopped => drop(seat),
                    _ => seat.leave(),
                }
            }
            finish
        }
        Err(_) => finish.unwrap_or(Finish::Stopped),
    };
    (finish, disgraced)
}

/// The seed of a player: readable, and no other's.
fn own_seed(game: u64, player: Player) -> u64 {
    Rng::stream(game, player.index() as u64).next_u64() >> 32
}

impl Play {
    fn run(
        &mut self,
        contest: &Contest,
        opening: &OpeningRecord,
        seats: &mut [Seat; 2],
        manners: &Manners,
    ) -> Finish {
        for m in &opening.moves {
            if let Err(finish) = self.make(m, seats, None) {
                return finish;
            }
        }
        let mut clocks = [Clock::new(contest.clock); 2];
        while self.rules.outcome().is_none() {
            if self.moves.len() >= longest(self.setup) {
                return match final_position(self.setup, &self.moves) {
                    Some(FinalPosition::Go(position)) => {
                        let score = position.score();
                        Finish::Counted { end: End::Length, score, settled: None }
                    }
                    _ => Finish::Decided { end: End::Length, outcome: Outcome::Draw },
                };
            }
            let player = self.rules.to_move();
            if let Err(finish) = self.turn(player, seats, &mut clocks[player.index()], manners) {
                return finish;
            }
        }
        self.count(contest, seats, manners)
    }

    /// One turn; an error is the end of the game.
    fn turn(
        &mut self,
        player: Player,
        seats: &mut [Seat; 2],
        clock: &mut Clock,
        manners: &Manners,
    ) -> Result<(), Finish> {
        let forfeited = |fault| Finish::Forfeited { loser: player, fault };
        let started = Instant::now();
        let turn = seats[player.index()].decide(player, clock);
        let elapsed = started.elapsed();
        if manners.stop.is_stopped() {
            return Err(Finish::Stopped);
        }
        let side = self.id.side(player);
        self.seconds[side] += elapsed.as_secs_f64();
        let turn = turn.map_err(forfeited)?;
        self.thought[side] += 1;
        if let Some(playouts) = turn.playouts {
            *self.playouts[side].get_or_insert(0) += playouts;
        }
        if let Some(from_book) = turn.from_book {
            *self.book[side].get_or_insert(0) += u64::from(from_book);
        }
        if !clock.allows(elapsed) {
            let left = clock.most().unwrap_or_default().as_secs_f64();
            let reason = format!(
                "move {} took {:.2} s, {left:.2} s were left",
                self.moves.len() + 1,
                elapsed.as_secs_f64()
            );
            return Err(forfeited(Fault::new(ForfeitKind::Time, reason)));
        }
        clock.spend(elapsed);
        match turn.action {
            Action::Resign => Err(Finish::Resigned { winner: player.opponent() }),
            Action::Move(m) => {
                let milliseconds = u32::try_from(elapsed.as_millis()).unwrap_or(u32::MAX);
                self.make(&m, seats, Some((turn.rate, milliseconds)))
            }
        }
    }

    /// Makes a move of whoever is to move, or of the opening if nobody has thought about it, and
    /// tells both players.
    fn make(
        &mut self,
        m: &str,
        seats: &mut [Seat; 2],
        thought: Option<(Option<f32>, u32)>,
    ) -> Result<(), Finish> {
        let player = self.rules.to_move();
        let number = self.moves.len() + 1;
        let m = self.rules.play(m).map_err(|error| {
            let reason = format!("move {number}: {error}");
            let fault = Fault::new(ForfeitKind::IllegalMove, reason);
            Finish::Forfeited { loser: player, fault }
        })?;
        let (rate, milliseconds) = thought.unwrap_or_default();
        self.rates.push(rate);
        self.milliseconds.push(milliseconds);
        self.moves.push(m.clone());
        for (listener, seat) in Player::BOTH.into_iter().zip(seats) {
            let heard = if listener == player && thought.is_some() {
                seat.hear_own(player, &m)
            } else {
                seat.hear(player, &m)
            };
            heard.map_err(|fault| Finish::Forfeited { loser: listener, fault })?;
        }
        Ok(())
    }

    /// Counts a game that is over by the rules.
    fn count(&mut self, contest: &Contest, seats: &mut [Seat; 2], manners: &Manners) -> Finish {
        let position = match final_position(self.setup, &self.moves) {
            Some(FinalPosition::Go(position)) => position,
            Some(FinalPosition::Loa(position)) => return decided(&position),
            None => return Finish::Stopped,
        };
        let started = Instant::now();
        let verdict = referee::settle(&position, seats, contest.referee.as_ref(), manners);
        self.settling = started.elapsed();
        match verdict {
            Some(verdict) => Finish::Counted {
                end: End::Passes,
                score: verdict.score,
                settled: Some(verdict.settled),
            },
            None => Finish::Stopped,
        }
    }

    fn record(
        self,
        contest: &Contest,
        task: &Task,
        opening: OpeningRecord,
        seed: u64,
        finish: Finish,
        stderr: String,
    ) -> Option<GameRecord> {
        let (mut settled, mut forfeit) = (None, None);
        let (result, winner, end) = match finish {
            Finish::Stopped | Finish::Forfeited { fault: Fault::Stopped, .. } => return None,
            Finish::Counted { end, score, settled: how } => {
                settled = how;
                let winner = match score {
                    score if score > 0.0 => Some(Player::Black),
                    score if score < 0.0 => Some(Player::White),
                    _ => None,
                };
                (GameResult::from_score(score), winner, end)
            }
            Finish::Decided { end, outcome } => (outcome.into(), outcome.winner(), end),
            Finish::Resigned { winner } => {
                (GameResult::Resignation(winner), Some(winner), End::Resignation)
            }
            Finish::Forfeited { loser, fault: Fault::Forfeit { kind, reason, last_words } } => {
                let by = self.id.side(loser);
                forfeit = Some(Forfeit { by, kind, reason, stderr: stderr + &last_words });
                let winner = loser.opponent();
                let result = match kind {
                    ForfeitKind::Time => GameResult::Time(winner),
                    _ => GameResult::Forfeit(winner),
                };
                (result, Some(winner), End::Forfeit)
            }
        };
        Some(GameRecord {
            pairing: self.id.pairing,
            game: self.id.game,
            players: PerSide::from_fn(|side| {
                let Sitter { contestant, record } = &task.players[side];
                let mut player = record.clone();
                if let Contestant::BuiltIn(spec) = contestant
                    && !spec.settings().any(|(key, _)| key == "seed")
                    && let Some(own) = player.settings.get_mut("seed")
                {
                    *own = own_seed(seed, self.id.colour(side)).to_string();
                }
                player
            }),
            black: self.id.black(),
            terms: contest.terms(),
            opening,
            seed,
            moves: self.moves,
            tries: self.tries,
            rates: self.rates,
            milliseconds: self.milliseconds,
            result: result.to_string(),
            winner: winner.map(|player| self.id.side(player)),
            end,
            settled,
            forfeit,
            seconds: self.seconds,
            thought: self.thought,
            playouts: self.playouts,
            book: self.book,
            settling_seconds: self.settling.as_secs_f64(),
            arena_seconds: (self.taken - self.settling).as_secs_f64()
                - self.seconds.a
                - self.seconds.b,
            version: contest.version.clone(),
        })
    }
}

/// How a game of Lines of Action ended.
fn decided(position: &loa::Position) -> Finish {
    let Some(ending) = position.ending() else { return Finish::Stopped };
    let end = match ending {
        loa::Ending::Connected(_) => End::Connection,
        loa::Ending::BothConnected(_) => End::BothConnected,
        loa::Ending::Stuck(_) | loa::Ending::BothStuck => End::NoMove,
        loa::Ending::Repetition => End::Repetition,
        loa::Ending::Length => End::Length,
    };
    Finish::Decided { end, outcome: ending.outcome() }
}

/// A game that is not over after so many moves is counted as it stands, or drawn. The rules of
/// Lines of Action may have a cap of their own; this one is for those who have none.
pub(crate) fn longest(setup: GameSetup) -> usize {
    match setup {
        GameSetup::Go(go) | GameSetup::Phantom(PhantomSetup { go, .. }) => 4 * go.size.area(),
        GameSetup::Loa(_) => 10_000,
    }
}

/// Where a game has got to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FinalPosition {
    Go(Box<go::Position>),
    Loa(loa::Position),
}

/// The position after these moves.
pub(crate) fn final_position(setup: GameSetup, moves: &[String]) -> Option<FinalPosition> {
    match setup {
        GameSetup::Go(go) | GameSetup::Phantom(PhantomSetup { go, .. }) => {
            let mut position = go.position();
            for m in moves {
                position.play(m.parse().ok()?).ok()?;
            }
            Some(FinalPosition::Go(Box::new(position)))
        }
        GameSetup::Loa(loa) => {
            let mut position = loa.position();
            for m in moves {
                position.play(position.parse_move(m).ok()?).ok()?;
            }
            Some(FinalPosition::Loa(position))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contestant::EngineCommand;

    #[test]
    fn outside_engines_get_a_seed_of_their_own() {
        let engine: EngineCommand = "engine {seed}".parse().expect("a command");
        let mut seeds = std::collections::HashSet::new();
        for game in 0..100 {
            let seed = GameId { pairing: 0, game }.seed(1);
            seeds.extend(Player::BOTH.map(|player| engine.words(own_seed(seed, player))));
        }
        assert_eq!(seeds.len(), 200);
    }
}
