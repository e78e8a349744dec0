//! Komi: what White gets for moving second.

use std::fmt;
use std::str::FromStr;

use tengen_game::{Outcome, Player};

/// Points given to White, a multiple of a half. A whole number makes draws possible.
///
/// ```
/// use tengen_go::{Komi, Outcome, Player};
/// let komi: Komi = "7.5".parse().unwrap();
/// assert_eq!(komi.outcome(7), Outcome::Win(Player::White));
/// assert_eq!(Komi::from_points(7).outcome(7), Outcome::Draw);
/// assert!("7.3".parse::<Komi>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Komi {
    half_points: i16,
}

/// A komi that is not a multiple of a half, or out of range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("komi {0:?} is not a multiple of 0.5 from -400 to 400")]
pub struct BadKomi(String);

const LIMIT: i16 = 800;

impl Komi {
    /// 7.5 points, what most 9x9 and 19x19 games between programs use.
    pub const SEVEN_AND_A_HALF: Self = Self { half_points: 15 };

    /// Whole points.
    #[must_use]
    pub const fn from_points(points: i8) -> Self {
        Self { half_points: points as i16 * 2 }
    }

    /// Half points: 15 is a komi of 7.5. From -800 to 800.
    pub fn from_half_points(half_points: i16) -> Result<Self, BadKomi> {
        if (-LIMIT..=LIMIT).contains(&half_points) {
            Ok(Self { half_points })
        } else {
            Err(BadKomi((f32::from(half_points) / 2.0).to_string()))
        }
    }

    /// As a number of points.
    #[must_use]
    pub fn points(self) -> f32 {
        f32::from(self.half_points) / 2.0
    }

    /// Who wins if Black leads by `score` points on the board.
    #[inline]
    #[must_use]
    pub fn outcome(self, score: i32) -> Outcome {
        match (2 * score).cmp(&i32::from(self.half_points)) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::Black),
            std::cmp::Ordering::Less => Outcome::Win(Player::White),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}

impl FromStr for Komi {
    type Err = BadKomi;
    fn from_str(text: &str) -> Result<Self, BadKomi> {
        let bad = || BadKomi(text.to_owned());
        let points: f64 = text.trim().parse().map_err(|_| bad())?;
        let half_points = points * 2.0;
        if half_points.abs() <= f64::from(LIMIT) && half_points.fract() == 0.0 {
            Ok(Self { half_points: half_points as i16 })
        } else {
            Err(bad())
        }
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.points())
    }
}

impl fmt::Debug for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
