//! GOBBLE: Brügmann's player of 1993 (paper 002, "How almost random games are played").
//!
//! Every move of either side has one value, wherever in the game it is made (all-as-first). In a
//! playout both sides make their moves in the order of those values, which are disturbed at random
//! once a playout. The disturbance of a value `v` is drawn from `[−v e^(−c t), v e^(−c t)]`: large
//! at first, small in the end. The lecture takes `t = n`, the number of the playout; here `t` is
//! the share of the budget that is used, so that `c` means the same for every budget.

use tengen_game::{Game, MoveList, Outcome, Player, Rng};

use crate::bounds::Value;
use crate::flat::{Arm, flat_report, shuffled_moves};
use crate::formulas::{Moments, exp};
use crate::limits::{Control, Pace};
use crate::playouts::{FirstPlays, PlayoutPolicy, PlayoutRecorder, PlayoutScore};
use crate::report::SearchReport;
use crate::search::Search;

/// How GOBBLE anneals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GobbleOptions {
    /// How fast the temperature falls: at the end a disturbance is `e^(−c)` of its value at most.
    pub cooling: f64,
    /// The most moves of a playout; one that is not over then is a draw.
    pub limit: u32,
    /// Seed of all chance.
    pub seed: u64,
}

impl GobbleOptions {
    /// The size of a disturbance, as a share of the value, when this much of the budget is used.
    fn temperature(&self, progress: f64) -> f64 {
        exp(-self.cooling * progress)
    }
}

impl Default for GobbleOptions {
    fn default() -> Self {
        Self { cooling: 4.0, limit: 1000, seed: 1 }
    }
}

/// Brügmann's player.
pub struct Gobble<G: Game, P> {
    policy: P,
    options: GobbleOptions,
    rng: Rng,
    position: G,
    moves: MoveList<G::Move>,
    first_plays: FirstPlays,
    /// For each player and slot: the mean result, and its disturbed value in this playout.
    values: [Vec<(Moments, f64)>; 2],
}

/// The value of a move that was never made: that of an even game.
const UNKNOWN: f64 = 0.5;

impl<G: Game, P: PlayoutPolicy<G>> Gobble<G, P> {
    /// A search. `position` is any position of the game to come.
    pub fn new(position: &G, policy: P, options: GobbleOptions) -> Self {
        let values = vec![(Moments::default(), 0.0); policy.slots()];
        Self {
            first_plays: FirstPlays::new(policy.slots()),
            policy,
            options,
            rng: Rng::new(options.seed),
            position: position.clone(),
            moves: MoveList::new(),
            values: [values.clone(), values],
        }
    }

    /// Draws this playout's order of moves.
    fn disturb(&mut self, temperature: f64) {
        for values in &mut self.values {
            for (moments, disturbed) in values {
                let value = if moments.count > 0.0 { moments.mean() } else { UNKNOWN };
                let random = (self.rng.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
                *disturbed = value + value * temperature * random;
            }
        }
    }

    /// The move of the player to move that comes first in his order; one that a playout would not
    /// make only if there is no other.
    fn next_move(&mut self) -> Option<G::Move> {
        self.position.legal_moves(&mut self.moves);
        let player = self.position.to_move();
        let mut best = (f64::MIN, None);
        for &m in &self.moves {
            if !self.policy.is_sensible(&self.position, m) {
                continue;
            }
            let value = self.policy.slot(m).map_or(0.0, |slot| self.values[player.index()][slot].1);
            if value > best.0 {
                best = (value, Some(m));
            }
        }
        best.1.or_else(|| self.moves.last().copied())
    }

    fn playout(&mut self, position: &G, first: G::Move) -> PlayoutScore {
        self.position.clone_from(position);
        self.first_plays.clear();
        let mut next = Some(first);
        for _ in 0..self.options.limit {
            let Some(m) = next else { break };
            if let Some(slot) = self.policy.slot(m) {
                self.first_plays.played(self.position.to_move(), slot);
            }
            self.position.play_unchecked(m);
            next = if self.position.outcome().is_none() { self.next_move() } else { None };
        }
        let outcome = self.position.outcome().unwrap_or(Outcome::Draw);
        self.policy.score(&self.position, outcome)
    }

    fn learn(&mut self, score: PlayoutScore) {
        for player in Player::BOTH {
            let value = Value::of(score.outcome, player).score();
            for (slot, (moments, _)) in self.values[player.index()].iter_mut().enumerate() {
                if self.first_plays.is_first(player, slot) {
                    moments.add(value);
                }
            }
        }
    }
}

impl<G: Game, P: PlayoutPolicy<G>> Search<G> for Gobble<G, P> {
    fn search_open(
        &mut self,
        position: &G,
        control: &mut Control<'_, G::Move>,
    ) -> SearchReport<G::Move> {
        let player = position.to_move();
        let budget = control.budget();
        for values in &mut self.values {
            values.fill((Moments::default(), 0.0));
        }
        let mut arms = Arm::all(&shuffled_moves(position, &mut self.rng));
        let mut pace = Pace::new();
        while budget.claim_one() {
            self.disturb(self.options.temperature(budget.progress()));
            self.position.clone_from(position);
            let Some(first) = self.next_move() else { break };
            let score = self.playout(position, first);
            self.learn(score);
            if let Some(arm) = arms.iter_mut().find(|arm| arm.m == first) {
                arm.add(score, player);
            }
            if pace.is_due() {
                control.tell_if_due(|| self.report(&arms, player, &budget));
                if budget.is_over() {
                    break;
                }
            }
        }
        self.report(&arms, player, &budget)
    }
}

impl<G: Game, P: PlayoutPolicy<G>> Gobble<G, P> {
    /// The moves in the order of their values, without disturbance.
    fn report(
        &self,
        arms: &[Arm<G::Move>],
        player: Player,
        budget: &crate::limits::Budget,
    ) -> SearchReport<G::Move> {
        let mut moves: Vec<_> = arms
            .iter()
            .map(|arm| {
                let mut arm = arm.clone();
                if let Some(slot) = self.policy.slot(arm.m) {
                    arm.any_time = self.values[player.index()][slot].0;
                }
                arm.report()
            })
            .collect();
        for report in &mut moves {
            if let Some(rave) = report.rave {
                report.value = rave.value;
            }
        }
        // A move that was never made has no value, whatever its slot's default says.
        let rank = |report: &crate::report::MoveReport<G::Move>| {
            if report.rave.is_some() || report.visits > 0 { report.value } else { -1.0 }
        };
        moves.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        flat_report(player, moves, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::GobbleOptions;

    /// e^(−c t): whole at first, e^(−4) = 0.0183 in the end, e^(−2) = 0.1353 half-way.
    #[test]
    fn it_cools_down() {
        let options = GobbleOptions { cooling: 4.0, ..GobbleOptions::default() };
        let temperatures = [0.0, 0.5, 1.0].map(|progress| options.temperature(progress));
        for (temperature, expected) in temperatures.into_iter().zip([1.0, 0.1353, 0.0183]) {
            assert!((temperature - expected).abs() < 1e-4, "{temperatures:?}");
        }
    }
}
