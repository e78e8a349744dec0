//! Arguments of commands.

use std::str::FromStr;
use std::time::Duration;

use tengen_engine::go::{BoardSize, Komi, Move, Player, Point};

use crate::answer::Refusal;

/// The words after a command, taken one by one.
pub(crate) struct Arguments<'a> {
    words: std::iter::Peekable<std::slice::Iter<'a, String>>,
}

impl<'a> Arguments<'a> {
    pub(crate) fn new(words: &'a [String]) -> Self {
        Self { words: words.iter().peekable() }
    }

    /// The next word.
    pub(crate) fn word(&mut self) -> Result<&'a str, Refusal> {
        self.try_word().ok_or_else(Refusal::syntax)
    }

    /// The next word, if there is one.
    pub(crate) fn try_word(&mut self) -> Option<&'a str> {
        self.words.next().map(String::as_str)
    }

    /// The next word without taking it.
    pub(crate) fn peek(&mut self) -> Option<&'a str> {
        self.words.peek().map(|word| word.as_str())
    }

    /// All that is left, as one text.
    pub(crate) fn rest(&mut self) -> String {
        self.words.by_ref().map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn parse<T: FromStr>(&mut self) -> Result<T, Refusal> {
        self.word()?.parse().map_err(|_| Refusal::syntax())
    }

    pub(crate) fn colour(&mut self) -> Result<Player, Refusal> {
        colour(self.word()?).ok_or_else(Refusal::syntax)
    }

    pub(crate) fn vertex(&mut self) -> Result<Move, Refusal> {
        self.parse()
    }

    /// The size of a board of Go.
    pub(crate) fn board_size(&mut self) -> Result<BoardSize, Refusal> {
        let side = self.parse::<i64>()?;
        let size = usize::try_from(side).ok().and_then(|side| BoardSize::new(side).ok());
        size.ok_or_else(|| Refusal::new("unacceptable size"))
    }

    /// A number of seconds.
    pub(crate) fn seconds(&mut self) -> Result<Duration, Refusal> {
        let seconds: f64 = self.parse()?;
        // A week is as good as for ever.
        if !seconds.is_finite() {
            return Err(Refusal::syntax());
        }
        Ok(Duration::from_secs_f64(seconds.clamp(0.0, 604_800.0)))
    }

    /// Komi, which "must be accepted even if it should be ridiculous".
    pub(crate) fn komi(&mut self) -> Result<Komi, Refusal> {
        let points: f64 = self.parse()?;
        if !points.is_finite() {
            return Err(Refusal::syntax());
        }
        let points = points.clamp(-400.0, 400.0);
        // Areas are whole numbers: between two of them every komi means the same.
        let doubled = 2.0 * points;
        let half_points = if doubled.fract() == 0.0 { doubled } else { 2.0 * points.floor() + 1.0 };
        Komi::from_half_points(half_points as i16).map_err(|_| Refusal::syntax())
    }
}

/// `b`, `black`, `w`, `white`, in any case.
pub(crate) fn colour(word: &str) -> Option<Player> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Player::Black),
        "w" | "white" => Some(Player::White),
        _ => None,
    }
}

/// Points as the protocol lists them.
pub(crate) fn vertices(points: impl IntoIterator<Item = Point>) -> String {
    points.into_iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn komi(text: &str) -> Result<f32, Refusal> {
        Arguments::new(&[text.to_owned()]).komi().map(Komi::points)
    }

    #[test]
    fn every_komi_is_accepted() {
        assert_eq!(komi("6.5"), Ok(6.5));
        assert_eq!(komi("0"), Ok(0.0));
        assert_eq!(komi("7.25"), Ok(7.5));
        assert_eq!(komi("-3.7"), Ok(-3.5));
        assert_eq!(komi("1e9"), Ok(400.0));
        for bad in ["", "nan", "inf", "six"] {
            assert_eq!(komi(bad), Err(Refusal::syntax()), "{bad}");
        }
    }

    #[test]
    fn colours_in_any_case() {
        assert_eq!(colour("B"), Some(Player::Black));
        assert_eq!(colour("wHite"), Some(Player::White));
        assert_eq!(colour("blue"), None);
    }
}
