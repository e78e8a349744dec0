//! Perft from the start, against figures from elsewhere, and against a count by the naive board.

mod naive;

use naive::{Naive, scattered};
use tengen_loa::{
    Board, Game, Move, MoveList, Player, Position, Repetition, Rng, Rules, Tally, count_sequences,
    perft, perft_divide, tally_sequences,
};

/// Sequences, and those that end with a capture, by depth (reference, section 1.4). None connects.
const FROM_THE_START: [(u64, u64); 7] = [
    (1, 0),
    (36, 4),
    (1_244, 156),
    (44_952, 5_980),
    (1_563_208, 219_140),
    (55_963_132, 8_044_976),
    (1_938_494_632, 286_320_692),
];

#[test]
fn from_the_start() {
    for (depth, &(sequences, captures)) in (0..5).zip(&FROM_THE_START) {
        let start = Position::new(Rules::PAPER);
        assert_eq!(perft(&start, depth), sequences, "depth {depth}");
        assert_eq!(count_sequences(&Board::START, Player::Black, depth), sequences);
        let tally = tally_sequences(&Board::START, Player::Black, depth);
        assert_eq!(tally, Tally { sequences, captures, connections: 0 });
    }
    let (sequences, _) = FROM_THE_START[5];
    assert_eq!(count_sequences(&Board::START, Player::Black, 5), sequences);
}

/// Long: about half a minute in a release build.
/// `cargo test --release -p tengen-loa --test perft -- --ignored`
#[test]
#[ignore = "takes half a minute in a release build"]
fn from_the_start_to_depth_six() {
    assert_eq!(perft(&Position::new(Rules::PAPER), 5), FROM_THE_START[5].0);
    for depth in [5, 6] {
        let (sequences, captures) = FROM_THE_START[depth as usize];
        assert_eq!(count_sequences(&Board::START, Player::Black, depth), sequences);
        let tally = tally_sequences(&Board::START, Player::Black, depth);
        assert_eq!(tally, Tally { sequences, captures, connections: 0 });
    }
}

/// The count below each first move (reference, section 1.4); rank 8 mirrors rank 1.
#[test]
fn divided_by_the_first_move() {
    let two = "b1b3 34, b1d3 37, b1h1 35, c1a3 31, c1c3 34, c1e3 36, d1b3 33, d1d3 36, d1f3 35, \
               e1c3 35, e1e3 36, e1g3 33, f1d3 36, f1f3 34, f1h3 31, g1a1 35, g1e3 37, g1g3 34";
    let four = "b1b3 43334, b1d3 51714, b1h1 42189, c1a3 33373, c1c3 41353, c1e3 46805, \
                d1b3 39457, d1d3 47056, d1f3 45521";
    let start = Position::new(Rules::PAPER);
    for (depth, table) in [(2, two), (4, four)] {
        let counts = perft_divide(&start, depth);
        for entry in table.split(", ") {
            let (text, count) = entry.split_once(' ').unwrap();
            let m = start.parse_move(text).unwrap();
            assert!(counts.contains(&(m, count.parse().unwrap())), "{depth}: {entry}");
        }
    }
}

/// Under OpenSpiel's rules a board that returns ends the game. The first to return is the start,
/// at the fourth ply: sequences of five lack the 36 moves after each way to do that.
#[test]
fn repetition_cuts_sequences_off() {
    let openspiel = Position::new(Rules::OPENSPIEL);
    assert_eq!(perft(&openspiel, 4), FROM_THE_START[4].0);
    let returning = ways_to_end(&openspiel, 4);
    assert!(returning > 100, "{returning}");
    assert_eq!(perft(&openspiel, 5), FROM_THE_START[5].0 - 36 * returning);
}

/// How many games end after exactly this many plies.
fn ways_to_end(game: &Position, plies: u32) -> u64 {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    if plies == 0 {
        return u64::from(moves.is_empty());
    }
    let after = |&m: &Move| {
        let mut next = game.clone();
        next.play_unchecked(m);
        ways_to_end(&next, plies - 1)
    };
    moves.iter().map(after).sum()
}

fn naive_perft(game: &Naive, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |m| {
        let mut next = game.clone();
        next.play(m);
        naive_perft(&next, depth - 1)
    };
    game.legal().into_iter().map(after).sum()
}

/// All three ways to count agree on any board, also where players pass and games end.
#[test]
fn all_counts_agree() {
    let rules = Rules::PAPER.with_repetition(Repetition::None);
    let mut rng = Rng::new(6);
    let stuck = "......xo/......xx/......../..x...../......../......../xx....../ox......";
    let stuck: Board = stuck.parse().unwrap();
    let stuck = std::array::from_fn(|i| stuck.piece(naive::square(i)));
    for round in 0..300 {
        let squares = if round == 0 { stuck } else { scattered(&mut rng) };
        for player in Player::BOTH {
            let naive = Naive::from_squares(squares, player, rules);
            let board = naive.board();
            let game = Position::from_board(board, player, rules);
            for depth in 0..=3 {
                let expected = naive_perft(&naive, depth);
                assert_eq!(perft(&game, depth), expected, "{game:?}, depth {depth}");
                assert_eq!(count_sequences(&board, player, depth), expected, "{board:?}");
                assert_eq!(tally_sequences(&board, player, depth).sequences, expected);
            }
        }
    }
}
