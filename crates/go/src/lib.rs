//! The rules of Go for Tengen.
//!
//! * [`Board`]: stones, chains, liberties, simple ko, on any size from 2x2 to 19x19; no history.
//!   [`Playout`] finishes one at random, tens of thousands of times a second.
//! * [`Position`]: a game under way, with turn, passes, superko, scoring and undo. Implements
//!   [`Game`].
//! * [`Rules`] and [`Komi`]: what they vary in. [`Symmetry`]: the eight images of a board.
//!
//! ```
//! use tengen_go::{BoardSize, Game, Komi, Position, Rng, Rules};
//! let size = BoardSize::new(9).unwrap();
//! let game = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
//! let mut rng = Rng::new(42);
//! let mut board = game.board().clone();
//! let result = game.playout().run(&mut board, &mut rng, &mut ());
//! println!("{board}\n{result:?}");
//! ```
//!
//! This crate does no input or output, reads no clock, and allocates nothing while a move is
//! played.

mod area;
mod board;
mod chains;
mod diagram;
mod eye_space;
mod eyes;
mod few_liberties;
mod grid;
mod handicap;
mod history;
mod komi;
mod liberties;
mod mask;
mod pattern;
mod placing;
mod playout;
mod point;
mod point_set;
mod position;
mod rules;
mod shape;
mod size;
mod symmetry;
mod throw_in;
mod weighted_board;
mod zobrist;

pub use area::Area;
pub use board::{BadSetup, Board};
pub use chains::Chains;
pub use diagram::BadDiagram;
pub use eyes::EyeRule;
pub use few_liberties::{Breath, FewLiberties};
pub use handicap::fixed_handicap;
pub use komi::{BadKomi, Komi};
pub use mask::PointMask;
pub use pattern::{BadPattern, Pattern, PatternCode};
pub use playout::{FirstPlays, Playout, PlayoutResult, Recorder};
pub use point::{BadPoint, Point};
pub use position::{BadMove, Move, Position};
pub use rules::{Ending, KoRule, Rules, UnknownRules};
pub use shape::SmallShape;
pub use size::{BadSize, BoardSize};
pub use symmetry::Symmetry;
pub use tengen_game::{
    Canonical, Game, IllegalMove, Key, MoveList, Outcome, Player, Rng, Symmetric, perft,
    perft_divide,
};
pub use weighted_board::{PatternWeight, WEIGHT_ONE, WeightTable, WeightWatcher, WeightedBoard};

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
