//! Whatever a user types, a parser answers; what it prints, it reads.

mod naive;

use naive::{Naive, scattered};
use proptest::prelude::*;
use tengen_loa::{
    Board, Game, MoveList, Player, Position, Rng, Rules, Simultaneous, Square, read_positions,
};

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn junk_never_panics(text in "\\PC{0,40}") {
        let _ = text.parse::<Square>();
        let _ = text.parse::<Rules>();
        let _ = text.parse::<Board>();
        let _ = Position::from_text(&text, Rules::PAPER);
        let _ = Position::new(Rules::PAPER).parse_move(&text);
    }

    #[test]
    fn near_positions_never_panic(text in "([xo.]{7,9}/){6,8}[xo.XOé]{7,9} ?[bwBWx]?") {
        if let Ok(game) = Position::from_text(&text, Rules::PAPER) {
            prop_assert_eq!(game.to_text().to_lowercase(), text.to_lowercase());
        }
    }

    #[test]
    fn junk_lists_never_panic(text in "([\\PC\r\n]|# |b |w ){0,80}") {
        let _ = read_positions(&text);
    }

    /// Lists are read line by line: good ones whole, others up to the first bad line, by number.
    #[test]
    fn lists_of_positions_are_read_by_line(kinds in prop::collection::vec(0..6_usize, 0..12)) {
        let rows = Board::START.rows();
        let line = |&kind: &usize| match kind {
            0 => String::new(),
            1 => format!("  # {rows} b"),
            2 => format!("{rows} b"),
            3 => format!("  {rows}\tW 7 30 a1-a2,b1-b2 game:12 "),
            4 => rows.clone(),
            _ => rows.replace('.', "") + " b",
        };
        let is_position = |&(_, &kind): &(usize, &usize)| kind == 2 || kind == 3;
        let text: String = kinds.iter().map(|kind| line(kind) + "\r\n").collect();
        match kinds.iter().position(|&kind| kind > 3) {
            Some(bad) => prop_assert_eq!(read_positions(&text).unwrap_err().line, bad + 1),
            None => {
                let expected = kinds.iter().enumerate().filter(is_position);
                let expected: Vec<_> = expected
                    .map(|(at, &kind)| (at + 1, if kind == 2 { Player::Black } else { Player::White }))
                    .collect();
                let list = read_positions(&text).unwrap();
                prop_assert!(list.iter().all(|it| it.board == Board::START));
                let found: Vec<_> = list.iter().map(|it| (it.line, it.to_move)).collect();
                prop_assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn near_moves_never_panic(text in "[a-i][0-9][-x:X]?[A-Ié][0-9] ?") {
        let game = Position::new(Rules::PAPER);
        if let Ok(m) = game.parse_move(&text) {
            let again = game.parse_move(&m.to_string()).unwrap();
            prop_assert_eq!(again.squares(), m.squares());
            let _ = game.clone().play(m);
        }
    }

    #[test]
    fn random_positions_go_both_ways(seed: u64, black: bool) {
        let mut rng = Rng::new(seed);
        let to_move = if black { Player::Black } else { Player::White };
        let board = Naive::from_squares(scattered(&mut rng), to_move, Rules::PAPER).board();
        prop_assert_eq!(board.rows().parse::<Board>().unwrap(), board);
        let game = Position::from_board(board, to_move, Rules::PAPER);
        prop_assert!(Position::from_text(&game.to_text(), Rules::PAPER).unwrap() == game);
        let mut moves = MoveList::new();
        game.legal_moves(&mut moves);
        for &m in &moves {
            let text = m.to_string();
            let forms = [text.clone(), text.to_uppercase(), text.replace(['-', 'x'], ""),
                text.replace('x', ":"), text.replace('x', "-"), format!(" {text}\n")];
            for form in forms {
                prop_assert_eq!(game.parse_move(&form), Ok(m), "{}", form);
            }
        }
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let error = |text: &str| Position::from_text(text, Rules::PAPER).unwrap_err().to_string();
    let start = Position::new(Rules::PAPER).to_text();
    assert_eq!(error(""), "a board has 8 rows joined by /, this text has 1");
    assert_eq!(error("xx/oo b"), "a board has 8 rows joined by /, this text has 2");
    assert_eq!(error(&start.replacen(".....", "....", 1)), "rank 7 has 7 squares, not 8");
    assert_eq!(error(&start.replacen("o.", "o..", 2)), "rank 7 has 9 squares, not 8");
    let unknown = start.replacen("xx", "xq", 1);
    assert_eq!(error(&unknown), "c8 has 'q': x is Black, o is White, . is empty");
    let crowded = start.replacen("o.", "oo", 1);
    assert_eq!(error(&crowded), "White has 13 pieces: a side has at most 12");
    assert_eq!(error(&start.replace('o', ".")), "White has no pieces: a side has at least 1");
    assert_eq!(error(&start.replace('x', ".")), "Black has no pieces: a side has at least 1");
    let sideless = start.trim_end_matches(" b");
    assert_eq!(error(sideless), "the side to move is missing: b or w after the board");
    assert_eq!(error(&format!("{sideless} x")), "\"x\" is no side to move: b or w");
    let longer = format!("{start} 7");
    assert_eq!(error(&longer), "\"7\" after the side to move: nothing may follow it");
    let both = Board::from_pieces([0b111, 0b110]).unwrap_err();
    assert_eq!(both.to_string(), "both players have a piece on b1");

    let game = Position::new(Rules::PAPER);
    let error = |text: &str| game.parse_move(text).unwrap_err().to_string();
    for text in ["", "b", "b1", "b1-", "b1-b33", "b1--b3", "castle", "b1 b3"] {
        assert_eq!(
            error(text),
            format!("{text:?} is not a move such as f8-f7, c7xc4 or pass"),
            "{text}"
        );
    }
    assert_eq!(error("b1-i3"), "\"i3\" is not a square: a1 to h8");
    assert_eq!(error("b0-b3"), "\"b0\" is not a square: a1 to h8");
}

#[test]
fn rules_have_names() {
    for (name, rules) in Rules::PRESETS {
        assert_eq!(name.parse::<Rules>(), Ok(rules));
        assert_eq!(rules.to_string(), name);
        assert_eq!(name.to_uppercase().parse::<Rules>(), Ok(rules));
    }
    let capped = Rules { length_cap: Some(150), ..Rules::MOVER_WINS };
    assert_eq!(capped.to_string(), "mover-wins, drawn after 150 plies");
    assert_eq!(capped.to_string().parse(), Ok(capped));
    let mixed = Rules { simultaneous: Simultaneous::Draw, ..Rules::OPENSPIEL };
    let words = "simultaneous connection draws, no move loses, the second occurrence of a board \
                 draws, drawn after 1000 plies";
    assert_eq!(mixed.to_string(), words);
    for bad in [words, "paper, drawn after", "paper, drawn after x plies", "", "paper,"] {
        assert!(bad.parse::<Rules>().is_err(), "{bad}");
    }
}

#[test]
fn boards_are_drawn() {
    let drawn = "  a b c d e f g h
8 . x x x x x x . 8
7 o . . . . . . o 7
6 o . . . . . . o 6
5 o . . . . . . o 5
4 o . . . . . . o 4
3 o . . . . . . o 3
2 o . . . . . . o 2
1 . x x x x x x . 1
  a b c d e f g h";
    assert_eq!(Board::START.to_string(), drawn);
}
