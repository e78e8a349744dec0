//! Go.

mod balance;
mod positions;

pub use balance::{GoSimulator, gammas_of, weights_of};
pub use positions::{BadPosition, BadPositionLine, LabelledPosition, read_positions};
