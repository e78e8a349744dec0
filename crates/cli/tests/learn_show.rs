//! `tengen learn show` and `tengen reproduce go-weights` as a user meets them.

mod common;

use common::{Folder, json, stderr, stdout, tengen};
use serde_json::Value;
use tengen_policy::go::{PlayoutGammas, PriorGammas};

/// A policy whose γ's are all 1 but for a few patterns and a feature.
fn policy(patterns: &[(&str, f64)], contiguous: f64) -> String {
    let mut text = PlayoutGammas::uniform().to_text("made by a test");
    for (name, gamma) in patterns {
        let line = format!("\"{name}\" = ");
        assert!(text.contains(&line), "{name} is no class");
        text = text.replace(&format!("{line}1.0"), &format!("{line}{gamma:?}"));
    }
    text.replace("contiguous = 1.0", &format!("contiguous = {contiguous:?}"))
}

fn good(args: &[&str]) -> String {
    let output = tengen(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    stdout(&output)
}

fn names(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

/// The patterns of a selection.
fn selection<'a>(data: &'a Value, what: &str, by: &str) -> Vec<&'a str> {
    let selections = data["pattern_features"][0]["selections"].as_array().expect("a list");
    let found = selections.iter().find(|it| it["what"] == what && it["by"] == by);
    names(&found.unwrap_or_else(|| panic!("{what} {by}"))["patterns"])
}

#[test]
fn one_policy_with_drawings() {
    let folder = Folder::new("show-one");
    let gammas = [("xo......", 50.0), ("oOoOOoOo", 20.0), ("ox......", 0.01), ("xxxxxxxx", 99.0)];
    let file = folder.write("mine.toml", &policy(&gammas, 7.5));
    let text = good(&["learn", "show", &file, "--top", "2"]);
    for part in [
        "mine.toml, playout policy\n",
        "contiguous                    7.50\n",
        "2034 patterns have a rank; the 17 that fill an own eye are never played.",
        "The 2 patterns with the largest γ\n\n      x o .    o O o\n      . * .    O * O\n      . . .    o O o\n\
         name  xo...... oOoOOoOo\nrank  1        2\nγ     50.00    20.00\n",
        "The 2 patterns with the smallest γ\n\n      o x .",
        "γ     0.0100   1.00\n",
        "The 2 patterns without a stone in atari that have the largest γ\n",
        "  600 to 700     1  #\n",
        "nothing was learned of 2031 patterns, their γ is 1: ",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // What no playout plays is neither ranked nor drawn.
    assert!(!text.contains("xxxxxxxx"), "{text}");
    let data = json(&["learn", "show", &file, "--top", "2", "--json"]);
    assert_eq!(data["kind"], "playout policy");
    assert_eq!(data["features"][0]["feature"], "contiguous");
    assert_eq!(data["features"][0]["gammas"][0], 7.5);
    assert_eq!(selection(&data, "top", "A"), ["xo......", "oOoOOoOo"]);
    assert_eq!(selection(&data, "bottom", "A")[0], "ox......");
    assert_eq!(selection(&data, "top-without-atari", "A")[0], "xo......");
    let patterns = data["pattern_features"][0]["patterns"].as_array().expect("patterns");
    assert_eq!(patterns.len(), 2051);
    let of = |name: &str| patterns.iter().find(|it| it["pattern"] == name).expect("a pattern");
    assert_eq!(
        (&of("xo......")["ranks"][0], &of("xo......")["elo"][0]),
        (&1.into(), &679.6.into())
    );
    assert_eq!(of("oOoOOoOo")["atari"], true);
    assert_eq!((&of("xxxxxxxx")["eye"], &of("xxxxxxxx")["ranks"][0]), (&true.into(), &Value::Null));
    let bins = data["pattern_features"][0]["density"].as_array().expect("bins");
    let counted: u64 = bins.iter().filter_map(|bin| bin["counts"][0].as_u64()).sum();
    assert_eq!(counted, 2034);
}

#[test]
fn two_policies_side_by_side() {
    let folder = Folder::new("show-two");
    let a = [("xo......", 50.0), ("ox......", 40.0), ("x.......", 30.0), ("o.......", 0.5)];
    let b = [("xo......", 50.0), ("ox......", 0.02), ("x.......", 30.0), ("o.......", 9.0)];
    let (a, b) = (folder.write("a", &policy(&a, 3.0)), folder.write("b", &policy(&b, 4.0)));
    let svg = folder.path("both.svg");
    let args = ["learn", "show", &a, &b, "--top", "1"];
    let text = good(&[&args[..], &["--svg", &svg]].concat());
    for part in [
        "A: ",
        "feature                        A γ   B γ\ncontiguous                    3.00  4.00\n",
        "The 1 patterns with the largest γ, by B\n",
        "they rank higher in A than in B\n\n        o x .\n        . * .\n        . . .\n\
         name    ox......\nA rank  2\nA γ     40.00\nB rank  2034\nB γ     0.0200\n",
        "they rank higher in B than in A\n\n        o . .\n",
        "  600 to 700     2  #                                        1  #\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let svg = folder.read("both.svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // Eight galleries and a histogram.
    assert_eq!(svg.matches("<svg xmlns").count(), 10);
    for part in ["by A</text>", ">ox......</text>", "<title>A, 600 to 700: 2</title>"] {
        assert!(svg.contains(part), "{part}");
    }
    let data = json(&[&args[..], &["--json"]].concat());
    assert_eq!(selection(&data, "higher-than-in-the-other", "A"), ["ox......"]);
    assert_eq!(selection(&data, "higher-than-in-the-other", "B"), ["o......."]);
    // The same twice: nothing differs.
    let text = good(&["learn", "show", &a, &a]);
    assert!(text.contains("No patterns rank higher in A than in B\n"), "{text}");
}

#[test]
fn built_in_files_and_priors() {
    let text = good(&["learn", "show", "mm-19x19"]);
    assert!(text.starts_with("mm-19x19, playout policy\n\nLocal features\n"), "{text}");
    let folder = Folder::new("show-priors");
    let uniform = folder.write("uniform.toml", &PriorGammas::uniform().to_text(&[]));
    let svg = folder.path("priors.svg");
    let text = good(&["learn", "show", "patterns", &uniform, "--svg", &svg]);
    for part in [
        "A: patterns, prior features\n",
        "Features that are no patterns, and have no drawing\n\nfeature      level",
        "capture      rescue",
        "pass         second",
        "Patterns of all moves\n\n2051 patterns have a rank.",
        "Patterns of moves next to the last one (answer)\n",
        "The 10 patterns with the largest γ, by A (answer)\n",
        "B: nothing was learned of 2051 patterns",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(folder.read("priors.svg").contains("by A (answer)</text>"));
    assert!(!text.contains("surroundings"), "one of the files has none");
    let text = good(&["learn", "show", "patterns"]);
    assert!(text.contains("surroundings  median"), "{text}");
    let data = json(&["learn", "show", "patterns", "--json", "--top", "2051"]);
    assert_eq!(data["kind"], "prior features");
    assert_eq!(data["pattern_features"][1]["feature"], "answer");
    assert_eq!(selection(&data, "top", "A").len(), 2051);
}

/// What `learn mm` writes can be shown, and what it has hardly seen is marked.
#[test]
fn thin_samples_are_told() {
    let folder = Folder::new("show-thin");
    let (out, counts) = (folder.path("out.toml"), folder.path("counts.txt"));
    for features in ["playout", "prior"] {
        good(&[
            "learn",
            "mm",
            "--selfplay",
            "12",
            "--size",
            "5",
            "--playouts",
            "40",
            "--features",
            features,
            "--surroundings",
            "3",
            "--out",
            &out,
            "--frequencies",
            &counts,
        ]);
        let args = ["learn", "show", &out, "--frequencies", &counts];
        let text = good(&args);
        assert!(text.contains("\nseen  "), "{text}");
        assert!(
            text.contains("in fewer than 100 positions, their γ's are guesses (?): "),
            "{text}"
        );
        let data = json(&[&args[..], &["--json"]].concat());
        let part = data["pattern_features"].as_array().and_then(|it| it.last()).expect("patterns");
        let (thin, untouched) = (names(&part["thin"][0]), names(&part["untouched"][0]));
        let seen = |name: &str| {
            let patterns = part["patterns"].as_array().expect("patterns");
            let pattern = patterns.iter().find(|it| it["pattern"] == name).expect("a pattern");
            pattern["seen"][0]["positions"].as_u64().expect("a count")
        };
        assert!(thin.iter().all(|name| seen(name) < 100));
        assert!(!untouched.is_empty() && untouched.iter().all(|name| seen(name) == 0));
        // The built-in priors have more surroundings than a few games.
        let (other, reason) = match features {
            "prior" => ("patterns", "there is no line for gamma "),
            _ => ("mm-19x19", "it is of another run"),
        };
        let output = tengen(&["learn", "show", other, "--frequencies", &counts]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
    }
    let short = folder.write("short.txt", "0 1.0 1 1 1\n");
    let output = tengen(&["learn", "show", "mm-19x19", "--frequencies", &short]);
    assert!(stderr(&output).contains("short.txt: there is no line for gamma 1"));
}

#[test]
fn what_is_no_policy_is_refused() {
    let folder = Folder::new("show-refused");
    let good = policy(&[], 1.0);
    let file = |name: &str, from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        folder.write(name, &good.replacen(from, to, 1))
    };
    let nan = file("nan.toml", "\"xo......\" = 1.0", "\"xo......\" = nan");
    let zero = file("zero.toml", "contiguous = 1.0", "contiguous = 0.0");
    let missing = file("missing.toml", "\"xo......\" = 1.0\n", "");
    let twice = file("twice.toml", "\"xo......\" = 1.0", "\"xo......\" = 1.0\n\".ox.....\" = 1.0");
    let larger = file("larger.toml", "\"xo......\" = 1.0", "\"xo.......\" = 1.0");
    let version = file("version.toml", "version = 1", "version = 7");
    let loa = folder.write("loa.toml", "# weights\n[features]\nmaterial = 3\n");
    let table = folder.write("table.csv", "a,b\n1,2\n");
    let bytes = folder.path("bytes");
    std::fs::write(&bytes, [0xff, 0xfe, 0x00]).expect("a file");
    let long = folder.write("long.toml", &"# much\n".repeat(1 << 20));
    let whole = folder.write("whole.toml", &good);
    let prior = folder.write("prior.toml", &PriorGammas::uniform().to_text(&[]));
    let bad_prior = folder.write(
        "bad-prior.toml",
        &PriorGammas::uniform().to_text(&[]).replacen("= 1.0", "= inf", 1),
    );
    let here = folder.path("");
    let nowhere = folder.path("no/such/folder.svg");
    for (args, part) in [
        (
            &[nan.as_str()][..],
            "nan.toml: the γ of \"xo......\" is NaN; it must be a positive number",
        ),
        (&[&zero], "zero.toml: the γ of \"contiguous\" is 0"),
        (&[&missing], "missing.toml: 1 of 2051 patterns are missing, the first is \"xo......\""),
        (&[&twice], "is there twice"),
        (&[&larger], "larger.toml: \"xo.......\" is no pattern"),
        (&[&version], "this playout policy has version 7; version 1 is known"),
        (
            &[&loa],
            "loa.toml: neither a playout policy nor a file of prior features: it has no line",
        ),
        (&[&table], "table.csv: neither a playout policy nor a file of prior features"),
        (&[&bytes], "bytes is not text"),
        (&[&long], "it is longer than 4194304 bytes"),
        (&[&bad_prior], "bad-prior.toml: the γ of pattern, ........, is inf"),
        (&[&here], "cannot read"),
        (
            &["tactical"],
            "there is no file tactical, and built in are only mm-19x19, mm-9x9, sb-9x9, patterns",
        ),
        (&[&whole, &prior], "their gammas cannot be compared"),
        (&[&whole, &nan], "nan.toml: the γ"),
        (&[&whole, &whole, &whole], "unexpected"),
        (&[], "<FILE>"),
        (&[&whole, "--top", "0"], "whole number from 1 to 2051"),
        (&[&whole, "--svg", &nowhere], "cannot write"),
        (&[&whole, "--frequencies", &whole], "whole.toml: line 1: "),
    ] {
        let output = tengen(&[&["learn", "show"], args].concat());
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(part), "{args:?}: {text}");
        assert_eq!(stdout(&output), "", "{args:?}");
    }
}

#[test]
fn the_papers_table_is_one_command_away() {
    let folder = Folder::new("show-reproduce");
    let text = good(&["reproduce", "go-weights"]);
    for part in [
        "Paper 003, tables 3 and 4, figure 3.",
        "feature                       MM γ, ours  MM γ, paper  SB γ, ours  SB γ, paper\n",
        "MM: mm-19x19, playout policy\nSB: sb-9x9, playout policy",
        "How many patterns have which strength\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let sb = folder.write("sb.toml", &policy(&[("xo......", 5.0)], 7.0));
    let given = format!("SB={sb}");
    let out = folder.path("out");
    let args = ["reproduce", "go-weights", "--policy", &given];
    let csv = good(&[&args[..], &["--out", &out, "--format", "csv"]].concat());
    assert_eq!(csv.lines().count(), 8, "{csv}");
    let contiguous = csv.lines().nth(1).expect("a row");
    assert!(contiguous.starts_with("contiguous,"), "{csv}");
    assert!(contiguous.ends_with(",11.12,7.00,7.43"), "{csv}");
    assert_eq!(folder.read("out/results.csv"), csv);
    assert!(folder.read("out/results.md").contains("by SB\n"));
    assert!(folder.read("out/results.svg").contains("<title>SB, "));
    let data = json(&[&args[..], &["--json"]].concat());
    assert_eq!(data["features"][6]["paper"]["SB"], 141.8);
    assert_eq!(data["features"][0]["ours"]["SB"], 7.0);
    assert_eq!(data["weights"]["policies"][1]["label"], "SB");
    assert_eq!(folder.read("out/results.json").lines().count(), 1);
    for (args, part) in [
        (&["go-weights", "--games", "3"][..], "plays no games"),
        (&["go-weights", "--scale", "2"], "plays no games"),
        (&["go-weights", "--policy", "XB=a"], "the policies of this experiment are MM and SB"),
        (&["go-weights", "--policy", "SB"], "not NAME=FILE"),
        (&["go-weights", "--policy", "SB=none.toml"], "there is no file none.toml"),
        (&["go-weights", "--policy", "SB=patterns"], "is no playout policy"),
        (&["lecture", "--policy", "SB=a"], "--policy is for experiments about policies"),
    ] {
        let output = tengen(&[&["reproduce"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(part), "{args:?}: {}", stderr(&output));
    }
}
