//! Lines of Action.

mod evaluation;
mod record;
mod self_play;
mod sgf;

pub use crate::stopped::Stopped;
pub use evaluation::{Quality, Samples, fit_evaluation};
pub use record::{BadRecord, Record, read_records};
pub use self_play::SelfPlay;
pub use sgf::{BadSgf, read_sgf};
