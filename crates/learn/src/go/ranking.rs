//! Patterns in the order of their γ's, and how the orders of two policies differ (paper 003,
//! section 3.5).

use tengen_go::Pattern;
use tengen_policy::go::PlayoutGammas;
use tengen_search::formulas::ln_of;

/// A γ as Elo points, 400 log₁₀ γ: the scale of figure 3.
///
/// ```
/// use tengen_learn::go::elo;
/// assert_eq!(elo(1.0), 0.0);
/// assert!((elo(100.0) - 800.0).abs() < 1e-4 && (elo(0.1) + 400.0).abs() < 1e-4);
/// ```
#[must_use]
pub fn elo(gamma: f64) -> f64 {
    400.0 * ln_of(gamma) / std::f64::consts::LN_10
}

/// The patterns of a policy, strongest first.
///
/// ```
/// use tengen_learn::go::PatternRanking;
/// use tengen_policy::go::PlayoutGammas;
/// let policy = PlayoutGammas::built_in("mm-19x19").unwrap();
/// let ranking = PatternRanking::of_playouts(&policy);
/// let best = ranking.order()[0];
/// println!("{best}, γ = {}", ranking.gamma(best));
/// assert_eq!(ranking.rank(best), Some(1));
/// // Playouts never fill an eye, whatever its γ.
/// assert_eq!(ranking.rank("xxxxxxxx".parse().unwrap()), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PatternRanking {
    /// By pattern.
    gammas: Vec<f64>,
    /// By pattern; 0 for those without a rank.
    ranks: Vec<usize>,
    order: Vec<Pattern>,
}

impl PatternRanking {
    /// The patterns for which `is_ranked`, by these γ's, which stand in the order of
    /// [`Pattern::all`]; those that are missing are 1.
    #[must_use]
    pub fn new(gammas: &[f64], is_ranked: impl Fn(Pattern) -> bool) -> Self {
        let mut gammas = gammas.to_vec();
        gammas.resize(Pattern::ALL, 1.0);
        let mut order: Vec<Pattern> =
            Pattern::all().filter(|&pattern| is_ranked(pattern)).collect();
        order.sort_by(|a, b| gammas[b.index()].total_cmp(&gammas[a.index()]).then(a.cmp(b)));
        let mut ranks = vec![0; Pattern::ALL];
        let mut rank = 0;
        for (place, pattern) in order.iter().enumerate() {
            let is_tied = place > 0 && {
                let before = order[place - 1].index();
                gammas[before] == gammas[pattern.index()]
            };
            if !is_tied {
                rank = place + 1;
            }
            ranks[pattern.index()] = rank;
        }
        Self { gammas, ranks, order }
    }

    /// Those of a playout policy. Eyes have no rank: no playout fills them.
    #[must_use]
    pub fn of_playouts(gammas: &PlayoutGammas) -> Self {
        Self::new(&gammas.values()[..Pattern::ALL], |pattern| !pattern.is_eye())
    }

    /// Those with a rank, the largest γ first; of equal ones, the first by number.
    #[must_use]
    pub fn order(&self) -> &[Pattern] {
        &self.order
    }

    /// The γ of a pattern.
    #[must_use]
    pub fn gamma(&self, pattern: Pattern) -> f64 {
        self.gammas[pattern.index()]
    }

    /// One more than there are patterns with a larger γ.
    #[must_use]
    pub fn rank(&self, pattern: Pattern) -> Option<usize> {
        Some(self.ranks[pattern.index()]).filter(|&rank| rank > 0)
    }

    /// Whether its γ is 1 to the last bit: it was never met, or there was nothing to learn of it.
    #[must_use]
    pub fn is_untouched(&self, pattern: Pattern) -> bool {
        self.gamma(pattern) == 1.0
    }

    /// The patterns that rank higher here than there, the largest difference first. A pattern that
    /// one of the two has never met is left out: its rank there means nothing.
    #[must_use]
    pub fn higher_than_in(&self, other: &Self) -> Vec<Pattern> {
        let lead = |pattern: Pattern| {
            let (here, there) = (self.rank(pattern)?, other.rank(pattern)?);
            let is_known = !self.is_untouched(pattern) && !other.is_untouched(pattern);
            there.checked_sub(here).filter(|&lead| lead > 0 && is_known)
        };
        let mut leads: Vec<(usize, Pattern)> =
            self.order.iter().filter_map(|&pattern| Some((lead(pattern)?, pattern))).collect();
        leads.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        leads.into_iter().map(|(_, pattern)| pattern).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(number: usize) -> Pattern {
        Pattern::all().nth(number).unwrap()
    }

    /// The first few patterns alone, with these γ's.
    fn ranking(gammas: &[f64]) -> PatternRanking {
        PatternRanking::new(gammas, |pattern| pattern.index() < gammas.len())
    }

    #[test]
    fn equal_gammas_have_equal_ranks() {
        let ranking = ranking(&[2.0, 5.0, 2.0, 0.5, 2.0]);
        let order: Vec<usize> = ranking.order().iter().map(|it| it.index()).collect();
        assert_eq!(order, [1, 0, 2, 4, 3]);
        let ranks: Vec<_> = (0..6).map(|number| ranking.rank(pattern(number))).collect();
        assert_eq!(ranks, [Some(2), Some(1), Some(2), Some(5), Some(2), None]);
        assert_eq!(ranking.gamma(pattern(5)), 1.0);
    }

    #[test]
    fn differences_of_ranks_go_both_ways() {
        // Ranks 1 2 3 4 5 and 5 4 1 2 3; the last is unknown to one of them.
        let (a, b) = (ranking(&[9.0, 8.0, 7.0, 6.0, 1.0]), ranking(&[3.0, 4.0, 7.0, 6.0, 5.0]));
        let leads = |a: &PatternRanking, b| -> Vec<usize> {
            a.higher_than_in(b).iter().map(|it| it.index()).collect()
        };
        assert_eq!(leads(&a, &b), [0, 1]);
        assert_eq!(leads(&b, &a), [2, 3]);
        assert!(leads(&a, &a).is_empty());
    }

    #[test]
    fn playouts_rank_all_but_eyes() {
        let ranking = PatternRanking::of_playouts(&PlayoutGammas::uniform());
        assert_eq!(ranking.order().len(), Pattern::ALL - 17);
        assert!(ranking.order().iter().all(|&it| ranking.rank(it) == Some(1)));
        assert!(ranking.is_untouched(pattern(0)));
        assert!(ranking.higher_than_in(&ranking).is_empty());
    }
}
