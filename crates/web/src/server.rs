//! The server: bound to an address, and running until it is told to stop.

use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

use tengen_engine::StopFlag;
use tengen_store::{Store, StoreError};
use tokio::{runtime, time};

use crate::analysis::desk::Desk;
use crate::app::App;
use crate::feed::Guests;
use crate::game::house::House;
use crate::guard::Guard;
use crate::listener::BoundedListener;
use crate::pool::Pool;
use crate::routes;
use crate::runs::Runs;
use crate::weights::Weights;

/// How a server is to be.
#[derive(Clone)]
pub struct Options {
    /// Where it listens: a name or number and a port.
    pub address: String,
    /// Where games of people are kept, and books and runs are read from.
    pub store: Option<String>,
    /// A folder with records of matches and tournaments, or with such folders in it.
    pub records: Option<PathBuf>,
    /// Threads that search; nothing for as many as the machine has.
    pub threads: Option<usize>,
    /// The version that is told.
    pub version: &'static str,
    /// Who knows what policies have learned.
    pub weights: Option<Arc<dyn Weights>>,
    /// For those who work on the page: files are read from here, as they are at every request.
    pub page_folder: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: "127.0.0.1:7777".to_owned(),
            store: None,
            records: None,
            threads: None,
            version: env!("CARGO_PKG_VERSION"),
            weights: None,
            page_folder: None,
        }
    }
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is none.
    #[error("{address:?} is no address such as 127.0.0.1:7777: {reason}")]
    Address {
        /// What was asked for.
        address: String,
        /// Why.
        reason: io::Error,
    },
    /// Somebody listens there already.
    #[error("{0} is in use: another server listens there; choose another port with --addr")]
    Busy(SocketAddr),
    /// The system does not let us listen there.
    #[error("cannot listen at {address}: {reason}")]
    Bind {
        /// Where.
        address: SocketAddr,
        /// Why.
        reason: io::Error,
    },
    /// The store cannot be used.
    #[error("store: {0}")]
    Store(#[from] StoreError),
    /// The folder of records is not there.
    #[error("records {}: {reason}", .folder.display())]
    Records {
        /// The folder.
        folder: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// The system gives no threads or no sockets.
    #[error("the server cannot run: {0}")]
    System(#[from] io::Error),
}

/// A server that is bound to its address.
///
/// ```
/// use tengen_engine::StopFlag;
/// use tengen_web::{Options, Server};
/// let options = Options { address: "127.0.0.1:0".to_owned(), ..Options::default() };
/// let server = Server::bind(options).unwrap();
/// assert!(server.address().ip().is_loopback());
/// let stop = StopFlag::new();
/// let handle = stop.clone();
/// let running = std::thread::spawn(move || server.run(&handle));
/// stop.stop();
/// running.join().unwrap().unwrap();
/// ```
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    guard: Guard,
    app: Arc<App>,
}

/// How often is looked for what nobody wants any more.
const TIDY_EVERY: Duration = Duration::from_secs(1);

impl Server {
    /// Binds to an address and opens what is to be served.
    pub fn bind(options: Options) -> Result<Self, ServeError> {
        let Options { address: asked, store, records, threads, version, weights, page_folder } =
            options;
        let bad = |reason: io::Error| ServeError::Address { address: asked.clone(), reason };
        let address = asked.to_socket_addrs().map_err(bad)?.next();
        let nothing = || bad(io::Error::other("it stands for nothing"));
        let address = address.ok_or_else(nothing)?;
        let listener = TcpListener::bind(address).map_err(|reason| match reason.kind() {
            io::ErrorKind::AddrInUse => ServeError::Busy(address),
            _ => ServeError::Bind { address, reason },
        })?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let store = store.map(|store| Store::open(&store)).transpose()?.map(Arc::new);
        if let Some(folder) = &records {
            std::fs::read_dir(folder)
                .map_err(|reason| ServeError::Records { folder: folder.clone(), reason })?;
        }
        let threads = threads.or_else(|| thread::available_parallelism().ok().map(Into::into));
        let pool = Pool::new(threads.unwrap_or(1))?;
        let app = App {
            version,
            house: Arc::new(House::new(pool.clone(), store.clone())),
            desk: Desk::new(pool.clone()),
            pool,
            guests: Guests::default(),
            has_records: records.is_some(),
            // Runs may take long to read: games are not kept waiting for that.
            runs: Runs::new(store.as_ref().map(|store| store.another()).transpose()?, records),
            store,
            weights,
            page_folder,
        };
        let guard = Guard::new(address, &asked);
        Ok(Self { listener, address, guard, app: Arc::new(app) })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Whether other machines can reach it.
    #[must_use]
    pub const fn is_open_to_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Answers until the flag is raised.
    pub fn run(self, stop: &StopFlag) -> Result<(), ServeError> {
        let Self { listener, guard, app, .. } = self;
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(2)
            // Each may hold a record's positions.
            .max_blocking_threads(16)
            .thread_name("web")
            .enable_io()
            .enable_time()
            .build()?;
        let ended = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let router = routes::router(Arc::clone(&app), guard);
            tokio::select! {
                served = axum::serve(BoundedListener::new(listener), router) => served,
                () = until_stopped(stop) => Ok(()),
                () = tidy(&app) => Ok(()),
            }
        });
        app.pool.close();
        // Streams have no end of their own, and searches end by themselves.
        runtime.shutdown_timeout(Duration::from_millis(500));
        Ok(ended?)
    }
}

async fn until_stopped(stop: &StopFlag) {
    while !stop.is_stopped() {
        time::sleep(Duration::from_millis(50)).await;
    }
}

async fn tidy(app: &Arc<App>) {
    loop {
        time::sleep(TIDY_EVERY).await;
        let app = Arc::clone(app);
        let _ = tokio::task::spawn_blocking(move || {
            app.house.tidy();
            app.desk.tidy();
        })
        .await;
    }
}
