//! Clocks: how long a player may think about a move.

use std::str::FromStr;
use std::time::Duration;

use crate::spec::parse_time;

/// How much time a player has for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSystem {
    /// As much as he likes.
    #[default]
    Unlimited,
    /// So much for the whole game.
    Absolute {
        /// The time.
        main: Duration,
    },
    /// After the main time, `stones` moves in every `period`.
    Canadian {
        /// The time before that.
        main: Duration,
        /// For so many moves.
        period: Duration,
        /// So many moves; at least one.
        stones: u32,
    },
    /// After the main time, `periods` periods, of which one is lost whenever a move takes longer.
    Japanese {
        /// The time before that.
        main: Duration,
        /// One period.
        period: Duration,
        /// How many there are.
        periods: u32,
    },
}

/// A text that is no time system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no clock: write the time for a game, such as 5m, or 5m+30s/10 for ten moves in \
     every thirty seconds after that"
)]
pub struct BadClock(String);

/// `5m` is absolute, `5m+30s/10` Canadian: what GTP can tell every engine.
impl FromStr for TimeSystem {
    type Err = BadClock;
    fn from_str(text: &str) -> Result<Self, BadClock> {
        let bad = || BadClock(text.to_owned());
        let time = |text: &str| parse_time(text).ok_or_else(bad);
        let Some((main, overtime)) = text.split_once('+') else {
            let main = time(text)?;
            return if main.is_zero() { Err(bad()) } else { Ok(Self::Absolute { main }) };
        };
        let (period, stones) = overtime.split_once('/').ok_or_else(bad)?;
        let stones = stones.parse().ok().filter(|stones| (1..=1000).contains(stones));
        let (main, period, stones) = (time(main)?, time(period)?, stones.ok_or_else(bad)?);
        if period.is_zero() { Err(bad()) } else { Ok(Self::Canadian { main, period, stones }) }
    }
}

/// What of the main time is left, or how it stands after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    Main(Duration),
    /// Time and moves to make (Canadian) or periods left (Japanese).
    Overtime(Duration, u32),
}

/// A player's clock.
///
/// ```
/// use std::time::Duration;
/// use tengen_engine::{Clock, GameLength, TimeSystem};
/// let mut clock = Clock::new(TimeSystem::Absolute { main: Duration::from_secs(60) });
/// let length = GameLength::of_go(19 * 19);
/// let share = clock.share(length, 0).unwrap();
/// assert!(share < Duration::from_secs(1));
/// clock.spend(Duration::from_secs(59));
/// assert!(clock.share(length, 30).unwrap() < share);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    system: TimeSystem,
    left: Left,
}

/// How long games are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLength {
    /// Moves of both that a game usually has.
    pub plies: usize,
    /// Moves of one player for which there is always to be time.
    pub reserve: usize,
}

impl GameLength {
    /// On a board of this area games between programs take about three moves for every four points.
    #[must_use]
    pub fn of_go(area: usize) -> Self {
        Self { plies: area * 3 / 4, reserve: (area / 10).max(10) }
    }
}

/// What a move costs beside thinking: pipes, a busy machine.
const OVERHEAD: Duration = Duration::from_millis(15);

/// What is kept of an absolute time until the end.
const RESERVE: Duration = Duration::from_millis(200);

/// The part of what is left that may be used: clocks on the other side of a pipe run faster.
const USABLE: f64 = 0.92;

impl Clock {
    /// A clock at the beginning of a game.
    #[must_use]
    pub fn new(system: TimeSystem) -> Self {
        let left = match system {
            TimeSystem::Unlimited => Left::Main(Duration::ZERO),
            TimeSystem::Absolute { main } => Left::Main(main),
            TimeSystem::Canadian { main, period, stones } if main.is_zero() => {
                Left::Overtime(period, stones)
            }
            TimeSystem::Japanese { main, period, periods } if main.is_zero() => {
                Left::Overtime(period, periods)
            }
            TimeSystem::Canadian { main, .. } | TimeSystem::Japanese { main, .. } => {
                Left::Main(main)
            }
        };
        Self { system, left }
    }

    /// What the other side of the pipe says is left: main time if `stones` is 0, or else time of
    /// the period with this many moves to make (Canadian) or periods left (Japanese).
    pub const fn set_left(&mut self, time: Duration, stones: u32) {
        self.left = if stones == 0 { Left::Main(time) } else { Left::Overtime(time, stones) };
    }

    /// What is left, as GTP tells it: time, and the moves to make in it (Canadian) or the periods
    /// left (Japanese); 0 in the main time. `None` if there is no limit.
    #[must_use]
    pub const fn left(&self) -> Option<(Duration, u32)> {
        match (self.system, self.left) {
            (TimeSystem::Unlimited, _) => None,
            (_, Left::Main(time)) => Some((time, 0)),
            (_, Left::Overtime(time, stones)) => Some((time, stones)),
        }
    }

    /// The longest that the next move may take: who takes longer has lost on time. `None` if there
    /// is no limit.
    #[must_use]
    pub fn most(&self) -> Option<Duration> {
        Some(match (self.left, self.system) {
            (_, TimeSystem::Unlimited) => return None,
            (Left::Main(left), TimeSystem::Absolute { .. }) => left,
            (Left::Main(left), TimeSystem::Canadian { period, .. }) => left + period,
            (Left::Main(left), TimeSystem::Japanese { period, periods, .. }) => {
                left + period * periods
            }
            (Left::Overtime(_, periods), TimeSystem::Japanese { period, .. }) => period * periods,
            (Left::Overtime(left, _), _) => left,
        })
    }

    /// Whether the next move may take so long.
    #[must_use]
    pub fn allows(&self, time: Duration) -> bool {
        self.most().is_none_or(|most| time <= most)
    }

    /// A move has taken this long.
    pub fn spend(&mut self, time: Duration) {
        self.left = match (self.left, self.system) {
            (Left::Main(left), TimeSystem::Unlimited | TimeSystem::Absolute { .. }) => {
                Left::Main(left.saturating_sub(time))
            }
            (Left::Main(left), _) if time < left => Left::Main(left - time),
            (Left::Main(left), TimeSystem::Canadian { period, stones, .. }) => {
                canadian(period, stones, time - left, period, stones)
            }
            (Left::Main(left), TimeSystem::Japanese { period, periods, .. }) => {
                japanese(period, periods, time - left)
            }
            (Left::Overtime(left, to_make), TimeSystem::Canadian { period, stones, .. }) => {
                canadian(left, to_make, time, period, stones)
            }
            (Left::Overtime(_, periods), TimeSystem::Japanese { period, .. }) => {
                japanese(period, periods, time)
            }
            (Left::Overtime(left, stones), _) => Left::Overtime(left.saturating_sub(time), stones),
        };
    }

    /// The time for the next move in a game of this length after this many moves of both; `None`
    /// if there is no limit.
    #[must_use]
    pub fn share(&self, length: GameLength, moves: usize) -> Option<Duration> {
        // Without overtime something stays for the moves that must be made at once.
        let reserve = match self.system {
            TimeSystem::Absolute { main } => RESERVE.min(main / 10),
            _ => Duration::ZERO,
        };
        let of_main = |left: Duration| {
            // A longer game gets ever smaller shares, but never runs out.
            let ahead = length.plies.saturating_sub(moves) / 2;
            let shares = ahead.max(length.reserve).max(1);
            usable(left).saturating_sub(reserve) / shares as u32
        };
        let share = match (self.left, self.system) {
            (_, TimeSystem::Unlimited) => return None,
            (Left::Main(left), TimeSystem::Absolute { .. }) => of_main(left),
            (Left::Main(left), TimeSystem::Canadian { period, stones, .. }) => {
                of_main(left).max(usable(period / stones.max(1)))
            }
            (Left::Main(left), TimeSystem::Japanese { period, .. }) => {
                of_main(left).max(usable(period))
            }
            (Left::Overtime(left, stones), TimeSystem::Canadian { .. }) => {
                usable(left) / stones.max(1)
            }
            (Left::Overtime(left, _), TimeSystem::Japanese { .. }) => usable(left),
            // Overtime that was told of, in a game that should have none.
            (Left::Overtime(left, stones), TimeSystem::Absolute { .. }) => {
                usable(left) / stones.max(1)
            }
        };
        Some(share)
    }
}

/// What may be used of a time.
fn usable(left: Duration) -> Duration {
    left.mul_f64(USABLE).saturating_sub(OVERHEAD)
}

/// Canadian overtime after a move of this length.
fn canadian(left: Duration, to_make: u32, time: Duration, period: Duration, stones: u32) -> Left {
    match to_make {
        0 | 1 => Left::Overtime(period, stones),
        _ => Left::Overtime(left.saturating_sub(time), to_make - 1),
    }
}

/// Japanese overtime after a move of this length: whole periods are lost.
fn japanese(period: Duration, periods: u32, time: Duration) -> Left {
    let lost = time.as_millis().checked_div(period.as_millis()).unwrap_or(0);
    let lost = u32::try_from(lost).unwrap_or(u32::MAX);
    Left::Overtime(period, periods.saturating_sub(lost).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// A move of exactly the share, plus what it costs beside.
    fn clock_share(clock: &mut Clock, length: GameLength, m: usize, beside: Duration) -> Duration {
        let time = clock.share(length, m).unwrap() + beside;
        clock.spend(time);
        time
    }

    /// Plays `moves` moves of exactly the share, plus what a move costs beside; the time used.
    fn play(clock: &mut Clock, area: usize, moves: usize, beside: Duration) -> Duration {
        let mut used = Duration::ZERO;
        for m in 0..moves {
            used += clock_share(clock, GameLength::of_go(area), 2 * m, beside);
        }
        used
    }

    #[test]
    fn clocks_are_read_and_run_out() {
        let absolute: TimeSystem = "1m".parse().unwrap();
        assert_eq!(absolute, TimeSystem::Absolute { main: seconds(60) });
        let canadian: TimeSystem = "0s+30s/10".parse().unwrap();
        let (main, period) = (Duration::ZERO, seconds(30));
        assert_eq!(canadian, TimeSystem::Canadian { main, period, stones: 10 });
        for bad in ["", "0s", "5", "1m+", "1m+30s", "1m+30s/0", "1m+0s/5", "1m+30s/x", "-1s"] {
            assert!(bad.parse::<TimeSystem>().is_err(), "{bad}");
        }
        let mut clock = Clock::new(absolute);
        assert!(clock.allows(seconds(60)) && !clock.allows(seconds(61)));
        clock.spend(seconds(59));
        assert_eq!(clock.left(), Some((seconds(1), 0)));
        assert!(!clock.allows(seconds(2)));
        let mut clock = Clock::new(canadian);
        clock.spend(seconds(29));
        assert_eq!(clock.left(), Some((seconds(1), 9)));
        assert!(clock.allows(seconds(1)) && !clock.allows(seconds(2)));
        let byo_yomi = TimeSystem::Japanese { main: seconds(5), period: seconds(3), periods: 2 };
        assert_eq!(Clock::new(byo_yomi).most(), Some(seconds(11)));
        assert!(Clock::new(TimeSystem::Unlimited).allows(seconds(1_000_000)));
    }

    #[test]
    fn absolute_time_lasts_for_any_game() {
        for (main, beside) in [(60, 2000), (2, 400)] {
            let main = seconds(main);
            let beside = Duration::from_micros(beside);
            let loa = GameLength { plies: 50, reserve: 10 };
            let mut clock = Clock::new(TimeSystem::Absolute { main });
            let shares = (0..100).map(|m| clock_share(&mut clock, loa, 2 * m, beside));
            assert!(shares.sum::<Duration>() < main);
            for (area, moves) in [(361, 135), (361, 400), (81, 30), (81, 200), (25, 100)] {
                let mut clock = Clock::new(TimeSystem::Absolute { main });
                let used = play(&mut clock, area, moves, beside);
                assert!(used < main, "{area} points, {moves} moves: {used:?} of {main:?}");
            }
            let mut clock = Clock::new(TimeSystem::Absolute { main });
            assert!(play(&mut clock, 361, 135, Duration::ZERO) > main / 2, "time is made use of");
        }
    }

    #[test]
    fn canadian_overtime_makes_its_moves() {
        let system = TimeSystem::Canadian { main: Duration::ZERO, period: seconds(30), stones: 15 };
        let mut clock = Clock::new(system);
        let (mut in_period, mut used) = (0, Duration::ZERO);
        for m in 0..200 {
            let share = clock.share(GameLength::of_go(81), 2 * m).unwrap();
            let before = clock.left;
            clock.spend(share + Duration::from_millis(5));
            if let Left::Overtime(..) = before {
                (in_period, used) = (in_period + 1, used + share);
                if in_period == 15 {
                    assert!(used < seconds(30) && used > seconds(20), "{used:?}");
                    (in_period, used) = (0, Duration::ZERO);
                }
            }
        }
        clock.set_left(seconds(6), 2);
        let share = clock.share(GameLength::of_go(81), 40).unwrap();
        assert!(share < seconds(3) && share > seconds(2), "{share:?}");
    }

    #[test]
    fn japanese_overtime_keeps_its_periods() {
        let system = TimeSystem::Japanese { main: seconds(5), period: seconds(10), periods: 3 };
        let mut clock = Clock::new(system);
        for m in 0..50 {
            let share = clock.share(GameLength::of_go(361), 2 * m).unwrap();
            assert!(share < seconds(10) && share > seconds(8), "{share:?}");
            clock.spend(share);
        }
        assert_eq!(clock.left, Left::Overtime(seconds(10), 3));
        clock.spend(seconds(25));
        assert_eq!(clock.left, Left::Overtime(seconds(10), 1));
    }

    #[test]
    fn no_time_is_no_share() {
        assert_eq!(Clock::new(TimeSystem::Unlimited).share(GameLength::of_go(81), 0), None);
        let mut clock = Clock::new(TimeSystem::Absolute { main: Duration::ZERO });
        assert_eq!(clock.share(GameLength::of_go(81), 0), Some(Duration::ZERO));
        clock.spend(seconds(5));
        assert_eq!(clock.share(GameLength::of_go(81), 500), Some(Duration::ZERO));
        let zero = TimeSystem::Canadian { main: Duration::ZERO, period: Duration::ZERO, stones: 0 };
        assert_eq!(Clock::new(zero).share(GameLength::of_go(81), 0), Some(Duration::ZERO));
    }
}
