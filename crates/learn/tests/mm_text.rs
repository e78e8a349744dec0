//! The text formats of `mm`: what is written is read again, and what is wrong is explained.

use proptest::prelude::*;
use tengen_learn::mm::{
    Competitions, Feature, Features, Frequencies, Gammas, NO_LEVEL, Teams, Unwritable, read_data,
    read_gammas, write_data, write_frequencies, write_gammas,
};

const DATA: &str = "\
! 5
2
3 shape
2 place
!
#
0 4
0 4
2 3
2 3
#
1
4
1
";

#[test]
fn a_data_set_is_what_it_says() {
    let (features, teams, competitions) = read_data(DATA.as_bytes()).unwrap();
    let names: Vec<_> = features.list().iter().map(|it| (it.name.as_str(), it.levels)).collect();
    assert_eq!(names, [("shape", 3), ("place", 2)]);
    assert_eq!((competitions.len(), teams.len()), (2, 4));
    let all: Vec<_> = competitions.participants(0).collect();
    assert_eq!(all.iter().map(|&(_, count)| count).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(teams.levels(competitions.winner(0)), [0, 1]);
    assert_eq!(teams.levels(competitions.winner(1)), [1, NO_LEVEL]);
    // Line ends and blanks do not matter.
    let odd = DATA.replace('\n', " \r\n\n");
    let (_, _, again) = read_data(odd.as_bytes()).unwrap();
    assert_eq!(again, competitions);
}

#[test]
fn frequencies_by_hand() {
    let (features, teams, competitions) = read_data(DATA.as_bytes()).unwrap();
    let frequencies = Frequencies::count(&features, &teams, &competitions);
    let gammas = Gammas::new(&features, vec![2.0, 0.5, 1.0, 1e-9, 123.456]).unwrap();
    let text = write_frequencies(&gammas, &frequencies);
    let expected = "0 2 1 1 1\n1 0.5 1 1 1\n2 1 0 2 1\n3 0.000000001 0 2 1\n4 123.456 1 2 2\n";
    assert_eq!(text, expected);
    assert_eq!(read_gammas(&features, &text), Ok(gammas.clone()));
    assert_eq!(read_gammas(&features, &write_gammas(&gammas)), Ok(gammas));
}

#[test]
fn mistakes_in_data_are_explained() {
    let replaced = |from: &str, to: &str| {
        assert!(DATA.contains(from));
        read_data(DATA.replacen(from, to, 1).as_bytes()).expect_err(to).to_string()
    };
    for (from, to, expected) in [
        ("! 5", "5", "line 1: \"! TOTAL\", how many gammas there are, should be here, not \"5\""),
        ("! 5", "! 6", "line 1: it says 6 gammas, but the features have 5"),
        ("2\n3", "x\n3", "line 2: the number of features should be here, not \"x\""),
        (
            "2\n3",
            "99999999999\n3",
            "line 2: there are 99999999999 features, but at most 32 can be learned",
        ),
        ("2\n3", "0\n3", "line 2: there are no features"),
        ("3 shape", "shape", "line 3: a feature is \"LEVELS NAME\", not \"shape\""),
        ("3 shape", "3", "line 3: \"\" names no feature: a name is one word, without blanks"),
        (
            "3 shape",
            "99999 shape",
            "line 3: the feature \"shape\" has 99999 levels; it needs 1 to 65534",
        ),
        ("place", "shape", "line 4: there are two features \"shape\""),
        ("\n!\n", "\n?\n", "line 5: \"!\" should end the features, not \"?\""),
        ("#\n0 4", "0 4", "line 6: a competition begins with \"#\""),
        ("#\n0 4", "#\n#\n0 4", "line 6: this competition has no winner"),
        ("0 4\n2", "0 3\n2", "line 6: the winner of this competition does not take part in it"),
        ("2 3", "2 5", "line 9: \"5\" is not the number of a gamma, 0 to 4"),
        ("2 3", "2 -1", "line 9: \"-1\" is not the number of a gamma, 0 to 4"),
        ("2 3", "2 1", "line 9: the team has two levels of the feature \"shape\""),
    ] {
        assert_eq!(replaced(from, to), expected);
    }
    let ends: String = DATA.lines().take(3).collect::<Vec<_>>().join("\n");
    assert_eq!(
        read_data(ends.as_bytes()).unwrap_err().to_string(),
        "line 4: the text ends where a feature should be"
    );
    let long = format!("! 5{}", " ".repeat(1 << 16));
    let error = read_data(long.as_bytes()).unwrap_err().to_string();
    assert_eq!(error, "line 1: it is longer than 65536 bytes");
    assert_eq!(read_data(&b"\xFF"[..]).unwrap_err().to_string(), "line 1: it is not text");
    assert!(read_data(&b""[..]).unwrap_err().to_string().contains("\"! TOTAL\""));
}

#[test]
fn mistakes_in_gammas_are_explained() {
    let features = Features::new([Feature::new("a", 2)]).unwrap();
    let error = |text: &str| read_gammas(&features, text).expect_err(text).to_string();
    assert_eq!(error("0 1"), "there is no line for gamma 1");
    assert_eq!(
        error("0 1\n2 1"),
        "line 2: the index of a gamma is a number from 0 to 1, not \"2\""
    );
    assert_eq!(error("0 1\n0 1"), "line 2: there are two lines for gamma 0");
    for gamma in ["0", "-1", "inf", "NaN", "one", "1e999"] {
        let text = format!("0 {gamma}");
        assert_eq!(error(&text), format!("line 1: a gamma is a positive number, not {gamma:?}"));
    }
    assert!(error("0 1 2").contains("not 3 words"));
    assert!(error("0 1 2 3 x").contains("whole number, not \"x\""));
}

#[test]
fn a_team_of_nothing_cannot_be_written() {
    let features = Features::new([Feature::new("a", 2)]).unwrap();
    let mut teams = Teams::new(&features);
    let nobody = teams.intern(&[NO_LEVEL]).unwrap();
    let mut competitions = Competitions::default();
    competitions.push(nobody, &mut [nobody]).unwrap();
    let written = write_data(&features, &teams, &competitions, &mut Vec::new());
    assert!(matches!(written, Err(Unwritable::EmptyTeam(1))));
}

/// Pieces that texts of data sets are made of, and some that are not.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("! 5\n2\n3 a\n2 b\n!\n".to_owned()),
        Just("#\n".to_owned()),
        Just("!\n".to_owned()),
        "[0-9]{1,2}( [0-9])?\n",
        "[0-9]{1,30} [a-z]\n",
        "\\PC{0,5}\n?",
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// Written and read again: teams may be listed in another order.
fn check_any(text: &str) {
    match read_data(text.as_bytes()) {
        Ok((features, teams, competitions)) => {
            let mut written = Vec::new();
            write_data(&features, &teams, &competitions, &mut written).expect("no empty team");
            let (features, teams, competitions) = read_data(&written[..]).expect("what we wrote");
            let mut again = Vec::new();
            write_data(&features, &teams, &competitions, &mut again).expect("as before");
            let sorted = |text: &[u8]| {
                let mut lines: Vec<Vec<u8>> = text.split(|&c| c == b'\n').map(Into::into).collect();
                lines.sort();
                lines
            };
            assert_eq!(sorted(&again), sorted(&written));
        }
        Err(error) => assert!(error.line >= 1 && error.line <= text.split('\n').count() + 1),
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        check_any(&text);
    }

    #[test]
    fn any_pieces_are_read_or_refused(text in pieces()) {
        check_any(&text);
    }

    #[test]
    fn any_text_as_gammas(text in "([0-9.e+-]{1,6} ?\n?){0,12}") {
        let features = Features::new([Feature::new("a", 2)]).unwrap();
        if let Ok(gammas) = read_gammas(&features, &text) {
            prop_assert_eq!(read_gammas(&features, &write_gammas(&gammas)), Ok(gammas));
        }
    }
}
