//! A proof at Lines of Action, watched to its end.

use crate::chromium::{Browser, Width, is_skipped};
use crate::house::House;
use crate::player::Player;

/// White connects in one move.
const POSITION: &str = "....o..x/......../......../...o..x./....o.x./.ooo..x./..x....x/..x..... w";

#[test]
fn a_pasted_position_is_proved_and_its_line_played() {
    if is_skipped() {
        return;
    }
    let (house, browser) = (House::open(), Browser::start(Width::Desktop));
    for width in Width::BOTH {
        browser.resize(width);
        let player = Player { browser: &browser };
        browser.open(&house.url("#/loa-proof"));
        browser.wait_for_element("textarea");
        browser.clear("textarea");
        browser.type_into("textarea", POSITION);
        browser.press("Prove");
        prove(&player, "White wins");
        browser.assert_no_errors();
    }
}

/// The example of the first page, one click away.
#[test]
fn the_example_is_proved() {
    if is_skipped() {
        return;
    }
    let (house, browser) = (House::open(), Browser::start(Width::Phone));
    browser.open(&house.url(""));
    browser.wait_for_element(".example");
    browser.click("a.example[href='#/loa-proof?example=0']");
    prove(&Player { browser: &browser }, "wins");
    browser.assert_no_errors();
}

fn prove(player: &Player<'_>, winner: &str) {
    let browser = player.browser;
    browser.wait_for(
        "the proof",
        "document.querySelector('.status')?.textContent.startsWith('Proved')",
    );
    assert!(player.status().contains(winner), "{}", player.status());
    browser.wait_for_element(".line-card .chips button");
    // The tree shows what is proved; a row opens.
    browser
        .wait_for("a proved move", "document.querySelectorAll('.search-tree .proof').length > 0");
    let plies = player.count(".line-card .chips button");
    browser.click(&format!(".line-card .chips li:nth-child({plies}) button"));
    browser.wait_for("the end of the line", "document.body.innerText.includes('The end:')");
}
