//! A file that grows line by line, and can be continued after anything.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use tengen_engine::read_at_most;

/// More is no file of ours.
const LONGEST: usize = 1 << 30;

/// A file whose first lines say what it is, that this process alone adds to.
pub(crate) struct LineLog {
    file: File,
}

impl LineLog {
    /// Opens a file or makes it, with these lines at its beginning; gives the whole lines after them.
    /// A file that begins with others is left as it is, and refused.
    pub(crate) fn open(path: &Path, header: &str) -> anyhow::Result<(Self, String)> {
        let name = || path.display().to_string();
        // Opening a pipe would wait for somebody to read it.
        if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            bail!("{}: it is no ordinary file, so it cannot be continued", name());
        }
        let cannot_write = || format!("cannot write {}", path.display());
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(cannot_write)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{}: another process is writing it", name()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(name),
        }
        let bytes = read_at_most(path, LONGEST).with_context(name)?;
        let text = String::from_utf8(bytes).with_context(|| format!("{} is not text", name()))?;
        let mut log = Self { file };
        // The power may have gone while the header was written.
        if header.starts_with(&text) && text != header {
            log.file.set_len(0).with_context(name)?;
            log.add(header).with_context(name)?;
            return Ok((log, String::new()));
        }
        let Some(lines) = text.strip_prefix(header) else {
            let mut pairs = text.lines().zip(header.lines());
            let (is, would_be) = pairs.find(|(is, would_be)| is != would_be).unwrap_or_default();
            bail!(
                "{} was made with other settings: it has {:?} where this run has {would_be:?}; \
                 choose another file, or go on with the same settings and version",
                name(),
                is.chars().take(200).collect::<String>()
            );
        };
        let whole = lines.rfind('\n').map_or(0, |end| end + 1);
        if whole < lines.len() {
            let length = (header.len() + whole) as u64;
            log.file.set_len(length).and_then(|()| log.file.sync_all()).with_context(name)?;
        }
        Ok((log, lines[..whole].to_owned()))
    }

    /// Adds whole lines: they are on the disk when this returns, or not at all.
    pub(crate) fn add(&mut self, lines: &str) -> io::Result<()> {
        let before = self.file.metadata()?.len();
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        if written.is_err() {
            // Where a disk is full a part may be there: nothing must follow it.
            let _ = self.file.set_len(before);
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::LineLog;

    #[test]
    fn it_goes_on_after_anything_but_another_file() {
        let folder = std::env::temp_dir().join(format!("tengen-line-log-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("log");
        let open = || LineLog::open(&path, "# one\n# two\n");
        let read = || fs::read_to_string(&path).unwrap();
        let (mut log, lines) = open().unwrap();
        assert_eq!((lines.as_str(), read().as_str()), ("", "# one\n# two\n"));
        let told = open().err().unwrap().to_string();
        assert!(told.contains("another process"), "{told}");
        log.add("a\nb\n").unwrap();
        drop(log);
        // A line that was cut off is taken away.
        fs::write(&path, read() + "half a li").unwrap();
        let (mut log, lines) = open().unwrap();
        assert_eq!(lines, "a\nb\n");
        log.add("c\n").unwrap();
        drop(log);
        assert_eq!(read(), "# one\n# two\na\nb\nc\n");
        // So is a header, wherever that happened.
        for end in 0.."# one\n# two\n".len() {
            fs::write(&path, &"# one\n# two\n"[..end]).unwrap();
            assert_eq!(open().unwrap().1, "");
            assert_eq!(read(), "# one\n# two\n");
        }
        for other in ["# one\n# 2\na\n", "something else", "# one\n# two"] {
            fs::write(&path, other).unwrap();
            match open() {
                Ok(_) => assert_eq!(other, "# one\n# two"),
                Err(error) => {
                    assert!(error.to_string().contains("made with other settings"), "{error}");
                    assert_eq!(read(), other, "it is left alone");
                }
            }
        }
        assert!(LineLog::open(&folder, "").is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
