//! Games between people and players, or between players while people watch.

pub(crate) mod bout;
pub(crate) mod hidden_bout;
pub(crate) mod hidden_json;
pub(crate) mod house;
pub(crate) mod keeping;
pub(crate) mod open_bout;
pub(crate) mod session;
pub(crate) mod state_json;
mod turns;
