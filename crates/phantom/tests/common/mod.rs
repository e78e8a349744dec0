//! Games for the tests.
#![allow(dead_code)]

use tengen_go::{BoardSize, KoRule, Komi, Point, Rules};
use tengen_phantom::{Arbiter, CaptureNews, PlayerView, Referee, Rng, Sight, Try};

/// How many times as much as usual, by `TENGEN_SOAK`.
pub(crate) fn soak() -> usize {
    let factor = std::env::var("TENGEN_SOAK").map(|n| n.parse().expect("TENGEN_SOAK is a number"));
    factor.unwrap_or(1)
}

pub(crate) fn at(name: &str) -> Point {
    name.parse().unwrap()
}

pub(crate) fn arbiter(side: usize, rules: Rules, referee: Referee) -> Arbiter {
    Arbiter::new(BoardSize::new(side).unwrap(), rules, Komi::SEVEN_AND_A_HALF, referee)
}

/// Everything that a referee can be.
pub(crate) fn referees() -> Vec<Referee> {
    let both = [CaptureNews::Number, CaptureNews::Positions];
    let referee = |captor, illegal_tries_heard| Referee { captor, illegal_tries_heard };
    both.iter().flat_map(|&captor| [referee(captor, false), referee(captor, true)]).collect()
}

/// Rules that differ in what makes a try illegal.
pub(crate) const RULES: [Rules; 4] = [
    Rules::CHINESE,
    Rules::TROMP_TAYLOR,
    Rules::CHINESE.with_ko(KoRule::Simple),
    Rules::CHINESE.with_ko(KoRule::Situational),
];

/// Tries anything, and passes now and then.
pub(crate) fn random_try(view: &PlayerView, rng: &mut Rng) -> Try {
    let points: Vec<Point> = view.candidates().iter().collect();
    match rng.choose(&points) {
        Some(point) if rng.below(30) > 0 => view.attempt(point).unwrap(),
        _ => view.pass().unwrap(),
    }
}

/// Plays near stones it knows, captures and defends by what it sees, and fills no eye of its own.
pub(crate) fn sensible_try(view: &PlayerView, rng: &mut Rng) -> Try {
    let size = view.size();
    let is_own = |p: Point| view.sight(p) == Sight::Own;
    let mut points: Vec<Point> = view.candidates().iter().collect();
    points.retain(|p| !p.neighbours(size).all(is_own));
    rng.shuffle(&mut points);
    let interest = |p: &Point| {
        let beside = |sight| p.neighbours(size).filter(|&q| view.sight(q) == sight).count();
        let edge = usize::from(p.neighbours(size).count() < 4);
        4 * beside(Sight::Opponent) + 2 * beside(Sight::Own).min(2) + 3 * usize::from(edge == 0)
    };
    points.sort_by_key(|p| std::cmp::Reverse(interest(p)));
    let some = points.len().min(5);
    let choice = if rng.below(4) == 0 { rng.choose(&points) } else { rng.choose(&points[..some]) };
    match choice {
        Some(point) => view.attempt(point).unwrap(),
        None => view.pass().unwrap(),
    }
}
