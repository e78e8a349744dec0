//! ψ of softmax playouts (paper 003, section 2.3), kept while they run.
//!
//! ψ(s, a) = φ(s, a) - Σ_b π(s, b) φ(s, b): for every pattern and feature, whether the chosen move had
//! it, less the share of the moves that did. Summing over all moves of a playout, most terms of the
//! second part need no work: as long as the surroundings of a point stay as they are, its share at
//! turn t is w/Z_t with the same w. So a running sum of 1/Z_t is kept for each player, and a point is
//! settled, w times the growth of that sum, only when its surroundings change.

use tengen_go::{PatternWeight, Player, Point, WeightWatcher, WeightedBoard};

use crate::go::gammas::PlayoutGammas;
use crate::go::local_features::LocalFeature;
use crate::go::softmax::{Choice, ChoiceWatcher, feature_index};

/// Σ_t ψ(s_t, a_t) of one playout.
///
/// ```
/// use tengen_go::{Board, BoardSize, Player, Playout, Rng};
/// use tengen_policy::go::{PlayoutGammas, PlayoutGradient, SoftmaxPlayouts, SoftmaxTable};
/// let table = SoftmaxTable::new(&PlayoutGammas::uniform());
/// let start = Board::new(BoardSize::new(9).unwrap());
/// let weighted = table.board(&start);
/// let mut playouts = SoftmaxPlayouts::new(table, &start);
/// let mut gradient = PlayoutGradient::new();
/// gradient.set_start(&weighted);
/// gradient.begin();
/// let playout = Playout::new(&start, Player::Black);
/// playouts.run_from(&weighted, playout, None, &mut Rng::new(1), &mut gradient);
/// gradient.finish();
/// // One pattern was chosen each turn, and the shares of all add up to one.
/// let patterns = &gradient.psi()[..2051];
/// assert!(patterns.iter().sum::<f64>().abs() < 1e-6);
/// assert!(gradient.moves() > 80);
/// ```
#[derive(Clone)]
pub struct PlayoutGradient {
    psi: Box<[f64]>,
    /// Σ 1/Z over the turns of Black and of White.
    grown: [f64; 2],
    /// By point: what is not settled yet.
    open: Box<[Open]>,
    /// The same before the first move.
    start: Box<[Open]>,
    /// The points that may be open.
    points: Vec<Point>,
    moves: u32,
}

/// A point whose surroundings have not changed for a while.
#[derive(Clone, Copy)]
struct Open {
    now: [PatternWeight; 2],
    /// What the sums were when it became so.
    since: [f64; 2],
}

impl Open {
    const NOTHING: Self =
        Self { now: [PatternWeight { pattern: 0, weight: 0 }; 2], since: [0.0; 2] };
}

impl PlayoutGradient {
    /// For playouts from any board.
    #[must_use]
    pub fn new() -> Self {
        let nothing = vec![Open::NOTHING; Point::INDICES].into_boxed_slice();
        Self {
            psi: vec![0.0; PlayoutGammas::LEN].into(),
            grown: [0.0; 2],
            open: nothing.clone(),
            start: nothing,
            points: Vec::new(),
            moves: 0,
        }
    }

    /// The board that the next playouts start from.
    pub fn set_start(&mut self, board: &WeightedBoard) {
        self.points.clear();
        self.points.extend(board.board().size().points());
        self.start.fill(Open::NOTHING);
        // Playouts on a larger board may have left something beyond this one.
        self.open.fill(Open::NOTHING);
        for &point in &self.points {
            self.start[point.index()].now = board.pattern_weights(point);
        }
    }

    /// Before a playout.
    pub fn begin(&mut self) {
        self.psi.fill(0.0);
        self.grown = [0.0; 2];
        self.moves = 0;
        let used = self.points.last().map_or(0, |last| last.index() + 1);
        self.open[..used].copy_from_slice(&self.start[..used]);
    }

    /// After a playout: settles what is open.
    pub fn finish(&mut self) {
        for i in 0..self.points.len() {
            self.settle(self.points[i]);
        }
    }

    /// The sum of ψ over the moves, patterns first, then local features: after
    /// [`finish`](Self::finish).
    #[must_use]
    pub fn psi(&self) -> &[f64] {
        &self.psi
    }

    /// How many moves were drawn: without care as many as were made; with it, some come to nothing, and
    /// some moves are made without. Passes are not counted.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    #[inline(always)]
    fn settle(&mut self, point: Point) {
        let open = &mut self.open[point.index()];
        for player in 0..2 {
            let PatternWeight { pattern, weight } = open.now[player];
            let grown = self.grown[player] - open.since[player];
            // Where there is no pattern the weight is 0, and the place does not matter.
            self.psi[usize::from(pattern)] -= f64::from(weight) * grown;
        }
        open.since = self.grown;
    }
}

impl Default for PlayoutGradient {
    fn default() -> Self {
        Self::new()
    }
}

impl WeightWatcher for PlayoutGradient {
    const WATCHES: bool = true;

    #[inline(always)]
    fn changed(&mut self, point: Point, now: [PatternWeight; 2]) {
        self.settle(point);
        self.open[point.index()].now = now;
    }
}

impl ChoiceWatcher for PlayoutGradient {
    #[inline]
    fn chosen(&mut self, board: &WeightedBoard, player: Player, point: Point, choice: &Choice) {
        self.moves += 1;
        let me = player.index();
        let share_of_one = 1.0 / choice.total() as f64;
        self.grown[me] += share_of_one;
        self.psi[usize::from(self.open[point.index()].now[me].pattern)] += 1.0;
        // What the running sums do not know: moves whose weight is not that of their pattern.
        for special in choice.special() {
            let share = special.weight as f64 * share_of_one;
            let known = f64::from(special.pattern_weight) * share_of_one;
            let pattern = self.open[special.point.index()].now[me].pattern;
            self.psi[usize::from(pattern)] -= share - known;
            let chosen = f64::from(special.point == point);
            for feature in special.features.iter() {
                self.psi[feature_index(feature)] += chosen - share;
            }
        }
        if let Some((last, factor)) = choice.near() {
            let more = (factor - 1.0) * share_of_one;
            let mut share = 0.0;
            board.each_near(player, last, |at, weight| {
                if !choice.is_special(at) {
                    let weight = f64::from(weight);
                    let pattern = self.open[at.index()].now[me].pattern;
                    self.psi[usize::from(pattern)] -= weight * more;
                    share += weight * factor * share_of_one - f64::from(at == point);
                }
            });
            self.psi[feature_index(LocalFeature::Contiguous)] -= share;
        }
    }
}
