//! Proofs of Lines of Action to the end of the game: the whole line, where a search has only shown
//! that there is one.

use tengen_loa::{Game, Move, Position, Repetition};
use tengen_policy::loa::LoaProofs;
use tengen_search::{Limits, Solution, Solver, StopFlag};

use crate::players::NoPlayer;

/// Solves a position by proof-number search, in so many bytes and within limits.
///
/// ```
/// use tengen_engine::{Limits, StopFlag, Value, prove_loa};
/// use tengen_loa::{Game, Position, Rules};
/// let text = "....oxo./....ooo./.....x../......x./..x...x./......xo/......../........ b";
/// let game = Position::from_text(text, Rules::PAPER).unwrap();
/// let time = Limits::time(std::time::Duration::from_secs(60));
/// let solution = prove_loa(&game, 16 << 20, time, &StopFlag::new()).unwrap();
/// assert_eq!(solution.value, Some(Value::Win));
/// let mut end = game.clone();
/// solution.line.iter().for_each(|&m| end.play(m).unwrap());
/// assert!(end.outcome().is_some());
/// ```
pub fn prove_loa(
    game: &Position,
    bytes: usize,
    limits: Limits,
    stop: &StopFlag,
) -> Result<Solution<Move>, NoPlayer> {
    let mut solver = Solver::new(&LoaProofs, bytes)?;
    let bare = game.bare();
    let mut solution = solver.solve(&bare, limits, stop, |_| {});
    // Who is to move is not compared there, so a position may come back in a forced win.
    if game.rules().repetition == Repetition::TwofoldBoard {
        solver.confirm(game, &bare, &mut solution, limits, stop);
    }
    Ok(solution)
}

/// The rest of a game that is won, lost or drawn by force: moves to its end, if they are found within
/// the limits. Empty if the game is over.
pub fn finish_loa(
    game: &Position,
    bytes: usize,
    limits: Limits,
    stop: &StopFlag,
) -> Result<Option<Vec<Move>>, NoPlayer> {
    if game.outcome().is_some() {
        return Ok(Some(Vec::new()));
    }
    let solution = prove_loa(game, bytes, limits, stop)?;
    let mut end = game.clone();
    let legal = solution.line.iter().all(|&m| end.play(m).is_ok());
    Ok((legal && end.outcome().is_some()).then_some(solution.line))
}
