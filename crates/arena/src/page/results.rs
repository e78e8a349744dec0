//! Who won how often against whom, with which colour and how; what went wrong; and what it cost.

use std::collections::BTreeMap;

use tengen_report::{IntervalPlot, IntervalRow};

use crate::page::PageContest;
use crate::page::games::game_link;
use crate::page::html::{Html, HtmlTable};
use crate::page::numbers::{count, mean, percent, percent_or_dash, rounded, things, time};
use crate::page::tally::{Meeting, Tally};
use crate::record::{End, ForfeitKind, GameRecord, SettledBy, Side};
use crate::score::Score;

/// The most players of a cross table: more do not fit on any screen.
const MOST_CROSSED: usize = 40;
/// The most pairings that are drawn.
const MOST_DRAWN: usize = 60;
/// Longer lists are folded away.
const MOST_SHOWN: usize = 20;

/// The score of each pairing; with several of them, also of each player.
pub(crate) fn results(tally: &Tally<'_>) -> Html {
    let mut html = Html::heading(3, "Results");
    if tally.meetings.len() > 1 {
        html.push(&standings(tally));
        if (3..=MOST_CROSSED).contains(&tally.names.len()) {
            html.push(&cross_table(tally));
        }
        html.push(&Html::heading(3, "Pairings"));
    }
    html.push(&pairings(tally));
    if (2..=MOST_DRAWN).contains(&tally.meetings.len()) {
        let plot = IntervalPlot::new("Score of A, with 95 % intervals").x_percent();
        let plot = plot.x_range(0.0, 1.0).guide(0.5, "even");
        let plot = tally.meetings.iter().fold(plot, |plot, meeting| {
            let (score, interval) = (meeting.score(), meeting.score().interval());
            let rate = score.rate().unwrap_or(f64::NAN);
            plot.row(
                IntervalRow::new(tally.title(meeting), rate).interval(interval.low, interval.high),
            )
        });
        html.push(&Html::plots([plot.to_svg()]));
    }
    html.push(&Html::paragraph(
        "soft",
        "A draw is half a point. Intervals are Wilson's, for independent games.",
    ));
    html
}

fn pairings(tally: &Tally<'_>) -> Html {
    // A number that the games are named by, where there is a choice.
    let has_numbers = tally.meetings.len() > 1;
    let number = if has_numbers { Some("#Pairing") } else { None };
    let headings = [
        "A",
        "B",
        "#Games",
        "#A wins",
        "#Draws",
        "#B wins",
        "#A's score",
        "#95 % interval",
        "#Forfeits of A",
        "#Forfeits of B",
    ];
    let mut table = HtmlTable::new(number.into_iter().chain(headings));
    for meeting in &tally.meetings {
        let number = has_numbers.then(|| Html::text(meeting.pairing));
        let names = [meeting.a, meeting.b].map(|player| Html::text(tally.name(player)));
        let forfeits = Side::BOTH.map(|side| Html::text(count(meeting.forfeits(side) as u64)));
        let cells = names.into_iter().chain(score_cells(meeting.score())).chain(forfeits);
        table.row(number.into_iter().chain(cells));
    }
    table.to_html()
}

/// Above what [`score_cells`] makes.
const SCORE_HEADINGS: [&str; 6] =
    ["#Games", "#Wins", "#Draws", "#Losses", "#Score", "#95 % interval"];

/// Games, wins, draws, losses, rate and interval.
fn score_cells(score: Score) -> [Html; 6] {
    let interval =
        if score.games() == 0 { "-".to_owned() } else { score.interval().to_percent() + " %" };
    [
        Html::text(count(score.games())),
        Html::text(count(score.wins)),
        Html::text(count(score.draws)),
        Html::text(count(score.losses)),
        Html::text(percent_or_dash(score.rate())),
        Html::text(interval),
    ]
}

/// The score of each player against all others, the best first.
fn standings(tally: &Tally<'_>) -> Html {
    let mut scores = vec![Score::default(); tally.names.len()];
    for meeting in &tally.meetings {
        scores[meeting.a] += meeting.score();
        scores[meeting.b] += meeting.score().turned();
    }
    let mut order: Vec<usize> = (0..scores.len()).collect();
    let rate = |player: usize| scores[player].rate().unwrap_or(-1.0);
    order.sort_by(|a, b| rate(*b).total_cmp(&rate(*a)));
    let mut table = HtmlTable::new(["Player"].iter().chain(&SCORE_HEADINGS));
    for player in order {
        let name = Html::text(tally.name(player));
        table.row(std::iter::once(name).chain(score_cells(scores[player])));
    }
    table.to_html()
}

/// The points of everybody against everybody.
fn cross_table(tally: &Tally<'_>) -> Html {
    let mut scores: BTreeMap<(usize, usize), Score> = BTreeMap::new();
    for meeting in &tally.meetings {
        *scores.entry((meeting.a, meeting.b)).or_default() += meeting.score();
        if meeting.a != meeting.b {
            *scores.entry((meeting.b, meeting.a)).or_default() += meeting.score().turned();
        }
    }
    let players = 0..tally.names.len();
    let headings = players.clone().map(|player| format!("#{}", player + 1));
    let first = ["#".to_owned(), "Points of".to_owned()];
    let mut table = HtmlTable::new(first.into_iter().chain(headings));
    for row in players.clone() {
        let cells = players.clone().map(|column| match scores.get(&(row, column)) {
            Some(score) if score.games() > 0 => {
                Html::text(format!("{} / {}", score.points(), count(score.games())))
            }
            _ if row == column => Html::text("\u{b7}"),
            _ => Html::default(),
        });
        let head = [Html::text(row + 1), Html::text(tally.name(row))];
        table.row(head.into_iter().chain(cells));
    }
    table.to_html()
}

/// How the colours did.
pub(crate) fn colours(tally: &Tally<'_>) -> Html {
    let mut table = HtmlTable::new(["Player", "Colour"].iter().chain(&SCORE_HEADINGS));
    for player in 0..tally.names.len() {
        for is_black in [true, false] {
            let mut score = Score::default();
            for meeting in &tally.meetings {
                for side in Side::BOTH.into_iter().filter(|side| meeting.player(*side) == player) {
                    let has_colour = |game: &&GameRecord| (game.black == side) == is_black;
                    score += Score::of(meeting.games.iter().copied().filter(has_colour), |_| side);
                }
            }
            let words = [tally.name(player), if is_black { "Black" } else { "White" }];
            table.row(words.map(Html::text).into_iter().chain(score_cells(score)));
        }
    }
    let black = Score::of(tally.games(), |game| game.black);
    let words = ["Everybody", "Black"].map(Html::text);
    table.row(words.into_iter().chain(score_cells(black)));
    [Html::heading(3, "Colours"), table.to_html()].into_iter().collect()
}

/// Why games ended, and who counted them.
pub(crate) fn endings(tally: &Tally<'_>) -> Html {
    let ends = [
        (End::Passes, "both passed"),
        (End::Connection, "connection"),
        (End::BothConnected, "both connected by one move"),
        (End::NoMove, "no move"),
        (End::Repetition, "repetition"),
        (End::Resignation, "resignation"),
        (End::Forfeit, "forfeit"),
        (End::Length, "too long, counted as it stood or drawn"),
    ];
    let all = tally.games().count() as f64;
    let mut table =
        HtmlTable::new(["End", "#Games", "#Share", "#Black won", "#Draws", "#White won"]);
    for (end, words) in ends {
        let score = Score::of(tally.games().filter(|game| game.end == end), |game| game.black);
        // Each game has ends of its own: those of others are not shown.
        let is_of_all = matches!(end, End::Resignation | End::Forfeit | End::Length);
        if score.games() == 0 && !is_of_all {
            continue;
        }
        let numbers = [score.wins, score.draws, score.losses].map(count);
        let share = percent(score.games() as f64 / all.max(1.0));
        let cells = [words.to_owned(), count(score.games()), share];
        table.row(cells.into_iter().chain(numbers).map(Html::text));
    }
    let mut html = Html::heading(3, "How games ended");
    html.push(&table.to_html());
    html.push(&settling(tally));
    html
}

fn settling(tally: &Tally<'_>) -> Html {
    let ways = [
        (SettledBy::Referee, "the referee"),
        (SettledBy::Agreement, "the players, who agreed on what is dead"),
        (SettledBy::PlayingOn, "playing on until nothing dead was left"),
        (SettledBy::Board, "the board as it stood"),
    ];
    let mut table = HtmlTable::new([
        "Counted by",
        "#Games",
        "#With dead stones",
        "#Moves played on, mean",
        "#Time, mean",
    ]);
    let mut notes: BTreeMap<&str, u64> = BTreeMap::new();
    for (by, words) in ways {
        let games: Vec<(&GameRecord, _)> = tally
            .games()
            .filter_map(|game| game.settled.as_ref().map(|settled| (game, settled)))
            .filter(|(_, settled)| settled.by == by)
            .collect();
        let number = games.len() as u64;
        if number == 0 {
            continue;
        }
        let with_dead = games.iter().filter(|(_, settled)| !settled.dead.is_empty()).count();
        let moves: f64 = games.iter().map(|(_, settled)| settled.played_on.len() as f64).sum();
        let seconds: f64 = games.iter().map(|(game, _)| game.settling_seconds).sum();
        for note in games.iter().flat_map(|(_, settled)| &settled.notes) {
            *notes.entry(note).or_default() += 1;
        }
        table.row([
            Html::text(words),
            Html::text(count(number)),
            Html::text(count(with_dead as u64)),
            Html::text(rounded(mean(moves, number))),
            Html::text(mean(seconds, number).map_or_else(|| "-".to_owned(), time)),
        ]);
    }
    if tally.games().all(|game| game.settled.is_none()) {
        return Html::default();
    }
    let mut html = table.to_html();
    if !notes.is_empty() {
        let mut table = HtmlTable::new(["Note", "#Games"]);
        for (note, number) in &notes {
            table.row([Html::text(note), Html::text(count(*number))]);
        }
        let summary = "What stood in the way of those who come first";
        html.push(&Html::details(&Html::text(summary), &table.to_html()));
    }
    html
}

/// What went wrong, with what the engines said about it.
pub(crate) fn forfeits(contest: &PageContest, tally: &Tally<'_>) -> Html {
    let mut kinds: BTreeMap<(usize, ForfeitKind), u64> = BTreeMap::new();
    let mut list = Vec::new();
    for meeting in &tally.meetings {
        for game in &meeting.games {
            let Some(forfeit) = &game.forfeit else { continue };
            let player = meeting.player(forfeit.by);
            *kinds.entry((player, forfeit.kind)).or_default() += 1;
            let mut summary = Html::text("Game ");
            summary.push(&game_link(contest, tally, game));
            let words = format!(
                ", {}: {}: {}",
                tally.name(player),
                kind_words(forfeit.kind),
                forfeit.reason
            );
            summary.push(&Html::text(words));
            let said = if forfeit.stderr.trim().is_empty() {
                Html::paragraph("soft", "Nothing on its standard error.")
            } else {
                Html::lines(&forfeit.stderr)
            };
            list.push(Html::details(&summary, &said));
        }
    }
    if list.is_empty() {
        return Html::default();
    }
    let mut html = Html::heading(3, "Forfeits");
    let mut table = HtmlTable::new(["Player", "What went wrong", "#Games"]);
    for ((player, kind), number) in kinds {
        table.row([
            Html::text(tally.name(player)),
            Html::text(kind_words(kind)),
            Html::text(count(number)),
        ]);
    }
    html.push(&table.to_html());
    let number = list.len();
    let list: Html = list.into_iter().collect();
    if number > MOST_SHOWN {
        let summary = Html::text(format!("All {}", things(number as u64, "forfeit")));
        html.push(&Html::details(&summary, &list));
    } else {
        html.push(&list);
    }
    html
}

fn kind_words(kind: ForfeitKind) -> &'static str {
    match kind {
        ForfeitKind::Start => "could not be started",
        ForfeitKind::Crash => "ended by itself",
        ForfeitKind::ClosedInput => "did not listen",
        ForfeitKind::Hang => "did not answer",
        ForfeitKind::Garbage => "answered nonsense",
        ForfeitKind::Refusal => "refused a command",
        ForfeitKind::IllegalMove => "played an illegal move",
        ForfeitKind::Time => "ran out of time",
    }
}

/// What a player spent.
#[derive(Clone, Copy, Default)]
struct Effort {
    games: u64,
    moves: u64,
    seconds: f64,
    /// Playouts, and the moves and seconds of the games that told them.
    playouts: Option<(u64, u64, f64)>,
}

/// Time and playouts of each player.
pub(crate) fn effort(tally: &Tally<'_>) -> Html {
    let mut efforts = vec![Effort::default(); tally.names.len()];
    for meeting in &tally.meetings {
        for side in Side::BOTH {
            add_effort(&mut efforts[meeting.player(side)], meeting, side);
        }
    }
    let mut table = HtmlTable::new([
        "Player",
        "#Games",
        "#Moves",
        "#Time a game",
        "#Time a move",
        "#Playouts a move",
        "#Playouts a second",
    ]);
    for (player, effort) in efforts.into_iter().enumerate() {
        let (playouts, moves, seconds) = effort.playouts.unwrap_or_default();
        let time_of =
            |number: u64| mean(effort.seconds, number).map_or_else(|| "-".to_owned(), time);
        let a_second = Some(playouts as f64 / seconds).filter(|rate| rate.is_finite());
        let is_told = |value: Option<f64>| rounded(value.filter(|_| effort.playouts.is_some()));
        table.row([
            Html::text(tally.name(player)),
            Html::text(count(effort.games)),
            Html::text(count(effort.moves)),
            Html::text(time_of(effort.games)),
            Html::text(time_of(effort.moves)),
            Html::text(is_told(mean(playouts as f64, moves))),
            Html::text(is_told(a_second)),
        ]);
    }
    let note = "Moves that a player made himself: those of openings are left out.";
    [Html::heading(3, "Time and playouts"), table.to_html(), Html::paragraph("soft", note)]
        .into_iter()
        .collect()
}

fn add_effort(effort: &mut Effort, meeting: &Meeting<'_>, side: Side) {
    for game in &meeting.games {
        let (moves, seconds) = (game.thought[side], game.seconds[side]);
        effort.games += 1;
        effort.moves = effort.moves.saturating_add(moves);
        effort.seconds += seconds;
        if let Some(playouts) = game.playouts[side] {
            let (sum, of_moves, of_seconds) = effort.playouts.unwrap_or_default();
            effort.playouts = Some((
                sum.saturating_add(playouts),
                of_moves.saturating_add(moves),
                of_seconds + seconds,
            ));
        }
    }
}
