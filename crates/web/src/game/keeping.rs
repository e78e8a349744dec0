//! Games in a store, so that they outlive the server.

use serde::{Deserialize, Serialize};

use crate::game::bout::Note;
use crate::game::state_json::PlayersJson;
use crate::position_json::ResultJson;
use crate::setup::{Setup, Side};

/// All that makes a game again. The store takes it for a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeptGame {
    pub(crate) setup: Setup,
    pub(crate) players: PlayersJson,
    pub(crate) seed: u64,
    /// Every move; in Phantom Go every try.
    pub(crate) tries: Vec<String>,
    pub(crate) notes: Vec<Note>,
    pub(crate) resigned: Option<Side>,
    pub(crate) result: Option<ResultJson>,
    pub(crate) paused: bool,
    /// The game goes on, also if its last moves are two passes.
    pub(crate) played_on: bool,
    pub(crate) version: u64,
}
