//! The eight symmetries form a group and map boards and keys.

use tengen_game::laws::random_game;
use tengen_go::{BoardSize, Komi, Player, Position, Rng, Rules, Symmetry};

#[test]
fn the_symmetries_form_a_group() {
    for side in [2, 3, 9, 19] {
        let size = BoardSize::new(side).unwrap();
        for a in Symmetry::ALL {
            for point in size.points() {
                assert_eq!(a.inverse().apply(a.apply(point, size), size), point);
            }
            for b in Symmetry::ALL {
                let product = a.after(b);
                assert!(Symmetry::ALL.contains(&product));
                for point in size.points() {
                    assert_eq!(product.apply(point, size), a.apply(b.apply(point, size), size));
                }
            }
        }
    }
    let corner = "A1".parse().unwrap();
    let near = "B1".parse().unwrap();
    let size = BoardSize::new(9).unwrap();
    let images: std::collections::HashSet<_> =
        Symmetry::ALL.map(|s| (s.apply(corner, size), s.apply(near, size))).into_iter().collect();
    assert_eq!(images.len(), 8, "eight different maps");
}

#[test]
fn boards_and_keys_are_mapped_alike() {
    let mut kos = 0;
    for side in [2, 5, 9, 19] {
        let start =
            Position::new(BoardSize::new(side).unwrap(), Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
        for seed in 0..100 {
            let game = random_game(&start, &mut Rng::new(seed), side * side);
            let board = game.board();
            let canonical = board.canonical_key();
            for symmetry in Symmetry::ALL {
                let image = board.symmetric(symmetry);
                image.assert_consistent();
                assert_eq!(board.key_under(symmetry), image.key());
                for player in Player::BOTH {
                    let ko = board.ko(player);
                    kos += u32::from(ko.is_some());
                    assert_eq!(image.ko(player), ko.map(|p| symmetry.apply(p, board.size())));
                }
                assert_eq!(image.canonical_key().0, canonical.0);
                assert!(image.symmetric(symmetry.inverse()) == *board);
                for (point, player) in board.stones() {
                    let there = symmetry.apply(point, board.size());
                    assert_eq!(image.stone(there), Some(player));
                }
            }
            assert_eq!(board.key_under(canonical.1), canonical.0);
        }
    }
    assert!(kos > 0, "no ko was mapped");
}

#[test]
#[should_panic(expected = "T19 is not on a board of size 2")]
fn a_point_of_a_larger_board_is_refused() {
    let _ = Symmetry::ALL[4].apply("T19".parse().unwrap(), BoardSize::MIN);
}
