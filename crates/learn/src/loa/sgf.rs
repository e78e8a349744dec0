//! Games from SGF.

use tengen_loa::{Game, Outcome, Player, Position, Rules};
use tengen_sgf::{LoaRecord, SgfError};

use crate::loa::record::{Record, replay};

/// A file that cannot be learned from.
#[derive(Debug, thiserror::Error)]
pub enum BadSgf {
    /// It holds no game, or one that cannot be played.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// It begins with other pieces, or pieces are set up later.
    #[error("the game does not begin from the usual start, or is set up anew within")]
    Start,
    /// A move is not allowed by the rules that are learned with.
    #[error("{0}")]
    Move(String),
}

/// Reads the first game of Lines of Action in an SGF file (GM\[9\]): its main line, and its result
/// (RE). What the rules say of the last position counts more than what the file says.
///
/// ```
/// use tengen_learn::loa::{BadSgf, read_sgf};
/// let record = read_sgf(b"(;GM[9]RE[W+R];B[C1:A3];W[a2-c4])").unwrap();
/// assert_eq!(record.to_line("short"), "short|W|-|c1xa3 a2-c4");
/// let odd = read_sgf(b"(;GM[9]AB[a1][b2]AW[h8][g7];B[a1-a2])");
/// assert!(matches!(odd, Err(BadSgf::Start)));
/// ```
pub fn read_sgf(bytes: &[u8]) -> Result<Record, BadSgf> {
    let record = LoaRecord::parse(bytes)?;
    let (first, start) =
        (record.position_before(Some(1), Rules::PAPER)?, Position::new(Rules::PAPER));
    if (first.board(), first.to_move()) != (start.board(), start.to_move()) {
        return Err(BadSgf::Start);
    }
    let end = record.position_before(None, Rules::PAPER)?;
    // What is set up later begins a new game, whose moves are fewer than the record's.
    if end.moves().len() != record.len() {
        return Err(BadSgf::Start);
    }
    let words: Vec<String> = end.moves().iter().map(ToString::to_string).collect();
    let told = record.info().result.as_deref().and_then(outcome);
    replay(words.iter().map(String::as_str), told).map_err(BadSgf::Move)
}

/// What RE says, if it says who won.
fn outcome(text: &str) -> Option<Outcome> {
    let text = text.trim();
    match text.split('+').next()? {
        "B" => Some(Outcome::Win(Player::Black)),
        "W" => Some(Outcome::Win(Player::White)),
        _ if text == "0" || text.eq_ignore_ascii_case("draw") => Some(Outcome::Draw),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(result: &str) -> Option<Outcome> {
        let text = format!("(;GM[9]RE[{result}];B[c1-c3])");
        read_sgf(text.as_bytes()).expect("a game").outcome
    }

    #[test]
    fn results_are_told_by_the_file() {
        assert_eq!(told("B+R"), Some(Outcome::Win(Player::Black)));
        assert_eq!(told("W+"), Some(Outcome::Win(Player::White)));
        assert_eq!(told("0"), Some(Outcome::Draw));
        assert_eq!(told("Draw"), Some(Outcome::Draw));
        for unknown in ["Void", "?", "", "Bert won"] {
            assert_eq!(told(unknown), None, "{unknown}");
        }
    }

    /// White is connected after these, whatever the file says.
    #[test]
    fn the_rules_know_better() {
        let moves = ";B[C1:A3];W[A2-C4];B[C8:A6];W[A4-D4];B[E1-C3];W[D4-G4];B[C3:A5];W[C4-F4]";
        let record = read_sgf(format!("(;GM[9]RE[B+]{moves};B[A3:A7])").as_bytes());
        assert_eq!(record.expect("a game").outcome, Some(Outcome::Win(Player::White)));
    }

    #[test]
    fn what_cannot_be_learned_from_is_refused() {
        let error = |text: &str| read_sgf(text.as_bytes()).expect_err(text).to_string();
        assert!(error("(;GM[9];B[b1-b4])").starts_with("move 1, Black b1-b4: illegal move"));
        assert!(error("(;GM[1];B[aa])").contains("Lines of Action"));
        // A new game within the game.
        assert!(error("(;GM[9];B[c1-c3];AE[c3]AB[c4];W[a2-c2])").contains("usual start"));
        assert!(error("(;GM[9]PL[W];W[a2-c2])").contains("usual start"));
    }
}
