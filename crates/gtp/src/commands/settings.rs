//! The player's own settings.

use tengen_engine::{GameName, PlayerSpec};

use super::{Call, Reply, done, text};
use crate::answer::Refusal;
use crate::gtp_game::GtpGame;

/// `tengen-set KEY VALUE`: any key of the player; `tengen-set player SPEC`: another player. Without
/// arguments, all keys and their values, in the form in which GoGui reads parameters.
pub(super) fn set<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, arguments, .. } = call;
    let Some(key) = arguments.try_word() else { return text(list(session.engine.spec(), E::GAME)) };
    if arguments.peek().is_none() {
        return Err(Refusal::syntax());
    }
    let value = arguments.rest();
    let refuse = |reason: String| Refusal::new(reason);
    if key == "player" {
        let spec: PlayerSpec = value.parse().map_err(|error| refuse(format!("{error}")))?;
        session.engine.set_spec(&spec)
    } else {
        session.engine.set_key(key, &value)
    }
    .map_err(|error| refuse(error.to_string()))?;
    session.player_changed();
    done()
}

fn list(spec: &PlayerSpec, game: GameName) -> String {
    let mut lines = vec![format!("[string] player {spec}")];
    lines.extend(spec.settings_at(game).map(|(key, value)| format!("[string] {key} {value}")));
    lines.join("\n")
}

pub(super) fn clear_cache<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, .. } = call;
    session.engine.forget();
    done()
}
