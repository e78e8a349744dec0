//! The data that come with the program: a broken file must not become zeros without a word.

use tengen_policy::loa::{Evaluation, FEATURES, Mia, TransitionCounts};

fn data(name: &str) -> String {
    let path = format!("{}/data/loa/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).expect(&path)
}

#[test]
fn evaluators_are_those_of_their_files() {
    for mia in Mia::ALL {
        let name = mia.name();
        let text = data(&format!("{name}.toml"));
        assert!(text.starts_with("# Made by tengen"), "{name}: how was it made?");
        let evaluation: Evaluation = text.parse().expect(name);
        assert_eq!(&evaluation, Evaluation::of(mia), "{name}");
        // A fit gives every feature that it may use a weight that is not quite zero.
        for (feature, weight) in FEATURES.iter().zip(evaluation.weights()) {
            let used = mia.uses(feature.name);
            assert_eq!(*weight != 0.0, used, "{name}: {}", feature.name);
        }
    }
    let counts = Mia::ALL.map(|mia| FEATURES.iter().filter(|f| mia.uses(f.name)).count());
    assert_eq!(counts, [4, 17, 24]);
}

/// All of them know that the pieces should be together.
#[test]
fn concentration_is_good() {
    let concentration = FEATURES.iter().position(|feature| feature.name == "concentration");
    for mia in Mia::ALL {
        let weights = Evaluation::of(mia).weights();
        assert!(weights[concentration.expect("a feature")] > 100.0, "{}", mia.name());
    }
}

#[test]
fn transitions_are_those_of_their_file() {
    let text = data("transitions.toml");
    assert!(text.starts_with("# Made by tengen"), "how was it made?");
    let counts: TransitionCounts = text.parse().expect("counts");
    assert_eq!(&counts, TransitionCounts::built_in());
    assert_eq!(counts.seen().count(), 265);
    assert_eq!(counts.seen().filter(|(_, it)| it.played > 0).count(), 218);
    assert_eq!(counts.positions(), 31_909);
}

/// What a file says wrong is told.
#[test]
fn broken_files_are_refused() {
    for (text, part) in [
        ("", "weights"),
        ("[weights]\nmagic = 1", "unknown feature \"magic\""),
        ("[weights]\nquads = nan", "\"quads\" must be a number"),
        ("[weights]\nquads = 1e7", "\"quads\" must be a number"),
        ("[weights]\nquads = \"x\"", "line 2"),
        ("[weights]\n[more]", "more"),
    ] {
        let error = text.parse::<Evaluation>().expect_err(text).to_string();
        assert!(error.contains(part), "{text:?}: {error}");
    }
    for (text, part) in [
        ("", "transitions"),
        ("[transitions]\n\"quiet rim moon 0\" = [1, 2]", "\"quiet rim moon 0\" is not a category"),
        ("[transitions]\n\"quiet rim rim 0\" = [3, 2]", "more often than it was available"),
        ("[transitions]\n\"quiet rim rim 0\" = [-1, 2]", "line 2"),
        ("[transitions]\n\"quiet rim rim 0\" = 1", "line 2"),
    ] {
        let error = text.parse::<TransitionCounts>().expect_err(text).to_string();
        assert!(error.contains(part), "{text:?}: {error}");
    }
}
