//! Phantom Go for Tengen.
mod arbiter;
mod attempt;
mod chart;
mod deduction;
mod event;
mod mending;
mod placement;
mod plausibility;
mod record;
mod referee;
mod regions;
mod view;
mod world;
mod worlds;

pub use arbiter::Arbiter;
pub use attempt::{BadTry, Try};
pub use event::{Answer, Event, News};
pub use placement::{Placement, PlacementCounts};
pub use plausibility::{Plausibility, Sensible, Uniform};
pub use record::{GameRecord, TryRecord, Turn};
pub use referee::{CaptureNews, Referee, UnknownReferee};
pub use tengen_go::{Player, Rng};
pub use view::{Moment, PlayerView, Sight};
pub use world::World;
pub use worlds::{WorldCounts, WorldOptions, Worlds};
