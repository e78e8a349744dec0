//! Files that are written whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file beside the place where it is to be, and moves it there when it is complete: who
/// reads it sees the old content or the new one, never a part.
pub fn write_whole(path: &Path, content: &str) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::other("no file name"))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    let temporary = path.with_file_name(hidden);
    let written = fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(content.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // It may not even be there.
        let _ = fs::remove_file(&temporary);
    }
    written
}
