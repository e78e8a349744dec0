//! Any text as a list of Lines of Action positions: an error with a line or positions, which can be
//! written and read again and, a few of them, be solved for a moment; never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_loa::{Game, Position, Rules, read_positions};
use tengen_policy::loa::LoaProofs;
use tengen_search::{Limits, Solver, StopFlag};

fuzz_target!(|text: &str| {
    match read_positions(text) {
        Err(error) => assert!((1..=text.lines().count()).contains(&error.line)),
        Ok(list) => {
            for (number, it) in list.iter().take(3).enumerate() {
                let (_, rules) = Rules::PRESETS[number];
                let game = Position::from_board(it.board, it.to_move, rules);
                let again = Position::from_text(&game.to_text(), rules);
                assert!(again.is_ok_and(|again| again == game));
                let Ok(mut solver) = Solver::new(&LoaProofs, 1 << 16) else { return };
                let limits = Limits::playouts(2000);
                let solution = solver.solve(&game.bare(), limits, &StopFlag::new(), |_| {});
                let mut end = game.bare();
                solution.line.iter().for_each(|&m| end.play(m).expect("a legal line"));
            }
        }
    }
});
