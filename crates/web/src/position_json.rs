//! Positions and results, as the page reads them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tengen_engine::MoveOf;
use tengen_engine::go::{Game, Player};

use crate::page_game::PageGame;
use crate::setup::{Setup, Side};

/// A position of any game.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionJson {
    pub(crate) setup: Setup,
    pub(crate) moves: Vec<String>,
    pub(crate) rows: Vec<String>,
    pub(crate) to_move: Side,
    pub(crate) last_move: Option<String>,
    pub(crate) captures: Counts,
    #[serde(flatten)]
    pub(crate) legal: Legal,
    pub(crate) outcome: Option<ResultJson>,
}

/// A number for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub(crate) black: usize,
    pub(crate) white: usize,
}

impl From<[usize; 2]> for Counts {
    fn from(counts: [usize; 2]) -> Self {
        Self { black: counts[Player::Black.index()], white: counts[Player::White.index()] }
    }
}

/// What may be played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Legal {
    /// Stones are put on points; one may always pass.
    Points {
        /// Where.
        legal: Vec<String>,
    },
    /// Pieces go from square to square.
    Squares {
        /// From where to where.
        legal: BTreeMap<String, Vec<String>>,
        /// `from>to`, and what to send for it.
        #[serde(rename = "legalMoves")]
        legal_moves: BTreeMap<String, String>,
    },
}

/// How a game ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResultJson {
    /// `B+3.5`.
    pub(crate) text: String,
    /// Nobody in a draw.
    pub(crate) winner: Option<Side>,
    /// In words.
    pub(crate) reason: String,
    /// Whose area each point is, as rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) territory: Option<Vec<String>>,
    /// Stones that are dead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) dead: Option<Vec<String>>,
}

impl PositionJson {
    /// A position of a game in which everything is seen.
    pub(crate) fn of<E: PageGame>(
        game: &E::Position,
        handicap: Option<usize>,
        outcome: Option<ResultJson>,
    ) -> Self {
        let moves = E::moves(game);
        let text = |(_, m): &(Player, MoveOf<E>)| m.to_string();
        Self {
            setup: E::setup(game, handicap),
            last_move: moves.last().map(text),
            moves: moves.iter().map(text).collect(),
            rows: E::rows(game),
            to_move: game.to_move().into(),
            captures: E::captures(game).into(),
            legal: E::legal(game),
            outcome,
        }
    }
}
