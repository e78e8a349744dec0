//! Which move is played when the search is over.

use crate::bounds::{Proof, Value};
use crate::formulas::secure_bound;
use crate::report::MoveReport;

/// How the move is chosen among the children of the root. Whatever the rule: a proven win is
/// played, the shortest first, and a proven loss only if there is nothing else, the longest first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FinalMove {
    /// The best mean (*max child*).
    Value,
    /// The most visits (*robust child*).
    Visits,
    /// The best lower bound, `v − A / sqrt(n)` for `v` from −1 to 1 (*secure child*, paper 000
    /// §4.3). The paper prints a plus: with `v` as the opponent sees it, as nodes keep it there,
    /// the child with the least `v + A / sqrt(n)` is this one. As an upper bound of the chooser's
    /// own the rule would prefer moves that were hardly tried, which is not secure.
    Secure {
        /// `A`, 1 in the paper.
        a: f64,
    },
    /// The move with both the best mean and the most visits. While they differ the search goes on,
    /// for at most a quarter more playouts and never beyond its time; then the most visits decide.
    MaxRobust,
}

impl FinalMove {
    /// Larger is better. Only compared among siblings.
    fn rank<M>(self, report: &MoveReport<M>, root: Option<Proof>) -> (i64, f64, f64) {
        let visits = report.visits as f64;
        let class = match report.proof {
            Some(proof) if proof.value == Value::Win => i64::from(u32::MAX - proof.plies),
            Some(proof) if proof.value == Value::Loss => {
                i64::from(proof.plies) - i64::from(u32::MAX)
            }
            // If the position is drawn, other moves may look better but cannot be.
            Some(_) if root.is_some() => 1,
            _ => 0,
        };
        let drawn = report.proof.is_some();
        // A move without playouts is worse than any with one, whatever its prior says.
        let known = if report.visits > 0 || drawn { report.value } else { -1.0 };
        let (first, second) = match self {
            Self::Value => (known, visits),
            Self::Visits | Self::MaxRobust => (visits, known),
            Self::Secure { .. } if drawn => (2.0 * known - 1.0, visits),
            Self::Secure { a } => (secure_bound(2.0 * known - 1.0, visits.max(0.1), a), visits),
        };
        (class, first, second)
    }

    /// Sorts the best move of a position to the front, given what is proved about the position.
    /// Moves that are equal keep their order.
    pub(crate) fn sort<M>(self, moves: &mut [MoveReport<M>], root: Option<Proof>) {
        moves.sort_by(|a, b| {
            let (a, b) = (self.rank(a, root), self.rank(b, root));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(b.2.total_cmp(&a.2))
        });
    }

    /// Whether the search should go on because no move is best in both ways.
    pub(crate) fn is_undecided<M>(self, moves: &[MoveReport<M>]) -> bool {
        let Some(first) = moves.first() else { return false };
        self == Self::MaxRobust
            && first.proof.is_none()
            && moves.iter().any(|other| other.visits > 0 && other.value > first.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(name: &'static str, visits: u64, value: f64) -> MoveReport<&'static str> {
        MoveReport { visits, value, ..MoveReport::new(name) }
    }

    fn proven(name: &'static str, value: Value, plies: u32) -> MoveReport<&'static str> {
        MoveReport { proof: Some(Proof { value, plies }), ..child(name, 10, 0.5) }
    }

    fn best(rule: FinalMove, mut moves: Vec<MoveReport<&'static str>>) -> &'static str {
        rule.sort(&mut moves, None);
        moves[0].r#move
    }

    #[test]
    fn each_rule_has_its_own_favourite() {
        let secure = FinalMove::Secure { a: 1.0 };
        // v − 1/sqrt(n) on −1..1: often 0.16 − 0.1 = 0.06; secure 0.3 − 0.2 = 0.1; lucky 1 − 1 = 0.
        let moves =
            || vec![child("often", 100, 0.58), child("secure", 25, 0.65), child("lucky", 1, 1.0)];
        assert_eq!(best(FinalMove::Visits, moves()), "often");
        assert_eq!(best(FinalMove::Value, moves()), "lucky");
        assert_eq!(best(secure, moves()), "secure");
        assert_eq!(best(FinalMove::MaxRobust, moves()), "often");
    }

    #[test]
    fn proofs_come_before_statistics() {
        let rules = [
            FinalMove::Value,
            FinalMove::Visits,
            FinalMove::Secure { a: 1.0 },
            FinalMove::MaxRobust,
        ];
        for rule in rules {
            let often = child("often", 1000, 0.9);
            let (long, short) = (proven("long", Value::Win, 9), proven("short", Value::Win, 3));
            assert_eq!(best(rule, vec![often.clone(), long, short]), "short");
            let lost = proven("lost", Value::Loss, 4);
            assert_eq!(best(rule, vec![lost.clone(), child("poor", 1, 0.0)]), "poor");
            assert_eq!(best(rule, vec![lost, proven("later", Value::Loss, 8)]), "later");
        }
    }

    #[test]
    fn max_robust_asks_for_more_only_while_rules_disagree() {
        let mut moves = vec![child("often", 100, 0.5), child("good", 90, 0.6)];
        FinalMove::MaxRobust.sort(&mut moves, None);
        assert!(FinalMove::MaxRobust.is_undecided(&moves));
        assert!(!FinalMove::Visits.is_undecided(&moves));
        let mut moves = vec![child("both", 100, 0.7), child("good", 90, 0.6)];
        FinalMove::MaxRobust.sort(&mut moves, None);
        assert!(!FinalMove::MaxRobust.is_undecided(&moves));
    }

    #[test]
    fn a_drawn_move_is_secure_and_an_unvisited_one_is_not() {
        let rule = FinalMove::Secure { a: 1.0 };
        let draw = proven("draw", Value::Draw, 2);
        assert_eq!(best(rule, vec![draw.clone(), child("shaky", 4, 0.6)]), "draw");
        assert_eq!(best(rule, vec![draw, child("good", 400, 0.6)]), "good");
        // Once the position is known to be a draw, only a drawn move will do.
        let mut moves = vec![child("better?", 400, 0.9), proven("draw", Value::Draw, 2)];
        rule.sort(&mut moves, Some(Proof { value: Value::Draw, plies: 3 }));
        assert_eq!(moves[0].r#move, "draw");
        assert_eq!(
            best(FinalMove::Value, vec![child("new", 0, 1.0), child("tried", 1, 0.0)]),
            "tried"
        );
    }
}
