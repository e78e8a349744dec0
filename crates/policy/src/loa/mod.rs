//! Lines of Action.

mod proving;

pub use proving::LoaProofs;
