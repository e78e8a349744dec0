//! Any bytes as lines of GTP, on a small board: one answer for each command, and still alive.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_engine::go::{BoardSize, Rules};
use tengen_engine::{GoSetup, LoaSetup};
use tengen_gtp::{GtpGame, Identity, Request, Session};

fuzz_target!(|bytes: &[u8]| {
    let rules = Rules::CHINESE;
    let setup = GoSetup { size: BoardSize::new(3).expect("a size"), rules, komi: rules.komi };
    let player = "uct,sims=2,memory=64K".parse().expect("a player");
    talk(bytes, Session::new(setup, &player, Identity::default()).expect("memory"));
    // The first byte says how moves of Lines of Action are told.
    let by_squares = bytes.first().is_some_and(|byte| byte % 2 == 1);
    let loa = Session::loa(LoaSetup::default(), &player, by_squares, Identity::default());
    talk(bytes, loa.expect("memory"));
});

fn talk<E: GtpGame>(bytes: &[u8], mut session: Session<E>) {
    // Files elsewhere are none of a fuzzer's business.
    session.set_folder("/nonexistent");
    for line in String::from_utf8_lossy(bytes).lines().take(50) {
        let request = Request::parse(line);
        let far = |word: &String| word.starts_with('/') || word.contains("..");
        let slow = |word: &String| word.parse::<f64>().is_ok_and(|n| n.abs() > 5.0);
        let set = |r: &Request| r.name == "tengen-set";
        if request.as_ref().is_some_and(|r| {
            r.arguments.iter().any(far)
                || set(r)
                || r.name == "boardsize" && r.arguments.iter().any(slow)
        }) {
            continue;
        }
        let answer = session.answer(line);
        assert_eq!(answer.is_some(), request.is_some());
        if let (Some(answer), Some(request)) = (answer, request) {
            assert!(answer.starts_with(['=', '?']) && answer[1..].starts_with(&request.id));
            assert!(answer.ends_with("\n\n") && !answer[..answer.len() - 1].contains("\n\n"));
        }
    }
    assert_eq!(session.answer("7 protocol_version").as_deref(), Some("=7 2\n\n"));
}
