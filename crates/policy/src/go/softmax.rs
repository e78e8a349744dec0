//! Softmax playouts: moves are drawn in proportion to the product of the γ's of their pattern and of
//! their local features (paper 003, sections 2.1 and 3.2).
//!
//! Weights of patterns are kept by [`WeightedBoard`]. The few moves with local features are looked at
//! each turn, and drawing is in two steps: first, whether one of these is played; if not, any other
//! move by its pattern alone, drawn anew if it is one of the few. Both steps are exact. All numbers
//! are whole: nothing drifts.

use std::sync::Arc;

use tengen_go::{
    Chains, Pattern, Player, Playout, PlayoutResult, Point, Recorder, Rng, WeightTable,
    WeightWatcher, WeightedBoard,
};

use crate::go::careful;
use crate::go::doomed::Doomed;
use crate::go::gammas::PlayoutGammas;
use crate::go::local_features::{LocalFeature, LocalFeatures, LocalMoves};

/// A policy made ready for playouts; cheap to copy.
#[derive(Clone)]
pub struct SoftmaxTable {
    patterns: Arc<WeightTable>,
    /// By combination of local features: the product of their γ's, times 2 to the power of [`FACTOR_BITS`].
    factors: Arc<[u64; LocalFeatures::COMBINATIONS]>,
}

/// The factor that stands for 1.
const FACTOR_BITS: u32 = 16;
/// The largest factor, so that a weight times it, summed over all moves, fits.
const MOST_FACTOR: f64 = (1u64 << 34) as f64;

impl SoftmaxTable {
    /// The tables of these γ's.
    #[must_use]
    pub fn new(gammas: &PlayoutGammas) -> Self {
        let patterns = Arc::new(WeightTable::new(|pattern| gammas.pattern(pattern)));
        let factor = |index: usize| {
            let features = LocalFeatures::from_index(index);
            let product: f64 = features.iter().map(|feature| gammas.feature(feature)).product();
            let exact = product * f64::from(1 << FACTOR_BITS);
            exact.round().clamp(1.0, MOST_FACTOR) as u64
        };
        let factors = Arc::new(std::array::from_fn(factor));
        Self { patterns, factors }
    }

    /// The policy of this name that comes with the program.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        PlayoutGammas::built_in(name).map(|gammas| Self::new(&gammas))
    }

    /// A board with the weights of this policy.
    #[must_use]
    pub fn board(&self, board: &Chains) -> WeightedBoard {
        WeightedBoard::new(board, Arc::clone(&self.patterns))
    }

    #[inline(always)]
    fn factor(&self, features: LocalFeatures) -> u64 {
        self.factors[features.index() % LocalFeatures::COMBINATIONS]
    }
}

/// Who is told of the choices of a playout: what a gradient needs.
pub trait ChoiceWatcher: WeightWatcher {
    /// A move of `player` was drawn from these; with care it may not be the one he makes.
    fn chosen(&mut self, board: &WeightedBoard, player: Player, point: Point, choice: &Choice);
}

impl ChoiceWatcher for () {
    #[inline(always)]
    fn chosen(&mut self, _: &WeightedBoard, _: Player, _: Point, _: &Choice) {}
}

/// What a move is drawn from: moves that answer the last one each by its own weight, others around it
/// by their patterns times a common factor, and the rest by their patterns.
#[derive(Clone, Default)]
pub struct Choice {
    answers: LocalMoves,
    /// The moves with features beyond the first, and a ko that may not be retaken.
    special: Vec<SpecialMove>,
    special_total: u64,
    /// The move that is answered.
    last: Option<Point>,
    /// The weight of the patterns around it, special moves excepted, and that times the factor.
    near_patterns: u64,
    near_total: u64,
    /// The weight of everything.
    total: u64,
    is_careful: bool,
    /// Chains that can be killed from within: what care knows beyond the board and the last move.
    doomed: Doomed,
}

/// A move whose weight is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecialMove {
    /// The move.
    pub point: Point,
    /// What it has besides its pattern.
    pub features: LocalFeatures,
    /// The weight of its pattern.
    pub pattern_weight: u32,
    /// Its weight; 0 for a ko that may not be retaken.
    pub weight: u64,
}

impl Choice {
    /// A choice with [care](SoftmaxPlayouts::careful).
    #[must_use]
    pub fn careful() -> Self {
        Self { is_careful: true, ..Self::default() }
    }

    /// A playout begins on this board.
    #[inline(always)]
    pub fn begin(&mut self, board: &WeightedBoard) {
        if self.is_careful {
            self.doomed.begin(board.board());
        }
    }

    /// The chains that care knows to be doomed, from the beginning of the playout on.
    #[inline(always)]
    #[must_use]
    pub const fn doomed(&self) -> &Doomed {
        &self.doomed
    }

    /// The moves of `player` after the opponent's move on `last` (`None` after a pass).
    #[inline(always)]
    pub fn prepare(
        &mut self,
        table: &SoftmaxTable,
        board: &WeightedBoard,
        player: Player,
        last: Option<Point>,
    ) {
        self.special.clear();
        self.special_total = 0;
        self.last = last;
        let (mut near, mut total) = (0, u64::from(board.total(player)));
        let mut is_pressed = false;
        if let Some(last) = last {
            near = u64::from(board.near_total(player, last));
            total -= near;
            is_pressed = board.is_pressed(last);
        }
        if is_pressed || board.board().ko(player).is_some() {
            (near, total) = self.set_apart(table, board, player, near, total);
        }
        self.near_patterns = near;
        self.near_total = (near * table.factor(LocalFeatures::CONTIGUOUS)) >> FACTOR_BITS;
        self.total = total + self.special_total + self.near_total;
        if self.is_careful {
            self.doomed.look(board, player, last);
        }
    }

    /// Finds the moves whose weight is their own; returns the sums of the patterns around the last move
    /// and elsewhere without theirs.
    #[inline(never)]
    fn set_apart(
        &mut self,
        table: &SoftmaxTable,
        board: &WeightedBoard,
        player: Player,
        mut near: u64,
        mut total: u64,
    ) -> (u64, u64) {
        if let Some(last) = self.last {
            self.answers.find_weighted(board, player, last);
            for (point, features) in self.answers.iter() {
                let pattern_weight = board.weight(player, point);
                let weight = product(pattern_weight, table.factor(features));
                self.special.push(SpecialMove { point, features, pattern_weight, weight });
            }
        }
        if let Some(point) = board.board().ko(player) {
            self.forbid(board.weight(player, point), point);
        }
        for special in &self.special {
            self.special_total += special.weight;
            let pattern_weight = u64::from(special.pattern_weight);
            if self.last.is_some_and(|last| are_near(last, special.point)) {
                near -= pattern_weight;
            } else {
                total -= pattern_weight;
            }
        }
        (near, total)
    }

    /// A ko may not be retaken.
    #[inline(never)]
    fn forbid(&mut self, pattern_weight: u32, point: Point) {
        match self.special.iter_mut().find(|special| special.point == point) {
            Some(special) => special.weight = 0,
            None => {
                // It has no features: it cannot be played.
                let features = LocalFeatures::default();
                self.special.push(SpecialMove { point, features, pattern_weight, weight: 0 });
            }
        }
    }

    /// The moves whose weight is their own.
    #[must_use]
    pub fn special(&self) -> &[SpecialMove] {
        &self.special
    }

    /// Whether a move is one of these.
    #[inline(always)]
    pub(crate) fn is_special(&self, point: Point) -> bool {
        self.special.iter().any(|special| special.point == point)
    }

    /// The move before.
    #[inline(always)]
    pub(crate) const fn last(&self) -> Option<Point> {
        self.last
    }

    /// The sum of the weights of all moves.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// The move before, and what weights around it are multiplied by.
    #[must_use]
    pub fn near(&self) -> Option<(Point, f64)> {
        let factor = self.near_total as f64 / self.near_patterns.max(1) as f64;
        self.last.map(|last| (last, factor))
    }

    /// The weight of a move.
    #[must_use]
    pub fn weight(&self, board: &WeightedBoard, player: Player, point: Point) -> f64 {
        if let Some(special) = self.special.iter().find(|special| special.point == point) {
            return special.weight as f64;
        }
        let weight = f64::from(board.weight(player, point));
        match self.near() {
            Some((last, factor)) if are_near(last, point) => weight * factor,
            _ => weight,
        }
    }

    /// A move in proportion to its weight; `None` if there is none.
    #[inline(always)]
    pub fn draw(&self, board: &WeightedBoard, player: Player, rng: &mut Rng) -> Option<Point> {
        if self.total == 0 {
            return None;
        }
        let mut left = rng.below(self.total as usize) as u64;
        if left < self.special_total {
            for special in &self.special {
                if left < special.weight {
                    return Some(special.point);
                }
                left -= special.weight;
            }
        }
        let is_near = left - self.special_total < self.near_total;
        // What is not taken at once is drawn anew out of line: in a loop here all sums of rows would be
        // made beforehand, for moves around the last one too.
        match self.last {
            Some(last) if is_near => {
                let point = board.draw_near(player, last, rng)?;
                if self.is_special(point) {
                    return self.draw_near_again(board, player, last, rng);
                }
                Some(point)
            }
            _ => {
                let point = board.draw(player, rng)?;
                if self.is_apart(point) {
                    return self.draw_far_again(board, player, rng);
                }
                Some(point)
            }
        }
    }

    /// The same, and a watcher is told.
    #[inline(always)]
    pub(crate) fn draw_watched(
        &self,
        board: &WeightedBoard,
        player: Player,
        rng: &mut Rng,
        watcher: &mut impl ChoiceWatcher,
    ) -> Option<Point> {
        let drawn = self.draw(board, player, rng)?;
        watcher.chosen(board, player, drawn, self);
        Some(drawn)
    }

    /// The move that a playout makes, with [care](SoftmaxPlayouts::careful) or without.
    #[inline(always)]
    pub fn draw_move(
        &self,
        board: &WeightedBoard,
        player: Player,
        rng: &mut Rng,
        watcher: &mut impl ChoiceWatcher,
    ) -> Option<Point> {
        if self.is_careful {
            careful::draw(self, board, player, rng, watcher)
        } else {
            self.draw_watched(board, player, rng, watcher)
        }
    }

    /// The moves that [`draw_move`](Self::draw_move) may make, and how likely; `None` is a pass.
    #[must_use]
    pub fn chances(&self, board: &WeightedBoard, player: Player) -> Vec<(Option<Point>, f64)> {
        if self.total == 0 {
            return vec![(None, 1.0)];
        }
        let points = board.board().size().points();
        let weights = points.map(|point| (point, self.weight(board, player, point)));
        let chance = |(point, weight)| (point, weight / self.total as f64);
        let drawn = weights.filter(|&(_, weight)| weight > 0.0).map(chance);
        if self.is_careful {
            careful::chances(self, board, player, drawn.collect())
        } else {
            drawn.map(|(point, chance)| (Some(point), chance)).collect()
        }
    }

    /// Draws moves around the last one until it is not special.
    #[inline(never)]
    fn draw_near_again(
        &self,
        board: &WeightedBoard,
        player: Player,
        last: Point,
        rng: &mut Rng,
    ) -> Option<Point> {
        loop {
            let point = board.draw_near(player, last, rng)?;
            if !self.is_special(point) {
                return Some(point);
            }
        }
    }

    /// Draws moves until one is neither special nor around the last one.
    #[inline(never)]
    fn draw_far_again(
        &self,
        board: &WeightedBoard,
        player: Player,
        rng: &mut Rng,
    ) -> Option<Point> {
        if let Some(last) = self.last {
            return board.draw_beyond(player, last, rng, |point| self.is_special(point));
        }
        loop {
            let point = board.draw(player, rng)?;
            if !self.is_special(point) {
                return Some(point);
            }
        }
    }

    /// Whether a move has a weight other than that of its pattern.
    #[inline(always)]
    fn is_apart(&self, point: Point) -> bool {
        self.last.is_some_and(|last| are_near(last, point)) || self.is_special(point)
    }
}

/// Whether two points are neighbours, diagonally too.
#[inline(always)]
const fn are_near(a: Point, b: Point) -> bool {
    // Rows are 20 apart, and no point is at the end of a row: the difference of the numbers of two
    // points tells how they stand to each other as long as it is small.
    let difference = (a.index() + 21).wrapping_sub(b.index());
    const NEIGHBOURS: u64 = 0b111 | 0b101 << 20 | 0b111 << 40;
    (difference < 64) & (NEIGHBOURS >> (difference % 64) & 1 != 0)
}

/// A policy, and the memory of its playouts.
#[derive(Clone)]
pub struct SoftmaxPlayouts {
    table: SoftmaxTable,
    board: WeightedBoard,
    choice: Choice,
    /// The board that the last playout began with, for those that begin with the same.
    start: Option<WeightedBoard>,
    began_with: Chains,
}

impl SoftmaxPlayouts {
    /// Playouts on boards of this size (others too, after some copying).
    #[must_use]
    pub fn new(table: SoftmaxTable, board: &Chains) -> Self {
        let began_with = board.clone();
        let board = table.board(board);
        let choice = Choice::default();
        Self { table, board, choice, start: None, began_with }
    }

    /// The same with care: they take the vital points of eye spaces, kill chains with one small eye and
    /// nothing else, mostly give no chain away, and break no seki.
    #[must_use]
    pub fn careful(self) -> Self {
        Self { choice: Choice::careful(), ..self }
    }

    /// Whether they play with care.
    #[must_use]
    pub const fn is_careful(&self) -> bool {
        self.choice.is_careful
    }

    /// The policy.
    #[must_use]
    pub const fn table(&self) -> &SoftmaxTable {
        &self.table
    }

    /// The board as the last playout left it.
    #[must_use]
    pub const fn board(&self) -> &Chains {
        self.board.board()
    }

    /// Plays to the end from this board; `last` is the move before.
    #[inline]
    pub fn run(
        &mut self,
        start: &Chains,
        playout: Playout,
        last: Option<Point>,
        rng: &mut Rng,
        recorder: &mut impl Recorder,
    ) -> PlayoutResult {
        self.begin(start);
        self.play(playout, last, rng, recorder, &mut ())
    }

    /// Looks at all points of a board, or, for one that comes again and again, copies what is known.
    #[inline]
    fn begin(&mut self, start: &Chains) {
        if !self.began_with.is_same(start) {
            self.began_with.clone_from(start);
            self.start = None;
            return self.board.set(start);
        }
        let known = self.start.get_or_insert_with(|| self.table.board(start));
        self.board.copy_from(known);
    }

    /// The same from a board whose weights are known already.
    #[inline]
    pub fn run_from(
        &mut self,
        start: &WeightedBoard,
        playout: Playout,
        last: Option<Point>,
        rng: &mut Rng,
        watcher: &mut impl ChoiceWatcher,
    ) -> PlayoutResult {
        self.board.copy_from(start);
        self.play(playout, last, rng, &mut (), watcher)
    }

    #[inline(always)]
    fn play(
        &mut self,
        playout: Playout,
        last: Option<Point>,
        rng: &mut Rng,
        recorder: &mut impl Recorder,
        watcher: &mut impl ChoiceWatcher,
    ) -> PlayoutResult {
        self.choice.begin(&self.board);
        let mut state = Progress { last, passes: playout.passes, moves: 0, limit: playout.limit };
        let mut goes_on = state.passes < 2 && state.limit > 0;
        if goes_on && playout.to_move == Player::White {
            goes_on = self.step(Player::White, &mut state, rng, recorder, watcher);
        }
        // The colour is a constant in each half of the loop.
        while goes_on {
            goes_on = self.step(Player::Black, &mut state, rng, recorder, watcher)
                && self.step(Player::White, &mut state, rng, recorder, watcher);
        }
        let score = self.board().stones_and_eyes();
        PlayoutResult { moves: state.moves, score, cut_off: state.passes < 2 }
    }

    /// One move or pass; whether the playout goes on.
    #[inline(always)]
    fn step(
        &mut self,
        player: Player,
        state: &mut Progress,
        rng: &mut Rng,
        recorder: &mut impl Recorder,
        watcher: &mut impl ChoiceWatcher,
    ) -> bool {
        let Self { table, board, choice, .. } = self;
        state.moves += 1;
        choice.prepare(table, board, player, state.last);
        state.last = choice.draw_move(board, player, rng, watcher);
        if let Some(point) = state.last {
            board.play(player, point, watcher);
            recorder.played(player, point);
            state.passes = 0;
        } else {
            board.clear_ko();
            state.passes += 1;
        }
        state.passes < 2 && state.moves < state.limit
    }
}

/// Where a playout stands.
struct Progress {
    last: Option<Point>,
    passes: u32,
    moves: u32,
    limit: u32,
}

/// A weight times a factor; what had a weight keeps one.
#[inline(always)]
fn product(weight: u32, factor: u64) -> u64 {
    ((u64::from(weight) * factor) >> FACTOR_BITS).max(u64::from(weight > 0))
}

/// Where a pattern's or feature's part of a gradient stands.
pub(crate) const fn feature_index(feature: LocalFeature) -> usize {
    Pattern::ALL + feature.index()
}
