//! The features of priors.

use std::sync::Arc;

use tengen_go::{Game, Move, MoveList, Position};
use tengen_policy::go::{
    BadPriorGammas, KnownSurroundings, NO_LEVEL, PriorFeature, PriorFeatures, PriorGammas,
    Surroundings,
};

use crate::go::feature_set::FeatureSet;
use crate::mm::{Feature, Features, Gammas};

/// What priors of a tree know of a move: [`PriorFeature`], and larger surroundings.
#[derive(Clone, Debug, Default)]
pub struct PriorSet {
    features: PriorFeatures,
    surroundings: Surroundings,
    known: Arc<KnownSurroundings>,
}

impl PriorSet {
    /// With these surroundings as the levels of one more feature.
    #[must_use]
    pub fn new(known: KnownSurroundings) -> Self {
        Self { known: Arc::new(known), ..Self::default() }
    }

    /// Priors of these strengths, in the order of [`FeatureSet::features`]. Those of surroundings are
    /// rounded to three digits: there are many, and no data tells them better.
    pub fn priors(&self, gammas: &Gammas) -> Result<PriorGammas, BadPriorGammas> {
        let (values, around) = gammas.all().split_at(gammas.all().len().min(PriorGammas::LEN));
        let round = |gamma: &f64| format!("{gamma:.2e}").parse().unwrap_or(*gamma);
        let around: Vec<_> =
            self.known.keys().iter().copied().zip(around.iter().map(round)).collect();
        PriorGammas::from_values(values.to_vec())?.with_surroundings(&around)
    }
}

impl FeatureSet for PriorSet {
    fn features(&self) -> Features {
        let list = PriorFeature::ALL.iter().map(|it| Feature::new(it.name(), it.levels()));
        let around = self.known.keys().len();
        let list = list.chain((around > 0).then(|| Feature::new("surroundings", around)));
        Features::new(list).unwrap_or_else(|_| unreachable!("a few features with a few levels"))
    }

    /// All legal moves, to pass among them.
    fn candidates(&self, position: &Position, out: &mut MoveList<Move>) {
        position.legal_moves(out);
    }

    fn describe(&mut self, position: &Position, moves: &[Move], out: &mut Vec<u16>) {
        self.features.look_at(position);
        self.surroundings.look_at(position);
        for &m in moves {
            out.extend(self.features.levels(position, m));
            if !self.known.keys().is_empty() {
                let point = m.point();
                let number = point.and_then(|at| self.known.largest(&self.surroundings, at));
                out.push(number.unwrap_or(NO_LEVEL));
            }
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
        let priors = PriorSet::default().priors(&gammas).unwrap();
        for (i, feature) in PriorFeature::ALL.into_iter().enumerate() {
            assert_eq!(priors.of_feature(feature), gammas.of(i), "{feature:?}");
        }
    }
}
