//! Keys of surroundings stand for what one sees, whichever way the board is turned.

use std::collections::HashMap;

use tengen_go::{BoardSize, Game, Komi, Move, MoveList, Point, Position, Rng, Rules, Symmetric};
use tengen_policy::go::{KnownSurroundings, Surroundings};

/// What surrounds a point up to a distance, in all eight views, the first by letters.
fn slow(position: &Position, point: Point, size: usize) -> String {
    let (board, player) = (position.board(), position.to_move());
    let side = board.size().side() as isize;
    let reach = size as isize / 2;
    let letter = |dx: isize, dy: isize| {
        let (x, y) = (point.x() as isize + dx, point.y() as isize + dy);
        if !(0..side).contains(&x) || !(0..side).contains(&y) {
            return '#';
        }
        match board.stone(Point::new(x as usize, y as usize).expect("on the board")) {
            Some(owner) if owner == player => 'x',
            Some(_) => 'o',
            None => '.',
        }
    };
    let view = |turn: usize| {
        let mut text = String::new();
        for y in -reach..=reach {
            for x in -reach..=reach {
                let (dx, dy) = (x.unsigned_abs(), y.unsigned_abs());
                if (1..=size).contains(&(dx + dy + dx.max(dy))) {
                    let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
                    let x = if turn & 2 == 0 { x } else { -x };
                    let y = if turn & 4 == 0 { y } else { -y };
                    text.push(letter(x, y));
                }
            }
        }
        text
    };
    (0..8).map(view).min().expect("eight views")
}

fn random_position(side: usize, moves: usize, rng: &mut Rng) -> Position {
    let size = BoardSize::new(side).expect("a size from 2 to 19");
    let mut position = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    let mut legal = MoveList::new();
    for _ in 0..moves {
        position.legal_moves(&mut legal);
        let Some(&m) = legal.get(rng.below(legal.len().max(1))) else { break };
        position.play(m).expect("a legal move");
        if position.outcome().is_some() {
            break;
        }
    }
    position
}

#[test]
fn the_same_key_is_the_same_sight() {
    let mut rng = Rng::new(3);
    let (mut by_key, mut by_sight) = (HashMap::new(), HashMap::new());
    let mut again = 0;
    for round in 0..60 {
        let side = [5, 9, 13, 19, 2][round % 5];
        let position = random_position(side, rng.below(side * side / 2), &mut rng);
        let mut surroundings = Surroundings::new();
        surroundings.look_at(&position);
        for point in position.board().size().points() {
            for (key, size) in surroundings.keys(point).zip(4..) {
                let sight = (size, slow(&position, point, size));
                again += usize::from(by_key.contains_key(&key));
                assert_eq!(*by_key.entry(key).or_insert_with(|| sight.clone()), sight);
                assert_eq!(*by_sight.entry(sight).or_insert(key), key);
            }
        }
    }
    // Enough of both: others, and those met before.
    assert!(by_sight.len() > 10_000 && again > 5_000, "{} {again}", by_sight.len());
}

#[test]
fn turned_boards_have_the_same_keys() {
    let mut rng = Rng::new(4);
    for _ in 0..20 {
        let position = random_position(9, 30, &mut rng);
        let keys = |position: &Position, point: Point| {
            let mut surroundings = Surroundings::new();
            surroundings.look_at(position);
            surroundings.keys(point).collect::<Vec<u32>>()
        };
        for symmetry in 0..Position::SYMMETRIES {
            let turned = position.symmetric(symmetry);
            for point in position.board().size().points() {
                let m = position.symmetric_move(symmetry, Move::Play(point));
                let there = m.point().expect("a point");
                assert_eq!(keys(&position, point), keys(&turned, there));
            }
        }
    }
}

#[test]
fn the_largest_that_is_known_counts() {
    let mut rng = Rng::new(5);
    let position = random_position(9, 20, &mut rng);
    let mut surroundings = Surroundings::new();
    surroundings.look_at(&position);
    let point: Point = "C3".parse().unwrap();
    let keys: Vec<u32> = surroundings.keys(point).collect();
    assert_eq!(KnownSurroundings::default().largest(&surroundings, point), None);
    let known = |numbers: &[usize]| {
        let known = KnownSurroundings::new(numbers.iter().map(|&i| keys[i]).collect());
        known.largest(&surroundings, point)
    };
    assert_eq!(known(&[1]), None, "the smaller ones are missing");
    assert_eq!(known(&[1, 0]), Some(0));
    assert_eq!(known(&[0, 0, 1, 3]), Some(1), "what is there twice is left out");
    assert_eq!(known(&(0..keys.len()).collect::<Vec<_>>()), Some(keys.len() as u16 - 1));
    let many = KnownSurroundings::new((0..70_000).collect());
    assert_eq!(many.keys().len(), KnownSurroundings::MOST);
}
