//! Runs, leased jobs, their results and books, in SQLite or PostgreSQL.
//!
//! What is to be done, what came of it and what was learned from it stand in one database, so that
//! any number of processes can work on it, come and go as they like, and be killed at any moment:
//!
//! * A **job** is a pure function of its payload and the spec of its run. Both are opaque here.
//! * It is given out as a **lease**, for a time; whoever has it sends heartbeats. If none comes, it is
//!   given to somebody else. If that happens too often, or it fails too often, it is **parked**.
//! * A **result** is accepted once, and only from whoever has the lease. A result and its changes of a
//!   book are one transaction, and on the disk when the call returns.
//! * A worker of another version, or with another bench signature, is refused: its games would not be
//!   the same.
//!
//! The same tables and the same statements serve both databases; see `docs/store.md`.

mod address;
mod books;
mod connection;
mod error;
mod games;
mod jobs;
mod runs;
mod schema;
mod server;
mod sqlite;
mod store;

pub use address::Address;
pub use books::{Book, BookId, BookRow, BookSize, BookUpdate, Outcome};
pub use error::StoreError;
pub use games::SavedGame;
pub use jobs::{Finished, Held, JobResult, LONGEST_PAYLOAD, Lease, Parked, Worker};
pub use runs::{JobCounts, NewRun, Run, RunId};
pub use store::Store;
