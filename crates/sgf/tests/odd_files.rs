//! Files as they are found, and what is said about those that cannot be used.

mod common;

use common::{SAMPLE, end_of};
use tengen_game::{Game, Player};
use tengen_go::{Komi, Position, Rules};
use tengen_sgf::{Defaults, GoRecord, SgfError};

fn parse(text: &str) -> GoRecord {
    GoRecord::parse(text.as_bytes()).unwrap()
}

fn parse_error(text: &str) -> String {
    GoRecord::parse(text.as_bytes()).unwrap_err().to_string()
}

fn before(text: &str, number: usize) -> Result<Position, SgfError> {
    parse(text).position_before(Some(number), Defaults::default())
}

fn replay_error(text: &str) -> String {
    parse(text).position_before(None, Defaults::default()).unwrap_err().to_string()
}

#[test]
fn old_identifiers_and_line_ends() {
    let record =
        parse("(;GaMe[1]\r\nFF[3]\r\nSiZe[9]\r\nPlayerBlack[x]\r\n;Black[ee]\r\n;White[tt])\r\n");
    assert_eq!((record.len(), record.size().side()), (2, 9));
    assert_eq!(record.info().black.as_deref(), Some("x"));
    let position = record.position_before(None, Defaults::default()).unwrap();
    assert_eq!(position.passes(), 1);
}

#[test]
fn sizes() {
    assert_eq!(parse("(;B[aa])").size().side(), 19);
    assert_eq!(parse("(;SZ[9:9])").size().side(), 9);
    assert_eq!(parse_error("(;SZ[9:13])"), "board size \"9:13\": only square boards are known");
    assert_eq!(parse_error("(;SZ[99])"), "board size \"99\" is not a whole number from 2 to 19");
}

#[test]
fn what_the_file_does_not_tell_comes_from_the_caller() {
    let defaults = Defaults { rules: Rules::TROMP_TAYLOR, komi: Komi::from_points(5) };
    let position = parse("(;SZ[9]KM[]RU[Japanese])").position_before(None, defaults).unwrap();
    assert_eq!((position.rules(), position.komi()), (defaults.rules, defaults.komi));
    let record = parse("(;SZ[9]KM[6.50]RU[chinese])");
    let position = record.position_before(None, defaults).unwrap();
    assert_eq!((position.rules(), position.komi().points()), (Rules::CHINESE, 6.5));
    assert_eq!(parse("(;RU[Japanese])").rules_text().as_deref(), Some("Japanese"));
}

#[test]
fn other_games_and_no_games() {
    assert_eq!(parse("(;GM[2];B[aa])(;GM[1]PB[me];B[bb])").info().black.as_deref(), Some("me"));
    assert_eq!(
        parse_error("(;GM[2])"),
        "no game of Go: the first game of the file is GM[2] (Othello)"
    );
    assert_eq!(parse_error(""), "the file ends too early: it is empty");
    assert_eq!(parse_error(" \n "), "the file ends too early: it is empty");
    assert_eq!(parse_error("no game"), "no game record found: it would begin with \"(;\"");
    assert_eq!(parse("Dear (all), here it is:\n( ;B[aa]) bye (").len(), 1);
}

#[test]
fn texts_in_any_character_set() {
    let black = |bytes: &[u8]| GoRecord::parse(bytes).unwrap().info().black.unwrap();
    assert_eq!(black("(;PB[\u{9ED2} \\]\\\\ a\\:b])".as_bytes()), "\u{9ED2} ]\\ a:b");
    assert_eq!(black(b"\xEF\xBB\xBF(;PB[\xC3\xA9])"), "\u{E9}");
    assert_eq!(black(b"(;CA[ISO-8859-1]PB[\xC3\xA9])"), "\u{C3}\u{A9}");
    assert_eq!(black(b"(;PB[\xE9])"), "\u{E9}");
    let again = GoRecord::parse(b"(;CA[ISO-8859-1]PB[\xE9])").unwrap().to_sgf();
    assert_eq!(again, "(;CA[UTF-8]PB[\u{E9}])\n");
}

#[test]
fn setup_stones_and_rectangles() {
    let position = end_of("(;SZ[9]AB[aa:bc][ii]AW[ai:ci]AE[bb]PL[W])");
    assert_eq!(position.board().stone_count(Player::Black), 6);
    assert_eq!(position.board().stone_count(Player::White), 3);
    assert_eq!(position.to_move(), Player::White);
    assert!(position.board().is_empty("B8".parse().unwrap()));
    assert_eq!(
        replay_error("(;SZ[9];B[aa];AB[aa:jj])"),
        "setup after move 1: AB[aa:jj] is no point of a board of size 9"
    );
    assert_eq!(
        replay_error("(;SZ[3]AB[aa:cc])"),
        "setup after move 0: the stones at A1 have no liberty"
    );
}

#[test]
fn setup_inside_a_game_begins_a_new_one() {
    let text = "(;SZ[9];B[ee];W[cc];AE[cc]AB[gg];W[dc])";
    let position = before(text, 3).unwrap();
    assert_eq!(position.moves().len(), 0);
    assert_eq!(position.board().stone_count(Player::Black), 2);
    assert_eq!(position.board().stone_count(Player::White), 0);
    assert_eq!(position.to_move(), Player::White);
    assert_eq!(end_of(text).moves().len(), 1);
    // Setup and move in one node: the setup comes first.
    assert_eq!(end_of("(;SZ[9];AB[aa]W[bb])").board().stone_total(), 2);
}

#[test]
fn who_is_to_move() {
    let to_move = |text: &str| end_of(text).to_move();
    assert_eq!(to_move("(;SZ[9])"), Player::Black);
    assert_eq!(to_move("(;SZ[9]HA[2])"), Player::White);
    assert_eq!(to_move("(;SZ[9]HA[0])"), Player::Black);
    assert_eq!(to_move("(;SZ[9]AB[aa][cc])"), Player::White);
    assert_eq!(to_move("(;SZ[9]HA[2];AB[aa][cc])"), Player::White);
    assert_eq!(to_move("(;SZ[9]AB[aa]AW[cc])"), Player::Black);
    assert_eq!(to_move("(;SZ[9]AB[aa]PL[B])"), Player::Black);
    assert_eq!(to_move("(;SZ[9];B[aa])"), Player::White);
    assert_eq!(to_move("(;SZ[9];B[aa];B[bb])"), Player::White);
    assert_eq!(to_move("(;SZ[9];B[aa];PL[B])"), Player::Black);
    assert_eq!(before("(;SZ[9];W[aa])", 1).unwrap().to_move(), Player::White);
    assert_eq!(before("(;SZ[9];B[aa];B[bb])", 2).unwrap().to_move(), Player::Black);
    assert_eq!(before("(;SZ[9];B[aa];B[bb])", 0).unwrap().moves().len(), 0);
    assert_eq!(before("(;SZ[9];B[aa];B[bb])", 99).unwrap().moves().len(), 2);
}

#[test]
fn games_go_on_after_two_passes() {
    let text = "(;SZ[9];B[ee];W[];B[tt];W[cc];B[])";
    assert_eq!(before(text, 99).unwrap().board().stone_total(), 2);
    let position = before(text, 4).unwrap();
    assert_eq!((position.passes(), position.to_move()), (0, Player::White));
    assert_eq!(end_of("(;SZ[9];B[ee];W[];B[])").passes(), 2);
}

#[test]
fn illegal_moves_are_explained() {
    assert_eq!(
        replay_error("(;SZ[9];B[df];W[ee];B[df])"),
        "move 3, Black D4: illegal move: the point is occupied"
    );
    assert_eq!(
        replay_error("(;SZ[9];B[df];W[jj])"),
        "move 2, White \"jj\": no point of a board of size 9"
    );
    assert_eq!(
        replay_error("(;SZ[3]RU[Chinese]AB[ab][ba];W[aa])"),
        "move 1, White A3: illegal move: it would be suicide"
    );
    assert_eq!(replay_error("(;SZ[9];B[aa]W[bb])"), "move 1: more than one move in the same node");
    // What comes before it can be used.
    assert!(before("(;SZ[9];B[df];W[jj])", 2).is_err());
    assert!(before("(;SZ[9];B[df];W[ee];B[df])", 3).is_ok());
    let record = parse("(;SZ[9];B[df];W[df];B[ee])");
    let plies: Vec<_> = record.main_line(Defaults::default()).collect();
    assert!(plies.len() == 2 && plies[0].is_ok() && plies[1].is_err());
}

#[test]
fn the_sample_is_read_and_kept() {
    let record = parse(SAMPLE);
    assert_eq!((record.len(), record.node_count(), record.handicap()), (6, 10, Some(2)));
    assert_eq!(record.info().black.as_deref(), Some("A ] b"));
    assert_eq!(record.comment(0).as_deref(), Some("Start:\\ \u{E9}"));
    assert_eq!(record.to_sgf().replace('\n', ""), SAMPLE);
}
