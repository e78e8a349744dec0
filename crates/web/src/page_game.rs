//! What the page must know of a game in which everything is seen, beside its rules.

use tengen_engine::go::{Game, Outcome, Player};
use tengen_engine::{GameEngine, MoveOf, NoPlayer, PlayerSpec, StopFlag};

use crate::position_json::{Legal, ResultJson};
use crate::refusal::Refusal;
use crate::setup::Setup;

/// A game that can be played, watched and analysed.
pub(crate) trait PageGame: GameEngine<Position: Send + Sync> + Sized + 'static {
    /// Who gives hints.
    const ADVISER: &'static str;

    /// A player at this game.
    fn seat(game: &Self::Position, spec: &PlayerSpec) -> Result<Self, NoPlayer>;

    /// The terms of a game under way; the handicap, if it was one.
    fn setup(game: &Self::Position, handicap: Option<usize>) -> Setup;

    /// The board, top row first: `X` black, `O` white, `.` empty.
    fn rows(game: &Self::Position) -> Vec<String>;

    /// The moves so far, with who made them.
    fn moves(game: &Self::Position) -> Vec<(Player, MoveOf<Self>)>;

    /// Takes the last move back.
    fn undo_in(game: &mut Self::Position) -> bool;

    /// Reads a move, whether legal or not.
    fn read(game: &Self::Position, text: &str) -> Result<MoveOf<Self>, String>;

    /// Why a move is not legal, if it is not.
    fn check(game: &Self::Position, m: MoveOf<Self>) -> Result<(), String>;

    /// Lets a game go on that was over, where rules know that.
    fn resume(_: &mut Self::Position) -> bool {
        false
    }

    /// Pieces that each player has taken.
    fn captures(game: &Self::Position) -> [usize; 2];

    /// What may be played.
    fn legal(game: &Self::Position) -> Legal;

    /// Where a move comes from and goes to, for moves of pieces.
    fn squares(_: MoveOf<Self>) -> Option<(String, String)> {
        None
    }

    /// How a game that is over ended. It may need playouts: whoever calls has time for that.
    fn result(
        game: &Self::Position,
        outcome: Outcome,
        stop: &StopFlag,
    ) -> Result<ResultJson, NoPlayer>;

    /// Who had each point in the last search of this player, as rows from the top; from -1 (White)
    /// to 1 (Black). Games without territory have none.
    fn owners(&self) -> Option<Owners> {
        None
    }

    /// Moves that lead from here to the end of a game whose value is proved, if they are found.
    fn finish(_: &Self::Position, _: &StopFlag) -> Option<Vec<MoveOf<Self>>> {
        None
    }

    /// The record of a game, with a note for each move.
    fn record(
        game: &Self::Position,
        info: &tengen_engine::sgf::GameInfo,
        notes: &[tengen_engine::sgf::Annotation],
    ) -> String;
}

/// Reads owners while a search goes on.
pub(crate) type Owners = Box<dyn Fn() -> Option<Vec<Vec<f32>>> + Send>;

/// Makes moves, one after the other; what is wrong with the first that cannot be made.
pub(crate) fn replay<E: PageGame>(game: &mut E::Position, moves: &[String]) -> Result<(), Refusal> {
    for (index, text) in moves.iter().enumerate() {
        let number = index + 1;
        let refuse =
            |reason: String| Refusal::not_allowed(format!("move {number}, {text}: {reason}"));
        if text.len() > 20 {
            return Err(Refusal::bad(format!("move {number} is no move: it is too long")));
        }
        // Players may have played on after two passes.
        if game.outcome().is_some() {
            E::resume(game);
        }
        let m = E::read(game, text).map_err(refuse)?;
        E::check(game, m).map_err(refuse)?;
        game.play_unchecked(m);
    }
    Ok(())
}

/// Whether a player can be made for a game.
pub(crate) fn can_play<E: PageGame>(game: &E::Position, spec: &PlayerSpec) -> Result<(), NoPlayer> {
    E::seat(game, spec).map(|_| ())
}
