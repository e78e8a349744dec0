//! Playouts of Go as a policy of searches.

use std::sync::Arc;

use tengen_go::{
    Board, BoardSize, Chains, EyeRule, Game, Komi, Move, Outcome, Player, Playout, Point, Position,
    Recorder, Rng,
};
use tengen_search::{PlayoutPolicy, PlayoutRecorder, PlayoutScore};

use crate::go::ownership::{OwnershipCounts, Tally};
use crate::go::softmax::{SoftmaxPlayouts, SoftmaxTable};
use crate::go::tactical;

/// Playouts of Go: they run on the bare board, without history.
///
/// ```
/// use tengen_go::{BoardSize, Komi, Position, Rng, Rules};
/// use tengen_policy::go::GoPlayouts;
/// use tengen_search::PlayoutPolicy;
/// let size = BoardSize::new(9).unwrap();
/// let mut position = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
/// let score = GoPlayouts::light(&position).playout(&mut position, &mut Rng::new(1), &mut ());
/// println!("{:?} by {} points", score.outcome, score.points);
/// ```
pub struct GoPlayouts {
    /// Where light and tactical playouts are played.
    board: Board,
    style: Style,
    /// Where this thread counts who owns what, if anybody wants to know.
    ownership: Option<(OwnershipCounts, Arc<Tally>)>,
    played: u32,
}

/// How moves are chosen.
#[derive(Clone)]
enum Style {
    /// Uniformly, but for own eyes: the light playouts of [`tengen_go::Playout`].
    Light,
    /// Answers to atari and local shapes first.
    Tactical,
    /// In proportion to learned weights.
    Softmax(Box<SoftmaxPlayouts>),
}

/// Looking at every point of a finished board costs a tenth of a playout, and one board in a few
/// tells as much.
const COUNT_EVERY: u32 = 4;

impl GoPlayouts {
    /// Uniformly random moves that fill no own eye, for games with this position's board size.
    #[must_use]
    pub fn light(position: &Position) -> Self {
        Self::light_on(position.board().size())
    }

    /// The same for games on boards of this size.
    #[must_use]
    pub fn light_on(size: BoardSize) -> Self {
        Self { board: Board::new(size), style: Style::Light, ownership: None, played: 0 }
    }

    /// Random moves that save and take stones in atari, and like good shapes near the last move.
    #[must_use]
    pub fn tactical(position: &Position) -> Self {
        Self { style: Style::Tactical, ..Self::light(position) }
    }

    /// The same for games on boards of this size.
    #[must_use]
    pub fn tactical_on(size: BoardSize) -> Self {
        Self { style: Style::Tactical, ..Self::light_on(size) }
    }

    /// Moves in proportion to learned weights.
    #[must_use]
    pub fn softmax(position: &Position, table: &SoftmaxTable) -> Self {
        let playouts = SoftmaxPlayouts::new(table.clone(), position.board());
        Self { style: Style::Softmax(Box::new(playouts)), ..Self::light(position) }
    }

    /// The same with [care](SoftmaxPlayouts::careful), if moves are in proportion to learned weights.
    #[must_use]
    pub fn careful(self) -> Self {
        let style = match self.style {
            Style::Softmax(playouts) => Style::Softmax(Box::new(playouts.careful())),
            style => style,
        };
        Self { style, ..self }
    }

    /// The policy, if moves are in proportion to learned weights.
    #[must_use]
    pub fn softmax_table(&self) -> Option<&SoftmaxTable> {
        match &self.style {
            Style::Softmax(playouts) => Some(playouts.table()),
            _ => None,
        }
    }

    /// The board as the last playout left it.
    #[must_use]
    pub fn board(&self) -> &Chains {
        match &self.style {
            Style::Softmax(playouts) => playouts.board(),
            _ => &self.board,
        }
    }

    /// The same playouts, one in four of which counts for `counts`.
    #[must_use]
    pub fn counting(self, counts: &OwnershipCounts) -> Self {
        Self { ownership: Some((counts.clone(), counts.tally())), ..self }
    }
}

/// Where a playout starts.
pub(crate) struct Start<'a> {
    pub(crate) board: &'a Board,
    pub(crate) playout: Playout,
    /// The move before.
    pub(crate) last: Option<Point>,
}

impl GoPlayouts {
    /// A playout from anywhere.
    #[inline]
    pub(crate) fn run(
        &mut self,
        Start { board, playout, last }: Start<'_>,
        komi: Komi,
        rng: &mut Rng,
        recorder: &mut impl PlayoutRecorder,
    ) -> PlayoutScore {
        let recorder = &mut Slots(recorder);
        let result = match &mut self.style {
            Style::Light => {
                self.board.clone_from(board);
                playout.run(&mut self.board, rng, recorder)
            }
            Style::Tactical => {
                self.board.clone_from(board);
                tactical::run(playout, last, &mut self.board, rng, recorder)
            }
            Style::Softmax(playouts) => playouts.run(board, playout, last, rng, recorder),
        };
        if let Some((_, tally)) = &self.ownership {
            if self.played.is_multiple_of(COUNT_EVERY) {
                tally.add(match &self.style {
                    Style::Softmax(playouts) => playouts.board(),
                    _ => &self.board,
                });
            }
            self.played = self.played.wrapping_add(1);
        }
        let points = result.score as f32 - komi.points();
        PlayoutScore { outcome: result.outcome(komi), points, expectation: None }
    }
}

/// Each copy counts apart, for the same totals.
impl Clone for GoPlayouts {
    fn clone(&self) -> Self {
        let board = self.board.clone();
        let playouts = Self { board, style: self.style.clone(), ownership: None, played: 0 };
        match &self.ownership {
            Some((counts, _)) => playouts.counting(counts),
            None => playouts,
        }
    }
}

/// Passes the moves of a playout on.
struct Slots<'a, R>(&'a mut R);

impl<R: PlayoutRecorder> Recorder for Slots<'_, R> {
    #[inline(always)]
    fn played(&mut self, player: Player, point: Point) {
        self.0.played(player, point.index());
    }
}

impl PlayoutPolicy<Position> for GoPlayouts {
    #[inline]
    fn playout(
        &mut self,
        position: &mut Position,
        rng: &mut Rng,
        recorder: &mut impl PlayoutRecorder,
    ) -> PlayoutScore {
        if let Some(outcome) = position.outcome() {
            return self.score(position, outcome);
        }
        let last = position.moves().last().and_then(|&(_, m)| m.point());
        let start = Start { board: position.board(), playout: position.playout(), last };
        self.run(start, position.komi(), rng, recorder)
    }

    fn score(&mut self, position: &Position, outcome: Outcome) -> PlayoutScore {
        PlayoutScore { outcome, points: position.score(), expectation: None }
    }

    /// Uniform among the moves that fill no own eye; a pass only if there is no other.
    fn choose(&mut self, position: &Position, moves: &[Move], rng: &mut Rng) -> usize {
        let mut chosen = 0;
        let mut seen = 0;
        for (i, &m) in moves.iter().enumerate() {
            if self.is_sensible(position, m) {
                seen += 1;
                if rng.below(seen) == 0 {
                    chosen = i;
                }
            }
        }
        if seen > 0 {
            return chosen;
        }
        moves.iter().position(|&m| m == Move::Pass).unwrap_or(0)
    }

    /// Only a second pass ends a game.
    fn winning_move(&mut self, position: &Position, moves: &[Move]) -> Option<usize> {
        if position.passes() == 0 {
            return None;
        }
        let outcome = position.komi().outcome(position.board().area().score());
        if outcome != Outcome::Win(position.to_move()) {
            return None;
        }
        // One player passing twice in a row does not end the game: let the rules decide.
        let pass = moves.iter().position(|&m| m == Move::Pass)?;
        let mut after = position.clone();
        after.play_unchecked(Move::Pass);
        (after.outcome() == Some(outcome)).then_some(pass)
    }

    fn is_sensible(&mut self, position: &Position, m: Move) -> bool {
        m.point().is_some_and(|point| {
            !position.board().is_eye(position.to_move(), point, EyeRule::Standard)
        })
    }

    fn slots(&self) -> usize {
        Point::INDICES
    }

    #[inline(always)]
    fn slot(&self, m: Move) -> Option<usize> {
        m.point().map(Point::index)
    }
}
