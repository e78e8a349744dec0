//! Pictures for GoGui, and what else it asks.

use std::fmt::{Display, Write};

use tengen_engine::go::{Move, Point};
use tengen_engine::{MoveReport, SearchReport};

use super::{Call, Reply, done, text};
use crate::analysis::rows;
use crate::answer::Refusal;
use crate::gtp_game::GtpGame;
use crate::session::{Caller, Session};

/// What GoGui offers in its menu: type, label, command.
pub(crate) const MENU: &str = "\
dboard/Win Rate/tengen-winrate
dboard/Visits/tengen-visits
dboard/RAVE/tengen-rave
dboard/Ownership/tengen-ownership
gfx/Search/tengen-search
var/Principal Variation/tengen-variation
plist/Legal Moves/all_legal %c
string/Explain Last Move/gomill-explain_last_move
string/Final Score/final_score
plist/Dead Stones/final_status_list dead
plist/Stones in Seki/final_status_list seki
param/Player/tengen-set
none/Forget the Tree/clear_cache";

pub(super) fn analyze_commands<E: GtpGame>(_: &mut Call<'_, E>) -> Reply {
    text(E::menu())
}

/// Searches can be interrupted: the line `# interrupt` does it.
pub(super) fn interrupt<E: GtpGame>(_: &mut Call<'_, E>) -> Reply {
    done()
}

/// A number for every point, or none, row by row from the top.
fn board(session: &Session, value: impl Fn(Point) -> Option<f64>) -> Reply {
    let mut out = String::new();
    for row in rows(session.engine.setup().size) {
        out.push('\n');
        for (column, point) in row.enumerate() {
            out += if column > 0 { " " } else { "" };
            let _ = match value(point) {
                Some(value) => write!(out, "{value:.3}"),
                None => write!(out, "\"\""),
            };
        }
    }
    text(out)
}

/// A number for every move that the search has tried.
fn moves(
    session: &mut Session,
    caller: &dyn Caller,
    value: impl Fn(&MoveReport<Move>, &SearchReport<Move>) -> Option<f64>,
) -> Reply {
    let report = session.found(caller).report.clone();
    let tried = report.moves.iter().filter(|m| m.visits > 0);
    let values: Vec<(Point, f64)> =
        tried.filter_map(|m| Some((m.r#move.point()?, value(m, &report)?))).collect();
    board(session, |point| values.iter().find(|(p, _)| *p == point).map(|(_, value)| *value))
}

/// The expected result of each move, from 0 to 1.
pub(super) fn winrate(call: &mut Call<'_>) -> Reply {
    let Call { session, caller, .. } = call;
    moves(session, *caller, |m, _| Some(m.value))
}

/// The share of the playouts that each move got.
pub(super) fn visits(call: &mut Call<'_>) -> Reply {
    let Call { session, caller, .. } = call;
    moves(session, *caller, |m, report| {
        let all: u64 = report.moves.iter().map(|m| m.visits).sum();
        Some(m.visits as f64 / all.max(1) as f64)
    })
}

/// The mean of playouts in which the player made each move at any time.
pub(super) fn rave(call: &mut Call<'_>) -> Reply {
    let Call { session, caller, .. } = call;
    if session.found(*caller).report.moves.iter().all(|m| m.rave.is_none()) {
        return Err(Refusal::new("the player does not use RAVE: tengen-set rave on"));
    }
    moves(session, *caller, |m, _| m.rave.map(|rave| rave.value))
}

/// Who has each point in the end, from -1 (White) to 1 (Black).
pub(super) fn ownership(call: &mut Call<'_>) -> Reply {
    let Call { session, caller, .. } = call;
    let mut ownership = session.found(*caller).insight.clone();
    if ownership.playouts() == 0 {
        // A player without playouts.
        let judgement = session.engine.judge().map_err(|error| Refusal::new(error.to_string()))?;
        ownership = judgement.ownership;
    }
    board(session, |point| Some(ownership.of(point)))
}

/// The moves most looked at, with their rates in percent, as GoGui draws them.
pub(super) fn search(call: &mut Call<'_>) -> Reply {
    let Call { session, caller, .. } = call;
    let report = &session.found(*caller).report;
    let mut labels = String::from("LABEL");
    let mut influence = String::from("INFLUENCE");
    let most = report.moves.iter().map(|m| m.visits).max().unwrap_or(0).max(1);
    for m in report.moves.iter().filter(|m| m.visits > 0).take(12) {
        if let Some(point) = m.r#move.point() {
            let _ = write!(labels, " {point} {:.0}", 100.0 * m.value);
            let _ = write!(influence, " {point} {:.3}", m.visits as f64 / most as f64);
        }
    }
    let line = colours(report);
    text(format!("{influence}\n{labels}\nVAR {line}\nTEXT {} playouts", report.playouts))
}

/// The best line, with the colour of every move.
pub(super) fn variation<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, caller, .. } = call;
    let line = colours(&session.found(*caller).report);
    text(line)
}

fn colours<M: Display>(report: &SearchReport<M>) -> String {
    let mut player = report.to_move;
    let mut words = Vec::new();
    for m in &report.principal_variation {
        words.push(format!("{} {m}", if player.index() == 0 { "b" } else { "w" }));
        player = player.opponent();
    }
    words.join(" ")
}
