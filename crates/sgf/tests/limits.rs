//! Files made to hurt: an error or a result, on a small stack and soon.

use std::time::{Duration, Instant};

use tengen_sgf::{Annotation, Defaults, GoRecord, MAX_BYTES, MAX_NODES, SgfError};

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
    let passes = ";B[];W[]".repeat(MAX_NODES / 2 - 1);
    assert_eq!(outcome(format!("(;SZ[19]{passes})").into_bytes()), Ok(MAX_NODES - 1));
    // One player's passes never end the game: all of it is one history.
    let passes = ";B[]".repeat(MAX_NODES - 1);
    assert_eq!(outcome(format!("(;SZ[19]{passes})").into_bytes()), Ok(MAX_NODES));
    let setups = ";AB[aa:ss]AE[aa:rr]".repeat(MAX_NODES - 1);
    assert_eq!(outcome(format!("(;SZ[19]{setups})").into_bytes()), Ok(MAX_NODES));
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
