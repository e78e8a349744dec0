//! Puts the commit into the version, where there is one.

use std::process::Command;

fn main() {
    // In a source archive a repository further up is not ours.
    let in_checkout = std::path::Path::new("../../.git").exists();
    // Written at every commit and check-out.
    let log = "../../.git/logs/HEAD";
    if std::path::Path::new(log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    let commit = Command::new("git")
        .args(["rev-parse", "--short=10", "HEAD"])
        .output()
        .ok()
        .filter(|output| output.status.success() && in_checkout)
        .and_then(|output| String::from_utf8(output.stdout).ok());
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    match commit {
        Some(commit) => println!("cargo::rustc-env=TENGEN_VERSION={version} ({})", commit.trim()),
        None => println!("cargo::rustc-env=TENGEN_VERSION={version}"),
    }
}
