//! Requests about analyses and proofs.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};

use crate::analysis::desk::NewStudy;
use crate::analysis::explorer::TreeJson;
use crate::app::{App, blocking};
use crate::body::Body;
use crate::feed::Feed;
use crate::game_routes::Done;
use crate::refusal::{Answer, Refusal};

/// The name of what has begun.
#[derive(Debug, Serialize)]
pub(crate) struct Begun {
    id: String,
}

/// A path of moves, with commas between them.
#[derive(Debug, Deserialize)]
pub(crate) struct PathQuery {
    #[serde(default)]
    path: String,
}

pub(crate) async fn analyse(
    State(app): State<Arc<App>>,
    Body(new): Body<NewStudy>,
) -> Answer<Begun> {
    Ok(Json(Begun { id: blocking(move || app.desk.analyse(new)).await? }))
}

pub(crate) async fn prove(State(app): State<Arc<App>>, Body(new): Body<NewStudy>) -> Answer<Begun> {
    Ok(Json(Begun { id: blocking(move || app.desk.prove(new)).await? }))
}

pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let guest = app.guests.enter()?;
    // A browser logs a failed request and can read nothing of it: so it is told as an event.
    match app.desk.find(&id) {
        Ok(study) => Ok(study.listen(guest)),
        Err(refusal) => Ok(Feed::gone(&refusal).listen(guest)),
    }
}

pub(crate) async fn tree(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<PathQuery>,
) -> Answer<TreeJson> {
    let path = query.path.split(',').map(str::trim).filter(|text| !text.is_empty());
    let path: Vec<String> = path.map(str::to_owned).collect();
    Ok(Json(app.desk.find(&id)?.look(path).await?))
}

/// How it is ended: what was found stays for a while, or is dropped at once.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {
    #[serde(default)]
    drop: bool,
}

pub(crate) async fn stop(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(Stop { drop }): Body<Stop>,
) -> Answer<Done> {
    if drop {
        // What is not wanted and not there is as it should be.
        app.desk.drop_study(&id);
    } else {
        app.desk.find(&id)?.stop();
    }
    Ok(Json(Done::DONE))
}
