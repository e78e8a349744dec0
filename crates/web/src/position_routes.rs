//! Requests about positions, and about the server itself.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tengen_engine::go::{self, Ending, Game};
use tengen_engine::{GoEngine, LoaEngine, StopFlag};

use crate::about::{self, AboutJson};
use crate::app::{App, blocking};
use crate::body::Body;
use crate::go_page;
use crate::limits;
use crate::page_game::{PageGame, replay};
use crate::position_json::{PositionJson, ResultJson};
use crate::refusal::{Answer, Refusal};
use crate::setup::{Setup, Start};

/// A position by the moves that lead there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    setup: Setup,
    #[serde(default)]
    moves: Vec<String>,
}

pub(crate) async fn about(State(app): State<Arc<App>>) -> Answer<AboutJson> {
    Ok(Json(about::about(&app)))
}

pub(crate) async fn position(Body(place): Body<Place>) -> Answer<PositionJson> {
    Ok(Json(blocking(move || shown(&place.setup, &place.moves)).await?))
}

/// The position after some moves.
pub(crate) fn shown(setup: &Setup, moves: &[String]) -> Result<PositionJson, Refusal> {
    if moves.len() > limits::MOVES {
        return Err(Refusal::bad(format!("at most {} moves", limits::MOVES)));
    }
    match setup.start()? {
        Start::Go(mut game) => {
            replay::<GoEngine>(&mut game, moves)?;
            let over = game.outcome().map(|_| unjudged(&game));
            Ok(PositionJson::of::<GoEngine>(&game, setup.handicap, over))
        }
        Start::Loa(mut game) => {
            replay::<LoaEngine>(&mut game, moves)?;
            let over =
                game.outcome().map(|outcome| LoaEngine::result(&game, outcome, &StopFlag::new()));
            let over: Option<ResultJson> =
                over.transpose().map_err(|error| Refusal::fault(error.to_string()))?;
            Ok(PositionJson::of::<LoaEngine>(&game, None, over))
        }
        Start::Phantom(terms) => {
            // The true game, for whoever has its moves.
            let mut game = terms.go.position();
            replay::<GoEngine>(&mut game, moves)?;
            let shown = PositionJson::of::<GoEngine>(&game, None, None);
            Ok(PositionJson { setup: setup.in_full()?, ..shown })
        }
    }
}

/// The end of a game of Go, as far as it is known without a search: what is dead is not judged here.
fn unjudged(game: &go::Position) -> ResultJson {
    match game.rules().ending {
        Ending::AsItStands => go_page::counted(game, &game.board().area(), Vec::new()),
        // Who has won depends on stones about which the players agree.
        Ending::Agreement => ResultJson {
            text: "both have passed".to_owned(),
            reason: "Both have passed: who has won depends on the stones that are dead".to_owned(),
            ..ResultJson::default()
        },
    }
}

/// A move that somebody would like to make.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    setup: Setup,
    #[serde(default)]
    moves: Vec<String>,
    r#move: String,
}

/// Whether it is legal, and why not.
#[derive(Debug, Serialize)]
pub(crate) struct Why {
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// An answer, not a failure: it is what was asked for.
pub(crate) async fn why(Body(wanted): Body<Wanted>) -> Answer<Why> {
    let why = blocking(move || {
        let Wanted { setup, moves, r#move } = wanted;
        if moves.len() > limits::MOVES {
            return Err(Refusal::bad(format!("at most {} moves", limits::MOVES)));
        }
        // From square to square, as the page has it.
        let text = r#move.replace('>', "-");
        match setup.start()? {
            Start::Go(game) => reason::<GoEngine>(*game, &moves, &text),
            Start::Loa(game) => reason::<LoaEngine>(*game, &moves, &text),
            Start::Phantom(terms) => reason::<GoEngine>(terms.go.position(), &moves, &text),
        }
    });
    let reason = why.await?;
    Ok(Json(Why { legal: reason.is_none(), reason }))
}

fn reason<E: PageGame>(
    mut game: E::Position,
    moves: &[String],
    text: &str,
) -> Result<Option<String>, Refusal> {
    replay::<E>(&mut game, moves)?;
    if text.len() > 20 {
        return Ok(Some("that is no move: it is too long".to_owned()));
    }
    let read = E::read(&game, text);
    let checked = read.and_then(|m| E::check(&game, m).map_err(|reason| format!("{m}: {reason}")));
    Ok(checked.err())
}
