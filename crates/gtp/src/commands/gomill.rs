//! What the tournament manager gomill asks.

use cpu_time::ProcessTime;
use tengen_engine::{Action, Reason};

use super::{Call, Reply, text};
use crate::answer::Refusal;
use crate::gtp_game::GtpGame;

pub(super) fn describe_engine<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, .. } = call;
    text(format!(
        "{} {}\nplayer: {}\nrules: {}",
        session.identity.name,
        session.identity.version,
        session.engine.spec(),
        session.engine.rules(),
    ))
}

/// What the player thought of his last move, in words for people.
pub(super) fn explain_last_move<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, .. } = call;
    let Some((player, decision)) = &session.last_decision else { return text("") };
    let done = match decision.action {
        Action::Move(m) => m.to_string(),
        Action::Resign => "resigns".to_owned(),
    };
    let report = &decision.report;
    let reason = decision.reason.map_or("", |reason| match reason {
        Reason::Won => " (won as the board stands)",
        Reason::Lost => " (nothing can save the game)",
        Reason::Clean => " (all dead stones are off the board)",
        Reason::NothingLeft => " (nothing is left to gain)",
    });
    let line: Vec<String> = report.principal_variation.iter().map(ToString::to_string).collect();
    text(format!(
        "{player} {done}{reason}\nwin rate {:.1} %, {} playouts in {:.2} s, line {}",
        100.0 * report.value,
        report.playouts,
        report.seconds,
        line.join(" "),
    ))
}

pub(super) fn cpu_time<E: GtpGame>(_: &mut Call<'_, E>) -> Reply {
    let time = ProcessTime::try_now().map_err(|_| Refusal::new("no processor time is known"))?;
    text(format!("{:.3}", time.as_duration().as_secs_f64()))
}
