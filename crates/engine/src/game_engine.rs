//! What a player can do at every game, with the moves and positions of that game.

use std::fmt::Display;

use tengen_game::{Canonical, Game, IllegalMove, Player};
use tengen_search::{Limits, NodeReport, SearchReport};

use crate::clock::Clock;
use crate::engine::{BadMove, Decision, Thinking};
use crate::players::NoPlayer;
use crate::spec::PlayerSpec;

/// The moves of an engine's game.
pub type MoveOf<E> = <<E as GameEngine>::Position as Game>::Move;

/// A player at one of the games.
pub trait GameEngine: Send {
    /// Positions of the game.
    type Position: Canonical<Move: Display> + PartialEq + 'static;

    /// The player's text.
    fn spec(&self) -> &PlayerSpec;

    /// The limits of a move, by the player's text.
    fn limits(&self) -> Limits;

    /// The limits of the next move, by the player's text and by this clock. With a clock, the
    /// playouts count only if the text names them.
    fn limits_by(&self, clock: &Clock) -> Limits;

    /// Whether the player thinks while the opponent does, by his text.
    fn ponders(&self) -> bool;

    /// The game.
    fn position(&self) -> &Self::Position;

    /// How many moves have been made since its beginning.
    fn moves_made(&self) -> usize;

    /// Who is to move.
    fn to_move(&self) -> Player {
        self.position().to_move()
    }

    /// Another game, from any position.
    fn set_position(&mut self, position: Self::Position) -> Result<(), NoPlayer>;

    /// Changes the player, in the middle of a game.
    fn set_spec(&mut self, spec: &PlayerSpec) -> Result<(), NoPlayer>;

    /// Sets one key of the player.
    fn set_key(&mut self, key: &str, value: &str) -> Result<(), NoPlayer>;

    /// A move from its text; whether it is legal is not asked.
    fn read_move(&self, text: &str) -> Result<MoveOf<Self>, BadMove>;

    /// Makes a move of this player.
    fn play(&mut self, player: Player, m: MoveOf<Self>) -> Result<(), IllegalMove>;

    /// Takes the last move back.
    fn undo(&mut self) -> Option<(Player, MoveOf<Self>)>;

    /// Forgets what earlier searches found.
    fn forget(&mut self);

    /// Searches for a move of whoever is to move. Does not make it.
    fn think(&mut self, thinking: Thinking<'_, MoveOf<Self>>) -> SearchReport<MoveOf<Self>>;

    /// A node of the tree that the last search has left, behind these moves; `None` if there is none.
    fn look(&self, path: &[MoveOf<Self>]) -> Option<NodeReport<MoveOf<Self>>>;

    /// Decides what this player does with his turn; does not make the move. A rehearsal is only a
    /// question: nothing is remembered of it.
    fn decide(
        &mut self,
        player: Player,
        thinking: Thinking<'_, MoveOf<Self>>,
        rehearsal: bool,
    ) -> Decision<MoveOf<Self>>;

    /// The pieces that the player takes for dead, in games that know such.
    fn dead(&mut self) -> Result<Vec<String>, NoPlayer> {
        Ok(Vec::new())
    }
}
