//! How much a server does at most, so that no client can make it do more.

use std::time::Duration;

/// Bytes of a request's body.
pub(crate) const BODY: usize = 1 << 20;

/// How long a body may take to come.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(20);

/// Games in memory.
pub(crate) const GAMES: usize = 200;

/// Analyses and proofs in memory, each with a tree of its own.
pub(crate) const ANALYSES: usize = 12;

/// Connections at a time, streams included. Whoever comes then waits until one ends.
pub(crate) const CONNECTIONS: usize = 800;

/// How long a connection may be open before anything is asked and answered.
pub(crate) const UNANSWERED: Duration = Duration::from_secs(60);

/// Streams of events at a time.
pub(crate) const STREAMS: usize = 400;

/// Moves of a game.
pub(crate) const MOVES: usize = 1500;

/// Nodes of a game record.
pub(crate) const RECORD_NODES: usize = 20_000;

/// Bytes of the tree of a player at a game.
pub(crate) const GAME_TREE: u64 = 16 << 20;

/// Bytes of the tree of an analysis or a proof.
pub(crate) const ANALYSIS_TREE: u64 = 96 << 20;

/// Bytes of all trees of players that are kept from one move to the next. What is above is made
/// anew for every move.
pub(crate) const KEPT_TREES: u64 = 512 << 20;

/// Playouts of a move.
pub(crate) const PLAYOUTS: u64 = 10_000_000;

/// The time of a move.
pub(crate) const TIME: Duration = Duration::from_secs(60);

/// The time of an analysis or a proof.
pub(crate) const ANALYSIS_TIME: Duration = Duration::from_secs(600);

/// Playouts of an analysis or a proof.
pub(crate) const ANALYSIS_PLAYOUTS: u64 = 100_000_000;

/// After how long a game that nobody looks at is dropped.
pub(crate) const IDLE_GAME: Duration = Duration::from_secs(2 * 3600);

/// After how long a game of two players that nobody looks at rests, until somebody does.
pub(crate) const UNWATCHED_GAME: Duration = Duration::from_secs(60);

/// After how long an analysis that nobody listens to is dropped.
pub(crate) const IDLE_ANALYSIS: Duration = Duration::from_secs(30);

/// How often reports are sent.
pub(crate) const REPORT_EVERY: Duration = Duration::from_millis(200);

/// Moves of a report.
pub(crate) const REPORTED_MOVES: usize = 30;

/// Characters of a player's text.
pub(crate) const PLAYER_TEXT: usize = 300;
