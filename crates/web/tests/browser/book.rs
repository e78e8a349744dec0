//! A book that is walked through.

use tengen_arena::{BookRecord, GameTerms, RowAdder, StoredBook};
use tengen_store::Store;
use tengen_web::Options;

use crate::chromium::{Browser, Width, is_skipped};
use crate::house::House;
use crate::player::Player;

/// A store with a book of three games on 5x5.
fn make_store() -> std::path::PathBuf {
    let file = std::env::temp_dir().join(format!("tengen-browser-{}.db", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let store = Store::open(&file.to_string_lossy()).expect("a store");
    let terms = GameTerms {
        game: "go".to_owned(),
        size: 5,
        komi: 24.5,
        rules: "chinese".to_owned(),
        position: None,
        referee: None,
        clock: None,
    };
    let book = StoredBook::open_or_make(store, "tiny", &terms).expect("a book");
    let adder = RowAdder::new(&book, "by hand", "test", 0).expect("to add");
    let games = [("C3 C2 B2", "B", 6), ("C3 D2 D3", "W", 2), ("B2 C3", "W", 3)];
    for (moves, result, times) in games {
        let record = BookRecord::Game {
            moves: moves.to_owned(),
            result: result.to_owned(),
            from_book: 0,
            times,
        };
        assert!(adder.add(moves, &record).expect("a game"));
    }
    file
}

#[test]
fn a_book_is_walked() {
    if is_skipped() {
        return;
    }
    let file = make_store();
    let options =
        Options { store: Some(file.to_string_lossy().into_owned()), ..Options::default() };
    let house = House::with(options, "127.0.0.1:0");
    let browser = Browser::start(Width::Desktop);
    for width in Width::BOTH {
        browser.resize(width);
        walk(&house, &Player { browser: &browser });
        browser.assert_no_errors();
    }
    drop(house);
    let _ = std::fs::remove_file(file);
}

fn walk(house: &House, player: &Player<'_>) {
    let browser = player.browser;
    browser.open(&house.url("#/books"));
    browser.click("a.book");
    browser.wait_for(
        "both moves of the book",
        "document.querySelectorAll('.book-moves tbody tr').length >= 2",
    );
    let first = browser.script("return document.querySelector('.book-moves tbody tr').innerText");
    assert!(first.as_str().is_some_and(|row| row.contains("C3") && row.contains('8')), "{first}");

    // By the table, then by the board, then back; every position has its link.
    browser.click(".book-moves tbody tr:first-child a");
    browser.wait_for("one stone", "document.querySelectorAll('.layer-stones .stone').length === 1 && location.hash.endsWith('moves=C3')");
    let answer = browser.script("return document.querySelector('.book-moves tbody a').textContent");
    browser.click_point(answer.as_str().expect("a move"));
    browser
        .wait_for("two stones", "document.querySelectorAll('.layer-stones .stone').length === 2");
    let link = browser.script("return location.href");
    browser.script("history.back()");
    browser.wait_for(
        "one stone again",
        "document.querySelectorAll('.layer-stones .stone').length === 1",
    );
    browser.open(link.as_str().expect("a link"));
    browser.wait_for(
        "the linked position",
        "document.querySelectorAll('.layer-stones .stone').length === 2",
    );
}
