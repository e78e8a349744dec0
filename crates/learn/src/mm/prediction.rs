//! How well gammas predict winners.

use std::num::NonZero;

use crate::mm::competitions::Competitions;
use crate::mm::fit::total_strength;
use crate::mm::gammas::Gammas;
use crate::mm::log_product::LogProduct;
use crate::mm::teams::Teams;
use crate::parallel::in_parallel;

/// How well gammas predict the winners of competitions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prediction {
    /// How many competitions there were.
    pub competitions: usize,
    /// The mean log-likelihood of a winner; 0 is certain.
    pub log_likelihood: f64,
    /// How often the winner was among the strongest 1, 5 and 10 participants: see [`TOP`]. Of equal
    /// ones each is as likely to be counted first as any other.
    pub top: [f64; TOP.len()],
}

/// How many of the strongest are looked at.
pub const TOP: [usize; 3] = [1, 5, 10];

impl Prediction {
    /// Looks at all competitions.
    #[must_use]
    pub fn of(
        gammas: &Gammas,
        teams: &Teams,
        competitions: &Competitions,
        threads: NonZero<usize>,
    ) -> Self {
        let strengths = &teams.strengths(gammas);
        let parts = in_parallel(threads, competitions.chunks(), |chunk| {
            let (mut likelihood, mut top) = (LogProduct::ONE, [0.0; TOP.len()]);
            for index in chunk {
                let winner = strengths[competitions.winner(index) as usize];
                likelihood.times(winner / total_strength(competitions, index, strengths));
                let (mut stronger, mut equal) = (0u64, 0u64);
                for (team, count) in competitions.participants(index) {
                    let strength = strengths[team as usize];
                    stronger += if strength > winner { u64::from(count) } else { 0 };
                    equal += if strength == winner { u64::from(count) } else { 0 };
                }
                for (rate, first) in top.iter_mut().zip(TOP) {
                    let places = (first as u64).saturating_sub(stronger).min(equal);
                    *rate += places as f64 / equal as f64;
                }
            }
            (likelihood.ln(), top)
        });
        let number = competitions.len().max(1) as f64;
        let mut sum = Self { competitions: competitions.len(), ..Self::default() };
        for (likelihood, top) in parts {
            sum.log_likelihood += likelihood / number;
            for (rate, part) in sum.top.iter_mut().zip(top) {
                *rate += part / number;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mm::{Feature, Features};

    /// Teams of gamma 4, 2 and 1; the middle one wins once, among two of its kind.
    #[test]
    fn predictions_by_hand() {
        let features = Features::new([Feature::new("a", 3)]).unwrap();
        let gammas = Gammas::new(&features, vec![4.0, 2.0, 1.0]).unwrap();
        let mut teams = Teams::new(&features);
        let [strong, middle, weak] = [0, 1, 2].map(|level| teams.intern(&[level]).unwrap());
        let mut competitions = Competitions::default();
        competitions.push(middle, &mut [middle, middle, weak]).unwrap();
        competitions.push(weak, &mut [strong, middle, middle, middle, middle, weak]).unwrap();
        let found = Prediction::of(&gammas, &teams, &competitions, NonZero::<usize>::MIN);
        assert_eq!(found.competitions, 2);
        assert_eq!(found.top, [0.25, 0.5, 1.0]);
        let expected = ((2.0 / 5.0f64).ln() + (1.0 / 13.0f64).ln()) / 2.0;
        assert!((found.log_likelihood - expected).abs() < 1e-12);
        let nothing = Competitions::default();
        let none = Prediction::of(&gammas, &teams, &nothing, NonZero::<usize>::MIN);
        assert_eq!((none.competitions, none.log_likelihood), (0, 0.0));
    }
}
