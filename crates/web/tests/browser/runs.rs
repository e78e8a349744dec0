//! A tournament that is watched while it is played.

use std::num::NonZero;
use std::ops::ControlFlow;

use tengen_arena::{Campaign, TournamentFile};
use tengen_engine::StopFlag;
use tengen_web::Options;

use crate::chromium::{Browser, Width, is_skipped};
use crate::house::House;
use crate::player::Player;

const TOURNAMENT: &str = "title = \"Two\"\ngames = 2\n[game]\nsize = 5\n\
     [players]\nfirst = \"mc,sims=20\"\nsecond = \"uct,sims=20\"\n";

#[test]
fn a_tournament_is_watched_and_its_games_viewed() {
    if is_skipped() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("tengen-browser-runs-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let file: TournamentFile = TOURNAMENT.parse().expect("a tournament");
    let campaign = Campaign {
        contest: file.contest("0.1.0").expect("its players"),
        jobs: NonZero::<usize>::MIN,
        out: Some(folder.join("two")),
        store: None,
    };
    // One game is over; the other is played while somebody looks on.
    let mut one = |played: &tengen_arena::Played| match played.games.len() {
        0 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    campaign.run(&StopFlag::new(), &mut one).expect("a game");
    let options = Options { records: Some(folder.clone()), ..Options::default() };
    let (house, browser) = (House::with(options, "127.0.0.1:0"), Browser::start(Width::Desktop));
    let player = Player { browser: &browser };
    browser.open(&house.url("#/runs"));
    browser.click("a.run");
    browser.wait_for("one game", "document.body.innerText.includes('1 of 2 games')");
    assert_eq!(player.count(".run-games tbody tr"), 1);
    campaign.run(&StopFlag::new(), &mut |_| ControlFlow::Continue(())).expect("the other game");
    browser.wait_for("both games", "document.body.innerText.includes('2 of 2 games')");
    browser.wait_for("both rows", "document.querySelectorAll('.run-games tbody tr').length === 2");
    assert_eq!(player.count("table.cross tbody tr"), 2);
    browser.wait_for(
        "plots",
        "[...document.querySelectorAll('.plots img')].every((one) => one.naturalWidth > 0)",
    );
    assert!(player.count(".plots img") > 0);
    browser.assert_no_errors();

    browser.resize(Width::Phone);
    browser.press("View");
    browser.wait_for("the game", "location.hash.startsWith('#/analyse')");
    browser.wait_for("its players", "document.querySelector('h1')?.textContent.includes('first')");
    browser.wait_for_element(".tree .node");
    browser.assert_no_errors();
    drop(house);
    let _ = std::fs::remove_dir_all(folder);
}
