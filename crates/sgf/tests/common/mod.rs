//! What several test files share.
#![allow(dead_code)] // no file uses all of it

use proptest::prelude::*;
use tengen_game::{Game, MoveList, Player, Rng};
use tengen_go::{Board, BoardSize, Komi, Move, Position, Rules, fixed_handicap};
use tengen_sgf::{Defaults, GoRecord};

/// A file with a bit of everything.
pub(crate) const SAMPLE: &str = "(;GM[1]FF[4]CA[UTF-8]AP[Tengen:0.1]SZ[9]KM[7.5]RU[Chinese]PB[A \\] b]\
    PW[\u{9ED2}]HA[2]AB[cc][gg]C[Start:\\\\ \u{E9}];W[ee];B[ce](;W[ec]N[x];B[];W[tt];B[dd])\
    (;W[ge]LB[aa:1][bb:2]FOO[a\\]b];AE[ee]PL[W];W[ef]))";

/// The position at the end of a record's main line.
pub(crate) fn end(record: &GoRecord) -> Position {
    record.position_before(None, Defaults::default()).unwrap()
}

/// The position at the end of the main line of a text.
pub(crate) fn end_of(text: &str) -> Position {
    end(&GoRecord::parse(text.as_bytes()).unwrap())
}

/// A game of random moves: any size and start, passes, and now and then the same player again.
pub(crate) fn random_game() -> impl Strategy<Value = Position> {
    (2..=19_usize, 0..4_u32, 0..3_usize, -20..20_i8, 0..120_usize, any::<u64>()).prop_map(
        |(side, start, rules, komi, moves, seed)| {
            let size = BoardSize::new(side).unwrap();
            let (rules, komi) = (Rules::PRESETS[rules].1, Komi::from_points(komi));
            let mut rng = Rng::new(seed);
            let mut game = match start {
                0 => Position::new(size, rules, komi),
                1 => match fixed_handicap(size, 2 + rng.below(3)) {
                    Some(stones) => Position::with_handicap(size, rules, komi, stones).unwrap(),
                    None => Position::new(size, rules, komi),
                },
                _ => {
                    let board = random_board(size, start == 2, &mut rng);
                    let to_move = Player::BOTH[rng.below(2)];
                    Position::from_board(board, to_move, rules, komi)
                }
            };
            for _ in 0..moves {
                play_something(&mut game, &mut rng);
            }
            if rng.below(8) == 0 {
                game.set_to_move(game.to_move().opponent());
            }
            game
        },
    )
}

fn play_something(game: &mut Position, rng: &mut Rng) {
    if rng.below(10) == 0 {
        game.set_to_move(game.to_move().opponent());
    }
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    if rng.below(20) == 0 && !moves.is_empty() {
        game.play(Move::Pass).unwrap();
    } else if !moves.is_empty() {
        let m = moves[rng.below(moves.len())];
        game.play(m).unwrap();
    }
}

/// Stones of one or two colours, a quarter of the board, so that all can breathe or none stands.
fn random_board(size: BoardSize, both_colours: bool, rng: &mut Rng) -> Board {
    let mut stones = Vec::new();
    for point in size.points() {
        if rng.below(4) == 0 {
            let white = both_colours && rng.below(2) == 0;
            stones.push((point, if white { Player::White } else { Player::Black }));
        }
    }
    Board::from_stones(size, stones).unwrap_or_else(|_| Board::new(size))
}
