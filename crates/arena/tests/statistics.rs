//! Do the statistics of matches keep what they promise? Matches are simulated (or enumerated, where
//! they are short), and intervals and tests held against the truth that made them. Everything is
//! seeded: a failure is a change, not bad luck.

mod simulation;

use proptest::prelude::*;
use tengen_arena::{
    Decision, EloInterval, NORMALISED_ELO_UNIT, Pentanomial, Sprt, Z_95, by_pairs, elo_of_rate,
    normal_cdf, normal_quantile, rate_of_elo, superiority, superiority_by_pairs, wilson,
};

use crate::simulation::{Chance, count, number};

/// How the two games of a pair hang together.
#[derive(Clone, Copy, Debug)]
enum Tie {
    /// Not at all.
    None,
    /// The opening favours Black or White, by this part of what is possible: who wins the one game
    /// tends to lose the other.
    Colour(f64),
    /// The opening suits one side with both colours: with this probability the games end alike.
    Alike(f64),
}

/// Probabilities of a pair's five outcomes.
fn pair_model(rate: f64, draws: f64, tie: Tie) -> [f64; 5] {
    let game = |rate: f64| {
        let draw = draws.min(1.8 * rate.min(1.0 - rate));
        [1.0 - rate - draw / 2.0, draw, rate - draw / 2.0]
    };
    let both = |first: [f64; 3], second: [f64; 3]| {
        let mut pair = [0.0; 5];
        for i in 0..3 {
            for j in 0..3 {
                pair[i + j] += first[i] * second[j];
            }
        }
        pair
    };
    let one = game(rate);
    match tie {
        Tie::None => both(one, one),
        Tie::Colour(part) => {
            let bias = part * rate.min(1.0 - rate);
            both(game(rate + bias), game(rate - bias))
        }
        Tie::Alike(part) => {
            let alike = [one[0], 0.0, one[1], 0.0, one[2]];
            let free = both(one, one);
            std::array::from_fn(|i| part * alike[i] + (1.0 - part) * free[i])
        }
    }
}

fn mean_of(model: &[f64; 5]) -> f64 {
    model.iter().zip(Pentanomial::RATES).map(|(p, x)| p * x).sum()
}

fn draw_pair(model: &[f64; 5], chance: &mut Chance) -> usize {
    let mut left = chance.unit();
    for (outcome, p) in model.iter().enumerate() {
        left -= p;
        if left < 0.0 {
            return outcome;
        }
    }
    // Rounding; the likeliest outcome does no harm.
    (0..5).max_by(|&a, &b| model[a].total_cmp(&model[b])).unwrap()
}

fn play(model: &[f64; 5], pairs: usize, chance: &mut Chance) -> Pentanomial {
    let mut counts = Pentanomial::default();
    for _ in 0..pairs {
        counts.0[draw_pair(model, chance)] += 1;
    }
    counts
}

/// All the models that intervals are tried on: (rate, draws, tie).
fn models() -> Vec<(f64, f64, Tie)> {
    let mut models = Vec::new();
    for rate in [0.5, 0.6, 0.7, 0.85, 0.95] {
        for draws in [0.0, 0.3] {
            for tie in
                [Tie::None, Tie::Colour(0.5), Tie::Colour(0.9), Tie::Alike(0.3), Tie::Alike(0.7)]
            {
                models.push((rate, draws, tie));
            }
        }
    }
    models
}

/// Every way in which this many pairs can end, with its probability.
fn for_all_ends(model: &[f64; 5], pairs: usize, mut f: impl FnMut(f64, Pentanomial)) {
    let mut log_factorial = vec![0.0];
    for n in 1..=pairs {
        log_factorial.push(log_factorial[n - 1] + (n as f64).ln());
    }
    let term = |outcome: usize, count: usize| {
        if count == 0 { 0.0 } else { count as f64 * model[outcome].ln() - log_factorial[count] }
    };
    for a in 0..=pairs {
        for b in 0..=pairs - a {
            for c in 0..=pairs - a - b {
                let so_far = log_factorial[pairs] + term(0, a) + term(1, b) + term(2, c);
                if so_far == f64::NEG_INFINITY {
                    continue;
                }
                for d in 0..=pairs - a - b - c {
                    let e = pairs - a - b - c - d;
                    let log = so_far + term(3, d) + term(4, e);
                    // What is left out all together is less than 1e-6.
                    if log > -28.0 {
                        f(log.exp(), Pentanomial([a, b, c, d, e].map(|n| n as u64)));
                    }
                }
            }
        }
    }
}

/// Least and mean coverage over all models, exactly.
fn exact_coverage(pairs: usize, covers: impl Fn(&Pentanomial, f64) -> bool) -> (f64, f64) {
    let mut least = 1.0_f64;
    let mut sum = 0.0;
    for (rate, draws, tie) in models() {
        let model = pair_model(rate, draws, tie);
        let truth = mean_of(&model);
        let mut coverage = 0.0;
        for_all_ends(&model, pairs, |p, ends| {
            if covers(&ends, truth) {
                coverage += p;
            }
        });
        least = least.min(coverage);
        sum += coverage;
    }
    (least, sum / models().len() as f64)
}

/// The figures in the documentation of `by_pairs`.
#[test]
fn exact_coverage_by_pairs() {
    for (pairs, least, mean) in
        [(5, 0.923, 0.980), (10, 0.934, 0.974), (25, 0.946, 0.968), (50, 0.948, 0.964)]
    {
        let found = exact_coverage(pairs, |ends, truth| {
            let interval = by_pairs(ends, Z_95);
            interval.low - 1e-12 <= truth && truth <= interval.high + 1e-12
        });
        println!("{pairs} pairs: least {:.4}, mean {:.4}", found.0, found.1);
        assert!((found.0 - least).abs() < 0.0006, "{pairs} pairs: least {}", found.0);
        assert!((found.1 - mean).abs() < 0.0006, "{pairs} pairs: mean {}", found.1);
    }
}

/// What is said there of Wilson's interval of single games.
#[test]
fn exact_coverage_of_wilson_where_games_hang_together() {
    for (pairs, least) in [(5, 0.786), (10, 0.879), (25, 0.841), (50, 0.839)] {
        let found = exact_coverage(pairs, |ends, truth| {
            let interval = wilson(ends.points(), ends.games() as f64, Z_95);
            interval.low - 1e-12 <= truth && truth <= interval.high + 1e-12
        });
        assert!((found.0 - least).abs() < 0.0006, "{pairs} pairs: least {}", found.0);
    }
}

/// Coverage of three intervals over simulated matches: Wilson's, by pairs, and the latter in Elo.
fn simulated_coverage(model: &[f64; 5], pairs: usize, matches: u32, seed: u64) -> [f64; 3] {
    let mut chance = Chance(seed);
    let truth = mean_of(model);
    let elo = elo_of_rate(truth).unwrap();
    let mut covered = [0_u32; 3];
    for _ in 0..matches {
        let ends = play(model, pairs, &mut chance);
        let of_pairs = by_pairs(&ends, Z_95);
        let hits = [
            wilson(ends.points(), ends.games() as f64, Z_95).contains(truth),
            of_pairs.contains(truth),
            EloInterval::from(of_pairs).contains(elo),
        ];
        for (count, hit) in covered.iter_mut().zip(hits) {
            *count += u32::from(hit);
        }
    }
    covered.map(|count| f64::from(count) / f64::from(matches))
}

/// Seen over all fifty models: by pairs 0.930 to 1.000 with 20 games, 0.943 to 0.996 with 100, 0.942
/// to 0.970 with 1000; what is near 1 are matches at one half in which nearly all pairs end 1-1.
/// Wilson's interval keeps 0.92 and more where games are independent (0.925 exactly for 20 games at
/// 0.95, a known weak spot) or openings favour a colour, and more with draws; where openings suit
/// a side it falls to 0.85, with 1000 games too.
#[test]
fn simulated_coverage_of_all_sizes() {
    for (games, matches, least, most) in
        [(20, 4000, 0.925, 1.0), (100, 4000, 0.938, 0.998), (1000, 2000, 0.936, 0.975)]
    {
        let mut worst_alike = 1.0_f64;
        for (case, (rate, draws, tie)) in models().into_iter().enumerate() {
            let model = pair_model(rate, draws, tie);
            let [by_games, of_pairs, elo] =
                simulated_coverage(&model, games / 2, matches, case as u64 * 1000 + games as u64);
            let case = format!("{games} games, rate {rate}, draws {draws}, {tie:?}");
            println!("{case}: Wilson {by_games:.3}, by pairs {of_pairs:.3}, Elo {elo:.3}");
            assert!((least..=most).contains(&of_pairs), "{case}: {of_pairs}");
            // The same interval on another scale; rounding may differ at an end.
            assert!((of_pairs - elo).abs() < 0.001, "{case}: Elo {elo}, rate {of_pairs}");
            if matches!(tie, Tie::Alike(_)) {
                worst_alike = worst_alike.min(by_games);
            } else {
                assert!(by_games > if draws > 0.0 { 0.965 } else { 0.917 }, "{case}: {by_games}");
            }
        }
        assert!(worst_alike < 0.9, "pairs would not be needed: {worst_alike}");
    }
}

/// The rate at which a model has this normalised Elo.
fn model_of(elo: f64, draws: f64, tie: Tie) -> [f64; 5] {
    let (mut low, mut high) = (0.05, 0.95);
    for _ in 0..60 {
        let rate = 0.5 * (low + high);
        if normalised_elo(&pair_model(rate, draws, tie)) < elo { low = rate } else { high = rate }
    }
    pair_model(0.5 * (low + high), draws, tie)
}

fn normalised_elo(model: &[f64; 5]) -> f64 {
    let mean = mean_of(model);
    let variance: f64 =
        model.iter().zip(Pentanomial::RATES).map(|(p, x)| p * (x - mean).powi(2)).sum();
    (mean - 0.5) / (2.0 * variance).sqrt() * NORMALISED_ELO_UNIT
}

/// Plays 2,000 tests to their ends and gives the part of wrong answers and the mean length.
fn error_rate(test: Sprt, model: &[f64; 5], wrong: Decision, seed: u64) -> (f64, f64) {
    let mut chance = Chance(seed);
    let (mut errors, mut length) = (0, 0_u64);
    for _ in 0..2000 {
        let mut ends = Pentanomial::default();
        // A test without an end would be a wrong one.
        let decision = (0..5000).find_map(|_| {
            ends.0[draw_pair(model, &mut chance)] += 1;
            test.decision(&ends)
        });
        errors += i32::from(decision.is_none_or(|decision| decision == wrong));
        length += ends.pairs();
    }
    (f64::from(errors) / 2000.0, length as f64 / 2000.0)
}

fn check_error_rates(elo0: f64, elo1: f64, draws: f64, tie: Tie) {
    let test = Sprt::new(elo0, elo1).unwrap();
    for (truth, wrong) in [(elo0, Decision::AcceptH1), (elo1, Decision::AcceptH0)] {
        let model = model_of(truth, draws, tie);
        assert!((normalised_elo(&model) - truth).abs() < 1e-6);
        let (rate, length) = error_rate(test, &model, wrong, 7);
        println!(
            "{test}, truth {truth}, draws {draws}, {tie:?}: {:.2} % wrong, {length:.0} pairs",
            100.0 * rate
        );
        // Wald's mean length, `(1 - 2 alpha) ln 19 / (t^2 / 2)` with `t` the distance in standard
        // deviations of a pair; a test that lasts has little beyond it from going too far.
        let t = (elo1 - elo0) / NORMALISED_ELO_UNIT * std::f64::consts::SQRT_2;
        let wald = 0.9 * 19_f64.ln() / (t * t / 2.0);
        assert!(wald < 80.0 || (0.95..1.15).contains(&(length / wald)), "{length} pairs, {wald}");
        // Three standard deviations of 2,000 trials at 5 %.
        assert!(rate <= 0.05 + 3.0 * (0.05_f64 * 0.95 / 2000.0).sqrt(), "{rate}");
    }
}

/// Seen: 5.2 % and 4.7 % wrong after 213 and 205 pairs.
#[test]
fn error_rates_of_independent_games() {
    check_error_rates(0.0, 40.0, 0.0, Tie::None);
}

/// Seen: from 3.7 % to 4.7 % after 95 to 99 pairs.
#[test]
fn error_rates_with_draws() {
    check_error_rates(0.0, 60.0, 0.3, Tie::None);
    check_error_rates(0.0, 60.0, 0.9, Tie::None);
}

/// Seen: from 4.1 % to 4.7 % after 94 to 97 pairs.
#[test]
fn error_rates_where_games_hang_together() {
    check_error_rates(0.0, 60.0, 0.0, Tie::Colour(0.8));
    check_error_rates(-30.0, 30.0, 0.1, Tie::Alike(0.4));
}

/// Where nothing is normal any more: tests that last 4 to 40 pairs, and openings that nearly always
/// decide. Seen: from 0 % to 4.9 %, never more than promised.
#[test]
fn error_rates_of_short_tests() {
    check_error_rates(0.0, 100.0, 0.0, Tie::Colour(0.97));
    check_error_rates(0.0, 100.0, 0.8, Tie::None);
    check_error_rates(0.0, 200.0, 0.0, Tie::None);
    check_error_rates(100.0, 300.0, 0.0, Tie::None);
    check_error_rates(0.0, 500.0, 0.0, Tie::None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_pairs(counts in prop::array::uniform5(count()), z in 0.1..6.0) {
        let pairs = Pentanomial(counts);
        let interval = by_pairs(&pairs, z);
        prop_assert!(0.0 <= interval.low && interval.low <= interval.high && interval.high <= 1.0);
        if let Some(mean) = pairs.mean() {
            prop_assert!(interval.contains(mean));
            prop_assert!(pairs.variance().unwrap() >= 0.0);
            // Never no width.
            prop_assert!(interval.width() > 0.0);
        }
        let elo = EloInterval::from(interval);
        prop_assert!(elo.low.is_none_or(f64::is_finite) && elo.high.is_none_or(f64::is_finite));
        prop_assert!(pairs.normalised_elo().is_none_or(f64::is_finite));
        prop_assert!((0.0..=1.0).contains(&superiority_by_pairs(&pairs)));
        let back: Pentanomial =
            serde_json::from_str(&serde_json::to_string(&pairs).unwrap()).unwrap();
        prop_assert_eq!(back, pairs);
    }

    #[test]
    fn any_test(
        counts in prop::array::uniform5(count()),
        elo0 in -500.0..499.0_f64,
        distance in 0.02..1000.0_f64,
    ) {
        let test = Sprt::new(elo0, (elo0 + distance).min(500.0)).unwrap();
        let pairs = Pentanomial(counts);
        let llr = test.llr(&pairs);
        prop_assert!(llr.is_finite());
        let turned = Sprt::new(-test.elo1(), -test.elo0()).unwrap().llr(&pairs.reversed());
        prop_assert!((llr + turned).abs() <= 1e-6 * (1.0 + llr.abs()), "{} {}", llr, turned);
    }

    #[test]
    fn any_text(text in "\\PC*", a in number(), b in number()) {
        let _ = text.parse::<Sprt>();
        if let Ok(test) = format!("{a},{b}").parse::<Sprt>() {
            prop_assert!(test.elo0() < test.elo1());
            prop_assert_eq!(test.to_string().parse::<Sprt>().unwrap(), test);
        }
    }

    #[test]
    fn any_number(a in number(), b in number(), z in number()) {
        let interval = wilson(a, b, z);
        prop_assert!(0.0 <= interval.low && interval.low <= interval.high && interval.high <= 1.0);
        prop_assert!((0.0..=1.0).contains(&superiority(a, b)));
        prop_assert!(elo_of_rate(a).is_none_or(f64::is_finite));
        prop_assert!(normal_quantile(a).is_none_or(f64::is_finite));
        prop_assert!(a.is_nan() || (0.0..=1.0).contains(&normal_cdf(a)));
        prop_assert!(a.is_nan() || (0.0..=1.0).contains(&rate_of_elo(a)));
    }
}
