//! Which crate may know which: the arrows of ARCHITECTURE.md, checked against `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Crate, and the crates of this workspace it may depend on. Every crate of the design is here,
/// also those that are not built yet.
const ALLOWED: &[(&str, &[&str])] = &[
    ("tengen-game", &[]),
    ("tengen-go", &["game"]),
    ("tengen-phantom", &["go", "game"]),
    ("tengen-loa", &["game"]),
    ("tengen-sgf", &["game", "go", "phantom", "loa"]),
    ("tengen-search", &["game"]),
    ("tengen-policy", &["search", "game", "go", "loa", "phantom"]),
    ("tengen-learn", &["policy", "search", "sgf", "game", "go", "loa"]),
    ("tengen-book", &["game"]),
    ("tengen-store", &[]),
    ("tengen-engine", &["game", "go", "phantom", "loa", "sgf", "search", "policy", "book"]),
    ("tengen-gtp", &["engine"]),
    ("tengen-arena", &["engine", "gtp", "store", "report"]),
    ("tengen-report", &[]),
    ("tengen-web", &["engine", "arena", "store", "report"]),
];

/// What the tests of a crate may use beside that: `book` knows no game, but is tried with all of them.
const TESTED_WITH: &[(&str, &[&str])] = &[("tengen-book", &["go", "loa"])];

/// The binary on top may depend on all of them.
const BINARY: &str = "tengen";

fn arrows() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let packages = metadata["packages"].as_array().expect("packages");
    let name_and_uses = |package: &Value| {
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        let local = dependencies.iter().filter(|dependency| dependency["path"].is_string());
        let name = text(&package["name"]);
        let for_tests = TESTED_WITH.iter().find(|(known, _)| *known == name);
        let for_tests = for_tests.map_or(&[][..], |(_, uses)| uses);
        let is_for_tests = |dependency: &&Value| {
            let used = text(&dependency["name"]);
            let is_listed = for_tests.iter().any(|short| used == format!("tengen-{short}"));
            dependency["kind"] == "dev" && is_listed
        };
        let local = local.filter(|dependency| !is_for_tests(dependency));
        (name, local.map(|dependency| text(&dependency["name"])).collect())
    };
    packages.iter().map(name_and_uses).collect()
}

/// The arrows that the design does not allow, as sentences.
fn violations(arrows: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut found = Vec::new();
    for (name, uses) in arrows {
        if name == BINARY {
            continue;
        }
        let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| known == name) else {
            found.push(format!("{name} is not a crate of the design"));
            continue;
        };
        for used in uses {
            if !allowed.iter().any(|short| *used == format!("tengen-{short}")) {
                found.push(format!("{name} must not depend on {used}"));
            }
        }
    }
    found
}

#[test]
fn crates_depend_only_as_the_design_allows() {
    let arrows = arrows();
    assert!(arrows.contains_key("tengen-go") && arrows["tengen-go"].contains("tengen-game"));
    assert_eq!(violations(&arrows), Vec::<String>::new());
}

#[test]
fn a_forbidden_arrow_is_found() {
    let mut arrows = arrows();
    arrows.get_mut("tengen-game").unwrap().insert("tengen-go".to_owned());
    arrows.insert("tengen-extra".to_owned(), BTreeSet::new());
    let sentences = violations(&arrows);
    assert_eq!(
        sentences,
        ["tengen-extra is not a crate of the design", "tengen-game must not depend on tengen-go"]
    );
}

/// The table of ARCHITECTURE.md shows the same arrows.
#[test]
fn architecture_md_names_every_crate_and_arrow() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ARCHITECTURE.md");
    let text = std::fs::read_to_string(path).expect("ARCHITECTURE.md");
    for (name, allowed) in ALLOWED {
        let short = name.trim_start_matches("tengen-");
        let row = text.lines().find(|line| line.starts_with(&format!("| `{short}` |")));
        let row = row.unwrap_or_else(|| panic!("no row for {short}"));
        let arrows = row.trim_end_matches('|').rsplit('|').next().unwrap_or_default().trim();
        let expected = if allowed.is_empty() { "-".to_owned() } else { allowed.join(", ") };
        assert_eq!(arrows, expected, "the row of {short}");
    }
}
