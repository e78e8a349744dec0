//! Simulation balancing with the playouts of Go, against exact values on tiny boards.

use std::collections::{HashMap, HashSet};
use std::num::NonZero;

use tengen_game::{Game, Player, Rng};
use tengen_go::{Board, Komi, Pattern, Playout, Point, WeightedBoard};
use tengen_learn::balancing::{Balancing, Optimizer, Settings, Simulator, Task};
use tengen_learn::go::{GoSimulator, LabelledPosition, gammas_of, read_positions, weights_of};
use tengen_policy::go::{Choice, LocalFeature, PlayoutGammas, SoftmaxTable};
use tengen_search::StopFlag;

/// Positions with little left to play, so that everything that can happen can be gone through, and
/// yet open: with captures and kos, to Black and to White, the last one after a pass.
const SMALL: &str = "\
    0.5 1 5 1.5 D3 D1 E2 E3 E5 C4 C5 D4 A4 A3 B3 A2 A5 D2 E4 B1 C3 C2 B4 B2 D5 D4 E1\n\
    0.5 1 5 -1 D4 B5 D2 B1 C5 A2 E2 C3 A3 D1 D3 B4 C1 A4 E4 C4 E1 B2 E5 D5 C2\n\
    0.5 1 3 1.5 C2 C3 A3 B3 A1 B1 A2\n\
    0.5 1 3 0.5 A2 A1 C1 B1 C2 A3\n\
    0.5 1 2 0.5 B2 A1\n\
    0.5 1 2 0.5 A1 B2 pass\n";

/// Black to move kills, in the middle of three points in a row.
const VITAL: &str = "\
    0.5 1 5 11.5 E5 D5 E4 D4 A3 C4 B3 B4 C3 pass D3 pass E3 pass A2 pass C2 pass E2 pass A1 pass B1 \
    pass C1 pass D1 pass E1 A4\n";

fn small() -> Vec<LabelledPosition> {
    read_positions(SMALL).expect("positions")
}

fn all_zero() -> Vec<f64> {
    vec![0.0; PlayoutGammas::LEN]
}

fn feature(feature: LocalFeature) -> usize {
    Pattern::ALL + feature.index()
}

/// Weights that differ.
fn some_weights(seed: u64) -> Vec<f64> {
    let mut rng = Rng::new(seed);
    (0..PlayoutGammas::LEN).map(|_| 2.0 * f64::from(rng.unit()) - 1.0).collect()
}

/// A moment of a playout.
struct Moment {
    board: WeightedBoard,
    playout: Playout,
    last: Option<Point>,
    /// With care or without; it knows what was seen before.
    choice: Choice,
}

impl Moment {
    fn of(labelled: &LabelledPosition, table: &SoftmaxTable, care: bool) -> Self {
        let position = labelled.position();
        let last = position.moves().last().and_then(|&(_, m)| m.point());
        Self::new(table.board(position.board()), position.playout(), last, care)
    }

    /// The beginning of a playout.
    fn new(board: WeightedBoard, playout: Playout, last: Option<Point>, care: bool) -> Self {
        let mut choice = if care { Choice::careful() } else { Choice::default() };
        choice.begin(&board);
        Self { board, playout, last, choice }
    }

    fn is_over(&self) -> bool {
        self.playout.passes == 2 || self.playout.limit == 0
    }

    /// Everything that can come next, with its probability.
    fn next(&self, table: &SoftmaxTable) -> Vec<(f64, Self)> {
        let Self { board, playout, last, choice } = self;
        let me = playout.to_move;
        let after = Playout { to_move: me.opponent(), limit: playout.limit - 1, ..*playout };
        let mut choice = choice.clone();
        choice.prepare(table, board, me, *last);
        let next = choice.chances(board, me).into_iter().map(|(m, chance)| {
            let (mut board, mut playout) = (board.clone(), Playout { passes: 0, ..after });
            match m {
                Some(point) => board.play(me, point, &mut ()),
                None => {
                    board.clear_ko();
                    playout.passes = self.playout.passes + 1;
                }
            }
            (chance, Self { board, playout, last: m, choice: choice.clone() })
        });
        next.collect()
    }
}

/// What tells moments of one playout apart.
type MomentKey = (Vec<(Point, Player)>, Option<Point>, Player, u32, u32, Option<Point>, Vec<Point>);

/// The exact value for Black, from −1 to 1.
fn value_for_black(
    moment: &Moment,
    table: &SoftmaxTable,
    komi: Komi,
    known: &mut HashMap<MomentKey, f64>,
) -> f64 {
    let board = moment.board.board();
    if moment.is_over() {
        return komi.outcome(board.stones_and_eyes()).value_for(Player::Black).into();
    }
    let Playout { to_move, passes, limit } = moment.playout;
    let stones = board.stones().collect();
    let doomed = moment.choice.doomed().stones().to_vec();
    let key = (stones, board.ko(to_move), to_move, passes, limit, moment.last, doomed);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let mut value = 0.0;
    // By reference: a moment is large, and this goes deep.
    for (p, next) in &moment.next(table) {
        value += p * value_for_black(next, table, komi, known);
    }
    known.insert(key, value);
    value
}

fn table(weights: &[f64]) -> SoftmaxTable {
    SoftmaxTable::new(&gammas_of(weights).expect("good weights"))
}

/// As the player to move at a position sees it.
fn for_mover(labelled: &LabelledPosition, value_for_black: f64) -> f64 {
    match labelled.position().to_move() {
        Player::Black => value_for_black,
        Player::White => -value_for_black,
    }
}

/// The exact value of a position for the player to move, from −1 to 1.
fn exact_value(labelled: &LabelledPosition, weights: &[f64], care: bool) -> f64 {
    let (table, komi) = (table(weights), labelled.position().komi());
    let moment = Moment::of(labelled, &table, care);
    for_mover(labelled, value_for_black(&moment, &table, komi, &mut HashMap::new()))
}

/// Mean and standard error.
fn moments(sum: f64, square: f64, n: f64) -> (f64, f64) {
    let mean = sum / n;
    (mean, ((square / n - mean * mean).max(0.0) / n).sqrt())
}

/// Five standard errors, and what rounding weights to whole numbers may do.
fn assert_agrees(what: &str, (mean, error): (f64, f64), exact: f64) {
    assert!((mean - exact).abs() <= 5.0 * error + 1e-3, "{what}: {mean} ± {error}, not {exact}");
}

#[test]
fn outcomes_and_gradients_are_right_in_the_mean() {
    assert_right_in_the_mean(&small(), false);
}

/// With care too, where moves are drawn again and some not at all.
#[test]
fn outcomes_and_gradients_with_care_are_right_in_the_mean() {
    let mut positions = small();
    positions.extend(read_positions(VITAL).expect("positions"));
    let careless = |labelled| exact_value(labelled, &some_weights(1), false);
    let careful = |labelled| exact_value(labelled, &some_weights(1), true);
    let differ = positions.iter().filter(|it| (careless(it) - careful(it)).abs() > 0.02).count();
    assert!(differ >= 2, "care matters in {differ} positions");
    assert_right_in_the_mean(&positions, true);
}

fn assert_right_in_the_mean(positions: &[LabelledPosition], care: bool) {
    const PLAYOUTS: u32 = 20_000;
    let weights = some_weights(1);
    let mut simulator = GoSimulator::new(positions, &PlayoutGammas::uniform());
    if care {
        simulator = simulator.careful();
    }
    let policy = simulator.policy(&weights);
    let n = f64::from(PLAYOUTS);
    let mut features_seen = HashSet::new();
    for (number, labelled) in positions.iter().enumerate() {
        let rng = &mut Rng::new(7 + number as u64);
        let (mut sum, mut square) = (0.0, 0.0);
        for _ in 0..PLAYOUTS {
            let outcome = simulator.simulate(&policy, number, rng);
            (sum, square) = (sum + outcome, square + outcome * outcome);
        }
        assert_agrees("value", moments(sum, square, n), exact_value(labelled, &weights, care));
        // E[z Σψ] is the gradient of the value.
        let mut psi = all_zero();
        let (mut sums, mut squares) = (all_zero(), all_zero());
        let mut longest = 0;
        for _ in 0..PLAYOUTS {
            psi.fill(0.0);
            let played = simulator.simulate_with_gradient(&policy, number, rng, &mut psi);
            longest = longest.max(played.length);
            for (i, psi) in psi.iter().enumerate() {
                let x = played.outcome * psi;
                sums[i] += x;
                squares[i] += x * x;
            }
        }
        assert!(longest >= 2, "nothing happens in position {number}");
        // The weights that matter most, and the local features.
        let mut order: Vec<usize> = (0..Pattern::ALL).filter(|&i| squares[i] > 0.0).collect();
        order.sort_by(|&a, &b| squares[b].total_cmp(&squares[a]));
        order.truncate(5);
        order.extend(LocalFeature::ALL.map(feature).into_iter().filter(|&i| squares[i] > 0.0));
        features_seen.extend(order.iter().copied().filter(|&i| i >= Pattern::ALL));
        for i in order {
            let at = |by: f64| {
                let mut weights = weights.clone();
                weights[i] += by;
                exact_value(labelled, &weights, care)
            };
            let exact = (at(0.05) - at(-0.05)) / 0.1;
            let what = format!("position {number}, weight {i}");
            assert_agrees(&what, moments(sums[i], squares[i], n), exact);
        }
    }
    assert!(features_seen.len() >= 4, "{features_seen:?}");
}

/// Two plies by the policy, the rest by the teacher.
#[test]
fn two_plies_and_then_the_teacher() {
    const PLAYOUTS: u32 = 20_000;
    let positions = small();
    let (weights, teacher) = (some_weights(2), some_weights(3));
    let teacher_gammas = gammas_of(&teacher).expect("good weights");
    let mut simulator = GoSimulator::new(&positions, &teacher_gammas);
    let policy = simulator.policy(&weights);
    for (number, labelled) in positions.iter().enumerate() {
        let (after, mut known) = (table(&teacher), HashMap::new());
        let komi = labelled.position().komi();
        let mut exact = 0.0;
        for (p, first) in Moment::of(labelled, &policy, false).next(&policy) {
            let second = if first.is_over() { vec![(1.0, first)] } else { first.next(&policy) };
            for (q, Moment { board, playout, last, .. }) in second {
                let moment = Moment::new(after.board(board.board()), playout, last, false);
                exact += p * q * value_for_black(&moment, &after, komi, &mut known);
            }
        }
        let exact = for_mover(labelled, exact);
        let rng = &mut Rng::new(number as u64);
        let (mut sum, mut square, mut psi) = (0.0, 0.0, all_zero());
        for _ in 0..PLAYOUTS {
            let played = simulator.two_plies(&policy, number, rng, &mut psi);
            assert!(played.length <= 2);
            (sum, square) = (sum + played.outcome, square + played.outcome * played.outcome);
        }
        assert_agrees("value", moments(sum, square, f64::from(PLAYOUTS)), exact);
        // E[ψ] is nothing: what is chosen and what was expected balance.
        for psi in psi {
            assert!(psi.abs() / f64::from(PLAYOUTS) < 0.03, "{psi}");
        }
    }
}

/// What was made ready for one policy and position does not leak into another.
#[test]
fn a_used_simulator_is_as_good_as_a_new_one() {
    for care in [false, true] {
        assert_as_good_as_new(care);
    }
}

fn assert_as_good_as_new(care: bool) {
    let mut positions = small();
    positions.extend(read_positions(VITAL).expect("positions"));
    positions.extend(read_positions("0.5 1 9 7.5 E5 C4\n0.5 1 5 7 C3").expect("positions"));
    let new = || {
        let simulator = GoSimulator::new(&positions, &PlayoutGammas::uniform());
        if care { simulator.careful() } else { simulator }
    };
    let mut used = new();
    let policies = [used.policy(&some_weights(1)), used.policy(&some_weights(2))];
    let mut rng = Rng::new(5);
    for round in 0..300 {
        let (policy, position) = (&policies[rng.below(2)], rng.below(positions.len()));
        let seed = rng.next_u64();
        let run = |simulator: &mut GoSimulator| {
            let (mut psi, rng) = (all_zero(), &mut Rng::new(seed));
            let played = match round % 3 {
                0 => simulator.simulate_with_gradient(policy, position, rng, &mut psi),
                1 => simulator.two_plies(policy, position, rng, &mut psi),
                _ => {
                    let outcome = simulator.simulate(policy, position, rng);
                    tengen_learn::balancing::Played { outcome, length: 0 }
                }
            };
            (played, psi)
        };
        let (expected, found) = (run(&mut new()), run(&mut used));
        assert_eq!(expected.0, found.0, "round {round}");
        let differ = expected.1.iter().zip(&found.1).filter(|(a, b)| a != b).count();
        assert_eq!(differ, 0, "places of the gradient in round {round}");
    }
}

#[test]
fn weights_and_gammas_are_each_others_inverse() {
    let weights = [-20.0, -5.3, -0.1, 0.0, 0.1, 5.3, 20.0];
    let weights: Vec<f64> = weights.iter().copied().cycle().take(PlayoutGammas::LEN).collect();
    let gammas = gammas_of(&weights).expect("good weights");
    for ((weight, gamma), again) in weights.iter().zip(gammas.values()).zip(weights_of(&gammas)) {
        assert!((gamma / weight.exp() - 1.0).abs() < 1e-9, "{weight}: {gamma}");
        assert!((weight - again).abs() < 1e-8, "{weight}: {again}");
    }
    assert!(gammas_of(&[0.0]).is_err());
}

/// Middle-game positions on a small board, valued by playouts that save and take stones.
fn lessons(teacher: &[f64]) -> (Vec<LabelledPosition>, Vec<f64>) {
    let mut text = String::new();
    let mut rng = Rng::new(11);
    for _ in 0..24 {
        let size = tengen_go::BoardSize::new(5).expect("a size");
        let mut board = Board::new(size);
        let mut player = Player::Black;
        text += "0.5 1 5 1.5";
        for _ in 0..8 + rng.below(6) {
            let Some(point) = board.play_random_move(player, &mut rng) else { break };
            text += &format!(" {point}");
            player = player.opponent();
        }
        text += "\n";
    }
    let positions = read_positions(&text).expect("positions");
    let mut simulator = GoSimulator::new(&positions, &PlayoutGammas::uniform());
    let policy = simulator.policy(teacher);
    let value = |position| {
        let sum: f64 = (0..3000).map(|_| simulator.simulate(&policy, position, &mut rng)).sum();
        sum / 3000.0
    };
    let targets = (0..positions.len()).map(value).collect();
    (positions, targets)
}

#[test]
fn playouts_learn_to_give_the_values_of_others() {
    let mut teacher: Vec<f64> = some_weights(9).iter().map(|weight| 2.0 * weight).collect();
    teacher[feature(LocalFeature::SaveByCapture)] = 4.0;
    teacher[feature(LocalFeature::SaveByExtension)] = 4.0;
    let (positions, targets) = lessons(&teacher);
    let simulator = GoSimulator::new(&positions, &PlayoutGammas::uniform());
    let settings = Settings {
        optimizer: Optimizer::Adam { alpha: 0.05, epsilon: 1e-8 },
        batch: 8,
        error_playouts: 300,
        ..Settings::default()
    };
    let learn = |threads: usize, passes: u32| {
        let (targets, start) = (targets.clone(), all_zero());
        let task = Task { targets, held_out: 0, start, data: "go".to_owned() };
        let threads = NonZero::new(threads).expect("not zero");
        let mut run = Balancing::new(&simulator, task, settings, threads).expect("good settings");
        for _ in 0..=passes {
            run.pass(&StopFlag::new(), |_| {}).expect("not stopped");
        }
        run.checkpoint().clone()
    };
    let learned = learn(1, 12);
    let errors: Vec<f64> = learned.rows().iter().map(|row| row.training.corrected).collect();
    assert!(errors[0] > 0.003, "{errors:?}: nothing to learn");
    assert!(errors[9..].iter().all(|&error| error < 0.5 * errors[0]), "{errors:?}");
    assert_eq!(learn(1, 2), learn(3, 2), "threads change nothing");
}
