//! Learning from games of Go: what is taken of them, self-play, and fits that find what is there.

use std::num::NonZero;

use tengen_go::{BoardSize, EyeRule, Game, Move, MoveList, Position, Rng};
use tengen_learn::Stopped;
use tengen_learn::go::{
    FeatureSet, NoSamples, NotPlayed, PlayoutSet, PriorSet, Record, Samples, Sampling, SelfPlay,
    frequent_surroundings,
};
use tengen_learn::mm::{Fit, Gammas, MmOptions, Prediction, fit};
use tengen_policy::go::{LocalFeature, PriorFeature, PriorFeatures, Surroundings};
use tengen_search::StopFlag;

fn threads(number: usize) -> NonZero<usize> {
    NonZero::new(number).expect("not zero")
}

/// Games of players who choose by chance, in proportion to the strength of their moves.
fn games<S: FeatureSet>(set: &S, gammas: &Gammas, games: u64, plies: usize) -> Vec<Record> {
    let game = |number: u64| {
        let (mut rng, mut set) = (Rng::stream(5, number), set.clone());
        let size = BoardSize::new(9).unwrap();
        let first = Record::new(size, Vec::new(), vec![(tengen_go::Player::Black, Move::Pass)]);
        let mut position = first.unwrap().start();
        let mut candidates = MoveList::new();
        while position.moves().len() < plies {
            set.candidates(&position, &mut candidates);
            let mut levels = Vec::new();
            set.describe(&position, &candidates, &mut levels);
            let rows = levels.chunks_exact(gammas.features().len());
            let strengths: Vec<f64> = rows.map(|row| gammas.strength(row)).collect();
            let mut dice = f64::from(rng.unit()) * strengths.iter().sum::<f64>();
            let drawn = strengths.iter().position(|strength| {
                dice -= strength;
                dice < 0.0
            });
            let Some(index) = drawn.or(candidates.len().checked_sub(1)) else { break };
            position.play(candidates[index]).unwrap();
        }
        Record::new(size, Vec::new(), position.moves().to_vec()).unwrap()
    };
    (0..games).map(game).collect()
}

fn sampling(per_game: Option<usize>, number: usize) -> Sampling {
    Sampling { per_game, seed: 1, threads: threads(number) }
}

fn collect<S: FeatureSet>(set: &S, records: &[Record], sampling: &Sampling) -> Samples {
    Samples::collect(set, records, sampling, &StopFlag::new(), |_| {}).unwrap()
}

fn learn(samples: &Samples, tolerance: f64) -> Fit {
    let options = MmOptions { tolerance, threads: threads(2), ..MmOptions::default() };
    let Samples { features, teams, training, .. } = samples;
    fit(features, teams, training, &options, &StopFlag::new(), |_| {}).unwrap()
}

fn local(set: &PlayoutSet) -> Gammas {
    let features = set.features();
    let mut values = vec![1.0; features.total()];
    let count = values.len();
    // The first two local features: contiguous, and saving by capture.
    values[count - 7] = 8.0;
    values[count - 6] = 20.0;
    Gammas::new(&features, values).unwrap()
}

#[test]
fn players_who_answer_nearby_are_seen_through() {
    let set = PlayoutSet::default();
    let records = games(&set, &local(&set), 300, 40);
    let samples = collect(&set, &records, &sampling(None, 2));
    assert_eq!(samples.training.len(), 270 * 40);
    assert_eq!(samples.held_out.len(), 30 * 40, "one game in ten");
    let found = learn(&samples, 1e-5);
    let policy = PlayoutSet::policy(&found.gammas).unwrap();
    let contiguous = policy.feature(LocalFeature::Contiguous);
    assert!((contiguous / 8.0).ln().abs() < 0.15, "{contiguous}");
    let capture = policy.feature(LocalFeature::SaveByCapture);
    assert!((capture / 20.0).ln().abs() < 0.8, "{capture}");
    // What was learned predicts games it has not seen.
    let rate = |gammas: &Gammas| {
        Prediction::of(gammas, &samples.teams, &samples.held_out, threads(1)).log_likelihood
    };
    let even = rate(&Gammas::even(&samples.features));
    assert!(rate(&found.gammas) > even + 0.1, "{} and {even}", rate(&found.gammas));
    let truth = rate(&local(&set));
    assert!(rate(&found.gammas) > truth - 0.1, "{} and {truth}", rate(&found.gammas));
}

#[test]
fn what_is_taken_depends_on_the_seed_and_not_on_threads() {
    let set = PriorSet::default();
    let uniform = Gammas::even(&set.features());
    let records = games(&set, &uniform, 45, 60);
    let one = collect(&set, &records, &sampling(Some(7), 1));
    let three = collect(&set, &records, &sampling(Some(7), 3));
    assert_eq!((&one.training, &one.held_out), (&three.training, &three.held_out));
    assert_eq!(one.teams.len(), three.teams.len());
    assert_eq!((one.training.len(), one.held_out.len()), (40 * 7, 5 * 7));
    let other = Sampling { seed: 2, ..sampling(Some(7), 1) };
    assert_ne!(collect(&set, &records, &other).training, one.training);
    // All of a game is the same with any seed.
    let all = collect(&set, &records, &sampling(None, 1));
    assert_eq!(
        collect(&set, &records, &Sampling { seed: 2, ..sampling(None, 2) }).training,
        all.training
    );
    assert_eq!(learn(&one, 1e-3), learn(&three, 1e-3));
}

/// Passing and filling eyes are things that priors learn about, and playouts do not.
#[test]
fn each_set_has_its_own_candidates() {
    let prior = PriorSet::default();
    let mut values = vec![1.0; prior.features().total()];
    let start = |feature: PriorFeature| {
        PriorFeature::ALL[..feature as usize].iter().map(|it| it.levels()).sum::<usize>()
    };
    // Players who pass all the time.
    values[start(PriorFeature::Pass)] = 80.0;
    values[start(PriorFeature::Pass) + 1] = 80.0;
    let gammas = Gammas::new(&prior.features(), values).unwrap();
    let records = games(&prior, &gammas, 200, 20);
    let with_passes = collect(&prior, &records, &sampling(None, 2));
    let without = collect(&PlayoutSet::default(), &records, &sampling(None, 2));
    let plies: usize = records.iter().map(|record| record.moves().len()).sum();
    let passes = |record: &Record| record.moves().iter().filter(|(_, m)| *m == Move::Pass).count();
    let passes: usize = records.iter().map(passes).sum();
    assert!(passes > plies / 4);
    assert_eq!(with_passes.training.len() + with_passes.held_out.len(), plies);
    // But for the few that fill eyes.
    let taken = without.training.len() + without.held_out.len();
    assert!(taken <= plies - passes && taken > (plies - passes) * 9 / 10);
    let found = prior.priors(&learn(&with_passes, 1e-4).gammas).unwrap();
    let start = records[0].start();
    let mut features = PriorFeatures::new();
    features.look_at(&start);
    let mut strength = |m: &str| found.strength(&features.levels(&start, m.parse().unwrap()));
    let ratio = strength("pass") / strength("C4");
    assert!((ratio / 80.0).ln().abs() < 1.0, "{ratio}");
}

/// Players who like one kind of place more than its 3x3 pattern says: what is left is put down to its
/// larger surroundings.
#[test]
fn larger_surroundings_are_found_and_learned() {
    let prior = PriorSet::default();
    let gammas = Gammas::new(&prior.features(), vec![1.0; prior.features().total()]).unwrap();
    let mut records = games(&prior, &gammas, 400, 12);
    let stop = StopFlag::new();
    let find = |records: &[Record], least: u32, number| {
        let least = NonZero::new(least).expect("not zero");
        frequent_surroundings(records, least, threads(number), &stop, |_| {}).unwrap()
    };
    let known = find(&records, 20, 2);
    assert_eq!(known, find(&records, 20, 1));
    // Nothing that was seen less often, the smaller ones of each, the most frequent first.
    let mut seen = std::collections::HashMap::<u32, u32>::new();
    let mut look = Surroundings::new();
    for (record, number) in records.iter().zip(0..) {
        record.replay(|_, position, m| {
            if let (Some(point), true) = (m.point(), number % 10 > 0) {
                look.look_at(position);
                let keys: Vec<u32> = look.keys(point).collect();
                let is_known = |key: &u32| known.keys().contains(key);
                assert!(keys.is_sorted_by_key(|key| !is_known(key)), "{keys:?}");
                keys.into_iter().for_each(|key| *seen.entry(key).or_default() += 1);
            }
        });
    }
    assert!(known.keys().len() > 20, "{}", known.keys().len());
    let often: Vec<u32> = known.keys().iter().map(|key| seen[key]).collect();
    assert!(often.is_sorted_by(|a, b| a >= b) && often.last() >= Some(&20), "{often:?}");
    assert_eq!(often.len(), seen.values().filter(|&&count| count >= 20).count());
    // Every first move on the same point from now on: its surroundings are strong.
    let first: Move = "D5".parse().unwrap();
    let size = records[0].start().board().size();
    records.extend(
        (0..400).map(|_| {
            Record::new(size, Vec::new(), vec![(tengen_go::Player::Black, first)]).unwrap()
        }),
    );
    let set = PriorSet::new(find(&records, 20, 2));
    assert_eq!(set.features().list().last().unwrap().name, "surroundings");
    let samples = collect(&set, &records, &sampling(None, 2));
    let found = set.priors(&learn(&samples, 1e-4).gammas).unwrap();
    let start = records[0].start();
    look.look_at(&start);
    let around = |m: &str| found.strength_around(&look, m.parse().unwrap());
    assert!(around("D5") > 5.0 * around("D6"), "{} {}", around("D5"), around("D6"));
    assert_eq!(around("pass"), 1.0);
    stop.stop();
    let least = NonZero::new(2).expect("not zero");
    assert_eq!(frequent_surroundings(&records, least, threads(1), &stop, |_| {}), Err(Stopped));
}

#[test]
fn work_can_be_stopped() {
    let set = PlayoutSet::default();
    let records = games(&set, &local(&set), 3, 10);
    let stop = StopFlag::new();
    stop.stop();
    let none = Samples::collect(&set, &records, &sampling(None, 1), &stop, |_| {});
    assert_eq!(none.map(drop), Err(NoSamples::Stopped(Stopped)));
    let played = self_play(1, 2).play(3, &stop, |_| {});
    assert!(matches!(played, Err(NotPlayed::Stopped(Stopped))));
}

fn self_play(seed: u64, number: usize) -> SelfPlay {
    let size = BoardSize::new(7).unwrap();
    SelfPlay { size, playouts: 60, opening: 4, seed, threads: threads(number) }
}

#[test]
fn games_of_self_play_depend_on_the_seed_and_their_number() {
    let play = |seed, threads, games| {
        let done = std::sync::atomic::AtomicUsize::new(0);
        let told = |count| {
            done.fetch_max(count, std::sync::atomic::Ordering::Relaxed);
        };
        let played = self_play(seed, threads).play(games, &StopFlag::new(), told).unwrap();
        assert_eq!(done.into_inner(), games);
        played
    };
    let one = play(1, 1, 6);
    assert!(one.len() >= 4, "{} games", one.len());
    assert_eq!(one, play(1, 3, 6));
    assert_ne!(one, play(2, 1, 6));
    for record in &one {
        assert_eq!(record.size().side(), 7);
        record.replay(|_, position, m| assert!(position.is_legal(m)));
        // They are played with some sense: hardly ever into an own eye.
        let mut eyes = 0;
        record.replay(|_, position: &Position, m| {
            let is_eye = |p| position.board().is_eye(position.to_move(), p, EyeRule::Standard);
            eyes += usize::from(m.point().is_some_and(is_eye));
        });
        assert!(eyes * 10 <= record.moves().len(), "{eyes} of {}", record.moves().len());
    }
}
