//! Game knowledge for Tengen's searches: playout policies, priors and evaluators.
//!
//! * [`go`]: light playouts on the bare board, simple tactical knowledge, and an evaluator.
//! * [`loa`]: what proof search should know of Lines of Action.

pub mod go;
pub mod loa;
