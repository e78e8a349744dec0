//! Requests about opening books.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::{Deserialize, Serialize};
use tengen_arena::{MoveShown, PositionShown, StoredBook};
use tengen_store::Store;

use crate::app::{App, blocking};
use crate::limits;
use crate::position_json::PositionJson;
use crate::position_routes::shown;
use crate::refusal::{Answer, Refusal};
use crate::setup::Setup;

/// A book in a list.
#[derive(Debug, Serialize)]
pub(crate) struct BookJson {
    name: String,
    game: String,
    size: usize,
    komi: f32,
    rules: String,
    games: u64,
    positions: u64,
}

/// A position of a book.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageJson {
    name: String,
    terms: String,
    position: PositionJson,
    games: u64,
    moves: Vec<BookMoveJson>,
    in_book: bool,
    /// Moves that the history of this line forbids.
    forbidden: usize,
}

/// A move of a position.
#[derive(Debug, Serialize)]
pub(crate) struct BookMoveJson {
    #[serde(flatten)]
    shown: MoveShown,
    /// The moves that lead to the next position.
    next: String,
}

/// The moves that lead somewhere, with commas between them.
#[derive(Debug, Deserialize)]
pub(crate) struct MovesQuery {
    #[serde(default)]
    moves: String,
}

fn another(app: &App) -> Result<Store, Refusal> {
    let Some(store) = &app.store else {
        return Err(Refusal::not_found("there is no store: start with tengen serve --store"));
    };
    // So that a long read holds nobody up who keeps a game.
    store.another().map_err(|error| Refusal::fault(error.to_string()))
}

fn open(app: &App, name: &str) -> Result<StoredBook, Refusal> {
    StoredBook::open(another(app)?, Some(name)).map_err(|error| match error {
        tengen_arena::BookError::Unknown { .. } => Refusal::not_found("there is no such book"),
        error => Refusal::fault(error.to_string()),
    })
}

pub(crate) async fn list(State(app): State<Arc<App>>) -> Answer<Vec<BookJson>> {
    let books = blocking(move || {
        if app.store.is_none() {
            return Ok(Vec::new());
        }
        let store = another(&app)?;
        let fault = |error: tengen_store::StoreError| Refusal::fault(error.to_string());
        let names: Vec<String> =
            store.books().map_err(fault)?.into_iter().map(|it| it.name).collect();
        let mut books = Vec::new();
        for name in names {
            // One that is not whole yet is not shown.
            let Ok(book) = open(&app, &name) else { continue };
            let terms = book.game_terms().clone();
            let games = PositionShown::read(&book, "").map_or(0, |shown| shown.games);
            let positions = store.book_size(book.id()).map_err(fault)?.positions;
            let (game, size, komi, rules) = (terms.game, terms.size, terms.komi, terms.rules);
            books.push(BookJson { name, game, size, komi, rules, games, positions });
        }
        Ok(books)
    });
    Ok(Json(books.await?))
}

pub(crate) async fn page(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(query): Query<MovesQuery>,
) -> Answer<PageJson> {
    Ok(Json(blocking(move || read_page(&app, &name, &query.moves)).await?))
}

fn read_page(app: &App, name: &str, moves: &str) -> Result<PageJson, Refusal> {
    let moves: Vec<String> = moves
        .split([',', ' '])
        .filter(|text| !text.is_empty())
        .take(limits::MOVES + 1)
        .map(str::to_owned)
        .collect();
    if moves.len() > limits::MOVES || moves.iter().any(|text| text.len() > 20) {
        return Err(Refusal::bad("that are too many moves, or moves that are none"));
    }
    let book = open(app, name)?;
    let terms = book.game_terms();
    let is_loa = terms.game == "loa";
    let setup = Setup {
        game: terms.game.clone(),
        size: (!is_loa).then_some(terms.size),
        komi: (!is_loa).then_some(terms.komi),
        rules: Some(terms.rules.clone()),
        position: terms.position.clone(),
        ..Setup::default()
    };
    let position = shown(&setup, &moves)?;
    let page = PositionShown::read(&book, &moves.join(" ")).map_err(Refusal::not_allowed)?;
    let next = |m: &MoveShown| {
        let line = moves.iter().map(String::as_str).chain([m.r#move.as_str()]);
        line.collect::<Vec<_>>().join(",")
    };
    Ok(PageJson {
        name: name.to_owned(),
        terms: terms.words(),
        position,
        games: page.games,
        in_book: !page.moves.is_empty(),
        forbidden: page.forbidden,
        moves: page
            .moves
            .into_iter()
            .map(|shown| BookMoveJson { next: next(&shown), shown })
            .collect(),
    })
}
