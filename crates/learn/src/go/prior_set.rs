//! The features of priors.

use tengen_go::{Game, Move, MoveList, Position};
use tengen_policy::go::{BadPriorGammas, PriorFeature, PriorFeatures, PriorGammas};

use crate::go::feature_set::FeatureSet;
use crate::mm::{Feature, Features, Gammas};

/// What priors of a tree know of a move: [`PriorFeature`].
#[derive(Clone, Debug, Default)]
pub struct PriorSet {
    features: PriorFeatures,
}

impl PriorSet {
    /// Priors of these strengths.
    pub fn priors(gammas: &Gammas) -> Result<PriorGammas, BadPriorGammas> {
        PriorGammas::from_values(gammas.all().to_vec())
    }
}

impl FeatureSet for PriorSet {
    fn features(&self) -> Features {
        let list = PriorFeature::ALL.iter().map(|it| Feature::new(it.name(), it.levels()));
        Features::new(list).unwrap_or_else(|_| unreachable!("a few features with a few levels"))
    }

    /// All legal moves, to pass among them.
    fn candidates(&self, position: &Position, out: &mut MoveList<Move>) {
        position.legal_moves(out);
    }

    fn describe(&mut self, position: &Position, moves: &[Move], out: &mut Vec<u16>) {
        self.features.look_at(position);
        for &m in moves {
            out.extend(self.features.levels(position, m));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mm::NO_LEVEL;

    #[test]
    fn gammas_are_in_the_order_of_the_files() {
        let features = PriorSet::default().features();
        assert_eq!(features.total(), PriorGammas::LEN);
        assert_eq!(NO_LEVEL, tengen_policy::go::NO_LEVEL);
        let values: Vec<f64> = (1..=features.total()).map(|i| i as f64).collect();
        let gammas = Gammas::new(&features, values).unwrap();
        let priors = PriorSet::priors(&gammas).unwrap();
        for (i, feature) in PriorFeature::ALL.into_iter().enumerate() {
            assert_eq!(priors.of_feature(feature), gammas.of(i), "{feature:?}");
        }
    }
}
