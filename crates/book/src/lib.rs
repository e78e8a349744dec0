//! Opening books for any game (paper 001, "Meta Monte-Carlo Tree Search for Automatic Opening Book
//! Generation").
//!
//! A book knows, for each position, how the games went on and how they ended. Positions are the
//! same if they are so but for a symmetry of the board, however they came about ([`Page`]). Where
//! its rows are kept is left to others: a [`BookSource`] answers what is known of a position.
//!
//! * [`Rule`]: how games that build a book choose among its moves: [`Qbf`] and [`Bds`].
//! * [`Chooser`]: how a player chooses among them, and when he had better think for himself.
//! * [`additions`]: what a game adds to a book.
//! * [`walk`]: all positions that a book knows, from a position on.
//!
//! ```
//! use tengen_book::{Chooser, MemoryBook, Page, Qbf, Rule, additions};
//! use tengen_game::{Outcome, Player, Rng};
//! use tengen_go::{BoardSize, Komi, Position, Rules};
//!
//! let size = BoardSize::new(7).unwrap();
//! let start = Position::new(size, Rules::CHINESE, Komi::from_points(9));
//! let mut book = MemoryBook::default();
//!
//! // Twelve games that Black wins, in all directions of the board.
//! for first in ["D5", "E4", "D3", "C4"].repeat(3) {
//!     let moves = [first.parse().unwrap(), "D4".parse().unwrap()];
//!     book.add(&additions(&start, moves, Outcome::Win(Player::Black)).unwrap());
//! }
//!
//! // They are one entry.
//! let page = Page::read(&start, &book).unwrap();
//! assert_eq!((page.games(), page.moves().len()), (12, 1));
//! assert_eq!(page.moves()[0].tally.wins, 12);
//!
//! let rule = Rule::Qbf(Qbf::default());
//! let m = rule.choose(&start, &page, &mut Rng::new(1)).unwrap();
//! assert_eq!(Some(m), Chooser::default().choose(&page, &mut Rng::new(1)).ok());
//! ```

mod adding;
mod beta;
mod chooser;
mod orientation;
mod page;
mod rule;
mod source;
mod tally;
mod terms;
mod walking;

pub use adding::{Addition, IllegalGame, additions};
pub use beta::{beta, gamma};
pub use chooser::{Choice, Chooser, OutOfBook};
pub use orientation::Orientation;
pub use page::{BookMove, Page};
pub use rule::{Bds, BdsMoves, Qbf, Rule};
pub use source::{BookFault, BookSource, Entry, MemoryBook};
pub use tally::{Score, Tally};
pub use terms::BookTerms;
pub use walking::{Visit, Walk, walk};
