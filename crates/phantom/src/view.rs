//! What one player may know.

use std::fmt;

use tengen_go::{BoardSize, Komi, Move, Player, Point, PointMask, Rules};

use crate::attempt::{BadTry, Try};
use crate::event::Event;
use crate::referee::Referee;
use crate::regions::whole_board;

/// What a player knows of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// His own stone.
    Own,
    /// A stone of the opponent, for certain.
    Opponent,
    /// Empty, for certain.
    Empty,
    /// Empty or a stone of the opponent.
    Unknown,
}

/// An event, and what the player knew for certain after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// What happened.
    pub event: Event,
    /// The player's stones after it.
    pub own: PointMask,
    /// Stones of the opponent that were known to be on the board after it.
    pub known: PointMask,
    /// Points that were known to be empty after it.
    pub empty: PointMask,
    /// Stones of the opponent that are known to have left the board by it.
    pub taken: PointMask,
    /// The same, with those that may have left it.
    pub maybe_taken: PointMask,
}

/// All that one player may know of a game: his own stones, what the arbiter has told him, and what
/// follows from it. Everything in it is certain.
///
/// A player is given a `&PlayerView` and makes a [`Try`] from it. There is no way from here to the
/// arbiter's board, nor to the other view:
///
/// ```compile_fail,E0599
/// use tengen_phantom::PlayerView;
/// fn peek(view: &PlayerView) {
///     println!("{}", view.board());
/// }
/// ```
///
/// nor can a player write his own answer:
///
/// ```compile_fail,E0451
/// use tengen_phantom::{PlayerView, Try};
/// fn force(view: &PlayerView) -> Try {
///     Try { player: view.player(), action: "E5".parse().unwrap(), moment: 0 }
/// }
/// ```
///
/// What there is:
///
/// ```
/// use tengen_phantom::{Arbiter, Answer, Player, Referee, Sight};
/// use tengen_go::{BoardSize, Komi, Rules};
/// let size = BoardSize::new(9).unwrap();
/// let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF, Referee::PAPER);
/// let e5 = "E5".parse().unwrap();
/// arbiter.answer(arbiter.view(Player::Black).attempt(e5).unwrap()).unwrap();
/// let white = arbiter.view(Player::White);
/// assert_eq!((white.sight(e5), white.unseen()), (Sight::Unknown, 1));
/// assert_eq!(arbiter.answer(white.attempt(e5).unwrap()), Ok(Answer::Illegal));
/// let white = arbiter.view(Player::White);
/// assert_eq!((white.sight(e5), white.unseen()), (Sight::Opponent, 0));
/// let again = white.attempt(e5).unwrap_err();
/// assert_eq!(again.to_string(), "E5 was refused in this turn: try another point, or pass");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerView {
    pub(crate) player: Player,
    pub(crate) size: BoardSize,
    pub(crate) rules: Rules,
    pub(crate) komi: Komi,
    pub(crate) referee: Referee,
    pub(crate) to_move: Player,
    /// Passes in a row.
    pub(crate) passes: u32,
    pub(crate) moments: Vec<Moment>,
    pub(crate) own: PointMask,
    pub(crate) known: PointMask,
    pub(crate) empty: PointMask,
    /// Tries refused in this turn.
    pub(crate) refused: PointMask,
    /// Stones of the opponent on the board.
    pub(crate) opponent_stones: usize,
    pub(crate) opponent_moves: usize,
    pub(crate) opponent_passes: usize,
}

impl PlayerView {
    /// The view of a game that has just begun, before an arbiter who is elsewhere and is
    /// [heard](Self::hear). An [`Arbiter`](crate::Arbiter) has views of his own.
    #[must_use]
    pub fn new(
        player: Player,
        size: BoardSize,
        rules: Rules,
        komi: Komi,
        referee: Referee,
    ) -> Self {
        Self {
            player,
            size,
            rules,
            komi,
            referee,
            to_move: Player::Black,
            passes: 0,
            moments: Vec::new(),
            own: PointMask::EMPTY,
            known: PointMask::EMPTY,
            empty: whole_board(size),
            refused: PointMask::EMPTY,
            opponent_stones: 0,
            opponent_moves: 0,
            opponent_passes: 0,
        }
    }

    /// Whose view it is.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.player
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The rules of Go that the arbiter goes by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The komi.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// What is told.
    #[must_use]
    pub const fn referee(&self) -> Referee {
        self.referee
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// Passes in a row up to now. Two end the game.
    #[must_use]
    pub const fn passes(&self) -> u32 {
        self.passes
    }

    /// Whether two passes have ended the game.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Everything that happened to this player, with what he knew then.
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// His own stones.
    #[must_use]
    pub const fn own_stones(&self) -> PointMask {
        self.own
    }

    /// Where stones of the opponent are for certain.
    #[must_use]
    pub const fn known_stones(&self) -> PointMask {
        self.known
    }

    /// What is empty for certain.
    #[must_use]
    pub const fn known_empty(&self) -> PointMask {
        self.empty
    }

    /// Points that may be empty or have a stone of the opponent.
    #[must_use]
    pub fn unknown(&self) -> PointMask {
        whole_board(self.size) - self.own - self.known - self.empty
    }

    /// What the player knows of a point of the board.
    #[must_use]
    pub fn sight(&self, point: Point) -> Sight {
        if self.own.contains(point) {
            Sight::Own
        } else if self.known.contains(point) {
            Sight::Opponent
        } else if self.empty.contains(point) {
            Sight::Empty
        } else {
            Sight::Unknown
        }
    }

    /// How many stones the opponent has on the board.
    #[must_use]
    pub const fn opponent_stones(&self) -> usize {
        self.opponent_stones
    }

    /// How many of them are somewhere among the [unknown](Self::unknown) points.
    #[must_use]
    pub fn unseen(&self) -> usize {
        // More are known than there are only within `hear`, which then gives the event up.
        self.opponent_stones.saturating_sub(self.known.len())
    }

    /// How many stones the opponent has played.
    #[must_use]
    pub const fn opponent_moves(&self) -> usize {
        self.opponent_moves
    }

    /// How often the opponent has passed.
    #[must_use]
    pub const fn opponent_passes(&self) -> usize {
        self.opponent_passes
    }

    /// The tries refused in this turn.
    #[must_use]
    pub const fn refused_now(&self) -> PointMask {
        self.refused
    }

    /// All tries that were refused, with the number of the event.
    pub fn refusals(&self) -> impl Iterator<Item = (usize, Point)> + '_ {
        self.moments.iter().enumerate().filter_map(|(number, moment)| match moment.event {
            Event::Refused(point) => Some((number, point)),
            _ => None,
        })
    }

    /// The points that can be tried now and may be legal: without own stones, stones that are
    /// known, and what was refused in this turn. A pass is always possible.
    #[must_use]
    pub fn candidates(&self) -> PointMask {
        if self.to_move != self.player || self.is_over() {
            return PointMask::EMPTY;
        }
        whole_board(self.size) - self.own - self.known - self.refused
    }

    /// A try of this point.
    pub fn attempt(&self, point: Point) -> Result<Try, BadTry> {
        self.check_turn()?;
        if !self.size.contains(point) {
            return Err(BadTry::OffBoard(point, self.size));
        }
        if self.own.contains(point) {
            return Err(BadTry::OwnStone(point));
        }
        if self.refused.contains(point) {
            return Err(BadTry::Refused(point));
        }
        Ok(self.attempt_of(Move::Play(point)))
    }

    /// A pass.
    pub fn pass(&self) -> Result<Try, BadTry> {
        self.check_turn()?;
        Ok(self.attempt_of(Move::Pass))
    }

    fn attempt_of(&self, action: Move) -> Try {
        Try { player: self.player, action, moment: self.moments.len() }
    }

    fn check_turn(&self) -> Result<(), BadTry> {
        if self.is_over() {
            Err(BadTry::GameOver)
        } else if self.to_move != self.player {
            Err(BadTry::NotYourTurn(self.to_move))
        } else {
            Ok(())
        }
    }

    /// Whether a try can be given to the arbiter at this moment.
    pub(crate) fn check(&self, attempt: Try) -> Result<(), BadTry> {
        match attempt.action {
            Move::Play(point) => self.attempt(point)?,
            Move::Pass => self.pass()?,
        };
        // A try of a later moment was made for another game.
        match self.moments.len().abs_diff(attempt.moment) {
            0 => Ok(()),
            events => Err(BadTry::Stale(events)),
        }
    }
}

/// The board as the player sees it: `X` and `O` stones, `+` empty for certain, `.` unknown.
impl fmt::Display for PlayerView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player: Player| if player == Player::Black { 'X' } else { 'O' };
        let mark = |point| match self.sight(point) {
            Sight::Own => letter(self.player),
            Sight::Opponent => letter(self.player.opponent()),
            Sight::Empty => '+',
            Sight::Unknown => '.',
        };
        let side = self.size.side();
        let points: Vec<Point> = self.size.points().collect();
        for (number, row) in points.chunks(side).enumerate().rev() {
            let marks: Vec<String> = row.iter().map(|&point| mark(point).to_string()).collect();
            writeln!(f, "{:>2} {}", number + 1, marks.join(" "))?;
        }
        let letters: Vec<String> = points[..side].iter().map(|p| p.column().to_string()).collect();
        write!(f, "   {}", letters.join(" "))
    }
}
