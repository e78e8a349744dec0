//! Lines of Action.

mod category;
mod evaluation;
mod evaluator;
mod features;
mod geometry;
mod playouts;
mod proving;
mod quiescence;
mod transitions;

pub use category::{BadCategory, Category, Mover};
pub use evaluation::{BadEvaluation, Evaluation, Mia};
pub use evaluator::MiaEvaluator;
pub use features::{FEATURE_COUNT, FEATURES, Feature, Features, features};
pub use playouts::{CutOff, LoaPlayouts, Style};
pub use proving::LoaProofs;
pub use transitions::{BadTransitions, Occurrences, TransitionCounts, Transitions};
