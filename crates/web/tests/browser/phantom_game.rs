//! Phantom Go: tries, refusals, and three boards afterwards.

use serde_json::json;

use crate::chromium::{Browser, Width, is_skipped, key};
use crate::house::House;
use crate::player::{Player, texts};

const ENOUGH: usize = 14;

#[test]
fn a_game_and_its_three_boards() {
    if is_skipped() {
        return;
    }
    let (house, browser) = (House::open(), Browser::start(Width::Desktop));
    for width in Width::BOTH {
        browser.resize(width);
        let player = Player { browser: &browser };
        let game = json!({
            "setup": {"game": "phantom", "size": 5},
            "black": {"human": true}, "white": {"spec": "mce-std,sims=50"}, "seed": 7,
        });
        let id = house.post("/api/games", &game)["id"].as_str().expect("an id").to_owned();
        browser.open(&house.url(&format!("#/play/{id}")));
        browser.wait_for_element("[data-status]");

        let mut refused = 0;
        let mut over = player.wait_for_turn(0);
        let mut turns = 0;
        while !over {
            let version = player.version();
            let state = player.state();
            assert!(state.get("replay").is_none(), "a replay before the end");
            // Own stones and what is known alone: nothing that was not told.
            let tries = texts(&state["view"]["triesLegal"]);
            let white: usize =
                texts(&state["position"]["rows"]).iter().map(|row| row.matches('O').count()).sum();
            assert_eq!(white, texts(&state["view"]["known"]).len());
            if turns < ENOUGH && !tries.is_empty() {
                browser.click_point(&tries[tries.len() / 2]);
            } else {
                browser.press("Pass");
            }
            turns += 1;
            assert!(turns < 200, "a game without end");
            over = player.wait_for_turn(version);
            if !over && player.count(".layer-marks .refused") > 0 {
                refused += 1;
                assert!(player.status().contains("Refused"), "{}", player.status());
            }
        }
        assert!(refused > 0, "nothing was refused in {turns} turns");
        step_through(&player);
        browser.assert_no_errors();
    }
}

/// The three boards, from the last move to the first.
fn step_through(player: &Player<'_>) {
    let browser = player.browser;
    browser.wait_for_element(".phantom-boards");
    assert_eq!(player.count(".phantom-boards svg.board"), 3);
    let stones = |board: u32| {
        player.count(&format!(".phantom-boards figure:nth-child({board}) .layer-stones .stone"))
    };
    assert!(stones(2) > 0 && stones(2) >= stones(1).max(stones(3)) - 1);
    browser.script("document.querySelector('.phantom-boards input').focus()");
    browser.keys(&[key::HOME]);
    browser.wait_for(
        "the first board",
        "document.querySelector('.phantom-boards output').textContent.startsWith('0 /')",
    );
    assert_eq!(stones(2), 0);
    browser.keys(&[key::RIGHT]);
    browser.wait_for(
        "the first move",
        "document.querySelectorAll('.phantom-boards figure:nth-child(2) .stone').length === 1",
    );
    // Black knows of it, White does not.
    assert_eq!((stones(1), stones(3)), (1, 0));
}
