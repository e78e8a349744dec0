//! Transition probabilities: how often a move of each category is played when there is one.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use tengen_loa::{Board, Move, MoveList, Player, Position};
use tengen_search::{Knowledge, MovePrior};

use crate::loa::category::{BadCategory, Category, Mover};

/// In how many positions a category was played, and in how many it was available.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occurrences {
    /// Positions in which a move of the category was played.
    pub played: u64,
    /// Positions in which there was one.
    pub available: u64,
}

/// Counts of all categories (paper 000, equation 2).
///
/// ```
/// use tengen_loa::{Position, Rules};
/// use tengen_policy::loa::TransitionCounts;
/// let mut counts = TransitionCounts::default();
/// let start = Position::new(Rules::PAPER);
/// counts.add(&start, start.parse_move("c1-c3").unwrap());
/// assert_eq!(counts.to_text("").parse(), Ok(counts));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransitionCounts(Box<[Occurrences; Category::COUNT]>);

impl Default for TransitionCounts {
    fn default() -> Self {
        Self(Box::new([Occurrences::default(); Category::COUNT]))
    }
}

/// A text that holds no counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTransitions {
    /// Its form is wrong.
    #[error("{0}")]
    Form(String),
    /// It names something that is no category.
    #[error(transparent)]
    Category(#[from] BadCategory),
    /// It says that more was played than there was.
    #[error("\"{0}\" was played more often than it was available")]
    Impossible(Category),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    transitions: BTreeMap<String, [u64; 2]>,
}

impl TransitionCounts {
    /// The counts that Tengen comes with; their file says how they were made.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static COUNTS: LazyLock<TransitionCounts> = LazyLock::new(|| {
            include_str!("../../data/loa/transitions.toml").parse().unwrap_or_default()
        });
        &COUNTS
    }

    /// Counts a position in which `played` was chosen.
    pub fn add(&mut self, position: &Position, played: Move) {
        use tengen_loa::Game;
        let mover = Mover::new(position.board(), position.to_move());
        let Some(played) = mover.category(played) else { return };
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut available: Vec<Category> =
            moves.iter().filter_map(|&m| mover.category(m)).collect();
        available.sort_unstable();
        available.dedup();
        for category in available {
            self.0[category.index()].available += 1;
        }
        self.0[played.index()].played += 1;
    }

    /// The counts of a category.
    #[must_use]
    pub fn of(&self, category: Category) -> Occurrences {
        self.0[category.index()]
    }

    /// The categories that were ever available, with their counts.
    pub fn seen(&self) -> impl Iterator<Item = (Category, Occurrences)> {
        Category::all()
            .map(|category| (category, self.of(category)))
            .filter(|(_, it)| it.available > 0)
    }

    /// How many positions were counted.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.0.iter().map(|it| it.played).sum()
    }

    /// The counts as a file, with comment lines (each begins with `#`) before them.
    #[must_use]
    pub fn to_text(&self, comment: &str) -> String {
        let mut text = format!("{comment}[transitions]\n");
        for (category, Occurrences { played, available }) in self.seen() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "\"{category}\" = [{played}, {available}]");
        }
        text
    }
}

impl std::str::FromStr for TransitionCounts {
    type Err = BadTransitions;
    fn from_str(text: &str) -> Result<Self, BadTransitions> {
        let file: File =
            toml::from_str(text).map_err(|error| BadTransitions::Form(error.to_string()))?;
        let mut counts = Self::default();
        for (name, [played, available]) in file.transitions {
            let category: Category = name.parse()?;
            if played > available {
                return Err(BadTransitions::Impossible(category));
            }
            counts.0[category.index()] = Occurrences { played, available };
        }
        Ok(counts)
    }
}

/// Virtual positions that a category starts with, and how many of them had it played: a category
/// that was hardly seen is thought to be played rarely, but not never.
const VIRTUAL: (f32, f32) = (50.0, 0.5);

/// Probabilities of moves by their categories: progressive bias for a tree, weights for playouts,
/// costs of plies for alpha-beta.
///
/// ```
/// use tengen_loa::{Game, Position, Rules};
/// use tengen_policy::loa::Transitions;
/// let start = Position::new(Rules::PAPER);
/// let transitions = Transitions::built_in();
/// let likely = |text| {
///     let m = start.parse_move(text).unwrap();
///     transitions.probability(start.board(), start.to_move(), m)
/// };
/// assert!(likely("c1-e3") > likely("b1-h1"), "towards the centre rather than to a corner");
/// ```
#[derive(Clone, Debug)]
pub struct Transitions {
    probabilities: Arc<[f32; Category::COUNT]>,
    /// The same as whole numbers, so that sums of them are exact; the most probable category has
    /// the largest.
    weights: Arc<[u32; Category::COUNT]>,
}

/// The weight of the most probable category. The weights of all moves fit into 32 bits.
pub(crate) const LARGEST_WEIGHT: u32 = 1 << 25;

impl Transitions {
    /// Probabilities by these counts, smoothed a little.
    #[must_use]
    pub fn new(counts: &TransitionCounts) -> Self {
        let (available, played) = VIRTUAL;
        let probability =
            |it: &Occurrences| (it.played as f32 + played) / (it.available as f32 + available);
        let mut probabilities = [0.0; Category::COUNT];
        for (category, it) in probabilities.iter_mut().zip(counts.0.iter()) {
            *category = probability(it);
        }
        let largest = probabilities.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        let weight = |p: f32| ((p / largest * LARGEST_WEIGHT as f32) as u32).max(1);
        let weights = probabilities.map(weight);
        Self { probabilities: Arc::new(probabilities), weights: Arc::new(weights) }
    }

    /// Those that Tengen comes with.
    #[must_use]
    pub fn built_in() -> Self {
        Self::new(TransitionCounts::built_in())
    }

    /// Weights of all categories, by their numbers: probabilities as whole numbers.
    #[inline(always)]
    pub(crate) fn weights(&self) -> &[u32; Category::COUNT] {
        &self.weights
    }

    /// How likely `player` is to play this move; a pass is certain, since it is the only move.
    #[must_use]
    pub fn probability(&self, board: &Board, player: Player, m: Move) -> f32 {
        self.of(&Mover::new(board, player), m)
    }

    #[inline(always)]
    pub(crate) fn of(&self, mover: &Mover, m: Move) -> f32 {
        mover.category(m).map_or(1.0, |category| self.probabilities[category.index()])
    }

    /// The same for many moves.
    pub(crate) fn fill(&self, board: &Board, player: Player, moves: &[Move], out: &mut [f32]) {
        let mover = Mover::new(board, player);
        for (&m, out) in moves.iter().zip(out) {
            *out = self.of(&mover, m);
        }
    }
}

/// Progressive bias by transition probabilities.
impl Knowledge<Position> for Transitions {
    fn judge(&mut self, position: &Position, moves: &[Move], priors: &mut [MovePrior]) {
        use tengen_loa::Game;
        let mover = Mover::new(position.board(), position.to_move());
        for (&m, prior) in moves.iter().zip(priors) {
            prior.bias = self.of(&mover, m);
        }
    }
}
