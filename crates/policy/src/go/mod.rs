//! Go.

mod gammas;
mod gradient;
mod ladder;
mod local_features;
mod ownership;
mod playouts;
mod shapes;
mod softmax;
mod tactical;
mod tactics;
mod territory;

pub use gammas::{BadGammas, PlayoutGammas};
pub use gradient::PlayoutGradient;
pub use ladder::LadderReader;
pub use local_features::{LocalFeature, LocalFeatures, LocalMoves};
pub use ownership::{Ownership, OwnershipCounts};
pub use playouts::GoPlayouts;
pub use softmax::{Choice, ChoiceWatcher, SoftmaxPlayouts, SoftmaxTable, SpecialMove};
pub use tactics::Tactics;
pub use territory::Territory;
