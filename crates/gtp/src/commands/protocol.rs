//! What the protocol asks of every engine before a stone is played.

use super::{Call, Reply, done, text};
use crate::gtp_game::GtpGame;

pub(super) fn protocol_version<E: GtpGame>(_: &mut Call<'_, E>) -> Reply {
    text("2")
}

pub(super) fn name<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, .. } = call;
    text(session.identity.name.clone())
}

pub(super) fn version<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, .. } = call;
    text(session.identity.version.clone())
}

pub(super) fn known_command<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { arguments, .. } = call;
    let known =
        arguments.try_word().is_some_and(|name| E::commands().iter().any(|c| c.name == name));
    text(known.to_string())
}

pub(super) fn list_commands<E: GtpGame>(_: &mut Call<'_, E>) -> Reply {
    text(E::commands().iter().map(|command| command.name).collect::<Vec<_>>().join("\n"))
}

pub(super) fn quit<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, .. } = call;
    session.quits = true;
    done()
}
