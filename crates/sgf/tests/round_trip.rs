//! What is written reads the same.

mod common;

use common::{end, end_of, random_game};
use proptest::prelude::*;
use tengen_game::{Game, Player};
use tengen_go::{BoardSize, Komi, Move, Position, Rules, fixed_handicap};
use tengen_sgf::{Annotation, Defaults, GameInfo, GameResult, GoRecord, SgfError};

fn reread(record: &GoRecord) -> GoRecord {
    GoRecord::parse(record.to_sgf().as_bytes()).unwrap()
}

fn note(comment: &str, win_rate_black: Option<f64>) -> Annotation {
    Annotation { comment: comment.to_owned(), win_rate_black }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn games_read_as_they_were_written(game in random_game()) {
        let komi_fits = game.komi().points().abs() <= game.board().size().area() as f32;
        let record = reread(&GoRecord::from_game(&game, &GameInfo::default()));
        prop_assert_eq!(record.len(), game.moves().len());
        let defaults = Defaults { komi: game.komi(), ..Defaults::default() };
        prop_assert_eq!(record.komi().is_some(), komi_fits);
        let read = record.position_before(None, defaults).unwrap();
        prop_assert_eq!(&read, &game, "{}", record.to_sgf());
        // Every position on the way, too.
        let plies: Vec<_> = record.main_line(defaults).collect::<Result<_, _>>().unwrap();
        let moves: Vec<_> = plies.iter().map(|ply| (ply.player, ply.m)).collect();
        prop_assert_eq!(moves.as_slice(), game.moves());
        for ply in plies.iter().step_by(7) {
            let before = record.position_before(Some(ply.number), defaults).unwrap();
            prop_assert_eq!(before.moves(), &game.moves()[..ply.number - 1]);
            prop_assert_eq!(before.board(), ply.before.board());
            prop_assert_eq!(ply.before.to_move(), ply.player);
        }
    }

    #[test]
    fn notes_and_headers_read_as_they_were_written(
        game in random_game(),
        texts in prop::collection::vec("\\PC{0,30}", 4),
        lines in prop::collection::vec("[^\\pC]{1,20}", 1..4),
        number in any::<prop::sample::Index>(),
        rate in 0.0..=1.0,
    ) {
        let text = |i: usize| Some(texts[i].trim().to_owned()).filter(|t: &String| !t.is_empty());
        let info = GameInfo {
            black: text(0),
            event: text(1),
            application: Some((texts[2].trim().to_owned(), texts[3].trim().to_owned())),
            ..GameInfo::default()
        };
        let mut record = GoRecord::from_game(&game, &info);
        let number = number.index(record.len() + 1);
        let comment = lines.join("\n");
        record.annotate(number, &note(&comment, Some(rate))).unwrap();
        record.annotate(number, &note("]\\more", None)).unwrap();
        if number > 0 {
            record.add_variation(number, &[(Player::White, Move::Pass)], &comment).unwrap();
        }
        let read = reread(&record);
        prop_assert_eq!(read.info(), info);
        prop_assert_eq!(read.comment(number), Some(format!("{comment}\n\n]\\more")));
        prop_assert_eq!(read.node_count(), record.node_count());
        prop_assert_eq!(read.to_sgf(), record.to_sgf());
    }

    /// Any text at all: it may lose control characters, but never break the file.
    #[test]
    fn no_text_breaks_the_file(text in any::<String>()) {
        let game = Position::new(BoardSize::MIN, Rules::CHINESE, Komi::from_points(0));
        let info = GameInfo {
            black: Some(text.clone()),
            comment: Some(text.clone()),
            application: Some((text.clone(), text.clone())),
            ..GameInfo::default()
        };
        let mut record = GoRecord::from_game(&game, &info);
        record.annotate(0, &note(&text, None)).unwrap();
        record.set_result(&text);
        let read = reread(&record);
        prop_assert_eq!(read.to_sgf(), record.to_sgf());
        prop_assert_eq!(read.node_count(), 1);
    }
}

#[test]
fn a_handicap_game_says_so() {
    let size = BoardSize::new(9).unwrap();
    let stones = fixed_handicap(size, 2).unwrap();
    let game = Position::with_handicap(size, Rules::CGOS, Komi::from_points(0), stones).unwrap();
    let info = GameInfo {
        white: Some("W".to_owned()),
        date: Some("2026-05-17".to_owned()),
        application: Some(("Tengen".to_owned(), "0.1.0".to_owned())),
        ..GameInfo::default()
    };
    let mut record = GoRecord::from_game(&game, &info);
    record.set_result(&GameResult::Resignation(Player::White).to_string());
    assert_eq!(
        record.to_sgf(),
        "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[0]RU[CGOS]AP[Tengen:0.1.0]PW[W]DT[2026-05-17]\
         HA[2]AB[cg][gc]RE[W+R])\n"
    );
    assert_eq!(end(&record), game);
    assert_eq!(record.handicap(), Some(2));
}

#[test]
fn an_unusual_turn_is_written() {
    let size = BoardSize::new(5).unwrap();
    let mut game = Position::new(size, Rules::CHINESE, Komi::from_points(0));
    game.set_to_move(Player::White);
    let sgf = GoRecord::from_game(&game, &GameInfo::default()).to_sgf();
    assert!(sgf.ends_with(";PL[W])\n"), "{sgf}");
    assert_eq!(end_of(&sgf), game);
    game.play("C3".parse().unwrap()).unwrap();
    let sgf = GoRecord::from_game(&game, &GameInfo::default()).to_sgf();
    assert!(sgf.ends_with("PL[B];W[cc])\n"), "{sgf}");
    assert_eq!(end_of(&sgf), game);
}

#[test]
fn annotations_keep_what_is_there() {
    let mut record = GoRecord::parse(b"(;SZ[9]C[start];B[ee]C[a\\]b\n]SBKV[1];W[cc])").unwrap();
    record.annotate(0, &note("more", None)).unwrap();
    record.annotate(1, &note("c]d\u{7}", Some(0.52314))).unwrap();
    record.annotate(2, &note("", Some(f64::NAN))).unwrap();
    assert_eq!(
        record.to_sgf(),
        "(;SZ[9]C[start\n\nmore]CA[UTF-8];B[ee]C[a\\]b\n\n\nc\\]d]SBKV[52.31];W[cc])\n"
    );
    assert_eq!(record.comment(1).as_deref(), Some("a]b\n\n\nc]d"));
    assert_eq!(record.comment(2), None);
    let error = record.annotate(3, &note("x", None)).unwrap_err();
    assert_eq!(error.to_string(), "there is no move 3: the main line has 2");
}

#[test]
fn variations_stand_beside_the_move_they_replace() {
    let mut record = GoRecord::parse(b"(;SZ[9];B[ee];W[cc](;B[gg])(;B[gc]))").unwrap();
    let moves = [(Player::Black, "G7".parse().unwrap()), (Player::White, Move::Pass)];
    record.add_variation(2, &moves, "").unwrap();
    record.add_variation(3, &moves, "better").unwrap();
    record.add_variation(3, &[], "nothing").unwrap();
    assert_eq!(
        record.to_sgf(),
        "(;SZ[9]CA[UTF-8];B[ee]\n(;W[cc]\n(;B[gg])\n(;B[gc])\n(;B[gc]C[better];W[]))\n\
         (;B[gc];W[]))\n"
    );
    assert_eq!(record.len(), 3);
    assert!(matches!(
        record.add_variation(4, &moves, ""),
        Err(SgfError::NoSuchMove { number: 4, moves: 3 })
    ));
    let error = record.add_variation(1, &[(Player::Black, "T19".parse().unwrap())], "");
    assert_eq!(error.unwrap_err().to_string(), "T19 is not on a board of size 9");
    let mut rooted = GoRecord::parse(b"(;B[aa];W[bb])").unwrap();
    assert_eq!(rooted.add_variation(1, &moves, ""), Err(SgfError::MoveInRoot(1)));
    assert_eq!(rooted.add_variation(2, &moves, ""), Ok(()));
}
