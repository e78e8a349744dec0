//! Whatever comes in, every command gets exactly one answer, and the server stays alive.

mod common;

use std::io::{Read, Write};
use std::thread;

use common::{Server, ask, loa_session, session};
use proptest::prelude::*;
use tengen_engine::go::Rng;
use tengen_gtp::{GtpGame, Request, Session};

const LINES: usize = 10_000;

/// A word that could stand anywhere.
fn word(rng: &mut Rng, commands: &[&str]) -> Vec<u8> {
    const WORDS: &[&str] = &[
        "b",
        "w",
        "black",
        "WHITE",
        "pass",
        "resign",
        "A1",
        "c3",
        "D4",
        "J9",
        "T19",
        "I5",
        "Z0",
        "0",
        "1",
        "2",
        "5",
        "7",
        "-1",
        "3.5",
        "7.5",
        "nan",
        "inf",
        "1e309",
        "99999999999999999999",
        "true",
        "false",
        "ownership",
        "interval",
        "alive",
        "dead",
        "seki",
        "{",
        "{\"ko\":\"SIMPLE\"}",
        "sims",
        "time",
        "player",
        "rave",
        "on",
        "off",
        "uct,sims=2,memory=1M",
        "mc,sims=3",
        "random",
        "absolute",
        "byoyomi",
        "canadian",
        "none",
        "chinese",
        "japanese",
        "#",
        "=",
        "?",
        "é",
        "∞",
        "%c",
        "\\",
        "\"",
        "b1-b3",
        "c1xa3",
        "B1",
        "B3",
        "h8",
        ".xxxxxx./o......o/o......o/o......o/o......o/o......o/o......o/.xxxxxx.",
        "openspiel",
        "paper",
    ];
    match rng.below(12) {
        0..=5 => WORDS[rng.below(WORDS.len())].as_bytes().to_vec(),
        6 | 7 => commands[rng.below(commands.len())].as_bytes().to_vec(),
        8 => rng.below(1000).to_string().into_bytes(),
        // Binary junk, but no line end and no slash: nothing is to be written elsewhere.
        9 => (0..rng.below(20))
            .map(|_| rng.below(256) as u8)
            .filter(|b| !b"\n/.".contains(b))
            .collect(),
        10 => vec![b'9'; rng.below(100)],
        _ => vec![b'x'; rng.below(3)],
    }
}

fn line(rng: &mut Rng, commands: &[&str]) -> Vec<u8> {
    let mut line = Vec::new();
    if rng.below(3) == 0 {
        let id = ["1", "0", "007", "-5", "1.5", "99999999999999999999999", "0x1"][rng.below(7)];
        line.extend(id.as_bytes());
        line.push(b' ');
    }
    if rng.below(4) > 0 {
        line.extend(commands[rng.below(commands.len())].as_bytes());
    }
    for _ in 0..rng.below(5) {
        line.push([b' ', b' ', b'\t', 7][rng.below(4)]);
        line.extend(word(rng, commands));
    }
    line
}

/// Whether a line would leave the small boards, where judging takes long, or end the session.
fn is_too_much(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let Some(request) = Request::parse(&text) else { return false };
    let big = request.arguments.first().is_some_and(|n| n.parse::<u32>().is_ok_and(|n| n > 7));
    request.name == "quit" || request.name == "boardsize" && big
}

#[test]
fn ten_thousand_lines_of_anything() {
    let mut first = session("uct,sims=3,memory=1M");
    ask(&mut first, "boardsize 3");
    survives("go", first, 2026);
}

#[test]
fn ten_thousand_lines_of_anything_about_lines_of_action() {
    survives("loa", loa_session("uct,sims=3,memory=1M", false), 7);
    survives("squares", loa_session("uct,sims=3,memory=1M", true), 8);
}

/// Any lines at all: every command gets one answer.
fn survives<E: GtpGame<Desk: Send, Insight: Send>>(name: &str, mut first: Session<E>, seed: u64) {
    let folder = std::env::temp_dir().join(format!("tengen-fuzz-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let commands = ask(&mut first, "list_commands");
    let commands: Vec<&str> = commands.lines().collect();
    first.set_folder(&folder);
    let mut server = Server::start(first);
    let mut rng = Rng::new(seed);
    let (mut input, mut expected) = (Vec::new(), Vec::new());
    for _ in 0..LINES {
        let mut line = line(&mut rng, &commands);
        if is_too_much(&line) {
            line = b"name".to_vec();
        }
        expected.extend(Request::parse(&String::from_utf8_lossy(&line)).map(|request| request.id));
        input.extend(line);
        input.push(b'\n');
    }
    // The last line has no end.
    input.extend(b"123456 protocol_version");
    expected.push("123456".to_owned());
    let mut pipe = server.input.take().unwrap();
    let writer = thread::spawn(move || pipe.write_all(&input).unwrap());
    let mut output = String::new();
    server.output.read_to_string(&mut output).expect("text");
    writer.join().unwrap();
    server.finish();
    let mut answers = 0;
    for (answer, id) in output.split_terminator("\n\n").zip(&expected) {
        let rest = answer.strip_prefix(['=', '?']).unwrap_or_else(|| panic!("{answer:?}"));
        assert!(rest.starts_with(id), "{answer:?} should have the number {id:?}");
        let after = rest[id.len()..].chars().next();
        assert!(after.is_none_or(|c| c == ' ' || c == '\n'), "{answer:?}");
        answers += 1;
    }
    assert_eq!(answers, expected.len());
    assert_eq!(output.split_terminator("\n\n").count(), expected.len());
    assert!(output.ends_with("=123456 2\n\n"), "it is alive at the end");
    std::fs::remove_dir_all(folder).unwrap();
}

proptest! {
    /// A fuzz target for lines: they are read without panic, and mean the same when written again.
    #[test]
    fn lines_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        if let Some(request) = Request::parse(&text) {
            let again = Request::parse(&request.to_string());
            prop_assert_eq!(again, Some(request));
        }
        let _ = Request::is_interrupt(&text);
    }
}
