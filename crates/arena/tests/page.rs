//! The page of a report: right numbers, well-formed, and harmless whatever names and outputs hold.

#[path = "../../report/tests/xml/mod.rs"]
mod xml;

use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use tengen_arena::{
    ContestRecord, End, Forfeit, ForfeitKind, GameRecord, GameTerms, OpeningRecord, PageContest,
    PairingRecord, PerSide, PlayerRecord, Settled, SettledBy, Side, page,
};

fn player(name: &str) -> PlayerRecord {
    let settings = BTreeMap::from([("playouts".to_owned(), "100".to_owned())]);
    PlayerRecord { name: name.to_owned(), player: "uct,c=1".to_owned(), settings, engine: None }
}

fn terms() -> GameTerms {
    let (game, rules) = ("go".to_owned(), "tromp-taylor".to_owned());
    GameTerms { game, size: 9, komi: 7.5, rules, position: None, referee: None, clock: None }
}

fn contest(players: &[&str], pairings: &[(usize, usize, u64)]) -> ContestRecord {
    ContestRecord {
        title: "A small match".to_owned(),
        terms: terms(),
        players: players.iter().map(|name| player(name)).collect(),
        pairings: pairings.iter().map(|&(a, b, games)| PairingRecord { a, b, games }).collect(),
        openings: "two.sgf".to_owned(),
        seed: 17,
        referee: None,
        tuning: None,
        version: "0.1.0".to_owned(),
    }
}

/// A game between two players. Black is A in even games.
fn game(names: (&str, &str), number: u64, winner: Option<Side>, length: usize) -> GameRecord {
    let black = if number.is_multiple_of(2) { Side::A } else { Side::B };
    let result = match winner {
        None => "0",
        Some(side) if side == black => "B+3.5",
        Some(_) => "W+0.5",
    };
    let opening = OpeningRecord {
        name: format!("opening {}", number / 2 % 2 + 1),
        moves: vec!["E5".to_owned(), format!("C{}", number / 2 % 2 + 3)],
    };
    let own = (opening.moves.len()..length).map(|at| format!("move{at}of{number}"));
    let moves: Vec<String> = opening.moves.iter().cloned().chain(own).collect();
    let rate = |at: usize| (at >= 2).then_some(0.5 + at as f32 / 1000.0);
    GameRecord {
        pairing: 0,
        game: number,
        players: PerSide { a: player(names.0), b: player(names.1) },
        black,
        terms: terms(),
        opening,
        seed: number,
        rates: (0..moves.len()).map(rate).collect(),
        milliseconds: vec![10; moves.len()],
        moves,
        tries: Vec::new(),
        result: result.to_owned(),
        winner,
        end: End::Passes,
        settled: Some(Settled {
            by: SettledBy::Agreement,
            dead: Vec::new(),
            stands: 3.5,
            played_on: Vec::new(),
            notes: Vec::new(),
        }),
        forfeit: None,
        seconds: PerSide { a: 2.0, b: 1.0 },
        thought: PerSide { a: 20, b: 20 },
        playouts: PerSide { a: Some(2000), b: None },
        book: PerSide::default(),
        settling_seconds: 0.25,
        arena_seconds: 0.01,
        version: "0.1.0".to_owned(),
    }
}

const NASTY: &str = "<script>alert('1' & \"2\")</script>";

/// Eight games of ten: five won by A, one drawn, two lost, one of these by a crash; game 6 has the
/// moves of game 2.
fn small() -> PageContest {
    let names = ("rave", NASTY);
    let (a, b) = (Some(Side::A), Some(Side::B));
    let results = [a, b, a, None, a, b, a, a];
    let mut games: Vec<GameRecord> = (0..8)
        .map(|number| game(names, number, results[number as usize], 40 + number as usize))
        .collect();
    games[6].moves = games[2].moves.clone();
    games[4].end = End::Resignation;
    games[4].settled = None;
    games[5].end = End::Forfeit;
    games[5].result = "B+F".to_owned();
    games[5].settled = None;
    games[5].forfeit = Some(Forfeit {
        by: Side::A,
        kind: ForfeitKind::Crash,
        reason: "it ended with exit status 101".to_owned(),
        stderr: format!("thread panicked\n{NASTY}\n\u{1b}[31mred"),
    });
    // Lines of a log come in any order.
    games.reverse();
    let record = contest(&[names.0, names.1], &[(0, 1, 10)]);
    PageContest { record, games, folder: "runs/a \"b\"".to_owned() }
}

/// The page without its first line, which is no XML.
fn as_xml(html: &str) -> &str {
    html.strip_prefix("<!DOCTYPE html>\n").expect("a first line")
}

/// What a reader sees: the text of each table row, a bar after every cell.
fn rows(html: &str) -> Vec<String> {
    let row = |row: &str| {
        let row = row.split("</tr>").next().unwrap_or_default().replace("</td>", "|<");
        let texts = row.split('<').map(|part| part.rsplit('>').next().unwrap_or_default());
        texts.collect::<String>()
    };
    html.split("<tr>").skip(1).map(row).collect()
}

#[track_caller]
fn assert_row(html: &str, expected: &str) {
    let rows = rows(html);
    assert!(rows.iter().any(|row| row.starts_with(expected)), "{expected}\n{}", rows.join("\n"));
}

#[test]
fn the_numbers_are_right() {
    let html = page(&[small()]);
    assert_eq!(xml::fault(as_xml(&html)), None);
    let b = "&lt;script&gt;alert('1' &amp; &quot;2&quot;)&lt;/script&gt;";
    // Five wins, a draw, two losses: 5.5 of 8. Wilson's interval worked out apart.
    assert_row(&html, &format!("rave|{b}|8|5|1|2|68.8 %|35.6 to 89.8 %|1|0|"));
    assert!(html.contains("in 8 games (95 % interval: 35.6 to 89.8 %): 5 wins, 1 draw, 2 losses."));
    assert_row(&html, "Games|8 of 10 played|");
    assert_row(&html, "Size|9x9|");
    assert_row(&html, "Komi|7.5|");
    assert_row(&html, "Seed|17|");
    // Games 0, 2, 4 and 6 with Black: all won. Games 1, 3, 5 and 7: lost, drawn, lost, won.
    assert_row(&html, "rave|Black|4|4|0|0|100.0 %|");
    assert_row(&html, "rave|White|4|1|1|2|37.5 %|");
    assert_row(&html, "Everybody|Black|8|6|1|1|81.2 %|");
    assert_row(&html, "both passed|6|75.0 %|4|1|1|");
    assert_row(&html, "resignation|1|12.5 %|1|0|0|");
    assert_row(&html, "forfeit|1|12.5 %|1|0|0|");
    assert_row(&html, "the players, who agreed on what is dead|6|0|0.0|250 ms|");
    // 40 to 47 moves, but 42 for 46.
    assert_row(&html, &format!("rave against {b}|8|43.0|42.5|40|47|"));
    assert_row(&html, "rave|8|160|2.00 s|100 ms|100|1,000|");
    assert_row(&html, &format!("{b}|8|160|1.00 s|50.0 ms|-|-|"));
    // Games 0, 1, 4 and 5; games 2, 3, 6 and 7.
    assert_row(&html, "opening 1|E5 C3|4|100.0 %|50.0 %|");
    assert_row(&html, "opening 2|E5 C4|4|62.5 %|87.5 %|");
    assert!(html.contains("2 distinct openings in 8 games; 7 games differ"));
    assert!(html.contains("1 of 8 games repeats an earlier game move for move"));
    assert_row(&html, &format!("6|rave|{b}|opening 2|42|B+3.5|rave|passes|2.00 s|1.00 s|2|"));
    assert_row(&html, &format!("5|{b}|rave|opening 1|45|B+F|{b}|forfeit|1.00 s|2.00 s|"));
    assert!(html.contains("<a href=\"runs/a%20%22b%22/sgf/000005.sgf\">5</a>"));
    assert!(html.contains("move 3: 50.2 % in 4 games"), "the first after the opening");
    assert!(html.contains("<title>Black won, 40"), "a bar of the histogram");
}

#[test]
fn nothing_that_comes_from_outside_is_markup() {
    let html = page(&[small()]);
    assert!(!html.contains("<script") && !html.contains('\u{1b}'));
    assert!(html.contains("<pre>thread panicked\n&lt;script&gt;alert('1' &amp; "));
    let found = html.replace("http://www.w3.org/2000/svg", "");
    for fetched in ["url(", "@import", "http:", "https:", "<link", "<img", "<iframe"] {
        assert!(!found.contains(fetched), "{fetched}");
    }
    for tag in found.split('<').filter_map(|part| part.split_once('>')).map(|(tag, _)| tag) {
        assert!(!tag.contains(" src=") && !tag.contains(" on"), "{tag}");
    }
}

#[test]
fn several_contests_and_pairings() {
    let record = contest(&["a", "b", "c"], &[(0, 1, 2), (0, 2, 2), (1, 2, 2)]);
    let mut games = Vec::new();
    for (pairing, names) in [("a", "b"), ("a", "c"), ("b", "c")].into_iter().enumerate() {
        for number in 0..2 {
            let winner = if pairing == 2 { None } else { Some(Side::A) };
            let length = 10 + pairing + number as usize;
            games.push(GameRecord { pairing, ..game(names, number, winner, length) });
        }
    }
    let tournament = PageContest { record, games, folder: String::new() };
    let html = page(&[small(), tournament]);
    assert_eq!(xml::fault(as_xml(&html)), None);
    assert!(html.contains("<a href=\"#contest-2\">A small match</a>, 6 games"));
    assert!(html.contains("<section id=\"contest-2\">"));
    // The standings.
    assert_row(&html, "a|4|4|0|0|100.0 %|");
    assert_row(&html, "b|4|0|2|2|25.0 %|");
    // The cross table.
    assert_row(&html, "1|a|\u{b7}|2 / 2|2 / 2|");
    assert_row(&html, "3|c|0 / 2|1 / 2|\u{b7}|");
    // The pairings.
    assert_row(&html, "2|b|c|2|0|2|0|50.0 %|");
    assert!(html.contains("<a href=\"sgf/2-000001.sgf\">2-1</a>"));
}

#[test]
fn a_contest_without_games() {
    let record = contest(&["a", "b"], &[(0, 1, 100)]);
    let html = page(&[PageContest { record, games: Vec::new(), folder: String::new() }]);
    assert_eq!(xml::fault(as_xml(&html)), None);
    assert!(html.contains("No games have been played yet."));
    assert_row(&html, "Games|0 of 100 played|");
    let html = page(&[]);
    assert_eq!(xml::fault(as_xml(&html)), None);
    assert!(html.contains("There is nothing to report."));
}

#[test]
fn a_long_list_is_folded_away_and_complete() {
    let number = 2001;
    let record = contest(&["a", "b"], &[(0, 1, number)]);
    let games = (0..number).map(|number| game(("a", "b"), number, Some(Side::A), 4)).collect();
    let html = page(&[PageContest { record, games, folder: String::new() }]);
    assert!(html.contains("<details><summary>All 2,001 games</summary>"));
    assert_eq!(html.matches(".sgf\">").count(), 2001);
    assert!(html.contains("<a href=\"sgf/002000.sgf\">2000</a>"));
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,20}", "[<>&\"'/:#%\r\n\t\u{0}\u{1b}\u{ffff}a ]{0,12}", "x{0,60}"]
}

fn any_texts() -> impl Strategy<Value = Vec<String>> {
    vec(prop_oneof!["[A-B][1-2]", any_text()], 0..4)
}

fn any_side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::A), Just(Side::B)]
}

fn any_index() -> impl Strategy<Value = usize> {
    prop_oneof![0..3_usize, Just(usize::MAX)]
}

fn any_number() -> impl Strategy<Value = u64> {
    prop_oneof![0..4_u64, any::<u64>()]
}

fn any_player() -> impl Strategy<Value = PlayerRecord> {
    let settings = btree_map(any_text(), any_text(), 0..3);
    (any_text(), any_text(), settings, option::of(any_text())).prop_map(
        |(name, player, settings, engine)| PlayerRecord { name, player, settings, engine },
    )
}

fn any_terms() -> impl Strategy<Value = GameTerms> {
    (any_text(), any::<usize>(), any::<f32>(), any_text(), option::of(any_text())).prop_map(
        |(game, size, komi, rules, clock)| GameTerms {
            game,
            size,
            komi,
            rules,
            position: None,
            referee: None,
            clock,
        },
    )
}

fn any_settled() -> impl Strategy<Value = Settled> {
    let by = prop_oneof![
        Just(SettledBy::Referee),
        Just(SettledBy::Agreement),
        Just(SettledBy::PlayingOn),
        Just(SettledBy::Board)
    ];
    (by, any_texts(), any::<f32>(), any_texts(), any_texts()).prop_map(
        |(by, dead, stands, played_on, notes)| Settled { by, dead, stands, played_on, notes },
    )
}

fn any_forfeit() -> impl Strategy<Value = Forfeit> {
    let kind = prop_oneof![Just(ForfeitKind::Hang), Just(ForfeitKind::IllegalMove)];
    (any_side(), kind, any_text(), any_text()).prop_map(|(by, kind, reason, stderr)| Forfeit {
        by,
        kind,
        reason,
        stderr,
    })
}

fn any_game() -> impl Strategy<Value = GameRecord> {
    let end = prop_oneof![
        Just(End::Passes),
        Just(End::Resignation),
        Just(End::Forfeit),
        Just(End::Length)
    ];
    let who = (any_index(), any_number(), any_player(), any_player(), any_side(), any_terms());
    let play = (any_text(), any_texts(), any_texts(), vec(option::of(any::<f32>()), 0..6));
    let result = (any_text(), option::of(any_side()), end, option::of(any_settled()));
    let effort = (any::<(f64, f64, f64)>(), any_number(), any_number(), option::of(any_number()));
    (who, play, result, option::of(any_forfeit()), effort, any_text()).prop_map(
        |(who, play, result, forfeit, effort, version)| GameRecord {
            pairing: who.0,
            game: who.1,
            players: PerSide { a: who.2, b: who.3 },
            black: who.4,
            terms: who.5,
            opening: OpeningRecord { name: play.0, moves: play.1 },
            seed: 0,
            moves: play.2,
            tries: Vec::new(),
            rates: play.3,
            milliseconds: Vec::new(),
            result: result.0,
            winner: result.1,
            end: result.2,
            settled: result.3,
            forfeit,
            seconds: PerSide { a: effort.0.0, b: effort.0.1 },
            settling_seconds: effort.0.2,
            arena_seconds: 0.0,
            thought: PerSide { a: effort.1, b: effort.2 },
            playouts: PerSide { a: effort.3, b: effort.3 },
            book: PerSide { a: effort.3, b: None },
            version,
        },
    )
}

fn any_contest() -> impl Strategy<Value = PageContest> {
    let pairing = (any_index(), any_index(), any_number())
        .prop_map(|(a, b, games)| PairingRecord { a, b, games });
    let who = (vec(any_player(), 0..4), vec(pairing, 0..6));
    let what = (any_text(), any_text(), option::of(any_text()), any_text(), any_terms());
    (who, what, vec(any_game(), 0..6), any_text()).prop_map(
        |((players, pairings), (title, openings, referee, version, terms), games, folder)| {
            let seed = 0;
            let record = ContestRecord {
                title,
                terms,
                players,
                pairings,
                openings,
                seed,
                referee,
                tuning: None,
                version,
            };
            PageContest { record, games, folder }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_contests_make_a_page(contests in vec(any_contest(), 0..3)) {
        let html = page(&contests);
        prop_assert_eq!(xml::fault(as_xml(&html)), None, "{}", html);
    }
}
