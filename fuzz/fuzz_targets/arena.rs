//! Any text as a contestant, a range, a tournament, an experiment, a test, a clock, or a record that becomes
//! SGF and a page: an error or a value, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_arena::{
    Contestant, ContestRecord, Experiment, GameRecord, KeyRange, OpeningsArg, PageContest, Sprt,
    TournamentFile, page, to_sgf,
};
use tengen_engine::TimeSystem;

fuzz_target!(|text: &str| {
    if let Ok(contestant) = text.parse::<Contestant>() {
        assert_eq!(contestant.to_string().parse::<Contestant>().as_ref(), Ok(&contestant));
    }
    if let Ok(key) = text.parse::<KeyRange>() {
        assert_eq!(key.to_string().parse::<KeyRange>().as_ref(), Ok(&key));
        assert!((key.low()..=key.high()).contains(&key.value(0.3)));
    }
    let _ = (text.parse::<Sprt>(), text.parse::<TimeSystem>(), text.parse::<OpeningsArg>());
    let _ = (text.parse::<TournamentFile>(), text.parse::<Experiment>());
    // A contest, and a game in each line after it.
    let mut lines = text.lines();
    let contest = lines.next().and_then(|line| serde_json::from_str::<ContestRecord>(line).ok());
    if let Some(record) = contest {
        let games: Vec<GameRecord> =
            lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
        for game in &games {
            let _ = to_sgf(game, &record.title);
        }
        let _ = page(&[PageContest { record, games, folder: "records".to_owned() }]);
    }
});
