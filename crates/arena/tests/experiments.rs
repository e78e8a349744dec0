//! The experiments that come with the program can be carried out as they are.

use tengen_arena::{Contestant, EXPERIMENTS, Entrant, Experiment, PaperResult};
use tengen_engine::StopFlag;

/// Every one is read, its players are known to its game, and its openings can be played.
#[test]
fn experiments_are_contests() {
    for (name, _) in EXPERIMENTS {
        let experiment = Experiment::named(name).expect(name).expect(name);
        let has_books = !experiment.books(1.0).expect(name).is_empty();
        if has_books || !experiment.policies().expect(name).is_empty() {
            // Their players have books that must be built first, or policies that must be learned;
            // what can be known without is known now.
            continue;
        }
        let contest = experiment.contest(1.0, None, "test").expect(name);
        let is_outside = |entrant: &Entrant| matches!(entrant.contestant, Contestant::Outside(_));
        if contest.players.iter().any(is_outside) && skips_outside_programs() {
            continue;
        }
        let record = contest.check(&StopFlag::new()).expect(name);
        assert_eq!(record.pairings.len(), experiment.rows.len(), "{name}");
        let games: u64 = record.pairings.iter().map(|pairing| pairing.games).sum();
        assert_eq!(games, experiment.total_games(), "{name}: pairs are whole");
    }
}

/// Left out on purpose: see scripts/test.
fn skips_outside_programs() -> bool {
    std::env::var("TENGEN_SKIP_EXTERNAL").is_ok_and(|value| value == "1")
}

/// Another opponent plays in all rows; who has no common opponent says so.
#[test]
fn opponents_can_be_replaced() {
    let mut experiment = Experiment::named("go-policies").expect("it exists").expect("it is right");
    experiment.set_opponent("mc,sims=10".parse().expect("a player")).expect("there is one");
    let contest = experiment.contest(1.0, None, "test").expect("a contest");
    let record = contest.check(&StopFlag::new()).expect("it can be played");
    let others = record.pairings.iter().filter(|p| record.players[p.b].player == "mc,sims=10");
    assert_eq!(others.count(), 4);
    let mut lecture = Experiment::named("lecture").expect("it exists").expect("it is right");
    let error = lecture.set_opponent("mc".parse().expect("a player")).unwrap_err().to_string();
    assert!(error.contains("no common opponent"), "{error}");
}

/// Paper 003, tables 1, 2, 5 and 6, in percent.
#[test]
fn paper_003_is_quoted_right() {
    for (name, table) in [
        ("go-policies", &[6.8, 68.9, 40.9, 77.9][..]),
        ("go-balancing", &[6.8, 69.2, 75.5, 70.1, 78.2, 76.2]),
        ("go-gnugo", &[22.1, 59.3, 62.6]),
        ("go-gnugo-19", &[8.2, 33.2, 42.0]),
    ] {
        let experiment = Experiment::named(name).expect(name).expect(name);
        let rates = experiment.rows.iter().filter_map(|row| match row.paper {
            PaperResult::Rate { rate, .. } => Some(rate),
            _ => None,
        });
        assert_eq!(rates.collect::<Vec<f64>>(), table, "{name}");
    }
}

/// Paper 000, tables 1 and 2, in points of 1,000.
#[test]
fn paper_000_is_quoted_right() {
    let rates = |name: &str| -> Vec<f64> {
        let experiment = Experiment::named(name).expect(name).expect(name);
        let rate = |paper: &PaperResult| match paper {
            PaperResult::Rate { rate, games: Some(1000), .. } => 10.0 * rate,
            other => panic!("{name}: {other:?}"),
        };
        // Of the strongest player of ours the paper knows nothing.
        let rows = experiment.rows.iter().filter(|row| row.a != "mc-loa");
        rows.map(|row| rate(&row.paper)).collect()
    };
    let close = |ours: &[f64], paper: &[f64]| {
        ours.len() == paper.len() && ours.iter().zip(paper).all(|(a, b)| (a - b).abs() < 1e-9)
    };
    let one = rates("loa-solver");
    assert!(close(&one, &[646.5, 646.5]), "{one:?}");
    let two = rates("loa-mia");
    let table = [585.5, 394.0, 69.5, 692.0, 543.5, 115.5];
    assert!(close(&two, &[table, table].concat()), "{two:?}");
}

/// Paper 004, table 1: wins of 50 games; of our own player the paper knows nothing.
#[test]
fn paper_004_is_quoted_right() {
    let names = ["mce-std", "mce-all", "uct-rand", "uct-prob"];
    let table = [[0, 14, 4, 14], [36, 0, 28, 44], [46, 22, 0, 42], [36, 6, 8, 0]];
    let experiment = Experiment::named("phantom").expect("it exists").expect("it is right");
    let mut pairs = 0;
    for row in experiment.rows.iter().filter(|row| row.a != "phantom") {
        let place = |name: &str| names.iter().position(|known| *known == name).expect(name);
        let won = table[place(&row.a)][place(&row.b)];
        match row.paper {
            PaperResult::Rate { rate, games: Some(50), .. } => {
                assert!((rate - 2.0 * f64::from(won)).abs() < 1e-9, "{}", row.label);
            }
            ref other => panic!("{}: {other:?}", row.label),
        }
        pairs += 1;
    }
    assert_eq!((pairs, experiment.rows.len()), (6, 10));
}

/// Paper 001, tables 1 and 3.
#[test]
fn paper_001_is_quoted_right() {
    let experiment = Experiment::named("book-colours").expect("it exists").expect("it is right");
    let rate = |paper: Option<&PaperResult>| match paper {
        Some(PaperResult::Rate { rate, .. }) => *rate,
        other => panic!("{other:?}"),
    };
    let row = &experiment.rows[0];
    assert_eq!(rate(row.as_white.as_ref()), 64.3);
    assert_eq!(rate(row.as_black.as_ref()), 48.0);
    assert_eq!(rate(Some(&row.paper)), 56.2);
    let rated = Experiment::named("book-ratings").expect("it exists").expect("it is right");
    assert!(rated.rated && rated.rows.len() == 6, "everybody meets everybody");
    let books: Vec<String> = rated.books(1.0).expect("books").into_iter().map(|it| it.0).collect();
    assert_eq!(books.last().map(String::as_str), Some("both"), "{books:?}");
}

/// Books that are not there, or cannot be built, are refused when the file is read.
#[test]
fn senseless_books_are_refused() {
    let good = EXPERIMENTS.iter().find(|(name, _)| *name == "book-ratings").expect("it exists").1;
    for (from, to, part) in [
        ("book=@qbf", "book=@qfb", "there is no book \"qfb\""),
        (
            "merge = [\"qbf\", \"bds\"]",
            "merge = [\"qbf\", \"both\"]",
            "\"both\" is not built by games",
        ),
        ("algorithm = \"qbf\"", "algorithm = \"best\"", "a book has algorithm (qbf or bds)"),
    ] {
        assert!(good.contains(from), "{from}");
        let error = good.replacen(from, to, 1).parse::<Experiment>().expect_err(to).to_string();
        assert!(error.contains(part), "{error}");
    }
    // A scale changes games and players of books as it does those of rows.
    let experiment: Experiment = good.parse().expect("it is right");
    let (whole, half) =
        (experiment.books(1.0).expect("books"), experiment.books(0.5).expect("books"));
    let games = |books: &[(String, tengen_arena::ExperimentBook)]| match &books[0].1 {
        tengen_arena::ExperimentBook::Built(build, games) => (build.player.clone(), *games),
        other => panic!("{other:?}"),
    };
    assert_eq!(games(&whole).1, 2 * games(&half).1);
    assert_ne!(games(&whole).0, games(&half).0);
}
