//! Positions are known again in every orientation and by every order of moves, at every game.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use proptest::prelude::*;
use tengen_book::{Entry, MemoryBook, Orientation, Page, Qbf, Rule, Tally, additions};
use tengen_game::{Canonical, Game, MoveList, Outcome, Player, Rng, Symmetric};
use tengen_go::{BoardSize, Komi, Move, Position, Rules};

fn go(side: usize, rules: Rules) -> Position {
    Position::new(BoardSize::new(side).expect("a size"), rules, Komi::SEVEN_AND_A_HALF)
}

/// Everything that orientations promise about one position.
fn check_position<G: Canonical<Move: Ord> + Debug>(position: &G) {
    let here = Orientation::of(position);
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    for s in 0..G::SYMMETRIES {
        let image = position.symmetric(s);
        assert_eq!(image.key(), position.key_under(s), "symmetry {s} of {position:?}");
        let there = Orientation::of(&image);
        assert_eq!(here.key(), there.key(), "symmetry {s} of {position:?}");
        for &m in &legal {
            let turned = position.symmetric_move(s, m);
            assert_eq!(here.code(position, m), there.code(&image, turned), "{s}, {m:?}");
        }
    }
    // Moves have one number exactly if a symmetry of the position exchanges them.
    let own: Vec<usize> =
        (0..G::SYMMETRIES).filter(|&s| position.key_under(s) == position.key()).collect();
    let mut classes: HashMap<u32, Vec<G::Move>> = HashMap::new();
    for &m in &legal {
        classes.entry(here.code(position, m)).or_default().push(m);
    }
    for class in classes.values() {
        let images = own.iter().map(|&s| position.symmetric_move(s, class[0]));
        // A history that is less symmetric than the board may forbid some of them.
        let mut orbit: Vec<_> = images.filter(|&m| position.is_legal(m)).collect();
        orbit.sort();
        orbit.dedup();
        let mut class = class.clone();
        class.sort();
        assert_eq!(class, orbit, "{position:?}");
    }
}

fn random_game<G: Game>(start: &G, seed: u64, most: usize) -> (Vec<G::Move>, G) {
    let mut rng = Rng::new(seed);
    let (mut position, mut moves) = (start.clone(), Vec::new());
    let mut legal = MoveList::new();
    while position.outcome().is_none() && moves.len() < most {
        position.legal_moves(&mut legal);
        let m = rng.choose(&legal).expect("a move");
        position.play_unchecked(m);
        moves.push(m);
    }
    (moves, position)
}

#[test]
fn every_orientation_of_go_is_the_same_position() {
    for (side, rules, games) in [
        (2, Rules::CHINESE, 20),
        (3, Rules::TROMP_TAYLOR, 20),
        (5, Rules::CHINESE, 15),
        (9, Rules::CHINESE, 4),
        (19, Rules::CHINESE, 1),
    ] {
        for seed in 0..games {
            let start = go(side, rules);
            let (moves, _) = random_game(&start, seed, 60);
            let mut position = start;
            check_position(&position);
            for m in moves {
                position.play(m).expect("legal");
                if position.outcome().is_none() {
                    check_position(&position);
                }
            }
        }
    }
}

#[test]
fn every_orientation_of_lines_of_action_is_the_same_position() {
    for seed in 0..6 {
        let start = tengen_loa::Position::new(tengen_loa::Rules::PAPER);
        let (moves, _) = random_game(&start, seed, 40);
        let mut position = start;
        check_position(&position);
        for m in moves {
            position.play(m).expect("legal");
            check_position(&position);
        }
    }
}

/// The keys of all positions of random games are different exactly if their pictures are, the
/// smallest of the eight pictures taken.
#[test]
fn keys_agree_with_pictures() {
    let mut keys: HashMap<u64, String> = HashMap::new();
    let mut pictures = HashSet::new();
    let mut met = 0;
    for seed in 0..400 {
        let start = go(4, Rules::TROMP_TAYLOR);
        let (moves, _) = random_game(&start, seed, 12);
        let mut position = start;
        for m in moves {
            position.play_unchecked(m);
            let ko = |p: &Position| p.board().ko(p.to_move());
            let picture = |s: usize| {
                let image = position.symmetric(s);
                let passes = image.passes();
                format!("{} {} {:?} {passes}", image.board(), image.to_move(), ko(&image))
            };
            let least = (0..8).map(picture).min().expect("eight");
            let key = Orientation::of(&position).key().0;
            let known = keys.entry(key).or_insert_with(|| least.clone());
            assert_eq!(*known, least);
            met += usize::from(!pictures.insert(least));
        }
    }
    assert_eq!(keys.len(), pictures.len());
    assert!(met > 100, "positions met again: {met}");
}

/// The moves of either colour in any other order, as long as nothing is captured.
#[test]
fn every_order_of_moves_leads_to_the_same_position() {
    let mut compared = 0;
    for seed in 0..300 {
        let start = go(7, Rules::CHINESE);
        let (moves, position) = random_game(&start, seed, 10);
        let stones = moves.iter().filter(|m| **m != Move::Pass).count();
        if stones < moves.len() || position.board().stone_total() != stones {
            continue;
        }
        let mut rng = Rng::new(seed);
        let (mut black, mut white): (Vec<Move>, Vec<Move>) = (
            moves.iter().copied().step_by(2).collect(),
            moves.iter().copied().skip(1).step_by(2).collect(),
        );
        rng.shuffle(&mut black);
        rng.shuffle(&mut white);
        let s = rng.below(8);
        let mut other = start.clone();
        for i in 0..moves.len() {
            let m = if i % 2 == 0 { black[i / 2] } else { white[i / 2] };
            other.play(start.symmetric_move(s, m)).expect("legal");
        }
        assert_eq!(Orientation::of(&other).key(), Orientation::of(&position).key());
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

/// Under superko the same position may forbid a move in one game that it allows in another: what
/// the book says of it is left out, and never chosen.
#[test]
fn moves_that_superko_forbids_are_left_out() {
    let start = go(3, Rules::TROMP_TAYLOR);
    let mut book = MemoryBook::default();
    let mut games = Vec::new();
    for seed in 0..600 {
        let (moves, end) = random_game(&start, seed, 80);
        let outcome = end.outcome().unwrap_or(Outcome::Draw);
        book.add(&additions(&start, moves.iter().copied(), outcome).expect("legal"));
        games.push(moves);
    }
    let (mut left_out, mut asked) = (0, 0);
    for (seed, moves) in games.into_iter().enumerate() {
        let mut position = start.clone();
        let mut rng = Rng::new(seed as u64);
        for m in moves {
            let page = Page::read(&position, &book).expect("a book in memory");
            for known in page.moves() {
                assert!(position.is_legal(known.r#move));
                assert!(known.twins.iter().all(|&twin| position.is_legal(twin)));
            }
            left_out += page.left_out().len();
            let rule = Rule::Qbf(Qbf { k_black: 0.0, k_white: 0.0 });
            if let Some(m) = rule.choose(&position, &page, &mut rng) {
                assert!(position.is_legal(m));
                asked += 1;
            }
            position.play(m).expect("legal");
        }
    }
    assert!(left_out > 20 && asked > 1000, "{left_out} left out, {asked} asked");
}

#[test]
fn a_move_that_is_made_twice_in_a_position_is_one_game() {
    let start = tengen_loa::Position::new(tengen_loa::Rules::PAPER);
    let texts = ["b1-b3", "a2-c2", "b3-b1", "c2-a2", "b1-b3", "a2-c2"];
    let mut position = start.clone();
    let mut moves = Vec::new();
    for text in texts {
        let m = position.parse_move(text).expect("a move");
        position.play(m).expect(text);
        moves.push(m);
    }
    let added = additions(&start, moves, Outcome::Win(Player::Black)).expect("legal");
    assert_eq!(added.len(), 4, "{added:?}");
}

#[test]
fn games_that_break_the_rules_are_refused() {
    let start = go(5, Rules::CHINESE);
    let play = |texts: &[&str]| {
        let moves: Vec<Move> = texts.iter().map(|text| text.parse().expect("a move")).collect();
        additions(&start, moves, Outcome::Draw)
    };
    let error = play(&["C3", "C3"]).expect_err("occupied").to_string();
    assert_eq!(error, "move 2, C3: illegal move: the point is occupied");
    let error = play(&["C3", "T19"]).expect_err("off the board").to_string();
    assert!(error.contains("not on the board"), "{error}");
    let error = play(&["pass", "pass", "C3"]).expect_err("over").to_string();
    assert!(error.contains("the game is over"), "{error}");
}

proptest! {
    /// However a game is turned, it adds the same.
    #[test]
    fn a_turned_game_adds_the_same(seed in any::<u64>(), s in 0usize..8, side in 2usize..8) {
        let start = go(side, Rules::CHINESE);
        let (moves, _) = random_game(&start, seed, 50);
        let turned: Vec<Move> = moves.iter().map(|&m| start.symmetric_move(s, m)).collect();
        let outcome = Outcome::Win(Player::White);
        prop_assert_eq!(additions(&start, moves, outcome), additions(&start, turned, outcome));
    }

    /// Any rows at all: a page has legal moves alone, and nothing is lost.
    #[test]
    fn pages_of_any_rows(codes in proptest::collection::vec(0u32..90, 0..40), seed in any::<u64>()) {
        let (_, position) = random_game(&go(9, Rules::CHINESE), seed, 20);
        prop_assume!(position.outcome().is_none());
        let orientation = Orientation::of(&position);
        let tally = Tally { wins: 1, draws: 0, losses: 0 };
        let entries: Vec<Entry> = codes.iter().map(|&code| Entry { code, tally }).collect();
        let page = Page::of(&position, &orientation, entries);
        prop_assert_eq!(page.moves().len() + page.left_out().len(), codes.len());
        prop_assert!(page.moves().iter().all(|m| position.is_legal(m.r#move)));
    }
}
