//! Go.

mod light;
mod tactics;
mod territory;

pub use light::LightPlayouts;
pub use tactics::Tactics;
pub use territory::Territory;
