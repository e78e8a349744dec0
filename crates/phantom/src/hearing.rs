//! Views of games before another arbiter, who tells what happens event by event.

use tengen_go::{BoardSize, Player, Point, PointMask};

use crate::event::{Event, News};
use crate::referee::CaptureNews;
use crate::regions::whole_board;
use crate::view::PlayerView;

/// Why an event cannot have happened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unbelievable {
    /// Two passes have ended the game.
    #[error("the game is over")]
    GameOver,
    /// The other player's turn.
    #[error("it is the turn of {0}")]
    NotHisTurn(Player),
    /// A point outside this board.
    #[error("{0} is not on a board of size {1}")]
    OffBoard(Point, BoardSize),
    /// Stones that leave the board must have been there.
    #[error("{0} has no stone that could have been lost")]
    NoStone(Point),
    /// The opponent has fewer stones.
    #[error("{told} stones have left the board, but there were {there}")]
    TooMany {
        /// How many are said to have left.
        told: usize,
        /// How many there were.
        there: usize,
    },
    /// It does not agree with what was told before.
    #[error("{0} cannot be: what was told before says otherwise")]
    Contradiction(Point),
    /// No placement of the opponent's stones agrees with all that was told.
    #[error("this cannot be: the opponent has {there} stones, but {known} would be known")]
    Stones {
        /// How many there are.
        there: usize,
        /// How many would be known.
        known: usize,
    },
    /// The referee tells more, or less.
    #[error("this referee tells {0}")]
    OtherReferee(&'static str),
}

impl PlayerView {
    /// Takes in what another arbiter says. An event that cannot have happened is refused, and the
    /// view stays as it was.
    ///
    /// ```
    /// use tengen_phantom::{Player, PlayerView, Referee, Sight};
    /// use tengen_go::{BoardSize, Komi, Rules};
    /// let size = BoardSize::new(9).unwrap();
    /// let komi = Komi::SEVEN_AND_A_HALF;
    /// let mut view = PlayerView::new(Player::White, size, Rules::CHINESE, komi, Referee::PAPER);
    /// view.hear("opponent-played lost 0 gone 0".parse().unwrap()).unwrap();
    /// view.hear("refused E5".parse().unwrap()).unwrap();
    /// assert_eq!(view.sight("E5".parse().unwrap()), Sight::Opponent);
    /// let error = view.hear("opponent-passed".parse().unwrap()).unwrap_err();
    /// assert_eq!(error.to_string(), "it is the turn of White");
    /// ```
    pub fn hear(&mut self, event: Event) -> Result<(), Unbelievable> {
        let event = self.as_told_here(event)?;
        self.check_event(&event)?;
        let mut after = self.clone();
        after.take_in(event);
        let (there, known) = (after.opponent_stones, after.known.len());
        let clash = (after.own & after.known) | ((after.own | after.known) & after.empty);
        if let Some(point) = clash.iter().next() {
            return Err(Unbelievable::Contradiction(point));
        }
        if known > there || there - known > after.unknown().len() {
            return Err(Unbelievable::Stones { there, known });
        }
        *self = after;
        Ok(())
    }

    /// Nobody writes which stones are none: an event in the form that this referee gives it.
    fn as_told_here(&self, event: Event) -> Result<Event, Unbelievable> {
        let news = |news: News| match (news, self.referee.captor) {
            (News::Number(0), CaptureNews::Positions) => Ok(News::Stones(PointMask::EMPTY)),
            (News::Number(_), CaptureNews::Positions) => {
                Err(Unbelievable::OtherReferee("which stones are captured"))
            }
            (News::Stones(_), CaptureNews::Number) => {
                Err(Unbelievable::OtherReferee("only how many stones are captured"))
            }
            (news, _) => Ok(news),
        };
        let heard = |refused: Option<usize>| match self.referee.illegal_tries_heard {
            true => Ok(Some(refused.unwrap_or_default())),
            false if refused.is_some() => {
                Err(Unbelievable::OtherReferee("nothing of the opponent's tries in vain"))
            }
            false => Ok(None),
        };
        Ok(match event {
            Event::Played { point, taken, lost } => {
                Event::Played { point, taken: news(taken)?, lost }
            }
            Event::OpponentPlayed { refused, lost, gone } => {
                Event::OpponentPlayed { refused: heard(refused)?, lost, gone: news(gone)? }
            }
            Event::OpponentPassed { refused } => Event::OpponentPassed { refused: heard(refused)? },
            Event::Refused(_) | Event::Passed => event,
        })
    }

    /// Turns, points and stones that an event speaks of.
    fn check_event(&self, event: &Event) -> Result<(), Unbelievable> {
        if self.is_over() {
            return Err(Unbelievable::GameOver);
        }
        let mover = match event {
            Event::Refused(_) | Event::Played { .. } | Event::Passed => self.player,
            Event::OpponentPlayed { .. } | Event::OpponentPassed { .. } => self.player.opponent(),
        };
        if mover != self.to_move {
            return Err(Unbelievable::NotHisTurn(self.to_move));
        }
        let mut own = self.own;
        match *event {
            Event::Refused(point) => self.check_free(point),
            Event::Played { point, taken, lost } => {
                self.check_free(point)?;
                own.insert(point);
                self.check_lost(&lost, &own)?;
                self.check_gone(&taken, self.opponent_stones)
            }
            Event::OpponentPlayed { lost, gone, .. } => {
                self.check_lost(&lost, &own)?;
                self.check_gone(&gone, self.opponent_stones + 1)
            }
            Event::Passed | Event::OpponentPassed { .. } => Ok(()),
        }
    }

    /// A point where a stone can be tried.
    fn check_free(&self, point: Point) -> Result<(), Unbelievable> {
        if !self.size.contains(point) {
            Err(Unbelievable::OffBoard(point, self.size))
        } else if self.own.contains(point) || self.refused.contains(point) {
            Err(Unbelievable::Contradiction(point))
        } else {
            Ok(())
        }
    }

    /// Own stones that leave the board.
    fn check_lost(&self, lost: &PointMask, own: &PointMask) -> Result<(), Unbelievable> {
        match (*lost - *own).iter().next() {
            Some(point) => Err(Unbelievable::NoStone(point)),
            None => Ok(()),
        }
    }

    /// Stones of the opponent that leave the board, of so many.
    fn check_gone(&self, gone: &News, there: usize) -> Result<(), Unbelievable> {
        if gone.number() > there {
            return Err(Unbelievable::TooMany { told: gone.number(), there });
        }
        let News::Stones(stones) = gone else { return Ok(()) };
        match (*stones - (whole_board(self.size) - self.own)).iter().next() {
            Some(point) => Err(Unbelievable::NoStone(point)),
            None => Ok(()),
        }
    }
}
