//! The page itself: files that are part of the program.

use std::path::{Path, PathBuf};

use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// Every file of `assets/` with its name.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The name of the page at `/`.
const INDEX: &str = "index.html";

/// The file of this path. `folder` is for those who work on the page: files of the same names are
/// read from there at every request. A path is looked up in the list and never joined to anything.
pub(crate) fn answer(path: &str, folder: Option<&Path>) -> Response {
    let wanted = match path.trim_start_matches('/') {
        "" => INDEX,
        other => other,
    };
    if let Some(folder) = folder {
        let mut files = Vec::new();
        list(folder, "", &mut files);
        if let Some((_, file)) = files.into_iter().find(|(name, _)| name == wanted)
            && let Ok(bytes) = std::fs::read(file)
        {
            return ([(header::CONTENT_TYPE, kind(wanted))], bytes).into_response();
        }
    }
    match FILES.iter().find(|(name, _)| *name == wanted) {
        Some((name, bytes)) => ([(header::CONTENT_TYPE, kind(name))], *bytes).into_response(),
        None => Refusal::not_found("there is no such page; begin at /").into_response(),
    }
}

fn list(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let name = format!("{prefix}{}", name.to_string_lossy());
        if path.is_dir() {
            list(&path, &format!("{name}/"), files);
        } else {
            files.push((name, path));
        }
    }
}

/// What a file is, by the end of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there() {
        assert!(FILES.iter().any(|(name, bytes)| *name == INDEX && !bytes.is_empty()));
        assert_eq!(answer("/", None).status(), 200);
        assert_eq!(answer("/no.such.file", None).status(), 404);
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        for path in ["/../Cargo.toml", "/..", "/./index.html", "//etc/passwd", "/%2e%2e/Cargo.toml"]
        {
            assert_eq!(answer(path, Some(&folder)).status(), 404, "{path}");
            assert_eq!(answer(path, None).status(), 404, "{path}");
        }
        assert_eq!(answer("/index.html", Some(&folder)).status(), 200);
    }
}
