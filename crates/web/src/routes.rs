//! Every address that the server answers, in one table: the routes, and what `/api` tells of them.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Uri, header};
use axum::middleware;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use serde::Serialize;

use crate::app::App;
use crate::guard::{Guard, guarded};
use crate::refusal::Refusal;
use crate::{
    analysis_routes, assets, book_routes, game_routes, limits, position_routes, record_routes,
    run_routes, weights,
};

/// An address and what it is for.
struct Endpoint {
    method: &'static str,
    path: &'static str,
    help: &'static str,
    handler: MethodRouter<Arc<App>>,
}

#[derive(Serialize)]
struct EndpointJson {
    method: &'static str,
    path: &'static str,
    help: &'static str,
}

macro_rules! endpoints {
    ($($method:ident $path:literal $help:literal => $handler:expr;)*) => {
        vec![$(Endpoint {
            method: stringify!($method),
            path: $path,
            help: $help,
            handler: $method($handler),
        }),*]
    };
}

fn endpoints() -> Vec<Endpoint> {
    endpoints! {
        get "/api" "this page; with ?format=json or Accept: application/json the table itself" => describe;
        get "/api/about" "games, rules, players and limits" => position_routes::about;
        post "/api/positions" "{setup, moves}: the position after these moves" => position_routes::position;
        post "/api/positions/why" "{setup, moves, move}: whether a move is legal, and why not" => position_routes::why;
        post "/api/analyses" "{setup, moves, spec?, playouts?, ownership?}: begins an analysis" => analysis_routes::analyse;
        post "/api/proofs" "{setup, moves, spec?, playouts?}: begins a proof" => analysis_routes::prove;
        get "/api/analyses/{id}/events" "events: queued, report, end, gone" => analysis_routes::events;
        get "/api/analyses/{id}/tree" "?path=D4,E5: a node of the tree and its children" => analysis_routes::tree;
        post "/api/analyses/{id}/stop" "{drop?}: ends it; what was found stays for a while, or is dropped at once" => analysis_routes::stop;
        get "/api/proofs/{id}/events" "as of an analysis" => analysis_routes::events;
        get "/api/proofs/{id}/tree" "as of an analysis" => analysis_routes::tree;
        post "/api/proofs/{id}/stop" "as of an analysis" => analysis_routes::stop;
        get "/api/games" "games in the store" => game_routes::list;
        post "/api/games" "{setup, black, white, moves?, seed?}: begins a game" => game_routes::begin;
        get "/api/games/{id}" "the state of a game" => game_routes::state;
        delete "/api/games/{id}" "drops a game" => game_routes::delete;
        get "/api/games/{id}/events" "events: state, thinking, hint, gone" => game_routes::events;
        get "/api/games/{id}/sgf" "the record of a game" => game_routes::record;
        post "/api/games/{id}/play" "{move}: plays it" => game_routes::play;
        post "/api/games/{id}/undo" "takes moves back, up to your turn" => game_routes::undo;
        post "/api/games/{id}/resign" "gives up" => game_routes::resign;
        post "/api/games/{id}/hint" "asks what to play: told by the event hint" => game_routes::hint;
        post "/api/games/{id}/move-now" "whoever thinks has thought enough" => game_routes::move_now;
        post "/api/games/{id}/pause" "holds a game of players" => game_routes::pause;
        post "/api/games/{id}/resume" "goes on with it; after two passes, plays on" => game_routes::resume;
        post "/api/sgf" "{sgf}: reads a game record, variations included" => record_routes::read;
        post "/api/sgf/write" "{setup, nodes, players?, result?}: writes one" => record_routes::write;
        get "/api/books" "opening books of the store" => book_routes::list;
        get "/api/books/{name}" "?moves=D4,E5: a position of a book" => book_routes::page;
        get "/api/runs" "matches and tournaments" => run_routes::list;
        get "/api/runs/{id}" "?from=200: all about one, and games from this one on" => run_routes::page;
        get "/api/runs/{id}/events" "events: progress, gone" => run_routes::events;
        get "/api/runs/{id}/games/{number}" "the record of a game" => run_routes::game;
        get "/api/policies" "policies that have learned something" => weights::list;
        get "/api/policies/{name}" "what one has learned" => weights::show;
    }
}

/// The whole server.
pub(crate) fn router(app: Arc<App>, guard: Guard) -> Router {
    let mut router = Router::new();
    for endpoint in endpoints() {
        router = router.route(endpoint.path, endpoint.handler);
    }
    router
        .fallback(fallback)
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(middleware::from_fn_with_state(Arc::new(guard), guarded))
        .with_state(app)
}

async fn fallback(State(app): State<Arc<App>>, uri: Uri) -> Response {
    if uri.path().starts_with("/api") {
        let message = "there is no such address: /api lists what there is";
        return Refusal::not_found(message).into_response();
    }
    assets::answer(uri.path(), app.page_folder.as_deref())
}

async fn describe(uri: Uri, headers: HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let wants_json = uri.query() == Some("format=json")
        || accepts.is_some_and(|accepts| accepts.starts_with("application/json"));
    let table = endpoints();
    if wants_json {
        let rows: Vec<EndpointJson> = table
            .iter()
            .map(|&Endpoint { method, path, help, .. }| EndpointJson { method, path, help })
            .collect();
        return axum::Json(rows).into_response();
    }
    // Everything here is the program's own text.
    let rows: String = table
        .iter()
        .map(|it| {
            format!(
                "<tr><td><code>{}</code></td><td><code>{}</code></td><td>{}</td></tr>\n",
                it.method.to_ascii_uppercase(),
                it.path,
                it.help.replace('&', "&amp;").replace('<', "&lt;")
            )
        })
        .collect();
    Html(format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Tengen: API</title></head>\n\
         <body><h1>Tengen: API</h1>\n<p>JSON in and out. Events are server-sent events. Errors have a \
         status of 400 or more and a body {{\"error\": \"...\"}}. docs/web.md tells the rest.</p>\n\
         <table><thead><tr><th>method</th><th>path</th><th>what it does</th></tr></thead>\n\
         <tbody>\n{rows}</tbody></table></body></html>\n"
    ))
    .into_response()
}
