//! Work that several processes share: jobs of a store, those who do them, and whoever waits for the
//! results.

mod crew;
mod game_jobs;
mod kind;
mod label_jobs;
mod shared;

pub use crew::{Crew, Told, WorkError};
pub use game_jobs::{GameJobs, GamesSoFar};
pub use kind::{Done, JobFault, JobKind, Jobs};
pub use label_jobs::LabelJobs;
pub use shared::Shared;
