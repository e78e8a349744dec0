//! What games say, and how sure one can be: pure functions over plain numbers.

pub(crate) mod elo;
pub(crate) mod interval;
mod network;
pub(crate) mod normal;
pub(crate) mod pentanomial;
pub(crate) mod ratings;
pub(crate) mod sprt;
