//! What the solver proves is true, and as short as it says: compared with exhaustive minimax.

mod common;

use std::collections::HashMap;

use common::{InARow, Misere, TreeGame, minimax, random_position};
use tengen_game::{Game, Key, MoveList, Outcome, Player, Rng};
use tengen_search::{Goal, Limits, Solution, Solver, StopFlag, Value};

/// Whether a goal is reached within so many plies, by looking at everything.
fn is_reached<G: Game>(
    position: &G,
    goal: Goal,
    plies: u32,
    memo: &mut HashMap<(Key, u32, Goal), bool>,
) -> bool {
    if let Some(reached) = goal.is_reached(position) {
        return reached;
    }
    if plies == 0 {
        return false;
    }
    let key = (position.key(), plies, goal);
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut after = |m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        is_reached(&after, goal, plies - 1, memo)
    };
    let reached = if position.to_move() == goal.player {
        moves.iter().any(|&m| after(m))
    } else {
        moves.iter().all(|&m| after(m))
    };
    memo.insert(key, reached);
    reached
}

fn solve<G: Game>(position: &G, bytes: usize, nodes: u64) -> Solution<G::Move> {
    let mut solver = Solver::new(&(), bytes).expect("memory");
    solver.solve(position, Limits::playouts(nodes), &StopFlag::new(), |_| {})
}

/// Value, length and line of a solution are right; returns the value.
fn check<G: Game>(position: &G, solution: &Solution<G::Move>) -> Option<Value> {
    let (mut values, mut distances) = (HashMap::new(), HashMap::new());
    let player = position.to_move();
    let mut reached = |goal: Goal, plies: u32| is_reached(position, goal, plies, &mut distances);
    for (side, goal) in [Goal::win(player), Goal::win(!player)].into_iter().enumerate() {
        let none = solution.no_win_within[side].min(100);
        assert!(!reached(goal, none), "a win within {none}: {solution:?}");
    }
    let value = solution.value?;
    assert_eq!(value, minimax(position, &mut values), "{solution:?}");
    let mut end = position.clone();
    for &m in &solution.line {
        end.play(m).expect("a legal line");
    }
    let outcome = end.outcome().expect("the line ends the game");
    assert_eq!(Value::of(outcome, player), value, "{solution:?}");
    if value != Value::Draw {
        let goal = Goal::win(if value == Value::Win { player } else { !player });
        assert!(reached(goal, solution.plies), "{solution:?}");
        if solution.shortest {
            assert!(!reached(goal, solution.plies - 1), "{solution:?}");
            assert_eq!(solution.line.len(), solution.plies as usize, "{solution:?}");
        }
    }
    Some(value)
}

/// Random positions of a game, with a roomy table and with one of a few entries.
fn agrees(start: &InARow, plies: std::ops::Range<usize>, count: u32) -> [u32; 4] {
    let mut rng = Rng::new(5);
    let mut counts = [0; 4];
    while counts.iter().sum::<u32>() < count {
        let depth = plies.start + rng.below(plies.len());
        let Some(position) = random_position(start, depth, &mut rng) else { continue };
        for bytes in [1 << 22, 0] {
            let value = check(&position, &solve(&position, bytes, 400_000));
            counts[value.map_or(3, |value| value as usize)] += 1;
        }
    }
    counts
}

#[test]
fn tic_tac_toe_is_solved_from_anywhere() {
    let counts = agrees(&InARow::tic_tac_toe(), 0..8, 400);
    assert!(counts[3] == 0 && counts[..3].iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn games_with_gravity_are_solved() {
    for (start, plies) in [(InARow::drop(4, 4, 3), 1..9), (InARow::drop(5, 4, 4), 8..17)] {
        let counts = agrees(&start, plies, 120);
        assert!(counts[3] * 10 < 120, "{counts:?}");
        assert!(counts[0] > 5 && counts[2] > 5, "{counts:?}");
    }
}

/// Turns that do not alternate, and a last move that loses.
#[test]
fn a_misere_game_is_solved() {
    for stones in 1..=60 {
        for to_move in Player::BOTH {
            let position = Misere { stones, to_move };
            assert!(check(&position, &solve(&position, 1 << 20, 300_000)).is_some(), "{stones}");
        }
    }
}

#[test]
fn a_game_that_is_over_has_its_value() {
    for (outcome, value) in [
        (Outcome::Win(Player::Black), Value::Win),
        (Outcome::Win(Player::White), Value::Loss),
        (Outcome::Draw, Value::Draw),
    ] {
        let solution = solve(&TreeGame::new(common::Tree::End(outcome)), 0, 1000);
        assert_eq!((solution.value, solution.plies, solution.line.len()), (Some(value), 0, 0));
    }
}

/// Cut off anywhere, it claims nothing that is wrong.
#[test]
fn limits_are_kept_and_cut_searches_claim_nothing_wrong() {
    let mut rng = Rng::new(9);
    let mut open = 0;
    for _ in 0..150 {
        let depth = rng.below(10);
        let Some(position) = random_position(&InARow::drop(4, 4, 3), depth, &mut rng) else {
            continue;
        };
        let nodes = 1 << rng.below(14);
        let solution = solve(&position, 1 << 16, nodes);
        open += u32::from(check(&position, &solution).is_none());
    }
    assert!(open > 10, "{open}");
    // Nothing to be found out here: only the limits end it.
    let start = InARow::drop(7, 7, 5);
    let mut solver = Solver::new(&(), 1 << 20).unwrap();
    let clock = std::time::Instant::now();
    let limits = Limits::time(std::time::Duration::from_millis(100));
    let solution = solver.solve(&start, limits, &StopFlag::new(), |_| {});
    assert_eq!(solution.value, None);
    assert!(clock.elapsed().as_millis() < 1000, "{:?}", clock.elapsed());
    let stop = StopFlag::new();
    stop.stop();
    assert!(solver.solve(&start, Limits::default(), &stop, |_| {}).nodes < 10_000);
    assert!(solve(&start, 1 << 16, 50_000).nodes < 80_000);
}

/// A row of cells to be visited; a rule on history that the bare game does not know.
mod repetition {
    use super::*;

    /// A walk on a line: Black steps, White only watches; Black wins on cell 3. `forbidden`: a cell
    /// whose visit ends the game as a draw, known to the game with the whole rules alone.
    #[derive(Clone)]
    struct Walk {
        cell: i8,
        plies: u8,
        forbidden: Option<i8>,
    }

    impl Game for Walk {
        type Move = i8;
        fn to_move(&self) -> Player {
            Player::BOTH[usize::from(self.plies % 2)]
        }
        fn legal_moves(&self, out: &mut MoveList<i8>) {
            out.clear();
            if self.outcome().is_none() {
                out.extend(
                    if self.plies.is_multiple_of(2) { [1, 2, -1].iter() } else { [0].iter() }
                        .copied(),
                );
            }
        }
        fn is_legal(&self, m: i8) -> bool {
            let mut moves = MoveList::new();
            self.legal_moves(&mut moves);
            moves.contains(&m)
        }
        fn play_unchecked(&mut self, m: i8) {
            self.cell += m;
            self.plies += 1;
        }
        fn outcome(&self) -> Option<Outcome> {
            if Some(self.cell) == self.forbidden {
                return Some(Outcome::Draw);
            }
            (self.cell == 3).then_some(Outcome::Win(Player::Black))
        }
        fn key(&self) -> Key {
            self.key_from_scratch()
        }
        fn key_from_scratch(&self) -> Key {
            tengen_game::random_key((self.cell + 64) as u64 * 256 + u64::from(self.plies))
        }
    }

    #[test]
    fn a_proof_is_only_confirmed_if_it_holds_with_the_whole_rules() {
        let bare = Walk { cell: 0, plies: 0, forbidden: None };
        let limits = Limits::playouts(100_000);
        // By 1 or by 2, the win takes three plies; without both, it is not to be had in three.
        for (forbidden, kept) in [(None, true), (Some(1), true), (Some(2), true), (Some(3), false)]
        {
            let mut solver = Solver::new(&(), 1 << 16).unwrap();
            let mut solution = solver.solve(&bare, limits, &StopFlag::new(), |_| {});
            assert_eq!((solution.value, solution.plies), (Some(Value::Win), 3));
            let game = Walk { forbidden, ..bare };
            solver.confirm(&game, &bare, &mut solution, limits, &StopFlag::new());
            assert_eq!(solution.value.is_some(), kept, "{forbidden:?}");
            assert_ne!(solution.line.first().copied(), forbidden, "the move is one that holds");
            assert_eq!(solution.line.is_empty(), !kept);
        }
    }
}
