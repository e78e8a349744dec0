//! Whatever a user types, a parser answers; what it prints, it reads.

use proptest::prelude::*;
use tengen_go::{Board, BoardSize, Komi, Move, Point, Rules};

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn junk_never_panics(text in "\\PC{0,40}") {
        let _ = text.parse::<Point>();
        let _ = text.parse::<Move>();
        let _ = text.parse::<Komi>();
        let _ = text.parse::<BoardSize>();
        let _ = text.parse::<Rules>();
        let _ = text.parse::<Board>();
    }

    #[test]
    fn near_boards_never_panic(text in "[XO.xo0-9A \\n]{0,500}") {
        if let Ok(board) = text.parse::<Board>() {
            board.assert_consistent();
            prop_assert!(board.to_string().parse::<Board>().unwrap() == board);
        }
    }

    #[test]
    fn points_go_both_ways(x in 0usize..25, y in 0usize..25) {
        match Point::new(x, y) {
            Some(point) => prop_assert_eq!(point.to_string().parse::<Point>().unwrap(), point),
            None => prop_assert!(x >= 19 || y >= 19),
        }
    }

    #[test]
    fn komi_goes_both_ways(half_points in -1000i16..1000) {
        match Komi::from_half_points(half_points) {
            Ok(komi) => prop_assert_eq!(komi.to_string().parse::<Komi>().unwrap(), komi),
            Err(_) => prop_assert!(half_points.abs() > 800),
        }
    }

    #[test]
    fn random_boards_go_both_ways(side in 2usize..=19, seed: u64) {
        let mut board = Board::new(BoardSize::new(side).unwrap());
        let mut rng = tengen_go::Rng::new(seed);
        for turn in 0..side * side {
            board.play_random_move(tengen_go::Player::BOTH[turn % 2], &mut rng);
        }
        board.clear_ko();
        prop_assert!(board.to_string().parse::<Board>().unwrap() == board);
    }
}

#[test]
fn errors_say_what_is_allowed() {
    let error = |result: Result<Board, tengen_go::BadDiagram>| result.unwrap_err().to_string();
    assert_eq!(
        error("X O".parse()),
        "a diagram of 1 rows: board size \"1\" is not a whole number from 2 to 19"
    );
    assert_eq!(error("X O\n.".parse()), "row 2 from the top has 1 points, not 2");
    assert!(error("X ?\n. .".parse()).contains("'?'"));
    assert_eq!(error("X O\nO O".parse()), "the stones at A1 have no liberty");
    assert!("20".parse::<BoardSize>().unwrap_err().to_string().contains("2 to 19"));
    for komi in ["NaN", "inf", "7.25", "1e9", "", "seven"] {
        assert!(
            komi.parse::<Komi>().unwrap_err().to_string().contains("multiple of 0.5"),
            "{komi}"
        );
    }
}
