//! How often levels occur.

use crate::mm::competitions::Competitions;
use crate::mm::features::Features;
use crate::mm::teams::Teams;

/// How often a level occurs in a data set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frequency {
    /// Competitions that a team with it won.
    pub victories: u64,
    /// Teams with it that took part, in all competitions together.
    pub participations: u64,
    /// Competitions in which there was a team with it.
    pub presences: u64,
}

/// The frequencies of all levels, in the order of the gammas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frequencies(Vec<Frequency>);

impl Frequencies {
    /// Counts.
    #[must_use]
    pub fn count(features: &Features, teams: &Teams, competitions: &Competitions) -> Self {
        let mut counts = vec![Frequency::default(); features.total()];
        for (count, wins) in counts.iter_mut().zip(victories(features, teams, competitions)) {
            count.victories = wins;
        }
        // The last competition in which each level was seen, from 1.
        let mut seen = vec![0; features.total()];
        for index in 0..competitions.len() {
            for (team, times) in competitions.participants(index) {
                for gamma in numbers(features, teams.levels(team)) {
                    counts[gamma].participations += u64::from(times);
                    if std::mem::replace(&mut seen[gamma], index + 1) != index + 1 {
                        counts[gamma].presences += 1;
                    }
                }
            }
        }
        Self(counts)
    }

    pub(crate) const fn from_counts(counts: Vec<Frequency>) -> Self {
        Self(counts)
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Frequency] {
        &self.0
    }
}

/// The numbers of a team's gammas.
pub(crate) fn numbers(features: &Features, levels: &[u16]) -> impl Iterator<Item = usize> {
    levels.iter().enumerate().filter_map(|(i, &level)| {
        let range = features.range(i);
        (usize::from(level) < range.len()).then(|| range.start + usize::from(level))
    })
}

/// How often each level has won.
pub(crate) fn victories(
    features: &Features,
    teams: &Teams,
    competitions: &Competitions,
) -> impl Iterator<Item = u64> {
    let mut wins = vec![0; features.total()];
    for index in 0..competitions.len() {
        for gamma in numbers(features, teams.levels(competitions.winner(index))) {
            wins[gamma] += 1;
        }
    }
    wins.into_iter()
}
