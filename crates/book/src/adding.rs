//! What a game adds to a book.

use std::collections::HashSet;

use tengen_game::{Canonical, IllegalMove, Key, Outcome};

use crate::orientation::Orientation;
use crate::tally::Score;

/// A game went through a position, by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The position, up to symmetry.
    pub position: Key,
    /// The move.
    pub code: u32,
    /// How the game ended for the player who made it.
    pub score: Score,
}

/// A game that breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, {text}: {reason}")]
pub struct IllegalGame {
    /// Which move, from 1.
    pub number: usize,
    /// The move.
    pub text: String,
    /// Why it may not be played.
    pub reason: IllegalMove,
}

/// What a game adds, move by move. A move that it makes twice in the same position, as rules
/// without superko allow, counts once: what is counted are games.
pub fn additions<G: Canonical>(
    start: &G,
    moves: impl IntoIterator<Item = G::Move>,
    outcome: Outcome,
) -> Result<Vec<Addition>, IllegalGame> {
    let mut position = start.clone();
    let mut seen = HashSet::new();
    let mut additions = Vec::new();
    for (number, m) in moves.into_iter().enumerate() {
        let illegal = |reason| IllegalGame { number: number + 1, text: format!("{m:?}"), reason };
        if position.outcome().is_some() {
            return Err(illegal(IllegalMove::new("the game is over")));
        }
        // First that it is a move at all: an orientation knows no others.
        if !position.is_legal(m) {
            return Err(illegal(position.clone().play(m).err().unwrap_or(ILLEGAL)));
        }
        let orientation = Orientation::of(&position);
        let code = orientation.code(&position, m);
        if seen.insert((orientation.key(), code)) {
            let score = Score::of(outcome, position.to_move());
            additions.push(Addition { position: orientation.key(), code, score });
        }
        position.play_unchecked(m);
    }
    Ok(additions)
}

const ILLEGAL: IllegalMove = IllegalMove::new("the rules do not allow it");
