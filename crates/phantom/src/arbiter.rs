//! The arbiter: the only one who sees the board.

use tengen_go::{Board, BoardSize, Game, Komi, Move, Outcome, Player, PointMask, Position, Rules};

use crate::attempt::{BadTry, Try};
use crate::event::{Answer, Event, News};
use crate::record::{GameRecord, TryRecord};
use crate::referee::Referee;
use crate::view::PlayerView;

/// A game of Phantom Go: the true position, and what each player knows of it.
///
/// A player is shown his [view](Self::view) and nothing else. What he tries is
/// [answered](Self::answer); an illegal try costs nothing, and he tries again.
///
/// ```
/// use tengen_phantom::{Arbiter, Player, Referee, Rng};
/// use tengen_go::{BoardSize, Komi, Rules};
/// let size = BoardSize::new(5).unwrap();
/// let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF, Referee::PAPER);
/// let mut rng = Rng::new(1);
/// while arbiter.outcome().is_none() {
///     let view = arbiter.view(arbiter.to_move());
///     let points: Vec<_> = view.candidates().iter().collect();
///     let attempt = match rng.choose(&points) {
///         Some(point) if rng.below(20) > 0 => view.attempt(point).unwrap(),
///         _ => view.pass().unwrap(),
///     };
///     arbiter.answer(attempt).unwrap();
/// }
/// println!("{}\n{}", arbiter.position().board(), arbiter.view(Player::Black));
/// ```
#[derive(Clone, Debug)]
pub struct Arbiter {
    position: Position,
    views: [PlayerView; 2],
    referee: Referee,
    /// Tries refused since the last move.
    refused: usize,
    record: GameRecord,
}

impl Arbiter {
    /// The empty board, Black to move.
    #[must_use]
    pub fn new(size: BoardSize, rules: Rules, komi: Komi, referee: Referee) -> Self {
        Self {
            position: Position::new(size, rules, komi),
            views: Player::BOTH.map(|player| PlayerView::new(player, size, rules, komi, referee)),
            referee,
            refused: 0,
            record: GameRecord::new(size, rules, komi, referee),
        }
    }

    /// What a player may know.
    #[must_use]
    pub const fn view(&self, player: Player) -> &PlayerView {
        &self.views[player.index()]
    }

    /// The true position. Not for players.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.position.to_move()
    }

    /// How the game ended, by the area on the true board; `None` as long as it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// All tries and answers so far.
    #[must_use]
    pub const fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Answers a try, and tells both players what they may know. Fails if the try was not made
    /// from the view of the player to move, as it is now.
    pub fn answer(&mut self, attempt: Try) -> Result<Answer, BadTry> {
        self.view(attempt.player).check(attempt)?;
        let player = attempt.player;
        let answer = match attempt.action {
            Move::Play(_) if !self.position.is_legal(attempt.action) => Answer::Illegal,
            _ => self.play(attempt.action),
        };
        if let (Answer::Illegal, Move::Play(point)) = (answer, attempt.action) {
            self.refused += 1;
            self.views[player.index()].take_in(Event::Refused(point));
        }
        self.record.push(TryRecord { player, action: attempt.action, answer });
        Ok(answer)
    }

    /// Plays a legal move and tells of it.
    fn play(&mut self, action: Move) -> Answer {
        let (mover, before) = (self.position.to_move(), self.stones());
        self.position.play_unchecked(action);
        let after = self.stones();
        let left = |player: Player| before[player.index()] - after[player.index()];
        let mut lost = left(mover);
        if let Some(point) = action.point()
            && self.position.board().is_empty(point)
        {
            lost.insert(point);
        }
        let captured = left(mover.opponent());
        let told = self.referee.captor;
        let refused = self.referee.illegal_tries_heard.then_some(self.refused);
        self.refused = 0;
        let taken = News::of(&captured, told);
        let (mine, theirs) = match action {
            Move::Play(point) => (
                Event::Played { point, taken, lost },
                Event::OpponentPlayed { refused, lost: captured, gone: News::of(&lost, told) },
            ),
            Move::Pass => (Event::Passed, Event::OpponentPassed { refused }),
        };
        self.views[mover.index()].take_in(mine);
        self.views[mover.opponent().index()].take_in(theirs);
        Answer::Legal { taken, lost }
    }

    fn stones(&self) -> [PointMask; 2] {
        stones_of(self.position.board())
    }
}

/// The stones of both players.
pub(crate) fn stones_of(board: &Board) -> [PointMask; 2] {
    let mut stones = [PointMask::EMPTY; 2];
    for (point, player) in board.stones() {
        stones[player.index()].insert(point);
    }
    stones
}
