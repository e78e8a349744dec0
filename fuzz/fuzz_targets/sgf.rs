//! Any bytes as a game record: an error or a record, which can be replayed, written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_sgf::{Defaults, GoRecord};

fuzz_target!(|bytes: &[u8]| {
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
