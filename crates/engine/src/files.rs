//! Files that are written whole or not at all, and read only as far as they make sense.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside the place where it is to be, and moves it there when it is complete: who
/// reads it sees the old content or the new one, never a part. What is no ordinary file, such as a
/// pipe, is written to as it is.
pub fn write_whole(path: &Path, content: &str) -> io::Result<()> {
    write_whole_by(path, |file| file.write_all(content.as_bytes()))
}

/// The same for what is too long to be held in memory: `write` puts it into the file piece by piece.
pub fn write_whole_by<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let path = &real(path);
    let fill = |file: File| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.into_inner().map_err(|error| E::from(error.into_error()))
    };
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return fill(File::options().write(true).open(path)?).map(drop);
    }
    let temporary = beside(path)?;
    let written = File::create(&temporary)
        .map_err(E::from)
        .and_then(fill)
        .and_then(|file| Ok(file.sync_all()?))
        .and_then(|()| Ok(fs::rename(&temporary, path)?));
    if written.is_err() {
        // It may not even be there.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Whether a file could be written there, as far as one can tell: before hours of work, not after.
pub fn check_writable(path: &Path) -> io::Result<()> {
    let path = &real(path);
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => Err(io::Error::other("it is a folder")),
        Ok(data) if !data.is_file() => Ok(()),
        _ => {
            let temporary = beside(path)?;
            File::create(&temporary)?;
            fs::remove_file(&temporary)
        }
    }
}

/// Reads a file, unless it is longer than this.
pub fn read_at_most(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        return Err(io::Error::other(format!("it is longer than {limit} bytes")));
    }
    Ok(bytes)
}

/// Where a link leads, or the path itself.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A hidden name in the same folder.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::other("no file name"))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_links_and_what_is_neither() {
        let folder = std::env::temp_dir().join(format!("tengen-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("file");
        check_writable(&file).unwrap();
        assert!(!file.exists(), "a check leaves nothing behind");
        write_whole(&file, "one").unwrap();
        write_whole(&file, "two").unwrap();
        assert_eq!(read_at_most(&file, 3).unwrap(), b"two");
        let failed = write_whole_by(&file, |file| {
            file.write_all(b"a part")?;
            Err(io::Error::other("no more"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(read_at_most(&file, 3).unwrap(), b"two");
        assert!(read_at_most(&file, 2).unwrap_err().to_string().contains("longer than 2 bytes"));
        assert!(check_writable(&folder).is_err() && write_whole(&folder, "").is_err());
        assert!(check_writable(&folder.join("no/such/folder")).is_err());
        #[cfg(unix)]
        {
            let link = folder.join("link");
            std::os::unix::fs::symlink(&file, &link).unwrap();
            write_whole(&link, "three").unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), "three");
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            let null = Path::new("/dev/null");
            write_whole(null, "nothing").unwrap();
            check_writable(null).unwrap();
            assert!(!fs::metadata(null).unwrap().is_file());
            assert!(read_at_most(Path::new("/dev/zero"), 1000).is_err());
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), if cfg!(unix) { 2 } else { 1 });
        fs::remove_dir_all(folder).unwrap();
    }
}
