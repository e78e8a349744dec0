//! `tengen learn mm` as a user meets it.

mod common;

use std::process::Output;

use common::{Folder, stderr, stdout, tengen};
use serde_json::Value;
use tengen_policy::go::{PlayoutGammas, PriorGammas};

fn mm(args: &[&str]) -> Output {
    tengen(&[&["learn", "mm"], args].concat())
}

fn good(args: &[&str]) -> Output {
    let output = mm(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    output
}

fn object(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).expect("JSON")
}

/// A few quick games.
const TINY: [&str; 6] = ["--selfplay", "12", "--size", "5", "--playouts", "40"];

#[test]
fn gammas_of_self_play_and_again_from_its_games() {
    let folder = Folder::new("mm-self-play");
    let (out, games) = (folder.path("out.toml"), folder.path("games.sgf"));
    let args = [&TINY[..], &["--out", &out, "--save-games", &games]].concat();
    let text = stdout(&good(&args));
    for part in ["two-point-semeai", "2051", "updates; ", "learned from ", "kept aside"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let first = folder.read("out.toml");
    PlayoutGammas::from_text(&first).expect("a policy");
    for part in ["# made by: tengen", "--features playout", "on 5x5, 40 playouts a move"] {
        assert!(first.contains(part), "{part}: {}", &first[..500]);
    }
    // Threads change nothing.
    good(&[&args[..], &["--threads", "3"]].concat());
    assert_eq!(folder.read("out.toml"), first);
    // The games that were kept teach the same.
    let again = object(&good(&["--games", &games, "--out", &out, "--json"]));
    let played = folder.read("games.sgf").lines().count() as u64;
    assert_eq!(again["games"].as_u64(), Some(played));
    let learned = |text: &str| text[text.find("[features]").expect("a table")..].to_owned();
    assert_eq!(learned(&folder.read("out.toml")), learned(&first));
}

const SGF: &str = "(;GM[1]SZ[9];B[ee];W[ec];B[ff];W[cf];B[dg];W[cg];B[ch];W[bh])";

#[test]
fn priors_from_files_of_all_kinds() {
    let folder = Folder::new("mm-files");
    let out = folder.path("out.toml");
    std::fs::create_dir(folder.0.join("games")).expect("a folder");
    folder.write("games/a.sgf", &SGF.repeat(11));
    folder.write("games/b.SGF", SGF);
    folder.write("games/notes.txt", "not a game");
    let lines = "1\t;B[qd];W[dd];B[pq];W[dq]\n2\t;B[qd];W[qd]\n3\tnothing\n4\t;B[aa];W[];B[tt]\n";
    let lines = folder.write("lines.txt", lines);
    let games = folder.path("games");
    let args = ["--features", "prior", "--positions-per-game", "all", "--out", &out];
    let output = good(&[&args[..], &["--json", "--games", &games, &lines]].concat());
    let found = object(&output);
    assert_eq!((found["games"].as_u64(), found["refused"].as_u64()), (Some(14), Some(2)));
    let plies = found["training"]["positions"].as_u64().unwrap()
        + found["held_out"]["positions"].as_u64().unwrap();
    assert_eq!(plies, 12 * 8 + 4 + 3);
    for key in ["top1", "top5", "top10"] {
        let rate = found["training"][key].as_f64().expect(key);
        assert!((0.0..=1.0).contains(&rate), "{found}");
    }
    assert!(found["training"]["log_likelihood"].as_f64() < Some(0.0));
    let told = stderr(&output);
    assert!(told.contains("left out: ") && told.contains("lines.txt: line 2: move 2, White R16"));
    assert!(told.contains("lines.txt: line 3: a game is"), "{told}");
    let text = folder.read("out.toml");
    PriorGammas::from_text(&text).expect("priors");
    assert!(text.contains("\"games\" = \"14 of games, lines.txt\""), "{}", &text[..600]);
    // Ten games alike are learned from, and one in ten is not.
    assert!(!text.contains("[surroundings]") && text.contains("--surroundings 100"));
    let output = good(&[&args[..], &["--surroundings", "9", "--games", &games]].concat());
    assert!(stdout(&output).contains("\nsurroundings "), "{}", stdout(&output));
    let priors = PriorGammas::from_text(&folder.read("out.toml")).expect("priors");
    assert!(priors.surroundings().count() > 40);
    good(&[&args[..], &["--surroundings", "off", "--games", &games]].concat());
    assert!(!folder.read("out.toml").contains("[surroundings]"));
    // The same seed, the same bytes; another one, other positions.
    let some =
        ["--features", "prior", "--positions-per-game", "2", "--out", &out, "--games", &games];
    let learned = |seed: &str| {
        good(&[&some[..], &["--seed", seed]].concat());
        let text = folder.read("out.toml");
        text[text.find("[pattern]").expect("a table")..].to_owned()
    };
    assert_eq!(learned("1"), learned("1"));
    assert_ne!(learned("1"), learned("2"));
}

#[test]
fn data_sets_go_out_and_in() {
    let folder = Folder::new("mm-data");
    let games = folder.write("games.sgf", &SGF.repeat(20));
    let (data, out, frequencies) =
        (folder.path("data.mm"), folder.path("out.txt"), folder.path("freq.txt"));
    // Without --out nothing is fitted.
    let output = good(&["--games", &games, "--write-data", &data]);
    assert_eq!(stdout(&output), "");
    let text = folder.read("data.mm");
    assert!(text.starts_with("! 2058\n6\n2051 pattern\n1 contiguous\n"), "{}", &text[..60]);
    assert_eq!(text.lines().filter(|line| *line == "#").count(), 18 * 8);
    let found =
        object(&good(&["--data", &data, "--out", &out, "--frequencies", &frequencies, "--json"]));
    assert_eq!(found["training"]["positions"].as_u64(), Some(18 * 8));
    assert!(found.get("held_out").is_none());
    let gammas = folder.read("out.txt");
    assert_eq!(gammas.lines().count(), 2058);
    assert!(gammas.starts_with("0 "), "{}", &gammas[..20]);
    let counted = folder.read("freq.txt");
    let sum = |column: usize| -> u64 {
        let last = counted.lines().map(|line| line.split(' ').nth(column).expect("a column"));
        last.map(|word| word.parse::<u64>().expect("a count")).sum()
    };
    assert!(counted.lines().all(|line| line.split(' ').count() == 5));
    assert!(sum(2) >= 18 * 8 && sum(3) > sum(4) && sum(4) > sum(2));
    // What is fitted to games and to their data set is the same, but for the digits that are kept.
    let toml = folder.path("out.toml");
    good(&["--games", &games, "--out", &toml]);
    let policy = PlayoutGammas::from_text(&folder.read("out.toml")).expect("a policy");
    let values: Vec<f64> = gammas
        .lines()
        .map(|line| line.split(' ').nth(1).expect("a gamma").parse().expect("a number"))
        .collect();
    for (a, b) in policy.values().iter().zip(values) {
        assert!((a / b - 1.0).abs() < 1e-5, "{a} and {b}");
    }
}

#[test]
fn mistakes_are_explained() {
    let folder = Folder::new("mm-mistakes");
    let out = folder.path("out.toml");
    let bad_data = folder.write("bad.mm", "! 2\n1\n2 a\n!\n#\n0\n1\n");
    let empty_data = folder.write("empty.mm", "! 2\n1\n2 a\n!\n");
    let lines = folder.write("lines.txt", "hello\n");
    let zip = folder.write("broken.zip", "PK\u{3}\u{4}nothing");
    let loa = folder.write("loa.sgf", "(;GM[9];B[b1-b3])");
    let missing = folder.path("missing.txt");
    let nowhere = folder.path("no/such/folder.toml");
    let games = folder.write("games.sgf", SGF);
    for (args, part) in [
        (&[][..], "nothing to learn from: give --games FILE, --selfplay N or --data FILE"),
        (&["--data", &bad_data], "bad.mm: line 5: the winner of this competition"),
        (&["--data", &empty_data], "there are no positions to learn from"),
        (&["--data", &missing], "cannot read"),
        (&["--games", &missing], "cannot read"),
        (&["--games", &lines], "lines.txt: there are no games in it to learn from"),
        (&["--games", &loa], "loa.sgf: there are no games in it to learn from"),
        (&["--games", &zip], "broken.zip: it cannot be unpacked"),
        (&["--games", &games, "--data", &bad_data], "cannot be used with"),
        (&["--games", &games, "--features", "magic"], "playout, prior"),
        (
            &["--games", &games, "--surroundings", "0"],
            "not a whole number from 1 to 1000000000, or off",
        ),
        (&["--games", &games, "--positions-per-game", "0"], "from 1 to 1000000, or all"),
        (&["--games", &games, "--tolerance", "0"], "not a number from 1e-12 to 1"),
        (&["--games", &games, "--tolerance", "nan"], "not a number from 1e-12 to 1"),
        (&["--selfplay", "-1"], "whole number"),
        (&["--selfplay", "1", "--size", "99"], "from 2 to 19"),
        (&["--selfplay", "1", "--threads", "0"], "from 1 to 1024"),
        (&["--games", &games, "--write-data", &nowhere], "cannot write"),
    ] {
        let output = mm(&[&["--out", &out], args].concat());
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(part), "{args:?}: {text}");
        assert!(!folder.0.join("out.toml").exists(), "{args:?} wrote something");
    }
    let output = mm(&["--games", &games]);
    assert!(stderr(&output).contains("--out"), "{}", stderr(&output));
}
