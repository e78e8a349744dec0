//! Paper 004's searches without a tree, for games with hidden information.

use tengen_game::{Game, Hidden, MoveList, Player, Rng};

use crate::bounds::Value;
use crate::flat::{Arm, Sampling, ScoreKind, flat_report};
use crate::limits::{Budget, Control, Pace};
use crate::playouts::{FirstPlays, PlayoutPolicy};
use crate::report::SearchReport;

/// Every playout is made from another position that could be the true one (paper 004, §3.3.1).
///
/// A move is tried only in positions in which it is legal: an illegal try costs nothing, so that
/// what a move is worth where it cannot be made does not matter.
pub struct HiddenFlat<G: Game, P> {
    policy: P,
    score: ScoreKind,
    sampling: Sampling,
    rng: Rng,
    position: G,
    first_plays: FirstPlays,
}

/// Samples that are looked at for a move until one is found in which it is legal.
const PATIENCE: usize = 8;

impl<G: Game, P: PlayoutPolicy<G>> HiddenFlat<G, P> {
    /// A search. `position` is any position of the game to come.
    pub fn new(position: &G, policy: P, score: ScoreKind, sampling: Sampling, seed: u64) -> Self {
        let first_plays = FirstPlays::new(policy.slots());
        let rng = Rng::new(seed);
        Self { policy, score, sampling, rng, position: position.clone(), first_plays }
    }

    /// Searches within the limits. The best move is the first of the report.
    pub fn search<H: Hidden<Position = G>>(
        &mut self,
        hidden: &mut H,
        control: &mut Control<'_, G::Move>,
    ) -> SearchReport<G::Move> {
        let budget = control.budget();
        let player = hidden.seen().to_move();
        let mut moves = MoveList::new();
        hidden.moves(&mut moves);
        self.rng.shuffle(&mut moves);
        let mut arms = Arm::all(&moves);
        let mut pace = Pace::new();
        for i in (0..arms.len()).cycle() {
            if pace.is_due() && budget.claimed() > 0 && budget.is_over() || !budget.claim_one() {
                break;
            }
            self.try_arm(hidden, &mut arms, i, player);
        }
        report(&arms, player, &budget)
    }

    fn try_arm<H: Hidden<Position = G>>(
        &mut self,
        hidden: &mut H,
        arms: &mut [Arm<G::Move>],
        i: usize,
        player: Player,
    ) {
        let m = arms[i].m;
        let mut samples = 0;
        loop {
            hidden.sample(&mut self.position, &mut self.rng);
            samples += 1;
            if self.position.is_legal(m) {
                break;
            }
            if samples == PATIENCE {
                return;
            }
        }
        self.position.play_unchecked(m);
        self.first_plays.clear();
        let score = match self.position.outcome() {
            Some(outcome) => self.policy.score(&self.position, outcome),
            None => self.policy.playout(&mut self.position, &mut self.rng, &mut self.first_plays),
        };
        arms[i].add(score, player);
        arms[i].score.add(self.score.of(score, player));
        if self.sampling == Sampling::Standard {
            return;
        }
        if let Some(slot) = self.policy.slot(m) {
            self.first_plays.played_before(player, slot);
        }
        let value = Value::of(score.outcome, player).score();
        for (j, arm) in arms.iter_mut().enumerate() {
            let slot = self.policy.slot(arm.m);
            if slot.is_some_and(|slot| self.first_plays.is_first(player, slot)) {
                arm.any_time.add(value);
                if i != j {
                    arm.score.add(self.score.of(score, player));
                }
            }
        }
    }
}

/// The moves by their mean score.
fn report<M: Copy>(arms: &[Arm<M>], player: Player, budget: &Budget) -> SearchReport<M> {
    let score = |arm: &Arm<M>| match arm.score.count {
        0.0 => f64::MIN,
        _ => arm.score.mean(),
    };
    let mut order: Vec<&Arm<M>> = arms.iter().collect();
    order.sort_by(|a, b| score(b).total_cmp(&score(a)));
    flat_report(player, order.into_iter().map(Arm::report).collect(), budget)
}
