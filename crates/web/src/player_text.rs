//! Players that a client may ask for: built-in methods, with keys that touch no file and limits that
//! the server can bear.
//!
//! A player's text can name files (`book=`, `policy=`, `prior=`) and, in matches, commands (`gtp:`).
//! So what is let through is a list of keys, and each key has its bounds; whatever is not in the list
//! is refused. A test goes through the table of methods, so that a new key must be put into one of the
//! lists.

use tengen_engine::{
    GameName, KeyInfo, METHODS, Method, PlayerSpec, parse_bytes, parse_count, parse_time,
};

use crate::limits;
use crate::refusal::Refusal;

/// What a key's value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    /// Whatever the engine takes: a number or a word, that costs nothing.
    Free,
    /// A whole number up to this, or `off`.
    AtMost(u64),
    /// One of the words of the game's table, none of which is a file.
    Word,
    /// A time up to [`limits::TIME`].
    Time,
    /// Memory: cut down to what a search may have.
    Memory,
    /// Searches have one thread each: the server's threads are shared by all of them.
    One,
}

/// Keys that a client may set.
const ALLOWED: &[(&str, Bound)] = &[
    ("sims", Bound::AtMost(limits::PLAYOUTS)),
    ("time", Bound::Time),
    ("memory", Bound::Memory),
    ("threads", Bound::One),
    ("policy", Bound::Word),
    ("prior", Bound::Word),
    ("evaluator", Bound::Word),
    // Done between two looks at the clock.
    ("playouts", Bound::AtMost(1000)),
    ("x", Bound::AtMost(1000)),
    ("y", Bound::AtMost(1000)),
    ("uses", Bound::AtMost(10_000)),
    ("length", Bound::AtMost(10_000)),
    ("depth", Bound::AtMost(1000)),
    ("seed", Bound::Free),
    ("resign", Bound::Free),
    ("care", Bound::Free),
    ("cutoff", Bound::Free),
    ("cutoff-every", Bound::Free),
    ("score", Bound::Free),
    ("sampling", Bound::Free),
    ("cooling", Bound::Free),
    ("c", Bound::Free),
    ("c1", Bound::Free),
    ("c2", Bound::Free),
    ("final", Bound::Free),
    ("backup", Bound::Free),
    ("mix-k", Bound::Free),
    ("expand", Bound::Free),
    ("threshold", Bound::Free),
    ("bias", Bound::Free),
    ("fpu", Bound::Free),
    ("rave", Bound::Free),
    ("rave-k", Bound::Free),
    ("rave-bias", Bound::Free),
    ("rave-doubt", Bound::Free),
    ("prior-value", Bound::Free),
    ("prior-weight", Bound::Free),
    ("prior-even", Bound::Free),
    ("prior-below", Bound::Free),
    ("history", Bound::Free),
    ("history-share", Bound::Free),
    ("widen", Bound::Free),
    ("widen-growth", Bound::Free),
    ("prune", Bound::Free),
    ("prune-visits", Bound::Free),
    ("implicit", Bound::Free),
    ("implicit-of", Bound::Free),
    ("pn", Bound::Free),
    ("pn-term", Bound::Free),
    ("trust", Bound::Free),
    ("secure-a", Bound::Free),
    ("reuse", Bound::Free),
    ("virtual-loss", Bound::Free),
    ("realization", Bound::Free),
    ("quiescence", Bound::Free),
    ("noise", Bound::Free),
    ("guess", Bound::Free),
    ("probe", Bound::Free),
];

/// Keys that no client may set: they name files, are of no use here, or make the first iteration of
/// alpha-beta, which looks at no clock, more than one ply deep.
#[cfg(test)]
const REFUSED: &[&str] = &[
    "book",
    "book-min",
    "book-rate",
    "book-choice",
    "book-doubt",
    "book-use",
    "book-weight",
    "ponder",
    "ply-probability",
    "ply-min",
    "ply-max",
];

/// The player of a text, for a game; its tree has at most so many bytes. What is wrong with the text,
/// or why it is refused, is told.
pub(crate) fn read(text: &str, game: GameName, tree: u64) -> Result<PlayerSpec, Refusal> {
    if text.len() > limits::PLAYER_TEXT {
        let most = limits::PLAYER_TEXT;
        return Err(Refusal::bad(format!("a player's text may have {most} bytes")));
    }
    let name = text.split(',').next().unwrap_or_default();
    let Some(method) = METHODS.iter().find(|method| method.name == name) else {
        // The engine's own words, which name what there is; `gtp:` is no method.
        let error = text.parse::<PlayerSpec>().err();
        let words = error.map_or_else(|| "unknown player".to_owned(), |error| error.to_string());
        return Err(Refusal::bad(words));
    };
    if !method.games.contains(&game) {
        return Err(Refusal::bad(format!("{name} does not play {}", game.title())));
    }
    // Before the engine reads values: it looks into files as soon as one is named.
    for part in text.split(',').skip(1) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        check(method, key.trim(), value.trim(), game)?;
    }
    let mut spec: PlayerSpec =
        text.parse().map_err(|error: tengen_engine::BadSpec| Refusal::bad(error.to_string()))?;
    if let Some(key) = method.key("memory") {
        let asked = value_of(&spec, key).and_then(parse_bytes).map_or(tree, |bytes| bytes as u64);
        set(&mut spec, "memory", &format!("{}K", asked.min(tree) >> 10))?;
    }
    if method.key("threads").is_some() {
        set(&mut spec, "threads", "1")?;
    }
    Ok(spec)
}

fn value_of<'a>(spec: &'a PlayerSpec, key: &KeyInfo) -> Option<&'a str> {
    spec.all_settings().find(|(name, _)| *name == key.name).map(|(_, value)| value)
}

fn set(spec: &mut PlayerSpec, key: &str, value: &str) -> Result<(), Refusal> {
    spec.set(key, value).map_err(|error| Refusal::bad(error.to_string()))
}

fn check(method: &Method, key: &str, value: &str, game: GameName) -> Result<(), Refusal> {
    let Some((_, bound)) = ALLOWED.iter().find(|(name, _)| *name == key) else {
        return Err(Refusal::bad(format!("key {key:?} cannot be set here")));
    };
    // A key that the method does not have is named by the engine, with what there is.
    let Some(info) = method.key(key) else { return Ok(()) };
    let refuse = |words: String| Err(Refusal::bad(format!("{key}={value}: {words}")));
    match *bound {
        Bound::Free | Bound::Memory => {}
        Bound::AtMost(most) => {
            let is_small = parse_count(value).is_some_and(|number| number <= most);
            if !is_small && value != "off" && value != "auto" {
                return refuse(format!("a whole number up to {most} here"));
            }
        }
        Bound::Time => {
            if parse_time(value).is_some_and(|time| time > limits::TIME) {
                return refuse(format!("at most {} s here", limits::TIME.as_secs()));
            }
        }
        Bound::One => {
            if value != "1" {
                return refuse("searches have one thread each here".to_owned());
            }
        }
        Bound::Word => {
            let words = info.in_game(game).map_or(FREE_WORDS, |here| here.words);
            if value != "auto" && (is_like_a_file(value) || !words.contains(&value)) {
                return refuse("only what is built in can be named here".to_owned());
            }
        }
    }
    Ok(())
}

/// What a word may be whose game says nothing: playouts of Phantom Go.
const FREE_WORDS: &[&str] = &["uniform", "tactical"];

/// What the engine takes for a file, and a little more.
fn is_like_a_file(value: &str) -> bool {
    value.contains(['/', '\\', '.', '~', ':', '#']) || value == "FILE"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key that is in neither list has to be thought about.
    #[test]
    fn every_key_is_allowed_or_refused() {
        for method in METHODS {
            for key in method.keys() {
                let allowed = ALLOWED.iter().any(|(name, _)| *name == key.name);
                let refused = REFUSED.contains(&key.name);
                assert!(allowed != refused, "{} of {}", key.name, method.name);
                let names_files = key.by_game.iter().any(|here| here.words.contains(&"FILE"));
                if names_files {
                    let bound = ALLOWED.iter().find(|(name, _)| *name == key.name).unwrap().1;
                    assert_eq!(bound, Bound::Word, "{}", key.name);
                }
            }
        }
    }

    #[test]
    fn what_is_usual_is_let_through() {
        for method in METHODS {
            for &game in method.games {
                read(method.name, game, 1 << 24).unwrap();
                let with = |key: &str, value: &str| {
                    if method.key(key).is_some_and(|key| key.is_in(game)) {
                        read(&format!("{},{key}={value}", method.name), game, 1 << 24).unwrap();
                    }
                };
                with("sims", "100");
                with("time", "1s");
                with("policy", "uniform");
                with("prior", "even");
            }
        }
        let spec = read("uct,memory=4G", GameName::Go, 16 << 20).unwrap();
        assert!(spec.to_string().contains("memory=16384K"), "{spec}");
        let spec = read("uct,memory=1M", GameName::Go, 16 << 20).unwrap();
        assert!(spec.to_string().contains("memory=1024K"), "{spec}");
    }

    #[test]
    fn nothing_reaches_a_file_or_a_shell() {
        let texts = [
            "gtp:gnugo --mode gtp",
            "gtp:sh -c id",
            "uct,book=/etc/passwd",
            "uct,book=games.db",
            "uct,book-use=prior",
            "erica,policy=/etc/passwd",
            "erica,policy=../../x.toml",
            "erica,policy=x.toml",
            "erica,policy=FILE",
            "erica,prior=/dev/zero",
            "erica,prior=C:\\x",
            "erica, policy=/etc/passwd",
            "erica,policy =/etc/passwd",
            "uct,ponder=on",
            "uct,threads=64",
            "uct,sims=1000000000",
            "uct,sims=1G",
            "uct,sims=1e9",
            "uct,time=1h",
            "uct,time=3600s",
            "mcts-basic,playouts=1000000",
            "ucb,y=1000000",
            "",
            ",",
            "uct,,",
            "=",
        ];
        for text in texts {
            let refusal = read(text, GameName::Go, 1 << 24).unwrap_err();
            assert!(!refusal.message.contains("No such file"), "{text}: {}", refusal.message);
        }
        assert!(read("phantom,policy=/etc/passwd", GameName::Phantom, 1 << 24).is_err());
        assert!(read("mc-loa", GameName::Go, 1 << 24).is_err());
        for key in ["ply-min=0.1", "ply-max=0.1", "ply-probability=0.9"] {
            let text = format!("mia-2006,{key}");
            let refusal = read(&text, GameName::Loa, 1 << 24).unwrap_err();
            assert!(refusal.message.contains("cannot be set here"), "{text}: {}", refusal.message);
        }
    }
}
