//! Go.

mod ladder;
mod ownership;
mod playouts;
mod shapes;
mod tactical;
mod tactics;
mod territory;

pub use ladder::{can_be_caught, is_caught};
pub use ownership::{Ownership, OwnershipCounts};
pub use playouts::GoPlayouts;
pub use tactics::Tactics;
pub use territory::Territory;
