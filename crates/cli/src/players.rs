//! `tengen players`: what there is, and what can be set.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use tengen_engine::{GameName, METHODS, Method, PlayerSpec};

use crate::cli::PlayersArgs;

#[derive(Serialize)]
struct PlayerEntry {
    name: &'static str,
    help: &'static str,
    games: Vec<&'static str>,
    keys: Vec<KeyEntry>,
}

#[derive(Serialize)]
struct KeyEntry {
    name: &'static str,
    default: &'static str,
    help: &'static str,
    /// By game, where the game matters: what `auto` stands for, and the words it can be.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    by_game: BTreeMap<&'static str, GameEntry>,
}

#[derive(Serialize)]
struct GameEntry {
    auto: &'static str,
    words: &'static [&'static str],
}

impl KeyEntry {
    /// `go: uniform (auto), tactical; loa: uniform (auto)`.
    fn games_in_words(&self) -> String {
        let words = |(game, entry): (&&str, &GameEntry)| {
            let mark = |word: &&str| {
                if *word == entry.auto { format!("{word} (auto)") } else { (*word).to_owned() }
            };
            let words: Vec<String> = entry.words.iter().map(mark).collect();
            let words =
                if words.is_empty() { format!("{} (auto)", entry.auto) } else { words.join(", ") };
            format!("{game}: {words}")
        };
        self.by_game.iter().map(words).collect::<Vec<_>>().join("; ")
    }
}

fn entry(method: &Method) -> PlayerEntry {
    let key = |key: &tengen_engine::KeyInfo| KeyEntry {
        name: key.name,
        default: method.default_of(key),
        help: key.help,
        by_game: key
            .by_game
            .iter()
            .map(|here| (here.game.name(), GameEntry { auto: here.auto, words: here.words }))
            .collect(),
    };
    PlayerEntry {
        name: method.name,
        help: method.help,
        games: method.games.iter().map(|game| game.name()).collect(),
        keys: method.keys().map(key).collect(),
    }
}

/// A table as tournament files have it.
fn toml(spec: &PlayerSpec) -> String {
    let mut text = format!("player = \"{}\"\n", spec.name());
    for (key, value) in spec.all_settings() {
        // A whole number or one with a point is a number in TOML too; all else is text.
        let digits = |c: char| c.is_ascii_digit();
        let is_number = value.starts_with(digits)
            && value.ends_with(digits)
            && value.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let value = if is_number { value.to_owned() } else { format!("\"{value}\"") };
        text += &format!("{key} = {value}\n");
    }
    text
}

pub(crate) fn run(args: &PlayersArgs) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let Some(name) = &args.name else {
        let entries: Vec<PlayerEntry> = METHODS.iter().map(entry).collect();
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&entries)?)?;
            return Ok(());
        }
        for entry in entries {
            writeln!(out, "{:<12} {}{}", entry.name, entry.help, only(&entry))?;
        }
        writeln!(
            out,
            "\nA player is written name,key=value,... for example uct,sims=3000,rave=on."
        )?;
        writeln!(out, "`tengen players NAME` lists the keys.")?;
        return Ok(());
    };
    // The parser knows how to say what is wrong with a name.
    let spec: PlayerSpec = name.parse()?;
    if args.toml {
        return Ok(write!(out, "{}", toml(&spec))?);
    }
    let Some(method) = METHODS.iter().find(|method| method.name == spec.name()) else {
        return Ok(());
    };
    let entry = entry(method);
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&entry)?)?;
        return Ok(());
    }
    writeln!(out, "{}: {}{}\n", entry.name, entry.help, only(&entry))?;
    for key in &entry.keys {
        let KeyEntry { name, default, help, .. } = key;
        writeln!(out, "  {:<24} {help}", format!("{name}={default}"))?;
        if !key.by_game.is_empty() {
            writeln!(out, "  {:<24} {}", "", key.games_in_words())?;
        }
    }
    Ok(())
}

/// Which games a method is for, if not for all.
fn only(entry: &PlayerEntry) -> String {
    match entry.games.len() == GameName::ALL.len() {
        true => String::new(),
        false => format!(" ({} only)", entry.games.join(", ")),
    }
}
