//! Requests about game records.

use axum::Json;
use serde::{Deserialize, Serialize};

use crate::app::blocking;
use crate::body::Body;
use crate::refusal::Answer;
use crate::sgf_tree::{self, NewRecord, RecordJson};

/// A record as text.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SgfText {
    pub(crate) sgf: String,
}

pub(crate) async fn read(Body(text): Body<SgfText>) -> Answer<RecordJson> {
    Ok(Json(blocking(move || sgf_tree::read(&text.sgf)).await?))
}

pub(crate) async fn write(Body(new): Body<NewRecord>) -> Answer<SgfText> {
    Ok(Json(SgfText { sgf: blocking(move || sgf_tree::write(&new)).await? }))
}
