//! Where games began, and how well that covers what could have been played.

use std::collections::BTreeMap;

use crate::page::html::{Html, HtmlTable};
use crate::page::numbers::{count, percent_or_dash, things};
use crate::page::tally::Tally;
use crate::record::{GameRecord, OpeningRecord, Side};
use crate::score::Score;

/// Longer lists are folded away.
const MOST_SHOWN: usize = 40;
/// Of longer openings, only so many moves are shown.
const MOST_MOVES: usize = 16;

/// How often each opening was played, and how it went.
pub(crate) fn openings(tally: &Tally<'_>) -> Html {
    let mut by_opening: BTreeMap<(&[String], &str), Vec<&GameRecord>> = BTreeMap::new();
    for game in tally.games() {
        let key = (&game.opening.moves[..], game.opening.name.as_str());
        by_opening.entry(key).or_default().push(game);
    }
    let mut distinct: Vec<&[String]> = by_opening.keys().map(|(moves, _)| *moves).collect();
    distinct.dedup();
    // A's score says something only as long as A is one player.
    let single = tally.meetings.len() == 1;
    let mut headings = vec!["Opening", "Moves", "#Games", "#Black's score"];
    if single {
        headings.push("#A's score");
    }
    let mut table = HtmlTable::new(headings);
    for games in by_opening.values() {
        let Some(first) = games.first() else { continue };
        let black = Score::of(games.iter().copied(), |game| game.black);
        let a = Score::of(games.iter().copied(), |_| Side::A);
        let mut cells = vec![
            Html::text(opening_name(&first.opening)),
            Html::text(moves(&first.opening.moves)),
            Html::text(count(games.len() as u64)),
            Html::text(percent_or_dash(black.rate())),
        ];
        if single {
            cells.push(Html::text(percent_or_dash(a.rate())));
        }
        table.row(cells);
    }
    let games = tally.games().count() as u64;
    let repeated = tally.repeated() as u64;
    let words = format!(
        "{} in {}; {} differ from all earlier ones in their moves.",
        things(distinct.len() as u64, "distinct opening"),
        things(games, "game"),
        things(games.saturating_sub(repeated), "game"),
    );
    let mut html = Html::heading(3, "Openings");
    html.push(&Html::paragraph("", words));
    if by_opening.len() > MOST_SHOWN {
        let summary = format!("All {}", things(by_opening.len() as u64, "opening"));
        html.push(&Html::details(&Html::text(summary), &table.to_html()));
    } else {
        html.push(&table.to_html());
    }
    html
}

/// What an opening is called.
pub(crate) fn opening_name(opening: &OpeningRecord) -> &str {
    match opening.name.as_str() {
        "" if opening.moves.is_empty() => "the beginning",
        "" => "unnamed",
        name => name,
    }
}

fn moves(moves: &[String]) -> String {
    let shown = moves.iter().take(MOST_MOVES).map(String::as_str).collect::<Vec<&str>>().join(" ");
    if moves.len() > MOST_MOVES {
        format!("{shown} … ({})", things(moves.len() as u64, "move"))
    } else {
        shown
    }
}
