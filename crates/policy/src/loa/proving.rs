//! What proof search should know of Lines of Action.

use tengen_game::{Game, MoveList};
use tengen_loa::{BarePosition, Move, NoMove};
use tengen_search::{Goal, ProofKnowledge, Value};

/// Wins in one by bitboards, and guesses by threats and mobility.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoaProofs;

impl ProofKnowledge<BarePosition> for LoaProofs {
    #[inline]
    fn finishing_move(&self, position: &BarePosition, value: Value) -> Option<Move> {
        let connecting = position.connecting_move(position.to_move());
        if connecting.is_some() || value == Value::Win && position.no_move() == NoMove::Pass {
            return connecting;
        }
        // Blocking the other side, or connecting both: nothing quicker is known than to try.
        let goal = Goal { player: position.to_move(), value };
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.iter().copied().find(|&m| {
            let mut after = *position;
            after.play_unchecked(m);
            goal.is_reached(&after) == Some(true)
        })
    }

    /// The more groups the attacker has, the further he is from his goal; the more moves the
    /// defender has, the more there is to refute, unless a threat leaves him little choice.
    #[inline]
    fn guess(&self, position: &BarePosition, goal: Goal) -> (u32, u32) {
        let groups = position.board().group_count(goal.player).clamp(1, 12);
        if position.to_move() == goal.player {
            return (groups, 12 / groups);
        }
        let mobility = position.board().move_count(position.to_move());
        let threat = position.connecting_move(goal.player).is_some();
        (groups + if threat { mobility / 8 } else { mobility }, 1)
    }
}
