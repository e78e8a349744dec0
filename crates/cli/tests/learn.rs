//! `tengen learn` as a user meets it.

mod common;

use std::fs;
use std::process::Output;

use common::{Folder, stderr, stdout, tengen};
use serde_json::Value;

fn learn(args: &[&str]) -> Output {
    tengen(&[&["learn"], args].concat())
}

fn good(args: &[&str]) -> Output {
    let output = learn(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    output
}

/// The objects that were printed, one a line.
fn objects(output: &Output) -> Vec<Value> {
    let text = stdout(output);
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// White is connected by Black's last move.
const SHORT: &str = "c1xa3 a2-c4 c8xa6 a4-d4 e1-c3 d4-g4 c3xa5 c4-f4 a3xa7";
const SHORT_SGF: &str = "(;GM[9]FF[4];B[C1:A3];W[A2-C4];B[C8:A6];W[A4-D4];B[E1-C3]\
    ;W[D4-G4];B[C3:A5];W[C4-F4];B[A3:A7])";

/// A few quick games.
const TINY: [&str; 4] = ["--selfplay", "8", "--positions", "60"];

#[test]
fn transitions_of_self_play() {
    let folder = Folder::new("transitions");
    let (out, games) = (folder.path("t.toml"), folder.path("games.txt"));
    let args = [&["transitions"], &TINY[..], &["--out", &out, "--save-games", &games]].concat();
    let text = stdout(&good(&args));
    assert!(text.contains("probability") && text.contains("categories occur"), "{text}");
    let first = folder.read("t.toml");
    for part in ["# Made by tengen", "8 games of self-play, 60 positions a move, seed 1"] {
        assert!(first.contains(part), "{part}: {first}");
    }
    assert_eq!(folder.read("games.txt").lines().count(), 8);
    // Threads change nothing.
    good(&[&args[..], &["--threads", "3"]].concat());
    assert_eq!(folder.read("t.toml"), first);
    // Each line is a category, and none was played more often than it could be.
    let rows = objects(&good(&[&args[..], &["--json"]].concat()));
    assert!(rows.len() > 50, "{} rows", rows.len());
    for row in rows {
        let number = |key: &str| row[key].as_f64().expect(key);
        assert!(number("played") <= number("available"), "{row}");
        let rate = number("played") / number("available");
        assert!((number("probability") - rate).abs() < 1e-9, "{row}");
        assert_eq!(row["category"].as_str().expect("a name").split(' ').count(), 4);
    }
}

/// The games that were kept teach what they taught while they were played.
#[test]
fn weights_of_self_play_and_again_from_its_games() {
    let folder = Folder::new("weights");
    let (out, games) = (folder.path("w.toml"), folder.path("games.txt"));
    let args =
        [&["loa-eval", "--evaluator", "mia-2002"], &TINY[..], &["--out", &out, "--json"]].concat();
    let rows = objects(&good(&[&args[..], &["--rounds", "2", "--save-games", &games]].concat()));
    assert_eq!(
        rows.iter().map(|row| row["round"].as_u64()).collect::<Vec<_>>(),
        [Some(1), Some(2)]
    );
    assert!(rows.iter().all(|row| row["training_positions"].as_u64() > Some(50)), "{rows:?}");
    let text = folder.read("w.toml");
    assert!(text.contains("learn loa-eval --evaluator mia-2002") && text.contains("2 rounds"));
    assert!(text.contains("concentration = ") && !text.contains("pieces = "), "{text}");
    // The weights can begin the next self-play, and the games are records.
    good(&[&args[..], &["--from", &out]].concat());
    let again = ["loa-eval", "--games", &games, "--out", &out];
    let table = stdout(&good(&again));
    assert!(table.starts_with("round 1: ") && table.contains("part of"), "{table}");
    assert!(folder.read("w.toml").contains("from 8 games of games.txt"));
}

#[test]
fn games_of_sgf_files_and_folders() {
    let folder = Folder::new("sgf");
    let (out, lines) = (folder.path("out.toml"), folder.write("games.txt", SHORT));
    let counts = |args: &[&str]| -> String {
        good(&[&["transitions", "--out", &out, "--games"], args].concat());
        let text = folder.read("out.toml");
        text[text.find("[transitions]").expect("a table")..].to_owned()
    };
    let expected = counts(&[&lines]);
    let one = folder.write("one.SGF", SHORT_SGF);
    assert_eq!(counts(&[&one]), expected);
    fs::create_dir(folder.0.join("games")).expect("a folder");
    folder.write("games/a.sgf", SHORT_SGF);
    folder.write("games/b.sgf", "(;GM[9]AB[a1][b2]AW[h8][g7];B[a1-a2])");
    folder.write("games/notes.txt", "not a game");
    let games = folder.path("games");
    assert_eq!(counts(&[&games]), expected);
    let output = good(&["transitions", "--out", &out, "--games", &games]);
    let text = stderr(&output);
    assert!(text.starts_with("left out: ") && text.contains("b.sgf: the game does not"), "{text}");
    assert!(folder.read("out.toml").contains("# from 1 games of games"), "what was used");
}

#[test]
fn mistakes_are_explained() {
    let folder = Folder::new("mistakes");
    let out = folder.path("out.toml");
    let bad_line = folder.write("bad.txt", "# games\nc1-c3\nc1-c4\n");
    let bad_sgf = folder.write("bad.sgf", "(;GM[9];B[b1-b4])");
    let go = folder.write("go.sgf", "(;GM[1];B[aa])");
    let odd = folder.write("odd.sgf", "(;GM[9]AB[a1][b2]AW[h8][g7];B[a1-a2])");
    let empty = folder.write("empty.txt", "# nothing\n");
    let weights = folder.write("weights.toml", "[weights]\nmagic = 1\n");
    let nowhere = folder.path("no/such/folder.toml");
    let missing = folder.path("missing.txt");
    for command in ["transitions", "loa-eval"] {
        for (args, part) in [
            (&[][..], "nothing to learn from: give --games FILE, --selfplay N, or both"),
            (&["--games", &bad_line], "bad.txt: line 3: move 1, c1-c4: "),
            (&["--games", &bad_sgf], "bad.sgf: move 1, Black b1-b4: illegal move"),
            (&["--games", &go], "go.sgf: "),
            (&["--games", &odd], "odd.sgf: there are no games in it to learn from"),
            (&["--games", &empty], "empty.txt: there are no games in it to learn from"),
            (&["--games", &missing], "missing.txt"),
            (&["--selfplay", "1", "--from", &weights], "weights.toml: unknown feature \"magic\""),
            (&["--selfplay", "-1"], "whole number"),
            (&["--selfplay", "1", "--threads", "0"], "from 1 to 1024"),
        ] {
            let output = learn(&[&[command, "--out", &out], args].concat());
            let text = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{command} {args:?}: {text}");
            assert!(text.contains(part), "{command} {args:?}: {text}");
            assert!(!folder.0.join("out.toml").exists(), "{command} {args:?} wrote something");
        }
        let output = learn(&[command, "--selfplay", "1", "--out", &nowhere]);
        assert!(stderr(&output).contains("cannot write"), "{}", stderr(&output));
        let output = learn(&[command, "--selfplay", "1"]);
        assert!(stderr(&output).contains("--out"), "{}", stderr(&output));
    }
    let output = learn(&["loa-eval", "--evaluator", "mia-1999", "--selfplay", "1", "--out", &out]);
    assert!(stderr(&output).contains("mia-2000, mia-2002, mia-2006"), "{}", stderr(&output));
}
