//! Any text as a player, a board, a move, a komi, a suite: an error or a value, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_engine::PlayerSpec;
use tengen_engine::go::{Board, BoardSize, Komi, Move, Rules};
use tengen_gtp::Suite;

fuzz_target!(|text: &str| {
    if let Ok(player) = text.parse::<PlayerSpec>() {
        assert_eq!(player.to_string().parse::<PlayerSpec>().as_ref(), Ok(&player));
    }
    let _ = text.parse::<Board>();
    if let Ok(m) = text.parse::<Move>() {
        assert_eq!(m.to_string().parse::<Move>(), Ok(m));
    }
    let _ = (text.parse::<Komi>(), text.parse::<BoardSize>(), text.parse::<Rules>());
    let _ = Suite::parse(text);
});
