//! Views as a source of positions to search.

use tengen_game::{Game, Hidden, MoveList, Rng};
use tengen_go::{Board, EyeRule, Move};

use crate::bare::BarePosition;
use crate::placement::{Placement, PlacementCounts};
use crate::plausibility::Plausibility;
use crate::view::PlayerView;
use crate::worlds::Worlds;

/// Guesses by [`Placement`]: unseen stones anywhere, as paper 004's players put them.
///
/// ```
/// use tengen_game::{Game, Hidden};
/// use tengen_phantom::{Arbiter, Guesses, Player, Referee, Rng};
/// use tengen_go::{BoardSize, Komi, Rules};
/// let size = BoardSize::new(9).unwrap();
/// let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF, Referee::PAPER);
/// let e5 = "E5".parse().unwrap();
/// arbiter.answer(arbiter.view(Player::Black).attempt(e5).unwrap()).unwrap();
/// let mut guesses = Guesses::new(arbiter.view(Player::White));
/// let mut position = guesses.seen().clone();
/// assert_eq!(position.board().stone_total(), 0);
/// guesses.sample(&mut position, &mut Rng::new(1));
/// assert_eq!(position.board().stone_total(), 1);
/// ```
#[derive(Clone)]
pub struct Guesses {
    placement: Placement,
    seen: BarePosition,
    moves: Vec<Move>,
}

impl Guesses {
    /// For the player whose view it is.
    #[must_use]
    pub fn new(view: &PlayerView) -> Self {
        let placement = Placement::new(view);
        let board = placement.seen().clone();
        let moves = sensible_moves(view, &board);
        let seen = BarePosition::new(board, view.player(), view.passes(), view.komi());
        Self { placement, seen, moves }
    }

    /// How often all stones found room.
    #[must_use]
    pub const fn counts(&self) -> PlacementCounts {
        self.placement.counts()
    }
}

/// What may be tried, but for own eyes. A pass is worth a thought when the opponent has passed, or
/// when there is nothing else.
fn sensible_moves(view: &PlayerView, seen: &Board) -> Vec<Move> {
    let is_eye = |&point: &_| seen.is_eye(view.player(), point, EyeRule::Standard);
    let candidates = view.candidates();
    let mut moves: Vec<Move> =
        candidates.iter().filter(|point| !is_eye(point)).map(Move::Play).collect();
    if moves.is_empty() || view.passes() > 0 {
        moves.push(Move::Pass);
    }
    moves
}

impl Hidden for Guesses {
    type Position = BarePosition;

    fn seen(&self) -> &BarePosition {
        &self.seen
    }

    fn moves(&self, out: &mut MoveList<Move>) {
        out.clear();
        out.extend(self.moves.iter().copied());
    }

    fn sample(&mut self, out: &mut BarePosition, rng: &mut Rng) {
        out.clone_from(&self.seen);
        self.complete(out, self.unseen(), rng);
    }

    fn unseen(&self) -> usize {
        self.placement.unseen()
    }

    fn add(&mut self, position: &mut BarePosition, m: Move) -> bool {
        let opponent = self.seen.to_move().opponent();
        let Some(point) = m.point() else { return false };
        let board = position.board_mut();
        let has_room = board.is_empty(point)
            && !board.is_suicide(opponent, point)
            && !board.captures(opponent, point);
        if has_room {
            board.play(opponent, point);
        }
        has_room
    }

    fn complete(&mut self, position: &mut BarePosition, missing: usize, rng: &mut Rng) {
        self.placement.place_on(position.board_mut(), missing, rng);
    }
}

/// Guesses by [`Worlds`]: every sample agrees with the whole history of answers, as far as one can
/// be found; if not, it is a placement.
pub struct WorldGuesses<'a, P> {
    view: &'a PlayerView,
    worlds: &'a mut Worlds<P>,
    loose: Guesses,
    /// How many samples a world is good for, and how many it has given.
    uses: usize,
    used: usize,
    current: BarePosition,
}

impl<'a, P: Plausibility> WorldGuesses<'a, P> {
    /// For the player whose view it is; each world is given out so many times in a row.
    #[must_use]
    pub fn new(view: &'a PlayerView, worlds: &'a mut Worlds<P>, uses: usize) -> Self {
        let loose = Guesses::new(view);
        let current = loose.seen.clone();
        Self { view, worlds, loose, uses: uses.max(1), used: usize::MAX, current }
    }
}

impl<P: Plausibility> Hidden for WorldGuesses<'_, P> {
    type Position = BarePosition;

    fn seen(&self) -> &BarePosition {
        self.loose.seen()
    }

    fn moves(&self, out: &mut MoveList<Move>) {
        self.loose.moves(out);
    }

    fn sample(&mut self, out: &mut BarePosition, rng: &mut Rng) {
        if self.used >= self.uses {
            self.used = 0;
            match self.worlds.sample(self.view) {
                Some(world) => {
                    self.current.board_mut().clone_from(world.board());
                    self.current.forget_last();
                }
                None => self.loose.sample(&mut self.current, rng),
            }
        }
        self.used += 1;
        out.clone_from(&self.current);
    }

    fn unseen(&self) -> usize {
        self.loose.unseen()
    }

    fn add(&mut self, position: &mut BarePosition, m: Move) -> bool {
        self.loose.add(position, m)
    }

    fn complete(&mut self, position: &mut BarePosition, missing: usize, rng: &mut Rng) {
        self.loose.complete(position, missing, rng);
    }
}
