//! Go.

mod careful;
mod doomed;
mod gammas;
mod gradient;
mod ladder;
mod learned;
mod local_features;
mod ownership;
mod pattern_priors;
mod playouts;
mod prior_features;
mod prior_gammas;
mod shapes;
mod softmax;
mod surroundings;
mod tactical;
mod tactics;
mod territory;

pub use doomed::Doomed;
pub use gammas::{BadGammas, PlayoutGammas};
pub use gradient::PlayoutGradient;
pub use ladder::LadderReader;
pub use learned::{BadLearned, Learned};
pub use local_features::{LocalFeature, LocalFeatures, LocalMoves};
pub use ownership::{Ownership, OwnershipCounts};
pub use pattern_priors::{PatternPriors, PriorScale};
pub use playouts::GoPlayouts;
pub(crate) use playouts::Start;
pub use prior_features::{NO_LEVEL, PriorFeature, PriorFeatures, PriorLevels};
pub use prior_gammas::{BadPriorGammas, PriorGammas};
pub use softmax::{Choice, ChoiceWatcher, SoftmaxPlayouts, SoftmaxTable, SpecialMove};
pub use surroundings::{KnownSurroundings, Surroundings};
pub use tactics::Tactics;
pub use territory::Territory;
