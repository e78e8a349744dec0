//! Records of Lines of Action: what is written reads the same, files as they are found, and
//! whatever the bytes are.

use std::io::Write;
use std::path::PathBuf;

use proptest::prelude::*;
use tengen_game::{Game, MoveList, Outcome, Player, Rng};
use tengen_loa::{Board, Position, Rules, Square};
use tengen_sgf::{Annotation, GameInfo, LoaRecord, SgfError};

/// A file with a bit of everything.
const SAMPLE: &str = "(;GM[9]FF[4]CA[UTF-8]SU[Standard]PB[A \\] b]RU[paper]C[Start:\\\\ \u{E9}]\
    ;B[C1:A3++];W[a2-c4!](;B[c8xa6]N[x];W[a4d4])(;B[e1-e3]LB[a1:1]FOO[a\\]b];AE[a4]PL[W];W[a5-c5]\
    ;B[resign]))";

fn parse(text: &str) -> LoaRecord {
    LoaRecord::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn end_of(text: &str) -> Position {
    parse(text).position_before(None, Rules::PAPER).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn replay_error(text: &str) -> String {
    parse(text).position_before(None, Rules::PAPER).unwrap_err().to_string()
}

fn reread(record: &LoaRecord) -> LoaRecord {
    parse(&record.to_sgf())
}

/// A game of random moves under any rules, from the start or from any pieces.
fn random_game() -> impl Strategy<Value = Position> {
    (0..3_usize, prop::option::of(1..900_u32), any::<bool>(), 0..150_usize, any::<u64>()).prop_map(
        |(rules, cap, usual, moves, seed)| {
            let rules = Rules::PRESETS[rules].1;
            let rules = if cap.is_some() { rules.with_length_cap(cap) } else { rules };
            let mut rng = Rng::new(seed);
            let mut game = if usual {
                Position::new(rules)
            } else {
                Position::from_board(random_board(&mut rng), Player::BOTH[rng.below(2)], rules)
            };
            let mut list = MoveList::new();
            for _ in 0..moves {
                game.legal_moves(&mut list);
                let Some(m) = rng.choose(&list) else { break };
                game.play(m).unwrap();
            }
            game
        },
    )
}

fn random_board(rng: &mut Rng) -> Board {
    let mut pieces = [1_u64, 2];
    for square in Square::all().skip(2) {
        let player = rng.below(8);
        if player < 2 && pieces[player].count_ones() < 12 {
            pieces[player] |= square.bit();
        }
    }
    Board::from_pieces(pieces).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn games_read_as_they_were_written(game in random_game()) {
        let record = reread(&LoaRecord::from_game(&game, &GameInfo::default()));
        prop_assert_eq!(record.len(), game.moves().len());
        prop_assert_eq!(record.rules(), Some(game.rules()));
        // The file's rules count, not the caller's.
        let read = record.position_before(None, Rules::PAPER).unwrap();
        prop_assert_eq!(&read, &game, "{}", record.to_sgf());
        let plies = record.plies(Rules::PAPER).unwrap();
        let moves: Vec<_> = plies.iter().map(|ply| ply.m).collect();
        prop_assert_eq!(moves.as_slice(), game.moves());
        for ply in plies.iter().step_by(7) {
            let before = record.position_before(Some(ply.number), Rules::PAPER).unwrap();
            prop_assert_eq!(&before, &ply.before);
            prop_assert_eq!(ply.before.to_move(), ply.player);
        }
    }

    #[test]
    fn notes_and_headers_read_as_they_were_written(
        game in random_game(),
        text in any::<String>(),
        number in any::<prop::sample::Index>(),
    ) {
        let info = GameInfo { black: Some(text.clone()), comment: Some(text.clone()), ..GameInfo::default() };
        let mut record = LoaRecord::from_game(&game, &info);
        let number = number.index(record.len() + 1);
        let note = Annotation { comment: format!("{text}]\\"), win_rate_black: Some(0.25) };
        record.annotate(number, &note).unwrap();
        if number > 0 {
            let m = game.moves()[number - 1];
            record.add_variation(number, &[(Player::White, m)], &text).unwrap();
        }
        let read = reread(&record);
        prop_assert_eq!(read.to_sgf(), record.to_sgf());
        prop_assert!(read.comment(number).unwrap().ends_with("]\\"));
        prop_assert_eq!(read.position_before(None, Rules::PAPER).unwrap(), game);
    }
}

/// The lines of a file of the shared data, if it is there.
fn shared(name: &str) -> Option<Vec<String>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/loa");
    match std::fs::read_to_string(PathBuf::from(folder).join(name)) {
        Ok(text) => Some(text.lines().map(str::to_owned).collect()),
        Err(error) => {
            // Not by a macro: the test runner would swallow that.
            let line = format!("SKIPPED, NOTHING WAS CHECKED: {name} of shared/data/loa: {error}");
            let _ = writeln!(std::io::stderr(), "{line}");
            None
        }
    }
}

/// Games of people go to a record and back, and from the form in which Boardspace keeps them.
#[test]
fn human_games_go_both_ways() {
    let Some(lines) = shared("human_games.txt") else { return };
    for line in &lines {
        let moves = line.rsplit('|').next().unwrap();
        let mut game = Position::new(Rules::PAPER);
        let mut boardspace = "(;GM[9]SU[Standard]".to_owned();
        for text in moves.split_whitespace() {
            let letter = if game.to_move() == Player::Black { 'B' } else { 'W' };
            let value = text.to_uppercase().replace('X', "-");
            boardspace += &format!("\n;{letter}[{value}]");
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        let record = LoaRecord::from_game(&game, &GameInfo::default());
        assert_eq!(end_of(&record.to_sgf()), game, "{line}");
        assert_eq!(end_of(&format!("{boardspace})")), game, "{line}");
    }
    assert_eq!(lines.len(), 1_088);
}

#[test]
fn starts_and_turns() {
    assert_eq!(end_of("(;GM[9])"), Position::new(Rules::PAPER));
    assert_eq!(end_of("(;GM[9]PL[W])").to_move(), Player::White);
    assert_eq!(end_of("(;GM[9];W[a2-c2])").moves().len(), 1);
    let custom = "(;GM[9]SU[custom]AB[a1:b2][h8]AW[C3][d5];W[c3-c4])";
    let game = end_of(custom);
    assert_eq!(game.outcome(), Some(Outcome::Win(Player::White)));
    let rows = ".......x/......../......../...o..../......../..o...../xx....../xx......";
    assert_eq!(game.start_board().rows(), rows);
    // Without SU, pieces in the first node are all there are; spread over nodes, too.
    assert_eq!(end_of("(;GM[9]AB[a1][h8]AW[c3][d5])").board().piece_count(Player::Black), 2);
    let spread = end_of("(;GM[9]SU[Custom];AB[a1][h8];AW[c3][d5]PL[W])");
    assert_eq!((spread.to_move(), spread.board().piece_count(Player::White)), (Player::White, 2));
    // Setup inside a game begins a new one.
    let text = "(;GM[9];B[b1-b3];W[a2-c2];AE[b3][h2]AW[e5];B[d1-d3])";
    let game = end_of(text);
    assert_eq!((game.moves().len(), game.board().piece_count(Player::Black)), (1, 11));
    assert_eq!(parse(text).position_before(Some(3), Rules::PAPER).unwrap().moves().len(), 0);
    assert_eq!(parse(SAMPLE).len(), 4);
    assert_eq!(parse(SAMPLE).to_sgf().replace('\n', ""), SAMPLE.replace('\n', ""));
}

#[test]
fn what_cannot_be_used_is_explained() {
    for (text, reason) in [
        ("(;GM[9];B[b1-b4])", "move 1, Black b1-b4: illegal move: the line has 2 pieces"),
        ("(;GM[9];B[zz])", "move 1, Black: \"zz\" is not a move such as f8-f7, c7xc4 or pass"),
        ("(;GM[9];B[b1-j3])", "move 1, Black: \"j3\" is not a square: a1 to h8"),
        ("(;GM[9];B[b1-b3];B[c1-c3])", "move 2, Black c1-c3: it is the other player's turn"),
        ("(;GM[9];B[b1-b3]W[a2-c2])", "move 1: more than one move in the same node"),
        ("(;GM[9]AB[a1]AW[i9])", "setup after move 0: AW[i9] is no square of the board, a1 to h8"),
        ("(;GM[9]AB[a1])", "setup after move 0: White has no pieces: a side has at least 1"),
        ("(;GM[9]SU[Parachute])", "start position SU[Parachute] is not known: Standard and Custom"),
        (
            "(;GM[9];B[pass])",
            "move 1, Black pass: illegal move: a player who can move may not pass",
        ),
    ] {
        let error = replay_error(text);
        assert!(error.starts_with(reason), "{text}: {error}");
        assert_eq!(parse(text).plies(Rules::PAPER).unwrap_err().to_string(), error);
    }
    let error = |text: &str| LoaRecord::parse(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        error("(;GM[1];B[aa])"),
        "no game of Lines of Action: the first game of the file is GM[1] (Go)"
    );
    assert_eq!(error("(;GM[9]SZ[9])"), "board size \"9\": Lines of Action is played on 8x8");
    let mut long = "(;GM[9]".to_owned();
    for _ in 0..6_000 {
        long += ";B[b1-b3];W[a2-c2];B[b3-b1];W[c2-a2]";
    }
    assert!(replay_error(&format!("{long})")).contains("the game is over"));
}

/// Everything a caller could do with a file.
fn exercise(bytes: &[u8]) -> Result<(), SgfError> {
    let mut record = LoaRecord::parse(bytes)?;
    let _ = (record.info(), record.rules());
    let end = record.position_before(None, Rules::PAPER);
    match (&end, record.plies(Rules::PAPER)) {
        (Ok(_), Ok(plies)) => assert_eq!(plies.len(), record.len()),
        (Err(one), Err(other)) => assert_eq!(*one, other),
        _ => panic!("two ways to replay disagree"),
    }
    let again = reread(&record);
    assert_eq!(again.to_sgf(), record.to_sgf());
    assert_eq!(again.position_before(None, Rules::PAPER), end);
    let note = Annotation { comment: "]\\".to_owned(), win_rate_black: Some(2.0) };
    record.annotate(record.len(), &note)?;
    Ok(())
}

#[test]
fn every_changed_or_missing_byte_is_survived() {
    exercise(SAMPLE.as_bytes()).unwrap();
    for index in 0..SAMPLE.len() {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for other in (0..=255).step_by(3) {
            bytes[index] = other;
            let _ = exercise(&bytes);
        }
        bytes.remove(index);
        let _ = exercise(&bytes);
        let error = exercise(&SAMPLE.as_bytes()[..index]).unwrap_err().to_string();
        assert!(error.starts_with("the file ends too early: "), "{index}: {error}");
    }
}

/// Pieces that files are made of.
fn piece() -> impl Strategy<Value = String> {
    let fixed = prop::sample::select(vec![
        "(",
        ")",
        ";",
        "(;",
        "[",
        "]",
        "\\",
        ":",
        "SZ[8]",
        "SU[Custom]",
        "SU[",
        "B[resign]",
        "W[pass]",
        "PL[W]",
        "AE[a1:c3]",
        "AB[a1:b2]",
        "AW[c3:a1]",
        "GM[9]",
        "RU[openspiel]",
        "\u{E9}",
    ]);
    let moves = "(;B|;W)\\[[a-h][1-8][-:x]?[a-h][1-8][+!]?\\]|(AB|AW)\\[[a-h][1-8]\\]";
    prop_oneof![2 => fixed.prop_map(str::to_owned), 3 => moves, 1 => "\\PC{0,5}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn pieces_in_any_order(pieces in prop::collection::vec(piece(), 0..60)) {
        let _ = exercise(format!("(;GM[9]{})", pieces.concat()).as_bytes());
    }

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let _ = exercise(&[b"(;GM[9];B[", bytes.as_slice(), b"];W[a2-c2])"].concat());
    }
}
