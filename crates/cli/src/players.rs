//! `tengen players`: what there is, and what can be set.

use std::io::{self, Write};

use serde::Serialize;
use tengen_engine::{METHODS, Method, PlayerSpec};

use crate::cli::PlayersArgs;

#[derive(Serialize)]
struct PlayerEntry {
    name: &'static str,
    help: &'static str,
    keys: Vec<KeyEntry>,
}

#[derive(Serialize)]
struct KeyEntry {
    name: &'static str,
    default: &'static str,
    help: &'static str,
}

fn entry(method: &Method) -> PlayerEntry {
    let key = |key: &tengen_engine::KeyInfo| KeyEntry {
        name: key.name,
        default: key.default,
        help: key.help,
    };
    PlayerEntry { name: method.name, help: method.help, keys: method.keys().map(key).collect() }
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
        for PlayerEntry { name, help, .. } in entries {
            writeln!(out, "{name:<12} {help}")?;
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
    writeln!(out, "{}: {}\n", entry.name, entry.help)?;
    for KeyEntry { name, default, help } in &entry.keys {
        writeln!(out, "  {:<24} {help}", format!("{name}={default}"))?;
    }
    Ok(())
}
