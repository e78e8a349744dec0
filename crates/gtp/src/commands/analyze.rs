//! Analysis that goes on until the next command.

use std::time::Duration;

use tengen_engine::go::Player;
use tengen_engine::{Limits, MoveOf, SearchReport, Thinking};

use super::play::may_move;
use super::{Call, Reply, done};
use crate::analysis::{Dialect, Wanted, line};
use crate::answer::{Answer, Refusal};
use crate::arguments::{Arguments, colour};
use crate::gtp_game::GtpGame;
use crate::inbox::EndsBy;
use crate::session::{Caller, INTERVAL, Session};

/// What was asked for.
struct Order {
    player: Option<Player>,
    every: Duration,
    wanted: Wanted,
}

/// Colour and interval in either order, also as `interval 10`; then pairs of key and value, of
/// which those that mean nothing to us are skipped.
fn order(arguments: &mut Arguments<'_>, dialect: Dialect) -> Result<Order, Refusal> {
    let wanted = Wanted { dialect, ownership: false, moves: usize::MAX };
    let mut order = Order { player: None, every: INTERVAL, wanted };
    while let Some(word) = arguments.try_word() {
        if let Some(player) = colour(word) {
            order.player = Some(player);
        } else if let Ok(centiseconds) = word.parse::<f64>() {
            order.every = interval(centiseconds)?;
        } else {
            match (word, arguments.word()?) {
                ("interval", value) => {
                    order.every = interval(value.parse().map_err(|_| Refusal::syntax())?)?;
                }
                ("ownership", value) => order.wanted.ownership = value == "true",
                ("maxmoves", value) => {
                    order.wanted.moves = value.parse().map_err(|_| Refusal::syntax())?;
                }
                // These take a colour, vertices and a depth.
                ("allow" | "avoid", _) => {
                    arguments.word()?;
                    arguments.word()?;
                }
                _ => {}
            }
        }
    }
    Ok(order)
}

/// Hundredths of a second, of which at least one must pass.
fn interval(centiseconds: f64) -> Result<Duration, Refusal> {
    if !centiseconds.is_finite() || centiseconds < 0.0 {
        return Err(Refusal::syntax());
    }
    Ok(Duration::from_secs_f64((centiseconds / 100.0).clamp(0.01, 3600.0)))
}

/// Tells the caller of reports on this position.
fn teller<'a, E: GtpGame>(
    session: &Session<E>,
    wanted: Wanted,
    caller: &'a dyn Caller,
) -> impl FnMut(&SearchReport<MoveOf<E>>) + use<'a, E> {
    let owned = session.engine.ownership_teller();
    move |report| {
        let map = wanted.ownership.then(|| owned(report.to_move)).flatten();
        caller.tell(&line(wanted, report, map.as_deref()));
    }
}

fn run_analysis<E: GtpGame>(call: &mut Call<'_, E>, dialect: Dialect) -> Reply {
    let Call { session, arguments, caller } = call;
    let Order { player, every, wanted } = order(arguments, dialect)?;
    let player = player.unwrap_or(session.engine.to_move());
    may_move(session, player)?;
    let mut tell = teller(session, wanted, *caller);
    // The answer begins now, whenever the first line comes.
    caller.tell("");
    let stop = caller.begin(EndsBy::NextCommand);
    let watch = Some((every, &mut tell as &mut dyn FnMut(&_)));
    let thinking = Thinking { limits: Some(Limits::default()), stop, watch, look: None };
    let report = session.engine.think_for(player, thinking);
    tell(&report);
    caller.end();
    if session.engine.to_move() == player {
        session.remember(report);
    }
    // A search may have proved all there is to know; the answer still ends with the next command.
    caller.wait();
    Ok(Answer::Told(String::new()))
}

fn run_genmove<E: GtpGame>(call: &mut Call<'_, E>, dialect: Dialect) -> Reply {
    let Call { session, arguments, caller } = call;
    let Order { player, every, wanted } = order(arguments, dialect)?;
    let player = player.unwrap_or(session.engine.to_move());
    may_move(session, player)?;
    let mut tell = teller(session, wanted, *caller);
    caller.tell("");
    let m = session.generate(player, Some((every, &mut tell)), *caller)?;
    // Quick searches tell nothing on the way.
    if let Some((_, decision)) = &session.last_decision {
        tell(&decision.report);
    }
    Ok(Answer::Told(format!("play {m}")))
}

pub(super) fn analyze<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    run_analysis(call, Dialect::Kata)
}

pub(super) fn lz_analyze<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    run_analysis(call, Dialect::Leela)
}

pub(super) fn genmove_analyze<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    run_genmove(call, Dialect::Kata)
}

pub(super) fn lz_genmove_analyze<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    run_genmove(call, Dialect::Leela)
}

/// Any command ends an analysis; this one does nothing else.
pub(super) fn stop<E: GtpGame>(_: &mut Call<'_, E>) -> Reply {
    done()
}
