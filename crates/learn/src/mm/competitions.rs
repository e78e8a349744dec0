//! Competitions between teams.

use std::ops::Range;

/// Competitions, each a list of teams with how often they take part, and a winner. An entry of such
/// a list takes six bytes, a competition twelve more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Competitions {
    /// Where the entries of each begin, and where the last ones end.
    starts: Vec<usize>,
    teams: Vec<u32>,
    counts: Vec<u16>,
    winners: Vec<u32>,
}

/// A competition that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the winner of a competition does not take part in it")]
pub struct BadCompetition;

/// None yet.
impl Default for Competitions {
    fn default() -> Self {
        Self { starts: vec![0], teams: Vec::new(), counts: Vec::new(), winners: Vec::new() }
    }
}

impl Competitions {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.winners.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.winners.is_empty()
    }

    /// How many entries all of them have: equal teams of a competition are one entry.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.teams.len()
    }

    /// Adds a competition. A team may take part several times; the list is sorted on the way.
    pub fn push(&mut self, winner: u32, participants: &mut [u32]) -> Result<(), BadCompetition> {
        participants.sort_unstable();
        if participants.binary_search(&winner).is_err() {
            return Err(BadCompetition);
        }
        for equal in participants.chunk_by(|a, b| a == b) {
            // One that takes part more often than can be counted is several entries.
            for part in equal.chunks(u16::MAX.into()) {
                self.teams.push(part[0]);
                self.counts.push(part.len() as u16);
            }
        }
        self.starts.push(self.teams.len());
        self.winners.push(winner);
        Ok(())
    }

    /// The winner of a competition.
    #[must_use]
    pub fn winner(&self, index: usize) -> u32 {
        self.winners[index]
    }

    /// Teams and how often they take part in a competition.
    pub fn participants(&self, index: usize) -> impl Iterator<Item = (u32, u16)> {
        let entries = self.starts[index]..self.starts[index + 1];
        self.teams[entries.clone()].iter().copied().zip(self.counts[entries].iter().copied())
    }

    /// Gives back room that will not be needed.
    pub fn shrink(&mut self) {
        self.starts.shrink_to_fit();
        self.teams.shrink_to_fit();
        self.counts.shrink_to_fit();
        self.winners.shrink_to_fit();
    }

    /// Ranges of competitions with about the same number of entries. They depend on the data alone,
    /// so that sums over them do too.
    pub(crate) fn chunks(&self) -> Vec<Range<usize>> {
        /// Enough for many threads; each has sums of its own, which should not be too many.
        const CHUNKS: usize = 64;
        let bound = |i: usize| {
            let entries = (self.entries() as u128 * i as u128 / CHUNKS as u128) as usize;
            self.starts.partition_point(|&start| start < entries)
        };
        let last = self.len();
        let bound = |i: usize| if i == CHUNKS { last } else { bound(i).min(last) };
        (0..CHUNKS).map(|i| bound(i)..bound(i + 1)).filter(|range| !range.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_teams_are_counted() {
        let mut competitions = Competitions::default();
        competitions.push(3, &mut [3, 1, 3, 2, 3]).unwrap();
        competitions.push(9, &mut vec![9; 70_000]).unwrap();
        assert_eq!(competitions.push(4, &mut [1, 2]), Err(BadCompetition));
        assert_eq!(competitions.push(4, &mut []), Err(BadCompetition));
        let all: Vec<Vec<_>> = (0..2).map(|i| competitions.participants(i).collect()).collect();
        assert_eq!(all, [vec![(1, 1), (2, 1), (3, 3)], vec![(9, 65_535), (9, 4_465)]]);
        assert_eq!((competitions.len(), competitions.entries()), (2, 5));
    }

    #[test]
    fn chunks_are_a_partition() {
        let mut competitions = Competitions::default();
        assert!(competitions.chunks().is_empty());
        for i in 0..1000 {
            competitions.push(0, &mut (0..=i % 7).collect::<Vec<_>>()).unwrap();
            let chunks = competitions.chunks();
            assert!(chunks.iter().all(|chunk| !chunk.is_empty()));
            let joined: Vec<usize> = chunks.into_iter().flatten().collect();
            assert!(joined.into_iter().eq(0..competitions.len()), "{i}");
        }
    }
}
