//! The state of a game, as the page reads it.

use serde::{Deserialize, Serialize};

use crate::game::bout::Note;
use crate::game::hidden_bout::MomentJson;
use crate::game::hidden_json::ViewJson;
use crate::position_json::{PositionJson, ResultJson};
use crate::report_json::ReportJson;
use crate::setup::{Setup, Side};

/// Everything about a game that its page may know.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StateJson {
    pub(crate) id: String,
    /// Counts up with every change.
    pub(crate) version: u64,
    pub(crate) setup: Setup,
    pub(crate) players: PlayersJson,
    pub(crate) status: Status,
    /// Which side the person plays.
    pub(crate) side: Option<&'static str>,
    #[serde(flatten)]
    pub(crate) shown: Shown,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<ResultJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<ReportJson>,
    /// A fault of a player, which has ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<String>,
    /// Whether the game is kept when the server ends.
    pub(crate) kept: bool,
    /// Seconds until the game is dropped, if nobody looks at it.
    pub(crate) expires: u64,
}

/// What may be seen of a game.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shown {
    pub(crate) history: Vec<HistoryJson>,
    pub(crate) position: PositionJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) view: Option<ViewJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) replay: Option<Vec<MomentJson>>,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HistoryJson {
    pub(crate) player: Side,
    pub(crate) r#move: String,
    #[serde(flatten)]
    pub(crate) note: Note,
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlayersJson {
    pub(crate) black: PlayerJson,
    pub(crate) white: PlayerJson,
}

/// A person, or a player by his text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum PlayerJson {
    /// A person.
    Person(Person),
    /// A player.
    Player(Text),
}

/// A person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Person {
    pub(crate) human: True,
}

/// A player's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    pub(crate) spec: String,
}

/// `true`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "bool", into = "bool")]
pub(crate) struct True;

impl TryFrom<bool> for True {
    type Error = &'static str;
    fn try_from(value: bool) -> Result<Self, &'static str> {
        if value { Ok(Self) } else { Err("human must be true, or left out") }
    }
}

impl From<True> for bool {
    fn from(_: True) -> Self {
        true
    }
}

/// Whose turn it is, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// The person's.
    Yours,
    /// A player thinks, or the game is counted.
    Thinking,
    /// A player waits for a thread.
    Queued,
    /// Nobody plays on until somebody says so.
    Paused,
    /// The game is over.
    Over,
}
