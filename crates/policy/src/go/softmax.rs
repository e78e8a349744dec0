//! Softmax playouts: moves are drawn in proportion to the product of the γ's of their pattern and of
//! their local features (paper 003, sections 2.1 and 3.2).
//!
//! Weights of patterns are kept by [`WeightedBoard`]. The few moves with local features are looked at
//! each turn, and drawing is in two steps: first, whether one of these is played; if not, any other
//! move by its pattern alone, drawn anew if it is one of the few. Both steps are exact. All numbers
//! are whole: nothing drifts.

use std::sync::Arc;

use tengen_go::{
    Board, Key, Pattern, Player, Playout, PlayoutResult, Point, Recorder, Rng, WeightTable,
    WeightWatcher, WeightedBoard,
};

use crate::go::gammas::PlayoutGammas;
use crate::go::local_features::{LocalFeature, LocalFeatures, LocalMoves};

/// A policy made ready for playouts; cheap to copy.
#[derive(Clone)]
pub struct SoftmaxTable {
    patterns: Arc<WeightTable>,
    /// By combination of local features: the product of their γ's, times [`FACTOR_ONE`].
    factors: Arc<[u64; LocalFeatures::COMBINATIONS]>,
}

/// The factor that stands for 1.
const FACTOR_BITS: u32 = 16;
/// The largest factor, so that a weight times it, summed over all moves, fits.
const MOST_FACTOR: f64 = (1u64 << 34) as f64;

/// What was learned: see data/go.
const BUILT_IN: &[(&str, &str)] = &[];

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
        let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        PlayoutGammas::from_text(text).ok().map(|gammas| Self::new(&gammas))
    }

    /// A board with the weights of this policy.
    #[must_use]
    pub fn board(&self, board: &Board) -> WeightedBoard {
        WeightedBoard::new(board, Arc::clone(&self.patterns))
    }

    #[inline(always)]
    fn factor(&self, features: LocalFeatures) -> u64 {
        self.factors[features.index() % LocalFeatures::COMBINATIONS]
    }
}

/// Who is told of the choices of a playout: what a gradient needs.
pub trait ChoiceWatcher: WeightWatcher {
    /// The move of `player` was drawn from these: all by their patterns, but those in `local`, which
    /// have other weights.
    fn chosen(&mut self, board: &WeightedBoard, player: Player, point: Point, choice: &Choice);
}

impl ChoiceWatcher for () {
    #[inline(always)]
    fn chosen(&mut self, _: &WeightedBoard, _: Player, _: Point, _: &Choice) {}
}

/// What a move is drawn from.
#[derive(Clone, Default)]
pub struct Choice {
    moves: LocalMoves,
    /// The moves whose weight is not that of their pattern alone: the point, its features, the weight
    /// of its pattern and its own.
    local: Vec<LocalWeight>,
    /// The sum of the weights of all moves.
    total: u64,
    /// The part of it that is local.
    local_total: u64,
}

/// A move whose weight is not that of its pattern alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalWeight {
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
    /// The moves of `player` after the opponent's move on `last` (`None` after a pass).
    #[inline]
    pub fn prepare(
        &mut self,
        table: &SoftmaxTable,
        board: &WeightedBoard,
        player: Player,
        last: Option<Point>,
    ) {
        self.local.clear();
        match last {
            Some(last) => self.moves.find(board.board(), player, last),
            None => self.moves.clear(),
        }
        let ko = board.board().ko(player);
        let (mut without, mut with) = (0, 0);
        for (point, features) in self.moves.iter() {
            let pattern_weight = board.weight(player, point);
            let mut weight = (u64::from(pattern_weight) * table.factor(features)) >> FACTOR_BITS;
            weight = weight.max(u64::from(pattern_weight > 0));
            if ko == Some(point) {
                weight = 0;
            }
            without += u64::from(pattern_weight);
            with += weight;
            self.local.push(LocalWeight { point, features, pattern_weight, weight });
        }
        if let Some(point) = ko
            && !self.local.iter().any(|local| local.point == point)
        {
            let pattern_weight = board.weight(player, point);
            without += u64::from(pattern_weight);
            let features = LocalFeatures::default();
            self.local.push(LocalWeight { point, features, pattern_weight, weight: 0 });
        }
        self.local_total = with;
        self.total = u64::from(board.total(player)) - without + with;
    }

    /// The moves whose weight is not that of their pattern alone.
    #[must_use]
    pub fn local(&self) -> &[LocalWeight] {
        &self.local
    }

    /// The sum of the weights of all moves.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// The weight of a move.
    #[must_use]
    pub fn weight(&self, board: &WeightedBoard, player: Player, point: Point) -> u64 {
        let local = self.local.iter().find(|local| local.point == point);
        local.map_or_else(|| u64::from(board.weight(player, point)), |local| local.weight)
    }

    /// A move in proportion to its weight; `None` if there is none.
    #[inline]
    pub fn draw(&self, board: &WeightedBoard, player: Player, rng: &mut Rng) -> Option<Point> {
        if self.total == 0 {
            return None;
        }
        let mut left = rng.below(self.total as usize) as u64;
        if left < self.local_total {
            for local in &self.local {
                if left < local.weight {
                    return Some(local.point);
                }
                left -= local.weight;
            }
        }
        loop {
            let point = board.draw(player, rng)?;
            if !self.local.iter().any(|local| local.point == point) {
                return Some(point);
            }
        }
    }
}

/// A policy, and the memory of its playouts.
#[derive(Clone)]
pub struct SoftmaxPlayouts {
    table: SoftmaxTable,
    board: WeightedBoard,
    choice: Choice,
    /// The board that the last playout began with, for those that begin with the same.
    start: Option<WeightedBoard>,
    began_with: Option<Key>,
}

impl SoftmaxPlayouts {
    /// Playouts on boards of this size (others too, after some copying).
    #[must_use]
    pub fn new(table: SoftmaxTable, board: &Board) -> Self {
        let board = table.board(board);
        Self { table, board, choice: Choice::default(), start: None, began_with: None }
    }

    /// The board as the last playout left it.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.board.board()
    }

    /// Plays to the end from this board; `last` is the move before.
    #[inline]
    pub fn run(
        &mut self,
        start: &Board,
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
    fn begin(&mut self, start: &Board) {
        if self.began_with != Some(start.key()) {
            self.began_with = Some(start.key());
            self.start = None;
            return self.board.set(start);
        }
        let known = self.start.get_or_insert_with(|| self.table.board(start));
        // Keys leave out whose ko it is.
        if known.board() != start {
            known.set(start);
        }
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
        mut last: Option<Point>,
        rng: &mut Rng,
        recorder: &mut impl Recorder,
        watcher: &mut impl ChoiceWatcher,
    ) -> PlayoutResult {
        let Self { table, board, choice, .. } = self;
        let (mut player, mut passes, mut moves) = (playout.to_move, playout.passes, 0);
        while passes < 2 && moves < playout.limit {
            moves += 1;
            choice.prepare(table, board, player, last);
            last = choice.draw(board, player, rng);
            match last {
                Some(point) => {
                    watcher.chosen(board, player, point, choice);
                    board.play(player, point, watcher);
                    recorder.played(player, point);
                    passes = 0;
                }
                None => {
                    board.clear_ko();
                    passes += 1;
                }
            }
            player = player.opponent();
        }
        let score = board.board().stones_and_eyes();
        PlayoutResult { moves, score, cut_off: passes < 2 }
    }
}

/// Where a pattern's or feature's part of a gradient stands.
pub(crate) const fn feature_index(feature: LocalFeature) -> usize {
    Pattern::ALL + feature.index()
}
