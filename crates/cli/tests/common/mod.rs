//! What all tests of the command need: to run it, to read what it says, a folder for its files.

// Every test program has its own copy of this, and none uses all of it.
#![allow(dead_code)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// A folder of its own for each test, gone when the test is.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// A new one; tests in one program need different names.
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        // What another run has left behind.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// The path of a file in it.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Writes a file; its path.
    pub(crate) fn write(&self, name: &str, content: &str) -> String {
        fs::write(self.0.join(name), content).expect("a file");
        self.path(name)
    }

    /// Reads a file.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Starts the program with pipes all around.
pub(crate) fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tengen starts")
}

/// Runs the program on an input.
pub(crate) fn tengen_with_input(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = start(args);
    // A program that ends without reading its input closes the pipe: that is its right.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_ref());
    child.wait_with_output().expect("tengen ends")
}

/// Runs the program.
pub(crate) fn tengen(args: &[&str]) -> Output {
    tengen_with_input(args, "")
}

/// What it wrote to its standard output.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What it wrote to its standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs the program, which must succeed and print one object.
pub(crate) fn json(args: &[&str]) -> Value {
    let output = tengen(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// The games of a match's folder in their order, without what the clock says.
pub(crate) fn games(folder: &str) -> Vec<Value> {
    let text = fs::read_to_string(Path::new(folder).join("games.jsonl")).expect("a log");
    let mut games: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a game")).collect();
    for game in &mut games {
        let game = game.as_object_mut().expect("an object");
        for timing in ["milliseconds", "seconds", "settling_seconds", "arena_seconds"] {
            game.remove(timing).expect(timing);
        }
    }
    games.sort_by_key(|game| (game["pairing"].as_u64(), game["game"].as_u64()));
    games
}
