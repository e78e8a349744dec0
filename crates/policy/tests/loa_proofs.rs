//! The solver at Lines of Action: against exhaustive search with the whole rules, on positions from
//! the literature, and on positions with known distances.

use std::io::Write;
use std::time::Duration;

use tengen_game::{Game, MoveList, Outcome, Player, Rng};
use tengen_loa::{BarePosition, Board, Move, Position, Repetition, Rules};
use tengen_policy::loa::LoaProofs;
use tengen_search::{Goal, Limits, ProofKnowledge, Solution, Solver, StopFlag, Value};

/// As `tengen solve` does it.
fn solve_within(game: &Position, limits: Limits) -> Solution<Move> {
    let mut solver = Solver::new(&LoaProofs, 64 << 20).expect("memory");
    let mut solution = solver.solve(&game.bare(), limits, &StopFlag::new(), |_| {});
    if game.rules().repetition == Repetition::TwofoldBoard {
        solver.confirm(game, &game.bare(), &mut solution, limits, &StopFlag::new());
    }
    solution
}

fn solve(text: &str, rules: Rules) -> (Position, Solution<Move>) {
    let game = Position::from_text(text, rules).unwrap();
    let solution = solve_within(&game, Limits::playouts(1_500_000));
    (game, solution)
}

/// Whether a goal is reached within so many plies, by looking at everything, with all rules.
fn is_reached(game: &Position, goal: Goal, plies: u32) -> bool {
    if let Some(reached) = goal.is_reached(game) {
        return reached;
    }
    if plies == 0 {
        return false;
    }
    let (mut moves, mut next) = (MoveList::new(), game.clone());
    game.legal_moves(&mut moves);
    let mut after = |m| {
        next.clone_from(game);
        next.play_unchecked(m);
        is_reached(&next, goal, plies - 1)
    };
    if game.to_move() == goal.player {
        moves.iter().any(|&m| after(m))
    } else {
        moves.iter().all(|&m| after(m))
    }
}

/// A board with so many pieces a side, none of them connected.
fn random_board(rng: &mut Rng, most: usize) -> Board {
    loop {
        let mut pieces = [0u64; 2];
        for set in &mut pieces {
            for _ in 0..2 + rng.below(most - 1) {
                // On a small part of the board there is more to happen.
                *set |= 1 << (8 * rng.below(5) + rng.below(5));
            }
        }
        pieces[1] &= !pieces[0];
        if let Ok(board) = Board::from_pieces(pieces)
            && board.connections() == [false; 2]
        {
            return board;
        }
    }
}

/// Everything that is claimed of small positions is so, and nothing short is overlooked.
#[test]
fn small_positions_agree_with_exhaustive_search() {
    const PLIES: u32 = 4;
    let mut rng = Rng::new(1);
    let mut counts = [0; 4];
    for round in 0..360 {
        let rules = Rules::PRESETS[round % 3].1;
        let to_move = Player::BOTH[round / 3 % 2];
        let game = Position::from_board(random_board(&mut rng, 4), to_move, rules);
        if game.outcome().is_some() {
            continue;
        }
        let solution = solve_within(&game, Limits::playouts(60_000));
        let context = || format!("{} {rules}: {solution:?}", game.to_text());
        let goals = [Goal::win(to_move), Goal::win(!to_move)];
        let least = goals.map(|goal| (1..=PLIES).find(|&plies| is_reached(&game, goal, plies)));
        let found = match solution.value {
            Some(Value::Win) => [Some(solution.plies), None],
            Some(Value::Loss) => [None, Some(solution.plies)],
            _ => [None, None],
        };
        for (least, found) in least.into_iter().zip(found) {
            match (least, found) {
                (Some(least), found) => assert_eq!(found, Some(least), "{}", context()),
                (None, Some(found)) => assert!(found > PLIES, "{}", context()),
                (None, None) => {}
            }
        }
        for (side, goal) in goals.into_iter().enumerate() {
            let none = solution.no_win_within[side].min(PLIES);
            assert!(!is_reached(&game, goal, none), "{}", context());
        }
        if solution.value == Some(Value::Draw) && solution.plies <= PLIES {
            // One of the two proofs is as short as that.
            let shown = Player::BOTH.map(|player| is_reached(&game, Goal::draw(player), PLIES));
            assert!(shown != [false; 2], "{}", context());
        }
        if let Some(value) = solution.value
            && solution.line.len() as u32 == solution.plies
        {
            let mut end = game.clone();
            solution.line.iter().for_each(|&m| end.play(m).expect("a legal line"));
            assert_eq!(
                end.outcome().map(|it| Value::of(it, to_move)),
                Some(value),
                "{}",
                context()
            );
        }
        counts[solution.value.map_or(3, |value| value as usize)] += 1;
    }
    assert!(counts[0] > 20 && counts[1] > 0 && counts[2] > 50, "{counts:?}");
}

/// The quick test for a win in one is exact, whatever the rules.
#[test]
fn finishing_moves_are_exact() {
    let mut rng = Rng::new(2);
    let mut found = [0; 2];
    for round in 0..60_000 {
        let rules = Rules::PRESETS[round % 3].1;
        let board = random_board(&mut rng, 2 + round % 7);
        let bare = BarePosition::new(board, Player::BOTH[round / 3 % 2], rules);
        if bare.outcome().is_some() {
            continue;
        }
        for value in [Value::Win, Value::Draw] {
            let slow = <() as ProofKnowledge<BarePosition>>::finishing_move(&(), &bare, value);
            let quick = LoaProofs.finishing_move(&bare, value);
            assert_eq!(quick.is_some(), slow.is_some(), "{bare:?} {value:?}: {slow:?}");
            if let Some(m) = quick {
                let mut after = bare;
                after.play(m).expect("a legal move");
                let goal = Goal { player: bare.to_move(), value };
                assert_eq!(goal.is_reached(&after), Some(true), "{bare:?} {m}");
            }
            found[usize::from(quick.is_some())] += 1;
        }
    }
    assert!(found[0] > 5000 && found[1] > 5000, "{found:?}");
}

const T1: &str = "....o..x/......../......../...o..x./....o.x./.ooo..x./..x....x/..x.....";

/// Positions T1 to T9 of our reference; "Quad" is Winands, Uiterwijk and van den Herik 2001.
#[test]
fn published_positions() {
    let first = |solution: &Solution<Move>| solution.line.first().map(ToString::to_string);
    // T1, Quad diagram 5: White to move wins at once; Black to move has one defence against that.
    let (_, white) = solve(&format!("{T1} w"), Rules::PAPER);
    assert_eq!(
        (white.value, white.plies, first(&white).as_deref()),
        (Some(Value::Win), 1, Some("e8-e6"))
    );
    let (game, black) = solve(&format!("{T1} b"), Rules::PAPER);
    assert_eq!(first(&black).as_deref(), Some("g4xe4"), "{black:?}");
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    let defends = |m: &&Move| {
        let mut next = game.clone();
        next.play_unchecked(**m);
        !is_reached(&next, Goal::win(Player::White), 1)
    };
    assert_eq!(moves.iter().filter(defends).count(), 1);
    // T2, Quad diagram 10.
    let (_, t2) = solve(
        "....oxo./....ooo./.....x../......x./..x...x./......xo/......../........ b",
        Rules::PAPER,
    );
    assert_eq!((t2.value, t2.plies, first(&t2).as_deref()), (Some(Value::Win), 1, Some("c4xf7")));
    // T3: nobody can move. A draw, or a loss for whoever should.
    let t3 = "......../..x.o.x./.o.o.o.o/..x.o.x./.x.x.x.x/..x.o.x./.o.o.o.o/..x.o.x. b";
    for (rules, value) in [(Rules::PAPER, Value::Draw), (Rules::OPENSPIEL, Value::Loss)] {
        let (_, solution) = solve(t3, rules);
        assert_eq!((solution.value, solution.plies), (Some(value), 0), "{rules}");
    }
    // T4, zugzwang: lost in 2 if the mover wins, a draw otherwise.
    for side in ["b", "w"] {
        let t4 = format!(
            "o......./......../......../...x..../....o.../......../......../.......x {side}"
        );
        for rules in [Rules::MOVER_WINS, Rules::OPENSPIEL] {
            let (_, solution) = solve(&t4, rules);
            assert_eq!((solution.value, solution.plies), (Some(Value::Loss), 2), "{solution:?}");
        }
        let (_, solution) = solve(&t4, Rules::PAPER);
        assert_eq!(solution.value, Some(Value::Draw), "{solution:?}");
    }
    // T5: d2xd6 connects both.
    let t5 = "..o...../..oo..../.xoxo.../x.ooo.../.xx...../.xx...../...o..../........ w";
    let (_, mover) = solve(t5, Rules::MOVER_WINS);
    assert_eq!((mover.plies, first(&mover).as_deref()), (1, Some("d2xd6")));
    assert!(solve(t5, Rules::PAPER).1.plies > 1);
    // T6: games that end on the loser's move; before it that loser could do better or not, but the
    // side to move is never said to lose at once where it has another move.
    let mut game = Position::new(Rules::PAPER);
    for m in "c1xa3 a2-c4 c8xa6 a4-d4 e1-c3 d4-g4 c3xa5 c4-f4".split(' ') {
        game.play(game.parse_move(m).unwrap()).unwrap();
    }
    let mut end = game.clone();
    end.play(end.parse_move("a3xa7").unwrap()).unwrap();
    assert_eq!(
        solve(&end.to_text(), Rules::PAPER).1.value,
        Some(Value::Win),
        "White is to move, and has won"
    );
    let before = solve_within(&game, Limits::playouts(100_000));
    assert!(before.value != Some(Value::Loss) || before.plies > 1, "{before:?}");
    // T7, Quad diagram 4: White has a hole and two groups, so the game goes on.
    let (game, t7) = solve(
        "......../x.x...../.x..o.../...o.o.x/..o.o.../.o..x.../...x..../......o. w",
        Rules::PAPER,
    );
    assert!(game.outcome().is_none() && t7.value == Some(Value::Win) && t7.plies > 0, "{t7:?}");
    // T8, MIA against MONA 2000: published as a win in 15, and no win within 7 (here).
    let (_, t8) = solve(
        "..xx..../......../......o./.xooo..o/oxx.x.o./.o....../o......./....o... b",
        Rules::PAPER,
    );
    assert!(t8.value.is_none() && t8.no_win_within[0] >= 5 || t8.plies > 9, "{t8:?}");
    // T9, Quad diagram 9: f5-e6 threatens to win, but there is no win within 5.
    let (_, t9) = solve(
        "......../......../xo....../xo...x../xo....../.o....../......../.......o b",
        Rules::PAPER,
    );
    assert_eq!((t9.value, first(&t9).as_deref()), (Some(Value::Win), Some("f5-e6")), "{t9:?}");
    assert!(t9.plies > 5, "{t9:?}");
}

/// A line of the file of positions with known distances.
struct Known {
    text: String,
    plies: u32,
    winning: Vec<String>,
}

/// They are kept beside this project.
fn known_positions() -> Option<Vec<Known>> {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/loa/proven_positions.txt");
    match std::fs::read_to_string(path) {
        Ok(text) => Some(text.lines().map(known).collect()),
        Err(error) => {
            // Not by a macro: the test runner would swallow that.
            let line = format!("SKIPPED, NOTHING WAS CHECKED: shared/data/loa: {error}");
            let _ = writeln!(std::io::stderr(), "{line}");
            None
        }
    }
}

fn known(line: &str) -> Known {
    let words: Vec<&str> = line.split_whitespace().collect();
    Known {
        text: words[..2].join(" "),
        plies: words[2].parse().unwrap(),
        winning: words[4].split(',').map(str::to_owned).collect(),
    }
}

/// Solves every `step`-th position in a second each; shares of right answers by distance.
fn shares(positions: &[Known], step: usize) -> Vec<(u32, f64)> {
    let mut tally = std::collections::BTreeMap::<u32, [u32; 2]>::new();
    for Known { text, plies, winning } in positions.iter().step_by(step) {
        let game = Position::from_text(text, Rules::PAPER).unwrap();
        let solution = solve_within(&game, Limits::time(Duration::from_secs(1)));
        // Never a wrong proof, whatever the time.
        assert!(matches!(solution.value, None | Some(Value::Win)), "{text}: {solution:?}");
        if solution.value.is_some() {
            assert!(solution.plies <= *plies || !solution.shortest, "{text}: {solution:?}");
        }
        let listed = solution.line.first().is_some_and(|m| winning.contains(&m.to_string()));
        let [right, all] = tally.entry(*plies).or_default();
        *right += u32::from(listed);
        *all += 1;
    }
    tally
        .into_iter()
        .map(|(plies, [right, all])| (plies, f64::from(right) / f64::from(all)))
        .collect()
}

fn hold_the_bar(shares: &[(u32, f64)]) {
    assert_eq!(shares.iter().map(|&(plies, _)| plies).collect::<Vec<_>>(), [1, 3, 5, 7]);
    for (&(plies, share), bar) in shares.iter().zip([0.99, 0.99, 0.95, 0.85]) {
        assert!(share >= bar, "wins in {plies}: {share:.3} of {bar}");
    }
}

#[test]
fn some_positions_of_known_distance() {
    let Some(positions) = known_positions() else { return };
    hold_the_bar(&shares(&positions, 9));
}

/// All of them: half a minute in a release build.
#[test]
#[ignore = "takes a minute or two; ./scripts/test --full runs it"]
fn all_positions_of_known_distance() {
    let Some(positions) = known_positions() else { return };
    hold_the_bar(&shares(&positions, 1));
}

/// What a proof says can be played: whatever the loser replies, with the whole rules, the solver
/// has an answer that keeps the distance, to the end.
fn play_out(game: &Position, winner: Player, plies: u32) -> u32 {
    if let Some(outcome) = game.outcome() {
        assert_eq!(outcome, Outcome::Win(winner), "{game:?}");
        return 1;
    }
    assert!(plies > 0, "{game:?}");
    let mut moves = MoveList::new();
    if game.to_move() == winner {
        let solution = solve_within(game, Limits::playouts(300_000));
        assert_eq!(solution.value, Some(Value::Win), "{game:?}");
        assert!(solution.plies <= plies, "{game:?}: {solution:?}");
        moves.extend(solution.line.first().copied());
    } else {
        game.legal_moves(&mut moves);
    }
    assert!(!moves.is_empty(), "{game:?}");
    let play = |&m: &Move| {
        let mut next = game.clone();
        next.play(m).expect("a legal move");
        play_out(&next, winner, plies - 1)
    };
    moves.iter().map(play).sum()
}

#[test]
fn proofs_can_be_played_out() {
    let Some(positions) = known_positions() else { return };
    let mut ends = 0;
    for (plies, step) in [(3, 12), (5, 40)] {
        let of_length = positions.iter().filter(|known| known.plies == plies);
        for Known { text, .. } in of_length.step_by(step) {
            for rules in [Rules::PAPER, Rules::OPENSPIEL] {
                let game = Position::from_text(text, rules).unwrap();
                ends += play_out(&game, game.to_move(), plies);
            }
        }
    }
    assert!(ends > 1000, "{ends}");
}

/// The same without trusting the solver at all: the move it gives wins in time against every
/// reply, by exhaustive search with the whole rules.
#[test]
fn proofs_are_verified_by_exhaustive_search() {
    let Some(positions) = known_positions() else { return };
    for (plies, step) in [(3, 6), (5, 32)] {
        let of_length = positions.iter().filter(|known| known.plies == plies);
        for Known { text, .. } in of_length.step_by(step) {
            let (mut game, solution) = solve(text, Rules::PAPER);
            assert_eq!((solution.value, solution.shortest), (Some(Value::Win), true));
            let goal = Goal::win(game.to_move());
            game.play(solution.line[0]).expect("a legal move");
            assert!(is_reached(&game, goal, solution.plies - 1), "{text}: {solution:?}");
        }
    }
}
