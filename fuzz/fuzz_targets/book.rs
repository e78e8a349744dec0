//! Any text as a line of an exported book, as the record of something that was added to one, as an SGF
//! file of expert lines, or as moves that lead to a position: an error or a value, never a panic. What can
//! be added adds as many games as it says.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_arena::{BookBuild, BookRecord, read_lines, read_row, updates};
use tengen_engine::go::{BoardSize, Komi, Rules};
use tengen_engine::{GameSetup, GoSetup, LoaSetup};

fuzz_target!(|text: &str| {
    let go = GoSetup {
        size: BoardSize::new(9).unwrap(),
        rules: Rules::CHINESE,
        komi: Komi::SEVEN_AND_A_HALF,
    };
    for setup in [GameSetup::Go(go), GameSetup::Loa(LoaSetup::default())] {
        for (index, line) in text.lines().take(50).enumerate() {
            let _ = read_row(index + 1, line);
            if let Ok(record) = serde_json::from_str::<BookRecord>(line) {
                let _ = updates(&record, setup);
            }
            let _ = serde_json::from_str::<BookBuild>(line).map(|build| build.words());
        }
        let report = read_lines(text.as_bytes(), setup, 3, Some("W"), Some(40));
        for line in report.lines.iter().take(20) {
            let changes = updates(&line.record, setup).expect("lines that were read are legal");
            assert!(!changes.is_empty() && changes.len() % 3 == 0);
        }
        // Moves, as `book show` takes them.
        let moves = text.split_whitespace().take(60).collect::<Vec<_>>().join(" ");
        let record =
            BookRecord::Game { moves, result: "B".to_owned(), from_book: 0, times: 1 };
        let _ = updates(&record, setup);
    }
});
