//! What tournaments and experiments have in common when they are written in TOML.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use tengen_engine::go::{BoardSize, Komi, Rules};
use tengen_engine::phantom::Referee;
use tengen_engine::{
    GameName, GameSetup, GoSetup, LoaSetup, PhantomSetup, TimeSystem, loa, parse_time,
};

use crate::contest::{self, Entrant};
use crate::contestant::{Contestant, EngineCommand};
use crate::opening::OpeningsArg;

/// A file that is no tournament or experiment.
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// It is not TOML, or not of this kind.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// It names a player who is not in it.
    #[error("there is no player {name:?}; the players are {known}")]
    UnknownPlayer {
        /// Who.
        name: String,
        /// Who is.
        known: String,
    },
    /// It makes no sense.
    #[error("{0}")]
    Senseless(String),
}

/// The terms of the games: a table, or the name of a game alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameTable(GameKeys);

#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GameKeys {
    #[serde(default)]
    name: Parsed<GameName>,
    size: Option<usize>,
    komi: Option<f64>,
    rules: Option<String>,
    max_length: Option<u32>,
    position: Option<String>,
    clock: Option<String>,
}

impl<'de> Deserialize<'de> for GameTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrTable;
        impl<'de> Visitor<'de> for TextOrTable {
            type Value = GameTable;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a game, or a table")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<GameTable, E> {
                let name = text.parse().map(Parsed).map_err(E::custom)?;
                Ok(GameTable(GameKeys { name, ..GameKeys::default() }))
            }
            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<GameTable, M::Error> {
                GameKeys::deserialize(de::value::MapAccessDeserializer::new(map)).map(GameTable)
            }
        }
        deserializer.deserialize_any(TextOrTable)
    }
}

/// The side of a board of Go, if nothing is said.
const NINE: usize = 9;

impl GameTable {
    pub(crate) fn setup(&self) -> Result<GameSetup, BadFile> {
        let keys = &self.0;
        let only = |game: GameName, given: &[(&str, bool)]| {
            let other = given.iter().find(|(_, given)| *given);
            other.map_or(Ok(()), |(key, _)| {
                let text = format!("{key} of the game: {} has none, {game} has", keys.name.0);
                Err(BadFile::Senseless(text))
            })
        };
        match keys.name.0 {
            GameName::Go | GameName::Phantom => {
                let (position, length) = (keys.position.is_some(), keys.max_length.is_some());
                only(GameName::Loa, &[("position", position), ("max-length", length)])?;
                let go = self.go()?;
                Ok(match keys.name.0 {
                    // What the arbiter tells is said beside the table, as who counts is at Go.
                    GameName::Phantom => {
                        GameSetup::Phantom(PhantomSetup { go, referee: Referee::default() })
                    }
                    _ => GameSetup::Go(go),
                })
            }
            GameName::Loa => {
                let (size, komi) = (keys.size.is_some(), keys.komi.is_some());
                only(GameName::Go, &[("size", size), ("komi", komi)])?;
                self.loa().map(GameSetup::Loa)
            }
        }
    }

    fn go(&self) -> Result<GoSetup, BadFile> {
        let size = BoardSize::new(self.0.size.unwrap_or(NINE));
        let size = size.map_err(|error| senseless("size", &error))?;
        let rules = self.rules::<Rules>()?;
        let komi = match self.0.komi {
            // As text, so that what is no multiple of a half is refused in the usual way.
            Some(komi) => {
                komi.to_string().parse::<Komi>().map_err(|error| senseless("komi", &error))?
            }
            None => rules.komi,
        };
        Ok(GoSetup { size, rules, komi })
    }

    fn loa(&self) -> Result<LoaSetup, BadFile> {
        let mut rules = self.rules::<loa::Rules>()?;
        if self.0.max_length.is_some() {
            rules = rules.with_length_cap(self.0.max_length);
        }
        let Some(text) = &self.0.position else { return Ok(LoaSetup { rules, start: None }) };
        let position = loa::Position::from_text(text, rules);
        Ok(LoaSetup::of(&position.map_err(|error| senseless("position", &error))?))
    }

    fn rules<R: Default + std::str::FromStr<Err: fmt::Display>>(&self) -> Result<R, BadFile> {
        let rules = self.0.rules.as_deref().map_or_else(|| Ok(R::default()), str::parse);
        rules.map_err(|error| senseless("rules", &error))
    }

    pub(crate) fn clock(&self) -> Result<TimeSystem, BadFile> {
        let text = self.0.clock.as_deref();
        text.map_or(Ok(TimeSystem::Unlimited), |text| {
            text.parse().map_err(|error| BadFile::Senseless(format!("clock of the game: {error}")))
        })
    }

    pub(crate) fn clock_text(&self) -> Option<String> {
        self.0.clock.clone()
    }
}

fn senseless(what: &str, why: &dyn fmt::Display) -> BadFile {
    BadFile::Senseless(format!("{what} of the game: {why}"))
}

/// Players in the order in which they are written.
#[derive(Clone, Debug)]
pub(crate) struct Players(pub(crate) Vec<Entrant>);

impl Players {
    /// The place of a player.
    pub(crate) fn find(&self, name: &str) -> Result<usize, BadFile> {
        self.0.iter().position(|entrant| entrant.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.0.iter().map(|entrant| entrant.name.as_str()).collect();
            BadFile::UnknownPlayer { name: name.to_owned(), known: known.join(", ") }
        })
    }
}

impl<'de> Deserialize<'de> for Players {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Players;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("players: name = \"player\"")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Players, M::Error> {
                let mut players = Vec::new();
                while let Some((name, contestant)) = map.next_entry::<String, Contestant>()? {
                    players.push(Entrant { name, contestant });
                }
                Ok(Players(players))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// Something that is written as text and read by its own parser.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Parsed<T>(pub(crate) T);

impl<'de, T> Deserialize<'de> for Parsed<T>
where
    T: std::str::FromStr<Err: fmt::Display>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<T>(PhantomData<T>);
        impl<T: std::str::FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
            type Value = Parsed<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Parsed<T>, E> {
                text.parse().map(Parsed).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text(PhantomData))
    }
}

pub(crate) type OpeningsText = Parsed<OpeningsArg>;
pub(crate) type RefereeText = Parsed<EngineCommand>;

/// The setup and the engine that counts, by what is written as `referee`.
pub(crate) fn with_referee(
    setup: GameSetup,
    referee: Option<&RefereeText>,
) -> Result<(GameSetup, Option<EngineCommand>), BadFile> {
    let referee = referee.map(|referee| &referee.0);
    contest::with_referee(setup, referee).map_err(|error| BadFile::Senseless(error.to_string()))
}

/// How long engines may take, if nothing is said.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A time in TOML.
pub(crate) fn patience(text: Option<&str>) -> Result<Duration, BadFile> {
    let wrong = |text: &str| BadFile::Senseless(format!("patience: {text:?} is no time"));
    let read = |text: &str| parse_time(text).filter(|time| !time.is_zero());
    text.map_or(Ok(PATIENCE), |text| read(text).ok_or_else(|| wrong(text)))
}
