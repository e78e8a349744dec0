//! Phantom Go.

use tengen_go::{EyeRule, Game, Move, Outcome, Point, Rng};
use tengen_phantom::BarePosition;
use tengen_search::{PlayoutPolicy, PlayoutRecorder, PlayoutScore};

use crate::go::{GoPlayouts, Start};

/// Playouts of Go in positions that could be the true one of a game of Phantom Go.
///
/// ```
/// use tengen_go::{Board, BoardSize, Komi, Player, Rng};
/// use tengen_phantom::BarePosition;
/// use tengen_policy::{go::GoPlayouts, phantom::PhantomPlayouts};
/// use tengen_search::PlayoutPolicy;
/// let size = BoardSize::new(9).unwrap();
/// let mut position =
///     BarePosition::new(Board::new(size), Player::Black, 0, Komi::SEVEN_AND_A_HALF);
/// let mut playouts = PhantomPlayouts(GoPlayouts::tactical_on(size));
/// println!("{:?}", playouts.playout(&mut position, &mut Rng::new(1), &mut ()));
/// ```
#[derive(Clone)]
pub struct PhantomPlayouts(pub GoPlayouts);

impl PlayoutPolicy<BarePosition> for PhantomPlayouts {
    #[inline]
    fn playout(
        &mut self,
        position: &mut BarePosition,
        rng: &mut Rng,
        recorder: &mut impl PlayoutRecorder,
    ) -> PlayoutScore {
        if let Some(outcome) = position.outcome() {
            return self.score(position, outcome);
        }
        let (board, playout, last) = (position.board(), position.playout(), position.last());
        self.0.run(Start { board, playout, last }, position.komi(), rng, recorder)
    }

    fn score(&mut self, position: &BarePosition, outcome: Outcome) -> PlayoutScore {
        PlayoutScore { outcome, points: position.score(), expectation: None }
    }

    fn is_sensible(&mut self, position: &BarePosition, m: Move) -> bool {
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
