//! Rules, in KataGo's way of writing.

use serde_json::{Value, json};
use tengen_engine::go::{KoRule, Rules};

use super::{Call, Reply, done, kgs, text};
use crate::answer::Refusal;

pub(super) fn get_rules(call: &mut Call<'_>) -> Reply {
    let Call { session, .. } = call;
    let Rules { ko, suicide, .. } = session.engine.setup().rules;
    let ko = match ko {
        KoRule::Simple => "SIMPLE",
        KoRule::Positional => "POSITIONAL",
        KoRule::Situational => "SITUATIONAL",
    };
    text(
        json!({
            "ko": ko,
            "scoring": "AREA",
            "suicide": suicide,
            "tax": "NONE",
            "hasButton": false,
            "whiteHandicapBonus": "0",
        })
        .to_string(),
    )
}

/// A name, or an object with some of the keys above.
pub(super) fn set_rules(call: &mut Call<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    let wanted = arguments.rest();
    if wanted.is_empty() {
        return Err(Refusal::syntax());
    }
    let rules = if wanted.starts_with('{') {
        from_json(session.engine.setup().rules, &wanted)?
    } else {
        kgs::by_name(&wanted.to_ascii_lowercase())?
    };
    session.engine.set_rules(rules);
    session.position_changed();
    done()
}

fn from_json(mut rules: Rules, wanted: &str) -> Result<Rules, Refusal> {
    let Ok(Value::Object(wanted)) = serde_json::from_str(wanted) else {
        return Err(Refusal::syntax());
    };
    for (key, value) in &wanted {
        let unsupported = || Refusal::new(format!("rules with {key} {value} are not supported"));
        match (key.as_str(), value.as_str(), value.as_bool()) {
            ("ko", Some("SIMPLE"), _) => rules.ko = KoRule::Simple,
            ("ko", Some("POSITIONAL"), _) => rules.ko = KoRule::Positional,
            ("ko", Some("SITUATIONAL"), _) => rules.ko = KoRule::Situational,
            ("suicide", _, Some(suicide)) => rules.suicide = suicide,
            ("scoring" | "score", Some("AREA"), _) => {}
            ("tax", Some("NONE"), _) => {}
            ("hasButton", _, Some(false)) => {}
            ("whiteHandicapBonus", Some("0"), _) => {}
            // Advice about passing; ours depends on the rules.
            ("friendlyPassOk", _, Some(_)) => {}
            _ => return Err(unsupported()),
        }
    }
    Ok(rules)
}
