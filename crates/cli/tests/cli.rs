//! The command line as a user meets it.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::{json, stderr, stdout, tengen, tengen_with_input};
use serde_json::Value;

#[test]
fn version_names_the_program() {
    let output = tengen(&["--version"]);
    assert!(output.status.success());
    assert!(stdout(&output).starts_with(concat!("tengen ", env!("CARGO_PKG_VERSION"))));
}

/// The start position, but for one square of the last rank.
const SHORT_ROW: &str = "xxxxxx./o......o/o......o/o......o/o......o/o......o/o......o/.xxxxxx.";

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
        (
            &["bench", "playouts", "--qqq"],
            "known here: --game, --size, --komi, --policy, --gradient, --cutoff",
        ),
        (&["bench", "playouts", "--gradient"], "--gradient is for learned policies: add --policy"),
        (&["bench", "playouts", "--policy", "tactical", "--gradient"], "which \"tactical\" is not"),
        (&["bench", "playouts", "--game", "loa", "--gradient"], "--gradient is for go"),
        (&["bench", "playouts", "9"], "known here: --game"),
        (&["bench"], "playouts, search, signature, store"),
        (&["bench", "speed"], "playouts, search, signature, store"),
        (&["plai"], "play"),
        (
            &["--qqq"],
            "known here: serve, play, gtp, analyze, solve, regress, match, tune, tournament, reproduce, learn, worker, runs, book, report, bench",
        ),
        (&["bench", "--json"], "known here: playouts, search, signature, store"),
        (&["bench", "playouts", "--seed", "-1"], "whole number"),
        (&["bench", "playouts", "--playouts", "0"], "from 1 to"),
        (&["bench", "playouts", "--playouts", "5", "--seconds", "1"], "cannot be used with"),
        (
            &[],
            "serve, play, gtp, analyze, solve, regress, match, tune, tournament, reproduce, learn, worker, runs, book, report, bench, perft",
        ),
        (&["match", "uct"], "<B>"),
        (&["match", "uct", "utc"], "did you mean uct?"),
        (&["match", "uct", "gnugo"], "or gtp:COMMAND for an outside engine"),
        (&["match", "uct", "gtp:"], "names no program"),
        (&["match", "uct", "gtp:'x"], "is not finished"),
        (&["match", "uct", "gtp:/no/such/engine"], "cannot start /no/such/engine"),
        (&["match", "uct", "mc", "--games", "0"], "whole number from 1"),
        (&["match", "uct,sims=off", "mc"], "would think for ever"),
        (&["match", "uct", "mc", "--sprt", "10,0"], "ELO0 must be less than ELO1"),
        (&["match", "uct", "mc", "--sprt", "5"], "two numbers"),
        (&["match", "uct", "mc", "--clock", "5"], "such as 5m, or 5m+30s/10"),
        (&["match", "uct", "mc", "--openings", "random:0"], "from 1 to 100"),
        (&["match", "uct", "mc", "--openings", "no-such.txt"], "no-such.txt: No such file"),
        (&["match", "uct", "mc", "--referee", "/no/such/referee"], "cannot start"),
        (&["match", "uct", "mc", "--game", "chess"], "possible values: go"),
        (&["match", "uct", "mc", "--patience", "0s"], "is no time"),
        (&["tournament", "no-such.toml"], "no-such.toml: No such file"),
        (
            &["reproduce", "everything"],
            "known: lecture, go-policies, go-balancing, go-gnugo, go-gnugo-19, book-colours, book-time, book-ratings, book-lengths, loa-solver, loa-mia, phantom, go-weights, or a file",
        ),
        (&["reproduce", "lecture", "--scale", "0"], "0.001 to 1000"),
        (&["report"], "<DIR>"),
        (&["report", "no-such-folder"], "no-such-folder/contest.json: No such file"),
        (&["gtp", "--player", "utc"], "did you mean uct?"),
        (&["gtp", "--rules", "japanese"], "tromp-taylor, chinese and cgos"),
        (&["gtp", "--log", "no/such/folder/log"], "log file no/such/folder/log"),
        (&["analyze"], "<GAME.sgf>"),
        (&["analyze", "no-such.sgf"], "no-such.sgf: No such file"),
        (&["analyze", "a.sgf", "--move", "0"], "whole number from 1"),
        (&["analyze", "a.sgf", "--move", "3", "--all"], "cannot be used with"),
        (&["regress"], "<FILE>"),
        (&["regress", "no-such.tst"], "no-such.tst: No such file"),
        (&["play", "--color", "pink"], "auto, always, never"),
        (&["play", "--rules", "japanese"], "tromp-taylor, chinese and cgos"),
        (&["play", "--black", "alice"], "unknown player \"alice\"; known: random, mc,"),
        (&["play", "--black", "humans"], "uct-rand, uct-prob, phantom, human"),
        (&["play", "--white", "utc,sims=5"], "did you mean uct?"),
        (&["play", "--white", "uct,sim=5"], "uct has no key \"sim\", did you mean sims?"),
        (
            &["bench", "search", "--player", "uct,sims=x"],
            "a whole number from 0 to 1000000000, or off",
        ),
        (&["bench", "search", "--player", "uct,memory=8T"], "a size such as 64K"),
        (&["bench", "search", "--player", "mc", "--threads", "2"], "mc has no key \"threads\""),
        (&["play", "--black", "human,time=1s"], "human has no settings"),
        (&["play", "--black", "uct,sims=off"], "would think for ever: set sims or time"),
        (&["players", "mctz"], "did you mean mcts?"),
        (&["solve", "loa"], "<POSITION>"),
        (&["solve", "go", "x", "b"], "possible values: loa"),
        (&["solve", "loa", "......../x b"], "a board has 8 rows joined by /, this text has 2"),
        (&["solve", "loa", SHORT_ROW, "b"], "rank 8 has 7 squares, not 8"),
        (&["solve", "loa", &SHORT_ROW.replacen('x', "xz", 1), "b"], "b8 has 'z': x is Black"),
        (&["solve", "loa", &format!(".{SHORT_ROW}")], "the side to move is missing"),
        (&["solve", "loa", &format!(".{SHORT_ROW}"), "w", "--time", "0s"], "is no time"),
        (
            &["solve", "loa", &format!("x{SHORT_ROW}"), "b"],
            "Black has 13 pieces: a side has at most",
        ),
        (&["solve", "loa", &[".x......"; 8].join("/"), "b"], "White has no pieces"),
        (&["solve", "loa", "x", "b", "--rules", "sackson"], "paper, mover-wins and openspiel"),
        (&["solve", "loa", "x", "b", "--memory", "8T"], "is no size such as 64K"),
        (&["solve", "loa", "x", "b", "--file", "y"], "cannot be used with"),
        (&["solve", "loa", "--file", "no-such.txt"], "no-such.txt: No such file"),
        (&["perft", "chess", "--depth", "1"], "go, loa"),
        (&["perft", "loa", "--depth", "1", "--size", "9"], "--size and --komi are for go"),
        (&["perft", "loa", "--depth", "1", "--rules", "cgos"], "paper, mover-wins and openspiel"),
        (&["perft", "go", "--depth", "1", "--rules", "paper"], "tromp-taylor, chinese and cgos"),
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
    const SIGNATURE: u64 = 618867584184275;
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
    assert_eq!(stdout(&tengen(&["perft", "loa", "--depth", "3"])), "44952\n");
    let loa = ["perft", "loa", "--depth", "2", "--rules", "openspiel", "--divide", "--json"];
    let report = json(&loa);
    assert_eq!((report["game"].as_str(), report["sequences"].as_u64()), (Some("loa"), Some(1_244)));
    assert!(report.get("size").is_none(), "{report}");
    let first = &report["divide"][0];
    assert_eq!((first["move"].as_str(), first["sequences"].as_u64()), (Some("b1-h1"), Some(35)));
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
        &["gtp"],
        &["analyze"],
        &["solve"],
        &["regress"],
        &["bench", "playouts"],
        &["bench", "search"],
        &["bench", "signature"],
        &["bench", "store"],
        &["worker"],
        &["runs"],
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

/// A folder of its own for a test, gone when it is over.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("text").to_owned()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.file(name), content).expect("a file");
        self.file(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.file(name)).expect(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Only answers on standard output; both directions in the log.
#[test]
fn gtp_answers_and_logs() {
    let folder = Folder::new("gtp");
    let log = folder.file("game.log");
    let args = ["gtp", "--player", "erica,sims=50,memory=16M", "--size", "5", "--log", &log];
    let script = "1 name\n2 genmove b\nnonsense\n# comment\ngomill-describe_engine\nquit\nname\n";
    let output = tengen_with_input(&args, script);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    let answers: Vec<&str> = text.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), 5, "{text}");
    assert_eq!((answers[0], answers[2], answers[4]), ("=1 Tengen", "? unknown command", "="));
    assert!(answers[1].starts_with("=2 "), "{text}");
    assert!(answers[3].contains("erica,sims=50,memory=16M"), "{text}");
    assert_eq!(stderr(&output), "");
    let log = folder.read("game.log");
    assert!(log.starts_with("< 1 name\n> =1 Tengen\n< 2 genmove b\n> =2 "), "{log}");
    assert!(log.contains("< quit\n> =\n"), "{log}");
    // Without a last line end, and without quit.
    let output = tengen_with_input(&["gtp", "--player", "random"], "version");
    assert!(stdout(&output).starts_with("= ") && stdout(&output).ends_with("\n\n"));
    let quiet = tengen_with_input(&["gtp", "--player", "uct,memory=0"], "genmove w\n");
    assert!(stdout(&quiet).starts_with("= "), "{}", stdout(&quiet));
}

const GAME: &str = "(;GM[1]FF[4]SZ[7]KM[9]PB[Anna]PW[Bert];B[dd];W[dc](;B[cc];W[ec])(;B[ed]))";

#[test]
fn analyze_finds_mistakes_and_writes_them_down() {
    let folder = Folder::new("analyze");
    // White's second move, in the corner, is a mistake.
    let game = folder.write("game.sgf", GAME.replace("W[ec]", "W[aa]"));
    let (out, plot) = (folder.file("annotated.sgf"), folder.file("rates.svg"));
    let player = ["--player", "uct,sims=400,memory=16M"];
    let args = [&["analyze", &game, "--out", &out, "--plot", &plot][..], &player].concat();
    let output = tengen(&args);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.starts_with("Anna against Bert, analysed by uct,sims=400"), "{text}");
    assert!(text.contains("   4 white     A7 "), "{text}");
    assert!(text.contains("white: mean loss "), "{text}");
    let annotated = folder.read("annotated.sgf");
    assert_eq!(annotated.matches("SBKV[").count(), 4, "{annotated}");
    assert!(annotated.contains("B[ed]"), "the variation is kept: {annotated}");
    assert!(annotated.contains("could get"), "{annotated}");
    let svg = folder.read("rates.svg");
    assert!(svg.starts_with("<svg") && svg.contains("move 4: White A7"), "{svg}");

    let output = tengen(&[&["analyze", &game, "--json"][..], &player].concat());
    let entries: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(entries.len(), 4);
    assert_eq!(entries[3]["played"], "A7");
    assert!(entries[3]["loss"].as_f64().unwrap() > 0.05, "{}", entries[3]);
    let line = entries[0]["line"].as_array().unwrap();
    assert_eq!(entries[0]["best"], line[0]);

    let args = [&["analyze", &game, "--json", "--move", "2", "--komi", "0.5"][..], &player];
    let output = tengen(&args.concat());
    assert_eq!(stdout(&output).lines().count(), 1);
    let output = tengen(&[&["analyze", &game, "--move", "5"][..], &player].concat());
    assert!(stderr(&output).contains("has 4 moves, there is no move 5"), "{}", stderr(&output));
}

/// Files that cannot be read, replayed or written say why, and leave nothing half done.
#[test]
fn analyze_explains_bad_files() {
    let folder = Folder::new("bad-sgf");
    for (content, reason) in [
        ("", "it is empty"),
        ("hello", "no game record found"),
        ("(;GM[1]SZ[9];B[dd", "the file ends too early"),
        ("(;GM[1]SZ[9];B[dd];W[dd])", "move 2, White D6: illegal move: the point is occupied"),
        ("(;GM[1]SZ[9];B[zz])", "move 1, Black \"zz\": no point of a board of size 9"),
        ("(;GM[2];B[dd])", "no game of Go"),
        ("(;GM[1]SZ[9])", "the game has no moves"),
        ("(;GM[1]SZ[9:13];B[dd])", "only square boards"),
    ] {
        let game = folder.write("bad.sgf", content);
        let output = tengen(&["analyze", &game, "--out", &folder.file("out.sgf")]);
        assert_eq!(output.status.code(), Some(2), "{content}");
        let error = stderr(&output);
        assert!(error.contains(reason) && error.lines().count() == 1, "{content}: {error}");
        assert!(!std::path::Path::new(&folder.file("out.sgf")).exists());
    }
    let game = folder.write("good.sgf", GAME);
    let player = ["--player", "uct,sims=10,memory=1M"];
    let args = [&["analyze", &game, "--out", "no/such/folder/out.sgf"][..], &player].concat();
    let output = tengen(&args);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("output no/such/folder/out.sgf"), "{}", stderr(&output));
    assert_eq!(stdout(&output), "", "refused before the work, not after");
    let output = tengen(&["play", "--save", "no/such/folder/game.sgf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot write no/such/folder/game.sgf"));
}

/// `tengen analyze ... | head -1` reads one line: the files are written all the same.
#[cfg(unix)]
#[test]
fn files_are_written_though_nobody_listens() {
    let folder = Folder::new("closed-pipe");
    let (game, out) = (folder.write("game.sgf", GAME), folder.file("out.sgf"));
    let script = format!(
        "'{}' analyze '{game}' --player uct,sims=50,memory=16M --out '{out}' | head -1 >/dev/null",
        env!("CARGO_BIN_EXE_tengen")
    );
    let status = Command::new("sh").args(["-c", &script]).status().expect("a shell");
    assert!(status.success());
    assert!(folder.read("out.sgf").contains("SBKV["));
    let bad = folder.write("bad.tst", "1 name\n#? [x]\n2 name\n#? [x]\n");
    let script = format!(
        "'{}' regress '{bad}' --player random --verbose >&-; echo $?",
        env!("CARGO_BIN_EXE_tengen")
    );
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    assert_eq!(stdout(&output), "1\n", "{}", stderr(&output));
}

/// Ctrl-C in the middle of a game leaves the file as the game stood.
#[cfg(unix)]
#[test]
fn ctrl_c_loses_no_game() {
    let folder = Folder::new("ctrl-c");
    let saved = folder.file("game.sgf");
    let args = ["play", "--size", "5", "--white", "human", "--save", &saved];
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("tengen starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"c3\nd3\n").unwrap();
    let is_saved = || std::fs::read_to_string(&saved).is_ok_and(|text| text.contains(";W[dc]"));
    for _ in 0..200 {
        if is_saved() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(is_saved());
}

const WIN_IN_ONE: &str = "....oxo./....ooo./.....x../......x./..x...x./......xo/......../........";
const ZUGZWANG: &str = "o......./......../......../...x..../....o.../......../......../.......x";
const START: &str = ".xxxxxx./o......o/o......o/o......o/o......o/o......o/o......o/.xxxxxx.";

#[test]
fn solve_proves_a_position() {
    let output = tengen(&["solve", "loa", WIN_IN_ONE, "b"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    assert!(text.starts_with("  a b c d e f g h\n8 . . . . o x o . 8\n"), "{text}");
    assert!(text.contains("\nBlack to move, rules paper\n"), "{text}");
    assert!(text.contains("\nwin: Black wins in 1 ply, the shortest way\n"), "{text}");
    assert!(text.contains("\nmove: c4xf7\nline: c4xf7\n"), "{text}");
    let report =
        json(&["solve", "loa", &format!("{ZUGZWANG} w"), "--rules", "mover-wins", "--json"]);
    assert_eq!((&report["value"], &report["plies"]), (&"loss".into(), &2.into()), "{report}");
    assert_eq!(report["line"].as_array().unwrap().len(), 2, "{report}");
    let report = json(&["solve", "loa", ZUGZWANG, "w", "--json", "--time", "60s"]);
    assert_eq!((&report["value"], &report["move"]), (&"draw".into(), &"a8-b8".into()), "{report}");
    // Over before it begins: Black is connected.
    let over = WIN_IN_ONE.replace("oxo", ".x.").replace("..x...x.", "......x.");
    let over = over.replace(".ooo.", ".xoo.").replace("......x./......xo", "......x./o.....xo");
    let report = json(&["solve", "loa", &over, "w", "--json"]);
    assert_eq!((&report["value"], &report["plies"]), (&"loss".into(), &0.into()), "{report}");
    assert!(report["move"].is_null(), "{report}");
    let output = tengen(&["solve", "loa", START, "b", "--time", "50ms", "--memory", "1M"]);
    assert_eq!(output.status.code(), Some(1), "not proven");
    assert!(
        stdout(&output).contains("\nnot proven: Black has no forced win within "),
        "{output:?}"
    );
}

#[test]
fn solve_reads_files() {
    let folder = Folder::new("solve");
    let list = format!("# two\n{WIN_IN_ONE} b 1 24 c4xf7\n\n  {ZUGZWANG}\tw ...\n");
    let file = folder.write("positions.txt", &list);
    let args = ["solve", "loa", "--file", &file, "--rules", "mover-wins", "--time", "10s"];
    let output = tengen(&args);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["line", "value", "plies", "shortest", "move", "nodes", "seconds"]);
    assert_eq!(rows[1][..5], ["2", "win", "1", "yes", "c4xf7"], "{text}");
    assert_eq!(rows[2][..4], ["4", "loss", "2", "yes"], "{text}");
    assert_eq!(rows[5][..3], ["loss", "2", "1"], "{text}");
    assert_eq!(rows[6][..3], ["win", "1", "1"], "{text}");
    let output = tengen(&[&args[..], &["--json"]].concat());
    let entries: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(entries.len(), 2);
    assert_eq!(entries[0]["position"], format!("{WIN_IN_ONE} b"));
    assert_eq!(entries[1]["value"], "loss");
    assert!(entries[1]["nodes"].as_u64() > Some(0) && entries[1]["seconds"].is_f64());
    // One that is beyond the time makes the answer a no.
    let mixed = folder.write("mixed.txt", format!("{START} b\n{WIN_IN_ONE} b\n"));
    let output = tengen(&["solve", "loa", "--file", &mixed, "--time", "30ms"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("unproven"), "{output:?}");
    // Nothing is solved if a line is wrong.
    for (content, reason) in [
        (format!("{list}{WIN_IN_ONE}\n"), "line 5: the side to move is missing"),
        (format!("{WIN_IN_ONE} b\n{ZUGZWANG}/ w\n"), "line 2: a board has 8 rows"),
        ("# nothing\n".to_owned(), "there is none; a line holds a board"),
    ] {
        let bad = folder.write("bad.txt", content);
        let output = tengen(&["solve", "loa", "--file", &bad, "--json"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty() && stderr(&output).contains(reason), "{output:?}");
        assert!(stderr(&output).contains("bad.txt"), "{output:?}");
    }
}

/// Ctrl-C ends a long search, and what is known is printed.
#[cfg(unix)]
#[test]
fn solve_can_be_interrupted() {
    let folder = Folder::new("solve-ctrl-c");
    let file = folder.write("positions.txt", format!("{WIN_IN_ONE} b\n{START} b\n"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["solve", "loa", "--file", &file, "--time", "10m", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("tengen starts");
    let mut out = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    // Printed as soon as it is finished, so the second is under way now.
    std::io::BufRead::read_line(&mut out, &mut first).unwrap();
    assert!(first.contains("c4xf7"), "{first}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

#[test]
fn regress_tells_expected_from_unexpected() {
    let folder = Folder::new("regress");
    let good =
        folder.write("good.tst", "boardsize 5\n1 protocol_version\n#? [2]\n2 name\n#? [Go]*\n");
    let output = tengen(&["regress", &good, "--player", "random"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).ends_with("1 of 2 pass, 1 known to fail\n"), "{}", stdout(&output));
    let bad = folder.write("bad.tst", "1 name\n#? [!Tengen]\n2 name\n#? [Tengen]*\n3 fly\n");
    let output = tengen(&["regress", &good, &bad, "--player", "random", "--verbose"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("bad.tst:1: 1 name: FAIL: Tengen, expected [!Tengen]"), "{text}");
    assert!(text.contains("bad.tst:3: 2 name: PASSES (marked as a known failure)"), "{text}");
    assert!(text.contains("bad.tst:5: 3 fly: FAIL: unknown command"), "{text}");
    assert!(text.contains("all 2 suites: 1 of 5 pass, 2 fail, 1 known to fail, 1 pass"), "{text}");
    let output = tengen(&["regress", &bad, "--player", "random", "--json"]);
    let first: Value = serde_json::from_str(stdout(&output).lines().next().unwrap()).unwrap();
    assert_eq!((&first["line"], &first["verdict"]), (&Value::from(1), &Value::from("fail")));
    let broken = folder.write("broken.tst", "#? [x]\n");
    let output = tengen(&["regress", &broken]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("line 1: no command before"), "{}", stderr(&output));
}

#[test]
fn a_game_can_be_saved_and_advice_asked_for() {
    let folder = Folder::new("play");
    let saved = folder.file("game.sgf");
    let args = ["play", "--size", "5", "--white", "human", "--komi", "0.5", "--save", &saved];
    let script = format!("c3\nhint\nscore\nsave\nsave {}\nc2\nresign\n", folder.file("early.sgf"));
    let output = tengen_with_input(&args, script);
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    assert!(text.contains(" playouts, expects "), "{text}");
    assert!(text.contains("If the game ended here: Black wins by 24.5."), "{text}");
    assert!(text.contains("Save to which file?"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours into a pipe");
    assert!(folder.read("early.sgf").contains(";B[cc])"), "{}", folder.read("early.sgf"));
    let record = folder.read("game.sgf");
    assert!(record.contains("RE[W+R]") || record.contains("RE[B+R]"), "{record}");
    assert!(record.contains("PB[human]") && record.contains(";B[cc];W[cd])"), "{record}");
    let colourful = ["play", "--size", "5", "--white", "human", "--color", "always"];
    assert!(stdout(&tengen_with_input(&colourful, "quit\n")).contains("\u{1b}["));
}

/// Dead stones are shown and taken off, unless somebody wants to play it out.
#[test]
fn dead_stones_are_agreed_upon() {
    let mut script = String::new();
    for row in 1..=7 {
        script += &format!("c{row}\nd{row}\n");
    }
    for row in 1..=7 {
        script += &format!("pass\ne{row}\n");
    }
    script += "g4\na4\npass\npass\n";
    let args = ["play", "--size", "7", "--white", "human", "--komi", "0.5"];
    let text = stdout(&tengen_with_input(&args, format!("{script}\n")));
    assert!(text.contains("Dead: A4 G4.\nWhite wins by 7.5.\nType resume"), "{text}");
    assert!(text.ends_with("White wins by 7.5.\n"), "{text}");
    let text = stdout(&tengen_with_input(&args, format!("{script}resume\nb4\nquit\n")));
    assert!(text.contains("33. Black B4\n"), "{text}");
    assert!(text.ends_with("The game was not finished.\n"), "{text}");
    // Rules that count what stands ask nobody.
    let args = [&args[..], &["--rules", "cgos"]].concat();
    let text = stdout(&tengen_with_input(&args, script));
    assert!(!text.contains("Dead:") && text.ends_with("White wins by 7.5.\n"), "{text}");
}

/// The suites of the project: all as expected, known failures marked.
#[test]
fn the_suites_are_as_expected() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/go");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect(folder)
        .map(|entry| entry.unwrap().path().to_str().expect("text").to_owned())
        .collect();
    files.sort();
    assert!(files.len() >= 8, "{files:?}");
    let player = "uct,rave=on,prior=tactics,policy=tactical,expand=2,memory=64M";
    let mut args = vec!["regress", "--player", player];
    args.extend(files.iter().map(String::as_str));
    let output = tengen(&args);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}
