//! Any text as games to learn from, as counts of transitions, as weights: an error or a value, never
//! a panic; what is written is read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_learn::loa::{read_records, read_sgf};
use tengen_policy::loa::{Evaluation, TransitionCounts};

fuzz_target!(|text: &str| {
    match read_records(text) {
        Ok(records) => {
            let mut counts = TransitionCounts::default();
            let mut lines = String::new();
            for record in &records {
                record.count_transitions(0, &mut counts);
                lines = lines + &record.to_line("game") + "\n";
            }
            assert_eq!(read_records(&lines).as_ref(), Ok(&records));
            assert_eq!(counts.to_text("").parse::<TransitionCounts>(), Ok(counts));
        }
        Err(error) => assert!(error.line >= 1 && error.line <= text.lines().count()),
    }
    if let Ok(record) = read_sgf(text.as_bytes()) {
        assert_eq!(read_records(&record.to_line("game")), Ok(vec![record]));
    }
    if let Ok(counts) = text.parse::<TransitionCounts>() {
        assert_eq!(counts.to_text("").parse::<TransitionCounts>(), Ok(counts));
    }
    if let Ok(evaluation) = text.parse::<Evaluation>() {
        assert_eq!(evaluation.to_text("").parse::<Evaluation>(), Ok(evaluation));
    }
});
