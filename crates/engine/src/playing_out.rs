//! Playouts one after the other, for those who time them.
//!
//! They are put together here and not where they are timed, so that their loops are compiled as those of a
//! search are, whatever the program around them takes to be built quickly.

use tengen_game::{Outcome, Player, Rng};
use tengen_go::{Board, Komi, Playout, Position};
use tengen_loa as loa;
use tengen_policy::go::{GoPlayouts, PlayoutGradient, SoftmaxPlayouts, SoftmaxTable};
use tengen_policy::loa::LoaPlayouts;
use tengen_search::{PlayoutPolicy, PlayoutRecorder};

/// One playout: its moves, and who won.
pub type Played = (u64, Outcome);

/// Makes one playout after the other.
pub type PlayingOut<'a> = Box<dyn FnMut(&mut Rng) -> Played + 'a>;

/// Light playouts of Go by themselves, without what a search needs.
///
/// ```
/// use tengen_engine::light_playouts_of_go;
/// use tengen_go::{Board, BoardSize, Komi, Rng};
/// let board = Board::new(BoardSize::new(9).unwrap());
/// let mut playing = light_playouts_of_go(&board, Komi::SEVEN_AND_A_HALF);
/// let (moves, _winner) = playing(&mut Rng::new(1));
/// assert!(moves > 60);
/// ```
#[must_use]
pub fn light_playouts_of_go(start: &Board, komi: Komi) -> PlayingOut<'_> {
    let mut board = start.clone();
    let playout = Playout::new(start, Player::Black);
    Box::new(move |rng| {
        board.clone_from(start);
        let result = playout.run(&mut board, rng, &mut ());
        (u64::from(result.moves), result.outcome(komi))
    })
}

/// Playouts of Go as a search has them.
#[must_use]
pub fn playouts_of_go(policy: &GoPlayouts, start: &Position) -> PlayingOut<'static> {
    let (mut policy, mut position) = (policy.clone(), start.clone());
    Box::new(move |rng| {
        let mut count = Count(2); // both passes
        let outcome = policy.playout(&mut position, rng, &mut count).outcome;
        (count.0, outcome)
    })
}

/// Playouts of Go that keep their gradient.
#[must_use]
pub fn gradient_playouts_of_go(table: &SoftmaxTable, start: &Position) -> PlayingOut<'static> {
    let (playout, komi) = (Playout::new(start.board(), Player::Black), start.komi());
    let weighted = table.board(start.board());
    let mut playouts = SoftmaxPlayouts::new(table.clone(), start.board());
    let mut gradient = PlayoutGradient::new();
    gradient.set_start(&weighted);
    Box::new(move |rng| {
        gradient.begin();
        let result = playouts.run_from(&weighted, playout, None, rng, &mut gradient);
        gradient.finish();
        (u64::from(result.moves), result.outcome(komi))
    })
}

/// Playouts of Lines of Action as a search has them.
#[must_use]
pub fn playouts_of_loa<'a>(policy: &LoaPlayouts, start: &'a loa::Position) -> PlayingOut<'a> {
    let (mut policy, mut position) = (policy.clone(), start.clone());
    Box::new(move |rng| {
        position.clone_from(start);
        let mut count = Count(0);
        let outcome = policy.playout(&mut position, rng, &mut count).outcome;
        (count.0, outcome)
    })
}

/// Counts the moves of a playout.
struct Count(u64);

impl PlayoutRecorder for Count {
    #[inline(always)]
    fn played(&mut self, _: Player, _: usize) {
        self.0 += 1;
    }
}
