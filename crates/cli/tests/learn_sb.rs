//! `tengen learn positions` and `tengen learn sb` as a user meets them.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

use common::{Folder, start, stderr, stdout, tengen};
use serde_json::Value;

fn good(args: &[&str]) -> Output {
    let output = tengen(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    output
}

fn refused(args: &[&str]) -> String {
    let output = tengen(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
    stderr(&output)
}

/// Quick games on a small board, valued in a moment.
fn positions<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let quick = ["--player", "uct,sims=40,memory=16M", "--label", "uct,sims=200,memory=16M"];
    let small = ["--size", "5", "--komi", "1.5", "--per-game", "2", "--out", out];
    [&["learn", "positions"], &quick[..], &small[..], more].concat()
}

/// The positions of a file, without what it says of itself.
fn lines(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn positions_depend_on_their_numbers_alone() {
    let folder = Folder::new("positions");
    let [whole, parts] = ["whole.txt", "parts.txt"].map(|name| folder.path(name));
    let text = stdout(&good(&positions(&whole, &["--positions", "11"])));
    assert!(text.starts_with("11 positions in ") && text.contains("11 of them new"), "{text}");
    let all = lines(&whole);
    assert_eq!(all.len(), 11);
    for line in &all {
        let words: Vec<&str> = line.split(' ').collect();
        let value: f64 = words[0].parse().expect("a value");
        assert!((0.0..=1.0).contains(&value) && words[2..4] == ["5", "1.5"], "{line}");
        assert!(words[1].parse::<u64>().expect("playouts") >= 200 && words.len() >= 8, "{line}");
    }
    let header = fs::read_to_string(&whole).expect("a file");
    for part in [
        "# Made by tengen ",
        "# player uct,sims=40,memory=16M\n# label uct,sims=200,memory=16M\n# 5x5, komi 1.5, rules ",
        "chinese, up to 4 random moves; 2 of each game, after at least 4 moves; seed 1\n",
    ] {
        assert!(header.contains(part), "{part}: {header}");
    }
    // Bit by bit, also in the middle of a game, with other threads, and after a line was cut off.
    good(&positions(&parts, &["--positions", "3", "--threads", "2"]));
    assert_eq!(lines(&parts), all[..3]);
    let text = fs::read_to_string(&parts).expect("a file");
    fs::write(&parts, &text[..text.len() - 4]).expect("a file");
    good(&positions(&parts, &["--positions", "6", "--threads", "3"]));
    assert_eq!(lines(&parts), all[..6]);
    let output = good(&positions(&parts, &["--positions", "11", "--json"]));
    let summary: Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!((&summary["positions"], &summary["added"]), (&11.into(), &5.into()), "{summary}");
    assert_eq!(fs::read(&parts).expect("a file"), fs::read(&whole).expect("a file"));
    // There is nothing to do, and nothing is taken away.
    let text = stdout(&good(&positions(&parts, &["--positions", "4"])));
    assert!(text.starts_with("11 positions in ") && text.contains("0 of them new"), "{text}");
    assert_eq!(lines(&parts), all);
    // Other settings, another file.
    for more in [&["--seed", "2"][..], &["--opening", "5"], &["--last", "9"]] {
        let text = refused(&positions(&parts, more));
        assert!(text.contains("was made with other settings: it has "), "{text}");
    }
    assert_eq!(lines(&parts), all);
    let notes = folder.write("notes.txt", "not positions\n");
    assert!(refused(&positions(&notes, &[])).contains("made with other settings"));
    assert_eq!(folder.read("notes.txt"), "not positions\n");
}

#[test]
fn labelling_that_is_killed_or_interrupted_goes_on() {
    let folder = Folder::new("killed-positions");
    let [whole, killed] = ["whole.txt", "killed.txt"].map(|name| folder.path(name));
    let begun = std::time::Instant::now();
    good(&positions(&whole, &["--positions", "40"]));
    let taken = begun.elapsed();
    let mut counts = Vec::new();
    for share in [0.1, 0.03, 0.2, 0.05] {
        let mut child = start(&positions(&killed, &["--positions", "40", "--threads", "2"]));
        sleep(taken.mul_f64(share));
        child.kill().expect("it runs or has ended");
        child.wait().expect("it ends");
        counts.push(lines(&killed).len());
    }
    assert!(counts.is_sorted(), "a position was lost: {counts:?}");
    good(&positions(&killed, &["--positions", "40", "--threads", "2"]));
    assert_eq!(fs::read(&killed).expect("a file"), fs::read(&whole).expect("a file"));
    // Told to end, it does, and says how to go on.
    let long = folder.path("long.txt");
    let child = start(&positions(&long, &["--positions", "100000"]));
    while lines(&long).is_empty() {
        sleep(Duration::from_millis(20));
    }
    assert!(refused(&positions(&long, &[])).contains("another process is writing it"));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(stderr(&output).contains("the same command goes on"), "{}", stderr(&output));
    let text = fs::read_to_string(&long).expect("a file");
    assert!(text.ends_with('\n') && lines(&long)[0] == lines(&whole)[0]);
}

#[test]
fn wrong_requests_for_positions_are_explained() {
    let folder = Folder::new("wrong-positions");
    let out = folder.path("out.txt");
    for (more, part) in [
        (&["--positions", "0"][..], "not a whole number from 1 to"),
        (&["--size", "20"], "board size \"20\" is not a whole number from 2 to 19"),
        (&["--komi", "7.3"], "komi \"7.3\" is not a multiple of 0.5"),
        (&["--rules", "japanese"], "unknown rules \"japanese\""),
        (&["--first", "9", "--last", "9"], "no game has 2 positions after 9 to 9 moves"),
    ] {
        let quick = ["--player", "uct,sims=10,memory=16M", "--per-game", "2", "--out", &out];
        let text = refused(&[&["learn", "positions"], &quick[..], more].concat());
        assert!(text.contains(part), "{more:?}: {text}");
    }
    let text = refused(&["learn", "positions", "--out", &out, "--player", "utc"]);
    assert!(text.contains("did you mean uct?"), "{text}");
    let text = refused(&["learn", "positions", "--out", &out, "--player", "random"]);
    assert!(text.contains("--label is needed for this player"), "{text}");
    let text = refused(&["learn", "positions", "--out", &folder.path("no/such/folder")]);
    assert!(text.contains("cannot write"), "{text}");
    let text = refused(&["learn", "positions", "--out", &folder.path("")]);
    assert!(text.contains("no ordinary file"), "{text}");
}

/// Positions of small boards, some of which are about to be captured or saved.
const LESSONS: &str = "\
# value playouts size komi moves
0.9 1000 5 1.5 C3 B3 B2 A2 C4 B4
0.2 1000 5 1.5 C3 C2 D2 B3 D3 C4
0.7 1000 5 1.5 C3 D3 C2 D2 B4
0.35 1000 5 1.5 B2 D4 D2 B4 C3 C4
0.6 1000 5 1.5 C3 B2 D2 C2 C1 B1
0.1 1000 5 1.5 A1 C3 A2 C2
0.8 1000 5 1.5 C3 A1 C2 A2 D4 E5
0.5 1000 5 1.5 C3 C4 D4 B3 B2 A3
0.45 1000 5 1.5 C3 B3 D3 E3
0.65 1000 5 1.5 C2 C3 D3 B2 D2 B3
";

/// Little playing, so that it takes a moment.
fn sb<'a>(positions: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let quick = ["-M", "20", "-N", "20", "--error-playouts", "20", "--held-out", "0.2"];
    [&["learn", "sb", "--positions", positions, "--out", out], &quick[..], more].concat()
}

fn objects(output: &Output) -> Vec<Value> {
    let text = stdout(output);
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_policy_and_what_comes_with_it() {
    let folder = Folder::new("sb");
    let (lessons, out) = (folder.write("lessons.txt", LESSONS), folder.path("sb.toml"));
    let text = stdout(&good(&sb(&lessons, &out, &["--passes", "3", "--save-every", "2"])));
    let starts: Vec<&str> = text.lines().map(|line| &line[..6]).collect();
    assert_eq!(starts[..4], ["pass 0", "pass 1", "pass 2", "pass 3"], "{text}");
    assert!(text.contains("8 positions to learn from, 2 held out"), "{text}");
    let policy = folder.read("sb.toml");
    for part in [
        "# Made by tengen ",
        "# from 8 positions of lessons.txt, 2 more held out\n# m=20 n=20 optimizer=sgd alpha=1e1 ",
        "epsilon=0e0 outcomes=signed baseline=on horizon=game batch=1 ",
        "format = \"tengen playout policy\"",
    ] {
        assert!(policy.contains(part), "{part}: {}", &policy[..500]);
    }
    assert!(folder.read("sb-pass2.toml").contains("# pass 2: error "));
    assert!(!Path::new(&folder.path("sb-pass1.toml")).exists());
    let csv = folder.read("sb.csv");
    assert_eq!(csv.lines().count(), 5, "{csv}");
    assert!(csv.lines().all(|line| line.split(',').count() == 7), "{csv}");
    let svg = folder.read("sb.svg");
    assert!(svg.starts_with("<svg") && svg.contains("held out") && svg.contains("pass 3: "));
    // A player can play by it.
    let player = format!("uct,sims=20,policy={out}");
    good(&["match", &player, "uct,sims=20", "--games", "2", "--size", "5", "--quiet"]);
    // It is the beginning of another, towards which that one is pulled.
    let more = folder.path("more.toml");
    let args = sb(&lessons, &more, &["--passes", "1", "--from", &out, "--pull", "0.01", "--json"]);
    let rows = objects(&good(&args));
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1]["training"]["positions"], 8, "{rows:?}");
    assert!(rows[1]["held_out"]["error"].is_number() && rows[1]["best_pass"].is_number());
    assert!(folder.read("more.toml").contains("# beginning with sb.toml"));
}

#[test]
fn every_way_to_learn_learns_something_else() {
    let folder = Folder::new("sb-ways");
    let lessons = folder.write("lessons.txt", LESSONS);
    let checkpoint = |name: &str, more: &[&str]| {
        let out = folder.path(&format!("{name}.toml"));
        good(&sb(&lessons, &out, &[more, &["--passes", "1"]].concat()));
        folder.read(&format!("{name}.checkpoint"))
    };
    let weights = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("weights ")).expect("weights");
        line.to_owned()
    };
    let plain = checkpoint("plain", &[]);
    assert_eq!(plain, checkpoint("threads", &["--threads", "3"]), "threads change nothing");
    let mut seen = vec![weights(&plain)];
    for (name, more) in [
        ("seed", &["--seed", "2"][..]),
        ("adam", &["--optimizer", "adam"]),
        ("adam-alpha", &["--optimizer", "adam", "--alpha", "0.1"]),
        ("batch", &["--batch", "4"]),
        ("binary", &["--outcome", "binary"]),
        ("binary-baseline", &["--outcome", "binary", "--baseline", "on"]),
        ("no-baseline", &["--baseline", "off"]),
        ("pull", &["--pull", "0.05"]),
        ("gamma", &["--largest-gamma", "1.01"]),
        ("two-step", &["--two-step"]),
    ] {
        let found = weights(&checkpoint(name, more));
        assert!(!seen.contains(&found), "{name} is like one before");
        seen.push(found);
    }
}

#[test]
fn a_run_that_is_killed_learns_the_same() {
    let folder = Folder::new("sb-killed");
    let lessons = folder.write("lessons.txt", LESSONS);
    let [whole, killed] = ["whole.toml", "killed.toml"].map(|name| folder.path(name));
    let forty = ["--passes", "40", "--threads", "2", "--optimizer", "adam"];
    let resumed = [&forty[..], &["--resume"]].concat();
    let begun = std::time::Instant::now();
    good(&sb(&lessons, &whole, &forty));
    let taken = begun.elapsed();
    let mut passes = Vec::new();
    for share in [0.2, 0.1, 0.3, 0.05] {
        let mut child = start(&sb(&lessons, &killed, &resumed));
        sleep(taken.mul_f64(share));
        child.kill().expect("it runs or has ended");
        child.wait().expect("it ends");
        let text = fs::read_to_string(folder.path("killed.checkpoint")).unwrap_or_default();
        passes.push(text.lines().filter(|line| line.starts_with("pass ")).count());
    }
    assert!(passes.is_sorted() && passes[0] < 41, "{passes:?}");
    good(&sb(&lessons, &killed, &resumed));
    for name in ["toml", "csv", "svg", "checkpoint"] {
        let read = |run: &str| folder.read(&format!("{run}.{name}"));
        assert_eq!(read("whole"), read("killed"), "{name}");
    }
    // Interrupted, it says how to go on; and what is there is not overwritten.
    let long = folder.path("long.toml");
    let args = sb(&lessons, &long, &["--passes", "100000"]);
    let child = start(&args);
    while !Path::new(&folder.path("long.checkpoint")).exists() {
        sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).contains("the same command with --resume goes on"));
    let text = refused(&args);
    assert!(text.contains("long.checkpoint is of an earlier run: --resume goes on"), "{text}");
    let text = refused(&sb(&lessons, &long, &["--resume", "--seed", "7"]));
    assert!(text.contains("of another run: it has seed=1, this one seed=7"), "{text}");
    let other = folder.write("other.txt", &LESSONS.replace("0.9 ", "0.91 "));
    assert!(refused(&sb(&other, &long, &["--resume"])).contains("this one data="));
    folder.write("long.checkpoint", "nonsense");
    let text = refused(&sb(&lessons, &long, &["--resume"]));
    assert!(text.contains("long.checkpoint: line 1: the first line of a checkpoint"), "{text}");
}

/// It ends when nothing gets better any more.
#[test]
fn patience_has_an_end() {
    let folder = Folder::new("sb-patience");
    let (lessons, out) = (folder.write("lessons.txt", LESSONS), folder.path("p.toml"));
    let args = sb(&lessons, &out, &["--passes", "1000", "--patience", "2", "--json"]);
    let rows = objects(&good(&args));
    let last = rows.last().expect("a pass");
    let number = |key: &str| last[key].as_u64().expect(key);
    assert!(number("pass") < 1000 && number("pass") == number("best_pass") + 2, "{last}");
}

#[test]
fn mistakes_are_explained() {
    let folder = Folder::new("sb-mistakes");
    let (lessons, out) = (folder.write("lessons.txt", LESSONS), folder.path("out.toml"));
    let empty = folder.write("empty.txt", "# nothing\n");
    let bad = folder.write("bad.txt", "0.5 10 9 7.5 E5\n0.5 10 9 7.5 E5 E5\n");
    let missing = folder.path("missing.txt");
    for (file, part) in [
        (&empty, "empty.txt: there are no positions in it"),
        (&bad, "bad.txt: line 2: move 2, E5: illegal move: the point is occupied"),
        (&missing, "missing.txt"),
    ] {
        let text = refused(&sb(file, &out, &[]));
        assert!(text.contains(part), "{text}");
    }
    for (more, part) in [
        (&["--alpha", "0"][..], "not a number from"),
        (&["--held-out", "0.95"], "not a number from 0 to 0.9"),
        (&["--largest-gamma", "0.5"], "not a number from 1 to 700"),
        (&["--pull", "0.5"], "alpha times the pull must be from 0 to 1, not 5"),
        (&["--from", &bad], "bad.txt: not a playout policy"),
        (&["--teacher", &bad], "--two-step"),
        (&["--optimizer", "magic"], "sgd, adam"),
        (&["--passes", "-1"], "whole number"),
    ] {
        let plain = ["learn", "sb", "--positions", &lessons, "--out", &out];
        let text = refused(&[&plain[..], more].concat());
        assert!(text.contains(part), "{more:?}: {text}");
    }
    let text = refused(&sb(&lessons, &folder.path("x.csv"), &[]));
    assert!(text.contains("a file of that name is written beside the policy"), "{text}");
    let text = refused(&sb(&lessons, &folder.path("no/such/policy.toml"), &[]));
    assert!(text.contains("cannot write"), "{text}");
    let leftovers = fs::read_dir(&folder.0).expect("a folder").count();
    assert_eq!(leftovers, 3, "nothing was written");
}
