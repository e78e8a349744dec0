//! The fit itself.

use std::num::NonZero;
use std::ops::Range;

use tengen_search::StopFlag;

use crate::mm::competitions::Competitions;
use crate::mm::features::Features;
use crate::mm::frequencies::victories;
use crate::mm::gammas::Gammas;
use crate::mm::log_product::LogProduct;
use crate::mm::teams::Teams;
use crate::parallel::in_parallel;
use crate::stopped::Stopped;

/// How a fit goes about its work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MmOptions {
    /// Features whose last update raised the mean log-likelihood of a competition by less than this
    /// are left as they are.
    pub tolerance: f64,
    /// How often all features are gone through: in the second pass those that were left early get
    /// another chance.
    pub passes: usize,
    /// Updates of a feature after which a fit ends in any case.
    pub most_updates: usize,
    /// Threads. Results do not depend on them.
    pub threads: NonZero<usize>,
}

/// As Coulom's program does it.
impl Default for MmOptions {
    fn default() -> Self {
        Self { tolerance: 1e-4, passes: 2, most_updates: 100_000, threads: NonZero::<usize>::MIN }
    }
}

/// What a fit found.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The strengths.
    pub gammas: Gammas,
    /// The mean log-likelihood of a competition.
    pub log_likelihood: f64,
    /// How often a feature was updated.
    pub updates: usize,
}

/// How far a fit has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Update {
    /// How many updates there were, this one included.
    pub number: usize,
    /// The pass, from 1.
    pub pass: usize,
    /// The feature that was updated.
    pub feature: usize,
    /// The mean log-likelihood of a competition after it.
    pub log_likelihood: f64,
    /// By how much it has grown.
    pub gain: f64,
    /// The same as `log_likelihood` with the prior: each level has won once and lost once against
    /// one of gamma 1. This never falls.
    pub penalised: f64,
}

/// Gammas stay between this and its inverse.
const LARGEST: f64 = 1e9;

/// Finds the gammas that make the winners most likely, by minorization-maximization: one feature at
/// a time, the one whose last update gained most. `tell` hears of every update.
///
/// An update goes twice over all entries of the competitions, so its time grows with
/// [`Competitions::entries`]; how many there are hardly depends on that. Memory beside the data is
/// ten bytes a team and eight a competition.
pub fn fit(
    features: &Features,
    teams: &Teams,
    competitions: &Competitions,
    options: &MmOptions,
    stop: &StopFlag,
    mut tell: impl FnMut(&Update),
) -> Result<Fit, Stopped> {
    let mut state = State::new(features, teams, competitions, options.threads);
    let (mut updates, mut log_likelihood) = (0, state.log_likelihood());
    for pass in 1..=options.passes {
        let mut gains = vec![f64::INFINITY; features.len()];
        loop {
            // The first of those that gained most.
            let most = gains.iter().copied().fold(0.0, f64::max);
            let feature = gains.iter().position(|&gain| gain == most).unwrap_or(0);
            if most < options.tolerance || updates == options.most_updates {
                break;
            }
            if stop.is_stopped() {
                return Err(Stopped);
            }
            state.update(feature);
            updates += 1;
            let before = std::mem::replace(&mut log_likelihood, state.log_likelihood());
            gains[feature] = log_likelihood - before;
            tell(&Update {
                number: updates,
                pass,
                feature,
                log_likelihood,
                gain: gains[feature],
                penalised: log_likelihood + state.prior(),
            });
        }
    }
    Ok(Fit { gammas: state.gammas, log_likelihood, updates })
}

/// Everything a fit keeps.
struct State<'a> {
    teams: &'a Teams,
    competitions: &'a Competitions,
    threads: NonZero<usize>,
    chunks: Vec<Range<usize>>,
    gammas: Gammas,
    /// Competitions won by each level: W.
    wins: Vec<f64>,
    /// The strength of each team.
    strengths: Vec<f64>,
    /// The strength of all teams of each competition together: E.
    totals: Vec<f64>,
}

impl<'a> State<'a> {
    fn new(
        features: &Features,
        teams: &'a Teams,
        competitions: &'a Competitions,
        threads: NonZero<usize>,
    ) -> Self {
        Self {
            teams,
            competitions,
            threads,
            chunks: competitions.chunks(),
            gammas: Gammas::even(features),
            wins: victories(features, teams, competitions).map(|wins| wins as f64).collect(),
            strengths: vec![1.0; teams.len()],
            totals: vec![0.0; competitions.len()],
        }
    }

    /// Sums up the strengths of all competitions; the mean log-likelihood of their winners.
    fn log_likelihood(&mut self) -> f64 {
        let (competitions, strengths) = (self.competitions, &self.strengths);
        let mut rest = self.totals.as_mut_slice();
        let mut jobs = Vec::new();
        for chunk in &self.chunks {
            let (totals, others) = rest.split_at_mut(chunk.len());
            rest = others;
            jobs.push((chunk.clone(), totals));
        }
        let parts = in_parallel(self.threads, jobs, |(chunk, totals)| {
            let mut likelihood = LogProduct::ONE;
            for (index, total) in chunk.zip(totals) {
                *total = total_strength(competitions, index, strengths);
                likelihood.times(strengths[competitions.winner(index) as usize] / *total);
            }
            likelihood.ln()
        });
        parts.into_iter().sum::<f64>() / self.competitions.len().max(1) as f64
    }

    /// What the prior adds to the mean log-likelihood: for each level ln(γ / (γ + 1)²).
    fn prior(&self) -> f64 {
        let mut likelihood = LogProduct::ONE;
        for gamma in self.gammas.all() {
            likelihood.times(gamma / ((gamma + 1.0) * (gamma + 1.0)));
        }
        likelihood.ln() / self.competitions.len().max(1) as f64
    }

    /// Updates all gammas of one feature: γ = (W + 1) / (Σ C / E + 2 / (γ + 1)), where C is the sum
    /// of the strengths of the teams with this level, without it, and the rest is the prior.
    fn update(&mut self, feature: usize) {
        let levels = self.gammas.of(feature).len();
        let column = self.teams.column(feature, levels);
        let (competitions, strengths, totals) = (self.competitions, &self.strengths, &self.totals);
        let parts = in_parallel(self.threads, self.chunks.clone(), |chunk| {
            // The last is for teams that have no level of the feature.
            let mut shares = vec![0.0; levels + 1];
            for index in chunk {
                let share = 1.0 / totals[index];
                for (team, count) in competitions.participants(index) {
                    let team = team as usize;
                    let strength = f64::from(count) * strengths[team];
                    shares[usize::from(column[team])] += strength * share;
                }
            }
            shares
        });
        let mut shares = vec![0.0; levels];
        for part in parts {
            for (sum, share) in shares.iter_mut().zip(part) {
                *sum += share;
            }
        }
        let wins = &self.wins[self.gammas.features().range(feature)];
        let mut changes = vec![1.0; levels + 1];
        let gammas = self.gammas.of_mut(feature).iter_mut().zip(&mut changes);
        for (((gamma, change), share), wins) in gammas.zip(shares).zip(wins) {
            // The share was summed up with the level's own gamma, which is divided out here.
            let updated = (wins + 1.0) / (share / *gamma + 2.0 / (*gamma + 1.0));
            let updated = updated.clamp(1.0 / LARGEST, LARGEST);
            *change = updated / *gamma;
            *gamma = updated;
        }
        // Each correction is off by a last bit or two: thousands of them still do not matter.
        for (strength, &level) in self.strengths.iter_mut().zip(&column) {
            *strength *= changes[usize::from(level)];
        }
    }
}

/// The strength of all teams of a competition together.
#[inline]
pub(crate) fn total_strength(competitions: &Competitions, index: usize, strengths: &[f64]) -> f64 {
    let participants = competitions.participants(index);
    participants.map(|(team, count)| f64::from(count) * strengths[team as usize]).sum()
}
