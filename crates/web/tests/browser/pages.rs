//! Every page by its link: nothing sticks out, nothing is complained of, all things have names.

use crate::chromium::{Browser, Width, is_skipped};
use crate::house::House;
use crate::player::Player;

const PAGES: [&str; 12] = [
    "",
    "#/play",
    "#/play?g=loa",
    "#/position?g=go&size=9&moves=E5,C3",
    "#/analyse?g=go&size=19&moves=D4,Q16",
    "#/analyse?example=game",
    "#/search?g=loa",
    "#/loa-proof",
    "#/phantom?example=game",
    "#/books",
    "#/runs",
    "#/about",
];

#[test]
fn all_pages_at_both_widths() {
    if is_skipped() {
        return;
    }
    let (house, browser) = (House::open(), Browser::start(Width::Desktop));
    let player = Player { browser: &browser };
    for width in Width::BOTH {
        browser.resize(width);
        for page in PAGES.iter().copied().chain(["#/weights"]) {
            browser.open(&house.url(page));
            browser.wait_for("the page", "document.querySelector('main h1')");
            let over = browser.script("return document.documentElement.scrollWidth - innerWidth");
            assert!(
                over.as_i64().is_some_and(|over| over <= 0),
                "{page} is {over} pixels too wide at {width:?}"
            );
            // Whoever does not see the page must be told what each thing is.
            assert_eq!(
                player
                    .count("main button:not([aria-label]):empty, main svg.board:not([aria-label])"),
                0,
                "{page}"
            );
            let unnamed = browser.script(
                "return [...document.querySelectorAll('main input, main select, main textarea')]
                 .filter((one) => !one.labels?.length && !one.getAttribute('aria-label')).length",
            );
            assert_eq!(unnamed, 0, "fields without a label on {page}");
            browser.assert_no_errors();
        }
    }
}

/// A link has the whole position in it.
#[test]
fn a_link_reproduces_a_position() {
    if is_skipped() {
        return;
    }
    let (house, browser) = (House::open(), Browser::start(Width::Phone));
    browser.open(&house.url("#/position?g=go&size=7&komi=8.5&moves=D4,C3,E5"));
    browser
        .wait_for("three stones", "document.querySelectorAll('.layer-stones .stone').length === 3");
    browser.press("Play White from here");
    let player = Player { browser: &browser };
    browser.wait_for_element("[data-status]");
    let state = player.state();
    assert_eq!(state["side"], "white");
    assert_eq!(state["setup"]["komi"], 8.5);
    // No komi is not the usual komi; no handicap is the usual one.
    browser.script(
        "import('/links.js').then((links) => {
           window.told = links.toQuery({ game: 'go', komi: 0, handicap: 0 });
         });",
    );
    browser.wait_for("a link without komi", "window.told === 'g=go&komi=0'");
    browser.assert_no_errors();
}
