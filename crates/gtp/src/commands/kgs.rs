//! What the KGS Go server's client asks.

use tengen_engine::go::{KoRule, Rules};
use tengen_engine::{TimeSystem, Turn};

use super::{Call, Reply, done, text, time};
use crate::answer::Refusal;
use crate::gtp_game::GtpGame;

pub(super) fn genmove_cleanup(call: &mut Call<'_>) -> Reply {
    let Call { session, arguments, caller } = call;
    let player = arguments.colour()?;
    text(session.generate_by(player, *caller, |engine, thinking| {
        engine.decide(player, Turn { thinking, clean_up: true, rehearsal: false })
    })?)
}

pub(super) fn time_settings<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, arguments, .. } = call;
    let system = match arguments.word()? {
        "none" => TimeSystem::Unlimited,
        "absolute" => TimeSystem::Absolute { main: arguments.seconds()? },
        "byoyomi" => TimeSystem::Japanese {
            main: arguments.seconds()?,
            period: arguments.seconds()?,
            periods: arguments.parse::<u32>()?.max(1),
        },
        "canadian" => TimeSystem::Canadian {
            main: arguments.seconds()?,
            period: arguments.seconds()?,
            stones: arguments.parse::<u32>()?.max(1),
        },
        _ => return Err(Refusal::syntax()),
    };
    time::set(session, system)
}

pub(super) fn rules(call: &mut Call<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    let rules = by_name(&arguments.word()?.to_ascii_lowercase())?;
    session.engine.set_rules(rules);
    session.position_changed();
    done()
}

/// Rules by the names that servers and programs give them.
pub(super) fn by_name(name: &str) -> Result<Rules, Refusal> {
    if let Ok(rules) = name.parse() {
        return Ok(rules);
    }
    Ok(match name.replace('_', "-").as_str() {
        "chinese-ogs" | "chinese-kgs" => Rules::CHINESE,
        "tromptaylor" => Rules::TROMP_TAYLOR,
        "new-zealand" | "nz" => Rules::CHINESE.with_ko(KoRule::Situational).with_suicide(true),
        "aga" | "bga" | "french" | "aga-button" => Rules::CHINESE.with_ko(KoRule::Situational),
        "japanese" | "korean" | "stone-scoring" => {
            return Err(Refusal::new(format!("{name} rules are not supported: areas are counted")));
        }
        _ => return Err(Refusal::new(format!("unknown rules {name}"))),
    })
}

pub(super) fn game_over(call: &mut Call<'_>) -> Reply {
    let Call { session, .. } = call;
    session.position_changed();
    done()
}
