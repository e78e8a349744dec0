//! Go.

mod ladder;
mod light;
mod ownership;
mod shapes;
mod tactics;
mod territory;

pub use ladder::{can_be_caught, is_caught};
pub use light::LightPlayouts;
pub use ownership::{Ownership, OwnershipCounts};
pub use tactics::Tactics;
pub use territory::Territory;
