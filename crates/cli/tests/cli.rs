//! The command line as a user meets it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn tengen(args: &[&str]) -> Output {
    tengen_with_input(args, "")
}

fn tengen_with_input(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tengen starts");
    // A program that ends without reading its input closes the pipe: that is its right.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_ref());
    child.wait_with_output().expect("tengen ends")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(args: &[&str]) -> Value {
    let output = tengen(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn version_names_the_program() {
    let output = tengen(&["--version"]);
    assert!(output.status.success());
    assert!(stdout(&output).starts_with(concat!("tengen ", env!("CARGO_PKG_VERSION"))));
}

/// Wrong usage: exit code 2, nothing on stdout, and a first line that says what is allowed.
#[test]
fn wrong_usage_is_explained_in_one_line() {
    for (args, allowed) in [
        (&["bench", "playouts", "--size", "20"][..], "from 2 to 19"),
        (&["bench", "playouts", "--size", "1"], "from 2 to 19"),
        (&["bench", "playouts", "--size", "nine"], "from 2 to 19"),
        (&["bench", "playouts", "--size", "-9"], "from 2 to 19"),
        (&["bench", "playouts", "--komi", "7.3"], "multiple of 0.5"),
        (&["bench", "playouts", "--komi", "nan"], "multiple of 0.5"),
        (&["bench", "playouts", "--seconds", "0"], "0.01 to 86400"),
        (&["bench", "playouts", "--seconds", "inf"], "0.01 to 86400"),
        (&["bench", "playouts", "--threads", "0"], "whole number from 1 to 1024"),
        (&["bench", "playouts", "--seed", "x"], "whole number from 0 to 18446744073709551615"),
        (&["bench", "playouts", "--sized", "9"], "--size"),
        (&["bench", "playouts", "--qqq"], "known here: --size, --komi, --seconds, --playouts"),
        (&["bench", "playouts", "9"], "known here: --size"),
        (&["bench"], "playouts, search, signature"),
        (&["bench", "speed"], "playouts, search, signature"),
        (&["plai"], "play"),
        (&["--qqq"], "known here: play, bench, perft, players"),
        (&["bench", "--json"], "known here: playouts, search, signature"),
        (&["bench", "playouts", "--seed", "-1"], "whole number"),
        (&["bench", "playouts", "--playouts", "0"], "from 1 to"),
        (&["bench", "playouts", "--playouts", "5", "--seconds", "1"], "cannot be used with"),
        (&[], "play, bench, perft, players"),
        (&["play", "--rules", "japanese"], "tromp-taylor, chinese and cgos"),
        (&["play", "--black", "alice"], "unknown player \"alice\"; known: random, mc,"),
        (&["play", "--black", "humans"], "alphabeta, human"),
        (&["play", "--white", "utc,sims=5"], "did you mean uct?"),
        (&["play", "--white", "uct,sim=5"], "uct has no key \"sim\", did you mean sims?"),
        (
            &["bench", "search", "--player", "uct,sims=x"],
            "a whole number from 0 to 1600000000, or off",
        ),
        (&["bench", "search", "--player", "uct,memory=8T"], "a size such as 64K"),
        (&["bench", "search", "--player", "mc", "--threads", "2"], "mc has no key \"threads\""),
        (&["play", "--black", "human,time=1s"], "human has no settings"),
        (&["play", "--black", "uct,sims=off"], "would think for ever: set sims or time"),
        (&["players", "mcts"], "did you mean mcts-basic?"),
        (&["perft", "chess", "--depth", "1"], "go"),
        (&["perft", "go"], "--depth"),
        (&["perft", "go", "--depth", "101"], "whole number from 0 to 100"),
    ] {
        let output = tengen(args);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(text.starts_with("error: "), "{args:?}: {text}");
        assert!(text.contains(allowed), "{args:?}: {text}");
        assert_eq!(text.lines().count(), 1, "{args:?}: {text}");
    }
    let output = tengen(&["bench", "playouts", "--size", "20"]);
    let first = stderr(&output).lines().next().unwrap_or_default().to_owned();
    assert_eq!(
        first,
        "error: invalid value '20' for '--size <N>': \
         board size \"20\" is not a whole number from 2 to 19 (see --help)"
    );
}

#[test]
fn bench_playouts_reports_json() {
    let args = ["bench", "playouts", "--size", "9", "--seconds", "0.3", "--threads", "2", "--json"];
    let report = json(&args);
    let number = |key: &str| report[key].as_f64().unwrap_or_else(|| panic!("{key} in {report}"));
    assert_eq!((number("size"), number("threads")), (9.0, 2.0));
    assert!(number("playouts_per_second") > 1000.0);
    assert!((105.0..117.0).contains(&number("moves_per_playout")));
    assert!((0.35..0.5).contains(&number("black_win_rate")));
    let draws =
        json(&["bench", "playouts", "--size", "5", "--komi", "7", "--seconds", "0.1", "--json"]);
    assert!(draws["draw_rate"].as_f64().unwrap() > 0.0, "a whole komi gives draws: {draws}");
}

/// Same seed, threads and count: the same playouts, whatever the clock does.
#[test]
fn bench_playouts_are_repeatable() {
    let run = |seed: &str| {
        let args = ["bench", "playouts", "--playouts", "3001", "--threads", "3", "--seed", seed];
        let report = json(&[&args[..], &["--json"]].concat());
        assert_eq!(report["playouts"].as_u64(), Some(3001));
        (report["moves_per_playout"].clone(), report["black_win_rate"].clone())
    };
    assert_eq!(run("5"), run("5"));
    assert_ne!(run("5"), run("6"));
}

/// Many threads for a short time end in a short time.
#[test]
fn bench_playouts_keeps_its_time() {
    let clock = std::time::Instant::now();
    let report = json(&["bench", "playouts", "--threads", "100", "--seconds", "0.05", "--json"]);
    assert!(clock.elapsed().as_secs_f64() < 10.0, "{report}");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    for args in
        [&[&b"\xff"[..]][..], &[b"bench", b"\xff"], &[b"bench", b"playouts", b"--size", b"\xff"]]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(args.iter().map(|arg| std::ffi::OsStr::from_bytes(arg)))
            .output()
            .expect("tengen starts");
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    }
}

#[test]
fn bench_playouts_prints_a_table() {
    let output = tengen(&["bench", "playouts", "--seconds", "0.1"]);
    let text = stdout(&output);
    assert!(text.contains("light playouts, 9x9, 1 thread\n"), "{text}");
    assert!(text.contains("moves/playout") && text.contains("komi 7.5"), "{text}");
}

/// An unintended change of behaviour changes this number. If the change is intended, put the new
/// one here and say why in the commit.
#[test]
fn the_signature_is_the_recorded_one() {
    const SIGNATURE: u64 = 6112248300167366;
    let report = json(&["bench", "signature", "--json"]);
    assert_eq!(report["signature"].as_u64(), Some(SIGNATURE));
    assert_eq!(stdout(&tengen(&["bench", "signature"])).trim(), SIGNATURE.to_string());
}

#[test]
fn perft_counts() {
    assert_eq!(stdout(&tengen(&["perft", "go", "--size", "9", "--depth", "2"])), "6643\n");
    assert_eq!(stdout(&tengen(&["perft", "go", "--size", "19", "--depth", "0"])), "1\n");
    let report = json(&["perft", "go", "--size", "3", "--depth", "5", "--divide", "--json"]);
    assert_eq!(report["sequences"].as_u64(), Some(33_384));
    let branches = report["divide"].as_array().unwrap();
    let sum: u64 = branches.iter().map(|branch| branch["sequences"].as_u64().unwrap()).sum();
    assert_eq!((branches.len(), sum), (10, 33_384));
}

#[test]
fn two_random_players_finish_a_game() {
    let args = ["play", "--black", "random", "--white", "random", "--seed", "7", "--size", "7"];
    let output = tengen(&args);
    let text = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    let end = text.lines().last().unwrap_or_default();
    assert!(end.contains("wins by") || end == "A draw.", "{end}");
    assert_eq!(stdout(&tengen(&args)), text, "the same seed gives the same game");
}

/// Nonsense is answered and leaves the game as it was; the end of the input ends the program.
#[test]
fn a_human_game_survives_nonsense() {
    let script = b"zz\nA0\nt19\n\nhelp\nundo\nc3\nc3\na1\nundo\nundo\nc3\r\nboard\n\xff\xfe\n";
    let args = ["play", "--size", "5", "--seed", "1", "--white", "human"];
    let output = tengen_with_input(&args, script);
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    assert!(text.contains("\"zz\" is not a point"), "{text}");
    assert!(text.contains("T19: illegal move: the point is not on the board."), "{text}");
    assert!(text.contains("There is no move of yours to undo."), "{text}");
    assert!(text.contains("C3: illegal move: the point is occupied."), "{text}");
    assert_eq!(text.matches("1. Black C3").count(), 2, "{text}");
    assert!(text.ends_with("Bye. The game was not finished.\n"), "{text}");
}

#[test]
fn passes_and_resignation_end_the_game() {
    let both = ["play", "--size", "5", "--white", "human", "--komi", "0"];
    let text = stdout(&tengen_with_input(&both, "c3\npass\npass\n"));
    assert!(text.ends_with("Black wins by 25.\n"), "{text}");
    let text = stdout(&tengen_with_input(&both, "pass\npass\n"));
    assert!(text.ends_with("A draw.\n"), "{text}");
    let text = stdout(&tengen_with_input(&both, "resign\n"));
    assert!(text.ends_with("Black resigns. White wins.\n"), "{text}");
}

/// Every command explains itself with an example.
#[test]
fn help_has_examples() {
    let commands = [
        &["play"][..],
        &["bench", "playouts"],
        &["bench", "search"],
        &["bench", "signature"],
        &["perft"],
        &["players"],
    ];
    for args in commands {
        let output = tengen(&[args, &["--help"]].concat());
        let text = stdout(&output);
        assert!(output.status.success() && text.contains("Example"), "{args:?}: {text}");
    }
}

#[test]
fn bench_search_reports_json() {
    let args = ["bench", "search", "--seconds", "0.5", "--threads", "2", "--player"];
    for player in ["uct,memory=32M", "uct,rave=on,memory=32M", "mcts-solver,memory=32M"] {
        let report = json(&[&args[..], &[player, "--json"]].concat());
        let number = |key: &str| report[key].as_f64().unwrap_or_else(|| panic!("{key}: {report}"));
        assert!(number("playouts_per_second") > 100.0, "{report}");
        assert!(number("nodes") > 82.0);
        assert!((40.0..=64.0).contains(&number("bytes_per_node")), "{report}");
        assert_eq!(number("threads"), 2.0);
        assert!((0.4..1.0).contains(&number("seconds")), "{report}");
    }
    let report = json(&["bench", "search", "--size", "5", "--player", "ucb,sims=700", "--json"]);
    assert_eq!(report["playouts"].as_u64(), Some(700));
}

/// Same seed, one thread, fixed playouts: the same game, whatever the players.
#[test]
fn engines_play_and_repeat() {
    let players = [
        "mc,sims=100",
        "mc,sims=100,score=points,sampling=all-as-first",
        "gobble,sims=30",
        "ucb,sims=100",
        "ucb-tuned,sims=100",
        "mcts-basic,sims=100",
        "uct,sims=100",
        "uct,sims=100,rave=hand,prior=even,widen=5,prune=0.1,trust=50,bias=1",
        "mcts-solver,sims=100",
        "alphabeta,sims=200",
    ];
    for player in players {
        let args = [
            "play",
            "--size",
            "4",
            "--seed",
            "5",
            "--black",
            player,
            "--white",
            "uct,sims=60,rave=on",
        ];
        let output = tengen(&args);
        let text = stdout(&output);
        assert!(output.status.success(), "{player}: {}", stderr(&output));
        let end = text.lines().last().unwrap_or_default();
        assert!(end.contains("wins by") || end == "A draw.", "{player}: {end}");
        assert_eq!(stdout(&tengen(&args)), text, "{player}: the same seed gives the same game");
    }
}

/// The engine's turn shows the board with the last move, its chances and the line it expects.
#[test]
fn playing_against_uct_shows_what_it_thinks() {
    let args = ["play", "--size", "5", "--seed", "1", "--white", "uct,sims=300,rave=on"];
    let text = stdout(&tengen_with_input(&args, "c3\nundo\nb2\nquit\n"));
    assert_eq!(text.matches("2. White ").count(), 2, "{text}");
    assert!(text.contains(" %, 300 playouts, expects "), "{text}");
    assert!(text.contains("(O)"), "{text}");
}

#[test]
fn players_lists_methods_and_keys() {
    let text = stdout(&tengen(&["players"]));
    for name in ["mc ", "gobble", "ucb-tuned", "mcts-basic", "uct", "mcts-solver", "alphabeta"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    let text = stdout(&tengen(&["players", "uct"]));
    assert!(text.contains("expand=8") && text.contains("memory=512M"), "{text}");
    let report = json(&["players", "mcts-solver", "--json"]);
    let keys = report["keys"].as_array().expect("keys");
    assert!(keys.iter().any(|key| key["name"] == "threshold" && key["default"] == "50"));
}

/// Memory that cannot be had is an error, not a crash.
#[cfg(target_os = "linux")]
#[test]
fn a_tree_that_does_not_fit_is_refused() {
    let limited = "ulimit -v 4000000; exec \"$0\" bench search --player uct,memory=16G,sims=10";
    let output = Command::new("sh").args(["-c", limited, env!("CARGO_BIN_EXE_tengen")]).output();
    let output = output.expect("a shell");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("allow it less memory"), "{}", stderr(&output));
}

/// Whatever memory a player is given, it has a move; and alpha-beta keeps its time on any board.
#[test]
fn small_memory_and_large_boards_are_no_trouble() {
    let specs =
        ["mcts-basic,sims=50,memory=0", "uct,sims=50,memory=0", "alphabeta,sims=0,memory=0"];
    for spec in specs {
        let args = ["play", "--size", "5", "--seed", "1", "--black", spec, "--white", "random"];
        let output = tengen(&args);
        assert!(output.status.success(), "{spec}: {}", stderr(&output));
        assert!(stdout(&output).lines().count() < 9 * 200, "{spec}: an endless game");
    }
    let player = ["--player", "alphabeta,time=200ms"];
    let report = json(&[&["bench", "search", "--size", "19", "--json"][..], &player].concat());
    assert!(report["seconds"].as_f64().unwrap() < 0.5, "{report}");
    let limited = ["--player", "uct,sims=off", "--seconds", "0.2"];
    let report = json(&[&["bench", "search", "--json"][..], &limited].concat());
    assert!(report["seconds"].as_f64().unwrap() < 0.5, "{report}");
}
