//! Phantom Go as a user meets it: in the terminal, in matches, in records.

mod common;

use std::fs;
use std::path::Path;

use common::{Folder, games, json, stderr, stdout, tengen, tengen_with_input};

#[test]
fn a_human_game_survives_nonsense_and_is_revealed() {
    let folder = Folder::new("phantom-play");
    let save = folder.path("game.sgf");
    let script = "z9\nk10\nundo\nreveal\nnews\nc3\nc3\nc3\nb3\nc3\nboard\npass\npass\nc3\n\
                  reveal\nnews\nsave\nquit\n";
    let args = ["play", "phantom", "--size", "5", "--white", "human", "--seed", "1", "--save"];
    let output = tengen_with_input(&[&args[..], &[&save]].concat(), script);
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    assert!(text.starts_with("Phantom Go 5x5, komi 7.5, "), "{text}");
    for part in [
        "\"z9\" is not a point",
        "K10 is not on a board of size 5.",
        "Nothing is taken back",
        "The boards are revealed when the game is over.",
        "Nothing has happened yet.",
        "C3: illegal. Try something else.",
        "C3 was refused in this turn: try another point, or pass.",
        "C3 has your own stone: try another point.",
        "White sees this; Black has 1 on the board, 1 of them unseen.",
        "White sees this; Black has 1 on the board, 0 of them unseen.",
        "White wins by 7.5.",
        "The game is over. Type reveal, save FILE or quit.",
        "Black's board     The arbiter's board    White's board\n",
        " 3 . . X . . 3     3 . O X . . 3          3 . O X . . 3\n",
        "Save to which file?",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let before = text.split("White wins").next().expect("a beginning");
    assert!(!before.contains("arbiter's board"), "{text}");
    let sgf = folder.read("game.sgf");
    assert!(sgf.contains("RE[W+7.5]") && sgf.contains("W[bc]C[Tried in vain: C3.]"), "{sgf}");
}

#[test]
fn captures_are_told_as_the_referee_says() {
    let script = "a2\na1\nb1\nquit\n";
    let told = |referee: &str| {
        let args = ["play", "phantom", "--size", "5", "--white", "human", "--referee", referee];
        stdout(&tengen_with_input(&args, script))
    };
    for (referee, news) in [("paper", "taken: 1."), ("olympiad", "taken: 1 (A1).")] {
        let text = told(referee);
        assert!(text.contains(&format!("B1: legal. Stones of White {news}")), "{text}");
        assert!(text.contains("3. Black has played. Stones of White taken: 1 (A1)."), "{text}");
    }
}

#[test]
fn an_engine_keeps_its_stones_to_itself() {
    let args = ["play", "phantom", "--size", "5", "--white", "mce-all,sims=20", "--seed", "3"];
    let text = stdout(&tengen_with_input(&args, "c3\nhint\nresign\nreveal\n"));
    let before = text.split("Black resigns. White wins.").next().expect("a beginning");
    assert!(before.contains("2. White has played.") && !before.contains(" O "), "{text}");
    let after = text.rsplit("The game is over>").nth(1).expect("an end");
    assert!(after.contains(" O "), "{text}");
    let both = ["play", "phantom", "--size", "4", "--black", "random", "--white", "random"];
    let text = stdout(&tengen(&[&both[..], &["--seed", "7"]].concat()));
    assert!(text.contains("Black's board") && text.contains(" wins by "), "{text}");
    assert_eq!(text, stdout(&tengen(&[&both[..], &["--seed", "7"]].concat())));
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (args, reason) in [
        (&["play", "phantom", "--referee", "blind"][..], "known are paper and olympiad"),
        (&["play", "--referee", "paper"], "--referee is for phantom"),
        (&["play", "phantom", "--white", "uct"], "uct does not play phantom"),
        (&["play", "--white", "mce-all"], "mce-all does not play go"),
        (&["play", "phantom", "--white", "phantom,sims=off"], "would think for ever"),
        (&["play", "phantom", "--position", "x b"], "are for loa"),
        (&["match", "phantom", "uct", "--game", "phantom"], "uct does not play phantom"),
        (&["match", "phantom", "random", "--game", "phantom", "--referee", "gnugo"], "known are"),
        (&["match", "phantom,sims=off", "random", "--game", "phantom"], "would think for ever"),
        (&["perft", "phantom", "--depth", "2"], "everything is seen"),
        (&["bench", "playouts", "--game", "phantom"], "--game go"),
        (&["gtp", "--game", "phantom", "--squares"], "--squares is for loa"),
    ] {
        let output = tengen(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(reason), "{args:?}: {}", stderr(&output));
    }
}

fn a_match<'a>(folder: &'a str, games: &'a str) -> Vec<&'a str> {
    let players = ["match", "phantom,sims=20", "mce-std,sims=20", "--game", "phantom"];
    let terms = ["--size", "5", "--referee", "olympiad", "--openings", "random:2"];
    [&players[..], &terms, &["--games", games, "--json", "--out", folder]].concat()
}

#[test]
fn matches_are_recorded_try_by_try_and_go_on() {
    let folder = Folder::new("phantom-match");
    let (whole, parts) = (folder.path("whole"), folder.path("parts"));
    let summary = json(&a_match(&whole, "4"));
    assert_eq!((&summary["games"], &summary["forfeits"]), (&4.into(), &0.into()));
    // A killed match has lost its last lines, at worst.
    json(&a_match(&parts, "4"));
    let log = Path::new(&parts).join("games.jsonl");
    let text = fs::read_to_string(&log).expect("a log");
    let first = text.lines().next().expect("a game");
    fs::write(&log, format!("{first}\n")).expect("written");
    json(&a_match(&parts, "4"));
    assert_eq!(games(&parts), games(&whole));
    for game in games(&whole) {
        let tries = game["tries"].as_array().expect("tries");
        let legal: Vec<_> =
            tries.iter().filter(|t| t["legal"] == true).map(|t| &t["try"]).collect();
        assert_eq!(legal, game["moves"].as_array().expect("moves").iter().collect::<Vec<_>>());
        assert!(tries.iter().any(|t| t["legal"] == false), "{game}");
        let taken = |t: &&serde_json::Value| t["taken"].is_u64();
        for capture in tries.iter().filter(taken) {
            let stones = capture["stones"].as_array().expect("the olympiad tells which");
            assert_eq!(capture["taken"], stones.len(), "{capture}");
        }
        assert_eq!(
            (&game["terms"]["game"], &game["terms"]["referee"]),
            (&"phantom".into(), &"olympiad".into())
        );
    }
    let sgf = fs::read_to_string(Path::new(&whole).join("sgf/000000.sgf")).expect("a record");
    assert!(sgf.contains("Phantom Go, referee: olympiad.") && sgf.contains("Tried in vain: "));
    let page = tengen(&["report", &whole]);
    assert!(page.status.success(), "{}", stderr(&page));
}

/// An engine that plays by the two commands: it tries the same points again and again, and passes
/// when it hears of a refusal.
const ENGINE: &str = r#"try=C3
while read -r command rest; do
  case "$command" in
    list_commands) echo "= tengen-phantom_try";;
    gogui-rules_game_id) echo "= phantom";;
    tengen-phantom_try) echo "= $try";;
    tengen-phantom_hear) echo "$command $rest" >> "$1"; echo "=";
      case "$rest" in *refused*|*played*) try=pass;; esac;;
    *) echo "=";;
  esac
  echo
done"#;

#[test]
fn an_outside_engine_plays_through_the_arbiter() {
    let folder = Folder::new("phantom-outside");
    let script = folder.write("engine.sh", ENGINE);
    let (log, out) = (folder.path("heard.txt"), folder.path("out"));
    let engine = format!("gtp:sh '{script}' '{log}'");
    let args = ["match", &engine, "mce-all,sims=10", "--game", "phantom", "--size", "5"];
    let summary = json(&[&args[..], &["--games", "2", "--json", "--out", &out]].concat());
    assert_eq!((&summary["games"], &summary["forfeits"]), (&2.into(), &0.into()));
    let heard = folder.read("heard.txt");
    assert!(heard.contains("tengen-phantom_hear b played C3 taken 0 lost 0\n"), "{heard}");
    assert!(heard.contains("tengen-phantom_hear w opponent-played lost 0 gone 0\n"), "{heard}");
    assert!(heard.contains("tengen-phantom_hear b passed\n"), "{heard}");
    // One who plays Go only is told what he would need.
    let other = format!("gtp:'{}' gtp --player random", env!("CARGO_BIN_EXE_tengen"));
    let error = stderr(&tengen(&["match", &other, "random", "--game", "phantom"]));
    assert!(error.contains("by tengen-phantom_try and tengen-phantom_hear"), "{error}");
}

/// The same players, in their own process and behind the two commands, play the same games.
#[test]
fn our_own_players_play_through_the_arbiter_as_outside_engines() {
    let folder = Folder::new("phantom-own");
    let (out, inside) = (folder.path("out"), folder.path("inside"));
    let player = "phantom,sims=30,seed=5";
    let tengen = env!("CARGO_BIN_EXE_tengen");
    let engine = format!("gtp:'{tengen}' gtp --game phantom --player {player}");
    let games_of = |a: &str, out: &str| {
        let args = ["match", a, "mce-all,sims=30", "--game", "phantom", "--size", "5"];
        let how = ["--referee", "olympiad", "--games", "2", "--json", "--out", out];
        let summary = json(&[&args[..], &how].concat());
        assert_eq!((&summary["games"], &summary["forfeits"]), (&2.into(), &0.into()));
        games(out).into_iter().map(|game| game["tries"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(games_of(&engine, &out), games_of(player, &inside));
}

#[test]
fn searches_are_timed_in_the_middle_of_a_game() {
    let player = ["--player", "mce-all,sims=2000"];
    let report = json(&[&["bench", "search", "--game", "phantom", "--json"][..], &player].concat());
    assert_eq!((&report["playouts"], &report["size"]), (&2000.into(), &9.into()));
    let text = stdout(&tengen(&[&["bench", "search", "--game", "phantom"][..], &player].concat()));
    assert!(text.starts_with("mce-all,sims=2000, phantom 9x9, 1 thread"), "{text}");
}

#[test]
fn players_are_listed() {
    let text = stdout(&tengen(&["players"]));
    for name in ["mce-std", "mce-all", "uct-rand", "uct-prob", "phantom"] {
        assert!(
            text.lines().any(|line| line.starts_with(name) && line.ends_with("(phantom only)"))
        );
    }
    assert!(stdout(&tengen(&["players", "phantom"])).contains("rave=1000"));
}
