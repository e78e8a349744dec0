//! What views hold is true.

mod common;

use common::{RULES, arbiter, random_try, referees, sensible_try, soak};
use tengen_phantom::{Arbiter, Player, PlayerView, Rng, Sight, Try};

/// Everything that a view says, against the true board.
fn check(arbiter: &Arbiter) -> usize {
    let mut seen = 0;
    let board = arbiter.position().board();
    for player in Player::BOTH {
        let view = arbiter.view(player);
        for point in view.size().points() {
            let truth = board.stone(point);
            match view.sight(point) {
                Sight::Own => assert_eq!(truth, Some(player), "{point}"),
                Sight::Opponent => assert_eq!(truth, Some(!player), "{point}\n{view}\n{board}"),
                Sight::Empty => assert_eq!(truth, None, "{point}\n{view}\n{board}"),
                Sight::Unknown => assert_ne!(truth, Some(player), "{point}"),
            }
        }
        assert_eq!(view.own_stones().len(), board.stone_count(player));
        assert_eq!(view.opponent_stones(), board.stone_count(!player));
        assert!(view.unseen() <= view.unknown().len());
        assert_eq!(view.to_move(), arbiter.to_move());
        assert_eq!(view.is_over(), arbiter.outcome().is_some());
        seen += view.known_stones().len();
    }
    seen
}

fn play(games: usize, choose: fn(&PlayerView, &mut Rng) -> Try) {
    let mut seen = 0;
    for game in 0..games {
        let referee = referees()[game % 4];
        let rules = RULES[game / 4 % 4];
        let side = [2, 3, 4, 5, 7, 9][game / 16 % 6];
        let mut rng = Rng::stream(5, game as u64);
        let mut arbiter = arbiter(side, rules, referee);
        // With simple ko a game need not end.
        for _ in 0..1000 {
            if arbiter.outcome().is_some() {
                break;
            }
            let attempt = choose(arbiter.view(arbiter.to_move()), &mut rng);
            arbiter.answer(attempt).unwrap();
            seen += check(&arbiter);
        }
    }
    assert!(seen > 100 * games, "hardly any stone was ever known: {seen}");
}

/// Ten thousand games with TENGEN_SOAK=10.
#[test]
fn no_view_ever_holds_a_wrong_stone() {
    play(1000 * soak(), random_try);
}

#[test]
fn no_view_ever_holds_a_wrong_stone_between_sensible_players() {
    play(1000 * soak(), sensible_try);
}
