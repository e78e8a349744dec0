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
        (&["bench"], "playouts, signature"),
        (&["bench", "speed"], "playouts, signature"),
        (&["plai"], "play"),
        (&["--qqq"], "known here: play, bench, perft"),
        (&["bench", "--json"], "known here: playouts, signature"),
        (&["bench", "playouts", "--seed", "-1"], "whole number"),
        (&["bench", "playouts", "--playouts", "0"], "from 1 to"),
        (&["bench", "playouts", "--playouts", "5", "--seconds", "1"], "cannot be used with"),
        (&[], "play, bench, perft"),
        (&["play", "--rules", "japanese"], "tromp-taylor, chinese and cgos"),
        (&["play", "--black", "alice"], "human, random"),
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
    const SIGNATURE: u64 = 7976069378200793;
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
    for args in [&["play"][..], &["bench", "playouts"], &["bench", "signature"], &["perft"]] {
        let output = tengen(&[args, &["--help"]].concat());
        let text = stdout(&output);
        assert!(output.status.success() && text.contains("Example"), "{args:?}: {text}");
    }
}
