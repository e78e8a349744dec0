//! Weights kept move by move equal those computed anew.

use std::sync::Arc;

use tengen_go::{
    Board, BoardSize, EyeRule, Player, Point, PointMask, Rng, WeightTable, WeightedBoard,
};

/// Weights that tell every class from every other.
fn table() -> Arc<WeightTable> {
    Arc::new(WeightTable::new(|pattern| 0.01 + (pattern.index() * 7919 % 2051) as f64 / 100.0))
}

/// Random games, and a random position now and then. In a million moves no code, weight or sum goes
/// astray.
#[test]
fn a_million_moves() {
    let table = table();
    let mut rng = Rng::new(3);
    let (mut moves, mut captures) = (0u32, 0u32);
    let mut boards: Vec<WeightedBoard> = (2..=19)
        .map(|side| {
            WeightedBoard::new(&Board::new(BoardSize::new(side).unwrap()), Arc::clone(&table))
        })
        .collect();
    while moves < 1_000_000 {
        // Small boards have more captures, larger ones more shapes.
        let side = [2, 3, 4, 5, 5, 6, 7, 7, 9, 9, 13, 19][rng.below(12)];
        let board = &mut boards[side - 2];
        // One in two games starts anywhere.
        let mut start = Board::new(BoardSize::new(side).unwrap());
        let mut player = Player::Black;
        for _ in 0..rng.below(2) * rng.below(side * side) {
            start.play_random_move(player, &mut rng);
            player = !player;
        }
        board.set(&start);
        for _ in 0..3 * side * side {
            if let Some(point) = board.draw(player, &mut rng)
                && board.board().ko(player) != Some(point)
            {
                assert!(board.board().is_legal(player, point));
                assert!(!board.board().is_eye(player, point, EyeRule::Standard));
                captures += u32::from(board.board().captures(player, point));
                board.play(player, point, &mut ());
                moves += 1;
                // Everything at a sample, sums always.
                if rng.below(side * side) < 4 {
                    board.assert_consistent();
                    assert_last_liberties(board);
                }
                let sum: u64 = board
                    .board()
                    .size()
                    .points()
                    .map(|p| u64::from(board.weight(Player::White, p)))
                    .sum();
                assert_eq!(sum, u64::from(board.total(Player::White)));
            } else {
                board.clear_ko();
            }
            player = !player;
        }
        board.assert_consistent();
    }
    assert!(captures > 50_000, "{captures}");
}

/// Points where a chain could be taken are counted once, however many chains.
fn assert_last_liberties(board: &WeightedBoard) {
    let stones = board.board();
    for player in Player::BOTH {
        let his = stones.stones().filter(|&(_, owner)| owner == player);
        let last: PointMask = his.filter_map(|(point, _)| stones.atari(point)).collect();
        assert_eq!(board.last_liberties(player), last.len(), "{player}\n{stones}");
    }
}

/// Every legal move that fills no eye can be drawn, and no other.
#[test]
fn weights_are_where_a_playout_may_play() {
    let table = table();
    let mut rng = Rng::new(4);
    for _ in 0..300 {
        let size = BoardSize::new(2 + rng.below(8)).unwrap();
        let mut board = WeightedBoard::new(&Board::new(size), Arc::clone(&table));
        let mut player = Player::Black;
        for _ in 0..rng.below(3 * size.area()) {
            match board.draw(player, &mut rng) {
                Some(point) if board.board().ko(player) != Some(point) => {
                    board.play(player, point, &mut ());
                }
                _ => board.clear_ko(),
            }
            player = !player;
            for point in size.points() {
                let stones = board.board();
                let may = stones.is_empty(point)
                    && !stones.is_suicide(player, point)
                    && !stones.is_eye(player, point, EyeRule::Standard);
                assert_eq!(board.weight(player, point) > 0, may, "{point} {player}\n{stones}");
            }
        }
    }
}

#[test]
fn moves_are_drawn_in_proportion() {
    let table = table();
    let board: Board = "
        . . . . X
        . O X . .
        . X . O .
        O . . O .
        . . X . ."
        .parse()
        .unwrap();
    let board = WeightedBoard::new(&board, table);
    let mut rng = Rng::new(5);
    for player in Player::BOTH {
        let draws = 400_000;
        let mut seen = [0u32; Point::INDICES];
        for _ in 0..draws {
            seen[board.draw(player, &mut rng).unwrap().index()] += 1;
        }
        let (mut chi2, mut freedom) = (0.0, -1.0f64);
        for point in board.board().size().points() {
            let share = f64::from(board.weight(player, point)) / f64::from(board.total(player));
            let expected = share * f64::from(draws);
            let count = f64::from(seen[point.index()]);
            if expected == 0.0 {
                assert_eq!(count, 0.0);
            } else {
                chi2 += (count - expected).powi(2) / expected;
                freedom += 1.0;
            }
        }
        assert!(freedom > 10.0 && chi2 < freedom + 5.0 * (2.0 * freedom).sqrt(), "{chi2}");
    }
}

/// What is drawn beyond a point is what is drawn until it lies there, number for number.
#[test]
fn draws_beyond_a_point() {
    let table = table();
    let mut rng = Rng::new(7);
    let mut again = 0;
    for _ in 0..300 {
        let size = BoardSize::new(2 + rng.below(18)).unwrap();
        let mut board = WeightedBoard::new(&Board::new(size), Arc::clone(&table));
        let mut player = Player::Black;
        for _ in 0..2 * size.area() {
            let Some(point) = board.draw(player, &mut rng) else { break };
            board.play(player, point, &mut ());
            player = !player;
            let is_near = |p: Point| p.x().abs_diff(point.x()).max(p.y().abs_diff(point.y())) == 1;
            let refused = size.points().find(|_| rng.below(size.area()) == 0);
            let fits = |p: Point| !is_near(p) && Some(p) != refused;
            if !size.points().any(|p| fits(p) && board.weight(player, p) > 0) {
                continue;
            }
            let mut other = rng.clone();
            let drawn = board.draw_beyond(player, point, &mut other, |p| Some(p) == refused);
            let mut draws = 0;
            let expected = loop {
                draws += 1;
                let p = board.draw(player, &mut rng).unwrap();
                if fits(p) {
                    break p;
                }
            };
            assert_eq!((drawn, &other), (Some(expected), &rng), "{point}\n{}", board.board());
            again += u32::from(draws > 1);
        }
    }
    assert!(again > 1_000, "{again}");
}

#[test]
fn odd_gammas_do_no_harm() {
    let odd = [f64::NAN, f64::INFINITY, -1.0, 1e300, 1e-300, 0.0];
    let table = Arc::new(WeightTable::new(|pattern| odd[pattern.index() % odd.len()]));
    let mut rng = Rng::new(6);
    let mut board = WeightedBoard::new(&Board::new(BoardSize::MAX), table);
    for i in 0..2000 {
        let player = Player::BOTH[i % 2];
        match board.draw(player, &mut rng) {
            Some(point) if board.board().ko(player) != Some(point) => {
                board.play(player, point, &mut ());
            }
            _ => board.clear_ko(),
        }
    }
    board.assert_consistent();
}
