//! How a game ended, as the RE property says it.

use std::fmt;

use tengen_game::{Outcome, Player};

/// The end of a game. Its text is the value of RE.
///
/// ```
/// use tengen_sgf::GameResult;
/// use tengen_game::Player;
/// assert_eq!(GameResult::from_score(7.5).to_string(), "B+7.5");
/// assert_eq!(GameResult::from_score(-0.5).to_string(), "W+0.5");
/// assert_eq!(GameResult::from_score(0.0).to_string(), "0");
/// assert_eq!(GameResult::Resignation(Player::Black).to_string(), "B+R");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameResult {
    /// This player won by so many points.
    Points(Player, f32),
    /// This player won, in a game without points.
    Win(Player),
    /// Nobody won.
    Draw,
    /// This player won: the other resigned.
    Resignation(Player),
    /// This player won: the other ran out of time.
    Time(Player),
    /// This player won: the other broke the rules or did not turn up.
    Forfeit(Player),
    /// Played to no end.
    NoResult,
}

/// For games without points.
impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(winner) => Self::Win(winner),
            Outcome::Draw => Self::Draw,
        }
    }
}

impl GameResult {
    /// From Black's points less White's and komi, as [`Position::score`] gives them.
    ///
    /// [`Position::score`]: tengen_go::Position::score
    #[must_use]
    pub fn from_score(score: f32) -> Self {
        if score > 0.0 {
            Self::Points(Player::Black, score)
        } else if score < 0.0 {
            Self::Points(Player::White, -score)
        } else {
            Self::Draw
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player: &Player| match player {
            Player::Black => 'B',
            Player::White => 'W',
        };
        match self {
            Self::Points(winner, points) => write!(f, "{}+{points}", letter(winner)),
            Self::Win(winner) => write!(f, "{}+", letter(winner)),
            Self::Draw => f.write_str("0"),
            Self::Resignation(winner) => write!(f, "{}+R", letter(winner)),
            Self::Time(winner) => write!(f, "{}+T", letter(winner)),
            Self::Forfeit(winner) => write!(f, "{}+F", letter(winner)),
            Self::NoResult => f.write_str("Void"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_the_standard() {
        assert_eq!(GameResult::Time(Player::White).to_string(), "W+T");
        assert_eq!(GameResult::Forfeit(Player::White).to_string(), "W+F");
        assert_eq!(GameResult::from_score(12.0).to_string(), "B+12");
        assert_eq!(GameResult::from_score(f32::NAN).to_string(), "0");
        assert_eq!(GameResult::NoResult.to_string(), "Void");
        assert_eq!(GameResult::from(Outcome::Win(Player::White)).to_string(), "W+");
        assert_eq!(GameResult::from(Outcome::Draw), GameResult::Draw);
    }
}
