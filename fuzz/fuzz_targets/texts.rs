//! Any text as a player, a board, a move, a komi, a suite: an error or a value, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_engine::phantom::Referee;
use tengen_engine::PlayerSpec;
use tengen_engine::go::{Board, BoardSize, Komi, Move, Rules};
use tengen_gtp::Suite;
use tengen_loa as loa;

fuzz_target!(|text: &str| {
    if let Ok(player) = text.parse::<PlayerSpec>() {
        assert_eq!(player.to_string().parse::<PlayerSpec>().as_ref(), Ok(&player));
    }
    let _ = text.parse::<Board>();
    if let Ok(m) = text.parse::<Move>() {
        assert_eq!(m.to_string().parse::<Move>(), Ok(m));
    }
    let _ = (text.parse::<Komi>(), text.parse::<BoardSize>(), text.parse::<Rules>());
    let _ = text.parse::<Referee>();
    let _ = Suite::parse(text);
    let _ = text.parse::<loa::Rules>();
    if let Ok(game) = loa::Position::from_text(text, loa::Rules::PAPER) {
        let again = loa::Position::from_text(&game.to_text(), loa::Rules::PAPER);
        assert!(again.is_ok_and(|again| again == game));
    }
    let start = loa::Position::new(loa::Rules::PAPER);
    if let Ok(m) = start.parse_move(text) {
        assert_eq!(start.parse_move(&m.to_string()), Ok(m));
    }
});
