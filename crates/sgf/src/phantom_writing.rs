//! From a game of Phantom Go to a record of the true game.

use tengen_go::{Move, PointMask};
use tengen_phantom::{Answer, GameRecord, Turn};

use crate::go_record::GoRecord;
use crate::info::GameInfo;
use crate::record::Annotation;

impl GoRecord {
    /// The true game of a game of Phantom Go. The comment of each move says what was tried in vain
    /// before it, and what the arbiter told of captures. Tries of a turn that is not over stand with
    /// the last move.
    ///
    /// ```
    /// use tengen_go::{BoardSize, Komi, Player, Rules};
    /// use tengen_phantom::{Arbiter, Referee};
    /// use tengen_sgf::{GameInfo, GoRecord};
    /// let size = BoardSize::new(9).unwrap();
    /// let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::from_points(7), Referee::PAPER);
    /// for (player, name) in [(Player::Black, "E5"), (Player::White, "E5"), (Player::White, "C3")] {
    ///     arbiter.answer(arbiter.view(player).attempt(name.parse().unwrap()).unwrap()).unwrap();
    /// }
    /// let record = GoRecord::from_phantom(arbiter.record(), &GameInfo::default());
    /// assert_eq!(record.comment(0).unwrap(), "Phantom Go, referee: paper.");
    /// assert_eq!(record.comment(2).unwrap(), "Tried in vain: E5.");
    /// ```
    #[must_use]
    pub fn from_phantom(game: &GameRecord, info: &GameInfo) -> Self {
        let mut record = Self::from_game(&game.position(), info);
        let mut number = 0;
        record.comment_on(0, format!("Phantom Go, referee: {}.", game.referee()));
        for turn in game.turns() {
            let finished = turn.accepted.is_some();
            number += usize::from(finished);
            let comment = told(&turn);
            if finished {
                record.comment_on(number, comment);
            } else {
                record.comment_on(number, format!("Then: {comment}"));
            }
        }
        record
    }

    fn comment_on(&mut self, number: usize, comment: String) {
        // The record has just been made of the same moves.
        let noted = self.annotate(number, &Annotation { comment, win_rate_black: None });
        debug_assert!(noted.is_ok());
    }
}

/// What happened in a turn, beside the move.
fn told(turn: &Turn<'_>) -> String {
    let mut sentences = Vec::new();
    let tried: Vec<String> = turn.refused.iter().map(|one| one.action.to_string()).collect();
    if !tried.is_empty() {
        sentences.push(format!("Tried in vain: {}.", tried.join(", ")));
    }
    if let Some(accepted) = turn.accepted
        && let Answer::Legal { taken, lost } = accepted.answer
        && accepted.action != Move::Pass
    {
        if taken.number() > 0 {
            sentences.push(format!("Stones taken: {}.", taken.number()));
        }
        if lost != PointMask::EMPTY {
            sentences.push(format!("Own stones taken: {}.", lost.len()));
        }
    }
    sentences.join(" ")
}
