//! Search.

mod arena;
mod bounds;
mod final_move;
pub mod formulas;
mod knowledge;
mod limits;
mod node;
mod playouts;
mod report;
mod search;
mod selection;
mod sync;
mod tree_search;

pub use arena::NoMemory;
pub use bounds::{Proof, Value};
pub use final_move::FinalMove;
pub use knowledge::{EvenPrior, Knowledge, MovePrior};
pub use limits::{Control, Limits, StopFlag};
pub use playouts::{FirstPlays, PlayoutPolicy, PlayoutRecorder, PlayoutScore, UniformPlayouts};
pub use report::{MoveReport, RaveReport, Results, SearchReport};
pub use search::Search;
pub use selection::{ChildStats, Rave, RaveSchedule, SelectionRule, Uct};
pub use tree_search::{Pruning, TreeOptions, TreeSearch, Widening};
