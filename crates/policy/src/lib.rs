//! Game knowledge for Tengen's searches: playout policies, priors and evaluators.
//!
//! * [`go`]: light playouts on the bare board, simple tactical knowledge, and an evaluator.

pub mod go;
