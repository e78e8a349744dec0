//! Go.

mod balance;
mod feature_set;
mod harvest;
mod playout_set;
mod positions;
mod prior_set;
mod ranking;
mod record;
mod samples;
mod self_play;
mod source;

pub use balance::{GoSimulator, gammas_of, weights_of};
pub use feature_set::FeatureSet;
pub use harvest::frequent_surroundings;
pub use playout_set::PlayoutSet;
pub use positions::{BadPosition, BadPositionLine, LabelledPosition, read_positions};
pub use prior_set::PriorSet;
pub use ranking::{PatternRanking, elo};
pub use record::{BadRecord, Record};
pub use samples::{NoSamples, Samples, Sampling};
pub use self_play::{NotPlayed, SelfPlay};
pub use source::{BadSource, Games, MOST_UNPACKED, Problem};
