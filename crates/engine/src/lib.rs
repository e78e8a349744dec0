//! The boundary of Tengen: a player's text becomes a player, and the types of its game and search
//! are hidden. What goes in and comes out is plain data.
//!
//! * [`PlayerSpec`]: `name,key=value,...`, checked as it is read; [`METHODS`] lists what there is.
//! * [`Engine`]: such a player at a game: play, undo, think.

mod engine;
mod go;
mod methods;
mod spec;

pub use engine::{BadMove, Engine, GameSetup, Thinking, Watch};
pub use go::NoPlayer;
pub use methods::{KeyInfo, METHODS, Method};
pub use spec::{BadSpec, PlayerSpec};
pub use tengen_search::{Limits, MoveReport, Proof, SearchReport, StopFlag, Value};
