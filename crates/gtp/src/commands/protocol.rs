//! What the protocol asks of every engine before a stone is played.

use super::{ALL, done, text};
use crate::answer::{Answer, Refusal};
use crate::arguments::Arguments;
use crate::session::{Caller, Session};

pub(super) fn protocol_version(
    _: &mut Session,
    _: Arguments<'_>,
    _: &dyn Caller,
) -> Result<Answer, Refusal> {
    text("2")
}

pub(super) fn name(
    session: &mut Session,
    _: Arguments<'_>,
    _: &dyn Caller,
) -> Result<Answer, Refusal> {
    text(session.identity.name.clone())
}

pub(super) fn version(
    session: &mut Session,
    _: Arguments<'_>,
    _: &dyn Caller,
) -> Result<Answer, Refusal> {
    text(session.identity.version.clone())
}

pub(super) fn known_command(
    _: &mut Session,
    mut arguments: Arguments<'_>,
    _: &dyn Caller,
) -> Result<Answer, Refusal> {
    let known = arguments.try_word().is_some_and(|name| ALL.iter().any(|c| c.name == name));
    text(known.to_string())
}

pub(super) fn list_commands(
    _: &mut Session,
    _: Arguments<'_>,
    _: &dyn Caller,
) -> Result<Answer, Refusal> {
    text(ALL.iter().map(|command| command.name).collect::<Vec<_>>().join("\n"))
}

pub(super) fn quit(
    session: &mut Session,
    _: Arguments<'_>,
    _: &dyn Caller,
) -> Result<Answer, Refusal> {
    session.quits = true;
    done()
}
