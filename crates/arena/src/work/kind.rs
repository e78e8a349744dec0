//! What a job is to whoever does it.

use tengen_engine::StopFlag;
use tengen_store::{BookUpdate, Lease, Run, Store, StoreError};

/// A kind of jobs. Whoever has work for others adds one to the list that workers know.
pub trait JobKind: Send + Sync {
    /// The name that its runs have in the store.
    fn name(&self) -> &'static str;

    /// Reads what all jobs of a run have in common, and looks whether they can be done here: an
    /// engine may be missing, or be another. The reason is for people.
    fn prepare(&self, run: &Run, stop: &StopFlag) -> Result<Box<dyn Jobs>, String>;
}

/// The jobs of a run.
pub trait Jobs: Send + Sync {
    /// Does one. What comes of it depends on the payload alone, or on the payload and the book.
    /// Nothing comes of it if it is stopped.
    fn run(&self, lease: &Lease, store: &Store, stop: &StopFlag) -> Result<Option<Done>, JobFault>;
}

/// What came of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// The result, as those who wait for it read it.
    pub result: String,
    /// What it changes in the book of its run.
    pub updates: Vec<BookUpdate>,
}

/// A job that could not be done.
#[derive(Debug, thiserror::Error)]
pub enum JobFault {
    /// The store is to blame: others may try it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The job itself fails.
    #[error("{0}")]
    Job(String),
}
