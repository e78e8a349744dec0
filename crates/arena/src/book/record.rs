//! What a book was made of: one record for each thing that was added, the result of a job.

use serde::{Deserialize, Serialize};
use tengen_engine::GameSetup;
use tengen_engine::book::{Addition, Score, additions};
use tengen_engine::go::{Outcome, Player};
use tengen_store::BookUpdate;

use super::playable::{Playable, with_start};

/// Something that was added to a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "added", rename_all = "lowercase", deny_unknown_fields)]
pub enum BookRecord {
    /// A game.
    Game {
        /// Its moves, one after the other.
        moves: String,
        /// How it ended: `B`, `W` or `0`.
        result: String,
        /// How many of its moves the rule chose; the others are the player's.
        #[serde(default)]
        from_book: u32,
        /// How many games it counts as.
        #[serde(default = "once", skip_serializing_if = "is_once")]
        times: u32,
    },
    /// Rows of another book.
    Rows {
        /// All of them.
        rows: Vec<RowRecord>,
    },
}

const fn once() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
const fn is_once(times: &u32) -> bool {
    *times == 1
}

/// A row: position in hexadecimal, move, wins, draws, losses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowRecord(pub String, pub u32, pub u64, pub u64, pub u64);

/// The letter of an outcome.
pub(crate) const fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Player::Black) => "B",
        Outcome::Win(Player::White) => "W",
        Outcome::Draw => "0",
    }
}

/// The outcome of a letter.
pub(crate) fn outcome(letter: &str) -> Option<Outcome> {
    match letter {
        "B" => Some(Outcome::Win(Player::Black)),
        "W" => Some(Outcome::Win(Player::White)),
        "0" => Some(Outcome::Draw),
        _ => None,
    }
}

/// The most games that one record may count as: a job's changes are one transaction.
pub(crate) const MOST_TIMES: u32 = 10_000;

/// The most changes of a record of rows, for the same reason.
pub(crate) const MOST_CHANGES: u64 = 20_000;

/// What a record changes in a book whose games are played under these terms; or what is wrong with
/// the record.
pub fn updates(record: &BookRecord, setup: GameSetup) -> Result<Vec<BookUpdate>, String> {
    match record {
        BookRecord::Game { moves, result, times, .. } => {
            let outcome = outcome(result).ok_or_else(|| format!("result {result:?} is none"))?;
            if *times == 0 || *times > MOST_TIMES {
                return Err(format!("it counts {times} times, which may be 1 to {MOST_TIMES}"));
            }
            let added = with_start!(setup, start => game_additions(&start, moves, outcome))?;
            let once: Vec<BookUpdate> = added.iter().map(update).collect();
            Ok(once.repeat(*times as usize))
        }
        BookRecord::Rows { rows } => {
            let mut all = Vec::new();
            for RowRecord(position, mv, wins, draws, losses) in rows {
                let position = u64::from_str_radix(position, 16)
                    .map_err(|_| format!("position {position:?} is no hexadecimal number"))?;
                let games = wins.saturating_add(*draws).saturating_add(*losses);
                if all.len() as u64 + games > MOST_CHANGES {
                    return Err(format!("it has more than {MOST_CHANGES} games"));
                }
                for (count, score) in
                    [(*wins, Score::Win), (*draws, Score::Draw), (*losses, Score::Loss)]
                {
                    let outcome = store_outcome(score);
                    all.extend((0..count).map(|_| BookUpdate { position, mv: *mv, outcome }));
                }
            }
            Ok(all)
        }
    }
}

/// What a game adds.
fn game_additions<P: Playable>(
    start: &P,
    moves: &str,
    outcome: Outcome,
) -> Result<Vec<Addition>, String> {
    let (mut position, mut played) = (start.clone(), Vec::new());
    for (index, text) in moves.split_whitespace().enumerate() {
        let m = position.read_move(text).map_err(|error| format!("move {}: {error}", index + 1))?;
        position
            .play(m)
            .map_err(|error| format!("move {}, {text}: {}", index + 1, error.reason))?;
        played.push(m);
    }
    additions(start, played, outcome).map_err(|error| error.to_string())
}

/// An addition as the store wants it.
pub(crate) fn update(addition: &Addition) -> BookUpdate {
    BookUpdate {
        position: addition.position.0,
        mv: addition.code,
        outcome: store_outcome(addition.score),
    }
}

const fn store_outcome(score: Score) -> tengen_store::Outcome {
    match score {
        Score::Win => tengen_store::Outcome::Win,
        Score::Draw => tengen_store::Outcome::Draw,
        Score::Loss => tengen_store::Outcome::Loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::GoSetup;
    use tengen_engine::go::{BoardSize, Komi, Rules};

    fn setup() -> GameSetup {
        let size = BoardSize::new(5).expect("a size");
        GameSetup::Go(GoSetup { size, rules: Rules::CHINESE, komi: Komi::SEVEN_AND_A_HALF })
    }

    #[test]
    fn records_are_read_and_written() {
        let text = r#"{"added":"game","moves":"C3 D3","result":"B","from_book":1}"#;
        let record: BookRecord = serde_json::from_str(text).expect("a record");
        assert_eq!(serde_json::to_string(&record).expect("JSON"), text);
        let changes = updates(&record, setup()).expect("legal");
        assert_eq!(changes.len(), 2);
        assert_eq!(changes[0].outcome, tengen_store::Outcome::Win);
        assert_eq!(changes[1].outcome, tengen_store::Outcome::Loss);
        let text = r#"{"added":"rows","rows":[["00ff",3,2,1,0],["10",4,0,0,1]]}"#;
        let record: BookRecord = serde_json::from_str(text).expect("a record");
        let changes = updates(&record, setup()).expect("rows");
        assert_eq!(changes.len(), 4);
        assert_eq!((changes[0].position, changes[3].position), (255, 16));
    }

    #[test]
    fn bad_records_are_told() {
        let told = |text: &str| {
            let record: BookRecord = serde_json::from_str(text).expect("a record");
            updates(&record, setup()).expect_err("wrong")
        };
        let game = |moves: &str, result: &str, times: u32| {
            told(&format!(
                r#"{{"added":"game","moves":"{moves}","result":"{result}","times":{times}}}"#
            ))
        };
        assert_eq!(game("C3 C3", "B", 1), "move 2, C3: the point is occupied");
        assert!(game("C3 Z9", "B", 1).starts_with("move 2: "));
        assert_eq!(game("C3", "B+R", 1), "result \"B+R\" is none");
        assert!(game("C3", "B", 0).contains("may be 1 to"));
        assert!(told(r#"{"added":"rows","rows":[["xyz",3,2,1,0]]}"#).contains("hexadecimal"));
        let huge = told(r#"{"added":"rows","rows":[["1",3,18446744073709551615,1,0]]}"#);
        assert!(huge.contains("more than"), "{huge}");
    }
}
