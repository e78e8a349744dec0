//! The Go Text Protocol, version 2.
//!
//! * [`serve`]: answers commands from a pipe, with one of Tengen's players.
//! * [`Session`]: the same, one line at a time.
//! * [`PhantomSession`]: a player of Phantom Go, who hears what an arbiter elsewhere tells.
//! * [`regress`]: checks the answers of a session against a `.tst` file.
//! * [`Client`]: talks to an engine in another process.

mod analysis;
mod answer;
mod arguments;
mod client;
mod commands;
mod gtp_game;
mod inbox;
mod line;
mod phantom_session;
mod regress;
mod server;
mod session;

pub use answer::Refusal;
pub use client::{Client, ClientError, end_all_engines};
pub use commands::Command;
pub use gtp_game::GtpGame;
pub use inbox::EndsBy;
pub use line::{MOST_BYTES, Request, read_line};
pub use phantom_session::PhantomSession;
pub use regress::{BadSuite, Check, Suite, Verdict, regress};
pub use server::{Answering, Identity, serve};
pub use session::{Caller, Half, Patient, Session};
