//! What the protocol asks of every engine before a stone is played.

use super::{ALL, Call, Reply, done, text};

pub(super) fn protocol_version(_: &mut Call<'_>) -> Reply {
    text("2")
}

pub(super) fn name(call: &mut Call<'_>) -> Reply {
    let Call { session, .. } = call;
    text(session.identity.name.clone())
}

pub(super) fn version(call: &mut Call<'_>) -> Reply {
    let Call { session, .. } = call;
    text(session.identity.version.clone())
}

pub(super) fn known_command(call: &mut Call<'_>) -> Reply {
    let Call { arguments, .. } = call;
    let known = arguments.try_word().is_some_and(|name| ALL.iter().any(|c| c.name == name));
    text(known.to_string())
}

pub(super) fn list_commands(_: &mut Call<'_>) -> Reply {
    text(ALL.iter().map(|command| command.name).collect::<Vec<_>>().join("\n"))
}

pub(super) fn quit(call: &mut Call<'_>) -> Reply {
    let Call { session, .. } = call;
    session.quits = true;
    done()
}
