//! Tengen in a browser: play, watch, analyse and explore, on one's own machine and offline.
//!
//! [`Server`] binds to an address and answers until it is told to stop. The page's files are part of
//! the program. What clients send is JSON, what they hear is JSON and server-sent events; `/api` lists
//! every address.
//!
//! Nothing that a client sends becomes a path of a file, a command or a statement of a database, and
//! everything that a client can ask for has a limit (`limits.rs`).

mod about;
mod analysis;
mod analysis_routes;
mod app;
mod assets;
mod body;
mod book_routes;
mod feed;
mod game;
mod game_routes;
mod go_page;
mod guard;
mod limits;
mod listener;
mod loa_page;
mod page_game;
mod player_text;
mod pool;
mod position_json;
mod position_routes;
mod random;
mod record_routes;
mod refusal;
mod report_json;
mod routes;
mod run_page;
mod run_routes;
mod runs;
mod server;
mod setup;
mod sgf_tree;
mod weights;

pub use server::{Options, ServeError, Server};
pub use weights::{Policy, PolicyFeature, PolicyName, PolicyPattern, PolicyPicture, Weights};
