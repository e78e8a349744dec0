//! Phantom Go for Tengen.
mod arbiter;
mod attempt;
mod deduction;
mod event;
mod record;
mod referee;
mod regions;
mod view;

pub use arbiter::Arbiter;
pub use attempt::{BadTry, Try};
pub use event::{Answer, Event, News};
pub use record::{GameRecord, TryRecord, Turn};
pub use referee::{CaptureNews, Referee, UnknownReferee};
pub use tengen_go::{Player, Rng};
pub use view::{Moment, PlayerView, Sight};
