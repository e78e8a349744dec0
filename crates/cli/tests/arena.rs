//! Matches, tournaments and experiments as a user runs them: what is kept, what is refused, and
//! what a power cut leaves behind.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use common::{Folder, games, json, start, stderr, tengen};
use serde_json::Value;

/// SGF files of a folder without their comments, which have times in them.
fn records(folder: &str) -> Vec<(String, usize)> {
    let files = fs::read_dir(Path::new(folder).join("sgf")).expect("a folder");
    let mut records: Vec<(String, usize)> = files
        .map(|file| {
            let file = file.expect("a file");
            let text = fs::read_to_string(file.path()).expect("a text");
            (file.file_name().to_string_lossy().into_owned(), text.matches(";").count())
        })
        .collect();
    records.sort();
    records
}

const PLAYERS: [&str; 2] = ["uct,sims=60,memory=16M", "mc,sims=60"];

fn a_match(folder: &str) -> Vec<&str> {
    let [a, b] = PLAYERS;
    let terms = ["--games", "40", "--size", "5", "--komi", "0.5", "--openings", "random:3"];
    [&["match", a, b][..], &terms, &["--jobs", "2", "--json", "--out", folder]].concat()
}

/// Twenty times it is killed, at any moment; then it goes on to the end.
#[test]
fn a_match_that_is_killed_again_and_again_is_the_same_match() {
    let folder = Folder::new("killed");
    let (whole, killed) = (folder.path("whole"), folder.path("killed"));
    let summary = json(&a_match(&whole));
    assert_eq!((&summary["games"], &summary["forfeits"]), (&40.into(), &0.into()));
    let taken = summary["speed"]["seconds"].as_f64().expect("a time");
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut lines = Vec::new();
    for _ in 0..20 {
        let mut child = start(&a_match(&killed));
        // xorshift: moments from nothing to a tenth of the whole.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let share = (state >> 40) as f64 / f64::from(1 << 24);
        sleep(Duration::from_secs_f64(0.1 * taken * share));
        // SIGKILL: no chance to tidy up.
        child.kill().expect("it runs or has ended");
        child.wait().expect("it ends");
        let log = Path::new(&killed).join("games.jsonl");
        lines.push(fs::read_to_string(log).map_or(0, |text| text.lines().count()));
    }
    assert!(lines.is_sorted(), "a finished game was lost: {lines:?}");
    assert!(lines[3] < 40, "it was over before it was killed: {lines:?}");
    let again = json(&a_match(&killed));
    assert_eq!(games(&killed), games(&whole), "{lines:?}");
    assert_eq!(records(&killed), records(&whole));
    for key in ["games", "wins", "draws", "losses", "interval", "elo", "pairs", "ends"] {
        assert_eq!(again[key], summary[key], "{key}");
    }
}

/// A line that was cut off, records that are missing: the power was gone.
#[test]
fn what_a_power_cut_leaves_is_mended() {
    let folder = Folder::new("power");
    let out = folder.path("match");
    json(&a_match(&out));
    let log = Path::new(&out).join("games.jsonl");
    let text = fs::read_to_string(&log).expect("a log");
    let before = games(&out);
    let cut = text.trim_end().len() - 100;
    fs::write(&log, &text[..cut]).expect("a log");
    fs::remove_file(Path::new(&out).join("sgf/000003.sgf")).expect("a record");
    json(&a_match(&out));
    assert_eq!(games(&out), before);
    assert_eq!(records(&out).len(), 40);
    // Nonsense in the middle is not mended, but named.
    fs::write(&log, text.replacen("\"moves\"", "\"mooves\"", 3)).expect("a log");
    let output = tengen(&a_match(&out));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("games.jsonl line 1: "), "{}", stderr(&output));
}

#[test]
fn a_folder_belongs_to_one_match_and_one_process() {
    let folder = Folder::new("folder");
    let out = folder.path("match");
    let long = ["match", "uct,sims=20000", "mc,sims=20000", "--out", &out];
    let mut first = start(&long);
    let contest = Path::new(&out).join("contest.json");
    while !contest.exists() {
        sleep(Duration::from_millis(20));
        assert!(first.try_wait().expect("it runs").is_none(), "it has ended");
    }
    sleep(Duration::from_millis(200));
    let second = tengen(&long);
    assert_eq!(second.status.code(), Some(2));
    assert!(stderr(&second).contains("another process is writing there"), "{}", stderr(&second));
    // Told to end, it does so at once, and says how to go on.
    let id = first.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill").success());
    let first = first.wait_with_output().expect("it ends");
    assert_eq!(first.status.code(), Some(130));
    assert!(stderr(&first).contains("the same command goes on"), "{}", stderr(&first));
    // The same folder, another match.
    for (other, what) in [
        (["match", "uct,sims=20001", "mc,sims=20000", "--out", &out], "players was"),
        (["match", "mc,sims=20000", "uct,sims=20000", "--out", &out], "players was"),
    ] {
        let output = tengen(&other);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(what), "{}", stderr(&output));
    }
    let seed = tengen(&[&long[..], &["--seed", "2"]].concat());
    assert!(stderr(&seed).contains("seed was 1 and is 2"), "{}", stderr(&seed));
}

/// How many games are played at a time changes nothing but the time.
#[test]
fn jobs_do_not_change_games() {
    let folder = Folder::new("jobs");
    let [one, three] = ["one", "three"].map(|name| folder.path(name));
    for (jobs, out) in [("1", &one), ("3", &three)] {
        let [a, b] = PLAYERS;
        json(&[
            "match", a, b, "--games", "10", "--size", "5", "--jobs", jobs, "--json", "--out", out,
        ]);
    }
    assert_eq!(games(&one), games(&three));
    let games = games(&one);
    assert_eq!(games[0]["black"], "a");
    assert_eq!(games[1]["black"], "b");
    let moves = |i: usize| games[i]["moves"].to_string();
    assert_ne!(moves(0), moves(2), "each pair has its own seed");
}

#[test]
fn a_sequential_test_stops_a_match() {
    let strong = ["match", "uct,sims=200,memory=16M", "random", "--size", "5", "--games", "10000"];
    let strong = [&strong[..], &["--openings", "random:2", "--sprt", "0,100", "--json"]].concat();
    let summary = json(&strong);
    assert_eq!(summary["sprt"]["decision"], "H1");
    assert!(summary["games"].as_u64().expect("a number") < 200, "{summary}");
    // The other way round the answer is no.
    let weak = ["match", "random", "uct,sims=200,memory=16M", "--size", "5", "--games", "10000"];
    let weak = tengen(&[&weak[..], &["--openings", "random:2", "--sprt", "0,100"]].concat());
    assert_eq!(weak.status.code(), Some(1));
    let text = String::from_utf8_lossy(&weak.stdout);
    assert!(text.contains("A is not better: H0, 0 or less, is accepted"), "{text}");
}

/// A game without its other half is in no pair.
#[test]
fn the_line_of_pairs_tells_of_pairs() {
    let output = tengen(&["match", "random", "random", "--size", "5", "--games", "5", "--quiet"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let line = text.lines().find(|line| line.starts_with("all, by 2 pairs")).expect("a line");
    assert_eq!(line.split_whitespace().nth(4), Some("4"), "{line}");
}

#[test]
fn the_summary_has_what_scripts_need() {
    let summary = json(&["match", "mc,sims=30", "random", "--games", "7", "--size", "5", "--json"]);
    for key in ["games", "wins", "draws", "losses", "forfeits"] {
        assert!(summary[key].is_u64(), "{key}: {summary}");
    }
    let count = |key: &str| summary[key].as_u64().expect(key);
    assert_eq!(count("games"), 7);
    assert_eq!(count("wins") + count("draws") + count("losses"), 7);
    let rate = summary["win_rate"].as_f64().expect("a rate");
    assert!((rate - (count("wins") as f64 + count("draws") as f64 / 2.0) / 7.0).abs() < 1e-12);
    let interval = summary["interval"].as_array().expect("two numbers");
    assert!(interval[0].as_f64() <= Some(rate) && Some(rate) <= interval[1].as_f64());
    assert_eq!(summary["elo_interval"].as_array().map(Vec::len), Some(2));
    assert!(summary.get("elo").is_some());
    assert_eq!(summary["seconds_per_move"]["a"].as_f64().map(|s| s > 0.0), Some(true));
}

#[test]
fn openings_come_from_files() {
    let folder = Folder::new("openings");
    let file = folder.path("openings.txt");
    fs::write(&file, "\u{feff}C3 d4 # two\r\n\nB2 B3 C3\n").expect("a file");
    let out = folder.path("match");
    let base = ["match", "random", "random", "--size", "5", "--games", "6", "--json"];
    json(&[&base[..], &["--openings", &file, "--out", &out]].concat());
    let games = games(&out);
    let opening = |i: usize| games[i]["opening"]["moves"].to_string();
    assert_eq!([opening(0), opening(1)], [r#"["C3","D4"]"#; 2]);
    assert_eq!(opening(2), r#"["B2","B3","C3"]"#);
    assert_eq!(opening(4), opening(0), "when they are used up, they begin again");
    // A game that was kept is an opening.
    let sgf = folder.path("one.sgf");
    fs::write(&sgf, "(;SZ[5];B[cc];W[dd])").expect("a file");
    json(&[&base[..], &["--openings", &sgf]].concat());
    for (content, what) in [
        ("(;SZ[9];B[cc];W[dd])", "its board is 9x9, the games' is 5x5"),
        ("(;SZ[5]AB[cc])", "only moves"),
        ("(;SZ[5];B[cc];W[dd];AB[bb])", "only moves"),
        ("(;SZ[5];B[cc];W[dd];AW[bb];B[aa])", "only moves"),
    ] {
        fs::write(&sgf, content).expect("a file");
        let output = tengen(&[&base[..], &["--openings", &sgf]].concat());
        assert_eq!(output.status.code(), Some(2), "{content}");
        assert!(stderr(&output).contains(what), "{}", stderr(&output));
    }
    for (content, what) in [
        ("C3 C3\n", "openings.txt line 1, move 2: C3: the point is occupied"),
        ("# none\n", "there are none in it"),
        ("C3 Z9\n", "move 2: "),
        ("pass pass\n", "the game is over at its end"),
    ] {
        fs::write(&file, content).expect("a file");
        let output = tengen(&[&base[..], &["--openings", &file]].concat());
        assert_eq!(output.status.code(), Some(2), "{content}");
        assert!(stderr(&output).contains(what), "{}", stderr(&output));
    }
}

#[test]
fn tournaments_are_rated_and_kept() {
    let folder = Folder::new("tournament");
    let file = folder.path("t.toml");
    let text = "title = \"Three\"\ngames = 6\nopenings = \"random:2\"\n[game]\nsize = 5\n[players]\n\
                strong = { player = \"uct\", sims = 150, memory = \"16M\" }\nweak = \"random\"\n\
                middle = \"mc,sims=20\"\n[ratings]\nanchor = \"weak\"\nelo = 100\n";
    fs::write(&file, text).expect("a file");
    let out = folder.path("out");
    let result = json(&["tournament", &file, "--out", &out, "--json"]);
    assert_eq!((&result["games"], &result["planned"]), (&18.into(), &18.into()));
    let standings = result["standings"].as_array().expect("a list");
    let weak = standings.iter().find(|line| line["name"] == "weak").expect("a player");
    assert_eq!(weak["elo"].as_f64(), Some(100.0));
    assert_eq!(standings[0]["name"], "strong");
    assert!(standings[0]["superiority"]["weak"].as_f64() > Some(0.9), "{standings:?}");
    for name in ["standings.md", "standings.csv", "ratings.svg", "sgf/2-000005.sgf"] {
        assert!(Path::new(&out).join(name).exists(), "{name}");
    }
    // Once more: nothing is left to play.
    let again = json(&["tournament", &file, "--out", &out, "--json"]);
    assert_eq!(again["standings"], result["standings"]);
    let page = folder.path("page.html");
    assert!(tengen(&["report", &out, "--out", &page]).status.success());
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("out/sgf/2-000005.sgf") && page.contains("Three"));
    for (from, to, what) in [
        (
            "\"weak\"\nelo",
            "\"week\"\nelo",
            "no player \"week\"; the players are strong, weak, middle",
        ),
        ("games = 6", "gmaes = 6", "gmaes"),
        ("\"random\"\nmiddle", "\"randum\"\nmiddle", "did you mean random?"),
        ("size = 5", "size = 50", "size of the game"),
    ] {
        fs::write(&file, text.replace(from, to)).expect("a file");
        let output = tengen(&["tournament", &file]);
        assert_eq!(output.status.code(), Some(2), "{what}");
        assert!(stderr(&output).contains(what), "{}", stderr(&output));
    }
}

/// What `players --toml` prints is a player in a tournament file.
#[test]
fn players_are_written_as_tournaments_read_them() {
    let folder = Folder::new("toml");
    let file = folder.path("t.toml");
    let mut text = "title = \"All\"\ngames = 1\n[game]\nsize = 3\n".to_owned();
    for player in ["uct,sims=20,memory=16M", "ucb-tuned,sims=20", "random"] {
        let output = tengen(&["players", player, "--toml"]);
        assert!(output.status.success(), "{}", stderr(&output));
        let name = player.split(',').next().expect("a name");
        text += &format!("[players.{name}]\n{}", String::from_utf8_lossy(&output.stdout));
    }
    fs::write(&file, &text).expect("a file");
    let result = json(&["tournament", &file, "--json"]);
    assert_eq!(result["games"], 3, "{text}");
    let players: Vec<&Value> = result["standings"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|line| &line["player"])
        .collect();
    let uct = players.iter().filter_map(|p| p.as_str()).find(|p| p.starts_with("uct,"));
    assert!(uct.is_some_and(|uct| uct.contains("sims=20") && uct.contains("rave=off")), "{uct:?}");
}

#[test]
fn experiments_show_ours_beside_theirs() {
    let list = json(&["reproduce", "--json"]);
    let names: Vec<&str> = list
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|entry| entry["name"].as_str())
        .collect();
    assert!(names.contains(&"lecture"), "{names:?}");
    let folder = Folder::new("experiment");
    let out = folder.path("out");
    let args = ["reproduce", "lecture", "--scale", "0.01", "--out", &out];
    let output = tengen(&[&args[..], &["--format", "csv"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let csv = String::from_utf8_lossy(&output.stdout).into_owned();
    let lecture = list.as_array().and_then(|list| list.iter().find(|e| e["name"] == "lecture"));
    let rows = lecture.and_then(|lecture| lecture["rows"].as_u64()).expect("a number");
    assert_eq!(csv.lines().count() as u64, rows + 1, "{csv}");
    assert!(csv.contains("UCT against UCB,\"uct,sims=10\",\"ucb,sims=10\",4,"), "{csv}");
    assert_eq!(fs::read_to_string(Path::new(&out).join("results.csv")).expect("a file"), csv);
    for name in ["results.md", "results.svg", "games.jsonl"] {
        assert!(Path::new(&out).join(name).exists(), "{name}");
    }
    let rows = json(&[&args[..], &["--json"]].concat());
    let verdicts = rows["rows"].as_array().expect("rows").iter().map(|row| row["verdict"].as_str());
    for verdict in verdicts {
        let known = ["agrees", "differs", "too-few-games", "no-number"];
        assert!(verdict.is_some_and(|verdict| known.contains(&verdict)), "{verdict:?}");
    }
}

/// A disk that is full, or a file that may not grow: no half line is left before a whole one, and
/// what was kept is not played again.
#[cfg(unix)]
#[test]
fn a_log_that_cannot_grow_stays_whole() {
    let folder = Folder::new("full");
    let out = folder.path("match");
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 40; exec \"$@\"", "sh"]);
    command.arg(env!("CARGO_BIN_EXE_tengen")).args(a_match(&out));
    let output = command.stdin(Stdio::null()).output().expect("a shell");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let told = stderr(&output);
    assert_eq!(told.matches("games.jsonl: ").count(), 1, "said once: {told}");
    let text = fs::read_to_string(Path::new(&out).join("games.jsonl")).expect("a log");
    assert!(text.ends_with("}\n"), "{text}");
    let kept = games(&out).len();
    assert!((1..40).contains(&kept), "{kept}");
    let summary = json(&a_match(&out));
    assert_eq!(summary["games"], 40);
    assert_eq!(games(&out).len(), 40);
    assert!(
        fs::read_to_string(Path::new(&out).join("games.jsonl")).expect("a log").starts_with(&text)
    );
}

/// Records that somebody has edited, and files that a power cut has emptied.
#[test]
fn odd_records_are_written_again() {
    let folder = Folder::new("edited");
    let out = folder.path("match");
    json(&a_match(&out));
    let log = Path::new(&out).join("games.jsonl");
    let edited: Vec<String> = fs::read_to_string(&log)
        .expect("a log")
        .lines()
        .map(|line| {
            let mut game: Value = serde_json::from_str(line).expect("a game");
            game["milliseconds"] = Value::Array(Vec::new());
            game.to_string() + "\n"
        })
        .collect();
    fs::write(&log, edited.concat()).expect("a log");
    let sgf = |name: &str| Path::new(&out).join("sgf").join(name);
    fs::remove_file(sgf("000001.sgf")).expect("a record");
    fs::write(sgf("000002.sgf"), "").expect("a record");
    json(&a_match(&out));
    for name in ["000001.sgf", "000002.sgf"] {
        assert!(fs::read_to_string(sgf(name)).expect("a record").starts_with("(;"), "{name}");
    }
}

#[test]
fn files_that_make_no_sense_are_refused_at_once() {
    let folder = Folder::new("senseless");
    let file = folder.path("x.toml");
    let tournament = "title = \"x\"\ngames = 2\n";
    let players = "[players]\na = \"random\"\nb = \"random\"\n";
    let experiment = "title = \"x\"\npaper = \"p\"\ntable = \"t\"\nabout = \"a\"\nminutes = 1\n";
    let row = "[[rows]]\nlabel = \"r\"\na = \"a\"\nb = \"b\"\n";
    for (command, text, what) in [
        ("tournament", format!("{tournament}[ratings]\nelo = nan\n{players}"), "elo = NaN"),
        ("tournament", format!("{tournament}patience = \"0s\"\n{players}"), "\"0s\" is no time"),
        ("tournament", format!("{tournament}{players}c = 5\n"), "a player is a text, or a table"),
        (
            "tournament",
            format!(
                "{tournament}{players}c = {{ player = \"gtp:gnugo --mode gtp\", level = 1 }}\n"
            ),
            "level: an outside engine has no keys",
        ),
        (
            "reproduce",
            format!(
                "{experiment}games = 9223372036854775807\n{players}{row}paper = {{ source = \"\" }}\n"
            ),
            "at most 10000000",
        ),
        (
            "reproduce",
            format!(
                "{experiment}games = 2\n{players}{row}paper = {{ rate = 101, source = \"\" }}\n"
            ),
            "not from 0 to 100",
        ),
        (
            "reproduce",
            format!("{experiment}games = 2\n{players}{row}paper = {{ rat = 10, source = \"\" }}\n"),
            "paper must have rate",
        ),
    ] {
        fs::write(&file, &text).expect("a file");
        let output = tengen(&[command, &file]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let told = stderr(&output);
        assert_eq!(told.matches(what).count(), 1, "{text}{told}");
    }
}

/// Ctrl-C twice does not wait for engines, and leaves none behind.
#[cfg(target_os = "linux")]
#[test]
fn an_impatient_interruption_leaves_no_engine_behind() {
    let folder = Folder::new("impatient");
    let file = folder.path("pid");
    let engine =
        format!("gtp:sh -c 'echo $$ > {file}.new; mv {file}.new {file}; exec sleep 98764'");
    let tengen = start(&["match", "random", &engine, "--games", "2"]);
    let pid = loop {
        match fs::read_to_string(&file) {
            Ok(pid) => break pid.trim().to_owned(),
            Err(_) => sleep(Duration::from_millis(5)),
        }
    };
    let signals = format!("kill -INT {0}; kill -INT {0}", tengen.id());
    Command::new("sh").args(["-c", &signals]).status().expect("a shell");
    let output = tengen.wait_with_output().expect("tengen ends");
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    // One that nobody has waited for has no command line any more.
    let command = || fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    for _ in 0..200 {
        if command().is_empty() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("{} lives", String::from_utf8_lossy(&command()));
}
