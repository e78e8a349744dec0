//! Analysis of a record that was opened.

use crate::chromium::{Browser, Width, is_skipped, key};
use crate::house::House;
use crate::player::Player;

const RECORD: &str = "(;GM[1]FF[4]SZ[7]KM[8.5]RU[Chinese]PB[Somebody]PW[<b>Else</b>]RE[B+R]\
     ;B[dd];W[cc];B[ed](;W[ce]C[<img src=x onerror=alert(1)>];B[ec])(;W[de];B[ee]))";

#[test]
fn a_record_is_opened_and_analysed() {
    if is_skipped() {
        return;
    }
    let file = std::env::temp_dir().join(format!("tengen-browser-{}.sgf", std::process::id()));
    std::fs::write(&file, RECORD).expect("a file");
    let (house, browser) = (House::open(), Browser::start(Width::Desktop));
    for width in Width::BOTH {
        browser.resize(width);
        browser.open(&house.url("#/analyse"));
        browser.wait_for_element("h1");
        if width == Width::Desktop {
            browser.type_into("input.sgf-file", &file.to_string_lossy());
        } else {
            drop_record(&browser);
        }
        // Words of the record are words, whatever they look like.
        browser.wait_for(
            "its players",
            "document.querySelector('h1').textContent.includes('Somebody – <b>Else</b>')",
        );
        go_through(&Player { browser: &browser });
        browser.assert_no_errors();
    }
    let _ = std::fs::remove_file(file);
}

/// Drops the record on the page.
fn drop_record(browser: &Browser) {
    let record = serde_json::Value::from(RECORD);
    browser.script(&format!(
        "const dataTransfer = new DataTransfer();
         dataTransfer.items.add(new File([{record}], 'game.sgf'));
         for (const name of ['dragenter', 'drop'])
           window.dispatchEvent(new DragEvent(name, {{ dataTransfer, bubbles: true, cancelable: true }}));"
    ));
}

fn go_through(player: &Player<'_>) {
    let browser = player.browser;
    let at = |place: &str| {
        browser.wait_for(
            place,
            &format!("document.querySelector('.stepper output').textContent === '{place}'"),
        );
    };
    browser.wait_for_element(".tree .node");
    assert_eq!(player.count(".tree .node"), 8);
    browser.script("document.activeElement?.blur()");
    browser.keys(&[key::END]);
    at("5 / 5");
    browser
        .wait_for("five stones", "document.querySelectorAll('.layer-stones .stone').length === 5");
    browser.keys(&[key::LEFT]);
    at("4 / 5");
    browser.wait_for(
        "the comment",
        "document.querySelector('.comment').textContent.startsWith('<img')",
    );

    // The position is searched, live.
    browser
        .wait_for("moves of a search", "document.querySelectorAll('.moves tbody tr').length > 1");
    browser.wait_for("its rate", "document.querySelectorAll('.graph .dot').length === 1");
    browser.wait_for_element(".layer-candidates .candidate.best");
    browser.press("Ownership");
    browser.wait_for("ownership", "document.querySelectorAll('.layer-own .own').length > 0");
    browser.press("Ownership");

    // A variation by playing on the board; then it is written.
    browser.click_point("A1");
    browser.wait_for("a variation", "document.querySelectorAll('.tree .node').length === 9");
    browser.script(
        "const make = URL.createObjectURL;
         URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return make(blob); };",
    );
    browser.press("Save SGF");
    let saved = browser.wait_for("the record", "window.saved");
    let saved = saved.as_str().expect("text");
    assert!(saved.contains("B[ag]") && saved.contains("W[de]"), "{saved}");

    // The graph of the whole game.
    browser.press("Analyse the whole game");
    browser.wait_for(
        "the whole game",
        "[...document.querySelectorAll('button')].some((one) => one.textContent === 'Analyse the whole game')
         && document.querySelectorAll('.graph .unknown').length === 0",
    );
}
