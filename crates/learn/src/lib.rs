//! Fits the knowledge of Tengen's players to games.
//!
//! * [`balancing`]: weights of playout policies, so that playouts give known values.
//! * [`mm`]: strengths of features from competitions, for any game.
//! * [`go`]: games of Go, and their positions as competitions between moves.
//! * [`loa`]: transition probabilities of move categories, and the weights of evaluators, from
//!   records or from games that players play against themselves.
//!
//! This crate reads and writes no files: texts and records go in, counts and weights come out.

pub mod balancing;
pub mod go;
pub mod loa;
mod logistic;
pub mod mm;
mod parallel;
mod stopped;

pub use logistic::{Fit, Sample, fit};
pub use stopped::Stopped;
