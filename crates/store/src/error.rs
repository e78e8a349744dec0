//! What can go wrong with a store.

/// A store that cannot be used, or not as asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The name of the store is none.
    #[error(
        "{0:?} is no store: write the name of a file, sqlite:FILE, or \
         postgres://USER:PASSWORD@HOST:PORT/DATABASE"
    )]
    Address(String),
    /// The address of a server is wrong.
    #[error("{store}: {reason}")]
    BadUrl {
        /// Which store, without its password.
        store: String,
        /// What is wrong.
        reason: String,
    },
    /// Encrypted connections are not built in.
    #[error(
        "{0}: sslmode=require is not supported, since Tengen speaks to PostgreSQL without TLS; use a \
         tunnel (ssh -L 5432:localhost:5432 HOST) or a private network"
    )]
    NoTls(String),
    /// There is nothing there, and nothing was to be made.
    #[error("{0}: there is no store; check the name")]
    NotThere(String),
    /// There is something else there.
    #[error("{0} is a database, but not of Tengen; choose another name")]
    NotOurs(String),
    /// A newer program has made it.
    #[error(
        "{store} has schema version {found}, and this program knows none after {known}: use a newer \
         tengen"
    )]
    Newer {
        /// Which store.
        store: String,
        /// Its version.
        found: u64,
        /// The last that is known here.
        known: u64,
    },
    /// An older program has made it, and it may not be changed.
    #[error(
        "{store} has schema version {found}, and this program needs {known}: open it for writing once \
         (tengen runs --store), which brings it up to date"
    )]
    Older {
        /// Which store.
        store: String,
        /// Its version.
        found: u64,
        /// The one that is needed.
        known: u64,
    },
    /// A part of the schema is not there.
    #[error("{store}: {reason}: somebody has changed the database; restore a copy of it")]
    MissingTable {
        /// Which store.
        store: String,
        /// What is missing.
        reason: String,
    },
    /// The file is damaged, or no database at all.
    #[error("{store}: {reason}: the file is damaged or no SQLite database; restore a copy of it")]
    Corrupt {
        /// Which store.
        store: String,
        /// What the database says.
        reason: String,
    },
    /// No space is left; nothing of the change was kept.
    #[error("{store}: no space left ({reason}); nothing of this change was kept")]
    Full {
        /// Which store.
        store: String,
        /// What the database says.
        reason: String,
    },
    /// It may not be written.
    #[error("{store}: it cannot be written ({reason})")]
    ReadOnly {
        /// Which store.
        store: String,
        /// What the database says.
        reason: String,
    },
    /// The server does not answer, or others hold the file for too long. It may work later.
    #[error("{store}: {reason}")]
    Unreachable {
        /// Which store.
        store: String,
        /// What happened.
        reason: String,
    },
    /// Anything else that the database says.
    #[error("{store}: {reason}")]
    Database {
        /// Which store.
        store: String,
        /// What it says.
        reason: String,
    },
    /// There is work, but for other programs.
    #[error(
        "run {run} is for tengen {wanted} with bench signature {wanted_signature:016x}, and this is \
         {found} with {found_signature:016x}: their games would not be the same. Use the same program \
         everywhere, or cancel the run"
    )]
    OtherProgram {
        /// Which run.
        run: String,
        /// The version that made it.
        wanted: String,
        /// Its bench signature.
        wanted_signature: u64,
        /// The version that asked.
        found: String,
        /// Its bench signature.
        found_signature: u64,
    },
    /// A run of this name is there, and is another.
    #[error("{store}: run {run} is there with other settings; choose another name or seed")]
    OtherRun {
        /// Which store.
        store: String,
        /// Which run.
        run: String,
    },
    /// A run, job or book is not there.
    #[error("{store}: there is no {what}")]
    Unknown {
        /// Which store.
        store: String,
        /// What is not there.
        what: String,
    },
    /// A book of this name is there already.
    #[error("{store}: there is a book {name:?} already")]
    BookExists {
        /// Which store.
        store: String,
        /// Its name.
        name: String,
    },
    /// A result changes a book, but its run has none.
    #[error("job {job} changes a book, but its run has none")]
    NoBook {
        /// Which job.
        job: u64,
    },
}

impl StoreError {
    /// Whether the same call may work later: the server has gone away, or others are busy.
    #[must_use]
    pub const fn is_passing(&self) -> bool {
        matches!(self, Self::Unreachable { .. })
    }
}
