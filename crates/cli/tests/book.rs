//! Opening books as a user makes and uses them: built, killed and gone on with, checked, changed,
//! written out, read back, and played from.

mod common;

use std::collections::BTreeSet;
use std::process::Output;
use std::thread::sleep;
use std::time::Duration;

use common::{Folder, games, json, start, stderr, stdout, tengen, tengen_with_input};
use serde_json::Value;
use tengen_store::{BookRow, Store};

/// A book of quick games.
fn build<'a>(store: &'a str, games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["book", "build", "--store", store, "--games", games, "--size", "5"];
    args.extend(["--komi", "0.5", "--quiet"]);
    if !more.contains(&"--player") {
        args.extend(["--player", "uct,sims=10,memory=1M"]);
    }
    args.extend(more);
    args
}

fn done(args: &[&str]) -> String {
    let output = tengen(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    stdout(&output)
}

/// What a command that must fail says.
fn refused(args: &[&str]) -> String {
    let output = tengen(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}{}", stdout(&output), stderr(&output));
    stderr(&output)
}

fn clean(store: &str, more: &[&str]) -> Value {
    let report = json(&[&["book", "check", "--store", store, "--json", "--quiet"], more].concat());
    assert_eq!(report["clean"], true, "{report}");
    report
}

/// All rows of a book.
fn rows(store: &str, name: &str) -> Vec<BookRow> {
    let store = Store::open_read_only(store).expect("a store");
    let book = store.find_book(name).expect("books").expect(name);
    store.book_page(book.id, None, 1_000_000).expect("rows")
}

#[test]
fn books_are_built_and_gone_on_with() {
    let folder = Folder::new("book-build");
    let (one, parts) = (folder.path("one.db"), folder.path("parts.db"));
    for algorithm in ["qbf", "bds"] {
        let more = ["--algorithm", algorithm, "--name", algorithm, "--jobs", "1"];
        let whole = json(&build(&one, "40", &[&more[..], &["--json"]].concat()));
        assert_eq!((&whole["games"], &whole["parked"]), (&40.into(), &0.into()));
        assert_eq!(whole["root"]["games"], 40, "every game went through the first position");
        // One hand at a time and the same seed: the same book, also in two goes.
        done(&build(&parts, "15", &more));
        done(&build(&parts, "40", &more));
        assert_eq!(rows(&one, algorithm), rows(&parts, algorithm));
        let report = clean(&one, &["--name", algorithm]);
        assert_eq!((&report["games"], &report["root_games"]), (&40.into(), &40.into()));
    }
    // Another seed is another book; and not the same one with other settings.
    let error = refused(&build(&one, "50", &["--name", "qbf", "--seed", "2"]));
    assert!(
        error.contains("games of other settings: qbf by uct,sims=10,memory=1M, seed 1"),
        "{error}"
    );
    let mixed = ["--name", "qbf", "--seed", "2", "--mix", "--json"];
    assert_eq!(json(&build(&one, "10", &mixed))["root"]["games"], 50);
    assert_eq!(clean(&one, &["--name", "qbf"])["games"], 50);
    let error = refused(&build(&one, "50", &["--name", "qbf", "--rules", "tromp-taylor"]));
    assert!(error.contains("is about Go 5x5, komi 0.5, chinese rules, not"), "{error}");
    assert!(
        refused(&["book", "show", "--store", &one]).contains("several books; say which: qbf, bds")
    );
    assert!(
        refused(&["book", "show", "--store", &one, "--name", "x"]).contains("has no book \"x\"")
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Folder::new("book-refused");
    let store = folder.path("b.db");
    let error = refused(&build(&store, "5", &["--player", "uct,sims=5,book=x.db"]));
    assert!(error.contains("the player who builds a book cannot have one"), "{error}");
    let error = refused(&build(&store, "5", &["--algorithm", "bds", "--k-black", "0.2"]));
    assert!(error.contains("are for qbf"), "{error}");
    assert!(refused(&build(&store, "5", &["--k-white", "1.5"])).contains("from 0 to 1"));
    assert!(refused(&build(&store, "5", &["--player", "mc-loa"])).contains("does not play go"));
    assert!(refused(&build("/nowhere/b.db", "5", &[])).contains("/nowhere/b.db"));
    assert!(!std::path::Path::new(&store).exists(), "nothing was made");
    let error = refused(&["book", "show", "--store", &store]);
    assert!(error.contains("there is no store"), "{error}");
    let text = folder.write("text.db", "this is no database, but it is long enough to be one\n");
    assert!(refused(&["book", "show", "--store", &text]).contains("text.db"));
    done(&build(&store, "5", &[]));
    let error = refused(&["book", "show", "--store", &store, "C3", "C3"]);
    assert!(error.contains("move 2, C3: the point is occupied"), "{error}");
    assert!(refused(&["book", "show", "--store", &store, "Z99"]).contains("move 1"));
    assert!(refused(&["book", "export", "--store", &store]).contains("--html FILE"));
}

/// Workers help, are killed, and nothing is counted twice.
#[test]
fn killed_builders_lose_nothing() {
    let folder = Folder::new("book-killed");
    let store = folder.path("b.db");
    let args = build(&store, "60", &["--player", "uct,sims=60,memory=1M", "--jobs", "2"]);
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    for round in 0..5 {
        let mut builder = start(&args);
        let mut helper = (round > 0).then(|| {
            start(&["worker", "--store", &store, "--until-idle", "--quiet", "--lease", "1s"])
        });
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        sleep(Duration::from_millis(300 + (state >> 40) % 900));
        // SIGKILL: no chance to tidy up.
        builder.kill().expect("it runs or has ended");
        builder.wait().expect("it ends");
        if let Some(helper) = &mut helper {
            helper.kill().expect("it runs or has ended");
            helper.wait().expect("it ends");
        }
        let known = Store::open_read_only(&store).ok().and_then(|it| it.find_book("book").ok()?);
        if known.is_some() {
            clean(&store, &[]);
        }
    }
    // Those who were killed held games for a minute; a worker with patience plays them at once.
    let output = tengen(&args);
    assert!(output.status.success(), "{}", stderr(&output));
    let report = clean(&store, &[]);
    assert_eq!((&report["games"], &report["root_games"]), (&60.into(), &60.into()));
    assert_eq!(report["open"], 0);
}

#[test]
fn a_book_that_was_tampered_with_is_found_out() {
    let folder = Folder::new("book-check");
    let store = folder.path("b.db");
    done(&build(&store, "20", &[]));
    let check = |expected: i32| -> Output {
        let output = tengen(&["book", "check", "--store", &store, "--quiet"]);
        assert_eq!(output.status.code(), Some(expected), "{}", stdout(&output));
        output
    };
    assert!(stdout(&check(0)).contains("all of it is what the records say"));
    let all = rows(&store, "book");
    let open = Store::open_existing(&store).expect("a store");
    let book = open.find_book("book").expect("books").expect("it is there").id;
    let row = all[all.len() / 2];
    open.edit_book(book, &[], &[BookRow { wins: 1, losses: 0, draws: 0, ..row }]).expect("edited");
    let text = stdout(&check(1));
    assert!(text.contains("WRONG: 1 moves are not what the records say"), "{text}");
    assert!(text.contains(&format!("{:016x}", row.position)), "{text}");
    open.edit_book(book, &[(row.position, row.mv)], &[row]).expect("edited");
    check(0);
    open.edit_book(book, &[(all[0].position, all[0].mv)], &[]).expect("edited");
    check(1);
    let report = tengen(&["book", "check", "--store", &store, "--json", "--quiet"]);
    let report: Value = serde_json::from_slice(&report.stdout).expect("JSON");
    assert_eq!((&report["clean"], &report["wrong"]), (&false.into(), &1.into()));
}

#[test]
fn books_go_out_and_come_back() {
    let folder = Folder::new("book-export");
    let store = folder.path("b.db");
    done(&build(&store, "60", &[]));
    let file = |name: &str| folder.path(name);
    let (html, sgf, jsonl, fuego) = (file("b.html"), file("b.sgf"), file("b.jsonl"), file("b.dat"));
    let written = json(&[
        "book", "export", "--store", &store, "--html", &html, "--sgf", &sgf, "--jsonl", &jsonl,
        "--fuego", &fuego, "--quiet", "--json",
    ]);
    assert_eq!(written.as_array().map(Vec::len), Some(4));
    // All rows come back, into another store.
    let copy = file("copy.db");
    let text = done(&["book", "import", "--store", &copy, "--name", "copy", &jsonl, "--quiet"]);
    assert!(text.contains("book copy:"), "{text}");
    assert_eq!(rows(&copy, "copy"), rows(&store, "book"));
    clean(&copy, &[]);
    // A second time nothing is added.
    let again =
        json(&["book", "import", "--store", &copy, "--name", "copy", &jsonl, "--quiet", "--json"]);
    assert_eq!(again["new"], 0);
    assert_eq!(rows(&copy, "copy"), rows(&store, "book"));
    // The tree is SGF with the frequent move first, and its lines can be read.
    let tree = folder.read("b.sgf");
    assert!(tree.starts_with("(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[0.5]") && tree.contains(" games: "));
    let lines = json(&[
        "book", "import", "--store", &copy, "--name", "copy", &sgf, "--result", "B", "--times",
        "3", "--quiet", "--json",
    ]);
    assert!(lines["new"].as_u64() > Some(0) && lines["refused"] == serde_json::json!([]));
    clean(&copy, &[]);
    // Fuego's form: size, moves, answer.
    for line in folder.read("b.dat").lines() {
        let (moves, answer) = line.split_once(" | ").expect(line);
        assert!(moves.starts_with('5') && answer.len() == 2, "{line}");
    }
    // The page needs nothing else, and knows its root.
    let page = folder.read("b.html");
    for forbidden in ["http://", "https://", "src=", "<link", "@import", "url("] {
        let found = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(forbidden), "{forbidden}");
    }
    let data = page.split("const book = ").nth(1).and_then(|rest| rest.split(";\n").next());
    let data: Value = serde_json::from_str(data.expect("data")).expect("JSON");
    let root = &data["pages"][0];
    let games: u64 = root["m"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|m| ["w", "d", "l"].iter().map(|key| m[key].as_u64().expect("a count")).sum::<u64>())
        .sum();
    assert!(games <= 60 && games > 40, "{games}");
    assert_eq!(root["b"], ".".repeat(25));
    // A file that cannot be written is told before the work, and nothing is left.
    let error = refused(&["book", "export", "--store", &store, "--html", "/nowhere/x.html"]);
    assert!(error.contains("/nowhere/x.html"), "{error}");
}

#[test]
fn books_are_merged_and_pruned() {
    let folder = Folder::new("book-merge");
    let store = folder.path("b.db");
    done(&build(&store, "30", &["--name", "a"]));
    done(&build(&store, "30", &["--name", "b", "--algorithm", "bds"]));
    let (a, b) = (format!("{store}#a"), format!("{store}#b"));
    let output = tengen(&["book", "merge", &a, &b, "--into", "both"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains("warning: the paper's merged book was weaker"));
    let total = |name: &str| rows(&store, name).iter().map(BookRow::games).sum::<u64>();
    assert_eq!(total("both"), total("a") + total("b"));
    clean(&store, &["--name", "both"]);
    assert!(refused(&["book", "merge", &a, &b, "--into", "both"]).contains("already"));
    // What is left has the games it had.
    let prune = ["book", "prune", "--store", &store, "--name", "both", "--into", "small"];
    done(&[&prune[..], &["--min-games", "3", "--plies", "6", "--quiet"]].concat());
    let kept: BTreeSet<_> =
        rows(&store, "small").iter().map(|r| (r.position, r.mv, r.wins)).collect();
    let all: BTreeSet<_> =
        rows(&store, "both").iter().map(|r| (r.position, r.mv, r.wins)).collect();
    assert!(kept.is_subset(&all) && kept.len() < all.len() / 4 && !kept.is_empty());
    assert!(rows(&store, "small").iter().all(|row| row.games() >= 3));
    clean(&store, &["--name", "small"]);
    let none = [&prune[..6], &["--into", "none", "--min-games", "1000"]].concat();
    assert!(refused(&none).contains("nothing would be left"));
    // Books of other games do not mix.
    let other = folder.path("other.db");
    done(&[
        "book", "build", "--store", &other, "--games", "2", "--size", "4", "--player", "random",
        "--quiet",
    ]);
    assert!(refused(&["book", "merge", &a, &other, "--into", "x"]).contains("cannot be merged"));
}

#[test]
fn experts_are_heard() {
    let folder = Folder::new("book-import");
    let store = folder.path("b.db");
    done(&build(&store, "3", &[]));
    let before = rows(&store, "book").iter().map(BookRow::games).sum::<u64>();
    let file = folder.write(
        "expert.sgf",
        "(;SZ[5]KM[0.5]RE[B+R];B[cc](;W[bc];B[cb])(;W[cb]))(;SZ[9];B[ee])(;SZ[5];B[cc];W[cc])\
         (;SZ[5]KM[6.5]RE[W+1];B[cc])(;SZ[5];B[cc])",
    );
    let report =
        json(&["book", "import", "--store", &store, &file, "--times", "5", "--quiet", "--json"]);
    assert_eq!(report["new"], 2);
    let refused_lines = report["refused"].to_string();
    for reason in ["9x9", "occupied", "komi is 6.5", "no result"] {
        assert!(refused_lines.contains(reason), "{reason}: {refused_lines}");
    }
    let after = rows(&store, "book").iter().map(BookRow::games).sum::<u64>();
    assert_eq!(after, before + 5 * (3 + 2));
    assert_eq!(clean(&store, &[])["imported"], 2);
    let shown = json(&["book", "show", "--store", &store, "C3", "--json"]);
    assert!(shown["moves"][0]["games"].as_u64() >= Some(5), "{shown}");
    let again =
        json(&["book", "import", "--store", &store, &file, "--times", "5", "--quiet", "--json"]);
    assert_eq!((&again["new"], &again["known"]), (&0.into(), &2.into()));
    let junk = folder.write("junk.sgf", "no game at all");
    assert!(refused(&["book", "import", "--store", &store, &junk]).contains("no game in it"));
    let bad = folder.write("bad.jsonl", "{\"position\":1}\n");
    assert!(refused(&["book", "import", "--store", &store, &bad]).contains("line 1"));
}

/// In matches, over GTP and in the terminal: the book plays, and who leaves it says so.
#[test]
fn books_are_played_from() {
    let folder = Folder::new("book-use");
    let (store, records) = (folder.path("b.db"), folder.path("records"));
    done(&build(&store, "80", &[]));
    let with = format!("uct,sims=10,memory=1M,book={store},book-min=2,book-doubt=off");
    let out =
        ["--games", "6", "--size", "5", "--komi", "0.5", "--json", "--quiet", "--out", &records];
    let summary = json(&[&["match", &with, "uct,sims=10,memory=1M"][..], &out].concat());
    assert!(summary["book_moves"]["a"].as_f64() > Some(0.4), "{summary}");
    assert_eq!(summary["book_moves"]["b"], Value::Null);
    let games = games(&records);
    assert!(games.iter().any(|game| game["book"]["a"].as_u64() > Some(0)));
    // Without a book nothing is said of one: records are as they were before there were any.
    assert!(games[0]["players"]["b"]["settings"].get("book").is_none());
    let error = refused(&["match", &with, "random", "--size", "7", "--games", "2"]);
    assert!(error.contains("it is about go 5x5, komi 0.5"), "{error}");
    let error = refused(&["match", "random,book=none.db", "random", "--games", "2"]);
    assert!(error.contains("book none.db"), "{error}");
    let session = tengen_with_input(
        &["gtp", "--player", &with, "--size", "5", "--komi", "0.5"],
        "genmove b\nundo\nplay b A1\nplay w B1\ngenmove b\nquit\n",
    );
    assert!(session.status.success());
    let said = stderr(&session);
    assert!(said.contains("tengen: out of the book: the position is not in the book"), "{said}");
    let played = tengen_with_input(
        &["play", "--black", &with, "--white", "random", "--size", "5", "--komi", "0.5"],
        "",
    );
    let text = stdout(&played);
    assert!(text.contains("book, ") && text.contains("out of the book"), "{text}");
    // How long one stays.
    let svg = folder.path("l.svg");
    let stats = json(&[
        "book",
        "stats",
        "--store",
        &store,
        "--player",
        "uct,sims=10,memory=1M,book-min=2",
        "--against",
        "random",
        "--games",
        "6",
        "--svg",
        &svg,
        "--json",
        "--quiet",
    ]);
    assert_eq!(stats["lengths"]["black"].as_array().map(Vec::len), Some(3));
    assert!(folder.read("l.svg").starts_with("<svg"));
    let sizes = json(&["book", "stats", "--store", &store, "--json"]);
    assert_eq!(
        (&sizes["depths"][0]["games"], &sizes["depths"][0]["positions"]),
        (&80.into(), &1.into())
    );
}

#[test]
fn lines_of_action_have_books() {
    let folder = Folder::new("book-loa");
    let store = folder.path("b.db");
    let built = json(&[
        "book",
        "build",
        "--store",
        &store,
        "--game",
        "loa",
        "--player",
        "mc-loa,sims=5,memory=1M",
        "--games",
        "6",
        "--quiet",
        "--json",
    ]);
    assert_eq!(built["root"]["games"], 6);
    clean(&store, &[]);
    let text = done(&["book", "show", "--store", &store]);
    assert!(text.contains("Lines of Action") && text.contains("Black to move; 6 games"), "{text}");
    let (html, sgf) = (folder.path("b.html"), folder.path("b.sgf"));
    done(&[
        "book",
        "export",
        "--store",
        &store,
        "--html",
        &html,
        "--sgf",
        &sgf,
        "--min-games",
        "1",
        "--quiet",
    ]);
    assert!(folder.read("b.sgf").starts_with("(;GM[9]"));
    let error =
        refused(&["book", "export", "--store", &store, "--fuego", &folder.path("x"), "--quiet"]);
    assert!(error.contains("Fuego plays Go"), "{error}");
    let with = format!("mc-loa,sims=5,memory=1M,book={store},book-min=1");
    let summary =
        json(&["match", &with, "random", "--game", "loa", "--games", "2", "--json", "--quiet"]);
    assert!(summary["book_moves"]["a"].as_f64() > Some(0.0), "{summary}");
}

/// An experiment with books: they are built first, once, and the players have them.
#[test]
fn experiments_build_their_books() {
    let folder = Folder::new("book-experiment");
    let out = folder.path("out");
    let file = folder.write(
        "e.toml",
        "title = \"T\"\npaper = \"001\"\ntable = \"t\"\nabout = \"a\"\ngames = 4\nminutes = 1\n\
         rated = true\n[game]\nsize = 5\nkomi = 0.5\n\
         [books.q]\nalgorithm = \"qbf\"\nplayer = \"uct,sims=8,memory=1M\"\ngames = 30\n\
         [books.b]\nalgorithm = \"bds\"\nplayer = \"uct,sims=8,memory=1M\"\ngames = 30\n\
         [books.both]\nmerge = [\"q\", \"b\"]\n\
         [players]\nq = \"uct,sims=8,memory=1M,book=@q,book-min=2\"\n\
         both = \"uct,sims=8,memory=1M,book=@both,book-min=2\"\nnone = \"uct,sims=8,memory=1M\"\n\
         [[rows]]\nlabel = \"one\"\na = \"q\"\nb = \"none\"\npaper = { rate = 50.0, source = \"s\" }\n\
         as-black = { rate = 48.0, source = \"s\" }\n\
         [[rows]]\nlabel = \"two\"\na = \"both\"\nb = \"none\"\npaper = { source = \"s\" }\n",
    );
    let args = ["reproduce", &file, "--out", &out, "--json", "--quiet"];
    let entry = json(&args);
    let labels: Vec<&str> = entry["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["label"].as_str())
        .collect();
    assert_eq!(labels, ["one", "one, as Black", "two"]);
    assert_eq!(entry["rows"][1]["ours"]["games"], 2);
    assert_eq!(entry["book_moves"].as_array().map(Vec::len), Some(2));
    assert_eq!(entry["standings"].as_array().map(Vec::len), Some(3));
    let store = format!("{out}/books.db");
    for name in ["q", "b", "both"] {
        clean(&store, &["--name", name]);
    }
    // Again: nothing is built or played twice.
    assert_eq!(json(&args)["rows"][0]["ours"]["wins"], entry["rows"][0]["ours"]["wins"]);
    for file in ["results.md", "lengths.svg", "lengths.md", "standings.md"] {
        assert!(!folder.read(&format!("out/{file}")).is_empty(), "{file}");
    }
}

#[test]
fn every_command_has_help_with_examples() {
    for command in ["build", "show", "stats", "merge", "import", "export", "prune", "check"] {
        let help = done(&["book", command, "--help"]);
        assert!(help.contains("Examples:") && help.contains("tengen book"), "{command}: {help}");
    }
}
