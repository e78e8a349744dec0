//! Moves.

use tengen_engine::Action;
use tengen_engine::go::{Game, Move, Player};

use super::{Call, Reply, done, text};
use crate::answer::Refusal;
use crate::arguments::vertices;
use crate::gtp_game::GtpGame;
use crate::session::Session;

pub(super) fn play<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, arguments, .. } = call;
    let (player, word) = (arguments.colour()?, arguments.word()?);
    let m = session.engine.read_move(word).map_err(|_| Refusal::syntax())?;
    session.engine.play(player, m).map_err(|_| Refusal::new("illegal move"))?;
    session.position_changed();
    done()
}

/// Whether this player may be asked for a move.
pub(super) fn may_move<E: GtpGame>(session: &Session<E>, player: Player) -> Result<(), Refusal> {
    session.engine.refusal(player).map_or(Ok(()), |reason| Err(Refusal::new(reason)))
}

pub(super) fn genmove<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, arguments, caller } = call;
    let player = arguments.colour()?;
    may_move(session, player)?;
    text(session.generate(player, None, *caller)?)
}

pub(super) fn reg_genmove<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, arguments, caller } = call;
    let player = arguments.colour()?;
    may_move(session, player)?;
    text(match session.rehearse(player, *caller) {
        Action::Move(m) => m.to_string(),
        Action::Resign => "resign".to_owned(),
    })
}

pub(super) fn undo<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, .. } = call;
    session.engine.undo().ok_or_else(|| Refusal::new("cannot undo"))?;
    session.position_changed();
    done()
}

pub(super) fn showboard(call: &mut Call<'_>) -> Reply {
    let Call { session, .. } = call;
    let position = session.engine.position();
    let last = position.moves().last().copied();
    let mark = last.and_then(|(_, m)| m.point());
    let last = last.map_or_else(String::new, |(player, m)| {
        format!(", move {}: {player} {m}", position.moves().len())
    });
    text(format!(
        "\n{}\n{} to move, komi {}{last}",
        position.board().marked(mark),
        position.to_move(),
        position.komi(),
    ))
}

pub(super) fn all_legal(call: &mut Call<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    let player = match arguments.try_word() {
        Some(word) => crate::arguments::colour(word).ok_or_else(Refusal::syntax)?,
        None => session.engine.position().to_move(),
    };
    let position = session.engine.position_for(player);
    let legal = |point: &_| position.is_legal(Move::Play(*point));
    text(vertices(position.board().empty_points().filter(legal)))
}
