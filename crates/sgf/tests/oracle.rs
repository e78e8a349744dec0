//! The crate sgf-parse reads what we write, and finds the same in it.

mod common;

use common::{SAMPLE, random_game};
use proptest::prelude::*;
use sgf_parse::SgfNode;
use sgf_parse::go::{Move as TheirMove, Prop, parse};
use tengen_game::Player;
use tengen_go::{Move, Point, Position};
use tengen_sgf::{Defaults, GameInfo, GoRecord};

fn their_move(node: &SgfNode<Prop>, side: usize) -> Option<(Player, Move)> {
    let (player, m) = match node.get_move()? {
        Prop::B(m) => (Player::Black, m),
        Prop::W(m) => (Player::White, m),
        _ => return None,
    };
    let m = match m {
        TheirMove::Pass => Move::Pass,
        TheirMove::Move(p) => {
            Move::Play(Point::new(p.x.into(), side - 1 - usize::from(p.y)).unwrap())
        }
    };
    Some((player, m))
}

fn agree(sgf: &str, game: &Position) {
    let roots = parse(sgf).unwrap();
    let [root] = roots.as_slice() else { panic!("{} games", roots.len()) };
    root.validate().unwrap();
    let side = game.board().size().side();
    let moves: Vec<_> = root.main_variation().filter_map(|n| their_move(n, side)).collect();
    assert_eq!(moves, game.moves());
    assert_eq!(root.get_property("KM"), Some(&Prop::KM(game.komi().points().into())));
    assert_eq!(root.get_property("SZ"), Some(&Prop::SZ((side as u8, side as u8))));
    let stones = |name| match root.get_property(name) {
        Some(Prop::AB(stones) | Prop::AW(stones)) => stones.len(),
        _ => 0,
    };
    assert_eq!(stones("AB"), game.start_board().stone_count(Player::Black));
    assert_eq!(stones("AW"), game.start_board().stone_count(Player::White));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn another_parser_finds_the_same_game(game in random_game(), name in "\\PC{1,20}") {
        let info = GameInfo { black: Some(name), ..GameInfo::default() };
        agree(&GoRecord::from_game(&game, &info).to_sgf(), &game);
    }
}

/// The other way round: what they write from the sample, we read.
#[test]
fn what_another_program_writes_is_read() {
    let theirs = parse("(;SZ[9:9]KM[7.5];B[ee];W[];B[cc](;W[dd])(;W[gg]))").unwrap();
    let record = GoRecord::parse(theirs[0].serialize().as_bytes()).unwrap();
    assert_eq!((record.len(), record.node_count()), (4, 6));
    assert!(record.position_before(None, Defaults::default()).is_ok());
    assert_eq!(parse(SAMPLE).unwrap()[0].main_variation().count(), 7);
}
