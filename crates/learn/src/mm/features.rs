//! Features and their levels.

/// The most features a team can have levels of. With gammas from 1e-9 to 1e9 the strength of any
/// team is then a number that a machine can hold.
pub const MOST_FEATURES: usize = 32;

/// The most levels of a feature.
pub const MOST_LEVELS: usize = u16::MAX as usize - 1;

/// Stands in the place of a level where a team has none of a feature.
pub const NO_LEVEL: u16 = u16::MAX;

/// Something that teams have, or that they have to a certain level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// A word that names it.
    pub name: String,
    /// How many levels it has.
    pub levels: usize,
}

impl Feature {
    /// A feature.
    #[must_use]
    pub fn new(name: &str, levels: usize) -> Self {
        Self { name: name.to_owned(), levels }
    }
}

/// The features of a model. Levels are numbered within their feature, and gammas all through: those
/// of the first feature, then those of the second, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    list: Vec<Feature>,
    /// The number of the first gamma of each feature, and in the end how many there are.
    starts: Vec<usize>,
}

/// Features that make no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFeatures {
    /// There are none.
    #[error("there are no features")]
    None,
    /// There are too many.
    #[error("there are {0} features, but at most {MOST_FEATURES} can be learned")]
    TooMany(usize),
    /// One has no level, or too many.
    #[error("the feature {name:?} has {levels} levels; it needs 1 to {MOST_LEVELS}")]
    Levels {
        /// Its name.
        name: String,
        /// How many.
        levels: usize,
    },
    /// A name is not one word.
    #[error("{0:?} names no feature: a name is one word, without blanks")]
    Name(String),
    /// A name stands for two features.
    #[error("there are two features {0:?}")]
    Twice(String),
}

impl Features {
    /// A model of these features.
    pub fn new(list: impl IntoIterator<Item = Feature>) -> Result<Self, BadFeatures> {
        let list: Vec<Feature> = list.into_iter().collect();
        if list.is_empty() {
            return Err(BadFeatures::None);
        }
        if list.len() > MOST_FEATURES {
            return Err(BadFeatures::TooMany(list.len()));
        }
        let mut starts = vec![0];
        for (i, Feature { name, levels }) in list.iter().enumerate() {
            if name.is_empty() || name.contains(char::is_whitespace) {
                return Err(BadFeatures::Name(name.clone()));
            }
            if list[..i].iter().any(|other| other.name == *name) {
                return Err(BadFeatures::Twice(name.clone()));
            }
            if !(1..=MOST_LEVELS).contains(levels) {
                return Err(BadFeatures::Levels { name: name.clone(), levels: *levels });
            }
            starts.push(starts[i] + levels);
        }
        Ok(Self { list, starts })
    }

    /// The features in their order.
    #[must_use]
    pub fn list(&self) -> &[Feature] {
        &self.list
    }

    /// How many features there are.
    #[expect(clippy::len_without_is_empty, reason = "never empty")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// How many gammas there are, of all features.
    #[must_use]
    pub fn total(&self) -> usize {
        self.starts[self.list.len()]
    }

    /// The numbers of the gammas of a feature.
    #[must_use]
    pub fn range(&self, feature: usize) -> std::ops::Range<usize> {
        self.starts[feature]..self.starts[feature + 1]
    }

    /// The feature and the level of a gamma, by its number.
    #[must_use]
    pub fn level_of(&self, gamma: usize) -> Option<(usize, u16)> {
        let feature = self.starts.partition_point(|&start| start <= gamma).checked_sub(1)?;
        // Levels fit: that was seen to at the beginning.
        (feature < self.list.len()).then(|| (feature, (gamma - self.starts[feature]) as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gammas_are_numbered_through() {
        let features = Features::new([Feature::new("a", 3), Feature::new("b", 2)]).unwrap();
        assert_eq!((features.len(), features.total()), (2, 5));
        assert_eq!(features.range(1), 3..5);
        let levels = [0, 2, 3, 4, 5].map(|gamma| features.level_of(gamma));
        assert_eq!(levels, [Some((0, 0)), Some((0, 2)), Some((1, 0)), Some((1, 1)), None]);
    }

    #[test]
    fn what_makes_no_model_is_refused() {
        let refused = |list: &[(&str, usize)]| {
            let list = list.iter().map(|&(name, levels)| Feature::new(name, levels));
            Features::new(list).unwrap_err().to_string()
        };
        assert!(refused(&[]).contains("no features"));
        assert!(refused(&[("a", 1); 33]).contains("at most 32"));
        assert!(refused(&[("a", 0)]).contains("needs 1 to 65534"));
        assert!(refused(&[("a", 65_535)]).contains("needs 1 to 65534"));
        assert!(refused(&[("a b", 1)]).contains("one word"));
        assert!(refused(&[("a", 1), ("a", 2)]).contains("two features \"a\""));
    }
}
