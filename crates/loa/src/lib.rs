//! The rules of Lines of Action for Tengen.
//!
//! * [`Board`]: the pieces, how many stand on each line, moves and connections; no history.
//!   [`Playout`] finishes one at random, a hundred thousand times a second.
//! * [`Position`]: a game under way, with turn, repetition and undo. Implements [`Game`].
//!   [`BarePosition`] is one without history, small and quick, for searches that look far ahead.
//! * [`Rules`]: the four rules that sources disagree about. [`Symmetry`]: the eight images of a
//!   board.
//!
//! ```
//! use tengen_loa::{Board, Game, Playout, Position, Rng, Rules};
//! let mut game = Position::new(Rules::PAPER);
//! game.play(game.parse_move("b1-b3").unwrap()).unwrap();
//! let refused = game.play(game.parse_move("a2-d2").unwrap()).unwrap_err();
//! let reason = "the line has 2 pieces, so the piece moves 2 squares";
//! assert_eq!(refused.to_string(), format!("illegal move: {reason}"));
//! let mut board = *game.board();
//! let result = Playout::new(game.to_move()).run(&mut board, &mut Rng::new(42), &mut ());
//! println!("{board}\n{result:?}");
//! ```
//!
//! This crate does no input or output, reads no clock, and allocates nothing while a move is
//! played.

mod bare;
mod board;
mod connecting;
mod connection;
mod history;
mod lines;
mod moves;
mod notation;
mod perft;
mod playout;
mod position;
mod position_list;
mod refusal;
mod rules;
mod square;
mod symmetry;
mod zobrist;

pub use bare::BarePosition;
pub use board::{BadSetup, Board};
pub use connection::{is_connected, neighbours};
pub use lines::Direction;
pub use moves::{BadMove, Move};
pub use notation::BadPosition;
pub use perft::{Tally, count_sequences, tally_sequences};
pub use playout::{Aim, Playout, PlayoutResult, Recorder, Table};
pub use position::{Ending, Position};
pub use position_list::{BadLine, ListedPosition, read_positions};
pub use refusal::Refusal;
pub use rules::{NoMove, Repetition, Rules, Simultaneous, UnknownRules};
pub use square::{BadSquare, Square, squares};
pub use symmetry::Symmetry;
pub use tengen_game::{
    Canonical, Game, IllegalMove, Key, MoveList, Outcome, Player, Rng, Symmetric, perft,
    perft_divide,
};
