//! Lines of Action.

mod evaluation;
mod record;
mod self_play;
mod sgf;

pub use evaluation::{Quality, Samples, fit_evaluation};
pub use record::{BadRecord, Record, read_records};
pub use self_play::{SelfPlay, Stopped};
pub use sgf::{BadSgf, read_sgf};
