//! Go.

mod light;
mod ownership;
mod tactics;
mod territory;

pub use light::LightPlayouts;
pub use ownership::{Ownership, OwnershipCounts};
pub use tactics::Tactics;
pub use territory::Territory;
