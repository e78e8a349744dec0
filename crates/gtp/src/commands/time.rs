//! Clocks.

use std::time::Duration;

use tengen_engine::{Clock, TimeSystem};

use super::{Call, Reply, done};
use crate::answer::Refusal;
use crate::arguments::Arguments;
use crate::gtp_game::GtpGame;
use crate::session::Session;

/// A week of main time or more is no limit.
const FOR_EVER: Duration = Duration::from_secs(604_800);

pub(super) fn set<E: GtpGame>(session: &mut Session<E>, time: TimeSystem) -> Reply {
    session.time = time;
    session.clocks = [Clock::new(time); 2];
    done()
}

pub(super) fn time_settings<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, arguments, .. } = call;
    set(session, time_system(arguments)?)
}

/// Main time, the time of an overtime period, and its moves.
pub(crate) fn time_system(arguments: &mut Arguments<'_>) -> Result<TimeSystem, Refusal> {
    let (main, period) = (arguments.seconds()?, arguments.seconds()?);
    let stones = arguments.parse::<u32>()?;
    Ok(match (period.is_zero(), stones) {
        // "byo-yomi time larger than zero and no stones means no time limits."
        (false, 0) => TimeSystem::Unlimited,
        (true, _) if main >= FOR_EVER => TimeSystem::Unlimited,
        (true, _) => TimeSystem::Absolute { main },
        (false, stones) => TimeSystem::Canadian { main, period, stones },
    })
}

pub(super) fn time_left<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, arguments, .. } = call;
    let player = arguments.colour()?;
    let (time, stones) = (arguments.seconds()?, arguments.parse::<u32>()?);
    session.clocks[player.index()].set_left(time, stones);
    done()
}
