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

    #[inline]
    fn guess(&self, position: &BarePosition, goal: Goal) -> (u32, u32) {
        if position.to_move() == goal.player {
            return (1, 1);
        }
        let mobility = position.board().move_count(position.to_move());
        if position.connecting_move(goal.player).is_some() { (1 + mobility / 8, 1) } else { (mobility.max(1), 1) }
    }
}
