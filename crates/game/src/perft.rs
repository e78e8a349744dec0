//! Counting move sequences: the classic check of a move generator.

use crate::{Game, MoveList};

/// The number of legal move sequences of exactly `depth` moves; shorter finished games count
/// nothing.
///
/// A finished game has no continuation, so for `depth > 0` it adds 0. `perft(g, 0)` is 1.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut child = game.clone();
    moves
        .iter()
        .map(|&m| {
            child.clone_from(game);
            child.play_unchecked(m);
            perft(&child, depth - 1)
        })
        .sum()
}

/// [`perft()`] below each first move, in the order of [`Game::legal_moves`]: to find where two
/// generators differ.
pub fn perft_divide<G: Game>(game: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = MoveList::new();
    if depth > 0 {
        game.legal_moves(&mut moves);
    }
    moves
        .iter()
        .map(|&m| {
            let mut child = game.clone();
            child.play_unchecked(m);
            (m, perft(&child, depth - 1))
        })
        .collect()
}
