//! Requests about runs.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;

use crate::app::{App, blocking};
use crate::feed::{Feed, Guest};
use crate::record_routes::SgfText;
use crate::refusal::{Answer, Refusal};
use crate::run_page::RunPageJson;
use crate::runs::RunJson;

/// From which game on.
#[derive(Debug, Deserialize)]
pub(crate) struct FromQuery {
    #[serde(default)]
    from: usize,
}

pub(crate) async fn list(State(app): State<Arc<App>>) -> Answer<Vec<RunJson>> {
    Ok(Json(blocking(move || app.runs.list()).await?))
}

pub(crate) async fn page(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<FromQuery>,
) -> Answer<RunPageJson> {
    Ok(Json(blocking(move || app.runs.page(&id, query.from)).await?))
}

pub(crate) async fn game(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, usize)>,
) -> Answer<SgfText> {
    Ok(Json(SgfText { sgf: blocking(move || app.runs.game(&id, number)).await? }))
}

/// How often is looked whether a run has changed.
const LOOK_EVERY: Duration = Duration::from_secs(1);

pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let guest = app.guests.enter()?;
    let (looking, wanted) = (Arc::clone(&app), id.clone());
    if let Err(refusal) = blocking(move || looking.runs.mark(&wanted)).await {
        return Ok(Feed::gone(&refusal).listen(guest));
    }
    let watching = Watching { app, id, mark: String::new(), _guest: guest };
    let events = stream::unfold(watching, |mut watching| async move {
        let event = watching.next().await?;
        Some((Ok::<Event, Infallible>(event), watching))
    });
    let keep_alive = KeepAlive::new().interval(Duration::from_secs(10));
    Ok(Sse::new(events).keep_alive(keep_alive).into_response())
}

struct Watching {
    app: Arc<App>,
    id: String,
    mark: String,
    _guest: Guest,
}

impl Watching {
    /// Waits until the run has changed; nothing if it is gone.
    async fn next(&mut self) -> Option<Event> {
        loop {
            let (app, id) = (Arc::clone(&self.app), self.id.clone());
            let known = self.mark.clone();
            let looked = blocking(move || {
                let mark = app.runs.mark(&id)?;
                let run = if mark == known { None } else { Some(app.runs.run(&id)?) };
                Ok((mark, run))
            });
            let (mark, run) = looked.await.ok()?;
            if let Some(run) = run {
                self.mark = mark;
                let text = serde_json::to_string(&run).ok()?;
                return Some(Event::default().event("progress").data(text));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
}
