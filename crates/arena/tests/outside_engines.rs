//! A match against an engine that misbehaves in every way: each is one forfeit with the right
//! reason, all other games finish, and no process is left.
//!
//! This program is also that engine (`outside_engines engine FILE`), so it has a main function of
//! its own. Each start of the engine takes the next of the manners below, by a count in the file.

#[cfg(not(unix))]
fn main() {
    println!("the engine of these tests needs Unix: nothing is tested");
}

#[cfg(unix)]
fn main() {
    unix::main();
}

#[cfg(unix)]
mod unix {
    use std::collections::BTreeMap;
    use std::fs;
    use std::io::{self, BufRead, Write};
    use std::num::NonZero;
    use std::ops::ControlFlow;
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::{Command, Stdio, exit};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use tengen_arena::{
        Contest, Contestant, End, Entrant, Event, ForfeitKind, GameRecord, NoContest, Openings,
        OpeningsArg, PairingRecord, SettledBy, Side,
    };
    use tengen_engine::go::{BoardSize, Game, Komi, Move, Position, Rng, Rules};
    use tengen_engine::{GameSetup, GoSetup, StopFlag, TimeSystem};

    /// What the engine does at its third move, in turn, and what becomes of it.
    const MANNERS: &[(&str, Option<ForfeitKind>, &str)] = &[
        // The start before the first game.
        ("is polite", None, ""),
        ("crashes", Some(ForfeitKind::Crash), "has ended (exit status: 7)"),
        ("is polite", None, ""),
        ("hangs", Some(ForfeitKind::Hang), "has not answered when its time was up"),
        ("floods", Some(ForfeitKind::Garbage), "no answer of the protocol"),
        ("floods without an end of line", Some(ForfeitKind::Hang), "has not answered when"),
        ("floods within an answer", Some(ForfeitKind::Garbage), "no answer of the protocol"),
        ("plays on a stone", Some(ForfeitKind::IllegalMove), "the point is occupied"),
        ("plays off the board", Some(ForfeitKind::IllegalMove), "J9"),
        ("plays nonsense", Some(ForfeitKind::IllegalMove), "my dog"),
        ("closes its input", Some(ForfeitKind::ClosedInput), "closed its input"),
        ("is late", Some(ForfeitKind::Time), "were left"),
        ("refuses", Some(ForfeitKind::Refusal), "I am tired"),
        ("refuses a move", Some(ForfeitKind::Refusal), "illegal move"),
        ("resigns", None, ""),
        ("dies at the start", Some(ForfeitKind::Crash), "has ended (exit status: 9)"),
        ("leaves a child behind and crashes", Some(ForfeitKind::Crash), "has ended"),
        ("is polite", None, ""),
        ("lies about dead stones", None, ""),
        ("crashes when asked for dead stones", None, ""),
    ];

    const PATIENCE: Duration = Duration::from_secs(10);

    /// Long enough for a game, short enough to be late in.
    const CLOCK: Duration = Duration::from_secs(4);

    pub(crate) fn main() {
        let arguments: Vec<String> = std::env::args().collect();
        if arguments.get(1).is_some_and(|argument| argument == "engine") {
            engine(&arguments[2]);
            return;
        }
        type Test = (&'static str, fn(&Path));
        let tests: &[Test] = &[
            ("every_kind_of_engine", every_kind_of_engine),
            ("wrong_engines_fail_before_the_first_game", wrong_engines_fail_before_the_first_game),
            ("a_stop_does_not_wait_for_engines", a_stop_does_not_wait_for_engines),
        ];
        let wanted = arguments.iter().skip(1).find(|argument| !argument.starts_with('-'));
        for (name, test) in tests {
            if wanted.is_none_or(|wanted| name.contains(wanted.as_str())) {
                let name_and_number = format!("tengen-{name}-{}", std::process::id());
                let folder = std::env::temp_dir().join(name_and_number);
                fs::create_dir_all(&folder).expect("a folder");
                test(&folder);
                fs::remove_dir_all(&folder).expect("it is there");
                println!("test {name} ... ok");
            }
        }
    }

    fn every_kind_of_engine(folder: &Path) {
        let contest = contest(&this_engine(folder), MANNERS.len() as u64 - 1);
        let stop = StopFlag::new();
        let record = contest.check(&stop).expect("it works at first");
        assert_eq!(record.players[0].engine.as_deref(), Some("Fake 1.0"));
        let ids = contest.to_play(&[]);
        let mut finished: Vec<GameRecord> = Vec::new();
        let run = contest.run(&record, &ids, NonZero::<usize>::MIN, &stop, &mut |event| {
            if let Event::Game(game) = event {
                finished.push(*game);
            }
            ControlFlow::Continue(())
        });
        run.expect("no engine stops a contest");
        assert_eq!(finished.len(), MANNERS.len() - 1);
        for (game, (manner, kind, reason)) in finished.iter().zip(&MANNERS[1..]) {
            match kind {
                Some(kind) => {
                    let forfeit = game.forfeit.as_ref();
                    let forfeit = forfeit.unwrap_or_else(|| panic!("{manner}: {game:?}"));
                    assert_eq!((forfeit.kind, forfeit.by), (*kind, Side::A), "{forfeit:?}");
                    assert!(forfeit.reason.contains(reason), "{manner}: {forfeit:?}");
                    assert_eq!((game.winner, game.end), (Some(Side::B), End::Forfeit));
                    let words = format!("I am one who {manner}");
                    assert!(forfeit.stderr.contains(&words), "{forfeit:?}");
                }
                None => assert_proper(game, manner),
            }
        }
        assert_nobody_is_left(folder);
    }

    /// A game that went as games go.
    fn assert_proper(game: &GameRecord, manner: &str) {
        assert!(game.forfeit.is_none(), "{manner}: {:?}", game.forfeit);
        if manner == "resigns" {
            assert_eq!((game.end, game.winner), (End::Resignation, Some(Side::B)));
            return;
        }
        assert_eq!(game.end, End::Passes, "{manner}");
        let settled = game.settled.as_ref().expect("it ended by passes");
        // Ours may pass before all that is dead is off; this engine takes everything for alive.
        if manner == "is polite" && settled.by == SettledBy::Agreement {
            assert!(settled.dead.is_empty() && settled.notes.is_empty(), "{settled:?}");
        } else {
            assert_eq!(settled.by, SettledBy::PlayingOn, "{manner}: {settled:?}");
            assert!(settled.notes[0].starts_with("dead stones: "), "{settled:?}");
        }
    }

    fn wrong_engines_fail_before_the_first_game(_: &Path) {
        let error = |command: &str| match contest(command, 2).check(&StopFlag::new()) {
            Err(error @ NoContest::Engine { .. }) => error.to_string(),
            other => panic!("{command}: {other:?}"),
        };
        assert!(error("/no/such/engine --gtp").contains("cannot start /no/such/engine"));
        let text = error("sh -c 'echo I need a licence >&2; exit 1'");
        assert!(text.contains("ended") && text.contains("it says: I need a licence"), "{text}");
        assert!(
            error("sh -c 'read a; echo hello; read a'").contains("\"hello\", which is no answer")
        );
        let mut refereed = contest("cat", 2);
        refereed.players[0] = refereed.players[1].clone();
        refereed.referee = Some("/no/such/referee".parse().expect("a command"));
        let error = refereed.check(&StopFlag::new()).expect_err("no referee").to_string();
        assert!(error.contains("referee \"/no/such/referee\" does not work"), "{error}");
    }

    /// Ctrl-C in the middle of an engine's long thought.
    fn a_stop_does_not_wait_for_engines(folder: &Path) {
        // The next start is polite, the one after that hangs.
        fs::write(folder.join("count"), "2").expect("a count");
        let mut contest = contest(&this_engine(folder), 1);
        contest.patience = Duration::from_secs(600);
        contest.clock = TimeSystem::Unlimited;
        let stop = StopFlag::new();
        let record = contest.check(&stop).expect("it works at first");
        let started = Instant::now();
        let ids = contest.to_play(&[]);
        let run = contest.run(&record, &ids, NonZero::<usize>::MIN, &stop, &mut |event| {
            assert!(matches!(event, Event::Tick), "it never finishes");
            if started.elapsed() > Duration::from_secs(1) {
                stop.stop();
            }
            ControlFlow::Continue(())
        });
        run.expect("no fault");
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
        assert_nobody_is_left(folder);
    }

    /// The command line of this program as an engine.
    fn this_engine(folder: &Path) -> String {
        let program = std::env::current_exe().expect("this program");
        format!("'{}' engine '{}'", program.display(), folder.join("count").display())
    }

    fn contest(engine: &str, games: u64) -> Contest {
        let setup = GameSetup::Go(GoSetup {
            size: BoardSize::new(5).expect("a size"),
            rules: Rules::CHINESE,
            komi: Komi::SEVEN_AND_A_HALF,
        });
        let entrant = |name: &str, text: &str| Entrant {
            name: name.to_owned(),
            contestant: text.parse::<Contestant>().expect(text),
        };
        Contest {
            title: "manners".to_owned(),
            setup,
            clock: TimeSystem::Absolute { main: CLOCK },
            clock_text: Some("4s".to_owned()),
            players: vec![
                entrant("fake", &format!("gtp:{engine}")),
                entrant("ours", "uct,sims=100,memory=16M"),
            ],
            pairings: vec![PairingRecord { a: 0, b: 1, games }],
            openings: Openings::read(&OpeningsArg::Start, setup).expect("nothing to read"),
            seed: 1,
            referee: None,
            patience: PATIENCE,
            version: "test".to_owned(),
        }
    }

    /// No engine is alive, or dead but not waited for. Where there is no /proc nothing is known.
    fn assert_nobody_is_left(folder: &Path) {
        let Ok(processes) = fs::read_dir("/proc") else { return };
        let us = std::process::id().to_string();
        let mut left = BTreeMap::new();
        for process in processes.flatten() {
            let path = process.path();
            let command = fs::read(path.join("cmdline")).unwrap_or_default();
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            let status = fs::read_to_string(path.join("status")).unwrap_or_default();
            let field = |name: &str| {
                let line = status.lines().find_map(|line| line.strip_prefix(name));
                line.unwrap_or_default().trim().to_owned()
            };
            let folder = folder.display().to_string();
            let engine = command.contains(&folder) || command.contains(CHILD);
            if field("PPid:") == us || (engine && field("Pid:") != us) {
                left.insert(path, format!("{command} {}", field("State:")));
            }
        }
        assert!(left.is_empty(), "{left:#?}");
    }

    /// The child of an engine, which would live for a time that nobody else uses.
    const CHILD: &str = "sleep 98765";

    /// An engine that plays properly until its third move.
    fn engine(count: &str) {
        let start = fs::read_to_string(count).ok().and_then(|n| n.parse().ok()).unwrap_or(0);
        fs::write(count, (start + 1).to_string()).expect("a count");
        let manner = MANNERS[start % MANNERS.len()].0;
        eprintln!("I am one who {manner}");
        if manner == "dies at the start" {
            exit(9);
        }
        let size = BoardSize::new(5).expect("a size");
        let mut position = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
        let mut rng = Rng::new(start as u64);
        let mut moves = 0;
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let answer = match words[..] {
                ["name"] => "= Fake".to_owned(),
                ["version"] => "= 1.0".to_owned(),
                ["quit"] => {
                    println!("=\n");
                    return;
                }
                ["play", _, _] if manner == "refuses a move" && moves == 2 => {
                    "? illegal move".to_owned()
                }
                ["play", _, m] => {
                    position.play(m.parse().expect("a move")).expect("a legal move");
                    "=".to_owned()
                }
                ["genmove", _] => {
                    moves += 1;
                    let answer = (moves == 3).then(|| misbehave(manner, &position)).flatten();
                    answer.unwrap_or_else(|| {
                        let mut board = position.board().clone();
                        let point = board.play_random_move(position.to_move(), &mut rng);
                        let m = point.map_or(Move::Pass, Move::Play);
                        let m = if position.is_legal(m) { m } else { Move::Pass };
                        position.play(m).expect("a legal move");
                        format!("= {m}")
                    })
                }
                ["final_status_list", "dead"] if manner == "lies about dead stones" => {
                    let stones = position.board().stones().map(|(point, _)| point.to_string());
                    format!("= {}", stones.collect::<Vec<_>>().join(" "))
                }
                ["final_status_list", "dead"] if manner == "crashes when asked for dead stones" => {
                    exit(1)
                }
                // At the end of a random game what is left lives.
                _ => "=".to_owned(),
            };
            // Nobody may be there any more.
            if writeln!(io::stdout(), "{answer}\n").and_then(|()| io::stdout().flush()).is_err() {
                return;
            }
        }
    }

    fn misbehave(manner: &str, position: &Position) -> Option<String> {
        let mut out = io::stdout();
        match manner {
            "crashes" => exit(7),
            "leaves a child behind and crashes" => {
                let mut words = CHILD.split(' ');
                let program = words.next().expect("a program");
                Command::new(program).args(words).spawn().expect("a child");
                exit(7)
            }
            "hangs" => loop {
                sleep(Duration::from_secs(60));
            },
            "floods" => {
                while out.write_all(b"lorem ipsum\n").is_ok() {}
                exit(0)
            }
            "floods without an end of line" => {
                while out.write_all(b"lorem ipsum").is_ok() {}
                exit(0)
            }
            "floods within an answer" => {
                let _ = out.write_all(b"= A1\n");
                while out.write_all(b"lorem ipsum\n").is_ok() {}
                exit(0)
            }
            "plays on a stone" => {
                let (stone, _) = position.board().stones().next().expect("a stone");
                Some(format!("= {stone}"))
            }
            "plays off the board" => Some("= J9".to_owned()),
            "plays nonsense" => Some("= my dog".to_owned()),
            "closes its input" => {
                // Another program in our place, without the pipe. It answers, so that the pipe is closed
                // before anybody writes to it again.
                let script = "printf '= pass\\n\\n'; exec sleep 60";
                let error = Command::new("sh").args(["-c", script]).stdin(Stdio::null()).exec();
                panic!("{error}");
            }
            "is late" => {
                sleep(CLOCK + Duration::from_millis(300));
                Some("= pass".to_owned())
            }
            "refuses" => Some("? I am tired".to_owned()),
            "resigns" => Some("= resign".to_owned()),
            _ => None,
        }
    }
}
