//! Monte-Carlo search for any two-player game: implement [`Game`](tengen_game::Game), get every
//! method.
//!
//! # From a game to a move in five minutes
//!
//! A game is a struct that knows whose turn it is, what may be played, and when it is over. Here is
//! one: a row of stones, take one to three; who takes the last one wins.
//!
//! ```
//! use tengen_game::{Game, Key, MoveList, Outcome, Player};
//! use tengen_search::{Control, Limits, Search, TreeOptions, TreeSearch, Uct, UniformPlayouts, Value};
//!
//! #[derive(Clone)]
//! struct Nim { stones: u8, to_move: Player }
//!
//! impl Game for Nim {
//!     type Move = u8;
//!     fn to_move(&self) -> Player { self.to_move }
//!     fn legal_moves(&self, out: &mut MoveList<u8>) {
//!         out.clear();
//!         out.extend((1..=3).filter(|&n| self.is_legal(n)));
//!     }
//!     fn is_legal(&self, n: u8) -> bool { (1..=3).contains(&n) && n <= self.stones }
//!     fn play_unchecked(&mut self, n: u8) {
//!         self.stones -= n;
//!         self.to_move = !self.to_move;
//!     }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.stones == 0).then(|| Outcome::Win(!self.to_move))
//!     }
//!     fn key(&self) -> Key { self.key_from_scratch() }
//!     fn key_from_scratch(&self) -> Key {
//!         Key(u64::from(self.stones) * 2 + self.to_move.index() as u64)
//!     }
//! }
//!
//! let game = Nim { stones: 21, to_move: Player::Black };
//!
//! // UCT with random playouts and no knowledge: five thousand of them.
//! let policy = UniformPlayouts::new();
//! let options = TreeOptions { memory: 16 << 20, ..TreeOptions::default() };
//! let mut search = TreeSearch::new(&game, &policy, &(), Uct::default(), options).unwrap();
//! let report = search.search(&game, &mut Control::new(Limits::playouts(5000)));
//! assert_eq!(report.best, Some(1)); // leave a multiple of four
//! println!("play {:?}: {:.0} %", report.best, 100.0 * report.value);
//!
//! // The same with proofs: MCTS-Solver stops when it knows.
//! let game = Nim { stones: 9, to_move: Player::Black };
//! let options = TreeOptions { solver: true, expand: 1, ..options };
//! let mut solver = TreeSearch::new(&game, &policy, &(), Uct::default(), options).unwrap();
//! let report = solver.search(&game, &mut Control::new(Limits::playouts(1_000_000)));
//! assert_eq!(report.proof.map(|proof| proof.value), Some(Value::Win));
//! assert!(report.playouts < 1_000_000);
//! ```
//!
//! # What there is
//!
//! Every method is a [`Search`]: a position and a [`Control`] (limits, a stop flag, reports on the
//! way) go in, a [`SearchReport`] comes out, which is plain data.
//!
//! | method | type | from |
//! |---|---|---|
//! | MCS_pure, all-as-first | [`FlatSearch`] with [`Allocation::Equal`] | papers 002, 004 |
//! | MCS_UCB, UCB-tuned | [`FlatSearch`] with [`Allocation::Ucb`] | 002 |
//! | GOBBLE | [`Gobble`] | 002 |
//! | best-first growing | [`BestFirst`] | 002 |
//! | UCT, RAVE, progressive bias, widening, ... | [`TreeSearch`] | 002, 000, 003 |
//! | MCTS-Solver | [`TreeSearch`] with [`TreeOptions::solver`] | 000 |
//! | implicit minimax backups | [`TreeSearch`] with [`TreeOptions::implicit`] | Lanctot et al. 2014 |
//! | what moves did behind others | [`TreeSearch`] with [`TreeOptions::history`] | after Nijssen and Winands 2010 |
//! | PN-MCTS | [`TreeSearch`] with [`TreeOptions::proof_numbers`] | Kowalski et al. 2024 |
//! | alpha-beta | [`AlphaBeta`] | 000 §5.2 |
//! | the same without a tree, for hidden information | [`HiddenFlat`] | 004 |
//! | UCT with guesses, information-set UCT | [`HiddenTree`] | 004 |
//!
//! [`Solver`] plays no moves: it proves wins, losses and draws by proof-number search.
//!
//! # What a game can add
//!
//! * Faster or better playouts: a [`PlayoutPolicy`]. Playouts that run on something leaner than
//!   your positions are the first thing worth having.
//! * Knowledge of moves: [`Knowledge`] gives virtual playouts and progressive bias.
//! * Another way to choose among children: a [`SelectionRule`], ten lines.
//! * An [`Evaluator`], for alpha-beta and, as [`Evaluated`] knowledge, for implicit minimax backups.
//! * [`ProofKnowledge`], for proofs.
//!
//! All of them are chosen at compile time, so that what you do not use costs nothing. This crate
//! names no game and does no input or output.

mod alpha_beta;
mod arena;
mod best_first;
mod bounds;
mod evaluator;
mod final_move;
mod flat;
pub mod formulas;
mod gobble;
mod grade;
mod hash;
mod hidden_flat;
mod hidden_tree;
mod implicit;
mod knowledge;
mod limits;
mod node;
mod playouts;
mod ply_history;
mod proof_knowledge;
mod proof_numbers;
mod proof_search;
mod proof_table;
mod random;
mod rave_buffer;
mod report;
mod search;
mod selection;
mod solver;
mod sync;
mod tree_look;
mod tree_options;
mod tree_report;
mod tree_search;
mod tree_worker;

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions};
pub use arena::NoMemory;
pub use best_first::{Backup, BestFirst, BestFirstOptions};
pub use bounds::{Proof, Value};
pub use evaluator::{Evaluator, EvenEvaluator};
pub use final_move::FinalMove;
pub use flat::{Allocation, Bound, FlatSearch, Sampling, ScoreKind};
pub use gobble::{Gobble, GobbleOptions};
pub use hidden_flat::HiddenFlat;
pub use hidden_tree::{Aggregate, Guessing, HiddenReport, HiddenTree, HiddenTreeOptions};
pub use implicit::{Evaluate, Implicit};
pub use knowledge::{Evaluated, EvenPrior, Knowledge, MovePrior};
pub use limits::{Control, Limits, StopFlag};
pub use playouts::{FirstPlays, PlayoutPolicy, PlayoutRecorder, PlayoutScore, UniformPlayouts};
pub use ply_history::History;
pub use proof_knowledge::{Goal, ProofKnowledge};
pub use proof_numbers::{ProofBias, ProofTerm};
pub use random::RandomMover;
pub use report::{MoveReport, ProofNumbers, RaveReport, Results, SearchReport};
pub use search::Search;
pub use selection::{
    ChildStats, EvenPlayouts, ParentStats, Rave, RaveSchedule, SelectionRule, Uct,
};
pub use solver::{Solution, Solver, SolverProgress};
pub use tree_look::{Looking, NodeReport};
pub use tree_options::{Pruning, TreeOptions, Widening};
pub use tree_search::TreeSearch;
