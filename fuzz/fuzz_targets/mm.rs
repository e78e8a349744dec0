//! Any bytes as a data set of mm, as gammas, as priors, as games of Go in every kind of file: an error
//! or a value, never a panic; what is written is read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_learn::go::Games;
use tengen_learn::mm::{
    Feature, Features, read_data, read_frequencies, read_gammas, write_data, write_frequencies,
    write_gammas,
};
use tengen_policy::go::{Learned, PlayoutGammas, PriorGammas};

fuzz_target!(|bytes: &[u8]| {
    match read_data(bytes) {
        Ok((features, teams, competitions)) => {
            let mut written = Vec::new();
            write_data(&features, &teams, &competitions, &mut written).expect("no empty team");
            let (same, _, again) = read_data(&written[..]).expect("what we wrote");
            assert_eq!((same, again.len()), (features, competitions.len()));
        }
        Err(error) => assert!(error.line >= 1),
    }
    for name in ["games.sgf", "games.txt"] {
        let mut games = Games::default();
        // Only archives can fail as a whole.
        if games.add(name, bytes).is_ok() {
            for record in &games.records {
                let mut again = Games::default();
                again.add("again.sgf", record.to_sgf().as_bytes()).expect("no archive");
                assert_eq!(again.records, [record.clone()]);
            }
        }
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let features = Features::new([Feature::new("a", 3)]).expect("a feature");
    if let Ok(gammas) = read_gammas(&features, text) {
        assert_eq!(read_gammas(&features, &write_gammas(&gammas)), Ok(gammas));
    }
    if let Ok((gammas, counts)) = read_frequencies(&features, text) {
        let again = write_frequencies(&gammas, &counts);
        assert_eq!(read_frequencies(&features, &again), Ok((gammas, counts)));
    }
    // A file of either kind is read as what it says it is.
    let (playouts, priors) = (PlayoutGammas::from_text(text), PriorGammas::from_text(text));
    assert_eq!(Learned::from_text(text).is_ok(), playouts.is_ok() || priors.is_ok());
    if let Ok(playouts) = playouts {
        assert_eq!(PlayoutGammas::from_text(&playouts.to_text("")), Ok(playouts));
    }
    if let Ok(priors) = PriorGammas::from_text(text) {
        assert_eq!(PriorGammas::from_text(&priors.to_text(&[])), Ok(priors));
    }
});
