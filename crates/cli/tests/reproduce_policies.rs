//! `tengen reproduce` with playout policies that an experiment learns first.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{Folder, games, json, start, stderr, stdout, tengen};
use serde_json::Value;

/// Four passes over a few positions, and rows of two games.
const TINY: &str = r#"
title = "T"
paper = "003"
table = "t"
about = "a"
games = 2
minutes = 1
[game]
size = 5
komi = 1.5
[policies.sb]
positions = "--positions 20 --per-game 2 --size 5 --komi 1.5 --player uct,sims=40,memory=16M --label uct,sims=200,memory=16M"
balancing = "-M 20 -N 20 --passes 4 --save-every 2 --error-playouts 20"
[players]
two = "uct,sims=20,memory=16M,policy=@sb-pass2.toml"
best = "uct,sims=20,memory=16M,policy=@sb.toml"
plain = "uct,sims=20,memory=16M"
[[rows]]
label = "two passes"
a = "two"
b = "plain"
paper = { rate = 50.0, source = "s" }
[[rows]]
label = "the best"
a = "best"
b = "plain"
paper = { source = "s" }
"#;

/// The files of the policies, and what is in them; not those that were being written when the program
/// was killed.
fn learned(out: &str) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(Path::new(out).join("policies")).expect("a folder");
    let mut files: Vec<(String, Vec<u8>)> = files
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(path).expect("a file"))
        })
        .collect();
    files.retain(|(name, _)| !name.ends_with(".part"));
    files.sort();
    files
}

/// The moves of all games: players have the names of folders in their texts.
fn moves(out: &str) -> Vec<Value> {
    games(out).into_iter().map(|game| game["moves"].clone()).collect()
}

/// The rows without what depends on the folder and the clock.
fn scores(entry: &Value) -> Vec<[Value; 3]> {
    let rows = entry["rows"].as_array().expect("rows");
    let score = |row: &Value| ["wins", "draws", "losses"].map(|key| row["ours"][key].clone());
    rows.iter().map(score).collect()
}

#[test]
fn experiments_learn_their_policies() {
    let folder = Folder::new("policies-experiment");
    let (file, out) = (folder.write("e.toml", TINY), folder.path("out"));
    let args = ["reproduce", &file, "--out", &out, "--jobs", "2"];
    let output = tengen(&[&args[..], &["--json"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let told = stderr(&output);
    for part in ["policy sb: positions with values", "20 of them new", "pass 4: error "] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let entry: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let errors = entry["errors"].as_array().expect("errors");
    assert_eq!((errors.len(), &errors[0]["policy"]), (1, &"sb".into()));
    let passes = errors[0]["passes"].as_array().expect("passes");
    for (number, pass) in passes.iter().enumerate() {
        assert_eq!(pass["pass"], number);
        assert_eq!(
            (&pass["training"]["positions"], &pass["held_out"]["positions"]),
            (&18.into(), &2.into())
        );
        assert!(pass["training"]["error"].is_number(), "{pass}");
    }
    assert_eq!(passes.len(), 5);
    let names: Vec<String> = learned(&out).into_iter().map(|(name, _)| name).collect();
    let all = ["sb-pass2.toml", "sb-pass4.toml", "sb-positions.txt", "sb.checkpoint", "sb.csv"];
    assert_eq!(names, [&all[..], &["sb.svg", "sb.toml"]].concat());
    let player = entry["rows"][0]["ours"]["a"].as_str().expect("a player");
    assert!(player.ends_with("policies/sb-pass2.toml"), "{player}");
    // Again: nothing is learned or played twice, and nothing is said.
    let before = (learned(&out), games(&out));
    let output = tengen(&[&args[..], &["--json", "--quiet"]].concat());
    assert_eq!(stderr(&output), "");
    let again: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(again["errors"], entry["errors"]);
    assert_eq!(scores(&again), scores(&entry));
    assert_eq!((learned(&out), games(&out)), before);
    let output = tengen(&args);
    assert!(stderr(&output).contains("0 of them new"), "{}", stderr(&output));
    assert!(!stderr(&output).contains("pass 4"), "{}", stderr(&output));
    // What a table shows: before the first pass, what rows name, and the last.
    let best = errors[0]["best_pass"].as_u64().expect("a pass");
    let mut shown = vec![0, 2, 4, best];
    shown.sort_unstable();
    shown.dedup();
    for (format, first, cut) in
        [("text", "errors by pass", None), ("csv", "errors by pass,pass,", Some(','))]
    {
        let text = stdout(&tengen(&[&args[..], &["--format", format, "--quiet"]].concat()));
        let table = text.lines().skip_while(|line| !line.starts_with(first));
        let rows = table.filter(|line| line.starts_with("sb")).map(|row| match cut {
            Some(comma) => row.split(comma).map(str::to_owned).collect::<Vec<_>>(),
            None => row.split_whitespace().map(str::to_owned).collect(),
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let passes: Vec<u64> = rows.iter().map(|row| row[1].parse().expect("a pass")).collect();
        assert_eq!(passes, shown, "{text}");
        assert!(rows.iter().all(|row| row.len() == 6), "{text}");
    }
    let text = stdout(&tengen(&[&args[..], &["--format", "markdown", "--quiet"]].concat()));
    assert!(text.contains("\n\n| errors by pass |"), "{text}");
    // Without a folder the same is learned and played, and nothing is left behind.
    let temporary = folder.path("temporary");
    fs::create_dir(&temporary).expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["reproduce", &file, "--json", "--quiet"]).env("TMPDIR", &temporary);
    let output = command.output().expect("tengen ends");
    let without: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(without["errors"], entry["errors"]);
    assert_eq!(scores(&without), scores(&entry));
    assert_eq!(fs::read_dir(&temporary).expect("a folder").count(), 0);
}

/// A part of the positions with a part of the playouts; passes stay as they are.
#[test]
fn a_scale_changes_positions_and_their_playouts() {
    let folder = Folder::new("policies-scale");
    let (file, out) = (folder.write("e.toml", TINY), folder.path("out"));
    let entry = json(&["reproduce", &file, "--out", &out, "--scale", "0.5", "--json", "--quiet"]);
    assert_eq!(entry["errors"][0]["passes"].as_array().map(Vec::len), Some(5));
    let positions = folder.read("out/policies/sb-positions.txt");
    assert_eq!(positions.lines().filter(|line| !line.starts_with('#')).count(), 10);
    for part in ["# player uct,sims=20,", "# label uct,sims=100,", "2 of each game"] {
        assert!(positions.contains(part), "{part}: {positions}");
    }
    assert!(folder.read("out/policies/sb.toml").contains("# m=20 n=20 "));
}

#[test]
fn learning_that_is_killed_or_interrupted_goes_on() {
    let folder = Folder::new("policies-killed");
    let text = TINY.replace("--passes 4", "--passes 40");
    let file = folder.write("e.toml", &text);
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path(name));
    let run = |out| ["reproduce", &file, "--out", out, "--jobs", "2", "--json", "--quiet"];
    let begun = Instant::now();
    let entry = json(&run(&whole));
    let taken = begun.elapsed();
    for share in [0.05, 0.2, 0.3, 0.4] {
        let mut child = start(&run(&killed));
        sleep(taken.mul_f64(share));
        child.kill().expect("it runs or has ended");
        child.wait().expect("it ends");
    }
    let again = json(&run(&killed));
    assert_eq!(again["errors"], entry["errors"]);
    assert_eq!(scores(&again), scores(&entry));
    assert_eq!(moves(&killed), moves(&whole));
    let (first, second) = (learned(&whole), learned(&killed));
    assert_eq!(first.len(), 25, "20 passes, the best, and four more files");
    for ((name, ours), (other, theirs)) in first.iter().zip(&second) {
        assert!(name == other && ours == theirs, "{name} {other}");
    }
    assert_eq!(first.len(), second.len());
    // Ctrl-C, while positions are found and while passes are made.
    for (from, to, sign) in [
        ("--positions 20", "--positions 100000", "sb-positions.txt"),
        ("--passes 40", "--passes 100000", "sb.checkpoint"),
    ] {
        let file = folder.write("long.toml", &text.replace(from, to));
        let out = folder.path(&format!("long-{sign}"));
        let child = start(&["reproduce", &file, "--out", &out, "--quiet"]);
        while !Path::new(&out).join("policies").join(sign).exists() {
            sleep(Duration::from_millis(10));
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
        let told = stderr(&output);
        assert!(told.contains("with --out the same command goes on"), "{told}");
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn mistakes_are_explained() {
    let folder = Folder::new("policies-mistakes");
    let out = folder.path("out");
    let file = folder.path("e.toml");
    let refused = |args: &[&str]| {
        let output = tengen(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "");
        stderr(&output)
    };
    for (from, to, part) in [
        (
            "@sb.toml",
            "@bs.toml",
            "player \"best\": there is no policy \"@bs.toml\"; known: @sb.toml",
        ),
        ("--size 5", "--sise 5", "policy \"sb\": positions: unexpected argument '--sise'"),
        ("--size 5", "--size 50", "policy \"sb\": positions: invalid value '50'"),
        ("--size 5", "--help", "policy \"sb\": positions: unexpected argument '--help'"),
        ("--size 5", "--size 5 --", "--komi"),
        ("--per-game 2", "--out x", "policy \"sb\": positions: --out has no place here"),
        ("--per-game 2", "--store=x", "policy \"sb\": positions: --store=x has no place here"),
        ("uct,sims=40,", "utc,sims=40,", "did you mean uct?"),
        (
            "--player uct,sims=40,memory=16M --label uct,sims=200,memory=16M",
            "--player random",
            "policy \"sb\": positions: --label is needed for this player",
        ),
        ("-M 20", "-M 0", "policy \"sb\": balancing: invalid value '0'"),
        ("-M 20", "--resume", "policy \"sb\": balancing: --resume has no place here"),
        ("-M 20", "--json", "policy \"sb\": balancing: --json has no place here"),
        ("-M 20", "--positions x", "policy \"sb\": balancing: --positions has no place here"),
        ("@sb-pass2.toml", "@sb-pass3.toml", "a player plays by pass 3, which may not be kept"),
        ("@sb-pass2.toml", "@sb-pass6.toml", "a player plays by pass 6, which may not be kept"),
        ("@sb-pass2.toml", "@sb-pass0.toml", "a player plays by pass 0, which may not be kept"),
        (" --save-every 2", "", "a player plays by pass 2, which may not be kept"),
        (" --save-every 2", " --save-every 2 --patience 1", "which may not be kept: see --passes"),
    ] {
        assert!(TINY.contains(from), "{from}");
        folder.write("e.toml", &TINY.replacen(from, to, 1));
        let text = refused(&["reproduce", &file, "--out", &out, "--quiet"]);
        assert!(text.contains(part) && text.contains("e.toml"), "{to}: {text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    folder.write("e.toml", TINY);
    let text = refused(&["reproduce", &file, "--store", &folder.path("s.db"), "--quiet"]);
    assert!(text.contains("give --out a folder that all workers can read"), "{text}");
    let comma = folder.path("a,b");
    let text = refused(&["reproduce", &file, "--out", &comma, "--quiet"]);
    assert!(
        text.contains("players cannot name files of a folder whose name has a comma"),
        "{text}"
    );
    let left: Vec<_> = fs::read_dir(&folder.0).expect("a folder").flatten().collect();
    assert_eq!(left.len(), 1, "nothing was written: {left:?}");
    // What was learned with other settings is not mixed with this.
    json(&["reproduce", &file, "--out", &out, "--json", "--quiet"]);
    folder.write("e.toml", &TINY.replace("-M 20", "-M 30"));
    let text = refused(&["reproduce", &file, "--out", &out, "--quiet"]);
    assert!(text.contains("of another run: it has m=20, this one m=30"), "{text}");
}

/// With a store the positions and games are jobs, and they are the same ones.
#[test]
fn a_store_changes_nothing() {
    let folder = Folder::new("policies-store");
    let (file, store) = (folder.write("e.toml", TINY), folder.path("s.db"));
    let [alone, shared] = ["alone", "shared"].map(|name| folder.path(name));
    let run = |out| ["reproduce", &file, "--out", out, "--jobs", "2", "--json", "--quiet"];
    let entry = json(&run(&alone));
    let with_store = json(&[&run(&shared)[..], &["--store", &store]].concat());
    assert_eq!(with_store["errors"], entry["errors"]);
    assert_eq!(scores(&with_store), scores(&entry));
    assert_eq!(moves(&shared), moves(&alone));
    assert_eq!(learned(&shared), learned(&alone));
}
