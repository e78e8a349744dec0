//! Worlds agree with the whole view, and one is found for every view.

mod common;

use common::{RULES, arbiter, random_try, referees, sensible_try, soak};
use tengen_go::Rules;
use tengen_phantom::{
    Arbiter, Plausibility, Player, PlayerView, Referee, Rng, Sensible, Try, Uniform, WorldCounts,
    WorldOptions, Worlds,
};

type Choose = fn(&PlayerView, &mut Rng) -> Try;

/// Few worlds, much effort: what is tested is that there is one.
const OPTIONS: WorldOptions = WorldOptions { count: 3, steps: 3, mending: 60, building: 400_000 };

/// Samples a few worlds, replays them before an arbiter, and compares all answers.
fn check(worlds: &mut Worlds<impl Plausibility>, view: &PlayerView) {
    for _ in 0..3 {
        let world = worlds.sample(view).unwrap_or_else(|| panic!("no world for\n{view}\n{view:?}"));
        let arbiter = world.replay(view).expect("the world agrees with the view");
        assert_eq!(arbiter.view(view.player()), view);
        assert_eq!(arbiter.position().board(), world.board());
    }
}

fn total(all: WorldCounts, one: WorldCounts) -> WorldCounts {
    WorldCounts {
        carried: all.carried + one.carried,
        mended: all.mended + one.mended,
        copied: all.copied + one.copied,
        built: all.built + one.built,
        failed: all.failed + one.failed,
        replays: all.replays + one.replays,
        proposed: all.proposed + one.proposed,
        accepted: all.accepted + one.accepted,
    }
}

/// A game of at most so many events.
fn play(
    mut arbiter: Arbiter,
    tries: usize,
    choose: Choose,
    rng: &mut Rng,
    mut look: impl FnMut(&Arbiter),
) -> Arbiter {
    for _ in 0..tries {
        if arbiter.outcome().is_some() {
            break;
        }
        let attempt = choose(arbiter.view(arbiter.to_move()), rng);
        arbiter.answer(attempt).unwrap();
        look(&arbiter);
    }
    arbiter
}

/// Views of games that are under way, worlds made from nothing: 1,000 for each referee with
/// TENGEN_SOAK=10.
#[test]
fn worlds_from_nothing_give_the_same_answers() {
    for (name, referee) in Referee::PRESETS {
        let mut counts = WorldCounts::default();
        for game in 0..50 * soak() {
            let choose: Choose = if game % 2 == 0 { random_try } else { sensible_try };
            let mut rng = Rng::stream(11, game as u64);
            let tries = 40 + rng.below(120);
            let start = arbiter(9, Rules::CHINESE, referee);
            let played = play(start, tries, choose, &mut rng, |_| ());
            for player in Player::BOTH {
                let view = played.view(player);
                let mut worlds = Worlds::new(view, OPTIONS, Uniform, game as u64);
                check(&mut worlds, view);
                counts = total(counts, worlds.counts());
            }
        }
        println!("{name}: {counts:?}");
        assert_eq!(counts.failed, 0);
    }
}

/// Worlds kept through whole games, every view looked at, with all rules and referees.
#[test]
fn worlds_are_found_for_every_view_of_whole_games() {
    let mut counts = WorldCounts::default();
    for game in 0..48 * soak() {
        let (referee, rules) = (referees()[game % 4], RULES[game / 4 % 4]);
        let side = [3, 5, 9][game / 16 % 3];
        let choose: Choose = if game % 3 == 0 { random_try } else { sensible_try };
        let mut rng = Rng::stream(12, game as u64);
        let start = arbiter(side, rules, referee);
        let views = Player::BOTH.map(|player| start.view(player).clone());
        let mut uniform = Worlds::new(&views[0], OPTIONS, Uniform, game as u64);
        let mut sensible = Worlds::new(&views[1], OPTIONS, Sensible, game as u64);
        play(start, 250, choose, &mut rng, |arbiter| {
            let [black, white] = Player::BOTH.map(|player| arbiter.view(player));
            // A replay before an arbiter is slow: he concludes everything anew.
            if black.moments().len() % 8 == 0 {
                check(&mut uniform, black);
                check(&mut sensible, white);
            } else {
                assert!(uniform.sample(black).is_some(), "no world for\n{black}\n{black:?}");
                assert!(sensible.sample(white).is_some(), "no world for\n{white}\n{white:?}");
            }
        });
        counts = total(counts, total(uniform.counts(), sensible.counts()));
    }
    println!("{counts:?}");
    assert_eq!(counts.failed, 0);
}
