//! Evaluators: weights of features, and the three that are named after versions of MIA.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::Deserialize;
use tengen_loa::{Board, Player};

use crate::loa::features::{ANY, FEATURE_COUNT, FEATURES, Features, Weighing};

/// A sum of weighted features, in points: 0 is even, 1,000 a near-certain win.
///
/// ```
/// use tengen_loa::{Board, Player};
/// use tengen_policy::loa::{Evaluation, Mia};
/// let evaluation = Evaluation::of(Mia::Y2006);
/// let start = evaluation.points(&Board::START, Player::Black);
/// assert!(start.abs() < 200, "nobody is far ahead at the start: {start}");
/// assert_eq!(evaluation.to_text("").parse(), Ok(evaluation.clone()));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    weighing: Weighing,
}

/// The evaluators that paper 000 played against (section 5.2), each with more of MIA's features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mia {
    /// Concentration, centre-of-mass position, pieces on the rim, quads.
    Y2000,
    /// The same with centralisation, mobility and the player to move.
    Y2002,
    /// All nine features, and material.
    Y2006,
}

impl Mia {
    /// All three, the oldest first.
    pub const ALL: [Self; 3] = [Self::Y2000, Self::Y2002, Self::Y2006];

    /// Its name: `mia-2000` and so on.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Y2000 => "mia-2000",
            Self::Y2002 => "mia-2002",
            Self::Y2006 => "mia-2006",
        }
    }

    /// Whether it looks at a feature.
    #[must_use]
    pub fn uses(self, feature: &str) -> bool {
        let old = ["concentration", "off-centre", "quads"].contains(&feature);
        match self {
            Self::Y2000 => old || feature == "on-rim",
            Self::Y2002 => {
                let newer = ["to-move", "captures", "inner-moves", "rim-moves"];
                old || newer.contains(&feature) || feature.starts_with("on-") && feature != "on-rim"
            }
            // On the rim is what the squares of the rim add up to.
            Self::Y2006 => feature != "on-rim",
        }
    }
}

/// A text that holds no evaluator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEvaluation {
    /// Its form is wrong.
    #[error("{0}")]
    Form(String),
    /// It weighs something unknown.
    #[error("unknown feature \"{0}\"")]
    Unknown(String),
    /// A weight is no number, or too large.
    #[error("the weight of \"{0}\" must be a number between -1,000,000 and 1,000,000")]
    Weight(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    weights: BTreeMap<String, f32>,
}

/// Points for odds of e to 1: with 1,000 points one wins 98 games of 100 (odds of 49 to 1).
pub(crate) const POINTS_PER_LOGIT: f64 = 1000.0 / 3.891_820_298_110_627;

impl Evaluation {
    /// An evaluator with these weights, in points.
    #[must_use]
    pub fn new(weights: Features) -> Self {
        Self { weighing: Weighing::new(weights) }
    }

    /// An evaluator from weights in logits, the logarithm of the odds of a win: as they come from
    /// a logistic regression.
    #[must_use]
    pub fn from_logits(logits: &[f64; FEATURE_COUNT]) -> Self {
        Self::new(logits.map(|weight| (weight * POINTS_PER_LOGIT) as f32))
    }

    /// One of the three that Tengen comes with; their files say how they were made.
    #[must_use]
    pub fn of(mia: Mia) -> &'static Self {
        static BUILT_IN: LazyLock<[Evaluation; 3]> = LazyLock::new(|| {
            [
                include_str!("../../data/loa/mia-2000.toml"),
                include_str!("../../data/loa/mia-2002.toml"),
                include_str!("../../data/loa/mia-2006.toml"),
            ]
            .map(|text| text.parse().unwrap_or_else(|_| Evaluation::new([0.0; FEATURE_COUNT])))
        });
        &BUILT_IN[mia as usize]
    }

    /// The weights, in points, in the order of [`FEATURES`].
    #[must_use]
    pub const fn weights(&self) -> &Features {
        self.weighing.weights()
    }

    /// How good a position is for the player to move.
    #[inline]
    #[must_use]
    pub fn points(&self, board: &Board, to_move: Player) -> i32 {
        self.weighing.sum(board, to_move, ANY).0 as i32
    }

    /// The same, where only scores between `low` and `high` need to be exact: of others it is only
    /// said that they are outside, which is quicker and hardly ever wrong. Also returns whether the
    /// score is exact.
    #[inline]
    #[must_use]
    pub fn points_within(
        &self,
        board: &Board,
        to_move: Player,
        low: i32,
        high: i32,
    ) -> (i32, bool) {
        let (sum, is_exact) = self.weighing.sum(board, to_move, (low as f32, high as f32));
        (sum as i32, is_exact)
    }

    /// Who is ahead by more than `bound` points, if anybody is; nearly always told without
    /// looking at all moves.
    #[inline]
    #[must_use]
    pub fn leader(&self, board: &Board, to_move: Player, bound: i32) -> Option<Player> {
        let points = self.weighing.sum_beyond(board, to_move, bound as f32)? as i32;
        match points {
            _ if points > bound => Some(to_move),
            _ if points < -bound => Some(to_move.opponent()),
            _ => None,
        }
    }

    /// The weights as a file, with comment lines (each begins with `#`) before them.
    #[must_use]
    pub fn to_text(&self, comment: &str) -> String {
        let mut text = format!("{comment}[weights]\n");
        for (feature, weight) in FEATURES.iter().zip(*self.weights()) {
            if weight != 0.0 {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{} = {weight:?}", feature.name);
            }
        }
        text
    }
}

impl FromStr for Evaluation {
    type Err = BadEvaluation;
    fn from_str(text: &str) -> Result<Self, BadEvaluation> {
        let file: File =
            toml::from_str(text).map_err(|error| BadEvaluation::Form(error.to_string()))?;
        let mut weights = [0.0; FEATURE_COUNT];
        for (name, weight) in file.weights {
            let index = FEATURES.iter().position(|feature| feature.name == name);
            let Some(index) = index else { return Err(BadEvaluation::Unknown(name)) };
            if weight.is_nan() || weight.abs() > 1e6 {
                return Err(BadEvaluation::Weight(name));
            }
            weights[index] = weight;
        }
        Ok(Self::new(weights))
    }
}
