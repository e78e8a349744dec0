//! The list of all games, with links to their records.

use crate::page::PageContest;
use crate::page::html::{Html, HtmlTable, href};
use crate::page::numbers::{count, things, time};
use crate::page::openings::opening_name;
use crate::page::tally::Tally;
use crate::record::{End, GameRecord};
use crate::sgf_name::sgf_name;

/// Longer lists are folded away, so that the rest of the page stays quick.
const MOST_SHOWN: usize = 2000;

/// A game's number, as a link to its record.
pub(crate) fn game_link(contest: &PageContest, tally: &Tally<'_>, game: &GameRecord) -> Html {
    let pairings = contest.record.pairings.len();
    let address = href(&contest.folder, &sgf_name(pairings, game.pairing, game.game));
    Html::link(&address, game_number(tally, game))
}

/// What tells a game from all others of the contest.
fn game_number(tally: &Tally<'_>, game: &GameRecord) -> String {
    if tally.meetings.len() > 1 {
        format!("{}-{}", game.pairing, game.game)
    } else {
        game.game.to_string()
    }
}

/// All games.
pub(crate) fn games(contest: &PageContest, tally: &Tally<'_>) -> Html {
    let mut headings = vec![
        "#Game",
        "Black",
        "White",
        "Opening",
        "#Moves",
        "Result",
        "Winner",
        "End",
        "#Time of Black",
        "#Time of White",
    ];
    if tally.repeated() > 0 {
        headings.push("Repeats");
    }
    let mut table = HtmlTable::new(headings);
    let all: Vec<&GameRecord> = tally.games().collect();
    let mut place = 0;
    for meeting in &tally.meetings {
        for game in &meeting.games {
            let white = game.black.other();
            let name = |side| tally.name(meeting.player(side));
            let winner = game.winner.map_or("nobody", name);
            let repeats = tally.repeats(place).and_then(|place| all.get(place));
            let repeats = repeats.map(|first| Html::text(game_number(tally, first)));
            let cells = [
                game_link(contest, tally, game),
                Html::text(name(game.black)),
                Html::text(name(white)),
                Html::text(opening_name(&game.opening)),
                Html::text(count(game.moves.len() as u64)),
                Html::text(&game.result),
                Html::text(winner),
                Html::text(end_word(game.end)),
                Html::text(time(game.seconds[game.black])),
                Html::text(time(game.seconds[white])),
            ];
            table.row(cells.into_iter().chain(repeats));
            place += 1;
        }
    }
    let mut html = Html::heading(3, "Games");
    html.push(&Html::paragraph("soft", "A game's number leads to its record."));
    if all.len() > MOST_SHOWN {
        let summary = format!("All {}", things(all.len() as u64, "game"));
        html.push(&Html::details(&Html::text(summary), &table.to_html()));
    } else {
        html.push(&table.to_html());
    }
    html
}

fn end_word(end: End) -> &'static str {
    match end {
        End::Passes => "passes",
        End::Connection => "connection",
        End::BothConnected => "both connected",
        End::NoMove => "no move",
        End::Repetition => "repetition",
        End::Resignation => "resignation",
        End::Forfeit => "forfeit",
        End::Length => "length",
    }
}
