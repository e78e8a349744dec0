//! Files made to hurt: an error or a result, on a small stack and soon.

use std::time::{Duration, Instant};

use tengen_game::{Game, Rng};
use tengen_go::{BoardSize, Komi, Move, Position, Rules};
use tengen_sgf::{
    Annotation, Defaults, GameInfo, GoRecord, MAX_BYTES, MAX_NODES, MAX_STEPS, SgfError,
};

/// Far above what any of these takes, so that a busy machine does not fail them.
const SOON: Duration = Duration::from_secs(60);

/// Everything that walks a tree, on a stack of 256 KiB.
fn outcome(bytes: Vec<u8>) -> Result<usize, SgfError> {
    let begin = Instant::now();
    let everything = move || {
        let mut record = GoRecord::parse(&bytes)?;
        let copy = record.clone();
        let _ = format!("{copy:?}").len();
        let number = record.len();
        record.annotate(number, &Annotation::default())?;
        let end = record.position_before(None, Defaults::default());
        let again = GoRecord::parse(record.to_sgf().as_bytes())?;
        assert_eq!(again.position_before(None, Defaults::default()), end);
        Ok(again.node_count())
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(everything);
    let result = thread.expect("a thread").join().expect("no panic");
    assert!(begin.elapsed() < SOON, "{:?}", begin.elapsed());
    println!("{:?}", begin.elapsed());
    result
}

fn too_many(what: &str, result: Result<usize, SgfError>) {
    let error = result.unwrap_err().to_string();
    assert!(error.contains("more than") && error.contains(what), "{error}");
}

#[test]
fn a_line_of_many_nodes() {
    let line = |nodes: usize| format!("({})", ";".repeat(nodes)).into_bytes();
    assert_eq!(outcome(line(MAX_NODES)), Ok(MAX_NODES));
    too_many("nodes", outcome(line(MAX_NODES + 1)));
    too_many("nodes", outcome(line(1_000_000)));
}

#[test]
fn deep_nesting() {
    let nested = |depth: usize| [";B[]".repeat(depth), ")".repeat(depth)].concat();
    let deep = |depth| ["(;SZ[9]", &nested(depth).replace(';', "(;"), ")"].concat().into_bytes();
    assert_eq!(outcome(deep(100_000)), Ok(100_001));
    // Brackets without nodes, and brackets that are never closed.
    let bare = |depth| ["(;", &"(".repeat(depth), &")".repeat(depth), ")"].concat().into_bytes();
    assert_eq!(outcome(bare(1_000_000)), Ok(1));
    assert!(matches!(outcome("(;".repeat(100_000).into_bytes()), Err(SgfError::CutOff { .. })));
    assert!(matches!(outcome("(".repeat(1_000_000).into_bytes()), Err(SgfError::CutOff { .. })));
}

#[test]
fn branches_at_every_node() {
    let text = ["(;SZ[9]", &"(;C[x])(;W[])".repeat(MAX_NODES / 2 - 1), ")"].concat();
    assert_eq!(outcome(text.into_bytes()), Ok(MAX_NODES - 1));
}

#[test]
fn long_games() {
    let passes = ";B[];W[]".repeat(MAX_STEPS / 2);
    assert_eq!(outcome(format!("(;SZ[19]{passes})").into_bytes()), Ok(MAX_STEPS + 1));
    // One player's passes never end the game: all of it is one history.
    let passes = ";B[]".repeat(MAX_STEPS);
    assert_eq!(outcome(format!("(;SZ[19]{passes})").into_bytes()), Ok(MAX_STEPS + 1));
    let setups = |n: usize| format!("(;SZ[19]{})", ";AB[aa:ss]AE[aa:rr]".repeat(n));
    assert_eq!(outcome(setups(MAX_STEPS).into_bytes()), Ok(MAX_STEPS + 1));
    let record = GoRecord::parse(setups(MAX_STEPS + 1).as_bytes()).unwrap();
    let error = record.position_before(None, Defaults::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "after move 0: only 20000 moves and setups of a game are replayed"
    );
}

/// Superko compares every move with all earlier positions: the longest game is the slowest.
#[test]
fn a_long_game_with_captures() {
    let size = BoardSize::MAX;
    let mut game = Position::new(size, Rules::TROMP_TAYLOR, Komi::SEVEN_AND_A_HALF);
    let mut rng = Rng::new(1);
    // Superko can leave a player without a move: then it is the other's turn.
    let mut refused = 0;
    while game.moves().len() < MAX_STEPS && refused < 10_000 {
        let point = size.points().nth(rng.below(size.area())).unwrap();
        refused = if game.play(Move::Play(point)).is_ok() { 0 } else { refused + 1 };
        if refused % 1000 == 999 {
            game.set_to_move(game.to_move().opponent());
        }
    }
    let moves = game.moves().len();
    assert!(moves > MAX_STEPS / 2, "{moves}");
    let sgf = GoRecord::from_game(&game, &GameInfo::default()).to_sgf();
    assert_eq!(outcome(sgf.into_bytes()), Ok(moves + 1));
}

#[test]
fn many_values() {
    let rectangles = "[aa:ss]".repeat(990_000);
    assert_eq!(outcome(format!("(;AB{rectangles}AE[aa])").into_bytes()), Ok(1));
    too_many("values", outcome(format!("(;{})", "C[]".repeat(5_000_000)).into_bytes()));
    too_many("values", outcome(format!("(;C{})", "[]".repeat(8_000_000)).into_bytes()));
}

#[test]
fn junk_of_any_length() {
    for junk in ["x", "(", ";", "[", "]", "\\", "(;", "C[", "\u{0}", " "] {
        let text = junk.repeat((MAX_BYTES - 16) / junk.len());
        for before in ["", "(;", "(;C[", "(;SZ"] {
            let _ = outcome([before, &text].concat().into_bytes());
        }
    }
    let large = outcome(vec![b'x'; 50_000_000]).unwrap_err();
    assert_eq!(large.to_string(), "the file has 50000000 bytes; at most 16777216 are read");
}

#[test]
fn a_long_comment() {
    let comment = "x\\]\n".repeat(4_000_000);
    assert_eq!(outcome(format!("(;C[{comment}];B[aa])").into_bytes()), Ok(2));
}
