//! Lines of Action as a user meets it: in the terminal, in files, in matches.

mod common;

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use common::{Folder, games, json, start, stderr, stdout, tengen, tengen_with_input};
use serde_json::Value;

const WON: &str = "....oxo./....ooo./.....x../......x./..x...x./......xo/......../........ b";

/// The shortest known game: White is connected by Black's move.
const SHORT: &str = "(;GM[9]FF[4]PB[Anna]PW[Bert];B[C1:A3];W[A2-C4];B[C8:A6];W[A4-D4];B[E1-C3]\
    ;W[D4-G4];B[C3:A5];W[C4-F4];B[A3:A7])";

#[test]
fn a_human_game_survives_nonsense_and_is_saved() {
    let folder = Folder::new("play");
    let save = folder.path("game.sgf");
    let script =
        "zz\nb1-b4\nb1\nb3\na2\nd4\npass\nundo\nb1-b3\nundo\nb1b3\nposition\na2c2\nhelp\nquit\n";
    let args = ["play", "loa", "--white", "human", "--seed", "1", "--save", &save];
    let output = tengen_with_input(&args, script);
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    assert!(text.starts_with("Lines of Action, paper rules, seed 1."), "{text}");
    for part in [
        "\"zz\" is not a move such as f8-f7, c7xc4 or pass. Type help",
        "b1-b4: illegal move: the line has 2 pieces, so the piece moves 2 squares.",
        "b1 can go to h1, b3, d3.",
        "There is no piece on b3.",
        "The piece on a2 is White's.",
        "pass: illegal move: a player who can move may not pass.",
        "There is no move of yours to undo.",
        ".xxxxxx./o......o/o......o/o......o/o......o/ox.....o/o......o/..xxxxx. w",
        "2. White a2-c2",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.matches("1. Black b1-b3").count(), 2, "{text}");
    let sgf = folder.read("game.sgf");
    assert!(sgf.starts_with("(;GM[9]FF[4]"), "{sgf}");
    assert!(sgf.contains(";B[b1-b3]") && sgf.contains(";W[a2-c2]"), "{sgf}");
}

#[test]
fn games_end_by_the_rules() {
    let args = ["play", "loa", "--position", WON, "--white", "human"];
    let text = stdout(&tengen_with_input(&args, "c4xf7\n"));
    assert!(text.ends_with("Black wins: Black is connected.\n"), "{text}");
    let args = ["play", "loa", "--position", WON, "--black", "mcts-solver,sims=500,memory=16M"];
    let text = stdout(&tengen_with_input(&args, ""));
    assert!(text.contains("1. Black c4xf7   won in 1"), "{text}");
    let both = ["play", "loa", "--black", "random", "--white", "random", "--seed", "7"];
    let text = stdout(&tengen(&both));
    let end = text.lines().last().unwrap_or_default();
    assert!(end.contains("wins: ") || end.starts_with("A draw: "), "{end}");
    assert_eq!(stdout(&tengen(&both)), text, "the same seed gives the same game");
    let hint = stdout(&tengen_with_input(&["play", "loa", "--position", WON], "hint\nquit\n"));
    assert!(hint.contains("c4xf7   won in 1"), "{hint}");
}

/// Wrong usage: exit code 2, nothing on standard output, and a line that says what is allowed.
#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    for (args, reason) in [
        (&["play", "loa", "--size", "9"][..], "--size and --komi are for go"),
        (&["play", "--position", WON], "--position and --max-length are for loa"),
        (&["play", "loa", "--rules", "chinese"], "known are paper, mover-wins and openspiel"),
        (&["play", "loa", "--position", "x b"], "a board has 8 rows joined by /"),
        (&["play", "chess"], "go, loa"),
        (&["play", "loa", "--white", "uct,policy=tactical"], "should be one of auto, uniform"),
        (&["gtp", "--squares"], "--squares is for loa"),
        (&["match", "uct,prior=tactics", "mc", "--game", "loa"], "one of auto, none, even"),
        (&["match", "mc", "mc", "--game", "loa", "--komi", "1"], "are for go"),
        (
            &["match", "mc", "random", "--game", "loa", "--referee", "gnugo"],
            "in loa the rules decide",
        ),
        (&["analyze"], "GAME.sgf"),
        (&["analyze", "--position", "no"], "a board has 8 rows"),
    ] {
        let output = tengen(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error = stderr(&output);
        assert!(error.contains(reason) && error.lines().count() == 1, "{args:?}: {error}");
        assert_eq!(stdout(&output), "", "{args:?}");
    }
}

#[test]
fn games_and_positions_are_analysed() {
    let folder = Folder::new("analyze");
    let game = folder.write("game.sgf", SHORT);
    let (out, plot) = (folder.path("annotated.sgf"), folder.path("rates.svg"));
    let player = ["--player", "mcts-solver,sims=400,memory=16M"];
    let args = [&["analyze", &game, "--out", &out, "--plot", &plot][..], &player].concat();
    let output = tengen(&args);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.starts_with("Anna against Bert, analysed by mcts-solver"), "{text}");
    assert!(text.contains("   9 black  a3xa7 "), "{text}");
    let annotated = folder.read("annotated.sgf");
    assert_eq!(annotated.matches("SBKV[").count(), 9, "{annotated}");
    assert!(folder.read("rates.svg").contains("move 9: Black a3xa7"));
    let args = [&["analyze", &game, "--json", "--rules", "mover-wins"][..], &player].concat();
    let lines: Vec<Value> = stdout(&tengen(&args))
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    assert_eq!((lines.len(), &lines[8]["played"]), (9, &"a3xa7".into()));
    // The last move loses at once.
    assert!(lines[8]["loss"].as_f64().expect("a loss") > 0.2, "{}", lines[8]);

    let args = [&["analyze", "--position", WON][..], &player].concat();
    let text = stdout(&tengen(&args));
    assert!(text.contains("proved: Win in 1 plies") && text.contains(" c4xf7"), "{text}");
    let report = json(&[&args[..], &["--json"]].concat());
    assert_eq!((&report["best"], &report["value"]), (&"c4xf7".into(), &1.0.into()));
    let bad = folder.write("bad.sgf", "(;GM[9];B[b1-b4])");
    let error = stderr(&tengen(&["analyze", &bad]));
    assert!(error.contains("move 1, Black b1-b4: illegal move: the line has 2 pieces"), "{error}");
}

#[test]
fn players_tell_of_games() {
    let text = stdout(&tengen(&["players", "uct"]));
    assert!(text.contains("policy=auto"), "{text}");
    let policies = text.lines().find(|line| line.contains("go: uniform (auto), tactical, "));
    for word in ["uniform", "category", "corrective", "(auto)"] {
        let at_loa = policies.and_then(|line| line.split("loa: ").nth(1));
        assert!(at_loa.is_some_and(|line| line.contains(word)), "{word}: {text}");
    }
    let report = json(&["players", "uct", "--json"]);
    assert_eq!(report["games"], serde_json::json!(["go", "loa"]));
    let keys = report["keys"].as_array().expect("keys");
    let prior = keys.iter().find(|key| key["name"] == "prior").expect("a key");
    let words = serde_json::json!(["none", "even", "tactics", "patterns", "FILE"]);
    assert_eq!(prior["by_game"]["go"]["words"], words);
    let args = ["bench", "search", "--game", "loa", "--player", "mcts-solver,sims=300,memory=16M"];
    let report = json(&[&args[..], &["--json"]].concat());
    assert_eq!((report["game"].as_str(), report["playouts"].as_u64()), (Some("loa"), Some(300)));
}

#[test]
fn gtp_speaks_of_lines_of_action() {
    let args = ["gtp", "--game", "loa", "--player", "random", "--rules", "openspiel"];
    let output = tengen_with_input(&args, "gogui-rules_game_id\ntengen-rules\ngenmove b\nquit\n");
    let text = stdout(&output);
    assert!(text.starts_with("= loa\n\n= openspiel\n\n= "), "{text}");
}

fn a_match(folder: &str) -> Vec<&str> {
    let players = ["match", "mcts-solver,sims=300,memory=4M", "mc,sims=400", "--game", "loa"];
    let terms = ["--games", "24", "--openings", "random:3", "--max-length", "120"];
    [&players[..], &terms, &["--jobs", "2", "--json", "--out", folder]].concat()
}

/// Eight times it is killed, at any moment; then it goes on to the end, to the same games.
#[test]
fn a_match_that_is_killed_again_and_again_is_the_same_match() {
    let folder = Folder::new("killed");
    let (whole, killed) = (folder.path("whole"), folder.path("killed"));
    let summary = json(&a_match(&whole));
    assert_eq!((&summary["games"], &summary["forfeits"]), (&24.into(), &0.into()));
    let taken = summary["speed"]["seconds"].as_f64().expect("a time");
    let mut lines = Vec::new();
    for round in 0..8_u32 {
        let mut child = start(&a_match(&killed));
        sleep(Duration::from_secs_f64(taken * f64::from(round * 37 % 100) / 500.0));
        // SIGKILL: no chance to tidy up.
        child.kill().expect("it runs or has ended");
        child.wait().expect("it ends");
        let log = Path::new(&killed).join("games.jsonl");
        lines.push(fs::read_to_string(log).map_or(0, |text| text.lines().count()));
    }
    assert!(lines.is_sorted(), "a finished game was lost: {lines:?}");
    assert!(lines[3] < 24 && lines[7] > 0, "not killed in the middle: {lines:?}");
    let again = json(&a_match(&killed));
    assert_eq!(games(&killed), games(&whole));
    for key in ["games", "wins", "draws", "losses", "elo", "pairs", "ends"] {
        assert_eq!(again[key], summary[key], "{key}");
    }
    let games = games(&whole);
    assert_eq!(games[0]["opening"], games[1]["opening"], "pairs have one opening");
    assert_ne!(games[0]["opening"], games[2]["opening"]);
    assert_eq!((&games[0]["black"], &games[1]["black"]), (&"a".into(), &"b".into()));
    let terms = &games[0]["terms"];
    assert_eq!(terms["game"], "loa");
    assert_eq!(terms["rules"], "paper, drawn after 120 plies");
    let policy = games[0]["players"]["b"]["settings"]["policy"].as_str().expect("a policy");
    assert_ne!(policy, "auto", "auto is resolved");
    for game in &games {
        let end = game["end"].as_str().expect("an end");
        let moves = game["moves"].as_array().expect("moves").len();
        assert!(["connection", "both-connected", "repetition", "length"].contains(&end), "{end}");
        assert!(moves <= 120 && (end != "length" || moves == 120), "{end} after {moves}");
        assert_eq!(game["winner"].is_null(), game["result"] == "0", "{game}");
    }
    // Each record reads as the log says.
    let sgf = fs::read_to_string(Path::new(&whole).join("sgf/000000.sgf")).expect("a record");
    assert!(sgf.starts_with("(;GM[9]FF[4]"), "{sgf}");
    assert!(sgf.contains("RU[paper, drawn after 120 plies]"), "{sgf}");
    let page = tengen(&["report", &whole]);
    assert!(page.status.success(), "{}", stderr(&page));
    let html = fs::read_to_string(Path::new(&whole).join("report.html")).expect("a page");
    assert!(html.contains(">loa</td>") && !html.contains("Komi"), "{html}");
    assert_eq!(html.matches("<title>Game ").count(), 6, "boards of the first games");
}

#[test]
fn openings_come_from_files() {
    let folder = Folder::new("openings");
    let lines = folder.write("lines.txt", "# three plies\nb1-b3 a2c2 c1-e3\n\nc1:a3 # one\n");
    let out = folder.path("match");
    let args = ["match", "random", "random", "--game", "loa", "--games", "4", "--out", &out];
    json(&[&args[..], &["--openings", &lines, "--json"]].concat());
    let played = games(&out);
    assert_eq!(played[1]["opening"]["moves"], serde_json::json!(["b1-b3", "a2-c2", "c1-e3"]));
    assert_eq!(played[2]["opening"]["moves"], serde_json::json!(["c1xa3"]));
    let sgf = folder.write("opening.sgf", "(;GM[9];B[b1-b3];W[a2-c2])");
    let out = folder.path("sgf");
    let args = ["match", "random", "random", "--game", "loa", "--games", "1", "--out", &out];
    json(&[&args[..], &["--openings", &sgf, "--json"]].concat());
    assert_eq!(games(&out)[0]["opening"]["name"], "opening");
    for (name, content, reason) in [
        ("bad.txt", "b1-b3 b3-b1", "bad.txt line 1, move 2: b3-b1: the piece on b3 is the opp"),
        ("other.sgf", "(;GM[1]SZ[9];B[ee])", "no game of Lines of Action"),
        ("start.sgf", "(;GM[9]AB[a1][h8]AW[c3][d5];B[a1-a2])", "begins with other pieces"),
        ("over.sgf", SHORT, "the game is over at its end"),
    ] {
        let file = folder.write(name, content);
        let args = ["match", "random", "random", "--game", "loa", "--openings", &file];
        let output = tengen(&args);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(stderr(&output).contains(reason), "{name}: {}", stderr(&output));
    }
}

#[test]
fn tournaments_and_outside_engines() {
    let folder = Folder::new("tournament");
    let file = |game: &str| {
        format!(
            "title = \"Lines\"\ngames = 2\nopenings = \"random:3\"\n{game}\n[players]\n\
             pure = \"mc,sims=40\"\nrandom = \"random\"\n"
        )
    };
    let named = folder.write("named.toml", &file("game = \"loa\""));
    let report = json(&["tournament", &named, "--json"]);
    assert_eq!((&report["games"], &report["title"]), (&2.into(), &"Lines".into()));
    let out = folder.path("out");
    let table = "[game]\nname = \"loa\"\nrules = \"openspiel\"\nmax-length = 60";
    let table = folder.write("table.toml", &file(table));
    json(&["tournament", &table, "--json", "--out", &out]);
    assert_eq!(games(&out)[0]["terms"]["rules"], "openspiel, drawn after 60 plies");
    for (game, reason) in [
        ("game = \"chess\"", "unknown game \"chess\": known are go and loa"),
        ("[game]\nname = \"loa\"\nkomi = 7", "komi of the game: loa has none, go has"),
        ("[game]\nmax-length = 7", "max-length of the game: go has none, loa has"),
        ("[game]\nname = \"loa\"\nrules = \"chinese\"", "known are paper, mover-wins"),
    ] {
        let output = tengen(&["tournament", &folder.write("bad.toml", &file(game))]);
        assert_eq!(output.status.code(), Some(2), "{game}");
        assert!(stderr(&output).contains(reason), "{game}: {}", stderr(&output));
    }
    // One of ours at the other end of a pipe, and one that plays another game.
    let ours = format!("gtp:'{}' gtp --game loa --player mc,sims=30", env!("CARGO_BIN_EXE_tengen"));
    let out = folder.path("outside");
    let position = "..xx..../......../......o./.xooo..o/oxx.x.o./.o....../o......./....o... b";
    let args = ["match", &ours, "random", "--game", "loa", "--games", "2", "--position", position];
    let args = [&args[..], &["--rules", "mover-wins", "--json", "--out", &out]].concat();
    let summary = json(&args);
    assert_eq!((&summary["games"], &summary["forfeits"]), (&2.into(), &0.into()));
    assert_eq!(games(&out)[0]["terms"]["position"], position);
    let sgf = fs::read_to_string(Path::new(&out).join("sgf/000000.sgf")).expect("a record");
    assert!(sgf.contains("SU[Custom]"), "{sgf}");
    let other = format!("gtp:'{}' gtp --player random", env!("CARGO_BIN_EXE_tengen"));
    let error = stderr(&tengen(&["match", &other, "random", "--game", "loa", "--games", "1"]));
    assert!(error.contains("the engine must play Lines of Action"), "{error}");
}

/// Playouts by each policy; the same seed gives the same games, and what ends them matters.
#[test]
fn playouts_are_measured() {
    let bench = |args: &[&str]| {
        let common = ["bench", "playouts", "--game", "loa", "--playouts", "301", "--json"];
        json(&[&common[..], args].concat())
    };
    let length = |report: &Value| report["moves_per_playout"].as_f64().expect("a number");
    let full = ["--cutoff", "off", "--length", "off"];
    let category = bench(&[&["--policy", "category"], &full[..]].concat());
    assert_eq!(category["playouts"].as_u64(), Some(301));
    assert_eq!((&category["game"], &category["cutoff"]), (&"loa".into(), &"off".into()));
    let again = bench(&[&["--policy", "category", "--threads", "1"], &full[..]].concat());
    assert_eq!(length(&category), length(&again));
    let other = bench(&[&["--policy", "category", "--seed", "2"], &full[..]].concat());
    assert_ne!(length(&category), length(&other));
    // Games that head for the centre end sooner than those that wander about.
    let uniform = bench(&[&["--policy", "uniform"], &full[..]].concat());
    assert!(length(&uniform) > 1.2 * length(&category), "{uniform} {category}");
    let short = bench(&["--policy", "uniform", "--length", "10"]);
    assert!(length(&short) <= 10.0, "{short}");
    for policy in ["corrective", "greedy", "mixed"] {
        assert!(length(&bench(&["--policy", policy, "--length", "6"])) > 1.0, "{policy}");
    }
    let text = stdout(&tengen(&["bench", "playouts", "--game", "loa", "--seconds", "0.05"]));
    assert!(text.contains("playouts, loa") && text.contains("moves/playout"), "{text}");
    for (args, part) in [
        (&["--game", "loa", "--policy", "tactical"][..], "uniform, category, corrective"),
        (&["--game", "loa", "--cutoff", "x"], "whole number"),
        (&["--game", "loa", "--length", "-3"], "whole number"),
        (&["--game", "loa", "--size", "9"], "--size and --komi are for go"),
        (&["--cutoff", "1000"], "are for loa"),
        (&["--policy", "category"], "one of auto, uniform, tactical"),
        (&["--policy", "./none.toml"], "none.toml"),
    ] {
        let output = tengen(&[&["bench", "playouts"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(part), "{args:?}: {}", stderr(&output));
    }
}
