//! What a search found, in words for a game record.

use std::fmt::Display;

use tengen_game::Player;
use tengen_search::{SearchReport, Value};
use tengen_sgf::Annotation;

use crate::book_hand::BookSaying;
use crate::engine::Decision;

/// Black's expectation, from 0 to 1.
#[must_use]
pub fn black_rate<M>(report: &SearchReport<M>) -> f64 {
    if report.to_move == Player::Black { report.value } else { 1.0 - report.value }
}

/// What is to be said about a turn: what the search found, or that the move is from an opening book,
/// or that the book was left.
#[must_use]
pub fn turn_note<M: Display>(decision: &Decision<M>) -> Annotation {
    let thought = note(&decision.report);
    match &decision.book {
        None => thought,
        Some(saying @ BookSaying::Plays { .. }) => Annotation {
            comment: saying.to_string(),
            win_rate_black: Some(black_rate(&decision.report)),
        },
        Some(saying @ BookSaying::Leaves { .. }) => {
            let comment = match thought.comment.as_str() {
                "" => saying.to_string(),
                comment => format!("{saying}\n{comment}"),
            };
            Annotation { comment, ..thought }
        }
    }
}

/// Win rate, visits and principal variation, as the comment of a move.
#[must_use]
pub fn note<M: Display>(report: &SearchReport<M>) -> Annotation {
    if report.playouts == 0 && report.proof.is_none() {
        return Annotation::default();
    }
    let visits = report.moves.first().map_or(0, |best| best.visits);
    let rate = match report.proof {
        Some(proof) => {
            let word = match proof.value {
                Value::Win => "wins",
                Value::Draw => "draws",
                Value::Loss => "loses",
            };
            format!("{} {word}, proved", report.to_move)
        }
        None => format!("{} {:.1} %", report.to_move, 100.0 * report.value),
    };
    let line: Vec<String> = report.principal_variation.iter().map(ToString::to_string).collect();
    Annotation {
        comment: format!(
            "{rate}, {visits} visits of {} playouts, line {}",
            report.playouts,
            line.join(" ")
        ),
        win_rate_black: Some(black_rate(report)),
    }
}
