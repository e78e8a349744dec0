//! The player's own settings.

use tengen_engine::{METHODS, PlayerSpec};

use super::{Call, Reply, done, text};
use crate::answer::Refusal;

/// `tengen-set KEY VALUE`: any key of the player; `tengen-set player SPEC`: another player. Without
/// arguments, all keys and their values, in the form in which GoGui reads parameters.
pub(super) fn set(call: &mut Call<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    let Some(key) = arguments.try_word() else { return text(list(session.engine.spec())) };
    if arguments.peek().is_none() {
        return Err(Refusal::syntax());
    }
    let value = arguments.rest();
    let refuse = |reason: String| Refusal::new(reason);
    if key == "player" {
        let spec: PlayerSpec = value.parse().map_err(|error| refuse(format!("{error}")))?;
        session.engine.set_spec(&spec.at_full_strength())
    } else {
        session.engine.set_key(key, &value)
    }
    .map_err(|error| refuse(error.to_string()))?;
    session.player_changed();
    done()
}

fn list(spec: &PlayerSpec) -> String {
    let mut lines = vec![format!("[string] player {spec}")];
    let method = METHODS.iter().find(|method| method.name == spec.name());
    for key in method.iter().flat_map(|method| method.keys()) {
        let set = spec.settings().find(|(set, _)| *set == key.name);
        lines.push(format!(
            "[string] {} {}",
            key.name,
            set.map_or(key.default, |(_, value)| value)
        ));
    }
    lines.join("\n")
}

pub(super) fn clear_cache(call: &mut Call<'_>) -> Reply {
    let Call { session, .. } = call;
    session.engine.forget();
    done()
}
