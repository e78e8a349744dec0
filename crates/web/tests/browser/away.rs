//! A server that goes away and comes back.

use tengen_web::Options;

use crate::chromium::{Browser, Width, is_skipped};
use crate::house::House;
use crate::player::Player;

#[test]
fn the_page_says_so_and_reconnects() {
    if is_skipped() {
        return;
    }
    let (house, browser) = (House::open(), Browser::start(Width::Desktop));
    let player = Player { browser: &browser };
    let address = house.address().to_string();
    browser.open(&house.url("#/position?g=go&size=5&moves=C3,C2"));
    browser.press("Play Black from here");
    browser.wait_for_element("[data-status='yours']");
    assert_eq!(player.count(".layer-stones .stone"), 2);
    browser.assert_no_errors();

    drop(house);
    browser.wait_for("the page to say so", "!document.getElementById('connection').hidden");
    let _house = House::with(Options::default(), &address);
    browser.wait_for("it to be back", "document.querySelector('#connection.good')");

    // Without a store the game is gone: it is said, and the position can be set up again.
    browser.press("Set up the same position again");
    browser.wait_for_element("[data-status='yours']");
    assert_eq!(player.count(".layer-stones .stone"), 2);
    // Requests that nobody answered are complained of; nothing else may be.
    let errors = browser.errors();
    let others: Vec<_> = errors.iter().filter(|error| !error.contains("net::ERR_")).collect();
    assert!(others.is_empty(), "{others:#?}");
}

/// A game in a store goes on where it was.
#[test]
fn a_kept_game_goes_on() {
    if is_skipped() {
        return;
    }
    let file = std::env::temp_dir().join(format!("tengen-browser-away-{}.db", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let store = Some(file.to_string_lossy().into_owned());
    let options = Options { store, ..Options::default() };
    let (house, browser) =
        (House::with(options.clone(), "127.0.0.1:0"), Browser::start(Width::Phone));
    let player = Player { browser: &browser };
    let address = house.address().to_string();
    browser.open(&house.url("#/position?g=go&size=5&moves=C3,C2"));
    browser.press("Play Black from here");
    browser.wait_for_element("[data-status='yours']");

    drop(house);
    browser.wait_for("the page to say so", "!document.getElementById('connection').hidden");
    let house = House::with(options, &address);
    browser.wait_for("it to be back", "document.querySelector('#connection.good')");
    let version = player.version();
    browser.click_point("B2");
    player.wait_for_turn(version);
    assert!(player.count(".layer-stones .stone") >= 3, "{}", player.status());
    let others: Vec<_> =
        browser.errors().into_iter().filter(|error| !error.contains("net::ERR_")).collect();
    assert!(others.is_empty(), "{others:#?}");
    drop(house);
    let _ = std::fs::remove_file(file);
}
