//! Search.

mod alpha_beta;
mod arena;
mod best_first;
mod bounds;
mod evaluator;
mod final_move;
mod flat;
pub mod formulas;
mod gobble;
mod hash;
mod knowledge;
mod limits;
mod node;
mod playouts;
mod random;
mod report;
mod search;
mod selection;
mod sync;
mod tree_search;

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions};
pub use arena::NoMemory;
pub use best_first::{Backup, BestFirst, BestFirstOptions};
pub use bounds::{Proof, Value};
pub use evaluator::{EvenEvaluator, Evaluator};
pub use final_move::FinalMove;
pub use flat::{Allocation, Bound, FlatSearch, Sampling, ScoreKind};
pub use gobble::{Gobble, GobbleOptions};
pub use knowledge::{EvenPrior, Knowledge, MovePrior};
pub use limits::{Control, Limits, StopFlag};
pub use playouts::{FirstPlays, PlayoutPolicy, PlayoutRecorder, PlayoutScore, UniformPlayouts};
pub use random::RandomMover;
pub use report::{MoveReport, RaveReport, Results, SearchReport};
pub use search::Search;
pub use selection::{ChildStats, Rave, RaveSchedule, SelectionRule, Uct};
pub use tree_search::{Pruning, TreeOptions, TreeSearch, Widening};
