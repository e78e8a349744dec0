//! What policies have learned. Reading and ranking it is not this crate's job: whoever starts the
//! server hands in somebody who can.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;

use crate::app::{App, blocking};
use crate::refusal::{Answer, Refusal};

/// Knows what policies have learned.
pub trait Weights: Send + Sync {
    /// The policies there are.
    fn names(&self) -> Vec<PolicyName>;

    /// All about one of them; `None` if there is none of this name.
    fn policy(&self, name: &str) -> Option<Policy>;
}

/// A policy in a list.
#[derive(Clone, Debug, Serialize)]
pub struct PolicyName {
    /// Its name in players' texts.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it is, in a line.
    pub help: String,
}

/// What a policy has learned.
#[derive(Clone, Debug, Serialize)]
pub struct Policy {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// Its 3x3 patterns: the best first, then the worst.
    pub patterns: Vec<PolicyPattern>,
    /// Its other features.
    pub features: Vec<PolicyFeature>,
    /// How the strengths are distributed, and the like.
    pub pictures: Vec<PolicyPicture>,
}

/// A pattern around a move.
#[derive(Clone, Debug, Serialize)]
pub struct PolicyPattern {
    /// Three rows of three: `X` the mover's stones, `O` the opponent's, lower case in atari, `*` the
    /// move, `#` off the board, `.` empty.
    pub rows: Vec<String>,
    /// Its strength.
    pub gamma: f64,
    /// The same in Elo.
    pub elo: f64,
    /// Its place, from 1.
    pub rank: usize,
    /// Among which it is: `best` or `worst`.
    pub among: &'static str,
}

/// A feature that is no pattern.
#[derive(Clone, Debug, Serialize)]
pub struct PolicyFeature {
    /// Its name.
    pub name: String,
    /// Its strength.
    pub gamma: f64,
    /// The same in Elo.
    pub elo: f64,
    /// What it is, if that is told.
    pub help: String,
}

/// A picture.
#[derive(Clone, Debug, Serialize)]
pub struct PolicyPicture {
    /// What it shows.
    pub title: String,
    /// As SVG.
    pub svg: String,
}

pub(crate) async fn list(State(app): State<Arc<App>>) -> Answer<Vec<PolicyName>> {
    Ok(Json(app.weights.as_ref().map(|weights| weights.names()).unwrap_or_default()))
}

pub(crate) async fn show(State(app): State<Arc<App>>, Path(name): Path<String>) -> Answer<Policy> {
    let policy = blocking(move || {
        let unknown = || Refusal::not_found("there is no such policy");
        let weights = app.weights.as_ref().ok_or_else(unknown)?;
        // Looked up in the list: a name is never a file.
        let known = weights.names().into_iter().find(|known| known.name == name);
        weights.policy(&known.ok_or_else(unknown)?.name).ok_or_else(unknown)
    });
    Ok(Json(policy.await?))
}
