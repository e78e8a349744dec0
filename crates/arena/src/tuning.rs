//! Tuning: keys of a player, and the best values for them, found by matches.

mod clop;
mod key_range;
mod quadratic;
mod spsa;
mod tune_campaign;
mod tune_report;
mod tuner;

pub use key_range::{BadRange, KeyRange};
pub use tune_campaign::{BadTuning, TuneCampaign, Watch};
pub use tune_report::{KeyReport, ScoreReport, TuneReport};
pub use tuner::{Estimate, LAG, MOST_KEYS, Prediction, Sample, Trial, TuneMethod, Tuner};
