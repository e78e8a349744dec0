//! Game records.

use super::{done, text};
use crate::answer::{Answer, Refusal};
use crate::arguments::Arguments;
use crate::session::{Caller, Session};

pub(super) fn loadsgf(
    session: &mut Session,
    mut arguments: Arguments<'_>,
    _: &dyn Caller,
) -> Result<Answer, Refusal> {
    let _ = (session, arguments.word()?);
    done()
}

pub(super) fn printsgf(
    session: &mut Session,
    _: Arguments<'_>,
    _: &dyn Caller,
) -> Result<Answer, Refusal> {
    let _ = session;
    text("")
}
