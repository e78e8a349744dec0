//! The command line as a user meets it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn tengen(args: &[&str]) -> Output {
    tengen_with_input(args, "")
}

fn tengen_with_input(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tengen starts");
    // A program that ends without reading its input closes the pipe: that is its right.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
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
        (&["bench", "playouts", "--threads", "0"], "1..=1024"),
        (&["bench", "playouts", "--seed", "x"], "invalid digit"),
        (&["bench", "playouts", "--sized", "9"], "--size"),
        (&["bench", "playouts", "--qqq"], "known here: --size, --komi, --seconds, --threads"),
        (&["bench", "playouts", "9"], "known here: --size"),
        (&["bench"], "playouts, signature"),
        (&["bench", "speed"], "playouts, signature"),
        (&["plai"], "play"),
        (&[], "play, bench, perft"),
        (&["play", "--rules", "japanese"], "tromp-taylor, chinese and cgos"),
        (&["play", "--black", "alice"], "human, random"),
        (&["perft", "chess", "--depth", "1"], "go"),
        (&["perft", "go"], "--depth"),
        (&["perft", "go", "--depth", "101"], "0..=100"),
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
    const SIGNATURE: u64 = 2240524188851954;
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
    let script = "zz\nA0\nt19\n\nhelp\nundo\nc3\nc3\nundo\nc3\nboard\nü\n";
    let args = ["play", "--size", "5", "--seed", "1", "--white", "human"];
    let output = tengen_with_input(&args, script);
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    assert!(text.contains("\"zz\" is not a point"), "{text}");
    assert!(text.contains("T19: illegal move: the point is not on the board."), "{text}");
    assert!(text.contains("There is nothing to undo."), "{text}");
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
    for args in [&["play"][..], &["bench", "playouts"], &["bench", "signature"], &["perft"]] {
        let output = tengen(&[args, &["--help"]].concat());
        let text = stdout(&output);
        assert!(output.status.success() && text.contains("Example"), "{args:?}: {text}");
    }
}
