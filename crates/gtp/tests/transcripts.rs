//! Golden transcripts: what is said, word for word, one file for each group of commands.
//!
//! Those under `loa` are about Lines of Action; `loa/squares.gtp` with moves square by square.
//!
//! Lines that begin with `> ` are commands, the others what is answered. `TENGEN_BLESS=1 cargo test
//! -p tengen-gtp --test transcripts` writes the answers of today into the files.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;
use tengen_gtp::{GtpGame, Session};

fn folder(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(game)
}

/// What differs from run to run is made equal: times.
fn steady(command: &str, answer: &str) -> String {
    if command.contains("cpu") {
        return Regex::new(r"[0-9]+\.[0-9]+").unwrap().replace_all(answer, "TIME").into_owned();
    }
    Regex::new(r"in [0-9]+\.[0-9]+ s").unwrap().replace_all(answer, "in TIME s").into_owned()
}

fn replay<E: GtpGame>(session: &mut Session<E>, transcript: &str) -> String {
    let mut out = String::new();
    for line in transcript.lines() {
        let Some(command) = line.strip_prefix("> ").or(line.strip_prefix('>')) else { continue };
        out += line;
        out += "\n";
        out += &steady(command, &session.answer(command).unwrap_or_default());
    }
    out
}

/// Replays every transcript of a folder with a session of its own.
fn check<E: GtpGame>(game: &str, least: usize, session: impl Fn(&Path) -> Session<E>) {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder(game)).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "gtp"));
    files.sort();
    assert!(files.len() >= least, "{files:?}");
    for file in files {
        let recorded = fs::read_to_string(&file).unwrap();
        let mut session = session(&file);
        session.set_folder(folder(game));
        let now = replay(&mut session, &recorded);
        if std::env::var_os("TENGEN_BLESS").is_some() {
            fs::write(&file, &now).unwrap();
        }
        let recorded = fs::read_to_string(&file).unwrap();
        assert_eq!(now, recorded, "{}", file.display());
    }
}

#[test]
fn every_answer_is_the_recorded_one() {
    check("", 10, |_| common::session("uct,sims=200,rave=on,prior=tactics,memory=16M"));
}

#[test]
fn every_answer_about_lines_of_action_is_the_recorded_one() {
    check("loa", 3, |file| {
        let by_squares = file.file_stem().is_some_and(|name| name == "squares");
        common::loa_session("mcts-solver,sims=200,memory=16M", by_squares)
    });
}

/// The commands that are in no transcript of a folder.
fn missing(game: &str, commands: &str) -> Vec<String> {
    let mut missing: BTreeSet<&str> = commands.lines().collect();
    for entry in fs::read_dir(folder(game)).unwrap() {
        let Ok(text) = fs::read_to_string(entry.unwrap().path()) else { continue };
        for line in text.lines().filter_map(|line| line.strip_prefix("> ")) {
            line.split_whitespace().for_each(|word| {
                missing.remove(word);
            });
        }
    }
    missing.into_iter().map(str::to_owned).collect()
}

/// No command without a transcript.
#[test]
fn every_command_is_in_a_transcript() {
    let none: [&str; 0] = [];
    let commands = common::ask(&mut common::session("random"), "list_commands");
    assert_eq!(missing("", &commands), none);
    let commands = common::ask(&mut common::loa_session("random", false), "list_commands");
    assert_eq!(missing("loa", &commands), none);
}
