//! Weights of evaluators, from games.

use tengen_game::MoveList;
use tengen_loa::{Game, Outcome, Position};
use tengen_policy::loa::{Evaluation, FEATURE_COUNT, FEATURES, Mia, features};

use crate::loa::record::Record;
use crate::logistic::{Sample, fit};

/// Positions of games, some of them kept aside to see how well a fit predicts.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// For the fit.
    pub training: Vec<Sample<FEATURE_COUNT>>,
    /// Of other games, for the test.
    pub held_out: Vec<Sample<FEATURE_COUNT>>,
}

/// One game in so many is kept aside.
const HELD_OUT: usize = 10;

impl Samples {
    /// Adds the positions of games from ply `first` on, all but those in which the player to move
    /// wins at once (a search sees that by itself). Games without a known result add nothing.
    pub fn add(&mut self, records: &[Record], first: usize) {
        for (i, record) in records.iter().enumerate() {
            let Some(outcome) = record.outcome else { continue };
            let list = if i % HELD_OUT == 0 { &mut self.held_out } else { &mut self.training };
            for (position, _) in record.positions().skip(first) {
                if wins_at_once(&position) {
                    continue;
                }
                let value = outcome.value_for(position.to_move());
                list.push(Sample {
                    features: features(position.board(), position.to_move()),
                    result: 0.5 + 0.5 * value as f32,
                });
            }
        }
    }
}

fn wins_at_once(position: &Position) -> bool {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().any(|&m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        after.outcome() == Some(Outcome::Win(position.to_move()))
    })
}

/// How well an evaluator predicts who wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// The loss on the positions of the fit; see [`Fit::loss`](crate::Fit::loss).
    pub training_loss: f64,
    /// The loss on the positions that were kept aside.
    pub held_out_loss: f64,
    /// How many positions there were in each.
    pub positions: [usize; 2],
}

/// The strength of the pull of weights towards zero, in positions.
const RIDGE: f64 = 10.0;

/// Fits the weights of one of the evaluators.
#[must_use]
pub fn fit_evaluation(mia: Mia, samples: &Samples) -> (Evaluation, Quality) {
    let fit = fit(&samples.training, |i| mia.uses(FEATURES[i].name), RIDGE);
    let quality = Quality {
        training_loss: fit.loss(&samples.training),
        held_out_loss: fit.loss(&samples.held_out),
        positions: [samples.training.len(), samples.held_out.len()],
    };
    (Evaluation::from_logits(&fit.weights), quality)
}
