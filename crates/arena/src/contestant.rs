//! Who takes part in a contest: a built-in player or an outside engine, as text or in TOML.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};
use tengen_engine::{BadSpec, PlayerSpec};

/// A player, or an engine in another process.
///
/// ```
/// use tengen_arena::Contestant;
/// let ours: Contestant = "uct,sims=1000".parse().unwrap();
/// let theirs: Contestant = "gtp:gnugo --mode gtp --level 10".parse().unwrap();
/// assert!(matches!(theirs, Contestant::Outside(_)));
/// assert!("gtp:".parse::<Contestant>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// One of ours.
    BuiltIn(PlayerSpec),
    /// An engine that speaks the Go Text Protocol.
    Outside(EngineCommand),
}

/// The command line of an outside engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    text: String,
    words: Vec<String>,
}

/// What is wrong with a contestant's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadContestant {
    /// No such player.
    #[error("{text}{}", outside_hint(.0), text = .0)]
    Player(#[from] BadSpec),
    /// No command.
    #[error("{0:?} names no program: write gtp: and a command line, such as gtp:gnugo --mode gtp")]
    NoProgram(String),
    /// Quotes that do not end.
    #[error("{0:?} is no command line: a quote or a backslash at its end is not finished")]
    Unfinished(String),
}

fn outside_hint(error: &BadSpec) -> &'static str {
    match error {
        BadSpec::UnknownPlayer { .. } => ", or gtp:COMMAND for an outside engine",
        _ => "",
    }
}

/// What stands in a command line for the seed of a game.
const SEED: &str = "{seed}";

impl EngineCommand {
    /// The program and its arguments. `{seed}` in them becomes the seed, kept below 2³¹ as most
    /// engines want it.
    #[must_use]
    pub fn words(&self, seed: u64) -> Vec<String> {
        // The low bits: seeds of players are short.
        let seed = (seed % (1 << 31)).to_string();
        self.words.iter().map(|word| word.replace(SEED, &seed)).collect()
    }
}

impl FromStr for EngineCommand {
    type Err = BadContestant;
    fn from_str(text: &str) -> Result<Self, BadContestant> {
        let text = text.trim().to_owned();
        match shlex::split(&text) {
            Some(words) if words.first().is_some_and(|program| !program.is_empty()) => {
                Ok(Self { text, words })
            }
            Some(_) => Err(BadContestant::NoProgram(text)),
            None => Err(BadContestant::Unfinished(text)),
        }
    }
}

impl fmt::Display for EngineCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Contestant {
    type Err = BadContestant;
    fn from_str(text: &str) -> Result<Self, BadContestant> {
        match text.trim().strip_prefix("gtp:") {
            Some(command) => Ok(Self::Outside(command.parse()?)),
            None => Ok(Self::BuiltIn(text.parse()?)),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(spec) => spec.fmt(f),
            Self::Outside(command) => write!(f, "gtp:{command}"),
        }
    }
}

/// In TOML a player is his text, or a table: `player = "uct"` and his keys.
impl<'de> Deserialize<'de> for Contestant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "a player is a text, or a table with player = \"NAME\" and his keys, whose \
                         values are texts, numbers, true or false"
        )]
        enum Form {
            Text(String),
            Table(BTreeMap<String, Value>),
        }
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Value {
            Text(String),
            Switch(bool),
            Whole(i64),
            Number(f64),
        }
        let text = match Form::deserialize(deserializer)? {
            Form::Text(text) => text,
            Form::Table(mut table) => {
                let Some(Value::Text(mut text)) = table.remove("player") else {
                    return Err(de::Error::missing_field("player"));
                };
                // They would become a part of the command line.
                if let Some(key) = table.keys().next()
                    && text.trim().starts_with("gtp:")
                {
                    return Err(de::Error::custom(format!(
                        "{key}: an outside engine has no keys, write them into its command line"
                    )));
                }
                for (key, value) in table {
                    let value = match value {
                        Value::Text(text) => text,
                        Value::Switch(on) => if on { "on" } else { "off" }.to_owned(),
                        Value::Whole(number) => number.to_string(),
                        Value::Number(number) => number.to_string(),
                    };
                    if value.contains(',') {
                        return Err(de::Error::custom(format!("{key} has a comma in {value:?}")));
                    }
                    text += &format!(",{key}={value}");
                }
                text
            }
        };
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split_as_a_shell_does() {
        let engine: EngineCommand = "'my engine' --seed {seed} \"a b\"".parse().unwrap();
        assert_eq!(engine.words(7), ["my engine", "--seed", "7", "a b"]);
        assert_eq!(engine.words(u64::MAX)[2], "2147483647");
        assert!("'open".parse::<EngineCommand>().is_err());
        assert!("''".parse::<EngineCommand>().is_err());
        let error = "gnugo".parse::<Contestant>().unwrap_err().to_string();
        assert!(error.ends_with("or gtp:COMMAND for an outside engine"), "{error}");
    }

    #[test]
    fn toml_and_text_mean_the_same() {
        #[derive(Deserialize)]
        struct File {
            players: Vec<Contestant>,
        }
        let file: File = toml::from_str(
            r#"players = ["uct,sims=5", { player = "uct", rave = true, c = 0.5, sims = 5 }]"#,
        )
        .unwrap();
        assert_eq!(file.players[0].to_string(), "uct,sims=5");
        assert_eq!(file.players[1].to_string(), "uct,c=0.5,rave=on,sims=5");
        for bad in [
            r#"players = [{ sims = 5 }]"#,
            r#"players = [{ player = "uct", simz = 5 }]"#,
            r#"players = [{ player = "gtp:gnugo --mode gtp", level = 1 }]"#,
        ] {
            assert!(toml::from_str::<File>(bad).is_err(), "{bad}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in "(gtp:)?\\PC*") {
            let _ = text.parse::<Contestant>();
        }
    }
}
