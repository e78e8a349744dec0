//! Positions and games from the literature behave as published. Names are those of our reference;
//! "Quad" is Winands, Uiterwijk and van den Herik, "The Quad Heuristic in Lines of Action", 2001.

use tengen_loa::{Ending, Game, MoveList, Outcome, Player, Position, Rules};

const BLACK: Outcome = Outcome::Win(Player::Black);
const WHITE: Outcome = Outcome::Win(Player::White);

fn position(rows: &str, side: char, rules: Rules) -> Position {
    Position::from_text(&format!("{rows} {side}"), rules).unwrap()
}

fn after(game: &Position, moves: &str) -> Position {
    let mut game = game.clone();
    for text in moves.split_whitespace() {
        let m = game.parse_move(text).unwrap();
        game.play(m).unwrap_or_else(|error| panic!("{text}: {error} in\n{game:?}"));
        assert_eq!(m.to_string(), text, "captures are marked");
    }
    game
}

fn legal(game: &Position) -> Vec<String> {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

/// +1, 0 or -1 for the side to move if that is settled within `plies`; 0 also if it is not.
fn value(game: &Position, plies: u32) -> i32 {
    if let Some(outcome) = game.outcome() {
        return outcome.value_for(game.to_move());
    }
    if plies == 0 {
        return 0;
    }
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    let mut best = -1;
    for &m in &moves {
        let mut next = game.clone();
        next.play_unchecked(m);
        best = best.max(-value(&next, plies - 1));
        if best == 1 {
            break;
        }
    }
    best
}

/// The moves that win at once.
fn wins_at_once(game: &Position) -> Vec<String> {
    let wins = |text: &String| {
        after(game, text).outcome().and_then(Outcome::winner) == Some(game.to_move())
    };
    legal(game).into_iter().filter(wins).collect()
}

/// T1, Quad diagram 5: White to move wins; Black to move has one defence.
#[test]
fn one_defence() {
    let rows = "....o..x/......../......../...o..x./....o.x./.ooo..x./..x....x/..x.....";
    let white = position(rows, 'w', Rules::PAPER);
    assert_eq!(wins_at_once(&white), ["e8-e6"]);
    let black = position(rows, 'b', Rules::PAPER);
    assert_eq!(value(&black, 1), 0, "Black has no win at once");
    let holds = |text: &String| wins_at_once(&after(&black, text)).is_empty();
    let defences: Vec<String> = legal(&black).into_iter().filter(holds).collect();
    assert_eq!(defences, ["g4xe4"]);
}

/// T2, Quad diagram 10: a win at once among 24 moves; f8 is blocked.
#[test]
fn a_blocked_piece() {
    let rows = "....oxo./....ooo./.....x../......x./..x...x./......xo/......../........";
    let game = position(rows, 'b', Rules::PAPER);
    let moves = legal(&game);
    assert_eq!(moves.len(), 24);
    assert!(!moves.iter().any(|m| m.starts_with("f8")), "{moves:?}");
    assert_eq!(wins_at_once(&game), ["c4xf7"]);
}

/// T3: with all 24 pieces on the board neither side has a move.
#[test]
fn a_stalemate() {
    let rows = "......../..x.o.x./.o.o.o.o/..x.o.x./.x.x.x.x/..x.o.x./.o.o.o.o/..x.o.x.";
    for (side, player) in [('b', Player::Black), ('w', Player::White)] {
        let game = position(rows, side, Rules::PAPER);
        assert_eq!(Player::BOTH.map(|player| game.board().move_count(player)), [0, 0]);
        assert_eq!(Player::BOTH.map(|player| game.board().piece_count(player)), [12, 12]);
        assert_eq!(game.ending(), Some(Ending::BothStuck));
        assert_eq!(game.outcome(), Some(Outcome::Draw));
        let loses = position(rows, side, Rules::OPENSPIEL);
        assert_eq!(loses.outcome(), Some(Outcome::Win(player.opponent())));
    }
}

/// T4, van der Goot: whoever moves loses, if the mover wins a simultaneous connection.
#[test]
fn zugzwang() {
    let rows = "o......./......../......../...x..../....o.../......../......../.......x";
    for side in ['b', 'w'] {
        let game = position(rows, side, Rules::MOVER_WINS);
        assert_eq!(legal(&game).len(), 8);
        assert_eq!((value(&game, 1), value(&game, 2)), (0, -1));
        assert_eq!(value(&position(rows, side, Rules::PAPER), 4), 0);
    }
    let both = after(&position(rows, 'w', Rules::PAPER), "a8-b8 h1xe4");
    assert_eq!(both.ending(), Some(Ending::BothConnected(None)));
    assert_eq!(both.outcome(), Some(Outcome::Draw));
}

/// T5, Dyer: a capture that connects both sides.
#[test]
fn simultaneous_connection() {
    let rows = "..o...../..oo..../.xoxo.../x.ooo.../.xx...../.xx...../...o..../........";
    let draw = after(&position(rows, 'w', Rules::PAPER), "d2xd6");
    assert_eq!(draw.ending(), Some(Ending::BothConnected(None)));
    assert!(wins_at_once(&position(rows, 'w', Rules::PAPER)).is_empty());
    let win = after(&position(rows, 'w', Rules::MOVER_WINS), "d2xd6");
    assert_eq!(win.ending(), Some(Ending::BothConnected(Some(Player::White))));
    assert_eq!(win.outcome(), Some(WHITE));
}

/// T6: the shortest known games, nine plies. In the first Black's move connects White.
#[test]
fn shortest_games() {
    let games = [
        ("c1xa3 a2-c4 c8xa6 a4-d4 e1-c3 d4-g4 c3xa5 c4-f4 a3xa7", WHITE),
        ("d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5", BLACK),
    ];
    for (moves, winner) in games {
        for (name, rules) in Rules::PRESETS {
            let game = after(&Position::new(rules), moves);
            assert_eq!(game.outcome(), Some(winner), "{name}");
        }
    }
}

/// T7, Quad diagram 4: groups with a hole, which counting quads alone would take for one group.
#[test]
fn a_hole_is_no_connection() {
    let rows = "......../x.x...../.x..o.../...o.o.x/..o.o.../.o..x.../...x..../......o.";
    let game = position(rows, 'b', Rules::PAPER);
    assert_eq!(game.board().connections(), [false, false]);
    assert_eq!(game.ending(), None);
}

/// T8, MIA against MONA at the Computer Olympiad 2000, game 7: b4-b7 is published as a win in 15.
/// Here only that it is a move and no quick win.
#[test]
fn a_deep_win_is_not_a_quick_one() {
    let rows = "..xx..../......../......o./.xooo..o/oxx.x.o./.o....../o......./....o...";
    let game = position(rows, 'b', Rules::PAPER);
    for m in ["b4-b7", "d8-b8"] {
        assert!(legal(&game).contains(&m.to_owned()), "{m}");
    }
    assert_eq!(value(&game, 3), 0);
}

/// T9, Quad diagram 9: 13 moves; f5-e6 threatens e6xb6.
#[test]
fn a_threat() {
    let rows = "......../......../xo....../xo...x../xo....../.o....../......../.......o";
    let game = position(rows, 'b', Rules::PAPER);
    assert_eq!(legal(&game).len(), 13);
    assert_eq!(value(&game, 3), 0);
    let threat = after(&game, "f5-e6");
    let mut if_white_passed = position(&threat.board().rows(), 'b', Rules::PAPER);
    assert_eq!(wins_at_once(&if_white_passed), ["e6xb6"]);
    if_white_passed = after(&if_white_passed, "e6xb6");
    assert_eq!(if_white_passed.outcome(), Some(BLACK));
}
