//! What all requests share.

use std::path::PathBuf;
use std::sync::Arc;

use tengen_store::Store;
use tokio::task;

use crate::analysis::desk::Desk;
use crate::feed::Guests;
use crate::game::house::House;
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::runs::Runs;
use crate::weights::Weights;

/// What all requests share.
pub(crate) struct App {
    pub(crate) version: &'static str,
    pub(crate) house: Arc<House>,
    pub(crate) desk: Desk,
    pub(crate) pool: Pool,
    pub(crate) guests: Guests,
    pub(crate) store: Option<Arc<Store>>,
    pub(crate) has_records: bool,
    pub(crate) runs: Runs,
    pub(crate) weights: Option<Arc<dyn Weights>>,
    pub(crate) page_folder: Option<PathBuf>,
}

/// Does something that waits for locks, disks or databases, where it holds nobody up.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Refusal::fault("the server is ending")))
}
