//! Requests about games.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use crate::app::{App, blocking};
use crate::body::Body;
use crate::feed::Feed;
use crate::game::house::{House, ListedGame, NewGame};
use crate::game::session::Session;
use crate::game::state_json::StateJson;
use crate::refusal::{Answer, Refusal};

/// A move.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    r#move: String,
}

/// Nothing but the wish.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {}

/// It was done.
#[derive(Debug, Serialize)]
pub(crate) struct Done {
    done: bool,
}

impl Done {
    pub(crate) const DONE: Self = Self { done: true };
}

/// Does something with a game, where it holds nobody up: a game may have to be read from the store,
/// and is written there.
async fn with_game<T: Send + 'static>(
    app: Arc<App>,
    id: String,
    what: impl FnOnce(&Arc<Session>, &Arc<House>) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    blocking(move || what(&app.house.find(&id)?, &app.house)).await
}

pub(crate) async fn list(State(app): State<Arc<App>>) -> Answer<Vec<ListedGame>> {
    Ok(Json(blocking(move || app.house.kept_games()).await?))
}

pub(crate) async fn begin(
    State(app): State<Arc<App>>,
    Body(new): Body<NewGame>,
) -> Answer<StateJson> {
    Ok(Json(blocking(move || app.house.begin(new)).await?))
}

/// How a game that is gone is told: with `soft=1` as an answer like any other, since browsers log
/// failed requests.
#[derive(Debug, Deserialize)]
pub(crate) struct Softly {
    #[serde(default)]
    soft: u8,
}

pub(crate) async fn state(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(softly): Query<Softly>,
) -> Result<Response, Refusal> {
    match with_game(app, id, |game, house| Ok(game.now(house))).await {
        Ok(state) => Ok(Json(state).into_response()),
        Err(refusal) if softly.soft == 1 && refusal.status == StatusCode::NOT_FOUND => {
            Ok(Json(GoneJson { gone: true, error: refusal.message }).into_response())
        }
        Err(refusal) => Err(refusal),
    }
}

/// There is no such game.
#[derive(Debug, Serialize)]
struct GoneJson {
    gone: bool,
    error: String,
}

pub(crate) async fn delete(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<Done> {
    blocking(move || app.house.delete(&id)).await?;
    Ok(Json(Done::DONE))
}

pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let guest = app.guests.enter()?;
    blocking(move || match app.house.find(&id) {
        Ok(game) => Ok(game.listen(&app.house, guest)),
        // A browser logs a failed request and can read nothing of it: so it is told as an event.
        Err(refusal) => Ok(Feed::gone(&refusal).listen(guest)),
    })
    .await
}

pub(crate) async fn record(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let text = with_game(app, id, |game, _| game.record()).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-go-sgf; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"game.sgf\""),
    ];
    Ok((headers, text).into_response())
}

pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(wish): Body<Move>,
) -> Answer<StateJson> {
    Ok(Json(with_game(app, id, move |game, house| game.play(house, &wish.r#move)).await?))
}

pub(crate) async fn undo(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(Wish {}): Body<Wish>,
) -> Answer<StateJson> {
    Ok(Json(with_game(app, id, Session::undo).await?))
}

pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(Wish {}): Body<Wish>,
) -> Answer<StateJson> {
    Ok(Json(with_game(app, id, Session::resign).await?))
}

pub(crate) async fn hint(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(Wish {}): Body<Wish>,
) -> Answer<StateJson> {
    Ok(Json(with_game(app, id, Session::hint).await?))
}

pub(crate) async fn move_now(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(Wish {}): Body<Wish>,
) -> Answer<StateJson> {
    Ok(Json(with_game(app, id, |game, house| game.move_now(house)).await?))
}

pub(crate) async fn pause(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(Wish {}): Body<Wish>,
) -> Answer<StateJson> {
    Ok(Json(with_game(app, id, |game, house| game.pause(house, true)).await?))
}

pub(crate) async fn resume(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(Wish {}): Body<Wish>,
) -> Answer<StateJson> {
    Ok(Json(with_game(app, id, |game, house| game.pause(house, false)).await?))
}
