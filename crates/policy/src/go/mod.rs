//! Go.

mod ladder;
mod ownership;
mod playouts;
mod shapes;
mod tactical;
mod tactics;
mod territory;

pub use ladder::LadderReader;
pub use ownership::{Ownership, OwnershipCounts};
pub use playouts::GoPlayouts;
pub use tactics::Tactics;
pub use territory::Territory;
