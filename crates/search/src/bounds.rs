//! What is proved about a node: bounds on its value, and how long the proof takes.
//!
//! Paper 000 proves wins and losses (±∞). Here a node has a lower and an upper bound among loss,
//! draw and win (score bounds, Cazenave and Saffidine 2010): a win is `(win, win)`, an unknown
//! node `(loss, win)`, and a draw is proved when the bounds meet there.

use serde::Serialize;
use tengen_game::{Outcome, Player};

/// A result as one of the players sees it. The order is from bad to good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Value {
    /// He loses.
    Loss = 0,
    /// Nobody wins.
    Draw = 1,
    /// He wins.
    Win = 2,
}

impl Value {
    /// An outcome as `player` sees it.
    #[inline]
    #[must_use]
    pub fn of(outcome: Outcome, player: Player) -> Self {
        match outcome {
            Outcome::Win(winner) if winner == player => Self::Win,
            Outcome::Win(_) => Self::Loss,
            Outcome::Draw => Self::Draw,
        }
    }

    /// The same result as the other player sees it.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The outcome that looks like this to `player`.
    #[inline]
    #[must_use]
    pub const fn outcome(self, player: Player) -> Outcome {
        match self {
            Self::Loss => Outcome::Win(player.opponent()),
            Self::Draw => Outcome::Draw,
            Self::Win => Outcome::Win(player),
        }
    }

    /// Two for a win, one for a draw: half points, as the counters of the tree keep them.
    #[inline]
    #[must_use]
    pub const fn half_points(self) -> u32 {
        self as u32
    }

    /// One for a win, a half for a draw.
    #[inline]
    #[must_use]
    pub fn score(self) -> f64 {
        f64::from(self.half_points()) / 2.0
    }

    const fn from_bits(bits: u32) -> Self {
        match bits & 3 {
            0 => Self::Loss,
            1 => Self::Draw,
            _ => Self::Win,
        }
    }
}

/// A proven value and the plies its proof takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// The value.
    pub value: Value,
    /// Plies to the end of the game, as far as was proved: the winner may know a shorter way, the
    /// loser no longer one within this proof. For a draw, the length of the drawing line.
    pub plies: u32,
}

/// Bounds on a node's value, seen by the player who moved into the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: Value,
    pub(crate) upper: Value,
    /// Plies of the proof, once the bounds meet.
    pub(crate) plies: u16,
}

impl Bounds {
    pub(crate) const UNKNOWN: Self = Self { lower: Value::Loss, upper: Value::Win, plies: 0 };

    pub(crate) const fn exact(value: Value, plies: u16) -> Self {
        Self { lower: value, upper: value, plies }
    }

    #[inline]
    pub(crate) fn proof(self) -> Option<Proof> {
        (self.lower == self.upper)
            .then(|| Proof { value: self.lower, plies: u32::from(self.plies) })
    }

    #[inline]
    pub(crate) const fn flipped(self) -> Self {
        Self { lower: self.upper.flipped(), upper: self.lower.flipped(), plies: self.plies }
    }

    /// As one word: for an atomic.
    #[inline]
    pub(crate) const fn pack(self) -> u32 {
        self.lower as u32 | (self.upper as u32) << 2 | (self.plies as u32) << 16
    }

    #[inline]
    pub(crate) const fn unpack(word: u32) -> Self {
        Self {
            lower: Value::from_bits(word),
            upper: Value::from_bits(word >> 2),
            plies: (word >> 16) as u16,
        }
    }

    /// What both say together. Bounds that are true can only tighten.
    #[inline]
    pub(crate) fn tightened(self, other: Self) -> Self {
        let (lower, upper) = (self.lower.max(other.lower), self.upper.min(other.upper));
        debug_assert!(lower <= upper, "contradicting proofs: {self:?} and {other:?}");
        // Bounds from two sources may meet without either being a proof by itself.
        let plies = match (self.proof(), other.proof()) {
            (Some(_), _) => self.plies,
            (None, Some(_)) => other.plies,
            (None, None) => self.plies.max(other.plies).max(1),
        };
        Self { lower, upper, plies: if lower == upper { plies } else { 0 } }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Value};

    #[test]
    fn bounds_survive_packing_and_flip_both_ways() {
        let values = [Value::Loss, Value::Draw, Value::Win];
        for lower in values {
            for upper in values.into_iter().filter(|&upper| upper >= lower) {
                for plies in [0, 1, 77, u16::MAX] {
                    let bounds = Bounds { lower, upper, plies };
                    assert_eq!(Bounds::unpack(bounds.pack()), bounds);
                    assert_eq!(bounds.flipped().flipped(), bounds);
                    assert_eq!(bounds.flipped().lower, upper.flipped());
                }
            }
        }
    }

    #[test]
    fn bounds_only_tighten() {
        let at_least_draw = Bounds { lower: Value::Draw, ..Bounds::UNKNOWN };
        let at_most_draw = Bounds { upper: Value::Draw, ..Bounds::UNKNOWN };
        let both = at_least_draw.tightened(at_most_draw);
        assert_eq!(both.proof().map(|proof| proof.value), Some(Value::Draw));
        assert_eq!(both.tightened(Bounds::UNKNOWN), both);
    }
}
