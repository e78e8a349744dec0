//! Priors from what was learned of moves.

use std::sync::Arc;

use tengen_go::{Move, Position};
use tengen_search::{Knowledge, MovePrior};

use crate::go::prior_features::PriorFeatures;
use crate::go::prior_gammas::PriorGammas;
use crate::go::surroundings::Surroundings;

/// How many virtual playouts probabilities become.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PriorScale {
    /// Playouts of an even game for every move.
    pub even: f32,
    /// Playouts that are won, times the square root of the probability of the move. (The root keeps
    /// unlikely moves from being forgotten: one in a hundred gets a tenth, not a hundredth.)
    pub wins: f32,
}

/// About as many as [`Tactics`](crate::go::Tactics) gives.
impl Default for PriorScale {
    fn default() -> Self {
        Self { even: 6.0, wins: 40.0 }
    }
}

impl PriorScale {
    /// What a move of probability `p` starts with: `even` playouts of value one half and
    /// `wins · √p` of value one, together a whole number; the bias is `p` itself.
    #[must_use]
    pub fn prior(&self, p: f32) -> MovePrior {
        let won = self.wins * p.sqrt();
        let weight = self.even + won;
        let value = if weight > 0.0 { (0.5 * self.even + won) / weight } else { 0.5 };
        MovePrior { bias: p, value, weight: weight.round().clamp(0.0, 65_535.0) }
    }
}

/// Probabilities of moves by [`PriorGammas`]: P = γ / Σ γ over the moves of the position, where γ is
/// the product of those of the move's features and its surroundings.
///
/// ```
/// use std::sync::Arc;
/// use tengen_go::{BoardSize, Komi, Move, Position, Rules};
/// use tengen_policy::go::{PatternPriors, PriorGammas, PriorScale};
/// use tengen_search::{Knowledge, MovePrior};
/// let size = BoardSize::new(9).unwrap();
/// let position = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
/// let mut priors = PatternPriors::new(Arc::new(PriorGammas::uniform()), PriorScale::default());
/// let moves = ["E5", "A1", "pass", "C3"].map(|name| name.parse().unwrap());
/// let mut found = [MovePrior::default(); 4];
/// priors.judge(&position, &moves, &mut found);
/// assert_eq!(found[0].bias, 0.25);
/// assert_eq!((found[0].weight, found[0].value), (26.0, 23.0 / 26.0));
/// ```
#[derive(Clone, Debug)]
pub struct PatternPriors {
    gammas: Arc<PriorGammas>,
    scale: PriorScale,
    features: PriorFeatures,
    surroundings: Surroundings,
}

impl PatternPriors {
    /// Priors by these strengths.
    #[must_use]
    pub fn new(gammas: Arc<PriorGammas>, scale: PriorScale) -> Self {
        let (features, surroundings) = (PriorFeatures::new(), Surroundings::new());
        Self { gammas, scale, features, surroundings }
    }
}

impl Knowledge<Position> for PatternPriors {
    fn judge(&mut self, position: &Position, moves: &[Move], priors: &mut [MovePrior]) {
        self.features.look_at(position);
        self.surroundings.look_at(position);
        let mut sum = 0.0;
        for (&m, prior) in moves.iter().zip(priors.iter_mut()) {
            let levels = self.features.levels(position, m);
            let around = self.gammas.strength_around(&self.surroundings, m);
            let strength = self.gammas.strength(&levels) * around;
            // Beyond any that was learned; sums and quotients stay numbers.
            prior.bias = strength.clamp(1e-30, 1e30);
            sum += prior.bias;
        }
        for prior in priors {
            *prior = self.scale.prior(prior.bias / sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_go::{BoardSize, Game, Komi, MoveList, Rules};

    use crate::go::prior_features::PriorFeature;

    fn judge(gammas: PriorGammas, position: &Position) -> (MoveList<Move>, Vec<MovePrior>) {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut priors = vec![MovePrior::default(); moves.len()];
        PatternPriors::new(Arc::new(gammas), PriorScale::default()).judge(
            position,
            &moves,
            &mut priors,
        );
        (moves, priors)
    }

    #[test]
    fn probabilities_are_in_proportion_to_strengths() {
        let size = BoardSize::new(9).unwrap();
        let position = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
        let mut values = vec![1.0; PriorGammas::LEN];
        let before = &PriorFeature::ALL[..PriorFeature::Pass as usize];
        values[before.iter().map(|feature| feature.levels()).sum::<usize>()] = 41.0;
        let (moves, priors) = judge(PriorGammas::from_values(values).unwrap(), &position);
        let pass = moves.iter().position(|&m| m == Move::Pass).unwrap();
        assert!((priors[pass].bias - 41.0 / 122.0).abs() < 1e-6);
        assert!((priors.iter().map(|prior| prior.bias).sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(priors[pass].value > priors[0].value && priors[pass].weight > priors[0].weight);
        assert!(priors.iter().all(|prior| prior.weight.fract() == 0.0));
    }

    #[test]
    fn extreme_strengths_give_numbers() {
        let size = BoardSize::new(5).unwrap();
        let position = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
        for extreme in [1e-12, 1e12] {
            let gammas = PriorGammas::from_values(vec![extreme; PriorGammas::LEN]).unwrap();
            let (_, priors) = judge(gammas, &position);
            for prior in priors {
                assert!(prior.bias.is_finite() && (0.0..=1.0).contains(&prior.value), "{prior:?}");
            }
        }
        let nothing = PriorScale { even: 0.0, wins: 0.0 };
        assert_eq!(nothing.prior(0.5), MovePrior { bias: 0.5, value: 0.5, weight: 0.0 });
    }
}
