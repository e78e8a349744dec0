//! Lines of Action: pieces are taken and put down by clicks.

use serde_json::Value;

use crate::chromium::{Browser, Width, is_skipped};
use crate::house::House;
use crate::player::{Player, texts};

/// After so many moves the person gives up.
const ENOUGH: usize = 25;

#[test]
fn a_game_by_clicks() {
    if is_skipped() {
        return;
    }
    let (house, browser) = (House::open(), Browser::start(Width::Desktop));
    for width in Width::BOTH {
        browser.resize(width);
        let player = Player { browser: &browser };
        browser.open(&house.url("#/play"));
        browser.wait_for_element("form");
        player.pick("Lines of Action");
        browser.wait_for_element("svg.board[data-size='8']");
        player.choose("Player", "MCTS-Solver");
        browser.press("Start the game");
        play_on(&player, if width == Width::Desktop { ENOUGH } else { 4 });
        browser.assert_no_errors();
    }
}

fn play_on(player: &Player<'_>, most: usize) {
    let mut over = player.wait_for_turn(0);
    let mut moves = 0;
    while !over {
        let version = player.version();
        if moves == most {
            player.browser.press("Resign");
        } else {
            move_a_piece(player, moves);
        }
        moves += 1;
        over = player.wait_for_turn(version);
    }
    assert!(
        player.status().contains("wins") || player.status().contains("draw"),
        "{}",
        player.status()
    );
}

fn move_a_piece(player: &Player<'_>, number: usize) {
    let state = player.state();
    let legal = state["position"]["legal"].as_object().expect("moves of pieces");
    let (from, targets): (&String, &Value) =
        legal.iter().nth((number * 5) % legal.len()).expect("a piece that can move");
    let targets = texts(targets);
    player.browser.click_point(from);
    // Exactly the squares where this piece may go are marked.
    assert_eq!(player.count(".layer-targets .target"), targets.len() as u64);
    if number == 0 {
        // A square where it may not go: a reason, and the piece stays in the hand.
        player.browser.click_point("d5");
        player.browser.wait_for("the reason", "!document.getElementById('notice').hidden && document.getElementById('notice').textContent");
        assert_eq!(player.count(".layer-targets .target"), targets.len() as u64);
    }
    player.browser.click_point(&targets[number % targets.len()]);
}
