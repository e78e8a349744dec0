//! Distinct teams, each kept once.

use std::hash::{BuildHasher, RandomState};

use crate::mm::features::{Features, NO_LEVEL};
use crate::mm::gammas::Gammas;

/// All distinct teams of a data set, numbered in the order in which they came. A team takes two
/// bytes a feature and about eight to be found again.
#[derive(Clone, Debug)]
pub struct Teams {
    /// Levels, one of each feature for each team.
    levels: Vec<u16>,
    features: usize,
    /// How many levels each feature has.
    most: Vec<u16>,
    /// Numbers of teams by the hash of their levels; at most two thirds are in use.
    slots: Vec<u32>,
    hasher: RandomState,
}

/// Teams are numbered with 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are more than {} different teams", Teams::MOST)]
pub struct TooManyTeams;

/// A slot that is not in use.
const FREE: u32 = u32::MAX;

impl Teams {
    /// The most different teams.
    pub const MOST: usize = FREE as usize - 1;

    /// No teams yet, of these features.
    #[must_use]
    pub fn new(features: &Features) -> Self {
        Self {
            levels: Vec::new(),
            features: features.len(),
            most: features.list().iter().map(|feature| feature.levels as u16).collect(),
            slots: vec![FREE; 1024],
            // Numbers do not depend on hashes, and a file cannot make them collide.
            hasher: RandomState::new(),
        }
    }

    /// How many different teams there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.levels.len() / self.features
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// The levels of a team, one of each feature or [`NO_LEVEL`].
    #[must_use]
    pub fn levels(&self, team: u32) -> &[u16] {
        &self.levels[team as usize * self.features..][..self.features]
    }

    /// The number of a team. Levels that a feature does not have count as none.
    ///
    /// # Panics
    ///
    /// If there is not one level for each feature.
    pub fn intern(&mut self, levels: &[u16]) -> Result<u32, TooManyTeams> {
        assert_eq!(levels.len(), self.features, "one level for each feature");
        let is_known = |(&level, &most): (&u16, &u16)| level < most || level == NO_LEVEL;
        if !levels.iter().zip(&self.most).all(is_known) {
            let known = levels.iter().zip(&self.most);
            let known = known.map(|(&level, &most)| if level < most { level } else { NO_LEVEL });
            return self.intern(&known.collect::<Vec<_>>());
        }
        let mask = self.slots.len() - 1;
        let mut slot = self.hash(levels) & mask;
        while self.slots[slot] != FREE {
            let team = self.slots[slot];
            if self.levels(team) == levels {
                return Ok(team);
            }
            slot = (slot + 1) & mask;
        }
        let team = self.len();
        if team >= Self::MOST {
            return Err(TooManyTeams);
        }
        self.levels.extend_from_slice(levels);
        self.slots[slot] = team as u32;
        if 3 * team > 2 * self.slots.len() {
            self.grow();
        }
        Ok(team as u32)
    }

    fn hash(&self, levels: &[u16]) -> usize {
        self.hasher.hash_one(levels) as usize
    }

    fn grow(&mut self) {
        let mask = 2 * self.slots.len() - 1;
        self.slots.clear();
        self.slots.resize(mask + 1, FREE);
        for team in 0..self.len() as u32 {
            let mut slot = self.hash(self.levels(team)) & mask;
            while self.slots[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = team;
        }
    }

    /// The level that each team has of a feature, where `levels`, how many there are, stands for
    /// none.
    pub(crate) fn column(&self, feature: usize, levels: usize) -> Vec<u16> {
        let column = self.levels.iter().skip(feature).step_by(self.features);
        column.map(|&level| level.min(levels as u16)).collect()
    }

    /// How strong each team is.
    #[must_use]
    pub fn strengths(&self, gammas: &Gammas) -> Vec<f64> {
        self.levels.chunks_exact(self.features).map(|levels| gammas.strength(levels)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mm::Feature;

    #[test]
    fn equal_teams_are_one() {
        let features = Features::new([Feature::new("a", 300), Feature::new("b", 200)]).unwrap();
        let mut teams = Teams::new(&features);
        let all = (0..60_000u32).map(|i| [(i % 300) as u16, (i / 300) as u16]);
        for (i, levels) in all.clone().enumerate() {
            assert_eq!(teams.intern(&levels), Ok(i as u32));
        }
        for (i, levels) in all.enumerate() {
            assert_eq!(teams.intern(&levels), Ok(i as u32));
            assert_eq!(teams.levels(i as u32), levels);
        }
        assert_eq!(teams.len(), 60_000);
        // What no feature has is none.
        assert_eq!(teams.intern(&[300, 7]), Ok(60_000));
        assert_eq!(teams.levels(60_000), [NO_LEVEL, 7]);
        assert_eq!(teams.intern(&[NO_LEVEL, 7]), Ok(60_000));
        assert_eq!(teams.column(0, 300)[59_999..], [299, 300]);
    }
}
