//! Players as text: `name,key=value,...`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::game_name::GameName;
use crate::methods::{KeyInfo, METHODS, Method};

/// A player: the name of a method and its settings, all of them known.
///
/// ```
/// use tengen_engine::PlayerSpec;
/// let player: PlayerSpec = "uct,sims=3000,rave=on".parse().unwrap();
/// assert_eq!(player.name(), "uct");
/// let error = "utc,sims=3000".parse::<PlayerSpec>().unwrap_err();
/// assert!(error.to_string().contains("did you mean uct?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    method: &'static Method,
    settings: Vec<(&'static str, String)>,
}

/// What is wrong with a player's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSpec {
    /// No such method.
    #[error("unknown player {name:?}{}; known: {known}", hint(.nearest))]
    UnknownPlayer {
        /// What was asked for.
        name: String,
        /// The known name that looks most like it.
        nearest: Option<&'static str>,
        /// All known names.
        known: String,
    },
    /// The method has no such key.
    #[error("{player} has no key {key:?}{}; known: {known}", hint(.nearest))]
    UnknownKey {
        /// The method.
        player: &'static str,
        /// What was asked for.
        key: String,
        /// The known key that looks most like it.
        nearest: Option<&'static str>,
        /// All known keys.
        known: String,
    },
    /// A part that is not `key=value`.
    #[error("{part:?} in player {player} is not key=value")]
    NotASetting {
        /// The method.
        player: &'static str,
        /// The part.
        part: String,
    },
    /// A key that is given twice.
    #[error("{player} is given {key} twice")]
    Twice {
        /// The method.
        player: &'static str,
        /// The key.
        key: &'static str,
    },
    /// A value that makes no sense.
    #[error("{player} cannot have {key}={value}: it should be {expected}")]
    BadValue {
        /// The method.
        player: &'static str,
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// What it should be.
        expected: String,
    },
    /// A method of other games.
    #[error("{player} does not play {game}; players of {game}: {known}")]
    NotAtGame {
        /// The method.
        player: &'static str,
        /// The game.
        game: GameName,
        /// The methods that do.
        known: String,
    },
    /// A key of other games.
    #[error("{player} has no key {key} at {game}")]
    KeyNotInGame {
        /// The method.
        player: &'static str,
        /// The key.
        key: &'static str,
        /// The game.
        game: GameName,
    },
    /// A value of other games.
    #[error("{player} cannot have {key}={value} at {game}: it should be one of {known}")]
    NotInGame {
        /// The method.
        player: &'static str,
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// The game.
        game: GameName,
        /// What it can be there.
        known: String,
    },
}

fn hint(nearest: &Option<&'static str>) -> String {
    nearest.map(|nearest| format!(", did you mean {nearest}?")).unwrap_or_default()
}

/// The known name that looks most like `name`, if any looks like it at all.
fn nearest(name: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let distance = |known: &str| strsim::damerau_levenshtein(&name, known);
    let begins = |known: &str| name.len() > 1 && known.starts_with(&name);
    let best = known.min_by_key(|known| (!begins(known), distance(known)))?;
    // Otherwise half of the letters may differ.
    (begins(best) || 2 * distance(best) <= best.len().max(name.len())).then_some(best)
}

impl PlayerSpec {
    /// The name of the method.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.method.name
    }

    /// Whether the method has this key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.method.key(key).is_some()
    }

    /// What is set, in the order in which it was written.
    pub fn settings(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.settings.iter().map(|(key, value)| (*key, value.as_str()))
    }

    /// Everything that can be set and what it is, whether it was written or not.
    pub fn all_settings(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let value = |key: &'static KeyInfo| {
            self.value(key.name).unwrap_or_else(|| self.method.default_of(key))
        };
        self.method.keys().map(move |key| (key.name, value(key)))
    }

    /// The same player with his playouts and times, as far as they are written, times a factor.
    pub fn scaled(&self, factor: f64) -> Result<Self, BadSpec> {
        if factor == 1.0 {
            return Ok(self.clone());
        }
        let mut scaled = self.clone();
        for (key, value) in self.scaled_limits(factor) {
            scaled.set(key, &value)?;
        }
        // As if it had been written so.
        scaled.to_string().parse()
    }

    /// The playouts and times that are written, times a factor: keys and values to be set.
    fn scaled_limits(&self, factor: f64) -> Vec<(&'static str, String)> {
        let scaled = |(key, value): (&'static str, &str)| match key {
            "sims" => {
                let sims = parse_count(value)? as f64 * factor;
                Some((key, (sims.round() as u64).max(1).to_string()))
            }
            "time" => {
                let time = parse_time(value)?.as_secs_f64() * factor;
                Some((key, format!("{}ms", (1000.0 * time).round().max(1.0))))
            }
            _ => None,
        };
        self.settings().filter_map(scaled).collect()
    }

    /// Sets a key, if the method has it and it is not set yet. For defaults that come from
    /// elsewhere, such as `--seed`.
    #[must_use]
    pub fn or_set(mut self, key: &str, value: impl fmt::Display) -> Self {
        if let Some(known) = self.method.key(key)
            && self.value(known.name).is_none()
        {
            self.settings.push((known.name, value.to_string()));
        }
        self
    }

    /// Everything that can be set and what it is at this game: `auto` as what it stands for there.
    pub fn settings_at(&self, game: GameName) -> impl Iterator<Item = (&'static str, &str)> {
        self.method.keys().filter(move |key| key.is_in(game)).map(move |key| {
            let value = self.value(key.name).unwrap_or_else(|| self.method.default_of(key));
            let auto = key.in_game(game).filter(|_| value == "auto");
            (key.name, auto.map_or(value, |here| here.auto))
        })
    }

    /// Whether the method plays this game at all, and has the keys that are set there.
    pub(crate) fn must_play(&self, game: GameName) -> Result<(), BadSpec> {
        if self.method.games.contains(&game) {
            let set = self.settings().filter(|(_, value)| *value != "auto");
            let mut keys = set.filter_map(|(key, _)| self.method.key(key));
            return match keys.find(|key| !key.is_in(game)) {
                Some(KeyInfo { name, .. }) => {
                    Err(BadSpec::KeyNotInGame { player: self.method.name, key: name, game })
                }
                None => Ok(()),
            };
        }
        let known = METHODS.iter().filter(|method| method.games.contains(&game));
        let known = known.map(|method| method.name).collect::<Vec<_>>().join(", ");
        Err(BadSpec::NotAtGame { player: self.method.name, game, known })
    }

    /// What `auto` stands for at this game, or at any if none is known yet.
    fn auto(&self, key: &'static str, game: Option<GameName>) -> &'static str {
        let by_game = self.method.key(key).map_or(&[][..], |key| key.by_game);
        let here = by_game.iter().find(|here| game.is_none_or(|game| here.game == game));
        here.map_or("", |here| here.auto)
    }

    /// One of the words that this game knows for a key; of any game if none is known yet.
    pub(crate) fn word_in(
        &self,
        key: &'static str,
        game: Option<GameName>,
    ) -> Result<&'static str, BadSpec> {
        let by_game = self.method.key(key).map_or(&[][..], |key| key.by_game);
        let mut words: Vec<&'static str> = Vec::new();
        for word in by_game.iter().flat_map(|here| here.words) {
            if !words.contains(word) {
                words.push(word);
            }
        }
        let auto = self.auto(key, game);
        let find = |text: &str| match text {
            "auto" => Some(auto),
            _ if is_file(text) => words.contains(&FILE).then_some(FILE),
            _ => words.iter().copied().find(|word| *word == text),
        };
        let word = self.read(key, find, || format!("one of auto, {}", words.join(", ")))?;
        let here = game.and_then(|game| by_game.iter().find(|here| here.game == game));
        match (game, here) {
            (Some(game), Some(here)) if !here.words.contains(&word) => Err(BadSpec::NotInGame {
                player: self.method.name,
                key,
                value: word.to_owned(),
                game,
                known: format!("auto, {}", here.words.join(", ")),
            }),
            _ => Ok(word),
        }
    }

    /// Whether the player has an opening book that makes moves.
    #[must_use]
    pub fn plays_from_book(&self) -> bool {
        self.has("book") && self.text("book") != "off" && self.text("book-use") == "move"
    }

    /// The file that a key names, if it does.
    pub(crate) fn file(&self, key: &'static str) -> Option<&str> {
        self.value(key).filter(|value| is_file(value))
    }

    /// A number within limits; `auto` is what it stands for at this game.
    pub(crate) fn number_in(
        &self,
        key: &'static str,
        game: Option<GameName>,
        min: f64,
        max: f64,
    ) -> Result<f64, BadSpec> {
        let auto = self.auto(key, game);
        let number = self.number_or(key, "auto", min, max)?;
        Ok(number.unwrap_or_else(|| auto.parse().unwrap_or(min)))
    }

    /// A whole number within limits, or `off`; `auto` is what it stands for at this game.
    pub(crate) fn whole_in(
        &self,
        key: &'static str,
        game: Option<GameName>,
        min: u64,
        max: u64,
    ) -> Result<Option<u64>, BadSpec> {
        let auto = self.auto(key, game);
        let parse = |text: &str| match if text == "auto" { auto } else { text } {
            "off" | "" => Some(None),
            text => parse_count(text).filter(|n| (min..=max).contains(n)).map(Some),
        };
        self.read(key, parse, || format!("a whole number from {min} to {max}, off or auto"))
    }

    /// Sets a key, also if it is set already.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), BadSpec> {
        let known = self.method.key(key).ok_or_else(|| self.unknown_key(key))?;
        match self.settings.iter_mut().find(|(set, _)| *set == known.name) {
            Some((_, before)) => value.clone_into(before),
            None => self.settings.push((known.name, value.to_owned())),
        }
        Ok(())
    }

    fn unknown_key(&self, key: &str) -> BadSpec {
        let keys = || self.method.keys().map(|key| key.name);
        BadSpec::UnknownKey {
            player: self.method.name,
            key: key.to_owned(),
            nearest: nearest(key, keys()),
            known: keys().collect::<Vec<_>>().join(", "),
        }
    }

    /// The text of a key's value, if it is set.
    fn value(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(set, _)| *set == key).map(|(_, value)| value.as_str())
    }

    /// A key's value, read by `parse`; its default if it is not set.
    fn read<T>(
        &self,
        key: &'static str,
        parse: impl Fn(&str) -> Option<T>,
        expected: impl Fn() -> String,
    ) -> Result<T, BadSpec> {
        let known = self.method.key(key);
        debug_assert!(known.is_some(), "{} has no key {key}", self.method.name);
        let default = known.map_or("", |known| self.method.default_of(known));
        let value = self.value(key).unwrap_or(default);
        parse(value).ok_or_else(|| BadSpec::BadValue {
            player: self.method.name,
            key,
            value: value.to_owned(),
            expected: expected(),
        })
    }

    /// The value of a key makes no sense beside the others.
    pub(crate) fn bad_value(&self, key: &'static str, expected: &str) -> BadSpec {
        let value = self.value(key).unwrap_or_default().to_owned();
        BadSpec::BadValue { player: self.method.name, key, value, expected: expected.to_owned() }
    }

    /// The text of a key as it stands, or its default.
    pub(crate) fn text(&self, key: &'static str) -> &str {
        let default = self.method.key(key).map_or("", |known| self.method.default_of(known));
        self.value(key).unwrap_or(default)
    }

    /// A whole number, which may end in k, M or G (thousands, millions, billions).
    pub(crate) fn whole(&self, key: &'static str, min: u64, max: u64) -> Result<u64, BadSpec> {
        let parse = |text: &str| parse_count(text).filter(|n| (min..=max).contains(n));
        self.read(key, parse, || format!("a whole number from {min} to {max}"))
    }

    /// The same, or `off`.
    pub(crate) fn whole_or_off(
        &self,
        key: &'static str,
        min: u64,
        max: u64,
    ) -> Result<Option<u64>, BadSpec> {
        let parse = |text: &str| match text {
            "off" => Some(None),
            _ => parse_count(text).filter(|n| (min..=max).contains(n)).map(Some),
        };
        self.read(key, parse, || format!("a whole number from {min} to {max}, or off"))
    }

    /// A number within limits.
    pub(crate) fn number(&self, key: &'static str, min: f64, max: f64) -> Result<f64, BadSpec> {
        let parse = |text: &str| text.parse().ok().filter(|x| (min..=max).contains(x));
        self.read(key, parse, || format!("a number from {min} to {max}"))
    }

    /// A number within limits, or a word that stands for none.
    pub(crate) fn number_or(
        &self,
        key: &'static str,
        word: &str,
        min: f64,
        max: f64,
    ) -> Result<Option<f64>, BadSpec> {
        let parse = |text: &str| {
            if text == word {
                return Some(None);
            }
            text.parse().ok().filter(|x| (min..=max).contains(x)).map(Some)
        };
        self.read(key, parse, || format!("a number from {min} to {max}, or {word}"))
    }

    /// The same for those that can be off, and that `auto` leaves to the board: then it is `None`.
    pub(crate) fn number_off_or_auto(
        &self,
        key: &'static str,
        min: f64,
        max: f64,
    ) -> Result<Option<Option<f32>>, BadSpec> {
        let parse = |text: &str| match text {
            "auto" => Some(None),
            "off" => Some(Some(None)),
            _ => {
                text.parse().ok().filter(|x| (min..=max).contains(x)).map(|x| Some(Some(x as f32)))
            }
        };
        self.read(key, parse, || format!("a number from {min} to {max}, off, or auto"))
    }

    /// A time such as `500ms`, `1.5s`, `2m`; or `off`.
    pub(crate) fn time(&self, key: &'static str) -> Result<Option<Duration>, BadSpec> {
        let parse = |text: &str| match text {
            "off" => Some(None),
            _ => parse_time(text).map(Some),
        };
        self.read(key, parse, || "a time such as 500ms, 1.5s or 2m, or off".to_owned())
    }

    /// A number of bytes such as `256M`.
    pub(crate) fn bytes(&self, key: &'static str) -> Result<usize, BadSpec> {
        self.read(key, parse_bytes, || "a size such as 64K, 256M or 2G, up to 1024G".to_owned())
    }

    /// One of some words; its index.
    pub(crate) fn word(&self, key: &'static str, words: &[&str]) -> Result<usize, BadSpec> {
        let parse = |text: &str| words.iter().position(|word| *word == text);
        self.read(key, parse, || format!("one of {}", words.join(", ")))
    }

    /// `on` or `off`.
    pub(crate) fn switch(&self, key: &'static str) -> Result<bool, BadSpec> {
        Ok(self.word(key, &["off", "on"])? == 1)
    }
}

/// Stands for the name of a file among the words of a key.
pub(crate) const FILE: &str = "FILE";

/// Whether a value is the name of a file: it has a slash, or ends as such files do.
fn is_file(value: &str) -> bool {
    value.contains('/') || value.ends_with(".toml")
}

/// A whole number with an optional k, M or G, as keys of players take it.
///
/// ```
/// assert_eq!(tengen_engine::parse_count("3k"), Some(3_000));
/// ```
#[must_use]
pub fn parse_count(text: &str) -> Option<u64> {
    let (digits, unit) = match text.char_indices().last()? {
        (at, 'k') => (&text[..at], 1_000),
        (at, 'M') => (&text[..at], 1_000_000),
        (at, 'G') => (&text[..at], 1_000_000_000),
        _ => (text, 1),
    };
    parse_digits(digits)?.checked_mul(unit)
}

fn parse_digits(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// A number of bytes with an optional K, M or G (powers of 1024).
#[must_use]
pub fn parse_bytes(text: &str) -> Option<usize> {
    let (digits, unit) = match text.char_indices().last()? {
        (at, 'K') => (&text[..at], 1 << 10),
        (at, 'M') => (&text[..at], 1 << 20),
        (at, 'G') => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    let bytes = parse_digits(digits)?.checked_mul(unit)?;
    usize::try_from(bytes).ok().filter(|&bytes| bytes <= 1 << 40)
}

/// A time with its unit, such as `500ms`, `1.5s` or `2m`, up to a day.
#[must_use]
pub fn parse_time(text: &str) -> Option<Duration> {
    let (number, unit) = if let Some(number) = text.strip_suffix("ms") {
        (number, 1e-3)
    } else if let Some(number) = text.strip_suffix('s') {
        (number, 1.0)
    } else {
        (text.strip_suffix('m')?, 60.0)
    };
    let seconds = number.parse::<f64>().ok()? * unit;
    (0.0..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl FromStr for PlayerSpec {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<Self, BadSpec> {
        let mut parts = text.split(',').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let method = METHODS.iter().find(|method| method.name == name);
        let method = method.ok_or_else(|| BadSpec::UnknownPlayer {
            name: name.to_owned(),
            nearest: nearest(name, METHODS.iter().map(|method| method.name)),
            known: METHODS.iter().map(|method| method.name).collect::<Vec<_>>().join(", "),
        })?;
        let mut spec = Self { method, settings: Vec::new() };
        for part in parts {
            let Some((key, value)) = part.split_once('=') else {
                return Err(BadSpec::NotASetting { player: method.name, part: part.to_owned() });
            };
            let known = method.key(key.trim()).ok_or_else(|| spec.unknown_key(key.trim()))?;
            if spec.value(known.name).is_some() {
                return Err(BadSpec::Twice { player: method.name, key: known.name });
            }
            spec.settings.push((known.name, value.trim().to_owned()));
        }
        // Say now what is wrong with a value, not when the player is first needed.
        crate::players::check(&spec)?;
        Ok(spec)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.method.name)?;
        for (key, value) in &self.settings {
            write!(f, ",{key}={value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<PlayerSpec>().expect_err(text).to_string()
    }

    #[test]
    fn specs_are_read_and_written() {
        for text in ["uct", "uct,sims=3000", "mcts-solver,time=1s", "ucb,c=0.7,sims=10k"] {
            assert_eq!(text.parse::<PlayerSpec>().expect(text).to_string(), text);
        }
        let spaced: PlayerSpec = " uct , sims = 5 ".parse().unwrap();
        assert_eq!(spaced.to_string(), "uct,sims=5");
    }

    #[test]
    fn mistakes_are_named_with_the_nearest_known_word() {
        let text = error("utc,sims=3");
        assert!(text.contains("\"utc\", did you mean uct?"), "{text}");
        assert!(text.contains("alphabeta") && text.contains("mcts-solver"), "{text}");
        let text = error("uct,simz=3");
        assert!(text.contains("uct has no key \"simz\", did you mean sims?"), "{text}");
        assert!(text.contains("rave-bias"), "{text}");
        let text = error("zzzzzzzz");
        assert!(!text.contains("did you mean"), "{text}");
        assert_eq!(
            error("uct,sims=many"),
            "uct cannot have sims=many: it should be a whole number from 0 to 1000000000, or off"
        );
        assert_eq!(error("uct,sims"), "\"sims\" in player uct is not key=value");
        assert_eq!(error("uct,sims=1,sims=2"), "uct is given sims twice");
        assert!(error("uct,final=best").contains("one of value, visits, secure, max-robust"));
        assert!(error("").contains("unknown player \"\""));
        assert!(error("mc,rave=on").contains("mc has no key \"rave\""));
    }

    /// A method may have other defaults than its keys' groups, and all of them are keys that it has.
    #[test]
    fn methods_have_defaults_of_their_own() {
        let value = |text: &str, key: &str| {
            let spec: PlayerSpec = text.parse().unwrap();
            let found = spec.settings_at(GameName::Go).find(|(name, _)| *name == key);
            found.map(|(_, value)| value.to_owned()).unwrap()
        };
        assert_eq!((value("uct", "rave"), value("erica", "rave")), ("off".into(), "on".into()));
        assert_eq!(value("erica,rave=off", "rave"), "off");
        assert_eq!(value("erica", "policy"), "learned");
        assert_eq!(value("uct", "policy"), "uniform");
        for method in METHODS {
            for (name, _) in method.own_defaults() {
                assert!(method.key(name).is_some(), "{} has no key {name}", method.name);
            }
        }
        assert!(error("erica,polcy=uniform").contains("did you mean policy?"));
    }

    #[test]
    fn limits_are_scaled_where_they_are_written() {
        let scaled = |text: &str| text.parse::<PlayerSpec>().unwrap().scaled_limits(0.25);
        assert_eq!(scaled("uct,sims=10k,c=1"), [("sims", "2500".to_owned())]);
        assert_eq!(
            scaled("uct,time=1.5s,sims=2"),
            [("time", "375ms".to_owned()), ("sims", "1".to_owned())]
        );
        assert!(scaled("uct").is_empty() && scaled("uct,sims=off").is_empty());
        let player: PlayerSpec = "uct,sims=10k,c=1".parse().unwrap();
        assert_eq!(player.scaled(0.25), "uct,sims=2500,c=1".parse());
        assert_eq!(player.scaled(1.0), Ok(player));
    }

    #[test]
    fn values_have_units() {
        assert_eq!(parse_count("10k"), Some(10_000));
        assert_eq!(parse_count("2M"), Some(2_000_000));
        assert_eq!(parse_count("k"), None);
        assert_eq!(parse_count("+5"), None);
        assert_eq!(parse_count("99999999999G"), None);
        assert_eq!(parse_bytes("256M"), Some(256 << 20));
        assert_eq!(parse_bytes("4096G"), None);
        assert_eq!(parse_time("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(parse_time("1.5s"), Some(Duration::from_millis(1500)));
        assert_eq!(parse_time("2m"), Some(Duration::from_secs(120)));
        for bad in ["", "s", "5", "-1s", "nans", "infs", "1e9s", "ms"] {
            assert_eq!(parse_time(bad), None, "{bad}");
        }
    }

    #[test]
    fn every_default_is_valid() {
        for method in METHODS {
            method.name.parse::<PlayerSpec>().expect(method.name);
            for key in method.keys() {
                let text = format!("{},{}={}", method.name, key.name, method.default_of(key));
                text.parse::<PlayerSpec>().expect(&text);
            }
        }
    }

    /// Go has what it always had; a value of one game is no value of another.
    #[test]
    fn values_depend_on_the_game() {
        let uct: PlayerSpec = "uct".parse().unwrap();
        for (key, go) in [("policy", "uniform"), ("prior", "none"), ("bias", "0")] {
            let set = uct.settings_at(GameName::Go).find(|(name, _)| *name == key);
            assert_eq!(set, Some((key, go)));
            assert_eq!(uct.all_settings().find(|(name, _)| *name == key), Some((key, "auto")));
        }
        let tactical: PlayerSpec = "uct,policy=tactical,bias=2".parse().unwrap();
        assert_eq!(tactical.word_in("policy", Some(GameName::Go)), Ok("tactical"));
        assert_eq!(tactical.number_in("bias", Some(GameName::Loa), 0.0, 9.0), Ok(2.0));
        assert_eq!(
            tactical.word_in("policy", Some(GameName::Loa)).unwrap_err().to_string(),
            "uct cannot have policy=tactical at loa: it should be one of auto, uniform, category, \
             corrective, greedy, mixed"
        );
        assert_eq!(
            error("uct,prior=tictacs"),
            "uct cannot have prior=tictacs: it should be one of auto, none, even, tactics, \
             patterns, FILE, transitions"
        );
        let short: PlayerSpec = "uct,length=4".parse().unwrap();
        assert_eq!(short.must_play(GameName::Loa), Ok(()));
        assert_eq!(
            short.must_play(GameName::Go).unwrap_err().to_string(),
            "uct has no key length at go"
        );
        assert_eq!(short.whole_in("length", Some(GameName::Loa), 0, 9), Ok(Some(4)));
        assert_eq!(short.whole_in("cutoff", Some(GameName::Loa), 0, 9000), Ok(Some(1000)));
        assert_eq!(
            error("mcts,pn=0.2"),
            "mcts cannot have pn=0.2: it should be off but for those who prove"
        );
        for method in METHODS {
            let spec: PlayerSpec = method.name.parse().unwrap();
            for &game in GameName::ALL {
                assert_eq!(spec.must_play(game).is_ok(), method.games.contains(&game));
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in "\\PC*") {
            let _ = text.parse::<PlayerSpec>();
        }

        #[test]
        fn nor_does_one_that_looks_right(
            name in "(uct|mc|ucb|gobble|mcts-solver|alphabeta)",
            key in "(sims|time|memory|c|rave|threads|seed)",
            value in "[-+0-9a-zA-Z.µ∞]{0,12}",
        ) {
            let _ = format!("{name},{key}={value}").parse::<PlayerSpec>();
        }
    }
}
