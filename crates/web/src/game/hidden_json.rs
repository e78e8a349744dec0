//! What a player of Phantom Go may know, as the page reads it.
//!
//! Everything here is made of a [`PlayerView`], from which no way leads to the arbiter's board: what
//! is not in the view cannot be written by mistake.

use serde::Serialize;
use tengen_engine::go::{Player, PointMask};
use tengen_engine::phantom::{Event, News, PlayerView, Sight};

use crate::go_page::{letter, rows_by};
use crate::position_json::{Counts, Legal, PositionJson};
use crate::setup::{Setup, Side};

/// What one side knows.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ViewJson {
    pub(crate) side: Side,
    /// Points that were refused in this turn.
    pub(crate) tried: Vec<String>,
    /// Stones of the opponent that are certain.
    pub(crate) known: Vec<String>,
    /// Points that are empty for certain.
    pub(crate) empty: Vec<String>,
    /// Stones of the opponent that are somewhere.
    pub(crate) unseen: usize,
    pub(crate) prisoners: Counts,
    /// What happened, in words.
    pub(crate) events: Vec<String>,
    /// What may be tried.
    pub(crate) tries_legal: Vec<String>,
}

/// The view of one side.
pub(crate) fn view(view: &PlayerView) -> ViewJson {
    ViewJson {
        side: view.player().into(),
        tried: names(&view.refused_now()),
        known: names(&view.known_stones()),
        empty: names(&view.known_empty()),
        unseen: view.unseen(),
        prisoners: prisoners(view).into(),
        events: view.moments().iter().map(|moment| in_words(&moment.event)).collect(),
        tries_legal: names(&view.candidates()),
    }
}

/// The position as this side knows it.
pub(crate) fn position(view: &PlayerView, setup: Setup) -> PositionJson {
    let own_move = |event: &Event| match event {
        Event::Played { point, .. } => Some(point.to_string()),
        Event::Passed => Some("pass".to_owned()),
        _ => None,
    };
    PositionJson {
        setup,
        moves: Vec::new(),
        rows: rows(view),
        to_move: view.to_move().into(),
        last_move: view.moments().iter().rev().find_map(|moment| own_move(&moment.event)),
        captures: prisoners(view).into(),
        legal: Legal::Points { legal: names(&view.candidates()) },
        outcome: None,
    }
}

/// The stones that this side knows of.
pub(crate) fn rows(view: &PlayerView) -> Vec<String> {
    rows_by(view.size(), |point| match view.sight(point) {
        Sight::Own => letter(view.player()),
        Sight::Opponent => letter(view.player().opponent()),
        Sight::Empty | Sight::Unknown => '.',
    })
}

fn names(points: &PointMask) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

/// Stones that each player has taken, which both are told.
fn prisoners(view: &PlayerView) -> [usize; 2] {
    let mut taken = [0; 2];
    let (own, other) = (view.player(), view.player().opponent());
    for moment in view.moments() {
        let mut add = |by: Player, number: usize| taken[by.index()] += number;
        match &moment.event {
            Event::Played { taken, lost, .. } => {
                add(own, taken.number());
                add(other, lost.len());
            }
            Event::OpponentPlayed { lost, gone, .. } => {
                add(other, lost.len());
                add(own, gone.number());
            }
            Event::Refused(_) | Event::Passed | Event::OpponentPassed { .. } => {}
        }
    }
    taken
}

/// An event as the player is told of it.
fn in_words(event: &Event) -> String {
    let heard = |refused: &Option<usize>| match refused {
        Some(0) | None => String::new(),
        Some(1) => " after one illegal try".to_owned(),
        Some(number) => format!(" after {number} illegal tries"),
    };
    match event {
        Event::Refused(point) => format!("{point} is not legal."),
        Event::Played { point, taken, lost } => {
            let mut words = format!("You play {point}.");
            words += &news(taken, "You take");
            words += &stones(lost, "You lose");
            words
        }
        Event::Passed => "You pass.".to_owned(),
        Event::OpponentPlayed { refused, lost, gone } => {
            let mut words = format!("The opponent has played{}.", heard(refused));
            words += &stones(lost, "You lose");
            words += &news(gone, "He loses");
            words
        }
        Event::OpponentPassed { refused } => format!("The opponent passes{}.", heard(refused)),
    }
}

fn counted(number: usize) -> String {
    if number == 1 { "one stone".to_owned() } else { format!("{number} stones") }
}

fn stones(stones: &PointMask, begins: &str) -> String {
    match stones.len() {
        0 => String::new(),
        number => format!(" {begins} {}: {}.", counted(number), names(stones).join(" ")),
    }
}

fn news(news: &News, begins: &str) -> String {
    match news {
        News::Number(0) => String::new(),
        News::Number(number) => format!(" {begins} {}.", counted(*number)),
        News::Stones(points) => stones(points, begins),
    }
}
