//! Contests as one page of HTML that needs nothing else: no scripts, nothing fetched. It follows
//! the reader's choice of light or dark, and can be printed.

mod boards;
mod contest;
mod games;
mod html;
mod numbers;
mod openings;
mod plots;
mod results;
mod tally;

use crate::page::html::Html;
use crate::page::numbers::things;
use crate::record::{ContestRecord, GameRecord};

/// How a page looks. It stands in the page itself.
const STYLE: &str = include_str!("page/style.css");

/// A contest to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct PageContest {
    /// Who plays whom, at what.
    pub record: ContestRecord,
    /// The games, in any order.
    pub games: Vec<GameRecord>,
    /// The contest's folder as seen from the page, with `/` between names: links to game records
    /// begin with it. Empty if the page lies in the folder.
    pub folder: String,
}

/// The page: its title, a table of contents if there is more than one contest, and the contests.
///
/// The result is valid as HTML and, but for its first line, as XML. Whatever names, reasons and
/// outputs hold is shown as text.
#[must_use]
pub fn page(contests: &[PageContest]) -> String {
    let title = match contests {
        [contest] => contest::title(contest),
        _ => format!("Report of {}", things(contests.len() as u64, "contest")),
    };
    let mut body = Html::heading(1, &title);
    match contests {
        [] => body.push(&Html::paragraph("", "There is nothing to report.")),
        [contest] => body.push(&contest::section(contest, 1, false)),
        _ => {
            body.push(&contents(contests));
            for (index, contest) in contests.iter().enumerate() {
                body.push(&contest::section(contest, index + 1, true));
            }
        }
    }
    let (title, body) = (Html::text(&title).into_string(), body.into_string());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n\
         </body>\n</html>\n"
    )
}

/// The pictures of a contest, as SVG: how win rates went, and how long games were.
#[must_use]
pub fn pictures(contest: &PageContest) -> Vec<String> {
    let tally = tally::Tally::new(contest);
    if tally.games().next().is_none() {
        return Vec::new();
    }
    let mut pictures = plots::win_rate_plots(&tally);
    pictures.push(plots::length_plot(&tally));
    pictures
}

/// A list of the contests.
fn contents(contests: &[PageContest]) -> Html {
    let entry = |(index, contest): (usize, &PageContest)| {
        let mut entry = Html::link(&format!("#contest-{}", index + 1), contest::title(contest));
        entry.push(&Html::text(format!(", {}", things(contest.games.len() as u64, "game"))));
        entry.within("li", "")
    };
    let entries: Html = contests.iter().enumerate().map(entry).collect();
    entries.within("ol", "").within("nav", " aria-label=\"Contests\"")
}
