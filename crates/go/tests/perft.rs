//! Perft of Go against a count by the naive board.

mod naive;

use naive::{Naive, size};
use tengen_game::perft;
use tengen_go::{KoRule, Komi, Position, Rules};

fn naive_perft(game: &Naive, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.passes >= 2 {
        return 0;
    }
    let mut count = {
        let mut passed = game.clone();
        passed.pass();
        naive_perft(&passed, depth - 1)
    };
    for at in game.legal() {
        let mut next = game.clone();
        next.play(at);
        count += naive_perft(&next, depth - 1);
    }
    count
}

#[test]
fn perft_agrees_with_the_naive_board() {
    for (side, depth) in [(2, 7), (3, 5), (4, 4), (5, 3)] {
        for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
            for suicide in [false, true] {
                let rules = Rules::CHINESE.with_ko(ko).with_suicide(suicide);
                let fast = Position::new(size(side), rules, Komi::SEVEN_AND_A_HALF);
                let naive = Naive::new(side, rules);
                let counts: Vec<(u64, u64)> =
                    (0..=depth).map(|d| (perft(&fast, d), naive_perft(&naive, d))).collect();
                assert!(counts.iter().all(|(a, b)| a == b), "{side} {ko} {suicide}: {counts:?}");
            }
        }
    }
}
