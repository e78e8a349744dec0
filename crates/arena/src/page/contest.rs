//! A contest on a page: what it is, who takes part, and the order of all that is told about it.

use std::collections::BTreeMap;

use crate::page::PageContest;
use crate::page::html::{Html, HtmlTable};
use crate::page::numbers::{count, percent, things};
use crate::page::tally::Tally;
use crate::page::{boards, games, openings, plots, results};

/// What a contest is called.
pub(crate) fn title(contest: &PageContest) -> String {
    let title = contest.record.title.trim();
    if title.is_empty() { "Contest without a title".to_owned() } else { title.to_owned() }
}

/// All about a contest. `number` names its place on the page.
pub(crate) fn section(contest: &PageContest, number: usize, has_heading: bool) -> Html {
    let tally = Tally::new(contest);
    let mut html = Html::default();
    if has_heading {
        html.push(&Html::heading(2, title(contest)));
    }
    html.push(&Html::paragraph("lead", lead(contest, &tally)));
    for warning in warnings(contest, &tally) {
        html.push(&Html::paragraph("warning", warning));
    }
    html.push(&Html::heading(3, "Terms"));
    html.push(&terms(contest, &tally));
    html.push(&Html::heading(3, "Players"));
    html.push(&players(contest));
    if tally.games().next().is_some() {
        html.push(&results::results(&tally));
        html.push(&results::colours(&tally));
        html.push(&results::endings(&tally));
        html.push(&results::forfeits(contest, &tally));
        html.push(&plots::win_rates(&tally));
        html.push(&plots::lengths(&tally));
        html.push(&results::effort(&tally));
        html.push(&openings::openings(&tally));
        html.push(&boards::boards(&tally));
        html.push(&games::games(contest, &tally));
    }
    html.within("section", &format!(" id=\"contest-{number}\""))
}

/// The contest in a sentence.
fn lead(contest: &PageContest, tally: &Tally<'_>) -> String {
    if contest.games.is_empty() {
        return "No games have been played yet.".to_owned();
    }
    let [meeting] = &tally.meetings[..] else {
        let pairings = things(tally.meetings.len() as u64, "pairing");
        let players = things(tally.names.len() as u64, "player");
        return format!("{players}, {pairings}, {}.", things(contest.games.len() as u64, "game"));
    };
    let score = meeting.score();
    let rate = percent(score.rate().unwrap_or(0.5));
    let interval = score.interval().to_percent() + " %";
    format!(
        "{} scored {rate} against {} in {} (95 % interval: {interval}): {}, {}, {}.",
        tally.name(meeting.a),
        tally.name(meeting.b),
        things(score.games(), "game"),
        things(score.wins, "win"),
        things(score.draws, "draw"),
        if score.losses == 1 { "1 loss".to_owned() } else { count(score.losses) + " losses" },
    )
}

/// What a reader must know before he believes the numbers.
fn warnings(contest: &PageContest, tally: &Tally<'_>) -> Vec<String> {
    let mut warnings = Vec::new();
    let all = count(contest.games.len() as u64);
    let say = |number: u64, one: &str, several: &str| {
        format!("{} of {all} games {}", count(number), if number == 1 { one } else { several })
    };
    let repeated = tally.repeated() as u64;
    if repeated > 0 {
        warnings.push(
            say(repeated, "repeats an earlier game", "repeat an earlier game")
                + " move for move. Such games tell nothing new: the intervals on this page take \
                   all games for independent, and are too narrow.",
        );
    }
    let forfeits = tally.games().filter(|game| game.forfeit.is_some()).count() as u64;
    if forfeits > 0 {
        warnings.push(
            say(forfeits, "was", "were")
                + " forfeited: lost for the side that did not play properly.",
        );
    }
    let doubled = tally.doubled() as u64;
    if doubled > 0 {
        warnings
            .push(say(doubled, "has", "have") + " the number of an earlier one. All are counted.");
    }
    let strangers = tally.games().filter(|game| game.terms != contest.record.terms).count() as u64;
    if strangers > 0 {
        warnings.push(
            say(strangers, "was", "were") + " played under other terms than those of the contest.",
        );
    }
    warnings
}

fn terms(contest: &PageContest, tally: &Tally<'_>) -> Html {
    let (record, terms) = (&contest.record, &contest.record.terms);
    let mut table = HtmlTable::new(["", ""]);
    let mut row = |name: &str, value: Html| {
        table.row([Html::text(name), value]);
    };
    row("Game", Html::text(&terms.game));
    row("Size", Html::text(format!("{0}x{0}", terms.size)));
    if terms.game == "go" {
        row("Komi", Html::text(terms.komi));
    }
    row("Rules", Html::text(&terms.rules));
    if let Some(position) = &terms.position {
        row("Start", Html::code(position));
    }
    if let Some(clock) = &terms.clock {
        row("Clock", Html::code(clock));
    }
    let openings = if record.openings.is_empty() {
        Html::text("none: games begin at the beginning")
    } else {
        Html::code(&record.openings)
    };
    row("Openings", openings);
    row("Seed", Html::text(record.seed));
    row("Referee", record.referee.as_ref().map_or_else(|| Html::text("none"), Html::code));
    let planned: u64 =
        record.pairings.iter().fold(0, |sum, pairing| sum.saturating_add(pairing.games));
    let played = count(contest.games.len() as u64);
    row("Games", Html::text(format!("{played} of {} played", count(planned))));
    row("Version", Html::text(versions(contest, tally)));
    table.to_html()
}

/// The version of the program, and those that played games if they were others.
fn versions(contest: &PageContest, tally: &Tally<'_>) -> String {
    let mut played: BTreeMap<&str, u64> = BTreeMap::new();
    for game in tally.games() {
        *played.entry(&game.version).or_default() += 1;
    }
    let own = contest.record.version.as_str();
    if played.keys().all(|version| *version == own) {
        return own.to_owned();
    }
    let played =
        played.iter().map(|(version, games)| format!("{} by {version}", things(*games, "game")));
    format!("{own}; {}", played.collect::<Vec<String>>().join(", "))
}

fn players(contest: &PageContest) -> Html {
    let mut table = HtmlTable::new(["Name", "Player", "Settings"]);
    for player in &contest.record.players {
        let mut text = Html::code(&player.player);
        if let Some(engine) = &player.engine {
            text.push(&Html::paragraph("soft", engine));
        }
        let settings: Vec<String> =
            player.settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let settings = if settings.is_empty() {
            Html::text("-")
        } else {
            let summary = Html::text(things(settings.len() as u64, "setting"));
            Html::details(&summary, &Html::lines(&settings.join("\n")))
        };
        table.row([Html::text(&player.name), text, settings]);
    }
    table.to_html()
}
