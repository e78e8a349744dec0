//! Games of Phantom Go as records.

use tengen_game::Rng;
use tengen_go::{BoardSize, Komi, Rules};
use tengen_phantom::{Arbiter, Referee};
use tengen_sgf::{Defaults, GameInfo, GoRecord};

/// The true game comes back, and every try stands in a comment.
#[test]
fn the_true_game_comes_back_with_its_tries() {
    for seed in 0..40 {
        let (name, referee) = Referee::PRESETS[seed as usize % 2];
        let size = BoardSize::new(5).unwrap();
        let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::from_points(7), referee);
        let mut rng = Rng::new(seed);
        for _ in 0..rng.below(80) {
            if arbiter.outcome().is_some() {
                break;
            }
            let view = arbiter.view(arbiter.to_move());
            let points: Vec<_> = view.candidates().iter().collect();
            let attempt = rng.choose(&points).map_or(view.pass(), |point| view.attempt(point));
            arbiter.answer(attempt.unwrap()).unwrap();
        }
        let text = GoRecord::from_phantom(arbiter.record(), &GameInfo::default()).to_sgf();
        let record = GoRecord::parse(text.as_bytes()).unwrap();
        let position = record.position_before(None, Defaults::default()).unwrap();
        assert_eq!(position.moves(), arbiter.position().moves());
        assert_eq!(position.board(), arbiter.position().board());
        assert!(record.comment(0).unwrap().starts_with(&format!("Phantom Go, referee: {name}.")));
        let mut number = 0;
        for turn in arbiter.record().turns() {
            number += usize::from(turn.accepted.is_some());
            let comment = record.comment(number).unwrap_or_default();
            for vain in turn.refused {
                assert!(comment.contains(&vain.action.to_string()), "{comment}");
            }
        }
    }
}
