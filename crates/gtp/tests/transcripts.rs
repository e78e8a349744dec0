//! Golden transcripts: what is said, word for word, one file for each group of commands.
//!
//! Lines that begin with `> ` are commands, the others what is answered. `TENGEN_BLESS=1 cargo test
//! -p tengen-gtp --test transcripts` writes the answers of today into the files.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;
use tengen_gtp::Session;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

/// What differs from run to run is made equal: times.
fn steady(command: &str, answer: &str) -> String {
    if command.contains("cpu") {
        return Regex::new(r"[0-9]+\.[0-9]+").unwrap().replace_all(answer, "TIME").into_owned();
    }
    Regex::new(r"in [0-9]+\.[0-9]+ s").unwrap().replace_all(answer, "in TIME s").into_owned()
}

fn replay(session: &mut Session, transcript: &str) -> String {
    let mut out = String::new();
    for line in transcript.lines() {
        let Some(command) = line.strip_prefix("> ").or(line.strip_prefix('>')) else { continue };
        out += line;
        out += "\n";
        out += &steady(command, &session.answer(command).unwrap_or_default());
    }
    out
}

#[test]
fn every_answer_is_the_recorded_one() {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "gtp"));
    files.sort();
    assert!(files.len() >= 10, "{files:?}");
    for file in files {
        let recorded = fs::read_to_string(&file).unwrap();
        let mut session = common::session("uct,sims=200,rave=on,prior=tactics,memory=16M");
        session.set_folder(folder());
        let now = replay(&mut session, &recorded);
        if std::env::var_os("TENGEN_BLESS").is_some() {
            fs::write(&file, &now).unwrap();
        }
        let recorded = fs::read_to_string(&file).unwrap();
        assert_eq!(now, recorded, "{}", file.display());
    }
}

/// No command without a transcript.
#[test]
fn every_command_is_in_a_transcript() {
    let mut session = common::session("random");
    let commands = common::ask(&mut session, "list_commands");
    let mut missing: BTreeSet<&str> = commands.lines().collect();
    for entry in fs::read_dir(folder()).unwrap() {
        let Ok(text) = fs::read_to_string(entry.unwrap().path()) else { continue };
        for line in text.lines().filter_map(|line| line.strip_prefix("> ")) {
            line.split_whitespace().for_each(|word| {
                missing.remove(word);
            });
        }
    }
    assert_eq!(missing, BTreeSet::new());
}
