//! Game knowledge for Tengen's searches: playout policies, priors and evaluators.
//!
//! * [`go`]: light playouts on the bare board, simple tactical knowledge, and an evaluator.
//! * [`phantom`]: the same playouts for Phantom Go.
//! * [`loa`]: evaluators named after MIA, move categories, playouts by category and evaluation, and
//!   what proof search should know.

pub mod go;
pub mod loa;
pub mod phantom;
