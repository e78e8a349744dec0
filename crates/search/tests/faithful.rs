//! MCTS-Solver as in paper 000, and the traps in its pseudo-code, on game trees written by hand.

mod common;

use common::{Tree, TreeGame, TreePlayouts};
use tengen_game::{Outcome, Player};
use tengen_search::{
    ChildStats, Control, FinalMove, Limits, MoveReport, ParentStats, Search, SearchReport,
    SelectionRule, TreeOptions, TreeSearch, Uct, Value,
};

use Tree::{Chance, Choice, End};

const BLACK_WINS: Tree = End(Outcome::Win(Player::Black));
const WHITE_WINS: Tree = End(Outcome::Win(Player::White));
const DRAW: Tree = End(Outcome::Draw);

fn options() -> TreeOptions {
    TreeOptions {
        solver: true,
        expand: 1,
        memory: 1 << 20,
        final_move: FinalMove::Value,
        ..TreeOptions::default()
    }
}

fn search(tree: Tree, options: TreeOptions, playouts: u64) -> SearchReport<u8> {
    search_with(tree, Uct { c: 1.0, fpu: f32::INFINITY, ..Uct::default() }, options, playouts)
}

fn search_with(
    tree: Tree,
    rule: impl SelectionRule,
    options: TreeOptions,
    playouts: u64,
) -> SearchReport<u8> {
    let game = TreeGame::new(tree);
    let mut search = TreeSearch::new(&game, &TreePlayouts, &(), rule, options).unwrap();
    search.search(&game, &mut Control::new(Limits::playouts(playouts)))
}

fn of(report: &SearchReport<u8>, m: u8) -> &MoveReport<u8> {
    report.moves.iter().find(|report| report.r#move == m).expect("the move")
}

fn value(report: &SearchReport<u8>) -> Option<Value> {
    report.proof.map(|proof| proof.value)
}

/// A move is chosen in proportion: the selection of a simulation strategy, at every visit.
#[derive(Clone)]
struct Evenly;

impl SelectionRule for Evenly {
    type Parent = ();
    fn parent(&self, _: &ParentStats) {}
    fn urgency(&self, (): &(), child: &ChildStats) -> f32 {
        -(child.visits as f32)
    }
}

/// Fig. 2 of the paper: A has two lost moves (B, C) and one worth 0.4 (D); E has three worth 0.3,
/// 0.4 and 0.4, on average 0.37. If moves are chosen with the same likelihood, pruning the lost
/// ones makes A look better than E (0.4 against 0.37), though E has more good moves; with the
/// lost moves counted, A is (−1 − 1 + 0.4) / 3 = −0.53.
///
/// White chooses in A and E, and the pay-offs are his.
fn figure_2() -> Tree {
    // The pay-off v from −1 to 1 of White as Black's winning probability.
    let pay_off = |v: f64| Chance((1.0 - v) / 2.0);
    let a = Choice(vec![BLACK_WINS, BLACK_WINS, pay_off(0.4)]);
    let e = Choice(vec![pay_off(0.3), pay_off(0.4), pay_off(0.4)]);
    Choice(vec![a, e])
}

const PLAYOUTS: u64 = 16_000;
/// More than three standard errors of the mean of half the playouts, on the scale of −1 to 1.
const ERROR: f64 = 0.035;

/// White's mean on the paper's scale, for move `m` of Black.
fn white(report: &SearchReport<u8>, m: u8) -> f64 {
    1.0 - 2.0 * of(report, m).value
}

#[test]
fn figure_2_pruning_lost_moves_overestimates() {
    // Above T: formula (1) in every node, lost children never selected.
    let report = search_with(figure_2(), Evenly, options(), PLAYOUTS);
    assert!((white(&report, 0) - 0.4).abs() < ERROR, "A: {}", white(&report, 0));
    assert!((white(&report, 1) - 0.367).abs() < ERROR, "E: {}", white(&report, 1));
}

#[test]
fn figure_2_the_simulation_strategy_counts_lost_moves() {
    // Up to T: the simulation strategy chooses, lost children included.
    let options = TreeOptions { policy_visits: u32::MAX, ..options() };
    let report = search_with(figure_2(), Evenly, options, PLAYOUTS);
    assert!((white(&report, 0) + 0.533).abs() < ERROR, "A: {}", white(&report, 0));
    assert!((white(&report, 1) - 0.367).abs() < ERROR, "E: {}", white(&report, 1));
    // Black moves to A, the worse one for White.
    assert_eq!(report.best, Some(0));
}

/// Values are those of the player who chooses, at every depth.
#[test]
fn viewpoints() {
    let report = search(Choice(vec![Chance(0.9), Chance(0.2)]), options(), 2000);
    assert!((of(&report, 0).value - 0.9).abs() < 0.05);
    assert_eq!(report.best, Some(0));
    // White chooses below: he takes Black's 0.2.
    let tree = Choice(vec![Choice(vec![Chance(0.9), Chance(0.2)]), Chance(0.4)]);
    let report = search(tree, options(), 4000);
    assert_eq!(report.best, Some(1));
    assert!((of(&report, 0).value - 0.2).abs() < 0.1, "{}", of(&report, 0).value);
}

/// "else (playerToMoveLoses...)" lacks an `if`, and drawn ends have no branch: a draw among losses
/// is no loss.
#[test]
fn a_drawn_end_is_not_a_loss() {
    let report = search(Choice(vec![WHITE_WINS, DRAW, WHITE_WINS]), options(), 100);
    assert_eq!(value(&report), Some(Value::Draw));
    assert_eq!(report.best, Some(1));
    let report = search(Choice(vec![WHITE_WINS, WHITE_WINS]), options(), 100);
    assert_eq!(value(&report), Some(Value::Loss));
    // Below a node too, where all siblings are tested.
    let tree = Choice(vec![Choice(vec![BLACK_WINS, DRAW]), WHITE_WINS]);
    let report = search(tree, options(), 100);
    assert_eq!(value(&report), Some(Value::Draw));
    assert_eq!(report.principal_variation, [0, 1]);
}

/// Beyond the paper: a draw is proved by bounds from both sides, without looking at everything.
#[test]
fn draws_are_proved_by_bounds() {
    // Move 0 draws at once. Move 1 lets White draw (whatever the rest is worth), so it cannot be
    // better; its other branch never ends and is never proved.
    let tree = Choice(vec![DRAW, Choice(vec![DRAW, Chance(0.5)])]);
    let report = search(tree, options(), 1000);
    assert_eq!(value(&report), Some(Value::Draw));
    assert!(report.playouts < 1000);
    assert_eq!(of(&report, 1).proof, None, "only a bound");
}

/// Both cases happen at an end: the player who moved there has won, or has lost.
#[test]
fn a_player_may_lose_by_his_own_move() {
    let report = search(Choice(vec![WHITE_WINS, Chance(0.3)]), options(), 500);
    assert_eq!(of(&report, 0).proof.map(|proof| proof.value), Some(Value::Loss));
    assert_eq!(report.best, Some(1));
    // White's own move makes Black win; White has nothing else.
    let report = search(Choice(vec![Choice(vec![BLACK_WINS]), Chance(0.9)]), options(), 500);
    assert_eq!(value(&report), Some(Value::Win));
    assert_eq!(report.proof.map(|proof| proof.plies), Some(2));
}

/// A proven loss of the chosen child, with other children open, counts as an ordinary loss; every
/// visit is counted once in visits and results.
#[test]
fn an_unproven_parent_gets_an_ordinary_loss() {
    // White loses at once by 0; his other move is open. T is large: 0 is chosen again and again.
    let tree = Choice(vec![Choice(vec![BLACK_WINS, Chance(0.0)]), Chance(0.0)]);
    let options = TreeOptions { policy_visits: u32::MAX, ..options() };
    let report = search(tree, options, 3000);
    assert_eq!(value(&report), None);
    let a = of(&report, 0);
    assert_eq!(a.proof, None);
    assert_eq!(a.results.wins + a.results.losses, a.visits);
    let share = a.results.wins as f64 / a.visits as f64;
    assert!((share - 0.5).abs() < 0.06, "Black wins as often as White chooses to lose: {share}");
    let counted: u64 = report.moves.iter().map(|m| m.visits).sum();
    assert_eq!(counted + report.unassigned.total(), 3000);
}

/// Above T a proven loss is never selected again.
#[test]
fn proven_losses_are_not_searched_above_t() {
    let tree = || Choice(vec![WHITE_WINS, Chance(0.1), Chance(0.1)]);
    let report = search(tree(), options(), 1000);
    assert_eq!(of(&report, 0).visits, 1, "visited once, then known");
    let report = search(tree(), TreeOptions { policy_visits: 50, ..options() }, 1000);
    let visits = of(&report, 0).visits;
    assert!((5..60).contains(&visits), "only while the policy chooses: {visits}");
}

/// "For all the children of a leaf node we check whether they lead to a direct win": a leaf is
/// proved at its first visit, however many moves it has.
#[test]
fn a_leaf_with_a_winning_move_is_proved_at_once() {
    let mut many = vec![Chance(0.9); 100];
    many[73] = WHITE_WINS;
    let report = search(Choice(vec![Choice(many), Chance(0.5)]), options(), 2);
    let proof = of(&report, 0).proof.expect("proved");
    assert_eq!((proof.value, proof.plies), (Value::Loss, 2));
}

/// The search stops when the root is proved, and says how long the win takes.
#[test]
fn it_stops_when_the_root_is_proved() {
    // Black 0, White anything, Black 0 wins.
    let black = || Choice(vec![BLACK_WINS, Chance(0.1)]);
    let tree = Choice(vec![Choice(vec![black(), black()]), Chance(0.6)]);
    let report = search(tree, options(), 1_000_000);
    assert!(report.playouts < 1000, "{}", report.playouts);
    assert_eq!(report.proof.map(|proof| (proof.value, proof.plies)), Some((Value::Win, 3)));
    assert_eq!(report.principal_variation.len(), 3);
    assert_eq!((report.best, report.value), (Some(0), 1.0));
}

/// Progressive widening looks at few moves first but never lets them stand for all: nothing is
/// proved about moves it has not looked at.
#[test]
fn widening_does_not_prove_what_it_has_not_seen() {
    let mut moves = vec![WHITE_WINS; 20];
    moves[19] = BLACK_WINS;
    let widening = tengen_search::Widening { base: 5.0, growth: 1.2 };
    for seed in 0..20 {
        let options = TreeOptions { widening: Some(widening), seed, ..options() };
        // Behind one move of each, so that the check for wins at once does not see it.
        let tree = Choice(moves.iter().map(|end| Choice(vec![end.clone()])).collect());
        let report = search(tree, options, 10_000);
        assert_eq!(value(&report), Some(Value::Win));
    }
}

/// Hopeless moves are pruned, unless all are.
#[test]
fn hopeless_moves_are_pruned() {
    let pruning = Some(tengen_search::Pruning { below: 0.2, visits: 30 });
    let options = TreeOptions { pruning, solver: false, ..options() };
    let report = search(Choice(vec![Chance(0.05), Chance(0.5)]), options, 5000);
    let pruned = of(&report, 0).visits;
    assert!((30..60).contains(&pruned), "{pruned}");
    let report = search(Choice(vec![Chance(0.05), Chance(0.04)]), options, 5000);
    assert_eq!(report.moves.iter().map(|m| m.visits).sum::<u64>(), 5000);
}

/// The "default node": playouts made before there were children stay accounted for.
#[test]
fn playouts_of_a_leaf_stay_accounted_for() {
    let tree = Choice(vec![Chance(0.3), Chance(0.6), DRAW]);
    let options = TreeOptions { solver: false, expand: 10, ..options() };
    let game = TreeGame::new(tree);
    let rule = Uct { c: 1.0, ..Uct::default() };
    let mut search = TreeSearch::new(&game, &TreePlayouts, &(), rule, options).unwrap();
    let report = search.search(&game, &mut Control::new(Limits::playouts(500)));
    // The root has children from the start; one level deeper ten playouts came before them.
    assert_eq!(report.unassigned.total(), 0);
    let before = of(&report, report.best.unwrap()).clone();
    assert!(before.visits > 20);
    search.advance(report.best.unwrap());
    let mut after = game;
    tengen_game::Game::play_unchecked(&mut after, report.best.unwrap());
    let report = search.search(&after, &mut Control::new(Limits::playouts(0)));
    assert_eq!(report.playouts, 0);
    assert_eq!(report.unassigned.total(), 10);
    let below: u64 = report.moves.iter().map(|m| m.visits).sum();
    assert_eq!(below + 10, before.visits);
}

/// A node that was proved by its winning move has that child only; as a root it has all moves.
#[test]
fn a_proved_leaf_that_becomes_the_root_lists_all_moves() {
    let mut many = vec![Chance(0.9); 10];
    many[7] = WHITE_WINS;
    let mut game = TreeGame::new(Choice(vec![Choice(many), Chance(0.5)]));
    let rule = Uct::default();
    let mut search = TreeSearch::new(&game, &TreePlayouts, &(), rule, options()).unwrap();
    let report = search.search(&game, &mut Control::new(Limits::playouts(100)));
    assert_eq!(of(&report, 0).proof.map(|proof| proof.value), Some(Value::Loss));
    tengen_game::Game::play_unchecked(&mut game, 0);
    search.advance(0);
    let report = search.search(&game, &mut Control::new(Limits::playouts(100)));
    assert_eq!((report.best, report.moves.len()), (Some(7), 10));
    assert_eq!(value(&report), Some(Value::Win));
}

/// Knows that later moves are better.
#[derive(Clone)]
struct Later;

impl tengen_search::Knowledge<TreeGame> for Later {
    fn judge(&mut self, _: &TreeGame, moves: &[u8], priors: &mut [tengen_search::MovePrior]) {
        for (m, prior) in moves.iter().zip(priors) {
            prior.bias = f32::from(*m);
        }
    }
}

/// Widening looks at the moves that knowledge likes, as many as the visits allow.
#[test]
fn widening_unlocks_the_best_known_moves_first() {
    let game = TreeGame::new(Choice(vec![Chance(0.5); 20]));
    let widening = Some(tengen_search::Widening { base: 40.0, growth: 1.4 });
    let options = TreeOptions { widening, solver: false, expand: 1000, ..options() };
    let rule = Uct { c: 1.0, ..Uct::default() };
    let mut search = TreeSearch::new(&game, &TreePlayouts, &Later, rule, options).unwrap();
    // 40, 96 and 174.4 visits unlock the second, third and fourth.
    for (playouts, open) in [(40, 1), (96, 2), (174, 3), (200, 4)] {
        search.reset();
        let report = search.search(&game, &mut Control::new(Limits::playouts(playouts)));
        let mut visited: Vec<u8> =
            report.moves.iter().filter(|m| m.visits > 0).map(|m| m.r#move).collect();
        visited.sort_unstable();
        assert_eq!(visited, (20 - open..20).collect::<Vec<u8>>(), "{playouts} playouts");
    }
}

/// Best-first growing: minimax sees that White has an answer, the mean of playouts does not.
#[test]
fn best_first_backs_up_by_minimax() {
    use tengen_search::{Backup, BestFirst, BestFirstOptions};
    // Behind move 0 Black wins five playouts of six, but White can choose the sixth.
    let mut answers = vec![Chance(1.0); 6];
    answers[4] = Chance(0.0);
    let game = TreeGame::new(Choice(vec![Choice(answers), Chance(0.3)]));
    let best = |backup| {
        let options = BestFirstOptions { backup, playouts: 4, ..BestFirstOptions::default() };
        let mut search = BestFirst::new(&game, TreePlayouts, options);
        // Four playouts for each move, then four for each answer to move 0.
        search.search(&game, &mut Control::new(Limits::playouts(2 * 4 + 6 * 4)))
    };
    assert_eq!(best(Backup::Mean).best, Some(0));
    assert_eq!(best(Backup::Minimax).best, Some(1));
    assert_eq!(best(Backup::Mix { k: 20.0 }).best, Some(1));
}
