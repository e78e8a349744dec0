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
