//! The fast rules against the naive ones, move by move, under every rule.

mod naive;

use std::collections::HashMap;

use naive::{Naive, Squares, scattered};
use tengen_loa::{
    Board, Ending, Game, Key, Move, MoveList, NoMove, Player, Position, Repetition, Rng, Rules,
    Simultaneous,
};

/// Everything about one position that both sides know.
fn compare(naive: &Naive, game: &Position, moves: &mut MoveList<Move>) {
    game.legal_moves(moves);
    assert_eq!(&moves[..], &naive.legal()[..], "legal moves in\n{game:?}");
    let connected = Player::BOTH.map(|player| naive.is_connected(player));
    assert_eq!(game.board().connections(), connected, "connections in\n{game:?}");
    assert_eq!(game.outcome(), naive.outcome(), "outcome of\n{game:?}");
    assert_eq!((game.to_move(), *game.board()), (naive.to_move, naive.board()), "{game:?}");
    assert_eq!(game.key(), game.key_from_scratch(), "{game:?}");
}

/// Equal positions have equal keys, and different positions different ones.
#[derive(Default)]
struct Keys {
    of_position: HashMap<([u64; 2], Player), Key>,
    position_of: HashMap<Key, ([u64; 2], Player)>,
}

impl Keys {
    fn check(&mut self, game: &Position) {
        let position = (Player::BOTH.map(|p| game.board().pieces(p)), game.to_move());
        let known = *self.of_position.entry(position).or_insert(game.key());
        assert_eq!(known, game.key(), "one position, two keys");
        let first = *self.position_of.entry(game.key()).or_insert(position);
        assert_eq!(first, position, "two positions, one key");
    }
}

fn every_rule() -> Vec<Rules> {
    let mut all = Vec::new();
    for simultaneous in [Simultaneous::Draw, Simultaneous::MoverWins] {
        for no_move in [NoMove::Pass, NoMove::Loss] {
            for repetition in [Repetition::Threefold, Repetition::TwofoldBoard, Repetition::None] {
                for length_cap in [None, Some(40)] {
                    all.push(Rules { simultaneous, no_move, repetition, length_cap });
                }
            }
        }
    }
    all
}

/// A random move, but often the one that takes the player's last move back, so that games repeat
/// positions.
fn restless(moves: &[Move], played: &[Move], rng: &mut Rng) -> Option<Move> {
    let back = played.iter().rev().nth(1).and_then(|m| m.squares()).map(|(from, to)| (to, from));
    let returns = moves.iter().copied().find(|m| m.squares().is_some() && m.squares() == back);
    returns.filter(|_| rng.below(3) > 0).or_else(|| rng.choose(moves))
}

/// Plays a game on both boards and compares all the way; the number of positions compared.
fn follow(mut naive: Naive, rng: &mut Rng, keys: &mut Keys, may_return: bool) -> u64 {
    let mut game = Position::from_board(naive.board(), naive.to_move, naive.rules);
    let mut moves = MoveList::new();
    let mut compared = 0;
    loop {
        compare(&naive, &game, &mut moves);
        keys.check(&game);
        compared += 1;
        let drawn =
            if may_return { restless(&moves, game.moves(), rng) } else { rng.choose(&moves) };
        let Some(m) = drawn.filter(|_| compared < 2000) else { return compared };
        game.play(m).unwrap();
        naive.play(m);
    }
}

/// Half a million positions of random games from the start, most of them under the presets.
#[test]
fn random_games_agree() {
    let (mut rng, mut keys, mut compared) = (Rng::new(1), Keys::default(), 0);
    while compared < 500_000 {
        for (_, rules) in Rules::PRESETS {
            compared += follow(Naive::new(rules), &mut rng, &mut keys, false);
        }
    }
    println!("{compared} positions, {} different", keys.of_position.len());
}

/// Games of all rules that go back and forth, so that repetition and the cap are met.
#[test]
fn restless_games_agree() {
    let (mut rng, mut keys, mut compared) = (Rng::new(2), Keys::default(), 0);
    while compared < 200_000 {
        for rules in every_rule() {
            compared += follow(Naive::new(rules), &mut rng, &mut keys, true);
        }
    }
}

/// Pieces anywhere, also crowded so that players are stuck or connected at once.
#[test]
fn scattered_boards_agree() {
    let (mut rng, mut keys, mut compared) = (Rng::new(3), Keys::default(), 0);
    let (mut stuck, mut both_stuck, mut over) = (0, 0, 0);
    while compared < 300_000 {
        for rules in every_rule() {
            let to_move = Player::BOTH[rng.below(2)];
            let naive = Naive::from_squares(scattered(&mut rng), to_move, rules);
            let movable = Player::BOTH.map(|player| naive.board().has_move(player));
            stuck += u32::from(movable != [true, true]);
            both_stuck += u32::from(movable == [false, false]);
            over += u32::from(naive.outcome().is_some());
            compared += follow(naive, &mut rng, &mut keys, true);
        }
    }
    println!("{compared} positions; at the start stuck {stuck}, both {both_stuck}, over {over}");
    assert!(stuck > 0 && over > 100, "the boards are not varied enough: {stuck}, {over}");
}

fn squares(rows: &str) -> Squares {
    let board = rows.parse::<Board>().unwrap();
    std::array::from_fn(|i| board.piece(naive::square(i)))
}

/// Boards with one side or both stuck, and those near them: up to three pieces are moved, and up
/// to five of Black's added where there is room for them.
#[test]
fn stuck_players_agree() {
    let bases = [squares(STALEMATE), squares(WHITE_IS_STUCK)];
    let (mut rng, mut keys) = (Rng::new(4), Keys::default());
    let (mut passes, mut both_stuck) = (0, 0);
    for round in 0..20_000 {
        let mut squares = bases[round % 2];
        for _ in 0..rng.below(4) {
            let (from, to) = (rng.below(64), rng.below(64));
            if squares[to].is_none() {
                squares.swap(from, to);
            }
        }
        for _ in 0..if round % 2 == 0 { 0 } else { rng.below(6) } {
            squares[rng.below(64)].get_or_insert(Player::Black);
        }
        let rules = every_rule()[rng.below(24)];
        let mut naive = Naive::from_squares(squares, Player::BOTH[rng.below(2)], rules);
        let mut game = Position::from_board(naive.board(), naive.to_move, rules);
        let mut moves = MoveList::new();
        both_stuck += u32::from(game.ending() == Some(Ending::BothStuck));
        for _ in 0..10 {
            compare(&naive, &game, &mut moves);
            keys.check(&game);
            passes += u32::from(moves[..] == [Move::PASS]);
            let Some(m) = rng.choose(&moves) else { break };
            game.play(m).unwrap();
            naive.play(m);
        }
    }
    println!("{passes} forced passes, {both_stuck} double stalemates");
    assert!(passes > 1000 && both_stuck > 100, "{passes} passes, {both_stuck} stalemates");
}

/// Reference position T3: neither side has a move.
const STALEMATE: &str = "......../..x.o.x./.o.o.o.o/..x.o.x./.x.x.x.x/..x.o.x./.o.o.o.o/..x.o.x.";

/// White's pieces are walled into two corners.
const WHITE_IS_STUCK: &str =
    "......xo/......xx/......../......../......../......../xx....../ox......";

/// Undo leads back through every position of a game.
#[test]
fn undo_takes_back_every_move() {
    let (mut rng, mut moves) = (Rng::new(5), MoveList::new());
    for (_, rules) in Rules::PRESETS {
        let mut game = Position::new(rules);
        let mut trail = vec![game.clone()];
        while game.outcome().is_none() {
            game.legal_moves(&mut moves);
            game.play(restless(&moves, game.moves(), &mut rng).unwrap()).unwrap();
            trail.push(game.clone());
        }
        while let Some(before) = trail.pop() {
            assert!(game == before && game.key() == before.key());
            assert_eq!(game.history_key(), before.history_key());
            assert_eq!(game.ending(), before.ending());
            assert_eq!(game.undo().is_some(), !trail.is_empty());
        }
    }
}
