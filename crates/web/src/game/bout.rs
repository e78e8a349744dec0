//! A game under way, whatever game it is: moves in, what may be seen out.

use serde::{Deserialize, Serialize};
use tengen_engine::go::Player;
use tengen_engine::sgf::{Annotation, GameInfo};
use tengen_engine::{Action, PlayerSpec, StopFlag};

use crate::game::state_json::Shown;
use crate::position_json::ResultJson;
use crate::refusal::Refusal;
use crate::report_json::ReportJson;

/// A game under way.
pub(crate) trait Bout: Send {
    /// Whose turn it is.
    fn to_move(&self) -> Player;

    /// Whether the rules have ended it.
    fn is_over(&self) -> bool;

    /// How many moves were made.
    fn length(&self) -> usize;

    /// Makes a move of whoever is to move; what it is called, or nothing if it was a try in vain.
    fn play(&mut self, text: &str) -> Result<Option<String>, Refusal>;

    /// Takes moves back until it is the turn of one of these (by [`Player::index`]), at least one of
    /// his moves; how many moves are left.
    fn undo(&mut self, people: [bool; 2]) -> Result<usize, Refusal>;

    /// Lets a game go on that two passes have ended.
    fn resume(&mut self) -> bool;

    /// Somebody who thinks about this player's turn. He works on copies: the game may go on.
    fn thinker(&self, player: Player, spec: &PlayerSpec) -> Box<dyn Thinker>;

    /// Somebody who thinks for a person whose turn it is, and knows no more than he does.
    fn adviser(&self) -> Result<Box<dyn Thinker>, Refusal>;

    /// Whether what a player thinks may be shown to his opponent.
    fn thinks_aloud(&self) -> bool;

    /// Finds out how the game ended. It may take time.
    fn counter(&self) -> Counter;

    /// What a person may see who plays this side; `None` is somebody who plays neither, or both of a
    /// game without secrets. `over` is the result, after which there are no secrets.
    fn show(&self, side: Option<Player>, notes: &[Note], over: Option<&ResultJson>) -> Shown;

    /// The record of the whole game. Not for players of a game with secrets.
    fn record(&self, info: &GameInfo, notes: &[Note]) -> String;

    /// Everything that was played or tried: what makes the same game again.
    fn tries(&self) -> Vec<String>;
}

/// Counts a game.
pub(crate) type Counter = Box<dyn FnOnce(&StopFlag) -> Result<ResultJson, String> + Send>;

/// Somebody who thinks about a turn, on a thread of the pool.
pub(crate) trait Thinker: Send {
    /// Thinks until his limits or the flag end it.
    fn think(
        &mut self,
        stop: &StopFlag,
        tell: &mut dyn FnMut(ReportJson),
    ) -> Result<Thought, String>;
}

/// What came of it.
pub(crate) struct Thought {
    /// What he does.
    pub(crate) action: Action<String>,
    /// What he found.
    pub(crate) report: Option<ReportJson>,
    /// What is to be remembered of it.
    pub(crate) note: Note,
}

/// What is remembered of a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Note {
    /// How likely Black is to win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rate: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) playouts: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
    /// Why he passes or resigns, or where the move is from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) says: Option<String>,
}

impl Note {
    /// What a search found.
    pub(crate) fn of(report: &ReportJson) -> Self {
        Self {
            rate: Some(report.rate),
            playouts: Some(report.playouts),
            seconds: Some(report.seconds),
            says: None,
        }
    }

    /// For a record.
    pub(crate) fn annotation(&self) -> Annotation {
        let mut words: Vec<String> = self.says.iter().cloned().collect();
        if let (Some(playouts), Some(seconds)) = (self.playouts, self.seconds) {
            words.push(format!("{playouts} playouts in {seconds:.2} s"));
        }
        Annotation { comment: words.join("\n"), win_rate_black: self.rate }
    }
}
