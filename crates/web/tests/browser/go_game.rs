//! Go: whole games, refused clicks, the keyboard.

use crate::chromium::{Browser, Width, is_skipped, key};
use crate::house::House;
use crate::player::{Player, texts};

/// The most moves of a person in a test; afterwards he passes.
const ENOUGH: usize = 8;

/// A 5x5 game is set up, played by clicks until two passes, and its territory is shown.
#[test]
fn a_whole_game_by_clicks() {
    if is_skipped() {
        return;
    }
    let (house, browser) = (House::open(), Browser::start(Width::Desktop));
    for width in Width::BOTH {
        browser.resize(width);
        play_a_game(&house, &browser);
        browser.assert_no_errors();
    }
}

fn play_a_game(house: &House, browser: &Browser) {
    let player = Player { browser };
    browser.open(&house.url("#/play"));
    browser.wait_for_element("form");
    player.choose("Board", "5 × 5");
    browser.wait_for_element("svg.board[data-size='5']");
    player.choose("Player", "UCT");
    browser.press("Start the game");
    let mut over = player.wait_for_turn(0);

    let mut moves = 0;
    while !over {
        let version = player.version();
        let legal = texts(&player.state()["position"]["legal"]);
        // In the middle first; then anywhere.
        let wanted = ["C3", "C2", "C4", "B3", "D3"];
        let point = wanted.iter().map(ToString::to_string).find(|it| legal.contains(it));
        match point.or_else(|| legal.first().cloned()) {
            Some(point) if moves < ENOUGH => browser.click_point(&point),
            _ => browser.press("Pass"),
        }
        moves += 1;
        assert!(moves < 100, "a game without end: {}", player.status());
        over = player.wait_for_turn(version);
        if !over && moves == 1 {
            refuse_an_occupied_point(&player);
        }
    }
    let status = player.status();
    assert!(status.contains("wins"), "{status}");
    // Whoever resigns leaves nothing to count.
    if !status.contains("+R") {
        assert!(player.count(".layer-area .area") > 0, "no territory after: {status}");
    }
    assert!(player.count(".graph .curve") == 1, "no graph");
}

/// A click on a stone is answered with a reason, and changes nothing.
fn refuse_an_occupied_point(player: &Player<'_>) {
    let version = player.version();
    let before = player.count(".layer-stones .stone");
    player.browser.click_point("C3");
    let reason = player.browser.wait_for("the reason", "!document.getElementById('notice').hidden && document.getElementById('notice').textContent");
    let reason = reason.as_str().expect("words").to_owned();
    assert!(reason.contains("C3") && reason.len() > 10, "no reason: {reason:?}");
    assert_eq!(player.version(), version);
    assert_eq!(player.count(".layer-stones .stone"), before);
}

/// The first page has a board that can be played on at once, by keys alone; then undo and hint.
#[test]
fn the_first_page_by_keys() {
    if is_skipped() {
        return;
    }
    let (house, browser) = (House::open(), Browser::start(Width::Desktop));
    let player = Player { browser: &browser };
    browser.open(&house.url(""));
    browser.wait_for_element("svg.board.playable");
    browser.script("document.querySelector('svg.board').focus()");
    browser.keys(&[key::RIGHT, key::UP, key::UP, key::ENTER]);
    browser.wait_for("a game", "location.hash.startsWith('#/play/')");
    browser.wait_for_element("[data-status]");
    player.wait_for_turn(1);
    let state = player.state();
    assert_eq!(state["history"][0]["move"], "F7", "{state}");
    assert_eq!(texts(&state["position"]["moves"]).len(), 2);

    browser.press("Hint");
    browser.wait_for_element(".layer-candidates .candidate");
    let version = player.version();
    browser.press("Undo");
    player.wait_for_turn(version);
    assert_eq!(player.count(".layer-stones .stone"), 0);
    browser.assert_no_errors();
}
