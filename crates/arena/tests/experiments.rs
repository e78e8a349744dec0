//! The experiments that come with the program can be carried out as they are.

use tengen_arena::{EXPERIMENTS, Experiment, PaperResult};
use tengen_engine::StopFlag;

/// Every one is read, its players are known to its game, and its openings can be played.
#[test]
fn experiments_are_contests() {
    for (name, _) in EXPERIMENTS {
        let experiment = Experiment::named(name).expect(name).expect(name);
        let contest = experiment.contest(1.0, None, "test").expect(name);
        let record = contest.check(&StopFlag::new()).expect(name);
        assert_eq!(record.pairings.len(), experiment.rows.len(), "{name}");
        let games: u64 = record.pairings.iter().map(|pairing| pairing.games).sum();
        assert_eq!(games, experiment.total_games(), "{name}: pairs are whole");
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
