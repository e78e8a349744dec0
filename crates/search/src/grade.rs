//! The result of a playout, which may lie between win and loss.

use tengen_game::{Outcome, Player, Rng};

use crate::playouts::PlayoutScore;

/// What a win is worth, in the units of the tree's counters: sixteenths of a point.
pub(crate) const WIN: u32 = 16;

/// A result: that of a finished game, or an expectation where a playout was cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grade {
    /// What Black gets.
    black: u32,
    is_draw: bool,
}

impl Grade {
    /// The result of a playout. What lies between two sixteenths becomes one of them by chance, so
    /// that the mean of many is right.
    #[inline(always)]
    pub(crate) fn of(score: &PlayoutScore, rng: &mut Rng) -> Self {
        match score.expectation {
            None => score.outcome.into(),
            Some(black) => {
                let exact = black.clamp(0.0, 1.0) * WIN as f32;
                Self { black: ((exact + rng.unit()) as u32).min(WIN), is_draw: false }
            }
        }
    }

    /// What `player` gets, in sixteenths of a point.
    #[inline(always)]
    pub(crate) const fn sixteenths(self, player: Player) -> u64 {
        match player {
            Player::Black => self.black as u64,
            Player::White => (WIN - self.black) as u64,
        }
    }

    /// Whether a game ended like that.
    #[inline(always)]
    pub(crate) const fn is_draw(self) -> bool {
        self.is_draw
    }
}

impl From<Outcome> for Grade {
    #[inline(always)]
    fn from(outcome: Outcome) -> Self {
        let black = match outcome {
            Outcome::Win(Player::Black) => WIN,
            Outcome::Win(Player::White) => 0,
            Outcome::Draw => WIN / 2,
        };
        Self { black, is_draw: outcome == Outcome::Draw }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_right_in_the_mean() {
        let mut rng = Rng::new(1);
        for expectation in [0.0, 0.03, 0.5, 0.777, 1.0] {
            let score = PlayoutScore { expectation: Some(expectation), ..Outcome::Draw.into() };
            let grades = (0..100_000).map(|_| Grade::of(&score, &mut rng));
            let sum: u64 = grades.map(|grade| grade.sixteenths(Player::Black)).sum();
            let mean = sum as f32 / 100_000.0 / WIN as f32;
            assert!((mean - expectation).abs() < 5e-4, "{expectation} {mean}");
        }
        let lost: Grade = Outcome::Win(Player::White).into();
        assert_eq!(Player::BOTH.map(|player| lost.sixteenths(player)), [0, WIN.into()]);
    }
}
