//! The boundary of Tengen: a player's text becomes a player, and the types of its game and search
//! are hidden. What goes in and comes out is plain data.
//!
//! * [`PlayerSpec`]: `name,key=value,...`, checked as it is read; [`METHODS`] lists what there is.
//! * [`Engine`]: such a player at a game: play, undo, think, decide.
//! * [`GameEngine`]: the same with the moves and positions of a game. [`LoaEngine`] for Lines of
//!   Action; [`GoEngine`] for Go, with what only Go has: colours out of turn, komi, dead stones.
//! * [`PhantomEngine`]: a player of Phantom Go, who is shown what he may see.
//! * [`Clock`]: how long to think. [`set_book_opener`]: where opening books come from.

mod book_hand;
mod book_opener;
mod book_prior;
mod clock;
mod engine;
mod fate;
mod files;
mod game_engine;
mod game_name;
mod go_decisions;
mod go_engine;
mod go_players;
mod judge;
mod loa_engine;
mod loa_players;
mod loa_proof;
mod methods;
mod mind;
mod notes;
mod phantom_engine;
mod phantom_players;
mod players;
mod playing_out;
mod spec;

pub use book_hand::BookSaying;
pub use book_opener::{BookOpener, OpenBook, set_book_opener};
pub use clock::{BadClock, Clock, GameLength, TimeSystem};
pub use engine::{Action, BadMove, Decision, Engine, GameSetup, Look, Reason, Thinking, Watch};
pub use files::{check_writable, read_at_most, write_whole, write_whole_by};
pub use game_engine::{GameEngine, MoveOf};
pub use game_name::{GameName, UnknownGame};
pub use go_engine::{GoEngine, GoSetup, Turn};
pub use go_players::go_playouts;
pub use judge::{Judgement, Status, TACTICAL_UCT};
pub use loa_engine::{LoaEngine, LoaSetup, LoaStart};
pub use loa_players::loa_playouts;
pub use loa_proof::{finish_loa, prove_loa};
pub use methods::{InGame, KeyInfo, METHODS, Method};
pub use notes::{black_rate, note, turn_note};
pub use phantom_engine::{PhantomEngine, PhantomSetup};
pub use players::NoPlayer;
pub use playing_out::{
    Played, PlayingOut, gradient_playouts_of_go, light_playouts_of_go, playouts_of_go,
    playouts_of_loa,
};
pub use spec::{BadSpec, PlayerSpec, parse_bytes, parse_count, parse_time};
pub use tengen_book as book;
pub use tengen_go as go;
pub use tengen_loa as loa;
pub use tengen_phantom as phantom;
pub use tengen_policy::go::{Ownership, OwnershipCounts};
pub use tengen_search::formulas;
pub use tengen_search::{
    Limits, Looking, MoveReport, NodeReport, Proof, SearchReport, Solution, StopFlag, Value,
};
pub use tengen_sgf as sgf;
