//! Worlds agree with the whole view, and one is found for every view.

mod common;

use std::collections::HashMap;

use common::{RULES, arbiter, random_try, referees, sensible_try, soak};
use tengen_go::{Board, Point, Rules};
use tengen_phantom::{
    Arbiter, Placement, Plausibility, Player, PlayerView, Referee, Rng, Sensible, Sight, Try,
    Uniform, World, WorldCounts, WorldOptions, Worlds,
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

/// All worlds of a view, found by trying every sequence.
fn all_worlds(view: &PlayerView) -> Vec<Vec<Point>> {
    let points: Vec<Point> = view.size().points().collect();
    let mut found = Vec::new();
    let mut worlds = Worlds::new(view, OPTIONS, Uniform, 1);
    let turns = worlds.sample(view).unwrap().opponent_moves().len();
    let mut digits = vec![0; turns];
    loop {
        let moves: Vec<Point> = digits.iter().map(|&digit: &usize| points[digit]).collect();
        if World::of_moves(view, moves.clone()).is_some() {
            found.push(moves);
        }
        let Some(place) = digits.iter().rposition(|&digit| digit + 1 < points.len()) else { break };
        digits[place] += 1;
        digits[place + 1..].fill(0);
    }
    found
}

/// Every world comes up as often as it should: uniformly, or by weight.
#[test]
fn worlds_come_up_as_often_as_they_should() {
    /// Prefers the first row.
    struct Low;
    impl Plausibility for Low {
        fn weight(&self, _: &Board, _: Player, point: Point) -> i32 {
            if point.y() == 0 { 8 } else { 0 }
        }
    }
    // Black has tried two of White's stones, and lost a stone in the corner.
    let mut arbiter = arbiter(4, Rules::CHINESE, Referee::PAPER);
    for name in ["A1", "A2", "C3", "B1", "A2", "D1", "C2", "C2", "B3", "D3"] {
        let view = arbiter.view(arbiter.to_move());
        arbiter.answer(view.attempt(name.parse().unwrap()).unwrap()).unwrap();
    }
    let view = arbiter.view(Player::Black);
    let all = all_worlds(view);
    assert!((10..2000).contains(&all.len()), "{}", all.len());
    let options = WorldOptions { count: 4, steps: 30, ..OPTIONS };
    let weights = |low: bool| -> Vec<f64> {
        let weight = |world: &Vec<Point>| match low {
            true => 2f64.powi(world.iter().filter(|point| point.y() == 0).count() as i32),
            false => 1.0,
        };
        let weights: Vec<f64> = all.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    };
    let samples = 20_000;
    let chi_squared = |seen: &dyn Fn(&Vec<Point>) -> f64, expected: &[f64]| -> f64 {
        let terms = all.iter().zip(expected).map(|(world, share)| {
            let mean = share * f64::from(samples);
            (seen(world) - mean).powi(2) / mean
        });
        terms.sum()
    };
    let mut uniform = Worlds::new(view, options, Uniform, 5);
    let mut low = Worlds::new(view, options, Low, 5);
    let mut counts = [HashMap::new(), HashMap::new()];
    for _ in 0..samples {
        let world = uniform.sample(view).unwrap().opponent_moves().to_vec();
        *counts[0].entry(world).or_insert(0.0) += 1.0;
        let world = low.sample(view).unwrap().opponent_moves().to_vec();
        *counts[1].entry(world).or_insert(0.0) += 1.0;
    }
    for (count, is_low) in counts.iter().zip([false, true]) {
        assert!(count.keys().all(|world| all.contains(world)));
        let chi2 = chi_squared(&|world| count.get(world).copied().unwrap_or(0.0), &weights(is_low));
        let freedom: f64 = (all.len() - 1) as f64;
        println!("{} worlds, chi² {chi2}", all.len());
        assert!(chi2 < freedom + 6.0 * (2.0 * freedom).sqrt(), "chi² {chi2} of {freedom}");
    }
}

/// Quick placements hold what is known, all stones, and no chain without liberties.
#[test]
fn placements_agree_with_what_is_known() {
    let mut crowded = 0;
    for game in 0..200 * soak() {
        let mut rng = Rng::stream(13, game as u64);
        let referee = referees()[game % 4];
        let start = arbiter([5, 9][game % 2], Rules::CHINESE, referee);
        let tries = rng.below(200);
        let played = play(start, tries, random_try, &mut rng, |_| ());
        for player in Player::BOTH {
            let view = played.view(player);
            let mut placement = Placement::new(view);
            let mut board = Board::new(view.size());
            for _ in 0..5 {
                let left = placement.place(&mut board, &mut rng);
                assert_eq!(board.stone_count(!player) + left, view.opponent_stones());
                assert_eq!(board.stone_count(player), view.own_stones().len());
                board.assert_consistent();
                for point in view.size().points() {
                    match view.sight(point) {
                        Sight::Own => assert_eq!(board.stone(point), Some(player)),
                        Sight::Opponent => assert_eq!(board.stone(point), Some(!player)),
                        Sight::Empty => assert_eq!(board.stone(point), None),
                        Sight::Unknown => assert_ne!(board.stone(point), Some(player)),
                    }
                }
            }
            crowded += placement.counts().crowded;
        }
    }
    println!("{crowded} boards were crowded");
    assert!(crowded < 200 * soak() as u64);
}
