//! What is said of chains with few liberties without playing, against playing and counting.

use tengen_go::{Board, BoardSize, Player, Rng};

#[test]
fn as_if_played_and_counted() {
    let mut rng = Rng::new(8);
    let (mut self_ataris, mut with_capture, mut twos) = (0, 0, 0);
    for _ in 0..1500 {
        let size = BoardSize::new(3 + rng.below(7)).unwrap();
        let mut board = Board::new(size);
        let mut player = Player::Black;
        for _ in 0..rng.below(2 * size.area()) {
            if board.play_random_move(player, &mut rng).is_none() {
                board.clear_ko();
            }
            player = !player;
        }
        for point in size.points() {
            if board.stone(point).is_some() {
                let liberties: Vec<_> = board.liberties(point).iter().collect();
                let two = board.two_liberties(point).map(|pair| pair.to_vec());
                assert_eq!(two, (liberties.len() == 2).then_some(liberties), "{point}\n{board}");
                twos += u32::from(board.two_liberties(point).is_some());
                continue;
            }
            for player in Player::BOTH {
                if board.is_suicide(player, point) {
                    continue;
                }
                let mut after = board.clone();
                after.play(player, point);
                let expected = after.liberties(point).len() == 1;
                assert_eq!(
                    board.is_self_atari(player, point),
                    expected,
                    "{point} {player}\n{board}"
                );
                self_ataris += u32::from(expected);
                with_capture += u32::from(expected && board.captures(player, point));
            }
        }
    }
    let seen = (self_ataris, with_capture, twos);
    assert!(self_ataris > 1_000 && with_capture > 50 && twos > 1_000, "{seen:?}");
}
