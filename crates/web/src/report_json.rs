//! What a search found, as the page reads it.

use std::fmt::Display;

use serde::Serialize;
use tengen_engine::go::Player;
use tengen_engine::{MoveReport, Proof, SearchReport, Value, black_rate};

use crate::limits::REPORTED_MOVES;
use crate::setup::Side;

/// A report of a search.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportJson {
    pub(crate) playouts: u64,
    pub(crate) seconds: f64,
    pub(crate) playouts_per_second: f64,
    pub(crate) to_move: Side,
    /// How likely Black is to win.
    pub(crate) rate: f64,
    /// Who is proved to win, `draw`, or nothing.
    pub(crate) proof: Option<&'static str>,
    /// Plies to the proved end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) distance: Option<u32>,
    pub(crate) nodes: u64,
    pub(crate) depth: u32,
    pub(crate) moves: Vec<MoveJson>,
    pub(crate) line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ownership: Option<Vec<Vec<f32>>>,
}

/// A move of a report.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MoveJson {
    pub(crate) r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<String>,
    pub(crate) visits: u64,
    /// The expectation of the player to move.
    pub(crate) rate: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rave_visits: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rave_rate: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prior: Option<PriorJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proof: Option<&'static str>,
    pub(crate) line: Vec<String>,
}

/// What was known of a move beforehand.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PriorJson {
    bias: f64,
    value: f64,
    weight: f64,
}

/// Four digits: no more is meant.
pub(crate) fn rounded(value: f64) -> f64 {
    (10_000.0 * value).round() / 10_000.0
}

/// `win`, `loss` or `draw`, for the player to move.
pub(crate) const fn proof_word(proof: Proof) -> &'static str {
    match proof.value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}

/// `black`, `white` or `draw`, for a proof of this player's.
pub(crate) const fn proved_winner(player: Player, proof: Proof) -> &'static str {
    match (player, proof.value) {
        (_, Value::Draw) => "draw",
        (Player::Black, Value::Win) | (Player::White, Value::Loss) => "black",
        (Player::Black, Value::Loss) | (Player::White, Value::Win) => "white",
    }
}

impl MoveJson {
    pub(crate) fn of<M: Copy + Display>(
        report: &MoveReport<M>,
        squares: impl Fn(M) -> Option<(String, String)>,
    ) -> Self {
        let (from, to) = squares(report.r#move).unzip();
        Self {
            r#move: report.r#move.to_string(),
            from,
            to,
            visits: report.visits,
            rate: rounded(report.value),
            rave_visits: report.rave.map(|rave| rave.visits),
            rave_rate: report.rave.map(|rave| rounded(rave.value)),
            prior: report.prior.map(|prior| PriorJson {
                bias: rounded(prior.bias.into()),
                value: rounded(prior.value.into()),
                weight: rounded(prior.weight.into()),
            }),
            points: report.points.map(rounded),
            proof: report.proof.map(proof_word),
            line: report.line.iter().map(ToString::to_string).collect(),
        }
    }
}

impl ReportJson {
    pub(crate) fn of<M: Copy + Display>(
        report: &SearchReport<M>,
        squares: impl Fn(M) -> Option<(String, String)>,
    ) -> Self {
        let mut order: Vec<&MoveReport<M>> = report.moves.iter().collect();
        order.sort_by_key(|it| std::cmp::Reverse(it.visits));
        let moves = order.iter().take(REPORTED_MOVES).map(|it| MoveJson::of(it, &squares));
        Self {
            playouts: report.playouts,
            seconds: rounded(report.seconds),
            playouts_per_second: (report.playouts as f64 / report.seconds.max(1e-3)).round(),
            to_move: report.to_move.into(),
            rate: rounded(black_rate(report)),
            proof: report.proof.map(|proof| proved_winner(report.to_move, proof)),
            distance: report.proof.map(|proof| proof.plies),
            nodes: report.nodes,
            depth: report.depth,
            moves: moves.collect(),
            line: report.principal_variation.iter().map(ToString::to_string).collect(),
            ownership: None,
        }
    }
}
