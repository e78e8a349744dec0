//! Tuning as a user runs it: what is found and kept, what is refused, and what an interruption
//! leaves behind.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use common::{Folder, games, json, start, stderr, stdout, tengen};
use serde_json::Value;

/// Files that a tuning leaves, but for the games.
fn results(folder: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .expect("a folder")
        .map(|file| file.expect("a file").path())
        .filter(|path| path.is_file() && path.extension().is_some_and(|e| e != "jsonl"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("a text"))
        })
        .collect();
    files.sort();
    files
}

const KEYS: [&str; 4] = ["--key", "c=0..2", "--key", "x=1..8:log:int"];

fn a_tuning<'a>(method: &'a str, jobs: &'a str, folder: &'a str) -> Vec<&'a str> {
    let terms = ["--games", "80", "--size", "4", "--komi", "0.5", "--openings", "random:2"];
    let how = ["--method", method, "--jobs", jobs, "--json", "--quiet", "--out", folder];
    [&["tune", "ucb,sims=40"][..], &KEYS, &terms, &how].concat()
}

#[test]
fn a_short_tuning_tells_and_keeps_what_it_found() {
    let folder = Folder::new("tune-short");
    let out = folder.path("tuned");
    let result = json(&a_tuning("clop", "2", &out));
    assert_eq!((&result["games"], &result["planned"]), (&80.into(), &80.into()));
    let count = |key: &str| result[key].as_u64().expect(key);
    assert_eq!(count("wins") + count("draws") + count("losses"), 80);
    assert_eq!(
        (&result["player"], &result["against"]),
        (&"ucb,sims=40".into(), &"ucb,sims=40".into())
    );
    assert_eq!(result["method"], "clop");
    let keys = result["keys"].as_array().expect("a list");
    assert_eq!((&keys[0]["key"], &keys[0]["given"]), (&"c".into(), &"0.4".into()));
    assert_eq!((&keys[1]["whole"], &keys[1]["log"]), (&true.into(), &true.into()));
    for key in keys {
        let number = |value: &Value| value.as_f64().expect("a number");
        let (best, [low, high]) =
            (number(&key["best"]), [0, 1].map(|i| number(&key["interval"][i])));
        assert!(number(&key["low"]) <= low && low <= best, "{key}");
        assert!(best <= high && high <= number(&key["high"]), "{key}");
    }
    let rate = result["score"]["rate"].as_f64().expect("a rate");
    assert!(result["score"]["interval"][0].as_f64() < Some(rate), "{result}");
    assert!(result["score"]["interval"][1].as_f64() > Some(rate), "{result}");
    // The best is a player, with the values that the keys have.
    let best = result["best"].as_str().expect("a player");
    assert_eq!(
        best,
        format!("ucb,sims=40,c={},x={}", keys[0]["best"], keys[1]["best"]).replace(".0", "")
    );
    json(&["match", best, "random", "--size", "4", "--games", "2", "--json"]);
    let check = result["check"].as_str().expect("a command");
    assert!(check.starts_with(&format!("tengen match {best} ucb,sims=40 --sprt 0,20 ")), "{check}");
    assert!(check.ends_with("--size 4 --komi 0.5 --openings random:2 --seed 2"), "{check}");
    // What is kept.
    let names: Vec<String> = results(&out).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["c.svg", "contest.json", "samples.csv", "tuning.md", "x.svg"]);
    let markdown = folder.read("tuned/tuning.md");
    assert!(markdown.contains("| c   | 0..2") && markdown.contains(check), "{markdown}");
    assert!(folder.read("tuned/x.svg").contains("x (logarithmic)"));
    let csv = folder.read("tuned/samples.csv");
    assert_eq!(csv.lines().next(), Some("sample,c,x,games,points"));
    assert_eq!(csv.lines().count(), 41);
    // Every pair is played with one setting and one opening, both colours, and told in the games.
    let games = games(&out);
    let mut tried = std::collections::HashSet::new();
    for (pair, row) in games.chunks(2).zip(csv.lines().skip(1)) {
        let settings = |game: &Value| {
            let settings = &game["players"]["a"]["settings"];
            [&settings["c"], &settings["x"]].map(|value| value.as_str().expect("text").to_owned())
        };
        assert_eq!(settings(&pair[0]), settings(&pair[1]));
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!((&pair[0]["black"], &pair[1]["black"]), (&"a".into(), &"b".into()));
        assert_eq!(pair[0]["players"]["b"]["player"], "ucb,sims=40");
        let cells: Vec<&str> = row.split(',').collect();
        assert_eq!(settings(&pair[0]), [cells[1], cells[2]]);
        let points: f64 = pair
            .iter()
            .map(|game| match game["winner"].as_str() {
                Some("a") => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            })
            .sum();
        assert_eq!(cells[4].parse(), Ok(points));
        tried.insert(settings(&pair[0]));
    }
    assert!(tried.len() > 30, "{tried:?}");
    // The page of a report takes the folder as any other.
    assert!(tengen(&["report", &out]).status.success());
}

/// In words: a table, the player, what to run next.
#[test]
fn people_get_a_table_and_the_next_command() {
    let tune = ["tune", "ucb,sims=10", "--key", "c=0..1", "--games", "5", "--size", "3", "--quiet"];
    let output = tengen(&tune);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    for what in [
        "key  range  as given",
        "c    0..1        0.4",
        "best: ucb,sims=10,c=",
        "expected score against ucb,sims=10: ",
        "by clop: 5 of 5 games",
        "check it: tengen match ucb,sims=10,c=",
    ] {
        assert!(text.contains(what), "{what}\n{text}");
    }
    assert_eq!(stderr(&output), "");
}

/// Killed at any moment and continued, with other numbers of games at a time: the same bytes.
#[test]
fn a_tuning_that_is_killed_again_and_again_is_the_same_tuning() {
    for method in ["clop", "spsa"] {
        let folder = Folder::new(&format!("tune-killed-{method}"));
        let (whole, killed) = (folder.path("whole"), folder.path("killed"));
        let output = tengen(&a_tuning(method, "1", &whole));
        assert!(output.status.success(), "{}", stderr(&output));
        let mut lines = Vec::new();
        for jobs in ["1", "3", "2", "4", "1", "2"] {
            let mut child = start(&a_tuning(method, jobs, &killed));
            let log = Path::new(&killed).join("games.jsonl");
            let count = || fs::read_to_string(&log).map_or(0, |text| text.lines().count());
            // SIGKILL after some more games.
            let before = count();
            while count() < before + 7 && child.try_wait().expect("a child").is_none() {
                sleep(Duration::from_millis(1));
            }
            child.kill().expect("it runs or has ended");
            child.wait().expect("it ends");
            lines.push(count());
        }
        assert!(lines.is_sorted(), "a finished game was lost: {lines:?}");
        assert!(lines[2] < 80, "it was over before it was killed: {lines:?}");
        let again = tengen(&a_tuning(method, "3", &killed));
        assert!(again.status.success(), "{}", stderr(&again));
        assert_eq!(stdout(&again), stdout(&output), "{method} {lines:?}");
        assert_eq!(games(&killed), games(&whole), "{method} {lines:?}");
        assert_eq!(results(&killed), results(&whole), "{method}");
    }
}

/// Told to end, it tells what it knows, and how to go on.
#[test]
fn an_interrupted_tuning_tells_what_it_knows() {
    let folder = Folder::new("tune-interrupted");
    let out = folder.path("tuned");
    let tune = ["tune", "ucb,sims=300", "--key", "c=0..1", "--games", "100000", "--size", "5"];
    let child = start(&[&tune[..], &["--out", &out]].concat());
    let log = Path::new(&out).join("games.jsonl");
    while fs::read_to_string(&log).map_or(0, |text| text.lines().count()) < 4 {
        sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(stderr(&output).contains("the same command goes on"), "{}", stderr(&output));
    assert!(stdout(&output).contains(" of 100000 games"), "{}", stdout(&output));
    assert!(stdout(&output).contains("check it: tengen match ucb,sims=300,c="));
    assert!(Path::new(&out).join("c.svg").exists());
}

/// With CLOP more games may be asked for, and are those that would have been played at once.
#[test]
fn more_games_go_on_with_the_same_tuning() {
    let folder = Folder::new("tune-more");
    let tune = |games: &str, method: &str, out: &str| {
        let terms = ["--games", games, "--method", method, "--size", "3", "--openings", "random:1"];
        let start = ["tune", "ucb,sims=20", "--key", "c=0..2", "--json", "--quiet", "--out", out];
        tengen(&[&start[..], &terms].concat())
    };
    let [grown, whole, steps] = ["grown", "whole", "steps"].map(|name| folder.path(name));
    assert!(tune("41", "clop", &grown).status.success());
    let grown_output = tune("90", "clop", &grown);
    assert_eq!(stdout(&grown_output), stdout(&tune("90", "clop", &whole)));
    assert_eq!(games(&grown), games(&whole));
    // Fewer than there are: none is played, none is forgotten.
    assert_eq!(games(&grown).len(), 90);
    let fewer: Value = serde_json::from_str(&stdout(&tune("10", "clop", &grown))).expect("JSON");
    assert_eq!(fewer["games"], 90);
    // SPSA's steps depend on how many there will be.
    assert!(tune("20", "spsa", &steps).status.success());
    let other = tune("40", "spsa", &steps);
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("in 20 games") && stderr(&other).contains("in 40 games"));
    // Nor is it the other method, a match, or another range.
    let other = tune("90", "spsa", &grown);
    assert!(stderr(&other).contains("tuning was \"c=0..2 by clop\""), "{}", stderr(&other));
    let other = tengen(&[
        "match",
        "ucb,sims=20",
        "ucb,sims=20",
        "--games",
        "90",
        "--size",
        "3",
        "--openings",
        "random:1",
        "--out",
        &grown,
    ]);
    assert!(stderr(&other).contains("and is \"none\""), "{}", stderr(&other));
    // Games that somebody has edited do not count.
    let log = Path::new(&grown).join("games.jsonl");
    let text = fs::read_to_string(&log).expect("a log");
    let at = text.find("\"c\":\"").expect("a setting") + 5;
    fs::write(&log, format!("{}9{}", &text[..at], &text[at..])).expect("a log");
    let edited = tune("90", "clop", &grown);
    assert_eq!(edited.status.code(), Some(2));
    assert!(stderr(&edited).contains("they were edited"), "{}", stderr(&edited));
}

#[test]
fn spsa_lets_settings_play_each_other_or_an_opponent() {
    let folder = Folder::new("tune-spsa");
    let [alone, against] = ["alone", "against"].map(|name| folder.path(name));
    let tune = ["tune", "ucb,sims=20", "--key", "c=0..2", "--method", "spsa", "--games", "24"];
    let terms = ["--size", "3", "--openings", "random:1", "--json", "--out"];
    let result = json(&[&tune[..], &terms, &[&alone]].concat());
    assert_eq!(result["against"], Value::Null);
    assert_eq!(result["score"]["against"], "ucb,sims=20,c=0.4", "the start");
    for game in games(&alone) {
        let c = |side: &str| game["players"][side]["settings"]["c"].to_string();
        assert_ne!(c("a"), c("b"), "{game}");
    }
    assert!(folder.read("alone/samples.csv").starts_with("sample,c,c of B,games,points\n"));
    let result = json(&[&tune[..], &["--against", "mc,sims=20"], &terms, &[&against]].concat());
    assert_eq!(
        (&result["against"], &result["score"]["against"]),
        (&"mc,sims=20".into(), &"mc,sims=20".into())
    );
    let games = games(&against);
    // Both settings of an iteration begin with one opening.
    for four in games.chunks_exact(4) {
        assert!(four.iter().all(|game| game["opening"] == four[0]["opening"]));
        let c = |game: &Value| game["players"]["a"]["settings"]["c"].to_string();
        assert_eq!(c(&four[0]), c(&four[1]));
        assert_ne!(c(&four[0]), c(&four[2]));
        assert!(four.iter().all(|game| game["players"]["b"]["player"] == "mc,sims=20"));
    }
    assert_ne!(games[0]["opening"], games[4]["opening"]);
}

#[test]
fn lines_of_action_and_outside_engines() {
    let engine = format!("gtp:{} gtp --game loa --player random", env!("CARGO_BIN_EXE_tengen"));
    let tune = ["tune", "mc-loa,sims=20,memory=16M", "--game", "loa", "--games", "4"];
    let keys = ["--key", "bias=0..20", "--key", "length=0..8:int"];
    let how = ["--against", &engine, "--openings", "loa-100", "--max-length", "60", "--json"];
    let result = json(&[&tune[..], &keys, &how].concat());
    assert_eq!(result["games"], 4);
    assert_eq!(result["against"], engine.as_str());
    // What `auto` stands for there.
    assert_eq!(
        (&result["keys"][0]["given"], &result["keys"][1]["given"]),
        (&"2".into(), &"2".into())
    );
    let check = result["check"].as_str().expect("a command");
    assert!(check.contains("--game loa --max-length 60 --openings loa-100"), "{check}");
}

/// Each of these is refused before the first game, with a line that says what to do.
#[test]
fn what_cannot_be_tuned_is_refused_at_once() {
    let folder = Folder::new("tune-refused");
    let out = folder.path("out");
    for (args, what) in [
        (&["uct"][..], "--key"),
        (&["utc", "--key", "c=0..1"], "did you mean uct?"),
        (&["gtp:gnugo --mode gtp", "--key", "c=0..1"], "only players of this program"),
        (&["uct", "--key", "cc=0..1"], "uct has no key \"cc\", did you mean c?"),
        (&["uct", "--key", "c"], "is not KEY=LOW..HIGH"),
        (&["uct", "--key", "c=1..0"], "goes down: write c=0..1"),
        (&["uct", "--key", "c=1..1"], "is empty"),
        (&["uct", "--key", "c=0..x"], "\"x\" in the range of c is not a number"),
        (&["uct", "--key", "c=0..1:lag"], "known: log, int"),
        (&["uct", "--key", "c=0..1:log"], "begin it above 0"),
        (
            &["uct", "--key", "c=0..200"],
            "range c=0..200: uct cannot have c=200: it should be a number from 0 to 100",
        ),
        (&["uct", "--key", "c=-1..1"], "uct cannot have c=-1"),
        (&["uct", "--key", "expand=1..40"], "expand takes whole numbers; write expand=1..40:int"),
        (&["uct", "--key", "expand=0.5..40:int"], "begin and end it with one"),
        (&["uct", "--key", "rave=0..1"], "uct cannot have rave=0: it should be one of off, on"),
        (&["uct", "--key", "time=1..2"], "it should be a time such as 500ms"),
        (&["uct", "--key", "seed=1..2:int"], "seed cannot be tuned"),
        (&["uct", "--key", "c=0..1", "--key", "c=0..2"], "the range of c is given twice"),
        (&["uct", "--key", "length=1..9:int"], "uct has no key length at go"),
        (&["mc-loa", "--key", "c=0..1"], "mc-loa does not play go"),
        (
            &["alphabeta", "--key", "ply-min=0.5..5", "--key", "ply-max=1..8"],
            "range ply-max=1..8: alphabeta cannot have ply-max=1: it should be a number from 5 to 100",
        ),
        (&["uct", "--key", "c=0..1", "--against", "ucv"], "did you mean ucb"),
        (&["uct", "--key", "c=0..1", "--against", "gtp:/no/such/engine"], "/no/such/engine"),
        (&["uct,sims=off", "--key", "c=0..1"], "would think for ever"),
        (&["uct", "--key", "c=0..1", "--method", "hill"], "clop, spsa"),
        (&["uct", "--key", "c=0..1", "--games", "0"], "not a whole number from 1"),
        (&["uct", "--key", "c=0..1", "--openings", "no/such/file"], "no/such/file"),
    ] {
        let output = tengen(&[&["tune"][..], args, &["--out", &out]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(what), "{args:?}: {}", stderr(&output));
        assert_eq!(stderr(&output).lines().count(), 1, "{args:?}: {}", stderr(&output));
        assert!(!Path::new(&out).join("games.jsonl").exists(), "{args:?}");
    }
}
