//! Go.

mod light;

pub use light::LightPlayouts;
