//! Any bytes as a game record: an error or a record, which can be replayed, written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_loa::Rules;
use tengen_sgf::{Defaults, GoRecord, LoaRecord, game_of};

fuzz_target!(|bytes: &[u8]| {
    let _ = game_of(bytes);
    loa(bytes);
    let Ok(record) = GoRecord::parse(bytes) else { return };
    let position = record.position_before(None, Defaults::default());
    let text = record.to_sgf();
    let again = GoRecord::parse(text.as_bytes()).expect("what we write we can read");
    assert_eq!(again.len(), record.len());
    let replayed = again.position_before(None, Defaults::default());
    assert_eq!(position.is_ok(), replayed.is_ok());
    if let (Ok(a), Ok(b)) = (position, replayed) {
        assert_eq!(a, b);
    }
});

fn loa(bytes: &[u8]) {
    let Ok(record) = LoaRecord::parse(bytes) else { return };
    let position = record.position_before(None, Rules::PAPER);
    let plies = record.plies(Rules::PAPER);
    assert_eq!(position.is_ok(), plies.is_ok());
    let again = LoaRecord::parse(record.to_sgf().as_bytes()).expect("what we write we can read");
    assert_eq!(again.len(), record.len());
    assert_eq!(again.position_before(None, Rules::PAPER), position);
}
