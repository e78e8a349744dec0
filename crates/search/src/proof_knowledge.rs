//! What a game can tell a proof search.

use tengen_game::{Game, MoveList, Player};

use crate::bounds::Value;

/// What is to be proved: that `player` gets at least `value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// Whose goal it is.
    pub player: Player,
    /// What he wants at least: a win or a draw.
    pub value: Value,
}

impl Goal {
    /// That `player` wins.
    #[must_use]
    pub const fn win(player: Player) -> Self {
        Self { player, value: Value::Win }
    }

    /// That `player` does not lose.
    #[must_use]
    pub const fn draw(player: Player) -> Self {
        Self { player, value: Value::Draw }
    }

    /// Whether a game that is over has ended like that; `None` if it is not over.
    #[inline]
    pub fn is_reached<G: Game>(self, position: &G) -> Option<bool> {
        position.outcome().map(|outcome| Value::of(outcome, self.player) >= self.value)
    }
}

/// Knowledge about the moves and positions of a game. Both questions have slow or neutral
/// defaults, which `()` uses; no answer to the second can make a proof wrong.
pub trait ProofKnowledge<G: Game> {
    /// A move by which the player to move ends the game with `value` at least, if there is one.
    /// The answer must be exact. Asked for nearly every position, so a game should be quick here.
    fn finishing_move(&self, position: &G, value: Value) -> Option<G::Move> {
        let goal = Goal { player: position.to_move(), value };
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.iter().copied().find(|&m| {
            let mut after = position.clone();
            after.play_unchecked(m);
            goal.is_reached(&after) == Some(true)
        })
    }

    /// How much is to be done to prove that the goal is reached, and to disprove it: the first
    /// proof and disproof number of a position that is not over. At least 1 each.
    fn guess(&self, _position: &G, _goal: Goal) -> (u32, u32) {
        (1, 1)
    }
}

impl<G: Game> ProofKnowledge<G> for () {}
