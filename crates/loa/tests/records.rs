//! Recorded games and solved positions kept beside this project: every move is legal, every winner
//! the recorded one. Without that folder the tests say so and pass.

use std::io::Write;
use std::path::PathBuf;

use tengen_loa::{Ending, Game, MoveList, Outcome, Player, Position, Rules};

/// The lines of a file of the shared data, if it is there.
fn lines(name: &str) -> Option<Vec<String>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/loa");
    let path = PathBuf::from(folder).join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text.lines().map(str::to_owned).collect()),
        Err(error) => {
            // Not by a macro: the test runner would swallow that.
            let line = format!("SKIPPED, NOTHING WAS CHECKED: {name} of shared/data/loa: {error}");
            let _ = writeln!(std::io::stderr(), "{line}");
            None
        }
    }
}

/// Plays a game as recorded; all moves must be legal and written as we write them.
fn replay(id: &str, moves: &str) -> Position {
    let mut game = Position::new(Rules::PAPER);
    for (ply, text) in moves.split_whitespace().enumerate() {
        let m = game.parse_move(text).unwrap_or_else(|error| panic!("{id}, ply {ply}: {error}"));
        game.play(m).unwrap_or_else(|error| panic!("{id}, ply {ply}, {text}: {error}\n{game:?}"));
        assert_eq!(m.to_string(), text, "{id}, ply {ply}");
    }
    game
}

/// `id|winner|resignation|moves` of one line.
fn fields(line: &str) -> [&str; 4] {
    let fields: Vec<&str> = line.split('|').collect();
    fields.try_into().unwrap_or_else(|_| panic!("four fields: {line}"))
}

fn check_winner(id: &str, winner: &str, game: &Position) {
    let expected = match winner {
        "B" => Some(Ending::Connected(Player::Black)),
        "W" => Some(Ending::Connected(Player::White)),
        "both" => Some(Ending::BothConnected(None)),
        "-" => None,
        other => panic!("{id}: an unknown winner {other}"),
    };
    assert_eq!(game.ending(), expected, "{id}\n{game:?}");
}

#[test]
fn human_games() {
    let Some(lines) = lines("human_games.txt") else { return };
    let (mut plies, mut results) = (0, [0; 3]);
    for line in &lines {
        let [id, winner, _, moves] = fields(line);
        let game = replay(id, moves);
        check_winner(id, winner, &game);
        plies += game.moves().len();
        match game.outcome() {
            Some(Outcome::Win(player)) => results[player.index()] += 1,
            Some(Outcome::Draw) => results[2] += 1,
            None => {}
        }
    }
    // Reference, sections 1.3 and 6.2.
    assert_eq!((lines.len(), results), (1_088, [352, 297, 3]));
    assert_eq!(format!("{:.1}", plies as f64 / lines.len() as f64), "30.3");
}

#[test]
fn games_of_the_thesis() {
    let Some(lines) = lines("thesis_games.txt") else { return };
    let mut winners = String::new();
    for line in &lines {
        let [id, winner, _, moves] = fields(line);
        let game = replay(id, moves);
        // The shortest game is recorded without a winner.
        if id == "shortest" {
            assert_eq!(game.ending(), Some(Ending::Connected(Player::Black)), "{game:?}");
        } else {
            check_winner(id, winner, &game);
        }
        winners += winner;
    }
    assert_eq!(winners, "WBWBWWB-BBBWBBB-");
}

/// Positions with a forced win in `plies`: their move counts, the wins in one, and no win in fewer
/// plies where that is quickly found out.
#[test]
fn proven_positions() {
    let Some(lines) = lines("proven_positions.txt") else { return };
    let mut checked = [0; 8];
    for line in &lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let text = words[..2].join(" ");
        let game = Position::from_text(&text, Rules::PAPER).unwrap();
        let mut moves = MoveList::new();
        game.legal_moves(&mut moves);
        assert_eq!(moves.len().to_string(), words[3], "{line}");
        let plies: u32 = words[2].parse().unwrap();
        if plies <= 3 {
            let wins = |m: &&tengen_loa::Move| {
                let mut next = game.clone();
                next.play_unchecked(**m);
                is_lost(&next, plies - 1)
            };
            let mut winning: Vec<_> = moves.iter().filter(wins).map(ToString::to_string).collect();
            winning.sort();
            let mut listed: Vec<_> = words[4].split(',').collect();
            listed.sort_unstable();
            assert_eq!(winning, listed, "{line}");
        }
        checked[plies as usize] += 1;
    }
    assert_eq!(checked, [0, 11, 0, 243, 0, 161, 0, 107]);
}

/// Whether the side to move has lost within this many plies, whatever it does.
fn is_lost(game: &Position, plies: u32) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome == Outcome::Win(game.to_move().opponent());
    }
    plies > 0 && all_moves(game, |next| is_won(next, plies - 1))
}

fn is_won(game: &Position, plies: u32) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome == Outcome::Win(game.to_move());
    }
    plies > 0 && !all_moves(game, |next| !is_lost(next, plies - 1))
}

fn all_moves(game: &Position, test: impl Fn(&Position) -> bool) -> bool {
    let (mut moves, mut next) = (MoveList::new(), game.clone());
    game.legal_moves(&mut moves);
    moves.iter().all(|&m| {
        next.clone_from(game);
        next.play_unchecked(m);
        test(&next)
    })
}
