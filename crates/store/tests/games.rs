//! Games of people, with both databases.

mod common;

use common::with_each;
use tengen_store::{SavedGame, Store};

fn game(id: &str, over: bool, body: &str) -> SavedGame {
    SavedGame {
        id: id.to_owned(),
        title: format!("game {id}"),
        over,
        body: body.to_owned(),
        changed: 0,
    }
}

#[test]
fn games_are_written_over_listed_and_deleted() {
    with_each(|address| {
        let store = Store::open(address).unwrap();
        assert_eq!(store.saved_games(9).unwrap(), []);
        assert_eq!(store.saved_game("a").unwrap(), None);
        store.save_game(&game("a", false, "{\"moves\": []}")).unwrap();
        store.save_game(&game("b", false, "")).unwrap();
        // Whatever a text holds, it stays a text.
        let odd = "'; DROP TABLE page_game; -- \u{fffd} \"\n";
        store.save_game(&game("a", true, odd)).unwrap();
        let found = store.saved_game("a").unwrap().unwrap();
        assert_eq!((found.over, found.body.as_str(), found.title.as_str()), (true, odd, "game a"));
        assert!(found.changed > 1_600_000_000_000, "{}", found.changed);
        // Another connection sees it; lists leave texts out.
        let other = store.another().unwrap();
        let listed = other.saved_games(9).unwrap();
        let mut ids: Vec<&str> = listed.iter().map(|game| game.id.as_str()).collect();
        ids.sort_unstable();
        assert_eq!(ids, ["a", "b"]);
        assert!(listed.iter().all(|game| game.body.is_empty()));
        assert_eq!(other.saved_games(1).unwrap().len(), 1);
        assert!(store.delete_game("a").unwrap());
        assert!(!store.delete_game("a").unwrap());
        assert_eq!(store.saved_games(9).unwrap().len(), 1);
        assert_eq!(store.saved_game("' OR '1'='1").unwrap(), None);
    });
}
