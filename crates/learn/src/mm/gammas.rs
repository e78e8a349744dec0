//! Strengths of levels.

use crate::mm::features::Features;

/// The gammas of all levels of all features.
#[derive(Clone, Debug, PartialEq)]
pub struct Gammas {
    features: Features,
    values: Vec<f64>,
}

impl Gammas {
    /// Those of levels that make no difference.
    #[must_use]
    pub fn even(features: &Features) -> Self {
        Self { features: features.clone(), values: vec![1.0; features.total()] }
    }

    /// These, in the order of their numbers; `None` if there is not one for each level, or one is
    /// no positive number.
    #[must_use]
    pub fn new(features: &Features, values: Vec<f64>) -> Option<Self> {
        let is_good = |gamma: &f64| gamma.is_finite() && *gamma > 0.0;
        let good = values.len() == features.total() && values.iter().all(is_good);
        good.then(|| Self { features: features.clone(), values })
    }

    /// The same to six digits, which is more than any data can tell: for files that people read.
    #[must_use]
    pub fn rounded(&self) -> Self {
        let round = |gamma: &f64| format!("{gamma:.5e}").parse().unwrap_or(*gamma);
        Self { features: self.features.clone(), values: self.values.iter().map(round).collect() }
    }

    /// What they are strengths of.
    #[must_use]
    pub const fn features(&self) -> &Features {
        &self.features
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[f64] {
        &self.values
    }

    /// Those of a feature.
    #[must_use]
    pub fn of(&self, feature: usize) -> &[f64] {
        &self.values[self.features.range(feature)]
    }

    pub(crate) fn of_mut(&mut self, feature: usize) -> &mut [f64] {
        &mut self.values[self.features.range(feature)]
    }

    /// The strength of a team with these levels: the product of their gammas.
    #[must_use]
    pub fn strength(&self, levels: &[u16]) -> f64 {
        let gammas =
            levels.iter().enumerate().map(|(i, &level)| self.of(i).get(usize::from(level)));
        // A level that it does not have changes nothing.
        gammas.map(|gamma| gamma.copied().unwrap_or(1.0)).product()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mm::Feature;

    #[test]
    fn six_digits_are_kept() {
        let features = Features::new([Feature::new("a", 3)]).unwrap();
        let gammas = Gammas::new(&features, vec![1.0, 123_456_789.0, 0.000_123_456_78]).unwrap();
        assert_eq!(gammas.rounded().all(), [1.0, 123_457_000.0, 0.000_123_457]);
    }
}
