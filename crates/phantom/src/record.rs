//! Games as they were played: every try and every answer.

use tengen_go::{BoardSize, Game, Komi, Move, Player, Position, Rules};

use crate::Arbiter;
use crate::attempt::BadTry;
use crate::event::Answer;
use crate::referee::Referee;

/// A try and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TryRecord {
    /// Who tried.
    pub player: Player,
    /// What.
    pub action: Move,
    /// What the arbiter said.
    pub answer: Answer,
}

impl TryRecord {
    /// Whether it was refused.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.answer == Answer::Illegal
    }
}

/// A game of Phantom Go with all tries and answers. It has everything: it is not for players.
///
/// ```
/// use tengen_phantom::{Arbiter, GameRecord, Player, Referee};
/// use tengen_go::{BoardSize, Komi, Rules};
/// let size = BoardSize::new(9).unwrap();
/// let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF, Referee::PAPER);
/// for (player, name) in [(Player::Black, "E5"), (Player::White, "E5"), (Player::White, "C3")] {
///     let attempt = arbiter.view(player).attempt(name.parse().unwrap()).unwrap();
///     arbiter.answer(attempt).unwrap();
/// }
/// let record: &GameRecord = arbiter.record();
/// assert_eq!(record.tries().len(), 3);
/// assert_eq!(record.turns().map(|turn| turn.refused.len()).collect::<Vec<_>>(), [0, 1]);
/// assert_eq!(record.replay().unwrap().view(Player::White), arbiter.view(Player::White));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    size: BoardSize,
    rules: Rules,
    komi: Komi,
    referee: Referee,
    tries: Vec<TryRecord>,
}

/// A move, and what was tried in vain before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<'a> {
    /// The tries that were refused.
    pub refused: &'a [TryRecord],
    /// The one that was not; `None` if the turn is not over.
    pub accepted: Option<TryRecord>,
}

impl GameRecord {
    pub(crate) const fn new(size: BoardSize, rules: Rules, komi: Komi, referee: Referee) -> Self {
        Self { size, rules, komi, referee, tries: Vec::new() }
    }

    pub(crate) fn push(&mut self, record: TryRecord) {
        self.tries.push(record);
    }

    /// What was told.
    #[must_use]
    pub const fn referee(&self) -> Referee {
        self.referee
    }

    /// All tries with their answers.
    #[must_use]
    pub fn tries(&self) -> &[TryRecord] {
        &self.tries
    }

    /// The turns. If the last one is not over it is included only where something was refused.
    pub fn turns(&self) -> impl Iterator<Item = Turn<'_>> {
        self.tries.chunk_by(|one, _| one.is_refused()).map(|tries| match tries.split_last() {
            Some((last, refused)) if !last.is_refused() => Turn { refused, accepted: Some(*last) },
            _ => Turn { refused: tries, accepted: None },
        })
    }

    /// The true game: the position after all moves.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = Position::new(self.size, self.rules, self.komi);
        for played in self.tries.iter().filter(|played| !played.is_refused()) {
            position.play_unchecked(played.action);
        }
        position
    }

    /// The same game before a new arbiter, with the views as they were.
    pub fn replay(&self) -> Result<Arbiter, BadTry> {
        let mut arbiter = Arbiter::new(self.size, self.rules, self.komi, self.referee);
        for record in &self.tries {
            let view = arbiter.view(record.player);
            let attempt = match record.action {
                Move::Play(point) => view.attempt(point)?,
                Move::Pass => view.pass()?,
            };
            arbiter.answer(attempt)?;
        }
        Ok(arbiter)
    }
}
