//! The pictures of README and docs, taken from the real page: `scripts/screenshots`.

use std::path::PathBuf;

use crate::chromium::{Browser, Width, key};
use crate::house::House;

/// A picture larger than this is too much for a README.
const LARGEST: usize = 200_000;

/// Takes all pictures and puts them into the folder that `TENGEN_PICTURES` names.
#[test]
#[ignore = "writes files: run ./scripts/screenshots"]
fn taken() {
    let folder = std::env::var_os("TENGEN_PICTURES").map(PathBuf::from);
    let folder = folder.expect("TENGEN_PICTURES names the folder for the pictures");
    let (house, browser) = (House::open(), Browser::start(Width::Desktop));
    let take = |name: &str| {
        browser.assert_no_errors();
        let picture = from_base64(&browser.screenshot());
        assert!(picture.len() < LARGEST, "{name} has {} bytes", picture.len());
        std::fs::write(folder.join(name), picture).expect("a picture can be written");
    };

    browser.resize_to(1024, 700);
    browser.open(&house.url(""));
    browser.wait_for_element(".example");
    take("web-first.png");

    browser.resize_to(1024, 860);
    browser.open(&house.url("#/analyse?example=game"));
    browser.wait_for_element(".tree .node");
    browser.script("document.activeElement?.blur()");
    browser.keys(&[key::RIGHT; 22]);
    browser.wait_for(
        "move 22",
        "document.querySelector('.stepper output').textContent.startsWith('22 /')",
    );
    browser.wait_for("a long search", "document.body.innerText.includes('20,000 playouts')");
    browser.script("window.scrollTo(0, 0)");
    take("web-analyse.png");

    browser.resize_to(1024, 820);
    browser.open(&house.url("#/loa-proof?example=1"));
    browser.wait_for_element(".line-card .chips button");
    browser
        .wait_for("a proved move", "document.querySelectorAll('.search-tree .proof').length > 0");
    take("web-proof.png");

    browser.resize_to(880, 640);
    browser.open(&house.url("#/phantom?example=game"));
    browser.wait_for_element(".phantom-boards");
    take("web-phantom.png");

    browser.resize_to(390, 780);
    browser.open(&house.url("#/search?g=go&size=9&moves=E5,C3,G3&seed=1"));
    browser.press("Search");
    browser.wait_for(
        "the end of the search",
        "document.querySelector('.status')?.textContent === 'Done.'",
    );
    take("web-phone.png");
}

/// The bytes of a text in base 64.
fn from_base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|letter| LETTERS.iter().position(|&it| it == letter));
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for digit in digits {
        bits = bits << 6 | digit as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    bytes
}
