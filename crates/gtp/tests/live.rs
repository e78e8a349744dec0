//! What depends on the clock: analysis that streams, interrupts, pondering, games on time.
//!
//! Other programs may keep this machine from doing things in time, so that a test of speed tries a
//! few times and must succeed once. A game must never be lost on time, at the first try.

mod common;

use std::time::{Duration, Instant};

use common::{Server, session, session_with};
use tengen_engine::go::{Game, Move, Position, Rules};

const FAST: &str = "uct,rave=on,prior=tactics,policy=tactical,expand=2,memory=64M";

/// Tries until `measure` finds nothing to complain about.
fn at_best(mut measure: impl FnMut() -> Result<(), String>) {
    let mut complaint = String::new();
    for _ in 0..8 {
        match measure() {
            Ok(()) => return,
            Err(now) => complaint = now,
        }
    }
    panic!("{complaint}");
}

#[test]
fn analysis_streams_and_stops_at_once() {
    for command in ["lz-analyze 10", "kata-analyze b 10 ownership true", "analyze w 10"] {
        let mut server = Server::start(session(FAST));
        server.ask("boardsize 9");
        at_best(|| {
            server.send(command);
            assert_eq!(server.line(), "=\n");
            let start = Instant::now();
            let mut lines = 0;
            while start.elapsed() < Duration::from_secs(1) {
                let line = server.line();
                assert!(line.starts_with("info move "), "{line}");
                lines += 1;
            }
            let stopped = Instant::now();
            server.send("7 protocol_version");
            loop {
                let line = server.line();
                if line == "\n" {
                    break;
                }
                assert!(line.starts_with("info move "), "{line}");
            }
            assert_eq!(server.answer().0, "=7 2\n");
            let took = stopped.elapsed();
            if lines < 8 || took > Duration::from_millis(50) {
                return Err(format!("{command}: {lines} lines, stopped after {took:?}"));
            }
            println!("{command}: {lines} lines in a second, stopped after {took:?}");
            Ok(())
        });
        server.finish();
    }
}

/// The keys that Sabaki and Lizzie read.
#[test]
fn analysis_says_what_others_read() {
    let mut server = Server::start(session(FAST));
    server.send("kata-analyze w 5 ownership true");
    server.line();
    let line = server.line();
    for key in [" visits ", " winrate 0.", " order 0 ", " pv ", " ownership "] {
        assert!(line.contains(key), "no {key:?} in {line}");
    }
    let owned: Vec<f64> = line
        .split(" ownership ")
        .nth(1)
        .unwrap()
        .split_whitespace()
        .map(|value| value.parse().unwrap())
        .collect();
    assert_eq!(owned.len(), 81);
    assert!(owned.iter().all(|value| value.abs() <= 1.0));
    server.send("lz-analyze 5");
    while !server.line().starts_with('=') {}
    let line = server.line();
    let rate = line.split(" winrate ").nth(1).unwrap().split(' ').next().unwrap();
    assert!(rate.parse::<u32>().is_ok_and(|rate| rate <= 10_000), "{line}");
    server.finish();
}

#[test]
fn an_analysis_ends_with_the_input() {
    let mut server = Server::start(session(FAST));
    server.send("lz-analyze 10");
    assert_eq!(server.line(), "=\n");
    server.finish();
}

#[test]
fn a_search_can_be_interrupted() {
    at_best(|| {
        let mut server = Server::start(session("uct,time=30s,memory=64M"));
        server.send("genmove b");
        std::thread::sleep(Duration::from_millis(100));
        server.send("# interrupt");
        let (answer, took) = server.answer();
        assert!(answer.starts_with("= ") && answer.trim().len() >= 4, "{answer}");
        server.finish();
        // A judgement may follow, and the machine may be busy.
        if took > Duration::from_millis(500) { Err(format!("{took:?}")) } else { Ok(()) }
    });
}

#[test]
fn commands_during_a_move_wait_for_it() {
    let mut server = Server::start(session("uct,time=100ms,memory=64M"));
    server.send("1 genmove b\n2 name\n3 genmove w");
    assert!(server.answer().0.starts_with("=1 "));
    assert_eq!(server.answer().0, "=2 Tengen\n");
    assert!(server.answer().0.starts_with("=3 "));
    server.finish();
}

#[test]
fn pondering_gives_playouts_for_nothing() {
    let visits = |ponder: &str| {
        let player = format!("uct,sims=200,expand=1,rave=on,ponder={ponder},memory=64M");
        let mut server = Server::start(session(&player));
        let best = server.ask("genmove b");
        std::thread::sleep(Duration::from_millis(400));
        server.ask("name");
        std::thread::sleep(Duration::from_millis(200));
        server.send("lz-analyze 1000");
        server.line();
        server.send("stop");
        let line = server.line();
        server.finish();
        assert!(best.starts_with("= "), "{best}");
        let words: Vec<&str> = line.split_whitespace().collect();
        let each = words.iter().zip(words.iter().skip(1));
        each.filter(|(key, _)| **key == "visits")
            .map(|(_, n)| n.parse::<u64>().unwrap())
            .sum::<u64>()
    };
    let (with, without) = (visits("on"), visits("off"));
    assert!(with > 1000 + without, "{with} visits against {without}");
}

/// Both colours by one server, by the clock that counts for a tournament: from the command to the
/// answer. What each colour used.
fn timed_game(settings: &[&str], side: usize, told: bool, limit: Duration) -> [Duration; 2] {
    let mut server = Server::start(session_with(side, Rules::CHINESE, FAST));
    for command in settings {
        assert_eq!(server.ask(command), "=");
    }
    let size = tengen_engine::go::BoardSize::new(side).unwrap();
    let mut game = Position::new(size, Rules::CHINESE, Rules::CHINESE.komi);
    let mut used = [Duration::ZERO; 2];
    while game.outcome().is_none() && game.moves().len() < 3 * size.area() {
        let player = game.to_move();
        let colour = ["b", "w"][player.index()];
        if told {
            let left = limit.saturating_sub(used[player.index()]).as_secs();
            server.ask(&format!("time_left {colour} {left} 0"));
        }
        let start = Instant::now();
        let answer = server.ask(&format!("genmove {colour}"));
        used[player.index()] += start.elapsed();
        let m: Move = answer.strip_prefix("= ").unwrap().parse().unwrap();
        game.play(m).unwrap();
    }
    println!("{settings:?}, {side}x{side}: {} moves, used {used:?}", game.moves().len());
    server.finish();
    used
}

#[test]
fn two_seconds_are_enough_for_a_game_on_19x19() {
    in_time(&["time_settings 2 0 0"], 19, false, Duration::from_secs(2));
    in_time(&["kgs-time_settings absolute 2"], 9, true, Duration::from_secs(2));
}

/// A game that is lost on time by nobody, in the best of three tries: others use this machine too.
fn in_time(settings: &[&str], side: usize, told: bool, limit: Duration) {
    let mut tries = (0..3).map(|_| timed_game(settings, side, told, limit));
    let kept = tries.any(|used| used.iter().all(|&used| used < limit));
    assert!(kept, "lost on time three times");
}

/// Two minutes long: with TENGEN_SOAK set, as in `./scripts/test --full`.
#[test]
fn a_minute_is_enough_for_a_game_on_19x19() {
    if std::env::var_os("TENGEN_SOAK").is_none() {
        println!("TENGEN_SOAK is not set: not played");
        return;
    }
    let limit = Duration::from_secs(60);
    for told in [false, true] {
        let used = timed_game(&["time_settings 60 0 0"], 19, told, limit);
        assert!(used.iter().all(|&used| used < limit), "lost on time: {used:?}");
        assert!(used.iter().all(|&used| used > limit / 3), "time is made use of: {used:?}");
    }
}

#[test]
fn overtime_is_kept() {
    let mut server = Server::start(session(FAST));
    let longest = |server: &mut Server, moves: usize| {
        let times = (0..moves).map(|i| {
            let start = Instant::now();
            server.ask(&format!("genmove {}", ["b", "w"][i % 2]));
            start.elapsed()
        });
        times.collect::<Vec<_>>()
    };
    // Five moves in every second.
    assert_eq!(server.ask("time_settings 0 1 5"), "=");
    let times = longest(&mut server, 10);
    let black: Duration = times.iter().step_by(2).sum();
    assert!(black < Duration::from_secs(1), "{times:?}");
    // A third of a second each, and a word from the other side.
    assert_eq!(server.ask("kgs-time_settings byoyomi 0 0.34 3"), "=");
    assert_eq!(server.ask("time_left b 0.34 3"), "=");
    let times = longest(&mut server, 6);
    assert!(times.iter().all(|time| *time < Duration::from_millis(340)), "{times:?}");
    server.finish();
}

/// A player whose text sets no limit still answers, also when nobody is left to stop him.
#[test]
fn a_player_without_limits_answers() {
    let mut server = Server::start(session("uct,sims=off,memory=16M"));
    assert!(server.ask("genmove b").starts_with("= "));
    server.send("genmove w");
    server.finish();
}
