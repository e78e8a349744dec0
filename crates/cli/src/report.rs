//! `tengen report`: records as a page.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tengen_arena::{PageContest, page, read_folder};
use tengen_engine::write_whole;

use crate::arena_args::ReportArgs;
use crate::listener::Listener;

pub(crate) fn run(args: &ReportArgs) -> anyhow::Result<()> {
    let out = args.out.clone().unwrap_or_else(|| args.folders[0].join("report.html"));
    let mut contests = Vec::new();
    let mut games = 0;
    for folder in &args.folders {
        let (record, finished) = read_folder(folder).context("records")?;
        games += finished.len();
        let folder = from_page(&out, folder);
        contests.push(PageContest { record, games: finished, folder });
    }
    write_whole(&out, &page(&contests)).with_context(|| format!("page {}", out.display()))?;
    writeln!(Listener::new(), "{}: {games} games", out.display())?;
    Ok(())
}

/// Where a folder is, seen from a page: relative where that is possible, so that both can be moved.
fn from_page(page: &Path, folder: &Path) -> String {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (page, folder) = (absolute(page), absolute(folder));
    let base: Vec<_> = page.parent().unwrap_or(&page).components().collect();
    let target: Vec<_> = folder.components().collect();
    let common = base.iter().zip(&target).take_while(|(a, b)| a == b).count();
    let up = base[common..].iter().map(|_| PathBuf::from(".."));
    let down = target[common..].iter().map(|part| PathBuf::from(part.as_os_str()));
    let relative: PathBuf = up.chain(down).collect();
    relative.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_seen_from_the_page() {
        let from = |page: &str, folder: &str| from_page(Path::new(page), Path::new(folder));
        assert_eq!(from("a/report.html", "a"), "");
        assert_eq!(from("all.html", "a/b"), "a/b");
        assert_eq!(from("/x/pages/all.html", "/x/records/a"), "../records/a");
    }
}
