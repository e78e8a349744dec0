//! Games of self-play depend on the seed and their number, on nothing else.

use std::num::NonZero;
use std::sync::Mutex;

use tengen_learn::loa::{Record, Samples, SelfPlay, fit_evaluation, read_records};
use tengen_loa::{Game, Position, Rules};
use tengen_policy::loa::{Evaluation, FEATURES, Mia, Transitions};
use tengen_search::StopFlag;

fn self_play(seed: u64, threads: usize) -> SelfPlay {
    SelfPlay {
        evaluation: Evaluation::of(Mia::Y2006).clone(),
        transitions: Transitions::built_in(),
        positions: 100,
        opening: 3..=8,
        seed,
        threads: NonZero::new(threads).expect("not zero"),
    }
}

fn play(seed: u64, threads: usize, games: usize) -> Vec<Record> {
    let played = self_play(seed, threads).play(games, &StopFlag::new(), |_| {});
    played.expect("memory").expect("not stopped")
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let one = play(1, 1, 6);
    assert_eq!(one.len(), 6);
    assert_eq!(one, play(1, 3, 6));
    assert_eq!(one[..4], play(1, 2, 4), "nor does how many games there are");
    assert_ne!(one, play(2, 1, 6));
    for record in &one {
        let mut position = Position::new(Rules::PAPER);
        for &m in &record.moves {
            position.play(m).expect("a legal move");
        }
        assert!(position.outcome().is_none_or(|outcome| Some(outcome) == record.outcome));
    }
}

#[test]
fn everybody_is_told_and_a_stop_is_heard() {
    let told = Mutex::new(Vec::new());
    let tell = |done| told.lock().expect("no panic").push(done);
    self_play(1, 2).play(5, &StopFlag::new(), tell).expect("memory").expect("not stopped");
    let mut told = told.into_inner().expect("no panic");
    told.sort_unstable();
    assert_eq!(told, [1, 2, 3, 4, 5]);
    let stop = StopFlag::new();
    stop.stop();
    assert!(self_play(1, 2).play(5, &stop, |_| {}).expect("memory").is_err());
}

#[test]
fn a_fit_uses_the_features_of_its_name_and_predicts_better_than_a_coin() {
    let records = play(3, 2, 60);
    let mut samples = Samples::default();
    samples.add(&records, 8);
    assert!(!samples.training.is_empty() && !samples.held_out.is_empty());
    for mia in Mia::ALL {
        let (evaluation, quality) = fit_evaluation(mia, &samples);
        for (feature, weight) in FEATURES.iter().zip(evaluation.weights()) {
            assert!(*weight == 0.0 || mia.uses(feature.name), "{}: {}", mia.name(), feature.name);
        }
        assert!(quality.training_loss < 2.0_f64.ln(), "{}: {quality:?}", mia.name());
        assert_eq!(quality.positions, [samples.training.len(), samples.held_out.len()]);
    }
}

/// Games without a result teach nothing about who wins.
#[test]
fn games_without_a_result_are_no_samples() {
    let mut samples = Samples::default();
    samples.add(&read_records("c1-c3 a2-c2\nc1-c3 a2-c2").expect("games"), 0);
    assert!(samples.training.is_empty() && samples.held_out.is_empty());
    // The first of ten is kept aside.
    samples.add(&read_records("g|B|-|c1-c3 a2-c2\ng|W|-|c1-c3 a2-c2").expect("games"), 0);
    let results = |list: &[tengen_learn::Sample<_>]| -> Vec<f32> {
        list.iter().map(|sample| sample.result).collect()
    };
    assert_eq!(results(&samples.held_out), [1.0, 0.0], "Black to move won, White to move lost");
    assert_eq!(results(&samples.training), [0.0, 1.0]);
}
