//! Policy-gradient simulation balancing (Silver and Tesauro 2009; paper 003, section 2.3): weights of
//! a softmax playout policy, so that the mean of its playouts matches known values of positions.
//!
//! Nothing here knows a game: a [`Simulator`] plays from numbered positions, [`Balancing`] changes
//! the weights pass by pass, and [`Checkpoint`] is all that is needed to go on.
//!
//! # What is followed
//!
//! For a position with the value `V*` a step is `θ += α (V* − V) g`, where `V` is the mean of `M`
//! playouts and `g` the mean of `(z − b) / T · Σ ψ` over `N` others: `z` is a playout's outcome for the
//! player to move at the position, `T` its length, and `ψ = φ(move) − E[φ]` the gradient of the
//! logarithm of each move's probability. `V` and `g` are multiplied, so they must not come from the
//! same playouts; the baseline `b = V` may be subtracted since it does not come from those of `g`.
//!
//! `E[z / T · Σ ψ]` is the gradient of `E[z / T]`, and `E[1 / T · Σ ψ]` that of `E[1 / T]`. Where all
//! playouts are of one length the first is the gradient of `V` over `T`, the second is nothing, and
//! the baseline changes the noise alone. Where lengths vary a little, as in Go, both hold nearly.

mod chance;
mod checkpoint;
mod error;
mod estimate;
mod in_order;
mod optimizer;
mod settings;
mod simulator;
mod training;

pub use checkpoint::{BadCheckpoint, Checkpoint};
pub use error::MeanError;
pub use estimate::{Estimate, estimate};
pub use optimizer::{Optimizer, OptimizerState};
pub use settings::{BadSettings, Horizon, Outcomes, Settings};
pub use simulator::{Played, Simulator};
pub use training::{Balancing, Best, PassRow, Stage, Task};
