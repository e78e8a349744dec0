//! Selection rules: which child a descent takes.

use crate::formulas::{ln, progressive_bias, rave_weight_hand, ucb, with_implicit};
use crate::node::Node;

/// What the tree knows about a child, seen by the player who chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ChildStats {
    /// Playouts through it, those under way in other threads included.
    pub visits: u32,
    /// One for each win, a half for each draw.
    pub points: f32,
    /// Playouts in which the move was made later.
    pub rave_visits: u32,
    /// One for each win among those, a half for each draw.
    pub rave_points: f32,
    /// The probability of progressive bias.
    pub bias: f32,
    /// The value of its virtual playouts.
    pub prior_value: f32,
    /// How many virtual playouts it has.
    pub prior_weight: f32,
    /// The value of implicit minimax backups.
    pub implicit: f32,
    /// How much that counts, from 0 to 1; 0 where there is none.
    pub implicit_weight: f32,
}

impl ChildStats {
    /// Without `PRIORS` those stay zero, which the compiler can then do without.
    #[inline(always)]
    pub(crate) fn of<M: Copy, const PRIORS: bool>(node: &Node<M>) -> Self {
        let (results, rave) = (node.results(), node.rave());
        let ((prior_value, prior_weight), bias) =
            if PRIORS { (node.virtual_playouts(), node.bias()) } else { ((0.0, 0.0), 0.0) };
        Self {
            visits: results.visits,
            points: results.points(),
            rave_visits: rave.visits,
            rave_points: rave.points(),
            bias,
            prior_value,
            prior_weight,
            // Zero where it is not set, which the compiler can then do without as well.
            implicit: 0.0,
            implicit_weight: 0.0,
        }
    }

    /// Visits and points, real and virtual together; the virtual ones have so many points more.
    #[inline(always)]
    fn with_virtual(&self, more: f32) -> (f32, f32) {
        let visits = self.visits as f32 + self.prior_weight;
        (visits, self.points + (self.prior_weight * self.prior_value + more))
    }
}

/// What the tree knows about the node whose child is chosen, seen by the player who chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ParentStats {
    /// Playouts through it.
    pub visits: u32,
    /// One for each win, a half for each draw.
    pub points: f32,
}

impl ParentStats {
    /// So many virtual playouts of an even game keep the first few from deciding what it is worth.
    const EVEN: f32 = 8.0;

    /// What the position is worth, from 0 to 1.
    #[inline(always)]
    fn value(&self) -> f32 {
        (self.points + 0.5 * Self::EVEN) / (self.visits as f32 + Self::EVEN)
    }
}

/// Says how urgent each child of a node is; a descent takes the most urgent one.
///
/// ```
/// use tengen_search::{ChildStats, ParentStats, SelectionRule};
///
/// /// PUCT: the mean, and exploration in proportion to a prior probability.
/// #[derive(Clone, Copy)]
/// pub struct Puct { pub c: f32 }
///
/// impl SelectionRule for Puct {
///     /// Computed once for all children of a node.
///     type Parent = f32;
///     fn parent(&self, node: &ParentStats) -> f32 { (node.visits as f32).sqrt() }
///     fn urgency(&self, root_n: &f32, child: &ChildStats) -> f32 {
///         let n = child.visits as f32;
///         let mean = if n > 0.0 { child.points / n } else { 0.5 };
///         mean + self.c * child.bias * root_n / (1.0 + n)
///     }
/// }
///
/// let child = ChildStats { visits: 4, points: 3.0, bias: 0.2, ..ChildStats::default() };
/// let (rule, node) = (Puct { c: 1.0 }, ParentStats { visits: 100, points: 60.0 });
/// assert!((rule.urgency(&rule.parent(&node), &child) - 1.15).abs() < 1e-6);
/// ```
pub trait SelectionRule: Clone + Send + Sync {
    /// Whether the rule looks at RAVE statistics. If not, none are kept.
    const USES_RAVE: bool = false;
    /// What is computed once for all children of a node.
    type Parent;

    /// Prepares for the children of a node.
    fn parent(&self, node: &ParentStats) -> Self::Parent;

    /// How urgent this child is. Infinity ends the search for the best one.
    fn urgency(&self, parent: &Self::Parent, child: &ChildStats) -> f32;
}

/// The parts of UCT that do not concern RAVE.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uct {
    /// Exploration: `c · sqrt(ln N / n)`. Paper 000 has its `C` under the root and values from −1
    /// to 1: its formula (1) is that of `c = sqrt(C) / 2`.
    pub c: f32,
    /// First-play urgency: of a child that was never visited. Infinite: every child is tried once.
    pub fpu: f32,
    /// Weight of progressive bias, half of `W` of paper 000 (50 for its 100), since values run from
    /// 0 to 1.
    pub bias: f32,
    /// Above this many visits the mean of a child is trusted: no exploration any more (paper 002).
    pub trust: u32,
    /// What the virtual playouts are worth that all children have; `None`: as they say themselves.
    pub even: Option<EvenPlayouts>,
}

/// Virtual playouts of an even game, which all children have among their own, are worth what the
/// position is, less something: where all moves so far are good, one that was never tried is none the
/// better for it, and where all are bad it need not be tried before those that are least so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvenPlayouts {
    /// How many of the virtual playouts of every child are of value one half.
    pub count: f32,
    /// How much less than the position they are worth.
    pub below: f32,
}

/// The textbook: half of sqrt 2 (means run from 0 to 1, not from −1 to 1), every child tried once.
impl Default for Uct {
    fn default() -> Self {
        let c = std::f32::consts::FRAC_1_SQRT_2;
        Self { c, fpu: f32::INFINITY, bias: 0.0, trust: u32::MAX, even: None }
    }
}

impl Uct {
    /// A value with the implicit one mixed in, exploration and bias.
    #[inline(always)]
    fn with_exploration(&self, value: f32, child: &ChildStats, ln_parent: f32) -> f32 {
        let visits = child.visits as f32;
        let value = if child.implicit_weight > 0.0 {
            with_implicit(value, child.implicit, child.implicit_weight)
        } else {
            value
        };
        let value = if child.visits > self.trust || self.c == 0.0 {
            value
        } else {
            ucb(value, visits.max(1.0), ln_parent, self.c)
        };
        if self.bias == 0.0 {
            value
        } else {
            value + progressive_bias(self.bias, child.bias, visits)
        }
    }

    /// A child without any value yet.
    #[inline(always)]
    fn first_play(&self, child: &ChildStats) -> f32 {
        self.fpu + progressive_bias(self.bias, child.bias, 0.0)
    }
}

impl SelectionRule for Uct {
    /// The logarithm of the visits, and what is added to the points of virtual playouts.
    type Parent = (f32, f32);

    #[inline]
    fn parent(&self, node: &ParentStats) -> (f32, f32) {
        let more = |EvenPlayouts { count, below }| count * (node.value() - 0.5 - below);
        (ln(node.visits.max(1)), self.even.map_or(0.0, more))
    }

    #[inline(always)]
    fn urgency(&self, &(ln_parent, more): &(f32, f32), child: &ChildStats) -> f32 {
        let (visits, points) = child.with_virtual(more);
        if visits > 0.0 {
            self.with_exploration(points / visits, child, ln_parent)
        } else {
            self.first_play(child)
        }
    }
}

/// How much RAVE counts as visits grow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RaveSchedule {
    /// `sqrt(k / (3 N + k))` with the parent's visits `N`.
    Hand {
        /// Half weight at so many visits of the parent.
        k: f32,
    },
    /// `ñ / (n + ñ + 4 n ñ b² + d ñ)`; with `d = 0` it minimises the mean squared error.
    Mse {
        /// The bias `b` of RAVE values.
        bias: f32,
        /// The doubt `d`: however often a move was made later in playouts, RAVE has at most a weight of
        /// `1 / (1 + d)`, and what virtual and real playouts say of the move keeps the rest. Without it
        /// a move that is good at once and bad later is never looked at. Where all other moves lose,
        /// virtual playouts of an even game are hopeful, so that this is where it is looked at; where
        /// they win it is not.
        doubt: f32,
    },
}

impl RaveSchedule {
    /// The same with this doubt, where it has one.
    #[must_use]
    pub const fn doubted(self, doubt: f32) -> Self {
        match self {
            Self::Mse { bias, .. } => Self::Mse { bias, doubt },
            hand @ Self::Hand { .. } => hand,
        }
    }
}

/// UCT with RAVE.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rave {
    /// All but RAVE.
    pub uct: Uct,
    /// The weight of RAVE.
    pub schedule: RaveSchedule,
}

impl SelectionRule for Rave {
    const USES_RAVE: bool = true;
    /// That of UCT, and what the schedule needs.
    type Parent = ((f32, f32), f32);

    #[inline]
    fn parent(&self, node: &ParentStats) -> Self::Parent {
        let weight = match self.schedule {
            RaveSchedule::Hand { k } => rave_weight_hand(node.visits as f32, k),
            RaveSchedule::Mse { bias, .. } => 4.0 * bias * bias,
        };
        (self.uct.parent(node), weight)
    }

    #[inline(always)]
    fn urgency(&self, &((ln_parent, more), schedule): &Self::Parent, child: &ChildStats) -> f32 {
        let (visits, points) = child.with_virtual(more);
        let rave_visits = child.rave_visits as f32;
        let rave_points = child.rave_points;
        let value = match self.schedule {
            // With β = ñ / (n + ñ + n ñ k), the mixture (1 − β) w / n + β w̃ / ñ is this, with one
            // division; it is right for n = 0 and for ñ = 0 too.
            RaveSchedule::Mse { doubt, .. } => {
                // Doubt is as if k were larger by d / n.
                let k =
                    if doubt > 0.0 && visits > 0.0 { schedule + doubt / visits } else { schedule };
                let points = points * (1.0 + rave_visits * k) + rave_points;
                points / (visits + rave_visits * (1.0 + visits * k))
            }
            RaveSchedule::Hand { .. } => {
                let weight = if visits == 0.0 {
                    1.0
                } else if rave_visits == 0.0 {
                    0.0
                } else {
                    schedule
                };
                let mean = points / visits.max(f32::MIN_POSITIVE);
                mean + weight * (rave_points / rave_visits.max(f32::MIN_POSITIVE) - mean)
            }
        };
        if visits + rave_visits > 0.0 {
            self.uct.with_exploration(value, child, ln_parent)
        } else {
            self.uct.first_play(child)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f32, b: f32) {
        assert!((a - b).abs() < 1e-4, "{a} is not {b}");
    }

    /// A node with this many visits, half of them won.
    fn visited(visits: u32) -> ParentStats {
        ParentStats { visits, points: visits as f32 / 2.0 }
    }

    #[test]
    fn even_playouts_follow_the_position() {
        let even = EvenPlayouts { count: 12.0, below: 0.1 };
        let uct = Uct { c: 0.0, even: Some(even), ..Uct::default() };
        let new = ChildStats { prior_value: 0.5, prior_weight: 12.0, ..ChildStats::default() };
        // (64 + 4) / (72 + 8) = 0.85, less 0.1.
        let winning = uct.parent(&ParentStats { visits: 72, points: 64.0 });
        close(uct.urgency(&winning, &new), 0.75);
        // Four more that are won: (12 · 0.75 + 4) / 16.
        let likely = ChildStats { prior_value: 10.0 / 16.0, prior_weight: 16.0, ..new };
        close(uct.urgency(&winning, &likely), 13.0 / 16.0);
        // Before the first playout the position is even.
        close(uct.urgency(&uct.parent(&ParentStats::default()), &new), 0.4);
        // The same with RAVE: three playouts that were won, of which it had all.
        let rave = Rave { uct, schedule: RaveSchedule::Mse { bias: 0.0, doubt: 0.0 } };
        let node = ParentStats { visits: 72, points: 64.0 };
        let known = ChildStats { rave_visits: 3, rave_points: 3.0, ..new };
        close(rave.urgency(&rave.parent(&node), &known), 0.8);
    }

    #[test]
    fn uct_adds_priors_bias_and_exploration() {
        let uct = Uct { c: 1.0, fpu: 1.1, bias: 2.0, trust: 1000, even: None };
        let child = ChildStats {
            visits: 8,
            points: 4.5, // four wins and a draw
            bias: 0.9,
            prior_value: 0.5,
            prior_weight: 2.0,
            ..ChildStats::default()
        };
        // (4.5 + 1) / 10 + sqrt(ln 50 / 8) + 2 · 0.9 / 9 = 0.55 + 0.699288 + 0.2
        close(uct.urgency(&uct.parent(&visited(50)), &child), 1.449_288);
        // Above the trusted number of visits the mean stands: 0.55 + 0.2.
        let trusting = Uct { trust: 7, ..uct };
        close(trusting.urgency(&trusting.parent(&visited(50)), &child), 0.75);
        // Never visited, no virtual playouts: first-play urgency and the whole bias.
        let new = ChildStats { bias: 0.9, ..ChildStats::default() };
        close(uct.urgency(&uct.parent(&visited(50)), &new), 1.1 + 1.8);
    }

    #[test]
    fn rave_mixes_by_its_weight() {
        let uct = Uct { c: 0.0, fpu: 1.0, bias: 0.0, trust: u32::MAX, even: None };
        let child = ChildStats {
            visits: 10,
            points: 4.0, // mean 0.4
            rave_visits: 100,
            rave_points: 70.0, // mean 0.7
            ..ChildStats::default()
        };
        // β = 100 / (10 + 100 + 4 · 10 · 100 · 0.01) = 2/3: 0.4 / 3 + 0.7 · 2 / 3 = 0.6
        let mse = Rave { uct, schedule: RaveSchedule::Mse { bias: 0.1, doubt: 0.0 } };
        close(mse.urgency(&mse.parent(&visited(500)), &child), 0.6);
        // With a doubt of 0.5: β = 100 / (10 + 100 + 40 + 50) = 1/2.
        let doubting = Rave { uct, schedule: RaveSchedule::Mse { bias: 0.1, doubt: 0.5 } };
        close(doubting.urgency(&doubting.parent(&visited(500)), &child), 0.55);
        // However much RAVE has seen, what is virtually even counts for a third.
        let never = ChildStats {
            rave_visits: 10_000_000,
            prior_value: 0.5,
            prior_weight: 12.0,
            ..ChildStats::default()
        };
        let sure = RaveSchedule::Mse { bias: 0.0, doubt: 0.5 };
        close(Rave { uct, schedule: sure }.urgency(&((0.0, 0.0), 0.0), &never), 0.5 / 3.0);
        // Without real and virtual playouts there is nothing else than RAVE.
        let unknown = ChildStats { rave_visits: 10, rave_points: 7.0, ..ChildStats::default() };
        close(doubting.urgency(&doubting.parent(&visited(500)), &unknown), 0.7);
        // β = sqrt(1000 / 4000) = 0.5 at 1000 visits of the parent: 0.55
        let hand = Rave { uct, schedule: RaveSchedule::Hand { k: 1000.0 } };
        close(hand.urgency(&hand.parent(&visited(1000)), &child), 0.55);
        // The form with one division is the textbook's.
        let mut rng = tengen_game::Rng::new(1);
        for _ in 0..1000 {
            let mut draw = |n| rng.below(n) as u32;
            let (visits, rave_visits) = (1 + draw(5000), 1 + draw(5000));
            let points = draw(2 * visits as usize) as f32 / 2.0;
            let rave_points = draw(2 * rave_visits as usize) as f32 / 2.0;
            let child = ChildStats { visits, points, rave_visits, rave_points, ..child };
            let (n, rave_n) = (visits as f32, rave_visits as f32);
            let weight = crate::formulas::rave_weight_mse(n, rave_n, 0.04);
            let (mean, rave) = (points / n, rave_points / rave_n);
            close(mse.urgency(&mse.parent(&visited(500)), &child), mean + weight * (rave - mean));
        }
        // Not visited: RAVE alone. No RAVE either: first-play urgency.
        let unvisited = ChildStats { visits: 0, points: 0.0, ..child };
        close(mse.urgency(&mse.parent(&visited(500)), &unvisited), 0.7);
        close(mse.urgency(&mse.parent(&visited(500)), &ChildStats::default()), 1.0);
    }
}
