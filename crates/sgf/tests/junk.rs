//! Whatever the bytes, reading gives a record or an error. These are the parser's fuzz targets.

mod common;

use common::SAMPLE;
use proptest::prelude::*;
use tengen_sgf::{Annotation, Defaults, GoRecord, SgfError};

/// Everything a caller could do with a file. What can be read can be written and read again.
fn exercise(bytes: &[u8]) -> Result<(), SgfError> {
    let mut record = GoRecord::parse(bytes)?;
    let _ = (record.info(), record.komi(), record.rules(), record.handicap());
    let end = record.position_before(None, Defaults::default());
    let plies: Result<Vec<_>, _> = record.main_line(Defaults::default()).collect();
    match (&end, &plies) {
        (Ok(_), Ok(plies)) => assert_eq!(plies.len(), record.len()),
        (Err(one), Err(other)) => assert_eq!(one, other),
        _ => panic!("two ways to replay disagree"),
    }
    let written = record.to_sgf();
    let again = GoRecord::parse(written.as_bytes()).expect("our own text");
    assert_eq!(again.to_sgf(), written);
    assert_eq!(again.position_before(None, Defaults::default()), end);
    let note = Annotation { comment: "]\\".to_owned(), win_rate_black: Some(2.0) };
    record.annotate(record.len(), &note).expect("the last move");
    let annotated = GoRecord::parse(record.to_sgf().as_bytes()).expect("our own text");
    assert!(annotated.comment(record.len()).expect("a comment").ends_with("]\\"));
    Ok(())
}

#[test]
fn every_prefix_ends_too_early() {
    exercise(SAMPLE.as_bytes()).unwrap();
    for end in 0..SAMPLE.len() {
        let error = exercise(&SAMPLE.as_bytes()[..end]).unwrap_err().to_string();
        assert!(error.starts_with("the file ends too early: "), "{end}: {error}");
    }
}

#[test]
fn every_changed_byte_is_survived() {
    let mut bytes = SAMPLE.as_bytes().to_vec();
    for index in 0..bytes.len() {
        let original = bytes[index];
        for other in 0..=255 {
            bytes[index] = other;
            let _ = exercise(&bytes);
        }
        bytes[index] = original;
    }
}

#[test]
fn every_missing_byte_is_survived() {
    for index in 0..SAMPLE.len() {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        bytes.remove(index);
        let _ = exercise(&bytes);
    }
}

/// Pieces that files are made of.
fn piece() -> impl Strategy<Value = String> {
    let fixed = prop::sample::select(vec![
        "(",
        ")",
        ";",
        "(;",
        "[",
        "]",
        "\\",
        ":",
        "SZ[9]",
        "SZ[2]",
        "SZ[",
        "B[]",
        "W[tt]",
        "PL[W]",
        "AE[aa:cc]",
        "AB[aa:bb]",
        "AW[cc:aa]",
        "C[x\\]]",
        "GM[1]",
        "GM[9]",
        "KM[0.5]",
        "HA[2]",
        "CA[latin1]",
        "\n",
        "\r",
        "x",
        "Xy",
        "\u{E9}",
        "\u{0}",
    ]);
    let moves = "(;B|;W|AB|AW)\\[[a-e][a-e]\\]";
    prop_oneof![2 => fixed.prop_map(str::to_owned), 2 => moves, 1 => "\\PC{0,5}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = exercise(&bytes);
    }

    #[test]
    fn arbitrary_bytes_in_a_game(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let _ = exercise(&[b"(;SZ[9]C[", bytes.as_slice(), b"];B[aa])"].concat());
    }

    #[test]
    fn pieces_in_any_order(pieces in prop::collection::vec(piece(), 0..60)) {
        let text = pieces.concat();
        let _ = exercise(text.as_bytes());
        let _ = exercise(format!("(;SZ[5]{text})").as_bytes());
    }
}
