//! Puts the commit into the version, where there is one.

use std::process::Command;

fn main() {
    // In a source archive a repository further up is not ours.
    let in_checkout = std::path::Path::new("../../.git").exists();
    // Written at every commit and check-out.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    // Where it is depends: a work tree of a repository has its own.
    if let Some(log) = log.filter(|log| in_checkout && std::path::Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    let commit = git(&["rev-parse", "--short=10", "HEAD"]).filter(|_| in_checkout);
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    match commit {
        Some(commit) => println!("cargo::rustc-env=TENGEN_VERSION={version} ({commit})"),
        None => println!("cargo::rustc-env=TENGEN_VERSION={version}"),
    }
}

/// What git answers, if it does.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim().to_owned())
}
